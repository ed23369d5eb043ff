"""A clock for a question that reports little on its way: on a terminal only, and not at once."""

from __future__ import annotations

import sys
from threading import Event, Thread
from time import perf_counter

from combien._budget import Progress
from combien._cli._shared.progress import counters
from combien._wording import printable

__all__ = ["Waiting"]

PATIENCE = 0.5
BETWEEN = 0.5


class Waiting:
    """Context manager that shows the elapsed time on the standard error.

    >>> with Waiting("solving"):
    ...     pass
    """

    def __init__(self, what: str) -> None:
        self._what = printable(what)
        self._how_far = ""
        self._ended = Event()
        self._thread: Thread | None = None

    def __enter__(self) -> Waiting:
        if sys.stderr.isatty():
            self._thread = Thread(target=self._tell, daemon=True)
            self._thread.start()
        return self

    def now(self, progress: Progress) -> None:
        """Set the progress to show with the next update; a reporter."""
        self._how_far = f" ({counters(progress.work)})"

    def __exit__(self, *error: object) -> None:
        self._ended.set()
        if self._thread is not None:
            self._thread.join()

    def _tell(self) -> None:
        started = perf_counter()
        pause, told = PATIENCE, 0
        while not self._ended.wait(pause):
            line = f"{self._what}{self._how_far} ... {perf_counter() - started:.0f} s"
            told = max(told, len(line))
            print(f"\r{line:{told}}", end="", file=sys.stderr, flush=True)
            pause = BETWEEN
        if told:
            # What is written next begins on a clean line.
            print(f"\r{' ' * told}\r", end="", file=sys.stderr, flush=True)
