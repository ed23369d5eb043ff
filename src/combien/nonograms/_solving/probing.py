"""Probe a board with lines and single assumptions: by the core, in slices."""

from __future__ import annotations

from time import perf_counter

from combien._budget import SLICE_SECONDS
from combien.errors import OutOfBudget
from combien.nonograms._board import Board
from combien.nonograms._nonogram import Nonogram
from combien.nonograms._solving.search import NonogramSearch

__all__ = ["probed"]


def probed(
    nonogram: Nonogram, board: Board, *, ends: float | None = None
) -> tuple[Board | None, str]:
    """Return the board after probing; or None, and why it has no solution.

    >>> crossed = Nonogram([[1], [1]], [[1], [1]])
    >>> known, _ = probed(crossed, Board.parse("#?\\n??"))
    >>> print(known)
    #.
    .#
    >>> probed(crossed, Board.parse("##\\n??"))
    (None, 'row 1: its clue does not fit the cells known from other lines')

    Each color of each unknown cell is assumed in turn, to a fixed point.
    Raises `OutOfBudget` when the clock (`perf_counter`) goes beyond `ends`.
    """
    search = NonogramSearch(nonogram, given=board)
    while (outcome := search.run(seconds=SLICE_SECONDS)) == "out of slice":
        if ends is not None and perf_counter() > ends:
            raise OutOfBudget("the seconds of the budget ran out within suppositions")
    return (None, search.reason) if outcome == "exhausted" else (search.known, "")
