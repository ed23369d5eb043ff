"""Marks as SVG elements, with text as strokes instead of fonts."""

from __future__ import annotations

from collections.abc import Iterable

from combien._base.records import dataclass
from combien.drawing._content import Point
from combien.drawing._marks import Line, Mark, Text
from combien.drawing._palette import Palette
from combien.drawing._renderers.markup import number
from combien.drawing._strokes import CAP_HEIGHT, lettering, path

__all__ = ["Frame", "elements"]


@dataclass(frozen=True, slots=True)
class Frame:
    """The coordinate system: the width of a cell, and the origin of the cells, in pixels.

    >>> Frame(10, (5, 100)).pixel((1, 2))
    (15, 80)
    """

    cell: float
    origin: Point

    def pixel(self, point: Point) -> Point:
        """Return a point in pixels; y runs down."""
        return self.origin[0] + point[0] * self.cell, self.origin[1] - point[1] * self.cell

    def path(self, points: Iterable[Point]) -> str:
        """Return the path data of a line through points."""
        return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in map(self.pixel, points))


def elements(marks: Iterable[Mark], frame: Frame, colors: Palette) -> list[str]:
    """Return the SVG elements of the marks, in order.

    >>> from combien.drawing._palette import DEFAULT
    >>> frame = Frame(10, (0, 10))
    >>> elements([Line(((0, 0), (1, 0)), width=0.2)], frame, DEFAULT)
    ['<path fill="none" stroke="#222222" stroke-width="2" d="M0 10L10 10"/>']
    """
    drawn = []
    for mark in marks:
        if isinstance(mark, Line):
            drawn.append(_line(mark, frame, colors))
        elif mark.text.strip():
            drawn.append(_text(mark, frame, colors))
    return drawn


def _line(mark: Line, frame: Frame, colors: Palette) -> str:
    stroke = colors.ink if mark.color is None else colors.fill(mark.color)
    width = number(max(mark.width * frame.cell, 0.3))
    dashes = f' stroke-dasharray="{number(0.09 * frame.cell)}"' if mark.dashed else ""
    if mark.dashed:
        dashes += ' stroke-linecap="butt"'
    clear = f' stroke-opacity="{number(mark.opacity)}"' if mark.opacity < 1 else ""
    # A line of length zero is drawn as a dot, because of its round ends.
    data = frame.path(mark.points) + ("h0" if len(mark.points) == 1 else "")
    return f'<path fill="none" stroke="{stroke}" stroke-width="{width}"{dashes}{clear} d="{data}"/>'


def _text(mark: Text, frame: Frame, colors: Palette) -> str:
    strokes, width = lettering(mark.text)
    scale = mark.height * frame.cell / CAP_HEIGHT
    x, y = frame.pixel(mark.at)
    data = path(strokes, x - width * scale / 2, y + CAP_HEIGHT * scale / 2, scale)
    thick = number(max(scale * 0.9, 0.1))
    return f'<path fill="none" stroke="{colors.ink}" stroke-width="{thick}" d="{data}"/>'
