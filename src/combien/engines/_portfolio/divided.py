"""A count by components: forced options are taken, and the counts of the components multiplied.

Finding the options that are forced because an item has no other option, and the components, takes
about 10 nanoseconds per entry.  The other rules of `combien.cover.reduce` do not pay off for a
count: on pentominoes they take 0.1 s to remove the options that the search removes by itself.
Equal components are counted once; the count ends at a component without a solution.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from heapq import heapify, heappop, heapreplace
from math import prod
from typing import Any

from combien.cover._problem import Problem
from combien.cover._reduce import Remains
from combien.cover._reductions import allows
from combien.engines._counting import Counting, OutOfBytes, summed
from combien.engines._portfolio.candidates import (
    MEMO,
    PLAIN,
    Candidate,
    is_whole,
    swept_with,
    undivided_cost,
)
from combien.engines._portfolio.race import Race
from combien.engines._protocol import PartPlan, Plan, undivided
from combien.engines._search.searching import entry_count
from combien.engines._sweeps.prices import PRICES, cost
from combien.engines._sweeps.tree import (
    TreeCounting,
    likely_steps,
    look_steps,
    quick_bound,
    quick_bound_cost,
    setup_steps,
)
from combien.errors import CannotAnswer


class Divided(Counting):
    """The product of the counts of the components, each with its own race of the candidates.

    Raises `CannotAnswer` if there is a single component and few options are forced or excluded.
    """

    def __init__(
        self, problem: Problem, candidates: Sequence[Candidate], *, threads: int | None
    ) -> None:
        if not (allows("components", "count") and allows("forced options", "count")):
            raise CannotAnswer("a problem may not be divided for this question")
        remains = Remains(problem)
        remains.propagate()
        self._impossible = remains.impossible
        found = None if self._impossible else remains.components()
        left = sum(found.sizes()) if found else 0
        if found and is_whole(problem, len(found), left):
            raise CannotAnswer("there are no parts, and little is forced")
        self._copies: list[int] = []
        self._races: list[Race] = []
        known: dict[object, int] = {}
        alike = allows("equal components", "count")
        for _, smaller in found or ():
            key = _numbers(smaller) if alike else len(self._races)
            number = known.setdefault(key, len(self._races))
            if number == len(self._races):
                self._races.append(Race(smaller, candidates, threads=threads))
                self._copies.append(0)
            self._copies[number] += 1
        self.reduction = self._summary(problem, remains, left)
        # The unfinished races, cheapest first; and the memory of the tables of all races.
        self._queue = [(race.spent, number) for number, race in enumerate(self._races)]
        heapify(self._queue)
        self._bytes = sum(race.bytes for race in self._races)
        self._none = bool(self._impossible)

    def _summary(self, problem: Problem, remains: Remains, left: int) -> str:
        if self._impossible:
            return f"there is no solution: {self._impossible}"
        parts = sum(self._copies)
        summary = f"{problem.option_count} options became {left} in {parts} parts"
        if len(self._races) < parts:
            summary += f", {len(self._races)} of them different"
        return f"{summary}, and {len(remains.taken)} options are forced"

    # State --------------------------------------------------------------------------------------

    @property
    def steps(self) -> int:
        """Steps of all races."""
        return sum(race.steps for race in self._races)

    @property
    def work(self) -> Mapping[str, int]:
        """The counters of all races."""
        return summed(race.work for race in self._races)

    @property
    def spent(self) -> float:
        """The cost of all races."""
        return sum(race.spent for race in self._races)

    @property
    def fraction(self) -> float | None:
        """The mean of the fractions of the races."""
        done = [1.0 if race.winner else race.fraction or 0.0 for race in self._races]
        return sum(done) / len(done) if done else 1.0

    @property
    def winner(self) -> str:
        """The engine that counted; several names if they differ by component."""
        return "+".join(dict.fromkeys(race.winner for race in self._races if race.winner)) or "auto"

    @property
    def count(self) -> int:
        """The product, which is 1 if everything is forced."""
        if self._none:
            return 0
        counts = zip(self._races, self._copies, strict=True)
        return prod(race.count**copies for race, copies in counts)

    @property
    def why(self) -> str:
        """How the problem was divided, and how each component was counted."""
        return "; ".join([self.reduction, *(race.why for race in self._races if race.winner)])

    def plans(self) -> tuple[PartPlan, ...]:
        """Return the plan of each distinct component."""
        races = zip(self._races, self._copies, strict=True)
        return tuple(race.plan(copies) for race, copies in races)

    # Turns --------------------------------------------------------------------------------------

    def advance(self, steps: int, seconds: float, bytes: int) -> bool:
        """Continue the race with the lowest cost so far, to find an unsolvable component early."""
        if not self._queue or self._none:
            return True
        _, number = self._queue[0]
        race = self._races[number]
        before = race.bytes
        if self._bytes - before > bytes:
            raise OutOfBytes
        done = race.advance(steps, seconds, bytes - self._bytes + before)
        self._bytes += race.bytes - before
        if done:
            heappop(self._queue)
            self._none = race.count == 0
        else:
            heapreplace(self._queue, (race.spent, number))
        return self._none or not self._queue


def _numbers(problem: Problem) -> object:
    """Return a key of everything that the count depends on: all but the names."""
    items = range(problem.item_count if problem.has_bounds else 0)
    bounds = tuple(problem.bounds(item) for item in items)
    return (problem.primary_flags, bounds, *(part.tobytes() for part in problem.arrays()))


# Candidates that start late ----------------------------------------------------------------------


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


def _tree_forecast(problem: Problem) -> float:
    most = quick_bound(problem)
    bags = setup_steps(problem, most) + likely_steps(problem, most)
    return PRICES["tree"]["steps"] * min(bags, look_steps(problem, most))


def _tree_start(problem: Problem) -> float:
    return 4 * quick_bound_cost(problem)


def _tree(problem: Problem) -> Counting:
    return TreeCounting(problem, most=MOST_TREE_TRANSITIONS)


# Few forecasts are over a thousand times too high.
MOST_TREE_TRANSITIONS = 2.0**40

TREE = Candidate(
    "tree",
    opens=_tree,
    cost=partial(cost, "tree"),
    step=lambda problem: 60,
    loser_note=lambda counting: f"had made {counting.steps} transitions over a tree",
    trusted=True,
    # Others have done a third of the forecast before.
    competitor_budget_ratio=3,
    fraction=lambda counting: counting.likely_fraction,
    start_after=_tree_start,
    opening=_tree_start,
    forecast=_tree_forecast,
)

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
        start_after=lambda problem: max(4_000_000.0, 450.0 * entry_count(problem)),
        # On six boards whose sweeps forecast less than 15 ms, orbits were slower than the sweep;
        # above 35 ms they were faster on two of three.
        least_left=25_000_000.0,
        opening=lambda problem: 450.0 * entry_count(problem),
        fraction=lambda counting: counting.most_explored,
        hasty=True,
        part_of_search=lambda counting: counting.part_of_search,
    ),
    MEMO,
    TREE,
)


class Planned:
    """A count in progress: a race on the whole problem, and after a while on its parts.

    `begun` has counts that the race continues, by their engines.  With `modulo`, the number may be
    any that has the same remainder.
    """

    def __init__(
        self,
        problem: Problem,
        *,
        threads: int | None = None,
        begun: Mapping[str, Counting] | None = None,
        modulo: int | None = None,
    ) -> None:
        self._problem = problem
        self._threads = threads
        self._candidates = swept_with(CANDIDATES, modulus=modulo)
        self._race = Race(problem, self._candidates, threads=threads, begun=begun)
        self._divided: Divided | None = None
        self._undivided = ""
        self._divides_at = undivided_cost(problem)

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
    def spent(self) -> float:
        """The cost of all candidates, in nanoseconds of the cost model."""
        return self._race.spent + (self._divided.spent if self._divided else 0.0)

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
    def searched(self) -> tuple[int, int]:
        """The nodes of a search by bit sets of the whole problem, and what it has found."""
        return self._race.searched

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
        if self._divided is None and not self._undivided and self._may_divide:
            self._divide()
        return self._counting.advance(steps, seconds, bytes)

    @property
    def _may_divide(self) -> bool:
        """Whether the race has cost enough, and is not expected to be done for as much."""
        return self._divides_at <= self._race.spent <= self._race.trusted_left

    def _divide(self) -> None:
        try:
            self._divided = Divided(self._problem, self._candidates, threads=self._threads)
        except CannotAnswer as error:
            self._undivided = str(error)
        else:
            self._race.close()
