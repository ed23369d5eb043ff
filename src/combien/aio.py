"""Questions in programs with asyncio, which end when the task that waits for them is cancelled.

A question runs in a thread of its own, and its `report=`, which is called between two slices of
work, raises `Cancelled` once nobody waits any more: the task is cancelled, or its loop is closed or
gone.  (A cancelled `asyncio.to_thread` leaves its thread running.)  So deadlines are those of
asyncio:

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
from threading import Semaphore, Thread, main_thread
from typing import Any, Generic, ParamSpec, TypeVar
from weakref import ref

from combien._base.budget import Progress, Reporter
from combien.errors import BadInput, Cancelled

__all__ = ["iterate", "to_thread"]

P = ParamSpec("P")
T = TypeVar("T")

# How many results an iterator may be ahead of who takes them.
MOST_AHEAD = 64
# How long a cancelled task waits for its thread: four slices, for a machine that is busy.
LAST_SECONDS = 0.2
# How often a thread that waits for room looks whether somebody takes its results.
LOOK_SECONDS = 0.05
# The longest wait of a selector.
DAY_SECONDS = 86_400.0


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
    task waits for that for up to 0.2 seconds.  It ends so, too, when the loop is closed without its
    tasks, or collected.  Building the exact cover of a model reports nothing: call
    `model.problem()` before if it takes long.  Each question has a thread of its own from the
    start, so a program with many at once should limit them by a semaphore.

    Raises what the question raises, and `BadInput` for a function without `report`.
    """
    asked = _Asked(lambda report: question(*args, **_with(report, kwargs)), question, kwargs)
    async with _Waiting(asked) as waiting:
        await waiting.news.wait()
        return asked.result()


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
    found: deque[T] = deque()
    room = Semaphore(MOST_AHEAD)

    def walk(report: Reporter) -> None:
        for one in question(*args, **_with(report, kwargs)):
            while not room.acquire(timeout=LOOK_SECONDS):
                asked.check()
            asked.check()
            found.append(one)
            asked.tell()

    asked = _Asked(walk, question, kwargs)
    async with _Waiting(asked) as waiting:
        try:
            while not asked.ended or found:
                waiting.news.clear()
                for _ in range(len(found)):
                    room.release()
                    yield found.popleft()
                if not asked.ended and not found:
                    await waiting.news.wait()
                # Who never waits for anything else would stop all other tasks.
                await asyncio.sleep(0)
            asked.result()
        finally:
            asked.stop()
            room.release()


class _Asked(Generic[T]):
    """A question in its thread, which ends when nobody waits for it any more.

    It does not refer to the loop, which is otherwise never collected.
    """

    def __init__(
        self,
        function: Callable[[Reporter], T],
        question: Callable[..., Any],
        given: dict[str, Any],
    ) -> None:
        self._function = function
        self._given = _reporter(question, given)
        self._waiting: Callable[[], _Waiting | None] = lambda: None
        self._stopped = self.ended = False
        self._value: list[T] = []
        self._error: BaseException | None = None

    def begin(self, waiting: _Waiting) -> Thread:
        """Begin the question, and return its thread."""
        self._waiting = ref(waiting)
        # Not a daemon: at its end, Python waits for this thread, which a cancelled task has told to
        # end, as it must not meet an interpreter that is being taken apart.
        thread = Thread(target=copy_context().run, args=(self._run,), name="combien-question")
        thread.start()
        return thread

    def result(self) -> T:
        """Return the value, or raise the error, of the function, which has ended."""
        if self._error is not None:
            raise self._error
        return self._value[0]

    def stop(self) -> None:
        """Let the thread end at its next report."""
        self._stopped = True

    def check(self) -> None:
        """Raise `Cancelled` if nobody waits any more."""
        waiting = self._waiting()
        if self._stopped or waiting is None or not waiting.goes_on:
            raise Cancelled

    def tell(self) -> None:
        """Wake the task that waits."""
        waiting = self._waiting()
        # The other side clears it, and then looks for results.
        if waiting is not None and not waiting.news.is_set():
            # The loop is closed if it did not wait.
            with suppress(RuntimeError):
                waiting.loop.call_soon_threadsafe(waiting.news.set)

    def _run(self) -> None:
        try:
            self._value.append(self._function(self._report))
        except BaseException as error:
            self._error = error
        self.ended = True
        self.tell()

    def _report(self, progress: Progress) -> None:
        self.check()
        if self._given is not None:
            self._given(progress)


class _Waiting:
    """A task that waits for a question."""

    def __init__(self, asked: _Asked[Any]) -> None:
        self._asked = asked
        self.loop = asyncio.get_running_loop()
        self.news = asyncio.Event()

    @property
    def goes_on(self) -> bool:
        """Whether the loop of the task runs, or may run again."""
        if self.loop.is_closed():
            return False
        return self.loop.is_running() or main_thread().is_alive()

    async def __aenter__(self) -> _Waiting:
        self._thread = self._asked.begin(self)
        self._keep()
        return self

    def _keep(self) -> None:
        """Let the loop refer to this: to a task that waits, nothing else may refer."""
        self._kept = self.loop.call_later(DAY_SECONDS, self._keep)

    async def __aexit__(self, kind: object, error: object, trace: object) -> None:
        """Let the thread end, and wait for that for a moment."""
        self._asked.stop()
        self._kept.cancel()
        try:
            running = asyncio.get_running_loop()
        except RuntimeError:
            return
        # A task that is collected ends anywhere, and cannot wait.
        if running is not self.loop:
            return
        with suppress(TimeoutError):
            async with asyncio.timeout(LAST_SECONDS):
                while not self._asked.ended:
                    self.news.clear()
                    await self.news.wait()
        if self._asked.ended:
            # It has nothing more to do, so this takes no time.
            self._thread.join()


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
