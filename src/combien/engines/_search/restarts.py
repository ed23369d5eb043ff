"""Find the first solution by a search with restarts: a plain search and shuffled ones in turns.

How long a search takes to its first solution depends on the order of the problem, and the
distribution has a heavy tail: most orders are fast, but a few search for hours in a part of the
tree without a solution (Gomes, Selman, Crato and Kautz, 2000).  So after a head start, the plain
search alternates with searches of the same problem in shuffled orders.  Each of these is given up
after a while for a new one; their lengths follow the sequence of Luby, Sinclair and Zuckerman
(1993), which is within a logarithmic factor of the best lengths for any distribution.

The plain search gets at least half of the work, so a proof that there is no solution takes at most
about twice as long.  Turns are counted in work, never in seconds, and the seeds are 0, 1, 2, ...:
the same problem always has the same answer.

Where they are asked to (`auto`), they take turns with a SAT solver after some seconds.

After a while, the symmetries of the problem are found.  If there are any that help, the plain
search stops where it is, and another one takes its turns, in a problem that has only one option of
each orbit of an item (see `breaking`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Protocol

from combien import _native
from combien._base.budget import Meter
from combien._base.threads import mutex
from combien.cover._elements import Solution
from combien.cover._problem import Problem
from combien.engines._places import Open, Place

if TYPE_CHECKING:
    from combien.engines._clauses.sat_walk import SatTurns


# The nodes of the plain search before the first shuffled search: at least this many in all and for
# each item, so that a search that hardly backtracks is not interrupted.
HEAD_START, HEAD_START_ITEM = 10_000, 1

# A turn, in nodes: this part of the plain search's nodes, between these limits.
TURN_PART, SHORTEST_TURN, LONGEST_TURN = 64, 1_000, 20_000

# The length of the shortest shuffled searches, in nanoseconds of the cost model.
UNIT = 2_000_000

# What the plain search costs before symmetries are looked for, in nanoseconds: as much as that.
BREAKING_AFTER = 30_000_000

# What all searches cost before a SAT solver takes turns with them, in nanoseconds.
SAT_AFTER = 3_000_000_000

# The most searches at the same time: the plain one, one without symmetric options, a shuffled one.
SEARCHES = 3

# The cost of shuffling a problem, in nanoseconds per option and per entry.
SHUFFLED_OPTION, SHUFFLED_ENTRY = 400, 60


class Searcher(Protocol):
    """The part of a search engine that a search with restarts uses; see `SearchEngine`."""

    @property
    def name(self) -> str:
        """The name of the engine."""

    @property
    def open_at(self) -> Open:
        """The function that opens a search of a problem at a position."""

    @property
    def setup(self) -> Callable[[Problem], float]:
        """The function that returns the cost of opening a search, in nanoseconds."""

    @property
    def cost(self) -> Callable[[Problem, int, int], float]:
        """The function that returns the cost of nodes and updates, in nanoseconds."""

    def fits(self, problem: Problem, meter: Meter, *, searches: int = 1) -> bool:
        """Whether this number of searches fit into the memory of the budget."""


def luby(number: int) -> int:
    """Return the term of the Luby sequence with this number, from 1.

    >>> [luby(number) for number in range(1, 16)]
    [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]
    """
    while number & (number + 1):
        # Not the last of a block of 2**k - 1 terms: the block repeats the one before it.
        number -= (1 << (number.bit_length() - 1)) - 1
    return (number + 1) // 2


def _place(search: _native.Search) -> Place:
    choices, visited, floor = search.position()
    return Place(tuple(choices), visited, floor)


class _Renumbered:
    """A search of a problem whose options have other numbers."""

    def __init__(
        self, problem: Problem, numbers: Sequence[int], engine: Searcher, place: Place | None = None
    ) -> None:
        self.problem = problem
        self.numbers = numbers
        self.search = engine.open_at(problem, place or Place())

    @classmethod
    def shuffled(cls, problem: Problem, engine: Searcher, seed: int) -> _Renumbered:
        """Return a search of the problem in a shuffled order."""
        from combien.cover._shuffle import shuffled  # Start-up: only for long searches.

        return cls(*shuffled(problem, seed=seed), engine)

    def solution(self, options: Sequence[int]) -> Solution:
        """Return the solution in the option numbers of the original problem."""
        return Solution(sorted(self.numbers[option] for option in options))


class Restarts:
    """A search for one solution, in slices; `alone`: only the plain one, to save memory."""

    def __init__(self, problem: Problem, engine: Searcher, *, alone: bool = False) -> None:
        self.plain = engine.open_at(problem, Place())
        self.solution: Solution | None = None
        self.seed: int | None = None
        self.restarts = 0
        # The search without symmetric options, which takes the turns of the plain one.
        self.broken: _Renumbered | None = None
        self._may_break = not alone
        self._problem = problem
        self._engine = engine
        self._setup = engine.setup(problem)
        self._setup += SHUFFLED_OPTION * problem.option_count
        self._setup += SHUFFLED_ENTRY * len(problem.arrays()[1])
        self._shuffled: _Renumbered | None = None
        # Nodes, updates and cost of the shuffled searches that were given up.
        self._nodes = self._updates = 0
        self._spent = 0.0
        self._until = max(HEAD_START, HEAD_START_ITEM * problem.primary_count)
        self._turn_is_main = True
        self._alone = alone

    @property
    def nodes(self) -> int:
        """Nodes of all searches."""
        others = sum(one.search.nodes for one in (self.broken, self._shuffled) if one)
        return self.plain.nodes + self._nodes + others

    @property
    def updates(self) -> int:
        """Updates of all searches."""
        others = sum(one.search.updates for one in (self.broken, self._shuffled) if one)
        return self.plain.updates + self._updates + others

    @property
    def work(self) -> dict[str, int]:
        """Nodes and updates of all searches, and the number of shuffled searches, if any."""
        work = {"nodes": self.nodes, "updates": self.updates}
        return {**work, "restarts": self.restarts} if self.restarts else work

    @property
    def fraction(self) -> float:
        """The explored fraction of the main search."""
        return max(self._main.fraction, self.plain.fraction)

    @property
    def cost(self) -> float:
        """The cost of all searches, in nanoseconds of the cost model."""
        running = [self.plain, *(one.search for one in (self.broken, self._shuffled) if one)]
        return self._spent + sum(map(self._cost, running))

    @property
    def _main(self) -> _native.Search:
        """The search that proves that there is no solution: the plain one or the broken one."""
        return self.broken.search if self.broken else self.plain

    def advance(self, nodes: int, seconds: float) -> int:
        """Search for at most this many nodes and return the outcome of the core's search.

        After `SOLUTION`, `solution` is set, and `seed` is the seed of the shuffled order in which
        it was found, or None for the plain order.  `DONE` proves that there is no solution.
        """
        self.restore_lost_solution()
        other = self.broken if self._turn_is_main else self._shuffled
        search = self.plain if other is None else other.search
        most = min(nodes, self._until - search.nodes)
        outcome, found = search.solutions(1, most, seconds, Solution)
        if outcome == _native.SOLUTION:
            self.seed = None if self._turn_is_main else self.restarts - 1
            [solution] = found
            self.solution = solution if other is None else other.solution(solution)
        elif outcome == _native.OUT_OF_SLICE and search.nodes >= self._until:
            # Only at the end of a turn, which does not depend on the clock.
            self._next_turn()
        return outcome

    def restore_lost_solution(self) -> None:
        """Go back to before a solution that was lost because Ctrl-C came right after it."""
        if self.solution is not None:
            return
        if self.plain.found:
            at = replace(_place(self.plain), visited=False)
            again = self._engine.open_at(self._problem, at)
            lost, self.plain = self.plain, again
            self._until = self.plain.nodes + LONGEST_TURN
            self._turn_is_main = True
        elif self.broken is not None and self.broken.search.found:
            broken = self.broken
            lost = broken.search
            at = replace(_place(lost), visited=False)
            self.broken = _Renumbered(broken.problem, broken.numbers, self._engine, at)
            self._until = self.broken.search.nodes + LONGEST_TURN
            self._turn_is_main = True
        elif self._shuffled is not None and self._shuffled.search.found:
            lost = self._shuffled.search
            self._shuffled = _Renumbered.shuffled(self._problem, self._engine, self.restarts - 1)
            self._until = LONGEST_TURN
        else:
            return
        self._nodes += lost.nodes
        self._updates += lost.updates

    def _cost(self, search: _native.Search) -> float:
        return self._engine.cost(self._problem, search.nodes, search.updates)

    def _next_turn(self) -> None:
        # The main search has the turn until everything else is ready, so that Ctrl-C in between
        # does no harm.
        self._turn_is_main = True
        if self._may_break and self._cost(self.plain) >= BREAKING_AFTER:
            self._break_symmetry()
        done = self.plain.nodes + (self.broken.search.nodes if self.broken else 0)
        turn = min(max(done // TURN_PART, SHORTEST_TURN), LONGEST_TURN)
        self._until = self._main.nodes + turn
        if self._alone:
            return
        running = self._shuffled
        spent = self._cost(running.search) if running else 0.0
        if running and spent >= luby(self.restarts) * max(UNIT, self._setup):
            self._nodes += running.search.nodes
            self._updates += running.search.updates
            self._spent += spent
            self._shuffled = running = None
            spent = 0.0
        due = self._spent + (spent if running else self._setup)
        if due >= self._cost(self.plain) + (self._cost(self._main) if self.broken else 0.0):
            return
        if running is None:
            try:
                running = _Renumbered.shuffled(self._problem, self._engine, self.restarts)
            except MemoryError:
                # There is no memory for two searches.
                self._alone = True
                return
            self.restarts += 1
            self._spent += self._setup
            self._shuffled = running
        self._until = running.search.nodes + turn
        self._turn_is_main = False

    def _break_symmetry(self) -> None:
        from combien.engines._search.breaking import broken  # Start-up: only for long searches.

        try:
            found = broken(self._problem)
            self.broken = _Renumbered(*found, self._engine) if found else None
        except MemoryError:
            # There is no memory for two searches.
            self._alone = True
        self._may_break = False


class FirstSolution:
    """A `Walk` that ends after its first solution, found with restarts.

    Threads may share it: one of them gets the solution.
    """

    def __init__(
        self,
        problem: Problem,
        engine: Searcher,
        *,
        why: str,
        meter: Meter,
        with_sat: bool = False,
    ) -> None:
        self.engine = engine.name
        self.why = why
        self._problem = problem
        self._meter = meter
        alone = not engine.fits(problem, meter, searches=SEARCHES)
        self._search = Restarts(problem, engine, alone=alone)
        # A SAT solver that takes turns with a long search, or None.
        self._turns: SatTurns | None = None
        self._may_turn = with_sat
        self._mutex = mutex()
        self._yielded = False
        self._complete = False

    def __iter__(self) -> Iterator[Solution]:
        return self

    def __next__(self) -> Solution:
        while True:
            with self._mutex:
                search = self._search
                if self._yielded or self._complete:
                    raise StopIteration
                if search.solution is not None:
                    self._yielded = True
                    self._stop_sat()
                    if search.seed is not None:
                        self.why += f"; this one was found in a shuffled order (seed {search.seed})"
                    elif search.broken is not None:
                        self.why += "; this one was found without symmetric options"
                    return search.solution
                steps, seconds = self._meter.slice(search.nodes + self._sat_steps)
                if steps == 0:
                    self._stop_sat()
                    raise self._meter.stop(self._work, position=self._place_text())
                if self._is_sat_due() and self._turns:
                    self._turns.run(search.cost, steps, seconds)
                    if self._turns.solution is not None:
                        self._yielded = True
                        self.why += "; this one was found by a SAT solver"
                        return self._turns.solution
                    self._complete = self._turns.proved_none
                else:
                    self._complete = search.advance(steps, seconds) == _native.DONE
                fraction, work = search.fraction, self._work
            # Outside the mutex, as the reporter may read the position of the walk.
            self._meter.progress(fraction, work)

    def _is_sat_due(self) -> bool:
        cost = self._search.cost if self._may_turn else 0.0
        if cost < SAT_AFTER:
            return False
        if self._turns is None:
            from combien.engines._clauses.sat_walk import (  # Start-up: only for long searches.
                sat_turns,
            )

            self._turns = sat_turns(self._problem, self._meter.bytes)
            self._may_turn = self._turns is not None
        return self._turns is not None and self._turns.is_due(cost)

    def _stop_sat(self) -> None:
        if self._turns is not None:
            self._turns.stop()

    @property
    def _sat_steps(self) -> int:
        return self._turns.steps if self._turns else 0

    @property
    def _work(self) -> Mapping[str, int]:
        work, steps = self._search.work, self._sat_steps
        return {**work, "nodes": work["nodes"] + steps, "sat_steps": steps} if steps else work

    @property
    def work(self) -> Mapping[str, int]:
        """Nodes and updates of all searches, and the number of restarts, if there were any.

        `sat_steps` are those nodes that are conflicts of a SAT solver, if there are any.
        """
        with self._mutex:
            return self._work

    @property
    def position(self) -> str:
        """The position of the plain search; empty when another one found the solution.

        Resuming there loses no solution, but repeats the one found in another order.
        """
        with self._mutex:
            return self._place_text()

    def _place_text(self) -> str:
        search = self._search
        if self._turns and self._turns.solution is not None:
            return ""
        if search.seed is not None or (search.solution is not None and search.broken is not None):
            return ""
        self._search.restore_lost_solution()
        return _place(self._search.plain).text(self.engine, self._problem)

    @property
    def fraction(self) -> float:
        """The explored fraction of the search."""
        with self._mutex:
            return 1.0 if self._complete else self._search.fraction

    @property
    def complete(self) -> bool:
        """Whether it is proved that there is no solution."""
        return self._complete
