"""Tilings on hexagons, on triangles and on boards that wrap around.

Placements against the definition, every image of the tile wrapped cell by cell; counts against
published ones and closed formulas, by two engines of different kinds.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable
from itertools import product
from math import cos, pi, prod, sin

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import combien
from combien import Region, Tile, TilingProblem
from combien.errors import BadFormat, BadTiling
from combien.geometry._cell import Cell
from combien.geometry._hexagons import HEXAGONS, TRIANGLES
from combien.geometry._lattice import SQUARE, Lattice
from combien.geometry._symmetry import Group
from combien.geometry._wrapped import Wrapped, cylinder, klein_bottle, moebius_strip, torus
from combien.tilings import pavage
from combien.tilings._tile import Symmetries
from combien.tilings.boards import hexagon
from tests.tilings.two_engines import both

DOMINO = Tile("**", symmetries="all", times="any")
LOZENGE = Tile(Region.from_art("**", lattice=TRIANGLES), symmetries="all", times="any")


def covered(problem: TilingProblem) -> list[frozenset[Cell]]:
    """The sets of cells of its placements."""
    return [frozenset(placement.region) for placement in problem.placements]


# Placements against the definition ------------------------------------------------------------

FLAT = st.sets(st.tuples(st.integers(0, 3), st.integers(0, 3)), min_size=1, max_size=4)
WRAPPED = st.sampled_from([torus, cylinder, moebius_strip, klein_bottle])


@settings(max_examples=40)
@given(WRAPPED, st.integers(1, 4), st.integers(1, 4), FLAT, st.sampled_from(["none", "all"]))
def test_placements_on_boards_that_wrap(
    make: Callable[[int, int], Region],
    width: int,
    height: int,
    cells: set[Cell],
    turned: Symmetries,
) -> None:
    board, tile = make(width, height), Tile(Region(cells), symmetries=turned)
    lattice = board.lattice
    assert isinstance(lattice, Wrapped)
    expected = set()
    # Far enough in all directions to meet every class of translations that are glued.
    far = product(range(-4 - width, 2 * width), range(-4, height + 4))
    for (x, y), region in product(far, tile.orientations):
        cells = {lattice.wrap((a + x, b + y)) for a, b in region}
        if len(cells) == len(region) and cells <= set(board):
            expected.add(frozenset(cells))
    found = covered(TilingProblem(board, [tile]))
    assert len(found) == len(set(found))
    assert set(found) == expected


@settings(max_examples=40)
@given(st.sampled_from([HEXAGONS, TRIANGLES]), st.data())
def test_placements_on_other_lattices(lattice: Lattice, data: st.DataObject) -> None:
    near = st.sampled_from(sorted(lattice.box((3, 3))))
    board = Region(data.draw(st.sets(near, min_size=1)), lattice=lattice)
    tile = Tile(Region(data.draw(st.sets(near, min_size=1, max_size=3)), lattice=lattice))
    group = data.draw(st.sampled_from([Group.trivial(3), lattice.rotations(3), lattice.all(3)]))
    tile = Tile(tile.region, symmetries=group)
    # All images under a symmetry and a shift that lie in the board.
    expected = set()
    for symmetry, x, y in product(group, range(-8, 9), range(-8, 9)):
        image = (symmetry(cell) for cell in tile.region)
        cells = frozenset(lattice.along(lattice.along(c, 0, x), 1, y) for c in image)
        if cells <= set(board):
            expected.add(cells)
    found = covered(TilingProblem(board, [tile]))
    assert len(found) == len(set(found))
    assert set(found) == expected


def test_a_triangle_does_not_turn_by_itself() -> None:
    up = Region([(1, 1, -1)], lattice=TRIANGLES)
    board = Region.box(2, 2, lattice=TRIANGLES)
    assert len(TilingProblem(board, [Tile(up)]).placements) == 4
    assert len(TilingProblem(board, [Tile(up, symmetries="rotations")]).placements) == 8


def test_a_one_sided_tile_is_turned_over_by_a_twist() -> None:
    tile = Tile("**.\n.**", times="any")
    assert len(TilingProblem(cylinder(5, 2), [tile]).placements) == 5
    assert len(TilingProblem(moebius_strip(5, 2), [tile]).placements) == 10


# Counts ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("side", "count"), [(4, 272), (6, 90176)])
def test_dominoes_on_a_square_torus(side: int, count: int) -> None:
    # OEIS A335586; on 2 x 2 it counts the two ways round as two, which are one placement here.
    assert both(TilingProblem(torus(side, side), [DOMINO])) == count


def cylinder_formula(half_around: int, half_height: int) -> float:
    """Kasteleyn (1961), with sines for the direction that closes."""
    return prod(
        4 * sin((2 * n - 1) * pi / (2 * half_around)) ** 2
        + 4 * cos(m * pi / (2 * half_height + 1)) ** 2
        for n in range(1, half_around + 1)
        for m in range(1, half_height + 1)
    )


def moebius_formula(half_around: int, half_height: int) -> float:
    """Lu and Wu (1999), "Dimer statistics on the Moebius strip and the Klein bottle"."""
    return prod(
        4 * sin((4 * n - 1) * pi / (4 * half_around)) ** 2
        + 4 * cos(m * pi / (2 * half_height + 1)) ** 2
        for n in range(1, half_around + 1)
        for m in range(1, half_height + 1)
    )


def klein_formula(half_around: int, half_height: int) -> float:
    """The same paper, for the strip that is closed once more."""
    return prod(
        4 * sin((4 * n - 1) * pi / (4 * half_around)) ** 2
        + 4 * sin((2 * m - 1) * pi / (2 * half_height)) ** 2
        for n in range(1, half_around + 1)
        for m in range(1, half_height + 1)
    )


@pytest.mark.parametrize(
    ("make", "formula"),
    [
        (cylinder, cylinder_formula),
        (moebius_strip, moebius_formula),
        (klein_bottle, klein_formula),
    ],
)
@pytest.mark.parametrize("half_around", [2, 3, 4])
@pytest.mark.parametrize("half_height", [2, 3])
def test_dominoes_by_a_closed_formula(
    make: Callable[[int, int], Region],
    formula: Callable[[int, int], float],
    half_around: int,
    half_height: int,
) -> None:
    board = make(2 * half_around, 2 * half_height)
    expected = formula(half_around, half_height)
    assert combien.count(TilingProblem(board, [DOMINO]), engine="frontier") == round(expected)


@pytest.mark.parametrize(
    ("around", "height", "count"), [(4, 4, 71), (4, 6, 769), (6, 4, 539), (6, 6, 17753)]
)
def test_dominoes_on_a_moebius_strip(around: int, height: int, count: int) -> None:
    assert both(TilingProblem(moebius_strip(around, height), [DOMINO])) == count  # OEIS A103997.


@pytest.mark.parametrize(("a", "b", "c"), [(1, 1, 1), (2, 2, 2), (3, 3, 3), (1, 2, 4), (2, 3, 3)])
def test_lozenges_in_a_hexagon(a: int, b: int, c: int) -> None:
    # MacMahon's plane partitions in a box of a x b x c: the hexagon with these sides.
    board = hexagon(a, b, c)
    assert len(board) == 2 * (a * b + b * c + c * a)
    assert both(TilingProblem(board, [LOZENGE])) == macmahon(a, b, c)


def macmahon(a: int, b: int, c: int) -> int:
    above = prod(i + j + c - 1 for i in range(1, a + 1) for j in range(1, b + 1))
    below = prod(i + j - 1 for i in range(1, a + 1) for j in range(1, b + 1))
    return above // below


# Reading and drawing --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("board", "tile"),
    [
        (Region.box(3, 2, lattice=HEXAGONS), Region.from_art("*.*", lattice=HEXAGONS)),
        (Region.box(3, 3, lattice=TRIANGLES), LOZENGE.region),
        (torus(3, 4), DOMINO.region),
        (klein_bottle(3, 4), DOMINO.region),
        (torus(2, 3, lattice=HEXAGONS), Region.from_art("*.*", lattice=HEXAGONS)),
        (torus(3, 2, 2), Region.box(2, 1, 1)),
    ],
)
def test_a_tiling_is_read_drawn_and_pickled(board: Region, tile: Region) -> None:
    problem = TilingProblem(board, [Tile(tile, symmetries="all", times="any")])
    tiling = combien.solve(problem)
    assert tiling is not None
    assert {cell for p in tiling.placements for cell in p.region} == set(board)
    assert all(placement.region.lattice == board.lattice for placement in tiling.placements)
    assert pickle.loads(pickle.dumps(tiling)) == tiling
    picture = tiling.picture()
    assert sum(len(patch.polygons) for patch in picture.patches) == len(board)
    flat = board.lattice.cover == SQUARE
    assert all(bool(patch.cells) == flat for patch in picture.patches)
    assert picture.svg().startswith("<svg")
    letters = [mark for mark in str(tiling) if not mark.isspace()]
    assert len(letters) == len(board)
    assert len(set(letters)) == len(tiling)


def test_a_board_that_wraps_is_not_written_as_a_flat_one() -> None:
    once = Tile("**", symmetries="all")
    with pytest.raises(BadFormat, match="flat boards of squares, not of squares that wrap round"):
        pavage.write(TilingProblem(torus(2, 1), [once]))


def test_tiles_must_be_of_the_covering_lattice() -> None:
    with pytest.raises(BadTiling, match="tile 0 is of dimension 3, the board of dimension 2"):
        TilingProblem(Region.box(3, 3), [LOZENGE])
    with pytest.raises(BadTiling, match="tile 0 is of triangles, the board of hexagons"):
        TilingProblem(Region.box(3, 3, lattice=HEXAGONS), [LOZENGE])
    with pytest.raises(BadTiling, match="only boards wrap around"):
        Tile(torus(3, 3))
    with pytest.raises(BadTiling, match="not all symmetries of the triangles"):
        Tile(LOZENGE.region, symmetries=Group.all(3))
