"""Runs on a Dask cluster: a real scheduler and workers over TCP, some of which are killed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import CancelledError
from concurrent.futures import TimeoutError as FutureTimeout
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import combien
from combien import running
from combien.cover import formats
from combien.errors import BadInput, CannotAnswer, MissingExtra
from combien.running import _runners
from combien.running._runners import Task, WorkerDied, work
from tests.engines.boards import queens

pytestmark = pytest.mark.needs("distributed")

# Dask and its web server warn about other things than ours.
quiet = pytest.mark.filterwarnings("ignore")


@pytest.fixture
def cluster() -> Iterator[Any]:
    import distributed

    with (
        distributed.LocalCluster(
            n_workers=2,
            threads_per_worker=1,
            processes=True,
            protocol="tcp://",
            dashboard_address=None,
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        yield client


def nodes_of(size: int) -> int:
    return combien.answer(queens(size), engine="bits").work["nodes"]


@quiet
def test_a_scheduler_by_its_address(tmp_path: Path, cluster: Any) -> None:
    path = tmp_path / "run.db"
    address = cluster.scheduler.address
    assert address.startswith("tcp://")
    assert combien.count(queens(11), engine="bits", checkpoint=path, cluster=address) == 2680
    assert running.status(path).nodes == nodes_of(11)


@quiet
def test_a_cluster_that_is_started_here(tmp_path: Path) -> None:
    path = tmp_path / "run.db"
    assert combien.count(queens(10), engine="bits", checkpoint=path, cluster="local:1") == 724


@quiet
def test_workers_that_are_killed(tmp_path: Path, cluster: Any) -> None:
    path = tmp_path / "run.db"
    killed = []

    def kill() -> None:
        for _ in range(2):
            time.sleep(0.4)
            workers = list(cluster.run(os.getpid).values())
            os.kill(workers[0], signal.SIGKILL)
            killed.append(workers[0])

    thread = threading.Thread(target=kill)
    thread.start()
    found = combien.answer(queens(15), engine="bits", checkpoint=path, cluster=cluster)
    thread.join()
    assert len(killed) == 2
    assert found.count == 2279184
    assert found.work["nodes"] == nodes_of(15)


@quiet
@pytest.mark.parametrize(
    ("address", "error", "message"),
    [
        ("local:none", BadInput, "expected local:4 or tcp"),
        ("local:0", BadInput, "expected local:4 or tcp"),
        ("somewhere", BadInput, "expected local:4 or tcp"),
        (3, BadInput, "expected a Dask client"),
        ("tcp://127.0.0.1:1", CannotAnswer, "no Dask scheduler answers"),
    ],
)
def test_addresses_that_are_refused(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    address: object,
    error: type[Exception],
    message: str,
) -> None:

    monkeypatch.setattr(_runners, "CONNECT_SECONDS", 1)
    with pytest.raises(error, match=message):
        combien.count(queens(9), engine="bits", checkpoint=tmp_path / "r.db", cluster=address)


# With clients that are not real ones --------------------------------------------------------------


@pytest.mark.parametrize("number", [1, 4, 1024])
def test_which_cluster_is_started(monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    import distributed

    asked: list[dict[str, Any]] = []

    def cluster(**options: Any) -> str:
        asked.append(options)
        return "cluster"

    monkeypatch.setattr(distributed, "LocalCluster", cluster)
    monkeypatch.setattr(distributed, "Client", lambda *args: ("client", *args))
    assert _runners._connected(f"local:{number}") == ("client", "cluster")
    assert asked == [
        {
            "n_workers": number,
            "threads_per_worker": 1,
            "processes": True,
            "dashboard_address": None,
            "protocol": "tcp://",
        }
    ]


@pytest.mark.parametrize("number", ["0", "1025", "\N{SUPERSCRIPT TWO}", "x"])
def test_numbers_of_workers_that_are_refused(monkeypatch: pytest.MonkeyPatch, number: str) -> None:
    import distributed

    monkeypatch.setattr(distributed, "LocalCluster", None)
    with pytest.raises(BadInput, match="expected local:4 or tcp"):
        _runners._connected(f"local:{number}")


@pytest.mark.parametrize("error", [OSError, TimeoutError, ValueError])
def test_schedulers_that_do_not_answer(
    monkeypatch: pytest.MonkeyPatch, error: type[Exception]
) -> None:
    import distributed

    def client(address: str, *, timeout: float) -> None:
        assert timeout == 20
        raise error("nobody is there")

    monkeypatch.setattr(distributed, "Client", client)
    for scheme in ("tcp", "tls"):
        with pytest.raises(CannotAnswer, match=r"at t.*: nobody is there"):
            _runners._connected(f"{scheme}://example.org:1")
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(MissingExtra, match="needs Dask"):
        _runners._connected("local:1")


class Future:
    """A task of a client; `result` is what it returns, or raises."""

    def __init__(self, result: Any) -> None:
        self._result = result
        self.released = False

    def result(self) -> Any:
        if isinstance(self._result, Exception):
            raise self._result
        return self._result

    def release(self) -> None:
        self.released = True


class Client:
    """A client and the queue of its futures; `answers` are what `sync` returns or raises."""

    loop = "a loop"

    def __init__(self, *answers: Any) -> None:
        self.answers = list(answers)
        self.asked: list[tuple[Any, ...]] = []
        self.watched: list[Future] = []
        self.ready: list[Future] = []
        self.workers = {"a": 2, "b": 3}
        self.times_asked = 0
        self.__anext__ = "the next one"

    def nthreads(self) -> dict[str, int]:
        self.times_asked += 1
        return self.workers

    def submit(self, function: Any, *args: Any) -> Future:
        self.asked.append((function, args))
        return Future([])

    def map(self, function: Any, *args: Any, pure: bool) -> list[Future]:
        assert not pure
        self.asked.append((function, *args))
        return [Future([]) for _ in args[0]]

    def sync(self, what: Any, *, callback_timeout: float) -> Any:
        assert (what, callback_timeout) == ("the next one", 0.5)
        answer = self.answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer

    def cancel(self, futures: list[Future]) -> None:
        self.asked.append(("cancel", len(futures)))

    # The queue.

    def add(self, future: Future) -> None:
        self.watched.append(future)

    def update(self, futures: list[Future]) -> None:
        self.watched += futures

    def has_ready(self) -> bool:
        return bool(self.ready)

    def next_batch(self, *, block: bool) -> list[Future]:
        assert not block
        ready, self.ready = self.ready, []
        return ready


def connected(monkeypatch: pytest.MonkeyPatch, client: Client) -> _runners.Cluster:
    import distributed

    def queue(*, loop: object) -> Any:
        assert loop == "a loop"
        return client

    monkeypatch.setattr(distributed, "as_completed", queue)
    return _runners.Cluster(queens(4), client)


def test_the_slots_of_a_cluster(monkeypatch: pytest.MonkeyPatch) -> None:
    client = Client()
    cluster = connected(monkeypatch, client)
    now = [100.0]
    monkeypatch.setattr(_runners, "perf_counter", lambda: now[0])
    assert (cluster.slots, cluster.running) == (5, 0)
    # The scheduler is asked every three seconds.
    client.workers = {}
    now[0] += 2
    assert (cluster.slots, client.times_asked) == (5, 1)
    now[0] += 2
    assert (cluster.slots, client.times_asked) == (1, 2)
    # One task waits for each eight threads.
    client.workers = dict.fromkeys(map(str, range(1000)), 1)
    now[0] += 4
    assert cluster.slots == 1125
    assert cluster.next_done(0.5) == []
    for missing in ("map", "nthreads"):
        other = SimpleNamespace(map=None, nthreads=None)
        delattr(other, missing)
        with pytest.raises(BadInput, match="expected a Dask client"):
            _runners.Cluster(queens(4), other)


def test_the_tasks_of_a_cluster(monkeypatch: pytest.MonkeyPatch) -> None:
    import distributed

    client = Client(TimeoutError(), FutureTimeout(), StopAsyncIteration())
    cluster = connected(monkeypatch, client)
    tasks = [Task("bits", ((number, ""),), 1.0) for number in range(4)]
    cluster.submit(*tasks)
    first, second, third, fourth = client.watched
    assert client.asked[1:] == [(work, [cluster._problem] * 4, tuple(tasks))]
    assert cluster.running == 4
    # Nothing has ended; the last time, the queue has lost what it watched.
    assert [cluster.next_done(0.5) for _ in range(3)] == [[], [], []]
    assert client.watched == [first, second, third, fourth] * 2
    client.ready = [second]
    assert cluster.next_done(0.5) == [(tasks[1], [])]
    first._result = distributed.KilledWorker("a task", SimpleNamespace(address="tcp://a"), 3)
    third._result, fourth._result = MemoryError("full"), CancelledError()
    # One is waited for, and others have ended since.
    client.answers = [third]
    client.ready = [first]
    monkeypatch.setattr(client, "has_ready", lambda: False)
    found = cluster.next_done(0.5)
    assert [task for task, _ in found] == [tasks[2], tasks[0]]
    assert all(isinstance(died, WorkerDied) for _, died in found)
    assert str(found[0][1]) == "full"
    assert [future.released for future in (first, second, third, fourth)] == [True] * 3 + [False]
    assert cluster.running == 1
    client.answers = [fourth]
    ((_, cancelled),) = cluster.next_done(0.5)
    assert isinstance(cancelled, WorkerDied)
    # A client of the caller stays open.
    cluster.submit(tasks[0])
    cluster.stop()
    cluster.close()
    assert client.asked[-1] == ("cancel", 1)
    assert cluster.running == 0


@pytest.mark.parametrize("local", [True, False])
def test_a_client_made_from_an_address_is_closed(
    monkeypatch: pytest.MonkeyPatch, local: bool
) -> None:
    closed: list[str] = []
    client: Any = Client()
    client.close = lambda: closed.append("client")
    client.cluster = SimpleNamespace(close=lambda: closed.append("cluster")) if local else None
    monkeypatch.setattr(_runners, "_connected", lambda address: client)
    cluster = connected(monkeypatch, "local:1")  # type: ignore[arg-type]
    cluster.close()
    assert closed == ["client", "cluster"][: 2 if local else 1]


def test_a_cluster_that_does_not_end_is_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    """As after a signal to the group, when the workers ended before their nannies noticed it."""
    never = threading.Event()
    worker = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
    client: Any = Client()
    client.close = lambda: None
    nannies = {0: SimpleNamespace(pid=worker.pid), 1: SimpleNamespace(pid=None)}
    client.cluster = SimpleNamespace(close=never.wait, workers=nannies)
    monkeypatch.setattr(_runners, "_connected", lambda address: client)
    monkeypatch.setattr(_runners, "CLOSE_SECONDS", 0.2)
    cluster = connected(monkeypatch, "local:2")  # type: ignore[arg-type]
    cluster.close()
    assert worker.wait(60) == -signal.SIGKILL
    # Closed a second time, nothing is waited for.
    monkeypatch.setattr(_runners, "CLOSE_SECONDS", 600)
    cluster.close()
    never.set()


@quiet
def test_a_signal_to_the_group_ends_a_cluster(tmp_path: Path) -> None:
    problem = tmp_path / "queens.json"
    problem.write_text(formats.write(queens(19), format="json"))
    words = ["count", str(problem), "--engine", "bits", "--checkpoint", "run.db"]
    process = subprocess.Popen(
        [sys.executable, "-m", "combien", *words, "--cluster", "local:2"],
        cwd=tmp_path,
        start_new_session=True,
        stderr=subprocess.PIPE,
        text=True,
    )
    path = tmp_path / "run.db"
    while not (path.exists() and running.status(path).found):
        time.sleep(0.1)
    os.killpg(process.pid, signal.SIGTERM)
    assert "the same command continues the run" in process.communicate(timeout=60)[1]
    assert process.returncode == 130
    assert running.status(path).leased == 0
