"""The automaton of a clue: its state is how much of the clue is placed, cell by cell.

The clue is represented by the cells that it needs: its blocks, and a white cell between two blocks
of the same color.  The state is the number of these cells placed so far.  A white cell of the line
places the next one if that is a gap, and otherwise none; further cells of a blotted block place
none.  So the value of a cell and the state before it determine the state after it, and each filling
of the line is one path through the automaton.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from typing import NamedTuple

from combien.nonograms._clue import BLOTTED, UNKNOWN, WHITE, Clue
from combien.nonograms._encodings.places import bits_of

__all__ = ["ClueAutomaton", "Step", "steps"]


class Step(NamedTuple):
    """A transition: the value of a cell, and the states before and after it."""

    value: int
    before: int
    after: int


def steps(clue: Clue, cells: bytes) -> list[list[Step]]:
    """Return, for each cell of a line, the transitions that occur in some filling.

    >>> from combien.nonograms import Block
    >>> for cell in steps((Block(1), Block(1)), bytes([2] * 4)):
    ...     print([tuple(step) for step in cell])
    [(0, 0, 0), (1, 0, 1)]
    [(0, 1, 2), (1, 0, 1)]
    [(0, 1, 2), (0, 2, 2), (1, 2, 3)]
    [(0, 3, 3), (1, 2, 3)]

    `cells` are the known values, as in `Board`.  If the clue does not fit, the lists are empty.
    Cost: a microsecond per transition, and a few operations on integers with one bit per cell that
    the clue needs.
    """
    automaton = ClueAutomaton(clue)
    reached = [1]
    for cell in cells:
        reached.append(automaton.after(reached[-1], automaton.values(cell)))
    left = reached.pop() & automaton.ends
    found: list[list[Step]] = []
    for cell, here in zip(reversed(cells), reversed(reached), strict=True):
        taken = automaton.between(here, cell, left)
        found.append(taken)
        left = reduce(lambda bits, step: bits | 1 << step.before, taken, 0)
    return found[::-1]


class ClueAutomaton:
    """The automaton of a clue; sets of states are integers with one bit per state.

    It begins in state 0; `ends` are the states of a complete line.

    >>> from combien.nonograms import Block
    >>> automaton = ClueAutomaton((Block(1), Block(1)))
    >>> bin(automaton.after(0b11, [WHITE])), bin(automaton.before(automaton.ends, [1]))
    ('0b101', '0b100')
    """

    def __init__(self, clue: Clue) -> None:
        needed: list[int] = []
        # For each value, the states in which a cell of this value advances by 0 (`_stay`), by 1
        # (`_next`), or by 2 (`_skip`, past the optional white cell after a blotted block).
        self._stay: dict[int, int] = {WHITE: 0}
        self._skip: dict[int, int] = {}
        for number, (length, color) in enumerate(clue):
            if number and clue[number - 1].color == color:
                needed.append(WHITE)
            elif number and clue[number - 1].length == BLOTTED:
                # The optional white cell ends the blotted block before it.
                self._skip[color] = self._skip.get(color, 0) | 1 << len(needed)
                needed.append(WHITE)
            self._stay[WHITE] |= 1 << len(needed)
            needed += [color] * (length or 1)
            if length == BLOTTED:
                self._stay[color] = self._stay.get(color, 0) | 1 << len(needed)
        self.ends = 1 << len(needed)
        if clue and clue[-1].length == BLOTTED:
            needed.append(WHITE)
            self.ends |= 1 << len(needed)
        self._stay[WHITE] |= 1 << len(needed)
        self._next: dict[int, int] = {WHITE: 0}
        for place, value in enumerate(needed):
            self._next[value] = self._next.get(value, 0) | 1 << place

    def after(self, states: int, values: Iterable[int]) -> int:
        """Return the states reachable from these states by a cell with one of these values."""
        found = 0
        for value in values:
            found |= states & self._stay.get(value, 0)
            found |= (states & self._next.get(value, 0)) << 1
            found |= (states & self._skip.get(value, 0)) << 2
        return found

    def before(self, states: int, values: Iterable[int]) -> int:
        """Return the states from which a cell with one of these values leads to these states."""
        found = 0
        for value in values:
            found |= states & self._stay.get(value, 0)
            found |= states >> 1 & self._next.get(value, 0)
            found |= states >> 2 & self._skip.get(value, 0)
        return found

    def between(self, before: int, cell: int, after: int) -> list[Step]:
        """Return the transitions of a cell between two sets of states, sorted by value."""
        found = []
        for value in self.values(cell):
            moves = []
            for laid, here in enumerate((self._stay, self._next, self._skip)):
                possible = before & here.get(value, 0) & after >> laid
                moves += [Step(value, b, b + laid) for b in bits_of(possible)]
            found += sorted(moves)
        return found

    def values(self, cell: int) -> list[int]:
        """Return the values of the clue that a cell can have, given what is known of it."""
        if cell == UNKNOWN:
            return sorted(self._next)
        return [cell] if cell in self._next else []
