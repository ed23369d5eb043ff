"""Small problems once more: solutions are listed by dancing links.

What follows from other counts (a product of components, a mean over symmetries, a Pfaffian, a sum
over partial solutions) is compared with such a list before it is returned.  A list that ends gives
the number; one that is broken off after some milliseconds gives the least that the number can be.
"""

from __future__ import annotations

from contextlib import suppress
from itertools import islice

from combien._base.budget import NO_LIMIT
from combien.cover._elements import Solution
from combien.cover._problem import Problem
from combien.engines._protocol import Budget, Count
from combien.engines._searching import entry_count, smallest
from combien.errors import Disagreement, OutOfBudget

MOST_SOLUTIONS = 200
# 0.1 ms for the links, and 0.2 us a node.
_MOST_ENTRIES = 20_000
_MOST_NODES = 5_000
# No clock ends the search.
_SECONDS = 1e6


def listed(problem: Problem, most: int = MOST_SOLUTIONS) -> tuple[list[Solution], bool]:
    """Return at most `most` + 1 solutions, and whether these are known to be all.

    >>> listed(Problem.from_options(["a", "ab", "b"]))
    ([(0, 2), (1,)], True)
    """
    found: list[Solution] = []
    if entry_count(problem) > _MOST_ENTRIES:
        return found, False
    walk = smallest().solutions(problem, budget=Budget(nodes=_MOST_NODES))
    with suppress(OutOfBudget):
        found.extend(islice(walk, most + 1))
    return found, walk.complete


def compare_count(
    problem: Problem,
    count: int,
    what: str,
    *,
    modulo: int | None = None,
    nodes: int = _MOST_NODES,
) -> None:
    """Raise `Disagreement` if a count differs from the number of solutions, as far as searched.

    With `modulo`, it is the remainder of the count.
    """
    if entry_count(problem) > _MOST_ENTRIES:
        return
    search = smallest().counting(problem, threads=1)
    complete = search.advance(nodes, _SECONDS, NO_LIMIT)
    if modulo is None:
        compare(what, count, search.count, complete=complete)
    elif complete:
        compare(f"{what} modulo {modulo}", count, search.count % modulo, complete=True)


def compared(problem: Problem, count: Count, *, modulo: int | None = None) -> Count:
    """Return the count of an engine that does not list, compared with the solutions."""
    what = f"solutions by {count.engine} ({count.why})"
    compare_count(problem, count.count, what, modulo=modulo)
    return count


def compare(what: str, derived: int, direct: int, *, complete: bool) -> None:
    """Raise `Disagreement` if a number is not the direct one, or is less than a part of it."""
    if derived != direct if complete else derived < direct:
        counted = direct if complete else f"at least {direct}"
        raise Disagreement.of(what, derived=derived, direct=counted)
