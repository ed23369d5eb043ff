"""The candidates of every race, with their cost models.

A candidate is an entry of `PLAIN`, and `CANDIDATES` in `divided.py` adds those that start late.
Costs are in nanoseconds, measured on one machine over boards, puzzles and random systems.  They are
accurate within a factor of three, which is enough to allot work.  No clock is read, so the race is
deterministic.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Literal

from combien.cover._problem import Problem
from combien.engines._counting import Counting
from combien.engines._matchings.fkt import FktCounting
from combien.engines._search.searching import (
    bits,
    bits_cost,
    bits_node,
    dlx_reason,
    entry_count,
    links_cost,
    links_setup,
    opening_cost,
    smallest,
    way_down,
)
from combien.engines._sweeps.frontier import FrontierCounting
from combien.engines._sweeps.prices import OPENING_WEIGHT, PRICES, cost, order_work, pause
from combien.errors import CannotAnswer


@dataclass(frozen=True, slots=True)
class Candidate:
    """A counting method in a race.

    `opens`: begins a count, or raises `CannotAnswer`.
    `cost`: the cost of a count so far, and `step` the cost of one of its first steps; `fixed_cost`:
    the part of the cost that does not grow with the steps.
    `pause`: the steps before it does what takes no steps, and the cost of that; 0 if there is none.
    `start_after`: the work that others must have done before it is opened, so that an expensive
    setup does not slow down easy problems.
    `opening`: what opening it costs; it is not opened where that is more than a competitor of the
    trusted favorite may spend.
    `least_left`: it starts only if a sweep that has a forecast expects to cost this much more.
    `forecast`: its expected cost before it is opened, if that can be found out; this is done after
    `start_after`, and the candidate is opened when two thirds of the forecast have been spent.
    `pilot`: how long a count runs before it is judged.
    `long_pilot`: its pilot is extended up to this cost as long as it expects to finish within it,
    and in half of what the favorite needs.
    `fraction`: the estimated part that is done, None if unknown.
    `trusted`: its forecast is reliable, and `vouched`: that of this count is.  Competitors may then
    spend the forecast cost divided by `competitor_budget_ratio`, after which it runs alone except
    for a hedge.
    `hasty`: overestimates its progress, so its forecast is only a lower bound.
    `kind`: whether it is a search or a sweep.
    `part_of_search`: the part of a search that it does at best, for a lower bound.
    `share_divisor`: it gets this many times less work than other untrusted candidates, and starts
    only when the trusted favorite expects at least this many times the work done by all so far.
    `suits`: the engine that suits what it has met.
    `bytes`: the memory of its tables.
    `why`: how it obtained the count; `loser_note`: its progress when another one finished.
    """

    name: str
    opens: Callable[[Problem], Counting]
    cost: Callable[[Problem, Any], float]
    step: Callable[[Problem], float]
    loser_note: Callable[[Any], str]
    fixed_cost: Callable[[Problem, Any], float] = lambda problem, counting: 0.0
    pause: Callable[[Problem, Any], tuple[int, float]] = lambda problem, counting: (0, 0.0)
    start_after: Callable[[Problem], float] = lambda problem: 0.0
    opening: Callable[[Problem], float] = lambda problem: 0.0
    least_left: float = 0.0
    forecast: Callable[[Problem], float] | None = None
    fraction: Callable[[Any], float | None] = lambda counting: counting.fraction
    pilot: Callable[[Any], float] = lambda counting: 200_000
    long_pilot: float = 0.0
    trusted: bool = False
    vouched: Callable[[Any], bool] = lambda counting: False
    hasty: bool = False
    competitor_budget_ratio: float = 2.0
    kind: Literal["search", "sweep", ""] = ""
    part_of_search: Callable[[Any], float] | None = None
    share_divisor: float = 1.0
    suits: Callable[[Any], str] | None = None
    bytes: Callable[[Any], int] = lambda counting: int(counting.bytes)
    why: Callable[[Any], str] = lambda counting: str(counting.why)

    def suited_by(self, engine: str) -> bool:
        """Whether it may do as much as the engine that suits a problem, if one is known.

        Others than searches and sweeps are not known to be worse; but where a memo suits, orbits
        are.
        """
        if engine in ("", self.name):
            return True
        return not self.kind and (engine != "memo" or self.part_of_search is None)


# The setup cost that is accepted without delay, in nanoseconds.
FREE_SETUP = 1_000_000
# What a count may do without steps, as finding the next order, before it is judged by its cost.
FREE_PAUSE = 4_000_000


# Costs in nanoseconds -----------------------------------------------------------------------------

# The cost of looking for components, in nanoseconds per entry of the options.
ENTRY_COST = 10

# Looking for components waits for this cost: most small problems are done before.
LEAST_UNDIVIDED = 100_000


def undivided_cost(problem: Problem) -> float:
    """Return the cost of a race after which it pays to look for components."""
    return max(LEAST_UNDIVIDED, ENTRY_COST * entry_count(problem))


# A single component is worth a new race only if at most this part of the options is left.
MOST_LEFT = 0.75


def is_whole(problem: Problem, components: int, left: int) -> bool:
    """Whether dividing a problem into components with this many options would not pay."""
    return components == 1 and left > MOST_LEFT * problem.option_count


# The cost of a step of drawing.
DRAWING_STEP = 2000.0
# Enough steps of drawing to find a drawing in the plane, with these edges for each step.
PLANAR_STEPS, PLANAR_EDGES = 10, 20


def planar_steps(counting: Any) -> int:
    """Return enough steps of drawing to find a drawing in the plane, if there is one."""
    return PLANAR_STEPS + int(counting.edges) // PLANAR_EDGES


def _fkt_pilot(counting: Any) -> float:
    if not counting.drawn:
        return DRAWING_STEP * planar_steps(counting)
    # To the end of the first pass, after which its forecast is exact; and enough for dominoes on a
    # 20 x 20 board.
    return max(2_000_000.0, 0.0 if counting.work["primes"] else 2 * _pfaffian_cost(counting))


def _fkt_cost(problem: Problem, counting: Any) -> float:
    return _pfaffian_cost(counting)


def _pfaffian_cost(counting: Any) -> float:
    # 1.7 ns per product for large boards (100 x 100 dominoes); for small ones 2 us per pivot.
    work: Mapping[str, int] = counting.work
    drawing = DRAWING_STEP * int(counting.drawing_steps)
    return drawing + 2000.0 * work["pivots"] + 1.7 * work["products"]


def _bits_cost(problem: Problem, counting: Any) -> float:
    work: Mapping[str, int] = counting.work
    return opening_cost("bits", problem) + bits_cost(problem, work["nodes"], work["updates"])


def _links_cost(problem: Problem, counting: Any) -> float:
    work: Mapping[str, int] = counting.work
    return links_setup(problem) + links_cost(problem, work["nodes"], work["updates"])


def _orders_cost(problem: Problem, counting: Any) -> float:
    return PRICES["frontier"]["orders"] * order_work(problem, counting)


def _sweep_opening(problem: Problem) -> float:
    return PRICES["frontier"]["orders"] * OPENING_WEIGHT * entry_count(problem)


# Opening and describing candidates ----------------------------------------------------------------


def _fkt(problem: Problem) -> Counting:
    return FktCounting(problem)


def _bits(problem: Problem) -> Counting:
    refusal = dlx_reason(problem)
    if refusal:
        raise CannotAnswer(refusal)
    return bits().counting(problem)


def _links(problem: Problem) -> Counting:
    if not problem.has_bounds and not dlx_reason(problem):
        raise CannotAnswer("the bits engine does the same search, faster")
    return smallest().counting(problem)


def _frontier(
    problem: Problem, *, first: int | None = None, modulus: int | None = None
) -> Counting:
    return FrontierCounting(problem, first=first, modulus=modulus)


def nodes_note(counting: Any) -> str:
    """Return the progress of a search when another candidate finished."""
    return f"had visited {counting.steps} nodes"


# In the order in which they are tried initially.
PLAIN = (
    Candidate(
        "fkt",
        opens=_fkt,
        cost=_fkt_cost,
        step=lambda problem: DRAWING_STEP,
        loser_note=lambda counting: f"had taken {counting.work['pivots']} pivots",
        trusted=True,
        # The expensive pivots are known only after the first pass.
        fraction=lambda counting: counting.fraction if counting.work["primes"] else None,
        pilot=_fkt_pilot,
        # The number of primes is known in advance, and no sweep was over three times faster.
        competitor_budget_ratio=20,
    ),
    Candidate(
        "bits",
        opens=_bits,
        cost=_bits_cost,
        step=lambda problem: bits_node(problem) + way_down(problem, 1),
        why=lambda counting: f"searched {counting.steps} nodes",
        loser_note=nodes_note,
        start_after=lambda problem: opening_cost("bits", problem) - FREE_SETUP,
        opening=partial(opening_cost, "bits"),
        # Enough for most small puzzles, so that no other candidate needs to start.
        pilot=lambda counting: 400_000,
        trusted=True,
        kind="search",
    ),
    Candidate(
        "dlx",
        opens=_links,
        cost=_links_cost,
        step=lambda problem: 1000,
        why=lambda counting: f"searched {counting.steps} nodes",
        loser_note=nodes_note,
        start_after=lambda problem: links_setup(problem) - FREE_SETUP,
        opening=links_setup,
        trusted=True,
        kind="search",
    ),
    Candidate(
        # A sweep's forecast is not trusted: on pentominoes in 6 x 10 it is "nearly done" from the
        # first percent on.  In 24 problems it was up to a thousand times too low, but only once
        # more than twice too high: a high forecast is reliable.
        "frontier",
        opens=_frontier,
        cost=partial(cost, "frontier"),
        opening=_sweep_opening,
        fixed_cost=_orders_cost,
        pause=pause,
        step=lambda problem: PRICES["frontier"]["transitions"],
        hasty=True,
        vouched=lambda counting: bool(counting.has_estimate),
        kind="sweep",
        fraction=lambda counting: counting.fraction if counting.has_forecast else None,
        loser_note=lambda counting: f"had made {counting.steps} moves",
        pilot=lambda counting: 400_000,
        long_pilot=8_000_000,
    ),
)


def _memo(problem: Problem) -> Counting:
    from combien.engines._sweeps.memo import MemoCounting  # Start-up: not for the smallest counts.

    return MemoCounting(problem)


# Remaining problems recur where a probe of the memo has at least this chance, and split into
# components if at least this part of the nodes does; the second numbers hold after so many nodes.
RECURRING, SPLITTING = (0.04, 0.1), (0.01, 0.03)
LATER = 1000


def suited(memo: Any) -> str:
    """Return the engine that suits what a search with a memo has met in some hundred nodes.

    In 114 problems of twelve kinds (`bench/prices.py`, other seeds; 0.2 to 25 ms), a search without
    a memo was the fastest of the three in 36 of 38 where problems hardly recur.  Where they recur
    and split into components, a memo was the fastest in 7 of 13; where they recur and do not split,
    a sweep in 50 of 63.
    """
    work: Mapping[str, int] = memo.work
    later = work["nodes"] >= LATER
    if work["hits"] < RECURRING[later] * work["probes"]:
        return "bits"
    return "memo" if work["splits"] >= SPLITTING[later] * work["nodes"] else "frontier"


# A node of the memo looks at the words of an item this many times as long as one of `bits`.
MEMO_WORDS = 4.0


def _memo_cost(problem: Problem, counting: Any) -> float:
    return cost("memo", problem, counting) + MEMO_WORDS * way_down(problem, counting.work["nodes"])


def _memo_pilot(counting: Any) -> float:
    return 150_000 + float(counting.opening_cost)


MEMO = Candidate(
    "memo",
    opens=_memo,
    cost=_memo_cost,
    step=lambda problem: 100 + MEMO_WORDS * way_down(problem, 1),
    loser_note=lambda counting: f"{nodes_note(counting)} with a memo",
    start_after=lambda problem: 100_000 + 2 * opening_cost("bits", problem),
    opening=partial(opening_cost, "memo"),
    pilot=_memo_pilot,
    # Its forecast is mostly too high, as more and more problems are known.
    trusted=True,
    suits=suited,
    kind="search",
)

# The names of the candidates that start late.
LATE = ("orbits", "memo", "tree")


def swept_with(
    candidates: Sequence[Candidate], *, first: int | None = None, modulus: int | None = None
) -> tuple[Candidate, ...]:
    """Return the candidates, with these settings of `FrontierCounting` for the sweep."""
    opens = partial(_frontier, first=first, modulus=modulus)
    return tuple(replace(c, opens=opens) if c.name == "frontier" else c for c in candidates)
