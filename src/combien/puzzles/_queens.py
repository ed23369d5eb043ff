"""The n queens puzzle (Bezzel, 1848).

Published counts are of all solutions (92 on the chessboard), or of those that no turn or reflection
exchanges (12): here of all, or of the latter with `up_to="all"`.

Each row and column has exactly one queen, so they are primary items; a diagonal has at most one, so
it is secondary.  A diagonal of one square constrains nothing and may be left out.  Knuth lists the
items in organ-pipe order, the middle ones first, because a queen in the middle attacks most squares
(Dancing Links, 2000; The Art of Computer Programming, volume 4B, section 7.2.2.1).  On a torus,
rows, columns and diagonals wrap around: Polya (1918) showed that there are solutions exactly when
neither 2 nor 3 divides the size.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from combien.cover._elements import Solution
from combien.cover._problem import Problem
from combien.cover._symmetry import ProblemGroup
from combien.geometry._region import Region
from combien.geometry._symmetry import Group
from combien.geometry._wrapped import torus
from combien.puzzles._board import Board, Chessboard
from combien.puzzles._levels import WITH_GIVENS
from combien.puzzles._puzzle import About, BySettings, once, setting
from combien.puzzles._turns import moved_cell, turns


@dataclass(frozen=True)
class Queens(BySettings):
    """The n queens puzzle, on a board or a torus.

    >>> import combien
    >>> combien.count(Queens(8)), combien.count(Queens(8), up_to="all")
    (92, 12)
    >>> combien.count(Queens(7, torus=True))
    28
    >>> print(combien.solve(Queens(4)))
    . Q . .
    . . . Q
    Q . . .
    . . Q .

    Cost: counting the 14200 solutions of size 12 takes 0.05 s, the 365596 of size 14 1.4 s.
    """

    about: ClassVar[About] = About(
        name="queens",
        title="Non-attacking queens",
        summary="Place n queens on an n x n board so that no two attack each other.",
        source="OEIS A000170, up to symmetry A002562, on a torus A007705",
        examples=(
            "combien queens 8",
            "combien queens 8 --count --up-to all",
            "combien queens 6 --all",
            "combien queens 7 --torus --count",
            "combien queens 8 --svg > queens.svg",
        ),
        levels=WITH_GIVENS,
    )

    size: int = setting(8, "The number of queens, rows, columns.", low=1, high=200, argument=True)
    torus: bool = setting(False, "Whether the board wraps around.")
    extremes: bool = setting(True, "Whether diagonals of a single square are items.")
    order: str = setting(
        "natural",
        "The order of the items: rows and columns from the first, or from the middle.",
        choices=("natural", "organ-pipe"),
    )

    @once
    def problem(self) -> Problem:
        """Return the problem: one option per square, named (x, y), y down."""
        size = self.size
        places = list(range(size))
        if self.order == "organ-pipe":
            places.sort(key=lambda place: (abs(2 * place + 1 - size), place))
            primary = [(kind, place) for place in places for kind in ("row", "column")]
        else:
            primary = [(kind, place) for kind in ("row", "column") for place in places]
        options = {
            (x, y): [("row", y), ("column", x), *self._diagonals(x, y)]
            for y in range(size)
            for x in range(size)
        }
        diagonals = {entry for option in options.values() for entry in option[2:]}
        return Problem.from_options(options, sorted(diagonals), primary=primary)

    def _diagonals(self, x: int, y: int) -> Iterator[tuple[str, int]]:
        """Yield the diagonal items of a square."""
        for kind, number in (("rising", x + y), ("falling", x - y + self.size - 1)):
            if self.torus:
                yield kind, number % self.size
            elif self.extremes or 0 < number < 2 * self.size - 2:
                yield kind, number

    def symmetries(self, *, up_to: str | Group = "all") -> ProblemGroup:
        """Return the symmetries of the square; on a torus, with its translations."""
        board = torus(self.size, self.size) if self.torus else Region.box(self.size, self.size)
        return turns(self.problem(), board, up_to, moved_cell)

    def read(self, solution: Solution) -> Chessboard:
        """Return the board with its queens."""
        return Chessboard.marked(self.size, set(self.problem().names(solution)), "Q")

    def check(self, reading: Board) -> bool:
        """Return whether there is one queen per row and none attacks another."""
        queens = reading.taken
        return len(queens) == self.size and not any(
            self._attacks(across, up)
            for place, (x, y) in enumerate(queens)
            for across, up in ((x - other, y - height) for other, height in queens[:place])
        )

    def _attacks(self, across: int, up: int) -> bool:
        """Return whether two queens at this offset attack each other."""
        if self.torus:
            return 0 in (across % self.size, up % self.size) or 0 in (
                (across + up) % self.size,
                (across - up) % self.size,
            )
        return across == 0 or up == 0 or abs(across) == abs(up)
