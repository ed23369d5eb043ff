"""The engine "auto", which chooses among the others and records why.

Solutions are listed by search: with bit sets where they fit, else with dancing links.  A count can
come from a search, a sweep or a Pfaffian.  Which is quickest cannot be predicted, so they are raced
(`race.py`); after as much work as it takes to look for components, the problem is divided
(`divided.py`).  Work is measured in steps, never in seconds, so the choice is deterministic.
"""

from __future__ import annotations

from collections.abc import Mapping

from combien._budget import Meter
from combien.cover._problem import Problem
from combien.engines._bits import bits
from combien.engines._counting import finish, summed
from combien.engines._dlx import leftmost, smallest, weighted
from combien.engines._portfolio.divided import Divided, division_cost
from combien.engines._portfolio.plan import Plan
from combien.engines._portfolio.race import Race
from combien.engines._protocol import UNLIMITED, Budget, Count, Question, Reporter
from combien.engines._restarts import FirstSolution
from combien.engines._searching import SearchEngine
from combien.engines._walk import SearchWalk
from combien.errors import CannotAnswer, OutOfBudget

__all__ = ["Auto", "Planned", "searcher"]


class Auto:
    """Chooses between search, sweep and Pfaffian."""

    name = "auto"

    def refusal(self, problem: Problem, question: Question) -> str:
        """Return the empty string: search supports every question."""
        return ""

    def count(
        self, problem: Problem, *, budget: Budget = UNLIMITED, report: Reporter | None = None
    ) -> Count:
        """Return the number of solutions, by whichever engine finishes first."""
        counting = Planned(problem)
        try:
            number = finish(counting, Meter(budget, engine=self.name, report=report))
        except OutOfBudget as stop:
            stop.plan = counting.plan
            raise
        return Count(number, counting.work, counting.winner, counting.why, counting.plan)

    def solutions(
        self,
        problem: Problem,
        *,
        budget: Budget = UNLIMITED,
        report: Reporter | None = None,
        resume: str = "",
    ) -> SearchWalk:
        """Return a walk by search; a position is resumed by the engine that wrote it."""
        engine, why = searcher(problem)
        for writer in (bits(), smallest(), leftmost(), weighted()):
            if resume.strip().startswith(f"{writer.name}:"):
                engine, why = writer, "the position was written by this engine"
        return SearchWalk(
            problem,
            engine.open_at,
            engine=engine.name,
            why=why,
            meter=Meter(budget, engine=engine.name, report=report),
            resume=resume,
        )

    def first(
        self, problem: Problem, *, budget: Budget = UNLIMITED, report: Reporter | None = None
    ) -> FirstSolution | SearchWalk:
        """Return a walk to one solution, by search with restarts."""
        engine, why = searcher(problem)
        return engine.first(problem, budget=budget, report=report, why=why)


def searcher(problem: Problem) -> tuple[SearchEngine, str]:
    """Return the quickest search engine for this problem, and why."""
    refusal = bits().refusal(problem, "solutions")
    if refusal:
        return smallest(), refusal
    return bits(), "solutions are found one by one; the problem fits into bit sets"


class Planned:
    """A count in progress: a race on the whole problem, and after a while on its parts."""

    def __init__(self, problem: Problem) -> None:
        self._problem = problem
        self._race = Race(problem)
        self._divided: Divided | None = None
        self._undivided = ""
        self._divides_at = division_cost(problem)

    @property
    def _counting(self) -> Race | Divided:
        return self._divided or self._race

    @property
    def steps(self) -> int:
        """Steps of all candidates, before and after the division."""
        return self._race.steps + (self._divided.steps if self._divided else 0)

    @property
    def work(self) -> Mapping[str, int]:
        """The counters of all candidates, before and after the division."""
        return summed([self._race.work, self._divided.work if self._divided else {}])

    @property
    def known(self) -> Mapping[str, int]:
        """The counters, and the best lower bound."""
        return {**self._race.known, **self.work}

    @property
    def fraction(self) -> float | None:
        """The part that is done."""
        return self._counting.fraction

    @property
    def count(self) -> int:
        """The count."""
        return self._counting.count

    @property
    def winner(self) -> str:
        """The engine that finished first."""
        return self._counting.winner

    @property
    def why(self) -> str:
        """How the count was found."""
        return self._counting.why

    @property
    def plan(self) -> Plan:
        """The plan up to now."""
        if self._divided is not None:
            return Plan(self._divided.reduction, self._divided.plans())
        whole = self._undivided or "it was done before looking for parts would have paid"
        return Plan(f"counted whole: {whole}", (self._race.plan(1),))

    def advance(self, steps: int, seconds: float, bytes: int) -> bool:
        """Continue the race, or the races of the parts."""
        if self._divided is None and not self._undivided and self._race.spent >= self._divides_at:
            self._divide()
        return self._counting.advance(steps, seconds, bytes)

    def _divide(self) -> None:
        try:
            self._divided = Divided(self._problem)
        except CannotAnswer as error:
            self._undivided = str(error)
        else:
            self._race.close()
