"""The engine "auto", which chooses among the others and records why, and the table of candidates.

Solutions are listed by search: with bit sets if they fit, else with dancing links.  A count can
come from a search, a sweep or a Pfaffian.  Which is fastest cannot be predicted, so they are raced
(`race.py`).  Once the race has cost as much as looking for components, the problem is divided
(`divided.py`).  Work is measured in steps, never in seconds, so the choice is deterministic.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from combien._budget import Meter
from combien.cover._problem import Problem
from combien.engines._counting import Counting, finish, summed
from combien.engines._portfolio.candidates import PLAIN, Candidate, bytes_of, nodes_note, why_of
from combien.engines._portfolio.divided import Divided, division_cost
from combien.engines._portfolio.plan import Plan
from combien.engines._portfolio.race import Race
from combien.engines._protocol import UNLIMITED, Budget, Count, Question, Reporter
from combien.engines._restarts import FirstSolution
from combien.engines._search.listing import ThreadedWalk
from combien.engines._search.places import writer_of
from combien.engines._searching import (
    SearchEngine,
    bits,
    bits_node,
    bits_setup,
    dlx_reason,
    entry_count,
    leftmost,
    smallest,
    weighted,
)
from combien.engines._walk import SearchWalk
from combien.errors import CannotAnswer, OutOfBudget

__all__ = ["CANDIDATES", "Auto", "Planned", "searcher"]


def _memo_cost(problem: Problem, counting: Any) -> float:
    # Nodes cost the same as without a table, and a probe twice as much.
    work: Mapping[str, int] = counting.work
    node = bits_node(problem) + 10
    return bits_setup(problem) + node * work["nodes"] + 150.0 * work["probes"]


def _orbits_cost(problem: Problem, counting: Any) -> float:
    # Symmetries cost 10 ns per visit of an edge.  The problem left by a choice is built in Python
    # at 1.5 us per entry, with about half of the entries, and is then swept or searched.
    work: Mapping[str, int] = counting.work
    made = 750.0 * entry_count(problem) * (work["symmetry searches"] + work["leaves"])
    return made + 10.0 * work["visits"] + float(counting.counted_cost)


def _orbits(problem: Problem) -> Counting:
    from combien.engines._portfolio.orbits import OrbitCounting  # Start-up: only for long counts.

    return OrbitCounting(problem)


def _memo(problem: Problem) -> Counting:
    from combien.engines._memo import MemoCounting  # Start-up: only for long counts.

    return MemoCounting(problem)


def _tree_cost(problem: Problem, counting: Any) -> float:
    # 100 ns per transition, and allocating memory.
    return _tree_setup(problem) + 100.0 * int(counting.steps) + 0.3 * int(counting.bytes)


def _tree_setup(problem: Problem) -> float:
    # Several greedy eliminations.
    return min(80_000_000.0, 500_000.0 * problem.item_count) + 0.05 * problem.item_count**2


def _tree(problem: Problem) -> Counting:
    from combien.engines._tree import TreeCounting  # Start-up: only for long counts.

    counting = TreeCounting(problem)
    if counting.forecast > MOST_TREE_TRANSITIONS:
        raise CannotAnswer("every tree decomposition that was found has bags of too many items")
    return counting


# Few forecasts are over a thousand times too high.
MOST_TREE_TRANSITIONS = 2.0**40

# In the order in which they are tried initially.  The problems left by `orbits` are counted by a
# race of the candidates in `PLAIN`.
CANDIDATES = (
    *PLAIN,
    Candidate(
        "orbits",
        opens=_orbits,
        cost=_orbits_cost,
        step=100,
        why=why_of,
        loser_note=lambda counting: f"had taken {counting.steps} steps by symmetry",
        # Proving that there are no symmetries takes 1 ms for 3000 options, 60 ms for 40 000.
        start_after=lambda problem: max(2_000_000.0, 300.0 * entry_count(problem)),
        fraction=lambda counting: counting.most_explored,
        hasty=True,
        # Its bound is low again whenever it begins with another problem.
        share_divisor=2,
        bytes=bytes_of,
    ),
    Candidate(
        "memo",
        opens=_memo,
        cost=_memo_cost,
        step=100,
        why=why_of,
        loser_note=lambda counting: f"{nodes_note(counting)} with a memo",
        # Where a search is feasible, a memo saves a quarter of it at best.
        start_after=lambda problem: 20_000_000 + bits_setup(problem),
        share_divisor=6,
        bytes=bytes_of,
    ),
    Candidate(
        "tree",
        opens=_tree,
        cost=_tree_cost,
        step=60,
        why=why_of,
        loser_note=lambda counting: f"had made {counting.steps} transitions over a tree",
        # The forecast is an upper bound.
        trusted=True,
        fraction=lambda counting: counting.steps / max(1.0, counting.forecast),
        start_after=lambda problem: 5 * _tree_setup(problem),
        bytes=bytes_of,
    ),
)


class Auto:
    """The engine that races search, dynamic programming and Pfaffians."""

    name = "auto"

    def refusal(self, problem: Problem, question: Question) -> str:
        """Return the empty string: a search supports every question."""
        return ""

    def count(
        self,
        problem: Problem,
        *,
        budget: Budget = UNLIMITED,
        report: Reporter | None = None,
        threads: int | None = None,
    ) -> Count:
        """Return the number of solutions, by whichever engine finishes first.

        With `threads` None, a search uses all processors after a second.
        """
        counting = Planned(problem, threads=threads)
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
        threads: int = 1,
    ) -> SearchWalk | ThreadedWalk:
        """Return a walk by search; a position is resumed by the engine that wrote it."""
        engine, why = searcher(problem)
        for writer in (bits(), smallest(), leftmost(), weighted()):
            if writer_of(resume) == writer.name:
                engine, why = writer, "the position was written by this engine"
        meter = Meter(budget, engine=engine.name, report=report)
        return engine.walk(problem, meter, why=why, resume=resume, threads=threads)

    def first(
        self, problem: Problem, *, budget: Budget = UNLIMITED, report: Reporter | None = None
    ) -> FirstSolution | SearchWalk | ThreadedWalk:
        """Return a walk to one solution, by search with restarts."""
        engine, why = searcher(problem)
        return engine.first(problem, budget=budget, report=report, why=why)


def searcher(problem: Problem) -> tuple[SearchEngine, str]:
    """Return the fastest search engine for this problem, and the reason."""
    if reason := dlx_reason(problem):
        return smallest(), reason
    return bits(), "solutions are found one by one; the problem fits into bit sets"


class Planned:
    """A count in progress: a race on the whole problem, and after a while on its parts."""

    def __init__(self, problem: Problem, *, threads: int | None = None) -> None:
        self._problem = problem
        self._threads = threads
        self._race = Race(problem, CANDIDATES, threads=threads)
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
        """The completed part."""
        return self._counting.fraction

    @property
    def count(self) -> int:
        """The count."""
        return self._counting.count

    @property
    def position(self) -> str:
        """The position of a search of the whole problem; empty once the problem is divided."""
        return "" if self._divided else self._race.position

    @property
    def winner(self) -> str:
        """The engine that finished first."""
        return self._counting.winner

    @property
    def why(self) -> str:
        """How the count was obtained."""
        return self._counting.why

    @property
    def plan(self) -> Plan:
        """The plan so far."""
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
            self._divided = Divided(self._problem, CANDIDATES, threads=self._threads)
        except CannotAnswer as error:
            self._undivided = str(error)
        else:
            self._race.close()
