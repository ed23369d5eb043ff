"""PDF: true to scale, as many pages as needed, the same bytes each time, and what is refused."""

from __future__ import annotations

import re
import sys
import zlib
from typing import Any

import pytest

from combien import Region, Tile, TilingProblem, solve
from combien._base.extras import install_command
from combien.errors import BadPicture, MissingExtra
from combien.geometry import HEXAGONS
from combien.printing import book_pdf, cutouts_pdf, solutions_pdf
from combien.puzzles import Sudoku, WordSearch

HOW = f"PDF files need pydyf, which is not installed: {install_command('pdf')}"
BARS = solve(TilingProblem(Region.box(2, 2), [Tile("**", times=2, name="bar")]))
assert BARS is not None


pytestmark = pytest.mark.needs(".[pdf]")


def streams(data: bytes) -> list[str]:
    """The pages, then the font and what its glyphs are as text."""
    found = re.findall(rb"stream\n(.*?)\nendstream", data, re.DOTALL)
    return [zlib.decompress(stream).decode("latin-1") for stream in found]


def contents(data: bytes, start: str = "2.834646 0 0") -> list[str]:
    """The drawing instructions of each page."""
    return [stream for stream in streams(data) if stream.startswith(start)]


def texts(data: bytes, start: str = "2.834646 0 0") -> list[str]:
    """The text of each page, line by line, as a reader that searches it has it."""
    (table,) = (stream for stream in streams(data) if "begincmap" in stream)
    pairs = re.findall(r"<([0-9A-F]{4})> <([0-9A-F]+)>", table)
    glyphs = {code: bytes.fromhex(text).decode("utf-16-be") for code, text in pairs}
    lines = (re.findall(r"\[<([0-9A-F]*)>\] TJ", page) for page in contents(data, start))
    return [
        "\n".join("".join(glyphs[code] for code in re.findall("....", line)) for line in page)
        for page in lines
    ]


def test_cutouts_are_true_to_scale() -> None:
    (page,) = contents(cutouts_pdf([Region.box(3, 2)], cell=20, filled=False))
    # The matrix makes a millimeter the unit.
    assert page.split("\n")[0].startswith("2.834646 0 0 2.834646 0 0 cm")
    xs = [float(x) for x in re.findall(r"^(\S+) \S+ [ml]$", page, re.MULTILINE)]
    ys = [float(y) for y in re.findall(r"^\S+ (\S+) [ml]$", page, re.MULTILINE)]
    assert max(ys) - 40 in ys
    assert {15.0, 75.0, 65.0} <= set(xs)


def test_pieces_go_on_to_the_next_page() -> None:
    data = cutouts_pdf([Region.box(4, 4)] * 9, cell=20)
    assert len(contents(data)) == 3
    assert data == cutouts_pdf([Region.box(4, 4)] * 9, cell=20)
    assert len(contents(cutouts_pdf([Region.box(3, 3, lattice=HEXAGONS)], paper="letter"))) == 1


def test_pages_of_solutions() -> None:
    assert BARS is not None
    assert len(contents(solutions_pdf([BARS] * 13, across=3, down=4, title="t"))) == 2


def test_a_book_has_a_title_page_puzzles_and_solutions() -> None:
    assert BARS is not None
    data = book_pdf([("one", BARS), ("two \u00e9 \u4e2d", BARS)], title="Two (2) puzzles")
    assert len(contents(data)) == 1 + 2 + 1
    # The text can be searched; a character that the font lacks is a box.
    first, _, second, answers = texts(data)
    assert first == "Two (2) puzzles\n2 puzzles"
    assert second.startswith("2. two \u00e9 ")
    assert answers.startswith("Solutions\n1. one\n2. two \u00e9 ")
    assert len(data) < 9000
    assert data == book_pdf([("one", BARS), ("two \u00e9 \u4e2d", BARS)], title="Two (2) puzzles")


def test_labels_and_marks_of_a_picture_are_drawn() -> None:
    sudoku = Sudoku.parse("1... ..2. .3.. ...4")
    given, bare = (contents(solutions_pdf([one]))[0] for one in (sudoku, Sudoku((0,) * 16)))
    # The digits are strokes: two each for 1 and 4, one for 2 and 3.
    assert given.count("\nS") == bare.count("\nS") + 6
    words = solve(WordSearch("one,two", board="3x3"))
    assert words is not None
    (page,) = contents(solutions_pdf([words]))
    # A band of the width of two thirds of a cell for each word, in its color on paper.
    cell = max(float(w) for w in re.findall(r"^(\S+) w$", page, re.MULTILINE)) / 0.66
    assert page.count(f"\n{0.66 * cell:g} w") == 2


def test_what_is_refused() -> None:
    refused: list[tuple[Any, Any, dict[str, Any], str]] = [
        (cutouts_pdf, [Region.box(20, 1)], {}, "does not fit on A4"),
        (cutouts_pdf, [Region.box(1, 1)], {"paper": "A9"}, "paper 'A9' is not one of A3, A4, A5"),
        (cutouts_pdf, [Region.box(1, 1)], {"cell": 0}, "cell is a number of millimeters"),
        (solutions_pdf, [], {}, "no solutions"),
        (solutions_pdf, [3], {}, "a value of type int has no picture"),
        (solutions_pdf, [BARS], {"across": 50}, "fields smaller than 12 mm"),
        (book_pdf, [], {}, "a book has 1 to 400 puzzles, not 0"),
        (book_pdf, [BARS], {}, "a puzzle is a pair"),
    ]
    for write, given, options, message in refused:
        with pytest.raises(BadPicture, match=message):
            write(given, **options)


def test_without_the_library(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pydyf", None)
    with pytest.raises(MissingExtra, match=re.escape(HOW)):
        cutouts_pdf([Region.box(1, 1)])
