"""The addresses of Penpa: `https://swaroopg92.github.io/penpa-edit/#m=edit&p=...`, read only.

The address holds the whole drawing: text, deflated without a header, in base 64.  The first line of
the text has the kind of lattice and the size, the second one the widths of the margins (top,
bottom, left, right), and the fourth one the drawing of the puzzle: JSON whose usual keys are
shortened to `z` and one more character.  `zN` are numbers and `zS` colored cells, by the index of
the cell on a board with two more cells on each side.

A drawing is a nonogram if its board is empty and it has numbers only in the margins above and to
the left of it.  A line without numbers is white, `?` is a blotted block, and black cells of the
puzzle's drawing are given; the solver's own marks are ignored.  Black and white.
"""

from __future__ import annotations

import binascii
import json
import re
import zlib
from base64 import b64decode
from typing import Any

from combien.errors import BadFormat
from combien.nonograms._board import Board
from combien.nonograms._nonogram import BLACK, BLOTTED, LONGEST_LINE, Block, Nonogram
from combien.nonograms._puzzle import Puzzle
from combien.nonograms.formats._text import natural, quoted, size_of, text_of

__all__ = ["read"]

_ADDRESS = re.compile(
    r"https?://[^\s#?]{0,200}penpa[^\s#?]{0,200}[#?]m=(?:edit|solve)&p=([\w+/=%-]+)(?:&\S*)?",
    re.IGNORECASE | re.ASCII,
)
# The largest drawings of Penpa have some hundred kilobytes of text.
MOST_TEXT = 4_000_000
_SHORT_KEY = re.compile(r'"(?:[^"\\]|\\.)*+"|z[A-Z0-9_]')
# Cells around the board that are never drawn.
_FRAME = 2
_BLACK_SURFACE = 4


def read(content: bytes) -> list[Puzzle]:
    """Return the puzzle of an address.

    >>> text = 'square,3,2\\n[1,0,1,0]\\n\\n{zN:{"17":["1"],"18":["1"],"23":["2"]}}'
    >>> packed = zlib.compress(text.encode(), wbits=-15)
    >>> address = b"https://penpa.example/#m=edit&p=" + binascii.b2a_base64(packed)
    >>> read(address)[0].nonogram.rows
    ((Block(length=2, color=1),),)
    """
    if len(content) > MOST_TEXT:
        raise BadFormat(f"an address of more than {MOST_TEXT // 10**6} MB")
    address = text_of(content).strip()
    found = _ADDRESS.fullmatch(address)
    if not found:
        raise BadFormat(f"expected an address of Penpa with m=edit&p=, not {quoted(address)}")
    lines = _inflated(found[1]).split("\n")
    if len(lines) < 4:
        raise BadFormat("this drawing of Penpa ends early: copy the whole address")
    header = lines[0].split(",")
    if header[0] not in ("square", "sudoku", "kakuro"):
        raise BadFormat(
            f"a drawing of Penpa on the lattice {quoted(header[0])}: a nonogram is on squares"
        )
    return [_Drawing(header, lines[1], lines[3]).puzzle()]


def _inflated(packed: str) -> str:
    """Return the text of a drawing; at most `MOST_TEXT` bytes are inflated."""
    for code, character in (("%2B", "+"), ("%2F", "/"), ("%3D", "=")):
        packed = packed.replace(code, character).replace(code.lower(), character)
    try:
        data = b64decode(packed, validate=True)
        inflater = zlib.decompressobj(wbits=-15)
        text = inflater.decompress(data, MOST_TEXT)
        if inflater.unconsumed_tail or not inflater.eof:
            much = len(text) >= MOST_TEXT
            why = f"more than {MOST_TEXT // 10**6} MB" if much else "the end is missing"
            raise BadFormat(f"the address does not hold a drawing of Penpa: {why}")
        return text.decode()
    except (binascii.Error, zlib.error, UnicodeDecodeError) as error:
        raise BadFormat(
            f"the address does not hold a drawing of Penpa: {str(error)[:100]}"
        ) from None


class _Drawing:
    """The drawing of a puzzle: its size, with margins, and its numbers and colored cells."""

    def __init__(self, header: list[str], margins: str, drawing: str) -> None:
        columns, rows = size_of(header[1:3], ("columns", "rows"), line=1)
        edges = _parsed(margins, "margins")
        if not isinstance(edges, list) or len(edges) != 4:
            raise BadFormat("the margins of a drawing of Penpa are four numbers")
        self.top, bottom, self.left, right = (
            natural(str(edge), "the width of a margin", most=LONGEST_LINE, line=2) for edge in edges
        )
        self.height, self.width = rows - self.top - bottom, columns - self.left - right
        if self.height < 1 or self.width < 1:
            raise BadFormat("this drawing of Penpa has no cells between its margins")
        if not self.top or not self.left:
            raise BadFormat(
                "this drawing of Penpa has no margins for clues above and to the left of the board"
            )
        self.stride = columns + 2 * _FRAME
        self.title, self.author = (_field(header, name) for name in ("Title: ", "Author: "))
        data = _parsed(_SHORT_KEY.sub(_long_key, drawing), "drawing")
        if not isinstance(data, dict):
            raise BadFormat("expected a JSON object as the drawing of Penpa")
        self.numbers = self._cells(data.get("zN", data.get("number", {})))
        self.surfaces = self._cells(data.get("zS", data.get("surface", {})))

    def _cells(self, found: Any) -> dict[tuple[int, int], Any]:
        """Return values by the row and the column of the board; the margins are before 0."""
        if not isinstance(found, dict):
            raise BadFormat("expected numbers and colored cells by index in a drawing of Penpa")
        cells = {}
        for index, value in found.items():
            row, column = divmod(
                natural(index, "the index of a cell", most=2**32, line=4), self.stride
            )
            cells[row - _FRAME - self.top, column - _FRAME - self.left] = value
        return cells

    def puzzle(self) -> Puzzle:
        """Return the nonogram."""
        rows: list[list[str]] = [[] for _ in range(self.height)]
        columns: list[list[str]] = [[] for _ in range(self.width)]
        # From left to right in each row, and from top to bottom in each column.
        for (row, column), value in sorted(self.numbers.items(), key=lambda item: item[0]):
            above = -self.top <= row < 0 <= column < self.width
            beside = -self.left <= column < 0 <= row < self.height
            if above or beside:
                # The text, its color and its style.
                text = str(value[0]).strip() if isinstance(value, list) and value else ""
                (columns[column] if above else rows[row]).append(text)
            elif not (row < 0 and column < 0):
                raise BadFormat(
                    "a drawing of Penpa with numbers outside the margins above and to the left of "
                    "the board, which are not clues of a nonogram"
                )
        nonogram = Nonogram(
            [_clue(clue, f"row {number}") for number, clue in enumerate(rows, 1)],
            [_clue(clue, f"column {number}") for number, clue in enumerate(columns, 1)],
            title=self.title,
            author=self.author,
            check=False,
        )
        return Puzzle(nonogram, (), self._given())

    def _given(self) -> Board | None:
        """Return the black cells, or None if there are none; other colors are decoration."""
        black = {
            row * self.width + column: BLACK
            for (row, column), value in self.surfaces.items()
            if value == _BLACK_SURFACE and 0 <= row < self.height and 0 <= column < self.width
        }
        return Board.unknown(self.height, self.width).replaced(black) if black else None


def _long_key(found: re.Match[str]) -> str:
    """Return a string unchanged, and a short key as a string; `zO` stands for null."""
    key = found[0]
    return key if key.startswith('"') else "null" if key == "zO" else f'"{key}"'


def _parsed(text: str, what: str) -> Any:
    try:
        return json.loads(text)
    except (RecursionError, ValueError) as error:
        raise BadFormat(f"the {what} of this Penpa address: {str(error)[:100]}") from None


def _field(header: list[str], name: str) -> str:
    """Return a text of the first line, in which commas are written as %2C."""
    found = (part.removeprefix(name) for part in header if part.startswith(name))
    return next(found, "").replace("%2C", ",").strip()


def _clue(texts: list[str], where: str) -> tuple[Block, ...]:
    """Return the clue of these numbers; `where` is for errors."""
    blocks = []
    for text in texts:
        digits = text.isascii() and text.isdigit() and len(text) <= 5
        if text != "?" and not (digits and int(text) <= LONGEST_LINE):
            raise BadFormat(
                f"{where} of this drawing of Penpa: expected a number or ?, not {quoted(text)}"
            )
        if digits and not int(text) and len(texts) > 1:
            raise BadFormat(f"{where} of this drawing of Penpa: 0 beside other numbers")
        blocks.append(Block(int(text) if digits else BLOTTED))
    return () if texts and blocks[0] == Block(0) and texts[0] != "?" else tuple(blocks)
