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
    "fold",
    "probability",
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
