"""Small problems once more: all solutions are listed by dancing links.

What follows from other counts (a product of components, a mean over symmetries) is compared with
such a list, if it is short, before it is returned.  A list takes some milliseconds at most.
"""

from __future__ import annotations

from itertools import islice

from combien.cover._elements import Solution
from combien.cover._problem import Problem
from combien.engines._protocol import Budget
from combien.engines._searching import entry_count, smallest
from combien.errors import Disagreement, OutOfBudget

__all__ = ["MOST_SOLUTIONS", "compare_count", "listed"]

MOST_SOLUTIONS = 500
# 0.1 ms for the links, and 0.2 us a node.
_MOST_ENTRIES = 20_000
_MOST_NODES = 10_000


def listed(problem: Problem, most: int = MOST_SOLUTIONS) -> list[Solution] | None:
    """Return all solutions, at most `most` + 1; None if the search for them takes too long.

    >>> listed(Problem.from_options(["a", "ab", "b"]))
    [(0, 2), (1,)]
    """
    if entry_count(problem) > _MOST_ENTRIES:
        return None
    try:
        walk = smallest().solutions(problem, budget=Budget(nodes=_MOST_NODES))
        return list(islice(walk, most + 1))
    except OutOfBudget:
        return None


def compare_count(problem: Problem, count: int, what: str) -> None:
    """Raise `Disagreement` if a count is small, and another one than that of the solutions."""
    found = None if count > MOST_SOLUTIONS else listed(problem)
    if found is not None and len(found) != count:
        direct = f"more than {MOST_SOLUTIONS}" if len(found) > MOST_SOLUTIONS else len(found)
        raise Disagreement.of(what, derived=count, direct=direct)
