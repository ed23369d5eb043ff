"""Cases in a child process: a crash, a hang or too much memory ends the child, and is a fault."""

from __future__ import annotations

import os
import pickle
import resource
import select
import signal
import traceback
from collections.abc import Iterable, Iterator
from threading import Thread

from tests.hunt.asking import Case, Fault, Kind, Tally, examine

__all__ = ["Outcome", "end_with", "examined"]

Outcome = tuple[Case, Tally, list[Fault]]

# Of processor time, for a case that never comes back to Python; and without any work.
CASE_SECONDS, SILENT_SECONDS = 120, 600
MOST_BYTES = 6 * 10**9


def examined(kind: Kind, cases: Iterable[Case]) -> Iterator[Outcome]:
    """Examine each case in a child process, a new one only after one that died."""
    waiting = list(cases)
    while waiting:
        for case, outcome in zip(list(waiting), _by_a_child(kind, waiting), strict=False):
            waiting.pop(0)
            yield case, *outcome


def _by_a_child(kind: Kind, cases: list[Case]) -> Iterator[tuple[Tally, list[Fault]]]:
    """Yield what a child found out, up to the case at which it died."""
    reading, writing = os.pipe()
    # Nobody writes to this one: it ends when the parent does.
    life, held = os.pipe()
    child = os.fork()
    if not child:
        os.close(reading)
        os.close(held)
        end_with(life)
        _work(kind, cases, writing)
    os.close(writing)
    os.close(life)
    try:
        with os.fdopen(reading, "rb", buffering=0) as pipe:
            for _ in cases:
                if not select.select([pipe], [], [], SILENT_SECONDS)[0]:
                    yield _dead(f"silent for {SILENT_SECONDS} s")
                    return
                size = pipe.read(8)
                if len(size) < 8:
                    dead, child = child, 0
                    yield _dead(_death(dead))
                    return
                content = b""
                while len(content) < int.from_bytes(size):
                    content += pipe.read(int.from_bytes(size) - len(content))
                yield pickle.loads(content)
    finally:
        os.close(held)
        if child:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)


def end_with(pipe: int) -> None:
    """End this process when nobody can write to a pipe any more."""

    def watch() -> None:
        os.read(pipe, 1)
        os._exit(1)

    Thread(target=watch, name="hunt", daemon=True).start()


def _work(kind: Kind, cases: list[Case], pipe: int) -> None:
    """What the child does; it never returns."""
    resource.setrlimit(resource.RLIMIT_AS, (MOST_BYTES, MOST_BYTES))
    try:
        for case in cases:
            used = resource.getrusage(resource.RUSAGE_SELF)
            most = int(used.ru_utime + used.ru_stime) + CASE_SECONDS
            resource.setrlimit(resource.RLIMIT_CPU, (most, resource.RLIM_INFINITY))
            tally = Tally()
            faults = examine(kind, case, tally)
            content = pickle.dumps((tally, faults))
            os.write(pipe, len(content).to_bytes(8) + content)
    except BrokenPipeError:
        # The case was given up.
        os._exit(1)
    except BaseException:
        traceback.print_exc()
        os._exit(1)
    os._exit(0)


def _death(child: int) -> str:
    status = os.waitpid(child, 0)[1]
    if os.WIFSIGNALED(status):
        return f"killed by {signal.Signals(os.WTERMSIG(status)).name}"
    return f"ended with exit code {os.waitstatus_to_exitcode(status)}"


def _dead(how: str) -> tuple[Tally, list[Fault]]:
    fault = Fault("the process", (("all ways", how),), ("all ways",))
    return Tally(problems=1, faults=1), [fault]
