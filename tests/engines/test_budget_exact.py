"""Budgets are kept: no step beyond the nodes, at most a tenth of memory beyond the bytes."""

from __future__ import annotations

import os
import subprocess
import sys
from itertools import product
from pathlib import Path

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import combien
from combien import Problem, _native
from combien.cover._problem import compiled
from combien.engines import ENGINES, engine_named
from combien.engines._protocol import Budget
from combien.errors import OutOfBudget
from tests.engines.boards import dominoes, langford, latin, queens
from tests.random_problems import all_problems, matching_problems
from tests.symmetric_problems import planted

# Every engine except those that run a program.
COUNTERS = [name for name in ENGINES if name != "sat"]
STEPS = ("nodes", "transitions", "pivots")
BOARDS = {
    "queens": queens(8),
    "dominoes": dominoes(6, 6),
    "langford": langford(7),
    "latin": latin(4),
}

# Problems that these engines seldom refuse.
SUITABLE = {"fkt": matching_problems(), "orbits": planted().map(lambda case: case[0])}


def steps(known: object) -> int:
    assert isinstance(known, dict)
    return sum(known.get(name, 0) for name in STEPS)


def check(name: str, problem: Problem, nodes: int) -> None:
    """A count with a limit of nodes is right, or an error after at most this many nodes."""
    engine = engine_named(name)
    whole = engine.count(problem)
    try:
        found = engine.count(problem, budget=Budget(nodes=nodes))
    except OutOfBudget as stop:
        assert steps(dict(stop.known)) <= nodes
    else:
        assert found.count == whole.count
        assert steps(dict(found.work)) <= nodes


@pytest.mark.parametrize(
    ("name", "board"),
    [
        (name, board)
        for name, board in product(COUNTERS, BOARDS)
        if not engine_named(name).refusal(BOARDS[board], "count")
    ],
)
@settings(max_examples=8, deadline=None)
@given(nodes=st.integers(0, 4000))
def test_no_engine_counts_a_step_too_many(name: str, board: str, nodes: int) -> None:
    check(name, BOARDS[board], nodes)


@pytest.mark.parametrize("name", COUNTERS)
@settings(max_examples=25, deadline=None)
@given(data=st.data(), nodes=st.integers(0, 60))
def test_no_engine_counts_a_step_too_many_in_any_problem(
    name: str, data: st.DataObject, nodes: int
) -> None:
    problem = data.draw(SUITABLE.get(name, all_problems()))
    assume(not engine_named(name).refusal(problem, "count"))
    check(name, problem, nodes)


@pytest.mark.parametrize("name", ["frontier", "zdd"])
@pytest.mark.parametrize("board", BOARDS)
def test_sweeps_stop_at_the_very_step(name: str, board: str) -> None:
    engine, problem = engine_named(name), BOARDS[board]
    whole = engine.count(problem)
    needed = steps(dict(whole.work))
    for nodes in {1, 2, 3, 10, 100, 1000, needed - 1}:
        if nodes < needed:
            with pytest.raises(OutOfBudget) as caught:
                engine.count(problem, budget=Budget(nodes=nodes))
            assert steps(dict(caught.value.known)) == nodes
    assert engine.count(problem, budget=Budget(nodes=needed)) == whole


@settings(max_examples=25, deadline=None)
@given(nodes=st.integers(0, 20_000))
def test_questions_beside_counts(nodes: int) -> None:
    problem = BOARDS["queens"]
    for ask in (combien.family, combien.exists, combien.solve):
        try:
            ask(problem, nodes=nodes)
        except OutOfBudget as stop:
            assert steps(dict(stop.known)) <= nodes


def test_slices_without_time_do_little() -> None:
    # Long work is done in slices: each reads the clock after some thousand steps at most.
    problem = compiled(dominoes(12, 12))
    sweep = _native.sweep(problem, "given")
    assert sweep is not None
    outcome, before, most = _native.OUT_OF_SLICE, 0, 0
    while outcome == _native.OUT_OF_SLICE:
        outcome = sweep.run(2**62, 0.0, 10**9)
        most, before = max(most, sweep.transitions - before), sweep.transitions
    assert outcome == _native.DONE
    assert most < 20_000 < before


@pytest.mark.parametrize("order", ["rcm", "greedy", "spectral"])
def test_orders_are_found_in_slices(order: str) -> None:
    problem = compiled(dominoes(40, 40))
    search = _native.OrderSearch(problem, order)
    slices = 1
    while not search.run(0.0):
        slices += 1
    assert slices > 3
    in_slices, at_once = _native.sweep(problem, search), _native.sweep(problem, order)
    assert in_slices is not None
    assert at_once is not None
    for sweep in (in_slices, at_once):
        sweep.run(1000, 60.0, 10**9)
    assert (in_slices.states, in_slices.forecast()) == (at_once.states, at_once.forecast())


# Memory -------------------------------------------------------------------------------------------

CHILD = """
import sys
sys.path.insert(0, sys.argv[1])
import combien
from combien import _native
from combien.cover._problem import compiled
from tests.engines import boards
from combien.errors import OutOfBudget

def status(name):
    with open("/proc/self/status") as file:
        return next(1024 * int(line.split()[1]) for line in file if line.startswith(name))

problem = eval(sys.argv[2], vars(boards))
before = status("VmRSS")
try:
    eval(sys.argv[3])
except OutOfBudget:
    pass
print(max(0, status("VmHWM") - before))
"""

# Without a limit, each takes at least one and a half times as much as is allowed with it.
LIMITED = [
    ("queens(15)", "combien.count(problem, engine='frontier', bytes=limit)", 10_000_000),
    ("queens(15)", "combien.count(problem, engine='frontier', bytes=limit)", 60_000_000),
    ("queens(13)", "combien.count(problem, engine='zdd', bytes=limit)", 10_000_000),
    ("queens(13)", "next(combien.solutions(problem, engine='zdd', bytes=limit))", 10_000_000),
    ("queens(13)", "combien.family(problem, bytes=limit)", 10_000_000),
    ("queens(13)", "combien.sample(problem, seed=1, bytes=limit)", 10_000_000),
    (
        "dominoes(200, 200)",
        "combien.count(problem, engine='fkt', nodes=60_000, bytes=limit)",
        10_000_000,
    ),
    (
        "dominoes(16, 16)",
        "combien.count(problem, engine='memo', nodes=1_500_000, bytes=limit)",
        10_000_000,
    ),
    (
        "queens(14)",
        "combien.count(problem, engine='tree', nodes=4_000_000, bytes=limit)",
        10_000_000,
    ),
    ("langford(16)", "combien.count(problem, nodes=10_000_000, bytes=limit)", 10_000_000),
    ("langford(16)", "combien.count(problem, nodes=10_000_000, bytes=limit)", 60_000_000),
    (
        "queens(14)",
        "_native.listing_search(compiled(problem), [], False, 0, bytes=limit, sharing='always')"
        ".count(10**9, 700_000, 1e9)",
        10_000_000,
    ),
]

# The program itself grows by some megabytes: modules that are imported late, small blocks, and the
# graph of the largest board, which takes 20 to 23.
FLOOR = 26_000_000


@pytest.mark.skipif(not os.path.exists("/proc/self/status"), reason="the peak is read from /proc")
@pytest.mark.parametrize(("problem", "question", "limit"), LIMITED)
def test_memory_stays_within_the_bytes(problem: str, question: str, limit: int) -> None:
    here = str(Path(__file__).parents[2])
    words = [sys.executable, "-c", CHILD, here, problem, question.replace("limit", str(limit))]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) <= 1.1 * limit + FLOOR


@pytest.mark.parametrize(
    ("ask", "way_out"),
    [
        ("combien.count(problem, engine='zdd', bytes=10**6)", "engine='frontier', which counts"),
        ("combien.count(problem, engine='frontier', bytes=10**6)", "engine='dlx'"),
        ("next(combien.solutions(problem, engine='zdd', bytes=10**6))", "engine='dlx', which list"),
    ],
)
def test_the_error_names_what_needs_less_memory(ask: str, way_out: str) -> None:
    with pytest.raises(OutOfBudget, match=way_out):
        eval(ask, {"combien": combien, "problem": queens(12)})
