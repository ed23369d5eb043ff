"""Dives against the definition: the bound holds, and what they find is a solution."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from unittest.mock import patch

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import combien
from bench.timetables import ROSTERS, SEED, roster
from combien import (
    BestProgress,
    CannotAnswer,
    Constrained,
    MissingExtra,
    OutOfBudget,
    Problem,
    SideConstraint,
)
from combien.cover._oracle import all_solutions
from combien.cover._verify import SumLimits, broken_limit, verify
from combien.engines._counting import OutOfBytes
from combien.engines._optimum import cheapest as pricing
from combien.engines._optimum import solver_turns
from combien.engines._optimum.bounding import costs_of
from combien.engines._optimum.columns import Columns
from combien.engines._optimum.diving import Diving
from combien.engines._optimum.highs import highs_module, new_highs
from tests.random_problems import all_problems, priced, problems, solvable_problems

pytest.importorskip("highspy", reason='pip install ".[milp]"')


@contextmanager
def dives_first() -> Iterator[None]:
    """Let dives begin after a step of the other methods, in problems of any size."""
    with (
        patch.object(solver_turns, "LEAST_DIVING", 1),
        patch.object(solver_turns, "BEFORE_DIVES", 0),
        patch.object(pricing, "SHORT_TURN", 1),
    ):
        yield


def dived(problem: Problem, costs: Sequence[int], limits: Sequence[SumLimits] = ()) -> Diving:
    """The dives of a problem, after their end."""
    search = Diving(problem, costs, limits=limits)
    while not search.advance(1000, 60.0, 10**10):
        pass
    return search


def solved(columns: Columns) -> Columns:
    """The columns after their end, in a thread where HiGHS has not run with other settings."""
    with ThreadPoolExecutor(1) as pool:
        pool.submit(lambda: sum(columns.solve())).result()
    return columns


def drawn(data: st.DataObject, count: int, most: int = 9) -> list[int]:
    return data.draw(st.lists(st.integers(-most, most), min_size=count, max_size=count))


@settings(max_examples=80)
@given(problem=st.one_of(solvable_problems(bounds=True), problems(bounds=True)), data=st.data())
def test_the_bound_and_the_solution(problem: Problem, data: st.DataObject) -> None:
    if not problem.option_count:
        return
    costs = drawn(data, problem.option_count, data.draw(st.sampled_from([1, 9, 10**6])))
    most = data.draw(st.integers(-9, 9))
    limits = data.draw(
        st.sampled_from([(), (SumLimits(drawn(data, problem.option_count), most - 9, most),)])
    )
    search = dived(problem, costs, limits)
    everything = {
        tuple(one): sum(costs[option] for option in one)
        for one in all_solutions(problem)
        if broken_limit(limits, one) is None
    }
    for cost, solution in search.best:
        assert everything[tuple(solution)] == cost
    if search.lower_bound is None or search.reduced is None:
        return
    reduced = search.reduced
    for one, cost in everything.items():
        assert search.lower_bound <= cost
        # A solution has no option whose reduced cost is above the gap that it is in.
        assert all(reduced.options[o] <= cost * reduced.unit - reduced.base for o in one)


@given(problem=solvable_problems(bounds=True), data=st.data())
def test_the_bound_of_any_prices(problem: Problem, data: st.DataObject) -> None:
    costs = drawn(data, problem.option_count)
    limits = [SumLimits(drawn(data, problem.option_count), -9, 9)]
    columns = Columns(problem, costs, limits)
    prices = st.floats(-20, 20) | st.floats(-1e30, 1e30)
    rows = problem.item_count + 1
    columns._prove(np.array(data.draw(st.lists(prices, min_size=rows, max_size=rows))))
    if columns.bound is not None:
        for one in all_solutions(problem):
            if broken_limit(limits, one) is None:
                assert columns.bound <= sum(costs[option] for option in one)


@settings(max_examples=80)
@given(problem=all_problems(), maximize=st.booleans(), threads=st.integers(1, 2), data=st.data())
def test_the_best_is_the_best(
    problem: Problem, maximize: bool, threads: int, data: st.DataObject
) -> None:
    problem = priced(problem, drawn(data, problem.option_count))
    model = Constrained(
        problem,
        [SideConstraint(drawn(data, problem.option_count), most=data.draw(st.integers(-9, 30)))],
    )
    solutions = [one for one in all_solutions(problem) if not model.fault(one)]
    costs = sorted((sum(problem.cost(o) for o in one) for one in solutions), reverse=maximize)
    with dives_first():
        found = combien.best(model, maximize=maximize, threads=threads)
    assert [cost for cost, _ in found] == costs[:1]
    for _, solution in found:
        verify(problem, solution)


def test_columns_are_added_until_none_is_cheaper() -> None:
    problem = roster(*ROSTERS[4], seed=SEED + 4)
    few = Columns(problem, costs_of(problem))
    first = len(few._columns)
    solved(few)
    assert (few.bound, few.missing) == (14653, 0)
    assert first < len(few._columns) < problem.option_count / 2
    with patch("combien.engines._optimum.columns.FIRST_OF_ITEM", problem.option_count):
        everything = Columns(problem, costs_of(problem))
    solved(everything)
    assert (len(everything._columns), everything.bound) == (problem.option_count, 14653)
    # What is released is as before.
    options, _ = few.parts()
    assert len(few.fix(options.tolist())) < len(options)
    solved(few)
    assert few.objective > 14653
    few.release()
    solved(few)
    assert (few.bound, round(few.objective)) == (14653, 14653)


def test_a_refusal_of_highs_is_no_answer() -> None:
    columns = Columns(Problem.from_options(["ab", "a", "b"]), [3, 1, 1])

    def after_other_settings() -> None:
        other = new_highs(highs_module(), threads=2)
        other.addVars(1, np.zeros(1), np.ones(1))
        other.run()
        try:
            with pytest.raises(CannotAnswer, match="refused"):
                sum(columns.solve())
        finally:
            other.resetGlobalScheduler(True)

    with ThreadPoolExecutor(1) as pool:
        pool.submit(after_other_settings).result()
    assert solved(columns).bound == 2


def test_uncovered_items_become_more_expensive() -> None:
    """Until options cover them, even where a chain of expensive options must change for one."""
    # Without the first item, all others are covered at no cost.
    cheap = [[k, k + 1] for k in range(1, 81, 2)]
    dear = [[k, k + 1] for k in range(0, 80, 2)]
    problem = Problem.from_options([*cheap, *dear, [80]], costs=[0] * 40 + [100] * 41)
    columns = Columns(problem, costs_of(problem))
    solved(columns)
    assert (columns.missing, columns.bound) == (0, 4100)


def test_rosters_end_with_the_gap() -> None:
    answers = []
    for _ in range(2):
        reports: list[BestProgress[object, int]] = []
        problem = roster(*ROSTERS[7], seed=SEED + 7)
        found = combien.best(problem, gap=0.01, report=reports.append)
        assert found.gap is not None
        assert found.bound is not None
        assert found.gap <= 0.01
        assert found.bound <= 23183 <= found[0].cost
        answers.append((found, reports[-1].work))
    assert answers[0] == answers[1]


def test_without_a_gap_the_rest_is_solved() -> None:
    problem = roster(*ROSTERS[3], seed=SEED + 3)
    found = combien.best(problem)
    assert (found[0].cost, found.proved) == (16345, True)
    beside = combien.best(problem, threads=2)
    assert (beside[0].cost, beside.proved) == (16345, True)
    # A start that is the best needs only a proof.
    assert combien.best(problem, start=found[0].solution) == found


def test_limits_keep_what_was_found() -> None:
    problem = roster(*ROSTERS[7], seed=SEED + 7)
    reports: list[BestProgress[object, int]] = []

    def until_a_bound(progress: BestProgress[object, int]) -> bool:
        reports.append(progress)
        return progress.cost is not None and progress.gap is not None and progress.gap < 0.05

    found = combien.best(problem, report=until_a_bound, partial=True)
    nodes = reports[-1].work["nodes"]
    assert found.bound is not None
    assert found.bound <= 23183 <= found[0].cost <= 1.05 * 23183
    last: tuple[int, int] | None = None
    for limit in (nodes // 2, nodes, nodes + 50_000, nodes + 200_000):
        with pytest.raises(OutOfBudget) as stop:
            combien.best(problem, nodes=limit)
        known = stop.value.known
        assert known["nodes"] == limit
        assert [cost for cost, _ in stop.value.found] == [known["best"]]
        bound = known.get("lower_bound", 0)
        if last is not None:
            assert last[0] <= bound <= 23183 <= known["best"] <= last[1]
        last = bound, known["best"]
        (one,) = combien.best(problem, nodes=limit, partial=True)
        assert one.cost == known["best"]
    with pytest.raises(OutOfBudget, match="seconds"):
        combien.best(problem, seconds=1e-9)
    with pytest.raises(OutOfBytes):
        Diving(problem, costs_of(problem)).advance(10**9, 60.0, 1000)


def test_side_constraints() -> None:
    problem = roster(*ROSTERS[4], seed=SEED + 4)
    long = [int(len(problem.indices(option)) > 4) for option in range(problem.option_count)]
    (free,) = combien.best(problem, gap=0.01)
    used = sum(long[option] for option in free.solution)
    model = Constrained(problem, [SideConstraint(long, most=used // 2)])
    limited = combien.best(model, gap=0.02, engine="auto")
    assert model.fault(limited[0].solution) == ""
    assert limited.gap is not None
    assert limited.gap <= 0.02
    search = dived(problem, costs_of(problem), model.limits)
    assert search.lower_bound is not None
    assert 14653 < search.lower_bound <= limited[0].cost


def test_without_solution() -> None:
    # The relaxation has one: half of each.
    triangle = Problem.from_options(["ab", "bc", "ca"], costs=[1, 1, 1])
    search = dived(triangle, [1, 1, 1])
    assert (search.best, search.lower_bound) == ([], 2)
    none = Problem.from_options(["ab", "bc"], costs=[1, 1])
    search = dived(none, [1, 1])
    assert search.best == []
    for problem in (triangle, none):
        with dives_first():
            assert combien.best(problem) == []


def test_it_ends_when_it_is_closed() -> None:
    problem = roster(*ROSTERS[14], seed=SEED + 14)
    search = Diving(problem, costs_of(problem), beside=True)
    search.advance(0, 0.0, 10**10)
    assert search.busy
    search.close()
    for thread in threading.enumerate():
        if thread.name == "solver":
            thread.join(60)
            assert not thread.is_alive()
    assert search.advance(0, 0.0, 10**10)


def test_an_error_in_the_thread_is_raised(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(columns: Columns) -> None:
        raise RuntimeError("lost")

    monkeypatch.setattr(Columns, "solve", fail)
    with dives_first(), pytest.raises(RuntimeError, match="lost"):
        combien.best(roster(*ROSTERS[4], seed=SEED + 4))


def test_refusals(monkeypatch: pytest.MonkeyPatch) -> None:
    colored = Problem.from_options([["a", combien.Colored("x", "red")]], secondary=["x"])
    with pytest.raises(CannotAnswer, match="without colors"):
        Diving(colored, [1])
    with pytest.raises(CannotAnswer, match="without options"):
        Diving(Problem.from_options([]), [])
    with pytest.raises(CannotAnswer, match="too large"):
        Diving(Problem.from_options(["ab", "a", "b"]), [2**40, 1, 3])
    monkeypatch.setitem(sys.modules, "highspy", None)
    with pytest.raises(MissingExtra, match="highspy"):
        Diving(Problem.from_options(["ab", "a", "b"]), [5, 1, 3])
