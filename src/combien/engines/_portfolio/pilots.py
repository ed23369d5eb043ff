"""Short trial sweeps in every order, to choose the order with the shortest forecast."""

from __future__ import annotations

from collections.abc import Mapping

from combien import _native
from combien.engines._counting import summed
from combien.engines._sweeping.frontier import ORDERS

__all__ = ["Pilots"]

# The length of each trial, in transitions, unless another one is wanted.
PILOT_STEPS = 20_000

# The given order is kept unless its forecast is this many times worse.
CLEARLY = 4


class Pilots:
    """A short sweep in each order, one order after the other.

    After `advance` has returned True, `promising` is the order with the shortest forecast (empty if
    no sweep fits), `forecasts` has the forecasts in transitions, and `searches` has the search that
    found each order.
    """

    def __init__(self, problem: _native.Problem, steps: int = PILOT_STEPS) -> None:
        self._problem = problem
        self._steps = steps
        self._orders = list(ORDERS)
        self._sweep: _native.Sweep | None = None
        self._done_work: dict[str, int] = {"transitions": 0, "states": 0}
        self.forecasts: dict[str, float] = {}
        self.searches: dict[str, _native.OrderSearch] = {}
        self.too_wide: _native.TooWide | None = None

    @property
    def work(self) -> Mapping[str, int]:
        """Transitions and states of all sweeps."""
        return summed([self._done_work, _work(self._sweep)] if self._sweep else [self._done_work])

    @property
    def bytes(self) -> int:
        """The memory of the current sweep."""
        return self._sweep.bytes if self._sweep else 0

    @property
    def promising(self) -> str:
        """The order to use, or the empty string."""
        forecasts = dict(self.forecasts)
        if "given" in forecasts:
            forecasts["given"] /= CLEARLY
        return min(forecasts, key=forecasts.__getitem__) if forecasts else ""

    def advance(self, steps: int, seconds: float, bytes: int) -> bool:
        """Continue for a slice; return True when all orders have been tried."""
        if not self._orders:
            return True
        order = self._orders[0]
        if self._sweep is None:
            search = self.searches.setdefault(order, _native.OrderSearch(self._problem, order))
            if not search.run(seconds):
                return False
            try:
                self._sweep = _native.sweep(self._problem, search)
            except _native.TooWide as error:
                self.too_wide = error
            if self._sweep is None:
                self._orders.pop(0)
            return not self._orders
        sweep = self._sweep
        outcome = sweep.run(min(steps, self._steps - sweep.transitions), seconds, bytes)
        if outcome == _native.OUT_OF_SLICE and sweep.transitions < self._steps:
            return False
        if outcome != _native.OUT_OF_BYTES:
            self.forecasts[order] = sweep.transitions + sweep.forecast()
        self._done_work = summed([self._done_work, _work(sweep)])
        self._sweep = None
        self._orders.pop(0)
        return not self._orders


def _work(sweep: _native.Sweep) -> dict[str, int]:
    return {"transitions": sweep.transitions, "states": sweep.states}
