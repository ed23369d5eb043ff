"""The rules of a game: which clues are finished, what is a mistake, when it is solved, hints.

They are the same for every front end.  The page to play on (`_page/rules.js`) has its own version
of `finished`, `fits` and `is_solved`, which a test compares with these.
"""

from __future__ import annotations

from combien._base.records import dataclass
from combien.nonograms._board import Board, clue_of
from combien.nonograms._clue import BLOTTED, UNKNOWN, WHITE, Clue, agrees
from combien.nonograms._encodings.places import bits_of, places
from combien.nonograms._human.hints import Guide, Hint
from combien.nonograms._lines import Line, lines_of
from combien.nonograms._nonogram import Nonogram
from combien.nonograms._solving.line import solve_line
from combien.nonograms._verdict import check_types

__all__ = ["Mistakes", "Rules", "finished", "fits", "is_solved"]

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
        self._lines = lines_of(nonogram)
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
