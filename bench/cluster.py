"""Simulate a run on a cluster of many workers: `python bench/cluster.py`.

    python bench/cluster.py                 10, 100 and 1000 workers, half an hour of virtual time
    python bench/cluster.py 1000 --calm     without failures, stragglers and preemptions
    python bench/cluster.py --dask          beside Dask's own map, on a real cluster of two workers

The coordinator and the file of the run are the real ones.  The clock, the scheduler, the workers
and the search tree are simulated.  The tree is skewed: a node has up to six children, and the
largest has most of what is below it.  Its size is known, so a node that is lost or visited twice
is noticed: the count of the run is the number of its nodes.

A worker dies after half an hour in the mean, which loses its task, and returns after a minute; one
of twenty is five times as slow; after five minutes a fifth is taken away at once for two minutes.
The client and the scheduler are busy for some time with each task.
"""

from __future__ import annotations

import argparse
from collections import deque
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import lru_cache
from heapq import heappop, heappush
from math import inf
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

import combien
from combien.engines._places import Place
from combien.running import _coordinator
from combien.running._coordinator import count_with_ledger
from combien.running._runners import Cluster, Runner, Task, Worked, WorkerDied

# Nodes that a worker visits in a second.
SPEED = 100

# The work of the client and of the scheduler with a task: measured with a thousand workers.
CLIENT_SECONDS, SCHEDULER_SECONDS = 0.009, 0.012

LIFE, AWAY = 1800.0, 60.0
SLOW, SLOWNESS = 20, 5
TAKEN_AT, TAKEN_PART, TAKEN_FOR = 300.0, 5, 120.0

# When the workers should be busy.
WARM = 120.0

PROBLEM = combien.Problem.from_options(["a"])


# The tree -----------------------------------------------------------------------------------------


class Tree:
    """A search tree of this number of nodes, as an engine; a node is the path from the root."""

    name = "dlx"

    def __init__(self, nodes: int, seed: int = 0) -> None:
        self.nodes = nodes
        self._seed = seed
        self._below = lru_cache(1 << 18)(self._below_of)

    def needs(self, problem: combien.Problem) -> int:
        """Return the memory of a search."""
        return 0

    def open_at(self, problem: combien.Problem, place: Place) -> Any:
        """Return a search that knows the children of the node where it is."""
        children = list(range(len(self._below(place.choices))))
        return SimpleNamespace(branches=lambda: children, resume=lambda *_: None)

    def size(self, path: tuple[int, ...]) -> int:
        """Return the number of nodes of a subtree."""
        return self._below(path[:-1])[path[-1]] if path else self.nodes

    def _below_of(self, path: tuple[int, ...]) -> tuple[int, ...]:
        """Return the sizes of the children of a node."""
        left = self.size(path) - 1
        dice = Random(f"{self._seed}{path}")
        weights = [dice.random() ** 4 for _ in range(dice.randint(1, 6))]
        sizes = [int(left * weight / sum(weights)) for weight in weights]
        sizes[0] += left - sum(sizes)
        return tuple(size for size in sizes if size)

    def search(self, place: Place, most: int) -> tuple[int, Place | None]:
        """Visit up to this many nodes in depth-first order; return how many, and the rest."""
        path, visited, left = place.choices, place.visited, most
        while True:
            if not visited and self.size(path) <= left:
                left -= self.size(path)
                visited = True
            elif not visited and left:
                left -= 1
                path = (*path, 0)
            elif not visited:
                return most, Place(path, False, place.floor)
            elif len(path) <= place.floor:
                return most - left, None
            elif path[-1] + 1 < len(self._below(path[:-1])):
                path, visited = (*path[:-1], path[-1] + 1), False
            else:
                path = path[:-1]


# The workers --------------------------------------------------------------------------------------


@dataclass
class Clock:
    """Virtual time."""

    now: float = 0.0

    def __call__(self) -> float:
        """Return the time."""
        return self.now

    def sleep(self, seconds: float) -> None:
        """Let time pass."""
        self.now += seconds


@dataclass
class Worker:
    """A worker: since when it is there, when it dies, and its task with the time it began."""

    speed: float
    since: float = 0.0
    dies: float = inf
    task: Task | None = None
    begun: float = 0.0


@dataclass
class Measured:
    """What the workers did; `lost` are the seconds of tasks whose workers died."""

    lost: float = 0.0
    tasks: int = 0
    deaths: int = 0
    # Busy seconds and seconds of presence, by minute.
    minutes: dict[int, list[float]] = field(default_factory=dict)

    def add(self, begin: float, end: float, which: int) -> None:
        """Add an interval in which a worker was there (0) or busy (1)."""
        while begin < end:
            minute = int(begin // 60)
            until = min(end, 60.0 * (minute + 1))
            self.minutes.setdefault(minute, [0.0, 0.0])[which] += until - begin
            begin = until

    def part(self, first: float, last: float) -> float:
        """Return the busy part of the whole minutes between two times."""
        chosen = [two for minute, two in self.minutes.items() if first <= 60 * minute < last - 60]
        return sum(busy for _, busy in chosen) / max(1e-9, sum(there for there, _ in chosen))


class Simulated(Runner):
    """A scheduler and workers in virtual time."""

    def __init__(
        self, tree: Tree, clock: Clock, workers: int, *, calm: bool = False, ahead: bool = True
    ) -> None:
        super().__init__()
        self.tasks_a_second = Cluster.tasks_a_second if ahead else inf
        self.measured = Measured()
        self._tree, self._clock = tree, clock
        self._calm, self._ahead = calm, ahead
        self._dice = Random(1)
        self._queue: deque[Task] = deque()
        self._ready: list[tuple[Task, list[Worked]]] = []
        self._events: list[tuple[float, int, str, Any]] = []
        self._number = self._unfinished = 0
        self._there = workers
        # Until when the scheduler is busy.
        self._busy_until = 0.0
        speeds = [SPEED / (1 if calm or n % SLOW else SLOWNESS) for n in range(workers)]
        self._workers = [Worker(speed) for speed in speeds]
        self._idle = deque(self._workers)
        if not calm:
            for number, worker in enumerate(self._workers):
                worker.dies = self._dice.expovariate(1 / LIFE)
                taken = TAKEN_AT if number % TAKEN_PART == 0 else inf
                self._at(min(worker.dies, taken), "dies", worker)

    @property
    def slots(self) -> int:
        """The workers that are there, and some more."""
        return max(1, self._there + (self._there // 8 if self._ahead else 0))

    @property
    def running(self) -> int:
        """The number of tasks that were submitted and not returned."""
        return self._unfinished

    def submit(self, *tasks: Task) -> None:
        """Send some tasks to the scheduler."""
        for task in tasks:
            self._clock.now += CLIENT_SECONDS
            self._unfinished += 1
            self._at(self._clock.now, "arrives", task)

    def next_done(self, seconds: float) -> list[tuple[Task, list[Worked] | WorkerDied]]:
        """Let time pass until a task has ended, or for some seconds."""
        end = self._clock.now + seconds
        while self._events and self._events[0][0] <= (self._clock.now if self._ready else end):
            time, _, what, about = heappop(self._events)
            self._clock.now = max(self._clock.now, time)
            getattr(self, f"_{what}")(time, about)
        if not self._ready:
            self._clock.now = max(self._clock.now, end)
        done, self._ready = self._ready, []
        self._unfinished -= len(done)
        return [*done]

    def close(self) -> None:
        """End the workers."""
        workers, self._workers = self._workers, []
        for worker in workers:
            self.measured.add(worker.since, self._clock.now, 0)

    # Events ---------------------------------------------------------------------------------------

    def _at(self, time: float, what: str, about: Any) -> None:
        self._number += 1
        heappush(self._events, (time, self._number, what, about))

    def _arrives(self, time: float, task: Task) -> None:
        self._queue.append(task)
        self._assign(time)

    def _assign(self, time: float) -> None:
        while self._queue and self._idle:
            worker = self._idle.popleft()
            if worker.since > time:
                continue
            worker.task, worker.begun = self._queue.popleft(), time
            left = int(worker.task.seconds * worker.speed)
            found: list[Worked] = []
            visited = 0
            for share, position in worker.task.shares:
                if found and left <= 0:
                    break
                place = Place.parse(position, self._tree.name, PROBLEM)
                nodes, rest = self._tree.search(place, left)
                text = rest.text(self._tree.name, PROBLEM) if rest else ""
                found.append(Worked(share, nodes, nodes, text))
                left -= nodes
                visited += nodes
            self._at(time + visited / worker.speed, "ends", (worker, worker.task, found))

    def _ends(self, time: float, about: tuple[Worker, Task, list[Worked]]) -> None:
        worker, task, found = about
        if worker.task is not task:
            return
        self.measured.add(worker.begun, time, 1)
        self.measured.tasks += 1
        self._busy_until = max(self._busy_until, time) + SCHEDULER_SECONDS
        worker.task = None
        self._at(self._busy_until, "returns", (worker, task, found))

    def _returns(self, time: float, about: tuple[Worker, Task, list[Worked]]) -> None:
        worker, task, found = about
        self._ready.append((task, found))
        if worker.since <= time:
            self._idle.append(worker)
        self._assign(time)

    def _dies(self, time: float, worker: Worker) -> None:
        self.measured.deaths += 1
        self._there -= 1
        self.measured.add(worker.since, time, 0)
        if worker.task is not None:
            # The scheduler gives it to another worker.
            self.measured.lost += time - worker.begun
            self._queue.appendleft(worker.task)
            worker.task = None
        if worker in self._idle:
            self._idle.remove(worker)
        worker.since = time + (TAKEN_FOR if time == TAKEN_AT else AWAY)
        self._at(worker.since, "joins", worker)

    def _joins(self, time: float, worker: Worker) -> None:
        self._idle.append(worker)
        self._there += 1
        self._at(time + self._dice.expovariate(1 / LIFE), "dies", worker)
        self._assign(time)


# One run ------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Simulation:
    """What a simulated run took, in virtual seconds, and all of the simulation in real ones.

    `busy` is the busy part of the workers from the third minute to nine tenths of the run.
    """

    seconds: float
    tasks: int
    deaths: int
    busy: float
    busy_until_end: float
    lost: float
    own_seconds: float


def simulate(
    workers: int, *, minutes: float = 30, calm: bool = False, before: bool = False
) -> Simulation:
    """Run a tree that keeps the workers busy for some minutes; check that all of it was visited.

    `before` is with tasks and first shares whose numbers do not depend on the workers.
    """
    tree, clock = Tree(int(workers * minutes * 60 * SPEED)), Clock()
    made: list[Simulated] = []

    def runner(problem: combien.Problem) -> Simulated:
        made.append(Simulated(tree, clock, workers, calm=calm, ahead=not before))
        return made[0]

    with ExitStack() as held:
        folder = held.enter_context(TemporaryDirectory(dir=_memory()))
        for name, value in {
            "searcher_named": lambda *_: tree,
            "perf_counter": clock,
            "sleep": clock.sleep,
            **({"SHARES_OF_SLOT": 0} if before else {}),
        }.items():
            held.enter_context(patch.object(_coordinator, name, value))
        started = process_time()
        found = count_with_ledger(PROBLEM, Path(folder) / "run.db", engine="dlx", runner=runner)
        own = process_time() - started
    assert found.work["nodes"] == tree.nodes, (found, tree.nodes)
    done = made[0].measured
    return Simulation(
        clock.now,
        done.tasks,
        done.deaths,
        done.part(WARM, clock.now * 0.9),
        done.part(WARM, clock.now + 60),
        done.lost / (workers * clock.now),
        own,
    )


def _memory() -> str | None:
    """Return a folder in memory, if there is one: waiting for a disk is not what is simulated."""
    return "/dev/shm" if Path("/dev/shm").is_dir() else None


# Beside Dask's own map ----------------------------------------------------------------------------


def beside_dask(tasks: int = 2000, batch: int = 100) -> None:
    """Print the time of a task that does nothing, by Dask's map and by the runner of a cluster."""
    import distributed  # Optional dependency.

    with (
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, protocol="tcp://", dashboard_address=None
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        runner = Cluster(PROBLEM, client)
        nothing = [Task("dlx", (), 0.0)] * batch
        spent = []
        for which in ("map", "runner") * 2:
            started = perf_counter()
            for _ in range(tasks // batch):
                if which == "map":
                    client.gather(client.map(len, [()] * batch, pure=False))
                    continue
                runner.submit(*nothing)
                while runner.running:
                    runner.next_done(0.05)
            spent.append((perf_counter() - started) / tasks)
        dask, ours = spent[2:]
    print(
        f"Dask's map: {1000 * dask:.2f} ms a task; this runner: {1000 * ours:.2f} ms, "
        f"{ours / dask:.2f} times"
    )


def main() -> None:
    """Print a table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("workers", nargs="*", type=int, default=[10, 100, 1000])
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--calm", action="store_true")
    parser.add_argument("--before", action="store_true", help="with tasks of 0.1 s to 5 s, too")
    parser.add_argument("--dask", action="store_true")
    given = parser.parse_args()
    if given.dask:
        beside_dask()
        return
    print(
        "| workers | tasks | busy from minute 3 | to the end | took | tasks/s | lost | CPU here |"
    )
    print("|---|---|---|---|---|---|---|---|")
    for workers in given.workers:
        for before in (True, False) if given.before else (False,):
            found = simulate(workers, minutes=given.minutes, calm=given.calm, before=before)
            print(
                f"| {workers}{' before' if before else ''} | {found.tasks} | {found.busy:.1%} "
                f"| {found.busy_until_end:.1%} | {found.seconds / 60:.1f} min "
                f"| {found.tasks / found.seconds:.0f} | {found.lost:.1%} "
                f"| {1000 * found.own_seconds / found.tasks:.1f} ms a task |",
                flush=True,
            )


if __name__ == "__main__":
    main()
