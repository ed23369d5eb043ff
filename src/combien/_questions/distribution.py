"""Statistics of all solutions, by option, size and kind; and uniform samples.

Each is a pass over the diagram of all solutions, so its cost depends on the size of the diagram,
not on the number of solutions.  For several of these questions, build the `family` once.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Protocol, TypeVar, runtime_checkable

from combien._base.budget import Spending, budget_of
from combien._base.checks import check_int, short_repr
from combien._questions.dispatch import problem_of
from combien.cover._elements import Solution
from combien.engines._protocol import Budget, Model, Reporter
from combien.engines._solution_diagram import solution_diagram
from combien.errors import BadInput
from combien.families import ByKind, Family

__all__ = ["count_by", "count_by_size", "marginals", "sample"]

Reading = TypeVar("Reading")


def marginals(
    model: Model[Reading],
    *,
    nodes: int | None = None,
    seconds: float | None = None,
    bytes: int | None = None,
    budget: Budget | None = None,
    report: Reporter | None = None,
) -> list[int]:
    """Return the number of solutions that contain each option.

    >>> from combien import Problem
    >>> marginals(Problem.from_options(["ab", "c", "a", "bc", "b"]))
    [1, 2, 2, 1, 1]

    Divided by the count, they are the probabilities of the options in a random solution.
    Raises `OutOfBudget`.  Cost: a call of `family`, and two passes over its nodes.
    """
    spending = Spending(budget_of(budget, nodes, seconds, bytes))
    found = _family(model, spending, report).marginals(seconds=spending.left.seconds)
    return [found.get(option, 0) for option in range(problem_of(model).option_count)]


def sample(
    model: Model[Reading],
    k: int = 1,
    *,
    seed: int,
    nodes: int | None = None,
    seconds: float | None = None,
    bytes: int | None = None,
    budget: Budget | None = None,
    report: Reporter | None = None,
) -> list[Reading]:
    """Return `k` uniformly random solutions, drawn with replacement.

    >>> from combien import Problem
    >>> sample(Problem.from_options(["ab", "c", "a", "bc", "b"]), 4, seed=1)
    [(1, 2, 4), (1, 2, 4), (2, 3), (2, 3)]

    The same seed gives the same solutions.  The list is empty if the model has no solution.
    Raises `OutOfBudget`.  Cost: a call of `family`, and a path for each solution.
    """
    k, seed = check_int("k", k), check_int("seed", seed, least=None)
    spending = Spending(budget_of(budget, nodes, seconds, bytes))
    found = _family(model, spending, report)
    drawn = found.sample(k, seed=seed, seconds=spending.left.seconds) if found else []
    return [model.read(_solution(members)) for members in drawn]


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
    kinds = [kind(option) for option in range(problem_of(model).option_count)]
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


@runtime_checkable
class _Kinds(Protocol):
    """A model whose options have kinds."""

    def kind(self, option: int) -> Hashable:
        """Return the kind of an option."""


def _family(model: Model[Reading], spending: Spending, report: Reporter | None) -> Family:
    return solution_diagram(problem_of(model), budget=spending.left, report=report)


def _solution(members: frozenset[Hashable]) -> Solution:
    return Solution(sorted(option for option in members if isinstance(option, int)))
