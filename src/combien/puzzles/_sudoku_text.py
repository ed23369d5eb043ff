"""Read and write sudokus as text, in the common formats.

    530070000600195...          81 characters: `.`, `0`, `*`, `_` or `?` is an empty cell
    nine lines of nine          with or without spaces, bars (`|`) and rules (`---+---`)
    1-9, then A, B, C ...       for larger ones; only letters (A to P) if there is no digit
    12 . 3 ...                  numbers separated by spaces, without letters

A file may hold one sudoku per line, or multi-line sudokus separated by empty lines.  The cages of a
killer sudoku, groups of cells with different digits of a given sum, are written as `5=r1c2,r1c3`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, permutations
from math import isqrt, perm

from combien._base.checks import short_repr
from combien.errors import BadPuzzle
from combien.puzzles._puzzle import is_number

SYMBOLS = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
EMPTY = ".0*_?"
LARGEST = len(SYMBOLS)

# A longer text that begins like a sudoku is something else.
MOST_LINES = 5_000

_SETTING = re.compile(r"[a-z]+=")
_RULE = re.compile(r"[\s|+=-]*[+=-][\s|+=-]*")
_VALUE = {symbol: value for value, symbol in enumerate(SYMBOLS, 1)} | dict.fromkeys(EMPTY, 0)
# The lengths of lines that hold a whole sudoku, not a row of a larger one.
_ALONE = {size * size for size in range(6, LARGEST + 1)}


@dataclass(frozen=True, slots=True)
class Written:
    """A sudoku in a file: the number of its first line, its text, and whether it is a single line.

    `whole`: the text begins with settings, and may end with regions and cages.
    """

    number: int
    text: str
    alone: bool
    whole: bool = False


def written(lines: Iterable[str]) -> Iterator[Written]:
    """Yield the sudokus in a file; empty lines and comments (`#`) are skipped.

    >>> one, two = written(["# a comment", "1234341221434321", "", "12..", "....", "..34", "...."])
    >>> one.number, one.alone, two.number, two.text
    (2, True, 4, '12..\\n....\\n..34\\n....')

    A file that begins with a setting such as `x=no` is one sudoku, with regions and cages.  The
    rest of a line after a sudoku and a space, comma or semicolon is ignored.  Memory: the lines of
    one sudoku.
    """
    block: list[tuple[int, str]] = []
    rest = iter(lines)
    begun = False
    for number, line in enumerate(rest, 1):
        text = line.strip()
        if not begun and _SETTING.match(text):
            yield Written(number, "\n".join([text, *islice(rest, MOST_LINES)]), False, True)
            return
        begun = begun or bool(text and text[0] != "#")
        if not text:
            yield from _of_block(block)
            block = []
        elif text[0] != "#" and not _RULE.fullmatch(text):
            first = re.split(r"[\s,;]", text, maxsplit=1)[0]
            if len(first) in _ALONE:
                yield from _of_block(block)
                block = []
                yield Written(number, first, True)
                continue
            if block and len(_spread(block[0][1])) == 16 != len(_spread(text)):
                yield from _of_block(block)
                block = []
            block.append((number, text))
            if len(block) >= min(len(_spread(text)), LARGEST):
                yield from _of_block(block)
                block = []
    yield from _of_block(block)


def _of_block(block: list[tuple[int, str]]) -> Iterator[Written]:
    """Yield the sudokus in consecutive lines: one, or one 4 x 4 sudoku per line."""
    if not block:
        return
    lengths = {len(_spread(text)) for _, text in block}
    small = all(set(text) <= {*"1234", *EMPTY} for _, text in block)
    if lengths == {16} and (small or len(block) != 16):
        yield from (Written(number, text, True) for number, text in block)
    else:
        yield Written(block[0][0], "\n".join(text for _, text in block), False)


def _spread(line: str) -> list[str]:
    """Return the cells of one line: separated numbers, or single characters."""
    words = line.replace("|", " ").split()
    if len(words) > 1 and all(len(word) <= 2 for word in words):
        return words
    return list("".join(words))


def bare(text: str) -> tuple[int, ...]:
    """Parse the cells of a sudoku, row by row: 0 for an empty one.

    >>> bare("12|.. 34|.. --+-- ..|.. ..|..")[:6]
    (1, 2, 0, 0, 3, 4)
    >>> bare("1234")
    Traceback (most recent call last):
    ...
    combien.errors.BadPuzzle: a sudoku has 16, 36, 81, 256 ... cells, not 4

    Raises `BadPuzzle` for a number of cells that is not a square, or a character that is not a
    digit.
    """
    words = [word for word in text.replace("|", " ").split() if not _RULE.fullmatch(word)]
    # Numbers separated by spaces, unless some two-digit word is too large to be one.
    apart = len(words) >= 4 and isqrt(len(words)) ** 2 == len(words)
    if apart and all(len(word) <= 2 for word in words):
        values = [0 if word in EMPTY else int(word) if word.isdecimal() else -1 for word in words]
        if all(0 <= value <= isqrt(len(words)) for value in values):
            return tuple(values)
    cells = "".join(words)
    size = isqrt(len(cells))
    if size * size != len(cells) or not 4 <= size <= LARGEST:
        raise BadPuzzle(f"a sudoku has 16, 36, 81, 256 ... cells, not {len(cells)}")
    upper = cells.upper()
    first = 0 if any(symbol in "123456789" for symbol in upper) else 9
    values = []
    for place, symbol in enumerate(upper):
        value = _VALUE.get(symbol, -1)
        value -= first if value > 9 else 0
        if not 0 <= value <= size:
            raise BadPuzzle(
                f"'{cells[place]}' in row {place // size + 1}, column {place % size + 1}, is not "
                f"a digit of a sudoku of size {size}"
            )
        values.append(value)
    return tuple(values)


def one_line(cells: Sequence[int]) -> str:
    """Return all cells on one line, one character each.

    >>> one_line((1, 0, 0, 12))
    '1..C'
    """
    return "".join(SYMBOLS[value - 1] if value else "." for value in cells)


def drawn_lines(cells: Sequence[int], *, box: tuple[int, int] | None = None) -> str:
    """Return the cells row by row, with bars between boxes of this width and height.

    >>> print(drawn_lines((1, 2, 0, 0, 3, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0), box=(2, 2)))
    1 2 | . .
    3 4 | . .
    ----+----
    . . | . .
    . . | . .
    """
    size = isqrt(len(cells))
    wide = 1 if size <= 9 else 2
    width, height = box or (size, size)
    last = size // width - 1
    rule = "+".join("-" * ((wide + 1) * width + (0 < edge < last)) for edge in range(last + 1))
    lines = []
    for y in range(size):
        if y and y % height == 0:
            lines.append(rule)
        texts = [f"{value or '.':>{wide}}" for value in cells[y * size : (y + 1) * size]]
        parts = [" ".join(texts[x : x + width]) for x in range(0, size, width)]
        lines.append(" | ".join(parts))
    return "\n".join(lines)


Cell = tuple[int, int]
# The (x, y, digit) of each cell that an option fills.
Way = tuple[tuple[int, int, int], ...]

MOST_WAYS = 1_000_000

_PLACE = re.compile(r"r(\d{1,2})c(\d{1,2})")


# Cages --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Cage:
    """Cells (x, y), y down, that hold different digits of this sum; 0 for any sum.

    >>> cage = Cage(4, ((0, 0), (1, 0)))
    >>> list(cage.ways((0,) * 16))
    [((0, 0, 1), (1, 0, 3)), ((0, 0, 3), (1, 0, 1))]
    >>> str(cage)
    '4=r1c1,r1c2'
    """

    sum: int
    cells: tuple[Cell, ...]

    def ways(self, givens: Sequence[int]) -> Iterator[Way]:
        """Yield the fillings compatible with the givens, which become the options of the cage.

        Cost: tries all fillings, 60480 for 6 cells of a 9 x 9 sudoku.
        """
        size = isqrt(len(givens))
        given = [givens[size * y + x] for x, y in self.cells]
        for filling in permutations(range(1, size + 1), len(self.cells)):
            if self.sum in (0, sum(filling)) and all(
                wanted in (0, digit) for wanted, digit in zip(given, filling, strict=True)
            ):
                yield tuple((x, y, d) for (x, y), d in zip(self.cells, filling, strict=True))

    def __str__(self) -> str:
        return f"{self.sum}=" + ",".join(f"r{y + 1}c{x + 1}" for x, y in self.cells)


def cage_in(word: str) -> Cage:
    """Parse a cage.  Raises `BadPuzzle`."""
    total, _, cells = word.partition("=")
    matches = [_PLACE.fullmatch(cell) for cell in cells.split(",")]
    if not is_number(total) or None in matches:
        raise BadPuzzle(f"'{word[:60]}' is not a cage: expected a sum and cells, as in 5=r1c2,r1c3")
    return Cage(int(total), tuple((int(at[2]) - 1, int(at[1]) - 1) for at in matches if at))


def check_cages(cages: Sequence[Cage], size: int) -> None:
    """Raise `BadPuzzle` if the cages are invalid for a sudoku of this size."""
    seen: set[Cell] = set()
    options = 0
    for cage in cages:
        if not isinstance(cage, Cage):
            raise BadPuzzle(f"expected a Cage, not {short_repr(cage, 60)}")
        named = f"the cage of sum {cage.sum}"
        if not cage.cells:
            raise BadPuzzle(f"{named} has no cells")
        for x, y in cage.cells:
            if not (0 <= x < size and 0 <= y < size):
                raise BadPuzzle(f"{named} has cell r{y + 1}c{x + 1}, which is outside the sudoku")
            if (x, y) in seen:
                raise BadPuzzle(f"{named} has cell r{y + 1}c{x + 1}, which is already in a cage")
            seen.add((x, y))
        if len(cage.cells) > size:
            raise BadPuzzle(f"{named} has more cells than there are digits")
        options += perm(size, len(cage.cells))
    if options > MOST_WAYS:
        raise BadPuzzle(
            f"too many ways to fill the cages: {options}, at most {MOST_WAYS} are allowed; "
            "leave out cages of more than 6 cells and test their sums afterwards"
        )
