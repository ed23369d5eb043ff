"""Families whose elements weigh something: the lightest sets, and how many sets weigh how much.

The lightest sets come one by one and need no list at the nodes.  One pass finds what the lightest
set below each node weighs; with that known, a way down from the top that is not finished yet can be
judged by the best that it can become, and the ways are finished in that order (A* with a bound that
is exact).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from heapq import heappop, heappush
from typing import Any, Protocol

from combien.families._passes import NEVER, Deadline, Nodes, fold

__all__ = ["Weight", "by_weight", "lightest"]


class Weight(Protocol):
    """What can be added and compared: int, float, Fraction, ..."""

    def __add__(self, other: Any, /) -> Any: ...
    def __lt__(self, other: Any, /) -> bool: ...


def lightest(
    nodes: Nodes, weights: Sequence[Weight], deadline: Deadline = NEVER
) -> Iterator[tuple[Any, list[int]]]:
    """All sets with their weights, the lightest first; of equal ones any, but always the same.

    Cost: a pass over the nodes; then for each set the nodes on its way.
    """

    def lighter(variable: int, lo: Any, hi: Any) -> Any:
        with_it = hi + weights[variable]
        return with_it if lo is None or with_it < lo else lo

    # Of each node, what its lightest set weighs; only the empty family has none.
    least: list[Any] = fold(nodes, None, 0, lighter, deadline)
    # A way that is not finished: what its lightest set will weigh, how old it is, where it stands,
    # what it weighs so far, and the variables taken, the last one first.
    waiting: list[tuple[Any, int, int, Any, Any]] = []
    born = 0
    if least[nodes.root] is not None:
        waiting.append((least[nodes.root], born, nodes.root, 0, None))
    while waiting:
        deadline.look()
        _, _, here, weight, taken = heappop(waiting)
        while here > 1:
            lo, hi, variable = nodes.lo[here], nodes.hi[here], nodes.variables[here]
            heavier = weight + weights[variable]
            with_it = heavier + least[hi]
            born += 1
            if least[lo] is None:
                here, weight, taken = hi, heavier, (variable, taken)
            elif with_it < weight + least[lo]:
                heappush(waiting, (weight + least[lo], born, lo, weight, taken))
                here, weight, taken = hi, heavier, (variable, taken)
            else:
                heappush(waiting, (with_it, born, hi, heavier, (variable, taken)))
                here = lo
        members = []
        while taken is not None:
            variable, taken = taken
            members.append(variable)
        yield weight, members[::-1]


def by_weight(nodes: Nodes, weights: Sequence[int], deadline: Deadline = NEVER) -> dict[int, int]:
    """How many sets have each total weight, by weight.

    Cost: for each node, the weights that the sets below it have; a node's are forgotten as soon as
    those above it have used them.
    """
    # The topmost node that uses a node, after which it is not needed any more.
    topmost = [0] * len(nodes.lo)
    for here in range(2, nodes.root + 1):
        topmost[nodes.lo[here]] = topmost[nodes.hi[here]] = here
    values: list[dict[int, int]] = [{}, {0: 1}]
    for here, (variable, lo, hi) in enumerate(nodes, 2):
        deadline.look()
        weight, value = weights[variable], dict(values[lo])
        for total, count in values[hi].items():
            value[total + weight] = value.get(total + weight, 0) + count
        values.append(value)
        for child in (lo, hi):
            if child > 1 and topmost[child] == here:
                values[child] = {}
    return dict(sorted(values[nodes.root].items()))
