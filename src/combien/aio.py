"""Questions in programs with asyncio, which end when the task that waits for them is cancelled.

A question runs in a thread of its own, and its `report=`, which is called between two slices of
work, raises `Cancelled` once nobody waits any more.  (A cancelled `asyncio.to_thread` leaves its
thread running.)  So deadlines are those of asyncio:

    async with asyncio.timeout(10):
        number = await aio.to_thread(combien.count, board)
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncGenerator, Callable, Iterable
from contextlib import suppress
from contextvars import copy_context
from inspect import Parameter, signature
from threading import Event, Semaphore, Thread
from typing import Any, Generic, ParamSpec, TypeVar

from combien._base.budget import Progress, Reporter
from combien.errors import BadInput, Cancelled

__all__ = ["iterate", "to_thread"]

P = ParamSpec("P")
T = TypeVar("T")

# How many results an iterator may be ahead of who takes them.
MOST_AHEAD = 64
# How long a cancelled task waits for its thread: four slices, for a machine that is busy.
LAST_SECONDS = 0.2


async def to_thread(question: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
    """Ask a question in a thread, and return its result.

    >>> import asyncio
    >>> import combien
    >>> from combien import aio
    >>> from combien.puzzles import Queens
    >>> asyncio.run(aio.to_thread(combien.count, Queens(8)))
    92
    >>> async def impatient():
    ...     async with asyncio.timeout(0.1):
    ...         return await aio.to_thread(combien.count, Queens(20))
    >>> asyncio.run(impatient())
    Traceback (most recent call last):
    ...
    TimeoutError

    The question is a function with a parameter `report`, as `combien.count`, `solve`, `exists`,
    `best`, `sample`, `explain`, `answer` and the others have.  A `report=` that is given is called
    in the thread; it may raise an exception, which ends the question and is raised here.

    When the task is cancelled, the question ends at its next report, mostly within 50 ms, and the
    task waits for that for up to 0.2 seconds.  Building the exact cover of a model reports nothing:
    call `model.problem()` before if it takes long.  Each question has a thread of its own from the
    start, so a program with many at once should limit them by a semaphore.

    Raises what the question raises, and `BadInput` for a function without `report`.
    """
    work = _Work(lambda report: question(*args, **_with(report, kwargs)), question, kwargs, Event())
    try:
        await asyncio.wait([work.done])
        return work.result()
    finally:
        await work.end()


async def iterate(
    question: Callable[P, Iterable[T]], /, *args: P.args, **kwargs: P.kwargs
) -> AsyncGenerator[T, None]:
    """Yield what the iterator of a question yields, which runs in a thread.

    >>> import asyncio
    >>> import combien
    >>> from combien import aio
    >>> async def show(problem):
    ...     async for solution in aio.iterate(combien.solutions, problem):
    ...         print(solution)
    >>> asyncio.run(show(combien.Problem.from_options(["ab", "c", "a", "bc"])))
    (0, 1)
    (2, 3)

    The thread is at most 64 results ahead, and then waits.  It ends as that of `to_thread` does:
    when the task is cancelled, and when the loop is left; `contextlib.aclosing` makes the latter
    certain at once, also for a generator that is still referred to.
    """
    loop = asyncio.get_running_loop()
    found: deque[T] = deque()
    room = Semaphore(MOST_AHEAD)
    ready = asyncio.Event()
    stopped = Event()

    def walk(report: Reporter) -> None:
        for one in question(*args, **_with(report, kwargs)):
            room.acquire()
            if stopped.is_set():
                raise Cancelled
            found.append(one)
            # The other side clears it, and then looks for results.
            if not ready.is_set():
                loop.call_soon_threadsafe(ready.set)

    work = _Work(walk, question, kwargs, stopped)
    work.done.add_done_callback(lambda done: ready.set())
    try:
        while not work.done.done() or found:
            ready.clear()
            for _ in range(len(found)):
                room.release()
                yield found.popleft()
            if not work.done.done() and not found:
                await ready.wait()
            # Who never waits for anything else would stop all other tasks.
            await asyncio.sleep(0)
        work.result()
    finally:
        stopped.set()
        room.release()
        await work.end()


class _Work(Generic[T]):
    """A function in a thread: what it returned or raised, and how to end it."""

    def __init__(
        self,
        function: Callable[[Reporter], T],
        question: Callable[..., Any],
        given: dict[str, Any],
        stopped: Event,
    ) -> None:
        reporter = _reporter(question, given)
        self.done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._stopped = stopped
        self._function = function
        self._given = reporter
        self._value: list[T] = []
        self._error: BaseException | None = None
        # Not a daemon: at its end, Python waits for this thread, which a cancelled task has told to
        # end, as it must not meet an interpreter that is being taken apart.
        run, loop = copy_context().run, self.done.get_loop()
        self._thread = Thread(target=run, args=(self._run, loop), name="combien-question")
        self._thread.start()

    def result(self) -> T:
        """Return the value, or raise the error, of the function, which has ended."""
        if self._error is not None:
            raise self._error
        return self._value[0]

    async def end(self) -> None:
        """Let the thread end at its next report, and wait for it for a moment."""
        self._stopped.set()
        if not self.done.done():
            await asyncio.wait([self.done], timeout=LAST_SECONDS)
        if self.done.done():
            # It has nothing more to do, so this takes no time.
            self._thread.join()

    def _run(self, loop: asyncio.AbstractEventLoop) -> None:
        try:
            self._value.append(self._function(self._report))
        except BaseException as error:
            self._error = error
        # The loop is closed if it did not wait.
        with suppress(RuntimeError):
            loop.call_soon_threadsafe(self.done.set_result, None)

    def _report(self, progress: Progress) -> None:
        if self._stopped.is_set():
            raise Cancelled
        if self._given is not None:
            self._given(progress)


def _reporter(question: Callable[..., Any], given: dict[str, Any]) -> Reporter | None:
    """Return the `report=` that was given; raise `BadInput` if the question takes none."""
    try:
        parameters = signature(question).parameters
    except (TypeError, ValueError):
        raise BadInput(f"{question!r} is not a question, such as combien.count") from None
    takes_any = any(one.kind is Parameter.VAR_KEYWORD for one in parameters.values())
    if "report" not in parameters and not takes_any:
        name = getattr(question, "__name__", repr(question))
        raise BadInput(
            f"{name} takes no report=, so nothing could end it: call it by asyncio.to_thread"
        )
    reporter: Reporter | None = given.get("report")
    if reporter is not None and not callable(reporter):
        raise BadInput(f"report={reporter!r}: expected a function that takes a Progress")
    return reporter


def _with(report: Reporter, given: dict[str, Any]) -> Any:
    return {**given, "report": report}
