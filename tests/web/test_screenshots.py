"""The pictures of docs/playground.md, one for each thing that the page can do and one of a game.

`pytest tests/web/test_screenshots.py --screenshots` writes them into docs/playground.
"""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from tests.programs import ROOT
from tests.web.conftest import Open
from tests.web.pages import (
    DOMINOES,
    PATIENCE,
    answer,
    areas,
    at,
    begin,
    count,
    drag,
    fragment,
    wait_done,
    wait_first,
)

MOST_BYTES = 60_000
COLORS = 128


@pytest.fixture
def folder(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """Where the pictures go."""
    if not request.config.getoption("--screenshots"):
        return tmp_path
    kept = ROOT / "docs" / "playground"
    kept.mkdir(exist_ok=True)
    return kept


# The time that an answer took, which no two pictures would share.
HIDE_TIMES = r"""
const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
const time = /( · |, in |^)\d+ ms$/;
while (texts.nextNode()) texts.currentNode.data = texts.currentNode.data.replace(time, "");
"""


def shoot(page: Any, folder: Path, name: str) -> None:
    """Take a picture without the pointer, a focus ring or times."""
    page.mouse.move(0, 0)
    page.evaluate("document.activeElement?.blur(); scrollTo(0, 0)")
    page.evaluate(f"() => {{ {HIDE_TIMES} }}")
    path = folder / f"{name}.png"
    seen = BytesIO(page.screenshot(animations="disabled"))
    Image.open(seen).convert("RGB").quantize(COLORS, dither=Image.Dither.NONE).save(
        path, optimize=True
    )
    assert path.stat().st_size < MOST_BYTES


def test_pictures_of_each_thing(server: str, open_page: Open, folder: Path) -> None:
    options = {"viewport": {"width": 1120, "height": 700}}
    page = open_page(server, permissions=["clipboard-read", "clipboard-write"], **options)
    page.wait_for_selector("#cards path", state="attached")
    shoot(page, folder, "0-examples")
    begin(page)
    wait_first(page)

    # A board in the shape of a letter, drawn by hand.
    page.fill("#width", "12")
    page.fill("#height", "9")
    page.press("#height", "Enter")
    page.click("#clear")
    page.get_by_text("Rectangle", exact=True).click()
    drag(page, (0, 0), (11, 6))
    for start, end in (((4, 0), (7, 1)), ((3, 4), (8, 4)), ((4, 5), (5, 5)), ((6, 5), (7, 5))):
        drag(page, start, end)
    assert areas(page) == "66 cells, but the pieces have 60"
    for corner in ((0, 0), (11, 0), (0, 6), (11, 6), (5, 2), (6, 2)):
        drag(page, corner, corner)
    assert areas(page) == "60 cells, 60 in pieces"
    page.locator("#answer", has_text="filled").wait_for(timeout=PATIENCE)
    wait_first(page)
    shoot(page, folder, "1-draw")

    page.select_option("#presets", "6 × 10")
    wait_first(page)
    assert count(page) == "9,356"
    shoot(page, folder, "2-count")
    page.keyboard.press("f")
    page.click("#next")
    answer(page, "number 1")
    shoot(page, folder, "2-projector")
    page.click("#leave")

    page.click("#search")
    page.wait_for_selector(".tree .node", timeout=PATIENCE)
    page.locator(".film input").first.evaluate(
        "(one) => { one.value = 60; one.dispatchEvent(new Event('input')); }"
    )
    answer(page, "61/")
    shoot(page, folder, "5-search")

    wide = open_page(f"{server}#{fragment(4, 4, DOMINOES)}")
    wait_first(wide)
    wide.click("#search")
    wide.wait_for_selector(".sweep .state", state="attached", timeout=PATIENCE)
    for slider, step in enumerate((59, 38)):
        wide.locator(".film input").nth(slider).evaluate(
            "(one, at) => { one.value = at; one.dispatchEvent(new Event('input')); }", step
        )
    shoot(wide, folder, "5-sweep")

    page.select_option("#presets", "8 × 8 − 2")
    answer(page, "chessboard")
    shoot(page, folder, "3-why-none")

    page.select_option("#presets", "8 × 8 − 4")
    wait_first(page)
    page.click("#export summary")
    page.click("#share")
    answer(page, "Copied")
    assert page.evaluate("navigator.clipboard.readText()").startswith("http://127.0.0.1")
    shoot(page, folder, "4-share")
    page.click("#export summary")

    page.select_option("#presets", "6 × 10")
    wait_first(page)
    page.get_by_text("Pin", exact=True).click()
    for _ in range(2):
        free = page.evaluate(
            """() => document.querySelector("#canvas .piece:not(.pinned)").dataset.cells"""
        )
        x, y = map(int, free.split()[0].split(","))
        pinned = page.locator("#canvas .pinned").count()
        page.mouse.click(*at(page, x, y))
        page.locator("#canvas .pinned").nth(pinned).wait_for(state="attached", timeout=PATIENCE)
    count(page)
    assert "with 2 pinned" in page.inner_text("#answer")
    shoot(page, folder, "5-pin")

    page.click("#unpin")
    wait_first(page)
    page.click("#heat")
    page.wait_for_selector("#canvas .shade", state="attached", timeout=PATIENCE)
    page.click("#pieces button[title=X]")
    answer(page, "How often X")
    shoot(page, folder, "6-heat")

    page.click("#tab-nonogram")
    sides = page.locator("#nonogram textarea")
    note = page.locator("#nonogram .answer")
    note.filter(has_text="solution").wait_for(timeout=PATIENCE)
    picture_of_two = [".#....", ".##...", "..#.#.", "#...##", ".###..", "..##.."]
    rows, columns = clues(picture_of_two)
    sides.nth(0).fill(rows)
    sides.nth(1).fill(columns)
    page.click("#nonogram-solve")
    note.filter(has_text="More than one").wait_for(timeout=PATIENCE)
    shoot(page, folder, "7-nonogram")

    heart = [".##.##.", "#######", "#######", ".#####.", "..###..", "...#..."]
    rows, columns = clues(heart)
    sides.nth(0).fill(rows)
    sides.nth(1).fill(columns)
    page.click("#nonogram-play")
    for step in range(1, 4):
        page.click("#nonogram-hint")
        page.locator("#nonogram td.hint").first.wait_for(timeout=PATIENCE)
        page.wait_for_function(
            "count => document.querySelectorAll('#nonogram th .done').length >= count", arg=step
        )
    shoot(page, folder, "7-play")

    page.click("#tab-sudoku")
    page.locator("#sudoku .answer", has_text="Exactly one").wait_for(timeout=PATIENCE)
    page.click("#sudoku-hint")
    page.locator("#sudoku .answer", has_text="row").wait_for(timeout=PATIENCE)
    shoot(page, folder, "8-sudoku")

    page.click("#tab-puzzles")
    page.wait_for_selector("#puzzle-name option", state="attached", timeout=PATIENCE)
    page.click("#puzzle-solve")
    page.locator("#puzzles .answer", has_text="solution").wait_for(timeout=PATIENCE)
    shoot(page, folder, "10-puzzles")

    page.click("#tab-plane")
    page.wait_for_selector("#plane .export", timeout=PATIENCE)
    page.select_option("#plane-presets", label="Anisohedral octomino")
    page.locator("#plane .answer", has_text="2 kinds").wait_for(timeout=PATIENCE)
    shoot(page, folder, "15-plane")

    page.click("#tab-tiling")
    page.evaluate("link => { location.hash = link; }", fragment(6, 1, DOMINOES))
    wait_first(page)
    page.select_option("#axis", label="↑")
    page.click("#sequence")
    answer(page, "Proved")
    shoot(page, folder, "9-repeat")

    page.select_option("#presets", "3 × 3 × 3")
    wait_first(page)
    page.fill("#solid input", "0.6")
    assert count(page) == "11,520"
    shoot(page, folder, "14-cubes")
    page.click("#take-apart")
    moves = page.locator("ul.moves button")
    moves.first.wait_for(timeout=PATIENCE)
    moves.filter(has_text="out").first.click()
    page.locator("ol.moves li").wait_for(timeout=PATIENCE)
    moves.first.wait_for(timeout=PATIENCE)
    shoot(page, folder, "14-moves")
    page.click("#apart [data-key=close]")
    page.click("#pieces button[title=T]")
    page.click("[data-key=onbrowse]")
    page.locator("#browse [role=status]", has_text="Placement 1 of").wait_for(timeout=PATIENCE)
    page.click("#browse [data-key=step]")
    page.locator("#browse [role=status]", has_text="Placement 2 of").wait_for(timeout=PATIENCE)
    shoot(page, folder, "14-placements")
    page.click("#browse [data-key=close]")
    page.click("#pieces button[title=T]")
    page.click("[data-key=onedit]")
    page.select_option("#piece-dialog [data-key=letter]", "a")
    page.locator("#piece-canvas .cell.on").first.click(force=True)
    shoot(page, folder, "14-piece")
    page.keyboard.press("Escape")

    page.select_option("#presets", "6 × 10")
    wait_first(page)
    page.click("#next")
    answer(page, "number 1")
    page.emulate_media(media="print")
    shoot(page, folder, "11-print")

    french = open_page(server, locale="fr-FR", color_scheme="dark", **options)
    begin(french)
    wait_first(french)
    french.select_option("#presets", "3 × 20")
    wait_first(french)
    assert count(french) == "8"
    shoot(french, folder, "12-french")
    phone = open_page(server, viewport={"width": 390, "height": 844})
    phone.click("#card-count")
    wait_done(phone)
    shoot(phone, folder, "13-phone")
    assert len(list(folder.glob("*.png"))) == 23


def clues(lines: list[str]) -> tuple[str, str]:
    """The clues of a picture, as they are typed."""

    def typed(sides: list[str]) -> str:
        return "\n".join(
            " ".join(str(len(run)) for run in side.replace(".", " ").split()) or "0"
            for side in sides
        )

    return typed(lines), typed(["".join(column) for column in zip(*lines, strict=True)])
