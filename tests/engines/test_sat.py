"""The sat engine: it finds all solutions, wherever a walk stops, with every solver."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import combien
from combien import Problem, Region, Tile, TilingProblem
from combien._base.budget import Meter
from combien.cover._oracle import all_solutions
from combien.engines._clauses.sat import Sat
from combien.engines._clauses.sat_walk import SatWalk
from combien.engines._places import EXCLUDED, MORE, Place
from combien.engines._protocol import Budget
from combien.errors import BadInput, BadPosition, CannotAnswer, MissingExtra, OutOfBudget
from combien.sat._encode import encode
from combien.sat._exactly import STYLES
from combien.sat._library import LibrarySolver
from combien.sat._solver import Outcome
from tests.engines.boards import dominoes, queens
from tests.engines.direct import DirectSolver
from tests.engines.test_sat_programs import gone
from tests.random_problems import all_problems

pytest.importorskip("pysat", reason='the sat engine asks python-sat: pip install ".[sat]"')


def mutilated(side: int) -> TilingProblem:
    """A board without two opposite corners, which dominoes cannot cover."""
    corners = Region([(0, 0), (side - 1, side - 1)])
    domino = Tile("**", symmetries="all", times="any")
    return TilingProblem(Region.box(side, side) - corners, [domino])


def walk(problem: Problem, style: str, *, nodes: int | None = None, resume: str = "") -> SatWalk:
    """A walk by a solver in this process, which takes no time to start."""
    encoding = encode(problem, style)
    meter = Meter(Budget(nodes=nodes), engine="sat")
    return SatWalk(encoding, DirectSolver(encoding), why="", meter=meter, resume=resume)


@settings(max_examples=50)
@given(problem=all_problems(), style=st.sampled_from([*STYLES]))
def test_every_encoding_lists_as_the_definition_does(problem: Problem, style: str) -> None:
    found, fractions = [], [0.0]
    going = walk(problem, style)
    for solution in going:
        found.append(solution)
        fractions.append(going.fraction)
    assert sorted(found) == all_solutions(problem)
    assert len(set(found)) == len(found)
    assert [*fractions, 1.0] == sorted([*fractions, going.fraction])


def test_the_fraction_waits_for_solutions_that_hold_more() -> None:
    problem = Problem.from_options(["a", "a", "a"], bounds={"a": (0, 3)})
    going = walk(problem, "bitwise")
    fractions = [going.fraction for _ in going]
    assert len(fractions) == 8
    assert fractions == sorted(fractions)
    assert fractions[-1] < 1 == going.fraction


@settings(max_examples=80)
@given(problem=all_problems(), stops=st.lists(st.integers(0, 3), max_size=6))
def test_resuming_from_any_position(problem: Problem, stops: list[int]) -> None:
    found: list[combien.Solution] = []
    position = ""
    for stop, style in zip([*stops, None], STYLES, strict=False):
        # Learned clauses are lost, and another encoding may continue.
        going = walk(problem, style, resume=position)
        found.extend(islice(going, stop))
        position = going.position
    assert going.complete
    assert going.fraction == 1
    assert sorted(found) == all_solutions(problem)
    assert len(set(found)) == len(found)
    assert list(walk(problem, "bitwise", resume=position)) == []


@settings(max_examples=50)
@given(problem=all_problems(), nodes=st.integers(1, 4))
def test_resuming_after_a_budget(problem: Problem, nodes: int) -> None:
    found: list[combien.Solution] = []
    position = ""
    fractions = [0.0]
    while True:
        going = walk(problem, "bitwise", nodes=nodes, resume=position)
        try:
            found.extend(going)
            break
        except OutOfBudget as stop:
            position = stop.position
            assert stop.known["nodes"] == nodes
            fractions.append(going.fraction)
    assert sorted(found) == all_solutions(problem)
    assert fractions == sorted(fractions)


def test_a_walk_stopped_in_the_middle_is_resumed_by_another() -> None:
    walk = combien.solutions(queens(8), engine="sat", nodes=100)
    found = []
    with pytest.raises(OutOfBudget) as caught:
        for solution in walk:
            found.append(solution)
    assert 5 < len(found) < 92
    assert 100 <= caught.value.known["nodes"] < 120
    found += combien.solutions(queens(8), engine="sat", resume=caught.value.position)
    assert sorted(found) == sorted(combien.solutions(queens(8), engine="dlx"))


def test_the_same_question_takes_the_same_work() -> None:
    walks = [combien.solutions(queens(8), engine="sat") for _ in range(2)]
    assert list(walks[0]) == list(walks[1])
    assert walks[0].work == walks[1].work
    assert walks[0].work["nodes"] == walks[0].work["questions"] + walks[0].work["conflicts"]


def test_positions_of_other_problems_are_refused() -> None:
    problem = queens(4)
    mark = problem.fingerprint
    for text, message in [
        ("sat", "is not a position"),
        (f"sat1:{mark}:0:between", "is not a position"),
        (f"dlx:{mark}:0:at", "belongs to the engine 'dlx'"),
        ("sat1:0123:0:at", "belongs to another problem"),
        (f"sat1:{mark}:x:at", "not the number of an option"),
        (f"sat1:{mark}:~:at", "not the number of an option"),
        (f"sat1:{mark}:{'9' * 99}:at", "not the number of an option"),
        (f"sat1:{mark}:16:at", "no option 16"),
        (f"sat1:{mark}:1.~1:at", "an option twice"),
        (f"sat1:{mark}:1/2:at", "fixed options"),
        (f"sat1:{mark}:-:at", "not the number of an option"),
        (f"dlx1:{mark}:*:at", "belongs to the engine 'dlx'"),
        (f"sat1:{mark}:0::done", "is not a place in a search"),
    ]:
        with pytest.raises(BadPosition, match=message):
            combien.solutions(problem, engine="sat", resume=text)


@settings(max_examples=50)
@given(st.dictionaries(st.integers(0, 11), st.booleans()), st.booleans())
def test_positions_are_read_back(chosen: dict[int, bool], visited: bool) -> None:
    problem = Problem.from_options(["a"] * 12)
    path = [option if taken else EXCLUDED - option for option, taken in chosen.items()]
    place = Place((*path[:2], MORE, *path[2:]), visited)
    text = place.text("sat", problem)
    assert Place.parse(text, "sat", problem) == place
    assert combien.solutions(problem, engine="sat", resume=text).position == text


def test_no_solution_is_proved() -> None:
    assert combien.solve(mutilated(6), engine="sat") is None
    assert not combien.exists(mutilated(6), engine="sat")
    assert combien.exists(dominoes(4, 4), engine="sat")
    assert combien.answer(mutilated(6), "solutions", engine="sat").status == "none"


def test_existence_by_an_engine_that_only_counts() -> None:
    assert combien.exists(dominoes(4, 4), engine="frontier")
    assert not combien.exists(mutilated(4), engine="frontier")
    with pytest.raises(BadInput, match="no engine 'st'"):
        combien.exists(dominoes(4, 4), engine="st")


def test_the_bytes_include_the_solver(monkeypatch: pytest.MonkeyPatch) -> None:
    assert combien.exists(queens(4), engine="sat", bytes=10**8)
    # Less than python-sat takes at its start.
    monkeypatch.setattr("combien.sat._library.BASE_BYTES", 20_000_000)
    with pytest.raises(OutOfBudget, match="the SAT solver needs more than 1e-06 GB") as caught:
        combien.solve(queens(4), engine="sat", bytes=1000)
    assert caught.value.position.endswith("::at")


def test_zero_seconds_and_zero_nodes() -> None:
    for limit in ({"seconds": 0}, {"nodes": 0}):
        with pytest.raises(OutOfBudget):
            combien.solve(queens(4), engine="sat", **limit)  # type: ignore[arg-type]


def test_invalid_arguments_are_refused_early() -> None:
    with pytest.raises(BadInput, match="did you mean 'bitwise'"):
        Sat(encoding="bitwize")
    with pytest.raises(BadInput, match="is the file of the formula"):
        Sat(proof="none.cnf")
    with pytest.raises(BadInput, match="a proof is of the whole problem"):
        Sat(proof="none.drup").solutions(queens(4), resume="sat:0:0:at")


def test_without_python_sat_the_error_has_the_command(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("combien.sat._library.find_spec", lambda name: None)
    with pytest.raises(MissingExtra, match=r'pip install .*"python-sat.*"; or name the command'):
        combien.solve(queens(4), engine="sat")


def test_a_process_that_ends_by_itself_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("combien.sat._library.SOLVER", "Abacus")
    with pytest.raises(CannotAnswer, match=r"process ended \(it wrote: AttributeError: .*Abacus"):
        combien.solve(queens(4), engine="sat")


def hard() -> Problem:
    """A problem that no SAT solver finishes: twelve pigeons in eleven holes."""
    return Problem.from_options(
        [[("pigeon", p), ("hole", h)] for p in range(12) for h in range(11)],
        [("hole", h) for h in range(11)],
    )


def test_short_questions_do_not_end_the_process() -> None:
    solver = LibrarySolver([(1, 2), (-1, -2)])
    for _ in range(10_000):
        solver.ask([1])
        assert solver.run(100, 60.0) == Outcome.SATISFIABLE


CALLER = """
import os, signal
from combien.sat._encode import encode
from combien.sat._library import LibrarySolver
from combien.sat._solver import Outcome
from tests.engines.test_sat import hard
solver = LibrarySolver(encode(hard()).clauses())
solver.ask([])
while solver.work["questions"] == 0 and not solver._asked:
    solver.run(10**9, 0.5)
print(solver._process._popen.pid, flush=True)
os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="the signal of pipes is Linux's")
def test_a_solver_in_the_middle_of_a_question_ends_with_its_caller() -> None:
    caller = subprocess.run([sys.executable, "-c", CALLER], stdout=subprocess.PIPE, check=False)
    assert caller.returncode == -signal.SIGKILL
    assert gone(int(caller.stdout))


def test_seconds_end_a_hopeless_question() -> None:
    with pytest.raises(OutOfBudget, match=r"budget of 0\.2 seconds") as caught:
        combien.solve(hard(), engine="sat", seconds=0.2)
    assert caught.value.position.endswith("::at")


def test_an_interrupt_is_seen_within_a_slice() -> None:
    # No time is measured: without slices the call would run for days and the test would hang.
    seen: list[str] = []
    timer = threading.Timer(0.2, lambda: os.kill(os.getpid(), signal.SIGINT))
    timer.start()
    walk = combien.solutions(hard(), engine="sat", report=lambda p: seen.append(p.engine))
    try:
        with pytest.raises(KeyboardInterrupt):
            next(walk)
            time.sleep(10)
    finally:
        timer.cancel()
    assert set(seen) == {"sat"}
    assert walk.position.endswith("::at")


def test_counting_is_refused_with_an_alternative(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("combien.sat._model_counter.COUNTERS", {})
    with pytest.raises(CannotAnswer, match="ask engine='auto', or a program"):
        combien.count(queens(4), engine="sat")


@pytest.mark.parametrize(
    ("kind", "solver"),
    [("engines._clauses.sat.ExternalSolver", "sh"), ("sat._library.LibrarySolver", "")],
)
def test_solvers_have_the_bytes_of_the_budget(
    monkeypatch: pytest.MonkeyPatch, kind: str, solver: str
) -> None:
    def refuse(*given: object, proof: bool, bytes: int | None) -> None:
        raise CannotAnswer(f"{bytes} bytes")

    monkeypatch.setattr(f"combien.{kind}", refuse)
    with pytest.raises(CannotAnswer, match="12345 bytes"):
        Sat(solver=solver).solutions(queens(4), budget=Budget(bytes=12345))
