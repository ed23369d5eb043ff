"""Boards with clues on sheets: one SVG or PNG, or the pages of a PDF for printing.

Titles are strokes, as all text in drawings: a title with characters that have none (Greek, Chinese)
is replaced by the number of its board, which is drawn before every title of several boards.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate
from math import sqrt
from typing import TYPE_CHECKING

from combien._base.checks import check_list, short_repr
from combien._base.records import dataclass, field
from combien._wording import counted
from combien.drawing._clued import svg as clued_svg
from combien.drawing._clued.content import CluedContent
from combien.drawing._clued.layout import Caption, Layout, Placed
from combien.drawing._content import MOST_CELLS
from combien.drawing._palette import DEFAULT
from combien.drawing._renderers.markup import number, opening
from combien.drawing._strokes import CAP_HEIGHT, LETTERS, lettering, path
from combien.errors import BadPicture

if TYPE_CHECKING:
    from collections.abc import Sequence

    from combien.drawing._clued.board import CluedBoard

__all__ = ["PAPERS", "CluedSheet"]

# Widths and heights in millimeters.
PAPERS = {
    "a4": (210.0, 297.0),
    "a5": (148.0, 210.0),
    "letter": (215.9, 279.4),
    "legal": (215.9, 355.6),
}
MARGIN, GAP = 12.0, 6.0
# The height of a field's title, and of its capitals.
TITLE, CAPITALS = 7.0, 3.0
# The edges of cells: of several boards on a page, and the largest that do not look coarse.
USUAL_CELL, LARGEST_CELL = 5.0, 9.0
_TOLERANCE = 0.001
MOST_BOARDS = 1000
# The edge of a cell of a sheet in SVG, in pixels, and the largest extent of the sheet.
PIXELS, MOST_EXTENT = 16.0, 4000.0


@dataclass(frozen=True, slots=True)
class CluedSheet:
    """Several boards to a page: a contact sheet as SVG or PNG, and a PDF file of many pages.

    >>> from combien.nonograms import Nonogram, clued
    >>> dot = clued(Nonogram([[1]], [[1]], title="Dot"))
    >>> sheet = CluedSheet([dot, dot, dot], title="Dots")
    >>> sheet.svg().count("<path")
    12

    `across` is the number of boards side by side; by default a sheet is about square, and a page
    has as many boards as fit with cells of 5 mm.
    Raises `BadPicture` without boards, and for more than 1000 boards or 250 000 cells.
    """

    boards: Sequence[CluedBoard]
    across: int | None = field(default=None, kw_only=True)
    title: str = field(default="", kw_only=True)

    def __post_init__(self) -> None:
        what = "a list of boards with clues"
        boards = tuple(check_list("boards", self.boards, what, error=BadPicture))
        if not all(isinstance(board, CluedContent) for board in boards):
            raise BadPicture("a sheet is of boards with clues: CluedBoard")
        if not 0 < len(boards) <= MOST_BOARDS:
            raise BadPicture(f"{len(boards)} boards: a sheet has from 1 to {MOST_BOARDS}")
        if sum(len(board.cells) for board in boards) > MOST_CELLS:
            raise BadPicture(f"more than {MOST_CELLS} cells on a sheet: use fewer boards")
        if self.across is not None and (type(self.across) is not int or self.across < 1):
            raise BadPicture("across is the number of boards side by side, a whole number from 1")
        if not isinstance(self.title, str):
            raise BadPicture(f"a title is text, not {type(self.title).__name__}")
        object.__setattr__(self, "boards", boards)

    def svg(self) -> str:
        """Return all boards on one sheet, with their titles above them, as SVG."""
        return self._svg()[0]

    def png(self, *, width: int = 1200) -> bytes:
        """Return the sheet as a PNG image, `width` pixels wide; see `Picture.png`."""
        from combien.drawing._renderers import png  # Start-up: only for drawing.

        text, across, down = self._svg()
        return png.image(text, width=width, across=across, down=down)

    def pdf(self, *, paper: str = "a4") -> bytes:
        """Return a PDF file with these boards, on as many pages as they need, without fonts.

        `paper` is `a4`, `a5`, `letter` or `legal`.  A single wide board is on a page in landscape.
        Raises `MissingExtra` without pydyf, and `BadPicture`.
        """
        from combien.drawing._clued import pdf  # Start-up: only for drawing.

        if paper not in PAPERS:
            raise BadPicture(f"paper {short_repr(paper)} is not one of {', '.join(PAPERS)}")
        wide, high = PAPERS[paper]
        title = self.title or (self.boards[0].title if len(self.boards) == 1 else "")
        # A single board is on a page in landscape if its cells are larger there.
        if len(self.boards) == 1 and self._cell(high, wide) > self._cell(wide, high):
            wide, high = high, wide
        return pdf.document(self._pages(wide, high), wide, high, title=title)

    def _svg(self) -> tuple[str, float, float]:
        """Return the text of the SVG file, its width and its height in pixels."""
        across = self.across
        units = [Layout(board, 1.0) for board in self.boards]
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
        title = self.title or counted(len(units), "puzzle")
        lines = opening(number(width), number(height), title=title, paper=DEFAULT.paper)
        for at, board in enumerate(self.boards):
            down, right = divmod(at, across)
            x, y = (lefts[right] + gap / 2) * size, (tops[down] + gap / 2 + above) * size
            layout = Layout(board, size)
            capitals = size * CAPITALS / USUAL_CELL
            caption = self._caption(at, x + size / 2, y - size / 4, capitals, layout.width - size)
            if caption is not None:
                thickness = number(capitals * 0.11)
                strokes = path(caption.strokes, caption.x, caption.y, caption.scale)
                lines.append(
                    f'<path stroke="{DEFAULT.ink}" stroke-width="{thickness}" '
                    f'stroke-linecap="round" stroke-linejoin="round" fill="none" d="{strokes}"/>'
                )
            parts = clued_svg.parts(layout)
            lines += [f'<g transform="translate({number(x)} {number(y)})">', *parts, "</g>"]
        return "\n".join([*lines, "</svg>", ""]), width, height

    def _pages(self, wide: float, high: float) -> Iterator[list[Placed]]:
        """Yield the boards of each page of this size, in millimeters.

        Boards are in rows, from the left, each as many as fit.
        """
        wide, high = wide - 2 * MARGIN, high - 2 * MARGIN
        most = wide if self.across is None else (wide + GAP) / self.across - GAP
        placed: list[Placed] = []
        right = top = bottom = 0.0
        in_row = 0
        for at, board in enumerate(self.boards):
            layout = Layout(board, self._size(board, most, high))
            width, height = layout.width, layout.height + TITLE
            if in_row and (right + width > wide + _TOLERANCE or in_row == self.across):
                right, top, in_row = 0.0, bottom + GAP, 0
            if placed and top + height > high + _TOLERANCE:
                yield placed
                placed = []
                right = top = bottom = 0.0
                in_row = 0
            x, y, indent = MARGIN + right, MARGIN + top, layout.size / 2
            # A title may be as wide as the page if no other board is beside it.
            room = (wide if len(self.boards) == 1 else width) - indent
            caption = self._caption(at, x + indent, y + CAPITALS + 1, CAPITALS, room)
            placed.append(Placed(layout, x, y + TITLE, caption))
            right += max(width, most if self.across is not None else 0) + GAP
            bottom = max(bottom, top + height)
            in_row += 1
        yield placed

    def _cell(self, wide: float, high: float) -> float:
        """Return the edge of the cells of the first board, alone on a page."""
        return self._size(self.boards[0], wide - 2 * MARGIN, high - 2 * MARGIN)

    def _size(self, board: CluedContent, wide: float, high: float) -> float:
        """Return the edge of the cells of a board in a field, with its title."""
        unit = Layout(board, 1.0)
        usual = LARGEST_CELL if len(self.boards) == 1 or self.across is not None else USUAL_CELL
        return min(wide / unit.width, (high - TITLE) / unit.height, usual)

    def _caption(
        self, at: int, x: float, y: float, capitals: float, width: float
    ) -> Caption | None:
        """Return the title of a board, no wider than this, or None if there is nothing to draw."""
        title = " ".join(self.boards[at].title.split())[:200]
        if not set(lettering_characters(title)) <= LETTERS.keys():
            title = ""
        if len(self.boards) > 1:
            title = f"{at + 1}. {title}".rstrip()
        if not title:
            return None
        strokes, length = lettering(title)
        scale = capitals / CAP_HEIGHT
        return Caption(strokes, x, y, min(scale, width / max(length, 1.0)))


def lettering_characters(text: str) -> str:
    """Return the characters that are drawn for a text: without accents.

    >>> lettering_characters("étude")
    'etude'
    """
    import unicodedata  # Start-up: only for titles.

    plain = unicodedata.normalize("NFKD", text)
    return "".join(c for c in plain if not unicodedata.category(c).startswith("M"))
