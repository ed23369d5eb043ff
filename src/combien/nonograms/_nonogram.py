"""Nonograms and boards: the clues of the rows and columns, and the cells that they describe.

A nonogram is immutable and validated: bad clues raise an error that names the row or column, and so
do clues that obviously have no solution (a clue that is longer than its line, or rows and columns
with different numbers of colored cells) unless `check=False`.

A cell of a board is white, colored or unknown: one byte, row by row from the top.  `Board.solves`
is the definition of a solution, and the faster code is tested against it: the clues of the board
equal the clues of the nonogram.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from itertools import chain, groupby
from operator import itemgetter
from typing import TYPE_CHECKING

from combien._base.checks import as_int, check_bool, check_instance, check_int, short_repr
from combien._base.displayed import Displayed
from combien._wording import Statement
from combien.drawing._picture import Picture
from combien.errors import BadNonogram
from combien.nonograms._clue import (
    BLACK,
    BLOTTED,
    LETTERS,
    LONGEST_LINE,
    MOST_CELLS,
    UNKNOWN,
    WHITE,
    Block,
    Clue,
    GivenClue,
    Ink,
    agrees,
    black_block,
    blot_count,
    clue_from,
    gap_count,
    palette_of,
    plain_clue,
)
from combien.nonograms._cover import probed_model
from combien.nonograms._english import cell_name, english
from combien.nonograms._english import color as color_name

if TYPE_CHECKING:
    from combien.cover._elements import Solution
    from combien.cover._problem import Problem
    from combien.drawing._picture import Picture
    from combien.nonograms._cover import CoverModel


# Blocks times cells of a line with blotted blocks, for which the core takes about 50 ms.
MOST_BLOTTED = 2**24

_LENGTH, _COLOR = itemgetter(0), itemgetter(1)


@dataclass(frozen=True, init=False)
class Nonogram(Displayed):
    """A puzzle: the clues of its rows, from the top, and of its columns, from the left.

    >>> heart = Nonogram([[1, 1], [5], [3], [1]], [[1], [3], [3], [3], [1]])
    >>> heart.height, heart.width, heart.rows[0]
    (4, 5, (Block(length=1, color=1), Block(length=1, color=1)))

    A clue is a sequence of lengths or of (length, color) pairs; an empty clue, or a single 0, means
    that the line is white; a length of None is blotted.  Colors are numbers from 1, without 2,
    which means "unknown"; `palette` has an `Ink` for each (chosen automatically by default), and
    `colors` are the colors of the blocks, in increasing order.  The texts are only stored.
    Raises `BadNonogram` naming the line; also for the first of `problems()` unless `check=False`.
    """

    rows: tuple[Clue, ...]
    columns: tuple[Clue, ...]
    palette: tuple[Ink, ...]
    colors: tuple[int, ...] = field(compare=False)
    title: str
    author: str
    copyright: str
    catalogue: str
    license: str
    source: str
    description: str
    _problems: tuple[Statement, ...] = field(compare=False)

    def __init__(
        self,
        rows: Iterable[GivenClue],
        columns: Iterable[GivenClue],
        *,
        palette: Iterable[Ink] | None = None,
        title: str = "",
        author: str = "",
        copyright: str = "",  # noqa: A002
        catalogue: str = "",
        license: str = "",  # noqa: A002
        source: str = "",
        description: str = "",
        check: bool = True,
    ) -> None:
        write = object.__setattr__
        write(self, "rows", _clues(rows, "row"))
        write(self, "columns", _clues(columns, "column"))
        if self.height * self.width > MOST_CELLS:
            raise BadNonogram(
                f"{self.height} rows of {self.width} cells: more than {MOST_CELLS} cells in all"
            )
        self._check_blots()
        used = set(map(_COLOR, chain.from_iterable(chain(self.rows, self.columns))))
        write(self, "colors", tuple(sorted(used)))
        write(self, "palette", palette_of(palette, self.colors))
        texts = {
            "title": title,
            "author": author,
            "copyright": copyright,
            "catalogue": catalogue,
            "license": license,
            "source": source,
            "description": description,
        }
        for name, text in texts.items():
            if not isinstance(text, str):
                raise BadNonogram(f"{name} must be a string, not {type(text).__name__}")
            write(self, name, text)
        self._check_colors()
        write(self, "_problems", tuple(self._found_problems()))
        if check_bool("check", check, error=BadNonogram) and self._problems:
            raise BadNonogram(
                f"{self.problems()[0]}: there is no solution (use check=False to keep it)"
            )

    @property
    def height(self) -> int:
        """Return the number of rows."""
        return len(self.rows)

    @property
    def width(self) -> int:
        """Return the number of columns."""
        return len(self.columns)

    @property
    def blotted(self) -> bool:
        """Return whether the length of any block is hidden.

        >>> Nonogram([[None, 1]], [[1], [1], [], [1]]).blotted
        True
        """
        return BLOTTED in map(_LENGTH, chain.from_iterable(chain(self.rows, self.columns)))

    def refuse_blots(self, what: str) -> None:
        """Raise `BadNonogram` if a clue is blotted; `what` begins the message.

        >>> Nonogram([[None]], [[1]]).refuse_blots("hints need")
        Traceback (most recent call last):
        ...
        combien.errors.BadNonogram: hints need all numbers, and row 1 has a blotted clue
        """
        if not self.blotted:
            return
        lines = [("row", clues) for clues in enumerate(self.rows, 1)]
        lines += [("column", clues) for clues in enumerate(self.columns, 1)]
        kind, number = next((kind, number) for kind, (number, clue) in lines if blot_count(clue))
        raise BadNonogram(f"{what} all numbers, and {kind} {number} has a blotted clue")

    def ink(self, value: int) -> Ink:
        """Return the ink of a color.  Raises `BadNonogram` if the palette has none.

        >>> Nonogram([[1]], [[1]]).ink(BLACK)
        Ink(value=1, name='black', hex='#000000', letter='#')
        """
        number = as_int(value)
        for ink in self.palette:
            if ink.value == number:
                return ink
        raise BadNonogram(f"no ink of the palette has color {short_repr(value)}")

    def problems(self) -> list[str]:
        """Return obvious reasons why there is no solution; usually an empty list.

        >>> Nonogram([[2, 2]], [[1], [0], [1], [1]], check=False).problems()
        ['row 1: 2 2 needs 5 cells, and there are 4', 'the rows have 4 black cells, the columns 3']
        """
        return [*map(english, self._problems)]

    def _found_problems(self) -> Iterator[Statement]:
        """Yield clues longer than their line, and colors with different row and column totals."""
        several, blotted = len(self.colors) > 1, self.blotted
        for what, clues, room in (
            ("row", self.rows, self.width),
            ("column", self.columns, self.height),
        ):
            for number, clue in enumerate(clues, 1):
                # Hot loop: with one color the number of gaps needs no comparison.
                gaps = gap_count(clue) if several else len(clue) - 1
                needed = sum(map(_LENGTH, clue)) + gaps
                if blotted:
                    needed += blot_count(clue)
                if needed > room:
                    yield Statement(
                        "clue-too-long",
                        line=Statement(what, n=number),
                        clue=self._clue_text(clue),
                        needed=needed,
                        room=room,
                    )
        across, down = self._cells_by_color(self.rows), self._cells_by_color(self.columns)
        hidden_across = self._blotted_colors(self.rows) if blotted else set()
        hidden_down = self._blotted_colors(self.columns) if blotted else set()
        for color in self.colors:
            # Hidden lengths may add cells to the smaller side.
            more = across[color] > down[color]
            hidden = hidden_down if more else hidden_across
            if across[color] != down[color] and color not in hidden:
                yield Statement(
                    "totals-differ",
                    across=across[color],
                    down=down[color],
                    color=color_name(self.ink(color).name),
                )

    def _blotted_colors(self, clues: Iterable[Clue]) -> set[int]:
        """Return the colors of the blotted blocks."""
        return {block.color for block in chain.from_iterable(clues) if block.length == BLOTTED}

    def _cells_by_color(self, clues: Iterable[Clue]) -> Counter[int]:
        """Return the number of cells of each color; a blotted block counts as one."""
        blocks = chain.from_iterable(clues)
        if len(self.colors) == 1:
            lengths = list(map(_LENGTH, blocks))
            return Counter({self.colors[0]: sum(lengths) + lengths.count(BLOTTED)})
        cells: Counter[int] = Counter()
        for length, color in blocks:
            cells[color] += length or 1
        return cells

    def problem(self) -> Problem:
        """Return the exact cover problem of the cells left unknown by line solving and probing.

        >>> import combien
        >>> combien.count(Nonogram([[1]] * 5, [[1]] * 5))
        120
        """
        return self._model().problem()

    def read(self, solution: Solution) -> Board:
        """Return the board of a solution of `problem()`."""
        return Board(self.height, self.width, self._model().read(solution))

    def own_solver(self) -> object:
        """Return the solver of nonograms, which `engine="auto"` asks instead of engines.

        >>> import combien
        >>> combien.answer(Nonogram([[2], [1]], [[1], [2]])).engine
        'nonogram'

        None for a subclass, which may have another `problem` or `read`.
        """
        if type(self) is not Nonogram:
            return None
        # By its name: the solver depends on this module.
        return import_module("combien.nonograms._own").NonogramSolver(self)

    def _model(self) -> CoverModel:
        return probed_model(self.rows, self.columns, probe=not self._problems)

    def _clue_text(self, clue: Clue) -> str:
        """Return a clue as text, shortened when it is long."""
        if self.colors == (BLACK,):
            words = [str(block.length or "?") for block in clue]
        else:
            words = [f"{block.length or '?'} {self.ink(block.color).name}" for block in clue]
        mark = " " if self.colors == (BLACK,) else ", "
        return mark.join(words if len(words) <= 12 else [*words[:10], "...", words[-1]])

    def _check_blots(self) -> None:
        for what, clues, room in (
            ("row", self.rows, self.width),
            ("column", self.columns, self.height),
        ):
            for number, clue in enumerate(clues, 1):
                if len(clue) * room > MOST_BLOTTED and blot_count(clue):
                    raise BadNonogram(
                        f"{what} {number}: {len(clue)} blocks in {room} cells are too many for a "
                        f"clue with blotted numbers: at most {MOST_BLOTTED} blocks times cells"
                    )

    def _check_colors(self) -> None:
        strange = set(self.colors) - {ink.value for ink in self.palette}
        if not strange:
            return
        for what, clues in (("row", self.rows), ("column", self.columns)):
            for number, clue in enumerate(clues, 1):
                for block in clue:
                    if block.color in strange:
                        raise BadNonogram(
                            f"{what} {number}: no ink of the palette has color {block.color}"
                        )

    def __repr__(self) -> str:
        title = f" {self.title!r}" if self.title else ""
        return f"<Nonogram{title}: {self.height} rows, {self.width} columns>"


def _clues(given: Iterable[GivenClue], what: str) -> tuple[Clue, ...]:
    """Return the clues of all rows or all columns; stops reading at the largest size."""
    clues: list[Clue] = []
    try:
        for clue in given:
            if len(clues) == LONGEST_LINE:
                raise BadNonogram(f"more than {LONGEST_LINE} {what}s")
            plain = plain_clue(clue)
            clues.append(clue_from(clue, f"{what} {len(clues) + 1}") if plain is None else plain)
    except TypeError as error:
        raise BadNonogram(f"the {what}s must be a sequence of clues: {error}") from error
    if not clues:
        raise BadNonogram(f"there are no {what}s: give at least one clue, [] for a white {what}")
    return tuple(clues)


def check_nonogram(value: object) -> None:
    """Raise `BadNonogram` if this is not a nonogram."""
    if not isinstance(value, Nonogram):
        raise BadNonogram(f"expected a Nonogram, not a value of type {type(value).__name__}")


def problems_of(nonogram: Nonogram) -> tuple[Statement, ...]:
    """Return `Nonogram.problems` as statements."""
    return nonogram._problems


# Boards -------------------------------------------------------------------------------------------

_READ = {letter: value for value, letter in enumerate(LETTERS)}
_WRITTEN = LETTERS.ljust(256, "!")


@dataclass(frozen=True)
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
                # Negative numbers would be counted from the end.
                cells[check_int("place", place)] = value
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
