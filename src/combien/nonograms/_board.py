"""A board: the cells of a nonogram, each white, colored or unknown.

Each cell is one byte, row by row from the top.  `Board.solves` is the definition of a solution, and
the faster code is tested against it: the clues of the board equal the clues of the nonogram.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import groupby
from typing import TYPE_CHECKING

from combien._base.checks import check_instance, check_int, short_repr
from combien._base.displayed import Displayed
from combien._base.records import dataclass
from combien.drawing._picture import Picture
from combien.errors import BadNonogram
from combien.nonograms._clue import (
    LETTERS,
    LONGEST_LINE,
    MOST_CELLS,
    UNKNOWN,
    WHITE,
    Block,
    Clue,
    agrees,
    black_block,
    check_nonogram,
)
from combien.nonograms._lines import cell_name

if TYPE_CHECKING:
    from combien.nonograms._nonogram import Nonogram

__all__ = ["Board", "clue_of"]

_READ = {letter: value for value, letter in enumerate(LETTERS)}
_WRITTEN = LETTERS.ljust(256, "!")


@dataclass(frozen=True, slots=True)
class Board(Displayed):
    """Cells in rows, from the top: 0 is white, 1 is black, 2 is unknown, then further colors.

    >>> board = Board.parse('''
    ...     .#?
    ...     ###
    ... ''')
    >>> board.height, board.width, board[0, 1], board.unknown_count
    (2, 3, 1, 1)
    >>> print(board)
    .#?
    ###

    `board[row, column]` counts from 0.  Raises `BadNonogram`.
    """

    height: int
    width: int
    cells: bytes

    def __post_init__(self) -> None:
        height, width = _checked_size(self.height, self.width)
        object.__setattr__(self, "height", height)
        object.__setattr__(self, "width", width)
        if not isinstance(self.cells, bytes) or len(self.cells) != height * width:
            raise BadNonogram(f"cells must be {height * width} bytes, row by row")
        if max(self.cells) >= len(LETTERS):
            raise BadNonogram(f"a cell must be a number from 0 to {len(LETTERS) - 1}")

    @classmethod
    def unknown(cls, height: int, width: int) -> Board:
        """Return a board whose cells are all unknown."""
        height, width = _checked_size(height, width)
        return cls(height, width, bytes([UNKNOWN]) * (height * width))

    @classmethod
    def parse(cls, text: str) -> Board:
        """Return a board from text: `.` white, `#` black, `?` unknown, `a` to `Z` further colors.

        >>> Board.parse("a?").cells
        b'\\x03\\x02'

        Leading and trailing blanks of lines, and empty lines before and after, are ignored.
        """
        check_instance("text", text, str, error=BadNonogram)
        lines = [line.strip() for line in text.strip().splitlines()]
        for number, line in enumerate(lines, 1):
            if len(line) != len(lines[0]):
                raise BadNonogram(
                    f"row {number} has {len(line)} cells, and row 1 has {len(lines[0])}"
                )
            for place, letter in enumerate(line, 1):
                if letter not in _READ:
                    raise BadNonogram(
                        f"row {number}, cell {place}: {letter!r} is not one of . # ? or a letter"
                    )
        if not lines:
            raise BadNonogram("a board needs at least one cell")
        return cls(len(lines), len(lines[0]), bytes(_READ[c] for line in lines for c in line))

    def __getitem__(self, place: tuple[int, int]) -> int:
        row, column = place
        if not (0 <= row < self.height and 0 <= column < self.width):
            raise IndexError(f"cell {row, column} is outside this board")
        return self.cells[row * self.width + column]

    def __str__(self) -> str:
        return "\n".join(
            "".join(_WRITTEN[cell] for cell in self.row(number)) for number in range(self.height)
        )

    def __repr__(self) -> str:
        return f"<Board: {self.height} rows, {self.width} columns, {self.unknown_count} unknown>"

    def row(self, number: int) -> bytes:
        """Return the cells of a row, from the left; rows are numbered from 0."""
        number = check_int("number", number, most=self.height - 1)
        return self.cells[number * self.width : (number + 1) * self.width]

    def column(self, number: int) -> bytes:
        """Return the cells of a column, from the top; columns are numbered from 0."""
        number = check_int("number", number, most=self.width - 1)
        return self.cells[number :: self.width]

    def replaced(self, values: Mapping[int, int]) -> Board:
        """Return a board with new values in some cells, which are numbered row by row.

        >>> print(Board.parse("#?.").replaced({1: 0, 2: 1}))
        #.#
        """
        cells = bytearray(self.cells)
        try:
            for place, value in values.items():
                cells[place] = value
        except (AttributeError, TypeError, ValueError, IndexError) as error:
            raise BadNonogram(
                f"values={short_repr(values)}: expected numbers of cells and their values"
            ) from error
        return Board(self.height, self.width, bytes(cells))

    @property
    def unknown_count(self) -> int:
        """Return the number of unknown cells."""
        return self.cells.count(UNKNOWN)

    def clues(self) -> tuple[tuple[Clue, ...], tuple[Clue, ...]]:
        """Return the clues of the rows and of the columns of a complete board.

        >>> rows, columns = Board.parse("##.#").clues()
        >>> rows
        ((Block(length=2, color=1), Block(length=1, color=1)),)
        >>> from combien.nonograms import Nonogram
        >>> Nonogram(rows, columns)
        <Nonogram: 1 rows, 4 columns>

        Raises `BadNonogram` when cells are unknown.
        """
        if self.unknown_count:
            raise BadNonogram(
                f"{self.unknown_count} cells are unknown: only a complete board has clues"
            )
        return (
            tuple(clue_of(self.row(number)) for number in range(self.height)),
            tuple(clue_of(self.column(number)) for number in range(self.width)),
        )

    def solves(self, nonogram: Nonogram) -> bool:
        """Return whether the board is complete and has the clues of the nonogram.

        >>> from combien.nonograms import Nonogram
        >>> Board.parse("##.#").solves(Nonogram([[2, 1]], [[1], [1], [], [1]]))
        True
        """
        check_nonogram(nonogram)
        if (self.height, self.width) != (nonogram.height, nonogram.width) or self.unknown_count:
            return False
        rows, columns = self.clues()
        return all(map(agrees, nonogram.rows + nonogram.columns, rows + columns))

    def check(self, nonogram: Nonogram) -> None:
        """Check that the size and the colors of the board fit the nonogram.

        >>> from combien.nonograms import Nonogram
        >>> Board.parse("a").check(Nonogram([[1]], [[1]]))
        Traceback (most recent call last):
        ...
        combien.errors.BadNonogram: row 1, column 1: no ink of the palette has color 3 (a)

        Raises `BadNonogram` for another size, or for a color that is not in the palette.
        """
        self.check_size(nonogram)
        if strange := set(self.cells) - {UNKNOWN} - {ink.value for ink in nonogram.palette}:
            value = min(strange)
            raise BadNonogram(
                f"{cell_name(self.cells.index(value), self.width)}: no ink of the palette has "
                f"color {value} ({LETTERS[value]})"
            )

    def check_size(self, nonogram: Nonogram) -> None:
        """Check that the board has the size of the nonogram.

        >>> from combien.nonograms import Nonogram
        >>> Board.parse("#").check_size(Nonogram([[1]], [[1], []]))
        Traceback (most recent call last):
        ...
        combien.errors.BadNonogram: the board has 1 rows and 1 columns, the nonogram 1 and 2

        Raises `BadNonogram`.
        """
        check_nonogram(nonogram)
        if (self.height, self.width) != (nonogram.height, nonogram.width):
            raise BadNonogram(
                f"the board has {self.height} rows and {self.width} columns, "
                f"the nonogram {nonogram.height} and {nonogram.width}"
            )

    def picture(self, nonogram: Nonogram | None = None) -> Picture:
        """Return the board as a `Picture`, with one patch per color.

        >>> print(Board.parse("##.#").picture().ascii())
        aa.a

        Unknown and white cells have no color; the nonogram provides the title and the names of
        the colors.
        """
        if nonogram is not None:
            check_nonogram(nonogram)
        names = {ink.value: ink.name for ink in nonogram.palette} if nonogram else {}
        groups: dict[int, list[tuple[int, int]]] = {}
        for place, value in enumerate(self.cells):
            row, column = divmod(place, self.width)
            groups.setdefault(value, []).append((column, self.height - 1 - row))
        return Picture.of_cells(
            [
                (cells, None if value in (WHITE, UNKNOWN) else value, names.get(value, ""))
                for value, cells in sorted(groups.items())
            ],
            title=nonogram.title if nonogram else "",
        )


def _checked_size(height: object, width: object) -> tuple[int, int]:
    """Return the size of a board as plain integers.  Raises `BadNonogram`, `BadInput`."""
    high, wide = check_int("height", height), check_int("width", width)
    if not 0 < high <= LONGEST_LINE or not 0 < wide <= LONGEST_LINE:
        raise BadNonogram(
            f"a board of {short_repr(high)} rows and {short_repr(wide)} columns: "
            f"from 1 to {LONGEST_LINE} of each are possible"
        )
    if high * wide > MOST_CELLS:
        raise BadNonogram(f"a board of more than {MOST_CELLS} cells")
    return high, wide


def clue_of(cells: bytes) -> Clue:
    """Return the blocks of a complete row or column.

    >>> clue_of(bytes([1, 1, 3, 0, 3]))
    (Block(length=2, color=1), Block(length=1, color=3), Block(length=1, color=3))
    """
    if not cells.translate(None, b"\0\1"):  # Black only: three times as fast.
        return tuple([black_block(len(run)) for run in cells.split(b"\0") if run])
    return tuple(Block(len(list(run)), color) for color, run in groupby(cells) if color != WHITE)
