"""The cheapest solutions of a model whose options have costs."""

from __future__ import annotations

from typing import Generic, NamedTuple, TypeVar

from combien._questions.dispatch import problem_of
from combien.engines._cheapest_solutions import priced
from combien.engines._protocol import Budget, Model, Reporter

__all__ = ["Priced", "best"]

Reading = TypeVar("Reading")


class Priced(NamedTuple, Generic[Reading]):
    """A solution together with what it costs."""

    cost: int
    solution: Reading


def best(
    model: Model[Reading],
    *,
    k: int = 1,
    nodes: int | None = None,
    seconds: float | None = None,
    bytes: int | None = None,
    report: Reporter | None = None,
) -> list[Priced[Reading]]:
    """The `k` cheapest solutions, the cheapest first; an empty list when there is none at all.

    >>> from combien import Problem
    >>> best(Problem.from_options(["ab", "a", "b"], costs=[5, 1, 3]), k=2)
    [Priced(cost=4, solution=(1, 2)), Priced(cost=5, solution=(0,))]

    Branch and bound looks for them, and beside it the diagram of all solutions is made; the first
    that is done answers.  Which of equally dear solutions are the last of the list depends on
    that, but never changes for the same problem.
    Errors: `OutOfBudget` before it is proved that these are the cheapest.
    """
    found = priced(problem_of(model), k=k, budget=Budget(nodes, seconds, bytes), report=report)
    return [Priced(cost, model.read(solution)) for cost, solution in found]
