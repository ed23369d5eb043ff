"""Line logic step by step, with an account of which line told what.

The core goes to the end at once; who explains, or plays, or measures how hard a puzzle is, wants to
see the steps.  A line that has been asked before with the same cells is answered from a table.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from combien.nonograms.line import possible_cells, solve_line
from combien.nonograms.nonogram import UNKNOWN, WHITE, Clue, Nonogram

__all__ = ["Line", "Lines", "Spread"]


@dataclass(frozen=True, slots=True, eq=False)
class Line:
    """A row or a column: which, counted from 0, its clue, and the places of its cells."""

    kind: str
    number: int
    clue: Clue
    places: range

    def __str__(self) -> str:
        return f"{self.kind} {self.number + 1}"

    def cells(self, cells: bytes | bytearray) -> bytes:
        """The cells of this line."""
        return bytes(cells[self.places.start : self.places.stop : self.places.step])


@dataclass(frozen=True, slots=True)
class Spread:
    """What came of asking lines: the cells, how many lines told something, and where it failed.

    `failed` is the first line whose blocks fit nowhere, or None.
    """

    cells: bytes
    steps: int
    failed: Line | None = None


class Lines:
    """The lines of a nonogram, rows first, and what they have told so far.

    >>> lines = Lines(Nonogram([[2], []], [[1], [1]]))
    >>> list(lines.spread(bytes([2, 2, 2, 2])).cells)
    [1, 1, 0, 0]
    """

    def __init__(self, nonogram: Nonogram) -> None:
        height, width = nonogram.height, nonogram.width
        self.height, self.width = height, width
        rows = [
            Line("row", i, clue, range(i * width, (i + 1) * width))
            for i, clue in enumerate(nonogram.rows)
        ]
        columns = [
            Line("column", j, clue, range(j, height * width, width))
            for j, clue in enumerate(nonogram.columns)
        ]
        self.all = (*rows, *columns)
        self._told: dict[tuple[Clue | Line, bytes], bytes | None] = {}
        self._allowed: dict[Line, list[frozenset[int]]] | None = None
        self.several_colours = len(nonogram.colours) > 1
        if self.several_colours:
            self._allowed = {line: self._crossing(line) for line in self.all}

    def through(self, place: int) -> tuple[Line, Line]:
        """The row and the column of a cell."""
        row, column = divmod(place, self.width)
        return self.all[row], self.all[self.height + column]

    def crossing(self, line: Line, at: int) -> Line:
        """The line that crosses this one at its cell `at`."""
        return self.all[self.height + at] if line.kind == "row" else self.all[at]

    def allowed(self, line: Line, at: int) -> frozenset[int]:
        """What the clues of both lines let the cell `at` of this one be."""
        if self._allowed is not None:
            return self._allowed[line][at]
        return self._crossing(line)[at]

    def _crossing(self, line: Line) -> list[frozenset[int]]:
        own = {block.colour for block in line.clue}
        return [
            frozenset({WHITE} | own & {block.colour for block in self.crossing(line, at).clue})
            for at in range(len(line.places))
        ]

    def ask(self, line: Line, cells: bytes | bytearray) -> bytes | None:
        """The cells of a line with all that it tells; None if its blocks fit nowhere.

        With several colours, a cell has none that is missing in the clue of the line that crosses.
        """
        if self._allowed is not None:
            return self._asked_in_colours(line, cells, self._allowed[line])
        key = line.clue, line.cells(cells)
        if key not in self._told:
            self._told[key] = solve_line(*key)
        return self._told[key]

    def _asked_in_colours(
        self, line: Line, cells: bytes | bytearray, allowed: list[frozenset[int]]
    ) -> bytes | None:
        own = line.cells(cells)
        key = line, own
        if key not in self._told:
            sets = [
                set(some) if cell == UNKNOWN else {cell}
                for cell, some in zip(own, allowed, strict=True)
            ]
            left = possible_cells(line.clue, sets)
            self._told[key] = (
                None
                if left is None
                else bytes(next(iter(some)) if len(some) == 1 else UNKNOWN for some in left)
            )
        return self._told[key]

    def news(self, line: Line, cells: bytes | bytearray) -> Iterator[tuple[int, int]]:
        """The places and colours that a line tells and that are not known yet."""
        told = self.ask(line, cells)
        for place, value in zip(line.places, told or b"", strict=False):
            if value != UNKNOWN and cells[place] == UNKNOWN:
                yield place, value

    def spread(
        self,
        cells: bytes,
        *,
        first: Iterable[Line] | None = None,
        most_steps: int | None = None,
        note: Callable[[Line, list[tuple[int, int]]], None] | None = None,
    ) -> Spread:
        """Asks lines, those that something changed in again, until none tells more.

        `first` are the lines to begin with, by default all; `most_steps` ends it earlier; `note` is
        told each line that told something, with the places and colours.
        """
        known = bytearray(cells)
        queue = deque(self.all if first is None else first)
        waiting = set(queue)
        steps = 0
        while queue and (most_steps is None or steps < most_steps):
            line = queue.popleft()
            waiting.discard(line)
            if self.ask(line, known) is None:
                return Spread(bytes(known), steps, line)
            told = list(self.news(line, known))
            steps += bool(told)
            if told and note is not None:
                note(line, told)
            for place, value in told:
                known[place] = value
                row, column = self.through(place)
                crossing = column if line.kind == "row" else row
                if crossing not in waiting:
                    waiting.add(crossing)
                    queue.append(crossing)
        return Spread(bytes(known), steps)

    def suppose(
        self, cells: bytes, place: int, value: int, *, most_steps: int | None = None
    ) -> Spread:
        """What would come of a cell having this colour."""
        supposed = bytearray(cells)
        supposed[place] = value
        return self.spread(bytes(supposed), first=self.through(place), most_steps=most_steps)
