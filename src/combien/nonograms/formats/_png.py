"""An image with one pixel per cell (PNG), read and written by Pillow.

Transparent pixels are read as white; each color but black and white becomes an ink, in order of
appearance.  For images with many colors, such as photographs, see `combien.nonograms._images`.
"""

from __future__ import annotations

import io
from sys import byteorder

from combien.errors import BadFormat
from combien.nonograms._board import Board
from combien.nonograms._images.images import MOST_DRAWN, opened, pillow
from combien.nonograms._nonogram import BLACK, LETTERS, UNKNOWN, WHITE, Ink
from combien.nonograms._puzzle import Puzzle
from combien.nonograms.formats._text import goal_of

__all__ = ["read", "write"]

# Pixels as numbers of the machine: red, green, blue and opacity.
_WHITE = 2**32 - 1
_BLACK = int.from_bytes(b"\0\0\0\xff", byteorder)


def read(content: bytes) -> list[Puzzle]:
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


def write(puzzles: list[Puzzle]) -> bytes:
    """Return the image of the picture.  Raises `MissingExtra` without Pillow."""
    goal = goal_of(puzzles[0], "png")
    shades = {ink.value: bytes.fromhex(ink.hex[1:]) for ink in puzzles[0].nonogram.palette}
    image = pillow().frombytes(
        "RGB", (goal.width, goal.height), b"".join(shades[cell] for cell in goal.cells)
    )
    file = io.BytesIO()
    image.save(file, format="PNG")
    return file.getvalue()
