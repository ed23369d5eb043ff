"""CP-SAT against the definition, and its limits."""

from __future__ import annotations

import sys
from importlib.util import find_spec
from time import perf_counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import combien
from bench.timetables import SEED, SIZES, timetable
from combien import Problem
from combien.cover._oracle import all_solutions
from combien.cover._verify import verify
from combien.errors import CannotAnswer, Interrupted, MissingExtra, OutOfBudget
from tests.random_problems import all_problems, draw_costs

ortools = pytest.mark.needs("ortools")


@ortools
@settings(max_examples=60)
@given(
    problem=all_problems(),
    k=st.integers(1, 3),
    maximize=st.booleans(),
    threads=st.integers(1, 2),
    data=st.data(),
)
def test_as_a_question(
    problem: Problem, k: int, maximize: bool, threads: int, data: st.DataObject
) -> None:
    problem = draw_costs(problem, data, 10**6)
    wanted = [sum(map(problem.cost, solution)) for solution in all_solutions(problem)]
    found = combien.best(problem, k=k, maximize=maximize, engine="cpsat", threads=threads)
    assert [cost for cost, _ in found] == sorted(wanted, reverse=maximize)[:k]
    for cost, solution in found:
        assert sum(problem.cost(option) for option in solution) == cost
        verify(problem, solution)


@ortools
def test_where_highs_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    """It works beside the other methods then, and shares what they find."""
    monkeypatch.setattr(
        "combien.engines._optimum.cheapest.find_spec",
        lambda name: None if name == "highspy" else find_spec(name),
    )
    problem = timetable(*SIZES[9], seed=SEED + 9)
    assert combien.best(problem, threads=2)[0].cost == 720
    assert combien.best(problem, engine="cpsat")[0].cost == 720


@ortools
def test_limits() -> None:
    problem = timetable(*SIZES[19], seed=SEED + 19)
    with pytest.raises(CannotAnswer, match="counts no nodes: limit seconds="):
        combien.best(problem, engine="cpsat", nodes=100)
    with pytest.raises(OutOfBudget):
        combien.best(problem, engine="cpsat", bytes=1000)
    begun = perf_counter()
    with pytest.raises(OutOfBudget):
        combien.best(problem, engine="cpsat", seconds=0.1)

    def stop(progress: combien.Progress) -> None:
        raise KeyboardInterrupt

    with pytest.raises(Interrupted):
        combien.best(problem, engine="cpsat", report=stop)
    # Not the time of the search, which is a minute.
    assert perf_counter() - begun < 30
    with pytest.raises(CannotAnswer, match="the cpsat engine finds up to 50 solutions"):
        combien.best(problem, k=51, engine="cpsat")


def test_without_ortools(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ortools.sat.python", None)
    with pytest.raises(MissingExtra, match="OR-tools"):
        combien.best(Problem.from_options(["ab", "a", "b"], costs=[5, 1, 3]), engine="cpsat")
