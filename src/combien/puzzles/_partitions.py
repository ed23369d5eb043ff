"""Set partitions, counted by the Bell numbers.

The options are all possible parts, so this is the largest exact cover problem with this number of
items.  With parts of one and two the solutions correspond to involutions; with parts of two, to
perfect matchings.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from math import comb
from typing import ClassVar, cast

from combien.cover._elements import Solution
from combien.cover._problem import Problem
from combien.errors import BadPuzzle
from combien.puzzles._board import Groups
from combien.puzzles._puzzle import About, BySettings, numbers_in, once, setting

ANY = "any"
MOST_PARTS = 300_000


@dataclass(frozen=True)
class Partitions(BySettings):
    """The partitions of the set of numbers 1 to `size`.

    >>> import combien
    >>> [combien.count(Partitions(size)) for size in range(1, 8)]
    [1, 2, 5, 15, 52, 203, 877]
    >>> print(combien.solve(Partitions(6, parts="3")))
    1 2 3   4 5 6
    """

    about: ClassVar[About] = About(
        name="partitions",
        title="Set partitions",
        summary="Partition a set into parts.",
        source="E. T. Bell (1934); OEIS A000110; with parts of one and two A000085, of two "
        "A001147, of three A025035",
        examples=(
            "combien puzzle partitions 4 --all",
            "combien puzzle partitions 12 --count",
            "combien puzzle partitions 12 --parts 3 --count",
        ),
    )

    size: int = setting(5, "The number of elements.", low=1, high=100, argument=True)
    parts: str = setting(ANY, "The allowed sizes of parts, as in 1,2 or any.")

    def __post_init__(self) -> None:
        super().__post_init__()
        if sum(comb(self.size, size) for size in self.sizes) > MOST_PARTS:
            raise BadPuzzle(
                f"size={self.size}: too many possible parts; choose a smaller set or smaller parts"
            )

    @cached_property
    def sizes(self) -> tuple[int, ...]:
        """The allowed sizes of parts, in order."""
        if self.parts == ANY:
            return tuple(range(1, self.size + 1))
        sizes = sorted(numbers_in(self.parts))
        alike = len(set(sizes)) < len(sizes)
        if not sizes or alike or not 1 <= sizes[0] <= sizes[-1] <= self.size:
            raise BadPuzzle(
                f"parts={self.parts[:40]}: expected different sizes from 1 to {self.size}, "
                "as in 1,2 or any"
            )
        return tuple(sizes)

    @once
    def problem(self) -> Problem:
        """Return the problem: items are the numbers from 1, options all parts."""
        numbers = range(1, self.size + 1)
        return Problem.from_options(
            {part: part for size in self.sizes for part in combinations(numbers, size)},
            primary=numbers,
        )

    def read(self, solution: Solution) -> Groups:
        """Return the parts, in order of their least elements."""
        parts = cast("tuple[tuple[int, ...], ...]", self.problem().names(solution))
        return Groups((tuple(sorted(parts)),))

    def check(self, reading: Groups) -> bool:
        """Return whether each number is in one part, and all parts have allowed sizes."""
        (parts,) = reading.lines
        return sorted(number for part in parts for number in part) == list(
            range(1, self.size + 1)
        ) and {len(part) for part in parts} <= set(self.sizes)
