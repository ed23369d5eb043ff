"""A solver of python-sat as a process: `_library.py` runs this file and sends it commands.

A command on the standard input is three 32-bit integers: the command, a limit of conflicts, and the
count of the numbers that follow; then these numbers.

    ADD      clauses, each followed by 0
    ASK      assumptions; the second integer is the limit of conflicts, -1 for none
    PROOF    nothing

The answer to ASK is a line of counters, a letter and numbers: S and the true literals, U and the
assumptions of a contradiction, or T if the limit of conflicts was reached.  The answer to PROOF is
the lines of a proof and an empty line.  The process ends at the end of its input, on Linux also in
the middle of a query, so that it does not outlive a caller that was killed.
"""

from __future__ import annotations

import os
import select
import signal
import sys
from array import array
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from threading import Thread
from typing import Any, BinaryIO, TextIO

if sys.platform == "linux":
    import fcntl


ADD, ASK, PROOF = 1, 2, 3
# The exit code if python-sat cannot be loaded; the reason is the last line of the errors.
NOT_LOADED = 3
# What the loader of shared libraries reports when there is no memory for one.
OUT_OF_MEMORY = ("failed to map segment", "annot allocate memory")
COUNTERS = ("conflicts", "decisions", "propagations")


def serve(solver: Any, questions: BinaryIO, answers: TextIO) -> None:
    """Execute commands until the end of the input."""
    contradiction = False
    while head := _numbers(questions, 3):
        order, conflicts, count = head
        numbers = _numbers(questions, count)
        if order == ADD:
            begin = 0
            while begin < count:
                end = numbers.index(0, begin)
                if begin == end:
                    contradiction = True
                else:
                    solver.add_clause(numbers[begin:end].tolist())
                begin = end + 1
            continue
        if order == PROOF:
            answers.writelines(f"{line}\n" for line in solver.get_proof() or [])
            answers.write("\n")
        elif contradiction:
            answers.write("0 0 0 U\n")
        else:
            with _ended_without_reader(answers):
                found = _answer(solver, numbers.tolist(), conflicts)
            answers.write(found)
        answers.flush()


def _answer(solver: Any, assumptions: list[int], conflicts: int) -> str:
    solver.conf_budget(conflicts)
    answer = solver.solve_limited(assumptions)
    literals: list[int] = []
    if answer:
        literals = [literal for literal in solver.get_model() if literal > 0]
    elif answer is not None:
        literals = solver.get_core() or []
    counters = solver.accum_stats()
    letter = {True: "S", False: "U", None: "T"}[answer]
    return " ".join(map(str, (*(counters[name] for name in COUNTERS), letter, *literals))) + "\n"


@contextmanager
def _ended_without_reader(stream: TextIO) -> Iterator[None]:
    """Context manager that ends this process when the reader of a pipe has ended.

    python-sat keeps the lock of the interpreter, so no Python code runs meanwhile: the signal of
    asynchronous output ends the process.  It has no other cause, as the reader waits for an answer.
    On the pipe of questions it has: a writer is still in its system call when its data is read.
    """
    if sys.platform != "linux":
        yield
        return
    flags = fcntl.fcntl(stream, fcntl.F_GETFL)
    fcntl.fcntl(stream, fcntl.F_SETOWN, os.getpid())
    fcntl.fcntl(stream, fcntl.F_SETFL, flags | os.O_ASYNC)
    hangs = select.poll()
    hangs.register(stream, 0)
    if hangs.poll(0):
        os._exit(1)
    yield
    fcntl.fcntl(stream, fcntl.F_SETFL, flags)


def _numbers(stream: BinaryIO, count: int) -> array[int]:
    numbers = array("i")
    numbers.frombytes(stream.read(count * numbers.itemsize))
    return numbers


def main(name: str, proof: str) -> None:
    """Serve the solver with this name, with a proof or without."""
    # The caller handles Ctrl-C and ends this process.  In the main thread python-sat would catch
    # the signal.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        solvers = import_module("pysat.solvers")
    except Exception as error:
        # Under a limit of memory, the process ends like any other that exceeds it.
        if isinstance(error, MemoryError) or any(words in str(error) for words in OUT_OF_MEMORY):
            raise
        kind = "" if isinstance(error, ImportError) else f"{type(error).__name__}: "
        print(*f"{kind}{error}".split(), file=sys.stderr)
        sys.exit(NOT_LOADED)
    solver = getattr(solvers, name)(with_proof=bool(proof))
    Thread(target=serve, args=(solver, sys.stdin.buffer, sys.stdout)).start()


if __name__ == "__main__":
    main(*sys.argv[1:])
