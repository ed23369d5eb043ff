"""Names are inside their patches, as large as possible, and where the patch is widest."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from combien import Region
from combien.drawing._content import Patch, Point
from combien.drawing._mesh import mesh_of
from combien.drawing._picture import Picture
from combien.drawing._renderers.svg import label
from combien.geometry._hexagons import HEXAGONS, TRIANGLES
from combien.geometry._lattice import SQUARE, Lattice
from combien.geometry._polyforms import free

CELL = 100.0
POLYFORMS = [
    (lattice, list(free(size, lattice=lattice)))
    for lattice, size in ((SQUARE, 5), (HEXAGONS, 4), (TRIANGLES, 6))
]


def patch_of(region: Region, name: str) -> Patch:
    return Patch(tuple(map(region.lattice.corners, region)), label=name)


def written(patch: Patch) -> tuple[list[Point], list[tuple[Point, Point]]]:
    """The points of a name, in cells and y up, and the edges around the patch."""
    mesh = mesh_of(Picture((patch,)))
    _, path = label(patch, mesh.boundaries[0], mesh, cell=CELL, origin=(0.0, 0.0))
    spots = [spot.removesuffix("h0").split() for spot in path.replace("M", "L").split("L")[1:]]
    points = [(float(x) / CELL, -float(y) / CELL) for x, y in spots]
    return points, [(mesh.corners[a], mesh.corners[b]) for a, b in mesh.boundaries[0]]


def box(points: Sequence[Point]) -> tuple[float, float, float, float]:
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return min(xs), min(ys), max(xs), max(ys)


def turns_round(place: Point, edges: Sequence[tuple[Point, Point]]) -> bool:
    """Whether a point is inside, by how often a ray to the right crosses the edges."""
    x, y = place
    crossed = 0
    for (ax, ay), (bx, by) in edges:
        if (ay > y) != (by > y):
            crossed += x < ax + (y - ay) * (bx - ax) / (by - ay)
    return crossed % 2 == 1


@given(
    st.sampled_from(POLYFORMS).flatmap(lambda known: st.sampled_from(known[1])),
    st.text(alphabet="abgjlqwxyzAMW1'-", min_size=1, max_size=12),
)
def test_a_name_stands_inside_its_patch(region: Region, name: str) -> None:
    points, edges = written(patch_of(region, name))
    assert all(turns_round(point, edges) for point in points)
    left, bottom, right, top = box(points)
    # No edge crosses the name: eleven points of each edge are checked.
    for (ax, ay), (bx, by) in edges:
        for tenth in range(11):
            x, y = ax + (bx - ax) * tenth / 10, ay + (by - ay) * tenth / 10
            assert not (left < x < right and bottom < y < top)


@pytest.mark.parametrize("lattice", [SQUARE, HEXAGONS, TRIANGLES], ids=lambda lattice: lattice.name)
def test_a_long_name_is_larger_where_there_is_more_room(lattice: Lattice) -> None:
    bars = [Region.box(length, 1, lattice=lattice) for length in (1, 2, 3)]
    boxes = [box(written(patch_of(bar, "signposts"))[0]) for bar in bars]
    widths = [right - left for left, _, right, _ in boxes]
    assert widths[0] * 1.5 < widths[1] < widths[2]


def test_a_name_in_the_middle_where_the_middle_is_a_corner() -> None:
    hexagon = Region.from_art(".***\n.***", lattice=TRIANGLES)
    left, bottom, right, top = box(written(patch_of(hexagon, "hexagon"))[0])
    xs, ys = zip(*(corner for cell in hexagon for corner in TRIANGLES.corners(cell)), strict=True)
    assert (left + right) / 2 == pytest.approx((min(xs) + max(xs)) / 2, abs=0.01)
    assert bottom < (min(ys) + max(ys)) / 2 < top


def test_a_patch_too_small_for_its_corners() -> None:
    speck = Patch((((0.0, 0.0), (1e-9, 0.0), (0.0, 1e-9)),), label="a long name")
    assert "NaN" not in Picture((speck, Patch((SQUARE.corners((0, 0)),)))).svg(labels=True)
