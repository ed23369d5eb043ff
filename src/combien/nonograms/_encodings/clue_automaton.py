"""The automaton of a clue: its state is how much of the clue is placed, cell by cell.

The clue is taken as the cells that it needs: its blocks, and a white cell between two of one
color.  The state is the number of these placed after each cell of the line; a white cell places
the next one if it is a gap, and none between blocks; further cells of a blotted block place none.
So a cell's value and the state before it determine the state after it, and each filling of the line
is one way through.
"""

from __future__ import annotations

from functools import reduce
from typing import NamedTuple

from combien.nonograms._clue import BLOTTED, UNKNOWN, WHITE, Clue
from combien.nonograms._encodings.places import bits_of

__all__ = ["Step", "steps"]


class Step(NamedTuple):
    """One cell of a line: its value, and how much of the clue is laid before and after it."""

    value: int
    before: int
    after: int


def steps(clue: Clue, cells: bytes) -> list[list[Step]]:
    """For each cell of a line, the steps that some filling takes.

    >>> from combien.nonograms import Block
    >>> for cell in steps((Block(1), Block(1)), bytes([2] * 4)):
    ...     print([tuple(step) for step in cell])
    [(0, 0, 0), (1, 0, 1)]
    [(0, 1, 2), (1, 0, 1)]
    [(0, 1, 2), (0, 2, 2), (1, 2, 3)]
    [(0, 3, 3), (1, 2, 3)]

    `cells` are the known values, as in `Board`.  Where nothing fits, no cell has a step.
    Cost: a microsecond a step, and a few operations on ints of as many bits as the clue has cells.
    """
    laying = _Laying(clue)
    reached = [1]
    for cell in cells:
        reached.append(laying.forward(reached[-1], cell))
    left = reached.pop() & laying.ends
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
        # By value, how much may be laid before a cell of this value that lays none of the clue, one
        # of its cells, or two: one that may be left out, and the next.
        self._stay: dict[int, int] = {WHITE: 0}
        self._skip: dict[int, int] = {}
        for number, (length, color) in enumerate(clue):
            if number and clue[number - 1].color == color:
                needed.append(WHITE)
            elif number and clue[number - 1].length == BLOTTED:
                # After its first white cell the block before does not go on.
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

    def forward(self, laid: int, cell: int) -> int:
        """Return what may be laid after a cell when one of these is laid before it."""
        after = 0
        for value in self._values(cell):
            after |= laid & self._stay.get(value, 0)
            after |= (laid & self._next[value]) << 1
            after |= (laid & self._skip.get(value, 0)) << 2
        return after

    def between(self, before: int, cell: int, after: int) -> list[Step]:
        """Return the steps over a cell from one of these to one of those, by value."""
        found = []
        for value in self._values(cell):
            moves = []
            for laid, here in enumerate((self._stay, self._next, self._skip)):
                possible = before & here.get(value, 0) & after >> laid
                moves += [Step(value, b, b + laid) for b in bits_of(possible)]
            found += sorted(moves)
        return found

    def _values(self, cell: int) -> list[int]:
        if cell == UNKNOWN:
            return sorted(self._next)
        return [cell] if cell in self._next else []
