"""Ask the server of server.py many questions at once, and check that none is lost or late.

    python load.py --port 8000 --requests 200

A third of the questions is easy, a third takes some tenths of a second, and a third cannot be
answered in time.  Each has a deadline of one to four seconds.  Counts must be right.  Then as many
clients ask long questions and go away, and the server must be idle soon after.
"""

from __future__ import annotations

import argparse
import asyncio
import json
from collections import Counter
from dataclasses import dataclass
from time import perf_counter

from combien import Problem
from combien.cover import formats
from combien.puzzles import Queens

LATE = 0.3
# How many queens, and their solutions: 0.3 ms, 0.3 s and years.
SIZES = {7: "40", 12: "14200", 22: "2691008701644"}


@dataclass(frozen=True)
class Reply:
    """What came of a request; the status is 0 if the connection ended without a response."""

    status: int
    outcome: str
    limit: float
    seconds: float
    count: str | None = None


async def ask(port: int, body: bytes, limit: float, leave_after: float | None = None) -> Reply:
    """Send a question, and wait for the response, or leave before."""
    begun = perf_counter()
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    head = (
        f"POST /count?seconds={limit} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
        f"Content-Length: {len(body)}\r\n\r\n"
    )
    writer.write(head.encode() + body)
    response = b""
    try:
        async with asyncio.timeout(leave_after):
            response = await reader.read()
    except TimeoutError:
        pass
    finally:
        writer.close()
    first, _, rest = response.partition(b"\r\n")
    status = int(first.split()[1]) if first else 0
    found = json.loads(rest.partition(b"\r\n\r\n")[2] or b"{}")
    outcome = found.get("status") or ("refused" if "error" in found else "none")
    return Reply(status, outcome, limit, perf_counter() - begun, found.get("count"))


async def idle(port: int, seconds: float = 5.0) -> float:
    """Wait until the server has nothing to do; return how long that took."""
    begun = perf_counter()
    while perf_counter() - begun < seconds:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(b"GET /status HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        text = (await reader.read()).partition(b"\r\n\r\n")[2]
        writer.close()
        if not any(json.loads(text).values()):
            return perf_counter() - begun
        await asyncio.sleep(0.02)
    raise SystemExit("the server is still busy with questions of clients that went away")


def queens(size: int) -> bytes:
    """Return the exact cover of the queens, as a file."""
    problem = Queens(size).problem()
    plain = Problem.from_indices(
        [problem.indices(option) for option in range(problem.option_count)],
        items=problem.item_count,
        primary=problem.primary_count,
    )
    return formats.write(plain, format="dlx").encode()


async def main(port: int, requests: int, seconds: float) -> None:
    """Run both parts, and print what came of them."""
    bodies, counts = [queens(size) for size in SIZES], list(SIZES.values())
    limits = [seconds * (1 + k % 4) / 4 for k in range(requests)]
    replies = await asyncio.gather(
        *(ask(port, bodies[k % len(bodies)], limit) for k, limit in enumerate(limits))
    )
    for k, reply in enumerate(replies):
        if reply.count not in (None, counts[k % len(counts)]):
            raise SystemExit(f"wrong: {reply}")
    outcomes = Counter((reply.status, reply.outcome) for reply in replies)
    for (status, outcome), number in sorted(outcomes.items()):
        print(f"{number:4} {status} {outcome}")
    late = max(reply.seconds - reply.limit for reply in replies)
    print(f"the latest came {late:+.2f} s after its deadline")
    await asyncio.gather(*(ask(port, bodies[-1], 30.0, leave_after=0.5) for _ in range(requests)))
    print(f"{requests} clients went away; idle after {await idle(port):.2f} s")
    if any(reply.status not in (200, 503) for reply in replies) or late > LATE:
        raise SystemExit(f"a request was lost, or late by more than {LATE} s")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--port", type=int, default=8000)
    parser.add_argument("--requests", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=4.0, help="the longest deadline")
    given = parser.parse_args()
    asyncio.run(main(given.port, given.requests, given.seconds))
