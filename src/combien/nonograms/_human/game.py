"""Play a nonogram with text commands: `3 4 #` sets a cell, `hint` gives a hint, `undo` undoes.

The game is independent of the terminal: `do` takes a line and returns text, so other front ends
(a chat, a browser) can use it.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from combien._base.checks import did_you_mean
from combien.errors import BadInput, BadNonogram
from combien.nonograms._clue import LETTERS, UNKNOWN
from combien.nonograms._clued import clued
from combien.nonograms._human.hints import Guide, Hint
from combien.nonograms._nonogram import Board, Nonogram

HELP = """\
3 4 #      row 3, column 4 is black; also . for white, ? for unknown, a letter for a color
3 4-8 .    columns 4 to 8 of row 3 are white; 3-5 4 # are rows 3 to 5 of column 4
hint       show the next step; why shows the cells that imply it; step applies it
undo       undo the latest change; redo restores it
check      check whether a cell is wrong
show       draw the board; save prints it as text that --board reads
quit       end the game"""

_SET = re.compile(r"(\d{1,5})(?:-(\d{1,5}))?[\s,]+(\d{1,5})(?:-(\d{1,5}))?[\s,]*(\S)")


class Game:
    """A game: the nonogram, the current board, and its history for undo and redo.

    >>> game = Game(Nonogram([[2], [1]], [[1], [2]]))
    >>> print(game.do("hint"))
    row 1: the 2 lies at columns 1 to 2
    >>> print(game.do("1 1-2 #"))
           1 2
         +-----+
       2 | # # |
       1 | ? ? |
         +-----+
    >>> print(game.do("check"))
    no line shows a mistake, 2 cells are unknown
    >>> print(game.do("2 1 #; check"))
    column 1: its blocks no longer fit: a cell is wrong

    `solution`, if unique, is what `check` compares the board with; without it, mistakes are what
    line solving and single assumptions contradict.  `board` is the initial board.
    Raises the errors of `Board.check`.
    """

    def __init__(
        self, nonogram: Nonogram, *, board: Board | None = None, solution: Board | None = None
    ) -> None:
        self.nonogram = nonogram
        self.board = board or Board.unknown(nonogram.height, nonogram.width)
        self.over = False
        self._solution = solution
        self._guide = Guide(nonogram)
        self._past: list[Board] = []
        self._future: list[Board] = []
        self._guide.next(self.board)

    @property
    def solved(self) -> bool:
        """Return whether the board solves the nonogram."""
        return self.board.solves(self.nonogram)

    def do(self, line: str) -> str:
        """Run the commands of a line, separated by semicolons, and return the output of the last.

        Bad commands return an error message; they raise nothing.
        """
        output = ""
        for command in line.split(";"):
            try:
                output = self._do(command.strip())
            except BadInput as error:
                return str(error)
        return output

    def _do(self, command: str) -> str:
        word = command.lower()
        if found := _SET.fullmatch(command):
            return self._set(found)
        if word in ("quit", "exit", "q"):
            self.over = True
            return ""
        answers: dict[str, Callable[[], str]] = {
            "": self.drawn,
            "show": self.drawn,
            "hint": self._hinted,
            "why": self._reasoned,
            "step": self._stepped,
            "undo": self._undone,
            "redo": self._redone,
            "check": self._checked,
            "save": lambda: str(self.board),
            "help": self._helped,
        }
        if word not in answers:
            known = did_you_mean(word[:40], answers)
            return f"{command[:40]!r} has no effect here{known}; see help"
        return answers[word]()

    def _helped(self) -> str:
        inks = [ink for ink in self.nonogram.palette if ink.value in self.nonogram.colors]
        if len(inks) < 2:
            return HELP
        return f"{HELP}\ncolors    " + ", ".join(f"{LETTERS[ink.value]} {ink.name}" for ink in inks)

    def drawn(self) -> str:
        """Return the board with the clues in its margins."""
        return clued(self.nonogram, self.board).text()

    def _set(self, found: re.Match[str]) -> str:
        first, last, left, right, letter = found.groups()
        rows = _range(first, last, self.board.height, "row")
        columns = _range(left, right, self.board.width, "column")
        # The palette may have its own letters, which are accepted as well.
        values = {ink.letter: ink.value for ink in self.nonogram.palette}
        values |= {LETTERS[value]: value for value in (0, 1, UNKNOWN, *self.nonogram.colors)}
        if letter not in values:
            raise BadNonogram(
                f"{letter!r} is not a cell value: use one of {' '.join(sorted(values))}"
            )
        places = [row * self.board.width + column for row in rows for column in columns]
        return self._changed(self.board.replaced(dict.fromkeys(places, values[letter])))

    def _changed(self, board: Board) -> str:
        if board != self.board:
            self._past.append(self.board)
            self._future.clear()
            self.board = board
        return f"{self.drawn()}\nsolved" if self.solved else self.drawn()

    def _next(self) -> Hint | None:
        return self._guide.next(self.board, solution=self._solution)

    def _hinted(self) -> str:
        hint = self._next()
        return "solved" if hint is None else hint.text

    def _reasoned(self) -> str:
        hint = self._next()
        if hint is None:
            return "solved"
        return f"{hint.text}\n{self._guide.because(hint)}".rstrip()

    def _stepped(self) -> str:
        hint = self._next()
        if hint is None or not hint.cells:
            return "solved" if hint is None else hint.text
        return f"{hint.text}\n{self._changed(self._guide.applied(self.board, hint))}"

    def _checked(self) -> str:
        hint = self._next()
        if hint is None:
            return "solved"
        if hint.rule in ("mistake", "none"):
            return hint.text
        fine = "no line shows a mistake" if self._solution is None else "nothing is wrong"
        return f"{fine}, {self.board.unknown_count} cells are unknown"

    def _undone(self) -> str:
        if not self._past:
            return "nothing to undo"
        self._future.append(self.board)
        self.board = self._past.pop()
        return self.drawn()

    def _redone(self) -> str:
        if not self._future:
            return "nothing to redo"
        self._past.append(self.board)
        self.board = self._future.pop()
        return self.drawn()


def _range(first: str, last: str | None, most: int, what: str) -> range:
    """Return the numbers of the rows or columns, from 0."""
    begin, end = int(first), int(last or first)
    if not 1 <= begin <= end <= most:
        raise BadNonogram(f"{what}s are numbered from 1 to {most}")
    return range(begin - 1, end)
