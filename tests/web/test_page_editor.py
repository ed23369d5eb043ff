"""The editor of pieces, colors, placements and moves on the page, in Debian's Chromium."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from combien.tilings import PackingProblem, xmpuzzle
from tests.web.conftest import Open
from tests.web.pages import PATIENCE, answer, areas, count, wait_done, wait_first, wait_ready
from tests.web.test_page_cubes import box, files


def cell(page: Any, grid: str, number: int) -> None:
    """Click on a cell of a grid, by its number."""
    page.locator(f"{grid} .cell").nth(number).click(force=True)


def test_a_piece_is_drawn_and_edited(server: str, open_page: Open) -> None:
    page = open_page(f"{server}#{box(3, 2, 1)}")
    wait_first(page)
    page.click("#no-pieces")
    page.click("#draw-piece")
    assert page.is_disabled("#piece-add")
    cell(page, "#piece-canvas", 0)
    solid = page.inner_html("#piece-solid svg")
    # The image of a cell under a reflection of the grid, by the keyboard.
    page.select_option("#piece-dialog [data-key=images]", "x")
    page.focus("#piece-canvas svg")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Space")
    assert page.locator("#piece-canvas .cell.on").count() == 3
    assert page.inner_html("#piece-solid svg") != solid
    page.keyboard.press("Control+z")
    assert page.locator("#piece-canvas .cell.on").count() == 1
    page.click("#piece-redo")
    assert page.locator("#piece-canvas .cell.on").count() == 3
    page.click("#piece-undo")
    page.select_option("#piece-dialog [data-key=images]", "none")
    cell(page, "#piece-canvas", 1)
    page.fill("#piece-dialog [data-key=width]", "2")
    page.press("#piece-dialog [data-key=width]", "Enter")
    assert page.locator("#piece-canvas .cell").count() == 2 * 4 * 4
    page.fill("#piece-name", "pair")
    page.fill("#piece-low", "2")
    page.fill("#piece-high", "3")
    page.click("#piece-add")
    assert page.inner_text("#pieces button").split() == ["pair", "2–3"]
    wait_first(page)
    assert count(page) == "3"
    # The same piece with a color, any number of times.
    page.click("#pieces button")
    page.click("[data-key=onedit]")
    page.select_option("#piece-dialog [data-key=letter]", "a")
    page.locator("#piece-canvas .cell.on").first.click(force=True)
    page.fill("#piece-high", "")
    page.click("#piece-add")
    assert page.inner_text("#pieces button").split() == ["pair", "∞"]
    wait_first(page)
    # Each bar lies either way.
    assert count(page) == "24"


def test_colors_and_cells_that_may_stay_empty(server: str, open_page: Open, tmp_path: Path) -> None:
    page = open_page(f"{server}#{box(3, 1, 1, piece=['b', 'a*', 'any', 'rotations'])}")
    answer(page, "ways to fill the board")
    page.select_option("#inks [data-key=kind]", "maybe")
    cell(page, "#canvas", 2)
    wait_first(page)
    assert "1 may stay empty" in areas(page)
    assert count(page) == "2"
    assert page.is_disabled("#search")
    page.select_option("#inks [data-key=kind]", "")
    page.select_option("#inks [data-key=letter]", "b")
    cell(page, "#canvas", 0)
    wait_first(page)
    assert count(page) == "1"
    page.click("#pairs")
    page.check("[data-key=ab]")
    page.click("#pair-close")
    wait_first(page)
    assert count(page) == "2"
    link = page.url
    page.click("#export summary")
    with page.expect_download() as waiting:
        page.click("#save-xmpuzzle")
    saved = tmp_path / "saved.xmpuzzle"
    waiting.value.save_as(saved)
    (again,) = xmpuzzle.read(saved.read_bytes()).values()
    assert isinstance(again, PackingProblem)
    # A link and a file keep all of it.
    for open_again in (
        lambda: (page.goto("about:blank"), page.goto(link)),
        lambda: files(page, saved.read_bytes()),
    ):
        page.click("#clear")
        open_again()
        wait_first(page)
        assert count(page) == "2"
        assert page.locator("#canvas .inks circle").count() == 1
        assert page.locator("#canvas .maybe").count() == 1


def test_placements_one_by_one(server: str, open_page: Open) -> None:
    page = open_page(f"{server}#{box(2, 2, 2)}")
    wait_first(page)
    wait_done(page)
    page.click("#pieces button")
    page.click("[data-key=onbrowse]")
    note = page.locator("#browse [role=status]")
    note.filter(has_text="Placement 1 of 12").wait_for(timeout=PATIENCE)
    page.click("#browse [data-key=step]")
    note.filter(has_text="Placement 2 of 12").wait_for(timeout=PATIENCE)
    assert page.locator("#canvas .piece").count() == 1
    assert "an image of an earlier one" in page.inner_text("#browse .note")
    page.check("#browse input[type=checkbox]")
    assert note.inner_text() == "Kind 1 of 1; 12 placements"
    page.uncheck("#browse input[type=checkbox]")
    page.click("#browse [data-key=pick-cell]")
    cell(page, "#canvas", 0)
    note.filter(has_text="of 3 on the marked cell").wait_for(timeout=PATIENCE)
    assert areas(page).startswith("8 cells")
    page.click("#browse [data-key=close]")
    # The tiling is there again, and clicks draw.
    assert page.locator("#canvas .piece").count() == 4
    cell(page, "#canvas", 0)
    page.locator("#areas", has_text="7 cells").wait_for(timeout=PATIENCE)


def test_an_assembly_is_taken_apart(server: str, open_page: Open) -> None:
    page = open_page(f"{server}#{box(2, 2, 1)}", reduced_motion="reduce")
    wait_first(page)
    wait_done(page)
    page.click("#take-apart")
    moves = page.locator("ul.moves button")
    moves.first.wait_for(timeout=PATIENCE)
    # Each of two bars goes in all directions but one; the other one goes the opposite way instead.
    assert moves.count() == 5
    assert all("out" in text for text in moves.all_inner_texts())
    page.click("#apart [data-key=shortest]")
    page.locator("#apart [role=status]", has_text="level 1").wait_for(timeout=PATIENCE)
    seen = page.inner_html("#solid svg")
    page.click("#apart [data-key=step]")
    page.locator("#apart [role=status]", has_text="All pieces are apart").wait_for()
    assert page.locator("ol.moves li").count() == 1
    page.click("#apart [data-key=undo]")
    assert page.locator("ol.moves li").count() == 0
    assert page.inner_html("#solid svg") == seen
    page.click("#apart [data-key=close]")
    assert page.locator("#canvas .piece").count() == 2


@pytest.mark.parametrize("locale", ["en-US", "fr-FR"])
def test_on_a_phone(server: str, open_page: Open, locale: str) -> None:
    page = open_page(
        f"{server}#{box(2, 2, 2)}", viewport={"width": 390, "height": 844}, locale=locale
    )
    wait_first(page)
    page.click("#draw-piece")
    cell(page, "#piece-canvas", 0)
    wide = page.locator("#piece-dialog").evaluate("one => one.scrollWidth - one.clientWidth")
    assert wide == 0
    assert page.locator("#piece-add").is_visible()


@pytest.mark.needs("axe-playwright-python")
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_accessible(server: str, open_page: Open, scheme: str) -> None:
    from axe_playwright_python.sync_playwright import Axe

    page = open_page(f"{server}#{box(2, 2, 2)}", color_scheme=scheme, bypass_csp=True)
    wait_ready(page)
    wait_first(page)

    def violations() -> list[Any]:
        found = Axe().run(page).response["violations"]
        return [(one["id"], one["nodes"][0]["html"][:150]) for one in found]

    page.click("#take-apart")
    page.locator("ul.moves button").first.wait_for(timeout=PATIENCE)
    assert violations() == []
    page.click("#pieces button")
    page.click("[data-key=onbrowse]")
    page.locator("#browse [data-key=step]").wait_for(timeout=PATIENCE)
    assert violations() == []
    page.click("#pieces button")
    page.click("[data-key=onedit]")
    page.select_option("#piece-dialog [data-key=letter]", "a")
    page.locator("#piece-canvas .cell.on").first.click(force=True)
    assert violations() == []
    page.click("#piece-add")
    page.select_option("#inks [data-key=letter]", "b")
    cell(page, "#canvas", 0)
    page.click("#pairs")
    assert violations() == []
