"""Runners: threads, processes, or the workers of a cluster.  Each takes tasks and returns results.

A runner has a number of slots.  `submit` takes a task while a slot is free; `next_done` returns the
result of one, or the reason why its worker died.
"""

from __future__ import annotations

import signal
from concurrent.futures import (
    FIRST_COMPLETED,
    Executor,
    Future,
    ProcessPoolExecutor,
    ThreadPoolExecutor,
    wait,
)
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from threading import Event
from typing import Protocol

from combien._base.threads import end_with_parent
from combien.cover._problem import Problem
from combien.running._task import Task, Worked, work

__all__ = ["Processes", "Runner", "Threads", "WorkerDied"]


class WorkerDied(Exception):
    """The worker of a task has ended, or had no memory left, before the task was done."""


class Runner(Protocol):
    """Runs tasks on workers."""

    @property
    def slots(self) -> int:
        """The number of tasks that can run at once, which may change."""

    @property
    def running(self) -> int:
        """The number of tasks that were submitted and not returned."""

    def submit(self, task: Task) -> None:
        """Begin a task."""

    def next_done(self, seconds: float) -> list[tuple[Task, list[Worked] | WorkerDied]]:
        """Return the tasks that have ended; wait for one, but at most this time."""

    def stop(self) -> None:
        """Ask the tasks to return what they have, if the runner can."""

    def close(self) -> None:
        """End the workers."""


class _Pool:
    """What runners on an executor of the standard library have in common."""

    def __init__(self, slots: int) -> None:
        self.slots = slots
        self._tasks: dict[Future[list[Worked]], Task] = {}

    @property
    def running(self) -> int:
        return len(self._tasks)

    def next_done(self, seconds: float) -> list[tuple[Task, list[Worked] | WorkerDied]]:
        if not self._tasks:
            return []
        done, _ = wait(self._tasks, timeout=seconds, return_when=FIRST_COMPLETED)
        return [(self._tasks.pop(future), self._result(future)) for future in done]

    def _result(self, future: Future[list[Worked]]) -> list[Worked] | WorkerDied:
        try:
            return future.result()
        except (BrokenProcessPool, MemoryError) as error:
            return WorkerDied(str(error))


class Threads(_Pool):
    """Threads of this process; the core runs without the lock of the interpreter."""

    def __init__(self, problem: Problem, slots: int) -> None:
        super().__init__(slots)
        self._problem = problem
        self._stopped = Event()
        self._executor: Executor = ThreadPoolExecutor(slots)

    def submit(self, task: Task) -> None:
        self._tasks[self._executor.submit(work, self._problem, task, self._stopped.is_set)] = task

    def stop(self) -> None:
        self._stopped.set()

    def close(self) -> None:
        self._stopped.set()
        self._executor.shutdown(wait=True, cancel_futures=True)


class Processes(_Pool):
    """Processes of this machine, begun again if one dies."""

    def __init__(self, problem: Problem, slots: int) -> None:
        super().__init__(slots)
        self._problem = problem
        self._executor = self._begun()

    def _begun(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(
            self.slots,
            mp_context=get_context("spawn"),
            initializer=_begin,
            initargs=(self._problem,),
        )

    def submit(self, task: Task) -> None:
        try:
            future = self._executor.submit(_work, task)
        except (BrokenProcessPool, OSError):
            # A pool that is just noticing that a worker died has closed its pipes.
            self._executor = self._begun()
            future = self._executor.submit(_work, task)
        self._tasks[future] = task

    def stop(self) -> None:
        """Do nothing: tasks last a few seconds at most."""

    def close(self) -> None:
        for process in list((self._executor._processes or {}).values()):
            process.terminate()
        self._executor.shutdown(wait=True, cancel_futures=True)


# In a worker process: its problem.
_of_this_process: list[Problem] = []


def _begin(problem: Problem) -> None:
    # Ctrl-C reaches every process of a terminal; the coordinator ends the others.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    end_with_parent()
    _of_this_process[:] = [problem]


def _work(task: Task) -> list[Worked]:
    return work(_of_this_process[0], task)
