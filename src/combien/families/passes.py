"""What is asked of a family once its diagram is made: one pass over the nodes each.

A `Nodes` is a diagram as three flat arrays, children first; 0 is the empty family, 1 the family of
the empty set.  The functions here know numbers only, and none recurses: a diagram may be a million
nodes deep.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from heapq import merge
from itertools import islice
from typing import Any, Protocol, TypeVar

__all__ = [
    "Nodes",
    "Weight",
    "best",
    "by_size",
    "fold",
    "holds_empty",
    "probability",
    "rank",
    "unrank",
]

T = TypeVar("T")


class Weight(Protocol):
    """What can be added and compared: int, float, Fraction, ..."""

    def __add__(self, other: Any, /) -> Any: ...
    def __lt__(self, other: Any, /) -> bool: ...


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


def by_size(nodes: Nodes) -> list[int]:
    """How many sets have 0, 1, 2, ... elements; without zeros at the end."""

    def combine(variable: int, lo: list[int], hi: list[int]) -> list[int]:
        longest = max(len(lo), len(hi) + 1)
        padded_lo = lo + [0] * (longest - len(lo))
        padded_hi = [0, *hi] + [0] * (longest - len(hi) - 1)
        return [a + b for a, b in zip(padded_lo, padded_hi, strict=True)]

    return fold(nodes, [], [1], combine)[nodes.root]


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


def best(nodes: Nodes, weights: Sequence[Weight], most: int) -> list[tuple[Any, list[int]]]:
    """The lightest sets with their weights, lightest first; of equal ones any, but always the same.

    Cost: nodes times `most`.
    """
    # Of each node its lightest sets: the weight, whether hi was taken, and the place there.
    lists: list[list[tuple[Any, bool, int]]] = [[], [(0, False, 0)][:most]]
    for variable, lo, hi in nodes:
        weight = weights[variable]
        without = ((entry[0], False, place) for place, entry in enumerate(lists[lo]))
        with_it = ((entry[0] + weight, True, place) for place, entry in enumerate(lists[hi]))
        lists.append(list(islice(merge(without, with_it, key=lambda entry: entry[0]), most)))
    found = []
    for first, (total, _, _) in enumerate(lists[nodes.root]):
        taken, here, place = [], nodes.root, first
        while here > 1:
            _, in_hi, next_place = lists[here][place]
            if in_hi:
                taken.append(nodes.variables[here])
            here, place = (nodes.hi if in_hi else nodes.lo)[here], next_place
        found.append((total, taken))
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
