"""Handle Ctrl-C from start to end: one line on standard error, and exit code 130.

SIGTERM and SIGHUP end a command as Ctrl-C does: results are kept and the position is printed.  A
signal that was already ignored at the start (`nohup`, a background job) stays ignored.

There are two ways to end.  Before a command runs and after it has ended there is nothing to save:
the handler writes the line and ends the process at once (`exit_at_once`).  While a command
runs, the handler raises `KeyboardInterrupt`, which the command catches (`raising_interrupts`).  An
exception can be swallowed where Python calls back (weak references, finalizers); then
`exit_at_once` is called.
"""

from __future__ import annotations

import atexit
import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FrameType
    from typing import Any


INTERRUPTED = 130
# Windows has no SIGHUP.
_NAMES = ("SIGINT", "SIGTERM", "SIGHUP")
_LINE = b"combien: interrupted\n"


def exit_at_once(number: int = 0, frame: FrameType | None = None) -> None:
    """End the process with one line."""
    try:
        os.write(2, _LINE)
    finally:
        os._exit(INTERRUPTED)


def raise_interrupt(number: int = 0, frame: FrameType | None = None) -> None:
    """Raise `KeyboardInterrupt` for SIGTERM and SIGHUP, as Python does for Ctrl-C."""
    raise KeyboardInterrupt


def install() -> None:
    """Make signals end the process at once, from the start of the program."""
    for number in end_signals():
        ignored = signal.getsignal(number) in (signal.SIG_IGN, None)
        if not ignored:
            signal.signal(number, exit_at_once)
    sys.unraisablehook = _unraisable


@contextmanager
def raising_interrupts() -> Iterator[None]:
    """Make the signals of `install` raise `KeyboardInterrupt` inside the context.

    Nothing changes where `install` was not called, as when another program runs the command line.
    """
    ours = [number for number in end_signals() if signal.getsignal(number) is exit_at_once]
    try:
        for number in ours:
            is_ctrl_c = number == signal.SIGINT
            signal.signal(number, signal.default_int_handler if is_ctrl_c else raise_interrupt)
        yield
    finally:
        for number in ours:
            signal.signal(number, exit_at_once)


def ignore_signals() -> None:
    """Ignore the signals of `install` while the process ends."""
    for number in end_signals():
        if signal.getsignal(number) is exit_at_once:
            signal.signal(number, signal.SIG_IGN)


def exit_process(code: int) -> None:
    """End the process with this code, even if Python has seen an interrupt."""
    atexit._run_exitfuncs()
    with suppress(OSError):
        sys.stdout.flush()
    os._exit(code)


def end_signals() -> list[signal.Signals]:
    """Return the signals that end a command, if this system has them."""
    return [getattr(signal, name) for name in _NAMES if hasattr(signal, name)]


def _unraisable(what: Any) -> None:
    if isinstance(what.exc_value, KeyboardInterrupt):
        exit_at_once()
    sys.__unraisablehook__(what)
