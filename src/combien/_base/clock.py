"""The clock of a command: `--seconds` also limits what comes before the first slice of an engine.

Engines work in slices and look at the clock between them.  Reading a file, building its problem
and planning have no slices: there, a timer of the system raises the same `OutOfBudget`, wherever
Python is.  The first slice stops the timer, since from then on there are results to keep.
Systems without such timers (Windows) finish reading first; then the time is up at once.
"""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import current_thread, main_thread
from time import perf_counter

from combien.errors import OutOfBudget

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FrameType
    from typing import Any


# In seconds: engines that look at the clock themselves end before the alarm, with what they found.
GRACE = 0.1
# The alarm repeats, since an exception is lost where Python calls back (finalizers).
AGAIN = 0.05


class _TimeIsUp(BaseException):
    """Raised by the timer: no `Exception`, so that nobody takes it for the limit of a part."""


class _Timer:
    """The limit of the current command, and whether its timer runs: a process has one."""

    seconds: float | None = None
    runs = False
    lasts = False


class Running(float):
    """A number of seconds that already run: they end at `deadline`, a time of `perf_counter`.

    >>> seconds = Running(3)
    >>> seconds, seconds.deadline > perf_counter()
    (3.0, True)
    """

    deadline: float

    @property
    def left(self) -> float:
        """The seconds that are left, which are negative after the end."""
        return self.deadline - perf_counter()

    def __new__(cls, seconds: float) -> Running:
        running = super().__new__(cls, seconds)
        running.deadline = perf_counter() + running
        return running


def anew(seconds: float | None) -> float | None:
    """Return the limit for each unit of work (each puzzle of a file), given the command's."""
    return None if seconds is None else float(min(seconds, sys.float_info.max))


@contextmanager
def alarm(seconds: float | None, *, lasting: bool = False, message: str = "") -> Iterator[None]:
    """Context manager that raises `OutOfBudget` after `seconds`, unless `silence` is called before.

    >>> with alarm(0.01):
    ...     while True:
    ...         pass
    Traceback (most recent call last):
    ...
    combien.errors.OutOfBudget: the budget of 0.01 seconds ended before the search began, while \
files were read or the problem was built; give more seconds=

    `message` is that of the error.  A `lasting` alarm ignores `silence`, which other threads and
    the questions of a renderer may call meanwhile.  None sets no
    alarm, and neither do other threads than the main one.  An alarm around this one, or a timer of
    another program, goes on afterwards.
    """
    if seconds is None or not _has_timer():
        yield
        return
    handler, hook = signal.signal(signal.SIGALRM, _ring), sys.unraisablehook
    left, interval = signal.setitimer(signal.ITIMER_REAL, 0)
    begun, outer = perf_counter(), (_Timer.seconds, _Timer.runs, _Timer.lasts)

    def unraisable(what: Any) -> None:
        if not isinstance(what.exc_value, _TimeIsUp):
            hook(what)

    try:
        sys.unraisablehook = unraisable
        _Timer.seconds, _Timer.lasts = seconds, lasting
        restart()
        yield
    except _TimeIsUp:
        raise OutOfBudget(
            message
            or f"the budget of {seconds:g} seconds ended before the search began, while files "
            "were read or the problem was built; give more seconds="
        ) from None
    finally:
        _Timer.runs = False  # First, and not by a call, which the timer could interrupt.
        signal.setitimer(signal.ITIMER_REAL, 0)
        sys.unraisablehook = hook
        signal.signal(signal.SIGALRM, handler)
        _Timer.seconds, _Timer.runs, _Timer.lasts = outer
        if left:
            rest = max(1e-6, left - (perf_counter() - begun))
            signal.setitimer(signal.ITIMER_REAL, rest, interval)


def limit() -> Running | None:
    """Return the seconds of the command that runs, or None without a limit.

    >>> with alarm(Running(60)):
    ...     limit(), limit().left > 59
    (60.0, True)
    """
    return _Timer.seconds if isinstance(_Timer.seconds, Running) else None


def restart() -> None:
    """Begin the seconds of the current alarm again, if there is one: for the next unit of work."""
    if _Timer.seconds is not None:
        _Timer.runs = True
        # A timer may be set for years, but not for longer.
        signal.setitimer(signal.ITIMER_REAL, min(_Timer.seconds + GRACE, 1e8), AGAIN)


def silence() -> None:
    """Stop the alarm."""
    if _Timer.runs and not _Timer.lasts:
        _Timer.runs = False
        signal.setitimer(signal.ITIMER_REAL, 0)


def _has_timer() -> bool:
    """Whether this thread can be interrupted, by a handler that can be put back afterwards."""
    return (
        hasattr(signal, "setitimer")
        and current_thread() is main_thread()
        and signal.getsignal(signal.SIGALRM) is not None
    )


def _ring(number: int, frame: FrameType | None) -> None:
    ending = isinstance(sys.exc_info()[1], (_TimeIsUp, OutOfBudget, KeyboardInterrupt))
    if _Timer.runs and not ending and not _would_tear(frame):
        raise _TimeIsUp


def _would_tear(frame: FrameType | None) -> bool:
    """Whether a module is imported, or a context entered or left: not where to be interrupted."""
    if frame is not None and frame.f_globals.get("__name__") == "contextlib":
        return True
    while frame is not None:
        if frame.f_globals.get("__name__") == "importlib._bootstrap":
            return True
        frame = frame.f_back
    return False
