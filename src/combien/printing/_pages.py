"""Pages of a PDF in millimeters: pictures, outlines and text drawn as strokes.

Text is drawn as strokes, as in SVG and PNG, so that no fonts are needed and the same pages give the
same bytes.
"""

from __future__ import annotations

import io
from typing import Any

from combien.drawing._markup import CAP_HEIGHT, lettering
from combien.drawing._mesh import color_numbers, loops, mesh_of, touching_by_edges
from combien.drawing._palette import Palette
from combien.drawing._picture import Picture
from combien.errors import BadPicture, MissingExtra
from combien.printing._pieces import check_text

__all__ = ["PAPERS", "Pages"]

PAPERS = {"A3": (297.0, 420.0), "A4": (210.0, 297.0), "letter": (215.9, 279.4)}
_POINTS = 72 / 25.4
_MOST_PAGES = 500


class Pages:
    """A PDF under construction; lengths are in millimeters, and y runs up from the lower edge."""

    def __init__(self, paper: str, title: str) -> None:
        if not isinstance(paper, str) or paper not in PAPERS:
            raise BadPicture(f"paper is one of {', '.join(PAPERS)}")
        title = check_text("title", title)
        try:
            import pydyf  # Optional dependency.
        except ImportError:
            raise MissingExtra("PDF files need pydyf: pip install 'combien[pdf]'") from None
        self._library: Any = pydyf
        self._document = pydyf.PDF()
        if title:
            # Half of a surrogate pair cannot be encoded.
            known = title.encode("utf-8", "replace").decode()
            self._document.info["Title"] = pydyf.String(known)
        self._document.info["Producer"] = pydyf.String("combien")
        self._stream: Any = None
        self.width, self.height = PAPERS[paper]
        self.count = 0

    def new(self) -> None:
        """Begin a page."""
        if self.count == _MOST_PAGES:
            raise BadPicture(f"more than {_MOST_PAGES} pages: print fewer, or smaller ones")
        self.count += 1
        self._stream = self._library.Stream(compress=True)
        self._document.add_object(self._stream)
        size = [0, 0, round(self.width * _POINTS, 3), round(self.height * _POINTS, 3)]
        page = {
            "Type": "/Page",
            "Parent": self._document.pages.reference,
            "MediaBox": self._library.Array(size),
            "Contents": self._stream.reference,
            "Resources": self._library.Dictionary({}),
        }
        self._document.add_page(self._library.Dictionary(page))
        self._stream.set_matrix(_POINTS, 0, 0, _POINTS, 0, 0)
        self._stream.set_line_cap(1)
        self._stream.set_line_join(1)

    def text(
        self,
        words: str,
        x: float,
        y: float,
        *,
        high: float,
        middle: bool = False,
        room: float | None = None,
    ) -> None:
        """Write text with capitals of a height from (x, y), or with its middle there."""
        strokes, wide = lettering(words)
        scale = high / CAP_HEIGHT
        # Long text is written smaller, so that it stays in its room, usually up to the margin.
        if room is None:
            room = (2 * min(x, self.width - x) if middle else self.width - x) - 15
        scale = min(scale, max(room, 1) / max(wide, 1))
        left = x - wide * scale / 2 if middle else x
        for stroke in strokes:
            spots = [(left + a * scale, y + b * scale) for a, b in stroke]
            self.line(spots if len(spots) > 1 else spots * 2, width=scale * 0.9)

    def line(self, spots: list[tuple[float, float]], *, width: float) -> None:
        """Draw a line in black."""
        self._stream.set_color_rgb(0.13, 0.13, 0.13, stroke=True)
        self._stream.set_line_width(_short(width))
        self._path(spots)
        self._stream.stroke()

    def picture(
        self,
        picture: Picture,
        left: float,
        bottom: float,
        *,
        cell: float,
        colors: Palette | None,
        line: float = 0.25,
    ) -> None:
        """Draw a picture with its lower left corner at a place, filled unless `colors` is None."""
        low_x, low_y = picture.box[:2]
        mesh = mesh_of(picture)
        numbers = color_numbers(picture, None, lambda: touching_by_edges(mesh))
        spots = [(left + (x - low_x) * cell, bottom + (y - low_y) * cell) for x, y in mesh.corners]
        for number, boundary in zip(numbers, mesh.boundaries, strict=True):
            if colors:
                fill = colors.fill(number)
                self._stream.set_color_rgb(*(int(fill[at : at + 2], 16) / 255 for at in (1, 3, 5)))
            self._stream.set_color_rgb(0.13, 0.13, 0.13, stroke=True)
            self._stream.set_line_width(line)
            for loop in loops(boundary, mesh.corners):
                self._path([spots[corner] for corner in loop])
                self._stream.close()
            if colors:
                self._stream.fill_and_stroke(even_odd=True)
            else:
                self._stream.stroke()

    def bytes(self) -> bytes:
        """Return the file."""
        out = io.BytesIO()
        self._document.write(out)
        return out.getvalue()

    def _path(self, spots: list[tuple[float, float]]) -> None:
        (x, y), *others = spots
        self._stream.move_to(_short(x), _short(y))
        for x, y in others:
            self._stream.line_to(_short(x), _short(y))


def _short(value: float) -> float:
    return round(value, 4)
