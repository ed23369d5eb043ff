"""The class of engines that find solutions one by one by search.

Engines differ in how the search is opened and which problems are refused, which are given as
functions; counting, walking, budgets and positions are the same for all.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from combien._budget import Meter
from combien.cover._problem import Problem
from combien.engines._counting import finish
from combien.engines._protocol import UNLIMITED, Budget, Count, Question, Reporter
from combien.engines._restarts import FirstSolution
from combien.engines._walk import Open, SearchCounting, SearchWalk

__all__ = ["SearchEngine"]


@dataclass(frozen=True, slots=True)
class SearchEngine:
    """Search by the core; `needs` returns the memory that a problem takes, in bytes.

    With `restarts`, the first solution is also searched in shuffled orders (see `_restarts`).
    """

    name: str
    open_at: Open
    refuses: Callable[[Problem], str]
    needs: Callable[[Problem], int]
    restarts: bool = False

    def refusal(self, problem: Problem, question: Question) -> str:
        """Return why the problem is not supported; a search answers every question."""
        return self.refuses(problem)

    def counting(self, problem: Problem) -> SearchCounting:
        """Return a count in progress."""
        return SearchCounting(problem, self.open_at, needs=self.needs(problem))

    def count(
        self, problem: Problem, *, budget: Budget = UNLIMITED, report: Reporter | None = None
    ) -> Count:
        """Return the number of solutions, found one by one."""
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
        """Return a walk through the solutions in the order of the search."""
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
        """Return a walk to one solution, with restarts if this engine has them."""
        if not self.restarts:
            return self.solutions(problem, budget=budget, report=report)
        meter = Meter(budget, engine=self.name, report=report)
        return FirstSolution(problem, self, why=why or f"asked for {self.name}", meter=meter)
