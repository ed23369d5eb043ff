"""Diagrams as arrays: passes over the nodes, diagrams of state machines, a walk over the sets.

A `Nodes` is a diagram as three flat arrays, children first; 0 is the empty family, 1 the family of
the empty set.  The passes use variable numbers only, and are not recursive: a diagram may be a
million nodes deep.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from math import inf
from time import perf_counter
from typing import Any, TypeVar

from combien._base.checks import short_repr
from combien._base.threads import has_gil, mutex
from combien.errors import BadInput, OutOfBudget

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


NOTHING, UNIT = 0, 1


# States -------------------------------------------------------------------------------------------

# Families defined by a state machine: a specification in Python becomes a diagram.
#
# The elements are taken or left one by one.  At each point, the earlier choices matter only as far
# as they limit the later ones; this information is the *state*.  Choices that lead to equal states
# are merged, so the number of nodes depends on the number of states and not on the number of sets.
# The method is from TdZdd (Iwashita and Minato, 2013), and before that from Simpath (Knuth, The Art
# of Computer Programming 4A, 7.1.4, exercise 225).


def diagram(
    elements: Sequence[Hashable],
    root: Any,
    child: Callable[[Any, Any, bool], Any],
    accept: Callable[[Any], bool] | None,
) -> Nodes:
    """Return the diagram of a specification (see `Family.from_states`), with places as variables.

    Variables are places in `elements`.
    Cost: a call of `child` for each state and choice; the states of one level, and 16 bytes for
    each state of all levels, are in memory.
    """
    for name, function in (("child", child), ("accept", accept)):
        if not callable(function) and (name == "child" or function is not None):
            raise BadInput(f"{name}={short_repr(function)}: expected a function")
    levels: list[tuple[array[int], array[int]]] = []
    states = _States()
    top = states.target(root, -1, "root")
    for level, element in enumerate(elements):
        before, states = states, _States()
        lo, hi = array("q"), array("q")
        for state in before.all:
            for take, targets in ((False, lo), (True, hi)):
                choice = f"child(state, {element!r}, {take})"
                targets.append(states.target(child(state, element, take), level, choice))
        levels.append((lo, hi))
    return _reduced(levels, _ends(states, accept), top)


class _States:
    """The states of one level, numbered in the order in which they are reached."""

    def __init__(self) -> None:
        self._numbers: dict[Any, int] = {}

    @property
    def all(self) -> list[Any]:
        """The states, by number."""
        return list(self._numbers)

    def target(self, state: Any, level: int, choice: str) -> int:
        """Return where a choice leads: to no set, to a complete set, or to a state."""
        if state is False:
            return NOTHING
        if state is True:
            return UNIT
        if state is None:
            raise BadInput(
                f"{_place(level)}{choice} returned None; return a state, False if no set "
                "continues this way, or True if the set is complete"
            )
        try:
            return self._numbers.setdefault(state, len(self._numbers)) + 2
        except TypeError:
            raise BadInput(
                f"{_place(level)}{choice} returned a state that is not hashable, {state!r}: use "
                "tuples and frozensets"
            ) from None


def _place(level: int) -> str:
    return f"level {level}: " if level >= 0 else "before level 0: "


def _ends(states: _States, accept: Callable[[Any], bool] | None) -> list[int]:
    """Return the terminals of the states after the last element."""
    ends = [NOTHING, UNIT]
    for state in states.all:
        if accept is None:
            raise BadInput(
                f"the state {state!r} is left after the last level: let child return True or "
                "False there, or use accept= to define which states are complete"
            )
        ends.append(UNIT if accept(state) else NOTHING)
    return ends


def _reduced(levels: list[tuple[array[int], array[int]]], meanings: list[int], top: int) -> Nodes:
    """Build the nodes from the last level up; merge equal nodes, skip nodes with an empty hi."""
    nodes = no_nodes()
    while levels:
        lo, hi = levels.pop()
        here: dict[tuple[int, int], int] = {}
        above = [NOTHING, UNIT]
        for without, with_it in zip(lo, hi, strict=True):
            node = (meanings[without], meanings[with_it])
            if node[1] == NOTHING:
                above.append(node[0])
                continue
            if node not in here:
                here[node] = nodes.add(len(levels), *node)
            above.append(here[node])
        meanings = above
    return nodes.rooted(meanings[top])


# A walk over the sets -----------------------------------------------------------------------------


SETS_A_BATCH = 512

# A function that returns up to a number of further sets, as variable numbers; empty at the end.
Batches = Callable[[int], Sequence[Sequence[int]]]


class MemberWalk:
    """An iterator over the sets of a diagram, with these elements by variable number.

    >>> numbers = [[0], [0, 1]]
    >>> found = MemberWalk(lambda: lambda most: [numbers.pop(0)] if numbers else [], "ab")
    >>> [sorted(members) for members in found]
    [['a'], ['a', 'b']]

    `begin` starts an iteration of the diagram.  After an interrupt, which may have lost a batch, it
    is called again, and the sets already returned are skipped.
    """

    __slots__ = ("_batch", "_begin", "_elements", "_has_gil", "_left", "_mutex", "_passed", "_walk")

    def __init__(self, begin: Callable[[], Batches], elements: Sequence[Hashable]) -> None:
        self._begin = begin
        self._elements = elements
        self._mutex = mutex()
        self._has_gil = has_gil()
        self._walk: Batches | None = None
        self._batch: Sequence[Sequence[int]] = ()
        self._left: Iterator[Sequence[int]] = iter(())
        # The number of sets in earlier batches.
        self._passed = 0

    def __iter__(self) -> Iterator[frozenset[Hashable]]:
        return self

    def __next__(self) -> frozenset[Hashable]:
        # With a GIL, a built-in iterator gives each item to exactly one thread.
        members = next(self._left, None) if self._has_gil else None
        if members is None:
            with self._mutex:
                members = next(self._left, None)
                if members is None:
                    members = next(self._fetched())
        elements = self._elements
        return frozenset([elements[number] for number in members])

    def _fetched(self) -> Iterator[Sequence[int]]:
        """Return the next batch.  The mutex is held, and the last batch is used up."""
        passed = self._passed + len(self._batch)
        walk, self._walk = self._walk, None
        if walk is None:
            walk, left = self._begin(), passed
            while left:
                left -= len(walk(min(left, SETS_A_BATCH)))
        batch = walk(SETS_A_BATCH)
        # Set in one statement, so that no interrupt comes between.
        self._walk, self._batch, self._left, self._passed = walk, batch, iter(batch), passed
        if not batch:
            raise StopIteration
        return self._left
