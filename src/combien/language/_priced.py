"""Packing problems with costs, for the settings `~cost` of a script."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from combien.cover._problem import Problem, ProblemBuilder
from combien.geometry._cell import Cell
from combien.tilings._packing_problem import PackingProblem
from combien.tilings._placement import Placement
from combien.tilings._tiling import TilingProblem


class PricedPacking(PackingProblem):
    """A packing problem whose placements have costs.

    >>> from combien import Tile
    >>> bars = TilingProblem("***", [Tile("**", times="any"), Tile("*", times="any")])
    >>> PricedPacking(bars, tile_costs={0: 5}).problem().cost(0)
    5

    The cost of a placement is the cost of its tile plus the cost of its cells.
    """

    __slots__ = ("_placement_costs", "_priced", "_tile_costs")

    def __init__(
        self,
        base: TilingProblem,
        *,
        tile_costs: Mapping[int, int] | None = None,
        placement_costs: Mapping[frozenset[Cell], int] | None = None,
        **constraints: Any,
    ) -> None:
        super().__init__(base, **constraints)
        self._tile_costs = dict(tile_costs or {})
        self._placement_costs = dict(placement_costs or {})
        self._priced: Problem | None = None

    def problem(self) -> Problem:
        """Return the exact cover problem with its costs, which is built once and cached."""
        if self._priced is None:
            # To find the placement of an option, `placement` asks for the problem.
            plain = self._priced = super().problem()
            options = range(plain.option_count)
            self._priced = _with_costs(plain, [self._cost(self.placement(o)) for o in options])
        return self._priced

    def _cost(self, placement: Placement | None) -> int:
        if placement is None:
            return 0
        here = self._placement_costs.get(frozenset(placement.region), 0)
        return self._tile_costs.get(placement.number, 0) + here


def _with_costs(problem: Problem, costs: Sequence[int]) -> Problem:
    builder = ProblemBuilder()
    builder.copy_items(problem)
    builder.gather(problem.entries(option) for option in range(problem.option_count))
    builder.price(costs)
    return builder.build()
