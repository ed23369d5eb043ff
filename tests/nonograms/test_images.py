"""Pictures that become boards: threshold, nearest inks, scaling."""

from __future__ import annotations

import io
from typing import Any

import pytest

from combien.errors import BadFormat, BadNonogram
from combien.nonograms._images.images import board_of_image, nearest
from combien.nonograms._nonogram import Ink

Image: Any = pytest.importorskip(
    "PIL.Image", reason="images need Pillow: pip install 'combien[pictures]'"
)


def png(mode: str, size: tuple[int, int], pixels: list[Any]) -> bytes:
    image = Image.new(mode, size)
    image.putdata(pixels)
    file = io.BytesIO()
    image.save(file, format="PNG")
    return file.getvalue()


def test_what_is_darker_than_the_threshold_is_black() -> None:
    grey = png("L", (5, 1), [0, 100, 127, 128, 255])
    assert str(board_of_image(grey)) == "###.."
    assert str(board_of_image(grey, threshold=0.0)) == "....."
    assert str(board_of_image(grey, threshold=0.3)) == "#...."
    assert str(board_of_image(grey, threshold=1.0)) == "####."


def test_the_eye_sees_green_brighter_than_blue() -> None:
    colors = png("RGB", (3, 1), [(255, 0, 0), (0, 255, 0), (0, 0, 255)])
    assert str(board_of_image(colors)) == "#.#"


def test_what_lets_the_paper_through_is_white() -> None:
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


def test_what_is_no_image_and_what_is_too_large() -> None:
    with pytest.raises(BadFormat, match="not an image"):
        board_of_image(b"not an image")
    with pytest.raises(BadFormat, match="not an image"):
        board_of_image(b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 9 9\n")
    whole = png("L", (8, 8), list(range(64)))
    with pytest.raises(BadFormat, match="cannot read the image"):
        board_of_image(whole[:45])
    with pytest.raises(BadNonogram, match="a board of"):
        board_of_image(whole, width=60_000, height=60_000)
