"""The engine "auto", which chooses among the others and records why.

Solutions are listed by search: with bit sets if they fit, else with dancing links; with bounds, by
the better one in a trial (`_trial`).  A count can come from a search, a sweep or a Pfaffian.
Which is fastest shows only in short counts (`sprint.py`); what they leave is raced (`race.py`).
Once the race has cost as much as looking for components, the problem is divided (`divided.py`).
Work is measured in steps, never in seconds, so the choice is deterministic.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import inf

from combien._base.budget import NO_LIMIT, Meter
from combien.cover._problem import Problem
from combien.engines._counting import MEMORY_PART, Counting, finish
from combien.engines._places import writer_of
from combien.engines._protocol import UNLIMITED, Budget, Count, Question, Reporter, Walk
from combien.engines._search.listed import compare_derived
from combien.engines._search.searching import (
    SearchEngine,
    bits,
    dlx_reason,
    leftmost,
    smallest,
    weighted,
)
from combien.errors import OutOfBudget


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
        modulo: int | None = None,
    ) -> Count:
        """Return the number of solutions or its remainder, by whichever engine finishes first.

        With `threads` None, a search uses all processors after a second.  With `modulo`, sweeps
        keep remainders only, and the others count exactly.  Without a limit on bytes, the tables of
        all engines take at most a quarter of the available memory.
        """
        begun: Mapping[str, Counting] = {}
        if report is None and budget == UNLIMITED:
            from combien.engines._portfolio.sprint import Sprint  # Start-up: only for counts.

            sprint = Sprint(problem, modulo=modulo)
            sprint.run()
            if sprint.winner:
                return sprint.answer()
            begun = sprint.counts
        from combien.engines._portfolio.divided import Planned  # Start-up: not for small counts.

        counting = Planned(problem, threads=threads, begun=begun, modulo=modulo)
        try:
            meter = Meter(budget, engine=self.name, report=report, default_part=MEMORY_PART)
            number = finish(counting, meter)
        except OutOfBudget as stop:
            stop.plan = counting.plan
            raise
        number = number if modulo is None else number % modulo
        if counting.is_derived:
            compare_derived(
                problem,
                number,
                f"solutions ({counting.why})",
                engine=counting.winner,
                modulo=modulo,
                cost=counting.spent,
                searched=counting.searched,
            )
        return Count(number, counting.work, counting.winner, counting.why, counting.plan)

    def solutions(
        self,
        problem: Problem,
        *,
        budget: Budget = UNLIMITED,
        report: Reporter | None = None,
        resume: str = "",
        threads: int = 1,
    ) -> Walk:
        """Return a walk by search; a position is resumed by the engine that wrote it."""
        engine, why = searcher(problem, budget)
        for writer in (bits(), smallest(), leftmost(), weighted()):
            if writer_of(resume) == writer.name:
                engine, why = writer, "the position was written by this engine"
        meter = Meter(budget, engine=engine.name, report=report, question="solutions")
        return engine.walk(problem, meter, why=why, resume=resume, threads=threads)

    def first(
        self, problem: Problem, *, budget: Budget = UNLIMITED, report: Reporter | None = None
    ) -> Walk:
        """Return a walk to one solution, by search with restarts."""
        if problem.has_bounds:
            # With restarts, about as fast as bits, in a seventh of the nodes on a hard board.
            engine, why = smallest(), "dlx branches on items with bounds"
        else:
            engine, why = searcher(problem, budget)
        return engine.first(problem, budget=budget, report=report, why=why, with_others=True)


def searcher(problem: Problem, budget: Budget = UNLIMITED) -> tuple[SearchEngine, str]:
    """Return the fastest search engine for this problem and memory, and the reason."""
    if reason := dlx_reason(problem):
        return smallest(), reason
    if not bits().fits(problem, Meter(budget, engine="auto")):
        return smallest(), "the bit sets of this problem would take more than the bytes given"
    if problem.has_bounds:
        return _trial(problem)
    return bits(), "solutions are found one by one; the problem fits into bit sets"


# Trials ----------------------------------------------------------------------------------------

# Nanoseconds of the cost model for each of the two, after the setup.
TRIAL_COST = 1_000_000
# Links are chosen if their forecast is this many times lower.
CLEARLY = 4
# The steps of a turn are nodes; few of them cost more than this in nanoseconds.
NODE_COST = 1000
# No clock ends a turn.
LONG = 1e6


def _trial(problem: Problem) -> tuple[SearchEngine, str]:
    """Return the engine that is expected to list the solutions faster, and the reason.

    `dlx` branches on items with bounds, and `bits` only counts how often they are covered.
    Branching on them can be necessary, but seldom is: where pieces may be used several times,
    `bits` lists tens of times as many solutions in the same time.  So both count for about a
    millisecond, and `dlx` is chosen if it is done, or if its forecast is much lower; forecasts
    after so little work differ from the final cost by up to ten times.  The trial is measured in
    steps, so that it is deterministic.  Requires that `bits` supports the problem.
    """
    sets, links = bits(), smallest()
    expected_by_bits = _forecast(problem, sets)
    if expected_by_bits is None:
        return sets, "in a trial, bits searched the whole problem"
    expected_by_dlx = _forecast(problem, links)
    if expected_by_dlx is None:
        return links, "in a trial, dlx searched the whole problem, and bits did not"
    if CLEARLY * expected_by_dlx < expected_by_bits:
        return links, "in a trial, dlx got on faster: it branches on items with bounds"
    return sets, "in a trial, dlx got on no faster, although it branches on items with bounds"


def _forecast(problem: Problem, engine: SearchEngine) -> float | None:
    """Return the expected cost of a search, or None if it was done in the trial."""
    counting = engine.counting(problem, threads=1)
    spent = 0.0
    while spent < TRIAL_COST:
        steps = 1 + int((TRIAL_COST - spent) / NODE_COST)
        if counting.advance(steps, LONG, NO_LIMIT):
            return None
        work = counting.work
        spent = engine.cost(problem, work["nodes"], work["updates"])
    fraction = counting.fraction
    return spent / fraction if fraction else inf
