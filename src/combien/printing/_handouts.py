"""Puzzles for a class as PDF: questions on one page, their answers on another."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import inf

from combien._base.budget import Reporter
from combien._base.checks import check_bool, check_instance, check_int, check_list
from combien._french.paper import LABELS
from combien.drawing._palette import Palette, palette_named
from combien.drawing._picture import Picture
from combien.drawing._renderers.pages import Pages
from combien.errors import BadPicture
from combien.printing._pieces import Piece
from combien.printing._sheets import blank, fitting, picture_of, rows_of, size_of
from combien.tilings._arrangement import Arrangement

LANGUAGES = {
    "en": {"name": "Name", "date": "Date", "answers": "Answers"},
    "fr": LABELS,
}
_MARGIN, _GAP = 15.0, 6.0
MOST = 400
# The largest cell, in millimeters, and the side of the QR code.
_LARGEST, _CODE = 18.0, 24.0
# The height of a line of a reason, and the most lines of one.
_LINE, _MOST_LINES = 5.0, 18
# The smallest cell of pieces on the page of their board, and what is below a piece.
_SMALLEST, _BELOW = 7.0, 3.0
_LONGEST = 1000
_ADDRESS = re.compile(rf"https?://[!-~]{{1,{_LONGEST - 8}}}")


@dataclass(frozen=True)
class Handout:
    """A puzzle on paper: its question and its answer as pictures.

    `answer` is None for a question without an answer in pictures; `reason` is a text that is
    printed with the answer, such as why there is none.  `note` is a line below the question, such
    as the words to find.  `pieces` are drawn below the board to be cut out, to its scale, or on
    more pages; their titles are written below them.

    >>> from combien import Region, Tile, TilingProblem, solve
    >>> square = solve(TilingProblem(Region.box(2, 2), [Tile("**", times=2, name="bar")]))
    >>> handout = Handout.of(square, title="Two bars")
    >>> len(handout.pieces), len(handout.question.patches), len(handout.answer.patches)
    (2, 4, 2)
    """

    question: Picture
    answer: Picture | None
    title: str = ""
    note: str = ""
    pieces: tuple[Picture, ...] = ()
    reason: str = ""

    def __post_init__(self) -> None:
        answer = () if self.answer is None else (self.answer,)
        pictures = (self.question, *answer, *check_list("pieces", self.pieces))
        if not all(isinstance(one, Picture) for one in pictures):
            raise BadPicture("a handout has pictures: of its question, its answer and its pieces")
        for name in ("title", "note", "reason"):
            check_instance(name, getattr(self, name), str, error=BadPicture)
        object.__setattr__(self, "pieces", tuple(self.pieces))

    @classmethod
    def of(cls, arrangement: Arrangement, *, title: str = "", note: str = "") -> Handout:
        """Return the empty board of a tiling or packing with its pieces, and the answer."""
        if not isinstance(arrangement, Arrangement) or not len(arrangement):
            raise BadPicture("expected a tiling or packing with pieces")
        # By number of the tile: the order of the placements would show where they are.
        laid = sorted(arrangement.placements, key=lambda placement: placement.number)
        pieces = (
            picture_of(Piece(one.tile.region, one.tile.name or "", one.number)) for one in laid
        )
        return cls(blank(arrangement), arrangement.picture(), title, note, tuple(pieces))


def handout_pdf(
    puzzles: Iterable[Handout],
    *,
    title: str = "",
    task: str = "",
    link: str = "",
    names: bool = True,
    across: int | None = None,
    down: int | None = None,
    paper: str = "A4",
    palette: Palette | str = "default",
    language: str = "en",
    report: Reporter | None = None,
) -> bytes:
    """Return a PDF to hand out: the questions, and their answers on other pages.

    `task` is a sentence below the title.  `link` is an address (http or https), printed with its QR
    code.  `names` gives lines for the name and the date.  `across` and `down` are the puzzles on a
    page; by default up to six, and one with pieces to cut out.  `paper` is "A3", "A4", "A5",
    "letter" or "legal", `language` "en" or "fr"; `report` is called after each page.

    Raises `BadPicture` without puzzles, with more than 400, and for an address that is not one;
    `MissingExtra` if the extra `pdf` is not installed.
    """
    given = check_list("puzzles", puzzles, error=BadPicture)
    if not all(isinstance(one, Handout) for one in given):
        raise BadPicture("a page has puzzles of type Handout")
    if not 0 < len(given) <= MOST:
        raise BadPicture(f"a handout has 1 to {MOST} puzzles, not {len(given)}")
    if not isinstance(language, str) or language not in LANGUAGES:
        raise BadPicture(f"language is one of {', '.join(LANGUAGES)}")
    names = check_bool("names", names, error=BadPicture)
    task = check_instance("task", task, str, error=BadPicture)
    link = check_link(link)
    words, colors = LANGUAGES[language], palette_named(palette)
    pages = Pages(paper, title, report)
    usual = (1, 1) if any(one.pieces for one in given) else _shape(len(given))
    shape = across or usual[0], down or usual[1]
    on_page = check_int("across", shape[0], least=1, most=50) * check_int(
        "down", shape[1], least=1, most=50
    )
    for start in range(0, len(given), on_page):
        pages.new()
        top = _head(pages, title, task, link, words if names else None)
        some = given[start : start + on_page]
        cell = _questions(pages, some, start, top, shape, colors, numbered=len(given) > 1)
        for one in some:
            if one.pieces and not _has_room(one, cell, *_field(pages, top, shape, some)):
                _more_pieces(pages, one, cell, colors)
    _answers(pages, given, shape, colors, words["answers"])
    return pages.bytes()


def check_link(link: str) -> str:
    """Return an address, or the empty string; raise `BadPicture` for another text.

    >>> check_link("https://example.org/")
    'https://example.org/'
    """
    check_instance("link", link, str, error=BadPicture)
    # Printable ASCII, as addresses are, and short enough for a code that a phone reads.
    if link and not _ADDRESS.fullmatch(link):
        raise BadPicture(
            f"link={link[:60]!r}: expected an address such as https://example.org/, of at most "
            f"{_LONGEST} characters"
        )
    return link


def _shape(count: int) -> tuple[int, int]:
    """Return how many puzzles are across and down."""
    return {1: (1, 1), 2: (1, 2), 3: (2, 2), 4: (2, 2)}.get(count, (2, 3))


def _head(pages: Pages, title: str, task: str, link: str, words: dict[str, str] | None) -> float:
    """Write the head of a page; return where the rest begins."""
    y, right = pages.height - _MARGIN, pages.width - _MARGIN
    if link:
        import segno  # Optional dependency.

        rows = [list(row) for row in segno.make(link, error="m", micro=False).matrix]
        side = _CODE / len(rows)
        pages.squares(rows, right - _CODE, y, side=side)
        pages.text(link, right - _CODE, y - _CODE - 3, high=1.4, room=_CODE)
        right -= _CODE + _GAP
    if words:
        y -= 4
        middle = _MARGIN + (right - _MARGIN) * 0.62
        for word, x, end in (("name", _MARGIN, middle - _GAP), ("date", middle, right)):
            pages.text(words[word], x, y, high=2.8)
            pages.line([(x + 13, y - 0.8), (end, y - 0.8)], width=0.2)
        y -= 6
    if title:
        y -= 7
        pages.text(title, _MARGIN, y, high=6, room=right - _MARGIN)
        y -= 2
    if task:
        for line in pages.lines(task, high=2.8, room=right - _MARGIN):
            y -= 5
            pages.text(line, _MARGIN, y, high=2.8, room=right - _MARGIN)
        y -= 1
    lowest = pages.height - _MARGIN - _CODE - 5 if link else inf
    return min(y, lowest) - _GAP


def _questions(
    pages: Pages,
    some: Sequence[Handout],
    start: int,
    top: float,
    shape: tuple[int, int],
    colors: Palette,
    *,
    numbered: bool,
) -> float:
    """Write the questions of a page, to one scale; return the width of a cell."""
    across, down = shape
    wide = (pages.width - 2 * _MARGIN) / across
    high = (top - _MARGIN) / down
    if min(wide, high) < 20:
        raise BadPicture("fields smaller than 20 mm: put fewer puzzles on a page")
    heads = [
        f"{start + at}. {one.title}".rstrip(". ") if numbered else one.title
        for at, one in enumerate(some, 1)
    ]
    head = 7.0 if any(heads) else 0.0
    space = _field(pages, top, shape, some)
    cell = min(_LARGEST, *(_largest(one, *space) for one in some))
    for at, (one, words) in enumerate(zip(some, heads, strict=True)):
        row, column = divmod(at, across)
        x, y = _MARGIN + column * wide, top - row * high
        if words:
            pages.text(words, x, y - 4, high=3, room=wide - _GAP)
        wide_board, high_board = size_of(one.question, cell)
        y -= head + high_board
        left = x if across > 1 else (pages.width - wide_board) / 2
        pages.picture(one.question, left, y, cell=cell, colors=colors)
        if one.note:
            y -= 5
            pages.text(one.note, x, y, high=2.4, room=wide - _GAP)
        if one.pieces and _has_room(one, cell, *space):
            places, _ = rows_of(one.pieces, cell, space[0], below=_BELOW)
            for piece, (u, v) in zip(one.pieces, places, strict=True):
                _piece(pages, piece, x + u, y - 2 * _GAP - v, cell, colors)
    return cell


def _field(
    pages: Pages, top: float, shape: tuple[int, int], some: Sequence[Handout]
) -> tuple[float, float]:
    """Return the width and height that a board and its pieces have."""
    across, down = shape
    wide = (pages.width - 2 * _MARGIN) / across
    high = (top - _MARGIN) / down
    head = 7.0 if len(some) > 1 or any(one.title for one in some) else 0.0
    note = 6.0 if any(one.note for one in some) else 0.0
    return wide - (_GAP if across > 1 else 0), high - head - note - _GAP


def _piece(pages: Pages, piece: Picture, x: float, y: float, cell: float, colors: Palette) -> None:
    """Draw a piece to cut out, with its title below it."""
    pages.picture(piece, x, y, cell=cell, colors=colors)
    if piece.title:
        pages.text(piece.title, x, y - _BELOW + 0.8, high=1.8, room=pages.width - _MARGIN - x)


def _more_pieces(pages: Pages, one: Handout, cell: float, colors: Palette) -> None:
    """Write the pieces on pages of their own, to the scale of the board."""
    room, high = pages.width - 2 * _MARGIN, pages.height - 2 * _MARGIN
    left = list(one.pieces)
    while left:
        pages.new()
        places, _ = rows_of(left, cell, room, below=_BELOW)
        fit = next((n for n, (_, v) in enumerate(places) if v > high), len(left)) or 1
        for piece, (u, v) in zip(left[:fit], places, strict=False):
            _piece(pages, piece, _MARGIN + u, pages.height - _MARGIN - v, cell, colors)
        del left[:fit]


def _has_room(one: Handout, cell: float, wide: float, high: float) -> bool:
    """Return whether the pieces are below the board."""
    deep = rows_of(one.pieces, cell, wide, below=_BELOW)[1]
    return deep + 2 * _GAP <= high - size_of(one.question, cell)[1] + 1e-6


def _largest(one: Handout, wide: float, high: float) -> float:
    """Return the largest cell with which a puzzle, with its pieces, fits into a field."""
    largest = cell = min(fitting(one.question, wide, high), _LARGEST)
    while one.pieces and cell > 0.2 and not _has_room(one, cell, wide, high):
        cell *= 0.95
    # Too small to be cut out: the pieces are on pages of their own.
    return largest if cell < min(_SMALLEST, largest) else cell


def _answers(
    pages: Pages, given: Sequence[Handout], shape: tuple[int, int], colors: Palette, heading: str
) -> None:
    """Write the answers, smaller and numbered, and the reasons below them."""
    across, down = (max(2, shape[0]), max(3, shape[1]))
    if any(one.reason for one in given):
        across, down = 1, 2 if len(given) > 1 else 1
    wide = (pages.width - 2 * _MARGIN) / across
    high = (pages.height - 2 * _MARGIN - 12) / down
    answered = [(at, one) for at, one in enumerate(given) if one.answer or one.reason]
    reasons = {at: _reason(pages, one.reason, wide - _GAP) for at, one in answered}
    sizes = (
        fitting(one.answer, wide - _GAP, high - 12 - _LINE * len(reasons[at]))
        for at, one in answered
        if one.answer
    )
    cell = min([10.0, *sizes])
    for place, (at, one) in enumerate(answered):
        place %= across * down
        if place == 0:
            pages.new()
            pages.text(heading, _MARGIN, pages.height - _MARGIN - 5, high=5)
        row, column = divmod(place, across)
        x, y = _MARGIN + column * wide, pages.height - _MARGIN - 12 - row * high
        number = f"{at + 1}. {one.title}".rstrip(". ") if len(given) > 1 else one.title
        pages.text(number, x, y - 4, high=2.8, room=wide - _GAP)
        y -= 7
        if one.answer:
            y -= size_of(one.answer, cell)[1]
            pages.picture(one.answer, x, y, cell=cell, colors=colors, line=min(0.25, cell / 20))
        for line in reasons[at]:
            y -= _LINE
            pages.text(line, x, y, high=2.6, room=wide - _GAP)


def _reason(pages: Pages, reason: str, room: float) -> list[str]:
    """Return the lines of a reason, as many as a page has."""
    lines = [
        line for part in reason.splitlines() for line in pages.lines(part, high=2.6, room=room)
    ]
    return lines if len(lines) <= _MOST_LINES else [*lines[:_MOST_LINES], "\u2026"]
