"""`Cancelled`, raised by a `report=` function, ends each question and reaches its caller."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from threading import Thread
from typing import Any

import pytest

import combien
from combien import Cancelled, Problem, Region, TilingProblem
from combien._base.budget import Progress
from tests.tilings.pentominoes import pentominoes

RECTANGLE = TilingProblem(Region.box(10, 6), pentominoes())
# 1472 tilings, which `dlx` finds in many slices.
STRIP = TilingProblem(Region.box(15, 4), pentominoes())
# Eleven pigeons, ten holes: no solution, and a search of millions of nodes.
_BUILDER = Problem.builder()
for _pigeon in range(11):
    _BUILDER.item(("pigeon", _pigeon))
for _hole in range(10):
    _BUILDER.item(("hole", _hole), secondary=True)
for _pigeon in range(11):
    for _hole in range(10):
        _BUILDER.option(("pigeon", _pigeon), ("hole", _hole))
PIGEONS = _BUILDER.build()


class Canceller:
    """A reporter that cancels at its `after`-th report."""

    def __init__(self, after: int = 1) -> None:
        self.left = after

    def __call__(self, progress: Progress) -> None:
        self.left -= 1
        if self.left <= 0:
            raise Cancelled("enough")


QUESTIONS: dict[str, Callable[[Canceller], object]] = {
    "count": lambda stop: combien.count(RECTANGLE, report=stop),
    "count by dlx": lambda stop: combien.count(RECTANGLE, engine="dlx", report=stop),
    "count by threads": lambda stop: combien.count(PIGEONS, engine="dlx", threads=2, report=stop),
    "count up to symmetry": lambda stop: combien.count(RECTANGLE, up_to="all", report=stop),
    "answer": lambda stop: combien.answer(RECTANGLE, "count", report=stop),
    "solve": lambda stop: combien.solve(PIGEONS, engine="dlx", report=stop),
    "exists": lambda stop: combien.exists(PIGEONS, engine="dlx", report=stop),
    "best": lambda stop: combien.best(PIGEONS, engine="bound", report=stop),
    "solutions": lambda stop: list(combien.solutions(RECTANGLE, engine="dlx", report=stop)),
    "explain": lambda stop: combien.explain(PIGEONS, report=stop),
    "family": lambda stop: combien.family(RECTANGLE, report=stop),
    "marginals": lambda stop: combien.marginals(RECTANGLE, report=stop),
    "heat map": lambda stop: combien.heat_map(RECTANGLE, report=stop),
    "totals": lambda stop: combien.count_by_total(RECTANGLE, {0: 1}, report=stop),
    "sample": lambda stop: combien.sample(RECTANGLE, 1, seed=1, report=stop),
    "orbits": lambda stop: combien.orbits(RECTANGLE, report=stop),
}


@pytest.mark.parametrize("name", QUESTIONS)
def test_each_question_ends(name: str) -> None:
    with pytest.raises(Cancelled, match="enough"):
        QUESTIONS[name](Canceller())


def test_a_cancelled_count_continues_at_its_position() -> None:
    with pytest.raises(Cancelled) as caught:
        combien.count(STRIP, engine="dlx", report=Canceller())
    assert caught.value.position
    assert 0 <= caught.value.known["at_least"] <= 1472
    position = caught.value.position
    assert combien.count(STRIP, engine="dlx", resume=position) == 1472


def test_a_cancelled_walk_continues_at_its_position() -> None:
    walk = combien.solutions(STRIP, engine="dlx", report=Canceller())
    before = taken(walk)
    after = list(combien.solutions(STRIP, engine="dlx", resume=walk.position))
    assert len(before) + len(after) == 1472
    # No tiling is listed twice.
    assert not {str(tiling) for tiling in before} & {str(tiling) for tiling in after}


def taken(walk: Iterable[Any]) -> list[Any]:
    found = []
    try:
        for tiling in walk:
            found.append(tiling)
    except Cancelled:
        return found
    raise AssertionError("the walk was not cancelled")


def test_a_question_in_another_thread_ends_there() -> None:
    caught: list[BaseException] = []

    def ask() -> None:
        try:
            combien.count(PIGEONS, engine="dlx", report=Canceller())
        except Cancelled as cancelled:
            caught.append(cancelled)

    thread = Thread(target=ask)
    thread.start()
    thread.join()
    assert [str(error) for error in caught] == ["enough"]
