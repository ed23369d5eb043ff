"""Passes over large diagrams stop anywhere, and continue to the same numbers."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable
from typing import Any

import pytest

import combien
from combien import Problem
from combien.errors import BadInput, OutOfBudget
from combien.families import Family


def at_least(least: int, elements: int) -> Family:
    """The sets of at least `least` of the elements: about `least * (elements - least)` nodes."""

    def child(missing: int, element: int, take: bool) -> int | bool:
        missing -= take and missing > 0
        return missing if missing <= elements - element - 1 else False

    return Family.from_states(range(elements), least, child, accept=lambda missing: missing == 0)


def slices(family: Family, what: str) -> int:
    """Prepare a pass in the shortest slices possible; return their number."""
    taken = 1
    while not family._freeze().prepare(what, 0.0):
        taken += 1
    return taken


def test_passes_in_slices_give_what_one_run_gives() -> None:
    at_once, in_slices = at_least(60, 180), at_least(60, 180)
    assert slices(in_slices, "nodes") > 1
    assert slices(in_slices, "count") > 1
    assert in_slices.count == at_once.count
    assert slices(in_slices, "sizes") > 10
    assert in_slices.count_by_size() == at_once.count_by_size()
    assert slices(in_slices, "ranks") > 1
    assert in_slices.sample(3, seed=5) == at_once.sample(3, seed=5)
    assert slices(in_slices, "marginals") > 2
    assert in_slices.marginals() == at_once.marginals()
    # What was prepared is there.
    assert slices(in_slices, "marginals") == 1


def test_an_interrupt_loses_nothing() -> None:
    family = at_least(300, 600)
    timer = threading.Timer(0.1, lambda: os.kill(os.getpid(), signal.SIGINT))
    timer.start()
    try:
        with pytest.raises(KeyboardInterrupt):
            family.count_by_size()
            time.sleep(10)
    finally:
        timer.cancel()
    sizes = family.count_by_size()
    assert sizes[:300] == [0] * 300
    assert sum(sizes) == family.count


def test_seconds_end_a_question_and_it_can_be_asked_again() -> None:
    family = at_least(60, 180)
    weights = dict.fromkeys(range(180), 1)
    asked: dict[str, Callable[[float | None], Any]] = {
        "marginals": lambda seconds: family.marginals(seconds=seconds)[0],
        "sizes": lambda seconds: family.count_by_size(seconds=seconds)[59:61],
        "kinds": lambda seconds: family.count_by(lambda e: e > 178, seconds=seconds).kinds,
        "best": lambda seconds: family.best(weights, seconds=seconds)[0][0],
        "samples": lambda seconds: len(family.sample(5, seed=1, seconds=seconds)),
    }
    for ask in asked.values():
        with pytest.raises(OutOfBudget, match="give more seconds="):
            ask(0)
        with pytest.raises(BadInput, match="cannot be negative"):
            ask(-1)
    found = {name: ask(None) for name, ask in asked.items()}
    assert found["sizes"][0] == 0 < found["sizes"][1]
    assert (found["kinds"], found["best"], found["samples"]) == ((False, True), 60, 5)
    assert found["marginals"] == sum(at_least(59, 179).count_by_size())
    assert {name: ask(1000) for name, ask in asked.items()} == found


def test_no_budget_of_nodes_ends_between_a_diagram_and_its_count() -> None:
    problem = Problem.from_options(["ab", "c", "a", "bc", "b"])
    counted = combien.answer(problem, engine="zdd")
    transitions = counted.work["transitions"]
    assert combien.count(problem, engine="zdd", nodes=transitions) == 3
    with pytest.raises(OutOfBudget):
        combien.count(problem, engine="zdd", nodes=transitions - 1)
