"""Costas arrays: permutation matrices whose displacement vectors between dots are all different.

J. P. Costas used them in 1965 for sonar: shifted in time and in frequency, such a signal meets
itself in at most one dot.  The position of the dot in a column is the color of a secondary item
(XCC); each pair of columns is an item, whose options choose both dots and use up the vector between
them.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from itertools import combinations, permutations
from typing import ClassVar

from combien.cover._elements import Colored, Solution
from combien.cover._problem import Problem
from combien.puzzles._board import Board, Chessboard
from combien.puzzles._puzzle import About, BySettings, once, setting


@dataclass(frozen=True)
class Costas(BySettings):
    """A permutation matrix in which no two pairs of dots have the same displacement.

    >>> import combien
    >>> [combien.count(Costas(size)) for size in range(1, 7)]
    [1, 2, 4, 12, 40, 116]
    """

    about: ClassVar[About] = About(
        name="costas",
        title="Costas arrays",
        summary="Place a dot in each row and column so that all vectors between dots differ.",
        source="J. P. Costas (1965); S. W. Golomb and H. Taylor (1984); OEIS A008404",
        examples=("combien puzzle costas 7", "combien puzzle costas 8 --count"),
    )

    size: int = setting(6, "The number of dots, rows and columns.", low=1, high=20, argument=True)

    @once
    def problem(self) -> Problem:
        """Return the problem: options are dots (x, y), and pairs of dots with x < x'."""
        size = range(self.size)
        dots: dict[Hashable, list[Hashable]] = {
            (x, y): [("column", x), ("row", y), Colored(("at", x), y)] for x in size for y in size
        }
        pairs: dict[Hashable, list[Hashable]] = {
            ((x, y), (u, v)): [
                ("columns", x, u),
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
                *((kind, at) for kind in ("column", "row") for at in size),
                *(("columns", *two) for two in combinations(size, 2)),
            ],
            secondary=[
                *(("at", x) for x in size),
                *(("step", x, y) for x in size[1:] for y in range(1 - self.size, self.size) if y),
            ],
        )

    def read(self, solution: Solution) -> Board:
        """Return the board with its dots."""
        return Chessboard.marked(self.size, set(self.problem().names(solution)), "*")

    def check(self, reading: Board) -> bool:
        """Return whether each row and column has one dot and no vector repeats."""
        dots = sorted(reading.taken)
        steps = [(u - x, v - y) for (x, y), (u, v) in combinations(dots, 2)]
        everywhere = list(range(self.size))
        return (
            [x for x, _ in dots] == everywhere
            and sorted(y for _, y in dots) == everywhere
            and len(set(steps)) == len(steps)
        )
