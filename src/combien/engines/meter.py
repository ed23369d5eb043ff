"""What stands between an engine and its machine: slices of work, budgets, progress, interrupts.

A machine of the core runs for a slice of at most 50 ms and comes back.  Between two slices Python
sees Ctrl-C, the meter looks at the budget, and the progress is reported.  No callback ever crosses
into the core.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from time import perf_counter

from combien.engines.protocol import Budget, Progress, Reporter
from combien.errors import (
    BadInput,
    OutOfBudget,
    shown,
)

__all__ = ["NO_LIMIT", "Meter", "countdown", "default_bytes"]

SLICE_SECONDS = 0.05
NO_LIMIT = 2**62
# In seconds: longer than anybody waits.
FOREVER = 1e18


class Meter:
    """Hands out slices until the budget ends."""

    def __init__(self, budget: Budget, *, engine: str, report: Reporter | None = None) -> None:
        if report is not None and not callable(report):
            raise BadInput(f"report={shown(report)}: a function that takes a Progress is expected")
        self._budget = budget
        self._engine = engine
        self._report = report
        self._seconds_left = countdown(budget.seconds)
        self.bytes = default_bytes() if budget.bytes is None else min(NO_LIMIT, int(budget.bytes))

    def slice(self, done: int) -> tuple[int, float]:
        """How many steps and seconds the next slice may take when `done` steps are done.

        No steps are left when the first is 0: see `stop`.
        """
        nodes = self._budget.nodes
        # The core counts in 64 bits.
        steps = NO_LIMIT if nodes is None else min(NO_LIMIT, max(0, nodes - done))
        left = self._seconds_left()
        seconds = SLICE_SECONDS if left is None else min(SLICE_SECONDS, left)
        return (0, 0.0) if seconds <= 0 else (steps, seconds)

    def stop(self, known: Mapping[str, int], *, position: str = "") -> OutOfBudget:
        """The error that says that the nodes or the seconds are used up."""
        seconds, nodes = self._budget.seconds, self._budget.nodes
        what = f"{seconds:g} seconds" if self._seconds_left() == 0 else f"{nodes} nodes"
        return OutOfBudget(
            f"the budget of {what} ended before the answer was complete "
            f"({_told(known)}); give more seconds= or nodes=",
            known=known,
            position=position,
        )

    def stop_for_bytes(self, known: Mapping[str, int]) -> OutOfBudget:
        """The error that says that the tables would need more memory than is allowed."""
        return OutOfBudget(
            f"the count needs more than {self.bytes / 1e9:.3g} GB ({_told(known)}); give more "
            "bytes=, or ask the dlx engine, whose memory does not grow",
            known=known,
        )

    @property
    def seconds_left(self) -> float | None:
        """What is left of the seconds; None where there is no limit."""
        return self._seconds_left()

    @property
    def listened_to(self) -> bool:
        """Whether anybody wants to be told; what takes time to find out is not found out else."""
        return self._report is not None

    def progress(self, fraction: float | None, work: Mapping[str, int]) -> None:
        """Tells the reporter, if there is one, how far the work has come."""
        if self._report is not None:
            self._report(Progress(self._engine, fraction, dict(work)))


def countdown(seconds: float | None) -> Callable[[], float | None]:
    """A clock that says how many of these seconds are left, 0 at last; None without a limit.

    >>> countdown(None)() is None, countdown(0.0)()
    (True, 0.0)
    """
    Budget(seconds=seconds)  # Refuses what is no number of seconds.
    if seconds is None:
        return lambda: None
    # A whole number may be too large for the clock: then it is no limit.
    deadline = perf_counter() + min(seconds, FOREVER)
    return lambda: max(0.0, deadline - perf_counter())


def default_bytes() -> int:
    """Half of the machine's memory: what tables may take when nothing else was said."""
    import os

    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 2
    except (AttributeError, OSError, ValueError):  # Not every system tells.
        return 2 * 10**9


def _told(known: Mapping[str, int]) -> str:
    return ", ".join(f"{name.replace('_', ' ')} {value}" for name, value in known.items())
