"""Any SAT solver program that reads DIMACS, as a `SatSolver`.

Its answer is read from its output, in the format of the competitions, or from a file, in the format
of MiniSat.  Assumptions are unit clauses at the end of the file, and each query starts the program
again.
"""

from __future__ import annotations

import os
import shlex
import shutil
from collections.abc import Iterable, Iterator, Mapping, Sequence

from combien._wording import printable
from combien.errors import BadFormat, BadInput, CannotAnswer, MissingExtra
from combien.sat import results
from combien.sat._cnf import Formula
from combien.sat._solvers.program import Program
from combien.sat._solvers.solver import Outcome

__all__ = ["ExternalSolver", "missing", "only_solves", "words_of"]

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
        'python-sat: pip install "combien[sat]"'
    )
