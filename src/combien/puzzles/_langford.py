"""Langford pairings: arrange 1 1 2 2 ... n n so that there are k numbers between the two k's.

Published counts often take a pairing and its reversal as one (OEIS A014552): here they are two, or
one with `up_to="all"`.

Dudley Langford saw his son do it with colored blocks (The Mathematical Gazette, 1958).  The items
are the numbers and the positions; an option puts both copies of a number into two positions.
Solutions exist exactly when n or n + 1 is a multiple of 4.

In Skolem sequences (1957) the two k's are k apart, with k - 1 numbers between them; they exist
exactly when n or n - 1 is a multiple of 4.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from typing import ClassVar, cast

from combien.cover._elements import Solution
from combien.cover._problem import Problem
from combien.cover._symmetry import ProblemGroup
from combien.geometry._cell import Cell
from combien.geometry._region import Region
from combien.geometry._symmetry import Group
from combien.puzzles._board import Board
from combien.puzzles._levels import WITH_GIVENS
from combien.puzzles._puzzle import About, BySettings, once, setting
from combien.puzzles._turns import turns


@dataclass(frozen=True)
class Langford(BySettings):
    """Langford pairings (or Skolem sequences) of the numbers 1 to `size`.

    >>> import combien
    >>> print(combien.solve(Langford(4)))
    4 1 3 1 2 4 3 2
    >>> combien.count(Langford(7)), combien.count(Langford(7), up_to="all")
    (52, 26)
    >>> combien.count(Langford(5, skolem=True))
    10
    """

    about: ClassVar[About] = About(
        name="langford",
        title="Langford pairings and Skolem sequences",
        summary="Arrange 1 1 2 2 ... n n so that there are k numbers between the two k's.",
        source="OEIS A014552, which counts up to reversal; Skolem sequences: A004075",
        examples=(
            "combien puzzle langford 7",
            "combien puzzle langford 8 --count --up-to all",
            "combien puzzle langford 4 --all",
            "combien puzzle langford 8 --skolem --count",
        ),
        levels=WITH_GIVENS,
    )

    size: int = setting(7, "The largest number.", low=1, high=500, argument=True)
    skolem: bool = setting(False, "Whether the two k's are k apart instead of k + 1.")

    @once
    def problem(self) -> Problem:
        """Return the problem: option (k, first, second) puts k at these two positions."""
        numbers, places = range(1, self.size + 1), range(2 * self.size)
        return Problem.from_options(
            {
                (number, first, second): [number, ("place", first), ("place", second)]
                for number in numbers
                for first in places
                if (second := first + number + (not self.skolem)) in places
            },
            primary=[*numbers, *(("place", place) for place in places)],
        )

    def symmetries(self, *, up_to: str | Group = "all") -> ProblemGroup:
        """Return the identity and the reversal (a 180° rotation)."""
        return turns(self.problem(), Region.box(2 * self.size, 1), up_to, _moved)

    def read(self, solution: Solution) -> Board:
        """Return the sequence of numbers."""
        line = [""] * (2 * self.size)
        for name in self.problem().names(solution):
            number, first, second = cast("tuple[int, int, int]", name)
            line[first] = line[second] = str(number)
        return Board((tuple(line),))

    def check(self, reading: Board) -> bool:
        """Return whether each number k occurs twice, at the right distance."""
        (line,) = reading.lines
        between = -1 if self.skolem else 0
        positions = {
            text: [place for place, other in enumerate(line) if other == text] for text in line
        }
        return (
            len(line) == 2 * self.size
            and set(positions) == {str(number) for number in range(1, self.size + 1)}
            and all(
                len(at) == 2 and at[1] - at[0] - 1 == int(text) + between
                for text, at in positions.items()
            )
        )


def _moved(name: Hashable, goes: Mapping[Cell, Cell]) -> Hashable:
    number, *places = cast("tuple[int, int, int]", name)
    return number, *sorted(goes[place, 0][0] for place in places)
