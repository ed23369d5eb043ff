"""Whether a model has a solution."""

from __future__ import annotations

from typing import TypeVar

from combien._budget import budget_of
from combien._questions.ask import first
from combien._questions.dispatch import problem_of, resolve_engine, select_engine
from combien.engines._portfolio import existence
from combien.engines._protocol import Budget, Engine, Model, Reporter

__all__ = ["exists"]

Reading = TypeVar("Reading")


def exists(
    model: Model[Reading],
    *,
    engine: str | Engine = "auto",
    nodes: int | None = None,
    seconds: float | None = None,
    bytes: int | None = None,
    budget: Budget | None = None,
    report: Reporter | None = None,
) -> bool:
    """Return whether the model has a solution.

    >>> from combien import Problem, Region, Tile, TilingProblem
    >>> exists(Problem.from_options(["ab", "bc", "c"]))
    True
    >>> corners = Region([(0, 0), (9, 9)])
    >>> board = Region.box(10, 10) - corners
    >>> exists(TilingProblem(board, [Tile("**", symmetries="all", times="any")]))
    False

    "auto" searches with restarts as `solve` does; if that takes long, it alternates with a sweep,
    which may prove that there is no solution.  Other engines search as `solve` does, or count if
    they cannot list solutions.  Raises `OutOfBudget`.
    """
    problem, limits = problem_of(model), budget_of(budget, nodes, seconds, bytes)
    if isinstance(engine, str) and engine == "auto":
        return existence.exists(problem, budget=limits, report=report)
    chosen = resolve_engine(engine)
    if chosen.refusal(problem, "solutions"):
        chosen = select_engine(chosen, problem, "count")
        return chosen.count(problem, budget=limits, report=report).count > 0
    return next(first(problem, engine=chosen, budget=limits, report=report), None) is not None
