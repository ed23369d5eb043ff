"""Non-attacking rooks: a complete small puzzle to copy.

In a copy, each comment that begins with `HOLE` says what to write there, and goes when it is done.
This docstring then says first where the published rules are ambiguous and which reading is taken,
then who found the puzzle, then what the items and options are.

A rook attacks along its row and its column, so each row and each column has exactly one rook: the
items are the rows and columns, an option is a square.  The solutions are the permutations of `size`
elements; without the diagonal, the derangements.

To add a puzzle, copy this file, fill the holes, and add an entry to the table in
`combien/puzzles/_table.py`; then `combien puzzle NAME` runs it and
`tests/puzzles/test_every_puzzle.py` tests what must hold for every puzzle.  `docs/adding.md` has
the other steps; test its counts against a source that you cite.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from combien.cover._elements import Solution
from combien.cover._problem import Problem
from combien.puzzles._board import Board, Chessboard
from combien.puzzles._puzzle import About, BySettings, once, setting


# HOLE: the name of the puzzle as a class; its name in lower case is the name of the puzzle.
@dataclass(frozen=True)
class Rooks(BySettings):
    """Non-attacking rooks, one in each row and column.

    >>> import combien
    >>> combien.count(Rooks(5)), combien.count(Rooks(5, diagonal=False))
    (120, 44)
    >>> print(combien.solve(Rooks(3, diagonal=False)))
    . R .
    . . R
    R . .
    """

    # HOLE: the name, a title, a sentence with the rules, the source of the counts, and commands.
    about: ClassVar[About] = About(
        name="rooks",
        title="Non-attacking rooks",
        summary="Place n rooks on an n x n board so that no two attack each other.",
        source="OEIS A000142; without the diagonal A000166 (P. R. de Montmort, 1708)",
        examples=("combien puzzle rooks 6", "combien puzzle rooks 8 --no-diagonal --count"),
    )

    # HOLE: the settings, each with its default, its help and its limits.
    size: int = setting(4, "The number of rooks, rows and columns.", low=1, high=200, argument=True)
    diagonal: bool = setting(True, "Whether rooks may stand on the main diagonal.")

    @once
    def problem(self) -> Problem:
        """Return the problem: items ("row", y) and ("column", x), options (x, y), y down."""
        # HOLE: the rules as options, each a name and the items that it covers.
        places = range(self.size)
        return Problem.from_options(
            {
                (x, y): [("row", y), ("column", x)]
                for y in places
                for x in places
                if self.diagonal or x != y
            },
            primary=[(kind, place) for kind in ("row", "column") for place in places],
        )

    def read(self, solution: Solution) -> Board:
        """Return the board with its rooks."""
        # HOLE: what a person writes down, made of the names of the options of a solution.
        return Chessboard.marked(self.size, set(self.problem().names(solution)), "R")

    def check(self, reading: Board) -> bool:
        """Return whether `size` rooks stand on allowed squares and none attacks another."""
        # HOLE: the rules once more, as the source has them, without the items and options.
        rooks = reading.taken
        apart = all(a == b or (a[0] != b[0] and a[1] != b[1]) for a in rooks for b in rooks)
        allowed = self.diagonal or all(x != y for x, y in rooks)
        return len(rooks) == self.size and apart and allowed
