"""How long a run will take: an interval from the shares that are done.

The shares are searched in a random order, so those that are done first are a sample of all.  The
mean of their nodes, times the number of shares, estimates the total.  The distribution is skewed,
so the interval is symmetric in the logarithm: M exp(+-2.3 e / M), where e is the standard error of
the mean M.  In experiments on twelve problems it contained the total in 94 to 99 of 100 orders.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile
from math import exp, sqrt

from combien._base.records import dataclass

__all__ = ["Forecast", "forecast"]

# Below this number of finished shares, nothing is said.
LEAST_SHARES = 40

ERRORS = 2.3


@dataclass(frozen=True, slots=True)
class Forecast:
    """An interval for the nodes of a whole run, and the nodes so far.

    `high` is None if too few shares are done to say more than "at least".
    """

    done: int
    low: float
    high: float | None

    def fraction(self) -> float | None:
        """Return the part that is done, by the middle of the interval; None if unknown."""
        if self.high is None:
            return None
        return min(1.0, self.done / max(1.0, sqrt(self.low * self.high)))


def forecast(costs: Sequence[tuple[int, bool]]) -> Forecast:
    """Return the interval for the total nodes of a run.

    `costs` has, for each share in the random order of the run, its nodes and whether it is done.
    Only the shares before the first unfinished one are used: the ones that take longest are
    unfinished longest, so leaving them out of the middle would bias the mean.

    >>> forecast([(100, True)] * 50 + [(40, False)] + [(0, False)] * 49)
    Forecast(done=5040, low=10000.0, high=10000.0)
    >>> forecast([(100, True)] * 10)
    Forecast(done=1000, low=1000, high=None)
    """
    done = sum(nodes for nodes, _ in costs)
    sample = [nodes for nodes, _ in takewhile(lambda cost: cost[1], costs)]
    if len(sample) == len(costs):
        return Forecast(done, done, done if len(sample) >= LEAST_SHARES else None)
    if len(sample) < LEAST_SHARES:
        return Forecast(done, done, None)
    mean = sum(sample) / len(sample)
    variance = sum((nodes - mean) ** 2 for nodes in sample) / (len(sample) - 1)
    # The rest of a finite population: nothing is uncertain once all shares are done.
    left = 1 - len(sample) / len(costs)
    error = sqrt(variance * left / len(sample))
    spread = exp(ERRORS * error / mean) if mean else 1.0
    total = mean * len(costs)
    return Forecast(done, max(done, total / spread), max(done, total * spread))
