"""Weighted elements: the lightest sets, and the number of sets of each weight.

The lightest sets are generated one by one, without lists at the nodes.  One pass computes the
weight of the lightest set below each node.  With these weights, each partial path from the root has
an exact lower bound, and the paths are completed in the order of their bounds (A* with an exact
bound).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from heapq import heappop, heappush
from typing import Any, Protocol

from combien.families._passes import NEVER, Deadline, Nodes, fold

__all__ = ["Weight", "by_weight", "lightest"]


class Weight(Protocol):
    """A value that can be added and compared: int, float, Fraction, ..."""

    def __add__(self, other: Any, /) -> Any: ...
    def __lt__(self, other: Any, /) -> bool: ...


def lightest(
    nodes: Nodes, weights: Sequence[Weight], deadline: Deadline = NEVER
) -> Iterator[tuple[Any, list[int]]]:
    """Yield all sets with their weights, lightest first; ties are in a deterministic order.

    Cost: a pass over the nodes; then for each set the nodes on its path.
    """

    def lighter(variable: int, lo: Any, hi: Any) -> Any:
        with_it = hi + weights[variable]
        return with_it if lo is None or with_it < lo else lo

    # The weight of the lightest set of each node; only the empty family has none.
    least: list[Any] = fold(nodes, None, 0, lighter, deadline)
    # The partial paths: the weight of the lightest completion, the order of creation, the node, the
    # weight so far, and the variables taken, the last one first.
    waiting: list[tuple[Any, int, int, Any, Any]] = []
    born = 0
    if least[nodes.root] is not None:
        waiting.append((least[nodes.root], born, nodes.root, 0, None))
    while waiting:
        deadline.check()
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
    """Count the sets of each total weight; the result is ordered by weight.

    Cost: for each node, the weights of the sets below it; they are freed after the last use of the
    node.
    """
    # The last node that uses each node, after which its values are not needed anymore.
    topmost = [0] * len(nodes.lo)
    for here in range(2, nodes.root + 1):
        topmost[nodes.lo[here]] = topmost[nodes.hi[here]] = here
    values: list[dict[int, int]] = [{}, {0: 1}]
    for here, (variable, lo, hi) in enumerate(nodes, 2):
        deadline.check()
        weight, value = weights[variable], dict(values[lo])
        for total, count in values[hi].items():
            value[total + weight] = value.get(total + weight, 0) + count
        values.append(value)
        for child in (lo, hi):
            if child > 1 and topmost[child] == here:
                values[child] = {}
    return dict(sorted(values[nodes.root].items()))
