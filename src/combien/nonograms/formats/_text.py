"""Shared functions of the formats: lines of untrusted files, clues, and names of colors.

All readers use `text_of` or `Lines`, and `natural` for numbers, so the limits are defined once.  No
memory is allocated for a declared size: lines are read one by one, and missing lines are reported
before anything is built.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable, Iterator, Sequence

from combien.cover.formats._text import FormatWarning, bad, decoded, natural, quoted
from combien.errors import BadFormat
from combien.nonograms._clue import BLACK, BLOTTED, LETTERS, LONGEST_LINE, Block, Clue, black_block
from combien.nonograms._nonogram import Board, Nonogram
from combien.nonograms._puzzle import Puzzle

# A function from the letter of a color to its value.
Colors = Callable[[str], int | None]

_BLOCK = re.compile(r"(\d+|\?)(\D?)", re.ASCII)
# The largest puzzles have about 130 000 lines; a million are read in two seconds.
MOST_LINES = 1_000_000
_SEPARATOR = re.compile(r"[\s,]+")
# Longer lines are parsed with care, not at once.
LONG_TEXT = 10_000
_BLACK_WORDS = {str(length): black_block(length) for length in range(1, 128)}


def text_of(content: bytes) -> str:
    """Return the text of a file, without a byte order mark.

    >>> text_of(b"caf\\xc3\\xa9")
    'café'

    Other encodings than UTF-8 cause a `FormatWarning`, see `decoded`.
    """
    text = decoded(content, stacklevel=4)
    place = text.find("\0")
    if place >= 0:
        raise bad("a NUL character: this is not a text file", line=text.count("\n", 0, place) + 1)
    return text


class Lines:
    """A reader of the lines of a text; `number` is the number of the latest line, for errors.

    >>> lines = Lines(b"a\\n\\nb")
    >>> lines.next("a"), lines.significant("b"), lines.number
    ('a', 'b', 3)
    >>> lines.next("row 1")
    Traceback (most recent call last):
    ...
    combien.errors.BadFormat: line 3: the file ends; expected row 1
    """

    def __init__(self, content: bytes) -> None:
        if content.count(b"\n") > MOST_LINES:
            raise bad(f"more than {MOST_LINES} lines: split the file", line=MOST_LINES)
        self._lines = text_of(content).split("\n")
        # A final line end does not begin a new line.
        if not self._lines[-1]:
            self._lines.pop()
        self.number = 0

    def __iter__(self) -> Iterator[str]:
        while self.more():
            yield self.next("a line")

    def more(self) -> bool:
        """Return whether there is another line; a final line end does not begin a new one."""
        return self.number < len(self._lines)

    def next(self, what: str) -> str:
        """Return the next line, stripped.  Raises `BadFormat` at the end of the file."""
        if not self.more():
            raise bad(f"the file ends; expected {what}", line=self.number)
        self.number += 1
        return self._lines[self.number - 1].strip()

    def peek(self) -> str:
        """Return the next line, stripped, without reading it; an empty string at the end."""
        return self._lines[self.number].strip() if self.more() else ""

    def upcoming(self, count: int) -> list[str]:
        """Return up to `count` lines that come next, not stripped, without reading them."""
        return self._lines[self.number : self.number + count]

    def significant(self, what: str) -> str:
        """Return the next nonempty line."""
        while not (line := self.next(what)):
            pass
        return line

    def end(self) -> None:
        """Raise `BadFormat` if there is another nonempty line."""
        for line in self:
            if line:
                raise bad(f"expected the end of the file, not {quoted(line)}", line=self.number)


def clue_of(line: str, *, number: int, colors: Colors | None = None) -> Clue:
    """Parse a clue: numbers separated by blanks or commas, with optional letters of colors.

    >>> clue_of("3, 1a", number=1, colors={"a": 3}.get)
    (Block(length=3, color=1), Block(length=1, color=3))
    >>> clue_of("0", number=1), clue_of("", number=1)
    ((), ())

    `colors` returns the color of a letter, or None for an undeclared one.  `?` is a blotted block.
    """
    if len(line) < LONG_TEXT:
        try:
            return tuple(map(_BLACK_WORDS.__getitem__, line.replace(",", " ").split()))
        except KeyError:
            pass
    # Check the length first, before storing millions of words.
    words = [word for word in _SEPARATOR.split(line[: 8 * LONGEST_LINE]) if word]
    if len(words) > LONGEST_LINE or len(line) > 8 * LONGEST_LINE:
        raise bad(f"a clue of more than {LONGEST_LINE} blocks", line=number)
    blocks = []
    blots = 0
    for word in words:
        found = _BLOCK.fullmatch(word)
        if found and found[1] == "?":
            length, blots = BLOTTED, blots + 1
        else:
            length = natural(
                found[1] if found else word, "a block's length", most=LONGEST_LINE, line=number
            )
        letter = found[2] if found else ""
        color = BLACK if not letter else colors(letter) if colors is not None else None
        if color is None:
            raise bad(f"{quoted(word)}: the color is not declared", line=number)
        blocks.append(Block(length, color))
    if len(blocks) == 1 and not blocks[0].length and not blots:
        return ()
    if sum(not block.length for block in blocks) > blots:
        raise bad("a block of 0 cells: write 0 alone for a white line", line=number)
    return tuple(blocks)


def clues_of_lines(
    lines: Lines, what: str, count: int, *, colors: Colors | None = None
) -> list[Clue]:
    """Read `count` clues, one per line; an empty line is an empty clue."""
    # Words are parsed once: this halves the time to read a file.
    known = dict(_BLACK_WORDS)
    clues: list[Clue] = []
    for line in lines.upcoming(count):
        lines.number += 1
        words = line.replace(",", " ").split() if len(line) < LONG_TEXT else []
        try:
            clue = tuple(map(known.__getitem__, words))
        except KeyError:
            clue = ()
        if not clue:
            clue = clue_of(line.strip(), number=lines.number, colors=colors)
            known.update(zip(words, clue, strict=False))
        clues.append(clue)
    if len(clues) < count:
        lines.next(f"the clue of {what} {len(clues) + 1} of {count}")
    return clues


def size_of(words: Sequence[str], names: Sequence[str], *, line: int) -> list[int]:
    """Parse sizes, which must be at least 1; `names` are used in error messages.

    >>> size_of(["3", "0"], ["rows", "columns"], line=1)
    Traceback (most recent call last):
    ...
    combien.errors.BadFormat: line 1: the number of columns is 0: expected at least 1
    """
    if len(words) != len(names):
        raise bad(f"expected the numbers of {' and '.join(names)}", line=line)
    sizes = []
    for word, name in zip(words, names, strict=True):
        sizes.append(natural(word, f"the number of {name}", most=LONGEST_LINE, line=line))
        if not sizes[-1]:
            raise bad(f"the number of {name} is 0: expected at least 1", line=line)
    return sizes


def lengths(clue: Clue, *, separator: str, empty: str = "0") -> str:
    """Return a clue as text: its numbers, with letters for colors other than black.

    >>> lengths((Block(3), Block(1, 3)), separator=","), lengths((), separator=" ")
    ('3,1a', '0')
    """
    return (
        separator.join(
            f"{length}{'' if color == BLACK else LETTERS[color]}" for length, color in clue
        )
        or empty
    )


def written(nonogram: Nonogram, *, separator: str) -> tuple[list[str], list[str]]:
    """Return the clues of the rows and of the columns as lines of text."""
    return (
        [lengths(clue, separator=separator) for clue in nonogram.rows],
        [lengths(clue, separator=separator) for clue in nonogram.columns],
    )


def goal_of(puzzle: Puzzle, format: str) -> Board:
    """Return the goal to write in a format without clues.

    >>> print(goal_of(Puzzle.of(Board.parse("#.")), "text"))
    #.

    Raises `BadFormat` if there is none, or if it does not solve the puzzle.
    """
    if not puzzle.goals:
        raise BadFormat(
            f"the {format} format has a picture, but this puzzle has no goal: solve it first"
        )
    if not puzzle.goals[0].solves(puzzle.nonogram):
        raise BadFormat(
            f"the {format} format has no clues, and the goal of this puzzle does not solve it"
        )
    return puzzle.goals[0]


_NAMED = {
    "black": "#000000",
    "white": "#ffffff",
    "red": "#ff0000",
    "green": "#008000",
    "blue": "#0000ff",
    "yellow": "#ffff00",
    "orange": "#ffa500",
    "brown": "#a52a2a",
    "purple": "#800080",
    "violet": "#ee82ee",
    "pink": "#ffc0cb",
    "grey": "#808080",
    "gray": "#808080",
    "cyan": "#00ffff",
    "magenta": "#ff00ff",
    "lime": "#00ff00",
    "navy": "#000080",
    "teal": "#008080",
    "maroon": "#800000",
    "olive": "#808000",
    "gold": "#ffd700",
    "beige": "#f5f5dc",
    "tan": "#d2b48c",
    "turquoise": "#40e0d0",
    "salmon": "#fa8072",
    "khaki": "#f0e68c",
    "silver": "#c0c0c0",
    "skyblue": "#87ceeb",
}
_LONG = re.compile(r"#?([0-9a-f]{6})")
_SHORT = re.compile(r"#?([0-9a-f]{3})")


def shade_of(word: str, *, line: int) -> str:
    """Return the shade of a color name as #rrggbb; unknown names are gray, with a warning.

    >>> shade_of("Red", line=1), shade_of("#0F0", line=1), shade_of("123456", line=1)
    ('#ff0000', '#00ff00', '#123456')
    """
    small = word.lower()
    if small in _NAMED:
        return _NAMED[small]
    if found := _LONG.fullmatch(small):
        return f"#{found[1]}"
    if found := _SHORT.fullmatch(small):
        return "#" + "".join(2 * digit for digit in found[1])
    if not small.isalnum():
        raise bad(f"expected a color, as in #ff0000 or red, not {quoted(word)}", line=line)
    warnings.warn(
        f"line {line}: the color {quoted(word)} is unknown: gray is used instead",
        FormatWarning,
        stacklevel=2,
    )
    return "#808080"
