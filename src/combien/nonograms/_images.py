"""Read images with Pillow, and convert a photograph to a board.

Pillow is in the extra `pictures`.  The size of an image is checked before its
pixels are decoded, since a file of a few kilobytes may expand to billions of pixels.

From tones to cells: brightness, the automatic threshold (N. Otsu, A threshold selection method from
gray-level histograms, 1979), dithering (R. W. Floyd and L. Steinberg, An adaptive algorithm for
spatial grey scale, 1976), the closest ink.
"""

from __future__ import annotations

import io
import warnings
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from itertools import pairwise
from typing import Any, Literal

from combien._base.extras import needed
from combien.errors import BadFormat, BadNonogram, CombienError
from combien.nonograms._clue import BLACK, LONGEST_LINE, WHITE, Ink
from combien.nonograms._nonogram import Board

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
    with needed("images need Pillow", "pictures"):
        return import_module("PIL.Image")


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


Pixel = tuple[int, int, int]

# How an error is passed on: columns to the right, rows down, sixteenths.
_SPREAD = ((1, 0, 7), (-1, 1, 3), (0, 1, 5), (1, 1, 1))


def luma(pixel: Pixel) -> float:
    """Return the brightness of a pixel, from 0 to 255, by Rec. 709.

    >>> luma((255, 255, 255)), luma((0, 0, 0))
    (255.0, 0.0)
    """
    red, green, blue = pixel
    return (2126 * red + 7152 * green + 722 * blue) / 10_000


def otsu(levels: Iterable[float]) -> float:
    """Return the threshold that best separates dark levels from bright ones, from 0 to 256.

    >>> otsu([10, 12, 200, 210])
    106.5

    Levels, from 0 to 255, are rounded down.  The threshold has the largest variance between the two
    classes; of equally good ones it is the middle.  For a single level it is 128.
    """
    counts = Counter(int(level) for level in levels)
    total, weight = sum(counts.values()), sum(level * count for level, count in counts.items())
    best, found = (0, 1), [128.0]
    dark = dark_weight = 0
    for level, following in pairwise(sorted(counts)):
        dark += counts[level]
        dark_weight += level * counts[level]
        # The variance between the classes, as an exact fraction, without constant factors.
        above = (dark_weight * total - weight * dark) ** 2
        below = dark * (total - dark)
        if above * best[1] > best[0] * below:
            best, found = (above, below), []
        if above * best[1] == best[0] * below:
            found.append((level + 1 + following) / 2)
    return (found[0] + found[-1]) / 2


def dithered_levels(levels: Sequence[float], width: int, limit: float) -> bytes:
    """Return black and white cells whose areas have the brightness of the levels, row by row.

    >>> dithered_levels([128.0] * 8, 4, 127.5)
    b'\\x00\\x01\\x00\\x01\\x01\\x00\\x01\\x00'

    A cell is black where its level, with the errors passed on to it, is less than `limit`.
    """
    left = [*levels]
    cells = bytearray(len(left))
    for place, level in enumerate(left):
        black = level < limit
        cells[place] = BLACK if black else WHITE
        for other, share in _neighbors(place, width, len(left)):
            left[other] += (level - (0 if black else 255)) * share / 16
    return bytes(cells)


def dithered(pixels: Sequence[Pixel], width: int, inks: Sequence[Ink]) -> bytes:
    """Return the inks of cells whose areas have the colors of the pixels, row by row.

    >>> inks = [Ink(0, "white", "#ffffff", "."), Ink(1, "black", "#000000", "#")]
    >>> dithered([(0, 0, 0), (255, 255, 255)], 2, inks)
    b'\\x01\\x00'
    """
    left = [[float(part) for part in pixel] for pixel in pixels]
    shades = {ink.value: bytes.fromhex(ink.hex[1:]) for ink in inks}
    cells = bytearray(len(left))
    for place, color in enumerate(left):
        # Errors may add up to values that are not colors.
        shown = [min(max(round(part), 0), 255) for part in color]
        cells[place] = nearest(shown, inks)
        shade = shades[cells[place]]
        for other, share in _neighbors(place, width, len(left)):
            for part in range(3):
                left[other][part] += (shown[part] - shade[part]) * share / 16
    return bytes(cells)


def _neighbors(place: int, width: int, count: int) -> list[tuple[int, int]]:
    """Return the cells to which the error of a cell is passed on, and their sixteenths."""
    column = place % width
    return [
        (place + down * width + right, share)
        for right, down, share in _SPREAD
        if 0 <= column + right < width and place + down * width + right < count
    ]


def nearest(pixel: Sequence[int], inks: Sequence[Ink]) -> int:
    """Return the value of the ink most similar to a pixel; the first one in case of a tie.

    >>> paper = Ink(WHITE, "white", "#ffffff", ".")
    >>> nearest((200, 30, 30), [paper, Ink(3, "red", "#ff0000", "a")])
    3

    The distance weights green most, and red less in dark colors, to approximate human vision.
    """

    def far(ink: Ink) -> float:
        red, green, blue = bytes.fromhex(ink.hex[1:])
        mean = (pixel[0] + red) / 2
        r, g, b = pixel[0] - red, pixel[1] - green, pixel[2] - blue
        return (2 + mean / 256) * r * r + 4 * g * g + (2 + (255 - mean) / 256) * b * b

    return min(inks, key=far).value
