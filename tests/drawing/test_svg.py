"""The SVG file, read back: well formed, the right areas and colors, the same bytes."""

from __future__ import annotations

import subprocess
import sys
from math import sqrt
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from combien.drawing._content import Patch
from combien.drawing._palette import DEFAULT, PRINT, Palette
from combien.drawing._picture import Picture
from combien.errors import BadPicture

NAMESPACE = "{http://www.w3.org/2000/svg}"
RING = [(x, y) for x in range(3) for y in range(3) if (x, y) != (1, 1)]
MIXED = Picture.of_cells(
    [(RING, 0, "ring & <co>"), ([(1, 1)], None, ""), ([(3, 0), (3, 1)], 14, "I")], title="mixed"
)

GOLDEN = """\
<svg xmlns="http://www.w3.org/2000/svg" width="46" height="36" viewBox="0 0 46 36" role="img">
<!-- written by combien -->
<title>mixed</title>
<g stroke="#5a5a5a" stroke-width="1" stroke-linejoin="round" fill-rule="evenodd">
<path fill="#90a0f0" d="M3 33L33 33L33 3L3 3ZM13 23L13 13L23 13L23 23Z">\
<title>ring &amp; &lt;co&gt;</title></path>
<path fill="#e9e9e6" d="M13 13L13 23L23 23L23 13Z"/>
<path fill="#d0f8f8" d="M33 33L43 33L43 13L33 13Z"><title>I</title></path>
</g>
</svg>
"""


def parsed(svg: str) -> ElementTree.Element:
    return ElementTree.fromstring(svg.encode())


def paths(svg: str) -> list[ElementTree.Element]:
    group = parsed(svg).find(f"{NAMESPACE}g")
    assert group is not None
    return list(group.iter(f"{NAMESPACE}path"))


def area(path: ElementTree.Element) -> float:
    """The area inside, holes being negative; y runs down, so the sign is reversed."""
    total = 0.0
    for loop in path.attrib["d"].removesuffix("Z").split("Z"):
        corners = [tuple(map(float, spot.split())) for spot in loop.removeprefix("M").split("L")]
        for place, (bx, by) in enumerate(corners):
            ax, ay = corners[place - 1]
            total -= (ax * by - bx * ay) / 2
    return total


def test_a_small_picture_to_the_letter() -> None:
    assert MIXED.svg(size=10, stroke=1) == GOLDEN


@pytest.mark.parametrize("seed", ["1", "2"])
def test_the_bytes_do_not_depend_on_the_seed_of_hashes(seed: str) -> None:
    program = (
        "import sys\n"
        "from combien.drawing._picture import Picture\n"
        "cells = {(x, y) for x in range(9) for y in range(9)}\n"
        "picture = Picture.of_cells([(cells, 0, 'square'), ({(9, 1), (10, 2)}, 1, 'A')])\n"
        "assert 'resvg_py' not in sys.modules\n"
        "text = picture.svg(labels=True, color_by='touch') + picture.ascii(boxes=True)\n"
        "sys.stdout.buffer.write(text.encode())\n"
    )
    run = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        check=True,
        env={"PYTHONPATH": ":".join(sys.path), "PYTHONHASHSEED": seed},
    )
    picture = Picture.of_cells(
        [
            ([(x, y) for y in range(9) for x in range(9)], 0, "square"),
            ([(10, 2), (9, 1)], 1, "A"),
        ]
    )
    text = picture.svg(labels=True, color_by="touch") + picture.ascii(boxes=True)
    assert run.stdout == text.encode()


@given(st.sets(st.tuples(st.integers(-3, 3), st.integers(-3, 3)), min_size=1, max_size=25))
def test_a_path_encloses_its_cells(cells: set[tuple[int, int]]) -> None:
    (path,) = paths(Picture.of_cells([(cells, 0, "")]).svg(size=20))
    assert area(path) == 400 * len(cells)


def test_a_hexagon_has_its_area_on_any_place_of_the_plane() -> None:
    half = sqrt(3) / 2
    hexagon = ((1.0, 0.0), (0.5, half), (-0.5, half), (-1.0, 0.0), (-0.5, -half), (0.5, -half))
    moved = tuple((x + 700, y - 300) for x, y in hexagon)
    (path,) = paths(Picture((Patch((moved,), color=0),)).svg(size=100))
    assert area(path) == pytest.approx(1.5 * sqrt(3) * 100**2, rel=1e-3)


@settings(max_examples=200)
@given(st.text(st.characters(exclude_categories=()), max_size=40), st.booleans())
def test_any_text_makes_a_well_formed_file(text: str, labels: bool) -> None:
    svg = Picture.of_cells([([(0, 0)], 0, text)], title=text).svg(labels=labels)
    root = parsed(svg)
    name = root.findtext(f"{NAMESPACE}title")
    assert name
    if text and all(" " <= c <= "~" for c in text):
        assert name == text
    assert "\r" not in svg
    assert len(svg.split("\n")) <= 12


@pytest.mark.parametrize("text", ['"><script>', "]]>", "a\x00b", "&amp;", "\ud800", "a\r\nb\tc"])
def test_hostile_labels_stay_text(text: str) -> None:
    svg = Picture.of_cells([([(0, 0)], 0, text)]).svg(labels=True)
    (path,) = paths(svg)
    title = path.findtext(f"{NAMESPACE}title")
    assert title == text.translate({0: "\ufffd", 0xD800: "\ufffd", 9: " ", 10: " ", 13: " "})


def test_the_file_has_a_title_for_screen_readers() -> None:
    root = parsed(MIXED.svg())
    assert root.attrib["role"] == "img"
    assert root[0].tag == f"{NAMESPACE}title"
    assert root[0].text == "mixed"
    assert parsed(Picture.of_cells([([(0, 0)], 0, "")]).svg())[0].text == "1 patch"


def test_fills_come_from_the_palette() -> None:
    assert [path.attrib["fill"] for path in paths(MIXED.svg())] == [
        DEFAULT.fills[0],
        DEFAULT.empty,
        DEFAULT.fills[14],
    ]
    plain, empty, dots, hatched = paths(MIXED.svg(palette="print"))
    assert [path.attrib["fill"] for path in (plain, empty, dots)] == [
        "#ffffff",
        PRINT.empty,
        "#ffffff",
    ]
    assert hatched.attrib["d"] == dots.attrib["d"]
    own = Palette("own", ("#123456", "#654321"), paper="#000000")
    assert [path.attrib["fill"] for path in paths(MIXED.svg(palette=own))][::2] == ["#123456"] * 2
    assert 'fill="#000000"' in MIXED.svg(palette=own)


def test_hatched_patches_name_a_pattern_that_is_there() -> None:
    picture = Picture.of_cells([([(x, 0)], x, "") for x in range(40)])
    for size in (None, 100):
        svg = picture.svg(palette="print", size=size)
        patterns = [pattern.attrib["id"] for pattern in parsed(svg).iter(f"{NAMESPACE}pattern")]
        # Of the 36, three are blank.
        assert len(patterns) == len(set(patterns)) == 33
        used = [path.attrib["fill"] for path in paths(svg) if "url" in path.attrib["fill"]]
        assert {f"url(#{name})" for name in patterns} == set(used)
        assert len(used) == 36
    # Drawings of other sizes may be on the same page.
    assert patterns[0] not in picture.svg(palette="print", size=50)
    assert "pattern" not in picture.svg()


def test_labels_on_hatched_patches_have_paper_round_them() -> None:
    picture = Picture.of_cells([([(0, 0)], 0, "A"), ([(1, 0)], 1, "B")])
    letters = parsed(picture.svg(palette="print", labels=True))[-1]
    assert [path.attrib.get("stroke") for path in letters] == [None, PRINT.paper, None]
    assert letters[1].attrib["d"] == letters[2].attrib["d"]


def test_colors_by_touch_differ_where_patches_touch() -> None:
    dominoes = [([(x, y), (x + 1, y)], 3, "") for y in range(8) for x in range(y % 2, 8, 2)]
    picture = Picture.of_cells([*dominoes, ([(0, 1)], None, "")])
    assert len({path.attrib["fill"] for path in paths(picture.svg())[:-1]}) == 1
    fills = [path.attrib["fill"] for path in paths(picture.svg(color_by="touch"))]
    assert fills[-1] == DEFAULT.empty
    fill_at = {
        cell: fill
        for patch, fill in zip(picture.patches, fills, strict=True)
        for cell in patch.cells
    }
    patch_at = {cell: patch for patch in picture.patches for cell in patch.cells}
    for (x, y), patch in patch_at.items():
        for beside in ((x + 1, y), (x, y + 1)):
            if patch_at.get(beside, patch) != patch:
                assert fill_at[x, y] != fill_at[beside]


def test_labels_are_strokes_inside_their_cell() -> None:
    svg = Picture.of_cells(
        [([(0, 0), (1, 0), (2, 0)], 0, "I"), ([(0, 1)], 0, "a long name"), ([(2, 1)], None, " ")]
    ).svg(size=100, stroke=1, labels=True)
    root = parsed(svg)
    assert "<text" not in svg
    long, wide = (path.attrib["d"] for path in reversed(root[2]))
    for drawing, (left, top) in ((wide, (121, 121)), (long, (21, 21))):
        spots = [
            tuple(map(float, spot.removesuffix("h0").split()))
            for spot in drawing.replace("M", "L").split("L")[1:]
        ]
        assert all(left < x < left + 100 and top < y < top + 100 for x, y in spots)
        middle = (min(x for x, _ in spots) + max(x for x, _ in spots)) / 2
        assert middle == pytest.approx(left + 50, abs=1)


def test_a_picture_fits_600_pixels_and_small_ones_stay_small() -> None:
    def width(cells: int) -> float:
        return float(
            parsed(Picture.of_cells([([(x, 0) for x in range(cells)], 0, "")]).svg()).attrib[
                "width"
            ]
        )

    assert width(2) == pytest.approx(2 * 48, abs=30)
    assert width(100) == pytest.approx(600, abs=10)
    assert width(1000) == pytest.approx(4000, abs=10)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"size": 0}, "size is a number of pixels, more than 0"),
        ({"size": -(10**5000)}, "size is a number of pixels"),
        ({"size": float("nan")}, "size is a number of pixels"),
        ({"size": float("inf")}, "at most 10000"),
        ({"size": "10"}, "size is a number"),
        ({"size": True}, "size is a number"),
        ({"stroke": 0}, "stroke is a number of pixels"),
        ({"palette": "prnt"}, "did you mean 'print'"),
        ({"color_by": "touching"}, "did you mean 'touch'"),
        ({"color_by": ["tile"]}, "color_by is"),
        ({"color_by": 10**5000}, "color_by is"),
    ],
)
def test_bad_options_are_refused(options: dict[str, Any], words: str) -> None:
    with pytest.raises(BadPicture, match=words):
        MIXED.svg(**options)


def test_the_data_for_scripts() -> None:
    drawn = parsed(MIXED.svg(size=10, stroke=1, data=True))
    # 4 x 3 cells of 10 pixels, with a margin of 3.
    assert drawn.attrib["viewBox"] == "0 0 4.6 3.6"
    ring, hole, bar = drawn.iter(f"{NAMESPACE}path")
    assert ring.attrib["data-tile"] == "0"
    assert ring.attrib["data-name"] == "ring & <co>"
    assert {tuple(map(int, cell.split(","))) for cell in ring.attrib["data-cells"].split()} == set(
        RING
    )
    assert "data-tile" not in hole.attrib
    assert "data-name" not in hole.attrib
    assert (bar.attrib["data-tile"], bar.attrib["data-cells"]) == ("14", "3,0 3,1")
    assert "data-" not in MIXED.svg()
