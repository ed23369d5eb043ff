"""Who may count, what a step costs there, and what can be foreseen: the table of the race.

A candidate is one entry of `CANDIDATES`.  Prices are in nanoseconds, measured on one machine over
boards, puzzles and random systems; they are right within a factor of three, and that is enough,
for they only share out work.  No clock is read: the same problem always takes the same way.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from combien.cover._problem import Problem
from combien.engines._bits import bits
from combien.engines._counting import Counting
from combien.engines._dlx import smallest
from combien.engines._frontier import FrontierCounting
from combien.engines._prices import (
    bits_cost,
    bits_node,
    bits_setup,
    entry_count,
    links_cost,
    links_setup,
)
from combien.errors import CannotAnswer

__all__ = ["CANDIDATES", "PLAIN", "Candidate", "swept_from"]


@dataclass(frozen=True, slots=True)
class Candidate:
    """A way to count, as the race sees it.

    `opens` begins a count, or raises `CannotAnswer`.  `cost` is what a count has cost so far, and
    `step` what one of its first steps does.  `enters` is how much work the others must have done
    before it is opened, so that what is dear to set up is no burden for what is quickly counted.
    `pilot` is how long it is tried before it is judged.  `fraction` is how much of it is thought to
    be done, None while nobody knows; when that is `trusted`, others may spend the whole cost
    foreseen over `patience` first, and then this one goes on alone but for a hedge.  One that is
    `hasty` thinks too much to be done, so that what it thinks too long is.  One with a
    `thrift` gets so much less than others that hope, and begins only when the one that is trusted
    has so many times before it what all have done.  `bytes` is what its tables hold.  `why` says
    how it found the count, `beside` what it had done when another one had it.
    """

    name: str
    opens: Callable[[Problem], Counting]
    cost: Callable[[Problem, Any], float]
    step: float
    why: Callable[[Any], str]
    beside: Callable[[Any], str]
    enters: Callable[[Problem], float] = lambda problem: 0.0
    fraction: Callable[[Any], float | None] = lambda counting: counting.fraction
    pilot: float = 200_000
    trusted: bool = False
    hasty: bool = False
    patience: float = 2.0
    thrift: float = 1.0
    bytes: Callable[[Any], int] = lambda counting: 0


# So much setup is risked at once, in nanoseconds.
FREE_SETUP = 1_000_000


# What it has cost, in nanoseconds -----------------------------------------------------------------

# What it takes to find each order of a sweep, for an entry of the options.
ORDER_PRICES = {"given": 10, "greedy": 160, "closing": 25, "rcm": 50, "spectral": 800}


def _fkt_cost(problem: Problem, counting: Any) -> float:
    # 2.6 ns a product where they are many (100 x 100 dominoes), and before it some 2.5 us a pivot.
    work: Mapping[str, int] = counting.work
    return 2500.0 * work["pivots"] + 3.0 * work["products"]


def _bits_cost(problem: Problem, counting: Any) -> float:
    work: Mapping[str, int] = counting.work
    return bits_setup(problem) + bits_cost(problem, work["nodes"], work["updates"])


def _memo_cost(problem: Problem, counting: Any) -> float:
    # Nodes cost what they do without a table, and asking it twice as much.
    work: Mapping[str, int] = counting.work
    node = bits_node(problem) + 10
    return bits_setup(problem) + node * work["nodes"] + 150.0 * work["probes"]


def _links_cost(problem: Problem, counting: Any) -> float:
    work: Mapping[str, int] = counting.work
    return links_setup(problem) + links_cost(problem, work["nodes"], work["updates"])


def _frontier_cost(problem: Problem, counting: Any) -> float:
    # 5 to 15 ns a move while the layers fit into the caches, 25 and more when they do not.  Rather
    # too much than too little: where a sweep is long, it mostly forecast too short a time.
    megabytes = float(counting.bytes) / 1e6
    move = 10 + 2.5 * min(megabytes, 4) + 0.5 * min(megabytes, 250)
    orders = sum(ORDER_PRICES[order] for order in counting.orders) * entry_count(problem)
    # New memory costs something, too.
    return orders + move * int(counting.steps) + 0.3 * int(counting.bytes)


def _orbits_cost(problem: Problem, counting: Any) -> float:
    # Symmetries cost 10 ns a visit of an edge; what a choice leaves is made a problem in Python, at
    # 1.5 us an entry, and has half of the entries, let us say; then it is swept or searched.
    work: Mapping[str, int] = counting.work
    made = 750.0 * entry_count(problem) * (work["symmetry searches"] + work["leaves"])
    counted = 120.0 * (work.get("nodes", 0) + work.get("transitions", 0))
    return made + 10.0 * work["visits"] + counted + 20.0 * int(counting.steps)


# How they are opened, and what they say -----------------------------------------------------------


def _fkt(problem: Problem) -> Counting:
    from combien.engines._fkt import FktCounting

    return FktCounting(problem)


def _bits(problem: Problem) -> Counting:
    refusal = bits().refusal(problem, "count")
    if refusal:
        raise CannotAnswer(refusal)
    return bits().counting(problem)


def _links(problem: Problem) -> Counting:
    if not bits().refusal(problem, "count"):
        raise CannotAnswer("bits finds the same solutions, and sooner")
    return smallest().counting(problem)


def _frontier(problem: Problem, *, first: int | None = None) -> Counting:
    return FrontierCounting(problem, first=first)


def _orbits(problem: Problem) -> Counting:
    # What it leaves to count is raced again, by those above it.
    from combien.engines._portfolio.orbits import OrbitCounting

    return OrbitCounting(problem)


def _memo(problem: Problem) -> Counting:
    from combien.engines._memo import MemoCounting

    return MemoCounting(problem)


def _visited(counting: Any) -> str:
    return f"had visited {counting.steps} nodes"


def _held(counting: Any) -> int:
    return int(counting.bytes)


def _told(counting: Any) -> str:
    return str(counting.why)


# In the order in which they are tried while nothing is known.
PLAIN = (
    Candidate(
        "fkt",
        opens=_fkt,
        cost=_fkt_cost,
        step=2500,
        why=_told,
        beside=lambda counting: f"had taken {counting.steps} pivots",
        trusted=True,
        # Where the pivots are dear shows in the first pass only.
        fraction=lambda counting: counting.fraction if counting.work["primes"] else None,
        # Twenty by twenty dominoes are done by then.
        pilot=1_000_000,
        # How many primes it takes is known, and no sweep was seen to be three times quicker.
        patience=20,
        bytes=_held,
    ),
    Candidate(
        "bits",
        opens=_bits,
        cost=_bits_cost,
        step=60,
        why=lambda counting: f"searched {counting.steps} nodes",
        beside=_visited,
        bytes=_held,
        enters=lambda problem: bits_setup(problem) - FREE_SETUP,
        # Most small puzzles are done by then, and nobody else need begin.
        pilot=400_000,
        trusted=True,
    ),
    Candidate(
        "dlx",
        opens=_links,
        cost=_links_cost,
        step=1000,
        why=lambda counting: f"searched {counting.steps} nodes",
        beside=_visited,
        bytes=_held,
        enters=lambda problem: links_setup(problem) - FREE_SETUP,
        trusted=True,
    ),
    Candidate(
        # What a sweep forecasts is not trusted: on pentominoes in 6 x 10 it is "nearly done" from
        # the first per cent on.  But in 24 problems it forecast up to a thousand times too
        # little, and once more than twice too much: where it thinks itself far from done, it is.
        "frontier",
        opens=_frontier,
        cost=_frontier_cost,
        step=40,
        hasty=True,
        # One order alone says nothing.
        fraction=lambda counting: counting.fraction if len(counting.orders) > 2 else None,
        why=_told,
        beside=lambda counting: f"had made {counting.steps} moves",
        # As long as a pilot of its own: it races several orders.
        pilot=1_000_000,
        bytes=_held,
    ),
)

CANDIDATES = (
    *PLAIN,
    Candidate(
        "orbits",
        opens=_orbits,
        cost=_orbits_cost,
        step=100,
        why=_told,
        beside=lambda counting: f"had taken {counting.steps} steps by symmetry",
        # Finding that there are no symmetries takes 1 ms for 3000 options, and 60 for 40 000.
        enters=lambda problem: max(6_000_000.0, 1000.0 * entry_count(problem)),
        bytes=_held,
    ),
    Candidate(
        "memo",
        opens=_memo,
        cost=_memo_cost,
        step=100,
        why=_told,
        beside=lambda counting: f"{_visited(counting)} with a memo",
        # Where a search ends at all, a memo saves a quarter of it at best; it is for the others.
        enters=lambda problem: 20_000_000 + bits_setup(problem),
        thrift=6,
        bytes=_held,
    ),
)


def swept_from(first: int | None) -> tuple[Candidate, ...]:
    """Those that know no symmetries, with sweeps that begin with the item `first`."""
    if first is None:
        return PLAIN
    sweep = replace(PLAIN[-1], opens=partial(_frontier, first=first))
    return (*PLAIN[:-1], sweep)
