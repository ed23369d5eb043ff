"""SAT solver programs that read DIMACS: as a `SatSolver`, running in slices, and for scripts.

The clauses are streamed to a temporary file once; each query starts the program again and replaces
only the first lines and the clauses at the end, where assumptions are unit clauses.  The program is
started without a shell, and its output goes to files: its answer is read there in the format of the
competitions, or in the format of MiniSat.  Signals to the process group (from a closed terminal, or
`timeout`) end the program too.  Ctrl-C reaches both processes, so a program that ends without an
answer is not reported as failed at once.

A command in a script is untrusted text.  It may only start a program of the table `KNOWN`, found on
the PATH, with options of this table: no path, no shell, no second file.  An option is listed only
if it sets a number or a switch.  Options with the name of a file to read or write (`-dimacs=` of
MiniSat, `-o` of CaDiCaL, `--dumpresult` of CryptoMiniSat) are excluded, and so are positional
arguments, which many solvers take as the file of a proof or an answer.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import signal
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from shutil import rmtree
from subprocess import DEVNULL, Popen, TimeoutExpired
from tempfile import mkdtemp
from threading import current_thread, main_thread
from time import perf_counter
from typing import IO, Any
from weakref import finalize

from combien._base import signals
from combien._base.checks import did_you_mean
from combien._base.extras import install_command
from combien._wording import printable
from combien.errors import BadFormat, BadInput, CannotAnswer, MissingExtra
from combien.sat import results
from combien.sat._cnf import Clause, Formula
from combien.sat._solver import Outcome

# Appended to commands that do not name their files, by the beginning of the program's name.
FILES = {"minisat": ["{cnf}", "{answer}"]}
PROOF_FILES = {name: ["--no-binary", "{cnf}", "{proof}"] for name in ("cadical", "kissat")}
# The programs that Debian has.
PACKAGES = ("cadical", "cryptominisat", "minisat", "picosat")


class ExternalSolver:
    """A program, named by its command.

    Files are appended to the command, or replace `{cnf}` (the clauses), `{answer}` (written instead
    of an output) and `{proof}`.

    Raises
    ------
    MissingExtra
        If there is no such program.
    CannotAnswer
        If it ends without an answer, or with a satisfiable one without a model.
    """

    def __init__(
        self, command: str, formula: Formula, *, proof: bool = False, bytes: int | None = None
    ) -> None:
        self._command = command
        words = words_of(command, proof=proof)
        self._answer_file = "answer" if "{answer}" in " ".join(words) else "out"
        self._program = Program(words, formula, bytes=bytes)
        self._more: list[Sequence[int]] = []
        self._assumptions: Sequence[int] = ()
        self._runs = 0
        self._failure: CannotAnswer | None = None
        self._model: Sequence[int] = ()

    @property
    def steps(self) -> int:
        """The number of answers so far."""
        return self._runs

    @property
    def work(self) -> Mapping[str, int]:
        """The number of answers, as nodes; the work inside the program is unknown."""
        return {"nodes": self._runs}

    def add(self, clause: Sequence[int]) -> None:
        """Add a clause; clauses that a unit clause satisfies are dropped."""
        if len(clause) == 1:
            self._more = [known for known in self._more if clause[0] not in known]
        self._more.append(tuple(clause))

    def ask(self, assumptions: Sequence[int]) -> None:
        """Start a query; the program starts with the next slice."""
        self._assumptions = tuple(assumptions)

    def run(self, steps: int, seconds: float) -> Outcome:
        """Write the file, start the program, or wait for it."""
        if self._failure is not None:
            failure, self._failure = self._failure, None
            raise failure
        more = [*self._more, *((literal,) for literal in self._assumptions)]
        code = self._program.run(more, seconds)
        if code is None:
            return Outcome.OUT_OF_SLICE
        try:
            return self._read(code)
        except CannotAnswer as failure:
            # Perhaps Ctrl-C killed it: the caller has one slice to notice.
            self._failure = failure
            return Outcome.OUT_OF_SLICE

    def model(self) -> Sequence[int]:
        """Return the literals of the model."""
        return self._model

    def core(self) -> Iterable[int]:
        """Return all assumptions: programs do not report which they needed."""
        return self._assumptions

    def stop(self) -> None:
        """Kill the program."""
        self._failure = None
        self._program.stop()

    def proof(self) -> Iterator[str]:
        """Generate the lines of the proof file."""
        with open(self._program.file("proof"), encoding="ascii", errors="replace") as file:
            yield from (line.rstrip("\n") for line in file)

    def _read(self, code: int) -> Outcome:
        """Read the answer of the program."""
        self._runs += 1
        text = self._program.text(self._answer_file)
        if self._answer_file == "out":
            # Some programs print other text between the lines.
            text = "".join(line for line in text.splitlines(True) if line[:2] in ("s ", "v "))
        message = f"'{printable(self._command)}' {self._program.exit_message(code)}"
        try:
            result = results.read(text)
        except BadFormat as error:
            raise CannotAnswer(
                f"{message}; its answer cannot be read: {error}; mark the files in the command "
                "with {cnf} and {answer}"
            ) from error
        if result.satisfiable is None:
            raise CannotAnswer(f"{message} without an answer")
        self._model = result.model
        return Outcome.SATISFIABLE if result.satisfiable else Outcome.UNSATISFIABLE


def words_of(command: str, *, proof: bool = False) -> list[str]:
    """Split a command into words and add its files.

    >>> words_of("sh -c 'exit 1'")
    ['sh', '-c', 'exit 1', '{cnf}']

    Raises
    ------
    BadInput
        If the command is empty or has an unclosed quote.
    MissingExtra
        If there is no such program.
    CannotAnswer
        If it is not known how the program writes a proof.
    """
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise BadInput(f"the command {command!r} cannot be read: {error}") from error
    if not words:
        raise BadInput("the command of a SAT solver is empty: write one, as in 'minisat -verb=0'")
    if shutil.which(words[0]) is None:
        raise MissingExtra(missing(words[0]))
    program = os.path.basename(words[0])
    given = " ".join(words)
    if proof and "{proof}" not in given:
        files = next((files for name, files in PROOF_FILES.items() if program.startswith(name)), [])
        if not files or "{cnf}" in given:
            raise CannotAnswer(
                f"how '{program}' writes a proof is not known: mark the files, as in "
                f"'{program} {{cnf}} {{proof}}', or leave the program out"
            )
        return words + files
    if "{cnf}" in given:
        return words
    return words + next((f for name, f in FILES.items() if program.startswith(name)), ["{cnf}"])


def only_solves(command: str) -> bool:
    """Return whether this program is known to find models but not to count them."""
    return os.path.basename(words_of(command)[0]).startswith((*PACKAGES, *PROOF_FILES))


def missing(program: str) -> str:
    """Return the error message for a program that is not installed."""
    package = next((name for name in PACKAGES if os.path.basename(program).startswith(name)), "")
    way = (
        f"apt-get install {package}" if package else "look at the PATH, or install one of Debian's"
    )
    others = "" if package else f" ({', '.join(PACKAGES)})"
    return (
        f"there is no program '{printable(program)}' here: {way}{others}; or name none to use "
        f"python-sat: {install_command('sat')}"
    )


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


def started(words: Sequence[str], *, bytes: int | None, **streams: Any) -> Popen[Any]:
    """Start a process, with at most `bytes` of address space unless that is None.

    Ctrl-C during the start kills the process and is raised again; otherwise the process would be
    lost.
    """
    with _interrupts_recorded() as interrupted:
        process = Popen(words, **streams)
        if bytes is not None:
            _limit(process.pid, bytes)
    if interrupted:
        process.kill()
        process.wait()
        raise KeyboardInterrupt
    return process


@contextmanager
def _interrupts_recorded() -> Iterator[list[int]]:
    """Record Ctrl-C and similar signals inside the context, instead of handling them."""
    noted: list[int] = []
    if current_thread() is not main_thread():
        yield noted
        return
    interrupting = (signal.default_int_handler, signals.raise_interrupt)
    before = {number: signal.getsignal(number) for number in signals.end_signals()}
    replaced = {number: old for number, old in before.items() if old in interrupting}
    for number in replaced:
        signal.signal(number, lambda number, frame: noted.append(number))
    try:
        yield noted
    finally:
        for number, old in replaced.items():
            signal.signal(number, old)


def _limit(process: int, bytes: int) -> None:
    """Limit the address space of a process, if the system supports it."""
    try:
        import resource  # Platform: not on Windows.
    except ImportError:
        return
    prlimit = getattr(resource, "prlimit", None)
    if prlimit is not None:
        with suppress(ProcessLookupError, PermissionError):
            prlimit(process, resource.RLIMIT_AS, (bytes, bytes))


# A number, or one of two switches: nothing that could be the name of a file.
_VALUE = re.compile(r"[+-]?[0-9]{1,12}(\.[0-9]{1,12})?(e[+-]?[0-9]{1,3})?|true|false")

_MINISAT = """-verb -cpu-lim -mem-lim -rnd-seed -rnd-freq -gc-frac -rinc -rfirst -var-decay
-cla-decay -phase-saving -ccmin-mode -simp-gc-frac -sub-lim -cl-lim -grow -luby -no-luby -rnd-init
-no-rnd-init -pre -no-pre -elim -no-elim -asymm -no-asymm -rcheck -no-rcheck"""
_GLUCOSE = (
    _MINISAT + " -model -no-model -K -R -szTrailQueue -szLBDQueue -firstReduceDB -incReduceDB"
)
_ARMIN = """-q -v -n --quiet --verbose --no-witness --sat --unsat --default --plain --seed --walk
--elim --vivify --probe --phase --target --restart --restartint --chrono --lucky --bump --reduce
--reduceint --stabilize --stabilizeonly --rephase --shuffle --subsume --ternary --transred
--time --conflicts --decisions --no-elim --no-probe --no-walk --no-lucky --no-vivify --no-phase"""

# The name of each program, and its options, which take no value, a number or a switch.
KNOWN: Mapping[str, frozenset[str]] = {
    name: frozenset(options.split())
    for names, options in (
        ("minisat minisat2 minisat_core minisat_simp minisat_static minisat-core", _MINISAT),
        ("glucose glucose-simp glucose_static glucose-syrup", _GLUCOSE),
        ("cadical kissat", _ARMIN),
        (
            "cryptominisat5",
            "--verb --random --maxtime --maxconfl --threads --restart --polar --luby "
            "--maple --simplify --sls --verbstat",
        ),
        ("picosat", "-v -q -n"),
        ("lingeling plingeling treengeling", "-q -v -n --seed --plain --sat --unsat"),
        (
            "clasp",
            "-q --quiet --verbose -V --time-limit --seed --sat-prepro --models --stats "
            "--solve-limit",
        ),
    )
    for name in names.split()
}


def safe_command(command: str) -> str:
    """Return the command with the path of its program; raise unless all of it is in the table.

    >>> safe_command("sh -c 'exit 1'")
    Traceback (most recent call last):
    ...
    combien.errors.BadInput: 'sh' is not a SAT solver that scripts may start (minisat, cadical, ...)

    Raises
    ------
    BadInput
        For a program or an option that is not in the table, and for positional arguments.
    MissingExtra
        If the program is not installed.
    """
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise BadInput(f"the command {command!r} cannot be read: {error}") from None
    if not words:
        raise BadInput("the command of a SAT solver is empty: write one, as in 'minisat -verb=0'")
    program, *options = words
    if program not in KNOWN:
        hint = did_you_mean(program[:40], KNOWN)
        raise BadInput(
            f"'{printable(program[:80])}' is not a SAT solver that scripts may start "
            f"(minisat, cadical, ...){hint}"
        )
    for option in options:
        name, equals, value = option.partition("=")
        if name not in KNOWN[program] or (equals and not _VALUE.fullmatch(value)):
            raise BadInput(
                f"'{printable(option[:80])}' is not an option of {program} that scripts may use: "
                "allowed options have no value, or a number after '=', and name no file"
            )
    path = _on_path(program)
    if path is None:
        raise MissingExtra(missing(program))
    return shlex.join([path, *options])


def _on_path(program: str) -> str | None:
    """Return the path of the program, in absolute folders of the PATH only.

    An empty or relative entry of the PATH refers to the current folder, where a script may have
    been delivered together with a program.
    """
    for folder in os.get_exec_path():
        path = os.path.join(folder, program)
        if os.path.isabs(folder) and os.path.isfile(path) and os.access(path, os.X_OK):
            return path
    return None
