"""Clues, lines and colors: what rows and columns are made of.

A block is a run of cells of one color.  Between two blocks of the same color there is at least one
white cell; blocks of different colors may touch.  Some puzzles hide numbers: the length of a
*blotted* block is hidden, one cell or more.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from operator import index
from typing import Literal, NamedTuple

from combien._base.checks import as_int, short_repr
from combien.errors import BadNonogram

WHITE, BLACK, UNKNOWN = 0, 1, 2

# The length of a block whose length is hidden.
BLOTTED = 0

# The letters of cells by value: white, black, unknown, then the further colors.
LETTERS = ".#?abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

# The compiled core stores positions in 16 bits.
LONGEST_LINE = 2**16 - 1
MOST_CELLS = 2**26


class Block(NamedTuple):
    """A run of cells of one color.

    >>> Block(3)
    Block(length=3, color=1)

    A length of 0 (`BLOTTED`) is hidden: one cell or more.
    """

    length: int
    color: int = BLACK


# Common blocks, made once: creating them takes most of the time of reading a clue.
_BLACK_BLOCKS = [Block(length) for length in range(128)]
_BLACK_IDS = frozenset(map(id, _BLACK_BLOCKS[1:]))
_COLORS = frozenset(range(1, len(LETTERS))) - {UNKNOWN}
_INTEGERS, _BLOCKS = {int}, {Block}

Clue = tuple[Block, ...]
GivenClue = Sequence[int | tuple[int | None, int] | None]


def plain_clue(given: GivenClue) -> Clue | None:
    """Return a valid clue without blots (the fast path), or None if it needs `clue_from`.

    >>> plain_clue([2, 1]) == plain_clue((Block(2), Block(1))) == (Block(2), Block(1))
    True
    """
    if type(given) is tuple and _BLACK_IDS.issuperset(map(id, given)):
        return given  # Only the blocks made here have these ids.
    if type(given) is not list and type(given) is not tuple:
        return None
    kinds = set(map(type, given))
    if kinds == _INTEGERS:
        try:
            # Indexing accepts negative numbers, hence the check of the minimum.
            return tuple(map(_BLACK_BLOCKS.__getitem__, given)) if min(given) > 0 else None
        except IndexError:
            return None
    if kinds != _BLOCKS:
        return None if kinds else ()
    # The clues of files and boards, whose numbers are checked all at once.
    lengths, colors = zip(*given, strict=True)
    valid = (
        set(map(type, lengths + colors)) == _INTEGERS
        and min(lengths) > 0
        and max(lengths) <= LONGEST_LINE
        and _COLORS.issuperset(colors)
        and len(lengths) <= LONGEST_LINE
    )
    return tuple(given) if valid else None


def black_block(length: int) -> Block:
    """Return a block of this length, which is checked already: a shared one up to 127."""
    return _BLACK_BLOCKS[length] if length < len(_BLACK_BLOCKS) else Block(length)


def clue_from(given: GivenClue, where: str) -> Clue:
    """Return a validated clue; `where` is the prefix of error messages.

    >>> clue_from([2, (1, 3)], "row 1")
    (Block(length=2, color=1), Block(length=1, color=3))
    >>> clue_from([None, (None, 3)], "row 1")
    (Block(length=0, color=1), Block(length=0, color=3))

    A single 0 is an empty clue; a `Block` of length 0 is blotted, like None.
    """
    if isinstance(given, (str, dict, set, frozenset)):
        kind = "string" if isinstance(given, str) else type(given).__name__
        raise BadNonogram(f"{where}: a clue is a sequence of lengths, not a {kind}")
    blocks: list[Block] = []
    blots = 0
    try:
        for entry in given:
            # JSON has lists for pairs.
            length, color = entry if isinstance(entry, (tuple, list)) else (entry, BLACK)
            if isinstance(length, bool) or isinstance(color, bool):
                raise TypeError(f"{entry} is neither a length nor a color")
            if length is None or (isinstance(entry, Block) and length == BLOTTED):
                length, blots = BLOTTED, blots + 1
            blocks.append(Block(index(length), index(color)))
            if len(blocks) > LONGEST_LINE:
                raise BadNonogram(f"{where}: more than {LONGEST_LINE} blocks")
    except (TypeError, ValueError) as error:
        raise BadNonogram(f"{where}: a block is a length, or (length, color)") from error
    if len(blocks) == 1 and blocks[0].length == 0 and not blots:
        return ()
    zeros = sum(block.length == 0 for block in blocks)
    for block in blocks:
        if not (0 if zeros == blots else 1) <= block.length <= LONGEST_LINE:
            raise BadNonogram(
                f"{where}: a block of {short_repr(block.length)} cells; a length is from 1 to "
                f"{LONGEST_LINE}, and an empty clue is [] or [0]"
            )
        if not 0 < block.color < len(LETTERS) or block.color == UNKNOWN:
            raise BadNonogram(
                f"{where}: color {short_repr(block.color)}; colors are 1, 3, 4, ... "
                f"{len(LETTERS) - 1}"
            )
    return tuple(blocks)


def least_length(clue: Clue) -> int:
    """Return the minimum number of cells that a clue needs: its blocks and the required gaps.

    >>> least_length((Block(2), Block(1), Block(3, 4)))
    7
    """
    return sum(block.length or 1 for block in clue) + gap_count(clue)


def agrees(clue: Clue, other: Clue) -> bool:
    """Return whether the clue of a complete line matches, for any blotted lengths.

    >>> agrees((Block(BLOTTED), Block(2)), (Block(5), Block(2)))
    True
    """
    return clue == other or (
        len(clue) == len(other)
        and all(
            block.color == actual.color and block.length in (BLOTTED, actual.length)
            for block, actual in zip(clue, other, strict=True)
        )
    )


def blot_count(clue: Clue) -> int:
    """Return the number of blotted blocks."""
    return sum(1 for block in clue if block.length == BLOTTED)


def gap_count(clue: Clue) -> int:
    """Return the number of required gaps: between neighboring blocks of the same color."""
    return sum(1 for a, b in pairwise(clue) if a.color == b.color)


# Lines and colors ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, eq=False)
class Line:
    """A row or a column: its number from 0, its clue, and the places of its cells.

    `index` counts all lines, the rows first; a place counts all cells, row by row.
    """

    index: int
    kind: Literal["row", "column"]
    number: int
    clue: Clue
    places: range

    def __str__(self) -> str:
        return f"{self.kind} {self.number + 1}"

    def cells(self, cells: bytes | bytearray) -> bytes:
        """Return the values of this line's cells."""
        return bytes(cells[self.places.start : self.places.stop : self.places.step])


def lines_of(rows: Sequence[Clue], columns: Sequence[Clue]) -> tuple[Line, ...]:
    """Return all lines of a nonogram, the rows first.

    >>> two, one = (Block(2),), (Block(1),)
    >>> for line in lines_of([two, ()], [one, one]):
    ...     print(line, list(line.places), line.cells(b"abcd"))
    row 1 [0, 1] b'ab'
    row 2 [2, 3] b'cd'
    column 1 [0, 2] b'ac'
    column 2 [1, 3] b'bd'
    """
    height, width = len(rows), len(columns)
    across = (
        Line(i, "row", i, clue, range(i * width, (i + 1) * width)) for i, clue in enumerate(rows)
    )
    down = (
        Line(height + j, "column", j, clue, range(j, height * width, width))
        for j, clue in enumerate(columns)
    )
    return (*across, *down)


class Ink(NamedTuple):
    """A color: its value in cells and blocks, its name, its hex code ("#ff0000") and a letter."""

    value: int
    name: str
    hex: str
    letter: str


_FURTHER = ("#e6194b", "#3cb44b", "#4363d8", "#f58231", "#911eb4", "#008080", "#9a6324", "#808000")


def palette_of(given: Iterable[Ink] | None, colors: Iterable[int]) -> tuple[Ink, ...]:
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
