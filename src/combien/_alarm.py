"""The clock of a command: `--seconds` also limits what comes before the first slice of an engine.

Engines work in slices and look at the clock between them.  Reading a file, building its problem
and planning have no slices: there, a timer of the system raises the same `OutOfBudget`, wherever
Python is.  The first slice stops the timer, since from then on there are results to keep.
Systems without such timers (Windows) finish reading first; then the time is up at once.
"""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from threading import current_thread, main_thread
from time import perf_counter

from combien.errors import OutOfBudget

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FrameType

__all__ = ["Running", "alarm", "anew", "restart", "silence"]

# In seconds: engines that look at the clock themselves end before the alarm, with what they found.
GRACE = 0.2
# The alarm repeats, since an exception may be swallowed where Python calls back (finalizers).
AGAIN = 0.05


class _Timer:
    """The limit of the current command, and whether its timer runs: a process has one."""

    seconds: float | None = None
    runs = False


class Running(float):
    """A number of seconds that already run: they end at `deadline`, a time of `perf_counter`.

    >>> seconds = Running(3)
    >>> seconds, seconds.deadline > perf_counter()
    (3.0, True)
    """

    deadline: float

    def __new__(cls, seconds: float) -> Running:
        running = super().__new__(cls, seconds)
        running.deadline = perf_counter() + running
        return running


def anew(seconds: float | None) -> float | None:
    """Return a limit for each unit of work (each puzzle of a file) from that of a command."""
    return None if seconds is None else float(seconds)


@contextmanager
def alarm(seconds: float | None) -> Iterator[None]:
    """Context manager that raises `OutOfBudget` after `seconds`, unless `silence` is called before.

    >>> with alarm(0.01):
    ...     while True:
    ...         pass
    Traceback (most recent call last):
    ...
    combien.errors.OutOfBudget: the budget of 0.01 seconds ended before the search began, while \
files were read or the problem was built; give more seconds=

    None and 0 set no alarm, and neither do other threads than the main one.
    """
    has_timer = hasattr(signal, "setitimer") and current_thread() is main_thread()
    if not seconds or not has_timer:
        yield
        return
    handler = signal.signal(signal.SIGALRM, _ring)
    before, _Timer.seconds = _Timer.seconds, seconds
    try:
        restart()
        yield
    finally:
        silence()
        _Timer.seconds = before
        signal.signal(signal.SIGALRM, handler)


def restart() -> None:
    """Begin the seconds of the current alarm again, if there is one: for the next unit of work."""
    if _Timer.seconds is not None:
        _Timer.runs = True
        # A timer may be set for years, but not for longer.
        signal.setitimer(signal.ITIMER_REAL, min(_Timer.seconds + GRACE, 1e8), AGAIN)


def silence() -> None:
    """Stop the alarm."""
    if _Timer.runs:
        _Timer.runs = False
        signal.setitimer(signal.ITIMER_REAL, 0)


def _ring(number: int, frame: FrameType | None) -> None:
    if _Timer.runs and not _imports(frame):
        raise OutOfBudget(
            f"the budget of {_Timer.seconds:g} seconds ended before the search began, while files "
            "were read or the problem was built; give more seconds="
        )


def _imports(frame: FrameType | None) -> bool:
    """Whether a module is being imported, which would turn the error into another one."""
    while frame is not None:
        if frame.f_globals.get("__name__") == "importlib._bootstrap":
            return True
        frame = frame.f_back
    return False
