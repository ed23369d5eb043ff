"""Pictures that become boards: threshold, nearest inks, scaling."""

from __future__ import annotations

import io
import struct
import zlib
from collections.abc import Callable
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from combien.errors import BadFormat, BadNonogram
from combien.nonograms._clue import Ink
from combien.nonograms._images import board_of_image, dithered, dithered_levels, nearest, otsu
from combien.nonograms.formats._pictures import read_png

Image: Any = pytest.importorskip(
    "PIL.Image", reason="images need Pillow: pip install '.[pictures]'"
)


def png(mode: str, size: tuple[int, int], pixels: list[Any]) -> bytes:
    image = Image.new(mode, size)
    image.putdata(pixels)
    file = io.BytesIO()
    image.save(file, format="PNG")
    return file.getvalue()


def test_pixels_darker_than_the_threshold_are_black() -> None:
    gray = png("L", (5, 1), [0, 100, 127, 128, 255])
    assert str(board_of_image(gray)) == "###.."
    assert str(board_of_image(gray, threshold=0.0)) == "....."
    assert str(board_of_image(gray, threshold=0.3)) == "#...."
    assert str(board_of_image(gray, threshold=1.0)) == "####."


def test_the_eye_sees_green_brighter_than_blue() -> None:
    colors = png("RGB", (3, 1), [(255, 0, 0), (0, 255, 0), (0, 0, 255)])
    assert str(board_of_image(colors)) == "#.#"


def test_transparent_pixels_are_white() -> None:
    clear = png("RGBA", (2, 1), [(0, 0, 0, 0), (0, 0, 0, 255)])
    assert str(board_of_image(clear)) == ".#"


def test_cells_are_means_of_pixels() -> None:
    fine = png("L", (4, 2), [0, 0, 255, 255, 0, 255, 255, 255])
    assert str(board_of_image(fine, width=2)) == "#."
    assert str(board_of_image(fine, height=1)) == "#."
    assert str(board_of_image(fine, width=4, height=1, threshold=0.6)) == "##.."


def test_the_nearest_ink() -> None:
    inks = [Ink(1, "black", "#000000", "#"), Ink(3, "red", "#c02020", "r")]
    shown = png("RGB", (4, 1), [(250, 240, 245), (20, 10, 10), (255, 40, 40), (150, 30, 20)])
    assert str(board_of_image(shown, palette=inks)) == ".#aa"
    assert nearest((9, 9, 9), inks) == 1


def test_the_eye_sees_red_less_where_it_is_dark() -> None:
    # Each ink differs in one part: by 20 in red, or by 16 in green.
    bright = [Ink(3, "less red", "#b46464", "r"), Ink(4, "more green", "#c87464", "g")]
    dark = [Ink(3, "less red", "#146464", "r"), Ink(4, "more green", "#287464", "g")]
    assert nearest((200, 100, 100), bright) == 4
    assert nearest((40, 100, 100), dark) == 3


def test_the_automatic_threshold_has_the_largest_variance_between_classes() -> None:
    random = Random(3)

    def variance(levels: list[int], limit: float) -> Fraction:
        dark, bright = [v for v in levels if v < limit], [v for v in levels if v >= limit]
        if not dark or not bright:
            return Fraction(0)
        apart = Fraction(sum(dark), len(dark)) - Fraction(sum(bright), len(bright))
        return apart**2 * len(dark) * len(bright)

    for _ in range(60):
        levels = [
            random.choice((random.randrange(256), random.randrange(40, 60)))
            for _ in range(random.randrange(2, 12))
        ]
        best = max(variance(levels, limit) for limit in range(257))
        assert variance(levels, otsu(levels)) == best, levels
    assert otsu([]) == otsu([7, 7]) == 128
    dim = png("L", (6, 1), [20, 30, 25, 100, 90, 110])
    assert str(board_of_image(dim)) == "######"
    assert str(board_of_image(dim, threshold="auto")) == "###..."


def test_dithering_keeps_the_brightness_of_areas() -> None:
    for level in (0, 40, 128, 200, 255):
        gray = png("L", (40, 40), [level] * 1600)
        black = str(board_of_image(gray, dither=True)).count("#")
        assert abs(black / 1600 - (1 - level / 255)) < 0.02
    pixels = [(200, 100, 100)] * 900
    inks = [
        Ink(0, "white", "#ffffff", "."),
        Ink(3, "red", "#ff0000", "r"),
        Ink(1, "b", "#000000", "#"),
    ]
    cells = dithered(pixels, 30, inks)
    shades = {0: (255, 255, 255), 3: (255, 0, 0), 1: (0, 0, 0)}
    for part in range(3):
        mean = sum(shades[cell][part] for cell in cells) / 900
        assert abs(mean - pixels[0][part]) < 8
    clear = png("L", (4, 4), [0, 255] * 8)
    assert board_of_image(clear, dither=True) == board_of_image(clear)


def test_errors_are_passed_on_as_published() -> None:
    # 96 is black, and 7/16 of its error makes its neighbor 138, which is white.
    assert dithered_levels([96.0, 96.0], 2, 128) == bytes([1, 0])
    # 3, 5 and 1 sixteenths go down: 96 + 18, 96 + 30 and 96 + 6 are all black.
    below = dithered_levels([255.0, 96.0, 255.0, 96.0, 96.0, 96.0], 3, 128)
    assert below[:3] == bytes([0, 1, 0])


def test_cells_on_a_border_have_one_of_its_two_colors() -> None:
    inks = [Ink(3, "red", "#ff0000", "r"), Ink(4, "pink", "#ff8080", "p")]
    # Seven pixels of red, nine of white: the means of the second cell are pink.
    pixels = ([(255, 0, 0)] * 7 + [(255, 255, 255)] * 5) * 4
    striped = png("RGB", (12, 4), pixels)
    assert str(board_of_image(striped, width=3, palette=inks)) == "aa."
    assert str(board_of_image(striped, width=2, palette=inks)) == "a."
    # Every pixel votes where cells are whole numbers of pixels.
    fine = png("RGB", (10, 10), [(255, 0, 0)] * 51 + [(255, 255, 255)] * 49)
    assert str(board_of_image(fine, width=1, palette=inks)) == "a"
    same = png("RGB", (3, 1), [(255, 0, 0), (255, 130, 130), (250, 250, 250)])
    assert str(board_of_image(same, palette=inks)) == "ab."
    assert str(board_of_image(same, width=6, palette=inks)).split() == ["aabb..", "aabb.."]


def test_files_that_are_not_images_and_images_that_are_too_large() -> None:
    with pytest.raises(BadFormat, match="not an image"):
        board_of_image(b"not an image")
    with pytest.raises(BadFormat, match="not an image"):
        board_of_image(b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 9 9\n")
    whole = png("L", (8, 8), list(range(64)))
    with pytest.raises(BadFormat, match="cannot read the image"):
        board_of_image(whole[:45])
    with pytest.raises(BadNonogram, match="a board of"):
        board_of_image(whole, width=60_000, height=60_000)


@pytest.mark.parametrize(("side", "read"), [(1025, read_png), (4097, board_of_image)])
def test_an_image_with_too_many_pixels_is_refused_before_it_is_decoded(
    side: int, read: Callable[[bytes], object]
) -> None:
    # The header of a PNG, and no pixels at all.
    header = struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0)
    content = b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        for kind, data in ((b"IHDR", header), (b"IDAT", b""), (b"IEND", b""))
    )
    with pytest.raises(BadFormat, match=f"{side} by {side} pixels: expected at most"):
        read(content)
