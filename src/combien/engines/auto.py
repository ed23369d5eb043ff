"""The engine that chooses, and says why.

Solutions are listed by search: by bit sets where they fit, else by dancing links.  A count can come
from a search or from a sweep, and nothing but trying tells which is quicker: so they are raced,
each in turn with a share of work that doubles, until one has the number.  Shares are counted in
steps, not in seconds, so that the same problem is always answered by the same engine.  The loser
costs at most about as much as the winner.
"""

from __future__ import annotations

from collections.abc import Mapping

from combien.cover.problem import Problem
from combien.engines.bits import bits
from combien.engines.counting import Counting, OutOfBytes, finish
from combien.engines.dlx import leftmost, smallest, weighted
from combien.engines.frontier import FrontierCounting
from combien.engines.meter import Meter
from combien.engines.protocol import UNLIMITED, Budget, Count, Question, Reporter
from combien.engines.searching import SearchEngine
from combien.engines.walk import SearchWalk
from combien.errors import CannotAnswer

__all__ = ["Auto", "searcher"]

# The first shares, in steps: a transition of a sweep takes some 15 ns, a node by bits 100 ns, a
# node by links a microsecond.
FIRST_SHARE = {"frontier": 60_000, "bits": 10_000, "dlx": 1_000}


class Auto:
    """Chooses between search and sweep."""

    name = "auto"

    def refusal(self, problem: Problem, question: Question) -> str:
        """Nothing is refused: the search answers everything."""
        return ""

    def count(
        self, problem: Problem, *, budget: Budget = UNLIMITED, report: Reporter | None = None
    ) -> Count:
        """How many solutions, by whichever engine gets there first."""
        race = Race(problem)
        number = finish(race, Meter(budget, engine=self.name, report=report))
        return Count(number, race.work, race.winner, race.why)

    def solutions(
        self,
        problem: Problem,
        *,
        budget: Budget = UNLIMITED,
        report: Reporter | None = None,
        resume: str = "",
    ) -> SearchWalk:
        """A walk by search; a position goes back to the engine that wrote it."""
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


def searcher(problem: Problem) -> tuple[SearchEngine, str]:
    """The quickest search for this problem, and why."""
    refusal = bits().refusal(problem, "solutions")
    if refusal:
        return smallest(), refusal
    return bits(), "solutions are found one by one; the problem fits into bit sets"


class Race:
    """A count under way in two engines, by turns."""

    def __init__(self, problem: Problem) -> None:
        self.winner = ""
        self._dropped = ""
        self._share = dict(FIRST_SHARE)
        self._runners: dict[str, Counting] = {}
        try:
            self._frontier = FrontierCounting(problem)
            self._runners["frontier"] = self._frontier
        except CannotAnswer:
            self._dropped = "a sweep's states would be too wide"
        search, _ = searcher(problem)
        self._search = search.name
        self._runners[self._search] = search.counting(problem)
        self._turn = next(iter(self._runners))

    @property
    def steps(self) -> int:
        """Steps of both."""
        return sum(runner.steps for runner in self._runners.values())

    @property
    def work(self) -> Mapping[str, int]:
        """The counters of both."""
        return {
            name: value for runner in self._runners.values() for name, value in runner.work.items()
        }

    @property
    def known(self) -> Mapping[str, int]:
        """The counters of both, and what the search has found."""
        return {
            name: value for runner in self._runners.values() for name, value in runner.known.items()
        }

    @property
    def fraction(self) -> float | None:
        """How far the search is: a share of a tree does not go back, a forecast may."""
        return self._runners[self._search].fraction

    @property
    def count(self) -> int:
        """The winner's count."""
        return self._runners[self.winner].count

    @property
    def why(self) -> str:
        """Who won, and how far the other one was."""
        search = self._runners[self._search]
        if self.winner == "frontier":
            beside = (
                f"the search beside it had visited {search.steps} nodes" if search.steps else ""
            )
            return "; ".join(part for part in (self._frontier.why, beside) if part)
        beside = self._dropped or f"the sweep beside it had made {self._frontier.steps} transitions"
        return f"searched {search.steps} nodes; {beside}"

    def advance(self, steps: int, seconds: float, bytes: int) -> bool:
        """Goes on with the runner whose turn it is."""
        runner = self._runners[self._turn]
        alone = len(self._runners) == 1
        left = self._share[self._turn] - runner.steps
        try:
            if runner.advance(steps if alone else min(steps, max(left, 1)), seconds, bytes):
                self.winner = self._turn
                return True
        except (OutOfBytes, MemoryError):
            self._dropped = "a sweep would need too much memory"
            del self._runners["frontier"]
            self._turn = self._search
            return False
        if not alone and runner.steps >= self._share[self._turn]:
            self._share[self._turn] *= 2
            self._turn = self._search if self._turn == "frontier" else "frontier"
        return False
