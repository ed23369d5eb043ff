"""A nonogram: for each row and column of a picture, the lengths of its blocks in order.

A block is a run of cells of one color.  Between two blocks of the same color there is at least
one white cell; blocks of different colors may touch.  A nonogram is immutable and validated: bad
clues raise an error that names the row or column, and so do clues that obviously have no solution
(a clue that is longer than its line, or rows and columns with different numbers of colored cells)
unless `check=False`.

Some puzzles hide numbers.  A *blotted* block has a known color and an unknown length,
one cell or more.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import chain
from operator import itemgetter
from typing import TYPE_CHECKING, NamedTuple

from combien._base.checks import as_int, check_bool, short_repr
from combien._base.records import dataclass, field
from combien._wording import Statement
from combien.errors import BadNonogram
from combien.nonograms._clue import (
    BLACK,
    BLOTTED,
    LETTERS,
    LONGEST_LINE,
    MOST_CELLS,
    UNKNOWN,
    WHITE,
    BaseNonogram,
    Block,
    Clue,
    GivenClue,
    agrees,
    blot_count,
    check_nonogram,
    clue_from,
    gap_count,
    least_length,
    plain_clue,
)
from combien.nonograms._english import color as color_name
from combien.nonograms._english import english

if TYPE_CHECKING:
    from combien.cover._elements import Solution
    from combien.cover._problem import Problem
    from combien.nonograms._board import Board

__all__ = [
    "BLACK",
    "BLOTTED",
    "LETTERS",
    "LONGEST_LINE",
    "MOST_CELLS",
    "UNKNOWN",
    "WHITE",
    "Block",
    "Clue",
    "GivenClue",
    "Ink",
    "Nonogram",
    "agrees",
    "check_nonogram",
    "clue_from",
    "least_length",
    "problems_of",
]

# Blocks times cells of a line with blotted blocks, for which the core takes about 50 ms.
MOST_BLOTTED = 2**24

_FURTHER = ("#e6194b", "#3cb44b", "#4363d8", "#f58231", "#911eb4", "#008080", "#9a6324", "#808000")


class Ink(NamedTuple):
    """A color: its value in cells and blocks, its name, its hex code ("#ff0000") and a letter."""

    value: int
    name: str
    hex: str
    letter: str


_LENGTH, _COLOR = itemgetter(0), itemgetter(1)


@dataclass(frozen=True, slots=True, init=False)
class Nonogram(BaseNonogram):
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
        write(self, "palette", _palette(palette, self.colors))
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
        from combien.nonograms._encodings.cover import model_of  # Start-up: loads the solver.

        return model_of(self).problem()

    def read(self, solution: Solution) -> Board:
        """Return the board of a solution of `problem()`."""
        from combien.nonograms._encodings.cover import model_of  # Start-up: loads the solver.

        return model_of(self).read(solution)

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


def problems_of(nonogram: Nonogram) -> tuple[Statement, ...]:
    """Return `Nonogram.problems` as statements."""
    return nonogram._problems


def _palette(given: Iterable[Ink] | None, colors: Iterable[int]) -> tuple[Ink, ...]:
    """Return the inks by value: white, black, and one for each further color."""
    inks = {
        WHITE: Ink(WHITE, "white", "#ffffff", LETTERS[WHITE]),
        BLACK: Ink(BLACK, "black", "#000000", LETTERS[BLACK]),
    }
    if given is None:
        for color in colors:
            if color > UNKNOWN:
                shade = _FURTHER[(color - 3) % len(_FURTHER)]
                inks[color] = Ink(color, f"color {color}", shade, LETTERS[color])
        return tuple(inks[value] for value in sorted(inks))
    seen: set[int] = set()
    expected = "a palette is made of Ink(value, name, hex, letter)"
    try:
        inks_given = iter(given)
    except TypeError:  # A 0-d array passes isinstance(_, Iterable).
        raise BadNonogram(expected) from None
    for ink in inks_given:
        if not isinstance(ink, Ink) or not all(isinstance(text, str) for text in ink[1:]):
            raise BadNonogram(expected)
        value = as_int(ink.value)
        if value is None or not 0 <= value < len(LETTERS) or value == UNKNOWN or value in seen:
            raise BadNonogram(
                f"palette: the value {short_repr(ink.value)} of {ink.name!r}; "
                f"values are 0, 1, 3, 4, ... {len(LETTERS) - 1}, each once"
            )
        if len(ink.letter) != 1:
            raise BadNonogram(
                f"palette: the letter of {ink.name!r} is {ink.letter!r}, not a single letter"
            )
        if not _is_hex(ink.hex):
            raise BadNonogram(f"palette: {ink.name!r} is {ink.hex!r}; write it like '#ff0000'")
        seen.add(ink.value)
        inks[ink.value] = ink
    return tuple(inks[value] for value in sorted(inks))


def _is_hex(text: str) -> bool:
    return len(text) == 7 and text[0] == "#" and set(text[1:]) <= set("0123456789abcdef")
