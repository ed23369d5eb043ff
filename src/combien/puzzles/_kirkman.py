"""Kirkman's schoolgirl problem: daily groups of three in which no two girls meet twice.

Published counts are up to renaming of girls and days: here girls and days are numbered, so that the
same groups on other days are another solution.

"Fifteen young ladies in a school walk out three abreast for seven days in succession: it is
required to arrange them daily, so that no two shall walk twice abreast" (T. P. Kirkman, 1850).
Each pair then meets on exactly one day.  Items are the pairs of girls, and each girl on each day;
an option is three girls on a day.

Girls and days can be renamed, so most solutions are isomorphic.  `settled` breaks some of this
symmetry: on the first day girls walk in order, and girl 1 walks with girls 4, 5 and 6 on the next
three days.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import ClassVar, cast

from combien.cover._elements import Solution
from combien.cover._problem import Problem
from combien.errors import BadPuzzle
from combien.puzzles._board import Groups
from combien.puzzles._puzzle import About, BySettings, once, setting

Walk = tuple[tuple[int, ...], int]


@dataclass(frozen=True)
class Kirkman(BySettings):
    """Daily groups of three in which each pair of girls meets once.

    >>> import combien
    >>> print(combien.solve(Kirkman(9)))
    1 2 3   4 5 6   7 8 9
    1 4 7   2 5 8   3 6 9
    1 5 9   2 6 7   3 4 8
    1 6 8   2 4 9   3 5 7
    >>> combien.count(Kirkman(9)), combien.count(Kirkman(9, settled=True))
    (20160, 12)
    """

    about: ClassVar[About] = About(
        name="kirkman",
        title="Kirkman's schoolgirl problem",
        summary="Arrange girls in groups of three each day so that each pair meets exactly once.",
        source="T. P. Kirkman, The Lady's and Gentleman's Diary (1850); F. N. Cole, Bull. Amer. "
        "Math. Soc. 28 (1922): seven solutions for fifteen girls, up to isomorphism",
        examples=("combien puzzle kirkman 15", "combien puzzle kirkman 9 --settled --count"),
    )

    girls: int = setting(15, "The number of girls: 9, 15, 21, ...", low=3, high=51, argument=True)
    settled: bool = setting(False, "Whether to fix the first day, and three days of girl 1.")

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.girls % 6 != 3:
            raise BadPuzzle(
                f"girls={self.girls}: the number of girls must be 9, 15, 21, ... (three "
                "more than a multiple of six)"
            )

    @property
    def days(self) -> int:
        """The number of days: each girl meets two others a day."""
        return (self.girls - 1) // 2

    @once
    def problem(self) -> Problem:
        """Return the problem: items pairs and ("day", day, girl); options (girls, day), from 1."""
        girls = range(1, self.girls + 1)
        return Problem.from_options(
            {
                (three, day): [*combinations(three, 2), *(("day", day, girl) for girl in three)]
                for three in combinations(girls, 3)
                for day in range(1, self.days + 1)
                if not self.settled or _is_settled(three, day)
            },
            primary=[
                *(("day", day, girl) for day in range(1, self.days + 1) for girl in girls),
                *combinations(girls, 2),
            ],
        )

    def read(self, solution: Solution) -> Groups:
        """Return the groups, one row per day."""
        days: list[list[tuple[int, ...]]] = [[] for _ in range(self.days)]
        for name in self.problem().names(solution):
            three, day = cast("Walk", name)
            days[day - 1].append(three)
        return Groups(tuple(tuple(sorted(day)) for day in days))

    def check(self, reading: Groups) -> bool:
        """Return whether all girls walk each day, in threes, and no two meet twice."""
        everybody = list(range(1, self.girls + 1))
        met = [pair for day in reading.lines for three in day for pair in combinations(three, 2)]
        return (
            len(reading.lines) == self.days
            and all(len(three) == 3 for day in reading.lines for three in day)
            and all(sorted(sum(day, ())) == everybody for day in reading.lines)
            and len(set(met)) == len(met)
        )


def _is_settled(three: tuple[int, ...], day: int) -> bool:
    """Return whether the symmetry breaking allows this group on this day."""
    first, second, third = three
    in_order = first % 3 == 1 and (second, third) == (first + 1, first + 2)
    if in_order or day == 1:
        return in_order and day == 1
    # Girls 4 to 6 met on the first day, so they meet girl 1 on three different days.
    met = next((girl for girl in three if 4 <= girl <= 6), 0)
    if first == 1 and met:
        return day == met - 2
    return first != 1 or not 2 <= day <= 4
