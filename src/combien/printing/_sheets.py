"""Puzzles on paper as PDF: pieces to cut out, sheets of solutions, and books; pages in millimeters.

Headings are in Roboto, of which the file has the letters that it needs; the labels of pictures are
strokes, as in SVG and PNG.  The same pages give the same bytes.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import inf

from combien._base.budget import Reporter
from combien._base.checks import check_bool, check_int, check_list
from combien.drawing._palette import Palette, palette_named
from combien.drawing._picture import Picture
from combien.drawing._renderers.cutting import check_lengths
from combien.drawing._renderers.pages import Pages
from combien.drawing._renderers.sheet import Drawable
from combien.errors import BadPicture
from combien.geometry._region import Region
from combien.printing._pieces import Piece, Printable, pieces_of
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
    report: Reporter | None = None,
) -> bytes:
    """Return a PDF of pieces to cut out, true to scale.

    `pieces` is a tiling or a packing, or a list of regions, tiles or placements; solids are drawn
    layer by layer.  `cell` is the width of a cell in millimeters.  `paper` is "A3", "A4", "A5",
    "letter" or "legal".  `filled=False` draws only outlines.  At the bottom of each page is a line
    of 50 mm, to check the scale of the printer.  `report` is called after each page.

    Raises `BadPicture` for a piece that does not fit on a page, and `MissingExtra` if pydyf is not
    installed.
    """
    check_lengths(cell)
    filled = check_bool("filled", filled, error=BadPicture)
    given = pieces_of(pieces)
    colors = palette_named(palette)
    pages = Pages(paper, title, report)
    _start_of_cutouts(pages, title)
    x, top, deep = _MARGIN, _first_line(pages), 0.0
    for piece in given:
        picture = picture_of(piece)
        wide, high = size_of(picture, cell)
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
    report: Reporter | None = None,
) -> bytes:
    """Return a PDF of numbered solutions, `across` times `down` on each page, to one scale.

    Each solution is a picture, or has one: a tiling, a packing, the solution of a puzzle.  `report`
    is called after each page.

    Raises `BadPicture` for an object without a picture, and `MissingExtra` if pydyf is not
    installed.
    """
    pictures = []
    for one in check_list("solutions", solutions, error=BadPicture):
        if not isinstance(one, Picture) and not callable(getattr(one, "picture", None)):
            raise BadPicture(f"a value of type {type(one).__name__} has no picture")
        pictures.append(one if isinstance(one, Picture) else one.picture())
    if not pictures:
        raise BadPicture("no solutions: give at least one")
    pages = Pages(paper, title, report)
    names = [str(number + 1) for number in range(len(pictures))]
    _grid(pages, pictures, names, (across, down), palette_named(palette), title)
    return pages.bytes()


def book_pdf(
    puzzles: Iterable[tuple[str, Arrangement]],
    *,
    title: str = "Puzzles",
    paper: str = "A4",
    palette: Palette | str = "default",
    report: Reporter | None = None,
) -> bytes:
    """Return a book of tilings as PDF: a title page, a puzzle on each page, and the solutions.

    `puzzles` are pairs of a name and a solved puzzle, a tiling or a packing.  The page of a puzzle
    has its empty board and its pieces, both to one scale.  `report` is called after each page.
    Raises `BadPicture` without puzzles or
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
    pages = Pages(paper, title, report)
    pages.new()
    pages.text(title, pages.width / 2, pages.height * 0.75, high=10, middle=True)
    first = given[0][1].picture()
    cell = min(fitting(first, pages.width * 0.55, pages.height * 0.35), 25.0)
    wide, high = size_of(first, cell)
    left = (pages.width - wide) / 2
    # The first board, without the answer.
    pages.picture(
        blank(given[0][1]), left, pages.height * 0.48 - high / 2, cell=cell, colors=colors
    )
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
    board = blank(arrangement)
    # By number of the tile: the order of the placements would show where they are.
    laid = sorted(arrangement.placements, key=lambda placement: placement.number)
    tiles = [picture_of(Piece(placement.tile.region, "", placement.number)) for placement in laid]
    room = pages.width - 2 * _MARGIN
    space = pages.height - 2 * _MARGIN - 20
    cell = min(fitting(board, room, space * 0.55), 20.0)
    while cell > 0.2 and rows_of(tiles, cell, room)[1] > space - size_of(board, cell)[1] - 15:
        cell *= 0.95
    wide, high = size_of(board, cell)
    top = pages.height - _MARGIN - 20
    pages.picture(board, (pages.width - wide) / 2, top - high, cell=cell, colors=colors)
    places, _ = rows_of(tiles, cell, room)
    for tile, (x, y) in zip(tiles, places, strict=True):
        pages.picture(tile, _MARGIN + x, top - high - 15 - y, cell=cell, colors=colors)


def rows_of(
    pictures: Sequence[Picture], cell: float, room: float, *, below: float = 0.0
) -> tuple[list[tuple[float, float]], float]:
    """Return where pictures are in rows (x, and how far down their lower edge is), and how deep.

    What has a title has this much room below it.
    """
    places: list[tuple[float, float]] = []
    x = y = deep = 0.0
    for picture in pictures:
        wide, high = size_of(picture, cell)
        titled = below if picture.title else 0.0
        # A title is about this wide.
        wide = max(wide, 0.55 * titled * len(picture.title) if titled else 0.0)
        if x and x + wide > room:
            x, y, deep = 0.0, y + deep + _GAP, 0.0
        places.append((x, y + high))
        x, deep = x + wide + _GAP, max(deep, high + titled)
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
    cell = min((fitting(one, wide - _GAP, high - 11) for one in pictures), default=inf)
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
        bottom = y - 7 - size_of(picture, cell)[1]
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


def picture_of(piece: Piece) -> Picture:
    return drawn(piece.region, [(piece.region, piece.color, piece.name)])


def blank(arrangement: Arrangement) -> Picture:
    """Return the empty board, cell by cell."""
    board = arrangement.board
    cells = [(Region([cell], lattice=board.lattice), -1, "") for cell in board]
    return drawn(board, cells)


def size_of(picture: Picture, cell: float) -> tuple[float, float]:
    left, bottom, right, top = picture.box
    return (right - left) * cell, (top - bottom) * cell


def fitting(picture: Picture, wide: float, high: float) -> float:
    """Return the largest cell with which a picture fits into a field."""
    across, up = size_of(picture, 1.0)
    return min(wide / across, high / up)
