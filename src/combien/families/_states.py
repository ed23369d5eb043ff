"""Families defined by a state machine: a specification in Python becomes a diagram.

The elements are taken or left one by one.  At each point, the earlier choices matter only as far as
they limit the later ones; this information is the *state*.  Choices that lead to equal states are
merged, so the number of nodes depends on the number of states and not on the number of sets.  The
method is that of TdZdd (Iwashita and Minato, 2013), and before it of Simpath (Knuth, The Art of
Computer Programming 4A, 7.1.4, exercise 225).
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Hashable, Sequence
from typing import Any

from combien._base.checks import short_repr
from combien.errors import BadInput
from combien.families._passes import Nodes, no_nodes

__all__ = ["diagram"]

NOTHING, UNIT = 0, 1


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
