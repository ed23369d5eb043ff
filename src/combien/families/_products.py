"""Sets that count as the product of their elements' weights: totals by element, and random sets."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from random import Random

from combien.families._passes import Deadline, Nodes, fold

# Whole numbers or fractions; results are of the same kind.
Amount = int | Fraction


def totals(nodes: Nodes, weights: Sequence[Amount], deadline: Deadline) -> list[Amount]:
    """Return the total weight of the sets below each node."""

    def join(variable: int, lo: Amount, hi: Amount) -> Amount:
        return lo + weights[variable] * hi

    return fold(nodes, 0, 1, join, deadline)


def weighted_shares(
    nodes: Nodes, weights: Sequence[Amount], deadline: Deadline
) -> dict[int, Amount]:
    """Return the total weight of the sets with each variable.

    Cost: two passes over the nodes.
    """
    below = totals(nodes, weights, deadline)
    above: list[Amount] = [0] * len(below)
    above[nodes.root] = 1
    found: dict[int, Amount] = {}
    for here in range(nodes.root, 1, -1):
        deadline.check()
        variable, lo, hi = nodes.variables[here], nodes.lo[here], nodes.hi[here]
        with_it = weights[variable] * above[here]
        above[lo] += above[here]
        above[hi] += with_it
        if with_it:
            found[variable] = found.get(variable, 0) + with_it * below[hi]
    return found


def weighted_sample(
    nodes: Nodes, weights: Sequence[Amount], k: int, seed: int, deadline: Deadline
) -> list[list[int]]:
    """Return random sets, with probabilities proportional to their weights.

    require: the family is not empty.
    Cost: a pass over the nodes, then a path for each set.
    """
    below = totals(nodes, weights, deadline)
    dice, found = Random(seed), []
    for _ in range(k):
        deadline.check()
        here, members = nodes.root, []
        while here > 1:
            lo = nodes.lo[here]
            without = Fraction(below[lo]) / below[here]
            if dice.randrange(without.denominator) < without.numerator:
                here = lo
            else:
                members.append(nodes.variables[here])
                here = nodes.hi[here]
        found.append(members)
    return found
