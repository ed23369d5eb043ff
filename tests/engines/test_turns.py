"""Races in turns, with contenders that only count their steps."""

from __future__ import annotations

import pytest

from combien.engines._counting import OutOfBytes
from combien.engines._turns import TurnRace
from combien.errors import CannotAnswer, MissingExtra


class Walker:
    """A contender with so many steps; then it is done, or raises the error."""

    def __init__(self, steps: int, price: float = 1, error: Exception | None = None) -> None:
        self.price = price
        self.total, self.done, self.slices = steps, 0, [0]
        self.error = error
        self.has_left = False

    def left(self, length: int) -> float:
        return length - self.done * self.price

    def advance(self, steps: int, seconds: float, bytes: int) -> bool:
        self.slices.append(steps)
        self.done += steps
        if self.done >= self.total and self.error:
            raise self.error
        return self.done >= self.total

    def leave(self) -> None:
        self.has_left = True


def test_each_works_until_its_turn_is_used_up() -> None:
    """A turn ends when the work passes its length, which doubles in each round."""
    walkers = {"cheap": Walker(1000), "dear": Walker(1000, price=10)}
    race = TurnRace(walkers, first=100)
    names = []
    while True:
        names.append(race.next())
        if race.advance(50, 1.0, 1):
            break
    # Slices of at most 50 steps; what goes beyond a turn is missing in the next one.
    assert names[:11] == [*["cheap", "cheap", "dear"] * 2, *["cheap"] * 4, "dear"]
    assert walkers["dear"].slices[1:4] == [11, 10, 20]
    assert (names[-1], walkers["cheap"].done, race.name) == ("cheap", 1000, "cheap")


@pytest.mark.parametrize(
    ("errors", "reason"),
    [
        ([CannotAnswer("too wide"), CannotAnswer("too long")], "too wide"),
        ([MissingExtra("no package"), CannotAnswer("too long")], "no package"),
        ([CannotAnswer("too wide"), MemoryError()], ""),
        ([OutOfBytes(), CannotAnswer("too wide")], ""),
    ],
)
def test_why_nobody_is_left(errors: list[Exception], reason: str) -> None:
    walkers = {str(place): Walker(5, error=error) for place, error in enumerate(errors)}
    race = TurnRace(walkers, first=100)
    for place, walker in enumerate(walkers.values()):
        assert race.next() == str(place)
        assert not race.advance(9, 1.0, 1)
        assert walker.has_left
        assert str(place) not in race
    assert race.name == ""
    with pytest.raises(CannotAnswer if "too" in reason else type(race.reason)) as caught:
        race.next()
    assert (str(caught.value), isinstance(caught.value, OutOfBytes)) == (reason, not reason)


def test_one_that_leaves_lets_the_others_win() -> None:
    race = TurnRace({"first": Walker(500, error=MemoryError()), "last": Walker(500)}, first=100)
    while not race.advance(1000, 1.0, 1):
        pass
    assert race.name == "last"


def test_other_errors_are_raised() -> None:
    race = TurnRace({"first": Walker(1, error=ValueError("a fault")), "last": Walker(9)}, first=9)
    with pytest.raises(ValueError, match="a fault"):
        race.advance(5, 1.0, 1)
