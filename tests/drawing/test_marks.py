"""Marks on pictures: where they are drawn, their places on sheets, and which are refused."""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree

import pytest

from combien.drawing._content import Line, Patch, Text, moved
from combien.drawing._picture import Picture
from combien.drawing._renderers.sheet import sheet
from combien.errors import BadPicture

SQUARE = ([(0, 0)], 0, "")


def test_lines_and_texts_are_paths() -> None:
    marks = (
        Line(((0, 0), (1, 1)), 0.1, color=1, dashed=True, opacity=0.5),
        Line(((0.5, 0.5),), 0.2),
        Text("<7>", (0.5, 0.5), 0.4),
        Text(" ", (0, 0)),
    )
    svg = Picture.of_cells([SQUARE], marks=marks).svg(size=100, stroke=1)
    ElementTree.fromstring(svg)
    line, dot, text = svg.split("pointer-events")[1].split("<path")[1:]
    assert 'stroke-width="10"' in line
    assert "stroke-dasharray" in line
    assert 'stroke-opacity="0.5"' in line
    assert 'd="M21 121L121 21"' in line
    assert 'd="M71 71h0"' in dot
    assert "<text" not in svg
    assert text.count("M") > 2


def test_a_sheet_moves_marks_and_labels_with_their_pictures() -> None:
    picture = Picture.of_cells([SQUARE], marks=(Text("1", (0.5, 0.5)),), labeled=True)
    both = sheet([picture, picture], across=2)
    assert both.labeled
    assert [mark.at for mark in both.marks if isinstance(mark, Text)] == [
        (polygon[0][0] + 0.5, polygon[0][1] + 0.5)
        for patch in both.patches
        for polygon in patch.polygons
    ]
    assert moved(Line(((0, 0), (1, 0))), 2, 3) == Line(((2, 3), (3, 3)))


@pytest.mark.parametrize(
    "marks",
    [
        [],
        ("x",),
        (Text(7, (0, 0)),),  # type: ignore[arg-type]
        (Text("x" * 10_000, (0, 0)),),
        (Text("x", (0, float("nan"))),),
        (Text("x", (0, 0), 0),),
        (Line(()),),
        (Line(((0, 10**9), (0, 0))),),
        (Line(((0, 0),), float("inf")),),
        (Line(((0, 0),), color="red"),),  # type: ignore[arg-type]
        (Line(((0, 0),), opacity="1"),),  # type: ignore[arg-type]
        (Line((0, 0)),),  # type: ignore[arg-type]
    ],
    ids=repr,
)
def test_bad_marks_are_refused(marks: Any) -> None:
    with pytest.raises(BadPicture):
        Picture.of_cells([SQUARE], marks=marks)


def test_colors_by_orientation_and_by_piece() -> None:
    def patch(x: int, color: int | None, orientation: int | None) -> Patch:
        corners = ((x, 0), (x + 1, 0), (x + 1, 1), (x, 1))
        return Patch((corners,), ((x, 0),), color, "", orientation)

    picture = Picture((patch(0, 5, 0), patch(1, 5, 1), patch(2, None, None), patch(3, 5, None)))

    def fills(**how: Any) -> list[str]:
        svg = picture.svg(**how)
        return [part[:7] for part in svg.split('<path fill="')[1:]]

    from combien.drawing._palette import DEFAULT

    def expected(*numbers: int | None) -> list[str]:
        return [DEFAULT.fill(number) for number in numbers]

    assert fills() == expected(5, 5, None, 5)
    assert fills(color_by="orientation") == expected(0, 1, None, 5)
    assert fills(color_by="piece") == expected(0, 1, None, 2)
    assert fills(color_by="touch") == expected(1, 0, None, 0)
    with pytest.raises(BadPicture, match="an orientation is a whole number"):
        patch(0, 1, "up")  # type: ignore[arg-type]
