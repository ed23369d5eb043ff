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

HOW = f"PDF files need pydyf: {install_command('pdf')}"
BARS = solve(TilingProblem(Region.box(2, 2), [Tile("**", times=2, name="bar")]))
assert BARS is not None


@pytest.fixture(autouse=True)
def _pydyf(request: pytest.FixtureRequest) -> None:
    if "without" not in request.node.name:
        pytest.importorskip("pydyf", reason=HOW)


def contents(data: bytes) -> list[str]:
    """The drawing instructions of each page."""
    streams = re.findall(rb"stream\r?\n(.*?)\r?\nendstream", data, re.DOTALL)
    return [zlib.decompress(stream).decode("latin-1") for stream in streams]


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
    assert data == book_pdf([("one", BARS), ("two \u00e9 \u4e2d", BARS)], title="Two (2) puzzles")


def test_what_is_refused() -> None:
    refused: list[tuple[Any, Any, dict[str, Any], str]] = [
        (cutouts_pdf, [Region.box(20, 1)], {}, "does not fit on A4"),
        (cutouts_pdf, [Region.box(1, 1)], {"paper": "A9"}, "paper is one of A3, A4, letter"),
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
