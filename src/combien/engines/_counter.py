"""An engine that counts and does not list: one class for all of them.

What differs from engine to engine is how a count is begun and what is refused; those are given as
functions, and the rest (questions, budgets, what was done and why) stands here once.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from combien.cover._problem import Problem
from combien.engines._counting import Counting, finish
from combien.engines._meter import Meter
from combien.engines._protocol import UNLIMITED, Budget, Count, Question, Reporter, Walk
from combien.errors import CannotAnswer

__all__ = ["CounterEngine", "ExplainedCounting", "finished"]


class ExplainedCounting(Counting, Protocol):
    """A count that says in the end how it was found."""

    @property
    def why(self) -> str:
        """How the count was found; only when it is known."""


def finished(
    engine: str, counting: ExplainedCounting, budget: Budget, report: Reporter | None
) -> Count:
    """Drives a count of this engine to its end."""
    number = finish(counting, Meter(budget, engine=engine, report=report))
    return Count(number, counting.work, engine, counting.why)


@dataclass(frozen=True, slots=True)
class CounterEngine:
    """Counting by a machine of its own; `refuses` says why it cannot count a problem."""

    name: str
    begin: Callable[[Problem], ExplainedCounting]
    refuses: Callable[[Problem], str]

    def refusal(self, problem: Problem, question: Question) -> str:
        """Why this is not a question for it; empty when it is."""
        if question != "count":
            return (
                f"the {self.name} engine counts and does not list: ask engine='dlx' for solutions"
            )
        return self.refuses(problem)

    def count(
        self, problem: Problem, *, budget: Budget = UNLIMITED, report: Reporter | None = None
    ) -> Count:
        """How many solutions, as one exact number."""
        return finished(self.name, self.begin(problem), budget, report)

    def solutions(
        self,
        problem: Problem,
        *,
        budget: Budget = UNLIMITED,
        report: Reporter | None = None,
        resume: str = "",
    ) -> Walk:
        """Refused: see `refusal`."""
        raise CannotAnswer(self.refusal(problem, "solutions"))
