"""The class of engines that count and do not list solutions.

Engines differ in how a count begins and which problems are refused, which are given as functions.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from combien._budget import Meter
from combien.cover._problem import Problem
from combien.engines._counting import Counting, finish
from combien.engines._protocol import UNLIMITED, Budget, Count, Question, Reporter, Walk
from combien.errors import CannotAnswer

__all__ = ["CounterEngine", "ExplainedCounting", "finished"]


class ExplainedCounting(Counting, Protocol):
    """A count with an explanation of how it was found."""

    @property
    def why(self) -> str:
        """How the count was found; available after the count."""


def finished(
    engine: str, counting: ExplainedCounting, budget: Budget, report: Reporter | None
) -> Count:
    """Run a count of this engine to its end."""
    number = finish(counting, Meter(budget, engine=engine, report=report))
    return Count(number, counting.work, engine, counting.why)


@dataclass(frozen=True, slots=True)
class CounterEngine:
    """An engine that counts; `refuses` returns why it cannot count a problem, or nothing."""

    name: str
    begin: Callable[[Problem], ExplainedCounting]
    refuses: Callable[[Problem], str]

    def refusal(self, problem: Problem, question: Question) -> str:
        """Return why this engine cannot answer; empty if it can."""
        if question != "count":
            return (
                f"the {self.name} engine counts and does not list: ask engine='dlx' for solutions"
            )
        return self.refuses(problem)

    def count(
        self, problem: Problem, *, budget: Budget = UNLIMITED, report: Reporter | None = None
    ) -> Count:
        """Return the number of solutions."""
        return finished(self.name, self.begin(problem), budget, report)

    def solutions(
        self,
        problem: Problem,
        *,
        budget: Budget = UNLIMITED,
        report: Reporter | None = None,
        resume: str = "",
    ) -> Walk:
        """Raise `CannotAnswer`, as this engine only counts."""
        raise CannotAnswer(self.refusal(problem, "solutions"))
