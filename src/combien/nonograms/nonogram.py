"""A nonogram: for each line of a picture, the lengths of its blocks in order.

A block is a run of cells of one colour.  Between two blocks of the same colour there is at least
one white cell; blocks of different colours may touch.  Black and white is the usual case, and the
first colour of the others.  A nonogram is frozen and sound: what cannot be read is refused when it
is made, with the line it stands in, and so is what can have no solution for a reason that is seen
at once (a clue that is longer than its line, rows and columns that disagree on how many cells
there are) unless `check=False` keeps it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain, pairwise
from operator import index, itemgetter
from typing import TYPE_CHECKING, NamedTuple

from combien._displayed import Displayed
from combien.errors import BadNonogram

if TYPE_CHECKING:
    from combien.cover.parts import Solution
    from combien.cover.problem import Problem
    from combien.nonograms.board import Board

__all__ = [
    "BLACK",
    "LETTERS",
    "UNKNOWN",
    "WHITE",
    "Block",
    "Clue",
    "GivenClue",
    "Ink",
    "Nonogram",
    "clue_from",
    "least_length",
]

WHITE, BLACK, UNKNOWN = 0, 1, 2

# How cells are written, by value: white, black, unknown, and then the further colours.
LETTERS = ".#?abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

# Lines are counted in sixteen bits, and nobody can look at more cells than that.
LONGEST_LINE = 2**16 - 1
MOST_CELLS = 2**26

_FURTHER = ("#e6194b", "#3cb44b", "#4363d8", "#f58231", "#911eb4", "#008080", "#9a6324", "#808000")


class Block(NamedTuple):
    """A run of cells of one colour.

    >>> Block(3)
    Block(length=3, colour=1)
    """

    length: int
    colour: int = BLACK


class Ink(NamedTuple):
    """How a colour looks: its value in cells and blocks, a name, "#ff0000", and one letter."""

    value: int
    name: str
    hex: str
    letter: str


# Blocks as they come most often, made once: that is most of the time that reading a clue takes.
_BLACK_BLOCKS = [Block(length) for length in range(128)]
_LENGTH, _COLOUR = itemgetter(0), itemgetter(1)

Clue = tuple[Block, ...]
GivenClue = Sequence[int | tuple[int, int]]


@dataclass(frozen=True, slots=True, init=False)
class Nonogram(Displayed):
    """A puzzle: the clues of its rows, from the top, and of its columns, from the left.

    >>> heart = Nonogram([[1, 1], [5], [3], [1]], [[1], [3], [3], [3], [1]])
    >>> heart.height, heart.width, heart.rows[0]
    (4, 5, (Block(length=1, colour=1), Block(length=1, colour=1)))

    A clue is a sequence of lengths or of (length, colour); nothing, or 0 alone, says that a line is
    white.  Colours are numbers from 1 on without 2, which means "unknown"; `palette` has an `Ink`
    for each (by default they are chosen here), and `colours` are those of the blocks, in increasing
    order.  The texts are only carried along.
    Errors: `BadNonogram` with the line; also for the first of `problems()` unless `check=False`.
    """

    rows: tuple[Clue, ...]
    columns: tuple[Clue, ...]
    palette: tuple[Ink, ...]
    colours: tuple[int, ...] = field(compare=False)
    title: str
    author: str
    copyright: str
    catalogue: str
    license: str
    source: str
    description: str
    _problems: tuple[str, ...] = field(compare=False)

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
        used = set(map(_COLOUR, chain.from_iterable(chain(self.rows, self.columns))))
        write(self, "colours", tuple(sorted(used)))
        write(self, "palette", _palette(palette, self.colours))
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
                raise BadNonogram(f"{name} is text, not {type(text).__name__}")
            write(self, name, text)
        self._check_colours()
        write(self, "_problems", tuple(self._found_problems()))
        if check and self._problems:
            raise BadNonogram(
                f"{self._problems[0]}: there can be no solution (check=False keeps it)"
            )

    @property
    def height(self) -> int:
        """How many rows."""
        return len(self.rows)

    @property
    def width(self) -> int:
        """How many columns."""
        return len(self.columns)

    def ink(self, value: int) -> Ink:
        """The ink of a colour.

        >>> Nonogram([[1]], [[1]]).ink(BLACK)
        Ink(value=1, name='black', hex='#000000', letter='#')
        """
        return next(ink for ink in self.palette if ink.value == value)

    def problems(self) -> list[str]:
        """Why there can be no solution, as far as that is seen at once; usually nothing.

        >>> Nonogram([[2, 2]], [[1], [0], [1], [1]], check=False).problems()
        ['row 1: 2 2 needs 5 cells, and there are 4', 'the rows have 4 black cells, the columns 3']
        """
        return list(self._problems)

    def _found_problems(self) -> Iterator[str]:
        """Clues that are longer than their line; colours of which the clues tell two numbers."""
        several = len(self.colours) > 1
        for what, clues, room in (
            ("row", self.rows, self.width),
            ("column", self.columns, self.height),
        ):
            for number, clue in enumerate(clues, 1):
                # What takes the most time of all when one colour is as quick as it can be.
                gaps = _gaps(clue) if several else len(clue) - 1
                needed = sum(map(_LENGTH, clue)) + gaps
                if needed > room:
                    yield (
                        f"{what} {number}: {self._told(clue)} needs {needed} cells, "
                        f"and there are {room}"
                    )
        across, down = self._cells_by_colour(self.rows), self._cells_by_colour(self.columns)
        for colour in self.colours:
            if across[colour] != down[colour]:
                yield (
                    f"the rows have {across[colour]} {self.ink(colour).name} cells, "
                    f"the columns {down[colour]}"
                )

    def _cells_by_colour(self, clues: Iterable[Clue]) -> Counter[int]:
        """How many cells of each colour some clues tell."""
        blocks = chain.from_iterable(clues)
        if len(self.colours) == 1:
            return Counter({self.colours[0]: sum(map(_LENGTH, blocks))})
        cells: Counter[int] = Counter()
        for length, colour in blocks:
            cells[colour] += length
        return cells

    def problem(self) -> Problem:
        """The exact cover problem: what lines and probing leave open, see `cover.CoverModel`.

        >>> import combien
        >>> combien.count(Nonogram([[1]] * 5, [[1]] * 5))
        120
        """
        from combien.nonograms.cover import model_of

        return model_of(self).problem()

    def read(self, solution: Solution) -> Board:
        """The board that a solution of `problem()` tells."""
        from combien.nonograms.cover import model_of

        return model_of(self).read(solution)

    def _told(self, clue: Clue) -> str:
        """A clue as a person would say it, shortened when it is long."""
        if self.colours == (BLACK,):
            words = [str(block.length) for block in clue]
        else:
            words = [f"{block.length} {self.ink(block.colour).name}" for block in clue]
        mark = " " if self.colours == (BLACK,) else ", "
        return mark.join(words if len(words) <= 12 else [*words[:10], "...", words[-1]])

    def _check_colours(self) -> None:
        strange = set(self.colours) - {ink.value for ink in self.palette}
        if not strange:
            return
        for what, clues in (("row", self.rows), ("column", self.columns)):
            for number, clue in enumerate(clues, 1):
                for block in clue:
                    if block.colour in strange:
                        raise BadNonogram(
                            f"{what} {number}: no ink of the palette has colour {block.colour}"
                        )

    def __repr__(self) -> str:
        title = f" {self.title!r}" if self.title else ""
        return f"<Nonogram{title}: {self.height} rows, {self.width} columns>"


def least_length(clue: Clue) -> int:
    """How many cells a clue needs: its blocks, and gaps between neighbours of the same colour.

    >>> least_length((Block(2), Block(1), Block(3, 4)))
    7
    """
    return sum(block.length for block in clue) + _gaps(clue)


def _gaps(clue: Clue) -> int:
    """How many white cells there must be: between neighbours of the same colour."""
    return sum(1 for a, b in pairwise(clue) if a.colour == b.colour)


def _clues(given: Iterable[GivenClue], what: str) -> tuple[Clue, ...]:
    """The clues of all rows or all columns; reads no more than there may be."""
    clues: list[Clue] = []
    try:
        for clue in given:
            if len(clues) == LONGEST_LINE:
                raise BadNonogram(f"more than {LONGEST_LINE} {what}s")
            clues.append(_plain(clue) or clue_from(clue, f"{what} {len(clues) + 1}"))
    except TypeError as error:
        raise BadNonogram(f"the {what}s are a sequence of clues: {error}") from error
    if not clues:
        raise BadNonogram(f"there are no {what}s: give at least one clue, [] for a white line")
    return tuple(clues)


def _plain(given: GivenClue) -> Clue | None:
    """A clue of black blocks, as most are; None for what has to be looked at more closely."""
    if type(given) is not list and type(given) is not tuple:
        return None
    try:
        # A list takes no float for a number, but it takes -1 for its last.
        clue = tuple(map(_BLACK_BLOCKS.__getitem__, given))
        return clue if min(given) > 0 else None
    except (TypeError, IndexError, ValueError):
        return None


def clue_from(given: GivenClue, where: str) -> Clue:
    """A clue as it was given, checked; `where` is what an error says first.

    >>> clue_from([2, (1, 3)], "row 1")
    (Block(length=2, colour=1), Block(length=1, colour=3))
    """
    if isinstance(given, str):
        raise BadNonogram(f"{where}: a clue is a sequence of lengths, not text")
    blocks: list[Block] = []
    try:
        for entry in given:
            length, colour = (
                (index(entry), BLACK)
                if not isinstance(entry, (tuple, list))
                else (index(entry[0]), index(entry[1]))
            )
            blocks.append(Block(length, colour))
            if len(blocks) > LONGEST_LINE:
                raise BadNonogram(f"{where}: more than {LONGEST_LINE} blocks")
    except (TypeError, IndexError) as error:
        raise BadNonogram(f"{where}: a block is a length, or (length, colour)") from error
    if len(blocks) == 1 and blocks[0].length == 0:
        return ()
    for block in blocks:
        if not 0 < block.length <= LONGEST_LINE:
            raise BadNonogram(
                f"{where}: a block of {block.length} cells; a length is from 1 to {LONGEST_LINE}, "
                "and a white line has the clue [] or [0]"
            )
        if not 0 < block.colour < len(LETTERS) or block.colour == UNKNOWN:
            raise BadNonogram(
                f"{where}: colour {block.colour}; colours are 1, 3, 4, ... {len(LETTERS) - 1}"
            )
    return tuple(blocks)


def _palette(given: Iterable[Ink] | None, colours: Iterable[int]) -> tuple[Ink, ...]:
    """The inks by value: white, black, and one for each further colour."""
    inks = {
        WHITE: Ink(WHITE, "white", "#ffffff", LETTERS[WHITE]),
        BLACK: Ink(BLACK, "black", "#000000", LETTERS[BLACK]),
    }
    if given is None:
        for colour in colours:
            if colour > UNKNOWN:
                shade = _FURTHER[(colour - 3) % len(_FURTHER)]
                inks[colour] = Ink(colour, f"colour {colour}", shade, LETTERS[colour])
        return tuple(inks[value] for value in sorted(inks))
    seen: set[int] = set()
    if not isinstance(given, Iterable):
        raise BadNonogram("a palette is made of Ink(value, name, hex, letter)")
    for ink in given:
        if not isinstance(ink, Ink) or not all(isinstance(text, str) for text in ink[1:]):
            raise BadNonogram("a palette is made of Ink(value, name, hex, letter)")
        if not 0 <= ink.value < len(LETTERS) or ink.value == UNKNOWN or ink.value in seen:
            raise BadNonogram(
                f"palette: the value {ink.value} of {ink.name!r}; "
                f"values are 0, 1, 3, 4, ... {len(LETTERS) - 1}, each once"
            )
        if len(ink.letter) != 1:
            raise BadNonogram(f"palette: the letter of {ink.name!r} is {ink.letter!r}, not one")
        if not _is_hex(ink.hex):
            raise BadNonogram(f"palette: {ink.name!r} is {ink.hex!r}; write it like '#ff0000'")
        seen.add(ink.value)
        inks[ink.value] = ink
    return tuple(inks[value] for value in sorted(inks))


def _is_hex(text: str) -> bool:
    return len(text) == 7 and text[0] == "#" and set(text[1:]) <= set("0123456789abcdef")
