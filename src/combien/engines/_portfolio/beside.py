"""A count of an exact cover, beside which the count by the model's own solver goes on."""

from __future__ import annotations

from collections.abc import Mapping

from combien.engines._counting import OutOfBytes
from combien.engines._portfolio.divided import Planned
from combien.engines._protocol import OwnCounting
from combien.errors import Disagreement

# The own count gets one part of the work, the exact cover this many, after its first nanoseconds.
PARTS = 16
FIRST = 2e8
# After so many steps of the exact cover, it is looked whose turn it is: not more often than slices
# end, as the engines of a race take longer in small ones.
STEPS = 1_000_000


class Beside:
    """A count in progress: mostly that of the exact cover, and sometimes the own one.

    Turns are measured in steps and their prices, not in time.
    """

    def __init__(self, planned: Planned, own: OwnCounting) -> None:
        self._planned = planned
        self._own = own
        # Steps of the own count before, which cost nothing here.
        self._before = own.steps
        self._turn_end = planned.steps + STEPS
        # Who had not enough memory.
        self._left: set[str] = set()
        self.by_own = False

    @property
    def steps(self) -> int:
        """Steps of both."""
        return self._planned.steps + self._own.steps - self._before

    @property
    def work(self) -> Mapping[str, int]:
        """The counters of the exact cover."""
        return self._planned.work

    @property
    def known(self) -> Mapping[str, int]:
        """These counters, and the best lower bound."""
        return self._planned.known

    @property
    def fraction(self) -> float | None:
        """The completed part of the count of the exact cover."""
        return self._planned.fraction

    @property
    def position(self) -> str:
        """The position of a search of the exact cover."""
        return self._planned.position

    @property
    def count(self) -> int:
        """The count."""
        return self._own.count if self.by_own else self._planned.count

    def advance(self, steps: int, seconds: float, bytes: int) -> bool:
        """Continue the one whose turn it is."""
        due = self._due
        if due > 0:
            try:
                self.by_own = self._own.advance(min(steps, due), seconds, bytes // 4)
            except MemoryError:
                self._leave("own")
            if self.by_own and (least := self.known.get("at_least", 0)) > self.count:
                raise Disagreement.of(
                    "solutions by the model's own solver",
                    derived=self.count,
                    direct=f"at least {least}",
                )
            return self.by_own
        most = min(steps, max(1, self._turn_end - self._planned.steps))
        try:
            done = self._planned.advance(most, seconds, bytes - bytes // 4)
        except (OutOfBytes, MemoryError):
            self._leave("planned")
            return False
        return done

    @property
    def _due(self) -> int:
        """For how many steps the own count is due, if it is."""
        if self._left:
            return 0 if "own" in self._left else STEPS
        if self._planned.steps < self._turn_end:
            return 0
        spent = (self._own.steps - self._before) * self._own.price
        due = int(((self._planned.spent - FIRST) / PARTS - spent) / self._own.price)
        if due <= 0:
            self._turn_end = self._planned.steps + STEPS
        return due

    def _leave(self, name: str) -> None:
        self._left.add(name)
        if len(self._left) == 2:
            raise OutOfBytes
