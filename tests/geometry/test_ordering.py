"""Cells in order and the corners of regions, as the core finds them, against their definitions."""

from __future__ import annotations

from itertools import product
from math import prod

import pytest
from hypothesis import given
from hypothesis import strategies as st

from combien import Region
from combien.errors import BadRegion
from combien.geometry._hexagons import HEXAGONS, TRIANGLES
from combien.geometry._lattice import SQUARE, cells_of_box, ordered_cells
from combien.geometry._symmetry import Symmetry
from combien.geometry._tessellations import KITES

NUMBERS = st.integers(-5, 5) | st.sampled_from([10**9, -(10**9), 2**31 - 1, -(2**31), 10**30])


@given(st.integers(1, 4), st.data())
def test_squares_in_reading_order(dimension: int, data: st.DataObject) -> None:
    cells = data.draw(st.lists(st.tuples(*[NUMBERS] * dimension), max_size=30))
    expected = list(cells)
    for axis in range(dimension):
        expected.sort(key=lambda cell: cell[axis], reverse=axis == 1)
    assert SQUARE.in_reading_order(cells) == expected


@given(st.lists(st.tuples(NUMBERS, NUMBERS, NUMBERS), max_size=30))
def test_other_lattices_in_reading_order(cells: list[tuple[int, int, int]]) -> None:
    assert HEXAGONS.in_reading_order(cells) == sorted(cells, key=lambda cell: (-cell[1], cell[0]))
    assert TRIANGLES.in_reading_order(cells) == sorted(
        cells, key=lambda cell: (-cell[1], cell[0] - cell[2])
    )
    pairs = [cell[:2] for cell in cells]
    assert KITES.in_reading_order(pairs) == sorted(pairs, key=lambda cell: (-cell[1], cell[0]))


def test_equal_values_stay_in_their_order() -> None:
    cells = [(place % 3, place) for place in range(3000)]
    assert ordered_cells(cells, [(1, 0)]) == sorted(cells, key=lambda cell: cell[0])
    far = [(place % 3 * 10**8, place) for place in range(3000)]
    assert ordered_cells(far, [(1, 0)]) == sorted(far, key=lambda cell: cell[0])


@pytest.mark.parametrize(
    "size", [(1,), (7,), (3, 2), (1, 5), (2, 3, 4), (2, 1, 3, 2), (0, 3), (4, 0, 2)]
)
def test_boxes(size: tuple[int, ...]) -> None:
    cells = list(product(*map(range, size)))
    box, same = Region.box(*size), Region(cells, dimension=len(size))
    assert list(cells_of_box(size)) == SQUARE.in_reading_order(cells) == list(box)
    # Before its cells are a set, and after.
    assert (len(box), bool(box), box.size) == (prod(size), bool(cells), same.size)
    assert box == same
    assert hash(box) == hash(same)
    assert (len(box), bool(box), box.size) == (len(same), bool(same), same.size)
    assert box - same == Region(dimension=len(size))
    if cells:
        assert (box.low, box.high) == (same.low, same.high) == (min(cells), max(cells))
    else:
        with pytest.raises(BadRegion, match="without cells"):
            _ = Region.box(*size).low


@given(st.sets(st.tuples(*[st.integers(-(10**9), 10**9)] * 3), min_size=1))
def test_corners(cells: set[tuple[int, ...]]) -> None:
    region = Region(cells)
    columns = list(zip(*cells, strict=True))
    assert region.low == tuple(map(min, columns))
    assert region.high == tuple(map(max, columns))


def test_cells_are_not_moved_too_far() -> None:
    box = Region.box(2, 1)
    assert box.moved(Symmetry((2, 1), (5, 10**9 - 1), 10**10)).high == (5, 10**9)
    with pytest.raises(BadRegion, match="the coordinates of a cell go from"):
        box.moved(Symmetry((2, 1), (5, 10**9), 10**10))
    with pytest.raises(BadRegion, match="the coordinates of a cell go from"):
        box.moved(Symmetry((-1, 2), (-(10**9), 0), 10**10))
