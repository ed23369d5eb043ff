"""The problems of boards and tiles, as the core builds them, against their definition."""

from __future__ import annotations

import pickle
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import combien
from combien import Problem, Region, Tile, TilingProblem
from combien.cover import _arrays
from combien.errors import BadProblem, BadTiling, OutOfBudget
from combien.geometry._lattice import SQUARE, Lattice
from combien.geometry._wrapped import cylinder, klein_bottle, moebius_strip, torus
from combien.tilings import _placement
from combien.tilings._tile import Symmetries, Times
from combien.tilings._tiling import build_problem
from tests.geometry.random_regions import regions
from tests.geometry.test_every_lattice import LATTICES
from tests.tilings.built import built

OFTEN: list[Times] = [1, 2, (0, 1), (0, 3), (2, None), (1, None), (0, None), "any"]
TURNED: list[Symmetries] = ["none", "rotations", "all"]
TIMES = st.sampled_from(OFTEN)
SYMMETRIES = st.sampled_from(TURNED)


def is_as_defined(model: TilingProblem) -> None:
    """The problem is the one of the definition: in all fields, bytes and fingerprints."""
    problem, expected = model.problem(), built(model)
    assert problem == expected
    assert problem.arrays() == expected.arrays()
    assert problem.item_names == expected.item_names
    assert problem.fingerprint == expected.fingerprint
    assert pickle.loads(pickle.dumps(problem)) == expected
    for number in range(len(model.tiles)):
        for option in model.placements.of_tile(number):
            assert model.placements[option].number == number


@st.composite
def models(draw: st.DrawFn) -> TilingProblem:
    """Boards of squares in any dimension, with one to three tiles."""
    dimension = draw(st.integers(1, 4))
    sizes = st.lists(st.integers(1, 4), min_size=dimension, max_size=dimension)
    boxes = sizes.map(lambda size: Region.box(*size))
    board = draw(boxes | regions(dimension, least=1, most=40))
    tiles = [
        Tile(
            region,
            symmetries=draw(SYMMETRIES),
            times=draw(TIMES),
            name=draw(st.sampled_from("aIX")),
        )
        for region in draw(st.lists(regions(dimension, least=1, most=4, far=1), max_size=3))
    ]
    return TilingProblem(board, tiles)


@settings(max_examples=150, deadline=None)
@given(models())
def test_boards_of_squares(model: TilingProblem) -> None:
    is_as_defined(model)


@settings(max_examples=100, deadline=None)
@given(st.sampled_from(LATTICES), st.data())
def test_every_lattice(lattice: Lattice, data: st.DataObject) -> None:
    flat = lattice.cover.directions or lattice.axes or 2
    cells = list(Region.box(*[2] * flat, lattice=lattice))
    board = Region(data.draw(st.sets(st.sampled_from(cells), min_size=1)), lattice=lattice)
    shapes = st.sets(st.sampled_from(cells), min_size=1, max_size=4)
    tiles = [
        Tile(Region(shape, lattice=lattice), symmetries=data.draw(SYMMETRIES), times="any")
        for shape in data.draw(st.lists(shapes, min_size=1, max_size=2))
    ]
    is_as_defined(TilingProblem(board, tiles))


@settings(max_examples=50, deadline=None)
@given(
    st.sampled_from([torus, cylinder, moebius_strip, klein_bottle]),
    st.integers(1, 4),
    st.integers(1, 4),
    st.lists(regions(2, least=1, most=3, far=1), max_size=2),
    TIMES,
)
def test_boards_that_wrap_around(
    make: Callable[[int, int], Region], width: int, height: int, shapes: list[Region], times: Times
) -> None:
    tiles = [Tile(shape, symmetries="all", times=times) for shape in shapes]
    is_as_defined(TilingProblem(make(width, height), tiles))


@pytest.mark.parametrize("far", [10**9, 10**9 - 7])
def test_cells_far_apart(far: int) -> None:
    # In 32 dimensions no number of 64 bits tells the places of the bounding box apart.
    corners = [(0,) * 32, (far,) * 32, (-far,) * 32, (1, *(0,) * 31), (far, *(-far,) * 31)]
    tiles = [Tile(Region([(0,) * 32, (far,) * 32]), times="any"), Tile(Region([(5,) * 32]))]
    is_as_defined(TilingProblem(Region(corners), tiles))


def test_parts_are_put_together(monkeypatch: pytest.MonkeyPatch) -> None:
    model = TilingProblem(Region.box(5, 4), [Tile("**", symmetries="all"), Tile("*", times="any")])
    monkeypatch.setattr(_placement, "_SLICE_CELLS", 3)
    is_as_defined(model)


def test_a_pause_may_end_the_work(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_placement, "_SLICE_CELLS", 10)
    seen: list[int] = []

    def pause(done: int) -> None:
        seen.append(done)
        if done >= 20:
            raise OutOfBudget("enough")

    model = TilingProblem(Region.box(6, 6), [Tile("**", symmetries="all", times="any")])
    with pytest.raises(OutOfBudget, match="enough"):
        build_problem(model, pause)
    assert seen[:2] == [0, 9]
    assert seen == sorted(seen)
    # Nothing is kept of it.
    is_as_defined(model)


def test_problems_that_are_too_large(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_placement, "_SLICE_CELLS", 10)
    monkeypatch.setattr(_arrays, "default_bytes", lambda part: 5550)
    model = TilingProblem(Region.box(6, 6), [Tile("*", times="any")])
    with pytest.raises(BadProblem, match=r"^options: more than 20 do not fit into memory$"):
        model.problem()
    with pytest.raises(BadTiling, match="up to 159920000 placements"):
        box = Region.box(2000, 2000)
        TilingProblem(box, [Tile(Region.box(2, 1), times="any")] * 40)


def test_known_counts() -> None:
    dominoes = [Tile("**", symmetries="all", times="any")]
    assert TilingProblem(Region.box(1000, 1), dominoes).problem().option_count == 999
    board = TilingProblem(Region.box(100, 70), dominoes).problem()
    assert (board.item_count, board.option_count) == (7000, 99 * 70 + 100 * 69)
    assert combien.count(TilingProblem(Region.box(8, 8), dominoes)) == 12988816
    solid = [Tile(Region.box(2, 1, 1), symmetries="rotations", times="any")]
    assert combien.count(TilingProblem(Region.box(4, 4, 4), solid)) == 5051532105


def test_items_by_name_after_their_numbers() -> None:
    builder = Problem.builder()
    builder._number_items(["x", "y"], b"\1\1")
    assert builder._names == ("x", "y")
    builder.option("y", "z")
    assert builder.item_index == {"x": 0, "y": 1, "z": 2}
    assert builder.build().item_names == ("x", "y", "z")


def test_squares_that_are_another_object() -> None:
    # A lattice that was pickled is equal, but not the same.
    lattice = pickle.loads(pickle.dumps(SQUARE))
    board = Region(Region.box(4, 3), lattice=lattice)
    is_as_defined(TilingProblem(board, [Tile("**", symmetries="all", times="any")]))
