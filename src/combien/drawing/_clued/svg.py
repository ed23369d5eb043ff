"""A board with clues in its margins as SVG, still or animated, without a library.

The cells of a shade are one path, so that the file of a board of ten thousand cells is small.
Numbers are strokes, as in all drawings here, so no font is needed.  In an animation, the cells of a
step and shade are one path, which appears at its time; viewers without animation show all of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from combien._wording import counted
from combien.drawing._clued.content import CluedContent
from combien.drawing._clued.layout import BETWEEN, DOT, Layout, readable
from combien.drawing._palette import DEFAULT
from combien.drawing._renderers.markup import number, opening
from combien.drawing._strokes import path
from combien.errors import BadPicture

__all__ = ["parts", "render", "rendered"]

_EXTENT, _SMALLEST, _LARGEST = 600.0, 6.0, 24.0
_MOST_SIZE, _MOST_DURATION = 1000.0, 3600.0
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
    lines += parts(layout, duration=duration)
    return "\n".join([*lines, "</svg>", ""]), width, height


def parts(layout: Layout, *, duration: float | None = None) -> list[str]:
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
