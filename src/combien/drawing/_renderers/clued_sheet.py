"""Boards with clues on sheets: one SVG or PNG, or the pages of a PDF for printing.

Titles in SVG are strokes, as all text in drawings: a title with characters that have none (Greek,
Chinese) is replaced by the number of its board, which is before every title of several boards.

PDF is written by pydyf, the extra `pdf`, as rectangles, lines and strokes, with titles in Roboto.
The same boards give the same bytes: there is no date and no identifier in the file.
"""

from __future__ import annotations

import io
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import accumulate, chain
from math import sqrt
from typing import Any, TypeVar

from combien._base.budget import Progress, Reporter
from combien._wording import counted
from combien.drawing._content import CluedContent
from combien.drawing._markup import CAP_HEIGHT, LETTERS, lettering, number, opening, path
from combien.drawing._palette import DEFAULT, readable
from combien.drawing._renderers.clued import BETWEEN, DOT, Caption, Layout, Placed, svg_parts
from combien.drawing._renderers.pages import paper_size
from combien.drawing._renderers.typeface import Typeface, pdf_library

T = TypeVar("T")

MARGIN, GAP = 12.0, 6.0
# The height of a field's title, and of its capitals.
TITLE, CAPITALS = 7.0, 3.0
# The edges of cells: of several boards on a page, and the largest that do not look coarse.
USUAL_CELL, LARGEST_CELL = 5.0, 9.0
_TOLERANCE = 0.001
# The edge of a cell of a sheet in SVG, in pixels, and the largest extent of the sheet.
PIXELS, MOST_EXTENT = 16.0, 4000.0


def svg(boards: Sequence[CluedContent], across: int | None, title: str) -> tuple[str, float, float]:
    """Return the text of the SVG file, its width and its height in pixels."""
    units = [Layout(board, 1.0) for board in boards]
    if across is None:
        wide, high = max(u.width for u in units), max(u.height for u in units)
        across = max(1, round(sqrt(len(units) * (high + 2) / (wide + 1))))
    across = min(across, len(units))
    gap, above = 1.0, TITLE / USUAL_CELL
    widths = [max(u.width for u in units[at::across]) + gap for at in range(across)]
    heights = [
        max(u.height for u in units[at : at + across]) + gap + above
        for at in range(0, len(units), across)
    ]
    size = min(PIXELS, MOST_EXTENT / max(sum(widths), sum(heights)))
    lefts, tops = [0.0, *accumulate(widths)], [0.0, *accumulate(heights)]
    width, height = lefts[-1] * size, tops[-1] * size
    title = title or counted(len(units), "puzzle")
    lines = opening(number(width), number(height), title=title, paper=DEFAULT.paper)
    for at, board in enumerate(boards):
        down, right = divmod(at, across)
        x, y = (lefts[right] + gap / 2) * size, (tops[down] + gap / 2 + above) * size
        layout = Layout(board, size)
        capitals = size * CAPITALS / USUAL_CELL
        words = _title(boards, at, _has_strokes)
        if words:
            thickness = number(capitals * 0.11)
            letters, length = lettering(words)
            scale = min(capitals / CAP_HEIGHT, (layout.width - size) / max(length, 1.0))
            strokes = path(letters, x + size / 2, y - size / 4, scale)
            lines.append(
                f'<path stroke="{DEFAULT.ink}" stroke-width="{thickness}" '
                f'stroke-linecap="round" stroke-linejoin="round" fill="none" d="{strokes}"/>'
            )
        parts = svg_parts(layout)
        lines += [f'<g transform="translate({number(x)} {number(y)})">', *parts, "</g>"]
    return "\n".join([*lines, "</svg>", ""]), width, height


def pdf(
    boards: Sequence[CluedContent],
    across: int | None,
    title: str,
    *,
    answers: Sequence[CluedContent],
    paper: str,
    report: Reporter | None = None,
) -> bytes:
    """Return the PDF file; see `CluedSheet.pdf`."""
    wide, high = paper_size(paper)
    title = title or (boards[0].title if len(boards) == 1 else "")
    # A single board is on a page in landscape if its cells are larger there.
    if len(boards) == 1 and _cell_alone(boards[0], high, wide) > _cell_alone(boards[0], wide, high):
        wide, high = high, wide
    library = pdf_library()
    file = library.PDF()
    typeface = Typeface(library, file)
    sheets = (_pages(some, across, wide, high, typeface.knows) for some in (boards, answers))
    pages = _reported(chain(*sheets), report)
    return _document(library, file, typeface, pages, (wide, high), title=title)


def _pages(
    boards: Sequence[CluedContent],
    across: int | None,
    wide: float,
    high: float,
    known: Callable[[str], bool],
) -> Iterator[list[Placed]]:
    """Yield the boards of each page of this size, in millimeters; titles are of `known` text.

    Boards are in rows, from the left, each as many as fit.
    """
    wide, high = wide - 2 * MARGIN, high - 2 * MARGIN
    usual = LARGEST_CELL if len(boards) == 1 or across is not None else USUAL_CELL
    most = wide if across is None else (wide + GAP) / across - GAP
    placed: list[Placed] = []
    right = top = bottom = 0.0
    in_row = 0
    for at, board in enumerate(boards):
        layout = Layout(board, _size(board, most, high, usual=usual))
        width, height = layout.width, layout.height + TITLE
        if in_row and (right + width > wide + _TOLERANCE or in_row == across):
            right, top, in_row = 0.0, bottom + GAP, 0
        if placed and top + height > high + _TOLERANCE:
            yield placed
            placed = []
            right = top = bottom = 0.0
            in_row = 0
        x, y, indent = MARGIN + right, MARGIN + top, layout.size / 2
        # A title may be as wide as the page if no other board is beside it.
        room = (wide if len(boards) == 1 else width) - indent
        words = _title(boards, at, known)
        caption = Caption(words, x + indent, y + CAPITALS + 1, CAPITALS, room) if words else None
        placed.append(Placed(layout, x, y + TITLE, caption))
        right += max(width, most if across is not None else 0) + GAP
        bottom = max(bottom, top + height)
        in_row += 1
    if placed:
        yield placed


def _reported(pages: Iterable[T], report: Reporter | None) -> Iterator[T]:
    """Yield pages, and report each."""
    for done, page in enumerate(pages, 1):
        yield page
        if report:
            report(Progress("pages", None, {"pages": done}))


def _cell_alone(board: CluedContent, wide: float, high: float) -> float:
    """Return the edge of the cells of a board alone on a page."""
    return _size(board, wide - 2 * MARGIN, high - 2 * MARGIN, usual=LARGEST_CELL)


def _size(board: CluedContent, wide: float, high: float, *, usual: float) -> float:
    """Return the edge of the cells of a board in a field, with its title."""
    unit = Layout(board, 1.0)
    return min(wide / unit.width, (high - TITLE) / unit.height, usual)


def _title(boards: Sequence[CluedContent], at: int, known: Callable[[str], bool]) -> str:
    """Return the title of a board; empty if there is nothing to draw."""
    title = " ".join(boards[at].title.split())[:200]
    title = title if known(title) else ""
    return f"{at + 1}. {title}".rstrip() if len(boards) > 1 else title


def _has_strokes(text: str) -> bool:
    """Return whether each character can be drawn as strokes, without its accents.

    >>> _has_strokes("étude"), _has_strokes("お城")
    (True, False)
    """
    plain = unicodedata.normalize("NFKD", text)
    return all(c in LETTERS or unicodedata.category(c).startswith("M") for c in plain)


# PDF ----------------------------------------------------------------------------------------------

# Points in a millimeter.
POINT = 72 / 25.4
ROUND, SQUARE = 1, 2
_MARK = DEFAULT.fill(2)
# The distance of the control points of a Bézier curve that is a quarter of a circle.
_QUARTER = 0.5523


def _document(
    library: Any,
    file: Any,
    typeface: Typeface,
    pages: Iterable[list[Placed]],
    size: tuple[float, float],
    *,
    title: str,
) -> bytes:
    """Return a PDF file of pages of this size, in millimeters."""
    width, height = size
    file.info["Producer"] = library.String("combien")
    if title:
        # A lone surrogate has no encoding.
        file.info["Title"] = library.String(title[:1000].encode("utf-8", "replace").decode())
    for placed in pages:
        stream = library.Stream(compress=True)
        # Millimeters from the upper left corner, y down.
        stream.set_matrix(POINT, 0, 0, -POINT, 0, round(height * POINT, 3))
        stream.set_line_join(ROUND)
        for one in placed:
            if one.caption is not None:
                _caption(stream, one.caption, typeface)
            stream.push_state()
            stream.set_matrix(1, 0, 0, 1, one.x, one.y)
            _board(stream, one.layout)
            stream.pop_state()
        file.add_object(stream)
        file.add_page(
            library.Dictionary(
                {
                    "Type": "/Page",
                    "Parent": file.pages.reference,
                    "MediaBox": library.Array(
                        [0, 0, round(width * POINT, 3), round(height * POINT, 3)]
                    ),
                    "Resources": typeface.resources,
                    "Contents": stream.reference,
                }
            )
        )
    typeface.end()
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
        for letters, x, y, scale in lettered:
            _strokes(stream, [[(x + a * scale, y - b * scale) for a, b in s] for s in letters])


def _caption(stream: Any, caption: Caption, typeface: Typeface) -> None:
    _color(stream, DEFAULT.ink)
    high = min(caption.high, caption.room / max(typeface.width(caption.words), 1.0))
    typeface.show(stream, caption.words, caption.x, caption.y, high=high, down=True)


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
