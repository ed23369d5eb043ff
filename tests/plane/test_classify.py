"""Tiles in the plane: the tables of the literature, verdicts on single tiles, and their pictures."""

from __future__ import annotations

import json
from collections import Counter
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from combien import BadTiling, OutOfBudget, Region, Tile
from combien.geometry import HEXAGONS, KITES, SQUARE, TRIANGLES, Lattice, free, torus
from combien.plane import PlaneTable, Verdict, classify, classify_all
from combien.tilings._names import tiles_named

# Of the tables of J. Myers: isohedral, anisohedral and neither, without holes (A075205, A075206,
# A054361; A075214, A070768; A075223, A071334), by translations (A075198, A075207).  And by Heesch
# number, C. S. Kaplan, Heesch numbers of unmarked polyforms, 2022.
SQUARES = {
    1: (1, 1, {}, {}),
    2: (1, 1, {}, {}),
    3: (2, 2, {}, {}),
    4: (5, 5, {}, {}),
    5: (12, 9, {}, {}),
    6: (35, 24, {}, {}),
    7: (104, 41, {}, {0: 1, 1: 2}),
    8: (342, 121, {2: 1}, {0: 6, 1: 14}),
    9: (1041, 213, {2: 8, 4: 1}, {0: 75, 1: 122, 2: 1}),
}
HEXES = {
    1: (1, 1, {}, {}),
    2: (1, 1, {}, {}),
    3: (3, 3, {}, {}),
    4: (7, 6, {}, {}),
    5: (22, 12, {}, {}),
    6: (76, 36, {2: 1}, {1: 3, 2: 1}),
}
ISOHEDRAL_IAMONDS = (1, 1, 1, 3, 4, 12, 23, 66, 133, 316, 514, 1987)
OTHER_IAMONDS = (0, 0, 0, 0, 0, 0, 1, 0, 20, 103, 594, 1192)


def row(table: PlaneTable) -> tuple[int, int, dict[int, int], dict[int, int]]:
    return table.isohedral, table.translations, dict(table.anisohedral), dict(table.none)


@pytest.mark.parametrize("n", range(1, 9))
def test_polyominoes(n: int) -> None:
    table = classify_all(n)
    assert row(table) == SQUARES[n]
    assert table.unknown == 0
    assert table.tiles == sum(1 for _ in free(n))


@pytest.mark.slow
def test_polyominoes_of_nine_cells() -> None:
    assert row(classify_all(9)) == SQUARES[9]


@pytest.mark.parametrize("n", range(1, 7))
def test_polyhexes(n: int) -> None:
    table = classify_all(n, lattice=HEXAGONS)
    assert row(table) == HEXES[n]
    assert table.unknown == 0


@pytest.mark.parametrize("n", range(1, 11))
def test_polyiamonds(n: int) -> None:
    table = classify_all(n, lattice=TRIANGLES)
    assert table.isohedral == ISOHEDRAL_IAMONDS[n - 1]
    assert sum(table.none.values()) == OTHER_IAMONDS[n - 1]
    assert table.unknown == 0


def test_the_hat_is_the_one_octakite_that_stays_open() -> None:
    table = classify_all(8, lattice=KITES)
    assert (table.tiles, table.unknown) == (873, 1)
    (hat,) = (one.tile for one in table.rare if one.tiles is None)
    (known,) = tiles_named("hat", lattice=KITES)
    group = KITES.all(3)
    assert hat.canonical(group) == known.region.canonical(group)


@pytest.mark.parametrize("name", ["hat", "turtle"])
def test_a_monotile_has_coronas_and_no_period(name: str) -> None:
    (tile,) = tiles_named(name, lattice=KITES)
    verdict = classify(tile)
    assert verdict.kind == "unknown"
    assert str(verdict) == "unknown: 5 coronas, no tiling with up to 6 kinds of positions"
    assert len(verdict.layers) == 6


# Verdicts against definitions -------------------------------------------------------------------


def tiles_some_torus(tile: Region, most: int) -> bool:
    """The slow definition: whether copies cover some parallelogram whose sides are identified."""
    shapes = tile.orientations(Group_all(tile))
    for area in range(len(tile), most * len(tile) + 1, len(tile)):
        for d in range(1, area + 1):
            if area % d == 0 and any(covers(shapes, area // d, b, d) for b in range(area // d)):
                return True
    return False


def Group_all(tile: Region):  # type: ignore[no-untyped-def]  # noqa: N802
    return tile.lattice.all(2)


def covers(shapes: tuple[Region, ...], a: int, b: int, d: int) -> bool:
    """Whether copies cover the squares modulo (a, 0) and (b, d), each once."""
    free_cells = {(x, y) for x, y in product(range(a), range(d))}

    def wrapped(x: int, y: int) -> tuple[int, int]:
        rows = y // d
        return (x - rows * b) % a, y - rows * d

    def fill(left: set[tuple[int, int]]) -> bool:
        if not left:
            return True
        x, y = min(left)
        for shape in shapes:
            for i, j in shape:
                cells = {wrapped(x - i + k, y - j + m) for k, m in shape}
                if len(cells) == len(shape) and cells <= left and fill(left - cells):
                    return True
        return False

    return fill(free_cells)
