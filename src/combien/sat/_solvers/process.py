"""Start processes with a memory limit, safely with respect to Ctrl-C."""

from __future__ import annotations

import signal
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from subprocess import Popen
from threading import current_thread, main_thread
from typing import Any

from combien._base import signals

__all__ = ["started"]


def started(words: Sequence[str], *, bytes: int | None, **streams: Any) -> Popen[Any]:
    """Start a process, with at most `bytes` of address space unless that is None.

    Ctrl-C during the start kills the process and is raised again; otherwise the process would be
    lost.
    """
    with _interrupts_recorded() as interrupted:
        process = Popen(words, **streams)
        if bytes is not None:
            _limit(process.pid, bytes)
    if interrupted:
        process.kill()
        process.wait()
        raise KeyboardInterrupt
    return process


@contextmanager
def _interrupts_recorded() -> Iterator[list[int]]:
    """Record Ctrl-C and similar signals inside the context, instead of handling them."""
    noted: list[int] = []
    if current_thread() is not main_thread():
        yield noted
        return
    interrupting = (signal.default_int_handler, signals.raise_interrupt)
    before = {number: signal.getsignal(number) for number in signals.end_signals()}
    replaced = {number: old for number, old in before.items() if old in interrupting}
    for number in replaced:
        signal.signal(number, lambda number, frame: noted.append(number))
    try:
        yield noted
    finally:
        for number, old in replaced.items():
            signal.signal(number, old)


def _limit(process: int, bytes: int) -> None:
    """Limit the address space of a process, if the system supports it."""
    import resource  # Platform: not on Windows.

    prlimit = getattr(resource, "prlimit", None)
    if prlimit is not None:
        with suppress(ProcessLookupError, PermissionError):
            prlimit(process, resource.RLIMIT_AS, (bytes, bytes))
