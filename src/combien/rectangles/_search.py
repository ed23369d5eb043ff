"""The search for one solution, by the engine that finds it best."""

from __future__ import annotations

from typing import TypeVar

from combien._base.budget import Budget, Reporter
from combien._questions import answer
from combien.engines._protocol import Answer, Model
from combien.errors import MissingExtra

__all__ = ["limited", "one_solution", "quick_solution"]


Reading = TypeVar("Reading")

# A search of so many nodes takes less time than the start of a SAT solver.
QUICK_NODES = 5_000


def limited(budget: Budget, nodes: int) -> Budget:
    """Return a budget with at most so many nodes."""
    least = nodes if budget.nodes is None else min(nodes, budget.nodes)
    return Budget(nodes=least, seconds=budget.seconds, bytes=budget.bytes)


def one_solution(
    model: Model[Reading], budget: Budget, report: Reporter | None = None
) -> Answer[Reading]:
    """Return a solution, by a SAT solver if one is installed, else by a search."""
    try:
        return answer(model, "solutions", limit=1, engine="sat", budget=budget, report=report)
    except MissingExtra:
        return answer(model, "solutions", limit=1, budget=budget, report=report)


def quick_solution(
    model: Model[Reading], budget: Budget, report: Reporter | None = None
) -> Answer[Reading]:
    """Return a solution of what is probably small: by a short search, or else as `one_solution`."""
    found = answer(model, "solutions", limit=1, engine="bits", budget=limited(budget, QUICK_NODES))
    if found.complete or found.solutions:
        return found
    return one_solution(model, budget, report)
