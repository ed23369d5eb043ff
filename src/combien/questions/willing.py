"""An engine that will answer, or why the one that was asked does not."""

from __future__ import annotations

from combien.cover.problem import Problem
from combien.engines import engine_named
from combien.engines.protocol import Engine, Question
from combien.errors import BadInput, CannotAnswer

__all__ = ["willing"]


def willing(engine: str | Engine, problem: object, question: Question) -> Engine:
    """The engine, or the one of this name, if it can answer; else an error with the way out."""
    if not isinstance(problem, Problem):
        raise BadInput(f"a model's problem() must give a Problem, not {type(problem).__name__}")
    chosen = engine_named(engine) if isinstance(engine, str) else engine
    refusal = chosen.refusal(problem, question)
    if refusal:
        raise CannotAnswer(refusal)
    return chosen
