"""Questions that outlive their seconds, which the hosts end."""

from __future__ import annotations

import json
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from combien.web import worker as workers
from combien.web._reading import USUAL_SECONDS
from combien.web.worker import Background
from tests.web.asking import question
from tests.web.modules import run_module

# Building its problem takes seconds, and does not look at the clock.
SLOW = question(
    "solve",
    puzzle={"name": "hooks", "settings": {"first": 40, "second": 30}},
    budget={"seconds": 0},
)
STOPPED = {
    "id": 1,
    "event": "stopped",
    "code": "budget",
    "text": "no answer within 0 s",
    "reason": {"code": "ended-seconds", "values": {"seconds": "0"}},
    "atLeast": "0",
}


def test_building_a_puzzle_ends_with_its_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "GRACE_SECONDS", 0.0)
    heard: list[dict[str, Any]] = []
    background = Background(heard.append)
    for _ in range(2):
        background.ask(json.dumps(SLOW))
        background.wait()
        events = [{**event, "ms": 0} for event in heard if event["event"] != "progress"]
        assert events == [STOPPED | {"ms": 0}, {"id": 1, "event": "done", "ms": 0}]
        heard.clear()
    background.close()


@pytest.mark.parametrize(
    "budget", [None, [], {}, {"seconds": "1"}, {"seconds": -1}, {"seconds": 1e300}]
)
def test_a_question_without_valid_seconds_has_the_default(budget: object) -> None:
    assert workers._seconds_of(json.dumps({"budget": budget})) == USUAL_SECONDS
    assert workers._seconds_of("not json") == USUAL_SECONDS


def test_the_page_has_the_same_seconds() -> None:
    host = (files("combien.web") / "static" / "host_wasm.js").read_text()
    assert f"GRACE_SECONDS = {workers.GRACE_SECONDS:g}, USUAL_SECONDS = {USUAL_SECONDS:g};" in host


# A worker that is ready but never answers a question about puzzles; the next one does.
SILENT = """
globalThis.Worker = class {
  constructor() { setTimeout(() => this.onmessage({ data: JSON.stringify({ event: "ready" }) })); }
  postMessage(text) {
    const { id, puzzle } = JSON.parse(text);
    if (!puzzle) this.onmessage({ data: JSON.stringify({ id, event: "done" }) });
  }
  terminate() { this.onmessage = () => {}; }
};
const host = new WasmHost(() => {}, 0);
const asked = (question) => new Promise((resolve) => {
  const heard = [];
  host.ask(question, (event) => { heard.push(event); if (event.event === "done") resolve(heard); });
});
const first = await asked({ puzzle: {}, budget: { seconds: 0.01 } });
const second = await asked({ budget: { seconds: 100 } });
show([first, second]);
process.exit();
"""


@pytest.mark.needs("nodejs")
def test_the_page_ends_a_question_of_a_worker_that_does_not_answer(tmp_path: Path) -> None:
    (stopped, done), second = run_module("host_wasm", SILENT, tmp_path)
    assert (stopped["event"], done["event"]) == ("stopped", "done")
    assert stopped["reason"] == {"code": "ended-seconds", "values": {"seconds": "0.01"}}
    assert [event["event"] for event in second] == ["done"]
