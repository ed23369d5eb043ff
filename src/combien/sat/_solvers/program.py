"""Run a program on clauses in a file, and wait for it in slices.

The clauses are streamed to a temporary file once; each run replaces only the first lines and the
clauses at the end.  The program is started without a shell, and its output goes to files.  Signals
to the process group (from a closed terminal, or `timeout`) end the program too.  Ctrl-C reaches
both processes, so a program that ends without an answer is not reported as failed at once.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from shutil import rmtree
from subprocess import DEVNULL, Popen, TimeoutExpired
from tempfile import mkdtemp
from time import perf_counter
from typing import IO
from weakref import finalize

from combien._wording import printable
from combien.errors import CannotAnswer
from combien.sat._cnf import Clause, Formula
from combien.sat._solvers.process import started

__all__ = ["Program"]

CLAUSES_PER_CHECK = 500
# The first lines have a fixed length, so the rest of the file stays in place.
HEADER = 80
KILL_SECONDS = 5.0


class Program:
    """A command, whose words may contain the files `{cnf}`, `{answer}` and `{proof}`.

    `bytes` limits its memory, if the system supports it.
    """

    _process: Popen[bytes] | None

    def __init__(self, words: Sequence[str], formula: Formula, *, bytes: int | None) -> None:
        self._words = words
        self._bytes = bytes
        self._formula = formula
        self._waiting: Iterator[Clause] | None = iter(formula)
        self._folder = mkdtemp(prefix="combien-")
        self._owner = os.getpid()
        finalize(self, _remove, self._folder, self._owner)
        self._cnf: IO[str] | None = None
        self._end = 0
        self._process = None

    def run(self, more: Sequence[Sequence[int]], seconds: float) -> int | None:
        """Run for a slice and return the exit code if the program has ended.

        If it is not running, it is started, with these clauses added to the formula.
        """
        deadline = perf_counter() + seconds
        if not self._write(deadline):
            return None
        if self._process is None:
            self._process = self._start(more)
        try:
            code = self._process.wait(max(0.0, deadline - perf_counter()))
        except TimeoutExpired:
            return None
        self._process = None
        return code

    def stop(self) -> None:
        """Kill the program if it is running; unfinished clauses are written again."""
        if os.getpid() != self._owner:
            return
        if self._waiting is not None and self._cnf is not None:
            self._cnf.close()
            self._cnf = None
            self._waiting = iter(self._formula)
        if self._process is not None:
            process, self._process = self._process, None
            process.kill()
            with suppress(TimeoutExpired):
                process.wait(KILL_SECONDS)

    def file(self, name: str) -> Path:
        """Return the path of a file: "answer", "proof", the output "out" or the errors "err"."""
        return Path(self._folder, name)

    def text(self, name: str) -> str:
        """Return the content of such a file, empty if it was not written."""
        file = self.file(name)
        return file.read_text(encoding="utf-8", errors="replace") if file.exists() else ""

    def exit_message(self, code: int) -> str:
        """Return how the program ended, with its last error message."""
        ended = f"was ended by signal {-code}" if code < 0 else f"ended with code {code}"
        lines = [line.strip() for line in self.text("err").splitlines() if line.strip()]
        return f"{ended} (it wrote: {printable(lines[-1][:200])})" if lines else ended

    def _write(self, deadline: float) -> bool:
        """Write the clauses of the formula and return whether all are written."""
        if self._cnf is None:
            self._cnf = open(self.file("cnf"), "w", encoding="ascii")  # noqa: SIM115
            self._cnf.write(" " * HEADER)
        if self._waiting is not None:
            for number, clause in enumerate(self._waiting, 1):
                self._cnf.write(_line(clause))
                if number % CLAUSES_PER_CHECK == 0 and perf_counter() > deadline:
                    return False
            self._waiting = None
            self._end = self._cnf.tell()
        return True

    def _start(self, more: Sequence[Sequence[int]]) -> Popen[bytes]:
        assert self._cnf is not None
        variables = max([self._formula.variable_count, *(abs(x) for part in more for x in part)])
        header = f"p cnf {variables} {self._formula.clause_count + len(more)}\n"
        self._cnf.seek(0)
        self._cnf.write(f"c{' ' * (HEADER - len(header) - 2)}\n{header}")
        self._cnf.seek(self._end)
        self._cnf.truncate()
        self._cnf.writelines(map(_line, more))
        self._cnf.flush()
        for name in ("answer", "proof"):
            self.file(name).unlink(missing_ok=True)
        words = [self._words[0]]
        for word in self._words[1:]:
            for name in ("cnf", "answer", "proof"):
                word = word.replace(f"{{{name}}}", str(self.file(name)))
            words.append(word)
        with open(self.file("out"), "wb") as out, open(self.file("err"), "wb") as err:
            try:
                return started(words, bytes=self._bytes, stdin=DEVNULL, stdout=out, stderr=err)
            except OSError as error:
                raise CannotAnswer(f"'{words[0]}' cannot be started: {error.strerror}") from error

    def __del__(self) -> None:
        cnf = getattr(self, "_cnf", None)
        if cnf is not None:
            self.stop()
            cnf.close()


def _remove(folder: str, owner: int) -> None:
    """Remove a folder, but not in a process that was forked from its owner."""
    if os.getpid() == owner:
        rmtree(folder, ignore_errors=True)


def _line(clause: Sequence[int]) -> str:
    return f"{' '.join(map(str, clause))} 0\n" if clause else "0\n"
