"""Ctrl-C as a wish that is looked at between two steps, so that a walk's position stays exact.

A `KeyboardInterrupt` may come between any two instructions, for example when the core has found
solutions and the walk has not put them down yet: a search resumed from there would lose them.  So
while a walk goes on, the first Ctrl-C only leaves a mark, which is looked at when the walk reports
(every 50 ms at most) and after each solution.  A second Ctrl-C does not wait.
"""

from __future__ import annotations

import signal
from types import FrameType

__all__ = ["Interrupts"]


class Interrupts:
    """A context in which Ctrl-C waits for the next `check`."""

    def __init__(self) -> None:
        self._asked = False
        self._replaced = False

    def __enter__(self) -> Interrupts:
        # A program started in the background of a shell ignores Ctrl-C, and goes on ignoring it.
        if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
            signal.signal(signal.SIGINT, self._note)
            self._replaced = True
        return self

    def __exit__(self, *error: object) -> None:
        if self._replaced:
            signal.signal(signal.SIGINT, signal.default_int_handler)

    def _note(self, number: int, frame: FrameType | None) -> None:
        if self._asked:
            raise KeyboardInterrupt
        self._asked = True

    def check(self) -> None:
        """Raises `KeyboardInterrupt` if Ctrl-C was pressed."""
        if self._asked:
            raise KeyboardInterrupt
