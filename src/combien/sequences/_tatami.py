"""Tatami tilings of strips: no four tiles meet at a point.

Four tiles meet at a corner of four cells if these are of four different tiles; a tile in several
parts is one tile.  The corners between two slabs are looked at when the second one is filled: a
state is what sticks out into the following slabs, tile by tile, and at which corners of the last
slab two cells are of one tile already.  There are more states than for all tilings, and they are
few enough for Python in strips of moderate width.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

from combien._base.budget import Meter
from combien.errors import CannotAnswer
from combien.sequences._derived import MOST_LENGTH, DerivedProof, shortest_recurrence
from combien.sequences._formula import Recurrence
from combien.sequences._refinements import check_row
from combien.sequences._strip import Strip

__all__ = ["TatamiSource"]

# Which tile covers each cell of the following slabs, 0 for none, numbered as they come; and for
# each corner after the last slab whether a tile that covers one of the two cells before it covers
# another one of its cells.
_State = tuple[tuple[int, ...], tuple[bool, ...]]


class TatamiSource:
    """The tilings of a strip in which no four tiles meet."""

    def __init__(self, strip: Strip) -> None:
        check_row(strip, "tatami")
        layout = strip.layout
        if layout.prisms:
            raise CannotAnswer("tatami tilings are counted with tiles of limited length only")
        self._strip = strip
        self._rows = rows = layout.slots
        # The placements by their first cell; each begins in the first slab.
        self._beginning: list[list[tuple[int, ...]]] = [[] for _ in range(rows)]
        for cells in layout.placements:
            self._beginning[cells[0]].append(cells)
        self._slabs = max(cells[-1] for cells in layout.placements) // rows + 1
        # Before the first slab, no corner is inside of the board.
        start = ((0,) * (rows * (self._slabs - 1)), (True,) * (rows - 1))
        self._states: dict[_State, int] = {start: 0}
        self._matrix: list[dict[int, int]] = []

    @property
    def name(self) -> str:
        """The strip and the condition."""
        return f"tatami {self._strip.title}"

    def terms(self, count: int, meter: Meter) -> list[int]:
        """Return the first terms, from the powers of the matrix."""
        self._build(meter)
        ends = [place for (cells, *_), place in self._states.items() if not any(cells)]
        vector = Counter({0: 1})
        found = []
        for _ in range(count):
            found.append(sum(vector[place] for place in ends))
            following = Counter[int]()
            for place, ways in vector.items():
                for to, times in self._matrix[place].items():
                    following[to] += ways * times
            vector = following
            self._check(meter)
        return found

    def formula(self, meter: Meter) -> tuple[Recurrence, DerivedProof] | None:
        """Return the shortest recurrence with its proof, or None if it may be too long."""
        self._build(meter)
        # The characteristic polynomial of the matrix has as many terms as there are states.
        states = len(self._states)
        if states > MOST_LENGTH:
            return None
        terms = self.terms(2 * states, meter)
        recurrence = shortest_recurrence(terms, states, meter)
        return recurrence, DerivedProof(1, states, states, recurrence.order, len(terms))

    def _build(self, meter: Meter) -> None:
        """Find the states, in the order in which they are reached, and their transitions."""
        states = list(self._states)
        while len(self._matrix) < len(states):
            row = Counter[int]()
            for reached in self._filled(states[len(self._matrix)]):
                if reached not in self._states:
                    self._states[reached] = len(states)
                    states.append(reached)
                row[self._states[reached]] += 1
            self._matrix.append(row)
            self._check(meter)

    def _check(self, meter: Meter) -> None:
        if meter.slice(len(self._matrix))[0] == 0:
            raise meter.stop({"states": len(self._states)})

    def _filled(self, state: _State) -> Iterator[_State]:
        """Yield the states after one more slab, for each way to fill it."""
        cells, safe = state
        window = [*cells, *[0] * self._rows]
        yield from self._fill(window, 0, max(cells, default=0) + 1, safe)

    def _fill(
        self, window: list[int], row: int, number: int, safe: tuple[bool, ...]
    ) -> Iterator[_State]:
        while row < self._rows and window[row]:
            row += 1
        if row == self._rows:
            now, following = window[: self._rows], window[self._rows :]
            pairs = list(pairwise(now))
            if all(known or one == other for known, (one, other) in zip(safe, pairs, strict=True)):
                # Without a following slab, no tile goes on.
                after = pairwise(following[: self._rows] or [0] * self._rows)
                yield (
                    _renumbered(following),
                    tuple(
                        one == other or one in beyond or other in beyond
                        for (one, other), beyond in zip(pairs, after, strict=True)
                    ),
                )
            return
        for cells in self._beginning[row]:
            if not any(window[cell] for cell in cells):
                for cell in cells:
                    window[cell] = number
                yield from self._fill(window, row, number + 1, safe)
                for cell in cells:
                    window[cell] = 0


def _renumbered(window: list[int]) -> tuple[int, ...]:
    numbers = {0: 0}
    return tuple(numbers.setdefault(tile, len(numbers)) for tile in window)
