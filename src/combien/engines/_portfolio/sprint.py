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

from combien._base.budget import NO_LIMIT
from combien.cover._problem import Problem
from combien.engines._counting import Counting, summed
from combien.engines._fkt import FktCounting, without_pairs
from combien.engines._listed import compare, compare_count
from combien.engines._memo import MemoCounting
from combien.engines._portfolio.candidates import (
    LATE,
    MEMO,
    PLAIN,
    planar_steps,
    suited,
    swept_with,
    undivided_cost,
)
from combien.engines._portfolio.runner import SMALLEST_FRACTION
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
# A search that is expected to be done within this is not left to the race.
LONGEST_SEARCH = 4_000_000
# The cost is looked at this many times, as a step may cost far more than its price.
LOOKS = 8

# A sweep of this few items has at most 65 536 states, so it is mostly done soon.
FEW_ITEMS = 16
# With this many options for each item it comes first, else after a short search.
MANY_OPTIONS = 6

# Without a search beside it, a count is compared with a search by links of this many nodes.
COMPARED_NODES = 1000

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
        if "bits" not in self.counts or self._draw() or self._remember():
            return
        favorite, most = self._favorite(), float(LIMIT)
        if favorite == "bits":
            # A longer search is left to the race, which may divide the problem first.
            most = PATIENCE * self._expected(self.counts["bits"])
            if most > LONGEST_SEARCH:
                return
        self._advance(favorite, most)

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
            del self.counts["fkt"]
            self._refusals["fkt"] = str(error)
            return False
        return counting.drawn

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

    def _advance(self, engine: str, most: float) -> bool:
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
                if counting.advance(min(left, 1 + steps // LOOKS), SECONDS, NO_LIMIT):
                    self.winner = engine
                    return True
        except CannotAnswer as error:
            del self.counts[engine]
            self._refusals[engine] = str(error)
        return False

    # The answer -----------------------------------------------------------------------------------

    def answer(self) -> Count:
        """Return the count of the winner, with the plan of the race that it saves."""
        problem, winner = self._problem, self.counts[self.winner]
        count = winner.count
        candidate = CANDIDATES[self.winner]
        why = candidate.why(winner)
        what = f"solutions by {self.winner} ({why})"
        search = self.counts.get("bits")
        if self._modulo is not None:
            count %= self._modulo
        if self.winner != "bits":
            if search is None:
                compare_count(problem, count, what, modulo=self._modulo, nodes=COMPARED_NODES)
            elif self._modulo is None:
                # What a search has found is a lower bound.
                compare(what, count, search.count, complete=False)
        entries = tuple([self._entry(name, why) for name in NAMES])
        part = PartPlan(problem.option_count, problem.item_count, 1, count, entries)
        work = summed([counting.work for counting in self.counts.values()])
        return Count(count, work, self.winner, why, undivided(part))

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
