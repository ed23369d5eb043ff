"""Magic squares: the numbers 1 to n² in a square with equal row, column and diagonal sums.

Published counts take squares that are turned or reflected as one (880 of order 4): here they are
eight, or one with `up_to="all"`.

Exact cover cannot express sums, so an option is a whole line filled with numbers of the right sum,
which are the colors of its cells; each number goes to one cell (XCC).  A line of four has 2064 such
options; a line of five would have 167280, so that size is not supported.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from itertools import permutations
from typing import ClassVar, cast

from combien.cover._elements import Colored, Solution
from combien.cover._problem import Problem
from combien.cover._symmetry import ProblemGroup
from combien.geometry._cell import Cell
from combien.geometry._region import Region
from combien.geometry._symmetry import Group
from combien.puzzles._board import Board
from combien.puzzles._latin import numbers_of
from combien.puzzles._puzzle import About, BySettings, once, setting
from combien.puzzles._turns import turns

# The numbers in some cells, in the order of the cells.
Numbers = tuple[tuple[Cell, int], ...]


@dataclass(frozen=True)
class Magic(BySettings):
    """A magic square; without `diagonals`, a semimagic one (equal row and column sums only).

    >>> import combien
    >>> combien.count(Magic(3)), combien.count(Magic(3), up_to="all")
    (8, 1)
    >>> print(combien.solve(Magic(3)))
    2 7 6
    9 5 1
    4 3 8
    """

    about: ClassVar[About] = About(
        name="magic",
        title="Magic squares",
        summary="Arrange 1 to n² so that rows, columns and diagonals have the same sum.",
        source="B. Frénicle de Bessy (1693): 880 of order 4, up to turns; OEIS A006052; without "
        "diagonals A271103, up to turns as well",
        examples=(
            "combien puzzle magic",
            "combien puzzle magic 3 --no-diagonals --count",
            "combien puzzle magic 3 --all --boxes",
        ),
    )

    size: int = setting(3, "The side length of the square.", low=1, high=4, argument=True)
    diagonals: bool = setting(True, "Whether the diagonals must have the same sum.")

    @property
    def total(self) -> int:
        """The sum of a line."""
        return self.size * (self.size**2 + 1) // 2

    @property
    def lines(self) -> tuple[tuple[Cell, ...], ...]:
        """The cells of each row, column and diagonal that must have the sum."""
        size = range(self.size)
        lines = [tuple((x, y) for x in size) for y in size]
        lines += [tuple((x, y) for y in size) for x in size]
        if self.diagonals:
            lines += [tuple((x, x) for x in size), tuple((x, self.size - 1 - x) for x in size)]
        return tuple(dict.fromkeys(lines))

    @once
    def problem(self) -> Problem:
        """Return the problem: options fill a whole line, or a single cell."""
        size = range(self.size)
        cells, numbers = [(x, y) for y in size for x in size], range(1, self.size**2 + 1)
        sums = [some for some in permutations(numbers, self.size) if sum(some) == self.total]
        options: dict[tuple[str, Numbers], list[Hashable]] = {
            ("cell", ((cell, number),)): [cell, number, Colored(("at", cell), number)]
            for cell in cells
            for number in numbers
        }
        for line in self.lines:
            for some in sums:
                held = tuple(zip(line, some, strict=True))
                options["line", held] = [line, *(Colored(("at", c), n) for c, n in held)]
        return Problem.from_options(
            options,
            primary=[*self.lines, *cells, *numbers],
            secondary=[("at", cell) for cell in cells],
        )

    def symmetries(self, *, up_to: str | Group = "all") -> ProblemGroup:
        """Return the symmetries of the square."""
        return turns(self.problem(), Region.box(self.size, self.size), up_to, _moved)

    def read(self, solution: Solution) -> Board:
        """Return the square."""
        names = cast("tuple[tuple[str, Numbers], ...]", self.problem().names(solution))
        number = {cell: n for kind, held in names if kind == "cell" for cell, n in held}
        size = range(self.size)
        return Board.written([str(number[x, y]) for x in size] for y in size)

    def check(self, reading: Board) -> bool:
        """Return whether each number occurs once and all sums are equal."""
        lines, size = numbers_of(reading), range(self.size)
        if [len(line) for line in lines] != [self.size] * self.size:
            return False
        sums = [sum(line) for line in lines] + [sum(column) for column in zip(*lines, strict=True)]
        if self.diagonals:
            sums += [sum(lines[i][i] for i in size), sum(lines[i][-1 - i] for i in size)]
        return sorted(number for line in lines for number in line) == list(
            range(1, self.size**2 + 1)
        ) and set(sums) == {self.total}


def _moved(name: Hashable, goes: Mapping[Cell, Cell]) -> Hashable:
    kind, held = cast("tuple[str, Numbers]", name)
    # A line reads the same from both ends; its cells are sorted by x, then y.
    return kind, tuple(sorted((goes[cell], number) for cell, number in held))
