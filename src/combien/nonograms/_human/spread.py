"""Line solving: the cells that are the same in all fillings of a line, and line after line.

`solve_line` is the interface to the line solver of the native core, which works with sets of
letters: letter 0 is white, and the letter of a color is its index among the values in use.

`LineLogic` solves step by step, recording which line found which cells.  The native core returns
only the final state; hints, games and ratings of difficulty need the steps.  The result of a line
is cached by its clue and cells.
"""

from __future__ import annotations

from array import array
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache

from combien import _native
from combien._base.budget import NO_LIMIT, Meter
from combien.errors import BadNonogram
from combien.nonograms._clue import (
    LETTERS,
    LONGEST_LINE,
    UNKNOWN,
    WHITE,
    Block,
    Clue,
    GivenClue,
    Line,
    clue_from,
    lines_of,
)
from combien.nonograms._nonogram import Nonogram

# Indexed by the number of values that a cell can have.
_SINGLE = bytes(count == 1 for count in range(256))
_SEVERAL = bytes(count > 1 for count in range(256))


def solve_line(clue: GivenClue, cells: bytes, *, colors: Iterable[int] = ()) -> bytes | None:
    """Return a line with all cells that its clue determines; None if the clue does not fit.

    >>> solve_line([3, 1], bytes([2, 2, 2, 2, 2, 2]))
    b'\\x02\\x01\\x01\\x02\\x02\\x02'
    >>> solve_line([3, 1], bytes([0, 2, 2, 2, 2, 2]))
    b'\\x00\\x01\\x01\\x01\\x00\\x01'
    >>> solve_line([3, 1], bytes([0, 0, 2, 2, 2, 2])) is None
    True

    Cells are 0 for white, 1 for black, 2 for unknown and so on (see `Board`); `colors` are
    colors of other lines, which do not change the result.
    Raises `BadNonogram` for an invalid clue or invalid cells.
    Cost: about 100 ns in the core for a line of sixty cells, blocks times cells for long ones.
    """
    blocks = clue_from(clue, "the clue")
    values = _values(blocks, cells, colors)
    left = _possible(blocks, values, [cells.translate(_may_be(value)) for value in values])
    if left is None:
        return None
    # Integers with a byte per cell process all cells at once: 100 cells take 21 microseconds, and
    # 200 in a loop.
    planes = [int.from_bytes(plane, "big") for plane in left]
    counted = sum(planes).to_bytes(len(cells), "big")
    single = int.from_bytes(counted.translate(_SINGLE), "big")
    several = int.from_bytes(counted.translate(_SEVERAL), "big")
    solved = sum(value * (plane & single) for value, plane in zip(values, planes, strict=True))
    return (solved + UNKNOWN * several).to_bytes(len(cells), "big")


def possible_cells(clue: GivenClue, cells: Sequence[Iterable[int]]) -> list[set[int]] | None:
    """Return the possible values of each cell of a line, given allowed values.

    >>> possible_cells([(1, 3), 1], [{0, 1, 3}, {0, 1, 3}, {0, 1}])
    [{0, 3}, {0, 1, 3}, {0, 1}]

    With several colors this finds more than `solve_line`, whose cells are either known or unknown.
    Return None if the clue does not fit.
    """
    blocks = clue_from(clue, "the clue")
    sets = [set(cell) for cell in cells]
    values = _values(blocks, bytes(sorted(set().union(*sets))), ())
    if not sets:
        raise BadNonogram("a line has at least one cell")
    known = [bytes(value in cell for cell in sets) for value in values]
    left = _possible(blocks, values, known)
    if left is None:
        return None
    return [
        {value for value, plane in zip(values, left, strict=True) if plane[place]}
        for place in range(len(sets))
    ]


@cache
def _may_be(value: int) -> bytes:
    """Return a translation table: 1 for a cell that may have this value, otherwise 0."""
    return bytes(v in (value, UNKNOWN) for v in range(256))


def _values(blocks: Iterable[Block], cells: bytes, colors: Iterable[int]) -> list[int]:
    """Return the values that cells can have; the letters of the core are the indices."""
    if not 0 < len(cells) <= LONGEST_LINE:
        raise BadNonogram(f"a line has 1 to {LONGEST_LINE} cells, not {len(cells)}")
    if max(cells) >= len(LETTERS):
        raise BadNonogram(f"a cell is a number from 0 to {len(LETTERS) - 1}")
    used = {WHITE, 1, *cells, *(block.color for block in blocks), *colors}
    return sorted(used - {UNKNOWN})


def _possible(blocks: Sequence[Block], values: list[int], known: list[bytes]) -> list[bytes] | None:
    letter = {value: place for place, value in enumerate(values)}
    flat = array("i", [x for block in blocks for x in (block.length, letter[block.color])])
    length = len(known[0])
    left = _native.settle_line(flat, length, len(values), b"".join(known))
    if left is None:
        return None
    return [left[place * length : (place + 1) * length] for place in range(len(values))]


# The maximum number of cached results: about 100 MB for lines of a hundred cells.
MOST_CACHED = 300_000
# Lines solved between two looks at the clock: about a millisecond, as most are cached.
PAUSE_LINES = 500


@dataclass(frozen=True, slots=True)
class Spread:
    """The result of line solving: the cells, the number of productive lines, and the failed line.

    `failed` is the first line whose clue does not fit, or None; `visited` has a bit for the index
    of each line that was solved: while none of them changes, the result is the same.
    """

    cells: bytes
    steps: int
    visited: int
    failed: Line | None = None


class LineLogic:
    """The lines of a nonogram, rows first, with cached results.

    >>> logic = LineLogic(Nonogram([[2], []], [[1], [1]]))
    >>> list(logic.spread(bytes([2, 2, 2, 2])).cells)
    [1, 1, 0, 0]
    """

    def __init__(self, nonogram: Nonogram) -> None:
        self.height, self.width = nonogram.height, nonogram.width
        self.all = lines_of(nonogram.rows, nonogram.columns)
        self._solved: dict[tuple[Clue | Line, bytes], bytes | None] = {}
        # Lines solved, cached ones too, so that the number depends on nothing but the board.
        self.steps = 0
        self._meter: Meter | None = None
        self._pause_at = NO_LIMIT
        self.several_colors = len(nonogram.colors) > 1
        self._colors = {line: frozenset(b.color for b in line.clue) for line in self.all}
        self._allowed: dict[Line, list[frozenset[int]]] | None = None
        if self.several_colors:
            self._allowed = {
                line: [self.allowed(line, at) for at in range(len(line.places))]
                for line in self.all
            }

    @contextmanager
    def metered(self, meter: Meter) -> Iterator[None]:
        """Obey a budget: raise `OutOfBudget` when it ends.  Steps are counted from 0."""
        self._meter, self.steps = meter, 0
        try:
            self.pause()
            yield
        finally:
            self._meter, self._pause_at = None, NO_LIMIT

    def pause(self) -> None:
        """Check the budget, and report progress."""
        if self._meter is None:
            return
        work = {"steps": self.steps}
        steps, _ = self._meter.slice(self.steps)
        if not steps:
            raise self._meter.stop(work)
        self._meter.progress(None, work)
        self._pause_at = self.steps + min(steps, PAUSE_LINES)

    def through(self, place: int) -> tuple[Line, Line]:
        """Return the row and the column of a cell."""
        row, column = divmod(place, self.width)
        return self.all[row], self.all[self.height + column]

    def crossing(self, line: Line, at: int) -> Line:
        """Return the line that crosses this one at its cell `at`."""
        return self.all[self.height + at] if line.kind == "row" else self.all[at]

    def allowed(self, line: Line, at: int) -> frozenset[int]:
        """Return the values that both clues allow for the cell `at` of a line."""
        both = self._colors[line] & self._colors[self.crossing(line, at)]
        return both | {WHITE}

    def values(self, line: Line) -> list[frozenset[int]] | None:
        """Return the values allowed for each cell of a line; None if the clue says it all."""
        return None if self._allowed is None else self._allowed[line]

    def solve(self, line: Line, cells: bytes | bytearray) -> bytes | None:
        """Return the cells of a line after solving it; None if its blocks do not fit.

        With several colors, a cell cannot have a color that the crossing clue lacks.
        """
        return self._solve(line, line.cells(cells))

    def _solve(self, line: Line, own: bytes) -> bytes | None:
        if self.steps >= self._pause_at:
            self.pause()
        self.steps += 1
        # With several colors, the result also depends on the crossing lines.
        key = (line.clue if self._allowed is None else line, own)
        if key not in self._solved:
            if len(self._solved) >= MOST_CACHED:
                self._solved.clear()
            if self._allowed is None:
                self._solved[key] = solve_line(line.clue, own)
            else:
                self._solved[key] = _in_colors(line.clue, own, self._allowed[line])
        return self._solved[key]

    def news(self, line: Line, cells: bytes | bytearray) -> list[tuple[int, int]]:
        """Return the cells and values that solving a line newly finds."""
        own = line.cells(cells)
        return _new(line, own, self._solve(line, own))

    def spread(
        self,
        cells: bytes,
        *,
        first: Iterable[Line] | None = None,
        most_steps: int | None = None,
        note: Callable[[Line, list[tuple[int, int]]], None] | None = None,
    ) -> Spread:
        """Solve lines, changed ones again, to a fixed point.

        `first` are the initial lines, by default all; `most_steps` limits the productive lines;
        `note` is called for each productive line with its new cells and values.
        """
        known = bytearray(cells)
        queue = deque(self.all if first is None else first)
        waiting = set(queue)
        steps = visited = 0
        while queue and (most_steps is None or steps < most_steps):
            line = queue.popleft()
            waiting.discard(line)
            visited |= 1 << line.index
            own = line.cells(known)
            answer = self._solve(line, own)
            if answer is None:
                return Spread(bytes(known), steps, visited, line)
            solved = _new(line, own, answer)
            steps += bool(solved)
            if solved and note is not None:
                note(line, solved)
            for place, value in solved:
                known[place] = value
                row, column = self.through(place)
                crossing = column if line.kind == "row" else row
                if crossing not in waiting:
                    waiting.add(crossing)
                    queue.append(crossing)
        return Spread(bytes(known), steps, visited)

    def suppose(
        self,
        cells: bytes,
        place: int,
        value: int,
        *,
        most_steps: int | None = None,
        note: Callable[[Line, list[tuple[int, int]]], None] | None = None,
    ) -> Spread:
        """Solve lines under the assumption that a cell has this value."""
        supposed = bytearray(cells)
        supposed[place] = value
        return self.spread(
            bytes(supposed), first=self.through(place), most_steps=most_steps, note=note
        )


def _new(line: Line, own: bytes, solved: bytes | None) -> list[tuple[int, int]]:
    # The common case: nothing new.
    if solved is None or solved == own:
        return []
    return [
        (place, value)
        for place, value, known in zip(line.places, solved, own, strict=True)
        if value != known
    ]


def _in_colors(clue: Clue, own: bytes, allowed: list[frozenset[int]]) -> bytes | None:
    sets = [
        set(some) if cell == UNKNOWN else {cell} for cell, some in zip(own, allowed, strict=True)
    ]
    left = possible_cells(clue, sets)
    if left is None:
        return None
    return bytes(next(iter(some)) if len(some) == 1 else UNKNOWN for some in left)
