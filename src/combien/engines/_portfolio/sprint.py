"""Short counts before a race: what a few hundred nodes meet decides which engine continues.

Setting up a race takes as long as many counts, and its turns 30 microseconds of Python each.  So
where nothing limits or watches a count, engines first run one after the other, for about a
millisecond in all: a search, which after a few hundred nodes forecasts its cost within a factor of
1.5 in half of all cases; a sweep and a search with a memo, unless the first expects to end soon;
a count over a tree decomposition, if that has a short forecast; and then the engine that suits what
the memo has met (`suited`).

What these counts leave, the race continues.  All limits are steps, so that the same problem is
counted in the same way everywhere.

Tried and dropped, by the geometric mean of the time relative to the fastest engine, on up to 109
problems: a sweep and a memo in turns that double (1.92 instead of 1.82), a first memo of half the
size (1.91), another tenth of a millisecond of search before the choice (1.76 instead of 1.75).  A
memo after a thousand transitions of the sweep instead of ten thousand: jobs and tilings that are
swept in 0.1 ms took twice as long.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import fields
from functools import cached_property
from math import inf

from combien._base.budget import NO_LIMIT
from combien._base.memory import default_bytes
from combien.cover._problem import Problem
from combien.cover._reduce import Remains
from combien.engines._counting import MEMORY_PART, Counting, OutOfBytes, summed
from combien.engines._matchings.fkt import FktCounting, may_have_pairs, without_pairs
from combien.engines._portfolio.candidates import (
    FREE_PAUSE,
    LATE,
    LEAST_UNDIVIDED,
    MEMO,
    MOST_LEFT,
    PLAIN,
    is_whole,
    planar_steps,
    suited,
    swept_with,
    undivided_cost,
)
from combien.engines._portfolio.runner import SMALLEST_FRACTION
from combien.engines._protocol import Count, PartPlan, Plan, PlanEntry, refused, undivided, waiting
from combien.engines._search.listed import LEAST_COMPARED, compare, compare_count, compared_nodes
from combien.engines._search.searching import bits, bits_node, dlx_reason, opening_cost
from combien.engines._sweeps.frontier import FrontierCounting
from combien.engines._sweeps.memo import MemoCounting
from combien.engines._sweeps.prices import PRICES, pause
from combien.errors import CannotAnswer

# Costs in nanoseconds.  The first nodes of a search cost this many times the price of a node: the
# problem is not yet renumbered, and no states are known.  Later ones cost half of that at most.
EARLY, EARLY_NODES = 3, 2_000
# A young memo takes this for a node, more for each item, and this for an option at first.
MEMO_NODE, MEMO_NODE_ITEM, MEMO_OPTION = 50, 1, 400

# A first search, one that expects to be done before another engine is opened, and one that expects
# to be done soon; it may take this many times what it expects.
FIRST, EASY, SOON = 20_000, 50_000, 200_000
PATIENCE = 1.5

# A search with a memo gets this part of what the search expects, and at most this.
MEMO_PART, LONGEST_MEMO, LEAST_MEMO_NODES = 5, 120_000, 50
# A search that expects this many times the work so far has no chance.
HOPELESS = 500

# What the chosen engine gets before a race begins.
LIMIT = 1_100_000
# A search, or a sweep, that is expected to be done within this is not left to the race.
LONGEST_SEARCH, LONGEST_SWEEP = 20_000_000, 8_000_000
# A tree decomposition that is expected to cost no more is tried; such forecasts are mostly right
# within a factor of two.
LONGEST_TREE = 8_000_000
# The cost is looked at this many times, as a step may cost far more than its price.  Not that of a
# search: a node of a short slice costs up to three times as much, as it is not searched in lanes.
LOOKS = 8

# A search begins if its bit sets are made for less than so many looks for parts cost; those of so
# few options always are.  (Words in a square: 5.5 ms instead of 8.4.)
LOOKS_FOR_PARTS, FEW_OPTIONS = 4, 256

# The Pfaffian of a graph with this many edges takes less time than a search.
SMALL_GRAPH = 100
# With more edges for each vertex, a small graph has seldom parts.
MANY_EDGES = 2.0

# A sweep of this few items has at most 65 536 states, so it is mostly done soon.
FEW_ITEMS = 16
# With this many options for each item it comes first, else after a short search.
MANY_OPTIONS = 6

# The transitions of a first sweep, as long as it forecasts at most these.  In 74 problems, those
# of at most 6000 after a thousand were up to sixteen times too low, and a sweep was the fastest in
# 10 of 11 with one where a search takes longer than 0.2 ms.
PEEKS = ((1_000, 0.0), (9_000, 24_000.0), (10_000, 24_000.0), (20_000, 16_000.0), (20_000, 8_000.0))
# It may take this part of what the search expects, as queens have sweeps whose end is never near.
PEEK_PART = 7

# No clock ends a short count.
SECONDS = 1.0

CANDIDATES = {candidate.name: candidate for candidate in (*PLAIN, MEMO)}
NAMES = (*(candidate.name for candidate in PLAIN), *LATE)


class Sprint:
    """Short counts of a problem, one engine after the other.

    `counts`: those that have begun, by engine; `winner`: the engine that is done, or "".
    """

    def __init__(self, problem: Problem, *, modulo: int | None = None) -> None:
        self.counts: dict[str, Counting] = {}
        self.winner = ""
        self._problem = problem
        self._modulo = modulo
        self._refusals: dict[str, str] = {}
        self._candidates = CANDIDATES
        self._may_draw = may_have_pairs(problem)
        self._early_node = EARLY * bits_node(problem)
        # Whether bit sets are soon made.
        few = problem.option_count <= FEW_OPTIONS
        self._searches = few or opening_cost("bits", problem) < LOOKS_FOR_PARTS * undivided_cost(
            problem
        )
        # What the search expects to cost from now on.
        self._left = inf

    def run(self) -> None:
        """Run the counts until one is done, or none is expected to be done soon."""
        problem = self._problem
        if dlx_reason(problem):
            return
        items, options = problem.item_count, problem.option_count
        sweeps_first = items <= FEW_ITEMS and options >= MANY_OPTIONS * items
        # What takes less time than the search is compared with this many nodes at least.
        small = sweeps_first or (self._may_draw and options <= SMALL_GRAPH)
        least = LEAST_COMPARED if small else 0
        # A large graph that is drawn needs no search.
        draws_first = self._may_draw and not small
        if self._searches and not draws_first and self._begin_search(least):
            return
        if self._searches and not self._may_draw and self._search_on(EASY):
            return
        if self._may_draw and self._has_parts() and self._remember(LONGEST_MEMO):
            return
        if self._draw() or (sweeps_first and self._advance("frontier", LIMIT)):
            return
        if self._searches and draws_first and self._begin_search(0):
            return
        soon = max(SOON, MEMO_PART * MEMO_OPTION * options)
        if self._searches and self._search_on(soon):
            return
        if items <= FEW_ITEMS and not sweeps_first and self._advance("frontier", LIMIT):
            return
        if "bits" not in self.counts or self._peek(PEEKS[:2]):
            return
        if "memo" not in self.counts and self._remember(min(LONGEST_MEMO, self._left / MEMO_PART)):
            return
        if self._peek(PEEKS[2:]):
            return
        if self._left > LIMIT and self._decompose(LEAST_UNDIVIDED):
            return
        favorite, most = self._favorite(), float(LIMIT)
        left = self._left
        if favorite == "bits":
            # A longer search is left to the race, and parts are, which it divides.
            most = PATIENCE * left
            if most > LONGEST_SEARCH or (most > LIMIT and not self._is_whole()):
                return
        elif left / 2 < LIMIT and (
            # The search would be done soon, too; the other engine gets half of what that takes.
            self._advance(favorite, left / 2) or self._search_on(2.0 * LIMIT)
        ):
            return
        if self._advance(favorite, most) or (favorite != "bits" and self._decompose(LIMIT)):
            return
        if favorite == "frontier":
            self._sweep_on()

    def _begin_search(self, least: int) -> bool:
        """Search for a moment, for at least this many nodes; return whether it is done."""
        self.counts["bits"] = bits().counting(self._problem, threads=1)
        return self._visit(max(least, 1 + int(FIRST / self._early_node)))

    def _search_on(self, soon: float) -> bool:
        """Continue the search if it is expected to end soon; return whether it is done."""
        most = PATIENCE * soon
        while self._left <= soon and most > 0:
            cost = max(FIRST, PATIENCE * self._left)
            if self._visit(1 + int(cost / self._early_node)):
                return True
            most -= cost
        return False

    def _visit(self, nodes: int) -> bool:
        """Visit this many nodes of the search; return whether it is done."""
        search = self.counts["bits"]
        if search.advance(nodes, SECONDS, NO_LIMIT):
            self.winner = "bits"
            return True
        self._left = self._expected(search)
        return False

    def _draw(self) -> bool:
        """Draw the graph of the pairs in the plane; return whether the count is done or can be."""
        if not self._may_draw:
            return False
        try:
            counting = FktCounting(self._problem, pauses=True)
            self.counts["fkt"] = counting
            if counting.advance(planar_steps(counting), SECONDS, NO_LIMIT):
                self.winner = "fkt"
            elif counting.drawn:
                self._advance("fkt", LIMIT)
        except CannotAnswer as error:
            self._may_draw = False
            self._refuse("fkt", error)
            return False
        return counting.drawn

    def _peek(self, peeks: Sequence[tuple[int, float]]) -> bool:
        """Sweep for a moment, and go on where the end seems near; return whether it is done."""
        modulus = self._modulo or None
        sweep = self.counts.get("frontier")
        if sweep is None and "frontier" not in self._refusals:
            sweep = self.counts["frontier"] = FrontierCounting(self._problem, modulus=modulus)
        if not isinstance(sweep, FrontierCounting):
            return False
        most = self._left / (PEEK_PART * PRICES["frontier"]["transitions"])
        try:
            for steps, near in peeks:
                if sweep.steps and sweep.forecast > min(near, most - sweep.steps):
                    break
                end = sweep.steps + steps
                # A sweep returns when it has tried an order; finding one takes no steps.
                while (left := end - sweep.steps) > 0:
                    before, price = pause(self._problem, sweep)
                    if not before and price > FREE_PAUSE:
                        return False
                    if sweep.advance(left, SECONDS, NO_LIMIT):
                        self.winner = "frontier"
                        return True
        except CannotAnswer as error:
            self._refuse("frontier", error)
        return False

    def _has_parts(self) -> bool:
        """Whether there are parts, none of them most of the problem, and a memo is soon opened.

        A memo counts each part once, and multiplies.
        """
        problem = self._problem
        options = problem.option_count
        if problem.has_bounds or opening_cost("memo", problem) > LONGEST_MEMO:
            return False
        if options <= SMALL_GRAPH and options > MANY_EDGES * problem.item_count:
            # It takes as long to look as to count by a Pfaffian.
            return False
        sizes = Remains(problem).components().sizes()
        return max(sizes, default=0) <= MOST_LEFT * options

    def _remember(self, most: float) -> bool:
        """Search with a memo up to about this cost; return whether the count is done."""
        if self._problem.has_bounds:
            return False
        problem = self._problem
        memo = MemoCounting(problem)
        self.counts["memo"] = memo
        node = MEMO_NODE + MEMO_NODE_ITEM * problem.item_count
        steps = max(LEAST_MEMO_NODES, int(most / node))
        # Its forecast is too high rather than too low, so after one half the other follows soon.
        for _ in range(2):
            if memo.advance(steps, SECONDS, NO_LIMIT):
                self.winner = "memo"
                return True
            if memo.fraction < 0.5:
                break
        return False

    def _decompose(self, most: float) -> bool:
        """Count over a tree decomposition if it is expected to be soon done; return whether it is.

        It is not tried if it has been, or if its forecast takes more than a quarter of `most`.
        """
        from combien.engines._portfolio.divided import TREE  # Start-up: not for small counts.

        problem, tree = self._problem, TREE
        if "tree" in self._candidates or tree.start_after(problem) > most:
            return False
        self._candidates = CANDIDATES | {"tree": tree}
        assert tree.forecast is not None
        expected = tree.forecast(problem)
        if expected > min(LONGEST_TREE, self._left / MEMO_PART):
            return False
        return self._advance("tree", 2 * expected)

    def _favorite(self) -> str:
        """Return the engine that seems to be the fastest."""
        memo = self.counts.get("memo")
        if memo is None:
            return "frontier"
        favorite = suited(memo)
        if favorite == "bits" and self._left > HOPELESS * LONGEST_MEMO:
            return "frontier"
        return favorite

    def _expected(self, counting: Counting) -> float:
        """Return what a search expects to cost from now on."""
        fraction = max(counting.fraction or 0.0, SMALLEST_FRACTION)
        nodes = counting.steps * (1 - fraction) / fraction
        return min(nodes, EARLY_NODES + nodes / 2) * self._early_node

    def _sweep_on(self) -> None:
        """Continue a sweep as long as it expects to be done soon, unless the problem has parts."""
        if "frontier" not in self.counts or not self._is_near():
            return
        if not self._is_whole():
            return
        with suppress(OutOfBytes):
            while not self.winner and self._is_near():
                self._advance("frontier", self._cost("frontier"), default_bytes(MEMORY_PART))

    def _is_whole(self) -> bool:
        """Whether dividing the problem would not pay."""
        remains = Remains(self._problem)
        remains.propagate()
        if remains.impossible:
            return False
        found = remains.components()
        return is_whole(self._problem, len(found), sum(found.sizes()))

    def _is_near(self) -> bool:
        sweep = self.counts.get("frontier")
        fraction = None if sweep is None else self._candidates["frontier"].fraction(sweep)
        return bool(fraction) and self._cost("frontier") < LONGEST_SWEEP * (fraction or 0.0)

    def _cost(self, engine: str) -> float:
        return self._candidates[engine].cost(self._problem, self.counts[engine])

    def _advance(self, engine: str, most: float, bytes: int = NO_LIMIT) -> bool:
        """Continue a count up to about this cost; return whether it is done."""
        problem, candidate = self._problem, self._candidates[engine]
        counting = self.counts.get(engine)
        if counting is None:
            if engine == "frontier" and self._modulo:
                (candidate,) = swept_with([candidate], modulus=self._modulo)
            counting = self.counts[engine] = candidate.opens(problem)
        step = self._early_node if engine == "bits" else candidate.step(problem)
        steps = int(most / step)
        end, most = counting.steps + steps, candidate.cost(problem, counting) + most
        looks = 1 if engine == "bits" else LOOKS
        try:
            # A sweep returns when it has tried an order; finding one takes no steps.
            while (left := end - counting.steps) > 0 and candidate.cost(problem, counting) < most:
                if counting.advance(min(left, 1 + steps // looks), SECONDS, bytes):
                    self.winner = engine
                    return True
        except CannotAnswer as error:
            self._refuse(engine, error)
        return False

    def _refuse(self, engine: str, error: CannotAnswer) -> None:
        self.counts.pop(engine, None)
        self._refusals[engine] = str(error)

    # The answer -----------------------------------------------------------------------------------

    def answer(self) -> Count:
        """Return the count of the winner, with the plan of the race that it saves."""
        winner = self.counts[self.winner]
        count = winner.count
        if self._modulo is not None:
            count %= self._modulo
        if self.winner != "bits":
            self._compare(count, f"solutions by {self.winner} ({self.why})")
        return SprintCount.of(self, count)

    @property
    def why(self) -> str:
        """How the winner obtained its count."""
        return self._candidates[self.winner].why(self.counts[self.winner])

    @property
    def work(self) -> Mapping[str, int]:
        """The counters of all counts."""
        return summed([counting.work for counting in self.counts.values()])

    def plan(self, count: int) -> Plan:
        """Return the plan of a count that is done."""
        if not self._may_draw and "fkt" not in self._refusals:
            self._refusals["fkt"] = without_pairs(self._problem)
        why = self.why
        entries = tuple([self._entry(name, why) for name in NAMES])
        problem = self._problem
        return undivided(PartPlan(problem.option_count, problem.item_count, 1, count, entries))

    def _compare(self, count: int, what: str) -> None:
        """Raise `Disagreement` if a count is less than what a search has found, or differs."""
        problem, engine, modulo = self._problem, self.winner, self._modulo
        search = self.counts.get("bits")
        if search is None or modulo is not None:
            nodes = LEAST_COMPARED
            compare_count(problem, count, what, engine=engine, modulo=modulo, nodes=nodes)
        else:
            complete, spent = False, self._cost(engine)
            if spent > LIMIT and (left := compared_nodes(spent) - search.steps) > 0:
                complete = search.advance(left, SECONDS, NO_LIMIT)
            compare(what, count, search.count, complete=complete)

    def _entry(self, name: str, why: str) -> PlanEntry:
        counting = self.counts.get(name)
        if counting is None:
            refusal = self._refusals.get(name)
            return refused(name, refusal) if refusal else waiting(name)
        candidate = self._candidates[name]
        spent = candidate.cost(self._problem, counting)
        if name == self.winner:
            return PlanEntry(name, "chosen", why, spent, spent, counting.work)
        fraction = candidate.fraction(counting)
        expected = spent / fraction if fraction else None
        note = candidate.loser_note(counting)
        return PlanEntry(name, "beside", note, spent, expected, counting.work)


class SprintCount(Count):
    """A count whose work, reason and plan are made when they are read.

    Most are not, and making them takes as long as a short count.
    """

    _sprint: Sprint

    @classmethod
    def of(cls, sprint: Sprint, count: int) -> Count:
        """Return the count of the engine that has won."""
        made = object.__new__(cls)
        vars(made).update(count=count, engine=sprint.winner, _sprint=sprint)
        return made

    @cached_property
    def work(self) -> Mapping[str, int]:
        return self._sprint.work

    @cached_property
    def why(self) -> str:
        return self._sprint.why

    @cached_property
    def plan(self) -> Plan | None:
        return self._sprint.plan(self.count)

    def __getstate__(self) -> dict[str, object]:
        return {field.name: getattr(self, field.name) for field in fields(self)}
