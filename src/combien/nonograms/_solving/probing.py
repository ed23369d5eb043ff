"""What lines and single suppositions tell of a board: by the core, in slices."""

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
    """The board with all that suppositions tell of it; or None, and why nothing fits it.

    >>> crossed = Nonogram([[1], [1]], [[1], [1]])
    >>> told, _ = probed(crossed, Board.parse("#?\\n??"))
    >>> print(told)
    #.
    .#
    >>> probed(crossed, Board.parse("##\\n??"))
    (None, 'row 1: its clue does not fit what the other lines tell of its cells')

    Each unknown cell is supposed to have each of its colors, until that tells nothing more.
    Errors: `OutOfBudget` when the clock (`perf_counter`) goes beyond `ends`.
    """
    search = NonogramSearch(nonogram, given=board)
    while (outcome := search.run(seconds=SLICE_SECONDS)) == "out of slice":
        if ends is not None and perf_counter() > ends:
            raise OutOfBudget("the seconds of the budget ended within suppositions")
    return (None, search.reason) if outcome == "exhausted" else (search.known, "")
