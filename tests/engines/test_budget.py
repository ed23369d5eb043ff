"""Budgets end work with an error that has what is known; nothing is lost."""

from __future__ import annotations

import os
import signal
import threading
import time
from typing import Any

import pytest

import combien
from combien import Problem, _native
from combien.engines._protocol import Progress
from combien.engines._sweeps.frontier import ORDERS, Frontier
from combien.errors import BadInput, CannotAnswer, OutOfBudget
from tests.engines.boards import queens


@pytest.mark.parametrize(
    ("limits", "message"),
    [
        ({"seconds": "3"}, "seconds='3': expected a number"),
        ({"seconds": True}, "seconds=True: expected a number"),
        ({"nodes": 2.5}, "nodes=2.5: expected a whole number, or None for no limit"),
        ({"bytes": "1 GB"}, "bytes='1 GB': expected a whole number"),
    ],
)
def test_limits_are_numbers(limits: dict[str, Any], message: str) -> None:
    with pytest.raises(BadInput, match=message):
        combien.count(queens(4), **limits)


def test_nodes_end_a_search_exactly() -> None:
    with pytest.raises(OutOfBudget, match="budget of 1000 nodes") as caught:
        combien.count(queens(8), engine="dlx", nodes=1000)
    assert caught.value.known["nodes"] == 1000
    assert 0 < caught.value.known["at_least"] < 92


def test_seconds_end_any_engine() -> None:
    for engine in ("dlx", "auto", "frontier"):
        with pytest.raises(OutOfBudget, match=r"budget of 0\.1 seconds"):
            combien.count(queens(27), engine=engine, seconds=0.1)


def test_zero_seconds_and_zero_nodes() -> None:
    for limit in ({"seconds": 0}, {"nodes": 0}):
        with pytest.raises(OutOfBudget):
            combien.count(queens(4), engine="dlx", **limit)  # type: ignore[arg-type]


def test_bytes_end_a_sweep() -> None:
    with pytest.raises(OutOfBudget, match="the count needs more than") as caught:
        combien.count(queens(14), engine="frontier", bytes=1_000_000)
    assert caught.value.known["states"] > 0


def test_auto_continues_by_search_when_the_sweep_has_no_memory() -> None:
    found = combien.answer(queens(13), engine="auto", bytes=1000)
    assert (found.count, found.engine) == (73712, "bits")
    assert "too much memory" in found.why


def test_negative_budgets_are_refused() -> None:
    for limit in ({"seconds": -1}, {"nodes": -1}, {"bytes": -5}, {"seconds": float("nan")}):
        with pytest.raises(BadInput, match="must be a non-negative number"):
            combien.count(queens(4), **limit)


def test_an_answer_reports_a_budget_instead_of_raising() -> None:
    stopped = combien.answer(queens(12), engine="dlx", nodes=100)
    assert (stopped.status, stopped.count, stopped.complete) == ("stopped", None, False)
    assert stopped.known["nodes"] == 100
    listed = combien.answer(queens(8), "solutions", engine="dlx", nodes=500)
    assert listed.status == "solved"
    assert not listed.complete
    assert listed.count is None
    again = list(combien.solutions(queens(8), engine="dlx", resume=listed.position))
    assert len(listed.solutions) + len(again) == 92


def test_no_solution_is_either_proved_or_unknown() -> None:
    impossible = Problem.from_options(["ab", "bc"])
    assert combien.solve(impossible) is None
    assert combien.answer(impossible, "solutions").status == "none"
    assert combien.answer(impossible, "count").status == "none"
    with pytest.raises(OutOfBudget):
        combien.solve(queens(8), nodes=2)


def test_an_engine_that_cannot_answer_names_one_that_can() -> None:
    with pytest.raises(CannotAnswer, match="ask engine='dlx'"):
        combien.solve(queens(4), engine="frontier")
    with pytest.raises(CannotAnswer, match="ask engine='dlx'"):
        Frontier().solutions(queens(4))


def test_a_sweep_too_wide_for_its_states_is_refused_and_auto_searches() -> None:
    # One item that any number of options may hold, each of which ties up an item of its own that
    # another option could cover: every order has over a thousand bits in play.
    size = 1100
    options = [["hub", ("own", k)] for k in range(size)] + [[("own", k)] for k in range(size)]
    options.append([("own", k) for k in range(size)])
    problem = Problem.from_options(options, bounds={"hub": (0, 1)})
    with pytest.raises(CannotAnswer, match="more than 1022 bits"):
        combien.count(problem, engine="frontier")
    assert combien.count(problem, engine="auto") == size + 2


def test_too_wide_where_the_last_order_is_not_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    # The same with a million cells: the spectral order is not computed beyond a million entries.
    orders = iter(ORDERS)

    def too_wide(*_: object) -> None:
        if next(orders) != "spectral":
            raise _native.TooWide("too many bits")

    monkeypatch.setattr(_native, "sweep", too_wide)
    with pytest.raises(CannotAnswer, match="too many bits in every order that was tried"):
        combien.count(queens(4), engine="frontier")


def test_reports_come_and_the_fraction_never_falls() -> None:
    fractions: list[float] = []

    def interrupt(progress: Progress) -> None:
        assert progress.fraction is not None
        fractions.append(progress.fraction)
        if len(fractions) == 5:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        combien.count(queens(20), engine="dlx", report=interrupt)
    assert len(fractions) == 5
    assert fractions == sorted(fractions)
    assert fractions[0] < fractions[-1]


@pytest.mark.parametrize("engine", ["bits", "dlx", "frontier", "memo", "auto"])
def test_an_interrupt_is_seen_within_a_slice(engine: str) -> None:
    # No time is measured: without slices the call would run for days and the test would hang.
    timer = threading.Timer(0.2, lambda: os.kill(os.getpid(), signal.SIGINT))
    timer.start()
    try:
        with pytest.raises(KeyboardInterrupt):
            combien.count(queens(30), engine=engine, bytes=10**9)
            time.sleep(10)
    finally:
        timer.cancel()
