"""Samples of the layers of a sweep, and the race of orders that they decide."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bench.problems import of_bench
from combien import _native
from combien.cover._problem import Problem, compiled
from combien.engines._sweeps.frontier import ORDERS, FrontierCounting
from tests.engines.boards import dominoes, queens
from tests.random_problems import all_problems


def _sweep(problem: Problem, order: str) -> _native.Sweep:
    sweep = _native.sweep(compiled(problem), order)
    assert sweep is not None
    return sweep


def _sampled(sweep: _native.Sweep, most: int, *, steps: int = 2**40) -> _native.Sample:
    sample = sweep.sample(most)
    while sample.run(steps, 10.0) != _native.DONE:
        pass
    return sample


@settings(max_examples=40)
@given(all_problems(), st.sampled_from(ORDERS), st.integers(1, 9))
def test_a_sample_of_all_states_is_the_sweep(problem: Problem, order: str, steps: int) -> None:
    sweep = _sweep(problem, order)
    sample = _sampled(sweep, 2**20, steps=steps)
    sweep.run(2**40, 10.0, 2**30)
    assert sample.transitions == sweep.transitions
    assert sample.estimate == pytest.approx(sweep.transitions)


@pytest.mark.parametrize(
    ("problem", "low", "high"), [(queens(11), 0.5, 1.1), (dominoes(14, 14), 0.3, 1.1)]
)
def test_a_small_sample_estimates_a_large_sweep(problem: Problem, low: float, high: float) -> None:
    for order in ORDERS:
        sweep = _sweep(problem, order)
        sample = _sampled(sweep, 1024)
        assert sample.estimate == _sampled(sweep, 1024, steps=1000).estimate
        sweep.run(2**40, 10.0, 2**30)
        assert sample.transitions < 0.8 * sweep.transitions
        assert low < sample.estimate / sweep.transitions < high


def test_samples_find_an_order_that_forecasts_miss() -> None:
    # The given order starts with the tiles and makes eleven million transitions.
    counting = FrontierCounting(of_bench("soma"))
    while not counting.advance(2**40, 1.0, 2**30):
        pass
    assert counting.steps < 2_300_000
    assert "greedy" in counting.why
    whole = _sweep(of_bench("soma"), "given")
    whole.run(2**40, 10.0, 2**30)
    assert whole.transitions == 11_138_669


def test_a_sample_of_nothing_is_refused() -> None:
    with pytest.raises(ValueError, match="no states"):
        _sweep(dominoes(2, 2), "given").sample(0)
