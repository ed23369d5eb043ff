"""The cheapest solutions of a model whose options have costs."""

from __future__ import annotations

from typing import Generic, NamedTuple, TypeVar

from combien._budget import budget_of
from combien._questions.dispatch import problem_of
from combien.engines._cheapest_solutions import cheapest_solutions
from combien.engines._protocol import Budget, Model, Reporter

__all__ = ["Priced", "best"]

Reading = TypeVar("Reading")


class Priced(NamedTuple, Generic[Reading]):
    """A solution and its cost."""

    cost: int
    solution: Reading


def best(
    model: Model[Reading],
    *,
    k: int = 1,
    nodes: int | None = None,
    seconds: float | None = None,
    bytes: int | None = None,
    budget: Budget | None = None,
    report: Reporter | None = None,
) -> list[Priced[Reading]]:
    """Return the `k` cheapest solutions, cheapest first; an empty list if there is no solution.

    >>> from combien import Problem
    >>> best(Problem.from_options(["ab", "a", "b"], costs=[5, 1, 3]), k=2)
    [Priced(cost=4, solution=(1, 2)), Priced(cost=5, solution=(0,))]

    Branch and bound and a decision diagram of all solutions are run in turns; the first to finish
    gives the result.  Which of several solutions of equal cost come last depends on that, but is
    deterministic.
    Raises `OutOfBudget` when a limit is reached before these are proved to be the cheapest.
    """
    limits = budget_of(budget, nodes, seconds, bytes)
    found = cheapest_solutions(problem_of(model), k=k, budget=limits, report=report)
    return [Priced(cost, model.read(solution)) for cost, solution in found]
