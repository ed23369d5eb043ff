"""The pages of a PDF file: text, lines and pictures at places given in millimeters.

PDF is written by pydyf, the extra `pdf`.  The same pages give the same bytes.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from combien._base.budget import Progress, Reporter
from combien._base.checks import check_instance, short_repr
from combien.drawing._content import Line, Mark, Point, Text
from combien.drawing._markup import CAP_HEIGHT, lettering, size_of
from combien.drawing._mesh import color_numbers, loops, mesh_of, touching_by_edges
from combien.drawing._palette import DEFAULT, Palette
from combien.drawing._picture import Picture
from combien.drawing._renderers.svg import label
from combien.drawing._renderers.typeface import Typeface, pdf_library
from combien.errors import BadPicture

# Widths and heights in millimeters.
PAPERS = {
    "A3": (297.0, 420.0),
    "A4": (210.0, 297.0),
    "A5": (148.0, 210.0),
    "letter": (215.9, 279.4),
    "legal": (215.9, 355.6),
}
_POINTS = 72 / 25.4
MOST_PAGES = 500
# What is read of the pictures of a `Scene`.
_MOVED = re.compile(r'<g transform="translate\(([-0-9.]+) ([-0-9.]+)\)">')
_PATH = re.compile("<path [^>]*>")
_ATTRIBUTE = re.compile(r'([a-z-]+)="([^"]*)"')


def paper_size(paper: str) -> tuple[float, float]:
    """Return the width and height of a paper in millimeters; `BadPicture` for another name.

    >>> paper_size("letter"), paper_size("a5")
    ((215.9, 279.4), (148.0, 210.0))
    """
    for name, size in PAPERS.items():
        if isinstance(paper, str) and paper.lower() == name.lower():
            return size
    raise BadPicture(f"paper {short_repr(paper)} is not one of {', '.join(PAPERS)}")


class Pages:
    """A PDF under construction; lengths are in millimeters, and y runs up from the lower edge."""

    def __init__(self, paper: str, title: str, report: Reporter | None = None) -> None:
        self.width, self.height = paper_size(paper)
        title = check_instance("title", title, str, error=BadPicture)
        self._library = pdf_library()
        self._document = self._library.PDF()
        if title:
            # Half of a surrogate pair cannot be encoded.
            known = title.encode("utf-8", "replace").decode()
            self._document.info["Title"] = self._library.String(known)
        self._document.info["Producer"] = self._library.String("combien")
        self._typeface = Typeface(self._library, self._document)
        self._stream: Any = None
        self._report = report
        self.count = 0

    def new(self) -> None:
        """Begin a page."""
        if self.count == MOST_PAGES:
            raise BadPicture(f"more than {MOST_PAGES} pages: print fewer, or smaller ones")
        if self._report:
            self._report(Progress("pages", None, {"pages": self.count}))
        self.count += 1
        self._stream = self._library.Stream(compress=True)
        self._document.add_object(self._stream)
        size = [0, 0, round(self.width * _POINTS, 3), round(self.height * _POINTS, 3)]
        page = {
            "Type": "/Page",
            "Parent": self._document.pages.reference,
            "MediaBox": self._library.Array(size),
            "Contents": self._stream.reference,
            "Resources": self._typeface.resources,
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
        words = " ".join(words.split())
        wide = self._typeface.width(words)
        # Long text is written smaller, so that it stays in its room, usually up to the margin.
        if room is None:
            room = (2 * min(x, self.width - x) if middle else self.width - x) - 15
        high = min(high, max(room, 1) / max(wide, 1))
        self._color(DEFAULT.ink, stroke=False)
        left = x - wide * high / 2 if middle else x
        self._typeface.show(self._stream, words, left, y, high=high)

    def lines(self, words: str, *, high: float, room: float) -> list[str]:
        """Return text in lines for `text`, broken at spaces."""
        found: list[str] = []
        for word in words.split(" "):
            longer = f"{found[-1]} {word}" if found else word
            if found and self._typeface.width(longer) * high <= room:
                found[-1] = longer
            else:
                found.append(word)
        return found

    def line(self, spots: list[Point], *, width: float, color: str = DEFAULT.ink) -> None:
        """Draw a line."""
        self._color(color, stroke=True)
        self._stream.set_line_width(_short(width))
        self._path(spots if len(spots) > 1 else spots * 2)
        self._stream.stroke()

    def squares(self, rows: Iterable[Iterable[int]], x: float, y: float, *, side: float) -> None:
        """Draw the squares that are not 0 in ink, in rows from the upper left corner at (x, y)."""
        self._color(DEFAULT.ink, stroke=False)
        for down, row in enumerate(rows, 1):
            for across, dark in enumerate(row):
                if dark:
                    place = _short(x + across * side), _short(y - down * side)
                    self._stream.rectangle(*place, _short(side), _short(side))
        self._stream.fill()

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

        def spot(point: Point) -> Point:
            return left + (point[0] - low_x) * cell, bottom + (point[1] - low_y) * cell

        spots = [spot(corner) for corner in mesh.corners]
        for number, boundary in zip(numbers, mesh.boundaries, strict=True):
            if colors:
                self._color(colors.fill(number), stroke=False)
            self._color(DEFAULT.ink, stroke=True)
            self._stream.set_line_width(line)
            for loop in loops(boundary, mesh.corners):
                self._path([spots[corner] for corner in loop])
                self._stream.close()
            if colors:
                self._stream.fill_and_stroke(even_odd=True)
            else:
                self._stream.stroke()
        for mark in picture.marks:
            self._mark(
                mark,
                [spot(p) for p in (mark.points if isinstance(mark, Line) else [mark.at])],
                cell,
                colors or DEFAULT,
            )
        if picture.labeled:
            # The text of SVG runs down from the top of the page.
            origin = low_x * cell - left, self.height - bottom + low_y * cell
            for patch, boundary in zip(picture.patches, mesh.boundaries, strict=True):
                if lettering(patch.label)[0]:
                    thick, data = label(patch, boundary, mesh, cell=cell, origin=origin)
                    self._strokes(data, width=thick)

    def paths(self, svg: str, left: float, bottom: float, *, scale: float) -> None:
        """Draw the paths of an SVG with its lower left corner at a place, as `Scene` writes them.

        They have straight lines, colors in hexadecimal, and are moved by one group; `scale` is the
        length of a pixel.
        """
        x, y = (float(value) for value in _MOVED.search(svg).groups())  # type: ignore[union-attr]
        top = bottom + size_of(svg)[1] * scale
        stream = self._stream
        stream.push_state()
        # From here on, lengths are pixels of the picture, and y runs down: the numbers of its paths
        # are copied.  Computing each took a third of the time of a book.
        stream.set_matrix(scale, 0, 0, -scale, left + x * scale, top + -y * scale)
        for tag in _PATH.findall(svg):
            of = dict(_ATTRIBUTE.findall(tag))
            fill, stroke = of["fill"], of["stroke"]
            for shade, drawn in ((fill, False), (stroke, True)):
                if shade != "none":
                    self._color(_thinned(shade, float(of.get("stroke-opacity", 1))), stroke=drawn)
            stream.set_line_width(float(of["stroke-width"]))
            stream.stream.append(_operators(of["d"]))
            if fill == "none":
                stream.stroke()
            else:
                stream.fill_and_stroke()
        stream.pop_state()

    def bytes(self) -> bytes:
        """Return the file."""
        self._typeface.end()
        out = io.BytesIO()
        self._document.write(out)
        return out.getvalue()

    def _mark(self, mark: Mark, spots: list[Point], cell: float, colors: Palette) -> None:
        if isinstance(mark, Text):
            strokes, wide = lettering(mark.text)
            scale = mark.height * cell / CAP_HEIGHT
            [(x, y)] = spots
            left, base = x - wide * scale / 2, y - mark.height * cell / 2
            for stroke in strokes:
                self.line(
                    [(left + a * scale, base + b * scale) for a, b in stroke], width=scale * 0.9
                )
            return
        color = colors.ink if mark.color is None else colors.fill(mark.color)
        if mark.dashed:
            self._stream.set_dash([_short(0.09 * cell)], 0)
        self.line(spots, width=mark.width * cell, color=_thinned(color, mark.opacity))
        if mark.dashed:
            self._stream.set_dash([], 0)

    def _strokes(self, data: str, *, width: float) -> None:
        """Draw the strokes of an SVG path of letters, whose y runs down."""
        for stroke in data.removeprefix("M").split("M"):
            points = (point.split() for point in stroke.removesuffix("h0").split("L"))
            self.line([(float(x), self.height - float(y)) for x, y in points], width=width)

    def _color(self, shade: str, *, stroke: bool) -> None:
        parts = (round(part / 255, 4) for part in bytes.fromhex(shade[1:]))
        self._stream.set_color_rgb(*parts, stroke=stroke)

    def _path(self, spots: list[Point]) -> None:
        (x, y), *others = spots
        self._stream.move_to(_short(x), _short(y))
        for x, y in others:
            self._stream.line_to(_short(x), _short(y))


def _operators(data: str) -> bytes:
    """Return the straight lines of an SVG path as operators of PDF.

    >>> _operators("M1 2L3 4.5L0 -1ZM5 6h0")
    b'1 2 m 3 4.5 l 0 -1 l h 5 6 m 5 6 l'
    """
    drawn = []
    for line in data.removeprefix("M").split("M"):
        # A dot is a line of no length.
        first, *others = line.removesuffix("Z").removesuffix("h0").split("L")
        drawn += [first, "m", *(f"{spot} l" for spot in others or [first])]
        drawn += ["h"] * line.endswith("Z")
    return " ".join(drawn).encode()


@lru_cache(maxsize=1000)
def _thinned(shade: str, opacity: float) -> str:
    """Return a color on paper, as seen through: PDF needs a graphics state for each opacity."""
    parts = (255 - round((255 - part) * opacity) for part in bytes.fromhex(shade[1:7]))
    return "#" + bytes(parts).hex()


def _short(value: float) -> float:
    return round(value, 4)
