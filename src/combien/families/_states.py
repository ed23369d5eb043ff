"""Families given by what to remember: a specification in Python becomes a diagram, level by level.

Going through the elements one by one, each taken or left, what has been chosen so far matters only
as far as it limits what can follow; that is the *state*.  Choices that lead to equal states are
merged, so a family takes as many nodes as there are states, however many sets it has.  The idea of
describing a diagram by its states is that of TdZdd (Iwashita and Minato, 2013), and Simpath's
before it (Knuth, The Art of Computer Programming 4A, 7.1.4, exercise 225).
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Hashable, Sequence
from typing import Any

from combien._checks import short_repr
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
    """Return the diagram of a specification, see `Family.from_states`; variables are places in `elements`.

    Cost: a call of `child` for each state and choice, and the states of one level in memory with
    16 bytes for each state of all levels.
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
        """Where a choice leads: to nothing, to the set as it stands, or to a state."""
        if state is False:
            return NOTHING
        if state is True:
            return UNIT
        if state is None:
            raise BadInput(
                f"{_place(level)}{choice} returned nothing; return a state, False where no set "
                "goes on this way, or True where the set is complete"
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
    """Return what the states after the last element mean."""
    ends = [NOTHING, UNIT]
    for state in states.all:
        if accept is None:
            raise BadInput(
                f"after the last level the state {state!r} is left: let child return True or "
                "False there, or use accept= to define which states are complete"
            )
        ends.append(UNIT if accept(state) else NOTHING)
    return ends


def _reduced(levels: list[tuple[array[int], array[int]]], meanings: list[int], top: int) -> Nodes:
    """Return the nodes from the last level up: equal ones are one, and those without a high side none."""
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
