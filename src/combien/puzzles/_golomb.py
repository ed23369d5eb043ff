"""Golomb rulers: marks on a ruler whose pairwise distances all differ.

Published counts take a ruler and its mirror image as one (OEIS A036501): here they are two.

The first mark is at 0 and the last at the end.  The position of a mark is the color of a secondary
item (XCC); each pair of marks is an item, whose options choose both positions and use up the
distance.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import ClassVar, cast

from combien.cover._elements import Colored, Solution
from combien.cover._problem import Problem
from combien.drawing._content import Line, Mark, Text
from combien.drawing._picture import Picture
from combien.errors import BadPuzzle
from combien.puzzles._board import LIGHTER
from combien.puzzles._puzzle import About, BySettings, DrawnReading, once, setting

# Two marks, by number, and their positions.
Pair = tuple[int, int, int, int]

MOST_OPTIONS = 1_000_000


@dataclass(frozen=True, slots=True)
class Ruler(DrawnReading):
    """A ruler and its marks.

    >>> print(Ruler((0, 1, 4, 6)))
    0 1 4 6
    """

    marks: tuple[int, ...]

    def picture(self, *, title: str = "") -> Picture:
        """Return a row of squares; marks are colored and numbered, other positions have a tick.

        >>> print(Ruler((0, 1, 3)).picture().ascii())
        01.3
        """
        places = range(self.marks[0], self.marks[-1] + 1)
        marked = set(self.marks)
        squares = [
            ([(x, 0)], LIGHTER if x in marked else None, str(x) * (x in marked)) for x in places
        ]
        marks: list[Mark] = [
            Line(((x + 0.5, 1.0), (x + 0.5, 0.75)), 0.12 if x in marked else 0.05) for x in places
        ]
        marks += [Text(str(x), (x + 0.5, 0.36), 0.36) for x in self.marks]
        return Picture.of_cells(squares, title=title, marks=tuple(marks))

    def plain(self) -> list[int]:
        """Return the positions of the marks."""
        return list(self.marks)

    def __str__(self) -> str:
        return " ".join(map(str, self.marks))


@dataclass(frozen=True)
class Golomb(BySettings):
    """A Golomb ruler with a given number of marks and length.

    >>> import combien
    >>> for ruler in combien.solutions(Golomb(5, length=11)):
    ...     print(ruler)
    0 1 4 9 11
    0 3 4 9 11
    0 2 7 8 11
    0 2 7 10 11
    >>> combien.count(Golomb(5, length=10))
    0
    """

    about: ClassVar[About] = About(
        name="golomb",
        title="Golomb rulers",
        summary="Place marks on a ruler so that all distances between them differ.",
        source="the shortest lengths: OEIS A003022; their numbers up to reflection: A036501",
        examples=(
            "combien puzzle golomb 5 --length 11 --all",
            "combien puzzle golomb 7 --length 25 --count",
        ),
    )

    marks: int = setting(5, "The number of marks.", low=2, high=30, argument=True)
    length: int = setting(11, "The length of the ruler.", low=1, high=500)

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.marks * (self.marks - 1) // 2 * self.length**2 > 2 * MOST_OPTIONS:
            raise BadPuzzle(
                f"marks={self.marks}, length={self.length}: too large; use fewer "
                "marks or a shorter ruler"
            )

    @once
    def problem(self) -> Problem:
        """Return the problem: option (i, j, x, y) puts mark i at x and mark j at y, from 0."""
        marks, length = range(self.marks), self.length
        last = self.marks - 1
        # The marks are in order, so each must leave room for the others.
        room = [range(i, length - last + i + 1) for i in marks]
        room[0], room[last] = room[0][:1], room[last][-1:]
        return Problem.from_options(
            {
                (i, j, x, y): [
                    ("marks", i, j),
                    Colored(("at", i), x),
                    Colored(("at", j), y),
                    ("distance", y - x),
                ]
                for i, j in combinations(marks, 2)
                for x in room[i]
                for y in room[j]
                if y - x >= j - i
            },
            primary=[("marks", *two) for two in combinations(marks, 2)],
            secondary=[
                *(("at", i) for i in marks),
                *(("distance", d) for d in range(1, length + 1)),
            ],
        )

    def read(self, solution: Solution) -> Ruler:
        """Return the ruler."""
        pairs = cast("tuple[Pair, ...]", self.problem().names(solution))
        return Ruler(tuple(sorted({0, *(y for *_, y in pairs)})))

    def check(self, reading: Ruler) -> bool:
        """Return whether the marks run from 0 to the end and all distances differ."""
        marks = sorted(reading.marks)
        distances = [y - x for x, y in combinations(marks, 2)]
        return (
            len(marks) == self.marks
            and (marks[0], marks[-1]) == (0, self.length)
            and len(set(distances)) == len(distances)
        )
