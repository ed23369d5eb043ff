"""An image with one pixel per cell (PNG), read and written by Pillow.

Transparent pixels are read as white; each color but black and white becomes an ink, in order of
appearance.  For images with many colors, such as photographs, see `combien.nonograms._images`.
"""

from __future__ import annotations

import io

from combien.errors import BadFormat
from combien.nonograms._board import Board
from combien.nonograms._images.images import opened, pillow
from combien.nonograms._nonogram import BLACK, LETTERS, UNKNOWN, WHITE, Ink
from combien.nonograms._puzzle import Puzzle
from combien.nonograms.formats._text import goal_of

__all__ = ["read", "write"]

_WHITE, _BLACK = (255, 255, 255), (0, 0, 0)


def read(content: bytes) -> list[Puzzle]:
    """Return the puzzle that has this picture.

    Raises `MissingExtra` without Pillow; `BadFormat` for more colors than a puzzle has.
    """
    image = opened(content)
    width, height = image.size
    values = {_WHITE: WHITE, _BLACK: BLACK}
    data = image.tobytes()
    cells = bytearray()
    for red, green, blue in zip(data[::3], data[1::3], data[2::3], strict=True):
        value = values.setdefault((red, green, blue), UNKNOWN - 1 + len(values))
        if value >= len(LETTERS):
            raise BadFormat(
                f"more than {len(LETTERS) - 1} colors in an image with a pixel per cell: convert "
                "it with combien nonogram make"
            )
        cells.append(value)
    inks = [
        Ink(value, f"color {value}", "#" + bytes(shade).hex(), LETTERS[value])
        for shade, value in values.items()
        if value > UNKNOWN
    ]
    return [Puzzle.of(Board(height, width, bytes(cells)), palette=inks or None)]


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
