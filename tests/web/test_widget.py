"""The page of the notebook's editor in a browser, with a kernel that this test plays."""

from __future__ import annotations

import json
from typing import Any

import pytest

from combien import Region, Tile, TilingProblem
from combien.notebook import BoardEditor
from combien.web._page import bundled, scoped_styles
from tests.web.conftest import Open
from tests.web.pages import PATIENCE

MODEL = """
window.sent = [];
window.drawn = %s;
const heard = {};
const model = {
  get: () => window.drawn,
  set: (_, value) => { window.drawn = value; },
  save_changes() {},
  on: (name, action) => { heard[name] = action; },
  off() {},
  send: (message) => window.sent.push(message),
};
window.hear = (event) => heard["msg:custom"]({ id: window.sent.at(-1).id, ms: 1, ...event });
const el = document.createElement("div");
document.body.append(el);
render({ model, el });
"""


@pytest.fixture
def widget(open_page: Open) -> Any:
    """Open the editor of a board in a language."""

    def opened(locale: str) -> Any:
        domino = Tile("**", symmetries="all", times="any", name="D")
        editor = BoardEditor(TilingProblem(Region.box(2, 2), [domino]))
        page = open_page("about:blank", locale=locale)
        page.add_style_tag(content=scoped_styles("combien-editor"))
        code = bundled("widget").replace("export default { render };", "")
        model = MODEL % json.dumps(editor._drawn)
        page.add_script_tag(content=f"{code}\n{model}", type="module")
        page.wait_for_selector(".combien-editor .answer", timeout=PATIENCE)
        return page

    return opened


def test_progress_and_cancel(widget: Any) -> None:
    page = widget("en-US")
    page.get_by_role("button", name="How many ways?").click()
    asked = page.evaluate("sent.at(-1)")
    assert asked["ask"] == ["count"]
    stop = page.get_by_role("button", name="Stop")
    stop.wait_for(timeout=PATIENCE)
    page.evaluate("hear({event: 'progress', fraction: .25, atLeast: '1234', forecast: null})")
    assert page.locator("progress").get_attribute("value") == "0.25"
    assert "1,234" in page.inner_text(".bar")
    stop.click()
    assert page.evaluate("sent.at(-1)") == {"cancel": True}
    page.evaluate(f"sent.push({json.dumps(asked)})")
    page.evaluate("hear({event: 'stopped', code: 'cancelled', text: '', atLeast: '1300'})")
    page.evaluate("hear({event: 'done'})")
    assert "1,300" in page.inner_text(".answer")
    assert not page.locator(".bar").is_visible()


def test_events_of_earlier_questions_are_not_shown(widget: Any) -> None:
    page = widget("en-US")
    page.get_by_role("button", name="How many ways?").click()
    page.evaluate("hear({event: 'count', value: '77', upTo: 'none', id: -1})")
    assert "77" not in page.inner_text(".answer")
    page.evaluate("hear({event: 'count', value: '2', upTo: 'none'})")
    assert page.inner_text(".answer") == "2 ways to fill the board"


def test_french(widget: Any) -> None:
    page = widget("fr-FR")
    assert page.get_attribute(".combien-editor", "lang") == "fr"
    page.get_by_role("button", name="Combien de façons ?").click()
    page.evaluate("hear({event: 'count', value: '12988816', upTo: 'none'})")
    assert page.inner_text(".answer") == "12\u202f988\u202f816 façons de remplir le plateau"
    why = page.get_by_role("button", name="Pourquoi est-ce impossible ?")
    assert not why.is_visible()
    page.evaluate("hear({event: 'count', value: '0', upTo: 'none'})")
    why.click()
    reason = {"code": "no-tiles", "values": {"what": {"code": "part", "values": {}}, "cells": 3}}
    event = {"event": "none", "code": "", "text": "", "reason": reason, "groups": [], "pieces": []}
    page.evaluate(f"hear({json.dumps(event)})")
    assert "une partie a 3 cases" in page.inner_text(".answer")
    assert "dominos" in page.inner_text("select[aria-label^=Ajouter]").lower()


def hear_first(page: Any) -> None:
    """Answer the question of a new board with a tiling."""
    placed = [{"piece": 0, "cells": [[x, 0], [x, 1]]} for x in range(2)]
    page.evaluate(f"hear({json.dumps({'event': 'first', 'placements': placed})})")
    page.evaluate("hear({event: 'done'})")


def asks(page: Any) -> dict[str, str]:
    """The reasons of the disabled buttons."""
    script = """Object.fromEntries([...document.querySelectorAll(".tools button:disabled")]
        .map((one) => [one.dataset.key, one.title]))"""
    return dict(page.evaluate(script))


def test_a_button_that_cannot_answer_is_disabled_and_says_why(widget: Any) -> None:
    page = widget("en-US")
    hear_first(page)
    assert asks(page) == {}
    page.get_by_role("button", name="How many ways?").click()
    page.evaluate("hear({event: 'count', value: '0', upTo: 'none'})")
    assert asks(page) == dict.fromkeys(("next", "sample"), "There is no tiling.")
    page.locator("input[type=number]").first.fill("4")
    page.keyboard.press("Tab")
    assert asks(page) == {}
    # The kernel still has the board before, and must not be asked about it.
    page.get_by_role("button", name="How many ways?").click()
    page.locator(".bar").wait_for(timeout=PATIENCE)
    page.get_by_role("button", name="Clear").click()
    empty = "Draw a board: drag over the grid."
    assert asks(page) == dict.fromkeys(("count", "why", "next", "sample", "search"), empty)
    assert page.inner_text(".answer") == empty
    assert not page.locator(".bar").is_visible()


def test_a_tiling_stays_while_the_tilings_are_counted(widget: Any) -> None:
    page = widget("en-US")
    hear_first(page)
    page.get_by_role("button", name="How many ways?").click()
    page.evaluate("hear({event: 'problem', uselessPieces: [], deadCells: []})")
    page.evaluate("hear({event: 'count', value: '2', upTo: 'none'})")
    assert page.locator(".piece[data-cells]").count() == 2
