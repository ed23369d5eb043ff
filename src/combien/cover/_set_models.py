"""Set packing, set covering and partial covers as problems: exact cover with other bounds."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import TypeAlias

from combien._base.checks import Cost, check_int, short_repr
from combien.cover._costs import Scale
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
    overlap: Penalty = 0,
) -> Problem:
    """Return the problem of set covering: every item is in at least one chosen option.

    >>> import combien
    >>> problem = covering(["ab", "bc", "cd", "da", "bd"], costs=[1, 1, 1, 1, 1])
    >>> combien.count(problem), combien.best(problem)
    (16, [Priced(cost=2, solution=(0, 2))])

    Up to `uncovered` items may be in none, each of which costs its `penalty`: further options named
    `("uncovered", item)` are chosen for exactly these.
    Each chosen option of an item beyond the first costs its `overlap`, a price for what is covered
    several times:

    >>> problem = covering(["ab", "bc", "cd", "d"], costs=[4, 4, 4, 1], overlap={"b": 2, "c": 5})
    >>> [(cost, problem.names(chosen)) for cost, chosen in combien.best(problem)]
    [(8, (('a', 'b'), ('c', 'd'), ('overlap',)))]

    Options then cost the overlaps of their items, and an option `("overlap",)` of every solution
    takes those of the first ones off.  Its cost is negative, which the method "bound" of `best`
    does not answer; install HiGHS (the extra `milp`) for large problems.
    """
    problem = Problem.from_options(options, costs=costs)
    degrees = [0] * problem.item_count
    for item in problem.arrays()[1]:
        degrees[item] += 1
    bounds = {name: (1, most) for name, most in zip(problem.item_names, degrees, strict=True)}
    return _partial(problem, bounds, uncovered, penalty, overlap)


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
    overlap: Penalty = 0,
) -> Problem:
    """Return the problem with bounds, and with options for up to `uncovered` items."""
    most = min(check_int("uncovered", uncovered), problem.item_count)
    costs: Sequence[Cost] = [problem.cost(option) for option in range(problem.option_count)]
    penalties = _of_items("penalty", penalty, problem)
    overlaps = _of_items("overlap", overlap, problem)
    rebate: Cost = 0
    if any(overlaps):
        costs, penalties, rebate = _with_overlaps(problem, costs, penalties, overlaps)
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
        builder.option(*option.entries, *state, name=option.name, cost=costs[option.number])
    for name, price in zip(problem.item_names, penalties, strict=True) if most else ():
        state = [Colored(("covered", name), False)] if colored else []
        builder.option(name, ("uncovered",), *state, name=("uncovered", name), cost=price)
    if rebate:
        builder.option(("overlap",), name=("overlap",), cost=rebate)
    return builder.build()


def _of_items(argument: str, given: Penalty, problem: Problem) -> list[Cost]:
    """Return the price of each item."""
    if not isinstance(given, Mapping):
        return [given] * problem.item_count
    known = set(problem.item_names)
    for name in given:
        if name not in known:
            raise BadProblem(f"{argument}: {short_repr(name)} is not an item of the options")
    return [given.get(name, 0) for name in problem.item_names]


def _with_overlaps(
    problem: Problem, costs: Sequence[Cost], penalties: Sequence[Cost], overlaps: Sequence[Cost]
) -> tuple[list[Cost], list[Cost], Cost]:
    """Return the costs and penalties with the overlaps of their items, and what is too much.

    Each item is covered or not.  Either way its overlap is counted once more than it should be.
    """
    scale = Scale([*costs, *penalties, *overlaps])
    many, items = problem.option_count, problem.item_count
    own, free = scale.integers[:many], scale.integers[many : many + items]
    more = scale.integers[many + items :]
    charged = [own[at] + sum(more[item] for item in problem.indices(at)) for at in range(many)]
    freed = [price + extra for price, extra in zip(free, more, strict=True)]
    return [*map(scale.cost, charged)], [*map(scale.cost, freed)], scale.cost(-sum(more))
