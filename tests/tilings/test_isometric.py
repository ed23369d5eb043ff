"""The isometric view against its definition: on each line of sight, the nearest cube is visible."""

from __future__ import annotations

from itertools import pairwise
from math import dist, inf, sqrt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from combien.drawing._content import Point
from combien.drawing._picture import Picture
from combien.errors import BadPicture
from combien.geometry._cell import Cell
from combien.geometry._region import Region
from combien.geometry._solids import SPHERES
from combien.geometry._tetrahedra import (
    RHOMBIC_TETRAHEDRA,
    TETRAHEDRA_OCTAHEDRA,
    RhombicTetrahedra,
    TetrahedraOctahedra,
)
from combien.tilings._isometric import isometric
from combien.tilings._placement import Placement
from combien.tilings._tile import Tile
from combien.tilings._tiling import Tiling

NAMES = "abc"
# From the middle of a hexagon to about the middles of its six triangles.
SIXTHS = ((0.55, 0), (0.28, 0.5), (-0.28, 0.5), (-0.55, 0), (-0.28, -0.5), (0.28, -0.5))
spots = st.tuples(st.integers(0, 2), st.integers(0, 2), st.integers(0, 2))
named = st.dictionaries(spots, st.sampled_from(NAMES), min_size=1, max_size=14)


def tiling_of(name_at: dict[Cell, str]) -> Tiling:
    """Each name is a separate tile; its cells need not be connected."""
    placements = []
    for number, name in enumerate(NAMES):
        cells = [cell for cell, other in name_at.items() if other == name]
        if cells:
            tile = Tile(Region(cells), name=name)
            placements.append(Placement(number, tile, 0, Region(cells)))
    return Tiling(Region(name_at), placements)


def seen_at(point: tuple[float, float, float]) -> Point:
    """The position in the picture of a point in space, seen from the direction (1, -1, 1)."""
    x, y, z = point
    return (x + y) * sqrt(3) / 2, (y - x) / 2 + z


def inside(polygon: tuple[Point, ...], point: Point) -> bool:
    """Whether a point is in a convex polygon, given counter-clockwise."""
    return all(
        (bx - ax) * (point[1] - ay) - (by - ay) * (point[0] - ax) > 0
        for (ax, ay), (bx, by) in zip(polygon[-1:] + polygon[:-1], polygon, strict=True)
    )


def shown(picture: Picture, point: Point) -> list[tuple[str, int]]:
    """The names and shades of all patches at a point."""
    return [
        (patch.label, (patch.color or 0) // 12)
        for patch in picture.patches
        for polygon in patch.polygons
        if inside(polygon, point)
    ]


@settings(max_examples=40)
@given(named, st.integers(0, 2))
def test_the_nearest_cube_is_visible(name_at: dict[Cell, str], apart: int) -> None:
    tiling = tiling_of(name_at)
    picture = isometric(tiling, apart=apart)
    low = tiling.board.low
    lifted = {
        (x - low[0], y - low[1], (z - low[2]) * (1 + apart)): name
        for (x, y, z), name in name_at.items()
    }
    for x, y, z in lifted:
        middle = seen_at((x + 0.5, y + 0.5, z + 0.5))
        # One point in each of the six triangles of this cube's hexagon.
        for dx, dy in SIXTHS:
            point = middle[0] + dx, middle[1] + dy
            nearest = max(
                (cell for cell in lifted if hits(cell, point)),
                key=lambda cell: cell[0] - cell[1] + cell[2],
            )
            assert shown(picture, point) == [(lifted[nearest], shade(nearest, point))]


def hits(cell: Cell, point: Point) -> bool:
    """Whether the hexagon of a cube contains the point."""
    x, y, z = cell
    around = (
        (x, y, z),
        (x + 1, y, z),
        (x + 1, y + 1, z),
        (x + 1, y + 1, z + 1),
        (x, y + 1, z + 1),
        (x, y, z + 1),
    )
    return inside(tuple(map(seen_at, around)), point)


def shade(cell: Cell, point: Point) -> int:
    """0 for the front, 1 for the top, 2 for the right side, at a point of the hexagon of a cube."""
    middle = seen_at((cell[0] + 0.5, cell[1] + 0.5, cell[2] + 0.5))
    dx, dy = point[0] - middle[0], point[1] - middle[1]
    if dy > abs(dx) / sqrt(3):
        return 1
    return 0 if dx < 0 else 2


def test_a_block_has_three_sides_without_lines_between_its_cubes() -> None:
    block = Region.box(3, 2, 2)
    picture = isometric(
        Tiling(block, [Placement(14, Tile(block, name="B"), 0, block)]), title="one"
    )
    assert [(len(p.polygons), p.color, p.label) for p in picture.patches] == [
        (6, 14, "B"),
        (6, 2, "B"),
        (4, 26, "B"),
    ]
    assert picture.title == "one"
    assert all(
        dist(a, b) == pytest.approx(1)
        for patch in picture.patches
        for polygon in patch.polygons
        for a, b in pairwise(polygon)
    )
    # Each patch is a parallelogram, so its outline is one closed path.
    assert picture.svg().count("Z") == 3


def test_steps_are_separated_by_a_line() -> None:
    """Two tops of one placement that look like neighbors, one layer apart, are two patches."""
    stairs = Region([(0, 0, 0), (1, 0, 0), (1, 1, 1), (2, 0, 1)])
    picture = isometric(Tiling(stairs, [Placement(0, Tile(stairs), 0, stairs)]))
    tops = [patch for patch in picture.patches if patch.color == 12]
    assert len(tops) == 3


def test_values_that_are_not_solids() -> None:
    flat = Tiling(Region.box(1, 1), [Placement(0, Tile("*"), 0, Region.box(1, 1))])
    with pytest.raises(
        BadPicture, match=r"an isometric view is of cubes, .* not of .* of dimension 2"
    ):
        isometric(flat)
    cube = Region.box(1, 1, 1)
    with pytest.raises(BadPicture, match="apart is a whole number"):
        isometric(Tiling(cube, [Placement(0, Tile(cube), 0, cube)]), apart=-1)


# Spheres and tetrahedra ---------------------------------------------------------------------------


def lines_of_sight(polygons: list[tuple[Point, ...]]) -> list[Point]:
    """A point in each polygon of the picture, off the edges of most others."""
    return [
        (
            sum(x for x, _ in polygon) / len(polygon) + 0.013,
            sum(y for _, y in polygon) / len(polygon) + 0.007,
        )
        for polygon in polygons
    ]


def depth_in(faces: tuple[tuple[tuple[float, float, float], ...], ...], point: Point) -> float:
    """The depth at which a line of sight enters a polyhedron, greater if nearer; -inf if never."""
    nearest = -inf
    for face in faces:
        flat = tuple(map(seen_at, face))
        if inside(flat, point):
            (ax, ay), (bx, by), (cx, cy) = flat[:3]
            area = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
            v = ((point[0] - ax) * (cy - ay) - (point[1] - ay) * (cx - ax)) / area
            w = ((bx - ax) * (point[1] - ay) - (by - ay) * (point[0] - ax)) / area
            depths = [x - y + z for x, y, z in face[:3]]
            found = depths[0] + v * (depths[1] - depths[0]) + w * (depths[2] - depths[0])
            nearest = max(nearest, found)
    return nearest


@settings(max_examples=40)
@given(
    st.sampled_from([RHOMBIC_TETRAHEDRA, TETRAHEDRA_OCTAHEDRA]).flatmap(
        lambda lattice: st.tuples(
            st.just(lattice),
            st.dictionaries(
                st.sampled_from(sorted(lattice.box((2, 2, 1)))),
                st.sampled_from(NAMES),
                min_size=1,
                max_size=14,
            ),
        )
    )
)
def test_the_nearest_polyhedron_is_painted_last(
    case: tuple[RhombicTetrahedra | TetrahedraOctahedra, dict[Cell, str]],
) -> None:
    lattice, name_at = case
    placements = []
    for number, name in enumerate(NAMES):
        own = [cell for cell, other in name_at.items() if other == name]
        if own:
            region = Region(own, lattice=lattice)
            placements.append(Placement(number, Tile(region, name=name), 0, region))
    picture = isometric(Tiling(Region(name_at, lattice=lattice), placements))
    polygons = [polygon for patch in picture.patches for polygon in patch.polygons]
    for point in lines_of_sight(polygons):
        depths = {cell: depth_in(lattice.faces(cell), point) for cell in name_at}
        nearest = max(depths.values())
        owners = {name for cell, name in name_at.items() if depths[cell] > nearest - 1e-6}
        painted = [patch.color for patch in picture.patches if inside(patch.polygons[0], point)]
        if len(owners) == 1 and painted:
            assert NAMES[(painted[-1] or 0) % 12] in owners
    assert {patch.label for patch in picture.patches} <= {"", *name_at.values()}


def test_spheres_are_disks_behind_each_other() -> None:
    behind, before = (0, 0, 0), (1, -1, 0)
    pair = Region([behind, before], lattice=SPHERES)
    picture = isometric(Tiling(pair, [Placement(0, Tile(pair, name="p"), 0, pair)]))
    assert [patch.label for patch in picture.patches] == ["", "p"]
    assert all(len(patch.polygons[0]) == 24 for patch in picture.patches)
    with pytest.raises(BadPicture, match="layers of spheres are not drawn apart"):
        isometric(Tiling(pair, [Placement(0, Tile(pair), 0, pair)]), apart=1)
