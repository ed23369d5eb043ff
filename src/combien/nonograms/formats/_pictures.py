"""Formats of pictures, whose clues are computed: text, portable bitmaps and PNG.

Text is drawn with characters: `.` white, `#` black, `a`, `b`, ... further colors.  Pictures are
separated by empty lines.

    .#.#.       P1
    #####       # A comment.
    .###.       4 1
    ..#..       1101

A bitmap (PBM) is black and white, plain (P1) or packed (P4); 1 is black.  In packed files, each row
takes whole bytes, with the first cell in the highest bit.  Files are written in the plain format.

An image (PNG) has one pixel per cell, and is read and written by Pillow.  Transparent pixels are
read as white; each color but black and white becomes an ink, in order of appearance.  For images
with many colors, such as photographs, see `combien.nonograms._images`.
"""

from __future__ import annotations

import io
import re
from sys import byteorder

from combien.cover.formats._text import bad
from combien.errors import BadFormat
from combien.nonograms._clue import BLACK, LETTERS, MOST_CELLS, UNKNOWN, WHITE, Ink
from combien.nonograms._images import MOST_DRAWN, opened, pillow
from combien.nonograms._nonogram import Board
from combien.nonograms._puzzle import Puzzle
from combien.nonograms.formats._text import Lines, goal_of, size_of

_VALUES = {letter: value for value, letter in enumerate(LETTERS) if value != UNKNOWN}


def read_text(content: bytes) -> list[Puzzle]:
    """Return the puzzles that have these pictures.

    >>> read_text(b".#\\n##\\n")[0].nonogram.rows
    ((Block(length=1, color=1),), (Block(length=2, color=1),))
    """
    pictures: list[list[bytes]] = [[]]
    lines = Lines(content)
    for line in lines:
        if not line and pictures[-1]:
            pictures.append([])
        if not line:
            continue
        if pictures[-1] and len(line) != len(pictures[-1][0]):
            raise bad(
                f"{len(line)} cells, and the line before has {len(pictures[-1][0])}",
                line=lines.number,
            )
        strange = set(line) - set(_VALUES)
        if strange:
            raise bad(
                f"unknown cell {min(strange)!a}: expected . (white), # (black) or a letter",
                line=lines.number,
            )
        pictures[-1].append(bytes(_VALUES[letter] for letter in line))
    found = [cells for cells in pictures if cells]
    if not found:
        raise bad("expected a picture of . and #, but the file is empty", line=1)
    return [Puzzle.of(Board(len(cells), len(cells[0]), b"".join(cells))) for cells in found]


def write_text(puzzles: list[Puzzle]) -> bytes:
    """Return the file of the pictures, in their order."""
    return "\n".join(f"{goal_of(puzzle, 'text')}\n" for puzzle in puzzles).encode()


_GAP = rb"(?:\s|#[^\n]*\n)+"
_HEAD = re.compile(rb"P([14])" + _GAP + rb"(\d{1,9})" + _GAP + rb"(\d{1,9})(?:\s|#[^\n]*\n)")
_NO_CELL = re.compile(rb"#[^\n]*|\s+")
_LONGEST = 70


def read_pbm(content: bytes) -> list[Puzzle]:
    """Return the puzzle that has this picture.

    >>> read_pbm(b"P1 4 1 1101")[0].nonogram.rows
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
    if len(rest) < line * height or rest[line * height :].strip():
        raise BadFormat(f"expected {line * height} bytes of cells; there are {len(rest)}")
    cells = bytearray()
    for number in range(height):
        bits = int.from_bytes(rest[number * line : (number + 1) * line], "big")
        text = f"{bits:0{8 * line}b}"[:width]
        cells += text.encode().translate(bytes.maketrans(b"01", b"\0\1"))
    return bytes(cells)


def write_pbm(puzzles: list[Puzzle]) -> bytes:
    """Return the file of the picture, plain.

    >>> write_pbm([Puzzle.of(Board.parse("##.#"))])
    b'P1\\n4 1\\n1101\\n'
    """
    goal = goal_of(puzzles[0], "pbm")
    lines = [b"P1", f"{goal.width} {goal.height}".encode()]
    for number in range(goal.height):
        row = goal.row(number).translate(bytes.maketrans(b"\0\1", b"01"))
        lines += [row[at : at + _LONGEST] for at in range(0, goal.width, _LONGEST)]
    return b"\n".join([*lines, b""])


# Pixels as numbers of the machine: red, green, blue and opacity.
_WHITE = 2**32 - 1
_BLACK = int.from_bytes(b"\0\0\0\xff", byteorder)


def read_png(content: bytes) -> list[Puzzle]:
    """Return the puzzle that has this picture.

    Raises `MissingExtra` without Pillow; `BadFormat` for more colors than a puzzle has.
    """
    image = opened(content, most=MOST_DRAWN)
    width, height = image.size
    # A number for each pixel is read faster than its three bytes.
    pixels = memoryview(image.convert("RGBA").tobytes()).cast("I")
    few = image.getcolors(len(LETTERS)) is not None
    values = {_WHITE: WHITE, _BLACK: BLACK}
    for pixel in dict.fromkeys(pixels) if few else ():
        values.setdefault(pixel, UNKNOWN - 1 + len(values))
    if not few or len(values) >= len(LETTERS):
        raise BadFormat(
            f"more than {len(LETTERS) - 1} colors in an image with a pixel per cell: convert it "
            "with combien nonogram make"
        )
    inks = [
        Ink(value, f"color {value}", f"#{pixel.to_bytes(4, byteorder)[:3].hex()}", LETTERS[value])
        for pixel, value in values.items()
        if value > UNKNOWN
    ]
    cells = bytes(map(values.__getitem__, pixels))
    return [Puzzle.of(Board(height, width, cells), palette=inks or None)]


def write_png(puzzles: list[Puzzle]) -> bytes:
    """Return the image of the picture.  Raises `MissingExtra` without Pillow."""
    goal = goal_of(puzzles[0], "png")
    shades = {ink.value: bytes.fromhex(ink.hex[1:]) for ink in puzzles[0].nonogram.palette}
    image = pillow().frombytes(
        "RGB", (goal.width, goal.height), b"".join(shades[cell] for cell in goal.cells)
    )
    file = io.BytesIO()
    image.save(file, format="PNG")
    return file.getvalue()
