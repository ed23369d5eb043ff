"""A board with clues in its margins, such as a nonogram, and sheets of several boards.

Like `Picture`, they are independent of the output format: their methods call the renderers;
the text form is in this module.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from string import ascii_letters

from combien._base.budget import Reporter
from combien._base.checks import check_list
from combien.drawing._content import MOST_CELLS, CluedContent, Number
from combien.drawing._renderers import clued, clued_sheet, png
from combien.errors import BadPicture

MOST_BOARDS = 1000
# The number of cells between two guide lines.
_GUIDE = 5


class CluedBoard(CluedContent):
    """A board of shaded cells, with numbers beside the rows and above the columns, and a title.

    >>> board = CluedBoard(1, 2, ("#000000", None), (((1, "#000000"),),), ((), ()), title="dot")
    >>> print(board.text())
           0 0
         +-----+
       1 | # ? |
         +-----+

    `steps` has the step at which each cell became known, from 0, for animations.
    `marked` has the indices of cells, row by row, to draw with a ring, such as the latest step.
    `letters` has pairs of a shade and its letter in text; clues show them too, except for black.
    A number 0 is unknown, and is drawn as "?"; a line without numbers has "0".  With `both_sides`,
    pictures repeat the numbers to the right of the rows and below the columns.  With `for_print`,
    unknown cells are left white, and known white cells have a dot while others are unknown.
    Raises `BadPicture` for inconsistent parts, or more than 250 000 cells.
    """

    __slots__ = ()

    def svg(self, *, size: float | None = None, duration: float | None = None) -> str:
        """Return the board as SVG; with `duration`, an animation of the cells in order.

        >>> CluedBoard(1, 1, (None,), ((),), ((),)).svg().startswith("<svg")
        True

        `size` is the edge of a cell in pixels; the default fits 600 pixels, from 6 to 24.
        `duration` is in seconds.  Viewers without animation show the whole board.  Raises
        `BadPicture`.
        """
        return clued.render(self, size=size, duration=duration)

    def png(self, *, width: int = 800) -> bytes:
        """Return a PNG image, `width` pixels wide; raise the same errors as `Picture.png`."""
        text, across, down = clued.rendered(self, size=None, duration=None)
        return png.image(text, width=width, across=across, down=down)

    def pdf(self, *, paper: str = "A4") -> bytes:
        """Return a PDF file with the board and its title on one page.

        `paper` is "A3", "A4", "A5", "letter" or "legal".  Wide boards are on a page in landscape.
        Raises `MissingExtra` without the extra `pdf`, and `BadPicture`.
        """
        return CluedSheet((self,)).pdf(paper=paper)

    def text(self) -> str:
        """Return the board as text with clues, and with a guide line after every five cells.

        >>> black = "#000000"
        >>> print(CluedBoard(1, 1, ("#ffffff",), ((),), (((12, black), (1, black)),)).text())
              12
               1
            +----+
          0 |  . |
            +----+
        """
        return _text(self)


@dataclass(frozen=True)
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
        if not all(isinstance(board, CluedBoard) for board in boards):
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
        text, across, down = self._svg()
        return png.image(text, width=width, across=across, down=down)

    def pdf(
        self,
        *,
        answers: CluedSheet | None = None,
        paper: str = "A4",
        report: Reporter | None = None,
    ) -> bytes:
        """Return a PDF file with these boards, on as many pages as they need.

        The boards of `answers` are on further pages, arranged in the same way.  `paper` is "A3",
        "A4", "A5", "letter" or "legal".  A single wide board is on a page in landscape.  `report`
        is called after each page.  Raises `MissingExtra` without the extra `pdf`, and `BadPicture`.
        """
        if answers is not None and not isinstance(answers, CluedSheet):
            raise BadPicture("answers are on a sheet of boards with clues: CluedSheet")
        behind = answers.boards if answers else ()
        return clued_sheet.pdf(
            self.boards, self.across, self.title, answers=behind, paper=paper, report=report
        )

    def _svg(self) -> tuple[str, float, float]:
        return clued_sheet.svg(self.boards, self.across, self.title)


def _text(board: CluedContent) -> str:
    """Return the lines of the text: `#` is black, `.` white, `?` unknown.

    Other shades are letters: the ones in `board.letters`, or else the next unused ones.
    """
    custom: dict[str | None, str] = {**dict(reversed(board.letters))}
    letters: dict[str | None, str] = {None: "?", "#ffffff": ".", "#000000": "#", **custom}
    for shade in board.cells:
        if shade not in letters:
            letters[shade] = ascii_letters[(len(letters) - 3) % len(ascii_letters)]

    def written(clue: tuple[Number, ...]) -> list[str]:
        words = [f"{number or '?'}{custom.get(shade, '').strip('#')}" for number, shade in clue]
        return words or ["0"]

    row_texts = [" ".join(written(clue)) for clue in board.rows]
    margin = max(3, max(map(len, row_texts)) + 2)
    column_texts = [written(clue) for clue in board.columns]
    cell = max(2, 1 + max((len(number) for clue in column_texts for number in clue), default=1))
    lines = []
    tallest = max(map(len, column_texts))
    for level in range(tallest):
        parts = []
        for clue in column_texts:
            at = level - (tallest - len(clue))
            parts.append(f"{clue[at] if at >= 0 else '':>{cell}}")
        lines.append((" " * (margin + 2) + _joined(parts, "  ")).rstrip())
    rule = " " * (margin + 1) + "+" + _joined(["-" * cell] * board.width, "-+") + "-+"
    for number in range(board.height):
        if number % _GUIDE == 0:
            lines.append(rule)
        shades = board.cells[number * board.width : (number + 1) * board.width]
        cells = _joined([f"{letters[shade]:>{cell}}" for shade in shades], " |")
        lines.append(f"{row_texts[number]:>{margin}} |{cells} |")
    return "\n".join([*lines, rule])


def _joined(parts: list[str], guide: str) -> str:
    """Return the parts of a line, with the guide after every five of them."""
    fives = ("".join(parts[at : at + _GUIDE]) for at in range(0, len(parts), _GUIDE))
    return guide.join(fives)
