"""An engine that searches: one class for all machines that find solutions one by one.

What differs from engine to engine is how the machine is opened and what it refuses; those are given
as functions, and the rest (counting, walking, budgets, positions) stands here once.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from combien.cover._problem import Problem
from combien.engines._counting import finish
from combien.engines._meter import Meter
from combien.engines._protocol import UNLIMITED, Budget, Count, Question, Reporter
from combien.engines._restarts import FirstSolution
from combien.engines._walk import Open, SearchCounting, SearchWalk

__all__ = ["SearchEngine"]


@dataclass(frozen=True, slots=True)
class SearchEngine:
    """Search by a machine of the core; `needs` says what memory a problem takes.

    With `restarts`, its first solution is also looked for in shuffled orders (see `restarts`).
    """

    name: str
    open_at: Open
    refuses: Callable[[Problem], str]
    needs: Callable[[Problem], int]
    restarts: bool = False

    def refusal(self, problem: Problem, question: Question) -> str:
        """Why this machine cannot take the problem; a search answers every question."""
        return self.refuses(problem)

    def counting(self, problem: Problem) -> SearchCounting:
        """A count under way."""
        return SearchCounting(problem, self.open_at, needs=self.needs(problem))

    def count(
        self, problem: Problem, *, budget: Budget = UNLIMITED, report: Reporter | None = None
    ) -> Count:
        """How many solutions, found one by one."""
        counting = self.counting(problem)
        found = finish(counting, Meter(budget, engine=self.name, report=report))
        return Count(found, counting.work, self.name, f"asked for {self.name}")

    def solutions(
        self,
        problem: Problem,
        *,
        budget: Budget = UNLIMITED,
        report: Reporter | None = None,
        resume: str = "",
    ) -> SearchWalk:
        """A walk through the solutions in the order of the search."""
        return SearchWalk(
            problem,
            self.open_at,
            engine=self.name,
            why=f"asked for {self.name}",
            meter=Meter(budget, engine=self.name, report=report),
            resume=resume,
        )

    def first(
        self,
        problem: Problem,
        *,
        budget: Budget = UNLIMITED,
        report: Reporter | None = None,
        why: str = "",
    ) -> FirstSolution | SearchWalk:
        """A walk to one solution, with restarts if this engine has them."""
        if not self.restarts:
            return self.solutions(problem, budget=budget, report=report)
        meter = Meter(budget, engine=self.name, report=report)
        return FirstSolution(problem, self, why=why or f"asked for {self.name}", meter=meter)
