"""Samples of sweeps: they go through all layers, but keep few states of each.

Their estimate of all transitions is right within a factor of two where equal states are met seldom,
and too low in large layers, so it is a second lower bound.

Tried and dropped: samples of 32 or 64 states, whose estimates are useless where no moves collide.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import inf

from combien import _native

# The most states of a layer that are kept, in the first sample of an order and in later ones.
SIZES = (128, 512, 2048)

# The part of the work that samples may take.
SHARE = 8

# A transition of a sorted layer costs less than one of a sample by this factor.
SORTED_GAIN = 2

# The transitions of a sample, for each state that is kept in a pass.
TRANSITIONS_A_STATE = 3

# The steps of a sample between two comparisons with the others.
STRETCH = 5000

# An order is hopeless if its estimate exceeds another one's this many times.
HOPELESS = 8


class Samples:
    """The samples of the orders of a race.

    Samples begin when the work of the race is large in comparison, and are repeated with more
    states when there is more work.
    """

    def __init__(self) -> None:
        self.transitions = 0
        self._estimates: dict[str, float] = {}
        self._sizes = list(SIZES)
        self._size = 0
        self._queue: list[tuple[str, _native.Sample]] = []

    @property
    def running(self) -> bool:
        """Whether there is a sample to continue."""
        return bool(self._queue)

    def estimate(self, order: str) -> float:
        """Return the estimated transitions of a whole sweep in this order; 0 if there is none."""
        return self._estimates.get(order, 0.0)

    def begin(self, racing: Mapping[str, _native.Sweep]) -> bool:
        """Begin the next samples if they are due; return whether they are.

        An order that was found after the last ones is sampled at once.
        """
        late = [order for order in racing if order not in self._estimates] if self._size else []
        if late:
            self._queue = [(order, racing[order].sample(self._size)) for order in late]
            return True
        # Sweeps with equal estimates are equal.
        different = {self._estimates.get(order, order): order for order in racing}
        hopeful = {
            order: racing[order] for order in different.values() if not self._hopeless(order)
        }
        if not self._sizes or len(hopeful) < 2:
            return False
        done = sum(
            sweep.transitions // (SORTED_GAIN if sweep.place[3] else 1) for sweep in racing.values()
        )
        passes = sum(sweep.all_passes for sweep in hopeful.values())
        if done < SHARE * TRANSITIONS_A_STATE * self._sizes[0] * passes:
            return False
        size = self._size = self._sizes.pop(0)
        # The best ones first, because the others need not be completed then.
        orders = sorted(
            hopeful, key=lambda order: max(self.estimate(order), racing[order].forecast())
        )
        self._queue = [(order, racing[order].sample(size)) for order in orders]
        return True

    def advance(self, steps: int, seconds: float) -> None:
        """Continue a sample for a slice."""
        order, sample = self._queue[0]
        before = sample.transitions
        done = sample.run(min(steps, STRETCH), seconds) == _native.DONE
        self.transitions += sample.transitions - before
        if done or sample.estimate > HOPELESS * self._least(order):
            self._estimates[order] = sample.estimate
            self._queue.pop(0)

    def _hopeless(self, order: str) -> bool:
        return self.estimate(order) > HOPELESS * self._least(order)

    def _least(self, order: str) -> float:
        """Return the lowest estimate of the other orders."""
        return min((e for name, e in self._estimates.items() if name != order), default=inf)
