"""Fault-free tilings: every straight line through the board is crossed by a tile.

A *fault line* is a grid line with cells of the board on both sides that no tile crosses; in space,
a plane.  Each line becomes an item that at least one placement must contain, so the tilings
without fault lines are the solutions of an exact cover problem with multiplicities, and every
question and engine for those applies.  R. L. Graham, "Fault-free tilings of rectangles" (The
Mathematical Gardner, 1981), proved which rectangles have such tilings by dominoes: those of even
area with sides of at least 5, except 6 x 6.
"""

from __future__ import annotations

from combien.cover._elements import Solution
from combien.cover._problem import Problem, ProblemBuilder
from combien.cover._symmetry.group import ProblemGroup
from combien.drawing._picture import Picture
from combien.errors import BadTiling
from combien.geometry._lattice import SQUARE
from combien.geometry._region import Region
from combien.geometry._symmetry import Group
from combien.tilings._placement import Placement
from combien.tilings._tile import Tile
from combien.tilings._tiling import Tiling, TilingProblem

__all__ = ["FaultFree"]


class FaultFree:
    """A model: the tilings of a tiling problem that have no fault line.

    >>> from combien import Region, count, solve
    >>> dominoes = [Tile("**", symmetries="all", times="any")]
    >>> count(FaultFree(TilingProblem(Region.box(8, 6), dominoes)))
    62
    >>> solve(FaultFree(TilingProblem(Region.box(6, 6), dominoes))) is None
    True

    It supports all questions, also up to symmetry.  Raises `BadTiling` if the board is not of
    squares or cubes, or wraps around.
    Cost: as for the tiling problem, with engines that know multiplicities.
    """

    __slots__ = ("_base", "_lines", "_problem")

    def __init__(self, base: TilingProblem) -> None:
        if not isinstance(base, TilingProblem):
            raise BadTiling(
                f"base: expected a TilingProblem, not a value of type {type(base).__name__}"
            )
        if base.board.lattice != SQUARE:
            raise BadTiling(
                f"fault lines are defined for squares and cubes, not for {base.board.lattice.name}"
            )
        self._base = base
        low, high = base.board.low, base.board.high
        self._lines = tuple(
            (axis, place)
            for axis in range(base.board.dimension)
            for place in range(low[axis] + 1, high[axis] + 1)
        )
        self._problem: Problem | None = None

    @property
    def base(self) -> TilingProblem:
        """The tiling problem, with all of its tilings."""
        return self._base

    @property
    def board(self) -> Region:
        """The board to cover."""
        return self._base.board

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """The tiles, by number."""
        return self._base.tiles

    @property
    def name(self) -> str:
        """The name of the problem, or an empty string."""
        return self._base.name

    @property
    def lines(self) -> tuple[tuple[int, int], ...]:
        """The grid lines within the board: (axis, place) lies between place - 1 and place.

        >>> FaultFree(TilingProblem("***\\n***", [Tile("*")])).lines
        ((0, 1), (0, 2), (1, 1))
        """
        return self._lines

    def problem(self) -> Problem:
        """Return the exact cover problem: that of the tilings, and an item for each line."""
        if self._problem is None:
            base = self._base.problem()
            builder = ProblemBuilder()
            for item in base.items:
                bounds = (item.low, item.high) if item.primary else None
                builder.item(item.name, secondary=not item.primary, bounds=bounds)
            for line in self._lines:
                builder.item(("line", *line), bounds=(1, max(1, len(self.board))))
            builder.gather(
                (*base.entries(option), *self._crossed(self._base.placements[option]))
                for option in range(base.option_count)
            )
            self._problem = builder.build()
        return self._problem

    def placement(self, option: int) -> Placement:
        """Return the placement of an option."""
        self._base.placements.turn(option)  # Raises for invalid option numbers.
        return self._base.placements[option]

    def kind(self, option: int) -> str | int:
        """Return the name of the tile of an option, or the tile's number if it has no name."""
        return self._base.kind(option)

    def read(self, solution: Solution) -> Tiling:
        """Return the tiling for a solution of `problem()`."""
        return self._base.read(solution)

    def symmetries(self, *, up_to: str | Group = "all") -> ProblemGroup:
        """Return the symmetries of the tiling problem, which map lines to lines."""
        return ProblemGroup(self.problem(), self._base.symmetries(up_to=up_to))

    def picture(self) -> Picture:
        """Draw the cells of the empty board."""
        return self._base.picture()

    def _crossed(self, placement: Placement) -> list[tuple[str, int, int]]:
        low, high = placement.region.low, placement.region.high
        return [
            ("line", axis, place)
            for axis in range(len(low))
            for place in range(low[axis] + 1, high[axis] + 1)
        ]

    def __repr__(self) -> str:
        return f"<FaultFree: {self._base!r}, {len(self._lines)} lines>"
