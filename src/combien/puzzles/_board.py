"""What most solutions mean: a board of squares with a text in each.

Several puzzles read their solutions as one of these, so that text, drawing and JSON stand once.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass
from typing import Self

from combien.drawing._picture import PAPER, Picture
from combien.puzzles._reading import DrawnReading

__all__ = ["LIGHTER", "PAPER", "Board"]
# So much further on in the palette, colors are light ones.
LIGHTER = 12


@dataclass(frozen=True, slots=True)
class Board(DrawnReading):
    """Squares with a text in each; `lines` from the top, each from the left.

    >>> print(Board((("1", "2"), ("", "10"))))
     1  2
     . 10

    `colors` are laid out like the texts: numbers of a palette, or None for an empty square.
    Without them, a text always has the color of the same text elsewhere, and no text has none.
    """

    lines: tuple[tuple[str, ...], ...]
    colors: tuple[tuple[int | None, ...], ...] = ()

    @classmethod
    def marked(cls, size: int, cells: Container[object], text: str) -> Self:
        """A square board with this text in some of its cells: (x, y), y down.

        >>> print(Board.marked(2, {(1, 0)}, "R"))
        . R
        . .
        """
        places = range(size)
        return cls(tuple(tuple(text * ((x, y) in cells) for x in places) for y in places))

    @classmethod
    def written(cls, lines: Iterable[Sequence[str]]) -> Self:
        """A board of texts on white squares.

        >>> Board.written(["ab", "cd"]).colors
        ((-1, -1), (-1, -1))
        """
        texts = tuple(map(tuple, lines))
        return cls(texts, tuple((PAPER,) * len(line) for line in texts))

    @property
    def taken(self) -> list[tuple[int, int]]:
        """The cells that have a text, line by line: (x, y), y down.

        >>> Board((("", "R"), ("", ""))).taken
        [(1, 0)]
        """
        return [(x, y) for y, line in enumerate(self.lines) for x, text in enumerate(line) if text]

    def picture(self, *, title: str = "") -> Picture:
        """A patch for each square, with its text as its label.

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
        """The texts, line by line."""
        return [list(line) for line in self.lines]

    def __str__(self) -> str:
        width = max((len(text) for line in self.lines for text in line), default=1)
        return "\n".join(
            " ".join(f"{text or '.':>{width}}" for text in line) for line in self.lines
        )
