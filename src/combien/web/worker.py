"""Processes that answer questions for the local server and for notebooks, one question at a time.

A question that is no longer wanted is told so by a flag, which the search notices between two
slices of 50 ms.  A process that has not ended its question 200 ms later is killed and replaced.  So
is a process whose question is overdue: what is built at once, such as the problem of a puzzle, does
not look at the clock.

In a notebook, a thread passes the events on while the asker goes on.  A new question ends the one
before, without further events of it; a question that is cancelled ends with a `stopped` event,
after 0.3 s at the latest.
"""

from __future__ import annotations

import json
import multiprocessing
import os
import time
from collections.abc import Callable
from multiprocessing.connection import Connection
from multiprocessing.synchronize import Event as SharedFlag
from threading import Event as Flag
from threading import Lock, Thread
from typing import Any

from combien._base.memory import available_bytes
from combien._base.threads import begin_worker
from combien._wording import Statement
from combien.web._page import page_english
from combien.web._reading import USUAL_SECONDS

__all__ = ["Background", "Worker", "last_events"]

CANCEL_SECONDS = 0.2
# What a question may take beyond its seconds.
GRACE_SECONDS = 3.0
# How long a process that has just been started may take until it takes its question.
START_SECONDS = 60.0
# What a process may take beyond its tables, which have half of the memory.
PROGRAM_BYTES = 2 * 10**9

# What a process sends before the events of a question, and a question without events.
TAKEN = NOTHING = ""
POLL_SECONDS = 0.05

# A board with a tiling, one of the wrong area, and one with dead cells.
WARM = [
    json.dumps(
        {
            "v": 1,
            "id": 0,
            "ask": ["first"],
            "board": {"cells": cells},
            "pieces": [{"cells": [[0, 0], [1, 0]], "times": "any"}],
        }
    )
    for cells in ([[0, 0], [1, 0]], [[0, 0]], [[0, 0], [2, 0]])
]

_SPAWN = multiprocessing.get_context("spawn")


class Worker:
    """A process that answers questions."""

    def __init__(self) -> None:
        self._flag = _SPAWN.Event()
        self._seconds = self._deadline = 0.0
        # Whether it has a question that has not ended.
        self.busy = False
        self._start()

    def _start(self) -> None:
        ours, theirs = _SPAWN.Pipe()
        process = _SPAWN.Process(
            target=_work, args=(theirs, self._flag), daemon=True, name="combien-web-worker"
        )
        process.start()
        theirs.close()
        # A process that cannot be started leaves the one before, which can be killed once more.
        self._connection: Connection = ours
        self._process = process

    def warm(self) -> None:
        """Wait until the process can take a question at once.

        Raises `EOFError` or `OSError` if it ends before.
        """
        self._hand_over(NOTHING)

    def ask(self, text: str) -> None:
        """Begin a question, in a new process if this one has ended or does not take it.

        Raises `EOFError` or `OSError` if the new one does not take it either.
        """
        self._flag.clear()
        try:
            self._hand_over(text)
        except (EOFError, OSError):
            self.kill()
            self._start()
            self._hand_over(text)
        self.busy = True
        self._seconds = _seconds_of(text)
        self._deadline = time.monotonic() + self._seconds + GRACE_SECONDS

    @property
    def overdue(self) -> Statement | None:
        """How the question ends if it has outlived its seconds; otherwise None."""
        if time.monotonic() < self._deadline:
            return None
        return Statement("ended-seconds", seconds=f"{self._seconds:g}")

    def _hand_over(self, text: str) -> None:
        """Send a question and wait until it is taken, which also shows that the process lives."""
        self._connection.send(text)
        if not self._connection.poll(START_SECONDS):
            raise EOFError
        self._connection.recv()

    def event(self, seconds: float) -> str | None:
        """Wait for the next event, as JSON; None if there is none in this time.

        Raises `EOFError` if the process has ended.
        """
        try:
            if not self._connection.poll(seconds):
                return None
            event: str = self._connection.recv()
        except OSError:
            raise EOFError from None
        self.busy = '"event": "done"' not in event
        return event

    def cancel(self) -> bool:
        """End the question; return whether the process can take another one."""
        self._flag.set()
        deadline = time.monotonic() + CANCEL_SECONDS
        try:
            while (left := deadline - time.monotonic()) > 0:
                self.event(left)
                if not self.busy:
                    return True
        except EOFError:
            pass
        self.kill()
        return False

    def kill(self) -> None:
        """End the process."""
        self._process.kill()
        self._process.join()
        self._connection.close()


def last_events(
    question: str, event: str, statement: Statement, **fields: str
) -> list[dict[str, Any]]:
    """Return the events that end a question from outside of its process."""
    number = _read(question).get("id")
    said = {"text": page_english(statement), "reason": statement.to_json()}
    return [
        {"id": number, "event": event, "ms": 0, **fields, **said},
        {"id": number, "event": "done", "ms": 0},
    ]


def _seconds_of(question: str) -> float:
    """Return the seconds of a question."""
    budget = _read(question).get("budget")
    seconds = budget.get("seconds") if isinstance(budget, dict) else None
    if isinstance(seconds, (int, float)) and 0 <= seconds <= 10**6:
        return float(seconds)
    return USUAL_SECONDS


def _read(question: str) -> dict[str, Any]:
    try:
        read = json.loads(question)
    except (ValueError, RecursionError):
        return {}
    return read if isinstance(read, dict) else {}


def _work(connection: Connection, flag: SharedFlag) -> None:
    """Answer questions until the connection is closed."""
    begin_worker()
    _limit_memory()
    from combien.errors import Cancelled  # Start-up: in the new process.
    from combien.web.session import answer  # Start-up: in the new process.

    def emit(event: dict[str, Any]) -> None:
        if flag.is_set() and event["event"] == "progress":
            raise Cancelled
        connection.send(json.dumps(event))

    # The first questions load most of the package, which takes 100 ms; so none is a user's.
    for question in WARM:
        answer(question, lambda event: None)
    while True:
        try:
            question = connection.recv()
            connection.send(TAKEN)
            if question != NOTHING:
                answer(question, emit)
        except (EOFError, OSError):
            os._exit(0)


def _limit_memory() -> None:
    try:
        import resource  # Platform: not on Windows.
    except ImportError:
        return
    most = available_bytes() // 2 + PROGRAM_BYTES
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    if hard != resource.RLIM_INFINITY:
        most = min(most, hard)
    resource.setrlimit(resource.RLIMIT_AS, (most, hard))


class Background:
    """Answers questions of the page, as text; `emit` gets the events, in a thread.

    >>> heard = []
    >>> background = Background(heard.append)
    >>> background.ask('{"v": 1, "id": 1, "ask": ["solve"], "sudoku": "' + 81 * "." + '"}')
    >>> background.wait()
    >>> heard[-2]["status"], heard[-1]["event"]
    ('several', 'done')
    >>> background.close()
    """

    def __init__(self, emit: Callable[[dict[str, Any]], None]) -> None:
        self._emit = emit
        self._worker: Worker | None = None
        self._running: _Running | None = None
        self._lock = Lock()

    def ask(self, text: str) -> None:
        """Begin a question, and end the one before."""
        with self._lock:
            before = self._running
            if before is not None:
                before.superseded.set()
            self._running = running = _Running()
            running.thread = Thread(target=self._answer, args=(text, running, before), daemon=True)
            running.thread.start()

    def cancel(self) -> None:
        """End the question."""
        if self._running is not None:
            self._running.cancelled.set()

    def wait(self) -> None:
        """Wait until the last question has ended."""
        if self._running is not None:
            self._running.thread.join()

    def close(self) -> None:
        """End the question, and the process."""
        with self._lock:
            if self._running is not None:
                self._running.superseded.set()
                self._running.thread.join()
            if self._worker is not None:
                self._worker.kill()
            self._worker = self._running = None

    def _answer(self, text: str, running: _Running, before: _Running | None) -> None:
        if before is not None:
            before.thread.join()
        if running.superseded.is_set():
            return
        if self._worker is None:
            self._worker = Worker()
        worker = self._worker
        code, overdue, at_least = "cancelled", None, "0"
        try:
            worker.ask(text)
            while not running.ended:
                event = worker.event(POLL_SECONDS)
                if event is not None:
                    told = json.loads(event)
                    self._emit(told)
                    at_least = told.get("atLeast", at_least)
                    if told["event"] == "done":
                        return
                elif overdue := worker.overdue:
                    code = "budget"
                    break
        except (EOFError, OSError):
            worker.kill()
            self._worker = None
            self._end(text, "error", Statement("solver-ended"), code="ended")
            return
        if not worker.cancel():
            self._worker = None
        if not running.superseded.is_set():
            ended = overdue or Statement("cancelled")
            self._end(text, "stopped", ended, code=code, atLeast=at_least)

    def _end(self, question: str, event: str, statement: Statement, **fields: str) -> None:
        for one in last_events(question, event, statement, **fields):
            self._emit(one)


class _Running:
    """A question that is being answered, or waits for the end of the one before."""

    thread: Thread

    def __init__(self) -> None:
        self.superseded = Flag()
        self.cancelled = Flag()

    @property
    def ended(self) -> bool:
        """Whether nobody waits for its answer."""
        return self.superseded.is_set() or self.cancelled.is_set()
