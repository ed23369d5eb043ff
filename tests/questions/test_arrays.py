"""Solutions as numpy arrays."""

from __future__ import annotations

import gc
from concurrent.futures import ThreadPoolExecutor
from itertools import chain, islice
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import combien
from combien import OutOfBudget, Problem, Progress, Region, Tile, TilingProblem
from tests.random_problems import all_problems


def permutations(n: int) -> Problem:
    """As many solutions as there are permutations of n."""
    return Problem.from_options([f"r{k}", f"c{m}"] for k in range(n) for m in range(n))


TWO_SIZES = Problem.from_options(["ab", "c", "a", "bc", "abc"])


def rows(array: np.ndarray[Any, Any], option_count: int) -> list[tuple[int, ...]]:
    """The solutions in an array, without the padding of shorter rows."""
    return [tuple(option for option in row if option != option_count) for row in array.tolist()]


@settings(max_examples=100)
@given(
    problem=all_problems(),
    # `sat` starts a process for each walk.
    engine=st.sampled_from([*["auto", "dlx", "zdd"] * 6, "sat"]),
    batch=st.integers(1, 5),
    seed=st.none() | st.integers(0, 9),
)
def test_arrays_hold_the_solutions(
    problem: Problem, engine: str, batch: int, seed: int | None
) -> None:
    one_by_one = list(combien.solutions(problem, engine=engine, seed=seed))
    arrays = list(combien.solutions(problem, engine=engine, seed=seed).arrays(batch, sort=True))
    assert [rows(a, problem.option_count) for a in arrays] == [
        one_by_one[k : k + batch] for k in range(0, len(one_by_one), batch)
    ]
    unsorted = combien.solutions(problem, engine=engine, seed=seed).arrays(batch)
    found = chain.from_iterable(rows(array, problem.option_count) for array in unsorted)
    assert [tuple(sorted(row)) for row in found] == one_by_one


@given(problem=all_problems(), data=st.data())
def test_arrays_and_single_solutions_mix(problem: Problem, data: st.DataObject) -> None:
    whole = list(combien.solutions(problem))
    walk = combien.solutions(problem)
    found: list[tuple[int, ...]] = []
    while len(found) < len(whole):
        number = data.draw(st.integers(1, 3))
        if data.draw(st.booleans()):
            found += islice(walk, number)
        else:
            array = next(walk.arrays(number, sort=True))
            found += rows(array, problem.option_count)
        rest = combien.solutions(problem, resume=walk.position)
        assert [*found, *rest] == whole
    assert found == whole
    assert list(walk.arrays()) == []
    assert walk.complete


@given(problem=all_problems(), data=st.data())
def test_arrays_of_a_diagram_and_single_solutions_mix(
    problem: Problem, data: st.DataObject
) -> None:
    whole = list(combien.solutions(problem, engine="zdd"))
    walk = combien.solutions(problem, engine="zdd")
    found: list[tuple[int, ...]] = []
    while len(found) < len(whole):
        number = data.draw(st.integers(1, 3))
        if data.draw(st.booleans()):
            found += islice(walk, number)
        else:
            found += rows(next(walk.arrays(number, sort=True)), problem.option_count)
        assert walk.fraction == len(found) / len(whole)
    assert found == whole
    assert list(walk.arrays()) == []
    assert walk.complete


@pytest.mark.parametrize(("count", "dtype"), [(255, "u1"), (256, "u2"), (70_000, "u4")])
def test_the_smallest_type_that_holds_the_number_of_options(count: int, dtype: str) -> None:
    problem = Problem.from_options([["a"]] * count)
    (array,) = combien.solutions(problem).arrays(100_000)
    assert array.dtype == np.dtype(dtype)
    assert array[:, 0].tolist() == list(range(count))


def test_shorter_rows_are_padded() -> None:
    (array,) = combien.solutions(TWO_SIZES).arrays(sort=True)
    assert array.tolist() == [[0, 1], [2, 3], [4, 5]]
    assert not array.flags.writeable


def test_a_limit_ends_the_arrays() -> None:
    walk = combien.solutions(permutations(4), limit=10)
    assert [len(array) for array in walk.arrays(4)] == [4, 4, 2]


def test_a_row_for_each_orbit() -> None:
    model = TilingProblem(Region.box(4, 4), [Tile("**", symmetries="all", times="any")])
    assert combien.count(model) == 36
    wanted = list(combien.solutions(model.problem(), up_to=combien.group_of(model, up_to="all")))
    (array,) = combien.solutions(model, up_to="all").arrays(sort=True)
    assert rows(array, model.problem().option_count) == wanted
    assert len(wanted) == 9


def test_the_budget_ends_after_what_was_found() -> None:
    problem = permutations(6)
    walk = combien.solutions(problem, engine="dlx", nodes=500)
    found: list[tuple[int, ...]] = []
    with pytest.raises(OutOfBudget) as stop:
        for array in walk.arrays(100, sort=True):
            found += rows(array, problem.option_count)
    assert 100 < len(found) < 720
    rest = combien.solutions(problem, engine="dlx", resume=stop.value.position)
    assert [*found, *rest] == list(combien.solutions(problem, engine="dlx"))


def test_reporters_may_ask_for_the_position() -> None:
    # The search takes several slices, in each of which the position is asked for.
    problem = permutations(9)
    positions: set[str] = set()

    def report(progress: Progress) -> None:
        positions.add(walk.position)

    walk = combien.solutions(problem, engine="dlx", report=report)
    assert [len(array) for array in walk.arrays(10**6)] == [362_880]
    assert len(positions) == 1


def test_threads_share_arrays() -> None:
    problem = permutations(7)
    walk = combien.solutions(problem)
    with ThreadPoolExecutor(3) as pool:
        parts = pool.map(lambda batch: list(walk.arrays(batch, sort=True)), [5, 50, 500])
    found = [row for part in parts for array in part for row in rows(array, 49)]
    assert sorted(found) == sorted(combien.solutions(problem))


def test_an_interrupted_array_is_not_lost() -> None:
    problem = permutations(9)
    interrupting = False

    def report(progress: Progress) -> None:
        if interrupting:
            raise KeyboardInterrupt

    walk = combien.solutions(problem, engine="dlx", report=report)
    found = rows(next(walk.arrays(1000, sort=True)), 81)
    interrupting = True
    with pytest.raises(KeyboardInterrupt):
        next(walk.arrays(10**6))
    interrupting = False
    for array in walk.arrays(10**5, sort=True):
        found += rows(array, 81)
    assert found == list(combien.solutions(problem, engine="dlx"))


def test_invalid_arguments_are_reported_at_once() -> None:
    walk = combien.solutions(TWO_SIZES)
    with pytest.raises(combien.BadInput, match="batch=0: expected a whole number of at least 1"):
        walk.arrays(0)
    with pytest.raises(combien.BadInput, match="sort="):
        walk.arrays(sort=np.zeros(2))  # type: ignore[arg-type]
    assert [len(array) for array in walk.arrays(10**30)] == [3]


def test_the_collector_does_not_track_solutions() -> None:
    found = list(combien.solutions(permutations(4)))
    assert len(found) == 24
    assert not any(map(gc.is_tracked, found))
