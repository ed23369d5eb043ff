"""The objectives of `best` as one integer for each option.

Costs of any kind become integers (see `cover/_costs.py`).  Several objectives become one: the first
is multiplied by more than the others can differ by.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import NamedTuple

from combien._base.checks import check_list
from combien.cover._costs import MOST_TOTAL, Scale
from combien.cover._problem import Problem
from combien.engines._protocol import Cost
from combien.errors import BadProblem, CannotAnswer


class Unit(NamedTuple):
    """What sums of integers cost: `factor` times the sum and `constant`; unknown if it is 0.

    >>> Unit(-2, 3).cost(5)
    -16
    """

    factor: int = 1
    constant: int = 0

    def cost(self, total: int) -> int:
        """Return the cost of a sum."""
        return self.factor * (total + self.constant)


class Objective:
    """The costs of options by one or more objectives, as one integer for each option.

    >>> from decimal import Decimal
    >>> problem = Problem.from_options(["ab", "a", "b"])
    >>> objective = Objective(problem, [[Decimal("0.5"), Decimal("0.2"), Decimal("0.3")]])
    >>> objective.integers, objective.first(5), objective.costs((1, 2))
    ([5, 2, 3], Decimal('0.5'), (Decimal('0.5'),))

    With `maximize`, the integers are negated.  `constant` is added to the first cost.  Raises
    `BadProblem` for values that are not costs, with their place and the way out; `CannotAnswer` if
    the objectives do not fit into 62 bits.
    """

    def __init__(
        self,
        problem: Problem,
        costs: Sequence[Sequence[Cost]],
        *,
        maximize: bool = False,
        constant: Cost = 0,
    ) -> None:
        self.maximize = maximize
        self._sign = -1 if maximize else 1
        self._scales = [Scale(costs[0], constant), *map(Scale, costs[1:])]
        self._constant = self._sign * self._scales[0].constant
        self._own = [[self._sign * cost for cost in scale.integers] for scale in self._scales]
        self.integers, *others = self._own
        # The sum of the integers of a solution is `weight` times the first cost, plus what the
        # other objectives cost, from `low` to `high`.
        self._weight, self._low, self._high = 1, 0, 0
        for other in others:
            low, high = totals(problem, other)
            weight = high - low + 1
            self.integers = [
                weight * cost + more for cost, more in zip(self.integers, other, strict=True)
            ]
            self._weight *= weight
            self._low, self._high = weight * self._low + low, weight * self._high + high
        if others and sum(map(abs, self.integers)) >= MOST_TOTAL:
            raise CannotAnswer(
                "the objectives need more than 62 bits together: round their costs, or give fewer"
            )

    @property
    def unit(self) -> Unit:
        """The costs of sums, if there is a single objective of whole numbers."""
        scale = self._scales[0]
        whole = len(self._scales) == 1 and scale.kind is int and scale.unit.denominator == 1
        return Unit(self._sign * scale.unit.numerator if whole else 0, self._constant)

    def first(self, total: int) -> Cost:
        """Return the cost of a solution by the first objective, given the sum of its integers."""
        return self._scales[0].cost(self._sign * self._cost(total))

    def bound(self, total: int) -> Cost:
        """Return the bound of the first objective that follows from one of the sums."""
        return self._scales[0].cost(self._sign * self._bound(total))

    def _cost(self, total: int) -> int:
        return (total - self._low) // self._weight + self._constant

    def _bound(self, total: int) -> int:
        return self._constant - (self._high - total) // self._weight

    def gap(self, total: int, bound: int) -> Fraction | None:
        """Return how much a cost may be too large, as a part of it; None if that is infinite."""
        cost = self._cost(total)
        above = cost - min(cost, self._bound(bound))
        return Fraction(above, abs(cost) or 1) if cost or not above else None

    def excess(self, total: int, bound: int) -> Fraction:
        """Return how much a cost may be too large, in the unit of the user's costs."""
        cost = self._cost(total)
        return (cost - min(cost, self._bound(bound))) * self._scales[0].unit

    def costs(self, solution: Iterable[int]) -> tuple[Cost, ...]:
        """Return what a solution costs by each objective."""
        chosen = list(solution)
        return tuple(
            scale.cost(scale.constant + sum(scale.integers[option] for option in chosen))
            for scale in self._scales
        )


def checked_objectives(costs: Iterable[Iterable[Cost]], count: int) -> list[list[Cost]]:
    """Return the costs of each objective as lists; raise `BadProblem` if they are not one each."""
    objectives = [
        check_list("costs", one, "a cost for each option", error=BadProblem, ordered=True)
        for one in costs
    ]
    for one in objectives:
        if len(one) != count:
            raise BadProblem(f"{len(one)} costs are given for {count} options")
    return objectives


def totals(problem: Problem, costs: Sequence[int]) -> tuple[int, int]:
    """Return a lower and an upper bound of what a solution costs.

    >>> totals(Problem.from_options(["ab", "a", "b"]), [5, 1, 3])
    (3, 6)

    The cost of an option is divided among its primary items; where an item is covered once, its
    share is that of one of its options.  Otherwise the bounds are those of any set of options.
    """
    if problem.has_bounds:
        return sum(cost for cost in costs if cost < 0), sum(cost for cost in costs if cost > 0)
    low: dict[int, int] = {}
    high: dict[int, int] = {}
    primary = problem.primary_flags
    for option, cost in enumerate(costs):
        items = [item for item in problem.indices(option) if primary[item]]
        below, above = cost // len(items), -(-cost // len(items))
        for item in items:
            low[item] = min(below, low.get(item, below))
            high[item] = max(above, high.get(item, above))
    return sum(low.values()), sum(high.values())
