"""Set packing, set covering and partial covers as problems: exact cover with other bounds."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from typing import TypeAlias

from combien._base.checks import Cost, check_int, short_repr
from combien.cover._elements import Colored
from combien.cover._problem import Problem
from combien.errors import BadProblem

Options = Iterable[Iterable[Hashable]] | Mapping[Hashable, Iterable[Hashable]]
# One for all items, or one for each.
Penalty: TypeAlias = "Cost | Mapping[Hashable, Cost]"


def packing(options: Options, *, costs: Iterable[Cost] | None = None) -> Problem:
    """Return the problem of set packing: every item is in at most one chosen option.

    >>> import combien
    >>> pairs = packing(["ab", "bc", "cd"], costs=[3, 5, 3])
    >>> combien.count(pairs), combien.best(pairs, maximize=True)
    (5, [Priced(cost=6, solution=(0, 2))])

    Options and costs are as in `Problem.from_options`.
    """
    problem = Problem.from_options(options, costs=costs)
    return _partial(problem, dict.fromkeys(problem.item_names, (0, 1)), 0, 0)


def covering(
    options: Options,
    *,
    costs: Iterable[Cost] | None = None,
    uncovered: int = 0,
    penalty: Penalty = 0,
) -> Problem:
    """Return the problem of set covering: every item is in at least one chosen option.

    >>> import combien
    >>> problem = covering(["ab", "bc", "cd", "da", "bd"], costs=[1, 1, 1, 1, 1])
    >>> combien.count(problem), combien.best(problem)
    (16, [Priced(cost=2, solution=(0, 2))])

    Up to `uncovered` items may be in none, each of which costs its `penalty`: further options named
    `("uncovered", item)` are chosen for exactly these.
    """
    problem = Problem.from_options(options, costs=costs)
    degrees = [0] * problem.item_count
    for item in problem.arrays()[1]:
        degrees[item] += 1
    bounds = {name: (1, most) for name, most in zip(problem.item_names, degrees, strict=True)}
    return _partial(problem, bounds, uncovered, penalty)


def partial_covers(
    options: Options,
    *,
    uncovered: int,
    costs: Iterable[Cost] | None = None,
    penalty: Penalty = 0,
) -> Problem:
    """Return the problem of exact covers of all but a few items: at most `uncovered` are in none.

    >>> import combien
    >>> problem = partial_covers(["ab", "bc"], uncovered=1, costs=[2, 1], penalty={"a": 4})
    >>> [problem.names(found.solution) for found in combien.best(problem, k=5)]
    [(('a', 'b'), ('uncovered', 'c')), (('b', 'c'), ('uncovered', 'a'))]

    Each item that is in no chosen option costs its `penalty`: further options named
    `("uncovered", item)` are chosen for exactly these.  The others are in exactly one.
    """
    problem = Problem.from_options(options, costs=costs)
    return _partial(problem, {}, uncovered, penalty)


def _partial(
    problem: Problem,
    bounds: Mapping[Hashable, tuple[int, int]],
    uncovered: int,
    penalty: Penalty,
) -> Problem:
    """Return the problem with bounds, and with options for up to `uncovered` items."""
    most = min(check_int("uncovered", uncovered), problem.item_count)
    if isinstance(penalty, Mapping):
        for name in penalty:
            if name not in problem.item_names:
                raise BadProblem(f"penalty: {short_repr(name)} is not an item of the options")
    builder = Problem.builder()
    for name in problem.item_names:
        builder.item(name, bounds=bounds.get(name))
    # With bounds, the color of an item is whether it is covered, as it may not be both.
    colored = bool(most and bounds)
    if most:
        builder.item(("uncovered",), bounds=(0, most))
    for name in problem.item_names if colored else ():
        builder.item(("covered", name), secondary=True)
    for option in problem.options:
        state = [Colored(("covered", name), True) for name in option.entries if colored]
        builder.option(*option.entries, *state, name=option.name, cost=problem.cost(option.number))
    for name in problem.item_names if most else ():
        state = [Colored(("covered", name), False)] if colored else []
        price = penalty.get(name, 0) if isinstance(penalty, Mapping) else penalty
        builder.option(name, ("uncovered",), *state, name=("uncovered", name), cost=price)
    return builder.build()
