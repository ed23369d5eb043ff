"""Short counts before a race: what a few hundred nodes meet decides which engine continues.

Setting up a race takes as long as many counts, and its turns 30 microseconds of Python each.  So
where nothing limits or watches a count, engines first run one after the other, for about a
millisecond in all: a search, which after a few hundred nodes forecasts its cost within a factor of
1.5 in half of all cases; a search with a memo, unless the first expects to end soon; and then the
engine that suits what the memo has met (`suited`).

What these counts leave, the race continues.  All limits are steps, so that the same problem is
counted in the same way everywhere.
"""

from __future__ import annotations

from contextlib import suppress

from combien._base.budget import NO_LIMIT, default_bytes
from combien.cover._problem import Problem
from combien.cover._reduce import Remains
from combien.engines._counting import MEMORY_PART, Counting, OutOfBytes, summed
from combien.engines._fkt import FktCounting, without_pairs
from combien.engines._frontier import FrontierCounting
from combien.engines._listed import LEAST_COMPARED, compare, compare_count, compared_nodes
from combien.engines._memo import MemoCounting
from combien.engines._portfolio.candidates import (
    LATE,
    MEMO,
    PLAIN,
    is_whole,
    planar_steps,
    suited,
    swept_with,
    undivided_cost,
)
from combien.engines._portfolio.runner import SMALLEST_FRACTION
from combien.engines._prices import PRICES
from combien.engines._protocol import Count, PartPlan, PlanEntry, refused, undivided, waiting
from combien.engines._searching import bits, bits_node, bits_setup, dlx_reason
from combien.errors import CannotAnswer

# Costs in nanoseconds.  The first nodes of a search cost this many times the price of a node: the
# problem is not yet renumbered, and no states are known.
EARLY = 3
# A young memo takes this for a node, more for each item, and this for an option at first.
MEMO_NODE, MEMO_NODE_ITEM, MEMO_OPTION = 50, 1, 400

# A first search, and one that expects to be done; it may take this many times what it expects.
FIRST, SOON = 20_000, 200_000
PATIENCE = 1.5

# A search with a memo gets this part of what the search expects, and at most this.
MEMO_PART, LONGEST_MEMO, LEAST_MEMO_NODES = 5, 120_000, 50
# A search that expects this many times the work so far has no chance.
HOPELESS = 500

# What the chosen engine gets before a race begins.
LIMIT = 1_000_000
# A search, or a sweep, that is expected to be done within this is not left to the race.
LONGEST_SEARCH, LONGEST_SWEEP = 4_000_000, 8_000_000
# The cost is looked at this many times, as a step may cost far more than its price.
LOOKS = 8

# A sweep of this few items has at most 65 536 states, so it is mostly done soon.
FEW_ITEMS = 16
# With this many options for each item it comes first, else after a short search.
MANY_OPTIONS = 6

# A sweep that has made a thousand transitions is continued if it forecasts at most 6000 more, and
# again after 10 000.  In 74 problems, such forecasts were up to sixteen times too low, and a sweep
# was the fastest in 10 of 11 with one where a search takes longer than 0.2 ms.
PEEKS = ((1_000, 0.0), (9_000, 6_000.0), (10_000, 10_000.0), (20_000, 10_000.0))
# It may take this part of what the search expects, as queens have sweeps whose end is never near.
PEEK_PART = 8

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
        reason = without_pairs(problem)
        self._refusals = {"fkt": reason} if reason else {}
        self._matchings: FktCounting | None = None
        self._early_node = EARLY * bits_node(problem)

    def run(self) -> None:
        """Run the counts until one is done, or none is expected to be done soon."""
        problem = self._problem
        if dlx_reason(problem):
            return
        if self._draw(1):
            return
        items, options = problem.item_count, problem.option_count
        sweeps_first = items <= FEW_ITEMS and options >= MANY_OPTIONS * items
        if sweeps_first and self._advance("frontier", LIMIT):
            return
        if bits_setup(problem) < undivided_cost(problem) and self._search():
            return
        if items <= FEW_ITEMS and not sweeps_first and self._advance("frontier", LIMIT):
            return
        if "bits" not in self.counts or self._draw() or self._peek() or self._remember():
            return
        favorite, most = self._favorite(), float(LIMIT)
        left = self._expected(self.counts["bits"])
        if favorite == "bits":
            # A longer search is left to the race, which may divide the problem first.
            most = PATIENCE * left
            if most > LONGEST_SEARCH:
                return
        elif (soon := PATIENCE * left) < LIMIT and (
            # The search would be done soon, too.
            self._advance(favorite, soon) or self._advance("bits", soon)
        ):
            return
        if not self._advance(favorite, most) and favorite == "frontier":
            self._sweep_on()

    def _search(self) -> bool:
        """Search for a moment, and to the end if that is near; return whether it is done."""
        search = self.counts["bits"] = bits().counting(self._problem, threads=1)
        done = search.advance(1 + int(FIRST / self._early_node), SECONDS, NO_LIMIT)
        soon = max(SOON, MEMO_PART * MEMO_OPTION * self._problem.option_count)
        if not done and (expected := self._expected(search)) <= soon:
            steps = int(PATIENCE * expected / self._early_node)
            done = search.advance(steps, SECONDS, NO_LIMIT)
        if done:
            self.winner = "bits"
        return done

    def _draw(self, most: int | None = None) -> bool:
        """Draw the graph of the pairs in the plane; return whether the count is done or can be.

        At most this number of steps, or enough for any graph.  The first one finds out whether
        there is a perfect matching.
        """
        if "fkt" in self._refusals:
            return False
        counting = self._matchings or FktCounting(self._problem)
        self._matchings = self.counts["fkt"] = counting
        try:
            if counting.advance(most or planar_steps(counting), SECONDS, NO_LIMIT):
                self.winner = "fkt"
            elif counting.drawn:
                self._advance("fkt", LIMIT)
        except CannotAnswer as error:
            self._refuse("fkt", error)
            return False
        return counting.drawn

    def _peek(self) -> bool:
        """Sweep for a moment, and go on where the end seems near; return whether it is done."""
        modulus = self._modulo or None
        sweep = self.counts["frontier"] = FrontierCounting(self._problem, modulus=modulus)
        most = self._expected(self.counts["bits"]) / (PEEK_PART * PRICES["frontier"]["transitions"])
        try:
            for steps, near in PEEKS:
                if sweep.steps and sweep.forecast > min(near, most - sweep.steps):
                    break
                if sweep.advance(steps, SECONDS, NO_LIMIT):
                    self.winner = "frontier"
                    return True
        except CannotAnswer as error:
            self._refuse("frontier", error)
        return False

    def _remember(self) -> bool:
        """Search with a memo for a moment; return whether the count is done."""
        if self._problem.has_bounds:
            return False
        problem = self._problem
        memo = MemoCounting(problem)
        self.counts["memo"] = memo
        most = min(LONGEST_MEMO, self._expected(self.counts["bits"]) / MEMO_PART)
        node = MEMO_NODE + MEMO_NODE_ITEM * problem.item_count
        done = memo.advance(max(LEAST_MEMO_NODES, int(most / node)), SECONDS, NO_LIMIT)
        if done:
            self.winner = "memo"
        return done

    def _favorite(self) -> str:
        """Return the engine that seems to be the fastest."""
        memo = self.counts.get("memo")
        if memo is None:
            return "frontier"
        favorite = suited(memo)
        left = self._expected(self.counts["bits"])
        if favorite == "bits" and left > HOPELESS * LONGEST_MEMO:
            return "frontier"
        return favorite

    def _expected(self, counting: Counting) -> float:
        """Return what a search expects to cost from now on."""
        fraction = max(counting.fraction or 0.0, SMALLEST_FRACTION)
        return counting.steps * self._early_node * (1 - fraction) / fraction

    def _sweep_on(self) -> None:
        """Continue a sweep as long as it expects to be done soon, unless the problem has parts."""
        if "frontier" not in self.counts or not self._is_near():
            return
        remains = Remains(self._problem)
        remains.propagate()
        if remains.impossible:
            return
        found = remains.components()
        if not is_whole(self._problem, len(found), sum(found.sizes())):
            return
        with suppress(OutOfBytes):
            while not self.winner and self._is_near():
                self._advance("frontier", self._cost("frontier"), default_bytes(MEMORY_PART))

    def _is_near(self) -> bool:
        sweep = self.counts.get("frontier")
        fraction = None if sweep is None else CANDIDATES["frontier"].fraction(sweep)
        return bool(fraction) and self._cost("frontier") < LONGEST_SWEEP * (fraction or 0.0)

    def _cost(self, engine: str) -> float:
        return CANDIDATES[engine].cost(self._problem, self.counts[engine])

    def _advance(self, engine: str, most: float, bytes: int = NO_LIMIT) -> bool:
        """Continue a count up to about this cost; return whether it is done."""
        problem, candidate = self._problem, CANDIDATES[engine]
        counting = self.counts.get(engine)
        if counting is None:
            if engine == "frontier" and self._modulo:
                (candidate,) = swept_with([candidate], modulus=self._modulo)
            counting = self.counts[engine] = candidate.opens(problem)
        step = self._early_node if engine == "bits" else candidate.step(problem)
        steps = int(most / step)
        end, most = counting.steps + steps, candidate.cost(problem, counting) + most
        try:
            # A sweep returns when it has tried an order; finding one takes no steps.
            while (left := end - counting.steps) > 0 and candidate.cost(problem, counting) < most:
                if counting.advance(min(left, 1 + steps // LOOKS), SECONDS, bytes):
                    self.winner = engine
                    return True
        except CannotAnswer as error:
            self._refuse(engine, error)
        return False

    def _refuse(self, engine: str, error: CannotAnswer) -> None:
        del self.counts[engine]
        self._refusals[engine] = str(error)

    # The answer -----------------------------------------------------------------------------------

    def answer(self) -> Count:
        """Return the count of the winner, with the plan of the race that it saves."""
        problem, winner = self._problem, self.counts[self.winner]
        count = winner.count
        candidate = CANDIDATES[self.winner]
        why = candidate.why(winner)
        if self._modulo is not None:
            count %= self._modulo
        if self.winner != "bits":
            self._compare(count, f"solutions by {self.winner} ({why})")
        entries = tuple([self._entry(name, why) for name in NAMES])
        part = PartPlan(problem.option_count, problem.item_count, 1, count, entries)
        work = summed([counting.work for counting in self.counts.values()])
        return Count(count, work, self.winner, why, undivided(part))

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
        candidate = CANDIDATES[name]
        spent = candidate.cost(self._problem, counting)
        if name == self.winner:
            return PlanEntry(name, "chosen", why, spent, spent, counting.work)
        fraction = candidate.fraction(counting)
        expected = spent / fraction if fraction else None
        note = candidate.loser_note(counting)
        return PlanEntry(name, "beside", note, spent, expected, counting.work)
