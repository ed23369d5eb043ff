"""Questions answered in a process while its asker goes on, one at a time: for notebooks.

A thread passes the events on.  A new question ends the one before, without further events of it; a
question that is cancelled ends with a `stopped` event, after 0.3 s at the latest.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from threading import Event as Flag
from threading import Lock, Thread
from typing import Any

from combien._wording import Statement
from combien.web.worker import Worker, last_events

__all__ = ["Background"]

WAIT_SECONDS = 0.05


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
                event = worker.event(WAIT_SECONDS)
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
