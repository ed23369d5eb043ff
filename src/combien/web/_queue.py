"""Processes for the questions of the local server, and the queue of those that wait for one.

A question that waits has no thread.  A running one has, as it reads from its process, and takes it
from a pool of 40: if questions waited in that pool, 40 of them would hold up those that they wait
for.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from math import inf
from typing import TYPE_CHECKING

from combien.web.worker import Worker

if TYPE_CHECKING:
    from anyio import CancelScope

__all__ = ["MOST_WAITING", "WAIT_SECONDS", "Busy", "Workers"]

# Each that waits holds its text and a connection, of which a process can mostly have 1024.
MOST_WAITING = 500
# How long a question waits while none of the running ones ends.
WAIT_SECONDS = 5.0
# How many processes are started, one after the other, if each ends before it is warm.
MOST_FAILURES = 3


class Busy(Exception):
    """Why a question gets no process."""


class Workers:
    """A few processes: those with a question, and one more that is kept warm."""

    def __init__(self, most: int) -> None:
        self._most = most
        # Those with a question, those without, and one that is being started.
        self._processes = 0
        self._free: list[Worker] = []
        self._starting: list[Worker] = []
        self._failures = 0
        self._limits: set[CancelScope] = set()
        # Whether the server ends, and with it all questions.
        self.ended = False

    @asynccontextmanager
    async def opened(self) -> AsyncIterator[None]:
        """Have processes, until the end of the server."""
        from anyio import Semaphore, create_task_group  # Optional dependency.

        # One turn for each process that is free.
        self._turns = Semaphore(0)
        async with create_task_group() as self._group:
            try:
                self._start()
                yield
            finally:
                self._group.cancel_scope.cancel()
                for worker in (*self._free, *self._starting):
                    worker.kill()

    def end(self) -> None:
        """End all questions: those that wait at once, and the others when they look."""
        self.ended = True
        for limit in self._limits:
            limit.cancel()

    @asynccontextmanager
    async def answering(self, text: str) -> AsyncIterator[Worker]:
        """Give a question to a process, in the order of asking, and take the process back.

        It is not `busy` if it could not take the question.  Raises `Busy` if too many questions
        wait already, or if none ends for 5 seconds.
        """
        from anyio import CancelScope  # Optional dependency.
        from anyio.to_thread import run_sync  # Optional dependency.

        await self._turn()
        worker = self._free.pop()
        try:
            self._start()
            with suppress(EOFError, OSError):
                await run_sync(worker.ask, text)
            yield worker
        finally:
            # Also if nobody listens any more.
            with CancelScope(shield=True):
                if not worker.busy or await run_sync(worker.cancel):
                    self._put(worker)
                else:
                    self._processes -= 1
                    self._start()

    async def _turn(self) -> None:
        """Wait until a process is free."""
        from anyio import CancelScope  # Optional dependency.

        if self._turns.statistics().tasks_waiting >= MOST_WAITING:
            raise Busy(f"{MOST_WAITING} questions wait already: ask again later.")
        self._start()
        with CancelScope(deadline=self._deadline()) as limit:
            self._limits.add(limit)
            try:
                await self._turns.acquire()
            finally:
                self._limits.discard(limit)
        if limit.cancelled_caught:
            raise Busy("No process is free: stop a question, or ask again later.")

    def _deadline(self) -> float:
        """Return until when a question waits, unless something changes."""
        from anyio import current_time  # Optional dependency.

        # How long a process takes to start depends on the machine, and not on other questions.
        return inf if self._starting else current_time() + WAIT_SECONDS

    def _put(self, worker: Worker) -> None:
        """Let a process take a question."""
        self._free.append(worker)
        self._turns.release()
        self._extend()

    def _extend(self) -> None:
        for limit in self._limits:
            limit.deadline = self._deadline()

    def _start(self) -> None:
        """Start a process, one at a time, unless one is free or all are there.

        No question waits for it: until it is warm, which takes at least 300 ms, other processes
        may have answered many.
        """
        if self._turns.value == 0 and self._processes < self._most and not self._starting:
            try:
                worker = Worker()
            except OSError:
                return
            self._processes += 1
            self._starting.append(worker)
            self._extend()
            self._group.start_soon(self._warm, worker)

    async def _warm(self, worker: Worker) -> None:
        from anyio.to_thread import run_sync  # Optional dependency.

        try:
            await run_sync(worker.warm, abandon_on_cancel=True)
        except (EOFError, OSError):
            self._processes -= 1
            self._failures += 1
        else:
            self._failures = 0
            self._put(worker)
        self._starting.clear()
        self._extend()
        if self._failures < MOST_FAILURES:
            self._start()
