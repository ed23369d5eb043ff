"""The laws of meshes: closed, turned outwards, of the right volume; both forms of the file."""

from __future__ import annotations

import struct
from collections import Counter
from collections.abc import Iterable
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from combien.drawing._renderers.stl import Facet, facets, stl
from combien.errors import BadPicture
from tests.whole import Whole

cubes = st.sets(
    st.tuples(st.integers(-1, 2), st.integers(-1, 1), st.integers(0, 2)), min_size=1, max_size=14
)


def edges(mesh: Iterable[Facet]) -> Counter[tuple[object, object]]:
    """How often each edge is run along, in each direction."""
    return Counter(edge for a, b, c in mesh for edge in pairwise((a, b, c, a)))


def volume(mesh: Iterable[Facet]) -> float:
    """By the divergence theorem: the tetrahedra from the origin to the triangles."""
    total = 0.0
    for (ax, ay, az), (bx, by, bz), (cx, cy, cz) in mesh:
        total += ax * (by * cz - bz * cy) - ay * (bx * cz - bz * cx) + az * (bx * cy - by * cx)
    return total / 6


def eroded(cells: set[tuple[int, int, int]], gap: float) -> float:
    """The volume of the points that are at least half the gap inside, summed over the cells."""
    total = 0.0
    for low in {(x - i, y - j, z - k) for x, y, z in cells for i, j, k in CORNERS}:
        # The seam between the eight cubes around the upper corner of `low`, cut into its parts.
        around = {
            corner
            for corner in CORNERS
            if (low[0] + corner[0], low[1] + corner[1], low[2] + corner[2]) in cells
        }
        for kept in product_of_axes():
            wanted = {corner for corner in CORNERS if all(corner[a] == s for a, s in kept.items())}
            if wanted <= around:
                # A fixed axis is in half a cube, another one in the seam.
                total += (0.5 - gap / 2) ** len(kept) * gap ** (3 - len(kept))
    return total


CORNERS = [(i, j, k) for i in (0, 1) for j in (0, 1) for k in (0, 1)]


def product_of_axes() -> list[dict[int, int]]:
    """All ways to fix some axes at one side each."""
    ways: list[dict[int, int]] = [{}]
    for axis in range(3):
        ways = [way | more for way in ways for more in ({}, {axis: 0}, {axis: 1})]
    return ways


@given(cubes)
def test_a_surface_is_closed_and_of_the_right_volume(cells: set[tuple[int, int, int]]) -> None:
    mesh = list(facets(cells))
    assert volume(mesh) == pytest.approx(len(cells))
    times = edges(mesh)
    # Each edge as often one way as the other; more than once only where cubes meet by an edge.
    assert all(times[b, a] == count for (a, b), count in times.items())
    assert mesh == list(facets(sorted(cells, reverse=True)))


@settings(max_examples=40)
@given(cubes, st.sampled_from([0.125, 0.5]))
def test_with_a_gap_each_edge_lies_in_two_triangles(
    cells: set[tuple[int, int, int]], gap: float
) -> None:
    mesh = list(facets(cells, gap=gap))
    times = edges(mesh)
    assert set(times.values()) == {1}
    assert all((b, a) in times for a, b in times)
    assert volume(mesh) == pytest.approx(eroded(cells, gap))


def test_a_cube_with_a_gap() -> None:
    spots = {spot for facet in facets([(1, 0, 0)], size=10, gap=1) for spot in facet}
    assert min(spots) == (10.5, 0.5, 0.5)
    assert max(spots) == (19.5, 9.5, 9.5)
    assert volume(facets([(1, 0, 0)], size=10, gap=1)) == pytest.approx(9**3)


def read(data: bytes) -> list[tuple[float, ...]]:
    """The numbers of a binary file, triangle by triangle: the normal, and the corners."""
    (total,) = struct.unpack_from("<I", data, 80)
    assert len(data) == 84 + 50 * total
    return [struct.unpack_from("<12f", data, 84 + 50 * number) for number in range(total)]


@settings(max_examples=40)
@given(st.lists(cubes, min_size=1, max_size=3), st.sampled_from([0.0, 0.25]))
def test_both_forms_have_the_same_triangles(
    solids: list[set[tuple[int, int, int]]], gap: float
) -> None:
    written = read(stl(solids, gap=gap))
    text = stl(solids, gap=gap, binary=False).decode().splitlines()
    assert [line for line in text if line.startswith("solid")] == [
        f"solid s{number}" for number in range(len(solids))
    ]
    numbers = [
        float(word)
        for line in text
        if line.startswith(("facet", "vertex"))
        for word in line.split()
        if word not in ("facet", "normal", "vertex")
    ]
    assert numbers == pytest.approx([number for facet in written for number in facet])
    wanted = [facet for cells in solids for facet in facets(cells, size=10.0, gap=gap)]
    for numbers_of, facet in zip(written, wanted, strict=True):
        assert numbers_of[3:] == pytest.approx([c for spot in facet for c in spot])
        normal = numbers_of[:3]
        assert sorted(map(abs, normal)) == [0, 0, 1]
        # The normal points out: the corner order agrees, by the volume above.
        (a, b, c) = facet
        bend = (b[0] - a[0], b[1] - a[1], b[2] - a[2]), (c[0] - a[0], c[1] - a[1], c[2] - a[2])
        cross = (
            bend[0][1] * bend[1][2] - bend[0][2] * bend[1][1],
            bend[0][2] * bend[1][0] - bend[0][0] * bend[1][2],
            bend[0][0] * bend[1][1] - bend[0][1] * bend[1][0],
        )
        assert sum(n * m for n, m in zip(normal, cross, strict=True)) > 0


def test_side_by_side() -> None:
    data = stl([[(5, 5, 5), (6, 5, 5)], [(0, -3, 9)]], size=1, side_by_side=True)
    spots = {facet[at : at + 3] for facet in read(data) for at in (3, 6, 9)}
    assert {x for x, _, _ in spots} == {0, 1, 2, 3, 4}
    assert {(y, z) for _, y, z in spots} == {(0, 0), (0, 1), (1, 0), (1, 1)}


def test_whole_numbers_of_other_libraries() -> None:
    solid: Any = [(Whole(0), 0, Whole(1)), (0, 0, 2)]
    assert stl([solid]) == stl([[(0, 0, 1), (0, 0, 2)]])


@pytest.mark.parametrize(
    ("solids", "options", "message"),
    [
        ([], {}, "no solid to write"),
        (3, {}, "solids are a list of cells each, not of type int"),
        ([[]], {}, "solid 0 has no cells"),
        ([[(0, 0, 0)], [(0, 0)]], {}, "solid 1: expected cells of three coordinates"),
        ([[(0, 0, 0.5)]], {}, "three whole numbers"),
        ([[(0, 0, 10**7)]], {}, "three whole numbers"),
        ([[(0, 0, 0), (0, 0, 0)]], {}, r"contains cell \(0, 0, 0\) twice"),
        ([[(0, 0, 0)]], {"size": 0}, "size is a number of millimeters"),
        ([[(0, 0, 0)]], {"size": True}, "numbers of millimeters"),
        ([[(0, 0, 0)]], {"gap": 10}, "gap is a number of millimeters"),
        ([[(0, 0, 0)]], {"gap": float("nan")}, "gap is a number of millimeters"),
        ([[(0, 0, 0)]], {"gap": 0.001}, "gap is a number of millimeters"),
        ([[(0, 0, 0)]] * 501, {"side_by_side": True}, "longer than 1000 cubes"),
    ],
)
def test_what_is_refused(
    solids: list[list[tuple[int, int, int]]], options: dict[str, float], message: str
) -> None:
    with pytest.raises(BadPicture, match=message):
        stl(solids, **options)  # type: ignore[arg-type]
