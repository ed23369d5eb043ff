"""The search for one solution, by the engine that finds it best."""

from __future__ import annotations

from typing import TypeVar

from combien._budget import Budget, Reporter
from combien._questions import answer
from combien.engines._protocol import Answer, Model
from combien.errors import MissingExtra

__all__ = ["limited", "one_solution"]


Reading = TypeVar("Reading")


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
