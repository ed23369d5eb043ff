"""The partridge puzzle: one square of side 1, two of side 2, ..., n of side n make one square.

Published counts are up to symmetry (2332 for n = 8), or of all solutions (18656): here of all, or
up to symmetry with `up_to="all"`.

1·1² + 2·2² + ... + n·n² is the square of 1 + 2 + ... + n, so the areas fit.  R. T. Wainwright asked
in 1996 when the squares fit, too; after 1, the first n is 8, with 2332 solutions up to symmetry.
Equal squares are interchangeable: items with multiplicities (MCC).

The first solution for n = 8 takes dancing links about 7 million nodes, a minute or two.  To have a
quick default, some of the largest squares are placed beforehand, as in that solution.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable
from dataclasses import dataclass
from typing import ClassVar

from combien.cover._elements import Solution
from combien.cover._problem import Problem
from combien.cover._symmetry import ProblemGroup
from combien.errors import BadPuzzle
from combien.geometry._region import Region
from combien.geometry._symmetry import Group
from combien.puzzles._board import NamedCells, Pieces
from combien.puzzles._puzzle import About, BySettings, once, setting
from combien.puzzles._squares import moved_square, sides_of, squares_in, squares_of
from combien.puzzles._turns import turns

# The largest squares of a solution for n = 8, found with this program: left, bottom, side.
_BEGUN = (
    *((0, 0, 8), (8, 0, 8), (16, 0, 8), (24, 0, 8), (0, 8, 8), (8, 8, 8), (16, 8, 8), (9, 16, 8)),
    *((29, 14, 7), (17, 16, 7), (29, 21, 7), (0, 22, 7), (0, 29, 7), (13, 29, 7), (20, 29, 7)),
)


@dataclass(frozen=True)
class Partridge(BySettings):
    """The partridge puzzle with n = `size`: k squares of side k, for k from 1 to n.

    >>> import combien
    >>> [combien.count(Partridge(size, laid=0)) for size in (1, 2, 3)]
    [1, 0, 0]
    """

    about: ClassVar[About] = About(
        name="partridge",
        title="The partridge puzzle",
        summary="Fill a square with one square of side 1, two of side 2, and so on up to n.",
        source="R. T. Wainwright (1996); 2332 solutions for n = 8: B. Cutler and P. Hamlyn; "
        "18656 counting symmetric ones: M. Scroggs, mscroggs.co.uk/blog/119 (2025)",
        examples=(
            "combien puzzle partridge",
            "combien puzzle partridge 5 --laid 0 --count",
            "combien puzzle partridge --svg",
        ),
    )

    size: int = setting(
        8, "The largest side; the first solvable one above 1 is 8.", low=1, high=12, argument=True
    )
    laid: int = setting(
        12, "The number of large squares placed beforehand (size 8 only).", low=0, high=15
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.laid and self.size != 8:
            raise BadPuzzle(
                f"laid={self.laid}: squares are placed beforehand for size 8 only; use laid=0"
            )

    @property
    def side(self) -> int:
        """The side of the square to fill."""
        return self.size * (self.size + 1) // 2

    @once
    def problem(self) -> Problem:
        """Return the problem: items (x, y) and ("side", n); options (x, y, n), by lower left."""
        whole = squares_in(self.side, self.side, {n: n for n in range(1, self.size + 1)})
        if not self.laid:
            return whole
        begun = _BEGUN[: self.laid]
        taken = {cell for place in begun for cell in NamedCells.square(*place).cells}
        options = {
            option.name: option.entries
            for option in whole.options
            if option.name in begun or taken.isdisjoint(option.entries)
        }
        bounds: dict[Hashable, tuple[int, int]] = {
            ("side", n): (n, n) for n in range(2, self.size + 1)
        }
        return Problem.from_options(options, primary=whole.item_names, bounds=bounds)

    def symmetries(self, *, up_to: str | Group = "all") -> ProblemGroup:
        """Return the symmetries of the square that preserve the squares placed beforehand."""
        return turns(self.problem(), Region.box(self.side, self.side), up_to, moved_square)

    def read(self, solution: Solution) -> Pieces:
        """Return the squares, from the lower left."""
        return squares_of(self.problem(), solution)

    def check(self, reading: Pieces) -> bool:
        """Return whether the right number of squares of each side cover each cell once."""
        return Counter(sides_of(reading)) == {
            n: n for n in range(1, self.size + 1)
        } and reading.covers(Region.box(self.side, self.side))
