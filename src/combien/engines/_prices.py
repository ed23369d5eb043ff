"""Prices of counters: what an engine's work costs, in nanoseconds, for the races of `auto`.

They are fitted to a few hundred problems (`bench/prices.py`), not chosen: after a change of an
engine, measure and fit again.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from combien.cover._problem import Problem
from combien.engines._searching import entry_count

# By engine, in the order of its counters.
PRICES: dict[str, dict[str, float]] = {
    "frontier": {"orders": 0.936, "transitions": 8.97, "bytes": 1.01},
    "memo": {"options": 245.0, "nodes": 20.7, "items": 0.605, "stored": 9.08},
    "tree": {"steps": 42.0, "bytes": 0.775},
}

# What finding each order of a sweep takes in comparison, per entry of the options.
ORDER_WEIGHTS = {"given": 10, "greedy": 160, "closing": 25, "rcm": 50, "spectral": 800}


def order_work(problem: Problem, counting: Any) -> float:
    """Return the work of finding the orders of a sweep that have been tried."""
    return float(sum(ORDER_WEIGHTS[order] for order in counting.orders) * entry_count(problem))


def _frontier(problem: Problem, counting: Any) -> tuple[float, ...]:
    # Each byte of a layer is touched for the first time, which costs more than writing it again.
    return order_work(problem, counting), counting.steps, counting.bytes


def _memo(problem: Problem, counting: Any) -> tuple[float, ...]:
    # The conflicts of all options are computed before; a node looks at all items; what is not known
    # is stored, in bytes of the table that no cache has.
    work = counting.work
    nodes, unknown = work["nodes"], work["probes"] - work["hits"]
    items, stored = nodes * problem.primary_count, 8 * counting.entry_words * unknown
    return problem.option_count, nodes, items, stored


def _tree(problem: Problem, counting: Any) -> tuple[float, ...]:
    return counting.steps, counting.bytes


COUNTERS: dict[str, Callable[[Problem, Any], tuple[float, ...]]] = {
    "frontier": _frontier,
    "memo": _memo,
    "tree": _tree,
}


def cost(engine: str, problem: Problem, counting: Any) -> float:
    """Return what a count has cost so far."""
    prices, counters = PRICES[engine].values(), COUNTERS[engine](problem, counting)
    return sum(price * counter for price, counter in zip(prices, counters, strict=True))
