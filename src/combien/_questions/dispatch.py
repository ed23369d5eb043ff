"""What a question is asked of and by: a model's problem, and an engine that will answer.

Whatever else was given, from a region instead of a tiling problem to the class of an engine instead
of an engine, is refused here, before the question begins.
"""

from __future__ import annotations

from typing import Any

from combien.cover._problem import Problem
from combien.engines import ENGINES, engine_named
from combien.engines._protocol import Engine, Model, Question
from combien.errors import (
    BadInput,
    CannotAnswer,
    shown,
)

__all__ = ["asked", "problem_of", "willing"]


def problem_of(model: Model[Any]) -> Problem:
    """The problem of a model.

    >>> problem_of("**")
    Traceback (most recent call last):
    ...
    combien.errors.BadInput: a model is expected, such as a Problem, a TilingProblem or a puzzle, \
not '**'
    """
    given: object = model
    if isinstance(given, type) or not _has(given, "problem", "read"):
        raise BadInput(
            "a model is expected, such as a Problem, a TilingProblem or a puzzle, "
            f"not {shown(given)}"
        )
    problem: object = model.problem()
    if not isinstance(problem, Problem):
        raise BadInput(f"a model's problem() must give a Problem, not {type(problem).__name__}")
    return problem


def asked(engine: str | Engine) -> Engine:
    """The engine, or the one of this name."""
    if isinstance(engine, str):
        return engine_named(engine)
    given: object = engine
    if isinstance(given, type) or not _has(given, "refusal", "count"):
        raise BadInput(
            f"engine={shown(given)}: the name of an engine is expected ({', '.join(ENGINES)}), "
            "or an engine, as in engine=Sat()"
        )
    return engine


def willing(engine: str | Engine, problem: Problem, question: Question) -> Engine:
    """The engine, or the one of this name, if it can answer; else an error with the way out."""
    chosen = asked(engine)
    refusal = chosen.refusal(problem, question)
    if refusal:
        raise CannotAnswer(refusal)
    return chosen


def _has(given: object, *methods: str) -> bool:
    return all(callable(getattr(given, method, None)) for method in methods)
