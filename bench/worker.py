"""Run one program on one instance, once.

    python -m bench.worker INSTANCE PROGRAM SECONDS BYTES count|diagram

This is a separate process for each measurement, so that memory, caches and tables are not shared.
It prints one line of JSON.  The limits are set by the system, so programs cannot exceed them.  The
output of the program itself goes to standard error.
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
from bench.peers import PEERS, Unsupported

__all__ = ["Program", "main", "measure", "program_named"]


class Program(Protocol):
    """A program that can be measured."""

    def prepare(self, instance: Instance) -> Any:
        """Convert the instance for the program."""

    def count(self, prepared: Any, /) -> int:
        """Return the number of solutions."""


class Compiler(Program, Protocol):
    """A program that can also make the diagram of all solutions."""

    def diagram(self, prepared: Any, /) -> Any:
        """Return the diagram of all solutions."""

    def size(self, diagram: Any, /) -> tuple[int, int]:
        """Return the number of solutions in the diagram, and its number of nodes."""


def program_named(name: str) -> Program:
    """Return the module of a peer, or an object in it, or one of our engines."""
    if name in PEERS:
        module, _, way = PEERS[name].partition(":")
        found = import_module(module)
        return cast("Program", getattr(found, way) if way else found)
    from bench.ours import Ours

    return Ours(name)


def measure(
    program: Program, instance: Instance, *, question: str = "count", seconds: int = 0
) -> dict[str, Any]:
    """Prepare and run a program; with `seconds`, the system limits the CPU time of the run.

    The result has the count, the counters if there are any, and the times of both steps.
    """
    # Tiny instances first, so that what is loaded or compiled once per process is not measured.
    for tiny in ("langford-4", "dominoes-2x2"):
        with suppress(Unsupported):
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
        answer, work["nodes"] = cast("Compiler", program).size(answer)
    return {
        "count": answer,
        "work": work,
        "prepare": {name: ready[name] - began[name] for name in began},
        "search": {name: done[name] - ready[name] for name in began},
    }


def main(words: list[str]) -> None:
    """Run the measurement that the command line describes."""
    instance_name, program_name, seconds, size, question = words
    # Reserve standard output for the line of JSON, also below Python.
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
        except Unsupported as error:
            result = {"cannot": str(error)}
        except MemoryError:
            result = {"memory": True}
    print(json.dumps(result), file=out, flush=True)
    # Skip the clean-up of the programs, which takes long and fails for some.
    os._exit(0)


def _answer(program: Program, prepared: Any, question: str) -> Any:
    if question == "diagram":
        return cast("Compiler", program).diagram(prepared)
    return program.count(prepared)


def _clock() -> dict[str, float]:
    """Return the seconds so far: of the processor, with programs that ended, and by the clock."""
    own, ended = map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return {
        "user": own.ru_utime + ended.ru_utime,
        "system": own.ru_stime + ended.ru_stime,
        "wall": perf_counter(),
    }


if __name__ == "__main__":
    main(sys.argv[1:])
