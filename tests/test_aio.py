"""Questions for asyncio: the same answers, and no thread left, no error lost, no loop held up."""

from __future__ import annotations

import asyncio
import gc
import subprocess
import sys
import time
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import aclosing
from contextvars import ContextVar
from functools import partial
from itertools import count
from threading import enumerate as threads
from typing import Any, TypeVar

import pytest
from hypothesis import given

import combien
from combien import Cancelled, OutOfBudget, Problem, Progress, Tile, TilingProblem, aio
from combien._base.budget import Reporter
from combien.aio import MOST_AHEAD
from combien.puzzles import Queens
from tests.random_problems import all_problems

T = TypeVar("T")

LARGE = Queens(22)
LARGE.problem()
BOARD = TilingProblem(
    combien.Region.box(24, 24),
    [Tile(tile, symmetries="all", times="any") for tile in ("***", "**\n*.")],
)
BOARD.problem()


def left() -> list[str]:
    return [one.name for one in threads() if one.name.startswith("combien-question")]


def run(main: Coroutine[Any, Any, T]) -> T:
    # In a thread: a browser that another test has begun may have a loop in this one.
    with ThreadPoolExecutor(1) as executor:
        found = executor.submit(asyncio.run, main).result()
    assert left() == []
    return found


@given(problem=all_problems())
def test_the_answers_are_the_same(problem: Problem) -> None:
    async def main() -> tuple[int, list[combien.Solution], combien.Solution | None]:
        found = [one async for one in aio.iterate(combien.solutions, problem)]
        solved = await aio.to_thread(combien.solve, problem, engine="dlx")
        return await aio.to_thread(combien.count, problem), found, solved

    assert run(main()) == (
        combien.count(problem),
        list(combien.solutions(problem)),
        combien.solve(problem, engine="dlx"),
    )


QUESTIONS: list[Callable[..., Any]] = [
    *(partial(combien.count, LARGE, engine=engine) for engine in ("auto", "bits", "dlx", "orbits")),
    *(partial(combien.count, BOARD, engine=engine) for engine in ("frontier", "memo", "zdd")),
    partial(combien.count, LARGE, engine="bits", threads=2),
    partial(combien.answer, LARGE),
    partial(combien.best, LARGE, costs=[n * n % 101 for n in range(22 * 22)]),
    partial(combien.sample, BOARD, 1),
    partial(combien.marginals, BOARD),
    partial(combien.orbits, BOARD),
    partial(combien.solve, Queens(150), engine="dlx-leftmost"),
]


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question.func.__name__)
def test_a_cancelled_task_ends_its_thread(question: Callable[..., Any]) -> None:
    async def main() -> float:
        task = asyncio.create_task(aio.to_thread(question))
        await asyncio.sleep(0.1)
        assert len(left()) == 1
        begun = time.perf_counter()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        while left():
            await asyncio.sleep(0.01)
        return time.perf_counter() - begun

    # A slice has 50 ms; a busy machine needs more.
    assert run(main()) < 1


def test_a_deadline() -> None:
    async def main() -> None:
        async with asyncio.timeout(0.1):
            await aio.to_thread(combien.count, LARGE)

    with pytest.raises(TimeoutError):
        run(main())


def test_errors_and_reports_reach_the_caller() -> None:
    seen: list[Progress] = []

    def fail(progress: Progress) -> None:
        seen.append(progress)
        raise LookupError("of the caller")

    async def main() -> None:
        with pytest.raises(OutOfBudget) as stopped:
            await aio.to_thread(combien.count, LARGE, engine="dlx", nodes=1000)
        assert stopped.value.known["nodes"] == 1000
        with pytest.raises(LookupError, match="of the caller"):
            await aio.to_thread(combien.count, LARGE, report=fail)
        assert len(seen) == 1
        with pytest.raises(combien.BadInput, match="expected a function"):
            await aio.to_thread(combien.count, LARGE, report=3)  # type: ignore[arg-type]
        with pytest.raises(combien.BadInput, match="group_of takes no report="):
            await aio.to_thread(combien.group_of, LARGE, up_to="all")
        with pytest.raises(combien.BadInput, match="3 is not a question"):
            await aio.to_thread(3)  # type: ignore[arg-type]

    run(main())


def test_a_thread_has_the_context_of_its_task() -> None:
    variable: ContextVar[str] = ContextVar("variable")

    def question(report: Reporter) -> str:
        return variable.get()

    async def main() -> str:
        variable.set("here")
        return await aio.to_thread(question, lambda progress: None)

    with pytest.raises(TypeError):
        run(main())
    assert run(_with_context(variable)) == "here"


async def _with_context(variable: ContextVar[str]) -> str:
    def question(*, report: Reporter | None = None) -> str:
        return variable.get()

    variable.set("here")
    return await aio.to_thread(question)


# Iterators ----------------------------------------------------------------------------------------


class Numbers:
    """A question with all numbers; `made` is how many it has made."""

    def __init__(self, fail_at: int = -1) -> None:
        self.made = 0
        self._fail_at = fail_at

    def __call__(self, *, report: Reporter | None = None) -> Iterator[int]:
        for number in count():
            if number == self._fail_at:
                raise LookupError("the end")
            self.made += 1
            yield number


def test_the_thread_is_not_far_ahead() -> None:
    numbers = Numbers()

    async def main() -> None:
        taken = 0
        async with aclosing(aio.iterate(numbers)) as found:
            async for number in found:
                assert number == taken
                taken += 1
                if taken % 500 == 0:
                    await asyncio.sleep(0.02)
                    assert numbers.made <= taken + MOST_AHEAD + 1
                if taken == 2000:
                    break
            # The thread waits for room, and not for a report.
        assert left() == []

    run(main())


def test_results_before_an_error_are_not_lost() -> None:
    async def main() -> list[int]:
        found = []
        with pytest.raises(LookupError, match="the end"):
            async for number in aio.iterate(Numbers(fail_at=1000)):
                found.append(number)
        return found

    assert run(main()) == list(range(1000))


def test_a_loop_that_is_left_or_cancelled_ends_its_thread() -> None:
    async def first() -> combien.Solution:
        async for found in aio.iterate(combien.solutions, LARGE.problem()):
            return found
        raise AssertionError

    async def forever() -> None:
        async for _ in aio.iterate(combien.solutions, Queens(150), engine="dlx-leftmost"):
            pass

    async def main() -> None:
        assert len(await first()) == 22
        task = asyncio.create_task(forever())
        await asyncio.sleep(0.1)
        assert "combien-question" in left()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        while left():
            await asyncio.sleep(0.01)

    run(main())


def test_other_tasks_run_while_a_loop_never_waits() -> None:
    async def main() -> int:
        ticks = 0

        async def tick() -> None:
            nonlocal ticks
            while True:
                ticks += 1
                await asyncio.sleep(0)

        task = asyncio.create_task(tick())
        taken = 0
        async for _ in aio.iterate(combien.solutions, Queens(9)):
            taken += 1
        assert taken == 352
        task.cancel()
        return ticks

    assert run(main()) > 3


def test_the_end_of_a_program_waits_for_no_search() -> None:
    async def main() -> None:
        asyncio.create_task(aio.to_thread(combien.count, LARGE))  # noqa: RUF006
        await asyncio.sleep(0.05)

    run(main())


# Loops that are not run by asyncio.run ----------------------------------------------------------


async def forever() -> None:
    """Take numbers for a moment, and then none, so that the thread waits for room."""
    async for number in aio.iterate(Numbers()):
        if number == 100:
            await asyncio.sleep(3600)


WAITING: list[Callable[[], Coroutine[Any, Any, Any]]] = [
    partial(aio.to_thread, combien.count, LARGE),
    partial(aio.to_thread, combien.solve, Queens(150), engine="dlx-leftmost"),
    forever,
]
abandons = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")


def begun(main: Callable[[], Coroutine[Any, Any, Any]]) -> asyncio.AbstractEventLoop:
    """A loop that has run for a moment, and has a task that waits for a thread."""

    async def moment() -> None:
        asyncio.create_task(main())  # noqa: RUF006
        await asyncio.sleep(0.05)
        # Nothing but the loop keeps the task.
        gc.collect()
        assert left() == ["combien-question"]

    loop = asyncio.new_event_loop()
    loop.run_until_complete(moment())
    return loop


def in_thread(function: Callable[[], None]) -> None:
    """Call a function where no loop runs, and wait until no question runs."""
    with ThreadPoolExecutor(1) as executor:
        executor.submit(function).result()
    deadline = time.monotonic() + 60
    while left():
        assert time.monotonic() < deadline
        time.sleep(0.01)


@abandons
@pytest.mark.parametrize("main", WAITING)
def test_a_loop_that_is_closed_by_hand_ends_its_threads(
    main: Callable[[], Coroutine[Any, Any, Any]],
) -> None:
    # Without cancelling its tasks, and without shutdown_asyncgens.
    in_thread(lambda: begun(main).close())


@abandons
@pytest.mark.parametrize("main", WAITING)
def test_a_loop_that_is_collected_ends_its_threads(
    main: Callable[[], Coroutine[Any, Any, Any]],
) -> None:
    def forget() -> None:
        begun(main)
        gc.collect()

    in_thread(forget)


@pytest.mark.parametrize("main", WAITING)
def test_a_loop_that_is_stopped_goes_on_later(
    main: Callable[[], Coroutine[Any, Any, Any]],
) -> None:
    def stop() -> None:
        loop = begun(main)
        time.sleep(0.2)
        assert left() == ["combien-question"]
        (task,) = asyncio.all_tasks(loop)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            loop.run_until_complete(task)
        loop.close()

    in_thread(stop)


@pytest.mark.parametrize("main", WAITING)
def test_a_run_that_is_cancelled_ends_its_threads(
    main: Callable[[], Coroutine[Any, Any, Any]],
) -> None:
    async def cancelled() -> None:
        task = asyncio.current_task()
        assert task is not None
        asyncio.get_running_loop().call_later(0.05, task.cancel)
        await main()

    def stop() -> None:
        with pytest.raises(asyncio.CancelledError):
            asyncio.run(cancelled())

    in_thread(stop)


ABANDONED = """
import asyncio, sys
import combien
from combien import aio
from combien.puzzles import Queens

async def main():
    task = asyncio.ensure_future({})
    await asyncio.sleep(0.1)
    kept.append(task)

async def walk():
    async for _ in aio.iterate(combien.solutions, Queens(12)):
        await asyncio.Event().wait()

kept = []
loop = asyncio.new_event_loop()
loop.run_until_complete(main())
print("the end", flush=True)
"""


@pytest.mark.parametrize("question", ["aio.to_thread(combien.count, Queens(22))", "walk()"])
def test_a_program_ends_although_its_loop_is_still_open(question: str) -> None:
    command = [sys.executable, "-c", ABANDONED.format(question)]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=300)
    assert done.stdout == "the end\n"


def test_cancelled_is_the_error_of_a_report_that_cancels() -> None:
    def stop(progress: Progress) -> None:
        raise Cancelled

    with pytest.raises(Cancelled):
        run(aio.to_thread(combien.count, LARGE, report=stop))
