"""An image with a pixel for each cell (PNG), through Pillow: a picture in any colors.

White is white, and so is what lets the background through; black is black; each other color becomes
an ink, in the order in which they come.  An image with many colors, such as a photograph, is no
picture of cells yet: `combien.nonograms._images.images` makes one of it.
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
                f"an image of more than {len(LETTERS) - 1} colors is no picture of cells: make "
                "one with combien nonogram make"
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
