"""The sweep by itself: its weights and remainders, its counters, its orders."""

from __future__ import annotations

from itertools import count as numbers
from math import prod

import pytest
from hypothesis import given
from hypothesis import strategies as st

import combien
from combien import Region, Symmetric, Tile, TilingProblem, _native
from combien.cover._compiled import compiled
from combien.cover._oracle import all_solutions
from combien.cover._problem import Problem
from combien.engines._frontier import ORDERS, FrontierCounting
from combien.geometry._symmetry import Group, Symmetry
from tests.engines.boards import dominoes, latin
from tests.random_problems import all_problems


def run(counting: FrontierCounting, *, steps: int = 2**40) -> int:
    for _ in numbers():
        if counting.advance(steps, 1.0, 2**30):
            return counting.count
    raise AssertionError


@given(all_problems(), st.data())
def test_a_weighted_count_is_the_sum_of_products(problem: Problem, data: st.DataObject) -> None:
    weights = data.draw(
        st.lists(
            st.integers(1, 2**64 - 1),
            min_size=problem.option_count,
            max_size=problem.option_count,
        )
    )
    expected = sum(prod(weights[k] for k in s) for s in all_solutions(problem))
    assert run(FrontierCounting(problem, weights=weights), steps=7) == expected
    modulus = data.draw(st.integers(1, 2**63 - 1))
    assert run(FrontierCounting(problem, weights=weights, modulus=modulus)) == expected % modulus


def test_remainders_of_a_large_count() -> None:
    exact = 2444888770250892795802079170816
    for modulus in (1, 2, 7, 10**9 + 7, 2**63 - 1):
        assert run(FrontierCounting(dominoes(16, 16), modulus=modulus)) == exact % modulus


@pytest.mark.parametrize("order", ORDERS)
def test_every_order_and_any_slices_make_the_same_states(order: str) -> None:
    problem = compiled(latin(4))
    whole = _native.sweep(problem, order)
    assert whole is not None
    assert whole.run(2**40, 10.0, 2**30) == _native.DONE
    parts = _native.sweep(problem, order)
    assert parts is not None
    while parts.run(3, 10.0, 2**30) != _native.DONE:
        pass
    assert whole.count() == parts.count() == 576
    assert (whole.states, whole.transitions) == (parts.states, parts.transitions)


def test_dominoes_need_a_bit_for_each_cell_of_the_shorter_side() -> None:
    sweep = _native.sweep(compiled(dominoes(8, 8)), "given")
    assert sweep is not None
    assert sweep.run(2**40, 10.0, 2**30) == _native.DONE
    assert (sweep.count(), sweep.widest, sweep.states) == (12988816, 70, 3360)


def test_bad_values_are_refused() -> None:
    problem = compiled(dominoes(2, 2))
    with pytest.raises(ValueError, match="a weight for each option"):
        _native.sweep(problem, "given", [1])
    with pytest.raises(ValueError, match="weight of zero"):
        _native.sweep(problem, "given", [1, 0, 1, 1])
    with pytest.raises(ValueError, match="less than 2"):
        _native.sweep(problem, "given", [], 2**63)
    with pytest.raises(ValueError, match="no order 'random'"):
        _native.sweep(problem, "random")


def test_a_forecast_sees_how_large_a_layer_has_become_within_a_step() -> None:
    """By widths alone one order seems nearly done for ever; another needs 41 000 transitions."""
    tiles = [Tile("**", symmetries="all", times=(5, 24)), Tile("*", times=(2, None))]
    half_turn = Group.generated_by(Symmetry.named("Rot180"))
    problem = Symmetric(TilingProblem(Region.box(7, 7), tiles), half_turn)
    assert combien.count(problem, engine="frontier", nodes=200_000) == 2084946
