"""The PNG file, decoded by hand: its size, its colors, the same bytes."""

from __future__ import annotations

import sys
import zlib
from itertools import combinations
from operator import ne
from typing import Any

import pytest

from combien.drawing._palette import DEFAULT
from combien.drawing._picture import Picture
from combien.drawing._renderers import png
from combien.errors import BadPicture

pytestmark = pytest.mark.needs(".[pictures]")

PAIR = Picture.of_cells(
    [([(0, 0)], 0, "F"), ([(1, 0)], 1, ""), ([(2, 0)], None, "")], title="\x00<"
)


def pixels(image: bytes) -> list[list[str]]:
    """The lines of a PNG of 8 bits a channel as '#rrggbb'; the five filters of its standard."""
    assert image[:8] == b"\x89PNG\r\n\x1a\n"
    at, packed, header = 8, b"", b""
    while at < len(image):
        length, kind = int.from_bytes(image[at : at + 4], "big"), image[at + 4 : at + 8]
        body = image[at + 8 : at + 8 + length]
        assert zlib.crc32(kind + body) == int.from_bytes(image[at + 8 + length :][:4], "big")
        header = body if kind == b"IHDR" else header
        packed += body if kind == b"IDAT" else b""
        at += length + 12
    width, height = int.from_bytes(header[:4], "big"), int.from_bytes(header[4:8], "big")
    assert header[8:] in (b"\x08\x06\0\0\0", b"\x08\x02\0\0\0")
    channels = 4 if header[9] == 6 else 3
    raw, above, lines = zlib.decompress(packed), bytes(width * channels), []
    for y in range(height):
        start = y * (width * channels + 1)
        kind_of_filter, line = raw[start], bytearray(raw[start + 1 :][: width * channels])
        for x in range(len(line)):
            a = line[x - channels] if x >= channels else 0
            b, c = above[x], above[x - channels] if x >= channels else 0
            distances = [abs(b - c), abs(a - c), abs(a + b - 2 * c)]
            guess = (a, b, c)[distances.index(min(distances))]
            line[x] = (line[x] + (0, a, b, (a + b) // 2, guess)[kind_of_filter]) % 256
        above = bytes(line)
        lines.append(["#" + line[x : x + 3].hex() for x in range(0, len(line), channels)])
    return lines


def test_size_and_colors_are_as_given() -> None:
    lines = pixels(PAIR.png(width=310))
    assert len(lines[0]) == 310
    # Three cells and two margins of a quarter of a cell: 3.5 across and 1.5 down.
    assert len(lines) == round(310 * 1.5 / 3.5)
    cell = 310 / 3.5
    across = [int(cell * (0.25 + number + 0.2)) for number in range(3)]
    down = int(cell * 0.4)
    assert [lines[down][x] for x in across] == [DEFAULT.fills[0], DEFAULT.fills[1], DEFAULT.empty]
    assert lines[2][2] == lines[-3][-3] == DEFAULT.paper
    assert lines[len(lines) // 2][int(cell * 1.25)] == DEFAULT.line


def test_the_same_bytes_each_time() -> None:
    assert PAIR.png(labels=True) == PAIR.png(labels=True)


def test_labels_and_palettes_are_drawn() -> None:
    assert PAIR.png(labels=True) != PAIR.png()
    cell = 350 / 3.5
    stem = pixels(PAIR.png(width=350, labels=True))[75]
    # The stem of the F is left of the middle of the first cell.
    assert DEFAULT.ink in stem[int(cell * 0.4) : int(cell * 0.75)]
    assert DEFAULT.ink not in stem[int(cell * 1.4) : int(cell * 2.1)]
    assert pixels(PAIR.png(width=350, palette="print"))[40][60] == "#ffffff"


def test_print_tells_twelve_patches_apart() -> None:
    """Any two of them differ in a twentieth of their pixels or more."""
    patches = Picture.of_cells([([(x, 0)], x, "") for x in range(12)])
    lines = pixels(patches.png(width=1240, palette="print"))
    cell = 1240 / 12.5
    drawn = [
        [
            line[int(cell * (0.25 + x)) + at] == "#ffffff"
            for line in lines[30:110]
            for at in range(10, 90)
        ]
        for x in range(12)
    ]
    for a, b in combinations(drawn, 2):
        assert sum(map(ne, a, b)) > len(a) / 20


@pytest.mark.parametrize("width", [0, -5, True, 8.0, "800", None])
def test_a_width_is_a_whole_number_of_pixels(width: Any) -> None:
    with pytest.raises(BadPicture, match="width is a whole number of pixels"):
        PAIR.png(width=width)


def test_huge_sizes_are_refused() -> None:
    tall = Picture.of_cells([([(0, 0), (0, 900_000)], 0, "")])
    for picture, width in ((PAIR, 10**5000), (PAIR, 20_000), (tall, 800)):
        with pytest.raises(BadPicture, match="more than 100000000 pixels: give a smaller width"):
            picture.png(width=width)


def test_a_thin_picture_has_at_least_one_line() -> None:
    flat = Picture.of_cells([([(0, 0), (500_000, 0)], 0, "")])
    assert len(pixels(flat.png(width=50))) == 1


def test_a_drawing_that_resvg_refuses_is_a_bad_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(**_: object) -> bytes:
        raise ValueError("too many elements")

    monkeypatch.setattr("resvg_py.svg_to_bytes", refuse)
    with pytest.raises(BadPicture, match="resvg refuses this picture: too many elements"):
        PAIR.png()


@pytest.mark.parametrize("limit", ["_CHARACTERS", "_PIXELS"])
def test_another_process_draws_the_same(monkeypatch: pytest.MonkeyPatch, limit: str) -> None:
    image = PAIR.png(width=200)
    monkeypatch.setattr(png, limit, 0)
    images: list[bytes | None] = []
    by_other = png._by_another_process

    def noted(text: str, width: int, height: int) -> bytes | None:
        images.append(by_other(text, width, height))
        return images[-1]

    monkeypatch.setattr(png, "_by_another_process", noted)
    assert PAIR.png(width=200) == image
    assert images == [image]


def test_a_system_without_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    image = PAIR.png(width=200)
    monkeypatch.setattr(png, "_PIXELS", 0)
    for executable in ("", "/nowhere/python"):
        monkeypatch.setattr(sys, "executable", executable)
        assert PAIR.png(width=200) == image
    monkeypatch.undo()
    monkeypatch.setattr(png, "_PIXELS", 0)
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(png, "run", None)
    assert PAIR.png(width=200) == image


@pytest.mark.parametrize(
    ("program", "message"),
    [("print('why', end=''); exit(3)", "resvg refuses this picture: why"), ("exit(9)", "code 9")],
)
def test_errors_of_the_other_process(
    monkeypatch: pytest.MonkeyPatch, program: str, message: str
) -> None:
    monkeypatch.setattr(png, "_PIXELS", 0)
    monkeypatch.setattr(png, "_PROGRAM", program)
    with pytest.raises(BadPicture, match=message):
        PAIR.png(width=200)
