"""Find the first solution by a search with restarts: a plain search and shuffled ones in turns.

How long a search takes to its first solution depends on the order of the problem, and the
distribution has a heavy tail: most orders are fast, but a few search for hours in a part of the
tree without a solution (Gomes, Selman, Crato and Kautz, 2000).  So after a head start, the plain
search alternates with searches of the same problem in shuffled orders.  Each of these is given up
after a while for a new one; their lengths follow the sequence of Luby, Sinclair and Zuckerman
(1993), which is within a logarithmic factor of the best lengths for any distribution.

The plain search gets as much of the work as the shuffled ones, so a proof that there is no solution
takes at most about twice as long, or four and a half times beside the others of `auto`.  Turns are
counted in work, never in seconds, and the seeds are 0, 1, 2, ...: the same problem always has the
same answer.

For `auto`, two others take turns with them: a search that learns which items are hard to cover (see
`native/cover/learning.hpp`), and after a tenth of a second the built-in SAT solver, which then
gets four ninths of the work.

After a while, the symmetries of the problem are found.  If there are any that help, the plain
search stops where it is, and another one takes its turns, in a problem that has only one option of
each orbit of an item (see `breaking`).

For `auto`, weights on the items are looked for as well, which show that some options are in no
solution (see `tightening`).  If there are any, all of this ends, and begins anew without these.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Protocol

from combien import _native
from combien._base.budget import Meter
from combien.cover._elements import Solution
from combien.cover._problem import Problem
from combien.engines._places import Open, Place

if TYPE_CHECKING:
    from combien.engines._clauses.sat_turns import SatTurns
    from combien.engines._search.tightening import TightTurns


# Those who take turns, and the parts of the work that they get.
MAIN, SHUFFLED, LEARNING, SAT = "main", "shuffled", "learning", "sat"
TIGHT = "tight"
MAIN_PART, SHUFFLED_PART, LEARNING_PART, SAT_PART, TIGHT_PART = 2, 2, 1, 4, 1

# The nodes of the plain search before the first shuffled search: at least this many in all and for
# each item, so that a search that hardly backtracks is not interrupted.
HEAD_START, HEAD_START_ITEM = 10_000, 1

# A turn, in nodes: this part of the plain search's nodes, between these limits.
TURN_PART, SHORTEST_TURN, LONGEST_TURN = 64, 1_000, 20_000

# The length of the shortest shuffled searches, in nanoseconds of the cost model.
UNIT = 2_000_000

# What the plain search costs before symmetries are looked for, in nanoseconds: as much as that.
BREAKING_AFTER = 30_000_000

# What all searches cost before a SAT solver takes turns with them, in nanoseconds: at least this,
# and as much as the clauses will.
SAT_AFTER = 100_000_000

# The nanoseconds of a word that large nodes of a search by bit sets look at: once, and again for
# each option that a node forces, as all are made consistent then.  (With AVX-512 0.2 to 0.5 for Y
# polyominoes, whose nodes force 0.1 options, and 4 to 6 for Costas arrays, whose nodes force 3.)
WORD, FORCED_WORD = 0.5, 1.8

# The conflicts of a turn of the SAT solver, for a turn of a thousand nodes.
CONFLICTS = 100

# What all searches cost before weights are looked for, in nanoseconds.
TIGHT_AFTER = 50_000_000

# The steps of a turn of this.
TIGHT_STEPS = 20

# The most searches at the same time: the plain one, one without symmetric options, a shuffled one.
# (When all begin anew with fewer options, the plain one is kept for its position.)
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


def place_of(search: _native.Search) -> Place:
    """Return the position of a search."""
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
    """A search for one solution, in slices.

    `alone`: only the plain one, to save memory; `learning`: a search that takes turns with the
    shuffled ones; `sat_bytes`: so does a SAT solver, in at most this much memory; `tight`: so does
    a search for weights.
    """

    def __init__(
        self,
        problem: Problem,
        engine: Searcher,
        *,
        alone: bool = False,
        learning: Searcher | None = None,
        sat_bytes: int = 0,
        tight: bool = False,
    ) -> None:
        self.plain = engine.open_at(problem, Place())
        self.solution: Solution | None = None
        # How the solution was found, or that there is none, if not by the plain search.
        self.how = ""
        self.restarts = 0
        # The search without symmetric options, which takes the turns of the plain one.
        self.broken: _Renumbered | None = None
        self._may_break = not alone
        self._problem = problem
        self._engine = engine
        shuffling = SHUFFLED_OPTION * problem.option_count
        shuffling += SHUFFLED_ENTRY * len(problem.arrays()[1])
        self._setup = {SHUFFLED: engine.setup(problem) + shuffling}
        self._shuffled: _Renumbered | None = None
        self._learning: _native.Search | None = None
        self._sat: SatTurns | None = None
        self._tight: TightTurns | None = None
        self._may_tighten = tight and not alone
        # The search with fewer options that takes the place of all others, and their numbers.
        self._rest: tuple[Restarts, Sequence[int]] | None = None
        # Nodes, updates and cost of the searches that were given up.
        self._nodes = self._updates = 0
        self._spent = dict.fromkeys((MAIN, SHUFFLED, LEARNING, SAT, TIGHT), 0.0)
        self._until = max(HEAD_START, HEAD_START_ITEM * problem.primary_count)
        self._turn = MAIN
        self._others = {} if alone else {SHUFFLED: SHUFFLED_PART}
        self._learner = learning
        if learning is not None and not alone:
            self._others[LEARNING] = LEARNING_PART
            self._setup[LEARNING] = learning.setup(problem)
        self._sat_bytes = self._sat_most = 0 if alone else sat_bytes

    @property
    def nodes(self) -> int:
        """Nodes of all searches, conflicts of the SAT solver, and steps of that for weights."""
        nodes = self._nodes + sum(search.nodes for search in self._open())
        nodes += self._sat.steps if self._sat else 0
        nodes += self._tight.steps if self._tight else 0
        return nodes + (self._rest[0].nodes if self._rest else 0)

    @property
    def sat_steps(self) -> int:
        """Conflicts of the SAT solver."""
        if self._rest:
            return self._rest[0].sat_steps
        return self._sat.steps if self._sat else 0

    @property
    def updates(self) -> int:
        """Updates of all searches."""
        updates = self._updates + sum(search.updates for search in self._open())
        return updates + (self._rest[0].updates if self._rest else 0)

    @property
    def work(self) -> dict[str, int]:
        """Nodes and updates, the shuffled searches and the conflicts of a SAT solver, if any."""
        work = {"nodes": self.nodes, "updates": self.updates}
        restarts = self.restarts + (self._rest[0].restarts if self._rest else 0)
        if restarts:
            work["restarts"] = restarts
        if self.sat_steps:
            work["sat_steps"] = self.sat_steps
        return work

    @property
    def fraction(self) -> float:
        """The explored fraction of the main search."""
        rest = self._rest[0].fraction if self._rest else 0.0
        return max(self._main.fraction, self.plain.fraction, rest)

    @property
    def _main(self) -> _native.Search:
        """The search that proves that there is no solution: the plain one or the broken one."""
        return self.broken.search if self.broken else self.plain

    def _open(self) -> list[_native.Search]:
        """Return all searches that are open."""
        numbered = [one.search for one in (self.broken, self._shuffled) if one]
        return [self.plain, *numbered, *([self._learning] if self._learning else [])]

    def advance(self, nodes: int, seconds: float) -> int:
        """Search for at most this many nodes and return the outcome of the core's search.

        After `SOLUTION`, `solution` is set.  `DONE` proves that there is no solution.  `how` says
        how this was found, if not in the plain order.
        """
        if self._rest is not None:
            return self._advance_rest(*self._rest, nodes, seconds)
        self.restore_lost_solution()
        if self._turn == SAT:
            return self._advance_sat(nodes, seconds)
        if self._turn == TIGHT:
            return self._advance_tight(nodes, seconds)
        other = {MAIN: self.broken, SHUFFLED: self._shuffled}.get(self._turn)
        search = self._learning if self._turn == LEARNING else other.search if other else self.plain
        assert search is not None
        # After an interrupt within `_next_turn`, `_until` may be that of another contender.
        most = max(0, min(nodes, self._until - search.nodes))
        outcome, found = search.solutions(1, most, seconds, Solution)
        if outcome in (_native.SOLUTION, _native.DONE):
            if self._turn == SHUFFLED:
                self.how = f"in a shuffled order (seed {self.restarts - 1})"
            elif self._turn == LEARNING:
                self.how = "by a search that learns from failures"
            elif self.broken is not None:
                self.how = "without symmetric options"
        if outcome == _native.SOLUTION:
            [solution] = found
            if self._turn == LEARNING:
                solution = Solution(sorted(solution))
            self.solution = solution if other is None else other.solution(solution)
        elif outcome == _native.OUT_OF_SLICE and search.nodes >= self._until:
            # Only at the end of a turn, which does not depend on the clock.
            self._next_turn()
        return outcome

    def _advance_sat(self, conflicts: int, seconds: float) -> int:
        sat = self._sat
        assert sat is not None
        if sat.solution is None:
            sat.advance(max(0, min(conflicts, self._until - sat.steps)), seconds)
        if sat.solution is not None:
            self.how = "by a SAT solver"
            self.solution = sat.solution
            return _native.SOLUTION
        if sat.proved_none:
            self.how = "by a SAT solver"
            return _native.DONE
        if sat.given_up:
            # Everything at once, as Ctrl-C may come between two calls.
            steps, cost = sat.steps, sat.cost
            self._turn, self._spent[SAT], self._sat = MAIN, cost, None
            self._nodes += steps
            self._others = {name: part for name, part in self._others.items() if name != SAT}
            self._next_turn()
        elif sat.steps >= self._until or not sat.asked:
            self._next_turn()
        return _native.OUT_OF_SLICE

    def _advance_tight(self, steps: int, seconds: float) -> int:
        tight = self._tight
        assert tight is not None
        if not tight.done:
            tight.advance(max(0, min(steps, self._until - tight.steps)), seconds)
        if tight.done:
            self._end_tight(tight)
        elif tight.steps >= self._until:
            self._next_turn()
        return _native.OUT_OF_SLICE

    def _end_tight(self, tight: TightTurns) -> None:
        """Go on without the search for weights, and with what it found only, if it did."""
        rest: tuple[Restarts, Sequence[int]] | None = None
        found = tight.problem()
        if found is not None:
            try:
                again = Restarts(
                    found[0], self._engine, learning=self._learner, sat_bytes=self._sat_most
                )
                rest = again, found[1]
            except MemoryError:
                # There is no memory for two searches.
                rest = None
        ended = [one.search for one in (self.broken, self._shuffled) if one]
        ended += [self._learning] if self._learning else []
        nodes, updates = self._nodes + tight.steps, self._updates
        others = {name: part for name, part in self._others.items() if name != TIGHT}
        if rest is not None:
            nodes += sum(search.nodes for search in ended) + self.sat_steps
            updates += sum(search.updates for search in ended)
        # Everything at once, as Ctrl-C may come between two calls.
        self._turn, self._spent[TIGHT], self._tight = MAIN, tight.cost, None
        self._nodes, self._updates, self._others = nodes, updates, others
        if rest is not None:
            self._rest, self.broken, self._shuffled = rest, None, None
            self._learning, self._sat = None, None
        else:
            self._next_turn()

    def _advance_rest(
        self, rest: Restarts, numbers: Sequence[int], nodes: int, seconds: float
    ) -> int:
        outcome = _native.SOLUTION if rest.solution else rest.advance(nodes, seconds)
        if outcome not in (_native.SOLUTION, _native.DONE):
            return outcome
        self.how = "with fewer options, by weights" + (f", {rest.how}" if rest.how else "")
        if rest.solution is None:
            return outcome
        self.solution = Solution(sorted(numbers[option] for option in rest.solution))
        return _native.SOLUTION

    def restore_lost_solution(self) -> None:
        """Go back to before a solution that was lost because Ctrl-C came right after it."""
        if self.solution is not None or self._rest is not None:
            return
        if self.plain.found:
            at = replace(place_of(self.plain), visited=False)
            again = self._engine.open_at(self._problem, at)
            lost, self.plain = self.plain, again
            self._until = self.plain.nodes + LONGEST_TURN
            self._turn = MAIN
        elif self.broken is not None and self.broken.search.found:
            broken = self.broken
            lost = broken.search
            at = replace(place_of(lost), visited=False)
            self.broken = _Renumbered(broken.problem, broken.numbers, self._engine, at)
            self._until = self.broken.search.nodes + LONGEST_TURN
            self._turn = MAIN
        elif self._shuffled is not None and self._shuffled.search.found:
            lost = self._shuffled.search
            self._shuffled = _Renumbered.shuffled(self._problem, self._engine, self.restarts - 1)
            self._until = LONGEST_TURN
        elif self._learning is not None and self._learning.found:
            lost = self._learning
            self._learning = self._open_learner()
            self._until = LONGEST_TURN
        else:
            return
        self._nodes += lost.nodes
        self._updates += lost.updates

    def _cost(self, search: _native.Search) -> float:
        cost = self._engine.cost(self._problem, search.nodes, search.updates)
        forced = max(0, search.updates - search.nodes) / max(1, search.nodes)
        return cost + (WORD + FORCED_WORD * forced) * search.words

    def costs(self) -> dict[str, float]:
        """Return what each contender has cost, in nanoseconds of the cost model."""
        costs = dict(self._spent)
        costs[MAIN] += self._cost(self.plain) + (self._cost(self._main) if self.broken else 0.0)
        if self._shuffled:
            costs[SHUFFLED] += self._cost(self._shuffled.search)
        if self._learning and self._learner:
            nodes, updates = self._learning.nodes, self._learning.updates
            costs[LEARNING] += self._learner.cost(self._problem, nodes, updates)
        if self._sat:
            costs[SAT] += self._sat.cost
        if self._tight:
            costs[TIGHT] += self._tight.cost
        return costs

    def _next_turn(self) -> None:
        # The main search has the turn until everything else is ready, so that Ctrl-C in between
        # does no harm.
        self._turn = MAIN
        if self._may_break and self._cost(self.plain) >= BREAKING_AFTER:
            self._break_symmetry()
        done = self.plain.nodes + (self.broken.search.nodes if self.broken else 0)
        turn = min(max(done // TURN_PART, SHORTEST_TURN), LONGEST_TURN)
        self._until = self._main.nodes + turn
        costs = self.costs()
        if self._shuffled:
            shuffled = self._cost(self._shuffled.search)
            if shuffled >= self._longest_shuffled():
                self._nodes += self._shuffled.search.nodes
                self._updates += self._shuffled.search.updates
                self._spent[SHUFFLED] += shuffled
                self._shuffled = None
        self._open_sat(sum(costs.values()))
        self._open_tight(sum(costs.values()))
        parts = {MAIN: MAIN_PART, **self._others}
        chosen = min(parts, key=lambda name: (costs[name] + self._due(name)) / parts[name])
        if chosen == SHUFFLED:
            self._until = self._open_shuffled() + self._until_given_up(turn)
        elif chosen == LEARNING:
            self._until = turn + self._open_learning()
        elif chosen == SAT:
            self._until = max(1, CONFLICTS * turn // 1000) + self.sat_steps
        elif chosen == TIGHT and self._tight:
            self._until = TIGHT_STEPS + self._tight.steps
        if chosen in self._others:
            self._turn = chosen

    def _longest_shuffled(self) -> float:
        """Return what the shuffled search may cost until it is given up."""
        return luby(self.restarts) * max(UNIT, self._setup[SHUFFLED])

    def _until_given_up(self, turn: int) -> int:
        """Return the nodes of the next turn of the shuffled search: at most this many."""
        search = self._shuffled.search if self._shuffled else None
        if search is None or not search.nodes:
            return min(turn, SHORTEST_TURN)
        # A search that goes on for longer than the others before it wastes their time.
        cost = self._cost(search)
        left = search.nodes * (self._longest_shuffled() - cost) / max(1.0, cost)
        return min(turn, max(SHORTEST_TURN, int(min(left, turn))))

    def _due(self, name: str) -> float:
        """Return the cost of opening a contender, if it is not open."""
        is_open = {SHUFFLED: self._shuffled, LEARNING: self._learning}.get(name)
        return self._setup.get(name, 0.0) if is_open is None else 0.0

    def _open_shuffled(self) -> int:
        """Open a shuffled search, if none is open, and return its nodes."""
        if self._shuffled is None:
            seed = self.restarts
            try:
                new = _Renumbered.shuffled(self._problem, self._engine, seed)
            except MemoryError:
                # There is no memory for two searches.
                self._others.clear()
                return self._main.nodes
            self._shuffled, self.restarts = new, seed + 1
            self._spent[SHUFFLED] += self._setup[SHUFFLED]
        return self._shuffled.search.nodes

    def _open_learning(self) -> int:
        """Open the search that learns, if it is not open, and return its nodes."""
        if self._learning is None:
            try:
                self._learning = self._open_learner()
            except MemoryError:
                self._others.pop(LEARNING)
                return self._main.nodes
            self._spent[LEARNING] += self._setup[LEARNING]
        return self._learning.nodes

    def _open_learner(self) -> _native.Search:
        assert self._learner is not None
        return self._learner.open_at(self._problem, Place())

    def _open_sat(self, cost: float) -> None:
        """Let a SAT solver take turns, if the searches have cost enough."""
        if not self._sat_bytes or cost < SAT_AFTER:
            return
        from combien.engines._clauses.sat_turns import (  # Start-up: only for long searches.
            SatTurns,
            encoding_cost,
        )

        if cost >= encoding_cost(self._problem):
            self._sat = SatTurns(self._problem, self._sat_bytes)
            self._sat_bytes = 0
            self._others[SAT] = SAT_PART

    def _open_tight(self, cost: float) -> None:
        """Let a search for weights take turns, if the searches have cost enough."""
        if not self._may_tighten or cost < TIGHT_AFTER:
            return
        from combien.engines._search.tightening import (  # Start-up: only for long searches.
            TightTurns,
        )

        self._tight, self._may_tighten = TightTurns(self._problem), False
        self._others[TIGHT] = TIGHT_PART

    def _break_symmetry(self) -> None:
        from combien.engines._search.breaking import broken  # Start-up: only for long searches.

        new = None
        try:
            found = broken(self._problem)
            new = _Renumbered(*found, self._engine) if found else None
        except MemoryError:
            # There is no memory for two searches.
            self._others.clear()
        self.broken, self._may_break = new, False


def beside(problem: Problem, engine: Searcher, learning: Searcher | None, meter: Meter) -> Restarts:
    """Return a search with those who fit into the memory of the budget beside it.

    With `learning`, the search that learns, a SAT solver and a search for weights take turns, too.
    """
    alone = not engine.fits(problem, meter, searches=SEARCHES)
    if learning is None or not learning.fits(problem, meter, searches=2):
        return Restarts(problem, engine, alone=alone)
    return Restarts(
        problem, engine, alone=alone, learning=learning, sat_bytes=meter.bytes, tight=True
    )
