"""The engine that chooses, and says why.

Solutions are listed by search: by bit sets where they fit, else by dancing links.  A count can come
from a search or from a sweep, and nothing but trying tells which is quicker: so they are raced, by
turns, until one has the number.  Both get the same share of the work; when the search is clearly
expected to end sooner, the sweep gets an eighth of its share.  (Not the other way round: what a
sweep has before it grows too fast to be foreseen.)  Work is counted in steps, not in seconds, so
that the same problem is always answered by the same engine.
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

# What a step costs, in nanoseconds, roughly: a node by bits and by links; a move of a sweep while
# its layers fit into a cache, and when they do not.
NODE = {"bits": 100, "dlx": 1000}
MOVE, FAR_MOVE = 50, 170
CACHE_STATES = 100_000

# A turn lasts at least so long, in nanoseconds, and at least this part of what was spent before.
SHORTEST_TURN = 1_000_000
TURN = 4

# A search that is expected to end this many times sooner gets so much more of the work.
CLEARLY, FAVOUR = 4, 8


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
    """A count under way in two engines, by turns; the sweep begins with the item `first`."""

    def __init__(self, problem: Problem, *, first: int | None = None) -> None:
        self.winner = ""
        self._dropped = ""
        self._frontier: FrontierCounting | None = None
        try:
            self._frontier = FrontierCounting(problem, first=first)
        except CannotAnswer:
            self._dropped = "a sweep's states would be too wide"
        engine, _ = searcher(problem)
        self._searcher = engine.name
        self._search = engine.counting(problem)
        self._turn = ""
        self._until = 0

    @property
    def _runners(self) -> list[Counting]:
        return [self._search] if self._frontier is None else [self._frontier, self._search]

    @property
    def steps(self) -> int:
        """Steps of both."""
        return sum(runner.steps for runner in self._runners)

    @property
    def work(self) -> Mapping[str, int]:
        """The counters of both."""
        return {name: value for runner in self._runners for name, value in runner.work.items()}

    @property
    def known(self) -> Mapping[str, int]:
        """The counters of both, and what the search has found."""
        return {name: value for runner in self._runners for name, value in runner.known.items()}

    @property
    def fraction(self) -> float | None:
        """How far the search is: a share of a tree does not go back, a forecast may."""
        return self._search.fraction

    @property
    def count(self) -> int:
        """The winner's count."""
        winner = self._search if self._frontier is None else self._frontier
        return winner.count if self.winner == "frontier" else self._search.count

    @property
    def why(self) -> str:
        """Who won, and how far the other one was."""
        if self._frontier is not None and self.winner == "frontier":
            nodes = self._search.steps
            beside = f"; the search beside it had visited {nodes} nodes" if nodes else ""
            return self._frontier.why + beside
        if self._frontier is not None:
            beside = f"the sweep beside it had made {self._frontier.work['transitions']} moves"
        else:
            beside = self._dropped
        return f"searched {self._search.steps} nodes; {beside}"

    def advance(self, steps: int, seconds: float, bytes: int) -> bool:
        """Goes on with the runner whose turn it is."""
        if self._frontier is None:
            return self._won(self._searcher, self._search.advance(steps, seconds, bytes))
        # Turns end by the work done, never by the clock.
        if not self._turn or self._spent(self._turn) >= self._until:
            self._turn = self._next_turn()
            spent = self._spent(self._turn)
            self._until = max(SHORTEST_TURN, spent + spent // TURN)
        left = self._until - self._spent(self._turn)
        if self._turn == "search":
            most = left // NODE[self._searcher] + 1
            return self._won(self._searcher, self._search.advance(min(steps, most), seconds, bytes))
        try:
            most = left // MOVE + 1
            return self._won("frontier", self._frontier.advance(min(steps, most), seconds, bytes))
        except (OutOfBytes, MemoryError):
            self._dropped = "a sweep would need too much memory"
            self._frontier = None
            return False

    def _won(self, runner: str, done: bool) -> bool:
        if done:
            self.winner = runner
        return done

    def _spent(self, runner: str) -> int:
        """What a runner has cost so far, in nanoseconds by the table above."""
        if runner == "search" or self._frontier is None:
            return self._search.steps * NODE[self._searcher]
        work = self._frontier.work
        move = MOVE if work["widest"] <= CACHE_STATES else FAR_MOVE
        return work["transitions"] * move

    def _next_turn(self) -> str:
        """Who has had less of the work than is due."""
        sweep, search = self._spent("sweep"), self._spent("search")
        if self._frontier is None:
            return "search"
        # The sweep first, and then both long enough to be judged.
        if min(sweep, search) < SHORTEST_TURN:
            return "sweep" if sweep <= search else "search"
        sweep_left = self._frontier.forecast * MOVE
        done = self._search.fraction
        search_left = search * (1 - done) / done if done > 0 else float("inf")
        if search_left * CLEARLY < sweep_left:
            sweep *= FAVOUR
        return "sweep" if sweep <= search else "search"
