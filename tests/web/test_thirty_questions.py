"""The same thirty questions natively and in WebAssembly: known answers, and equal events."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.programs import SITE
from tests.web.asking import comparable, events

ASKED: list[dict[str, Any]] = json.loads(Path(__file__).with_name("questions.json").read_text())


def test_there_are_thirty_or_more() -> None:
    assert len({one["name"] for one in ASKED}) == len(ASKED) >= 30


@pytest.mark.parametrize("one", ASKED, ids=[one["name"] for one in ASKED])
def test_known_answer(one: dict[str, Any]) -> None:
    heard = events(one["question"])
    for kind, fields in one["expect"].items():
        (found,) = [event for event in heard if event["event"] == kind]
        assert {name: found[name] for name in fields} == fields


@pytest.mark.needs("nodejs", "site")
def test_equal_events_in_webassembly() -> None:
    script = Path(__file__).with_name("in_pyodide.mjs")
    done = subprocess.run(
        ["node", script, SITE],
        input=json.dumps([one["question"] for one in ASKED]),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    there = dict(zip((one["name"] for one in ASKED), json.loads(done.stdout), strict=True))
    here = {one["name"]: comparable(events(one["question"])) for one in ASKED}
    assert {name: comparable(heard) for name, heard in there.items()} == here
