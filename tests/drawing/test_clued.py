"""Boards with numbers in their margins: text, SVG, moving SVG, PNG, and what is refused."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from typing import Any

import pytest

from combien.drawing._clued import CluedBoard
from combien.drawing._palette import luminance
from combien.drawing._renderers.clued import Layout
from combien.errors import BadPicture

BLACK, WHITE, RED = "#000000", "#ffffff", "#ff0000"
SVG = "{http://www.w3.org/2000/svg}"


def board(height: int, width: int, shade: str | None = BLACK, **more: object) -> CluedBoard:
    cells = (shade,) * (height * width)
    rows, columns = (((width, BLACK),),) * height, (((height, BLACK),),) * width
    return CluedBoard(height, width, cells, rows, columns, **more)  # type: ignore[arg-type]


def test_guide_lines_after_each_five_in_text() -> None:
    lines = board(6, 11).text().split("\n")
    assert [number for number, line in enumerate(lines) if "+-" in line] == [1, 7, 9]
    assert lines[2].count("|") == 4
    assert lines[2].count("#") == 11
    # The numbers of the columns are above their cells.
    above, first = lines[0], lines[2]
    places = [at for at, letter in enumerate(first) if letter == "#"]
    assert [above[at] for at in places] == ["6"] * 11


def test_colors_are_letters_in_text() -> None:
    drawn = CluedBoard(1, 4, (RED, BLACK, None, WHITE), ((),), ((),) * 4)
    assert "| a # ? . |" in drawn.text()


def test_letters_that_the_board_has_stand_beside_its_numbers_too() -> None:
    letters = ((WHITE, "."), (BLACK, "#"), ("#00ff00", "a"), (RED, "b"))
    rows = (((2, RED), (1, BLACK)),)
    drawn = CluedBoard(1, 3, (RED, None, BLACK), rows, (((1, RED),), (), ()), letters=letters)
    assert drawn.text().split("\n") == [
        "         1b  0  0",
        "       +----------+",
        "  2b 1 |  b  ?  # |",
        "       +----------+",
    ]


def test_the_svg_has_each_cell_once() -> None:
    cells = (BLACK, WHITE, None, BLACK, BLACK, RED)
    drawn = CluedBoard(2, 3, cells, ((),) * 2, ((),) * 3, title="a & b")
    root = ET.fromstring(drawn.svg(size=10))
    assert root.findtext(f"{SVG}title") == "a & b"
    filled = {p.get("fill"): p.get("d") for p in root.iter(f"{SVG}path") if p.get("fill") != "none"}
    areas = {
        shade: sum(int(long) for long in re.findall(r"h(\d+)v", outline or ""))
        for shade, outline in filled.items()
    }
    assert areas == {BLACK: 30, "#e9e9e6": 10, RED: 10}
    assert drawn.svg() == drawn.svg()


def test_thick_lines_stand_after_each_five() -> None:
    root = ET.fromstring(board(6, 11).svg(size=10))
    thin, thick = (
        p for p in root.iter(f"{SVG}path") if p.get("fill") == "none" and "h" in p.get("d", "")
    )
    assert thick.get("d", "").count("M") == 3 + 4
    assert thin.get("d", "").count("M") == 4 + 8


def test_an_animation_shows_the_cells_in_their_order() -> None:
    moving = CluedBoard(1, 3, (BLACK, WHITE, None), ((),), ((),) * 3, steps=(1, 0, 0))
    root = ET.fromstring(moving.svg(duration=10))
    moments = [
        (path.get("fill"), animate.get("keyTimes"), animate.get("dur"))
        for path in root.iter(f"{SVG}path")
        for animate in path.iter(f"{SVG}animate")
    ]
    assert moments == [(WHITE, "0;0.4000", "10s"), (BLACK, "0;0.8000", "10s")]
    assert "<animate" not in moving.svg()


def test_numbers_side_by_side_are_separated() -> None:
    drawn = CluedBoard(1, 2, (None,) * 2, ((),), (((10, BLACK),), ((10, BLACK),)))
    root = ET.fromstring(drawn.svg(size=10))
    path = list(root.iter(f"{SVG}path"))[-1].get("d", "")
    digits = [
        [float(spot.split()[0]) for spot in stroke.split("L")] for stroke in path.split("M")[1:]
    ]
    # A 1 and a 0 are two strokes each.
    assert len(digits) == 8
    left, right = digits[:4], digits[4:]
    between_digits = min(map(min, left[2:])) - max(map(max, left[:2]))
    between_numbers = min(map(min, right)) - max(map(max, left))
    assert between_numbers > 2 * between_digits


@pytest.mark.parametrize("shade", ["#ffff00", "#00ffff", "#ffa500", "#fefefe", "#ff0000"])
def test_numbers_of_any_color_are_read_on_white_paper(shade: str) -> None:
    root = ET.fromstring(CluedBoard(1, 1, (shade,), (((1, shade),),), ((),)).svg(size=10))
    # The clue of the row, before the 0 of the column.
    ink = list(root.iter(f"{SVG}path"))[-2].get("stroke", "")
    assert 1.05 / (luminance(ink) + 0.05) >= 3
    assert (ink == shade) == (luminance(shade) <= 0.3)


def test_lines_are_seen_between_black_cells_and_on_paper() -> None:
    root = ET.fromstring(board(6, 11).svg(size=10))
    lines = {p.get("stroke", "") for p in root.iter(f"{SVG}path") if "h" in p.get("d", "")} - {""}
    light = [luminance(line) for line in lines]
    assert len(lines) == 1
    assert all((shade + 0.05) / 0.05 >= 4.5 and 1.05 / (shade + 0.05) >= 4.5 for shade in light)


def test_marked_cells_have_a_ring() -> None:
    cells = (BLACK, WHITE, None, BLACK, BLACK, RED)
    plain = CluedBoard(2, 3, cells, ((),) * 2, ((),) * 3)
    drawn = CluedBoard(2, 3, cells, ((),) * 2, ((),) * 3, marked=(5, 0, 5)).svg(size=10)
    fresh = [line for line in drawn.splitlines() if line not in plain.svg(size=10).splitlines()]
    outlines = [ET.fromstring(line).get("d", "") for line in fresh]
    # Round the middles of the first cell, from (15, 15) to (25, 25), and of the last.
    assert [re.findall(r"M([\d.]+) ([\d.]+)a2.7 2.7", d) for d in outlines] == [
        [("17.3", "20"), ("37.3", "30")]
    ] * 2


@pytest.mark.parametrize("marked", [(6,), (-1,), (True,), [0], ("a",)])
def test_marks_are_places_of_cells(marked: Any) -> None:
    with pytest.raises(BadPicture, match="marked are places of cells, from 0 to 5"):
        CluedBoard(2, 3, (None,) * 6, ((),) * 2, ((),) * 3, marked=marked)


@pytest.mark.needs(".[pictures]")
def test_a_png_is_as_wide_as_asked() -> None:
    image = board(3, 2).png(width=50)
    assert image[1:4] == b"PNG"
    assert int.from_bytes(image[16:20], "big") == 50
    with pytest.raises(BadPicture, match="at least 1"):
        board(1, 1).png(width=0)


def test_a_thin_and_a_large_board() -> None:
    for drawn in (board(1, 1000), board(1000, 1), board(200, 200)):
        assert drawn.svg().count("</svg>") == 1
        assert len(drawn.svg()) < 200_000


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ((1, 2, (None,), ((),), ((), ())), "expected 2 cells"),
        ((0, 0, (), (), ()), "whole numbers, 1 or more"),
        (("1", 1, (None,), ((),), ((),)), "whole numbers, 1 or more"),
        ((1, 1, (None,), None, ((),)), "are tuples"),
        ((1, 1, (None,), ((3,),), ((),)), "a tuple of .number, shade"),
        ((1, 1, (None,), ((("3", BLACK),),), ((),)), "a tuple of .number, shade"),
        ((1, 1, (None,), ((),), ((),), None), "a title is text, not NoneType"),
        ((1, 1, (3,), ((),), ((),)), "'#ff0000'"),
        ((1, 1, (None,), (), ((),)), "each row and each column"),
        ((1, 1, ("red",), ((),), ((),)), "'#ff0000'"),
        ((1, 1, (None,), (((1, "x"),),), ((),)), "'#ff0000'"),
        ((1, 1, (None,), ((),), ((),), "", (1, 2)), "expected a step"),
        ((501, 500, (None,) * 250_500, ((),) * 501, ((),) * 500), "more than 250000"),
    ],
)
def test_arguments_that_contradict_each_other_are_refused(
    arguments: tuple[object, ...], reason: str
) -> None:
    with pytest.raises(BadPicture, match=reason):
        CluedBoard(*arguments)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("size", "duration"), [(0, None), (-1, None), (1e9, None), (None, 0), ("9", None)]
)
def test_invalid_sizes(size: object, duration: float | None) -> None:
    with pytest.raises(BadPicture, match="is a number, more than 0"):
        board(1, 1).svg(size=size, duration=duration)  # type: ignore[arg-type]


def test_a_line_without_blocks_has_a_zero() -> None:
    drawn = CluedBoard(2, 2, (WHITE,) * 4, ((), ((2, BLACK),)), ((), ()))
    assert [line.split("|")[0].strip() for line in drawn.text().splitlines()] == [
        *("0 0", "+-----+", "0", "2", "+-----+")
    ]
    layout = Layout(drawn, 10)
    assert (layout.across, layout.down) == (1, 1)
    # Three zeros and a two.
    assert sum(len(found) for found in layout.numbers().values()) == 4
