"""The interval for the size of a run, and which kind of run is expected to end first."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from combien._questions import long_runs
from combien.engines._protocol import Outcome, PartPlan, Plan, PlanEntry
from combien.engines._searching import bits
from combien.engines._splitting import split
from combien.running._coordinator import forecast
from combien.running._runners import Task, work
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


def test_no_forecast_before_forty_shares() -> None:
    assert forecast([(10, True)] * 39 + [(0, False)] * 9).high is None
    assert forecast([(10, True)] * 40 + [(0, False)] * 9).high is not None


def test_long_shares_are_not_left_out() -> None:
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


@pytest.mark.parametrize(
    ("outcome", "sweep", "bits", "dlx", "leads"),
    [
        ("beside", 10.0, 41.0, None, True),
        ("beside", 10.0, 41.0, 41.0, True),
        ("beside", 10.0, 41.0, 40.0, False),
        ("beside", 10.0, 40.0, None, False),
        ("beside", 10.0, None, None, True),
        ("beside", None, 1e9, None, False),
        ("dropped", 10.0, 1e9, None, False),
    ],
)
def test_a_sweep_must_be_expected_to_end_much_earlier_than_any_search(
    outcome: Outcome, sweep: float | None, bits: float | None, dlx: float | None, leads: bool
) -> None:
    entries = tuple(
        PlanEntry(name, outcome if name == "frontier" else "beside", "", 1.0, expected, {})
        for name, expected in (("bits", bits), ("dlx", dlx), ("frontier", sweep))
    )
    part = PartPlan(options=1, items=1, copies=1, count=None, entries=entries)
    assert long_runs._sweep_leads(Plan("", (part,))) == leads
    assert not long_runs._sweep_leads(Plan("", (part, part)))
