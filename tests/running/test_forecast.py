"""How long a run will take and how far it is, when its tasks end, and which kind ends first."""

from __future__ import annotations

from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from dataclasses import replace
from math import exp, sqrt
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import combien
from combien import Progress
from combien._base.budget import NO_LIMIT, Meter
from combien._questions import long_runs
from combien.engines._protocol import UNLIMITED, Budget, Outcome, PartPlan, Plan, PlanEntry
from combien.engines._search.searching import bits
from combien.engines._search.splitting import split
from combien.errors import OutOfBudget
from combien.running import _coordinator, _runners
from combien.running._coordinator import Forecast, _Coordinator, count_with_ledger, forecast
from combien.running._inspection import LayerStatus, RunStatus
from combien.running._ledger import Ledger
from combien.running._runners import Processes, Task, Threads, Worked, WorkerDied, work
from tests.engines.boards import queens
from tests.running.test_runs import NINE, Dying

costs = st.lists(st.tuples(st.integers(0, 10**6), st.booleans()), max_size=200)


@given(costs)
def test_never_below_what_is_done(shares: list[tuple[int, bool]]) -> None:
    found = forecast(shares)
    assert found.done == sum(nodes for nodes, _ in shares)
    assert found.low >= found.done
    assert found.high is None or found.high >= found.low
    part = found.fraction()
    assert part is None or 0 <= part <= 1


@given(st.lists(st.integers(0, 10**6), min_size=40, max_size=200))
def test_nothing_is_uncertain_at_the_end(nodes: list[int]) -> None:
    found = forecast([(each, True) for each in nodes])
    assert found.low == found.high == sum(nodes)


def test_no_forecast_before_forty_shares() -> None:
    assert forecast([(10, True)] * 39 + [(0, False)] * 9).high is None
    assert forecast([(10, True)] * 40 + [(0, False)] * 9).high is not None


def test_long_shares_are_not_left_out() -> None:
    """Later shares that are done do not count while an earlier one is not."""
    shares = [(10, True)] * 40 + [(9999, False)] + [(1, True)] * 50
    only_before = [(10, True)] * 40 + [(9999, False)] + [(1, False)] * 50
    assert forecast(shares) == forecast(only_before)


def test_the_interval_contains_most_totals() -> None:
    """Of 200 random orders of the shares of queens 11, when a tenth and a quarter are done."""
    problem = queens(11)
    positions, _ = split(problem, bits(), parts=400)
    nodes = [work(problem, Task("bits", ((0, each),), 9.0))[0].nodes for each in positions]
    for part, most in ((10, 2.5), (4, 1.5)):
        inside = 0
        for seed in range(200):
            Random(seed).shuffle(nodes)
            done = len(nodes) // part
            found = forecast([(each, place < done) for place, each in enumerate(nodes)])
            assert found.high is not None
            assert found.high / found.low < most
            inside += found.low <= sum(nodes) <= found.high
        assert inside >= 186


@pytest.mark.parametrize(
    ("outcome", "sweep", "bits", "dlx", "leads"),
    [
        ("beside", 10.0, 41.0, None, True),
        ("beside", 10.0, 41.0, 41.0, True),
        ("beside", 10.0, 41.0, 40.0, False),
        ("beside", 10.0, 40.0, None, False),
        ("beside", 10.0, None, None, True),
        ("beside", None, 1e9, None, False),
        ("dropped", 10.0, 1e9, None, False),
    ],
)
def test_a_sweep_must_be_expected_to_end_much_earlier_than_any_search(
    outcome: Outcome, sweep: float | None, bits: float | None, dlx: float | None, leads: bool
) -> None:
    entries = tuple(
        PlanEntry(name, outcome if name == "frontier" else "beside", "", 1.0, expected, {})
        for name, expected in (("bits", bits), ("dlx", dlx), ("frontier", sweep))
    )
    part = PartPlan(options=1, items=1, copies=1, count=None, entries=entries)
    assert long_runs._sweep_leads(Plan("", (part,))) == leads
    assert not long_runs._sweep_leads(Plan("", (part, part)))


def test_the_interval_of_a_sample() -> None:
    """Of 40 shares of 80 with 200 nodes in the mean, and the standard error of that."""
    shares = [(100, True), (300, True)] * 20 + [(0, False)] * 40
    found = forecast(shares)
    error = sqrt(40 * 100**2 / 39 / 40 * (1 - 40 / 80))
    spread = exp(2.3 * error / 200)
    assert found.done == 8000
    assert [found.low, found.high] == pytest.approx([16000 / spread, 16000 * spread])
    assert found.fraction() == pytest.approx(0.5)
    # Shares without nodes, and a part that is over.
    assert forecast([(0, True)] * 40 + [(0, False)]) == Forecast(0, 0, 0)
    assert Forecast(0, 0, 0).fraction() == 0
    assert Forecast(300, 100, 400).fraction() == 1
    assert Forecast(3, 0.25, 1).fraction() == 1
    assert forecast([(1, True)] * 39) == Forecast(39, 39, None)
    assert forecast([(1, True)] * 40) == Forecast(40, 40, 40)


RUNNING: dict[str, Any] = {
    "layer": None,
    "high": None,
    "low": 0.0,
    "nodes": 1234,
    "open": 0,
    "leased": 0,
}


@pytest.mark.parametrize(
    ("facts", "text"),
    [
        ({"engine": "frontier", "finished": 1}, "1,234 transitions of frontier"),
        ({"engine": "memo", "finished": 2}, "1,234 nodes of memo"),
        ({"engine": "memo", "finished": 1}, None),
        ({"engine": "bits", "finished": 1}, None),
        ({"engine": "bits", "finished": 2}, "1,234 nodes of bits, in 2 shares"),
    ],
)
def test_the_status_of_a_complete_run(facts: dict[str, Any], text: str | None) -> None:
    state = RunStatus(found=7, complete=True, owners=(), **{**RUNNING, **facts})
    without_shares = f" of {facts['engine']}, which needed no shares"
    assert str(state) == f"complete: 7 solutions{f', {text}' if text else without_shares}"


@pytest.mark.parametrize(
    ("high", "size"),
    [(None, "too early to tell how many there are"), (5678.0, "of 2e+03 to 5.68e+03")],
)
@pytest.mark.parametrize(("owners", "workers"), [(("a",), "1 process"), ((), "0 processes")])
def test_the_status_of_a_run(
    high: float | None, size: str, owners: tuple[str, ...], workers: str
) -> None:
    state = RunStatus(
        engine="bits",
        found=1,
        complete=False,
        finished=3,
        owners=owners,
        **{**RUNNING, "low": 2000.0, "high": high, "open": 5, "leased": 4},
    )
    assert str(state) == (
        f"at least 1 solution; 1,234 nodes of bits, {size}; 3 shares done, 4 in work by "
        f"{workers}, 5 waiting"
    )


def test_the_status_of_a_layer() -> None:
    layer = LayerStatus(3, 9, 1000, 2000, 30, files=1, size=4000, ahead=0)
    text = (
        "step 3 of 9 after 1,000 transitions and 2,000 states, 30 in the widest layer; the layer "
        "is in 1 file of 4,000 bytes"
    )
    assert str(layer) == text
    assert str(replace(layer, ahead=2)) == f"{text}, and 2 parts of the next one"


class Steps:
    """A count that finds a solution in each step of a second, and ends after `last` of them."""

    position = "rest=5"

    def __init__(self, now: list[float], last: int) -> None:
        self.now, self.last = now, last
        self.steps = self.count = 0
        self.seconds: list[float] = []

    def advance(self, steps: int, seconds: float, bytes: int) -> bool:
        self.seconds.append(seconds)
        self.now[0] += 1
        self.steps += 1
        self.count += 1
        return self.steps == self.last


@pytest.mark.parametrize(
    ("seconds", "lasts", "nodes", "stop", "worked"),
    [
        (3.0, [9, 9], 99, 99, [(1, 3, 3, "rest")]),
        (3.0, [3, 9], 99, 99, [(1, 3, 3, "")]),
        (3.0, [2, 9], 99, 99, [(1, 2, 2, ""), (2, 1, 1, "rest")]),
        (9.0, [2, 9], 3, 99, [(1, 2, 2, ""), (2, 1, 1, "rest")]),
        (9.0, [2, 9], 2, 99, [(1, 2, 2, "")]),
        (9.0, [9, 9], 99, 2, [(1, 2, 2, "rest"), (2, 0, 0, "b")]),
        (0.0, [9, 9], 99, 99, [(1, 0, 0, "a")]),
    ],
)
def test_a_task_ends_with_its_time_its_nodes_or_when_it_is_told(
    monkeypatch: pytest.MonkeyPatch,
    seconds: float,
    lasts: list[int],
    nodes: int,
    stop: int,
    worked: list[tuple[int, int, int, str]],
) -> None:
    now = [50.0]
    begun: list[Steps] = []

    def counting(problem: object, *, threads: int, resume: str) -> Steps:
        assert (threads, resume) == (1, "ab"[len(begun)])
        begun.append(Steps(now, lasts[len(begun)]))
        return begun[-1]

    monkeypatch.setattr(_runners, "perf_counter", lambda: now[0])
    monkeypatch.setattr(_runners, "searcher_named", lambda *_: SimpleNamespace(counting=counting))
    task = Task("bits", ((1, "a"), (2, "b")), seconds, nodes)
    assert work(queens(4), task, lambda: now[0] >= 50 + stop) == [Worked(*each) for each in worked]
    assert {each for count in begun for each in count.seconds} <= {0.05}


def test_a_task_takes_no_slice_that_is_longer_than_its_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = [0.0]
    count = Steps(now, 9)
    monkeypatch.setattr(_runners, "perf_counter", lambda: now[0])
    monkeypatch.setattr(
        _runners, "searcher_named", lambda *_: SimpleNamespace(counting=lambda *_, **__: count)
    )
    work(queens(4), Task("bits", ((1, "a"),), 0.03125))
    assert count.seconds == [0.03125]


@pytest.mark.parametrize("error", [BrokenProcessPool, OSError, ValueError])
def test_a_pool_that_has_ended_is_begun_again(
    monkeypatch: pytest.MonkeyPatch, error: type[Exception]
) -> None:
    def refuse(*args: object) -> Future[list[Worked]]:
        raise error

    def accept(*args: object) -> Future[list[Worked]]:
        return future

    future: Future[list[Worked]] = Future()
    pools = iter([refuse, accept])
    monkeypatch.setattr(Processes, "_begun", lambda processes: SimpleNamespace(submit=next(pools)))
    processes = Processes(NINE, 2)
    task = Task("bits", (), 1.0)
    processes.submit(task)
    assert (processes.running, processes.slots) == (1, 2)
    future.set_exception(BrokenProcessPool("it has ended"))
    ((ended, died),) = processes.next_done(1.0)
    assert ended == task
    assert isinstance(died, WorkerDied)
    assert str(died) == "it has ended"


def test_the_first_task_that_ends_is_returned_at_once() -> None:
    threads = Threads(NINE, 2)
    waiting: Future[list[Worked]] = Future()
    done: Future[list[Worked]] = Future()
    done.set_result([])
    first, second = Task("bits", (), 1.0), Task("dlx", (), 1.0)
    threads._tasks = {waiting: first, done: second}
    assert threads.next_done(60.0) == [(second, [])]
    assert threads.running == 1
    waiting.set_result([])
    assert threads.next_done(60.0) == [(first, [])]
    assert threads.next_done(60.0) == []
    threads.close()


def test_worker_processes_are_begun_afresh() -> None:
    """A process that is forked from one with threads may wait forever."""
    processes = Processes(NINE, 1)
    context: Any = processes._executor._mp_context
    assert context.get_start_method() == "spawn"
    processes.close()
    processes.close()


class Kept(Dying):
    """A runner that keeps its tasks until `done` has what it returns."""

    def __init__(self, problem: combien.Problem) -> None:
        super().__init__(problem, 2)
        self.tasks: list[Task] = []
        self.closed = False
        self.done: list[tuple[Task, list[Worked] | WorkerDied]] = []
        self.waits: list[float] = []
        self.stopped = False

    @property
    def running(self) -> int:
        return len(self.tasks)

    def submit(self, *tasks: Task) -> None:
        self.tasks += tasks

    def close(self) -> None:
        self.closed = True

    def next_done(self, seconds: float) -> list[tuple[Task, list[Worked] | WorkerDied]]:
        self.waits.append(seconds)
        done, self.done = self.done, []
        for task, _ in done:
            self.tasks.remove(task)
        return done

    def stop(self) -> None:
        self.stopped = True


class Clock:
    """Shows a time that a test sets; `tick` passes whenever it is looked at."""

    def __init__(self, now: float = 0.0, tick: float = 0.0) -> None:
        self.now, self.tick = now, tick

    def __call__(self) -> float:
        self.now += self.tick
        return self.now


Begun = tuple[_Coordinator, Kept, Ledger]


def coordinating(path: Path, *, parts: int = 20, meter: Meter | None = None) -> Begun:
    positions = combien.shares(NINE, parts=parts, engine="bits")[:parts]
    ledger = Ledger.create(
        path, NINE, engine="bits", seed=0, nodes=0, positions=enumerate(positions)
    )
    runner = Kept(NINE)
    return (
        _Coordinator(NINE, ledger, runner, meter or Meter(UNLIMITED, engine="run"), 0),
        runner,
        ledger,
    )


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    shown = Clock(1000.0)
    monkeypatch.setattr(_coordinator, "perf_counter", shown)
    return shown


@pytest.mark.parametrize(
    ("elapsed", "finished", "sizes"),
    [(0.0, 0, [5, 5]), (0.5, 0, [4, 4]), (0.5, 1, [5, 5]), (3.0, 0, [1, 1])],
)
def test_a_task_has_the_shares_that_fit_into_its_time(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    clock: Clock,
    elapsed: float,
    finished: int,
    sizes: list[int],
) -> None:
    monkeypatch.setattr(_coordinator, "SHORTEST_TASK", 3.0)
    coordinator, runner, ledger = coordinating(tmp_path / "run.db")
    clock.now += elapsed
    coordinator._finished += finished
    coordinator._submit(NO_LIMIT)
    assert [len(task.shares) for task in runner.tasks] == sizes
    assert {(task.seconds, task.nodes) for task in runner.tasks} == {(3.0, NO_LIMIT)}
    assert ledger.count_shares("leased") == sum(sizes)
    # No slot is free.
    coordinator._submit(NO_LIMIT)
    assert (len(runner.tasks), coordinator._allowed) == (2, 0)
    # Those that come back are the next ones, and are not leased again.
    first, second = runner.tasks
    runner.tasks.clear()
    coordinator._store([(first, []), (second, [])], split_rest=True)
    clock.now += 1000
    coordinator._submit(NO_LIMIT)
    assert [task.shares for task in runner.tasks] == [
        (share,) for share in (*second.shares, *first.shares)[:2]
    ]
    assert ledger.count_shares("leased") == sum(sizes)
    # Of tasks whose workers died nothing is kept.
    died = [(task, WorkerDied()) for task in runner.tasks]
    coordinator._store([*died], split_rest=True)
    assert len(coordinator._shares) == ledger.count_shares("leased") == sum(sizes) - 2
    ledger.close()


@pytest.mark.parametrize(("nodes", "each"), [(0, []), (1, [1]), (2, [1, 1]), (5, [2, 2])])
def test_the_nodes_are_divided_among_the_slots(tmp_path: Path, nodes: int, each: list[int]) -> None:
    coordinator, runner, ledger = coordinating(tmp_path / "run.db")
    coordinator._submit(nodes)
    assert [task.nodes for task in runner.tasks] == each
    assert coordinator._allowed == sum(each)
    coordinator._store([(task, []) for task in runner.tasks], split_rest=True)
    assert coordinator._allowed == 0
    ledger.close()


def test_one_share_is_one_task(tmp_path: Path) -> None:
    coordinator, runner, ledger = coordinating(tmp_path / "run.db", parts=1)
    coordinator._submit(NO_LIMIT)
    assert [len(task.shares) for task in runner.tasks] == [1]
    ledger.close()


@pytest.mark.parametrize(("elapsed", "seconds"), [(0, 0.1), (100, 0.5), (2000, 5.0)])
def test_tasks_become_longer(tmp_path: Path, clock: Clock, elapsed: float, seconds: float) -> None:
    coordinator, _, ledger = coordinating(tmp_path / "run.db")
    clock.now += elapsed
    assert coordinator._duration() == seconds
    ledger.close()


def test_an_end_waits_a_second_for_the_tasks(tmp_path: Path, clock: Clock) -> None:
    coordinator, runner, ledger = coordinating(tmp_path / "run.db", parts=2)
    with coordinator:
        pass
    assert runner.waits == []
    with coordinator:
        coordinator._submit(NO_LIMIT)
        task, _never_done = runner.tasks
        (worked,) = work(NINE, Task("bits", task.shares, 60.0, nodes=50))
        clock.tick = 0.25
        runner.done = [(task, [worked])]
    assert runner.waits == [0.75, 0.5, 0.25]
    assert (runner.stopped, runner.closed) == (True, True)
    # What was found is stored, with one rest, and no lease is left.
    assert [ledger.count_shares(each) for each in ("open", "leased")] == [2, 0]
    assert ledger.tally().nodes == worked.nodes
    ledger.close()


def test_a_moment_of_a_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, clock: Clock) -> None:
    slept: list[float] = []
    monkeypatch.setattr(_coordinator, "sleep", slept.append)
    coordinator, runner, ledger = coordinating(tmp_path / "run.db", parts=1)
    renewed: list[str] = []
    monkeypatch.setattr(ledger, "renew", renewed.append)
    # Another coordinator has the only share.
    assert len(ledger.lease("elsewhere:1::", 1)) == 1
    assert not coordinator._ledger_is_done(NO_LIMIT, 0.5)
    assert (slept, runner.waits) == ([0.5], [0.5])
    ledger.release("elsewhere:1::")
    for passed, times in ((10, 0), (0.5, 1), (10, 1), (0.5, 2)):
        clock.now += passed
        assert not coordinator._ledger_is_done(NO_LIMIT, 0.5)
        assert len(renewed) == times
    # It is split, as the other slot has nothing to do.
    (task,) = runner.tasks
    runner.done = [(task, work(NINE, Task("bits", task.shares, 60.0, nodes=50)))]
    assert not coordinator._ledger_is_done(NO_LIMIT, 0.5)
    assert ledger.count_shares("open", "leased") > 1
    assert (slept, len(renewed)) == ([0.5], 2)
    ledger.close()


def test_reports_are_twice_a_second(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, clock: Clock
) -> None:
    reports: list[Progress] = []
    meter = Meter(UNLIMITED, engine="run", report=reports.append)
    coordinator, _, ledger = coordinating(tmp_path / "run.db", meter=meter)
    whole = Forecast(done=50, low=100.0, high=400.0)
    monkeypatch.setattr(_coordinator, "forecast", lambda costs: whole)
    coordinator._report()
    coordinator._nodes = 20
    for passed, number in ((0.25, 1), (0.25, 2), (0.25, 2), (1.25, 3)):
        clock.now += passed
        coordinator._report()
        assert len(reports) == number
    assert [report.left for report in reports] == [None, (1.25, 8.75), (5.0, 35.0)]
    assert {report.fraction for report in reports} == {0.25}
    assert reports[0].work == {"at_least": 0, "nodes": 0}
    whole = Forecast(done=50, low=100.0, high=None)
    clock.now += 1
    coordinator._report()
    assert (reports[-1].left, reports[-1].fraction) == (None, None)
    ledger.close()


def test_a_continued_run_needs_the_memory_of_a_search(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(_coordinator, "ALWAYS_ALLOWED", 0)
    path, needs = tmp_path / "run.db", bits().needs(NINE)
    begun = combien.answer(NINE, engine="bits", checkpoint=path, nodes=100, bytes=needs)
    assert path.exists()
    assert not begun.complete
    with pytest.raises(OutOfBudget, match="GB"):
        count_with_ledger(
            NINE, path, runner=lambda problem: Threads(problem, 1), budget=Budget(bytes=needs - 1)
        )
    assert combien.count(NINE, checkpoint=path, bytes=needs) == 352
