"""From tones to cells: brightness, the automatic threshold, dithering, the closest ink.

Sources: N. Otsu, A threshold selection method from gray-level histograms, 1979; R. W. Floyd and
L. Steinberg, An adaptive algorithm for spatial grey scale, 1976.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise

from combien.nonograms._clue import BLACK, WHITE
from combien.nonograms._nonogram import Ink

__all__ = ["Pixel", "dithered", "dithered_levels", "luma", "nearest", "otsu"]

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
        # Errors may add up to colors that there are not.
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
