"""The portable bitmap (PBM), plain (P1) and packed (P4): a picture in black and white.

    P1
    # A comment.
    4 1
    1101

1 is black.  In packed files, each row takes whole bytes, with the first cell in the highest bit.
Files are written in the plain format.
"""

from __future__ import annotations

import re

from combien.errors import BadFormat
from combien.nonograms._board import Board
from combien.nonograms._nonogram import MOST_CELLS
from combien.nonograms._puzzle import Puzzle
from combien.nonograms.formats._text import goal_of, size_of

__all__ = ["read", "write"]

_GAP = rb"(?:\s|#[^\n]*\n)+"
_HEAD = re.compile(rb"P([14])" + _GAP + rb"(\d{1,9})" + _GAP + rb"(\d{1,9})(?:\s|#[^\n]*\n)")
_NO_CELL = re.compile(rb"#[^\n]*|\s+")
_LONGEST = 70


def read(content: bytes) -> list[Puzzle]:
    """Return the puzzle that has this picture.

    >>> read(b"P1 4 1 1101")[0].nonogram.rows
    ((Block(length=2, color=1), Block(length=1, color=1)),)
    """
    head = _HEAD.match(content)
    if not head:
        raise BadFormat("line 1: expected P1 or P4, a width and a height")
    words = [word.decode() for word in head.group(2, 3)]
    width, height = size_of(words, ("columns", "rows"), line=1)
    if width * height > MOST_CELLS:
        raise BadFormat(f"line 1: {height} rows of {width}: more than {MOST_CELLS} cells")
    rest = content[head.end() :]
    cells = _plain(rest, width, height) if head[1] == b"1" else _packed(rest, width, height)
    return [Puzzle.of(Board(height, width, cells))]


def _plain(rest: bytes, width: int, height: int) -> bytes:
    cells = _NO_CELL.sub(b"", rest)
    if len(cells) != width * height or cells.translate(None, b"01"):
        raise BadFormat(
            f"expected {width * height} cells, each 0 or 1; there are {len(cells)} characters"
        )
    return cells.translate(bytes.maketrans(b"01", b"\0\1"))


def _packed(rest: bytes, width: int, height: int) -> bytes:
    line = (width + 7) // 8
    if len(rest) < line * height:
        raise BadFormat(f"expected {line * height} bytes of cells; there are {len(rest)}")
    cells = bytearray()
    for number in range(height):
        bits = int.from_bytes(rest[number * line : (number + 1) * line], "big")
        text = f"{bits:0{8 * line}b}"[:width]
        cells += text.encode().translate(bytes.maketrans(b"01", b"\0\1"))
    return bytes(cells)


def write(puzzles: list[Puzzle]) -> bytes:
    """Return the file of the picture, plain.

    >>> write([Puzzle.of(Board.parse("##.#"))])
    b'P1\\n4 1\\n1101\\n'
    """
    goal = goal_of(puzzles[0], "pbm")
    lines = [b"P1", f"{goal.width} {goal.height}".encode()]
    for number in range(goal.height):
        row = goal.row(number).translate(bytes.maketrans(b"\0\1", b"01"))
        lines += [row[at : at + _LONGEST] for at in range(0, goal.width, _LONGEST)]
    return b"\n".join([*lines, b""])
