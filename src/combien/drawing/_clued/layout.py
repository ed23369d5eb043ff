"""Where the parts of a board with clues are: the geometry that SVG and PDF share.

Lengths are in any unit; x runs to the right and y down, from the upper left corner of the drawing.
A number is a column of its own beside the rows, and a row of its own above the columns.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from combien._base.records import dataclass
from combien.drawing._clued.content import CluedContent, Number
from combien.drawing._content import Point
from combien.drawing._palette import DEFAULT, luminance, mixed
from combien.drawing._strokes import CAP_HEIGHT, lettering

__all__ = ["BETWEEN", "DOT", "GUIDE", "Caption", "Layout", "Placed", "readable"]

# The number of cells between two guide lines.
GUIDE = 5
# A gray with a contrast of 4.5:1 to both white paper and black cells.
BETWEEN = "#767676"
# The diameter of the dot in a known white cell, in cells.
DOT = 0.18
# Luminance with a contrast of 3:1 to white, the W3C minimum for large text.
_LIGHTEST = 0.3

# The strokes of a text, the left end of its base line, and its scale.
Lettered = tuple[tuple[tuple[Point, ...], ...], float, float, float]


@dataclass(frozen=True, slots=True)
class Layout:
    """The places of the parts of a board whose cells have edges of length `size`.

    >>> layout = Layout(CluedContent(1, 1, (None,), (((3, "#000000"),),), ((),)), 10)
    >>> layout.width, layout.height, layout.left, layout.top
    (30.0, 20.0, 15.0, 5.0)
    """

    board: CluedContent
    size: float

    @property
    def across(self) -> int:
        """The largest number of clues of a row."""
        return max(map(len, self.board.rows))

    @property
    def down(self) -> int:
        """The largest number of clues of a column."""
        return max(map(len, self.board.columns))

    @property
    def left(self) -> float:
        """The left edge of the cells."""
        return self.size / 2 + self.across * self.size

    @property
    def top(self) -> float:
        """The upper edge of the cells."""
        return self.size / 2 + self.down * self.size

    @property
    def width(self) -> float:
        """The width of the drawing, with its margins."""
        right = self.across * self.size if self.board.both_sides else 0
        return self.left + (self.board.width + 0.5) * self.size + right

    @property
    def height(self) -> float:
        """The height of the drawing, with its margins."""
        bottom = self.down * self.size if self.board.both_sides else 0
        return self.top + (self.board.height + 0.5) * self.size + bottom

    def runs(self, places: Iterable[int]) -> Iterator[tuple[float, float, float]]:
        """Yield the left and upper edge and the length of each run of cells in a row.

        >>> layout = Layout(CluedContent(1, 4, (None,) * 4, ((),), ((),) * 4), 10)
        >>> list(layout.runs([0, 1, 3]))
        [(5.0, 5.0, 20), (35.0, 5.0, 10)]
        """
        begin = end = -1
        for place in places:
            if begin >= 0 and place == end + 1 and place % self.board.width:
                end = place
                continue
            if begin >= 0:
                yield self._run(begin, end)
            begin = end = place
        if begin >= 0:
            yield self._run(begin, end)

    def _run(self, begin: int, end: int) -> tuple[float, float, float]:
        row, column = divmod(begin, self.board.width)
        size = self.size
        return self.left + column * size, self.top + row * size, (end - begin + 1) * size

    def rules(self, *, thick: bool) -> tuple[float, list[float], list[float]]:
        """Return the width of the lines between cells, and their heights and their abscissas.

        Thick lines are around the board and after every five cells.
        """
        high, wide = self.board.height, self.board.width
        return (
            self.size * (0.12 if thick else 0.05),
            [
                self.top + at * self.size
                for at in range(high + 1)
                if (at % GUIDE == 0 or at == high) == thick
            ],
            [
                self.left + at * self.size
                for at in range(wide + 1)
                if (at % GUIDE == 0 or at == wide) == thick
            ],
        )

    def rings(self) -> Iterator[tuple[float, float]]:
        """Yield the centers of the rings in marked cells."""
        for place in sorted(set(self.board.marked)):
            row, column = divmod(place, self.board.width)
            yield self.left + (column + 0.5) * self.size, self.top + (row + 0.5) * self.size

    @property
    def unknown(self) -> str:
        """The shade of unknown cells."""
        return DEFAULT.paper if self.board.for_print else DEFAULT.empty

    def dots(self) -> Iterator[tuple[float, float]]:
        """Yield the centers of the known white cells, which have dots in print."""
        shades = self.board.cells
        if not self.board.for_print or None not in shades:
            return
        for place, shade in enumerate(shades):
            if shade == DEFAULT.paper:
                row, column = divmod(place, self.board.width)
                yield self.left + (column + 0.5) * self.size, self.top + (row + 0.5) * self.size

    def numbers(self) -> dict[str, list[Lettered]]:
        """Return the numbers of the clues by their shade, each small enough for its cell."""
        lettered: dict[str, list[Lettered]] = {}
        for entry, x, y in self._entries():
            lettered.setdefault(entry[1], []).append(
                _lettered(str(entry[0] or "?"), x, y, self.size)
            )
        return lettered

    def _entries(self) -> Iterator[tuple[Number, float, float]]:
        """Yield the numbers and their centers."""
        size, left, top = self.size, self.left, self.top
        right, bottom = left + self.board.width * size, top + self.board.height * size
        for row, clue in enumerate(self.board.rows):
            y = top + (row + 0.5) * size
            for place, entry in enumerate(reversed(clue)):
                yield entry, left - (place + 0.5) * size - size * 0.2, y
            for place, entry in enumerate(clue if self.board.both_sides else ()):
                yield entry, right + (place + 0.5) * size + size * 0.2, y
        for column, clue in enumerate(self.board.columns):
            x = left + (column + 0.5) * size
            for place, entry in enumerate(reversed(clue)):
                yield entry, x, top - (place + 0.5) * size - size * 0.1
            for place, entry in enumerate(clue if self.board.both_sides else ()):
                yield entry, x, bottom + (place + 0.5) * size + size * 0.1


@dataclass(frozen=True, slots=True)
class Caption:
    """A line of text: its strokes, the left end of its base line, and its scale."""

    strokes: tuple[tuple[tuple[float, float], ...], ...]
    x: float
    y: float
    scale: float


@dataclass(frozen=True, slots=True)
class Placed:
    """A board on a sheet: the upper left corner of its drawing, and its title."""

    layout: Layout
    x: float
    y: float
    caption: Caption | None


def readable(shade: str) -> str:
    """Return a shade for a number that is dark enough on paper; ink instead of white.

    >>> readable("#ffff00"), readable("#ffffff")
    ('#999900', '#222222')
    """
    if shade == DEFAULT.paper:
        return DEFAULT.ink
    darker = (mixed(shade, "#000000", percent) for percent in range(0, 100, 10))
    return next(color for color in darker if luminance(color) <= _LIGHTEST)


def _lettered(text: str, x: float, y: float, size: float) -> Lettered:
    """Return a number centered at a point."""
    letters, width = lettering(text)
    # The gap between two numbers side by side must be larger than the gap between two digits.
    scale = min(size * 0.5 / CAP_HEIGHT, size * 0.66 / max(width, 1.0))
    return letters, x - width * scale / 2, y + CAP_HEIGHT * scale / 2, scale
