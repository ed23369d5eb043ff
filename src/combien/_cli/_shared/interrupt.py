"""Ctrl-C as a wish that is looked at between two steps, so that a walk's position stays exact.

A `KeyboardInterrupt` may come between any two instructions, for example when the core has found
solutions and the walk has not put them down yet: a search resumed from there would lose them.  So
while a walk goes on, the first Ctrl-C only leaves a mark, which is looked at when the walk reports
(every 50 ms at most) and after each solution.  A second Ctrl-C does not wait.
"""

from __future__ import annotations

import signal
from types import FrameType
from typing import Any

from combien import _signals

__all__ = ["Interrupts"]


class Interrupts:
    """A context in which Ctrl-C, and what ends a command like it, waits for the next `check`."""

    def __init__(self) -> None:
        self._asked = False
        self._replaced: dict[signal.Signals, Any] = {}

    def __enter__(self) -> Interrupts:
        for number in _signals.ends():
            # What was started in the background ignores Ctrl-C, and goes on ignoring it.
            before = signal.getsignal(number)
            if before in (signal.default_int_handler, _signals.raise_interrupt):
                self._replaced[number] = before
                signal.signal(number, self._note)
        return self

    def __exit__(self, *error: object) -> None:
        for number, before in self._replaced.items():
            signal.signal(number, before)

    def _note(self, number: int, frame: FrameType | None) -> None:
        if self._asked:
            raise KeyboardInterrupt
        self._asked = True

    def check(self) -> None:
        """Raises `KeyboardInterrupt` if Ctrl-C was pressed."""
        if self._asked:
            raise KeyboardInterrupt
