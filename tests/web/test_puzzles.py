"""The puzzles of the table on the page, by their settings."""

from __future__ import annotations

from typing import Any

import pytest

from combien._french.puzzles import NAMES
from combien.puzzles import PUZZLES
from combien.web._puzzles import puzzle_list
from tests.test_french import TITLES
from tests.web.asking import error, events, kinds, question, the
from tests.web.conftest import Open
from tests.web.modules import page_words
from tests.web.pages import PATIENCE, wait_ready


def puzzle(*ask: str, name: str, **settings: Any) -> dict[str, Any]:
    """A question about a puzzle."""
    asked = question(*ask, puzzle={"name": name, "settings": settings})
    return {key: value for key, value in asked.items() if key not in ("board", "pieces")}


@pytest.mark.parametrize("name", PUZZLES)
def test_each_puzzle_is_solved_and_drawn(name: str) -> None:
    heard = events(puzzle("solve", name=name))
    assert kinds(heard) == ["solution", "done"]
    assert the("solution", heard)["svg"].startswith("<svg")


def test_counts() -> None:
    assert the("count", events(puzzle("count", name="queens", size=8)))["value"] == "92"
    assert the("count", events(puzzle("count", name="latin", size=4)))["value"] == "576"


def test_no_solution() -> None:
    assert kinds(events(puzzle("solve", name="queens", size=3))) == ["none", "done"]


def test_a_count_within_its_budget() -> None:
    heard = events(puzzle("count", name="latin", size=9) | {"budget": {"nodes": 10}})
    assert the("stopped", heard)["code"] == "budget"


@pytest.mark.parametrize(
    "asked",
    [
        puzzle("solve", name="none"),
        puzzle("solve", name="queens", size=0),
        puzzle("solve", name="queens", size=41),
        puzzle("solve", name="queens", size=True),
        puzzle("solve", name="queens", size=[8]),
        puzzle("solve", name="queens", color="red"),
        puzzle("solve", name="matchings", graph="x" * 201),
        puzzle("solve", name="matchings", graph="../graph"),
        puzzle("solve", name="steiner", points=40, block=20, strength=2),
        question("solve", puzzle=7),
        question("solve", puzzle={"name": ["queens"]}),
        question("solve", puzzle={"name": "queens", "settings": [8]}),
    ],
)
def test_wrong_puzzles(asked: dict[str, Any]) -> None:
    assert error(asked) == "puzzle"


def test_all_puzzles_and_settings_have_names_in_both_languages() -> None:
    settings = {one["name"] for each in puzzle_list() for one in each["settings"]}
    named = {f"title-{name}" for name in PUZZLES} | {f"setting-{name}" for name in settings}
    assert set(NAMES) == named
    assert {
        key for key in (TITLES | page_words()) if key.startswith(("title-", "setting-"))
    } == named


def test_a_puzzle_on_the_page(server: str, open_page: Open) -> None:
    page = open_page(server, locale="fr-FR")
    wait_ready(page)
    page.click("#tab-puzzles")
    page.wait_for_selector("#puzzle-name option", state="attached", timeout=PATIENCE)
    page.select_option("#puzzle-name", label="Reines qui ne s’attaquent pas")
    page.fill("[data-setting=size]", "6")
    page.click("#puzzle-count")
    page.locator("#puzzles .answer", has_text="4 solutions").wait_for(timeout=PATIENCE)
    page.click("#puzzle-solve")
    page.locator("#puzzles .answer", has_text="Une solution").wait_for(timeout=PATIENCE)
    # Rejected if the picture is broken.
    page.evaluate("document.querySelector('#puzzles img').decode()")
