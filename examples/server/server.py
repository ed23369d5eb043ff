"""A web server that counts and lists solutions of exact covers, and stays responsive under load.

    python -m pip install starlette uvicorn
    python server.py --port 8000
    curl --data-binary @knuth.dlx "localhost:8000/count?seconds=5"

Three rules keep it responsive.  Every question has a short turn first, one after the other, so that
small ones do not wait for large ones; those that are not done wait in a second queue, and run as
many at once as there are processors.  Every request has a deadline, which includes the time in
both queues: it has its answer by then, or what its first turn has found, or is refused.  A client
that goes away is noticed, and its question ends within a slice of 50 ms, or leaves the queue.
"""

from __future__ import annotations

import argparse
import asyncio
import os
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

import combien
from combien import BadInput, CombienError, OutOfBudget, Problem, aio
from combien.cover import formats

MOST_WAITING = 1000
MOST_BYTES = 1_000_000  # Of a request.
MOST_LISTED = 1000
USUAL_SECONDS, MOST_SECONDS = 10.0, 60.0
FIRST_TURN = 0.03
# A question has its deadline a little earlier than its request, to say how far it came.
TO_REPLY = 0.05
MEMORY = 500_000_000

# Whether the question is answered, and what to reply.
Answered = tuple[bool, dict[str, Any]]
Question = Callable[[Problem, float], Awaitable[Answered]]


async def count(problem: Problem, seconds: float) -> Answered:
    """Count the solutions; without an answer, tell what is known."""
    found = await aio.to_thread(
        combien.answer, problem, "count", seconds=seconds, bytes=MEMORY, threads=1
    )
    known = {name: str(number) for name, number in found.known.items()}
    number = None if found.count is None else str(found.count)
    told = {"status": found.status, "count": number, "engine": found.engine, "known": known}
    return found.complete, told


async def solutions(problem: Problem, seconds: float) -> Answered:
    """List the first solutions, or those found in time; options are numbered from 0."""
    found = []
    done = True
    try:
        async for one in aio.iterate(
            combien.solutions, problem, limit=MOST_LISTED, seconds=seconds, bytes=MEMORY
        ):
            found.append(list(one))
    except OutOfBudget:
        done = False
    return done, {"complete": done and len(found) < MOST_LISTED, "solutions": found}


class Desk:
    """Answers questions, each by its deadline: first turns one by one, then some at once."""

    def __init__(self, workers: int) -> None:
        self._first = asyncio.Semaphore(1)
        self._long = asyncio.Semaphore(workers)
        self.waiting = self.running = 0

    async def respond(self, request: Request, question: Question) -> Response:
        """Return the response to a request: 200, or 400, 413, 499 and 503 with the reason."""
        try:
            seconds = float(request.query_params.get("seconds", USUAL_SECONDS))
        except ValueError:
            return refusal(400, "seconds: expected a number")
        if not 0 < seconds <= MOST_SECONDS:
            return refusal(400, f"seconds: expected a number up to {MOST_SECONDS:g}")
        ends = asyncio.get_running_loop().time() + seconds
        if self.waiting >= MOST_WAITING:
            return refusal(503, f"{MOST_WAITING} requests are waiting: try again later")
        text = b""
        async for part in request.stream():
            text += part
            if len(text) > MOST_BYTES:
                return refusal(413, f"the problem has more than {MOST_BYTES} bytes")
        format = request.query_params.get("format", "dlx")
        if format not in formats.FORMATS.built_in:
            # A client cannot name a plug-in.
            return refusal(400, f"there is no format '{format[:40]}'")
        work = asyncio.create_task(self._answer(text, format, question, ends))
        gone = asyncio.create_task(disconnected(request))
        try:
            await asyncio.wait([work, gone], return_when=asyncio.FIRST_COMPLETED)
            return work.result() if work.done() else refusal(499, "the client went away")
        finally:
            # Also if the server itself is ended.
            work.cancel()
            gone.cancel()
            await asyncio.wait([work, gone])

    async def _answer(self, text: bytes, format: str, question: Question, ends: float) -> Response:
        def left() -> float:
            return max(0.0, ends - loop.time() - TO_REPLY)

        loop = asyncio.get_running_loop()
        told: dict[str, Any] | None = None
        try:
            async with asyncio.timeout_at(ends):
                async with self._turn(self._first):
                    problem = await asyncio.to_thread(read, text, format)
                    done, told = await question(problem, min(FIRST_TURN, left()))
                if not done:
                    async with self._turn(self._long):
                        _, told = await question(problem, left())
        except TimeoutError:
            if told is None:
                return refusal(503, "no answer in time: try again later, or with more seconds")
        except BadInput as error:
            return refusal(400, str(error))
        except CombienError as error:
            return refusal(422, str(error))
        return JSONResponse(told)

    @asynccontextmanager
    async def _turn(self, queue: asyncio.Semaphore) -> AsyncIterator[None]:
        self.waiting += 1
        try:
            await queue.acquire()
        finally:
            self.waiting -= 1
        self.running += 1
        try:
            yield
        finally:
            self.running -= 1
            queue.release()


def read(text: bytes, format: str) -> Problem:
    """Return the problem of a request."""
    return formats.read(text.decode(errors="replace"), format=format)


async def disconnected(request: Request) -> None:
    """Wait until the client has closed its connection."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


def refusal(status: int, reason: str) -> Response:
    """Return a response without an answer."""
    headers = {"Retry-After": "1"} if status == 503 else {}
    return JSONResponse({"error": reason}, status_code=status, headers=headers)


def make_app(workers: int | None = None) -> Starlette:
    """Return the application, by default with a worker for each processor."""
    desk = Desk(workers or os.cpu_count() or 1)

    async def status(request: Request) -> Response:
        return JSONResponse({"waiting": desk.waiting, "running": desk.running})

    def answered_by(question: Question) -> Callable[[Request], Awaitable[Response]]:
        async def respond(request: Request) -> Response:
            return await desk.respond(request, question)

        return respond

    return Starlette(
        routes=[
            Route("/count", answered_by(count), methods=["POST"]),
            Route("/solutions", answered_by(solutions), methods=["POST"]),
            Route("/status", status),
        ]
    )


if __name__ == "__main__":
    import uvicorn

    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--port", type=int, default=8000)
    parser.add_argument("--workers", type=int, help="questions at once; by default processors")
    given = parser.parse_args()
    uvicorn.run(
        make_app(given.workers), port=given.port, log_level="warning", timeout_graceful_shutdown=1
    )
