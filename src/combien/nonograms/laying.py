"""A line read from its first cell to its last: how far its clue has been laid, cell by cell.

The clue is taken as the cells that it needs: its blocks, and a white cell between two of one
colour.  After each cell of the line, so and so many of these are laid; a white cell lays the next
one where that is a gap, and none where blocks may wait.  So a cell's value and what is laid before
it say what is laid after it, and each filling of the line is one way through.
"""

from __future__ import annotations

from functools import reduce
from typing import NamedTuple

from combien.nonograms.nonogram import UNKNOWN, WHITE, Clue
from combien.nonograms.places import bits_of

__all__ = ["Step", "steps"]


class Step(NamedTuple):
    """One cell of a line: its value, and how much of the clue is laid before and after it."""

    value: int
    before: int
    after: int


def steps(clue: Clue, cells: bytes) -> list[list[Step]]:
    """For each cell of a line, the steps that some filling takes.

    >>> from combien.nonograms.nonogram import Block
    >>> for cell in steps((Block(1), Block(1)), bytes([2] * 4)):
    ...     print([tuple(step) for step in cell])
    [(0, 0, 0), (1, 0, 1)]
    [(0, 1, 2), (1, 0, 1)]
    [(0, 1, 2), (0, 2, 2), (1, 2, 3)]
    [(0, 3, 3), (1, 2, 3)]

    `cells` says what is known, as in `Board`.  Where nothing fits, no cell has a step.
    Cost: a microsecond a step, and a few operations on ints of as many bits as the clue has cells.
    """
    laying = _Laying(clue)
    reached = [1]
    for cell in cells:
        reached.append(laying.forward(reached[-1], cell))
    left = reached.pop() & 1 << laying.length
    found: list[list[Step]] = []
    for cell, here in zip(reversed(cells), reversed(reached), strict=True):
        taken = laying.between(here, cell, left)
        found.append(taken)
        left = reduce(lambda bits, step: bits | 1 << step.before, taken, 0)
    return found[::-1]


class _Laying:
    """A clue as the cells that it needs, sorted by value."""

    def __init__(self, clue: Clue) -> None:
        needed: list[int] = []
        self._waiting = 0
        for number, (length, colour) in enumerate(clue):
            if number and clue[number - 1].colour == colour:
                needed.append(WHITE)
            self._waiting |= 1 << len(needed)
            needed += [colour] * length
        self.length = len(needed)
        self._waiting |= 1 << self.length
        self._next: dict[int, int] = {WHITE: 0}
        for place, value in enumerate(needed):
            self._next[value] = self._next.get(value, 0) | 1 << place

    def forward(self, laid: int, cell: int) -> int:
        """What may be laid after a cell when one of these is laid before it."""
        after = 0
        for value in self._values(cell):
            after |= (laid & self._next[value]) << 1
            if value == WHITE:
                after |= laid & self._waiting
        return after

    def between(self, before: int, cell: int, after: int) -> list[Step]:
        """The steps over a cell from one of these to one of those, by value."""
        found = []
        for value in self._values(cell):
            laying = before & self._next[value] & after >> 1
            moves = [Step(value, b, b + 1) for b in bits_of(laying)]
            if value == WHITE:
                moves += [Step(value, b, b) for b in bits_of(before & self._waiting & after)]
            found += sorted(moves)
        return found

    def _values(self, cell: int) -> list[int]:
        if cell == UNKNOWN:
            return sorted(self._next)
        return [cell] if cell in self._next else []
