"""The square lattice: neighbors, corners and reading order against their definitions."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from combien.errors import BadRegion
from combien.geometry._lattice import SQUARE
from tests.geometry.random_regions import cells


@given(st.integers(1, 4).flatmap(cells))
def test_neighbors_are_the_cells_at_distance_one(cell: tuple[int, ...]) -> None:
    neighbors = SQUARE.neighbors(cell)
    assert len(set(neighbors)) == len(neighbors) == 2 * len(cell)
    assert all(sum(abs(a - b) for a, b in zip(cell, n, strict=True)) == 1 for n in neighbors)


@given(cells(2))
def test_corners_go_round_the_unit_square_counter_clockwise(cell: tuple[int, int]) -> None:
    corners = SQUARE.corners(cell)
    assert min(corners) == cell
    turned = [*corners[1:], corners[0]]
    twice_the_area = sum(a[0] * b[1] - a[1] * b[0] for a, b in zip(corners, turned, strict=True))
    assert twice_the_area == 2


def test_only_cells_of_the_plane_have_corners() -> None:
    with pytest.raises(BadRegion, match="a cell of dimension 3 is not a square"):
        SQUARE.corners((0, 0, 0))


@given(st.lists(cells(2)), st.lists(cells(3)))
def test_reading_order(flat: list[tuple[int, int]], solid: list[tuple[int, int, int]]) -> None:
    assert SQUARE.in_reading_order(flat) == sorted(flat, key=lambda c: (-c[1], c[0]))
    assert SQUARE.in_reading_order(solid) == sorted(solid, key=lambda c: (c[2], -c[1], c[0]))
