"""The sweep: weights, remainders, counters and orders."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from itertools import count as numbers
from math import perm, prod

import pytest
from hypothesis import given
from hypothesis import strategies as st

import combien
from combien import Region, Symmetric, Tile, TilingProblem, _native
from combien.cover._oracle import all_solutions
from combien.cover._problem import Problem, compiled
from combien.engines._sweeps.frontier import ORDERS, FrontierCounting
from combien.geometry._symmetry import Group, Symmetry
from tests.engines.boards import dominoes, latin, queens, timetable
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
    assert run(FrontierCounting(problem, question="totals", weights=weights), steps=7) == expected
    modulus = data.draw(st.integers(1, 2**63 - 1))
    assert (
        run(FrontierCounting(problem, question="totals", weights=weights, modulus=modulus))
        == expected % modulus
    )


def test_remainders_of_a_large_count() -> None:
    exact = 2444888770250892795802079170816
    assert run(FrontierCounting(dominoes(16, 16))) == exact
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


def _large() -> dict[str, tuple[Problem, int]]:
    """Problems whose widest layers have thousands of states, with their counts.

    Placements of tiles leave many bits of a state alone, and queens hardly any.
    """
    tiles = [Tile(art, symmetries="all", times="any") for art in ("**.*", "***", "****")]
    bounded = [Tile("**", symmetries="all", times=(9, 30)), Tile("*", times=(2, None))]
    return {
        "tiles": (TilingProblem(Region.box(6, 8), tiles).problem(), 1016546),
        "queens": (queens(10), 724),
        "bounds": (TilingProblem(Region.box(9, 9), bounded).problem(), 10039311565601345972307),
    }


@pytest.mark.parametrize("name", ["tiles", "queens", "bounds"])
def test_layers_in_buckets_take_any_slices_and_budgets(name: str) -> None:
    problem, expected = _large()[name]
    whole = _native.sweep(compiled(problem), "given")
    assert whole is not None
    assert whole.run(2**40, 60.0, 2**30) == _native.DONE
    assert whole.count() == expected
    assert whole.widest > 4096
    parts = _native.sweep(compiled(problem), "given")
    assert parts is not None
    steps, budget, refusals = 0, 2**16, 0
    while (outcome := parts.run(9973, 60.0, budget)) != _native.DONE:
        assert parts.bytes <= budget
        if outcome == _native.OUT_OF_BYTES:
            budget += budget // 8
            refusals += 1
        else:
            steps += 9973
            assert parts.transitions == steps or refusals != 0
    assert refusals > 5
    assert (parts.count(), parts.states, parts.transitions, parts.widest) == (
        expected,
        whole.states,
        whole.transitions,
        whole.widest,
    )


@pytest.mark.parametrize("long", [0, 70, 140])
@pytest.mark.parametrize("copies", range(1, 7))
def test_layers_are_merged_from_any_number_of_streams(copies: int, long: int) -> None:
    # A stream for each move and for covered cells, up to twelve; states of one word and of several.
    board = dominoes(4, 4)
    options = [[cell + long for cell in board.indices(k)] for k in range(board.option_count)]
    pairs = [[item, long + 16 + item] for item in range(long)]
    for modulus in (0, 10**9 + 7):
        problem = Problem.from_indices(pairs + copies * options, items=16 + 2 * long)
        sweep = _native.sweep(compiled(problem), "given", [], modulus)
        assert sweep is not None
        while sweep.run(97, 10.0, 2**30) != _native.DONE:
            pass
        assert sweep.count() == 36 * copies**8 % (modulus or 2**64)
        assert sweep.place[3] == (2 * copies + 1 <= 12)


def test_long_counts_in_buckets_agree_with_their_remainders() -> None:
    problem, plain = _large()["tiles"]
    weights = [1 + 2**60 * (option % 3) for option in range(problem.option_count)]
    long = _native.sweep(compiled(problem), "given", weights)
    assert long is not None
    assert long.run(2**40, 60.0, 2**30) == _native.DONE
    assert long.count() > plain << 64
    for modulus in (97, 2**61 - 1):
        short = _native.sweep(compiled(problem), "given", weights, modulus)
        assert short is not None
        assert short.run(2**40, 60.0, 2**30) == _native.DONE
        assert short.count() == long.count() % modulus


def test_a_state_of_a_layer_in_buckets_takes_few_bytes() -> None:
    sweep = _native.sweep(compiled(queens(11)), "given")
    assert sweep is not None
    most = 0
    while sweep.run(2**16, 60.0, 2**30) != _native.DONE:
        most = max(most, sweep.bytes)
    assert sweep.count() == 2680
    assert most < 48 * sweep.widest


def test_dominoes_need_a_bit_for_each_cell_of_the_shorter_side() -> None:
    sweep = _native.sweep(compiled(dominoes(8, 8)), "given")
    assert sweep is not None
    assert sweep.run(2**40, 10.0, 2**30) == _native.DONE
    assert (sweep.count(), sweep.widest, sweep.states) == (12988816, 70, 3360)


def test_items_that_are_alike_make_one_state() -> None:
    points = Problem.from_options(combinations(range(20), 2))
    answer = combien.answer(points, engine="frontier")
    assert (answer.count, answer.work["states"], answer.work["widest"]) == (654729075, 20, 1)


@given(st.integers(1, 5), st.integers(1, 5), st.integers(0, 2**32))
def test_lessons_choose_their_rooms_last(lessons: int, rooms: int, seed: int) -> None:
    # In each slot, lessons take different rooms: two of four in 4 * 3 ways.
    expected = 0
    for solution in all_solutions(timetable(lessons, 0, slots=3, seed=seed)):
        # Options are in the order of lessons, and then of slots.
        used = Counter(option % 3 for option in solution)
        expected += prod(perm(rooms, lessons_there) for lessons_there in used.values())
    rooms_too = timetable(lessons, rooms, slots=3, seed=seed)
    assert combien.count(rooms_too, engine="frontier") == expected


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
    """By widths alone, one order always seems nearly done; another needs 41 000 transitions."""
    tiles = [Tile("**", symmetries="all", times=(5, 24)), Tile("*", times=(2, None))]
    half_turn = Group.generated_by(Symmetry.named("Rot180"))
    problem = Symmetric(TilingProblem(Region.box(7, 7), tiles), half_turn)
    assert combien.count(problem, engine="frontier", nodes=200_000) == 2084946


@pytest.mark.parametrize("order", [[0, 1], [0, 0, 1], [0, 1, 99], [0, 1, 2, 3, 4, 5]])
def test_an_order_has_each_item_once(order: list[int]) -> None:
    with pytest.raises(ValueError, match="each primary item once"):
        _native.sweep(compiled(queens(3)), order)


def test_a_sweep_in_the_order_of_another_one() -> None:
    problem = compiled(timetable(24, 4, slots=6, seed=1))
    first = _native.sweep(problem, "given")
    assert first is not None
    for name in ("closing", "rcm", "greedy"):
        one = _native.sweep(problem, name)
        assert one is not None
        again = _native.sweep(problem, one.items)
        assert again is not None
        assert (again.items, again.fingerprint) == (one.items, one.fingerprint)
        assert sorted(one.items) == first.items
