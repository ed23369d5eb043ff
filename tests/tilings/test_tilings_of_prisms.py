"""Tilings of prisms: placements against the definition, counts that are known, layers drawn."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import combien
from combien import Region, Tile, TilingProblem
from combien.geometry._cell import Cell
from combien.geometry._hexagons import HEXAGONS, TRIANGLES
from combien.geometry._lattice import Lattice
from combien.geometry._polyforms import one_sided
from combien.geometry._prisms import PRISMS, Prisms
from combien.geometry._symmetry import Group
from combien.tilings.boards import hexagon
from tests.tilings.two_engines import both

PILLARS = Prisms(HEXAGONS)
LOZENGE = Region.from_art("**", lattice=PRISMS)
PAIRS = [
    Tile(LOZENGE, symmetries="rotations", times="any"),
    Tile(Region.from_art("*\n\n*", lattice=PRISMS), times="any", name="up"),
    Tile(Region.from_art(".*\n\n.*", lattice=PRISMS), times="any", name="down"),
]


def piled(flat: Region, layers: int) -> Region:
    """Stack copies of the same layer."""
    return Region(((*cell, z) for z in range(layers) for cell in flat), lattice=PRISMS)


@settings(max_examples=40)
@given(st.sampled_from([PRISMS, PILLARS]), st.data())
def test_placements_are_the_images_that_fit(lattice: Lattice, data: st.DataObject) -> None:
    near = st.sampled_from(sorted(lattice.box((3, 2, 2))))
    board = Region(data.draw(st.sets(near, min_size=1)), lattice=lattice)
    region = Region(data.draw(st.sets(near, min_size=1, max_size=3)), lattice=lattice)
    group = data.draw(st.sampled_from([Group.trivial(4), lattice.rotations(4), lattice.all(4)]))
    expected = set()
    for symmetry in group:
        first, *others = map(symmetry, region)
        for goal in board:
            if lattice.kind(goal) == lattice.kind(first):
                vector = tuple(map(int.__sub__, goal, first))
                moved = [tuple(map(int.__add__, cell, vector)) for cell in (first, *others)]
                if set(moved) <= set(board):
                    expected.add(frozenset[Cell](moved))
    problem = TilingProblem(board, [Tile(region, symmetries=group)])
    found = [frozenset(placement.region) for placement in problem.placements]
    assert len(found) == len(set(found))
    assert set(found) == expected


def test_lozenges_in_layers_are_tilings_of_each_layer() -> None:
    # 20 plane partitions in a box of 2 x 2 x 2 (MacMahon), in each of three layers.
    assert both(TilingProblem(piled(hexagon(2, 2, 2), 3), [PAIRS[0]])) == 20**3


@pytest.mark.parametrize(
    ("drawing", "count"),
    [("*" * 6, 6728), (".***\n.***", 28561)],
    ids=["a line, as dominoes on 6 x 6", "a ring, as dominoes on a cylinder of 6 x 6"],
)
def test_pairs_on_a_wall(drawing: str, count: int) -> None:
    """Six triangles in a line or a ring, six layers high, are a wall of squares in all but name."""
    board = piled(Region.from_art(drawing, lattice=TRIANGLES), 6)
    assert both(TilingProblem(board, PAIRS)) == count


@pytest.mark.parametrize(("n", "count"), [(2, 185), (3, 2342), (4, 5665)])
def test_all_polyprisms_of_a_size_in_a_box(n: int, count: int) -> None:
    """Counts that two engines of different kinds agree on; none is published."""
    board = Region.box(2, 2, 3, lattice=PRISMS)
    regions = one_sided(n, lattice=PRISMS)
    tiles = [Tile(region, symmetries="rotations", times="any") for region in regions]
    assert both(TilingProblem(board, tiles)) == count


def test_a_screw_is_not_its_mirror_image() -> None:
    screw = Region.from_art(".***\n....\n\n...*\n...*", lattice=PRISMS)
    left, right = screw.orientations(PRISMS.rotations(4)), screw.orientations(PRISMS.all(4))
    assert (len(screw.components()), len(left), len(right)) == (1, 12, 24)


def test_layers_are_drawn_side_by_side() -> None:
    problem = TilingProblem(Region.box(2, 1, 2, lattice=PRISMS), PAIRS)
    tiling = combien.solve(problem)
    assert tiling is not None
    assert str(tiling) == "aabb  ccdd"
    assert [len(patch.polygons) for patch in tiling.picture().patches] == [2] * 4
    polygons = [polygon for patch in tiling.picture().patches for polygon in patch.polygons]
    ends = sorted(x for polygon in polygons for x, _ in polygon)
    assert (ends[0], ends[-1]) == (0.0, 3 + 2.5)
    bees = Region.box(2, 2, 2, lattice=PILLARS)
    pillar = TilingProblem(bees, [Tile(Region.box(1, 1, 2, lattice=PILLARS), times="any")])
    assert str(combien.solve(pillar)) == " a b   a b\nc d   c d"


def test_reasons_are_drawn_too() -> None:
    board = piled(Region.from_art("****", lattice=TRIANGLES), 2)
    found = combien.explain(TilingProblem(board, [Tile(LOZENGE, times=3), *PAIRS[1:]]))
    assert found.status == "none"
    assert found.picture is not None
    assert len(found.picture.patches) > 1
