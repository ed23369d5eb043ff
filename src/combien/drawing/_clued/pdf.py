"""Boards with clues as PDF for printing, by pydyf: rectangles, lines and strokes, no fonts.

The same boards give the same bytes: there is no date and no identifier in the file.
pydyf is an extra: `pip install combien[pdf]`.
"""

from __future__ import annotations

import io
from collections.abc import Iterable
from importlib import import_module
from typing import Any

from combien.drawing._clued.layout import BETWEEN, DOT, Caption, Layout, Placed, readable
from combien.drawing._palette import DEFAULT
from combien.errors import MissingExtra

__all__ = ["document"]

# Points in a millimeter.
POINT = 72 / 25.4
ROUND, SQUARE = 1, 2
_MARK = DEFAULT.fill(2)
# The distance of the control points of a Bézier curve that is a quarter of a circle.
_QUARTER = 0.5523


def pydyf() -> Any:
    """Return the module `pydyf`.  Raises `MissingExtra` when it is not installed."""
    try:
        return import_module("pydyf")
    except ImportError:
        raise MissingExtra("PDF files need pydyf: pip install 'combien[pdf]'") from None


def document(pages: Iterable[list[Placed]], width: float, height: float, *, title: str) -> bytes:
    """Return a PDF file of pages of this size, in millimeters."""
    module = pydyf()
    file = module.PDF()
    file.info["Producer"] = module.String("combien")
    if title:
        # A lone surrogate has no encoding.
        file.info["Title"] = module.String(title[:1000].encode("utf-8", "replace").decode())
    for placed in pages:
        stream = module.Stream(compress=True)
        # Millimeters from the upper left corner, y down.
        stream.set_matrix(POINT, 0, 0, -POINT, 0, round(height * POINT, 3))
        stream.set_line_join(ROUND)
        for one in placed:
            if one.caption is not None:
                _caption(stream, one.caption)
            stream.push_state()
            stream.set_matrix(1, 0, 0, 1, one.x, one.y)
            _board(stream, one.layout)
            stream.pop_state()
        file.add_object(stream)
        file.add_page(
            module.Dictionary(
                {
                    "Type": "/Page",
                    "Parent": file.pages.reference,
                    "MediaBox": module.Array(
                        [0, 0, round(width * POINT, 3), round(height * POINT, 3)]
                    ),
                    "Resources": module.Dictionary({}),
                    "Contents": stream.reference,
                }
            )
        )
    output = io.BytesIO()
    file.write(output)
    return output.getvalue()


def _color(stream: Any, shade: str, *, stroke: bool = False) -> None:
    stream.set_color_rgb(
        *(round(part / 255, 4) for part in bytes.fromhex(shade[1:])), stroke=stroke
    )


def _board(stream: Any, layout: Layout) -> None:
    """Draw the cells, the lines between them, the rings and the numbers of a board."""
    board, size = layout.board, layout.size
    shades: dict[str, list[int]] = {}
    for place, shade in enumerate(board.cells):
        shades.setdefault(shade or layout.unknown, []).append(place)
    shades.pop(DEFAULT.paper, None)
    for shade, places in shades.items():
        _color(stream, shade)
        for x, y, long in layout.runs(places):
            stream.rectangle(_mm(x), _mm(y), _mm(long), _mm(size))
        stream.fill()
    stream.set_line_cap(SQUARE)
    _color(stream, BETWEEN, stroke=True)
    right, bottom = layout.left + board.width * size, layout.top + board.height * size
    for thick in (False, True):
        width, heights, abscissas = layout.rules(thick=thick)
        stream.set_line_width(_mm(width))
        lines = [((layout.left, y), (right, y)) for y in heights]
        lines += [((x, layout.top), (x, bottom)) for x in abscissas]
        _strokes(stream, lines)
    stream.set_line_cap(ROUND)
    if dots := [*layout.dots()]:
        stream.set_line_width(_mm(size * DOT))
        _strokes(stream, [[dot] for dot in dots])
    for shade, line in ((DEFAULT.paper, 0.26), (_MARK, 0.13)) if board.marked else ():
        _color(stream, shade, stroke=True)
        stream.set_line_width(_mm(size * line))
        for x, y in layout.rings():
            _circle(stream, x, y, size * 0.27)
        stream.stroke()
    stream.set_line_width(_mm(size * 0.06))
    for shade, lettered in layout.numbers().items():
        _color(stream, readable(shade), stroke=True)
        for entry in lettered:
            _letters(stream, Caption(*entry))


def _caption(stream: Any, caption: Caption) -> None:
    stream.set_line_cap(ROUND)
    stream.set_line_width(_mm(caption.scale * 0.66))
    _color(stream, DEFAULT.ink, stroke=True)
    _letters(stream, caption)


def _letters(stream: Any, caption: Caption) -> None:
    x, y, scale = caption.x, caption.y, caption.scale
    _strokes(stream, [[(x + a * scale, y - b * scale) for a, b in s] for s in caption.strokes])


def _strokes(stream: Any, lines: Iterable[Iterable[tuple[float, float]]]) -> None:
    """Draw lines through points; a line of one point is a dot, because of its round ends."""
    drawn = False
    for line in lines:
        first, *others = line
        stream.move_to(*map(_mm, first))
        for point in others or [first]:
            stream.line_to(*map(_mm, point))
        drawn = True
    if drawn:
        stream.stroke()


def _circle(stream: Any, x: float, y: float, radius: float) -> None:
    far = radius * _QUARTER
    stream.move_to(_mm(x + radius), _mm(y))
    for (a, b), (c, d) in (
        ((1, 0), (0, 1)),
        ((0, 1), (-1, 0)),
        ((-1, 0), (0, -1)),
        ((0, -1), (1, 0)),
    ):
        stream.curve_to(
            *map(
                _mm,
                (
                    x + a * radius + c * far,
                    y + b * radius + d * far,
                    x + c * radius + a * far,
                    y + d * radius + b * far,
                    x + c * radius,
                    y + d * radius,
                ),
            )
        )


def _mm(length: float) -> float:
    """Round a length to a thousandth of a millimeter."""
    return round(length, 3)
