"""What is asked of a family once its diagram is made: one pass over the nodes each.

A `Nodes` is a diagram as three flat arrays, children first; 0 is the empty family, 1 the family of
the empty set.  The functions here know numbers only, and none recurses: a diagram may be a million
nodes deep.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, TypeVar

__all__ = [
    "Nodes",
    "by_size",
    "fold",
    "holds_empty",
    "marginals",
    "probability",
    "rank",
    "unrank",
]

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Nodes:
    """A diagram: the variable and the two children of each node, by number."""

    variables: array[int]
    lo: array[int]
    hi: array[int]
    root: int

    def __iter__(self) -> Iterator[tuple[int, int, int]]:
        """The nodes from number 2 on: variable, lo, hi."""
        return islice(zip(self.variables, self.lo, self.hi, strict=True), 2, None)


def fold(nodes: Nodes, zero: T, one: T, combine: Callable[[int, T, T], T]) -> list[T]:
    """A value for each node: `combine` gets the variable and the values of lo and hi."""
    values = [zero, one]
    for variable, lo, hi in nodes:
        values.append(combine(variable, values[lo], values[hi]))
    return values


def holds_empty(nodes: Nodes) -> bytearray:
    """Whether the empty set is in the family of each node."""
    holds = bytearray((0, 1))
    for _, lo, _ in nodes:
        holds.append(holds[lo])
    return holds


def by_size(nodes: Nodes, count: int) -> list[int]:
    """How many sets have 0, 1, 2, ... elements, of `count` in all; without zeros at the end."""
    # A polynomial in one number: no coefficient exceeds the count, so none reaches the next.  On
    # half a million nodes 0.3 s, and no list for each node.
    bits = count.bit_length() + 1
    packed = fold(nodes, 0, 1, lambda _, lo, hi: lo + (hi << bits))[nodes.root]
    sizes = []
    while packed:
        sizes.append(packed & ((1 << bits) - 1))
        packed >>= bits
    return sizes


def unrank(nodes: Nodes, counts: Sequence[int], holds: bytearray, number: int) -> list[int]:
    """The set with this number in increasing order, from 0."""
    taken: list[int] = []
    here = nodes.root
    while True:
        if holds[here]:
            if number == 0:
                return taken
            number -= 1
        while number >= counts[nodes.hi[here]]:
            number -= counts[nodes.hi[here]]
            here = nodes.lo[here]
        taken.append(nodes.variables[here])
        here = nodes.hi[here]


def rank(nodes: Nodes, counts: Sequence[int], holds: bytearray, members: Sequence[int]) -> int:
    """How many sets come before this one, which is in the family and increasing."""
    before = 0
    here = nodes.root
    for variable in members:
        before += holds[here]
        while nodes.variables[here] != variable:
            before += counts[nodes.hi[here]]
            here = nodes.lo[here]
        here = nodes.hi[here]
    return before


def marginals(nodes: Nodes, counts: Sequence[int]) -> dict[int, int]:
    """In how many sets each variable is, for those that are in some; `counts` are of each node."""
    # The ways from the top to a node, times the sets that go on from its high side.
    ways = [0] * len(counts)
    ways[nodes.root] = 1
    found: dict[int, int] = {}
    for here in range(nodes.root, 1, -1):
        arriving, variable = ways[here], nodes.variables[here]
        lo, hi = nodes.lo[here], nodes.hi[here]
        ways[lo] += arriving
        ways[hi] += arriving
        found[variable] = found.get(variable, 0) + arriving * counts[hi]
    return found


def probability(nodes: Nodes, chances: Sequence[Any]) -> Any:
    """The chance that a set is in the family, each variable being in it by its own chance.

    Cost: the nodes, and for each the variables between it and its children.
    """

    # A child says nothing of the variables above it: those between are all missing.
    def missing(value: Any, begin: int, end: int) -> Any:
        for variable in range(begin, end):
            value = value * (1 - chances[variable])
        return value

    values: list[Any] = [0, 1]
    tops = [0, len(chances)]
    for variable, lo, hi in nodes:
        chance = chances[variable]
        without = missing(values[lo], variable + 1, tops[lo])
        with_it = missing(values[hi], variable + 1, tops[hi])
        values.append((1 - chance) * without + chance * with_it)
        tops.append(variable)
    return missing(values[nodes.root], 0, tops[nodes.root])
