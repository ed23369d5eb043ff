"""A board with clues in its margins as SVG, still or animated, without a library.

The cells of a shade are one path, so that the file of a board of ten thousand cells is small.
Numbers are strokes, as in all drawings here, so no font is needed.  In an animation, the cells of a
step and shade are one path, which appears at its time; viewers without animation show all of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from combien._wording import counted
from combien.drawing._clued.content import CluedContent, Number
from combien.drawing._palette import DEFAULT, luminance, mixed
from combien.drawing._renderers.markup import number, opening
from combien.drawing._strokes import CAP_HEIGHT, lettering, path
from combien.errors import BadPicture

__all__ = ["render", "rendered"]

_EXTENT, _SMALLEST, _LARGEST = 600.0, 6.0, 24.0
_MOST_SIZE, _MOST_DURATION = 1000.0, 3600.0
_GUIDE = 5
# Luminance with a contrast of 3:1 to white, the W3C minimum for large text.
_LIGHTEST = 0.3
# A gray with a contrast of 4.5:1 to both white paper and black cells.
_BETWEEN = "#767676"
_MARK = DEFAULT.fill(2)
# The fraction of the animation for which the finished board is shown.
_REST = 0.2


def render(board: CluedContent, *, size: float | None, duration: float | None) -> str:
    """Return the text of the SVG file; see `CluedBoard.svg`.

    >>> from combien.drawing import CluedBoard
    >>> print(render(CluedBoard(1, 1, ("#000000",), ((),), ((),)), size=10, duration=None))
    <svg xmlns="http://www.w3.org/2000/svg" width="20" height="20" viewBox="0 0 20 20" role="img">
    <!-- written by combien -->
    <title>1 row, 1 column</title>
    <rect width="20" height="20" fill="#ffffff"/>
    <path fill="#000000" d="M5 5h10v10h-10z"/>
    <path ... stroke-width="1.2" d="M5 5h10M5 15h10M5 5v10M15 5v10"/>
    </svg>
    <BLANKLINE>

    Cost: proportional to the cells; 10 000 take about 50 ms.
    """
    return rendered(board, size=size, duration=duration)[0]


def rendered(
    board: CluedContent, *, size: float | None, duration: float | None
) -> tuple[str, float, float]:
    """Return the text of the SVG file, its width and its height."""
    across = max(len(clue) for clue in board.rows)
    down = max(len(clue) for clue in board.columns)
    if size is None:
        fitting = _EXTENT / max(board.width + across + 1, board.height + down + 1)
        size = min(max(fitting, _SMALLEST), _LARGEST)
    for name, value, most in (("size", size, _MOST_SIZE), ("duration", duration, _MOST_DURATION)):
        sound = isinstance(value, (int, float)) and not isinstance(value, bool)
        if value is not None and not (sound and 0 < value <= most):
            raise BadPicture(f"{name} is a number, more than 0 and at most {most:.0f}")
    left, top = size / 2 + across * size, size / 2 + down * size
    width, height = left + (board.width + 0.5) * size, top + (board.height + 0.5) * size
    sides = f"{counted(board.height, 'row')}, {counted(board.width, 'column')}"
    title = board.title or sides
    lines = opening(number(width), number(height), title=title, paper=DEFAULT.paper)
    if duration is None or not board.steps:
        lines += _still(board, left, top, size)
    else:
        lines += _moving(board, left, top, size, duration)
    lines += _rules(board, left, top, size)
    lines += _marks(board, left, top, size)
    lines += _numbers(board, left, top, size)
    return "\n".join([*lines, "</svg>", ""]), width, height


def _still(board: CluedContent, left: float, top: float, size: float) -> Iterator[str]:
    shades: dict[str, list[int]] = {}
    for place, shade in enumerate(board.cells):
        shades.setdefault(shade or DEFAULT.empty, []).append(place)
    for shade, places in shades.items():
        if shade != DEFAULT.paper:
            outline = _squares(places, board.width, left, top, size)
            yield f'<path fill="{shade}" d="{outline}"/>'


def _moving(
    board: CluedContent, left: float, top: float, size: float, duration: float
) -> Iterator[str]:
    """Yield the unknown board, and a path for each step and shade that appears at its time."""
    everything = _squares(range(len(board.cells)), board.width, left, top, size)
    yield f'<path fill="{DEFAULT.empty}" d="{everything}"/>'
    groups: dict[tuple[int, str], list[int]] = {}
    for place, (shade, step) in enumerate(zip(board.cells, board.steps, strict=True)):
        if shade is not None:
            groups.setdefault((step, shade), []).append(place)
    last = max(board.steps) + 1
    for (step, shade), places in sorted(groups.items()):
        moment = (step + 1) / last * (1 - _REST)
        outline = _squares(places, board.width, left, top, size)
        yield (
            f'<path fill="{shade}" d="{outline}"><animate attributeName="opacity" '
            f'values="0;1" keyTimes="0;{moment:.4f}" calcMode="discrete" '
            f'dur="{number(duration)}s" repeatCount="indefinite"/></path>'
        )


def _squares(places: Iterable[int], width: int, left: float, top: float, size: float) -> str:
    """Return the outline of cells, neighbors in a row as one rectangle."""
    runs: list[list[int]] = []
    for place in places:
        if runs and runs[-1][-1] == place - 1 and place % width:
            runs[-1].append(place)
        else:
            runs.append([place])
    edge = number(size)
    parts = []
    for run in runs:
        row, column = divmod(run[0], width)
        x, y, long = number(left + column * size), number(top + row * size), number(len(run) * size)
        parts.append(f"M{x} {y}h{long}v{edge}h-{long}z")
    return "".join(parts)


def _rules(board: CluedContent, left: float, top: float, size: float) -> Iterator[str]:
    """Yield thin lines between cells, and thick ones around the board and after every five."""
    across, down = number(board.width * size), number(board.height * size)
    for thick in (False, True):
        horizontal = [
            f"M{number(left)} {number(top + at * size)}h{across}"
            for at in range(board.height + 1)
            if (at % _GUIDE == 0 or at == board.height) == thick
        ]
        vertical = [
            f"M{number(left + at * size)} {number(top)}v{down}"
            for at in range(board.width + 1)
            if (at % _GUIDE == 0 or at == board.width) == thick
        ]
        if horizontal or vertical:
            line = number(size * (0.12 if thick else 0.05))
            yield (
                f'<path stroke="{_BETWEEN}" stroke-linecap="square" fill="none" '
                f'stroke-width="{line}" d="{"".join(horizontal + vertical)}"/>'
            )


def _marks(board: CluedContent, left: float, top: float, size: float) -> Iterator[str]:
    """Yield a ring in each marked cell, edged with the paper color for contrast on every shade."""
    if not board.marked:
        return
    radius, across = number(size * 0.27), number(size * 0.54)
    rings = []
    for place in sorted(set(board.marked)):
        row, column = divmod(place, board.width)
        x, y = left + column * size + size * 0.23, top + (row + 0.5) * size
        half = f"a{radius} {radius} 0 0 0"
        rings.append(f"M{number(x)} {number(y)}{half} {across} 0{half} -{across} 0z")
    for shade, line in ((DEFAULT.paper, 0.26), (_MARK, 0.13)):
        yield (
            f'<path stroke="{shade}" fill="none" stroke-width="{number(size * line)}" '
            f'd="{"".join(rings)}"/>'
        )


def _numbers(board: CluedContent, left: float, top: float, size: float) -> Iterator[str]:
    """Yield the numbers of the clues, one path for each shade."""
    strokes: dict[str, list[str]] = {}

    def write(entry: Number, x: float, y: float) -> None:
        strokes.setdefault(entry[1], []).append(_lettered(str(entry[0] or "?"), x, y, size))

    for row, clue in enumerate(board.rows):
        for place, entry in enumerate(reversed(clue)):
            write(entry, left - (place + 0.5) * size - size * 0.2, top + (row + 0.5) * size)
    for column, clue in enumerate(board.columns):
        for place, entry in enumerate(reversed(clue)):
            write(entry, left + (column + 0.5) * size, top - (place + 0.5) * size - size * 0.1)
    for shade, paths in strokes.items():
        yield (
            f'<path stroke="{_readable(shade)}" stroke-width="{number(max(size * 0.06, 0.4))}" '
            f'stroke-linecap="round" stroke-linejoin="round" fill="none" d="{"".join(paths)}"/>'
        )


def _readable(shade: str) -> str:
    """Return a shade for a number that is dark enough on paper; ink instead of white."""
    if shade == DEFAULT.paper:
        return DEFAULT.ink
    darker = (mixed(shade, "#000000", percent) for percent in range(0, 100, 10))
    return next(color for color in darker if luminance(color) <= _LIGHTEST)


def _lettered(text: str, x: float, y: float, size: float) -> str:
    """Return the path of a number centered at a point, small enough for its cell."""
    letters, width = lettering(text)
    # The gap between two numbers side by side must be larger than the gap between two digits.
    scale = min(size * 0.5 / CAP_HEIGHT, size * 0.66 / max(width, 1.0))
    dx, dy = x - width * scale / 2, y + CAP_HEIGHT * scale / 2
    return path(letters, dx, dy, scale)
