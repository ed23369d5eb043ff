"""All solutions as a family of sets; statistics by option, size, kind and total; random samples.

Each of the statistics is a pass over the diagram of all solutions, so its cost depends on the size
of the diagram, not on the number of solutions.  For several of them, build the `family` once.
Where Pfaffians or sweeps have the answer without a diagram, they are asked first.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from math import prod
from typing import TYPE_CHECKING, Any, Protocol, TypeVar, overload, runtime_checkable

from combien._base.budget import Spending, budget_of
from combien._base.checks import check_int, short_repr
from combien._questions.dispatch import swept
from combien._wording import counted
from combien.cover._constrained import Numbers, check_numbers, numbers_of, whole
from combien.cover._elements import Solution
from combien.cover._model import own_options, problem_of
from combien.cover._problem import Problem
from combien.engines._diagrams.solution_diagram import solution_diagram
from combien.engines._protocol import Budget, Model, OwnSweep, Reporter
from combien.errors import BadInput, CannotAnswer, OutOfBudget
from combien.families import ByKind, Family

if TYPE_CHECKING:
    from combien._base.checks import Cost


Reading = TypeVar("Reading")

# A family takes about as long as this many sweeps, and more memory.
MOST_SWEEPS = 8

# For samples and marginals, the layers of a sweep need less.
MOST_FAMILY_BYTES = 1 << 29


def family(
    model: Model[Reading],
    *,
    names: Sequence[Any] | Callable[[int], Hashable] | None = None,
    nodes: int | None = None,
    seconds: float | None = None,
    bytes: int | None = None,
    budget: Budget | None = None,
    report: Reporter | None = None,
) -> Family:
    """Return all solutions as a family of sets of option numbers, or of option names.

    >>> from combien import Problem
    >>> problem = Problem.from_options({"p": "ab", "q": "c", "r": "a", "s": "bc"})
    >>> family(problem).ascii(), family(problem, names=problem.name).ascii()
    ('{{0, 1}, {2, 3}}', '{{p, q}, {r, s}}')

    `names` is a sequence indexed by option number (such as the `placements` of a tiling problem) or
    a function of it; names must be distinct.  The universe lists the options in the order of the
    sweep that built the diagram.  Raises `OutOfBudget` when a limit is reached.
    Cost: about 100 ns and 40 bytes per state.  The large camel of the combine paper, with
    32420116341024288 tilings, takes 1106 nodes and 20 ms; dominoes on a 16 x 16 board take 1.8
    million nodes and 1 s.
    """
    limits = budget_of(budget, nodes, seconds, bytes)
    problem = swept(model)
    option_names: list[Hashable] | None = None
    if names is not None:
        option_names = _option_names(names, problem.option_count)
        _check_distinct(option_names)
    if not isinstance(problem, Problem):
        return problem.family(option_names or range(problem.option_count), limits, report)
    return solution_diagram(problem, names=option_names, budget=limits, report=report)


@overload
def marginals(
    model: Model[Reading],
    *,
    weights: None = None,
    nodes: int | None = None,
    seconds: float | None = None,
    bytes: int | None = None,
    budget: Budget | None = None,
    report: Reporter | None = None,
) -> list[int]: ...


@overload
def marginals(
    model: Model[Reading],
    *,
    weights: Iterable[Cost],
    nodes: int | None = None,
    seconds: float | None = None,
    bytes: int | None = None,
    budget: Budget | None = None,
    report: Reporter | None = None,
) -> list[Fraction]: ...


def marginals(
    model: Model[Reading],
    *,
    weights: Iterable[Cost] | None = None,
    nodes: int | None = None,
    seconds: float | None = None,
    bytes: int | None = None,
    budget: Budget | None = None,
    report: Reporter | None = None,
) -> list[int] | list[Fraction]:
    """Return the number of solutions that contain each option.

    >>> from combien import Problem
    >>> marginals(Problem.from_options(["ab", "c", "a", "bc", "b"]))
    [1, 2, 2, 1, 1]

    Divided by the count, they are the probabilities of the options in a random solution.

    With `weights`, a positive number for each option, a solution counts as the product of its
    options' weights: the result is the total weight of the solutions with each option, exactly.

    >>> marginals(Problem.from_options(["ab", "c", "a", "bc", "b"]), weights=[1, 1, 2, 0.5, 3])
    [Fraction(1, 1), Fraction(7, 1), Fraction(7, 1), Fraction(1, 1), Fraction(6, 1)]

    Raises `OutOfBudget`; with weights `CannotAnswer`, if they are too fine for a sweep.
    Cost: for perfect matchings of a planar graph, such as dominoes or
    lozenges, three times that of the count by Pfaffians: 0.9 s for the Aztec diamond of order 50.
    Otherwise a call of `family`, and two passes over its nodes.  Without `nodes=`, a family of more
    than half a gigabyte is not finished; the layers of a sweep are then written to a temporary
    file, 16 bytes or more for each of its states, and read back.  With weights there is no family,
    unless the model has side constraints or the like.
    """
    limits = budget_of(budget, nodes, seconds, bytes)
    if weights is not None:
        return option_weights(model, weights, limits, report)[0]
    return option_counts(model, limits, report)[0]


def option_counts(
    model: Model[Reading], budget: Budget, report: Reporter | None
) -> tuple[list[int], int]:
    """Return the number of solutions with each option, and of all."""
    spending = Spending(budget)
    problem = swept(model)
    if isinstance(problem, Problem):
        from combien.engines._matchings.fkt import shares  # Start-up: not for other questions.

        matched = shares(problem, budget=spending.left, report=report)
        if matched is not None:
            return matched
    solutions = _small_family(model, problem, spending, report)
    if solutions is None:
        from combien.engines._sweeps.tracing import (  # Start-up: not for other questions.
            swept_shares,
        )

        assert isinstance(problem, Problem)
        return swept_shares(problem, budget=spending.left, report=report)
    # In this order: the marginals also compute the count.
    found = solutions.marginals(seconds=spending.left.seconds)
    return [found.get(option, 0) for option in range(problem.option_count)], solutions.count


def option_weights(
    model: Model[Reading], weights: Iterable[Cost], budget: Budget, report: Reporter | None
) -> tuple[list[Fraction], Fraction]:
    """Return the total weight of the solutions with each option, and of all."""
    from combien.engines._matchings.fkt import shares  # Start-up: not for other questions.
    from combien.engines._sweeps.tracing import swept_shares  # Start-up: not for other questions.

    spending = Spending(budget)
    problem, given, factor = _weighted(model, weights)
    if not isinstance(problem, Problem):
        solutions = _family(model, spending, report)
        by_option: dict[Any, Any] = dict(enumerate(given))
        totals = solutions.marginals(weights=by_option, seconds=spending.left.seconds)
        total: Any = solutions.fold(0, 1, lambda option, lo, hi: lo + by_option[option] * hi)
        return [totals.get(option, 0) * factor for option in by_option], total * factor
    whole = [int(weight) for weight in given]
    found = shares(problem, weights=whole, budget=spending.left, report=report)
    if found is None:
        found = swept_shares(problem, weights=whole, budget=spending.left, report=report)
    return [share * factor for share in found[0]], found[1] * factor


def _weighted(
    model: Model[Any], weights: Iterable[Cost]
) -> tuple[Problem | OwnSweep, list[int] | list[Fraction], Fraction]:
    """Return what to sweep, weights of its options, and the factor of a solution's weight.

    The weights are whole numbers, unless the solutions are to be found as a family.
    """
    from combien.engines._sweeps.whole_weights import (  # Start-up: only with weights.
        exact_weights,
        whole_weights,
    )

    problem = swept(model)
    if isinstance(problem, Problem):
        return problem, *whole_weights(problem, weights)
    exact = exact_weights(problem.option_count, weights)
    covers = _covers(problem)
    if covers is not None:
        own, further = problem.option_count, covers.option_count - problem.option_count
        with suppress(CannotAnswer):
            whole, factor = whole_weights(covers, [*exact, *further * [1]])
            return problem, whole[:own], factor * prod(whole[own:])
    return problem, exact, Fraction(1)


def _covers(problem: Problem | OwnSweep) -> Problem | None:
    """Return the exact cover problem, without its side constraints; None if there is none."""
    from combien.engines._diagrams.constrained import (  # Start-up: only with numbers.
        ConstrainedCover,
    )

    return problem.problem if isinstance(problem, ConstrainedCover) else None


def sample(
    model: Model[Reading],
    k: int = 1,
    *,
    seed: int = 0,
    weights: Iterable[Cost] | None = None,
    nodes: int | None = None,
    seconds: float | None = None,
    bytes: int | None = None,
    budget: Budget | None = None,
    report: Reporter | None = None,
) -> list[Reading]:
    """Return `k` random solutions, uniformly or by weights, drawn with replacement.

    >>> from combien import Problem
    >>> sample(Problem.from_options(["ab", "c", "a", "bc", "b"]), 4, seed=1)
    [(1, 2, 4), (1, 2, 4), (2, 3), (2, 3)]

    The same seed gives the same solutions.  The list is empty if the model has no solution.  With
    `weights`, a positive number for each option, the probability of a solution is proportional to
    the product of its options' weights; coins of dominoes and the like are rounded to 2**-64.
    Raises `OutOfBudget`; with weights `CannotAnswer`, if they are too fine for a sweep.

    Cost: a call of `family`, and a path for each solution.  Large tilings by dominoes or lozenges,
    and other perfect matchings of planar bipartite graphs, are drawn one by one without a family:
    some seconds for 100 x 100, or for an Aztec diamond of order 200.  Without `nodes=`, a family of
    more than half a gigabyte is not finished; the layers of a sweep are then written to a temporary
    file, 16 bytes or more for each of its states.  With weights there is no family, unless the
    model has side constraints or the like.
    """
    k, seed = check_int("k", k), check_int("seed", seed, least=None)
    spending = Spending(budget_of(budget, nodes, seconds, bytes))
    problem: object
    given: list[int] | list[Fraction] = []
    if weights is None:
        problem = swept(model)
    else:
        problem, given, _ = _weighted(model, weights)
    found = None
    if isinstance(problem, Problem):
        from combien.engines._matchings.random_matchings import (  # Start-up: only here.
            random_matchings,
        )

        found = random_matchings(
            problem, k, seed, weights=[*map(int, given)], budget=spending.left, report=report
        )
    if found is None:
        found = _sampled(model, problem, k, seed, given, spending, report)
    return [model.read(one) for one in found]


def _sampled(
    model: Model[Any],
    problem: object,
    k: int,
    seed: int,
    weights: Sequence[int | Fraction],
    spending: Spending,
    report: Reporter | None,
) -> list[Solution]:
    """Return random solutions from the family of all, or by a sweep where it is too large."""
    swept = weights and isinstance(problem, Problem)
    solutions = None if swept else _small_family(model, problem, spending, report)
    if solutions is None:
        from combien.engines._sweeps.tracing import traced  # Start-up: only here.

        assert isinstance(problem, Problem)
        whole = [*map(int, weights)]
        return traced(problem, k, seed, weights=whole, budget=spending.left, report=report)
    if not solutions:
        return []
    by_option = dict(enumerate(weights)) if weights else None
    drawn = solutions.sample(k, seed=seed, weights=by_option, seconds=spending.left.seconds)
    return [_solution(members) for members in drawn]


def _small_family(
    model: Model[Any], problem: object, spending: Spending, report: Reporter | None
) -> Family | None:
    """Return the family of all solutions; None if a sweep of the problem needs less memory."""
    limits = spending.left
    sweeps = isinstance(problem, Problem) and limits.nodes is None
    if sweeps:
        limits = replace(limits, bytes=min(limits.bytes or MOST_FAMILY_BYTES, MOST_FAMILY_BYTES))
    try:
        return family(model, budget=limits, report=report)
    except OutOfBudget:
        if not sweeps or spending.ended:
            raise
        return None


def count_by_size(
    model: Model[Reading],
    *,
    nodes: int | None = None,
    seconds: float | None = None,
    bytes: int | None = None,
    budget: Budget | None = None,
    report: Reporter | None = None,
) -> list[int]:
    """Return the numbers of solutions that have 0, 1, 2, ... options.

    >>> from combien import Problem
    >>> count_by_size(Problem.from_options(["ab", "c", "a", "bc", "b"]))
    [0, 0, 2, 1]

    Raises `OutOfBudget`.  Cost: a call of `family`, and a pass over its nodes.
    """
    spending = Spending(budget_of(budget, nodes, seconds, bytes))
    found = _family(model, spending, report)
    return found.count_by_size(seconds=spending.left.seconds)


def count_by(
    model: Model[Reading],
    kind: Callable[[int], Hashable] | None = None,
    *,
    nodes: int | None = None,
    seconds: float | None = None,
    bytes: int | None = None,
    budget: Budget | None = None,
    report: Reporter | None = None,
) -> ByKind:
    """Count the solutions by the number of options of each kind (for tilings, of each tile).

    >>> import combien
    >>> dot, bar = combien.Tile("*", name="dot", times="any"), combien.Tile("**", times="any")
    >>> count_by(combien.TilingProblem("***", [dot, bar]))
    ByKind(kinds=('dot', 1), counts={(1, 1): 2, (3, 0): 1})

    `kind` is a function from option numbers to kinds.  By default, the kind of a tiling's option is
    the name of its tile, or its number if it has no name.  The kinds are in the order of their
    first options.
    Raises `BadInput` for a model without kinds when no `kind` is given; `OutOfBudget`.
    Cost: a call of `family`, and for each of its nodes a table of the distinct counts below it.
    """
    if kind is None:
        if not isinstance(model, _Kinds):
            raise BadInput(
                f"the options of a {type(model).__name__} have no default kinds: pass kind=, "
                "a function from option numbers to kinds"
            )
        kind = model.kind
    if not callable(kind):
        raise BadInput(f"kind={short_repr(kind)}: expected a function from option numbers to kinds")
    options = own_options(model, problem_of(model).option_count)
    kinds = [kind(option) for option in range(options)]
    there = tuple(dict.fromkeys(kinds))
    spending = Spending(budget_of(budget, nodes, seconds, bytes))
    solutions = _family(model, spending, report)
    found = solutions.count_by(kinds.__getitem__, seconds=spending.left.seconds)
    # The family has only the kinds that occur in a solution, in its own order.
    places = [found.kinds.index(k) if k in found.kinds else None for k in there]
    counts = {
        tuple(0 if place is None else key[place] for place in places): count
        for key, count in found.counts.items()
    }
    return ByKind(there, dict(sorted(counts.items())))


def count_by_total(
    model: Model[Reading],
    numbers: Numbers | None = None,
    *,
    nodes: int | None = None,
    seconds: float | None = None,
    bytes: int | None = None,
    budget: Budget | None = None,
    report: Reporter | None = None,
) -> dict[int, int]:
    """Count the solutions by the total of their options' numbers: a polynomial in q.

    >>> from combien import Problem
    >>> count_by_total(Problem.from_options(["ab", "c", "a", "bc", "b"]), [1, 1, 2, 0, 3])
    {2: 2, 6: 1}

    So two solutions have the total 2, and one has 6: the sum of q to the power of the total is
    2 q^2 + q^6.  Totals that no solution has are left out; the others are in order.

    `numbers` are whole numbers, negative ones included: a list with one for each option, a dict by
    option number (other options have 0), or a function of the option number.  By default, they are
    the costs of the options, with the constant of the problem in each total.  With
    `tilings.volumes(model)`, tilings by dominoes or lozenges are counted by volume.
    Raises `BadInput` for other numbers; `OutOfBudget`.
    Cost: for perfect matchings of a planar graph, a count by Pfaffians with numbers as long as all
    coefficients together: 2 s for an Aztec diamond of order 16 by volume, a polynomial of degree
    1496.  Otherwise a few sweeps with such numbers; or, if the options' numbers are far
    apart, a call of `family` and a pass over its nodes.
    """
    spending = Spending(budget_of(budget, nodes, seconds, bytes))
    problem, constant = swept(model), 0
    if numbers is not None:
        check_numbers("numbers", numbers)
        given = numbers_of(numbers, problem.option_count, who="numbers", name="number")
    else:
        covers = problem if isinstance(problem, Problem) else _covers(problem)
        if covers is None or not covers.has_costs:
            raise BadInput("the options have no costs: give a number for each, as numbers=")
        costs = [_plain(covers.cost(option)) for option in range(problem.option_count)]
        given = numbers_of(costs, problem.option_count, who="numbers", name="cost")
        constant = whole("the constant of the costs", _plain(covers.constant))
    totals = _totals(model, problem, given, spending, report)
    return {total + constant: number for total, number in totals.items()}


def _plain(cost: Any) -> Any:
    """Return a cost of another type that is a whole number, such as 2.0, as an integer."""
    return int(cost) if cost == int(cost) else cost


def _totals(
    model: Model[Any],
    problem: Problem | OwnSweep,
    given: list[int],
    spending: Spending,
    report: Reporter | None,
) -> dict[int, int]:
    """Count the solutions by the total of their options' numbers."""
    from combien.engines._sweeps.totals import (  # Start-up: not for other questions.
        compare_moment,
        matched_totals,
        swept_totals,
    )

    if isinstance(problem, Problem):
        matched = matched_totals(problem, given, spending, report)
        if matched is not None:
            return matched
        with suppress(CannotAnswer):
            return swept_totals(problem, given, spending, report, most_sweeps=MOST_SWEEPS)
    solutions = _small_family(model, problem, spending, report)
    if solutions is None:
        assert isinstance(problem, Problem)
        with suppress(CannotAnswer):
            return swept_totals(problem, given, spending, report)
        solutions = _family(model, spending, report)
    found = solutions.count_by_total(dict(enumerate(given)), seconds=spending.left.seconds)
    by_option = solutions.marginals(seconds=spending.left.seconds)
    compare_moment(given, [by_option.get(option, 0) for option in range(len(given))], found)
    return found


@runtime_checkable
class _Kinds(Protocol):
    """A model whose options have kinds."""

    def kind(self, option: int) -> Hashable:
        """Return the kind of an option."""


def _family(model: Model[Reading], spending: Spending, report: Reporter | None) -> Family:
    return family(model, budget=spending.left, report=report)


def _solution(members: frozenset[Hashable]) -> Solution:
    return Solution(sorted(option for option in members if isinstance(option, int)))


def _option_names(names: Sequence[Any] | Callable[[int], Hashable], count: int) -> list[Hashable]:
    """Return the names of the options, by number."""
    if callable(names):
        return [names(option) for option in range(count)]
    if not isinstance(names, Sequence) or len(names) < count:
        raise BadInput(
            f"names={short_repr(names)}: expected a name for each of {counted(count, 'option')}, "
            "in a sequence, or a function from option numbers to names"
        )
    return list(names[:count])


def _check_distinct(names: list[Hashable]) -> None:
    first: dict[Hashable, int] = {}
    for option, name in enumerate(names):
        try:
            other = first.setdefault(name, option)
        except TypeError:
            raise BadInput(f"option {option} has a name that is not hashable: {name!r}") from None
        if other != option:
            raise BadInput(
                f"options {other} and {option} are both named {name!r}: names must differ; "
                "change them, or omit names="
            )
