"""A board with clues in its margins as SVG, still or animated, and the layout that PDF shares.

The cells of a shade are one path, so that the file of a board of ten thousand cells is small.
Numbers are strokes, as in all drawings here, so no font is needed.  In an animation, the cells of a
step and shade are one path, which appears at its time; viewers without animation show all of them.

Lengths of a layout are in any unit; x runs to the right and y down, from the upper left corner of
the drawing.  A number is a column of its own beside the rows, and a row of its own above the
columns.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from combien._wording import counted
from combien.drawing._content import CluedContent, Number, Point
from combien.drawing._markup import CAP_HEIGHT, lettering, number, opening, path
from combien.drawing._palette import DEFAULT, readable
from combien.errors import BadPicture

# The number of cells between two guide lines.
GUIDE = 5
# A gray with a contrast of 4.5:1 to both white paper and black cells.
BETWEEN = "#767676"
# The diameter of the dot in a known white cell, in cells.
DOT = 0.18

# Stands for the clue of a line without blocks, which is shown as 0.
NONE: Number = (0, DEFAULT.ink)

# The strokes of a text, the left end of its base line, and its scale.
Lettered = tuple[tuple[tuple[Point, ...], ...], float, float, float]


@dataclass(frozen=True, slots=True)
class Layout:
    """The places of the parts of a board whose cells have edges of length `size`.

    >>> layout = Layout(CluedContent(1, 1, (None,), (((3, "#000000"),),), ((),)), 10)
    >>> layout.width, layout.height, layout.left, layout.top
    (30.0, 30.0, 15.0, 15.0)
    """

    board: CluedContent
    size: float

    @property
    def across(self) -> int:
        """The largest number of clues of a row, which are one for an empty row: 0."""
        return max(1, *map(len, self.board.rows))

    @property
    def down(self) -> int:
        """The largest number of clues of a column."""
        return max(1, *map(len, self.board.columns))

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
        [(15.0, 15.0, 20), (45.0, 15.0, 10)]
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
                _lettered(str(entry[0] or "?") if entry is not NONE else "0", x, y, self.size)
            )
        return lettered

    def _entries(self) -> Iterator[tuple[Number, float, float]]:
        """Yield the numbers and their centers; `NONE` for a line without blocks."""
        size, left, top = self.size, self.left, self.top
        right, bottom = left + self.board.width * size, top + self.board.height * size
        for row, clue in enumerate(clue or (NONE,) for clue in self.board.rows):
            y = top + (row + 0.5) * size
            for place, entry in enumerate(reversed(clue)):
                yield entry, left - (place + 0.5) * size - size * 0.2, y
            for place, entry in enumerate(clue if self.board.both_sides else ()):
                yield entry, right + (place + 0.5) * size + size * 0.2, y
        for column, clue in enumerate(clue or (NONE,) for clue in self.board.columns):
            x = left + (column + 0.5) * size
            for place, entry in enumerate(reversed(clue)):
                yield entry, x, top - (place + 0.5) * size - size * 0.1
            for place, entry in enumerate(clue if self.board.both_sides else ()):
                yield entry, x, bottom + (place + 0.5) * size + size * 0.1


@dataclass(frozen=True, slots=True)
class Caption:
    """A line of text: the left end of its base line, the height of its capitals, and its room."""

    words: str
    x: float
    y: float
    high: float
    room: float


@dataclass(frozen=True, slots=True)
class Placed:
    """A board on a sheet: the upper left corner of its drawing, and its title."""

    layout: Layout
    x: float
    y: float
    caption: Caption | None


def _lettered(text: str, x: float, y: float, size: float) -> Lettered:
    """Return a number centered at a point."""
    letters, width = lettering(text)
    # The gap between two numbers side by side must be larger than the gap between two digits.
    scale = min(size * 0.5 / CAP_HEIGHT, size * 0.66 / max(width, 1.0))
    return letters, x - width * scale / 2, y + CAP_HEIGHT * scale / 2, scale


_EXTENT, _SMALLEST, _LARGEST = 600.0, 6.0, 24.0
_MOST_SIZE, _MOST_DURATION = 1000.0, 3600.0
_MARK = DEFAULT.fill(2)
# The fraction of the animation for which the finished board is shown.
_REST = 0.2


def render(board: CluedContent, *, size: float | None, duration: float | None) -> str:
    """Return the text of the SVG file; see `CluedBoard.svg`.

    >>> from combien.drawing import CluedBoard
    >>> print(render(CluedBoard(1, 1, ("#000000",), ((),), ((),)), size=10, duration=None))
    <svg xmlns="http://www.w3.org/2000/svg" width="30" height="30" viewBox="0 0 30 30" role="img">
    <!-- written by combien -->
    <title>1 row, 1 column</title>
    <rect width="30" height="30" fill="#ffffff"/>
    <path fill="#000000" d="M15 15h10v10h-10z"/>
    <path ... stroke-width="1.2" d="M15 15h10M15 25h10M15 15v10M25 15v10"/>
    <path ... d="M7.17 17.5L8.83..."/>
    </svg>
    <BLANKLINE>

    Cost: proportional to the cells; 10 000 take about 50 ms.
    """
    return rendered(board, size=size, duration=duration)[0]


def rendered(
    board: CluedContent, *, size: float | None, duration: float | None
) -> tuple[str, float, float]:
    """Return the text of the SVG file, its width and its height."""
    if size is None:
        # The margins have the width of half a cell.
        unit = Layout(board, 1.0)
        fitting = _EXTENT / max(unit.width, unit.height)
        size = min(max(fitting, _SMALLEST), _LARGEST)
    for name, value, most in (("size", size, _MOST_SIZE), ("duration", duration, _MOST_DURATION)):
        sound = isinstance(value, (int, float)) and not isinstance(value, bool)
        if value is not None and not (sound and 0 < value <= most):
            raise BadPicture(f"{name} is a number, more than 0 and at most {most:.0f}")
    layout = Layout(board, size)
    width, height = layout.width, layout.height
    sides = f"{counted(board.height, 'row')}, {counted(board.width, 'column')}"
    title = board.title or sides
    lines = opening(number(width), number(height), title=title, paper=DEFAULT.paper)
    lines += svg_parts(layout, duration=duration)
    return "\n".join([*lines, "</svg>", ""]), width, height


def svg_parts(layout: Layout, *, duration: float | None = None) -> list[str]:
    """Return the elements of a board: cells, lines, rings and numbers."""
    if duration is None or not layout.board.steps:
        lines = [*_still(layout)]
    else:
        lines = [*_moving(layout, duration)]
    return [*lines, *_rules(layout), *_dots(layout), *_marks(layout), *_numbers(layout)]


def _still(layout: Layout) -> Iterator[str]:
    shades: dict[str, list[int]] = {}
    for place, shade in enumerate(layout.board.cells):
        shades.setdefault(shade or layout.unknown, []).append(place)
    for shade, places in shades.items():
        if shade != DEFAULT.paper:
            yield f'<path fill="{shade}" d="{_squares(layout, places)}"/>'


def _moving(layout: Layout, duration: float) -> Iterator[str]:
    """Yield the unknown board, and a path for each step and shade that appears at its time."""
    board = layout.board
    everything = _squares(layout, range(len(board.cells)))
    yield f'<path fill="{DEFAULT.empty}" d="{everything}"/>'
    groups: dict[tuple[int, str], list[int]] = {}
    for place, (shade, step) in enumerate(zip(board.cells, board.steps, strict=True)):
        if shade is not None:
            groups.setdefault((step, shade), []).append(place)
    last = max(board.steps) + 1
    for (step, shade), places in sorted(groups.items()):
        moment = (step + 1) / last * (1 - _REST)
        yield (
            f'<path fill="{shade}" d="{_squares(layout, places)}"><animate attributeName="opacity" '
            f'values="0;1" keyTimes="0;{moment:.4f}" calcMode="discrete" '
            f'dur="{number(duration)}s" repeatCount="indefinite"/></path>'
        )


def _squares(layout: Layout, places: Iterable[int]) -> str:
    """Return the outline of cells, neighbors in a row as one rectangle."""
    edge = number(layout.size)
    return "".join(
        f"M{number(x)} {number(y)}h{number(long)}v{edge}h-{number(long)}z"
        for x, y, long in layout.runs(places)
    )


def _rules(layout: Layout) -> Iterator[str]:
    """Yield thin lines between cells, and thick ones around the board and after every five."""
    left, top = number(layout.left), number(layout.top)
    across = number(layout.board.width * layout.size)
    down = number(layout.board.height * layout.size)
    for thick in (False, True):
        width, heights, abscissas = layout.rules(thick=thick)
        lines = [f"M{left} {number(y)}h{across}" for y in heights]
        lines += [f"M{number(x)} {top}v{down}" for x in abscissas]
        if lines:
            yield (
                f'<path stroke="{BETWEEN}" stroke-linecap="square" fill="none" '
                f'stroke-width="{number(width)}" d="{"".join(lines)}"/>'
            )


def _dots(layout: Layout) -> Iterator[str]:
    """Yield the dots in known white cells of a board for print."""
    if dots := "".join(f"M{number(x)} {number(y)}h0" for x, y in layout.dots()):
        yield (
            f'<path stroke="{BETWEEN}" stroke-linecap="round" fill="none" '
            f'stroke-width="{number(layout.size * DOT)}" d="{dots}"/>'
        )


def _marks(layout: Layout) -> Iterator[str]:
    """Yield a ring in each marked cell, edged with the paper color for contrast on every shade."""
    size = layout.size
    if not layout.board.marked:
        return
    radius, across = number(size * 0.27), number(size * 0.54)
    half = f"a{radius} {radius} 0 0 0"
    rings = [
        f"M{number(x - size * 0.27)} {number(y)}{half} {across} 0{half} -{across} 0z"
        for x, y in layout.rings()
    ]
    for shade, line in ((DEFAULT.paper, 0.26), (_MARK, 0.13)):
        yield (
            f'<path stroke="{shade}" fill="none" stroke-width="{number(size * line)}" '
            f'd="{"".join(rings)}"/>'
        )


def _numbers(layout: Layout) -> Iterator[str]:
    """Yield the numbers of the clues, one path for each shade."""
    for shade, lettered in layout.numbers().items():
        strokes = "".join(path(*entry) for entry in lettered)
        width = number(max(layout.size * 0.06, 0.4))
        yield (
            f'<path stroke="{readable(shade)}" stroke-width="{width}" '
            f'stroke-linecap="round" stroke-linejoin="round" fill="none" d="{strokes}"/>'
        )
