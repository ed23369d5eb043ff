"""Whether there is a solution: a search alternates with a sweep that may prove there is none.

A search is fast if there are many solutions.  If there is none for a global reason, such as two
cells too many of one color, a search is exhaustive, whereas a sweep merges equal states and is
fast.  They alternate by work, not by time.  The search restarts, as for `solve`.
"""

from __future__ import annotations

from combien import _native
from combien._base.budget import Meter
from combien.cover._problem import Problem
from combien.engines._counting import OutOfBytes
from combien.engines._portfolio.auto import searcher
from combien.engines._protocol import UNLIMITED, Budget, Reporter
from combien.engines._search.listed import compare_count
from combien.engines._search.restarts import beside
from combien.engines._search.searching import learning
from combien.engines._sweeps.frontier import FrontierCounting
from combien.errors import CannotAnswer

# The nodes of the first turn of the search, or more if there are more items; the transitions of the
# sweep for each node.
HEAD_START = 2_000
TRANSITIONS_A_NODE = 4


def exists(problem: Problem, *, budget: Budget = UNLIMITED, report: Reporter | None = None) -> bool:
    """Return whether there is a solution; raise `OutOfBudget` if a limit is reached.

    >>> exists(Problem.from_options(["ab", "bc"]))
    False
    """
    meter = Meter(budget, engine="auto", report=report)
    engine = searcher(problem, budget)[0]
    search = beside(problem, engine, learning(), meter)
    sweep: FrontierCounting | None = None
    swept, sweep_started = 0, False
    head_start = max(HEAD_START, problem.primary_count)
    outcome = _native.OUT_OF_SLICE
    while outcome == _native.OUT_OF_SLICE:
        steps, seconds = meter.slice(search.nodes + swept)
        work = {**search.work, "transitions": swept}
        if steps == 0:
            raise meter.stop(work)
        meter.progress(search.fraction, work)
        turn = max(head_start, search.nodes)
        outcome = search.advance(min(steps, turn), seconds)
        if outcome != _native.OUT_OF_SLICE:
            break
        if search.nodes < head_start:
            continue
        if not sweep_started:
            sweep, sweep_started = FrontierCounting(problem, question="exists"), True
        while sweep is not None and swept < search.nodes * TRANSITIONS_A_NODE:
            steps, seconds = meter.slice(search.nodes + swept)
            if steps == 0:
                break
            most = min(steps, search.nodes * TRANSITIONS_A_NODE - swept)
            try:
                if sweep.advance(most, seconds, meter.bytes):
                    compare_count(problem, sweep.count, f"solutions ({sweep.why})")
                    return sweep.count > 0
                swept = sweep.steps
            except (OutOfBytes, MemoryError, CannotAnswer):
                swept = sweep.steps
                sweep = None
    return bool(outcome == _native.SOLUTION)
