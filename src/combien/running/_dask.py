"""A runner on a Dask cluster: a scheduler somewhere, or one that is started here."""

from __future__ import annotations

import pickle
from concurrent.futures import CancelledError
from concurrent.futures import TimeoutError as FutureTimeout
from typing import Any

from combien.cover._problem import Problem
from combien.errors import BadInput, CannotAnswer, MissingExtra
from combien.running._runners import WorkerDied
from combien.running._task import Task, Worked, work

__all__ = ["Cluster", "connected"]

LOCAL = "local:"
CONNECT_SECONDS = 20
MOST_LOCAL = 1024


def connected(address: str) -> Any:
    """Return a client of the scheduler at `tcp://HOST:PORT`, or of a new one: `local:WORKERS`."""
    try:
        import distributed  # Optional dependency.
    except ImportError:
        raise MissingExtra('a cluster needs Dask: pip install "combien[cluster]"') from None
    if address.startswith(LOCAL):
        number = address.removeprefix(LOCAL)
        if not (number.isascii() and number.isdigit() and 1 <= int(number) <= MOST_LOCAL):
            raise BadInput(f"cluster='{address[:60]}': expected local:4 or tcp://HOST:PORT")
        cluster = distributed.LocalCluster(
            n_workers=int(number),
            threads_per_worker=1,
            processes=True,
            dashboard_address=None,
            protocol="tcp://",
        )
        return distributed.Client(cluster)
    if not address.startswith(("tcp://", "tls://")):
        raise BadInput(f"cluster='{address[:60]}': expected local:4 or tcp://HOST:PORT")
    try:
        return distributed.Client(address, timeout=CONNECT_SECONDS)
    except (OSError, TimeoutError, ValueError) as error:
        raise CannotAnswer(f"no Dask scheduler answers at {address[:100]}: {error}") from error


class Cluster:
    """Runs tasks on the workers of a Dask client; a client made from an address is closed."""

    def __init__(self, problem: Problem, client: Any) -> None:
        self._owned = isinstance(client, str)
        self._client = connected(client) if isinstance(client, str) else client
        if not hasattr(self._client, "submit") or not hasattr(self._client, "scheduler_info"):
            raise BadInput("cluster=: expected a Dask client, local:4 or tcp://HOST:PORT")
        import distributed  # Optional dependency.

        self._queue = distributed.as_completed(loop=self._client.loop)
        self._tasks: dict[Any, Task] = {}
        # Sent once to each worker; the scheduler keeps the bytes, so a killed worker loses nothing.
        self._problem = self._client.submit(pickle.loads, pickle.dumps(problem))
        self._killed = (distributed.KilledWorker, CancelledError, MemoryError)

    @property
    def slots(self) -> int:
        """The threads of the workers that are connected now; at least one, to wait for them."""
        workers = self._client.scheduler_info(n_workers=-1)["workers"].values()
        return max(1, sum(int(worker["nthreads"]) for worker in workers))

    @property
    def running(self) -> int:
        """The number of tasks that were submitted and not returned."""
        return len(self._tasks)

    def submit(self, task: Task) -> None:
        """Begin a task."""
        future = self._client.submit(work, self._problem, task, pure=False)
        self._tasks[future] = task
        self._queue.add(future)

    def next_done(self, seconds: float) -> list[tuple[Task, list[Worked] | WorkerDied]]:
        """Return the tasks that have ended; wait for one, but at most this time."""
        if not self._tasks:
            return []
        done: list[tuple[Task, list[Worked] | WorkerDied]] = []
        futures = self._first(seconds)
        for future in futures:
            task = self._tasks.pop(future)
            try:
                done.append((task, future.result()))
            except self._killed as error:
                done.append((task, WorkerDied(str(error))))
            # The scheduler forgets the result at once, so no worker computes it again.
            future.release()
        return done

    def _first(self, seconds: float) -> list[Any]:
        """Return the futures that have ended; wait for one."""
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

    def stop(self) -> None:
        """Do nothing: tasks last a few seconds at most."""

    def close(self) -> None:
        """Cancel the tasks; end a cluster that was started here."""
        self._client.cancel(list(self._tasks))
        self._tasks.clear()
        if self._owned:
            cluster = self._client.cluster
            self._client.close()
            if cluster is not None:
                cluster.close()
