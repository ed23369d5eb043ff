"""The cost model of the searches, in nanoseconds, from their counters.

Measured on one machine over boards, puzzles and random systems; they are right within a factor of
three, which is enough to allot work.  No clock is read.
"""

from __future__ import annotations

from combien.cover._problem import Problem

__all__ = [
    "bits_cost",
    "bits_node",
    "bits_setup",
    "entry_count",
    "links_cost",
    "links_setup",
]

# The masks of an option are some words for each 512 options, and sizes are looked up for the items
# that wait.  In larger problems, few nodes see all of them, so these numbers are limits.
MOST_OPTIONS_PRICED, MOST_ITEMS_PRICED = 2048, 160


def entry_count(problem: Problem) -> int:
    """Return the number of entries of all options."""
    return len(problem.arrays()[1])


def bits_setup(problem: Problem) -> float:
    """Return the cost of computing the conflicts of all pairs of options."""
    # 160 us for 2056 options, 46 ms for 19800.
    return float(problem.option_count**2) / 10


def links_setup(problem: Problem) -> float:
    """Return the cost of building the links."""
    return 15.0 * entry_count(problem)


def bits_node(problem: Problem) -> float:
    """Return the cost of a node of the bit kernel."""
    options = min(problem.option_count, MOST_OPTIONS_PRICED) / 80
    return 5 + options + min(problem.primary_count, MOST_ITEMS_PRICED)


def bits_cost(problem: Problem, nodes: int, updates: int) -> float:
    """Return the cost of a search by bit sets."""
    # Between 16 ns a node (dominoes) and 190 (sudoku, where each node forces six options).
    return bits_node(problem) * nodes + 8.0 * updates


def links_cost(problem: Problem, nodes: int, updates: int) -> float:
    """Return the cost of a search by dancing links."""
    # Each node looks through the items that wait.
    return (40 + problem.item_count) * nodes + 12.0 * updates
