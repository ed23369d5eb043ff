"""Runs: threads, processes and clusters find the same, also after kills."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import closing, suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest

import combien
from combien import Progress, Region, Tile, TilingProblem, running
from combien._base.budget import Meter
from combien._questions import long_runs
from combien.cover import formats
from combien.engines._counting import Counting, finish
from combien.engines._protocol import UNLIMITED
from combien.engines._search.searching import bits
from combien.engines._search.splitting import split
from combien.errors import BadInput, CannotAnswer, CannotWrite, Interrupted, OutOfBudget
from combien.running import _coordinator, _ledger
from combien.running._coordinator import _Coordinator, count_with_ledger
from combien.running._ledger import LEASE_SECONDS, Ledger, owner_name
from combien.running._runners import Processes, Runner, Task, Threads, Worked, WorkerDied, work
from tests.cli.commands import combien as run
from tests.engines.boards import queens
from tests.running.test_ledger import SIX, made

NINE = queens(9)


def nodes_of(engine: str, size: int = 9) -> int:
    return combien.answer(queens(size), engine=engine).work["nodes"]


@pytest.mark.parametrize("engine", ["bits", "dlx"])
@pytest.mark.parametrize("workers", [{"threads": 3}, {"threads": 1}, {"processes": 2}])
def test_the_count_and_the_nodes_match_one_thread(
    tmp_path: Path, engine: str, workers: dict[str, int]
) -> None:
    path = tmp_path / "run.db"
    found = combien.answer(NINE, engine=engine, checkpoint=path, **workers)  # type: ignore[arg-type]
    assert (found.count, found.engine, found.complete) == (352, engine, True)
    assert found.work == {"nodes": nodes_of(engine)}
    # Once more: it is only read.
    assert combien.count(NINE, checkpoint=path) == 352


def test_auto_stores_what_another_engine_counts(tmp_path: Path) -> None:
    path = tmp_path / "run.db"
    board = combien.TilingProblem(
        combien.Region.box(20, 20), [combien.Tile("**", symmetries="all", times="any")]
    )
    number = combien.count(board)
    assert combien.count(board, checkpoint=path) == number
    state = running.status(path)
    assert (state.found, state.nodes, state.complete) == (number, 0, True)
    assert state.engine not in ("bits", "dlx")
    ledger = Ledger.open(path)
    assert ledger.seed == 0
    ledger.close()
    assert running.verify(path) == 0
    assert combien.count(board, checkpoint=path) == number


def test_other_problems_and_engines_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "run.db"
    assert combien.count(NINE, engine="dlx", checkpoint=path) == 352
    with pytest.raises(BadInput, match="a run of another problem"):
        combien.count(queens(8), checkpoint=path)
    with pytest.raises(BadInput, match="a run of the engine 'dlx', not 'bits'"):
        combien.count(NINE, engine="bits", checkpoint=path)
    with pytest.raises(CannotAnswer, match="the zdd engine does not search"):
        combien.count(NINE, engine="zdd", checkpoint=tmp_path / "other.db")
    with pytest.raises(CannotWrite, match="could not be used"):
        combien.count(NINE, engine="bits", checkpoint=tmp_path / "none" / "run.db")


def test_a_run_continues_after_its_budget(tmp_path: Path) -> None:
    path = tmp_path / "run.db"
    stops = 0
    while True:
        try:
            found = combien.count(queens(12), engine="bits", checkpoint=path, nodes=40_000)
            break
        except OutOfBudget as stop:
            stops += 1
            state = running.status(path)
            assert (stop.known["at_least"], 40_000 * stops) == (state.found, state.nodes)
    assert found == 14200
    assert stops > 0
    assert running.status(path).nodes == nodes_of("bits", 12)


@pytest.mark.parametrize("nodes", [0, 1, 500, 6000])
def test_the_limit_of_nodes_is_exact(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, nodes: int
) -> None:
    """Those above the first shares count, too."""
    allowed: list[int] = []

    def watched(*args: Any, **limits: Any) -> Any:
        allowed.append(limits["nodes"])
        return split(*args, **limits)

    monkeypatch.setattr(_coordinator, "split", watched)
    path = tmp_path / "run.db"
    found = combien.answer(queens(12), engine="bits", checkpoint=path, nodes=nodes, threads=2)
    assert found.work["nodes"] == running.status(path).nodes == nodes
    assert allowed == [nodes]


def test_ctrl_c_stores_what_was_found(tmp_path: Path) -> None:
    path = tmp_path / "run.db"

    def press(progress: Progress) -> None:
        raise KeyboardInterrupt

    with pytest.raises(Interrupted) as caught:
        combien.count(queens(14), engine="bits", checkpoint=path, report=press, threads=2)
    assert caught.value.known.keys() == {"at_least", "nodes"}
    state = running.status(path)
    assert not state.complete
    assert state.leased == 0
    assert "shares done, 0 in work by 0 processes" in str(state)
    assert combien.count(queens(14), checkpoint=path, processes=2) == 365596
    assert running.status(path).nodes == nodes_of("bits", 14)


def test_auto_tries_all_engines_beside_the_nodes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    given: list[tuple[int, bool]] = []

    def watched(counting: Counting, meter: Meter) -> int:
        given.append((meter.slice(0)[0], meter.has_reporter))
        return finish(counting, meter)

    monkeypatch.setattr(long_runs, "finish", watched)
    least = long_runs.LEAST_PLANNED_NODES
    for nodes, report in ((0, None), (100, print), (2 * least, None)):
        path = tmp_path / str(nodes)
        found = combien.answer(queens(14), checkpoint=path, nodes=nodes, report=report, threads=1)
        assert not found.complete
        assert nodes <= found.work["nodes"] <= 2 * nodes
    assert given == [(least, False), (least, True), (2 * least, False)]


def test_a_run_with_few_nodes_is_begun_by_the_best_engine(tmp_path: Path) -> None:
    """A search of this board, of 10**11 tilings, would not end."""
    tiles = [Tile(drawing, symmetries="all", times="any") for drawing in ("**", "***", "*.\n**")]
    board = TilingProblem(Region.box(7, 7), tiles)
    for nodes in (0, 45, 31_775):
        path = tmp_path / str(nodes)
        assert combien.count(board, checkpoint=path, nodes=nodes) == 267_855_152_858


@pytest.mark.parametrize(("searches", "threads"), [(0.5, 1), (1.0, 1), (2.9, 2), (9.0, 4)])
def test_as_many_threads_as_fit_into_the_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, searches: float, threads: int
) -> None:
    slots: list[int] = []

    def watched(problem: combien.Problem, most: int) -> Threads:
        slots.append(most)
        return Threads(problem, most)

    monkeypatch.setattr(long_runs, "Threads", watched)
    problem, path = queens(5), tmp_path / "run.db"
    limit = int(searches * bits().needs(problem))
    assert combien.count(problem, engine="bits", checkpoint=path, threads=4, bytes=limit) == 10
    assert slots == [threads]


def command(problem: Path, path: Path, *words: str) -> subprocess.Popen[str]:
    count = [sys.executable, "-m", "combien", "count", "--engine", "bits", str(problem)]
    return subprocess.Popen(
        [*count, "--checkpoint", path, *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="needs the /proc of Linux")
def test_the_workers_of_a_killed_process_end(tmp_path: Path) -> None:
    problem, path = tmp_path / "queens.dlx", tmp_path / "run.db"
    problem.write_text(formats.write(queens(18), format="dlx"))
    process = command(problem, path, "--processes", "2")
    workers: set[int] = set()
    # Both workers, and the tracker of their resources.
    begun = time.perf_counter()
    while len(workers) < 3:
        assert process.poll() is None
        assert time.perf_counter() - begun < 30
        children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text()
        workers |= set(map(int, children.split()))
        time.sleep(0.05)
    process.kill()
    process.communicate()
    begun = time.perf_counter()
    while any(is_running(worker) for worker in workers):
        assert time.perf_counter() - begun < 30
        time.sleep(0.05)


def is_running(process: int) -> bool:
    with suppress(OSError):
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    return False


@pytest.mark.parametrize("workers", [["--threads", "2"], ["--processes", "2"]])
def test_killed_at_any_moment(tmp_path: Path, workers: list[str]) -> None:
    problem, path = tmp_path / "queens.dlx", tmp_path / "run.db"
    problem.write_text(formats.write(queens(13), format="dlx"))
    dice = Random(1)
    for _ in range(3):
        process = command(problem, path, *workers)
        # As soon as something is stored, and a moment later.
        while process.poll() is None and not (path.exists() and path.stat().st_size > 5000):
            time.sleep(0.01)
        time.sleep(dice.uniform(0, 0.2))
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
    output, errors = command(problem, path, *workers).communicate(timeout=120)
    assert (output, errors) == ("73712\n", "")
    assert running.status(path).nodes == nodes_of("bits", 13)
    assert running.verify(path) == 10


@pytest.mark.parametrize("owner", ["dead", "elsewhere"])
def test_a_run_whose_last_shares_are_those_of_an_ended_coordinator(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, owner: str
) -> None:
    """None is open, but they may be taken: at once, or, on another machine, after the lease."""
    host, number, _, name = owner_name().split(":")
    with closing(made(tmp_path / "run.db")) as ledger:
        held = f"{host}:{number}:1:{name}" if owner == "dead" else "elsewhere:1::"
        left = len(ledger.lease(held, 100))
        assert ledger.count_shares("open") == 0 < left
        assert ledger.count_open("me") == (left if owner == "dead" else 0)
        assert ledger.count_open(held) == 0
    if owner == "elsewhere":
        later = time.time() + LEASE_SECONDS + 1
        monkeypatch.setattr(_ledger, "time", lambda: later)
    counted = count_with_ledger(
        SIX, tmp_path / "run.db", engine="dlx", runner=lambda problem: Threads(problem, 1)
    )
    assert counted.count == combien.count(SIX) == 4


def test_two_coordinators_share_the_work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "run.db"
    visited: list[int] = []

    class Counted(Threads):
        def next_done(self, seconds: float) -> list[tuple[Task, list[Worked] | WorkerDied]]:
            done = super().next_done(seconds)
            for _, found in done:
                assert not isinstance(found, WorkerDied)
                visited.extend(worked.nodes for worked in found)
            return done

    answers = []

    def one() -> None:
        runner: Callable[[combien.Problem], Counted] = lambda problem: Counted(problem, 1)  # noqa: E731
        found = count_with_ledger(queens(13), path, engine="bits", runner=runner)
        answers.append((found.count, found.work["nodes"]))

    threads = [threading.Thread(target=one) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    nodes = nodes_of("bits", 13)
    assert answers == [(73712, nodes)] * 2
    # Nothing was done twice; neither visited the nodes above the shares.
    assert nodes - 1000 < sum(visited) < nodes


def test_how_many_shares_a_task_has(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A few, as the others are left to other processes; where few are left, half are given out."""
    monkeypatch.setattr(_coordinator, "LONGEST_TASK", 1e9)
    monkeypatch.setattr(_coordinator, "SHORTEST_TASK", 1e9)
    sizes: list[int] = []

    class Watched(Threads):
        def submit(self, *tasks: Task) -> None:
            sizes.extend(len(task.shares) for task in tasks)
            super().submit(*tasks)

    runner: Callable[[combien.Problem], Watched] = lambda problem: Watched(problem, 2)  # noqa: E731
    assert count_with_ledger(NINE, tmp_path / "9", engine="bits", runner=runner).count == 352
    assert sizes[0] == max(sizes) == _coordinator.MOST_SHARES
    sizes.clear()
    assert count_with_ledger(queens(5), tmp_path / "5", engine="bits", runner=runner).count == 10
    shares = len(combien.shares(queens(5), parts=1000, engine="bits"))
    assert sizes[:2] == [-(-shares // 4)] * 2
    assert sum(sizes) == shares


@pytest.mark.parametrize("nodes", [1, 3, 10])
def test_the_nodes_of_a_task_include_all_its_shares(nodes: int) -> None:
    positions = tuple(enumerate(combien.shares(NINE, parts=9, engine="bits")))
    worked = work(NINE, Task("bits", positions, 60.0, nodes))
    assert sum(each.nodes for each in worked) == nodes
    # Those that were not begun are not there, and each but the last one is done.
    assert all(each.nodes > 0 for each in worked)
    assert [each.rest for each in worked[:-1]] == [""] * (len(worked) - 1)


def test_workers_end_in_the_middle_of_a_task() -> None:
    processes = Processes(queens(20), 1)
    (position,) = combien.shares(queens(20), parts=1, engine="bits")
    processes.submit(Task("bits", ((1, position),), 3600.0))
    workers = list(processes._executor._processes.values())
    processes.close()
    assert [worker.exitcode for worker in workers] == [-signal.SIGTERM]


def test_threads_end_in_the_middle_of_a_task() -> None:
    threads = Threads(queens(20), 1)
    (position,) = combien.shares(queens(20), parts=1, engine="bits")
    task = Task("bits", ((1, position),), 3600.0)
    threads.submit(task)
    assert threads.next_done(0.0) == []
    threads.stop()
    ((ended, (worked,)),) = threads.next_done(60.0)  # type: ignore[misc]
    assert (ended, worked.share) == (task, 1)
    assert worked.rest
    # Close stops what runs, too, and does not begin what waits.
    threads = Threads(queens(20), 1)
    threads.submit(task)
    threads.submit(task)
    (thread,) = threads._executor._threads
    waiting = list(threads._tasks)[1]
    threads.close()
    assert waiting.cancelled()
    assert not thread.is_alive()


class Dying(Runner):
    """A runner whose workers die."""

    def __init__(self, problem: combien.Problem, slots: int = 1) -> None:
        super().__init__(slots)

    def submit(self, *tasks: Task) -> None:
        for task in tasks:
            died: Future[list[Worked]] = Future()
            died.set_exception(MemoryError())
            self._tasks[died] = task

    def close(self) -> None:
        pass


@pytest.mark.parametrize("parts", [1, 2, 3, 4, 5])
def test_a_rest_is_split_if_fewer_than_two_shares_are_left_for_a_slot(
    tmp_path: Path, parts: int
) -> None:
    others = combien.shares(NINE, parts=9, engine="bits")[:parts]
    (worked,) = work(NINE, Task("bits", ((1, ""),), 60.0, nodes=50))
    ledger = Ledger.create(
        tmp_path / "run.db", NINE, engine="bits", seed=0, nodes=0, positions=enumerate(others)
    )
    meter = Meter(UNLIMITED, engine="run")
    with _Coordinator(NINE, ledger, Dying(NINE, 2), meter, 0) as coordinator:
        assert (len(coordinator._rest(worked.rest, True)) > 1) == (parts < 4)
        assert coordinator._rest(worked.rest, False) == [worked.rest]
        assert coordinator._rest("", True) == []


def test_a_task_that_dies_four_times_ends_the_run(tmp_path: Path) -> None:
    path = tmp_path / "run.db"
    with pytest.raises(CannotAnswer, match=r"has ended its worker 4 times.*combien count --resume"):
        count_with_ledger(NINE, path, engine="bits", runner=Dying)
    # The file is sound, and other workers may do better.
    assert running.status(path).leased == 0


def test_a_worker_process_that_is_killed(tmp_path: Path) -> None:
    path = tmp_path / "run.db"

    class Mortal(Processes):
        killed = 0

        def submit(self, *tasks: Task) -> None:
            super().submit(*tasks)
            if self.killed < 2 and self._executor._processes:
                self.killed += 1
                time.sleep(0.3)
                for process in list(self._executor._processes.values())[:1]:
                    process.kill()

    found = count_with_ledger(
        queens(12), path, engine="bits", runner=lambda problem: Mortal(problem, 2)
    )
    assert (found.count, found.work["nodes"]) == (14200, nodes_of("bits", 12))


def test_progress_has_an_interval(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_coordinator, "REPORT_SECONDS", 0.0)
    reports: list[Progress] = []
    combien.count(
        queens(13), engine="bits", checkpoint=tmp_path / "run.db", report=reports.append, threads=2
    )
    told = [report for report in reports if report.left is not None]
    assert told
    for report in told:
        assert report.left is not None
        assert 0 <= report.left[0] <= report.left[1]
        assert report.fraction is not None


def test_exported_shares_match_the_search(tmp_path: Path) -> None:
    path, text = tmp_path / "run.db", tmp_path / "run.jsonl"
    assert combien.count(NINE, engine="bits", checkpoint=path) == 352
    with text.open("w") as file:
        running.export(path, file)
    facts, *shares = map(json.loads, text.read_text().splitlines())
    assert facts["fingerprint"] == NINE.fingerprint
    assert sum(int(share["found"]) for share in shares) == 352
    assert sum(share["nodes"] for share in shares) == nodes_of("bits")
    done = [share for share in shares if share["status"] == "done"]
    assert combien.count(NINE, resume=done[0]["position"]) == int(done[0]["found"])


def test_the_first_shares_do_not_depend_on_the_run(tmp_path: Path) -> None:
    for name in ("a", "b"):
        combien.count(NINE, engine="bits", checkpoint=tmp_path / name, threads=1)
    first = []
    for name in ("a", "b"):
        with (tmp_path / f"{name}.jsonl").open("w+") as file:
            running.export(tmp_path / name, file)
            file.seek(0)
            shares = [json.loads(line) for line in file.readlines()[1:]]
        first.append([share["position"] for share in shares if share["parent"] == 1])
    assert first[0] == first[1]
    assert len(first[0]) >= 1000
    # They are in a random order, which the forecast needs.
    in_order = combien.shares(NINE, parts=1000, engine="bits")
    assert first[0] != in_order
    assert sorted(first[0]) == sorted(in_order)


def test_the_commands(tmp_path: Path) -> None:
    problem, path = tmp_path / "queens.dlx", tmp_path / "run.db"
    problem.write_text(formats.write(NINE, format="dlx"))
    words = ["count", "--engine", "bits", str(problem), "--checkpoint", str(path)]
    stopped = run(*words, "--nodes", "1000")
    assert stopped.code == 20
    assert f"the same command continues the run in {path}" in stopped.printed
    assert "at least" in run("runs", "status", str(path)).out
    assert run(*words).out == "352\n"
    shown = run("runs", "status", str(path))
    assert (shown.code, shown.out.split(",")[0]) == (0, "complete: 352 solutions")
    assert json.loads(run("runs", "status", "--json", str(path)).out)["found"] == "352"
    assert "is sound; 10 of its shares" in run("runs", "verify", str(path)).out
    assert len(run("runs", "export", str(path)).out.splitlines()) > 1000
    assert run("runs", "status", str(problem)).code == 2


def test_a_search_that_does_not_fit_into_the_memory(tmp_path: Path) -> None:
    path = tmp_path / "run.db"
    large = queens(110)
    with pytest.raises(OutOfBudget, match="bytes"):
        combien.count(large, engine="bits", checkpoint=path, bytes=1000, seconds=5)
    assert not path.exists()


@pytest.mark.parametrize("runner", [Threads, Processes])
def test_a_worker_without_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, runner: type[Threads | Processes]
) -> None:
    class Full(runner):  # type: ignore[misc, valid-type]
        def submit(self, *tasks: Task) -> None:
            (self._tasks[future],) = tasks

    future: Future[list[Worked]] = Future()
    future.set_exception(MemoryError())
    with pytest.raises(CannotAnswer, match="has ended its worker 4 times"):
        count_with_ledger(
            NINE, tmp_path / "run.db", engine="bits", runner=lambda problem: Full(problem, 1)
        )


def test_the_status_of_runs_without_shares(tmp_path: Path) -> None:
    dominoes = combien.TilingProblem(
        combien.Region.box(6, 6), [combien.Tile("**", symmetries="all", times="any")]
    )
    for engine, state in [
        ("frontier", "complete: 6728 solutions, .* transitions of frontier"),
        ("auto", "complete: 6728 solutions of .*, which needed no shares"),
    ]:
        path = tmp_path / engine
        assert combien.count(dominoes, engine=engine, checkpoint=path) == 6728
        assert re.fullmatch(state, str(running.status(path)))
