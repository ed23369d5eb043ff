"""A count under way: something that goes on in slices until the number is known.

Every counting machine (a search, a sweep, a race of several) looks like this from outside, so that
one loop drives them all and `auto` can race them against each other.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Protocol

from combien.engines._meter import Meter

__all__ = ["Counting", "OutOfBytes", "finish", "summed"]


class OutOfBytes(Exception):
    """A machine cannot go on within the bytes that it was given; others may."""


class Counting(Protocol):
    """A count that goes on in slices."""

    @property
    def steps(self) -> int:
        """Steps of work done so far."""

    @property
    def work(self) -> Mapping[str, int]:
        """Exact counters of the work so far."""

    @property
    def known(self) -> Mapping[str, int]:
        """What is known before the end: the counters, and `at_least` if there is such a bound."""

    @property
    def fraction(self) -> float | None:
        """How much is done, from 0 to 1; None when nobody knows."""

    @property
    def count(self) -> int:
        """The count; only after `advance` has returned True."""

    def advance(self, steps: int, seconds: float, bytes: int) -> bool:
        """Goes on for a slice; True when the count is known.  May raise `OutOfBytes`."""


def finish(counting: Counting, meter: Meter) -> int:
    """Drives a count to its end, or to the end of the budget."""
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
    """Counters of several machines as one: of widths the largest, of all others the sum.

    >>> summed([{"nodes": 2, "widest": 5}, {"nodes": 3, "widest": 4}])
    {'nodes': 5, 'widest': 5}
    """
    total: dict[str, int] = {}
    for each in counters:
        for name, value in each.items():
            known = total.get(name, 0)
            total[name] = max(known, value) if name == "widest" else known + value
    return total
