"""Puzzles on paper as PDF: pieces to cut out, sheets of solutions, and books; pages in millimeters.

Text is drawn as strokes, as in SVG and PNG, so that no fonts are needed and the same pages give the
same bytes.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence
from math import inf
from typing import Any

from combien._base.checks import check_bool, check_int, check_list
from combien._base.extras import install_command
from combien.drawing._markup import CAP_HEIGHT, lettering
from combien.drawing._mesh import color_numbers, loops, mesh_of, touching_by_edges
from combien.drawing._palette import Palette, palette_named
from combien.drawing._picture import Picture
from combien.drawing._renderers.cutting import check_lengths
from combien.drawing._renderers.sheet import Drawable
from combien.errors import BadPicture, MissingExtra
from combien.geometry._region import Region
from combien.printing._pieces import Piece, Printable, check_text, pieces_of
from combien.tilings._arrangement import Arrangement
from combien.tilings._draw import drawn

_MARGIN, _GAP = 15.0, 6.0
_MOST_PUZZLES = 400


def cutouts_pdf(
    pieces: Printable,
    *,
    cell: float = 20.0,
    paper: str = "A4",
    filled: bool = True,
    palette: Palette | str = "default",
    title: str = "",
) -> bytes:
    """Return a PDF of pieces to cut out, true to scale.

    `pieces` is a tiling or a packing, or a list of regions, tiles or placements; solids are drawn
    layer by layer.  `cell` is the width of a cell in millimeters.  `paper` is "A3", "A4" or
    "letter".  `filled=False` draws only outlines.  At the bottom of each page is a line of 50 mm,
    to check the scale of the printer.

    Raises `BadPicture` for a piece that does not fit on a page, and `MissingExtra` if pydyf is not
    installed.
    """
    check_lengths(cell)
    filled = check_bool("filled", filled, error=BadPicture)
    given = pieces_of(pieces)
    colors = palette_named(palette)
    pages = Pages(paper, title)
    _start_of_cutouts(pages, title)
    x, top, deep = _MARGIN, _first_line(pages), 0.0
    for piece in given:
        picture = _picture_of(piece)
        wide, high = _size(picture, cell)
        if wide > pages.width - 2 * _MARGIN or high > _first_line(pages) - _MARGIN - 8:
            raise BadPicture(
                f"{piece.name} is {wide:g} x {high:g} mm and does not fit on {paper}: give a "
                "smaller cell or larger paper"
            )
        if x + wide > pages.width - _MARGIN:
            x, top, deep = _MARGIN, top - deep - _GAP, 0.0
        if top - high < _MARGIN + 8:
            _start_of_cutouts(pages, title)
            x, top, deep = _MARGIN, _first_line(pages), 0.0
        pages.picture(picture, x, top - high, cell=cell, colors=colors if filled else None)
        x, deep = x + wide + _GAP, max(deep, high)
    return pages.bytes()


def solutions_pdf(
    solutions: Iterable[Drawable | Picture],
    *,
    across: int = 3,
    down: int = 4,
    paper: str = "A4",
    palette: Palette | str = "default",
    title: str = "",
) -> bytes:
    """Return a PDF of numbered solutions, `across` times `down` on each page, to one scale.

    Each solution is a picture, or has one: a tiling, a packing, the solution of a puzzle.  Raises
    `BadPicture` for an object without a picture, and `MissingExtra` if pydyf is not installed.
    """
    pictures = []
    for one in check_list("solutions", solutions, error=BadPicture):
        if not isinstance(one, Picture) and not callable(getattr(one, "picture", None)):
            raise BadPicture(f"a value of type {type(one).__name__} has no picture")
        pictures.append(one if isinstance(one, Picture) else one.picture())
    if not pictures:
        raise BadPicture("no solutions: give at least one")
    pages = Pages(paper, title)
    names = [str(number + 1) for number in range(len(pictures))]
    _grid(pages, pictures, names, (across, down), palette_named(palette), title)
    return pages.bytes()


def book_pdf(
    puzzles: Iterable[tuple[str, Arrangement]],
    *,
    title: str = "Puzzles",
    paper: str = "A4",
    palette: Palette | str = "default",
) -> bytes:
    """Return a book of tilings as PDF: a title page, a puzzle on each page, and the solutions.

    `puzzles` are pairs of a name and a solved puzzle, a tiling or a packing.  The page of a puzzle
    has its empty board and its pieces, both to one scale.  Raises `BadPicture` without puzzles or
    with more than 400, and `MissingExtra` if pydyf is not installed.
    """
    given: list[tuple[str, Arrangement]] = []
    for pair in check_list("puzzles", puzzles, error=BadPicture):
        if (
            not isinstance(pair, tuple)
            or len(pair) != 2
            or not isinstance(pair[0], str)
            or not isinstance(pair[1], Arrangement)
            or not len(pair[1])
        ):
            raise BadPicture("a puzzle is a pair of a name and a tiling or packing with pieces")
        given.append(pair)
    if not 0 < len(given) <= _MOST_PUZZLES:
        raise BadPicture(f"a book has 1 to {_MOST_PUZZLES} puzzles, not {len(given)}")
    colors = palette_named(palette)
    pages = Pages(paper, title)
    pages.new()
    pages.text(title, pages.width / 2, pages.height * 0.75, high=10, middle=True)
    first = given[0][1].picture()
    cell = min(_fit(first, pages.width * 0.55, pages.height * 0.35), 25.0)
    wide, high = _size(first, cell)
    left = (pages.width - wide) / 2
    # The first board, without the answer.
    blank = _blank(given[0][1])
    pages.picture(blank, left, pages.height * 0.48 - high / 2, cell=cell, colors=colors)
    words = "1 puzzle" if len(given) == 1 else f"{len(given)} puzzles"
    pages.text(words, pages.width / 2, pages.height * 0.2, high=5, middle=True)
    for number, (name, arrangement) in enumerate(given, 1):
        _puzzle(pages, f"{number}. {name}", arrangement, colors)
    pictures = [arrangement.picture() for _, arrangement in given]
    names = [f"{number}. {name}" for number, (name, _) in enumerate(given, 1)]
    _grid(pages, pictures, names, (2, 3), colors, "Solutions")
    return pages.bytes()


def _puzzle(pages: Pages, name: str, arrangement: Arrangement, colors: Palette) -> None:
    """Write the page of a puzzle: the empty board above, the pieces below."""
    pages.new()
    pages.text(name, _MARGIN, pages.height - _MARGIN - 7, high=7)
    board = _blank(arrangement)
    # By number of the tile: the order of the placements would show where they are.
    laid = sorted(arrangement.placements, key=lambda placement: placement.number)
    tiles = [_picture_of(Piece(placement.tile.region, "", placement.number)) for placement in laid]
    room = pages.width - 2 * _MARGIN
    space = pages.height - 2 * _MARGIN - 20
    cell = min(_fit(board, room, space * 0.55), 20.0)
    while cell > 0.2 and _rows(tiles, cell, room)[1] > space - _size(board, cell)[1] - 15:
        cell *= 0.95
    wide, high = _size(board, cell)
    top = pages.height - _MARGIN - 20
    pages.picture(board, (pages.width - wide) / 2, top - high, cell=cell, colors=colors)
    places, _ = _rows(tiles, cell, room)
    for tile, (x, y) in zip(tiles, places, strict=True):
        pages.picture(tile, _MARGIN + x, top - high - 15 - y, cell=cell, colors=colors)


def _rows(
    pictures: Sequence[Picture], cell: float, room: float
) -> tuple[list[tuple[float, float]], float]:
    """Return where pictures are in rows (x, and how far down their lower edge is), and how deep."""
    places: list[tuple[float, float]] = []
    x = y = deep = 0.0
    for picture in pictures:
        wide, high = _size(picture, cell)
        if x and x + wide > room:
            x, y, deep = 0.0, y + deep + _GAP, 0.0
        places.append((x, y + high))
        x, deep = x + wide + _GAP, max(deep, high)
    return places, y + deep


def _grid(
    pages: Pages,
    pictures: Sequence[Picture],
    names: Sequence[str],
    shape: tuple[int, int],
    colors: Palette,
    title: str,
) -> None:
    """Write pictures with names in fields, to one scale."""
    across = check_int("across", shape[0], least=1, most=50)
    down = check_int("down", shape[1], least=1, most=50)
    head = 14.0 if title else 0.0
    wide = (pages.width - 2 * _MARGIN) / across
    high = (pages.height - 2 * _MARGIN - head) / down
    if min(wide, high) < 12:
        raise BadPicture("fields smaller than 12 mm: put fewer solutions on a page")
    cell = min((_fit(one, wide - _GAP, high - 11) for one in pictures), default=inf)
    for number, (picture, name) in enumerate(zip(pictures, names, strict=True)):
        place = number % (across * down)
        if place == 0:
            pages.new()
            if title:
                pages.text(title, _MARGIN, pages.height - _MARGIN - 6, high=6)
        row, column = divmod(place, across)
        x = _MARGIN + column * wide
        y = pages.height - _MARGIN - head - row * high
        pages.text(name, x, y - 4, high=min(3.5, high / 6), room=wide - _GAP)
        bottom = y - 7 - _size(picture, cell)[1]
        pages.picture(picture, x, bottom, cell=cell, colors=colors, line=min(0.25, cell / 20))


def _start_of_cutouts(pages: Pages, title: str) -> None:
    pages.new()
    if title:
        pages.text(title, _MARGIN, pages.height - _MARGIN - 5, high=5)
    y = _MARGIN - 5
    pages.line([(_MARGIN, y), (_MARGIN + 50, y)], width=0.25)
    for x in (_MARGIN, _MARGIN + 50):
        pages.line([(x, y - 1.5), (x, y + 1.5)], width=0.25)
    pages.text("50 mm", _MARGIN + 53, y - 1.25, high=2.5)


def _first_line(pages: Pages) -> float:
    return pages.height - _MARGIN - 10


def _picture_of(piece: Piece) -> Picture:
    return drawn(piece.region, [(piece.region, piece.color, piece.name)])


def _blank(arrangement: Arrangement) -> Picture:
    """Return the empty board, cell by cell."""
    board = arrangement.board
    cells = [(Region([cell], lattice=board.lattice), -1, "") for cell in board]
    return drawn(board, cells)


def _size(picture: Picture, cell: float) -> tuple[float, float]:
    left, bottom, right, top = picture.box
    return (right - left) * cell, (top - bottom) * cell


def _fit(picture: Picture, wide: float, high: float) -> float:
    """Return the largest cell with which a picture fits into a field."""
    across, up = _size(picture, 1.0)
    return min(wide / across, high / up)


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
            raise MissingExtra(f"PDF files need pydyf: {install_command('pdf')}") from None
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
