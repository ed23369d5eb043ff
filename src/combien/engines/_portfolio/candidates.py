"""The candidates of every race, with their cost models.

A candidate is an entry of `PLAIN`, and `CANDIDATES` adds the ones that start late.
Costs are in nanoseconds, measured on one machine over boards, puzzles and random systems.  They are
accurate within a factor of three, which is enough to allot work.  No clock is read, so the race is
deterministic.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Literal

from combien._base.records import dataclass, replace
from combien.cover._problem import Problem
from combien.engines._counting import Counting
from combien.engines._searching import (
    bits,
    bits_cost,
    bits_node,
    bits_setup,
    dlx_reason,
    entry_count,
    links_cost,
    links_setup,
    smallest,
)
from combien.errors import CannotAnswer


@dataclass(frozen=True, slots=True)
class Candidate:
    """A counting method in a race.

    `opens`: begins a count, or raises `CannotAnswer`.
    `cost`: the cost of a count so far, and `step` the cost of one of its first steps; `fixed_cost`:
    the part of the cost that does not grow with the steps.
    `start_after`: the work that others must have done before it is opened, so that an expensive
    setup does not slow down easy problems.
    `forecast`: its expected cost before it is opened, if that can be found out; this is done after
    `start_after`, and the candidate is opened when two thirds of the forecast have been spent.
    `pilot`: how long it runs before it is judged.
    `fraction`: the estimated part that is done, None if unknown.
    `trusted`: its forecast is reliable.  Competitors may then spend the forecast cost divided by
    `competitor_budget_ratio`, after which it runs alone except for a hedge.
    `hasty`: overestimates its progress, so its forecast is only a lower bound.
    `kind`: whether it is a search or a sweep.
    `part_of_search`: the part of a search that it does at best, for a lower bound.
    `share_divisor`: it gets this many times less work than other untrusted candidates, and starts
    only when the trusted favorite expects at least this many times the work done by all so far.
    `bytes`: the memory of its tables.
    `why`: how it obtained the count; `loser_note`: its progress when another one finished.
    """

    name: str
    opens: Callable[[Problem], Counting]
    cost: Callable[[Problem, Any], float]
    step: Callable[[Problem], float]
    loser_note: Callable[[Any], str]
    fixed_cost: Callable[[Problem, Any], float] = lambda problem, counting: 0.0
    start_after: Callable[[Problem], float] = lambda problem: 0.0
    forecast: Callable[[Problem], float] | None = None
    fraction: Callable[[Any], float | None] = lambda counting: counting.fraction
    pilot: float = 200_000
    trusted: bool = False
    hasty: bool = False
    competitor_budget_ratio: float = 2.0
    kind: Literal["search", "sweep", ""] = ""
    part_of_search: Callable[[Any], float] | None = None
    share_divisor: float = 1.0
    bytes: Callable[[Any], int] = lambda counting: int(counting.bytes)
    why: Callable[[Any], str] = lambda counting: str(counting.why)


# The setup cost that is accepted without delay, in nanoseconds.
FREE_SETUP = 1_000_000


# Costs in nanoseconds -----------------------------------------------------------------------------

# The cost of looking for components, in nanoseconds per entry of the options.
ENTRY_COST = 10

# The cost of finding each order of a sweep, per entry of the options.
ORDER_PRICES = {"given": 10, "greedy": 160, "closing": 25, "rcm": 50, "spectral": 800}


# The cost of the first tables of another sweep.
ORDER_SETUP = 150_000


def _fkt_cost(problem: Problem, counting: Any) -> float:
    # 1.7 ns per product for large boards (100 x 100 dominoes); for small ones 2 us per pivot.
    work: Mapping[str, int] = counting.work
    return 2000.0 * work["pivots"] + 1.7 * work["products"]


def _bits_cost(problem: Problem, counting: Any) -> float:
    work: Mapping[str, int] = counting.work
    return bits_setup(problem) + bits_cost(problem, work["nodes"], work["updates"])


def _links_cost(problem: Problem, counting: Any) -> float:
    work: Mapping[str, int] = counting.work
    return links_setup(problem) + links_cost(problem, work["nodes"], work["updates"])


def _orders_cost(problem: Problem, counting: Any) -> float:
    found = sum(ORDER_PRICES[order] for order in counting.orders) * entry_count(problem)
    return float(found + ORDER_SETUP * (len(counting.orders) - 1))


def _frontier_cost(problem: Problem, counting: Any) -> float:
    # 5 to 9 ns per transition where options are pairs, 10 to 13 where they are long, and more where
    # few states are equal, as mostly with secondary items.
    transition = 5 + entry_count(problem) / max(1, problem.option_count)
    if problem.primary_count < problem.item_count:
        transition += 8
    # Allocating memory has a cost, too.
    tables = 0.3 * int(counting.bytes)
    return _orders_cost(problem, counting) + transition * int(counting.steps) + tables


# Opening and describing candidates ----------------------------------------------------------------


def _fkt(problem: Problem) -> Counting:
    from combien.engines._fkt import FktCounting  # Start-up: only for counts.

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
    from combien.engines._frontier import FrontierCounting  # Start-up: not for small counts.

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
        step=lambda problem: 1000,
        loser_note=lambda counting: f"had taken {counting.steps} pivots",
        trusted=True,
        # The expensive pivots are known only after the first pass.
        fraction=lambda counting: counting.fraction if counting.work["primes"] else None,
        # Enough for dominoes on a 20 x 20 board.
        pilot=1_000_000,
        # The number of primes is known in advance, and no sweep was over three times faster.
        competitor_budget_ratio=20,
    ),
    Candidate(
        "bits",
        opens=_bits,
        cost=_bits_cost,
        step=bits_node,
        why=lambda counting: f"searched {counting.steps} nodes",
        loser_note=nodes_note,
        start_after=lambda problem: bits_setup(problem) - FREE_SETUP,
        # Enough for most small puzzles, so that no other candidate needs to start.
        pilot=400_000,
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
        trusted=True,
        kind="search",
    ),
    Candidate(
        # A sweep's forecast is not trusted: on pentominoes in 6 x 10 it is "nearly done" from the
        # first percent on.  In 24 problems it was up to a thousand times too low, but only once
        # more than twice too high: a high forecast is reliable.
        "frontier",
        opens=_frontier,
        cost=_frontier_cost,
        fixed_cost=_orders_cost,
        step=lambda problem: 20,
        hasty=True,
        kind="sweep",
        # The forecast of a single order is unreliable.
        fraction=lambda counting: counting.fraction if len(counting.orders) > 2 else None,
        loser_note=lambda counting: f"had made {counting.steps} moves",
        pilot=400_000,
    ),
)


# Candidates that start late ----------------------------------------------------------------------


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


def swept_with(
    candidates: Sequence[Candidate], *, first: int | None = None, modulus: int | None = None
) -> tuple[Candidate, ...]:
    """Return the candidates, with these settings of `FrontierCounting` for the sweep."""
    opens = partial(_frontier, first=first, modulus=modulus)
    return tuple(replace(c, opens=opens) if c.name == "frontier" else c for c in candidates)
