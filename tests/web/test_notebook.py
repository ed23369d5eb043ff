"""The board editor of notebooks, without a browser."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from threading import Event
from typing import Any

import pytest

import combien
from combien import Region, Tile, TilingProblem
from combien.errors import BadInput
from combien.geometry import HEXAGONS
from combien.notebook import BoardEditor
from combien.web._page import bundled, scoped_styles
from combien.web._trace import trace_steps
from combien.web.worker import Background
from tests.web.modules import run_module

DOMINO = Tile("**", symmetries="all", times="any", name="domino")


def test_an_editor_begins_with_a_chessboard() -> None:
    editor = BoardEditor()
    assert combien.count(editor.problem) == 12988816
    assert repr(editor) == "<BoardEditor: <TilingProblem: 64 cells, 1 tile>>"


def test_a_problem_is_returned_unchanged() -> None:
    tiles = [
        DOMINO,
        Tile("**\n*.", symmetries="rotations", times=(0, 1), name="corner"),
        Tile("***", times=2, name="bar"),
    ]
    problem = TilingProblem(Region.box(5, 4).shift(3, -2), tiles)
    shown = BoardEditor(problem).problem
    assert shown.board == problem.board.at_origin()
    assert list(shown.tiles) == tiles
    assert combien.count(shown) == combien.count(problem)


def test_the_drawing_of_the_page_is_the_problem() -> None:
    editor = BoardEditor()
    drawn = {
        "board": {"lattice": "square", "cells": [[0, 0], [1, 0], [2, 0]]},
        "pieces": [{"name": "", "cells": [[0, 0]], "times": "any", "symmetries": "none"}],
        "fixed": [],
    }
    editor._set(drawn)
    assert editor.problem.board == Region.box(3, 1)
    assert editor.picture.ascii() == "..."
    editor.ask("first")
    assert editor.picture.ascii() == "abc"
    editor.problem = TilingProblem("**\n**", [DOMINO])
    assert editor.picture.ascii() == "..\n.."


def test_solutions_one_by_one() -> None:
    editor = BoardEditor(TilingProblem(Region.box(4, 4), [DOMINO]))
    position, seen = "", set()
    while True:
        (event,) = (e for e in editor.ask("next", position=position) if e["event"] == "next")
        if event["last"]:
            break
        position = event["position"]
        seen.add(editor.picture.ascii())
    assert len(seen) == 36


def test_a_budget_ends_a_question() -> None:
    editor = BoardEditor(TilingProblem(Region.box(40, 40), [DOMINO]), seconds=0)
    assert [event["event"] for event in editor.ask("count")] == ["stopped", "done"]


@pytest.mark.parametrize(
    "problem",
    [
        TilingProblem(Region.box(41, 1), [DOMINO]),
        TilingProblem(
            Region.box(2, 2, lattice=HEXAGONS),
            [Tile(Region.box(1, 1, lattice=HEXAGONS), times="any")],
        ),
        TilingProblem(Region.box(2, 2), [Tile("**", times=(1, 3))]),
        TilingProblem(Region.box(2, 1, 1), [Tile(Region.box(1, 1, 1), times="any")]),
    ],
)
def test_problems_that_an_editor_cannot_show(problem: TilingProblem) -> None:
    with pytest.raises(BadInput):
        BoardEditor(problem)


def test_the_steps_of_a_search_lead_to_each_tiling() -> None:
    model = TilingProblem(Region.box(4, 3), [DOMINO])
    found: set[frozenset[frozenset[Any]]] = set()
    laid: list[frozenset[Any]] = []
    for step in trace_steps(model):
        del laid[step["depth"] :]
        if step["step"] == "try":
            laid.append(frozenset(map(tuple, step["cells"])))
        elif step["step"] == "found":
            found.add(frozenset(laid))
    listed = {
        frozenset(frozenset(placement.region) for placement in tiling.placements)
        for tiling in combien.solutions(model)
    }
    assert found == listed


def test_the_steps_are_limited() -> None:
    steps = trace_steps(TilingProblem(Region.box(8, 8), [DOMINO]), most=50)
    assert len(steps) == 50


def test_each_module_of_the_page_can_be_joined() -> None:
    joined = bundled("widget")
    assert not re.search(r"^import ", joined, re.MULTILINE)
    assert joined.count("export ") == joined.count("export default { render };") == 1
    assert joined.index("const $svg = ") < joined.index("const $board = ")


@pytest.mark.needs("nodejs")
def test_the_page_reads_the_problem_of_python(tmp_path: Path) -> None:
    editor = BoardEditor(
        TilingProblem(Region.box(3, 2) - Region([(0, 0)]), [Tile("*.\n**", times="any", name="v")])
    )
    code = (
        f"const state = fromDrawn({json.dumps(editor._drawn)}); show([state, question(state, [])])"
    )
    state, question = run_module("state", code, tmp_path)
    assert (state["width"], state["height"], state["cells"]) == (3, 2, "111011")
    assert state["pieces"] == [{"name": "v", "art": "*./**", "times": "any", "turn": "none"}]
    assert sorted(question["board"]["cells"]) == sorted(editor._drawn["board"]["cells"])
    editor._set({key: question[key] for key in ("board", "pieces", "fixed")})
    assert editor.problem.tiles[0].region.at_origin() == Region.from_art("*.\n**")


def test_the_styles_stay_in_the_editor() -> None:
    styles = scoped_styles("combien-editor")
    assert styles.count("{") == styles.count("}")
    assert styles.startswith(".combien-editor {")
    assert ":root" not in styles


def test_the_widget_answers_the_page() -> None:
    pytest.importorskip("anywidget")
    editor = BoardEditor(TilingProblem(Region.box(4, 4), [DOMINO]))
    sent: list[Any] = []
    widget = editor.widget
    widget.send = sent.append
    editor._receive({"ask": ["first", "count"], "id": 7})
    background(editor).wait()
    sent = [event for event in sent if event["event"] != "progress"]
    assert [event["event"] for event in sent] == ["problem", "first", "count", "done"]
    assert {event["id"] for event in sent} == {7}
    assert sent[2]["value"] == "36"
    assert editor.picture.ascii() != BoardEditor(editor.problem).picture.ascii()
    background(editor).close()
    widget.drawn = {**widget.drawn, "board": {"lattice": "square", "cells": [[0, 0], [1, 0]]}}
    assert len(editor.problem.board) == 2
    editor.problem = TilingProblem(Region.box(2, 2), [DOMINO])
    assert len(widget.drawn["board"]["cells"]) == 4
    assert "application/vnd.jupyter.widget-view+json" in str(editor._repr_mimebundle_())


LONG = TilingProblem(Region.box(30, 30), [Tile("***\n*..", symmetries="all", times="any"), DOMINO])


def background(editor: BoardEditor) -> Background:
    """The process that answers the page, after its first question."""
    assert editor._background is not None
    return editor._background


class Heard:
    """The events that a widget was sent."""

    def __init__(self) -> None:
        self.events: list[Any] = []
        self.progress = Event()

    def __call__(self, event: Any) -> None:
        self.events.append(event)
        if event["event"] == "progress":
            self.progress.set()

    def kinds(self) -> list[tuple[int, str]]:
        """The ids and kinds; a slow machine may report progress of building a problem."""
        usual = [event for event in self.events if event["event"] not in ("progress", "problem")]
        return [(event["id"], event["event"]) for event in usual]


@pytest.fixture
def widget() -> Iterator[tuple[BoardEditor, Heard]]:
    pytest.importorskip("anywidget")
    editor, heard = BoardEditor(LONG, seconds=10_000), Heard()
    editor.widget.send = heard
    yield editor, heard
    if editor._background is not None:
        editor._background.close()


def test_a_question_of_the_widget_can_be_cancelled(widget: tuple[BoardEditor, Heard]) -> None:
    editor, heard = widget
    editor._receive({"cancel": True})
    editor._receive({"ask": ["count"], "id": 1})
    assert heard.progress.wait(60)
    editor._receive({"cancel": True})
    background(editor).wait()
    assert heard.kinds() == [(1, "stopped"), (1, "done")]
    assert heard.events[-2]["code"] == "cancelled"
    # The next question finds a process.
    editor._receive({"ask": ["first"], "id": 2})
    background(editor).wait()
    assert heard.kinds()[2:] == [(2, "first"), (2, "done")]


def test_a_new_question_ends_the_one_before(widget: tuple[BoardEditor, Heard]) -> None:
    editor, heard = widget
    for number in range(1, 5):
        editor._receive({"ask": ["count"], "id": number})
    editor._receive({"ask": ["first"], "id": 9})
    background(editor).wait()
    assert heard.kinds()[-2:] == [(9, "first"), (9, "done")]
    assert "done" not in {kind for number, kind in heard.kinds() if number < 9}


def test_a_killed_process_is_replaced(widget: tuple[BoardEditor, Heard]) -> None:
    editor, heard = widget
    editor._receive({"ask": ["count"], "id": 1})
    assert heard.progress.wait(60)
    worker = background(editor)._worker
    assert worker is not None
    worker._process.kill()
    background(editor).wait()
    assert heard.kinds() == [(1, "error"), (1, "done")]
    editor._receive({"ask": ["first"], "id": 2})
    background(editor).wait()
    assert heard.kinds()[2:] == [(2, "first"), (2, "done")]


def test_without_processes_the_kernel_answers(
    widget: tuple[BoardEditor, Heard], monkeypatch: pytest.MonkeyPatch
) -> None:
    editor, heard = widget
    monkeypatch.setattr("sys.platform", "emscripten")
    editor._receive({"ask": ["first"], "id": 3})
    assert heard.kinds() == [(3, "first"), (3, "done")]
