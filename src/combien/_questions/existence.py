"""Whether there is a solution at all, without caring which or how many."""

from __future__ import annotations

from typing import TypeVar

from combien._questions.ask import first
from combien._questions.dispatch import asked, problem_of, willing
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
    report: Reporter | None = None,
) -> bool:
    """Whether there is a solution.

    >>> from combien import Problem, Region, Tile, TilingProblem
    >>> exists(Problem.from_options(["ab", "bc", "c"]))
    True
    >>> corners = Region([(0, 0), (9, 9)])
    >>> board = Region.box(10, 10) - corners
    >>> exists(TilingProblem(board, [Tile("**", symmetries="all", times="any")]))
    False

    A search with restarts, as for `solve`, looks for a solution; where that takes long, a sweep
    that may prove that there is none goes on beside it, by turns.  Another engine looks for a
    solution as `solve` does, or counts when it does not list.  Errors: `OutOfBudget`.
    """
    problem, budget = problem_of(model), Budget(nodes, seconds, bytes)
    if isinstance(engine, str) and engine == "auto":
        return existence.exists(problem, budget=budget, report=report)
    chosen = asked(engine)
    if chosen.refusal(problem, "solutions"):
        chosen = willing(chosen, problem, "count")
        return chosen.count(problem, budget=budget, report=report).count > 0
    walk = first(problem, engine=chosen, nodes=nodes, seconds=seconds, bytes=bytes, report=report)
    return next(walk, None) is not None
