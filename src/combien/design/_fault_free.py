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
from combien.cover._symmetry import ProblemGroup
from combien.drawing._picture import Picture
from combien.errors import BadTiling
from combien.geometry._lattice import SQUARE
from combien.geometry._symmetry import Group
from combien.tilings._packing_problem import Constrained, Packing, PackingProblem
from combien.tilings._placement import Placement
from combien.tilings._tiling import Tiling, TilingProblem


class FaultFree(Constrained[TilingProblem | PackingProblem]):
    """A model: the tilings or packings of a problem that have no fault line.

    >>> from combien import Region, Tile, count, solve
    >>> dominoes = [Tile("**", symmetries="all", times="any")]
    >>> count(FaultFree(TilingProblem(Region.box(8, 6), dominoes)))
    62
    >>> solve(FaultFree(TilingProblem(Region.box(6, 6), dominoes))) is None
    True

    A packing problem keeps its constraints; its holes cross no line.  It supports all questions,
    also up to symmetry.  Raises `BadTiling` if the board is not of squares or cubes, or wraps
    around.
    Cost: as for the base, with engines that know multiplicities.
    """

    __slots__ = ("_lines", "_problem")

    def __init__(self, base: TilingProblem | PackingProblem) -> None:
        if not isinstance(base, (TilingProblem, PackingProblem)):
            raise BadTiling(
                "base: expected a TilingProblem or PackingProblem, not a value of type "
                f"{type(base).__name__}"
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
    def lines(self) -> tuple[tuple[int, int], ...]:
        """The grid lines within the board: (axis, place) lies between place - 1 and place.

        >>> from combien import Tile
        >>> FaultFree(TilingProblem("***\\n***", [Tile("*")])).lines
        ((0, 1), (0, 2), (1, 1))
        """
        return self._lines

    def problem(self) -> Problem:
        """Return the exact cover problem: that of the base, and an item for each line."""
        if self._problem is None:
            base = self._base.problem()
            builder = ProblemBuilder()
            builder.copy_items(base)
            for line in self._lines:
                builder.item(("line", *line), bounds=(1, max(1, len(self.board))))
            options = range(base.option_count)
            builder.gather((*base.entries(option), *self._crossed(option)) for option in options)
            builder.copy_costs(base, options)
            self._problem = builder.build()
        return self._problem

    def placement(self, option: int) -> Placement | None:
        """Return the placement of an option, or None for a hole."""
        if isinstance(self._base, PackingProblem):
            return self._base.placement(option)
        self._base.placements.turn(option)  # Raises for invalid option numbers.
        return self._base.placements[option]

    def kind(self, option: int) -> str | int:
        """Return the name of the tile of an option, or its number if it has none, or "hole"."""
        placement = self.placement(option)
        return "hole" if placement is None else placement.tile.name or placement.number

    def read(self, solution: Solution) -> Tiling | Packing:
        """Return the tiling or packing for a solution of `problem()`."""
        return self._base.read(solution)

    def symmetries(self, *, up_to: str | Group = "all") -> ProblemGroup:
        """Return the symmetries of the base, which map lines to lines."""
        return ProblemGroup(self.problem(), self._base.symmetries(up_to=up_to))

    def picture(self) -> Picture:
        """Draw the board as the base does."""
        return self._base.picture()

    def _crossed(self, option: int) -> list[tuple[str, int, int]]:
        placement = self.placement(option)
        if placement is None:
            return []
        low, high = placement.region.low, placement.region.high
        return [
            ("line", axis, place)
            for axis in range(len(low))
            for place in range(low[axis] + 1, high[axis] + 1)
        ]

    def __repr__(self) -> str:
        return f"<FaultFree: {self._base!r}, {len(self._lines)} lines>"
