"""Solutions written from the texts of options: the same bytes as if each is written by itself."""

from __future__ import annotations

import json
from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from combien import (
    PackingProblem,
    Problem,
    Region,
    Solution,
    Tile,
    TilingProblem,
    sample,
    solutions,
)
from combien._cli._shared.files import Loaded, load
from combien._cli._shared.output import BoardJson, BoardTexts, as_json, as_text, json_text
from combien._wording import printable_lines
from combien.cover.formats._names import knuth_lines, named
from combien.drawing._renderers import option_text
from combien.geometry._hexagons import HEXAGONS, TRIANGLES
from combien.geometry._lattice import SQUARE, Lattice
from combien.geometry._wrapped import moebius_strip, torus
from combien.tilings._tile import Times
from combien.tilings.boards import aztec_diamond, hexagon
from combien.tilings.classics import classic
from tests.cli.commands import SCRIPT, combien
from tests.random_problems import all_problems

Model = TilingProblem | PackingProblem

DOMINO = Tile("**", symmetries="all", times="any")


def same(model: Model, *, limit: int = 40) -> int:
    """Return how many solutions were rendered in both ways, after comparing the texts."""
    square = model.board.lattice.cover == SQUARE
    letters, boxes = BoardTexts(model), BoardTexts(model, boxes=True)
    texts, value = BoardJson(model), as_json(Loaded("", model))
    compared = 0
    for solution in islice(solutions(model.problem()), limit):
        tiling = model.read(solution)
        assert letters.read(solution) == str(tiling)
        assert texts.read(solution) == json.dumps(value(tiling))
        if square and model.board.dimension <= 3:
            assert boxes.read(solution) == tiling.picture().ascii(boxes=True)
        compared += 1
    return compared


@given(all_problems())
def test_covers_as_by_definition(problem: Problem) -> None:
    loaded = Loaded("", problem)
    text, lines, content = (
        as_text(loaded, boxes=False, style="names"),
        as_text(loaded, boxes=False, style="knuth"),
        json_text(loaded),
    )
    value = as_json(loaded)
    for solution in islice(solutions(problem), 40):
        assert text(solution) == printable_lines(named(problem, solution))
        assert lines(solution) == printable_lines("\n".join(knuth_lines(problem, solution)))
        assert content(solution) == json.dumps(value(solution))


names = st.sampled_from(["", "a", "b", "Z", "7", "long", "*", "é", " "])
small = st.lists(st.tuples(st.integers(0, 2), st.integers(0, 2)), min_size=1, max_size=4)


class _Numbers:
    """A model that reads a solution as its options: `solutions` then numbers them as usual."""

    def __init__(self, model: Model) -> None:
        self._model = model

    def problem(self) -> Problem:
        return self._model.problem()

    def read(self, solution: Solution) -> Solution:
        return solution


@st.composite
def models(draw: st.DrawFn) -> Model:
    """A board with gaps, small tiles under names of all kinds, and perhaps holes."""
    cells = draw(st.sets(st.tuples(st.integers(-2, 4), st.integers(-3, 2)), min_size=1))
    board = Region(cells)
    lots = [Tile("*", times="any", name=draw(names))]
    for _ in range(draw(st.integers(0, 3))):
        drawn = Region(set(draw(small)))
        times: Times = draw(st.sampled_from(["any", (0, 2), (0, 1)]))
        lots.append(Tile(drawn, symmetries="all", times=times, name=draw(names)))
    base = TilingProblem(board, lots)
    return PackingProblem(base, holes="any") if draw(st.booleans()) else base


@given(models(), st.integers(0, 2**32), st.sampled_from([0, 1, 1024]))
@settings(deadline=None)
def test_random_boards_have_the_same_text(model: Model, seed: int, summed: int) -> None:
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(option_text, "MOST_SUMMED", summed)
        patched.setattr(option_text, "MOST_KEPT", 3)
        letters, boxes = BoardTexts(model), BoardTexts(model, boxes=True)
        # The shuffled walk, as its first solutions are of many kinds.
        numbered = islice(solutions(_Numbers(model), seed=seed), 10)
        for solution in numbered:
            tiling = model.read(solution)
            assert letters.read(solution) == str(tiling)
            assert boxes.read(solution) == tiling.picture().ascii(boxes=True)


@pytest.mark.parametrize(("lattice", "two"), [(HEXAGONS, (2, 1)), (TRIANGLES, (1, 1))])
def test_other_lattices(lattice: Lattice, two: tuple[int, int]) -> None:
    board = Region.box(4, 3, lattice=lattice)
    pair = Tile(Region.box(*two, lattice=lattice), symmetries="all", times="any", name="p")
    assert same(TilingProblem(board, [pair]))
    one = Tile(Region(board.cells[:1], lattice=lattice), symmetries="all", times="any")
    assert same(PackingProblem(TilingProblem(board, [pair, one]), holes=2))


@pytest.mark.parametrize(
    "model",
    [
        classic("pentominoes on 6x10").problem(),
        classic("solid pentominoes in 2x5x6").problem(),
        TilingProblem(torus(4, 4), [DOMINO]),
        TilingProblem(moebius_strip(6, 4), [DOMINO]),
        TilingProblem(aztec_diamond(3), [DOMINO]),
        TilingProblem(
            hexagon(2, 2, 2),
            [Tile(Region.from_art("**", lattice=TRIANGLES), symmetries="all", times="any")],
        ),
        TilingProblem(
            Region.box(2, 2, 3), [Tile(Region.box(1, 1, 2), symmetries="all", times="any")]
        ),
        TilingProblem(Region.box(2, 2, 2, 1), [Tile(Region.box(2, 1, 1, 1), times="any")]),
    ],
    ids=lambda model: str(len(model.board)),
)
def test_known_boards(model: TilingProblem) -> None:
    assert same(model)


def test_more_placements_than_letters() -> None:
    """From the 63rd on, letters are used again, but never beside each other."""
    board = TilingProblem(Region.box(16, 16), [DOMINO])
    by_text = {str(tiling) for tiling in sample(board, 5, seed=1)}
    assert len(by_text) == 5
    assert same(board, limit=5)
    dots = TilingProblem(Region.box(9, 8), [Tile("*", times="any", name="d")])
    assert same(dots) == 1


def test_a_patch_that_touches_all_letters() -> None:
    """With more than 62 neighbors, the letter comes from another alphabet."""
    comb = Region([(x, 0) for x in range(140)])
    teeth = Region([(x, 1) for x in range(0, 140, 2)])
    board = Region([*comb, *teeth])
    model = TilingProblem(board, [Tile(comb), Tile("*", times="any")])
    (solution,) = solutions(PackingProblem(model, forced=[(0, comb)]).problem())
    text = BoardTexts(PackingProblem(model, forced=[(0, comb)])).read(solution)
    assert text == str(PackingProblem(model, forced=[(0, comb)]).read(solution))
    assert not text.isascii()


def test_solve_prints_what_str_returns() -> None:
    model = load(str(SCRIPT)).model
    assert isinstance(model, TilingProblem)
    for words, text in (
        ((), str),
        (("--boxes",), lambda tiling: tiling.picture().ascii(boxes=True)),
    ):
        shown = combien("solve", "-n", "0", *words, SCRIPT).out
        assert shown == "\n".join(f"{text(tiling)}\n" for tiling in solutions(model))
