"""What stands between an engine and its machine: slices of work, budgets, progress, interrupts.

A machine of the core runs for a slice of at most 50 ms and comes back.  Between two slices Python
sees Ctrl-C, the meter looks at the budget, and the progress is reported.  No callback ever crosses
into the core.
"""

from __future__ import annotations

from collections.abc import Mapping
from time import perf_counter

from combien.engines.protocol import Budget, Progress, Reporter
from combien.errors import OutOfBudget

__all__ = ["Meter", "default_bytes"]

SLICE_SECONDS = 0.05
NO_LIMIT = 2**62


class Meter:
    """Hands out slices until the budget ends."""

    def __init__(self, budget: Budget, *, engine: str, report: Reporter | None = None) -> None:
        self._budget = budget
        self._engine = engine
        self._report = report
        self._deadline = None if budget.seconds is None else perf_counter() + budget.seconds
        self.bytes = default_bytes() if budget.bytes is None else int(budget.bytes)

    def slice(self, done: int) -> tuple[int, float]:
        """How many steps and seconds the next slice may take when `done` steps are done.

        No steps are left when the first is 0: see `stop`.
        """
        steps = NO_LIMIT if self._budget.nodes is None else max(0, self._budget.nodes - done)
        seconds = SLICE_SECONDS
        if self._deadline is not None:
            seconds = min(seconds, self._deadline - perf_counter())
        return (0, 0.0) if seconds <= 0 else (steps, seconds)

    def stop(self, known: Mapping[str, int], *, position: str = "") -> OutOfBudget:
        """The error that says that the nodes or the seconds are used up."""
        seconds, nodes = self._budget.seconds, self._budget.nodes
        timed_out = self._deadline is not None and perf_counter() >= self._deadline
        what = f"{seconds:g} seconds" if timed_out else f"{nodes} nodes"
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
    def listened_to(self) -> bool:
        """Whether anybody wants to be told; what takes time to find out is not found out else."""
        return self._report is not None

    def progress(self, fraction: float | None, work: Mapping[str, int]) -> None:
        """Tells the reporter, if there is one, how far the work has come."""
        if self._report is not None:
            self._report(Progress(self._engine, fraction, dict(work)))


def default_bytes() -> int:
    """Half of the machine's memory: what tables may take when nothing else was said."""
    import os

    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 2
    except (AttributeError, OSError, ValueError):  # Not every system tells.
        return 2 * 10**9


def _told(known: Mapping[str, int]) -> str:
    return ", ".join(f"{name.replace('_', ' ')} {value}" for name, value in known.items())
