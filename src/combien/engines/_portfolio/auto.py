"""The engine "auto", which chooses among the others and records why, and the table of candidates.

Solutions are listed by search: with bit sets if they fit, else with dancing links; with bounds, by
the better one in a trial (`_trial`).  A count can come from a search, a sweep or a Pfaffian.
Which is fastest cannot be predicted, so they are raced (`race.py`).  Once the race has cost as much
as looking for components, the problem is divided (`divided.py`).  Work is measured in steps, never
in seconds, so the choice is deterministic.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import inf
from typing import TYPE_CHECKING, Any

from combien._base.budget import NO_LIMIT, Meter
from combien._base.records import replace
from combien.cover._problem import Problem
from combien.engines._counting import Counting, finish, summed
from combien.engines._places import writer_of
from combien.engines._portfolio.candidates import PLAIN, Candidate, nodes_note, swept_with
from combien.engines._portfolio.race import Race
from combien.engines._protocol import (
    UNLIMITED,
    Budget,
    Count,
    PartPlan,
    Plan,
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
from combien.errors import CannotAnswer, OutOfBudget

if TYPE_CHECKING:
    from combien.engines._portfolio.divided import Divided


# The cost of looking for components, in nanoseconds per entry of the options.
ENTRY_COST = 10
# The cost of a search that takes half as long as setting up a race, in nanoseconds; nodes limit it,
# not the clock.
QUICK_COST, QUICK_SECONDS = 40_000, 1.0


def _memo_cost(problem: Problem, counting: Any) -> float:
    # A node costs more than without a table, as it is not searched in lanes.
    work: Mapping[str, int] = counting.work
    node = 30 + min(problem.option_count, 2048) / 50 + 0.8 * problem.primary_count
    return bits_setup(problem) + node * work["nodes"] + 100.0 * work["probes"]


def _orbits_cost(problem: Problem, counting: Any) -> float:
    # Symmetries cost 1.5 ns per visit of an edge.  The problem left by a choice is built in Python,
    # with fewer and fewer entries, and is then swept or searched.
    work: Mapping[str, int] = counting.work
    built = 80_000.0 + 300.0 * entry_count(problem)
    made = built * (work["symmetry searches"] + work["leaves"])
    return made + 1.5 * work["visits"] + float(counting.counted_cost)


def _orbits(problem: Problem) -> Counting:
    from combien.engines._portfolio.orbits import OrbitCounting  # Start-up: only for long counts.

    return OrbitCounting(problem)


def _memo(problem: Problem) -> Counting:
    from combien.engines._memo import MemoCounting  # Start-up: only for long counts.

    return MemoCounting(problem)


# The price of a transition over a tree: 20 to 100 ns.
TREE_TRANSITION = 40.0


def _tree_cost(problem: Problem, counting: Any) -> float:
    # Allocating memory has a cost, too.
    transitions = float(counting.setup_steps) + int(counting.steps)
    return TREE_TRANSITION * transitions + 0.3 * int(counting.bytes)


def _tree_forecast(problem: Problem) -> float:
    from combien.engines._tree import (  # Start-up: only for long counts.
        likely_steps,
        look_steps,
        quick_bound,
        setup_steps,
    )

    most = quick_bound(problem)
    bags = setup_steps(problem, most) + likely_steps(problem, most)
    return TREE_TRANSITION * min(bags, look_steps(problem, most))


def _tree(problem: Problem) -> Counting:
    from combien.engines._tree import TreeCounting  # Start-up: only for long counts.

    return TreeCounting(problem, most=MOST_TREE_TRANSITIONS)


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
        step=lambda problem: 100 + 1.5 * entry_count(problem) / problem.item_count,
        loser_note=lambda counting: f"had taken {counting.steps} steps by symmetry",
        # Finding the symmetries takes about 100 ns per entry, and building a problem 300.
        start_after=lambda problem: max(300_000.0, 450.0 * entry_count(problem)),
        fraction=lambda counting: counting.most_explored,
        hasty=True,
        part_of_search=lambda counting: counting.part_of_search,
    ),
    Candidate(
        "memo",
        opens=_memo,
        cost=_memo_cost,
        step=lambda problem: 100,
        loser_note=lambda counting: f"{nodes_note(counting)} with a memo",
        # Where a search is feasible, a memo saves a quarter of it at best.
        start_after=lambda problem: 20_000_000 + bits_setup(problem),
        share_divisor=6,
    ),
    Candidate(
        "tree",
        opens=_tree,
        cost=_tree_cost,
        step=lambda problem: 60,
        loser_note=lambda counting: f"had made {counting.steps} transitions over a tree",
        trusted=True,
        # Others have done a third of the forecast before.
        competitor_budget_ratio=3,
        fraction=lambda counting: counting.likely_fraction,
        # Five times what the forecast takes.
        start_after=lambda problem: 100.0 * problem.item_count**2 + 35.0 * entry_count(problem),
        forecast=_tree_forecast,
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
    entries = (dropped, chosen, *(waiting(candidate.name) for candidate in CANDIDATES[2:]))
    part = PartPlan(problem.option_count, problem.item_count, 1, number, entries)
    return Count(number, work, "bits", why, undivided(part))


class Planned:
    """A count in progress: a race on the whole problem, and after a while on its parts.

    `begun` is a search that the race continues.  With `modulo`, the number may be any that has the
    same remainder.
    """

    def __init__(
        self,
        problem: Problem,
        *,
        threads: int | None = None,
        begun: SearchCounting | None = None,
        modulo: int | None = None,
    ) -> None:
        self._problem = problem
        self._threads = threads
        self._candidates = swept_with(CANDIDATES, modulus=modulo)
        self._race = Race(problem, self._candidates, threads=threads, begun={"bits": begun})
        self._divided: Divided | None = None
        self._undivided = ""
        self._divides_at = float(ENTRY_COST * len(problem.arrays()[1]))

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
        return self._race.position

    @property
    def winner(self) -> str:
        """The engine that finished first."""
        return self._counting.winner

    @property
    def why(self) -> str:
        """How the count was obtained."""
        return self._counting.why

    @property
    def is_derived(self) -> bool:
        """Whether the count follows from those of other problems."""
        return self._divided is not None or self._race.winner not in ("bits", "dlx")

    @property
    def plan(self) -> Plan:
        """The plan so far."""
        if self._divided is not None:
            return Plan(self._divided.reduction, self._divided.plans())
        return undivided(self._race.plan(1), self._undivided)

    def advance(self, steps: int, seconds: float, bytes: int) -> bool:
        """Continue the race, or the races of the parts."""
        if self._divided is None and not self._undivided and self._race.spent >= self._divides_at:
            self._divide()
        return self._counting.advance(steps, seconds, bytes)

    def _divide(self) -> None:
        from combien.engines._portfolio.divided import Divided  # Start-up: not for small counts.

        try:
            self._divided = Divided(self._problem, self._candidates, threads=self._threads)
        except CannotAnswer as error:
            self._undivided = str(error)
        else:
            self._race.close()


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
