"""One instance, one program, once: `python -m bench.worker INSTANCE PROGRAM SECONDS BYTES`.

A process of its own, so that nobody inherits another's memory, caches or warm tables.  Prints one
line of JSON; the limits are the system's own, so a program cannot talk its way past them.
"""

from __future__ import annotations

import json
import resource
import sys
from importlib import import_module
from time import perf_counter
from typing import Any, Protocol, cast

from bench.instances import INSTANCES, TINY
from bench.instances.instance import Instance
from bench.peers import PEERS, CannotSay

__all__ = ["Program", "main", "measure", "program_named"]


class Program(Protocol):
    """Anything that can be measured."""

    def prepare(self, instance: Instance) -> Any:
        """What the program wants to be given."""

    def count(self, prepared: Any, /) -> int:
        """How many solutions, each visited."""


def program_named(name: str) -> Program:
    """A peer's module, or one of our engines."""
    if name in PEERS:
        return cast(Program, import_module(PEERS[name]))
    from bench.ours import Ours

    return Ours(name)


def measure(program: Program, instance: Instance, *, seconds: int = 0) -> dict[str, Any]:
    """Prepares and counts; with `seconds`, the system ends the process at that much work.

    The result has the count, the counters if there are any, and the times of both parts.
    """
    # A tiny question first: what is loaded or compiled once a process is in nobody's time.
    program.count(program.prepare(TINY["langford-4"]()))
    began = _clock()
    prepared = program.prepare(instance)
    ready = _clock()
    if seconds:
        limit = int(ready["user"] + ready["system"]) + seconds + 1
        resource.setrlimit(resource.RLIMIT_CPU, (limit, limit + 5))
    found = program.count(prepared)
    done = _clock()
    return {
        "count": found,
        "work": dict(getattr(program, "work", {})),
        "prepare": {name: ready[name] - began[name] for name in began},
        "search": {name: done[name] - ready[name] for name in began},
    }


def main(words: list[str]) -> None:
    """Measures what the command line says."""
    instance_name, program_name, seconds, size = words
    resource.setrlimit(resource.RLIMIT_AS, (int(size), int(size)))
    instance = (INSTANCES | TINY)[instance_name]()
    try:
        program = program_named(program_name)
    except ImportError as error:
        result: dict[str, Any] = {"missing": str(error)}
    else:
        try:
            result = measure(program, instance, seconds=int(seconds))
        except CannotSay as error:
            result = {"cannot": str(error)}
        except MemoryError:
            result = {"memory": True}
    print(json.dumps(result))


def _clock() -> dict[str, float]:
    """Seconds so far: of this process in user mode and in the system, and on the wall."""
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return {"user": usage.ru_utime, "system": usage.ru_stime, "wall": perf_counter()}


if __name__ == "__main__":
    main(sys.argv[1:])
