"""Regions: the laws of sets and of motions, their methods, and every refusal."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator
from itertools import count, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from combien import Region
from combien.errors import BadRegion
from combien.geometry._symmetry import Group, Symmetry
from tests.geometry.random_regions import regions, symmetries
from tests.loops import refusals
from tests.whole import Whole

PLANE = regions(2)
DIMENSIONS = st.integers(1, 4)


@given(PLANE, PLANE)
def test_the_algebra_matches_sets(a: Region, b: Region) -> None:
    assert set(a | b) == set(a) | set(b)
    assert set(a & b) == set(a) & set(b)
    assert set(a - b) == set(a) - set(b)
    assert set(a ^ b) == set(a) ^ set(b)
    assert (a <= b) == (set(a) <= set(b))
    assert (a >= b) == (set(a) >= set(b))
    assert (a == b) == (set(a) == set(b))
    assert all((cell in a) == (cell in set(a)) for cell in b)
    assert len(a) == len(set(a))
    assert bool(a) == bool(len(a))


@given(st.lists(st.tuples(st.integers(-3, 3), st.integers(-3, 3)), min_size=1))
def test_the_order_of_cells_does_not_matter(
    cells: list[tuple[int, int]],
) -> None:
    if len(set(cells)) < len(cells):
        with pytest.raises(BadRegion, match=r"the cell \(.*\) is given twice: use Region"):
            Region(cells)
    cells = list(dict.fromkeys(cells))
    region = Region(cells)
    again = Region(reversed(cells))
    assert region == again
    assert hash(region) == hash(again)
    assert list(region) == list(again) == sorted(set(cells), key=lambda c: (-c[1], c[0]))
    assert region == Region(map(list, cells))


@given(DIMENSIONS.flatmap(regions))
def test_a_region_can_be_pickled(region: Region) -> None:
    again = pickle.loads(pickle.dumps(region))
    assert again == region
    assert again.dimension == region.dimension
    assert pickle.dumps(again) == pickle.dumps(region)


@given(DIMENSIONS.flatmap(lambda n: regions(n, least=1)))
def test_the_bounding_box_of_a_region(region: Region) -> None:
    axes = list(zip(*region, strict=True))
    assert region.low == tuple(map(min, axes))
    assert region.high == tuple(map(max, axes))
    assert region.size == tuple(max(axis) - min(axis) + 1 for axis in axes)
    box = Region.box(*region.size).shift(*region.low)
    assert region <= box
    assert (box.low, box.high) == (region.low, region.high)


@given(st.lists(st.integers(0, 4), min_size=1, max_size=4))
def test_a_box_contains_its_cells(size: list[int]) -> None:
    box = Region.box(*size)
    assert set(box) == set(product(*map(range, size)))
    assert box.dimension == len(size)


@given(st.data(), DIMENSIONS)
def test_moving_moves_each_cell(data: st.DataObject, dimension: int) -> None:
    region = data.draw(regions(dimension))
    a, b = (data.draw(symmetries(dimension)) for _ in range(2))
    vector = data.draw(st.tuples(*[st.integers(-5, 5)] * dimension))
    assert set(region.moved(a)) == set(map(a, region))
    assert region.moved(a).moved(b) == region.moved(b @ a)
    shifted = region.shift(*vector)
    assert set(shifted) == {
        tuple(c + v for c, v in zip(cell, vector, strict=True)) for cell in region
    }
    assert shifted.shift(*(-step for step in vector)) == region
    assert shifted.at_origin() == region.at_origin()
    if region:
        assert shifted.at_origin().low == (0,) * dimension


@given(st.data(), st.integers(1, 3))
def test_orientations_are_the_distinct_images(data: st.DataObject, dimension: int) -> None:
    region = data.draw(regions(dimension, most=6))
    group = Group.generated_by(*data.draw(st.lists(symmetries(dimension), min_size=1, max_size=2)))
    images = [region.moved(symmetry).at_origin() for symmetry in group]
    orientations = region.orientations(group)
    assert orientations[0] == region.at_origin()
    assert len(set(orientations)) == len(orientations)
    assert set(orientations) == set(images)
    stabilizer = region.stabilizer(group)
    assert set(stabilizer) == {
        symmetry for symmetry, image in zip(group, images, strict=True) if image == images[0]
    }
    # Each orientation comes from as many symmetries as keep the region.
    assert len(orientations) * len(stabilizer) == len(group)
    moved = region.moved(data.draw(st.sampled_from(group.elements)))
    assert moved.canonical(group) == region.canonical(group)
    assert list(region.canonical(group)) == min(map(list, images))


def test_the_orientations_of_the_twelve_pentominoes() -> None:
    drawings = {
        "F": ".**\n**.\n.*.", "I": "*****", "L": "****\n*...", "N": "***.\n..**",
        "P": "**\n**\n*.", "T": "***\n.*.\n.*.", "U": "*.*\n***", "V": "*..\n*..\n***",
        "W": "*..\n**.\n.**", "X": ".*.\n***\n.*.", "Y": "****\n.*..", "Z": "**.\n.*.\n.**",
    }  # fmt: skip
    counts = [
        len(Region.from_art(drawing).orientations(Group.all(2))) for drawing in drawings.values()
    ]
    assert counts == [8, 2, 8, 8, 8, 4, 4, 4, 4, 1, 8, 4]


def test_a_solid_and_its_mirror_image() -> None:
    left_hand = Region([(0, 0, 0), (1, 0, 0), (1, 1, 0), (1, 1, 1)])
    mirrored = left_hand.moved(Symmetry((-1, 2, 3)))
    assert left_hand.canonical(Group.rotations(3)) != mirrored.canonical(Group.rotations(3))
    assert left_hand.canonical(Group.all(3)) == mirrored.canonical(Group.all(3))
    assert len(left_hand.orientations(Group.rotations(3))) == 12
    assert len(left_hand.orientations(Group.all(3))) == 24


def reachable(start: tuple[int, ...], region: Region) -> set[tuple[int, ...]]:
    """By adding neighbors until there are no new ones."""
    found = {start}
    while True:
        grown = found | {
            cell
            for cell in region
            if any(sum(abs(a - b) for a, b in zip(cell, f, strict=True)) == 1 for f in found)
        }
        if grown == found:
            return found
        found = grown


@given(st.integers(1, 3).flatmap(lambda n: regions(n, far=2)))
def test_components_are_what_can_be_reached(region: Region) -> None:
    parts = region.components()
    assert sum(len(part) for part in parts) == len(region)
    assert all(set(part) == reachable(part.cells[0], region) for part in parts)
    firsts = [part.cells[0] for part in parts]
    assert firsts == [cell for cell in region if cell in firsts]
    assert region.is_connected == (len(parts) == 1)
    for cell in region:
        beside = region.neighbors(cell)
        assert set(beside) == reachable(cell, Region([cell, *beside])) - {cell}
        assert set(beside) <= set(region)


def test_empty_regions_know_their_dimension() -> None:
    empty = Region(dimension=3)
    assert (len(empty), empty.dimension, empty.size, list(empty)) == (0, 3, (0, 0, 0), [])
    assert empty != Region(dimension=2)
    assert Region.box(2, 2, 2) - Region.box(2, 2, 2) == empty
    assert empty.shift(1, 2, 3) == empty.at_origin() == empty
    assert empty.orientations(Group.all(3)) == (empty,)
    assert empty.stabilizer(Group.all(3)) == Group.all(3)
    assert (empty.components(), empty.is_connected) == ((), False)
    assert repr(empty) == "<Region: 0 cells in 0 x 0 x 0>"


def test_numbers_with_an_index_are_accepted() -> None:
    class Indexed:
        def __index__(self) -> int:
            return 7

    region = Region([(Indexed(), 1)])  # type: ignore[list-item]
    assert list(region) == [(7, 1)]
    assert type(region.cells[0][0]) is int


def test_a_hundred_thousand_cells() -> None:
    board = Region.box(1000, 100)
    moved = board.shift(500, 50)
    assert len(board | moved) == 175_000
    assert len(board & moved) == 25_000
    assert len(board ^ moved) == 150_000
    assert board - moved <= board


def endless() -> Iterator[tuple[int]]:
    return ((number,) for number in count())


REFUSALS: dict[str, tuple[Callable[[], object], str]] = {
    "nothing": (lambda: Region(), "an empty region needs a dimension, as in Region(dimension=2)"),
    "a number": (lambda: Region(3), "not from a value of type int"),  # type: ignore[arg-type]
    "a drawing": (lambda: Region("**"), "Region.from_art(...) reads a drawing"),  # type: ignore[arg-type]
    "no cell": (lambda: Region([(0, 0), 5]), "cell 1 is of type int: a cell is a"),  # type: ignore[list-item]
    "mixed": (lambda: Region([(0, 0), (0, 0, 1)]), "cell 1, (0, 0, 1), is of dimension 3, not 2"),
    "other dimension": (lambda: Region([(0, 0)], dimension=3), "is of dimension 2, not 3"),
    "a float": (lambda: Region([(0, 1.0)]), "cell 0 has a coordinate of type float"),  # type: ignore[list-item]
    "a boolean": (lambda: Region([(0, True)]), "cell 0 has a coordinate of type bool"),
    "no coordinate": (lambda: Region([()]), "cell 0 has 0 coordinates: a cell has 1 to 32"),
    "many coordinates": (lambda: Region([(0,) * 33]), "cell 0 has 33 coordinates"),
    "far out": (lambda: Region([(0, 10**5000)]), "go from -1000000000 to 1000000000"),
    "far out as a list": (lambda: Region([[0, -(10**5000)]]), "go from -1000000000 to"),
    "endless": (lambda: Region(endless()), "more than 4000000 cells, which is the limit"),
    "dimension 0": (lambda: Region(dimension=0), "a whole number from 1 to 32"),
    "dimension True": (lambda: Region(dimension=True), "a whole number from 1 to 32"),
    "no box": (lambda: Region.box(), "a whole number from 1 to 32"),
    "a negative box": (lambda: Region.box(3, -1), "whole numbers from 0 to "),
    "half a box": (lambda: Region.box(1.5, 2), "whole numbers from 0 to "),  # type: ignore[arg-type]
    "a giant box": (lambda: Region.box(99999, 99999), "99999 x 99999 has 9999800001 cells"),
    "a wild box": (lambda: Region.box(10**5000), "whole numbers from 0 to "),
    "corner of nothing": (lambda: Region(dimension=2).low, "a region without cells has no corners"),
    "a set": (lambda: Region.box(2) | {(0,)}, "type set: Region(cells) makes one"),  # type: ignore[operator]
    "box and square": (lambda: Region.box(2) & Region.box(2, 2), "dimensions 1 and 2 do not"),
    "compared": (lambda: Region.box(2) <= Region.box(2, 2), "dimensions 1 and 2 do not combine"),
    "a short shift": (lambda: Region.box(2, 2).shift(1), "by 2 whole numbers, one for each axis"),
    "half a shift": (lambda: Region.box(2).shift(0.5), "by 1 whole numbers"),  # type: ignore[arg-type]
    "shifted away": (lambda: Region.box(2).shift(10**9), "go from -1000000000 to 1000000000"),
    "moved in space": (
        lambda: Region.box(2, 2).moved(Symmetry.identity(3)),
        "a region of dimension 2 is moved by its symmetries",
    ),
    "turned in space": (lambda: Region.box(2, 2).orientations(Group.all(3)), "of that dimension"),
    "turned by a name": (
        lambda: Region.box(2, 2).stabilizer("all"),  # type: ignore[arg-type]
        "needs a Group of that dimension",
    ),
    "another lattice by its name": (
        lambda: Region([(0, 0)], lattice="hexagons"),  # type: ignore[arg-type]
        "a lattice is a value such as HEXAGONS, not of type str",
    ),
    "a box of nothing's lattice": (
        lambda: Region.box(2, 2, lattice=None),  # type: ignore[arg-type]
        "not of type NoneType",
    ),
    "beside no cell": (
        lambda: Region.box(2, 2).neighbors(3),  # type: ignore[arg-type]
        "a cell of this region is a tuple of 2 whole numbers",
    ),
    "beside a cell of space": (lambda: Region.box(2, 2).neighbors((0, 0, 0)), "a tuple of 2 "),
    "turned too often": (
        lambda: Region.box(10, 10, 10, 10, 1).orientations(Group.all(5)),
        "3840 images of 10000 cells are more than the limit of 20000000 cells",
    ),
}

test_refusals = refusals(REFUSALS, BadRegion)


def test_whole_numbers_of_other_libraries() -> None:
    two: int = Whole(2)  # type: ignore[assignment]
    assert Region.box(two, two) == Region.box(2, 2)
    assert Region([(two, 0)]) == Region([(0, 0)]).shift(two, 0)
    assert type(Region([(0, 0)]).shift(two, 0).cells[0][0]) is int


def test_a_region_is_equal_to_regions_only() -> None:
    assert Region.box(2) != {(0,), (1,)}
    assert repr(Region([(5, 5)])) == "<Region: 1 cell in 1 x 1>"
