"""The problem of a board and tiles as it was built before the core did it: from names."""

from __future__ import annotations

from collections.abc import Iterator
from math import prod

from combien import Problem, Region, TilingProblem
from combien.geometry._cell import Cell
from combien.geometry._wrapped import Wrapped
from combien.tilings._placement import Slider


def built(model: TilingProblem) -> Problem:
    """Return the problem of a model, of which only the board and the tiles are asked for."""
    board = model.board
    builder = Problem.builder()
    for cell in board:
        builder.item(cell)
    uses: list[tuple[str, ...]] = []
    for number, tile in enumerate(model.tiles):
        low, high = tile.times
        uses.append(() if (low, high) == (0, None) else (tile.called(number),))
        if uses[-1]:
            most = max(low, len(board)) if high is None else high
            once = (low, high) == (0, 1)
            builder.item(*uses[-1], secondary=once, bounds=None if once else (low, most))
    wraps = isinstance(board.lattice, Wrapped)
    # On a board that wraps around, places are found in Python, then as now.
    places = Slider(board).places if wraps else _Places(board).of
    for use, tile in zip(uses, model.tiles, strict=True):
        seen: set[tuple[Cell, ...]] = set()
        for region in tile.orientations:
            found = places(region)
            fresh = (cells for cells in found if not wraps or cells not in seen)
            options = list(fresh) if wraps else fresh
            builder.gather(cells + use for cells in options)
            seen.update(options if wraps else ())
    return builder.build()


class _Places:
    """The places of regions on a board, whose cells are numbered line by line."""

    def __init__(self, board: Region) -> None:
        self._board = board
        self._strides = [prod(board.size[:axis]) for axis in range(board.dimension)]
        self._cell_at = {self._number(cell): cell for cell in board}

    def of(self, region: Region) -> Iterator[tuple[Cell, ...]]:
        """Yield the cells covered at each place, in reading order."""
        first, kind = region.cells[0], self._board.lattice.kind
        wanted = kind(first)
        anchors = [cell for cell in self._board if kind(cell) == wanted]
        # Where the bounding box of the region exceeds that of the board, numbers would run into
        # the next line.
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
            known = [cell for cell in cells if cell is not None]
            if len(known) == len(cells):
                yield tuple(known)

    def _number(self, cell: Cell) -> int:
        return sum(map(int.__mul__, self._strides, cell))
