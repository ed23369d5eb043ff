"""Latin squares: each row and each column holds each digit once.

The items are the cells, and each digit in each row and in each column; an option puts a digit into
a cell.  A reduced square has its first row and its first column in order: there are
`size! (size - 1)!` times as many squares as reduced ones.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, cast

from combien.cover._elements import Solution
from combien.cover._problem import Problem
from combien.puzzles._board import Board
from combien.puzzles._levels import WITH_GIVENS
from combien.puzzles._puzzle import About, BySettings, once, setting


@dataclass(frozen=True)
class Latin(BySettings):
    """A Latin square.

    >>> import combien
    >>> [combien.count(Latin(size)) for size in (2, 3, 4, 5)]
    [2, 12, 576, 161280]
    >>> [combien.count(Latin(size, reduced=True)) for size in (2, 3, 4, 5)]
    [1, 1, 4, 56]
    >>> print(combien.solve(Latin(3, reduced=True)))
    1 2 3
    2 3 1
    3 1 2

    Cost: a sweep engine counts the 812851200 squares of size 6 in 4 s, the 16942080 reduced
    ones of size 7 in 2 s.
    """

    about: ClassVar[About] = About(
        name="latin",
        title="Latin squares",
        summary="Fill a square so that each row and each column holds each digit once.",
        source="OEIS A002860, reduced A000315, with diagonals A274806 (L. Euler, 1782)",
        examples=(
            "combien puzzle latin 5",
            "combien puzzle latin 6 --reduced --count",
            "combien puzzle latin 4 --reduced --all",
            "combien puzzle latin 5 --diagonals --count",
        ),
        levels=WITH_GIVENS,
    )

    size: int = setting(5, "The number of digits, rows and columns.", low=1, high=60, argument=True)
    reduced: bool = setting(False, "Whether the first row and the first column are in order.")
    diagonals: bool = setting(False, "Whether both diagonals hold each digit once, too.")

    @once
    def problem(self) -> Problem:
        """Return the problem: options (x, y, digit), y down, digits from 1."""
        places, digits = range(self.size), range(1, self.size + 1)
        kinds = ["row", "column"]
        primary: list[tuple[object, ...]] = [("cell", x, y) for y in places for x in places]
        primary += [(kind, place, digit) for kind in kinds for place in places for digit in digits]
        if self.diagonals:
            primary += [("diagonal", number, digit) for number in (0, 1) for digit in digits]
        return Problem.from_options(
            {
                (x, y, digit): [
                    ("cell", x, y),
                    ("row", y, digit),
                    ("column", x, digit),
                    *[("diagonal", 0, digit)] * (self.diagonals and x == y),
                    *[("diagonal", 1, digit)] * (self.diagonals and x + y == self.size - 1),
                ]
                for y in places
                for x in places
                for digit in digits
                if not self.reduced or min(x, y) or digit == x + y + 1
            },
            primary=primary,
        )

    def read(self, solution: Solution) -> Board:
        """Return the square."""
        return square_of(self.problem(), solution, self.size)

    def check(self, reading: Board) -> bool:
        """Return whether each row, column and (if required) diagonal holds each digit once."""
        square = numbers_of(reading)
        wanted = set(range(1, self.size + 1))
        houses = [*square, *zip(*square, strict=True)]
        if self.diagonals:
            houses.append(tuple(line[place] for place, line in enumerate(square)))
            houses.append(tuple(line[-1 - place] for place, line in enumerate(square)))
        ordered = tuple(range(1, self.size + 1))
        first = not self.reduced or square[0] == tuple(line[0] for line in square) == ordered
        return len(square) == self.size and all(set(house) == wanted for house in houses) and first


def square_of(problem: Problem, solution: Solution, size: int) -> Board:
    """Return the square filled by options named (x, y, digit)."""
    lines = [[""] * size for _ in range(size)]
    for name in problem.names(solution):
        x, y, digit = cast("tuple[int, int, int]", name)
        lines[y][x] = str(digit)
    return Board(tuple(map(tuple, lines)))


def numbers_of(board: Board) -> list[tuple[int, ...]]:
    """Return the digits of a square, row by row; 0 for no digit."""
    return [tuple(int(text) if text.isdecimal() else 0 for text in line) for line in board.lines]
