"""The engine "auto", which chooses among the others and records why.

Solutions are listed by search: with bit sets if they fit, else with dancing links; with bounds, by
the better one in a trial (`_trial`).  A count can come from a search, a sweep or a Pfaffian.
Which is fastest cannot be predicted, so they are raced (`race.py`).  Once the race has cost as much
as looking for components, the problem is divided (`divided.py`).  Work is measured in steps, never
in seconds, so the choice is deterministic.
"""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

from combien._base.budget import NO_LIMIT, Meter
from combien._base.records import replace
from combien.cover._problem import Problem
from combien.engines._counting import finish
from combien.engines._places import writer_of
from combien.engines._portfolio.candidates import ENTRY_COST, LATE, PLAIN
from combien.engines._protocol import (
    UNLIMITED,
    Budget,
    Count,
    PartPlan,
    PlanEntry,
    Question,
    Reporter,
    Walk,
    refused,
    undivided,
    waiting,
)
from combien.engines._search_counting import SearchCounting
from combien.engines._searching import (
    SearchEngine,
    bits,
    bits_cost,
    bits_node,
    bits_setup,
    dlx_reason,
    entry_count,
    leftmost,
    smallest,
    weighted,
)
from combien.errors import OutOfBudget

if TYPE_CHECKING:
    pass


# The cost of a search that takes half as long as setting up a race, in nanoseconds; nodes limit it,
# not the clock.
QUICK_COST, QUICK_SECONDS = 40_000, 1.0


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
        keep remainders only, and the others count exactly.
        """
        begun = _begun(problem) if report is None and budget == UNLIMITED else None
        if begun is not None and begun.done:
            found = _completed(problem, begun)
            return found if modulo is None else replace(found, count=found.count % modulo)
        from combien.engines._portfolio.divided import Planned  # Start-up: not for small counts.

        counting = Planned(problem, threads=threads, begun=begun, modulo=modulo)
        try:
            number = finish(counting, Meter(budget, engine=self.name, report=report))
        except OutOfBudget as stop:
            stop.plan = counting.plan
            raise
        number = number if modulo is None else number % modulo
        if counting.is_derived:
            from combien.engines._listed import compare_count  # Start-up: not for small counts.

            compare_count(problem, number, f"solutions ({counting.why})", modulo=modulo)
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
        return engine.first(problem, budget=budget, report=report, why=why, with_sat=True)


def searcher(problem: Problem, budget: Budget = UNLIMITED) -> tuple[SearchEngine, str]:
    """Return the fastest search engine for this problem and memory, and the reason."""
    if reason := dlx_reason(problem):
        return smallest(), reason
    if not bits().fits(problem, Meter(budget, engine="auto")):
        return smallest(), "the bit sets of this problem would take more than the bytes given"
    if problem.has_bounds:
        return _trial(problem)
    return bits(), "solutions are found one by one; the problem fits into bit sets"


def _begun(problem: Problem) -> SearchCounting | None:
    """Return a short search, which completes the count of a small problem.

    None if a race may do something else than search: count by Pfaffians, or divide the problem.
    """
    from combien.engines._fkt import without_pairs  # Start-up: only for counts.

    if bits_setup(problem) >= ENTRY_COST * entry_count(problem) or dlx_reason(problem):
        return None
    if not without_pairs(problem):
        return None
    counting = bits().counting(problem, threads=1)
    counting.advance(round(QUICK_COST / bits_node(problem)), QUICK_SECONDS, NO_LIMIT)
    return counting


def _completed(problem: Problem, counting: SearchCounting) -> Count:
    """Return the count of a short search, with the plan of the race that it saves."""
    from combien.engines._fkt import without_pairs  # Start-up: only for counts.

    number, work = counting.count, counting.work
    cost = bits_setup(problem) + bits_cost(problem, work["nodes"], work["updates"])
    why = f"searched {work['nodes']} nodes"
    chosen = PlanEntry("bits", "chosen", why, cost, cost, work)
    dropped = refused("fkt", without_pairs(problem))
    others = (*(candidate.name for candidate in PLAIN[2:]), *LATE)
    entries = (dropped, chosen, *map(waiting, others))
    part = PartPlan(problem.option_count, problem.item_count, 1, number, entries)
    return Count(number, work, "bits", why, undivided(part))


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
