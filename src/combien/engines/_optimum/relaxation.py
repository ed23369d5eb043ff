"""The linear relaxation of a problem with costs, by HiGHS: a bound, and prices of the items.

The relaxation may choose parts of options.  Its dual solution gives each item a price, and what an
option costs beyond the prices of its items is its reduced cost: only options whose reduced cost is
negative can lower the relaxation, which is what column generation looks for (Dantzig and Wolfe
1960; Barnhart and others 1998).  The bound is computed from these prices in rational numbers, so
that it holds however HiGHS rounds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import frexp

from combien.cover._problem import Problem
from combien.cover._verify import SumLimits
from combien.engines._optimum.highs import highs_module, new_highs, pass_model, solve_relaxation
from combien.engines._sweeps.whole_weights import fixed_items
from combien.errors import BadInput, CannotAnswer

NONE = "the linear relaxation has no solution, so the problem has none: ask explain()"

# Of HiGHS, one after the other: what presolving has decided has no proof.
_SETTINGS: Sequence[Mapping[str, object]] = ({}, {"presolve": "off"}, {"solver": "ipm"})
# Of the largest number that HiGHS gets.
_LEAST_BITS, _MOST_BITS = 0, 30


@dataclass(frozen=True)
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
    problem: Problem, costs: Sequence[int] | None = None, limits: Sequence[SumLimits] = ()
) -> Relaxation:
    """Return the linear relaxation.

    Raises `CannotAnswer` if it has no solution, so that the problem has none (which is proved in
    rational numbers), if HiGHS cannot solve it, and for colors; `MissingExtra` if HiGHS is not
    installed.
    """
    if problem.has_colors:
        raise CannotAnswer("the relaxation is for problems without colors")
    options = range(problem.option_count)
    if costs is None:
        costs = [problem.cost(option) for option in options]
    module = highs_module()
    if _lacks(problem, limits):
        raise CannotAnswer(NONE)
    unit, units = _unit(costs), [_unit(each.weights) for each in limits]
    statuses = module.HighsModelStatus
    for settings in _SETTINGS:
        highs = new_highs(module)
        for name, value in settings.items():
            highs.setOptionValue(name, value)
        scaled = [float(cost) / unit for cost in costs]
        pass_model(highs, problem, options, scaled, integral=False)
        for each, of_row in zip(limits, units, strict=True):
            highs.addRow(*_row(*each, of_row))
        solve_relaxation(highs)
        status = highs.getModelStatus()
        if status in (statuses.kOptimal, statuses.kModelEmpty):
            break
        if status in (statuses.kInfeasible, statuses.kUnboundedOrInfeasible):
            _, found_ray, ray = highs.getDualRay()
            if found_ray and _proves_none(problem, limits, units, [*map(float, ray)]):
                raise CannotAnswer(NONE)
    else:
        raise CannotAnswer(
            "HiGHS has not solved the linear relaxation, and its numbers are rounded: "
            f"{highs.modelStatusToString(status)}"
        )
    found = highs.getSolution()
    duals = [float(dual) * unit + 0.0 for dual in found.row_dual]
    items, weights = duals[: problem.item_count], duals[problem.item_count :]
    weights = [price / of_row for price, of_row in zip(weights, units, strict=True)]
    return Relaxation(
        _bound(problem, costs, limits, [*map(Fraction, items)], [*map(Fraction, weights)]),
        [float(part) + 0.0 for part in found.col_value],
        dict(zip(problem.item_names, items, strict=True)),
        tuple(weights),
    )


def _lacks(problem: Problem, limits: Sequence[SumLimits]) -> bool:
    """Whether some item has too few options, or a side constraint cannot be met by any."""
    counts = Counter(problem.arrays()[1])
    if any(counts[item] < problem.bounds(item)[0] for item in range(problem.item_count)):
        return True
    return any(
        sum(weight for weight in weights if weight > 0) < least
        or sum(weight for weight in weights if weight < 0) > most
        or least > most
        for weights, least, most in limits
    )


def _row(
    weights: Sequence[int], least: int, most: int, unit: float
) -> tuple[float, float, int, list[int], list[float]]:
    """Return a side constraint as a row of HiGHS, as much wider as its numbers are rounded."""
    heavy = {option: weight / unit for option, weight in enumerate(weights) if weight}
    total = sum(map(abs, weights))
    error = total / unit * 2.0**-50 if total >= 2**53 else 0.0
    return least / unit - error, most / unit + error, len(heavy), [*heavy], [*heavy.values()]


def _proves_none(
    problem: Problem, limits: Sequence[SumLimits], units: Sequence[float], ray: Sequence[float]
) -> bool:
    """Whether these prices of items and rows, or their opposites, prove that there is no solution.

    Without costs, a solution would cost nothing, and it costs more by these prices (Farkas, 1902).
    """
    items = ray[: problem.item_count]
    rows = [price / unit for price, unit in zip(ray[problem.item_count :], units, strict=True)]
    free = [0] * problem.option_count
    for sign in (1, -1):
        prices = ([sign * Fraction(price) for price in part] for part in (items, rows))
        if _bound(problem, free, limits, *prices) > 0:
            return True
    return False


def _unit(numbers: Sequence[int | Fraction]) -> float:
    """Return a power of two; in this unit, the largest of these numbers suits HiGHS.

    Numbers from 10^20 on are infinite to it, some of 10^17 make it give up, and differences below
    10^-7 count as none.
    """
    _, bits = frexp(max((abs(float(number)) for number in numbers), default=0.0))
    return 2.0 ** (bits - min(_MOST_BITS, max(_LEAST_BITS, bits)))


def _bound(
    problem: Problem,
    costs: Sequence[int],
    limits: Sequence[SumLimits],
    prices: Sequence[Fraction],
    rows: Sequence[Fraction],
) -> Fraction:
    """Return what every solution costs at least by any prices, right or not.

    A solution costs the prices of what it covers, which is known up to its bounds, and the reduced
    costs of its options, of which those below zero are all counted.  The prices are floats; that of
    an item that is covered once is changed by the least reduced cost of its options, which never
    makes the bound worse, and exact where each item has its own options.
    """
    total = Fraction()
    for item, price in enumerate(prices):
        low, high = problem.bounds(item)
        total += price * (low if price > 0 else high)
    for price, (_, least, most) in zip(rows, limits, strict=True):
        total += price * (least if price > 0 else most)
    reduced = []
    for option, cost in enumerate(costs):
        left = cost - sum((prices[item] for item in problem.indices(option)), Fraction())
        left -= sum(
            (price * each.weights[option] for price, each in zip(rows, limits, strict=True)),
            Fraction(),
        )
        reduced.append(left)
    for times, options in fixed_items(problem):
        by = min((reduced[option] for option in options), default=Fraction())
        if times == 1 and by:
            total += by
            for option in options:
                reduced[option] -= by
    return total + sum((min(left, Fraction()) for left in reduced), Fraction())
