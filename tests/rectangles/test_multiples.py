"""Common multiples and periods: against all small regions and sheared copies, and known answers."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from combien import Region, Tile, TilingProblem, exists, rectangles
from combien.geometry import torus
from combien.geometry._polyforms import fixed, free
from combien.tilings._names import tiles_named

SMALL = [region for size in range(1, 5) for region in free(size)]


def tile(shape: Region, symmetries: str = "all") -> Tile:
    return Tile(shape, symmetries=symmetries, times="any")  # type: ignore[arg-type]


@settings(max_examples=25, deadline=None)
@given(st.sampled_from(SMALL), st.sampled_from(SMALL), st.sampled_from(["none", "all"]))
def test_the_smallest_multiple_of_all_regions(one: Region, two: Region, symmetries: str) -> None:
    tiles = tile(one, symmetries), tile(two, symmetries)
    found = rectangles.common_multiple(*tiles, most=7)
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
    ],
)
def test_known_multiples(one: str, two: str, cells: int) -> None:
    found = rectangles.common_multiple(*tiles_named(one), *tiles_named(two))
    assert found.region is not None
    assert (len(found.region), found.least) == (cells, True)


def test_what_the_budget_leaves_is_not_excluded() -> None:
    pair = (*tiles_named("T-tetromino"), *tiles_named("O-tetromino"))
    found = rectangles.common_multiple(*pair, nodes=0)
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


@pytest.mark.parametrize(
    ("name", "sides"), [("X-pentomino", (5, 5)), ("U-pentomino", (5, 10)), ("Y-pentomino", (2, 5))]
)
def test_known_tori(name: str, sides: tuple[int, int]) -> None:
    found = rectangles.period(tiles_named(name))
    assert (found.sides, found.least) == (sides, True)


def test_a_tile_with_a_hole_has_no_period() -> None:
    found = rectangles.period([Tile("***\n*.*\n***", symmetries="all", times="any")], most=32)
    assert (found.sides, found.excluded) == (None, 32)
