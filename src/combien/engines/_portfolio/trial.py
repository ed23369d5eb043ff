"""Which search lists the solutions of a problem with bounds: a short trial of both.

`dlx` branches on items with bounds, and `bits` only counts how often they are covered.  Branching
on them can be necessary, but seldom is: where pieces may be used several times, `bits` lists tens
of times as many solutions in the same time.  So both count for about a millisecond, and `dlx` is
chosen if it is done, or if its forecast is much lower; forecasts after so little work differ from
the final cost by up to ten times.  The trial is measured in steps, so that it is deterministic.
"""

from __future__ import annotations

from math import inf

from combien._base.budget import NO_LIMIT
from combien.cover._problem import Problem
from combien.engines._searching import SearchEngine, bits, smallest

__all__ = ["trial"]

# Nanoseconds of the cost model for each of the two, after the setup.
TRIAL_COST = 1_000_000
# Links are chosen if their forecast is this many times lower.
CLEARLY = 4
# The steps of a turn are nodes; few of them cost more than this in nanoseconds.
NODE_COST = 1000
# No clock ends a turn.
LONG = 1e6


def trial(problem: Problem) -> tuple[SearchEngine, str]:
    """Return the engine that is expected to list the solutions faster, and the reason.

    Requires that `bits` supports the problem.
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
