"""One instance, one program, once.

    python -m bench.worker INSTANCE PROGRAM SECONDS BYTES count|diagram

A process of its own, so that nobody inherits another's memory, caches or warm tables.  Prints one
line of JSON; the limits are the system's own, so a program cannot talk its way past them.  What a
program itself prints goes to standard error.
"""

from __future__ import annotations

import json
import os
import resource
import sys
from contextlib import suppress
from importlib import import_module
from time import perf_counter
from typing import Any, Protocol, cast

from bench.instances import TINY, instance_named
from bench.instances.instance import Instance
from bench.peers import PEERS, CannotSay

__all__ = ["Program", "main", "measure", "program_named"]


class Program(Protocol):
    """Anything that can be measured."""

    def prepare(self, instance: Instance) -> Any:
        """Return what the program wants to be given."""

    def count(self, prepared: Any, /) -> int:
        """How many solutions."""


class Compiler(Program, Protocol):
    """A program that can also make the diagram of all solutions."""

    def diagram(self, prepared: Any, /) -> Any:
        """Return that diagram."""

    def told(self, diagram: Any, /) -> tuple[int, int]:
        """How many solutions are in it, and how many nodes it has."""


def program_named(name: str) -> Program:
    """Return a peer's module, or an object in it, or one of our engines."""
    if name in PEERS:
        module, _, way = PEERS[name].partition(":")
        found = import_module(module)
        return cast(Program, getattr(found, way) if way else found)
    from bench.ours import Ours

    return Ours(name)


def measure(
    program: Program, instance: Instance, *, question: str = "count", seconds: int = 0
) -> dict[str, Any]:
    """Prepare and answers; with `seconds`, the system ends the process at that much work.

    The result has the count, the counters if there are any, and the times of both parts.
    """
    # A tiny question first: what is loaded or compiled once a process is in nobody's time.
    for tiny in ("langford-4", "dominoes-2x2"):
        with suppress(CannotSay):
            _answer(program, program.prepare(TINY[tiny]()), question)
    began = _clock()
    prepared = program.prepare(instance)
    ready = _clock()
    if seconds:
        limit = int(ready["user"] + ready["system"]) + seconds + 1
        resource.setrlimit(resource.RLIMIT_CPU, (limit, limit + 5))
    answer = _answer(program, prepared, question)
    done = _clock()
    if seconds:
        resource.setrlimit(resource.RLIMIT_CPU, (limit + 5, limit + 5))
    work = dict(getattr(program, "work", {}))
    if question == "diagram":
        answer, work["nodes"] = cast(Compiler, program).told(answer)
    return {
        "count": answer,
        "work": work,
        "prepare": {name: ready[name] - began[name] for name in began},
        "search": {name: done[name] - ready[name] for name in began},
    }


def main(words: list[str]) -> None:
    """Measures what the command line says."""
    instance_name, program_name, seconds, size, question = words
    # The line of JSON keeps standard output to itself, below Python as well.
    out = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    resource.setrlimit(resource.RLIMIT_AS, (int(size), int(size)))
    instance = instance_named(instance_name)
    try:
        program = program_named(program_name)
    except ImportError as error:
        result: dict[str, Any] = {"missing": str(error)}
    else:
        try:
            result = measure(program, instance, question=question, seconds=int(seconds))
        except CannotSay as error:
            result = {"cannot": str(error)}
        except MemoryError:
            result = {"memory": True}
    print(json.dumps(result), file=out, flush=True)
    # The answer is out: no program is asked to clear up, which takes long and fails with some.
    os._exit(0)


def _answer(program: Program, prepared: Any, question: str) -> Any:
    if question == "diagram":
        return cast(Compiler, program).diagram(prepared)
    return program.count(prepared)


def _clock() -> dict[str, float]:
    """Seconds so far: of this process in user mode and in the system, and on the wall."""
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return {"user": usage.ru_utime, "system": usage.ru_stime, "wall": perf_counter()}


if __name__ == "__main__":
    main(sys.argv[1:])
