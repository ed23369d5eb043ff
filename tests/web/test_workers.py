"""Processes that answer questions: ended, and replaced."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from combien.web.worker import WARM, Worker
from tests.web.asking import box, events, kinds, question

LONG = question(
    "count",
    board=box(30, 30),
    pieces=[{"cells": [[0, 0], [1, 0], [2, 0], [2, 1]], "times": "any"}],
    budget={"seconds": 3600},
)


@pytest.fixture
def worker() -> Iterator[Worker]:
    made = Worker()
    yield made
    made.kill()


def heard(worker: Worker, last: str = "done") -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    while not found or found[-1]["event"] != last:
        event = worker.event(60)
        assert event is not None
        found.append(json.loads(event))
    return found


def test_one_question_after_the_other(worker: Worker) -> None:
    for _ in range(2):
        worker.ask(json.dumps(question("count")))
        assert kinds(heard(worker)) == ["problem", "count", "done"]


def test_cancelled_worker_is_usable_or_gone(worker: Worker) -> None:
    worker.ask(json.dumps(LONG))
    heard(worker, last="progress")
    if worker.cancel():
        worker.ask(json.dumps(question("count")))
        assert kinds(heard(worker)) == ["problem", "count", "done"]
    else:
        with pytest.raises(EOFError):
            worker.event(0)


def test_killed_worker_raises(worker: Worker) -> None:
    worker.ask(json.dumps(LONG))
    heard(worker, last="problem")
    worker.kill()
    with pytest.raises(EOFError):
        heard(worker)


@pytest.mark.parametrize("noticed", [True, False])
def test_worker_that_ended_takes_the_next_question(worker: Worker, noticed: bool) -> None:
    for _ in range(5):
        worker._process.kill()
        if noticed:
            worker._process.join()
        worker.ask(json.dumps(question("count")))
        assert kinds(heard(worker)) == ["problem", "count", "done"]


def test_the_first_questions_load_what_strokes_need() -> None:
    heard = [[event["event"] for event in events(question)] for question in WARM]
    usual = [[kind for kind in kinds if kind != "progress"] for kinds in heard]
    assert usual == [["problem", "first", "done"]] + 2 * [["problem", "none", "done"]]
