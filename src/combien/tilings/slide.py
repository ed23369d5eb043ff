"""Where a region fits: it is slid over the board, and stays where all its cells are on it.

Cells are numbered so that moving a cell adds a constant to its number (line after line, as if the
board filled the box round it).  Then a region slides by one addition and one look-up a cell, all
inside `map` and `zip`; the dominoes of a board of 1000 x 1000 take some 2 s.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import prod
from typing import cast

from combien.geometry.cell import Cell
from combien.geometry.region import Region

__all__ = ["Slider", "predicted"]


def predicted(board: Region, region: Region) -> int:
    """How many places there can be at most, from the boxes round the board and the region.

    >>> predicted(Region.box(8, 8), Region.box(2, 1))
    56
    """
    rooms = (whole - part + 1 for whole, part in zip(board.size, region.size, strict=True))
    return min(len(board), prod(max(room, 0) for room in rooms))


class Slider:
    """A board made ready to slide regions over it.

    >>> list(Slider(Region.box(2, 2)).places(Region.box(2, 1)))
    [((0, 1), (1, 1)), ((0, 0), (1, 0))]
    """

    __slots__ = ("_board", "_cell_at", "_strides")

    def __init__(self, board: Region) -> None:
        self._board = board
        self._strides = [prod(board.size[:axis]) for axis in range(board.dimension)]
        self._cell_at = {self._number(cell): cell for cell in board}

    def places(self, region: Region) -> Iterator[tuple[Cell, ...]]:
        """The cells covered at each place, in reading order; the places are in reading order too.

        Cost: for each place in the box round the board 1 microsecond and 0.07 for each cell.
        """
        # A place is where the first cell comes to lie.  Where the box round the region would stick
        # out of the box round the board, numbers would run over into the next line.
        first = region.cells[0]
        anchors = list(self._board)
        for axis, start in enumerate(first):
            low = self._board.low[axis] + start - region.low[axis]
            high = self._board.high[axis] + start - region.high[axis]
            anchors = [cell for cell in anchors if low <= cell[axis] <= high]
        numbers = list(map(self._number, anchors))
        begin = self._number(first)
        covered = (
            map(self._cell_at.get, map((self._number(cell) - begin).__add__, numbers))
            for cell in region
        )
        for cells in zip(*covered, strict=True):
            if None not in cells:
                yield cast(tuple[Cell, ...], cells)

    def _number(self, cell: Cell) -> int:
        return sum(map(int.__mul__, self._strides, cell))
