"""HiGHS against the definition, and where its answers are not trusted."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Sequence
from math import inf
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import combien
from bench.timetables import SEED, SIZES, timetable
from combien import Problem
from combien.cover._elements import Solution
from combien.cover._oracle import all_solutions
from combien.cover._verify import verify
from combien.engines._counting import OutOfBytes
from combien.engines._optimum import cheapest as pricing
from combien.engines._optimum import milp
from combien.engines._optimum.bounding import PriceBounding, costs_of
from combien.engines._optimum.highs import HighsRun
from combien.engines._optimum.milp import MixedInteger, ReducedCosts
from combien.errors import BadInput, CannotAnswer, Interrupted, MissingExtra, OutOfBudget
from tests.questions.test_after_a_limit import later
from tests.random_problems import all_problems, draw_costs, priced, problems

pytest.importorskip("highspy", reason='pip install ".[milp]"')


def solved(
    problem: Problem, k: int, reduced: ReducedCosts | None = None
) -> tuple[bool, Sequence[tuple[int, Solution]], int | None]:
    """What HiGHS finds: whether it is proved, the solutions, and the bound of all others."""
    search = MixedInteger(problem, k, costs_of(problem), reduced)
    try:
        while not search.advance(10**9, 1.0, 10**10):
            pass
        return search.proved, search.best, search.lower_bound
    finally:
        search.close()


def by_definition(problem: Problem) -> list[tuple[int, Solution]]:
    return sorted(
        (sum(problem.cost(option) for option in solution), solution)
        for solution in all_solutions(problem)
    )


def check(problem: Problem, k: int, reduced: ReducedCosts | None = None) -> None:
    wanted = by_definition(problem)
    proved, found, bound = solved(problem, k, reduced)
    assert set(found) <= set(wanted)
    # It proves nothing about a problem without solutions.
    assert proved == (len(wanted) >= k and problem.option_count > 0)
    if proved:
        assert [cost for cost, _ in found] == [cost for cost, _ in wanted[:k]]
    rest = [cost for cost, solution in wanted if (cost, solution) not in found]
    if bound is not None and len(found) < k:
        assert all(cost >= bound for cost in rest)


@settings(max_examples=40)
@given(problem=all_problems(), k=st.integers(1, 4), data=st.data())
def test_highs_alone(problem: Problem, k: int, data: st.DataObject) -> None:
    check(draw_costs(problem, data), k)


@settings(max_examples=40)
@given(problem=problems(colors=True), k=st.integers(1, 4), gap=st.integers(-1, 9), data=st.data())
def test_with_reduced_costs(problem: Problem, k: int, gap: int, data: st.DataObject) -> None:
    problem = draw_costs(problem, data)
    prices = PriceBounding(problem, k)
    prices.advance(2**40, 60.0)
    assert prices.reduced is not None
    check(problem, k, prices.reduced._replace(gap=gap * prices.reduced.unit))


@settings(max_examples=40)
@given(problem=all_problems(), k=st.integers(1, 4), maximize=st.booleans(), data=st.data())
def test_as_a_question(problem: Problem, k: int, maximize: bool, data: st.DataObject) -> None:
    problem = draw_costs(problem, data, 10**9 + 7)
    wanted = [cost for cost, _ in by_definition(problem)]
    try:
        found = combien.best(problem, k=k, maximize=maximize, engine="milp")
    except CannotAnswer as refused:
        assert "too large" in str(refused)
        return
    assert [cost for cost, _ in found] == sorted(wanted, reverse=maximize)[:k]
    for cost, solution in found:
        assert sum(problem.cost(option) for option in solution) == cost
        verify(problem, solution)


def test_turns_are_the_same_each_time(monkeypatch: pytest.MonkeyPatch) -> None:
    runs: list[HighsRun] = []

    def run(highs: Any, *, pausing: bool) -> HighsRun:
        runs.append(HighsRun(highs, pausing=pausing))
        return runs[-1]

    monkeypatch.setattr(milp, "HighsRun", run)
    problem = timetable(*SIZES[9], seed=SEED + 9)
    counters = []
    for _ in range(2):
        reports: list[combien.Progress] = []
        (best,) = combien.best(problem, report=reports.append)
        counters.append((best, reports[-1].work["nodes"]))
        assert reports[-1].work["best"] == best.cost == 720
        assert reports[-1].work["gap"] == 0
    assert counters[0] == counters[1]
    # The first turns of the others were not enough.
    assert runs


@pytest.mark.parametrize("doubt", [0.25, 10**6])
def test_without_a_proof_the_other_methods_continue(
    monkeypatch: pytest.MonkeyPatch, doubt: float
) -> None:
    monkeypatch.setattr(milp, "DOUBT", doubt)
    problem = timetable(*SIZES[3], seed=SEED + 3)
    race = pricing._Race(problem, 1, costs_of(problem), "milp")
    while not race.advance(10**9, 1.0, 10**10):
        pass
    race.close()
    assert race.best(None)[0][0] == 354
    assert race._winner == ("milp" if doubt < 1 else "prices")


def test_a_wrong_solution_is_not_believed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(MixedInteger, "_chosen", lambda self, values: Solution((0, 3)))
    problem = Problem.from_options(["ab", "a", "b", "ab"], costs=[5, 1, 3, 4])
    assert solved(problem, 1)[:2] == (False, [])
    assert combien.best(problem, engine="milp") == [(4, (1, 2))]


def test_an_error_in_the_thread_is_raised(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(run: HighsRun) -> None:
        run._failure = RuntimeError("lost")
        run._ended = True
        run._stopped.set()

    monkeypatch.setattr(HighsRun, "_work", fail)
    with pytest.raises(RuntimeError, match="lost"):
        combien.best(timetable(*SIZES[3], seed=SEED + 3), engine="milp")


def test_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    problem = timetable(*SIZES[12], seed=SEED + 12)
    reports: list[combien.Progress] = []
    assert combien.best(problem, engine="milp", report=reports.append)[0].cost == 629
    # Versions of HiGHS differ in their number of checks, for each of which nodes are charged.
    needed = reports[-1].work["nodes"]
    with pytest.raises(OutOfBudget) as stop:
        combien.best(problem, engine="milp", nodes=needed - 1)
    known = stop.value.known
    assert known["nodes"] == needed - 1
    # What was reported before is not lost.
    for work in (report.work for report in reports if report.work["nodes"] < needed):
        assert work.keys() <= known.keys()
        assert work.get("lower_bound", 0) <= known.get("lower_bound", 0) <= 629
        assert 629 <= known.get("best", 629) <= work.get("best", inf)
    assert [cost for cost, _ in stop.value.found] == [known["best"]] * ("best" in known)
    with pytest.raises(OutOfBudget, match="GB"):
        combien.best(problem, engine="milp", bytes=1000)
    busy: list[bool] = []
    original = MixedInteger.close

    def close(self: MixedInteger) -> None:
        busy.append(self.busy)
        original(self)

    monkeypatch.setattr(MixedInteger, "close", close)
    later(monkeypatch, 6000)
    with pytest.raises(OutOfBudget, match="10000 seconds"):
        combien.best(timetable(*SIZES[19], seed=SEED + 19), engine="milp", seconds=10_000)
    # Not after HiGHS has reached its next check.
    assert busy == [True]
    for thread in threading.enumerate():
        if thread.name == "solver":
            thread.join(60)


@pytest.mark.parametrize(
    ("failure", "error"), [(OutOfBytes, OutOfBudget), (KeyboardInterrupt, Interrupted)]
)
def test_what_was_found_before_the_end_is_kept(
    monkeypatch: pytest.MonkeyPatch,
    failure: type[BaseException],
    error: type[BaseException],
) -> None:
    def advance(self: MixedInteger, steps: int, seconds: float, bytes: int) -> bool:
        self._add([Solution((0,))])
        raise failure

    monkeypatch.setattr(MixedInteger, "advance", advance)
    with pytest.raises(error) as stop:
        combien.best(Problem.from_options(["ab", "a", "b"], costs=[5, 1, 3]), engine="milp")
    assert isinstance(stop.value, (OutOfBudget, Interrupted))
    assert stop.value.known["best"] == 5
    assert list(stop.value.found) == [(5, (0,))]


def test_an_interrupt_stops_highs() -> None:
    def interrupt(progress: combien.Progress) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        combien.best(timetable(*SIZES[9], seed=SEED + 9), engine="milp", report=interrupt)
    for thread in threading.enumerate():
        if thread.name == "solver":
            thread.join(60)
            assert not thread.is_alive()


def test_highs_writes_nothing() -> None:
    # Its header is written once in a process.
    program = "from combien.engines._optimum import highs as m; m.new_highs(m.highs_module()).run()"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_a_command_does_not_wait_for_highs() -> None:
    # HiGHS may work for minutes until its next check.
    program = (
        "import sys, threading, combien._cli.main, combien.__main__\n"
        "def run():\n"
        "    threading.Thread(target=threading.Event().wait, name='solver').start()\n"
        "    print('answer')\n"
        "    return 20\n"
        "combien._cli.main.main = run\n"
        "sys.exit(combien.__main__.main())\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=60
    )
    assert (done.returncode, done.stdout, done.stderr) == (20, "answer\n", "")


def test_refusals(monkeypatch: pytest.MonkeyPatch) -> None:
    problem = Problem.from_options(["ab", "a", "b"], costs=[5, 1, 3])
    with pytest.raises(CannotAnswer, match="up to 50"):
        combien.best(problem, k=51, engine="milp")
    huge = priced(problem, [2**40, 1, 3])
    with pytest.raises(CannotAnswer, match="too large"):
        combien.best(huge, engine="milp")
    assert combien.best(huge) == [(4, (1, 2))]
    # Only what the costs have in common makes them large.
    assert (
        combien.best(priced(problem, [5 << 40, 1 << 40, 3 << 40]), engine="milp")[0].cost == 4 << 40
    )
    with pytest.raises(BadInput, match=r"engine='dlx': expected one of 'auto', 'bound'"):
        combien.best(problem, engine="dlx")  # type: ignore[call-overload]
    monkeypatch.setitem(sys.modules, "highspy", None)
    with pytest.raises(MissingExtra, match=r"pip install .*highspy"):
        combien.best(problem, engine="milp")
    assert combien.best(problem) == [(4, (1, 2))]


def test_nothing_is_printed() -> None:
    """HiGHS 1.16 prints a banner when the first of its objects in a process is made."""
    code = "from combien.engines._optimum import highs as m; m.new_highs(m.highs_module())"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout == ran.stderr == ""
