"""A race of methods that take turns: each works until its work has used up the turn.

Work is priced in nanoseconds by its steps and never measured by the clock, so that equal races take
equal turns.  `_portfolio/race.py` is the other kind of race, whose turns depend on forecasts.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from combien._base.budget import Turns
from combien.engines._counting import OutOfBytes
from combien.errors import CannotAnswer, MissingExtra

# What takes a method out of the race, and leaves the others in it.
LEAVING = (OutOfBytes, MemoryError, CannotAnswer, MissingExtra)


class Contender(Protocol):
    """A method in a race."""

    @property
    def price(self) -> float:
        """What a step takes, in nanoseconds, approximately."""

    def left(self, length: int) -> float:
        """Return what its work has left of a turn of this length, in nanoseconds."""

    def advance(self, steps: int, seconds: float, bytes: int) -> bool:
        """Continue for a slice; return True when it is done.

        It leaves the race if it raises an error of `LEAVING`.
        """

    def leave(self) -> None:
        """Release what it needs no more: it leaves the race."""


class TurnRace:
    """Contenders in turns, which are longer in each round (see `Turns`)."""

    def __init__(self, contenders: Mapping[str, Contender], *, first: int) -> None:
        # Why some have left: what one of them refused, and whether one ran out of memory.
        self._refusal: CannotAnswer | MissingExtra | None = None
        self._out_of_bytes = False
        self.enter(contenders, first=first)

    def enter(self, contenders: Mapping[str, Contender], *, first: int) -> None:
        """Begin anew with these contenders."""
        self._contenders = contenders
        self._turns = Turns(contenders, first=first)

    def __contains__(self, name: str) -> bool:
        """Return whether a contender is in the race."""
        return name in self._turns

    @property
    def name(self) -> str:
        """Whose turn it is; empty if all have left."""
        return self._turns.contestant or ""

    @property
    def left(self) -> float:
        """What is left of this turn, in nanoseconds."""
        return self._contenders[self.name].left(self._turns.length)

    def next(self) -> str:
        """Return whose turn it is now; raise the reason, an error, if all have left."""
        if not self.name:
            raise self.reason
        while self.left <= 0:
            self._turns.end()
        return self.name

    def advance(self, steps: int, seconds: float, bytes: int) -> bool:
        """Continue the one whose turn it is; return True when it is done."""
        contender = self._contenders[self.next()]
        most = min(steps, int(self.left / contender.price) + 1)
        try:
            return contender.advance(most, seconds, bytes)
        except LEAVING as error:
            self.note(error)
            self.withdraw()
            return False

    def withdraw(self) -> None:
        """Take the one whose turn it is out of the race."""
        self._contenders[self.name].leave()
        self._turns.withdraw()

    def note(self, error: Exception) -> None:
        """Remember why a method left the race, or did not enter it."""
        if isinstance(error, (CannotAnswer, MissingExtra)):
            self._refusal = self._refusal or error
        else:
            self._out_of_bytes = True

    @property
    def reason(self) -> Exception:
        """Why nobody is left: what was refused, unless some ran out of memory."""
        return self._refusal if self._refusal and not self._out_of_bytes else OutOfBytes()
