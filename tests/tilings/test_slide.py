"""Sliding a region over a board, against the definition: every shift of it inside the board."""

from __future__ import annotations

from itertools import product

from hypothesis import given, settings
from hypothesis import strategies as st

from combien import Region
from combien.tilings._placement import Slider, predicted


def regions(dimension: int, *, far: int, most: int) -> st.SearchStrategy[Region]:
    """Regions with at least one cell, connected or not."""
    cells = st.tuples(*[st.integers(-far, far)] * dimension)
    return st.sets(cells, min_size=1, max_size=most).map(Region)


def places(board: Region, region: Region) -> list[Region]:
    """The definition: every shift of the region, near the board, that lies inside it."""
    reach = [
        range(low - high, far + 1 - near)
        for low, far, near, high in zip(board.low, board.high, region.low, region.high, strict=True)
    ]
    return [region.shift(*vector) for vector in product(*reach) if region.shift(*vector) <= board]


@settings(max_examples=50)
@given(st.integers(1, 3), st.data())
def test_places_are_all_shifts_inside_the_board(dimension: int, data: st.DataObject) -> None:
    board = data.draw(regions(dimension, far=3, most=40))
    region = data.draw(regions(dimension, far=1, most=3))
    found = list(Slider(board).places(region))
    expected = places(board, region)
    assert {frozenset(cells) for cells in found} == {frozenset(place) for place in expected}
    assert len(found) == len(expected) <= predicted(board, region)
    # Cells and places come in reading order of their first cells.
    assert all(list(cells) == list(Region(cells)) for cells in found)
    firsts = [cells[0] for cells in found]
    assert firsts == [cell for cell in board if cell in set(firsts)]


def test_a_line_does_not_continue_in_the_next() -> None:
    board = Region.box(3, 2)
    # The shift by (2, -1) goes from the end of a line to the beginning of another.
    assert list(Slider(board).places(Region([(0, 1), (2, 0)]))) == [((0, 1), (2, 0))]
    assert list(Slider(board).places(Region([(0, 1), (3, 0)]))) == []


def test_far_apart_cells_cost_no_more_than_near_ones() -> None:
    board = Region([(0, 0), (10**9, 0), (10**9, 10**9)])
    assert list(Slider(board).places(Region([(0, 0), (0, 10**9)]))) == [
        ((10**9, 10**9), (10**9, 0))
    ]
    assert predicted(board, Region.box(1, 1)) == 3
    assert predicted(Region.box(4, 4), Region.box(5, 1)) == 0
