"""The page to play a nonogram on, from a file, as a person uses it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from combien.nonograms import Board, Puzzle, page
from tests.web.conftest import Open

pytestmark = pytest.mark.needs("nodejs")

PICTURE = "##..\n.###\n#..#"


@pytest.fixture
def file(tmp_path: Path) -> str:
    """The address of a page."""
    path = tmp_path / "game.html"
    path.write_text(page(Puzzle.of(Board.parse(PICTURE), title="</h1>A <b>tiny</b> picture")))
    return path.as_uri()


def cell(opened: Any, row: int, column: int) -> Any:
    return opened.locator(f"td[data-place='{row * 4 + column}']")


def shown(opened: Any) -> str:
    """The board as the labels of its cells have it."""
    labels = opened.locator("td[data-place]").evaluate_all(
        "cells => cells.map((cell) => cell.getAttribute('aria-label').split(': ')[1])"
    )
    letters = {"empty": "?", "white": ".", "black": "#"}
    text = "".join(letters[label] for label in labels)
    return "\n".join(text[at : at + 4] for at in range(0, 12, 4))


def note(opened: Any) -> str:
    return str(opened.inner_text(".note"))


def test_a_game_by_keys(open_page: Open, file: str) -> None:
    opened = open_page(file)
    assert opened.inner_text("h1") == "</h1>A <b>tiny</b> picture"
    opened.keyboard.press("Tab")
    while opened.evaluate("document.activeElement.tagName") != "TD":
        opened.keyboard.press("Tab")
    for key in ("Space", "ArrowRight", "Space", "ArrowRight", "x", "End", ".", "Backspace"):
        opened.keyboard.press(key)
    assert shown(opened) == "##.?\n????\n????"
    assert opened.locator("th.row").nth(0).locator(".done").count() == 1
    assert opened.locator("th.row").nth(1).locator(".done").count() == 0
    opened.keyboard.press("u")
    opened.keyboard.press("Control+z")
    assert shown(opened) == "##.?\n????\n????"
    opened.keyboard.press("u")
    assert shown(opened) == "##??\n????\n????"
    opened.keyboard.press("r")
    assert shown(opened) == "##.?\n????\n????"
    opened.keyboard.press("h")
    assert "its clue decides" in note(opened)


def test_a_game_by_mouse_is_checked_by_itself(open_page: Open, file: str) -> None:
    opened = open_page(file)
    for row, line in enumerate(PICTURE.split()):
        for column, letter in enumerate(line):
            if letter == "#":
                assert note(opened) != "Solved!"
                cell(opened, row, column).click()
    assert note(opened) == "Solved!"
    assert shown(opened) == PICTURE.replace(".", "?")
    assert opened.locator("th .done").count() == opened.locator("th span").count()
    # A solved board does not change any more, but its moves can be undone.
    cell(opened, 0, 0).click()
    assert shown(opened) == PICTURE.replace(".", "?")
    opened.click("text=Undo")
    assert note(opened) == ""


def test_drawing_and_mistakes(open_page: Open, file: str) -> None:
    opened = open_page(file)
    cell(opened, 1, 3).hover()
    opened.mouse.down()
    cell(opened, 1, 0).hover()
    opened.mouse.up()
    assert shown(opened).split()[1] == "####"
    opened.click("text=Clear")
    cell(opened, 0, 3).click()
    cell(opened, 0, 0).click(button="right")
    assert shown(opened).split()[0] == ".??#"
    assert opened.locator("td.wrong").count() == 0
    opened.click("text=Check")
    assert note(opened) == "2 cells are wrong."
    assert opened.locator("td.wrong").count() == 2


def test_a_game_by_touch(open_page: Open, file: str) -> None:
    opened = open_page(file, has_touch=True, viewport={"width": 360, "height": 640})
    cell(opened, 0, 0).tap()
    opened.locator(".colors button").nth(1).tap()
    cell(opened, 0, 3).tap()
    assert shown(opened) == "#??.\n????\n????"
    cell(opened, 0, 3).tap()
    assert shown(opened) == "#???\n????\n????"
    assert opened.evaluate("document.documentElement.scrollWidth") <= 360


def test_the_page_in_french(open_page: Open, file: str) -> None:
    opened = open_page(file, locale="fr-FR")
    assert opened.locator("html").get_attribute("lang") == "fr"
    opened.click("text=Coup de pouce")
    assert note(opened) == "Colonne 1\u00a0: son indice détermine 3 cases de plus (noir et blanc)."
    cell(opened, 0, 3).click()
    opened.click("text=Vérifier")
    assert note(opened) == "Une case est fausse."
    assert cell(opened, 0, 3).get_attribute("aria-label") == "ligne 1, colonne 4\u00a0: noir"
    opened.click("text=English")
    assert opened.locator("html").get_attribute("lang") == "en"
    opened.click("text=Check")
    assert note(opened) == "One cell is wrong."


def test_several_games_on_a_page(open_page: Open, tmp_path: Path) -> None:
    path = tmp_path / "games.html"
    puzzles = [
        Puzzle.of(Board.parse(art), title=title) for art, title in (("#.", "A"), ("##", "B"))
    ]
    path.write_text(page(puzzles))
    opened = open_page(path.as_uri())
    assert opened.inner_text("h1") == "2 nonograms"
    assert opened.locator("h2").all_inner_texts() == ["A", "B"]
    games = opened.locator(".game")
    for place in (0, 1):
        games.nth(1).locator(f"td[data-place='{place}']").click()
    assert games.locator(".note").all_inner_texts() == ["", "Solved!"]
    opened.keyboard.press("u")
    assert games.locator(".note").all_inner_texts() == ["", ""]


def test_no_other_script_can_run_or_load(browser: Any, file: str) -> None:
    opened = browser.new_page()
    opened.goto(file)
    opened.evaluate(
        """() => {
            window.blocked = [];
            document.addEventListener("securitypolicyviolation", (event) => {
                window.blocked.push(event.effectiveDirective);
            });
            const script = document.createElement("script");
            script.textContent = "window.ran = true";
            const image = document.createElement("img");
            image.src = "data:image/gif;base64,R0lGODlhAQABAAAAACw=";
            document.body.append(script, image);
            fetch("data:,x").catch(() => {});
        }"""
    )
    opened.wait_for_function("window.blocked.length === 3")
    assert opened.evaluate("window.blocked.sort()") == ["connect-src", "img-src", "script-src-elem"]
    assert opened.evaluate("window.ran === undefined")
    opened.close()
