"""Costas arrays: one dot in each line and file, and no two of the steps between dots are alike.

J. P. Costas wanted them in 1965 for sonar: shifted in time and in frequency, such a signal meets
itself in one dot at most.  Each file has its dot somewhere, which is the color of a secondary item
(XCC); for every two files there is an item, whose options say where both dots are, and use up the
step between them.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, permutations
from typing import ClassVar

from combien.cover._elements import Colored, Solution
from combien.cover._problem import Problem
from combien.puzzles._board import Board
from combien.puzzles._chessboard import Chessboard
from combien.puzzles._puzzle import About, BySettings, setting

__all__ = ["Costas"]


@dataclass(frozen=True)
class Costas(BySettings):
    """Dots of which no two are as far apart, in the same direction, as two others.

    >>> import combien
    >>> [combien.count(Costas(size)) for size in range(1, 7)]
    [1, 2, 4, 12, 40, 116]
    """

    about: ClassVar[About] = About(
        name="costas",
        title="Costas arrays",
        summary="Put a dot into each line and file, such that all steps between dots differ.",
        source="J. P. Costas (1965); S. W. Golomb and H. Taylor (1984); OEIS A008404",
        examples=("combien puzzle costas 7", "combien puzzle costas 8 --count"),
    )

    size: int = setting(6, "How many dots, lines and files.", low=1, high=20, argument=True)

    def problem(self) -> Problem:
        """Options are dots (x, y), and two of them, ((x, y), (x', y')) with x < x'."""
        return self._problem

    @cached_property
    def _problem(self) -> Problem:
        size = range(self.size)
        dots: dict[Hashable, list[Hashable]] = {
            (x, y): [("file", x), ("line", y), Colored(("at", x), y)] for x in size for y in size
        }
        pairs: dict[Hashable, list[Hashable]] = {
            ((x, y), (u, v)): [
                ("files", x, u),
                Colored(("at", x), y),
                Colored(("at", u), v),
                ("step", u - x, v - y),
            ]
            for x, u in combinations(size, 2)
            for y, v in permutations(size, 2)
        }
        return Problem.from_options(
            dots | pairs,
            primary=[
                *((kind, at) for kind in ("file", "line") for at in size),
                *(("files", *two) for two in combinations(size, 2)),
            ],
            secondary=[
                *(("at", x) for x in size),
                *(("step", x, y) for x in size[1:] for y in range(1 - self.size, self.size) if y),
            ],
        )

    def read(self, solution: Solution) -> Board:
        """The board with its dots."""
        return Chessboard.marked(self.size, set(self.problem().names(solution)), "*")

    def check(self, reading: Board) -> bool:
        """Whether each line and file has a dot, and no step from dot to dot is there twice."""
        dots = sorted(reading.taken)
        steps = [(u - x, v - y) for (x, y), (u, v) in combinations(dots, 2)]
        everywhere = list(range(self.size))
        return (
            [x for x, _ in dots] == everywhere
            and sorted(y for _, y in dots) == everywhere
            and len(set(steps)) == len(steps)
        )
