"""Small problems once more: solutions are listed by dancing links, or counted by bit sets.

What follows from other counts (a product of components, a mean over symmetries, a Pfaffian, a sum
over partial solutions) is compared with such a list before it is returned.  A list that ends gives
the number; one that is broken off after some milliseconds gives the least that the number can be.

Engines that share no code with the search by bit sets are compared with that one where it takes
less time.  It meets more solutions in as many nodes, as it makes none for a forced option.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from itertools import islice
from math import prod

from combien._base.budget import NO_LIMIT
from combien.cover._elements import Solution
from combien.cover._problem import Problem
from combien.engines._protocol import Budget, Count
from combien.engines._search.searching import (
    SearchEngine,
    bits,
    bits_node,
    bits_setup,
    entry_count,
    links_cost,
    links_setup,
    smallest,
)
from combien.errors import Disagreement, OutOfBudget

MOST_SOLUTIONS = 200
# 0.1 ms for the links, and 0.2 us a node.
_MOST_ENTRIES = 20_000
_MOST_NODES = 5_000
# No clock ends the search.
_SECONDS = 1e6

# A count by `auto` is compared with what a search finds in this many nodes: one for this cost of
# the count, so that a search by links takes a twentieth as long.
COMPARED, LEAST_COMPARED = 4_000, 1_000

# These engines compute with states, pairs or tables, and not with bit sets of options.
_WITHOUT_BIT_SETS = ("frontier", "fkt", "tree", "zdd")
# The first nodes of a search by bit sets cost this many times the price of a node.
_EARLY = 3


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
    engine: str = "",
    modulo: int | None = None,
    nodes: int = _MOST_NODES,
) -> None:
    """Raise `Disagreement` if a count differs from the number of solutions, as far as searched.

    `engine` has counted.  With `modulo`, it is the remainder of the count.
    """
    if entry_count(problem) > _MOST_ENTRIES:
        return
    search = _searcher(problem, engine, nodes).counting(problem, threads=1)
    complete = search.advance(nodes, _SECONDS, NO_LIMIT)
    if modulo is None:
        compare(what, count, search.count, complete=complete)
    elif complete:
        compare(f"{what} modulo {modulo}", count, search.count % modulo, complete=True)


def compare_derived(
    problem: Problem,
    count: int,
    what: str,
    *,
    engine: str,
    modulo: int | None,
    cost: float,
    searched: tuple[int, int],
) -> None:
    """Compare a count of this cost; `searched` are nodes that `bits` visited, and what it found.

    If these are enough, and the engine has no code in common with it, nothing is searched again.
    """
    nodes, (visited, found) = compared_nodes(cost), searched
    if visited >= nodes and modulo is None and engine in _WITHOUT_BIT_SETS:
        compare(what, count, found, complete=False)
    else:
        compare_count(problem, count, what, engine=engine, modulo=modulo, nodes=nodes)


def compared_nodes(cost: float) -> int:
    """Return the nodes of the search that a count of this cost is compared with."""
    return max(LEAST_COMPARED, min(_MOST_NODES, int(cost / COMPARED)))


def _searcher(problem: Problem, engine: str, nodes: int) -> SearchEngine:
    """Return the faster search of those that share no code with an engine."""
    sets, links = bits(), smallest()
    if engine in _WITHOUT_BIT_SETS and not sets.refusal(problem, "count"):
        by_sets = bits_setup(problem) + _EARLY * nodes * bits_node(problem)
        if by_sets < links_setup(problem) + links_cost(problem, nodes, 2 * nodes):
            return sets
    return links


def compared(problem: Problem, count: Count, *, modulo: int | None = None) -> Count:
    """Return the count of an engine that does not list, compared with the solutions."""
    what = f"solutions by {count.engine} ({count.why})"
    compare_count(problem, count.count, what, engine=count.engine, modulo=modulo)
    return count


def compare_totals(problem: Problem, numbers: Sequence[int], found: Mapping[int, int]) -> None:
    """Raise `Disagreement` if solutions that are soon listed have other totals of their numbers."""
    listing, complete = listed(problem)
    direct = Counter(sum(numbers[option] for option in solution) for solution in listing)
    for total in sorted({*direct, *(found if complete else ())}):
        what = f"solutions of the total {total}"
        compare(what, found.get(total, 0), direct[total], complete=complete)


def compare_weight(problem: Problem, weights: Sequence[int], weight: int) -> None:
    """Raise `Disagreement` if the solutions, as far as they are soon listed, have another weight.

    That of a solution is the product of its options' weights.
    """
    listing, complete = listed(problem)
    direct = sum(prod(weights[option] for option in solution) for solution in listing)
    compare("weight of all solutions", weight, direct, complete=complete)


def compare_shares(problem: Problem, shares: Sequence[int], count: int) -> None:
    """Raise `Disagreement` if the shares of a primary item's options have an impossible sum.

    It must be the count, or between two multiples of it for an item with other bounds.
    """
    sums = [0] * problem.item_count
    for option, share in enumerate(shares):
        for item in problem.indices(option):
            sums[item] += share
    for item, total in enumerate(sums):
        if not problem.primary_flags[item]:
            continue
        low, high = problem.bounds(item)
        expected = min(max(total, low * count), high * count)
        name = problem.item_names[item]
        compare(f"solutions by the options with {name!r}", total, expected, complete=True)


def compare(what: str, derived: int, direct: int, *, complete: bool) -> None:
    """Raise `Disagreement` if a number is not the direct one, or is less than a part of it."""
    if derived != direct if complete else derived < direct:
        counted = direct if complete else f"at least {direct}"
        raise Disagreement.of(what, derived=derived, direct=counted)
