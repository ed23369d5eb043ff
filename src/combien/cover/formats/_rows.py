"""A problem as rows of binary variables, as the formats of solvers write it.

A variable is an option and a constraint is an item: a primary item is the row `sum = 1` (with
bounds, `low <= sum <= high`), a secondary item `sum <= 1`.  Side constraints are rows with weights.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from combien._base.checks import Cost
from combien.cover._constrained import Constrained, SideConstraint
from combien.cover._costs import Scale, exact_cost
from combien.cover._elements import Solution
from combien.cover._problem import Problem
from combien.cover.formats._names import spelled, words
from combien.cover.formats._text import FormatWarning
from combien.errors import BadFormat


@dataclass(frozen=True, slots=True)
class Rows:
    """A problem with its side constraints, and different words for rows and for options.

    `items` are the words for the items, `sides` those for the side constraints.  `free` is a word
    for a further variable, and `objective` one for a further row.
    """

    problem: Problem
    weights: Sequence[tuple[Sequence[int], int | None, int | None]]
    items: Sequence[str]
    sides: Sequence[str]
    options: Sequence[str]
    free: str
    objective: str

    def __iter__(self) -> Iterator[Line]:
        problem = self.problem
        for item, (name, options) in enumerate(zip(self.items, _members(problem), strict=True)):
            low: int | None
            low, high = problem.bounds(item)
            if not problem.primary_flags[item]:
                low = None
            yield Line(name, options, None, low, high)
        for name, (weights, low, most) in zip(self.sides, self.weights, strict=True):
            options = [option for option, weight in enumerate(weights) if weight]
            yield Line(name, options, [weights[option] for option in options], low, most)


@dataclass(frozen=True, slots=True)
class Line:
    """A row: `low <= sum of factor * option <= high`; without factors, they are 1."""

    name: str
    options: Sequence[int]
    factors: Sequence[int] | None
    low: int | None
    high: int | None


def rows_of(
    model: Problem | Constrained[Solution],
    *,
    forbidden: str | None,
    proper: Callable[[str], object] | None = None,
) -> Rows:
    """Return the rows of a problem; an option without a name is `x1`, `x2`, ...

    >>> rows = rows_of(Problem.from_options([[(3, 4), "a"]]), forbidden="+:")
    >>> rows.items, rows.options, [line.options for line in rows]
    (['3,4', 'a'], ['x1'], [[0], [0]])

    Words that are not `proper` get an underscore in front.  Names that are changed give a
    `FormatWarning`.  Without `forbidden`, names are texts that need not be words.
    """
    problem, constraints = parts_of(model)
    limits = model.limits if isinstance(model, Constrained) else ()
    weights = [
        (limit.weights, one.least, one.most) for limit, one in zip(limits, constraints, strict=True)
    ]
    sides = [one.name or f"side{at}" for at, one in enumerate(constraints, 1)]
    if forbidden is None:
        items = [spelled(name, otherwise=f"item {n}") for n, name in enumerate(problem.item_names)]
        return Rows(problem, weights, items, sides, (), "", "")
    count = range(problem.option_count)
    given = [problem.name(option) for option in count]
    unnamed = [given[option] == problem.entries(option) for option in count]
    names: list[Hashable] = [
        f"x{option + 1}" if unnamed[option] else given[option] for option in count
    ]
    found = []
    changed = 0
    for values, more in (([*problem.item_names, *sides], "cost"), (names, "constant")):
        texts = [spelled(value, otherwise=f"#{at}") for at, value in enumerate(values, 1)]
        written = _all_proper([*words(texts, forbidden=forbidden), more], proper)
        changed += sum(isinstance(a, str) and a != b for a, b in zip(values, written, strict=False))
        found.append(written)
    if changed:
        warn(f"{changed} names are changed, as the format has no such names")
    (*rows, objective), (*options, free) = found
    size = problem.item_count
    return Rows(problem, weights, rows[:size], rows[size:], options, free, objective)


def parts_of(model: Problem | Constrained[Solution]) -> tuple[Problem, Sequence[SideConstraint]]:
    """Return the exact cover problem and the side constraints."""
    if isinstance(model, Constrained):
        return model.covers, model.constraints
    return model, ()


def _all_proper(given: Iterable[str], proper: Callable[[str], object] | None) -> list[str]:
    """Return the words with prefixes and numbers that make them proper and different."""
    found: dict[str, None] = {}
    tried: dict[str, int] = {}
    for word in given:
        stem = word if proper is None or proper(word) else f"_{word}"
        distinct = stem
        while distinct in found:
            tried[stem] = tried.get(stem, 1) + 1
            distinct = f"{stem}_{tried[stem]}"
        found[distinct] = None
    return list(found)


def _members(problem: Problem) -> list[list[int]]:
    """Return the options of each item."""
    found: list[list[int]] = [[] for _ in range(problem.item_count)]
    starts, entries, _ = problem.arrays()
    for option, (begin, end) in enumerate(pairwise(starts)):
        for item in entries[begin:end]:
            found[item].append(option)
    return found


# Costs --------------------------------------------------------------------------------------------


def whole_costs(problem: Problem, *, by: str) -> tuple[list[int], int]:
    """Return the costs and the constant for a format of whole numbers.

    Others are multiplied, with a warning.
    """
    costs = [problem.cost(option) for option in range(problem.option_count)]
    scale = Scale(costs, problem.constant)
    factor = scale.unit.numerator
    if scale.unit.denominator != 1:
        warn(f"costs are multiplied by {1 / scale.unit}, as the {by} format has whole numbers only")
        factor = 1
    return [cost * factor for cost in scale.integers], scale.constant * factor


class Minimized(NamedTuple):
    """Whole costs to minimize: a solution costs `scale` times their sum and the `offset`."""

    costs: Sequence[int]
    scale: int
    offset: int


def minimized(problem: Problem, *, by: str) -> Minimized:
    """Return the costs for a format that only minimizes, and has no constant.

    >>> import warnings
    >>> builder = Problem.builder()
    >>> builder.option("a")
    >>> builder.price([5], sense="maximize", constant=3)
    >>> with warnings.catch_warnings(action="ignore"):
    ...     minimized(builder.build(), by="opb")
    Minimized(costs=[-5], scale=-1, offset=-3)
    """
    costs, offset = whole_costs(problem, by=by)
    if problem.sense != "maximize" or not (any(costs) or offset):
        return Minimized(costs, 1, offset)
    warn(f"costs are negated, as the {by} format only minimizes")
    return Minimized([-cost for cost in costs], -1, -offset)


def decimal(cost: Cost) -> str:
    """Return a cost in decimal digits.  Raises `BadFormat` if it has no finite ones.

    >>> from fractions import Fraction
    >>> decimal(17), decimal(Fraction(-5, 4)), decimal(0.1)
    ('17', '-1.25', '0.1')
    """
    exact = exact_cost(0, cost)
    if exact.denominator == 1:
        return str(int(exact))
    places = 0
    while exact.denominator != 1 and places < 40:
        exact, places = exact * 10, places + 1
    if exact.denominator != 1:
        raise BadFormat(f"the cost {cost} has no finite decimal form: scale the costs")
    digits = str(abs(exact.numerator)).rjust(places + 1, "0")
    return f"{'-' * (cost < 0)}{digits[:-places]}.{digits[-places:]}"


def warn(message: str) -> None:
    """Give a `FormatWarning`."""
    warnings.warn(message, FormatWarning, stacklevel=6)
