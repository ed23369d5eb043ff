"""The outline of a patch against its definition: the edges between inside and outside."""

from __future__ import annotations

from math import cos, pi, sin, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from combien.drawing._content import Patch, Point, Polygon
from combien.drawing._mesh import loops, mesh_of, without_straight_corners
from combien.drawing._picture import Picture

Cell = tuple[int, int]
RING = [(x, y) for x in range(3) for y in range(3) if (x, y) != (1, 1)]

regions = st.sets(st.tuples(st.integers(-3, 3), st.integers(-3, 3)), min_size=1, max_size=30)


def outline(picture: Picture, *, patch: int = 0) -> list[list[Point]]:
    mesh = mesh_of(picture)
    return [
        [mesh.corners[corner] for corner in loop]
        for loop in loops(mesh.boundaries[patch], mesh.corners)
    ]


def of_cells(cells: set[Cell] | list[Cell]) -> list[list[Point]]:
    return outline(Picture.of_cells([(cells, 0, "")]))


def sides(loop: list[Point]) -> list[tuple[Point, Point]]:
    return [(loop[place - 1], corner) for place, corner in enumerate(loop)]


def signed_area(loop: list[Point]) -> float:
    return sum(ax * by - bx * ay for (ax, ay), (bx, by) in sides(loop)) / 2


def length(loop: list[Point]) -> float:
    return sum(abs(bx - ax) + abs(by - ay) for (ax, ay), (bx, by) in sides(loop))


def is_inside(cell: Cell, outlines: list[list[Point]]) -> bool:
    """By the even-odd rule: how often a ray from the middle of the cell crosses the outline."""
    x, y = cell[0] + 0.5, cell[1] + 0.5
    crossed = sum(
        ax > x and min(ay, by) < y < max(ay, by)
        for loop in outlines
        for (ax, ay), (_, by) in sides(loop)
    )
    return crossed % 2 == 1


def hexagon(across: int, up: int, *, slip: float = 0.0) -> Polygon:
    middle = sqrt(3) * (across + up / 2), 1.5 * up
    return tuple(
        (middle[0] + cos(pi / 6 + k * pi / 3) + slip, middle[1] + sin(pi / 6 + k * pi / 3) - slip)
        for k in range(6)
    )


def test_known_outlines() -> None:
    assert sorted(map(len, of_cells([(0, 0), (1, 0), (0, 1)]))) == [6]
    assert sorted(map(len, of_cells([(x, 0) for x in range(9)]))) == [4]
    assert sorted(map(len, of_cells([(1, 0), (0, 1), (1, 1), (2, 1), (1, 2)]))) == [12]


def test_a_ring_has_an_outside_and_a_hole_that_runs_the_other_way() -> None:
    assert sorted(map(signed_area, of_cells(RING))) == [-1, 9]


def test_cells_that_touch_by_a_corner_are_cut_apart() -> None:
    assert sorted(map(signed_area, of_cells([(0, 0), (1, 1)]))) == [1, 1]


@given(regions)
def test_the_outline_is_what_its_definition_says(cells: set[Cell]) -> None:
    found = of_cells(cells)
    assert sum(map(signed_area, found)) == len(cells)
    open_sides = [
        (x + dx, y + dy)
        for x, y in cells
        for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))
        if (x + dx, y + dy) not in cells
    ]
    assert sum(map(length, found)) == len(open_sides)
    for x in range(-4, 5):
        for y in range(-4, 5):
            assert is_inside((x, y), found) == ((x, y) in cells)


@given(regions)
def test_loops_are_simple_and_turn_at_each_corner(cells: set[Cell]) -> None:
    for loop in of_cells(cells):
        assert len(set(loop)) == len(loop)
        for place, (x, y) in enumerate(loop):
            (ax, ay), (bx, by) = loop[place - 1], loop[(place + 1) % len(loop)]
            assert (x - ax) * (by - y) != (y - ay) * (bx - x)


@given(
    st.sets(st.tuples(st.integers(-40, 40), st.integers(-40, 40)), min_size=1, max_size=12),
    st.lists(st.floats(-1e-9, 1e-9), min_size=12, max_size=12),
)
def test_hexagons_meet_although_their_corners_differ_in_the_last_bits(
    cells: set[Cell], slips: list[float]
) -> None:
    polygons = tuple(
        hexagon(across, up, slip=slip)
        for (across, up), slip in zip(sorted(cells), slips, strict=False)
    )
    shared = sum(
        (across + dx, up + dy) in cells
        for across, up in cells
        for dx, dy in ((1, 0), (0, 1), (-1, 1))
    )
    found = outline(Picture((Patch(polygons),)))
    assert sum(map(len, found)) == 6 * len(cells) - 2 * shared
    assert sum(map(signed_area, found)) == pytest.approx(len(cells) * 1.5 * sqrt(3))


def test_polygons_that_overlap_still_close() -> None:
    square = ((0.0, 0.0), (2.0, 0.0), (2.0, 2.0), (0.0, 2.0))
    half = ((0.0, 0.0), (2.0, 0.0), (2.0, 1.0), (0.0, 1.0))
    below = ((0.0, -1.0), (2.0, -1.0), (2.0, 0.0), (0.0, 0.0))
    found = outline(Picture((Patch((square, square, half, below)),)))
    assert sum(map(signed_area, found)) == 4 + 4 + 2 + 2


@pytest.mark.parametrize("slip", [-1e-9, 0.0, 1e-9])
def test_corners_meet_at_the_edge_of_a_rounding_square(slip: float) -> None:
    """Halfway between two multiples of a millionth, where rounding goes either way."""
    x = 1 + 0.5e-6
    left = ((0.0, 0.0), (x, 0.0), (x, x), (0.0, x))
    right = ((x + slip, -slip), (2.0, 0.0), (2.0, x), (x + slip, x - slip))
    assert [len(loop) for loop in outline(Picture((Patch((left, right)),)))] == [4]


def test_a_polygon_of_a_thousand_corners_keeps_them() -> None:
    circle = tuple((cos(k * pi / 500), sin(k * pi / 500)) for k in range(1000))
    assert [len(loop) for loop in outline(Picture((Patch((circle,)),)))] == [1000]


def test_a_spur_keeps_its_end() -> None:
    """A line that goes straight back turns, though it does not bend."""
    spur = ((0.0, 0.0), (2.0, 0.0), (1.0, 0.0), (1.0, 1.0))
    assert without_straight_corners([0, 1, 2, 3], spur) == [0, 1, 2, 3]
    straight = ((0.0, 0.0), (1.0, 0.0), (2.0, 0.0), (1.0, 1.0))
    assert without_straight_corners([0, 1, 2, 3], straight) == [0, 2, 3]


def test_corners_are_numbered_once_for_the_whole_picture() -> None:
    mesh = mesh_of(Picture.of_cells([([(x, y)], 0, "") for x in range(3) for y in range(2)]))
    assert len(mesh.corners) == 4 * 3
    assert [len(boundary) for boundary in mesh.boundaries] == [4] * 6
