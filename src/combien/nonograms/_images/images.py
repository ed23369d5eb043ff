"""Read images with Pillow, and convert a photograph to a board.

Pillow is an extra: `pip install combien[pictures]`.  The size of an image is checked before its
pixels are decoded, since a file of a few kilobytes may expand to billions of pixels.
"""

from __future__ import annotations

import io
import warnings
from collections.abc import Iterable, Sequence
from importlib import import_module
from typing import Any

from combien.errors import BadFormat, BadNonogram, MissingExtra
from combien.nonograms._board import Board
from combien.nonograms._nonogram import LONGEST_LINE, WHITE, Ink

__all__ = ["board_of_image", "nearest", "opened", "pillow"]

# The maximum number of pixels of an image, which may be much finer than the puzzle.
MOST_PIXELS = 2**26
# Pillow has many more formats; for some of them it runs other programs.
FORMATS = ("PNG", "JPEG", "GIF", "BMP", "WEBP")
PAPER = Ink(WHITE, "white", "#ffffff", ".")


def pillow() -> Any:
    """Return the module `PIL.Image`.  Raises `MissingExtra` when Pillow is not installed."""
    try:
        return import_module("PIL.Image")
    except ImportError:
        raise MissingExtra("images need Pillow: pip install 'combien[pictures]'") from None


def opened(content: bytes, *, size: tuple[int, int] | None = None) -> Any:
    """Return a Pillow image in RGB mode on a white background, optionally scaled.

    `size` is (width, height).  Raises `BadFormat` if the content is not an image, or has more than
    67 million pixels, or more than 65535 in a line.
    """
    module = pillow()
    try:
        with warnings.catch_warnings():
            # Pillow's size limit only warns; the check below raises.
            warnings.simplefilter("ignore")
            image = module.open(io.BytesIO(content), formats=FORMATS)
            width, height = image.size
            if width * height > MOST_PIXELS or max(width, height) > LONGEST_LINE:
                raise BadFormat(
                    f"an image of {width} by {height} pixels: at most {MOST_PIXELS} in all, and "
                    f"{LONGEST_LINE} in a line"
                )
            image = image.convert("RGBA")
            paper = module.new("RGBA", image.size, "white")
            image = module.alpha_composite(paper, image).convert("RGB")
            return image if size is None else image.resize(size, module.Resampling.BOX)
    except BadFormat:
        raise
    except module.UnidentifiedImageError:
        # Pillow's message contains the address of an object.
        raise BadFormat(f"not an image: expected one of {', '.join(FORMATS)}") from None
    except Exception as error:  # Pillow raises many types of errors for broken files.
        raise BadFormat(f"cannot read the image: {str(error)[:200]}") from None


def board_of_image(
    content: bytes,
    *,
    width: int | None = None,
    height: int | None = None,
    threshold: float = 0.5,
    palette: Iterable[Ink] | None = None,
) -> Board:
    """Return the board of an image, with a black cell where it is darker than `threshold`.

    `width` and `height` are in cells; if only one is given, the proportions are kept, and if none
    is given, each pixel is a cell.  `threshold` is from 0 (no cell is black) to 1 (all but purely
    white cells are black).  With a `palette`, each cell gets the most similar ink, or white.
    Raises `MissingExtra` without Pillow; `BadFormat`; `BadNonogram` for sizes that are too large.
    """
    across, down = opened(content).size
    if width is not None and height is None:
        height = max(1, round(width * down / across))
    if height is not None and width is None:
        width = max(1, round(height * across / down))
    size = (width or across, height or down)
    if not all(0 < side <= LONGEST_LINE for side in size) or size[0] * size[1] > MOST_PIXELS:
        raise BadNonogram(f"a board of {size[1]} rows and {size[0]} columns")
    data = opened(content, size=size).tobytes()
    pixels = list(zip(data[::3], data[1::3], data[2::3], strict=True))
    if palette is None:
        # The luma of Rec. 709.
        limit = threshold * 255 * 10_000
        cells = bytes(2126 * r + 7152 * g + 722 * b < limit for r, g, b in pixels)
        return Board(size[1], size[0], cells)
    inks = [*palette]
    inks = inks if any(ink.value == WHITE for ink in inks) else [PAPER, *inks]
    known: dict[tuple[int, ...], int] = {}
    for pixel in pixels:
        if pixel not in known:
            known[pixel] = nearest(pixel, inks)
    return Board(size[1], size[0], bytes(known[pixel] for pixel in pixels))


def nearest(pixel: Sequence[int], inks: Sequence[Ink]) -> int:
    """Return the value of the ink most similar to a pixel; the first one in case of a tie.

    >>> nearest((200, 30, 30), [PAPER, Ink(3, "red", "#ff0000", "a")])
    3

    The distance weights green most, and red less in dark colors, to approximate human vision.
    """

    def far(ink: Ink) -> float:
        red, green, blue = bytes.fromhex(ink.hex[1:])
        mean = (pixel[0] + red) / 2
        r, g, b = pixel[0] - red, pixel[1] - green, pixel[2] - blue
        return (2 + mean / 256) * r * r + 4 * g * g + (2 + (255 - mean) / 256) * b * b

    return min(inks, key=far).value
