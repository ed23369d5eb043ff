"""Read images with Pillow, and convert a photograph to a board.

Pillow is an extra: `pip install combien[pictures]`.  The size of an image is checked before its
pixels are decoded, since a file of a few kilobytes may expand to billions of pixels.
"""

from __future__ import annotations

import io
import warnings
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from typing import Any, Literal

from combien.errors import BadFormat, BadNonogram, CombienError, MissingExtra
from combien.nonograms._board import Board
from combien.nonograms._images.tones import Pixel, dithered, dithered_levels, luma, nearest, otsu
from combien.nonograms._nonogram import LONGEST_LINE, WHITE, Ink

__all__ = ["MOST_DRAWN", "board_of_image", "opened", "pillow"]

# The largest known puzzles have a few hundred cells a side.  A photograph has at most 4096 x 4096
# pixels, which take .3 s and 170 MB, and an image with a pixel per cell at most 1024 x 1024.
MOST_PIXELS, MOST_DRAWN = 2**24, 2**20
# Pillow has many more formats; for some of them it runs other programs.
FORMATS = ("PNG", "JPEG", "GIF", "BMP", "WEBP")
# The samples across a cell that vote on its ink, and the most samples of an image.
MOST_SAMPLES, MOST_SAMPLED = 8, 2**22
PAPER = Ink(WHITE, "white", "#ffffff", ".")


def pillow() -> Any:
    """Return the module `PIL.Image`.  Raises `MissingExtra` when Pillow is not installed."""
    try:
        return import_module("PIL.Image")
    except ImportError:
        raise MissingExtra("images need Pillow: pip install 'combien[pictures]'") from None


def opened(
    content: bytes,
    *,
    size: tuple[int, int] | None = None,
    sampled: bool = False,
    most: int = MOST_PIXELS,
) -> Any:
    """Return a Pillow image in RGB mode on a white background, optionally scaled.

    `size` is (width, height); a pixel is the mean of its box, or, if `sampled`, the one in its
    middle.  Raises `BadFormat` if the content is not an image, or, before it is decoded, if it has
    more than `most` pixels.
    """
    with _header(content, most) as image:
        module = pillow()
        # Only where pixels are transparent: this takes twice the memory.
        if image.has_transparency_data:
            image = image.convert("RGBA")
            paper = module.new("RGBA", image.size, "white")
            image = module.alpha_composite(paper, image)
        image = image.convert("RGB")
        way = module.Resampling.NEAREST if sampled else module.Resampling.BOX
        return image if size is None else image.resize(size, way)


@contextmanager
def _header(content: bytes, most: int) -> Iterator[Any]:
    """Context manager for a Pillow image that is not decoded yet.  Raises `BadFormat`."""
    module = pillow()
    try:
        with warnings.catch_warnings():
            # Pillow's size limit only warns; the check below raises.
            warnings.simplefilter("ignore")
            image = module.open(io.BytesIO(content), formats=FORMATS)
            width, height = image.size
            if width * height > most or max(width, height) > LONGEST_LINE:
                raise BadFormat(
                    f"an image of {width} by {height} pixels: expected at most {most} in all, and "
                    f"{LONGEST_LINE} in a line; make it smaller"
                )
            yield image
    except CombienError:
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
    threshold: float | Literal["auto"] = 0.5,
    palette: Iterable[Ink] | None = None,
    dither: bool = False,
) -> Board:
    """Return the board of an image, with a black cell where it is darker than `threshold`.

    `width` and `height` are in cells; if only one is given, the proportions are kept, and if none
    is given, each pixel is a cell.  `threshold` is from 0 (no cell is black) to 1 (all but purely
    white cells are black), or "auto": the best one to separate dark cells from bright ones (Otsu's
    method).  With a `palette`, each cell gets the ink, or white, that most of its pixels are
    closest to.  With `dither`, the errors of cells are passed on to their neighbors
    (Floyd-Steinberg), so that areas keep their brightness or color.
    Raises `MissingExtra` without Pillow; `BadFormat`; `BadNonogram` for sizes that are too large.
    """
    with _header(content, MOST_PIXELS) as image:
        across, down = image.size
    if width is not None and height is None:
        height = max(1, round(width * down / across))
    if height is not None and width is None:
        width = max(1, round(height * across / down))
    size = (width or across, height or down)
    if not all(0 < side <= LONGEST_LINE for side in size) or size[0] * size[1] > MOST_DRAWN:
        raise BadNonogram(
            f"a board of {size[1]} rows and {size[0]} columns: expected at most {MOST_DRAWN} cells "
            "from an image; give a smaller width"
        )
    if palette is not None:
        inks = [*palette]
        inks = inks if any(ink.value == WHITE for ink in inks) else [PAPER, *inks]
        if dither:
            cells = dithered(list(_pixels(opened(content, size=size))), size[0], inks)
        else:
            cells = _by_majority(content, size, (across, down), inks)
        return Board(size[1], size[0], cells)
    levels = [luma(pixel) for pixel in _pixels(opened(content, size=size))]
    limit = otsu(levels) if threshold == "auto" else threshold * 255
    if dither:
        return Board(size[1], size[0], dithered_levels(levels, size[0], limit))
    return Board(size[1], size[0], bytes(level < limit for level in levels))


def _pixels(image: Any) -> Iterable[Pixel]:
    data = image.tobytes()
    return zip(data[::3], data[1::3], data[2::3], strict=True)


def _by_majority(
    content: bytes, size: tuple[int, int], full: tuple[int, int], inks: Sequence[Ink]
) -> bytes:
    """Return the ink of most samples of each cell; of equally many, the first in the palette.

    Means of pixels would give cells on the border of two colors a third one.
    """
    width, height = size
    fitting = range(1, 2 * MOST_SAMPLES + 1)
    # Where cells are whole numbers of pixels, every pixel votes.
    samples = next((n for n in fitting if full == (width * n, height * n)), MOST_SAMPLES)
    while samples > 1 and width * height * samples**2 > MOST_SAMPLED:
        samples -= 1
    image = opened(content, size=(width * samples, height * samples), sampled=True)
    known: dict[Pixel, int] = {}
    values = bytearray()
    for pixel in _pixels(image):
        if pixel not in known:
            known[pixel] = nearest(pixel, inks)
        values.append(known[pixel])
    if samples == 1:
        return bytes(values)
    order = {ink.value: -number for number, ink in enumerate(inks)}
    cells = bytearray()
    long = width * samples
    for row in range(height):
        lines = [
            values[at * long : (at + 1) * long] for at in range(row * samples, (row + 1) * samples)
        ]
        for column in range(0, long, samples):
            counts = Counter(b"".join(line[column : column + samples] for line in lines))
            cells.append(max(counts, key=lambda value: (counts[value], order[value])))
    return bytes(cells)
