"""The prices of the planner: they are those that fit what was measured."""

from __future__ import annotations

from statistics import median, quantiles

import pytest

import combien
from bench import prices
from bench.kinds import KINDS, RECORDED, instances
from combien import Budget, Problem
from combien.engines._search.searching import opening_cost
from combien.engines._sweeps.memo import MemoCounting
from combien.engines._sweeps.prices import COUNTERS, ORDER_WEIGHTS, PRICES, cost
from combien.errors import OutOfBudget

pytest.importorskip("numpy")


@pytest.mark.parametrize("engine", prices.in_use())
def test_the_prices_in_use_are_fitted(engine: str) -> None:
    fitted = prices.fitted(prices.read()[engine])
    assert list(prices.in_use()[engine].values()) == pytest.approx(fitted, rel=0.01)


@pytest.mark.parametrize("engine", prices.in_use())
def test_the_prices_predict_problems_that_they_were_not_fitted_to(engine: str) -> None:
    ratios = prices.validated(prices.read()[engine])
    assert len(ratios) == len(prices.read()[engine]) > 150
    errors = [max(ratio, 1 / ratio) for ratio in ratios]
    assert median(errors) < 1.3
    assert quantiles(errors, n=10)[-1] < 2


def test_prices_are_recovered_from_exact_times() -> None:
    counters = [(a, b, c) for a in (1, 10, 1000) for b in (3, 50, 700) for c in (0, 20)]
    true = (5.0, 0.25, 40.0)
    samples = [(sum(p * n for p, n in zip(true, row, strict=True)), *row) for row in counters]
    assert prices.fitted(samples) == pytest.approx(true, rel=1e-4)


def test_a_cost_is_the_sum_of_counters_times_prices() -> None:
    problem = Problem.from_options(["ab", "bc", "cd", "da"])
    counting = MemoCounting(problem)
    while not counting.advance(100, 1.0, 10**9):
        pass
    counters = COUNTERS["memo"](problem, counting)
    assert counters[:2] == (opening_cost("memo", problem), counting.work["nodes"])
    assert cost("memo", problem, counting) == pytest.approx(
        sum(p * n for p, n in zip(PRICES["memo"].values(), counters, strict=True))
    )


def test_generated_problems_have_the_same_count_by_all_engines() -> None:
    compared = 0
    for (name, problem), (again, same) in zip(
        instances(7, 2 * len(KINDS)), instances(7, 2 * len(KINDS)), strict=True
    ):
        assert (name, problem.arrays()) == (again, same.arrays())
        found = []
        for engine in ("auto", "memo", "frontier"):
            try:
                found.append(combien.count(problem, engine=engine, budget=Budget(nodes=200_000)))
            except OutOfBudget:
                continue
        compared += len(found) > 1
        assert len(set(found)) <= 1, name
    assert compared > 30
    assert {name.split()[0] for name, _ in instances(7, len(KINDS))} == set(KINDS)
    assert [name for name, _ in instances(7, 13, RECORDED)][::12] == ["matchings 0", "matchings 12"]


def test_all_orders_have_a_weight() -> None:
    from combien.engines._sweeps.frontier import ORDERS

    assert tuple(ORDER_WEIGHTS) == ORDERS
