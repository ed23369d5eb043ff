"""The linear relaxation of a problem with costs, by HiGHS: a bound, and prices of the items.

The relaxation may choose parts of options.  Its dual solution gives each item a price, and what an
option costs beyond the prices of its items is its reduced cost: only options whose reduced cost is
negative can lower the relaxation, which is what column generation looks for (Dantzig and Wolfe
1960; Barnhart and others 1998).  The bound is computed from these prices in rational numbers, so
that it holds however HiGHS rounds.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from fractions import Fraction

from combien._base.records import dataclass
from combien.cover._problem import Problem
from combien.cover._verify import Limits
from combien.engines._highs import highs_module, new_highs, pass_model, solve_relaxation
from combien.errors import BadInput, CannotAnswer


@dataclass(frozen=True, slots=True)
class Relaxation:
    """The linear relaxation of a problem with costs.

    >>> problem = Problem.from_options(["ab", "bc", "ac", "a", "b", "c"], costs=[4, 4, 4, 3, 3, 3])
    >>> found = relaxation(problem)
    >>> found.bound, found.parts, found.prices
    (Fraction(6, 1), [0.5, 0.5, 0.5, 0.0, 0.0, 0.0], {'a': 2.0, 'b': 2.0, 'c': 2.0})
    >>> found.reduced_cost("abc", 5)
    -1.0

    No solution costs less than `bound`.  `parts` are the options, 1.0 if chosen.  `prices` are
    those of the items, and `weight_prices` those of the side constraints, in their order.
    """

    bound: Fraction
    parts: list[float]
    prices: Mapping[Hashable, float]
    weight_prices: tuple[float, ...] = ()

    def reduced_cost(
        self, items: Iterable[Hashable], cost: float, weights: Sequence[float] = ()
    ) -> float:
        """Return what an option costs beyond the prices of its items and its weights.

        `weights` has one for each side constraint.
        Raises `BadInput` for an item that the problem does not have, and for missing weights.
        """
        if len(weights) != len(self.weight_prices):
            raise BadInput(
                f"{len(weights)} weights were given for {len(self.weight_prices)} side constraints"
            )
        total = cost
        for item in items:
            if item not in self.prices:
                raise BadInput(f"{item!r} is not an item of the problem")
            total -= self.prices[item]
        return total - sum(p * w for p, w in zip(self.weight_prices, weights, strict=True))


def relaxation(
    problem: Problem, costs: Sequence[int] | None = None, limits: Sequence[Limits] = ()
) -> Relaxation:
    """Return the linear relaxation.

    Raises `CannotAnswer` if it has no solution, so that the problem has none, and for colors;
    `MissingExtra` if HiGHS is not installed.
    """
    if problem.has_colors:
        raise CannotAnswer("the relaxation is for problems without colors")
    options = range(problem.option_count)
    if costs is None:
        costs = [problem.cost(option) for option in options]
    module = highs_module()
    highs = new_highs(module)
    pass_model(highs, problem, options, costs, integral=False)
    for weights, least, most in limits:
        heavy = {option: float(weight) for option, weight in enumerate(weights) if weight}
        highs.addRow(least, most, len(heavy), list(heavy), list(heavy.values()))
    solve_relaxation(highs)
    status, statuses = highs.getModelStatus(), module.HighsModelStatus
    if status in (statuses.kInfeasible, statuses.kUnboundedOrInfeasible):
        raise CannotAnswer(
            "the linear relaxation has no solution, so the problem has none: ask explain()"
        )
    if status not in (statuses.kOptimal, statuses.kModelEmpty):
        raise CannotAnswer(
            f"HiGHS has not solved the linear relaxation: {highs.modelStatusToString(status)}"
        )
    found = highs.getSolution()
    duals = [float(dual) + 0.0 for dual in found.row_dual]
    items, rows = duals[: problem.item_count], duals[problem.item_count :]
    return Relaxation(
        _bound(problem, costs, limits, [*map(Fraction, items)], [*map(Fraction, rows)]),
        [float(part) + 0.0 for part in found.col_value],
        dict(zip(problem.item_names, items, strict=True)),
        tuple(rows),
    )


def _bound(
    problem: Problem,
    costs: Sequence[int],
    limits: Sequence[Limits],
    prices: Sequence[Fraction],
    rows: Sequence[Fraction],
) -> Fraction:
    """Return what every solution costs at least by any prices, right or not.

    A solution costs the prices of what it covers, which is known up to its bounds, and the reduced
    costs of its options, of which those below zero are all counted.
    """
    total = Fraction()
    for item, price in enumerate(prices):
        low, high = problem.bounds(item)
        total += price * (low if price > 0 else high)
    for price, (_, least, most) in zip(rows, limits, strict=True):
        total += price * (least if price > 0 else most)
    for option, cost in enumerate(costs):
        reduced = cost - sum((prices[item] for item in problem.indices(option)), Fraction())
        reduced -= sum(
            (price * each.weights[option] for price, each in zip(rows, limits, strict=True)),
            Fraction(),
        )
        total += min(reduced, Fraction())
    return total
