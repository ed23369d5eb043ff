"""Runners of tasks: threads, processes, or the workers of a Dask cluster.

A task searches from some positions for some time, and returns what was found and the rest.  It is
pure, so threads, processes and machines run it alike.
"""

from __future__ import annotations

import os
import pickle
import signal
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from concurrent.futures import (
    FIRST_COMPLETED,
    CancelledError,
    ProcessPoolExecutor,
    ThreadPoolExecutor,
    wait,
)
from concurrent.futures import TimeoutError as FutureTimeout
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from math import inf
from multiprocessing import get_context
from threading import Event, Thread
from time import perf_counter
from typing import Any, NamedTuple

from combien._base.budget import NO_LIMIT, SLICE_SECONDS
from combien._base.extras import needed
from combien._base.log import WARNING, log
from combien._base.threads import begin_worker
from combien.cover._problem import Problem
from combien.engines import searcher_named
from combien.errors import BadInput, CannotAnswer

# The addresses of a cluster that is started here, and its most workers.
LOCAL, MOST_LOCAL = "local:", 1024
CONNECT_SECONDS = 20

# How long the end of a cluster may take, in seconds.
CLOSE_SECONDS = 10.0

# How long the number of the workers of a cluster is believed, in seconds.
SLOTS_SECONDS = 3.0

# One task waits at a scheduler for each eight threads, so that none of them waits for this process.
THREADS_OF_A_WAITING_TASK = 8


class Task(NamedTuple):
    """Shares to search, one after the other, in this number of seconds.

    Each share is its number and its position; `nodes` limits all of them together.
    """

    engine: str
    shares: tuple[tuple[int, str], ...]
    seconds: float
    nodes: int = NO_LIMIT


class Worked(NamedTuple):
    """What was found in a share; `rest` is the position where it stopped, empty if it is done."""

    share: int
    found: int
    nodes: int
    rest: str


class WorkerDied(Exception):
    """The worker of a task has ended, or had no memory left, before the task was done."""


def work(problem: Problem, task: Task, stopped: Callable[[], bool] = lambda: False) -> list[Worked]:
    """Count the solutions of the shares of a task, for at most its seconds.

    Shares that were not begun are not in the result.

    >>> from combien import shares
    >>> from combien.puzzles import Queens
    >>> queens = Queens(6)
    >>> (position,) = shares(queens, parts=1, engine="dlx")
    >>> work(queens.problem(), Task("dlx", ((1, position),), 9.0))
    [Worked(share=1, found=4, nodes=111, rest='')]
    """
    engine = searcher_named(task.engine, problem)
    end = perf_counter() + task.seconds
    results: list[Worked] = []
    nodes = task.nodes
    for share, position in task.shares:
        if results and (perf_counter() >= end or nodes <= 0):
            break
        counting = engine.counting(problem, threads=1, resume=position)
        rest = position
        while not stopped() and (left := end - perf_counter()) > 0 and counting.steps < nodes:
            steps = nodes - counting.steps
            if counting.advance(steps, min(SLICE_SECONDS, left), NO_LIMIT):
                rest = ""
                break
            # The number of solutions is in `found`, not in the position.
            rest = counting.position.partition("=")[0]
        nodes -= counting.steps
        results.append(Worked(share, counting.count, counting.steps, rest))
    return results


class Runner(ABC):
    """Runs tasks on workers.

    `submit` takes tasks while fewer than `slots` are running; `next_done` returns the result of
    one, or the reason why its worker died.
    """

    # The errors of a task whose worker died.
    died: tuple[type[BaseException], ...] = (BrokenProcessPool, MemoryError)

    # The most tasks in a second that leave the workers' time to the searches.
    tasks_a_second = 300.0

    def __init__(self, slots: int = 1) -> None:
        self._slots = slots
        self._tasks: dict[Any, Task] = {}

    @property
    def slots(self) -> int:
        """The number of tasks that can run at once, which may change."""
        return self._slots

    @property
    def running(self) -> int:
        """The number of tasks that were submitted and not returned."""
        return len(self._tasks)

    @abstractmethod
    def submit(self, *tasks: Task) -> None:
        """Begin some tasks."""

    def next_done(self, seconds: float) -> list[tuple[Task, list[Worked] | WorkerDied]]:
        """Return the tasks that have ended; wait for one, but at most this time."""
        futures = self._ended(seconds) if self._tasks else ()
        return [(self._tasks.pop(future), self._result(future)) for future in futures]

    def _ended(self, seconds: float) -> Iterable[Any]:
        """Return the futures that have ended; wait for one."""
        return wait(self._tasks, timeout=seconds, return_when=FIRST_COMPLETED).done

    def _result(self, future: Any) -> list[Worked] | WorkerDied:
        try:
            found: list[Worked] = future.result()
        except self.died as error:
            return WorkerDied(str(error))
        return found

    def stop(self) -> None:  # noqa: B027
        """Ask the tasks to return what they have, if the runner can; they last some seconds."""

    @abstractmethod
    def close(self) -> None:
        """End the workers."""


class Threads(Runner):
    """Threads of this process; the core runs without the lock of the interpreter."""

    def __init__(self, problem: Problem, slots: int) -> None:
        super().__init__(slots)
        self._problem = problem
        self._stopped = Event()
        self._executor = ThreadPoolExecutor(slots)

    def submit(self, *tasks: Task) -> None:
        """Begin some tasks."""
        for task in tasks:
            future = self._executor.submit(work, self._problem, task, self._stopped.is_set)
            self._tasks[future] = task

    def stop(self) -> None:
        """Ask the tasks to return what they have."""
        self._stopped.set()

    def close(self) -> None:
        """End the threads."""
        self._stopped.set()
        self._executor.shutdown(wait=True, cancel_futures=True)


class Processes(Runner):
    """Processes of this machine, begun again if one dies."""

    def __init__(self, problem: Problem, slots: int) -> None:
        super().__init__(slots)
        self._problem = problem
        self._executor = self._begun()

    def _begun(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(
            self._slots,
            mp_context=get_context("spawn"),
            initializer=_begin,
            initargs=(self._problem,),
        )

    def submit(self, *tasks: Task) -> None:
        """Begin some tasks."""
        for task in tasks:
            try:
                future = self._executor.submit(_work, task)
            except (BrokenProcessPool, OSError, ValueError):
                # A pool that is just noticing that a worker died has closed its pipes, and another
                # pipe may have the number of one of them: "bad value(s) in fds_to_keep".
                log("running", WARNING, "the processes are begun again, as one has died")
                self._executor = self._begun()
                future = self._executor.submit(_work, task)
            self._tasks[future] = task

    def close(self) -> None:
        """End the processes."""
        for process in list((self._executor._processes or {}).values()):
            process.terminate()
        self._executor.shutdown(wait=True, cancel_futures=True)


# In a worker process: its problem.
_of_this_process: list[Problem] = []


def _begin(problem: Problem) -> None:
    begin_worker()
    _of_this_process[:] = [problem]


def _work(task: Task) -> list[Worked]:
    return work(_of_this_process[0], task)


class Cluster(Runner):
    """The workers of a Dask client; a client made from an address is closed."""

    # One client and one scheduler have a millisecond of work with each task when the cluster is
    # small, and about ten when it has a thousand workers: 85 to 110 tasks a second.
    tasks_a_second = 30.0

    def __init__(self, problem: Problem, client: Any) -> None:
        super().__init__()
        self._asked = -inf
        self._owned = isinstance(client, str)
        self._client = _connected(client) if isinstance(client, str) else client
        if not hasattr(self._client, "map") or not hasattr(self._client, "nthreads"):
            raise BadInput("cluster=: expected a Dask client, local:4 or tcp://HOST:PORT")
        import distributed  # Optional dependency.

        self._queue = distributed.as_completed(loop=self._client.loop)
        # Sent once to each worker; the scheduler keeps the bytes, so a killed worker loses nothing.
        self._problem = self._client.submit(pickle.loads, pickle.dumps(problem))
        self.died = (distributed.KilledWorker, CancelledError, MemoryError)

    @property
    def slots(self) -> int:
        """The threads of the workers of a moment ago, and some more; at least one, to wait."""
        now = perf_counter()
        if now - self._asked > SLOTS_SECONDS:
            # For a thousand workers, `scheduler_info` would be 0.75 MB instead of 40 KB.
            threads = sum(map(int, self._client.nthreads().values()))
            self._slots = max(1, threads + threads // THREADS_OF_A_WAITING_TASK)
            self._asked = now
        return self._slots

    def submit(self, *tasks: Task) -> None:
        """Begin some tasks, in one message to the scheduler."""
        problems = [self._problem] * len(tasks)
        futures = self._client.map(work, problems, tasks, pure=False)
        self._tasks.update(zip(futures, tasks, strict=True))
        self._queue.update(futures)

    def _ended(self, seconds: float) -> list[Any]:
        if self._queue.has_ready():
            return list(self._queue.next_batch(block=False))
        try:
            future = self._client.sync(self._queue.__anext__, callback_timeout=seconds)
        except (TimeoutError, FutureTimeout):
            return []
        except StopAsyncIteration:
            # A wait that ran out of time took a future with it: watch all of them again.
            self._queue.update(list(self._tasks))
            return []
        return [future, *self._queue.next_batch(block=False)]

    def _result(self, future: Any) -> list[Worked] | WorkerDied:
        found = super()._result(future)
        # The scheduler forgets the result at once, so no worker computes it again.
        future.release()
        return found

    def close(self) -> None:
        """Cancel the tasks; end a cluster that was started here.

        A signal to the group of processes ends the workers, too, and their nannies may then wait
        for them without end: after some seconds, the rest of them is killed.
        """
        owned, self._owned = self._owned, False
        tasks = list(self._tasks)
        self._tasks.clear()
        if not owned and not tasks:
            return
        cluster = self._client.cluster if owned else None
        nannies = list(getattr(cluster, "workers", {}).values())

        def end() -> None:
            if tasks:
                self._client.cancel(tasks)
            if owned:
                self._client.close()
            if cluster is not None:
                cluster.close()

        ending = Thread(target=end, name="combien-cluster", daemon=True)
        ending.start()
        ending.join(CLOSE_SECONDS)
        if ending.is_alive():
            for nanny in nannies:
                with suppress(OSError, TypeError):
                    os.kill(nanny.pid, getattr(signal, "SIGKILL", signal.SIGTERM))


def _connected(address: str) -> Any:
    """Return a client of the scheduler at `tcp://HOST:PORT`, or of a new one: `local:WORKERS`."""
    with needed("a cluster needs Dask", "cluster"):
        import distributed  # Optional dependency.
    refusal = BadInput(f"cluster='{address[:60]}': expected local:4 or tcp://HOST:PORT")
    if address.startswith(LOCAL):
        number = address.removeprefix(LOCAL)
        if not (number.isascii() and number.isdigit() and 1 <= int(number) <= MOST_LOCAL):
            raise refusal
        cluster = distributed.LocalCluster(
            n_workers=int(number),
            threads_per_worker=1,
            processes=True,
            dashboard_address=None,
            protocol="tcp://",
        )
        return distributed.Client(cluster)
    if not address.startswith(("tcp://", "tls://")):
        raise refusal
    try:
        return distributed.Client(address, timeout=CONNECT_SECONDS)
    except (OSError, TimeoutError, ValueError) as error:
        raise CannotAnswer(f"no Dask scheduler answers at {address[:100]}: {error}") from error
