"""What the page says while it waits, after a stop, after an edit: true of the board it shows."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from tests.web.conftest import Open
from tests.web.pages import (
    DOMINOES,
    LONG,
    PATIENCE,
    answer,
    at,
    count,
    fragment,
    wait_done,
    wait_first,
    wait_ready,
)

NEED_A_TILING = ("sample", "heat", "take-apart")
ALWAYS = ("count", "upto", "search", "sequence")


def titles(page: Any, *buttons: str) -> set[tuple[bool, str]]:
    """Whether buttons are disabled, and why."""
    found = page.evaluate(
        """(ids) => ids.map((id) => document.getElementById(id))
            .map((one) => [one.disabled, one.title])""",
        list(buttons),
    )
    return {(disabled, title) for disabled, title in found}


@contextmanager
def held(page: Any) -> Iterator[None]:
    """No question reaches the server meanwhile."""
    waiting: list[Any] = []

    def hold(route: Any) -> None:
        waiting.append(route)

    page.route("**/ask", hold)
    yield
    for route in waiting:
        route.continue_()
    page.unroute("**/ask")


def text(page: Any, selector: str = "#answer") -> str:
    return str(page.inner_text(selector))


def covered(page: Any) -> list[str]:
    """The cells below the pieces on the board."""
    script = """[...document.querySelectorAll('#canvas .piece')]
        .flatMap((path) => path.dataset.cells.split(' '))"""
    return list(page.evaluate(script))


@pytest.mark.parametrize(
    ("locale", "none", "first", "empty", "pieces"),
    [
        (
            "en-US",
            "There is no tiling.",
            "First show a tiling.",
            "Draw a board: drag over the grid.",
            "Choose pieces: “Add a set…”, or draw one.",
        ),
        (
            "fr-FR",
            "Il n’y a pas de pavage.",
            "Montrez d’abord un pavage.",
            "Dessinez un plateau\u00a0: faites glisser le pointeur sur la grille.",
            "Choisissez des pièces\u00a0: «\u00a0Ajouter des pièces…\u00a0», ou dessinez-en une.",
        ),
    ],
)
def test_a_button_that_cannot_answer_is_disabled_and_says_why(
    server: str, open_page: Open, locale: str, none: str, first: str, empty: str, pieces: str
) -> None:
    page = open_page(f"{server}#{fragment(3, 3, DOMINOES)}", locale=locale)
    page.wait_for_selector("#answer .reason", timeout=PATIENCE)
    assert titles(page, *NEED_A_TILING) == {(True, none)}
    assert titles(page, *ALWAYS, "why") == {(False, "")}
    assert page.is_visible("#why")
    assert not page.is_visible("#next")
    page.fill("#width", "4")
    page.press("#width", "Tab")
    wait_first(page)
    assert titles(page, *NEED_A_TILING, *ALWAYS, "next") == {(False, "")}
    with held(page):
        # Whether there is a tiling is not known.
        page.click("#undo")
        page.click("#redo")
        assert titles(page, "sample", "heat", *ALWAYS, "next") == {(False, "")}
        assert titles(page, "take-apart") == {(True, first)}
    wait_first(page)
    page.click("#clear")
    assert titles(page, *NEED_A_TILING, *ALWAYS, "next") == {(True, empty)}
    page.click("#undo")
    page.click("#no-pieces")
    assert titles(page, *NEED_A_TILING, *ALWAYS, "next") == {(True, pieces)}


def test_after_a_stop_a_question_may_still_be_answered(server: str, open_page: Open) -> None:
    page = open_page(f"{server}#{LONG}")
    wait_ready(page)
    page.click("#count")
    answer(page, "found so far")
    page.click("#cancel")
    assert text(page).startswith("≥")
    assert titles(page, "sample", "heat", *ALWAYS, "next") == {(False, "")}


@pytest.mark.parametrize("button", ["sample", "heat", "next", "upto", "count"])
def test_a_question_finds_that_there_is_no_tiling(
    server: str, open_page: Open, button: str
) -> None:
    page = open_page(f"{server}#{fragment(4, 4, DOMINOES)}")
    wait_first(page)
    with held(page):
        # A chessboard without two corners, which is not known to have none.
        page.evaluate(f"location.hash = {fragment(4, 4, DOMINOES, cells='0' + '1' * 14 + '0')!r}")
        page.click(f"#{button}")
    wait_done(page)
    assert page.inner_text("#answer strong") == "0"
    assert titles(page, *NEED_A_TILING) == {(True, "There is no tiling.")}
    assert page.is_visible("#why")


def test_a_number_goes_with_its_board(server: str, open_page: Open) -> None:
    page = open_page(f"{server}#{fragment(4, 4, DOMINOES)}")
    wait_first(page)
    assert count(page) == "36"
    with held(page):
        page.mouse.click(*at(page, 0, 0))
        assert text(page) == ""
        assert covered(page) == []
    answer(page, "which is not a multiple")


def test_a_count_that_another_question_ends_is_said_to_be_stopped(
    server: str, open_page: Open
) -> None:
    page = open_page(f"{server}#{LONG}")
    wait_ready(page)
    for ends in ("#save-cmb", "#tab-sudoku"):
        page.click("#count")
        answer(page, "found so far")
        page.evaluate("(id) => document.querySelector(id).click()", ends)
        page.click("#tab-tiling")
        answer(page, "ways at least; then it was stopped")
        wait_done(page)
        assert not page.is_visible("#bar")
    page.click("#count")
    answer(page, "found so far")
    page.click("#clear")
    assert text(page) == "Draw a board: drag over the grid."
    assert not page.is_visible("#bar")
    wait_done(page)


def test_a_question_of_a_tab_that_another_one_ends(server: str, open_page: Open) -> None:
    page = open_page(f"{server}#{fragment(4, 4, DOMINOES)}")
    wait_first(page)
    page.click("#tab-puzzles")
    page.wait_for_selector("#puzzle-name option", state="attached", timeout=PATIENCE)
    page.select_option("#puzzle-name", "queens")
    page.fill("[data-setting=size]", "20")
    page.click("#puzzle-count")
    page.locator("#puzzles .answer", has_text="so far").wait_for(timeout=PATIENCE)
    page.click("#tab-tiling")
    assert count(page) == "36"
    page.click("#tab-puzzles")
    assert text(page, "#puzzles .answer") == "cancelled"
    # And a first look that was ended is taken again.
    page.click("#tab-tiling")
    with held(page):
        page.evaluate(f"location.hash = {fragment(2, 2, DOMINOES)!r}")
        page.click("#tab-sudoku")
    page.click("#tab-tiling")
    wait_first(page)
    assert len(covered(page)) == 4


def test_a_known_number_survives_a_stop(server: str, open_page: Open) -> None:
    page = open_page(f"{server}#{fragment(4, 4, DOMINOES)}")
    wait_first(page)
    assert count(page) == "36"
    with held(page):
        page.click("#upto")
        page.click("#cancel")
        assert text(page).split("\n\n") == ["36", "ways to fill the board", "Stopped."]
    # In the other language, too.
    page.click("#language")
    answer(page, "façons de remplir le plateau")
    assert page.inner_text("#answer strong") == "36"


def test_the_tiling_comes_back_after_a_search_and_a_placement(server: str, open_page: Open) -> None:
    page = open_page(f"{server}#{fragment(4, 4, DOMINOES)}")
    wait_first(page)
    page.click("#search")
    page.wait_for_selector("#film button", timeout=PATIENCE)
    assert len(covered(page)) < 16
    assert count(page) == "36"
    assert len({*covered(page)}) == 16
    page.click("#pieces button")
    page.click(".card [data-key=onbrowse]")
    page.wait_for_selector("#browse button", timeout=PATIENCE)
    assert len(covered(page)) == 2
    # A handout has a tiling, and not the placement that is looked at.
    page.evaluate("window.print = () => {}")
    page.evaluate("document.getElementById('handout').click()")
    page.wait_for_selector("#sheet", state="attached", timeout=PATIENCE)
    assert len({*covered(page)}) == 16
    assert page.locator("#sheet > section").count() == 2
    # After a heat map, the heat map comes back.
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    page.click("#heat")
    page.wait_for_selector("#canvas .shade", state="attached", timeout=PATIENCE)
    page.click("#search")
    page.wait_for_selector("#film button", timeout=PATIENCE)
    page.click("#pieces button")
    page.keyboard.press("Escape")
    page.click("#take-apart") if page.is_enabled("#take-apart") else page.click("#upto")
    wait_done(page)
    assert page.locator("#canvas .shade").count() > 0


def test_a_cell_that_stays_empty_hides_no_tiling(server: str, open_page: Open) -> None:
    # No domino covers the last cell, which may stay empty.
    page = open_page(f"{server}#{fragment(4, 1, DOMINOES, cells='1102')}")
    wait_first(page)
    wait_done(page)
    for button in ("count", "upto"):
        page.click(f"#{button}")
        wait_done(page)
        assert page.inner_text("#answer strong") == "1"
        assert sorted(covered(page)) == ["0,0", "1,0"]
        assert titles(page, "take-apart") == {(False, "")}


def test_what_tabs_show_belongs_to_what_is_typed(server: str, open_page: Open) -> None:
    page = open_page(server)
    page.click("#tab-puzzles")
    page.wait_for_selector("#puzzle-name option", state="attached", timeout=PATIENCE)
    page.select_option("#puzzle-name", "queens")
    note = page.locator("#puzzles .answer")
    page.click("#puzzle-count")
    note.get_by_text("92 solutions").wait_for(timeout=PATIENCE)
    page.click("#puzzle-solve")
    page.wait_for_selector("#puzzles img:not([hidden])", timeout=PATIENCE)
    page.fill("[data-setting=size]", "6")
    assert note.inner_text() == ""
    assert not page.is_visible("#puzzles img")

    page.click("#tab-plane")
    page.wait_for_selector("#plane img:not([hidden])", timeout=PATIENCE)
    with held(page):
        page.select_option("#plane-presets", "1")
        assert not page.is_visible("#plane img")
        assert text(page, "#plane .answer") == "Working…"

    page.click("#tab-nonogram")
    page.locator("#nonogram .answer", has_text="one solution").wait_for(timeout=PATIENCE)
    with held(page):
        page.mouse.click(*at(page, 0, 0, "#nonogram svg.grid"))
        assert text(page, "#nonogram .answer") == "Working…"

    page.click("#tab-sudoku")
    page.locator("#sudoku .answer", has_text="one solution").wait_for(timeout=PATIENCE)
    with held(page):
        page.click("#sudoku-hint")
        page.click("#sudoku-clear")
    page.click("#sudoku-solve")
    page.locator("#sudoku .answer", has_text="More than one").wait_for(timeout=PATIENCE)
    # No digit of the board before has come.
    assert page.locator("#sudoku .given, #sudoku .typed").count() == 0


def test_stop_takes_no_answer_away(server: str, open_page: Open) -> None:
    page = open_page(server)
    page.click("#tab-puzzles")
    page.wait_for_selector("#puzzle-name option", state="attached", timeout=PATIENCE)
    assert titles(page, "puzzle-cancel") == {(True, "")}
    page.select_option("#puzzle-name", "queens")
    with held(page):
        page.click("#puzzle-count")
        assert titles(page, "puzzle-cancel") == {(False, "")}
    page.locator("#puzzles .answer", has_text="92 solutions").wait_for(timeout=PATIENCE)
    page.wait_for_selector("#puzzle-cancel:disabled", timeout=PATIENCE)
    page.click("#tab-plane")
    page.wait_for_selector("#plane img:not([hidden])", timeout=PATIENCE)
    page.wait_for_selector("#plane-cancel:disabled", timeout=PATIENCE)
    with held(page):
        page.click("#plane-classify")
        page.click("#plane-cancel")
        assert text(page, "#plane .answer") == "Stopped."
    assert titles(page, "plane-cancel") == {(True, "")}
