"""The nonogram search of the native core: it runs in slices and accepts cells found elsewhere.

This is the Python interface of `native/nonogram`, which has line solving, full probing and a
depth-first search.  The other methods for hard boards (clauses, marginals, sweeps) run alongside
it: they can add known cells, read the cells known at the root, compute the consequences of a value,
and run it for a number of steps.

The core has letters instead of values: 0 is white, and the letter of a color is its index, from 1,
among black and the colors of the clues.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from array import array
from collections.abc import Mapping
from typing import ClassVar, Generic, Literal, TypeVar

from combien import _native
from combien._base.budget import UNLIMITED, Meter
from combien._wording import Statement
from combien.errors import BadNonogram, Disagreement
from combien.nonograms import _english
from combien.nonograms._clue import BLACK, UNKNOWN, WHITE, lines_of
from combien.nonograms._english import cell_name
from combien.nonograms._line import in_numbers
from combien.nonograms._nonogram import Board, Nonogram

# The letter of an unknown cell.
ANY_LETTER = 255


def values_of(nonogram: Nonogram) -> bytes:
    """Return the values of cells, in the order of the letters.

    >>> from combien.nonograms import Nonogram
    >>> values_of(Nonogram([[(1, 3), 1]], [[(1, 3)], [1]]))
    b'\\x00\\x01\\x03'
    """
    return bytes(sorted({WHITE, BLACK, *nonogram.colors}))


def clues_in_numbers(nonogram: Nonogram) -> tuple[array[int], array[int], array[int]]:
    """Return the first block of each line, rows first, and the lengths and letters of the blocks.

    >>> from combien.nonograms import Nonogram
    >>> clues_in_numbers(Nonogram([[1, 1]], [[1], [], [1]]))
    (array('i', [0, 2, 3, 3, 4]), array('i', [1, 1, 1, 1]), array('i', [1, 1, 1, 1]))
    """
    return in_numbers(nonogram.rows + nonogram.columns, values_of(nonogram))


def letters_of(board: Board, nonogram: Nonogram) -> bytes:
    """Return the letters of the cells of a board, and `ANY_LETTER` where they are unknown.

    Raises `BadNonogram` for a board of another size, or a color that no block has.
    """
    board.check_size(nonogram)
    values = values_of(nonogram)
    if strange := board.cells.translate(None, values + bytes([UNKNOWN])):
        cell = cell_name(board.cells.index(strange[0]), nonogram.width)
        raise BadNonogram(f"{cell}: no block has color {strange[0]}")
    table = bytearray([ANY_LETTER]) * 256
    for letter, value in enumerate(values):
        table[value] = letter
    return board.cells.translate(table)


Outcome = Literal["solution", "exhausted", "rooted", "out of slice", "out of bytes"]

_OUTCOMES: dict[int, Outcome] = {
    _native.NONOGRAM_SOLUTION: "solution",
    _native.NONOGRAM_EXHAUSTED: "exhausted",
    _native.NONOGRAM_ROOTED: "rooted",
    _native.NONOGRAM_OUT_OF_SLICE: "out of slice",
    _native.NONOGRAM_OUT_OF_BYTES: "out of bytes",
}

_Machine = TypeVar("_Machine", _native.NonogramSearch, _native.NonogramCount)


class _Sliced(ABC, Generic[_Machine]):
    """The base class of search and count: an object of the core, created on first use.

    So its memory can be checked before, and an object that is never run costs nothing.
    """

    _counters: ClassVar[tuple[str, ...]]

    def __init__(self, nonogram: Nonogram, *, given: Board | None = None) -> None:
        self.nonogram = nonogram
        self._given = b"" if given is None else letters_of(given, nonogram)
        self._made: _Machine | None = None

    @abstractmethod
    def _make(self) -> _Machine:
        """Create the object of the core, with the given cells."""

    @property
    def _machine(self) -> _Machine:
        if self._made is None:
            self._made = self._make()
        return self._made

    def _too_large_for(self, bytes: int) -> bool:
        return self._made is None and bytes_at_first(self.nonogram) > bytes

    @property
    def steps(self) -> int:
        """Steps so far, as `run` counts them."""
        return 0 if self._made is None else self._made.steps

    @property
    def work(self) -> Mapping[str, int]:
        """Exact counters of the work so far."""
        if self._made is None:
            return {}
        return {name: getattr(self._made, name) for name in self._counters}


class NonogramSearch(_Sliced[_native.NonogramSearch]):
    """Finds all boards that solve a nonogram, one by one.

    >>> from combien.nonograms import Nonogram
    >>> search = NonogramSearch(Nonogram([[1], [1]], [[1], [1]]))
    >>> search.run(), search.run()
    ('rooted', 'solution')
    >>> print(search.solution)
    .#
    #.
    >>> search.run(), search.run()
    ('solution', 'exhausted')

    `given` is a board of known cells.  With `restarts` the search restarts from time to time until
    it has found a solution, which is faster if there are many.
    """

    _counters = ("nodes", "probes", "refuted", "lines", "cached", "restarts", "deepest")

    def __init__(
        self, nonogram: Nonogram, *, given: Board | None = None, restarts: bool = False
    ) -> None:
        super().__init__(nonogram, given=given)
        self._values = values_of(nonogram)
        self._letter = {value: place for place, value in enumerate(self._values)}
        self._to_values = self._values.ljust(256, bytes([UNKNOWN]))
        self._restarts = restarts

    def _make(self) -> _native.NonogramSearch:
        machine = _native.nonogram_search(
            self.nonogram.height,
            len(self._values),
            *clues_in_numbers(self.nonogram),
            self._restarts,
        )
        _fix(machine, self._given)
        return machine

    def run(self, *, steps: int = 2**62, seconds: float = 1e9, bytes: int = 2**62) -> Outcome:
        """Run until there is an event to report.

        "solution": there is a new `solution`.  "exhausted": there are no more.  "rooted": once,
        before the first choice, when line solving and probing find nothing more.  "out of slice":
        the steps (probes, and lines solved outside of them) or seconds are used up.  "out of
        bytes": it would need more memory.  After all but "exhausted", `run` may be called again.
        """
        if self._too_large_for(bytes):
            return "out of bytes"
        return _OUTCOMES[self._machine.run(steps, seconds, bytes)]

    @property
    def solution(self) -> Board:
        """Return the latest solution; only after `run` has returned "solution"."""
        return self._board(self._machine.solution())

    @property
    def checked_solution(self) -> Board:
        """Return the latest solution; raise `Disagreement` if it is none: a bug in the core."""
        letters = self._machine.solution()
        if not self._machine.solves(letters):
            raise Disagreement.of("a board", derived="a solution", direct="not of these clues")
        return self._board(letters)

    @property
    def witnesses(self) -> tuple[Board, ...]:
        """The first two different solutions found, in the search or in its probes."""
        found = [] if self._made is None else self._made.witnesses()
        return tuple(self._board(letters) for letters in found)

    @property
    def witness_count(self) -> int:
        """The number of boards in `witnesses`: 0, 1 or 2."""
        return 0 if self._made is None else self._made.witness_count

    def solves(self, board: Board) -> bool:
        """Return `Board.solves(nonogram)`, computed a hundred times as fast.

        The core computes the clues from the cells, independently of the search.
        """
        return self._machine.solves(letters_of(board, self.nonogram))

    def fix(self, board: Board) -> None:
        """Add known cells before the search.

        Raises `BadNonogram` for a board of another size or color, or if the search has begun.
        """
        letters = letters_of(board, self.nonogram)
        try:
            _fix(self._machine, letters)
        except _native.InvalidNonogram as error:
            raise BadNonogram(str(error)) from error

    def forbid(self, row: int, column: int, value: int) -> None:
        """Exclude a value of a cell before the search; rows and columns count from 0."""
        cell = self._cell(row, column)
        if value not in self._letter:
            return
        try:
            self._machine.forbid(cell, self._letter[value])
        except _native.InvalidNonogram as error:
            raise BadNonogram(str(error)) from error

    def prefer(self, board: Board) -> None:
        """Set the value to try first for each cell; unknown cells are decided by probing."""
        self._machine.prefer(letters_of(board, self.nonogram))

    @property
    def known(self) -> Board:
        """Return the cells known at the root: after "rooted", by line solving and probing."""
        return self._board(self._machine.known())

    def possible(self) -> list[tuple[int, ...]]:
        """Return the values that each cell may have at the root, row by row."""
        sets: dict[int, tuple[int, ...]] = {}
        found = []
        for letters in self._machine.possible():
            if letters not in sets:
                sets[letters] = tuple(
                    value for place, value in enumerate(self._values) if letters >> place & 1
                )
            found.append(sets[letters])
        return found

    def follow(self, row: int, column: int, value: int) -> list[tuple[int, int, int]] | None:
        """Return each (row, column, value) that a value excludes; None for a contradiction.

        >>> from combien.nonograms import Nonogram
        >>> search = NonogramSearch(Nonogram([[1], [1]], [[1], [1]]))
        >>> search.run()
        'rooted'
        >>> search.follow(0, 0, 1)
        [(0, 0, 0), (0, 1, 1), (1, 0, 1), (1, 1, 0)]

        Allowed only between "rooted" and the next `run`.  Line solving alone is used, from the
        root, so each result is a clause of two literals.
        """
        width = self.nonogram.width
        if value not in self._letter:
            return None
        try:
            gone = self._machine.follow(self._cell(row, column), self._letter[value])
        except _native.InvalidNonogram as error:
            raise BadNonogram(str(error)) from error
        if gone is None:
            return None
        return [(cell // width, cell % width, self._values[letter]) for cell, letter in gone]

    def deduce(self) -> bool:
        """Solve lines to a fixed point; return False when one of them cannot be filled.

        `known` and `possible()` have the result, or `reason` the line.
        """
        return self._machine.deduce()

    @property
    def reason(self) -> Statement:
        """Why there is no solution; only after "exhausted" without a solution."""
        why, place = self._machine.failed
        if why == 1:
            return Statement(
                "line-fails",
                line=_english.line(lines_of(self.nonogram.rows, self.nonogram.columns)[place]),
            )
        if why == 2:
            return Statement("cell-fails", cell=_english.cell(place, self.nonogram.width))
        return Statement("search-fails", n=self._machine.nodes)

    @property
    def lines(self) -> int:
        """The number of line solver calls so far, of about 0.1 microseconds each."""
        return 0 if self._made is None else self._made.lines

    def _cell(self, row: int, column: int) -> int:
        if not (0 <= row < self.nonogram.height and 0 <= column < self.nonogram.width):
            raise BadNonogram(f"there is no cell {row, column}: rows and columns count from 0")
        return row * self.nonogram.width + column

    def _board(self, letters: bytes) -> Board:
        return Board(self.nonogram.height, self.nonogram.width, letters.translate(self._to_values))


class NonogramCount(_Sliced[_native.NonogramCount]):
    """Counts solutions: a sum over choices, and a product over independent components.

    Counts of components are remembered.  `by_lines` branches line by line, otherwise where probing
    finds the most consequences; either can be a thousand times faster than the other.

    >>> from combien.nonograms import Nonogram
    >>> counting = NonogramCount(Nonogram([[1], [1]], [[1], [1]]))
    >>> counting.run(), counting.count
    (True, 2)
    """

    _counters = ("nodes", "parts", "cached", "probes", "lines", "deepest")

    def __init__(
        self, nonogram: Nonogram, *, given: Board | None = None, by_lines: bool = False
    ) -> None:
        super().__init__(nonogram, given=given)
        self._by_lines = by_lines

    def _make(self) -> _native.NonogramCount:
        cells = self.nonogram.height * self.nonogram.width
        return _native.nonogram_count(
            self.nonogram.height,
            len(values_of(self.nonogram)),
            *clues_in_numbers(self.nonogram),
            self._given or bytes([ANY_LETTER]) * cells,
            self._by_lines,
        )

    def run(self, *, steps: int = 2**62, seconds: float = 1e9, bytes: int = 2**62) -> bool:
        """Run for some steps and seconds; return True when the count is known.

        Raises `MemoryError` when it would need more bytes.
        """
        if self._too_large_for(bytes):
            raise MemoryError("the board alone needs more bytes than the count was given")
        outcome = self._machine.run(steps, seconds, bytes)
        if outcome == _native.OUT_OF_BYTES:
            raise MemoryError("the count needs more bytes than it was given")
        return outcome == _native.DONE

    @property
    def count(self) -> int:
        """The number of solutions; only after `run` has returned True."""
        return self._machine.count()

    def at_least(self) -> int:
        """Return a lower bound on the count; `run` cannot continue afterwards.

        >>> from combien.nonograms import Nonogram
        >>> counting = NonogramCount(Nonogram([[1]] * 4, [[1]] * 4))
        >>> counting.run(steps=10), 1 <= counting.at_least() <= 24
        (False, True)

        It takes some milliseconds: components that have not been counted are searched for a
        solution.
        """
        return 0 if self._made is None else self._made.at_least()


def _fix(machine: _native.NonogramSearch, letters: bytes) -> None:
    for cell, letter in enumerate(letters):
        if letter != ANY_LETTER:
            machine.fix(cell, letter)


def bytes_at_first(nonogram: Nonogram) -> int:
    """Return the initial memory of a search or count: the bit sets of letters of rows and columns.

    >>> from combien.nonograms import Nonogram
    >>> bytes_at_first(Nonogram([[1]], [[1]]))
    32
    """
    height, width = nonogram.height, nonogram.width
    words = height * ((width + 63) // 64) + width * ((height + 63) // 64)
    return 8 * words * len(values_of(nonogram))


class Probing:
    """Probes boards of one nonogram, one after the other, within one budget.

    >>> from combien.nonograms import Nonogram
    >>> probing = Probing(Nonogram([[1], [1]], [[1], [1]]))
    >>> known, _ = probing.probed(Board.parse("#?\\n??"))
    >>> print(known)
    #.
    .#
    >>> known, reason = probing.probed(Board.parse("##\\n??"))
    >>> known, reason.code, _english.english(reason.values["line"])
    (None, 'line-fails', 'row 1')

    `steps` counts all steps, including the initial value.
    """

    def __init__(self, nonogram: Nonogram, meter: Meter | None = None, *, steps: int = 0) -> None:
        self._nonogram = nonogram
        self._meter = Meter(UNLIMITED, engine="auto") if meter is None else meter
        self.steps = steps

    def probed(self, board: Board) -> tuple[Board | None, Statement]:
        """Return the board after probing, or None and the reason why it has no solution.

        Each value of each unknown cell is assumed in turn, to a fixed point.  Raises `OutOfBudget`.
        """
        search = NonogramSearch(self._nonogram, given=board)
        outcome = "out of slice"
        while outcome == "out of slice":
            work = {"steps": self.steps + search.steps}
            steps, seconds = self._meter.slice(work["steps"])
            if not steps:
                raise self._meter.stop(work)
            outcome = search.run(steps=steps, seconds=seconds, bytes=self._meter.bytes)
            if outcome == "out of bytes":
                raise self._meter.stop_for_bytes(work)
            self._meter.progress(None, work)
        self.steps += search.steps
        if outcome == "exhausted":
            return None, search.reason
        return search.known, Statement("nothing")
