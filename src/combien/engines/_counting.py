"""The protocol of a count in progress, which advances in slices until the number is known.

All counting algorithms (a search, a sweep, a race of several) implement it, so that one loop drives
them all and `auto` can race them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Protocol

from combien._budget import Meter

__all__ = ["Counting", "OutOfBytes", "finish", "summed"]


class OutOfBytes(Exception):
    """An algorithm needs more memory than allowed; others may need less."""


class Counting(Protocol):
    """A count that advances in slices."""

    @property
    def steps(self) -> int:
        """Steps of work done so far."""

    @property
    def work(self) -> Mapping[str, int]:
        """Exact counters of the work so far."""

    @property
    def known(self) -> Mapping[str, int]:
        """Partial results: the counters, and a lower bound under `at_least`, if there is one."""

    @property
    def fraction(self) -> float | None:
        """The part that is done, from 0 to 1; None if unknown."""

    @property
    def count(self) -> int:
        """The count; only after `advance` has returned True."""

    def advance(self, steps: int, seconds: float, bytes: int) -> bool:
        """Continue for a slice; return True when the count is known.  May raise `OutOfBytes`."""


def finish(counting: Counting, meter: Meter) -> int:
    """Run a count to its end and return it; raise `OutOfBudget` if a limit is reached."""
    while True:
        steps, seconds = meter.slice(counting.steps)
        if steps == 0:
            raise meter.stop(counting.known)
        try:
            if counting.advance(steps, seconds, meter.bytes):
                return counting.count
        except (OutOfBytes, MemoryError):
            raise meter.stop_for_bytes(counting.known) from None
        if meter.has_reporter:
            meter.progress(counting.fraction, counting.known)


def summed(counters: Iterable[Mapping[str, int]]) -> dict[str, int]:
    """Combine counters: the maximum of widths, the sum of all others.

    >>> summed([{"nodes": 2, "widest": 5}, {"nodes": 3, "widest": 4}])
    {'nodes': 5, 'widest': 5}
    """
    total: dict[str, int] = {}
    for each in counters:
        for name, value in each.items():
            known = total.get(name, 0)
            total[name] = max(known, value) if name == "widest" else known + value
    return total
