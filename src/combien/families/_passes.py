"""Computations on the nodes of a diagram: each is one pass.

A `Nodes` is a diagram as three flat arrays, children first; 0 is the empty family, 1 the family of
the empty set.  These functions use variable numbers only, and are not recursive: a diagram may be a
million nodes deep.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from math import inf
from time import perf_counter
from typing import Any, TypeVar

from combien._base.checks import short_repr
from combien._base.records import dataclass
from combien.errors import BadInput, OutOfBudget

__all__ = ["Deadline", "Nodes", "fold", "no_nodes", "probability"]

T = TypeVar("T")

NODES_PER_CHECK = 2**16


@dataclass(frozen=True, slots=True)
class Nodes:
    """A diagram: the variable and the two children of each node, by number."""

    variables: array[int]
    lo: array[int]
    hi: array[int]
    root: int

    def __iter__(self) -> Iterator[tuple[int, int, int]]:
        """Iterate over the nodes from number 2 on, as (variable, lo, hi)."""
        return islice(zip(self.variables, self.lo, self.hi, strict=True), 2, None)

    @property
    def used(self) -> list[int]:
        """The variables that occur in some node, in order."""
        found: set[int] = set()
        # In parts, so that an interrupt is handled in between.
        for begin in range(2, len(self.variables), NODES_PER_CHECK):
            found.update(self.variables[begin : begin + NODES_PER_CHECK])
        return sorted(found)

    def add(self, variable: int, lo: int, hi: int) -> int:
        """Append a node and return its number."""
        self.variables.append(variable)
        self.lo.append(lo)
        self.hi.append(hi)
        return len(self.lo) - 1

    def rooted(self, root: int) -> Nodes:
        """Return the same nodes with another root."""
        return Nodes(self.variables, self.lo, self.hi, root)


def no_nodes() -> Nodes:
    """Return a new diagram of the two terminals, to which nodes can be added; its root is empty.

    >>> nodes = no_nodes()
    >>> nodes.add(0, lo=0, hi=1), list(nodes)
    (2, [(0, 0, 1)])
    """
    return Nodes(array("I", [2**32 - 1] * 2), array("I", [0, 1]), array("I", [0, 1]), 0)


class Deadline:
    """A time limit for a pass, or no limit."""

    def __init__(self, seconds: float | None) -> None:
        if seconds is not None:
            if not isinstance(seconds, (int, float)) or isinstance(seconds, bool):
                raise BadInput(
                    f"seconds={short_repr(seconds)}: expected a number, or None for no limit"
                )
            if not seconds >= 0:
                raise BadInput(f"seconds={short_repr(seconds)}: a budget cannot be negative")
        # A large int may not fit the clock; then there is effectively no limit.
        self._ends = None if seconds is None else perf_counter() + min(seconds, 1e18)

    @property
    def left(self) -> float:
        """The seconds left; infinite without a limit."""
        return inf if self._ends is None else max(0.0, self._ends - perf_counter())

    def check(self) -> None:
        """Raise `OutOfBudget` if the time is up."""
        if self._ends is not None and perf_counter() > self._ends:
            raise self.stop()

    def stop(self) -> OutOfBudget:
        """Return the error for a deadline that has passed."""
        return OutOfBudget("the seconds ended before the answer was complete: give more seconds=")


NEVER = Deadline(None)


def fold(
    nodes: Nodes, zero: T, one: T, combine: Callable[[int, T, T], T], deadline: Deadline = NEVER
) -> list[T]:
    """Compute a value for each node: `combine` gets the variable and the values of lo and hi."""
    values = [zero, one]
    for variable, lo, hi in nodes:
        deadline.check()
        values.append(combine(variable, values[lo], values[hi]))
    return values


def probability(nodes: Nodes, chances: Sequence[Any]) -> Any:
    """Return the probability that a random set is in the family.

    Each variable is in the set with its own chance, independently.
    Cost: the nodes, and for each the variables between it and its children.
    """

    # Variables skipped between a node and its child are absent from the sets.
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
