"""Several boards to a page, clues on both sides, boards for print, and PDF files."""

from __future__ import annotations

import re
import sys
import xml.etree.ElementTree as ET
import zlib
from typing import Any

import pytest

from combien._base.extras import install_command
from combien.drawing import CluedBoard, CluedSheet
from combien.drawing._renderers.clued import Layout
from combien.drawing._renderers.clued_sheet import MARGIN, _pages
from combien.drawing._renderers.pages import PAPERS
from combien.errors import BadPicture, MissingExtra

BLACK, WHITE, RED = "#000000", "#ffffff", "#ff0000"
SVG = "{http://www.w3.org/2000/svg}"
NO_PDF = f"PDF files need pydyf, which is not installed: {install_command('pdf')}"


def board(height: int, width: int, shade: str | None = None, **more: Any) -> CluedBoard:
    cells = (shade,) * (height * width)
    rows, columns = (((width, BLACK),) * 2,) * height, (((height, BLACK),),) * width
    return CluedBoard(height, width, cells, rows, columns, **more)


def pages(file: bytes) -> list[str]:
    """The commands of each page."""
    found = re.findall(rb"stream\n(.*?)\nendstream", file, re.DOTALL)
    commands = [zlib.decompress(stream).decode("latin-1") for stream in found]
    return [page for page in commands if page.startswith("2.834646 0 0")]


# Both sides, for print ----------------------------------------------------------------------------


def test_both_sides_repeat_every_number() -> None:
    one, both = Layout(board(2, 3), 10), Layout(board(2, 3, both_sides=True), 10)
    assert (both.width - one.width, both.height - one.height) == (20, 10)
    assert (both.left, both.top) == (one.left, one.top)
    (before,), (after,) = one.numbers().values(), both.numbers().values()
    assert len(after) == 2 * len(before)
    assert all(0 < x < both.width and 0 < y < both.height for _, x, y, _ in after)
    right, bottom = one.left + 30, one.top + 20
    outside = [(x > right, y > bottom + 5) for _, x, y, _ in after]
    assert outside.count((True, False)) == 4
    assert outside.count((False, True)) == 3


def test_unknown_cells_are_white_in_print() -> None:
    cells = (BLACK, None, WHITE, RED)
    plain = CluedBoard(2, 2, cells, ((),) * 2, ((),) * 2).svg(size=10)
    printed = CluedBoard(2, 2, cells, ((),) * 2, ((),) * 2, for_print=True).svg(size=10)
    fills = [
        [p.get("fill") for p in ET.fromstring(text).iter(f"{SVG}path")] for text in (plain, printed)
    ]
    assert len([fill for fill in fills[0] if fill != "none"]) == 3
    assert [fill for fill in fills[1] if fill != "none"] == [BLACK, RED]
    # The known white cell has a dot.
    assert 'd="M20 30h0"' in printed
    assert "h0" not in plain
    done = CluedBoard(1, 1, (WHITE,), ((),), ((),), for_print=True).svg()
    assert "h0" not in done


# Sheets -------------------------------------------------------------------------------------------


def test_a_sheet_has_all_boards_apart() -> None:
    boards = [board(n, 7 - n, BLACK, title=f"no {n}") for n in range(1, 7)]
    text = CluedSheet(boards, across=2, title="six").svg()
    root = ET.fromstring(text)
    assert root.findtext(f"{SVG}title") == "six"
    groups = root.findall(f"{SVG}g")
    places = [
        tuple(map(float, re.findall(r"[\d.]+", group.get("transform", "")))) for group in groups
    ]
    assert len(set(places)) == 6
    assert sorted({x for x, _ in places}) == [places[0][0], places[1][0]]
    size = 16.0
    for (x, y), one in zip(places, boards, strict=True):
        layout = Layout(one, size)
        assert 0 < x < x + layout.width <= float(root.get("width", 0))
        assert 0 < y < y + layout.height <= float(root.get("height", 0))
        for other, (u, v) in zip(boards, places, strict=True):
            far = Layout(other, size)
            apart = u >= x + layout.width or x >= u + far.width
            assert other is one or apart or v >= y + layout.height or y >= v + far.height
    assert CluedSheet(boards, across=2, title="six").svg() == text


@pytest.mark.needs(".[pictures]")
def test_a_sheet_as_png() -> None:
    image = CluedSheet([board(3, 3)] * 2).png(width=300)
    assert image[:4] == b"\x89PNG"
    assert int.from_bytes(image[16:20], "big") == 300


def test_titles_that_cannot_be_drawn_are_numbers() -> None:
    names = ["étude", "お城", "<script>"]
    sheet = CluedSheet([board(2, 9, title=name) for name in names])
    lengths = [
        sum(one.caption is not None and len(one.caption.words) for one in page)
        for page in _pages(sheet.boards, sheet.across, 210, 297, str.isascii)
    ]
    assert all(lengths)
    text = sheet.svg()
    assert "<script" not in text
    ET.fromstring(text)
    single = CluedSheet([board(2, 2, title="お城")])
    assert next(_pages(single.boards, single.across, 210, 297, str.isascii))[0].caption is None


@pytest.mark.parametrize("across", [None, 1, 2, 3])
@pytest.mark.parametrize("paper", PAPERS)
def test_nothing_leaves_its_page(across: int | None, paper: str) -> None:
    wide, high = PAPERS[paper]
    boards = [board(3 + 7 * n % 50, 3 + 11 * n % 60, title="t" * n) for n in range(25)]
    sheet = CluedSheet(boards, across=across)
    shown = []
    for page in _pages(sheet.boards, sheet.across, wide, high, str.isascii):
        boxes = []
        for one in page:
            shown.append(one.layout.board)
            right, bottom = one.x + one.layout.width, one.y + one.layout.height
            assert MARGIN - 0.01 <= one.x < right <= wide - MARGIN + 0.01
            assert MARGIN - 0.01 <= one.y < bottom <= high - MARGIN + 0.01
            assert one.caption is not None
            boxes.append((one.x, one.caption.y, right, bottom))
        for a in boxes:
            for b in boxes:
                apart = b[0] >= a[2] or a[0] >= b[2] or b[1] >= a[3] or a[1] >= b[3]
                assert a is b or apart
    assert shown == boards


@pytest.mark.parametrize(
    ("boards", "more", "message"),
    [
        ([], {}, "0 boards: a sheet has from 1 to 1000"),
        ([1], {}, "a sheet is of boards with clues"),
        (3, {}, "boards=3: expected a list of boards"),
        ([board(1, 1)], {"across": 0}, "across is the number of boards side by side"),
        ([board(1, 1)], {"title": 3}, "a title is text, not int"),
        ([board(400, 400)] * 2, {}, "more than 250000 cells on a sheet"),
    ],
)
def test_bad_sheets(boards: Any, more: dict[str, Any], message: str) -> None:
    with pytest.raises(BadPicture, match=re.escape(message)):
        CluedSheet(boards, **more)


# PDF ----------------------------------------------------------------------------------------------


@pytest.mark.needs(".[pdf]")
def test_a_pdf_has_the_cells_and_strokes_of_the_board() -> None:
    cells = (BLACK, BLACK, None, RED, WHITE, BLACK)
    drawn = CluedBoard(
        2, 3, cells, (((2, BLACK),), ((1, RED), (1, BLACK))), ((),) * 3, title="T", marked=(0,)
    )
    file = drawn.pdf()
    assert file.startswith(b"%PDF-1.7")
    assert file.endswith(b"%%EOF\n")
    assert b"/MediaBox [0 0 595.276 841.89]" in file
    (page,) = pages(file)
    # Two runs of black, one of red, and one of the color of unknown cells.
    assert page.count(" re") == 4
    assert page.count("1 0 0 rg") == 1
    assert page.count(" c\n") == 8
    assert drawn.pdf() == file
    assert board(2, 30).pdf(paper="letter").count(b"/MediaBox [0 0 792 612]") == 1
    with pytest.raises(BadPicture, match="paper 'b5' is not one of A3, A4, A5, letter, legal"):
        drawn.pdf(paper="b5")


@pytest.mark.needs(".[pdf]")
def test_a_pdf_has_as_many_pages_as_it_needs() -> None:
    small = CluedSheet([board(5, 5)] * 12).pdf()
    assert len(pages(small)) == 1
    large = CluedSheet([board(40, 30)] * 3).pdf()
    assert len(pages(large)) == large.count(b"/Type /Page/") == 3
    sheet = CluedSheet([board(5, 5)] * 3)
    question, answer = pages(sheet.pdf(answers=CluedSheet([board(4, 4)] * 3)))
    assert question == pages(sheet.pdf())[0]
    assert answer != question
    with pytest.raises(BadPicture, match="answers are on a sheet"):
        sheet.pdf(answers=[board(4, 4)])  # type: ignore[arg-type]


@pytest.mark.needs(".[pdf]")
@pytest.mark.parametrize("title", ["(", "\\) /JS", "お城", "\ud800", "x" * 5000, "\x00\r\n"])
def test_titles_cannot_break_a_pdf(title: str) -> None:
    file = board(2, 2, title=title).pdf()
    assert len(file) < 9000
    assert b"/JS" not in file.replace(b"\\) /JS", b"").replace(b"\\\\", b"")
    assert file.count(b"endobj") == file.count(b" 0 obj")


def test_without_pydyf_the_error_has_the_command(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pydyf", None)
    with pytest.raises(MissingExtra, match=re.escape(NO_PDF)):
        board(2, 2).pdf()
