"""A board of squares with a text in each: the form of most solutions.

Shared by several puzzles, so that text, drawing and JSON are written once.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from typing import Self

from combien._base.records import dataclass
from combien.drawing._content import PAPER
from combien.drawing._picture import Picture
from combien.puzzles._puzzle import DrawnReading

__all__ = ["LIGHTER", "PAPER", "Board", "Groups"]
# The offset of the light colors in the palette.
LIGHTER = 12


@dataclass(frozen=True, slots=True)
class Board(DrawnReading):
    """Squares with a text in each; `lines` are the rows, from the top.

    >>> print(Board((("1", "2"), ("", "10"))))
     1  2
     . 10

    `colors` has the shape of `lines`: palette numbers, or None for an empty square.  Without it,
    equal texts have the same color, and squares without text have none.
    """

    lines: tuple[tuple[str, ...], ...]
    colors: tuple[tuple[int | None, ...], ...] = ()

    @classmethod
    def marked(cls, size: int, cells: Container[object], text: str) -> Self:
        """Return a square board with this text in the given cells (x, y), y down.

        >>> print(Board.marked(2, {(1, 0)}, "R"))
        . R
        . .
        """
        places = range(size)
        return cls(tuple(tuple(text * ((x, y) in cells) for x in places) for y in places))

    @classmethod
    def written(cls, lines: Iterable[Sequence[str]]) -> Self:
        """Return a board of texts on white squares.

        >>> Board.written(["ab", "cd"]).colors
        ((-1, -1), (-1, -1))
        """
        texts = tuple(map(tuple, lines))
        return cls(texts, tuple((PAPER,) * len(line) for line in texts))

    @property
    def taken(self) -> list[tuple[int, int]]:
        """The cells (x, y) that have a text, row by row, y down.

        >>> Board((("", "R"), ("", ""))).taken
        [(1, 0)]
        """
        return [(x, y) for y, line in enumerate(self.lines) for x, text in enumerate(line) if text]

    def picture(self, *, title: str = "") -> Picture:
        """Return a drawing with one patch per square, labeled with its text.

        >>> print(Board((("1", "2"), ("2", "1"))).picture().ascii(boxes=True, labels=True))
        ┌───┬───┐
        │ 1 │ 2 │
        ├───┼───┤
        │ 2 │ 1 │
        └───┴───┘
        """
        texts = dict.fromkeys(text for line in self.lines for text in line if text)
        number = {text: at for at, text in enumerate(sorted(texts, key=lambda t: (len(t), t)))}
        height = len(self.lines)
        groups = []
        for down, line in enumerate(self.lines):
            for x, text in enumerate(line):
                color = self.colors[down][x] if self.colors else number.get(text)
                groups.append(([(x, height - 1 - down)], color, text))
        return Picture.of_cells(groups, title=title, labeled=True)

    def plain(self) -> list[list[str]]:
        """Return the texts, row by row."""
        return [list(line) for line in self.lines]

    def __str__(self) -> str:
        width = max((len(text) for line in self.lines for text in line), default=1)
        return "\n".join(
            " ".join(f"{text or '.':>{width}}" for text in line) for line in self.lines
        )


@dataclass(frozen=True, slots=True)
class Groups(DrawnReading):
    """Rows of groups of numbers.

    >>> walks = Groups((((1, 2, 3), (4, 5, 6)), ((1, 4), (2, 10))))
    >>> print(walks)
    1 2 3   4 5 6
    1 4   2 10
    """

    lines: tuple[tuple[tuple[int, ...], ...], ...]

    def picture(self, *, title: str = "") -> Picture:
        """Return a square per member, colored by number; gaps separate the groups.

        >>> print(Groups((((1, 2), (3,)),)).picture().ascii())
        12 3
        """
        squares: list[tuple[list[tuple[int, int]], int | None, str]] = []
        for down, line in enumerate(self.lines):
            x = 0
            for group in line:
                for number in group:
                    squares.append(([(x, -down)], LIGHTER + number - 1, str(number)))
                    x += 1
                x += 1
        return Picture.of_cells(squares, title=title, labeled=True)

    def plain(self) -> list[list[list[int]]]:
        """Return the numbers: rows of groups."""
        return [[list(group) for group in line] for line in self.lines]

    def __str__(self) -> str:
        return "\n".join(
            "   ".join(" ".join(map(str, group)) for group in one) for one in self.lines
        )
