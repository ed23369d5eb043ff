"""Prices of counters: what an engine's work costs, in nanoseconds, for the races of `auto`.

They are fitted to a few hundred problems (`bench/prices.py`), not chosen: after a change of an
engine, measure and fit again.
"""

from __future__ import annotations

from collections.abc import Callable
from operator import mul
from typing import Any

from combien.cover._problem import Problem
from combien.engines._search.searching import entry_count, opening_cost

# By engine, in the order of its counters.
PRICES: dict[str, dict[str, float]] = {
    "frontier": {"orders": 1.1, "sorted": 4.46, "transitions": 7.83, "far": 38.8, "bytes": 1.54},
    "memo": {"opening": 1.47, "nodes": 12.0, "items": 0.981, "stored": 10.5},
    "tree": {"steps": 53.0, "bytes": 0.952},
}

# What finding each order of a sweep takes in comparison, per entry of the options.
ORDER_WEIGHTS = {
    "given": 10,
    "greedy": 160,
    "closing": 25,
    "rcm": 50,
    "entropy": 1000,
    "spectral": 800,
}
# Of the transitions to tables of this many bytes, half go to memory that no cache has.
NEAR_BYTES = 2**28

# And opening a sweep in it.
OPENING_WEIGHT = 40


def order_work(problem: Problem, counting: Any) -> float:
    """Return the work of finding the orders of a sweep that have been tried, and opening them."""
    orders = counting.orders
    weights = sum(map(ORDER_WEIGHTS.__getitem__, orders)) + OPENING_WEIGHT * len(orders)
    return float(weights * entry_count(problem))


def pause(problem: Problem, counting: Any) -> tuple[int, float]:
    """Return the steps of a sweep before another order is sought, and what finding it costs.

    Finding takes no steps; the cost is 0 if no order is due.
    """
    before, order = counting.next_order
    weight = ORDER_WEIGHTS[order] + OPENING_WEIGHT if order else 0
    return before, PRICES["frontier"]["orders"] * weight * entry_count(problem)


def _frontier(problem: Problem, counting: Any) -> tuple[float, ...]:
    # Sorted layers are merged in order, others through tables.  Each byte of a layer is touched for
    # the first time, which costs more than writing it again.
    ordered, size = counting.sorted_steps, counting.bytes
    hashed = counting.steps - ordered
    far = hashed * size / (size + NEAR_BYTES)
    return order_work(problem, counting), ordered, hashed, far, size


def _memo(problem: Problem, counting: Any) -> tuple[float, ...]:
    # The conflicts of all options are computed before; a node looks at all items; what is not known
    # is stored, in bytes of the table that no cache has.
    work = counting.work
    nodes, unknown = work["nodes"], work["probes"] - work["hits"]
    items, stored = nodes * problem.primary_count, 8 * counting.entry_words * unknown
    return opening_cost("memo", problem), nodes, items, stored


def _tree(problem: Problem, counting: Any) -> tuple[float, ...]:
    return counting.steps, counting.bytes


COUNTERS: dict[str, Callable[[Problem, Any], tuple[float, ...]]] = {
    "frontier": _frontier,
    "memo": _memo,
    "tree": _tree,
}


def cost(engine: str, problem: Problem, counting: Any) -> float:
    """Return what a count has cost so far."""
    return float(sum(map(mul, PRICES[engine].values(), COUNTERS[engine](problem, counting))))
