"""How long a run will take and how far it is, and when its tasks end."""

from __future__ import annotations

from dataclasses import replace
from math import exp, sqrt
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from combien.engines._search.splitting import split
from combien.engines._searching import bits
from combien.running import _task
from combien.running._forecast import Forecast, forecast
from combien.running._inspection import LayerStatus, RunStatus
from combien.running._task import Task, Worked, work
from tests.engines.boards import queens

costs = st.lists(st.tuples(st.integers(0, 10**6), st.booleans()), max_size=200)


@given(costs)
def test_never_below_what_is_done(shares: list[tuple[int, bool]]) -> None:
    found = forecast(shares)
    assert found.done == sum(nodes for nodes, _ in shares)
    assert found.low >= found.done
    assert found.high is None or found.high >= found.low
    part = found.fraction()
    assert part is None or 0 <= part <= 1


@given(st.lists(st.integers(0, 10**6), min_size=40, max_size=200))
def test_nothing_is_uncertain_at_the_end(nodes: list[int]) -> None:
    found = forecast([(each, True) for each in nodes])
    assert found.low == found.high == sum(nodes)


def test_nothing_is_said_before_forty_shares() -> None:
    assert forecast([(10, True)] * 39 + [(0, False)] * 9).high is None
    assert forecast([(10, True)] * 40 + [(0, False)] * 9).high is not None


def test_what_takes_longest_is_not_left_out() -> None:
    """Later shares that are done do not count while an earlier one is not."""
    shares = [(10, True)] * 40 + [(9999, False)] + [(1, True)] * 50
    only_before = [(10, True)] * 40 + [(9999, False)] + [(1, False)] * 50
    assert forecast(shares) == forecast(only_before)


def test_the_interval_contains_most_totals() -> None:
    """Of 200 random orders of the shares of queens 11, when a tenth and a quarter are done."""
    problem = queens(11)
    positions, _ = split(problem, bits(), parts=400)
    nodes = [work(problem, Task("bits", ((0, each),), 9.0))[0].nodes for each in positions]
    for part, most in ((10, 2.5), (4, 1.5)):
        inside = 0
        for seed in range(200):
            Random(seed).shuffle(nodes)
            done = len(nodes) // part
            found = forecast([(each, place < done) for place, each in enumerate(nodes)])
            assert found.high is not None
            assert found.high / found.low < most
            inside += found.low <= sum(nodes) <= found.high
        assert inside >= 186


def test_the_interval_of_a_sample() -> None:
    """Of 40 shares of 80 with 200 nodes in the mean, and the standard error of that."""
    shares = [(100, True), (300, True)] * 20 + [(0, False)] * 40
    found = forecast(shares)
    error = sqrt(40 * 100**2 / 39 / 40 * (1 - 40 / 80))
    spread = exp(2.3 * error / 200)
    assert found.done == 8000
    assert [found.low, found.high] == pytest.approx([16000 / spread, 16000 * spread])
    assert found.fraction() == pytest.approx(0.5)
    # Shares without nodes, and a part that is over.
    assert forecast([(0, True)] * 40 + [(0, False)]) == Forecast(0, 0, 0)
    assert Forecast(0, 0, 0).fraction() == 0
    assert Forecast(300, 100, 400).fraction() == 1
    assert Forecast(3, 0.25, 1).fraction() == 1
    assert forecast([(1, True)] * 39) == Forecast(39, 39, None)
    assert forecast([(1, True)] * 40) == Forecast(40, 40, 40)


RUNNING: dict[str, Any] = {
    "layer": None,
    "high": None,
    "low": 0.0,
    "nodes": 1234,
    "open": 0,
    "leased": 0,
}


@pytest.mark.parametrize(
    ("facts", "text"),
    [
        ({"engine": "frontier", "finished": 1}, "1,234 transitions of frontier"),
        ({"engine": "memo", "finished": 2}, "1,234 nodes of memo"),
        ({"engine": "memo", "finished": 1}, None),
        ({"engine": "bits", "finished": 1}, None),
        ({"engine": "bits", "finished": 2}, "1,234 nodes of bits, in 2 shares"),
    ],
)
def test_the_status_of_a_complete_run(facts: dict[str, Any], text: str | None) -> None:
    state = RunStatus(found=7, complete=True, owners=(), **{**RUNNING, **facts})
    without_shares = f" of {facts['engine']}, which needed no shares"
    assert str(state) == f"complete: 7 solutions{f', {text}' if text else without_shares}"


@pytest.mark.parametrize(
    ("high", "size"),
    [(None, "too early to tell how many there are"), (5678.0, "of 2e+03 to 5.68e+03")],
)
@pytest.mark.parametrize(("owners", "workers"), [(("a",), "1 process"), ((), "0 processes")])
def test_the_status_of_a_run(
    high: float | None, size: str, owners: tuple[str, ...], workers: str
) -> None:
    state = RunStatus(
        engine="bits",
        found=1,
        complete=False,
        finished=3,
        owners=owners,
        **{**RUNNING, "low": 2000.0, "high": high, "open": 5, "leased": 4},
    )
    assert str(state) == (
        f"at least 1 solution; 1,234 nodes of bits, {size}; 3 shares done, 4 in work by "
        f"{workers}, 5 waiting"
    )


def test_the_status_of_a_layer() -> None:
    layer = LayerStatus(3, 9, 1000, 2000, 30, files=1, size=4000, ahead=0)
    text = (
        "step 3 of 9 after 1,000 transitions and 2,000 states, 30 in the widest layer; the layer "
        "is in 1 file of 4,000 bytes"
    )
    assert str(layer) == text
    assert str(replace(layer, ahead=2)) == f"{text}, and 2 parts of the next one"


class Steps:
    """A count that finds a solution in each step of a second, and ends after `last` of them."""

    position = "rest=5"

    def __init__(self, now: list[float], last: int) -> None:
        self.now, self.last = now, last
        self.steps = self.count = 0
        self.seconds: list[float] = []

    def advance(self, steps: int, seconds: float, bytes: int) -> bool:
        self.seconds.append(seconds)
        self.now[0] += 1
        self.steps += 1
        self.count += 1
        return self.steps == self.last


@pytest.mark.parametrize(
    ("seconds", "lasts", "nodes", "stop", "worked"),
    [
        (3.0, [9, 9], 99, 99, [(1, 3, 3, "rest")]),
        (3.0, [3, 9], 99, 99, [(1, 3, 3, "")]),
        (3.0, [2, 9], 99, 99, [(1, 2, 2, ""), (2, 1, 1, "rest")]),
        (9.0, [2, 9], 3, 99, [(1, 2, 2, ""), (2, 1, 1, "rest")]),
        (9.0, [2, 9], 2, 99, [(1, 2, 2, "")]),
        (9.0, [9, 9], 99, 2, [(1, 2, 2, "rest"), (2, 0, 0, "b")]),
        (0.0, [9, 9], 99, 99, [(1, 0, 0, "a")]),
    ],
)
def test_a_task_ends_with_its_time_its_nodes_or_when_it_is_told(
    monkeypatch: pytest.MonkeyPatch,
    seconds: float,
    lasts: list[int],
    nodes: int,
    stop: int,
    worked: list[tuple[int, int, int, str]],
) -> None:
    now = [50.0]
    begun: list[Steps] = []

    def counting(problem: object, *, threads: int, resume: str) -> Steps:
        assert (threads, resume) == (1, "ab"[len(begun)])
        begun.append(Steps(now, lasts[len(begun)]))
        return begun[-1]

    monkeypatch.setattr(_task, "perf_counter", lambda: now[0])
    monkeypatch.setattr(_task, "searcher_named", lambda *_: SimpleNamespace(counting=counting))
    task = Task("bits", ((1, "a"), (2, "b")), seconds, nodes)
    assert work(queens(4), task, lambda: now[0] >= 50 + stop) == [Worked(*each) for each in worked]
    assert {each for count in begun for each in count.seconds} <= {0.05}


def test_a_task_takes_no_slice_that_is_longer_than_its_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = [0.0]
    count = Steps(now, 9)
    monkeypatch.setattr(_task, "perf_counter", lambda: now[0])
    monkeypatch.setattr(
        _task, "searcher_named", lambda *_: SimpleNamespace(counting=lambda *_, **__: count)
    )
    work(queens(4), Task("bits", ((1, "a"),), 0.03125))
    assert count.seconds == [0.03125]
