"""Common multiples and periods: against all small regions and sheared copies, and known answers."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from combien import Region, Tile, TilingProblem, exists, rectangles
from combien.geometry import torus
from combien.geometry._polyforms import fixed, free
from combien.tilings._names import tiles_named

SMALL = [region for size in range(1, 5) for region in free(size)]
TURNED = [region for size in range(1, 5) for region in fixed(size)]


def tile(shape: Region, symmetries: str = "all") -> Tile:
    return Tile(shape, symmetries=symmetries, times="any")  # type: ignore[arg-type]


@settings(max_examples=20, deadline=None)
@given(st.sampled_from(TURNED), st.sampled_from(TURNED), st.sampled_from(["none", "all"]))
# A tile without a cell in the corner of its box is a multiple of one cell, and of itself.
@example(Region.from_art(".*\n**"), Region([(0, 0)]), "none")
@example(Region([(1, 0), (0, 1), (1, 1)]), Region([(1, 0), (0, 1), (1, 1)]), "none")
def test_the_smallest_multiple_of_all_regions(one: Region, two: Region, symmetries: str) -> None:
    tiles = tile(one, symmetries), tile(two, symmetries)
    found = rectangles.common_multiple(tiles, most=7)
    least = next(
        (
            size
            for size in range(1, 8)
            if size % len(one) == size % len(two) == 0
            for region in fixed(size)
            if all(exists(TilingProblem(region, [each])) for each in tiles)
        ),
        None,
    )
    assert (found.region and len(found.region)) == least
    assert found.excluded == (least - 1 if least else 7)
    for each, tiling in zip(tiles, found.tilings, strict=found.region is not None):
        pieces = [placed.region for placed in tiling.placements]
        assert {piece.at_origin() for piece in pieces} <= set(each.orientations)
        covered = sorted(cell for piece in pieces for cell in piece)
        assert covered == sorted(found.region or ())


@pytest.mark.parametrize(
    ("one", "two", "cells"),
    [
        ("T-tetromino", "O-tetromino", 16),
        ("F-pentomino", "T-pentomino", 10),
        ("P-pentomino", "L-tromino", 15),
        ("domino", "X-pentomino", 20),
    ],
)
def test_known_multiples(one: str, two: str, cells: int) -> None:
    found = rectangles.common_multiple([*tiles_named(one), *tiles_named(two)])
    assert found.region is not None
    assert (len(found.region), found.least) == (cells, True)


def test_regions_beyond_the_budget_are_not_excluded() -> None:
    pair = (*tiles_named("T-tetromino"), *tiles_named("O-tetromino"))
    found = rectangles.common_multiple(pair, nodes=0)
    assert (found.region, found.least, found.excluded) == (None, False, 3)
    period = rectangles.period(pair[:1], nodes=0)
    assert (period.sides, period.least, period.excluded) == (None, False, 3)


@settings(max_examples=25, deadline=None)
@given(st.sampled_from(SMALL), st.sampled_from(["none", "rotations", "all"]))
def test_the_smallest_of_all_tori(shape: Region, symmetries: str) -> None:
    found = rectangles.period([tile(shape, symmetries)], most=16)
    least = min(
        w * h
        for w, h in product(range(1, 17), repeat=2)
        if w * h <= 16 and exists(TilingProblem(torus(w, h), [tile(shape, symmetries)]))
    )
    assert found.sides is not None
    assert found.sides[0] * found.sides[1] == least
    assert found.least


def is_a_quotient(cells: int, cover: set[frozenset[int]]) -> bool:
    """Whether sets of numbers below `cells` have an exact cover, by trying all."""
    todo = [frozenset(range(cells))]
    while todo:
        left = todo.pop()
        if not left:
            return True
        todo += [left - one for one in cover if min(left) in one and one <= left]
    return False


@settings(max_examples=25, deadline=None)
@given(st.sampled_from(SMALL), st.sampled_from(["none", "rotations", "all"]))
def test_the_smallest_of_all_skew_tori(shape: Region, symmetries: str) -> None:
    given_tile = tile(shape, symmetries)
    found = rectangles.period([given_tile], most=12, skew=True)
    assert found.sides is not None
    (width, height), shift = found.sides, found.shift
    assert found.least

    def place(x: int, y: int) -> tuple[int, int]:
        turns, row = divmod(y, height)
        return (x - turns * shift) % width, row

    assert found.tiling is not None
    if shift:
        pieces = [placed.region for placed in found.tiling.placements]
        covered = sorted(place(x, y) for piece in pieces for x, y in piece)
        assert covered == sorted(product(range(width), range(height)))
        assert {piece.at_origin() for piece in pieces} <= set(given_tile.orientations)
    # Tori of height 1 are the numbers modulo their width; none has fewer cells.
    for cells in range(1, width * height):
        for step in range(cells):
            wrapped = [[(x + step * y) % cells for x, y in one] for one in given_tile.orientations]
            cover = {
                frozenset((start + number) % cells for number in numbers)
                for numbers in wrapped
                if len(set(numbers)) == len(numbers)
                for start in range(cells)
            }
            assert not is_a_quotient(cells, cover)


@pytest.mark.parametrize(
    ("name", "sides", "shift"),
    [("X-pentomino", (5, 1), 2), ("U-pentomino", (5, 2), 2), ("I-tetromino", (2, 2), 1)],
)
def test_known_skew_tori(name: str, sides: tuple[int, int], shift: int) -> None:
    found = rectangles.period(tiles_named(name), skew=True)
    assert (found.sides, found.shift, found.least) == (sides, shift, True)


@pytest.mark.parametrize(
    ("name", "sides"), [("X-pentomino", (5, 5)), ("U-pentomino", (5, 10)), ("Y-pentomino", (2, 5))]
)
def test_known_tori(name: str, sides: tuple[int, int]) -> None:
    found = rectangles.period(tiles_named(name))
    assert (found.sides, found.least) == (sides, True)


def test_a_tile_with_a_hole_has_no_period() -> None:
    found = rectangles.period([Tile("***\n*.*\n***", symmetries="all", times="any")], most=32)
    assert (found.sides, found.excluded) == (None, 32)
