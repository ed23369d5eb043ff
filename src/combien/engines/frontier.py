"""The frontier sweep: counts without listing, where the states merge.

Exact numbers of any size; on boards and other problems that are narrow in some order, thousands to
billions of times faster than finding the solutions one by one.  The order decides, so several are
raced: each goes as far as a pilot, then always the one with the lowest forecast goes on.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from combien import _native
from combien.cover.problem import Problem
from combien.engines.compiled import compiled
from combien.engines.counter import CounterEngine
from combien.engines.counting import OutOfBytes
from combien.errors import CannotAnswer

__all__ = ["FrontierCounting", "frontier"]

# The dear one last.
ORDERS = ("given", "greedy", "closing", "rcm", "spectral")

# A pilot is long enough to end small problems outright, and short beside any that hurt.
PILOT_STEPS = 20_000

# Which sweep goes on is decided again when it has done as much again as this part of all its steps.
TURN = 8

# What has taken so many times as long as it is forecast to take is no longer believed to be short.
# Forecasts can be short for ever: one of 10 000 transitions was still so after 600 million, while
# another order needed 41 000.
BELIEVED = 4


def frontier() -> CounterEngine:
    """Counting by a sweep over the items.

    >>> frontier().count(Problem.from_options(["ab", "c", "a", "bc"])).count
    2
    """
    return CounterEngine("frontier", FrontierCounting, lambda problem: "")


class FrontierCounting:
    """A count by sweep, under way: a race of orders.

    With `weights`, one for each option, a solution counts as the product of its options' weights;
    with a `modulus` (below 2**63) only the remainder is kept, in less memory.  All orders begin
    with the item `first`, if there is one.

    Raises `CannotAnswer` when a state would need more bits than there are, in every order.
    """

    def __init__(
        self,
        problem: Problem,
        *,
        weights: Sequence[int] = (),
        modulus: int = 0,
        first: int | None = None,
    ) -> None:
        self._problem = compiled(problem)
        self._weights = weights
        self._modulus = modulus
        self._first = -1 if first is None else first
        self._orders_to_try = list(ORDERS)
        self._racing: dict[str, _native.Sweep] = {}
        self._retired_work: dict[str, int] = {"transitions": 0, "states": 0, "widest": 0}
        self._turn = ""
        self._until = 0
        self._winner = ""
        self._enlist()

    def _enlist(self) -> bool:
        """Brings the next order that fits into the race; False when there is none."""
        too_wide: _native.TooWide | None = None
        while self._orders_to_try:
            order = self._orders_to_try.pop(0)
            try:
                sweep = _native.sweep(
                    self._problem, order, self._weights, self._modulus, self._first
                )
            except _native.TooWide as error:
                too_wide = error
                continue
            if sweep is not None:
                self._racing[order] = sweep
                return True
        if too_wide is not None and not self._racing:
            raise CannotAnswer(
                f"{too_wide} in every order that was tried: ask engine='dlx'"
            ) from too_wide
        return False

    @property
    def steps(self) -> int:
        """Transitions of all sweeps."""
        racing = sum(sweep.transitions for sweep in self._racing.values())
        return self._retired_work["transitions"] + racing

    @property
    def work(self) -> Mapping[str, int]:
        """Transitions and states of all sweeps, and the widest layer of any."""
        sweeps = self._racing.values()
        retired = self._retired_work
        return {
            "transitions": retired["transitions"] + sum(s.transitions for s in sweeps),
            "states": retired["states"] + sum(s.states for s in sweeps),
            "widest": max([retired["widest"], *(s.widest for s in sweeps)]),
        }

    @property
    def known(self) -> Mapping[str, int]:
        """The counters."""
        return self.work

    @property
    def orders(self) -> tuple[str, ...]:
        """The orders that have been found, also those that did not fit."""
        return ORDERS[: len(ORDERS) - len(self._orders_to_try)]

    @property
    def bytes(self) -> int:
        """What the layers of all sweeps hold."""
        return sum(sweep.bytes for sweep in self._racing.values())

    @property
    def fraction(self) -> float | None:
        """By the best sweep's forecast; what the others did is done, too."""
        return self.steps / (self.steps + self.forecast + 1) if self._racing else None

    @property
    def forecast(self) -> float:
        """How many more transitions the best sweep is thought to need."""
        return self._racing[self._best()].forecast()

    @property
    def count(self) -> int:
        """The count of the sweep that came first."""
        return self._racing[self._winner].count()

    @property
    def why(self) -> str:
        """Which order won."""
        sweep = self._racing[self._winner]
        return (
            f"swept in the {self._winner} order, {sweep.states} states, "
            f"{sweep.widest} in the widest layer"
        )

    def _best(self) -> str:
        return min(self._racing, key=self._left)

    def _left(self, order: str) -> float:
        sweep = self._racing[order]
        return max(sweep.forecast(), sweep.transitions / BELIEVED)

    def advance(self, steps: int, seconds: float, bytes: int) -> bool:
        """Goes on with the sweep whose turn it is."""
        # Turns end by steps, never by the clock, so that the same problem takes the same way.
        if self._turn not in self._racing or self._racing[self._turn].transitions >= self._until:
            self._begin_turn()
        sweep = self._racing[self._turn]
        others = sum(s.bytes for s in self._racing.values()) - sweep.bytes
        try:
            outcome = sweep.run(
                min(steps, self._until - sweep.transitions), seconds, max(0, bytes - others)
            )
        except MemoryError:
            outcome = _native.SWEEP_OUT_OF_BYTES
        if outcome == _native.SWEEP_DONE:
            self._winner = self._turn
            return True
        if outcome == _native.SWEEP_OUT_OF_BYTES:
            self._retire(self._turn)
        return False

    def _begin_turn(self) -> None:
        """A pilot for the next order, or after all pilots the sweep with the lowest forecast."""
        if self._turn and self._enlist():
            self._turn = next(reversed(self._racing))
            self._until = PILOT_STEPS
            return
        self._turn = self._best()
        done = self._racing[self._turn].transitions
        self._until = max(PILOT_STEPS, done + done // TURN)

    def _retire(self, order: str) -> None:
        sweep = self._racing.pop(order)
        self._retired_work["transitions"] += sweep.transitions
        self._retired_work["states"] += sweep.states
        self._retired_work["widest"] = max(self._retired_work["widest"], sweep.widest)
        if not self._racing and not self._enlist():
            raise OutOfBytes
