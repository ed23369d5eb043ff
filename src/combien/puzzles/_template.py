"""A complete small puzzle, to copy: rooks of which none attacks another.

A rook attacks along its line and its file, so each line and each file has one of them: items are
lines and files, an option is a square.  As many as there are orders of `size` things; with the
diagonal closed, those orders that leave nothing where it was (derangements).

To make a puzzle of your own, copy this file, change it, and add its line to the table of
`combien/puzzles/__init__.py`; then `combien puzzle NAME` runs it, `docs/puzzles.md` lists it, and
`tests/puzzles/test_every_puzzle.py` tests what must hold for every puzzle.  Its counts, from a
source that you cite, are for you to test.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from combien.cover._elements import Solution
from combien.cover._problem import Problem
from combien.puzzles._board import Board
from combien.puzzles._chessboard import Chessboard
from combien.puzzles._puzzle import About, BySettings, setting

__all__ = ["Rooks"]


@dataclass(frozen=True)
class Rooks(BySettings):
    """Rooks on a board, one in each line and file.

    >>> import combien
    >>> combien.count(Rooks(5)), combien.count(Rooks(5, diagonal=False))
    (120, 44)
    >>> print(combien.solve(Rooks(3, diagonal=False)))
    . R .
    . . R
    R . .
    """

    about: ClassVar[About] = About(
        name="rooks",
        title="Rooks that leave one another alone",
        summary="Put a rook into each line and each file of a board.",
        source="OEIS A000142; with the diagonal closed A000166 (P. R. de Montmort, 1708)",
        examples=("combien puzzle rooks 6", "combien puzzle rooks 8 --no-diagonal --count"),
    )

    size: int = setting(4, "How many rooks, lines and files.", low=1, high=200, argument=True)
    diagonal: bool = setting(True, "May rooks stand on the main diagonal?")

    def problem(self) -> Problem:
        """Items ("line", y) and ("file", x), an option for each square (x, y), y down."""
        return self._problem

    @cached_property
    def _problem(self) -> Problem:
        places = range(self.size)
        return Problem.from_options(
            {
                (x, y): [("line", y), ("file", x)]
                for y in places
                for x in places
                if self.diagonal or x != y
            },
            primary=[(kind, place) for kind in ("line", "file") for place in places],
        )

    def read(self, solution: Solution) -> Board:
        """The board with its rooks."""
        return Chessboard.marked(self.size, set(self.problem().names(solution)), "R")

    def check(self, reading: Board) -> bool:
        """Whether there are `size` rooks and none attacks another or stands where none may."""
        rooks = reading.taken
        apart = all(a == b or (a[0] != b[0] and a[1] != b[1]) for a in rooks for b in rooks)
        allowed = self.diagonal or all(x != y for x, y in rooks)
        return len(rooks) == self.size and apart and allowed
