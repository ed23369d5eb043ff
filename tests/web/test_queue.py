"""Many questions at once: all are answered, and who leaves, dies or is too late harms no other."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Awaitable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import urlsplit

import pytest

from combien.web._queue import MOST_FAILURES, Busy, Workers
from combien.web.worker import Worker
from tests.web.asking import question
from tests.web.test_server import LONG

pytestmark = pytest.mark.needs(".[web]")

T = TypeVar("T")
# None of these tests waits as long on a machine with nothing else to do.
PATIENCE = 300

# A server with other limits, which has one process for questions.
SMALL = """
from combien.web import _queue, server
_queue.MOST_WAITING, _queue.WAIT_SECONDS, server.MOST_QUESTIONS = {waiting}, {seconds}, 1
server.serve(browser=False)
"""


def run(main: Coroutine[Any, Any, T]) -> T:
    async def patient() -> T:
        async with asyncio.timeout(PATIENCE):
            return await main

    # In a thread: a browser that another test has begun may have a loop in this one.
    with ThreadPoolExecutor(1) as executor:
        return executor.submit(asyncio.run, patient()).result()


@contextmanager
def started(*command: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A server of its own, and its address."""
    program = [sys.executable, *command]
    with subprocess.Popen(program, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            yield process, process.stdout.readline().split()[-1]
        finally:
            process.terminate()


def small(*, waiting: int = 500, seconds: float = 5) -> Any:
    return started("-c", SMALL.format(waiting=waiting, seconds=seconds))


def workers(server: int) -> list[int]:
    """The processes that answer for a server."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            parent = (folder / "stat").read_text().rpartition(")")[2].split()[1]
            own = (folder / "cmdline").read_bytes()
        except OSError:
            continue
        if int(parent) == server and b"spawn_main" in own:
            found.append(int(folder.name))
    return found


class Question:
    """A question that was sent, and its reply."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer
        self._read = b""

    @classmethod
    async def sent(cls, address: str, asked: dict[str, Any]) -> Question:
        parts = urlsplit(address)
        assert parts.port is not None
        body = json.dumps(asked)
        head = {
            "Host": f"127.0.0.1:{parts.port}",
            "Content-Type": "application/json",
            "Content-Length": len(body),
            "X-Combien-Token": parts.query.removeprefix("token="),
            "Connection": "close",
        }
        lines = ["POST /ask HTTP/1.1", *(f"{name}: {value}" for name, value in head.items())]
        reader, writer = await asyncio.open_connection("127.0.0.1", parts.port)
        writer.write("\r\n".join([*lines, "", body]).encode())
        await writer.drain()
        return cls(reader, writer)

    async def begun(self) -> None:
        """Wait until a process has the question."""
        self._read = await self._reader.readuntil(b'"event": "problem"')

    async def reply(self) -> tuple[int, str]:
        """The status, and all of the text."""
        text = (self._read + await self._reader.read()).decode()
        self.leave()
        return int(text.split(" ", 2)[1]), text

    def leave(self) -> None:
        self._writer.close()


async def answered(address: str) -> tuple[int, bool]:
    """Ask for a small number: the status, and whether it came."""
    status, text = await (await Question.sent(address, question("count"))).reply()
    return status, '"value": "36"' in text and '"event": "done"' in text


async def first_of(
    *asked: dict[str, Any], address: str
) -> tuple[tuple[int, str], Awaitable[list[tuple[int, str]]]]:
    """Ask several questions: the first reply, and the others in the end."""
    sent = [await Question.sent(address, one) for one in asked]
    replies = [asyncio.ensure_future(one.reply()) for one in sent]
    done, others = await asyncio.wait(replies, return_when=asyncio.FIRST_COMPLETED)
    (first,) = done
    return await first, asyncio.gather(*others)


async def all_of(*asked: Awaitable[T]) -> Counter[T]:
    return Counter(await asyncio.gather(*asked))


@pytest.mark.parametrize("processes", [1, 4])
def test_many_questions_at_once_are_all_answered(server: str, processes: int) -> None:
    async def main(address: str) -> Counter[tuple[int, bool]]:
        return await all_of(*(answered(address) for _ in range(200)))

    with small() if processes == 1 else nullcontext((None, server)) as (_, address):
        assert run(main(address)) == {(200, True): 200}


def test_those_who_leave_take_no_process(server: str) -> None:
    async def main() -> None:
        # At once, while it waits, and while it is answered.
        for _ in range(100):
            (await Question.sent(server, LONG)).leave()
        running = [await Question.sent(server, LONG) for _ in range(4)]
        for one in running:
            await one.begun()
        waiting = [await Question.sent(server, LONG) for _ in range(20)]
        for one in (*waiting, *running):
            one.leave()
        # All four processes are still there, and none has one of these questions.
        again = [await Question.sent(server, LONG) for _ in range(4)]
        for one in again:
            await one.begun()
        for one in again:
            one.leave()
        assert await answered(server) == (200, True)

    run(main())


def test_a_full_queue_says_so() -> None:
    async def main(address: str) -> None:
        running = await Question.sent(address, LONG)
        await running.begun()
        (status, text), waiting = await first_of(*3 * [question("count")], address=address)
        assert status == 503
        assert "Retry-After: " in text.title()
        assert "2 questions wait already: ask again later." in text
        running.leave()
        assert [status for status, _ in await waiting] == [200, 200]

    with small(waiting=2, seconds=PATIENCE) as (_, address):
        run(main(address))


def test_a_question_does_not_wait_for_hours() -> None:
    async def main(address: str) -> None:
        running = await Question.sent(address, LONG)
        await running.begun()
        status, text = await (await Question.sent(address, question("count"))).reply()
        assert status == 503
        assert "Retry-After: " in text.title()
        assert "No process is free: stop a question, or ask again later." in text
        running.leave()

    with small(seconds=0.2) as (_, address):
        run(main(address))


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processes are found in /proc")
def test_a_killed_process_loses_no_question_that_waits() -> None:
    async def main(address: str) -> None:
        running = await Question.sent(address, LONG)
        await running.begun()
        waiting = asyncio.gather(*(answered(address) for _ in range(50)))
        for worker in workers(process.pid):
            os.kill(worker, signal.SIGKILL)
        _, text = await running.reply()
        assert '"code": "memory"' in text
        assert '"event": "done"' in text
        assert Counter(await waiting) == {(200, True): 50}

    with small(seconds=PATIENCE) as (process, address):
        run(main(address))


class Fragile(Worker):
    """A worker without a process; the first ones end before they are warm."""

    fragile, made = 0, 0

    def __init__(self) -> None:
        Fragile.made += 1
        self.number = Fragile.made
        self.busy = False

    def warm(self) -> None:
        if self.number <= self.fragile:
            raise EOFError

    def ask(self, text: str) -> None:
        self.busy = False

    def kill(self) -> None:
        """There is nothing to end."""


@pytest.mark.parametrize("fragile", [0, 1, MOST_FAILURES - 1, MOST_FAILURES])
def test_a_process_that_cannot_be_started(fragile: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("combien.web._queue.Worker", Fragile)
    monkeypatch.setattr("combien.web._queue.WAIT_SECONDS", 0.1)
    monkeypatch.setattr(Fragile, "fragile", fragile)
    monkeypatch.setattr(Fragile, "made", 0)

    async def main() -> None:
        queue = Workers(1)
        async with queue.opened():
            if fragile == MOST_FAILURES:
                with pytest.raises(Busy, match="No process is free"):
                    async with queue.answering(""):
                        raise AssertionError
                assert Fragile.made == fragile
            # The next question tries again.
            async with queue.answering("") as worker:
                assert worker.number == Fragile.made == fragile + 1  # type: ignore[attr-defined]

    run(main())


@pytest.mark.skipif(sys.platform == "win32", reason="processes are ended in another way")
def test_the_end_of_the_server_ends_its_questions() -> None:
    async def main(address: str) -> list[tuple[int, str]]:
        running = await Question.sent(address, LONG)
        await running.begun()
        # One of them waits, which is certain when the other one has been refused.
        _, waiting = await first_of(LONG, LONG, address=address)
        process.send_signal(signal.SIGINT)
        return [await running.reply(), *await waiting]

    with small(waiting=1, seconds=PATIENCE) as (process, address):
        (_, text), (status, _) = run(main(address))
        assert '"event": "stopped"' in text
        assert '"code": "cancelled"' in text
        assert '"event": "done"' in text
        assert status == 503
        # Without a second Ctrl-C.
        process.wait(PATIENCE)


@pytest.mark.skipif(not hasattr(signal, "SIGSTOP"), reason="no process can be stopped")
def test_a_process_that_does_not_take_its_question(monkeypatch: pytest.MonkeyPatch) -> None:
    worker = Worker()
    try:
        worker.warm()
        assert worker._process.pid is not None
        os.kill(worker._process.pid, signal.SIGSTOP)
        monkeypatch.setattr("combien.web.worker.START_SECONDS", 0.1)
        with pytest.raises(EOFError):
            worker.warm()
    finally:
        worker.kill()
