"""A game played with single keys, and its rules: a cursor, undo, hints and mistakes, saving.

The rules are the same for every front end: which clues are finished, what is a mistake, when it is
solved, hints.  The page to play on (`static/rules.js`) has its own version of `finished`, `fits`
and `is_solved`, which a test compares with these.

A game is independent of the terminal: `press` takes the name of a key, and the other attributes are
what to show.  Files are written only by the function that the player is given, after the name has
been typed and, for an existing file, confirmed.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from combien._wording import counted
from combien.errors import CombienError
from combien.nonograms._clue import BLOTTED, UNKNOWN, WHITE, Clue, Line, agrees, lines_of
from combien.nonograms._human.hints import Guide, Hint
from combien.nonograms._human.spread import solve_line
from combien.nonograms._line import bits_of, places
from combien.nonograms._nonogram import Board, Nonogram, clue_of
from combien.nonograms._verdict import check_types

_BLANK = bytes.maketrans(bytes([UNKNOWN]), bytes([WHITE]))


@dataclass(frozen=True, slots=True)
class Mistakes:
    """Cells (row, column) that differ from the solution, and lines whose clues no longer fit."""

    cells: tuple[tuple[int, int], ...]
    lines: tuple[str, ...]

    def __bool__(self) -> bool:
        return bool(self.cells or self.lines)


class Rules:
    """The rules of the game of a nonogram; `solution` is its only solution, if that is known.

    >>> rules = Rules(Nonogram([[2], [1]], [[1], [2]]))
    >>> rules.finished(Board.parse("##\\n??"))
    ((True,), (False,), (True,), (False,))
    >>> rules.mistakes(Board.parse("??\\n#?")).lines
    ()
    >>> rules.mistakes(Board.parse(".?\\n??")).lines
    ('row 1',)
    >>> rules.solved(Board.parse("##\\n?#"))
    True
    """

    def __init__(self, nonogram: Nonogram, *, solution: Board | None = None) -> None:
        check_types(nonogram, solution)
        self.nonogram = nonogram
        self.solution = solution
        self._lines = lines_of(nonogram.rows, nonogram.columns)
        self._guide: Guide | None = None

    def finished(self, board: Board) -> tuple[tuple[bool, ...], ...]:
        """Return which blocks of each line are finished, rows first; see `finished`."""
        return tuple(finished(line.clue, line.cells(board.cells)) for line in self._lines)

    def mistakes(self, board: Board) -> Mistakes:
        """Return what is wrong: cells that differ from the solution, and lines that do not fit."""
        board.check(self.nonogram)
        cells: tuple[tuple[int, int], ...] = ()
        if self.solution is not None:
            cells = tuple(
                divmod(place, board.width)
                for place, (cell, right) in enumerate(
                    zip(board.cells, self.solution.cells, strict=True)
                )
                if cell not in (UNKNOWN, right)
            )
        wrong = (line for line in self._lines if not fits(line.clue, line.cells(board.cells)))
        return Mistakes(cells, tuple(map(str, wrong)))

    def solved(self, board: Board) -> bool:
        """Return whether the board is a solution; unknown cells count as white."""
        return all(is_solved(line.clue, line.cells(board.cells)) for line in self._lines)

    def hint(self, board: Board) -> Hint | None:
        """Return the next hint, or None if the board is complete; see `Guide.next`.

        Raises `BadNonogram` for blotted clues.
        """
        if self._guide is None:
            self._guide = Guide(self.nonogram)
        return self._guide.next(board, solution=self.solution)

    def lines_through(self, row: int, column: int) -> tuple[Line, Line]:
        """Return the row and the column of a cell."""
        return self._lines[row], self._lines[self.nonogram.height + column]


def finished(clue: Clue, cells: bytes) -> tuple[bool, ...]:
    """Return for each block of a line whether it is finished.

    >>> from combien.nonograms import Block
    >>> finished((Block(1), Block(2)), bytes([2, 2, 1, 1, 2]))
    (False, True)

    A block is finished if its cells are filled, and no filling of the line that agrees with the
    known cells has it elsewhere.  In a line with blotted clues, blocks are finished together.
    Cost: as `places`.
    """
    if any(block.length == BLOTTED for block in clue):
        return (UNKNOWN not in cells and is_solved(clue, cells),) * len(clue)
    starts = places(clue, cells)
    if starts is None:
        return (False,) * len(clue)
    return tuple(
        found & (found - 1) == 0 and _filled(cells, next(bits_of(found)), block.length)
        for found, block in zip(starts, clue, strict=True)
    )


def _filled(cells: bytes, start: int, length: int) -> bool:
    return UNKNOWN not in cells[start : start + length]


def fits(clue: Clue, cells: bytes) -> bool:
    """Return whether some filling of a line agrees with its known cells.

    >>> fits((), bytes([2, 1]))
    False
    """
    return solve_line(clue, cells) is not None


def is_solved(clue: Clue, cells: bytes) -> bool:
    """Return whether a line has the blocks of its clue if unknown cells are white.

    >>> from combien.nonograms import Block
    >>> is_solved((Block(1),), bytes([2, 1, 0]))
    True
    """
    return agrees(clue, clue_of(cells.translate(_BLANK)))


KEYS = "space fill  x white  u undo  r redo  h hint  a apply  c check  s save  q quit"

_MOVES = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}
LONGEST_NAME = 200

# Whether a file exists, and how to write one; both may raise a `CombienError`.
Exists = Callable[[str], bool]
Write = Callable[[str, str], None]


class Player:
    """A game: the board, the cursor, a note, and the cells and lines to mark.

    >>> from combien.nonograms import Nonogram
    >>> player = Player(Nonogram([[2], [1]], [[1], [2]]))
    >>> for key in ("space", "right", "space", "down", "x"):
    ...     player.press(key)
    >>> print(player.board)
    ##
    ?.
    >>> player.press("c")
    >>> player.note, player.wrong_lines
    ('column 2: its blocks no longer fit', ('column 2',))

    `board` is where to begin; the `given` cells do not change.  `solution`, if it is the only one,
    is what mistakes are found by.
    Raises the errors of `Board.check`.
    """

    def __init__(
        self,
        nonogram: Nonogram,
        *,
        board: Board | None = None,
        given: Board | None = None,
        solution: Board | None = None,
        exists: Exists | None = None,
        write: Write | None = None,
    ) -> None:
        self.nonogram = nonogram
        self.rules = Rules(nonogram, solution=solution)
        blank = Board.unknown(nonogram.height, nonogram.width)
        self.given = given or blank
        self.board = board or self.given
        for found in (self.given, self.board):
            found.check(nonogram)
        self.row = self.column = 0
        inks = [ink.value for ink in nonogram.palette if ink.value in nonogram.colors]
        self.colors = tuple(value for value in inks if value != WHITE)
        self.color = self.colors[0] if self.colors else 1
        self.note = ""
        self.mode: Literal["play", "name", "replace", "leave"] = "play"
        self.name = ""
        self.over = False
        self.solved = self.rules.solved(self.board)
        self.wrong: frozenset[tuple[int, int]] = frozenset()
        self.wrong_lines: tuple[str, ...] = ()
        self.hint: Hint | None = None
        self._exists, self._write = exists, write
        self._saved = self.board
        self._leaving = False
        self._past: list[Board] = []
        self._future: list[Board] = []
        self._finished = [*self.rules.finished(self.board)]

    def finished(self, line: int) -> tuple[bool, ...]:
        """Return which blocks of a line are finished; lines are numbered rows first."""
        return self._finished[line]

    def press(self, key: str) -> None:
        """Handle a key: a character, or `up`, `space`, `enter`, `backspace`, `escape` and so on."""
        if self.mode != "play":
            self._answer(key)
            return
        if key in _MOVES:
            down, right = _MOVES[key]
            self.row = min(max(self.row + down, 0), self.board.height - 1)
            self.column = min(max(self.column + right, 0), self.board.width - 1)
        elif key in ("home", "end"):
            self.column = 0 if key == "home" else self.board.width - 1
        elif key in ("pageup", "pagedown"):
            self.row = 0 if key == "pageup" else self.board.height - 1
        elif key in ("space", "enter"):
            self._toggle(self.color)
        elif key in ("x", "."):
            self._toggle(WHITE)
        elif key in ("backspace", "delete"):
            self._put(UNKNOWN)
        elif key.isdecimal() and 0 < int(key) <= len(self.colors):
            self.color = self.colors[int(key) - 1]
        else:
            self._command(key)

    def _command(self, key: str) -> None:
        if key == "u":
            self._travel(self._past, self._future, "nothing to undo")
        elif key == "r":
            self._travel(self._future, self._past, "nothing to redo")
        elif key == "h":
            self._show_hint()
        elif key == "a":
            self._apply_hint()
        elif key == "c":
            self._check()
        elif key == "s":
            self._begin_saving(leaving=False)
        elif key == "q":
            self._leave()
        elif key == "escape":
            self._unmark()
            self.note = ""

    # The board ------------------------------------------------------------------------------------

    def _toggle(self, value: int) -> None:
        self._put(UNKNOWN if self.board[self.row, self.column] == value else value)

    def _put(self, value: int) -> None:
        place = self.row * self.board.width + self.column
        if self.given.cells[place] != UNKNOWN:
            self.note = "this cell is given"
        elif self.board.cells[place] != value:
            self._change(self.board.replaced({place: value}))

    def _change(self, board: Board) -> None:
        self._past.append(self.board)
        self._future.clear()
        self._set(board)

    def _set(self, board: Board) -> None:
        """Show another board, and update the finished blocks of the changed lines."""
        changed = {
            line
            for place, (now, before) in enumerate(zip(board.cells, self.board.cells, strict=True))
            if now != before
            for line in self.rules.lines_through(*divmod(place, board.width))
        }
        self.board = board
        for line in changed:
            self._finished[line.index] = finished(line.clue, line.cells(board.cells))
        self._unmark()
        self.solved = self.rules.solved(board)
        self.note = "solved!" if self.solved else ""

    def _unmark(self) -> None:
        self.wrong, self.wrong_lines, self.hint = frozenset(), (), None

    def _travel(self, source: list[Board], target: list[Board], empty: str) -> None:
        if not source:
            self.note = empty
            return
        target.append(self.board)
        self._set(source.pop())

    # Hints and mistakes ---------------------------------------------------------------------------

    def _show_hint(self) -> None:
        self._unmark()
        try:
            self.hint = self.rules.hint(self.board)
        except CombienError as error:
            self.note = str(error)
            return
        self.note = "solved!" if self.hint is None or self.solved else self.hint.text

    def _apply_hint(self) -> None:
        if self.hint is None:
            self._show_hint()
        if self.hint is None or not self.hint.cells:
            return
        text, cells = self.hint.text, self.hint.cells
        self.row, self.column = cells[0][:2]
        width = self.board.width
        self._change(self.board.replaced({row * width + column: v for row, column, v in cells}))
        self.note = f"{text}; solved!" if self.solved else text

    def _check(self) -> None:
        self._unmark()
        found = self.rules.mistakes(self.board)
        self.wrong, self.wrong_lines = frozenset(found.cells), found.lines
        if found.cells:
            self.note = f"{counted(len(found.cells), 'cell')} wrong"
        elif found.lines:
            self.note = f"{found.lines[-1]}: its blocks no longer fit"
        elif self.solved:
            self.note = "solved!"
        else:
            left = counted(self.board.unknown_count, "cell")
            fine = "no line shows a mistake" if self.rules.solution is None else "nothing is wrong"
            self.note = f"{fine}, {left} unknown"

    # Saving and leaving ---------------------------------------------------------------------------

    @property
    def prompt(self) -> str:
        """The question that waits for an answer, or the note."""
        if self.mode == "name":
            return f"save the board as (Esc cancels): {self.name}"
        if self.mode == "replace":
            return f"'{self.name}' exists: replace it? (y/n)"
        if self.mode == "leave":
            return "leave without saving? (y leaves, s saves, n stays)"
        return self.note

    def _leave(self) -> None:
        if self.board == self._saved or self._write is None:
            self.over = True
        else:
            self.mode = "leave"

    def _begin_saving(self, *, leaving: bool) -> None:
        self._leaving = leaving
        if self._write is None:
            self.note = "saving is not possible here"
        else:
            self.mode, self.name = "name", ""

    def _answer(self, key: str) -> None:
        """Handle a key while a question is shown."""
        if key == "escape":
            self.note = "" if self.mode == "leave" else "not saved"
            self.mode = "play"
        elif self.mode == "leave":
            if key in ("y", "Y"):
                self.over = True
            elif key in ("s", "S"):
                self._begin_saving(leaving=True)
            elif key in ("n", "N"):
                self.mode = "play"
        elif self.mode == "replace":
            if key in ("y", "Y"):
                self._save()
            elif key in ("n", "N"):
                self.mode = "name"
        elif key == "enter":
            self._confirm_name()
        elif key == "backspace":
            self.name = self.name[:-1]
        elif key == "space" or len(key) == 1:
            self.name = (self.name + (" " if key == "space" else key))[:LONGEST_NAME]

    def _confirm_name(self) -> None:
        if not self.name.strip():
            self.mode, self.note = "play", "not saved"
        elif self._exists is not None and self._exists(self.name):
            self.mode = "replace"
        else:
            self._save()

    def _save(self) -> None:
        assert self._write is not None
        self.mode = "play"
        try:
            self._write(self.name, f"{self.board}\n")
        except CombienError as error:
            self.note = str(error)
            return
        self._saved = self.board
        self.note = f"saved as {self.name}"
        self.over = self._leaving
