"""The solvers of python-sat, each in a separate process, which can be ended at any moment.

Within one process nothing stops them reliably.  CaDiCaL does not support the interrupt of
python-sat; python-sat handles Ctrl-C by jumping out of the running solver; and limits on conflicts
are checked by Glucose only at its next restart, which never comes for the pigeonhole problem, and
are expensive for CaDiCaL, which begins each call with preprocessing (Scott's pentominoes: 0.06 s in
one call, 2 s in portions of 100).  A process takes 0.06 s to start, has its own memory limit, and
can be killed at any time.

The solver is CaDiCaL 1.5.3, which stops within a few conflicts of a limit.  Seconds to the first
tiling on a busy machine, and, in the last column, for the proof that ten pigeons do not fit into
nine holes:

                   Scott   6 x 10   4 x 15   pigeons
    CaDiCaL 1.5.3    0.2      2.8      0.3       0.5
    CaDiCaL 1.9.5    0.2      7.1      3.7       1.0
    Glucose 4        0.3      1.9      1.4       1.6
    MiniSat 2.2       71      0.8      0.1       1.8

Glucose 4 is used for proofs, as it writes them as text.
"""

from __future__ import annotations

import os
from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from importlib.util import find_spec
from select import select
from subprocess import PIPE
from tempfile import TemporaryFile
from time import perf_counter
from typing import Any

from combien._base.extras import interpreter, needed
from combien.errors import CannotAnswer
from combien.sat import _library_process
from combien.sat._cnf import Clause
from combien.sat._library_process import ADD, ASK, COUNTERS, NOT_LOADED, PROOF
from combien.sat._programs import started
from combien.sat._solver import Outcome

SOLVER, PROVER = "Cadical153", "Glucose4"

# The number of literals that are sent at once.
BATCH = 4_000
# The memory of an interpreter with python-sat.
BASE_BYTES = 64_000_000
MOST_CONFLICTS = 2**31 - 1
CHUNK = 1 << 16


def _needed() -> needed:
    more = "; or name the command of a solver, such as minisat"
    return needed("the sat engine needs python-sat", "sat", more=more)


def solver_name(*, proof: bool) -> str:
    """Return the name of the python-sat solver to use."""
    return PROVER if proof else SOLVER


class LibrarySolver:
    """A solver of python-sat.

    >>> solver = LibrarySolver([(1, 2), (-1, -2)])
    >>> solver.ask([1])
    >>> solver.run(100, 60.0), solver.model()
    (<Outcome.SATISFIABLE: 'satisfiable'>, [1])

    The clauses are sent in the first slices, and again after a query was stopped.  With `proof`,
    the solver is one that writes proofs; it may exceed `steps` until its next restart.  `bytes`
    limits its memory.

    Raises
    ------
    MissingExtra
        If python-sat is not installed or cannot be loaded.
    CannotAnswer
        If the process ends.
    """

    def __init__(
        self, clauses: Iterable[Clause], *, proof: bool = False, bytes: int | None = None
    ) -> None:
        self._python = interpreter("python-sat is run")
        with _needed():
            if find_spec("pysat") is None:
                raise ModuleNotFoundError(name="pysat")
        self._clauses = clauses
        self._proof = proof
        self._bytes = bytes
        self._more: list[Sequence[int]] = []
        self._assumptions: Sequence[int] = ()
        self._asked = False
        self._process: _Process | None = None
        self._waiting: Iterator[Clause] = iter(())
        self._questions = 0
        # The counters of earlier processes, and of the current one.
        self._before = dict.fromkeys(COUNTERS, 0)
        self._counters = dict.fromkeys(COUNTERS, 0)
        self._literals: list[int] = []
        self._failure: CannotAnswer | None = None

    @property
    def steps(self) -> int:
        """The number of answered queries, plus conflicts."""
        return self._questions + self._before["conflicts"] + self._counters["conflicts"]

    @property
    def work(self) -> Mapping[str, int]:
        """The steps as nodes, then the queries and the solver's counters."""
        counters = {name: self._before[name] + self._counters[name] for name in COUNTERS}
        return {"nodes": self.steps, "questions": self._questions, **counters}

    def add(self, clause: Sequence[int]) -> None:
        """Add a clause; clauses that a unit clause satisfies are not sent again."""
        if len(clause) == 1:
            self._more = [known for known in self._more if clause[0] not in known]
        self._more.append(tuple(clause))
        if self._process is not None:
            # If the process has ended, the next slice detects it.
            with suppress(BrokenPipeError):
                self._process.send(ADD, 0, [*clause, 0])

    def ask(self, assumptions: Sequence[int]) -> None:
        """Start a query."""
        self._assumptions = tuple(assumptions)
        self._asked = False

    def run(self, steps: int, seconds: float) -> Outcome:
        """Run for a slice."""
        if self._failure is not None:
            failure, self._failure = self._failure, None
            raise failure
        deadline = perf_counter() + seconds
        try:
            return self._run(steps, deadline)
        except (BrokenPipeError, EOFError):
            process = self._process
            last = self._ended()
            if process is not None and process.code == NOT_LOADED:
                with _needed():
                    raise ImportError(last) from None
            if self._bytes is not None:
                return Outcome.OUT_OF_BYTES
            reason = f" (it wrote: {last})" if last else ""
            # Perhaps Ctrl-C killed it before it ignored the signal: the caller has one slice to
            # notice.
            self._failure = CannotAnswer(f"python-sat's process ended{reason}: ask another solver")
            return Outcome.OUT_OF_SLICE

    def _run(self, steps: int, deadline: float) -> Outcome:
        if self._process is None:
            name = solver_name(proof=self._proof)
            self._process = _Process(self._python, name, self._proof, self._bytes)
            self._waiting = iter(self._clauses)
            for clause in self._more:
                self._process.send(ADD, 0, [*clause, 0])
        if not self._asked:
            if not self._load(self._process, deadline):
                return Outcome.OUT_OF_SLICE
            conflicts = steps if steps <= MOST_CONFLICTS else -1
            self._process.send(ASK, conflicts, self._assumptions)
            self._asked = True
        line = self._process.line(deadline)
        if line is None:
            return Outcome.OUT_OF_SLICE
        *counters, letter = (words := line.split())[: len(COUNTERS) + 1]
        self._counters = dict(zip(COUNTERS, map(int, counters), strict=True))
        self._asked = False
        if letter == "T":
            return Outcome.OUT_OF_SLICE
        self._questions += 1
        self._literals = [int(word) for word in words[len(COUNTERS) + 1 :]]
        return Outcome.SATISFIABLE if letter == "S" else Outcome.UNSATISFIABLE

    def _load(self, process: _Process, deadline: float) -> bool:
        """Send clauses until the deadline; return whether all are sent."""
        while perf_counter() < deadline:
            numbers = array("i")
            for clause in self._waiting:
                numbers.extend(clause)
                numbers.append(0)
                if len(numbers) >= BATCH:
                    break
            if not numbers:
                return True
            process.send(ADD, 0, numbers)
        return False

    def model(self) -> Iterable[int]:
        """Return the true literals."""
        return self._literals

    def core(self) -> Iterable[int]:
        """Return assumptions that suffice for a contradiction."""
        return self._literals

    def stop(self) -> None:
        """End the process; the next query starts another one."""
        self._failure = None
        self._ended()

    def proof(self) -> Iterator[str]:
        """Yield the lines of a DRUP proof; the solver must have been made with `proof`."""
        assert self._process is not None
        self._process.send(PROOF, 0, ())
        complete = False
        while line := self._process.line(None):
            complete = complete or line == "0"
            yield line
        if not complete:
            yield "0"

    def _ended(self) -> str:
        """End the process; return its last error message."""
        if self._process is None:
            return ""
        process, self._process = self._process, None
        self._before = {name: self._before[name] + self._counters[name] for name in COUNTERS}
        self._counters = dict.fromkeys(COUNTERS, 0)
        self._asked = False
        return process.end()


class _Process:
    """The process, with its input and output."""

    def __init__(self, python: str, solver: str, proof: bool, bytes: int | None) -> None:
        words = [python, "-P", _library_process.__file__, solver, "proof" if proof else ""]
        self._errors = TemporaryFile()  # noqa: SIM115
        most = None if bytes is None else bytes + BASE_BYTES
        self._owner = os.getpid()
        self._popen = started(words, bytes=most, stdin=PIPE, stdout=PIPE, stderr=self._errors)
        self._buffer = b""

    def send(self, order: int, conflicts: int, numbers: Sequence[int]) -> None:
        """Send a command of `_library_process`, with its numbers."""
        assert self._popen.stdin is not None
        self._popen.stdin.write(array("i", (order, conflicts, len(numbers))).tobytes())
        self._popen.stdin.write(array("i", numbers).tobytes())
        if order != ADD:
            self._popen.stdin.flush()

    def line(self, deadline: float | None) -> str | None:
        """Return the next line, or None at the deadline; raise `EOFError` if the process ended."""
        assert self._popen.stdout is not None
        number = self._popen.stdout.fileno()
        while b"\n" not in self._buffer:
            left = None if deadline is None else max(0.0, deadline - perf_counter())
            if not select([number], [], [], left)[0]:
                return None
            part = os.read(number, CHUNK)
            if not part:
                raise EOFError
            self._buffer += part
        line, self._buffer = self._buffer.split(b"\n", 1)
        return line.decode("ascii")

    def end(self) -> str:
        """Kill the process and return its last error message."""
        if os.getpid() != self._owner:
            self._release()
            return ""
        if self._popen.returncode is None:
            self._popen.kill()
        for stream in (self._popen.stdin, self._popen.stdout):
            if stream is not None:
                with suppress(OSError):
                    stream.close()
        self._popen.wait()
        self._errors.seek(0)
        lines = self._errors.read().decode(errors="replace").split("\n")
        self._errors.close()
        last = next((line.strip() for line in reversed(lines) if line.strip()), "")
        return last[:200]

    @property
    def code(self) -> int | None:
        """The exit code, after `end`."""
        return self._popen.returncode

    def _release(self) -> None:
        """Release the streams in a forked child, without affecting the process of the parent."""
        self._popen.returncode = 0
        for stream in (self._popen.stdin, self._popen.stdout):
            # Close the raw stream: closing the buffered one would write its remaining data.
            raw: Any = getattr(stream, "raw", None)
            if raw is not None:
                raw.close()
        self._errors.close()

    def __del__(self) -> None:
        if hasattr(self, "_popen") and not self._errors.closed:
            self.end()
