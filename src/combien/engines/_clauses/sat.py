"""Solutions by SAT: the problem is encoded in clauses for a SAT solver.

The engine is good for finding one solution of a large or tight problem, and for proving that there
is none.  Listing many solutions is slow.  Counting needs an installed model counter.

Who found each encoding is in docs/sat.md; `bitwise`, the default, is due to A. M. Frisch and others
(2001).  Solutions are a tree and not blocking clauses, which were measured, too: see `sat_walk`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from combien._base.budget import Meter
from combien.cover._problem import Problem
from combien.engines._clauses.sat_walk import SatWalk
from combien.engines._counting import Counting, OutOfBytes, finished
from combien.engines._protocol import UNLIMITED, Budget, Count, Question, Reporter
from combien.errors import BadInput, CannotAnswer
from combien.sat import MODEL_COUNTERS, SOLVERS
from combien.sat import _model_counter as model_counter
from combien.sat._encode import Encoding, encode
from combien.sat._exactly import style_named
from combien.sat._library import solver_name
from combien.sat._programs import KNOWN, ExternalSolver, Program, only_solves, words_of
from combien.sat._proofs import proof_files
from combien.sat._solver import SatSolver


class Sat:
    """An engine that runs a SAT solver.

    >>> from combien import Problem, solve
    >>> solve(Problem.from_options(["ab", "c", "a"]), engine=Sat(encoding="product"))
    (0, 1)

    `encoding` is the encoding of "at most one"; `solver` is the command of a program to run instead
    of python-sat, such as "cadical -q", or a model counter for counts; or a name of
    `combien.sat.SOLVERS` or `MODEL_COUNTERS`, which plug-ins extend.  With `proof`, a file name,
    a DRUP proof that there is no solution is written to it, and the clauses to a file of the same
    name that ends in `.cnf`.

    Raises `BadInput` for an unknown encoding, or an invalid file name of a proof.
    """

    name = "sat"

    def __init__(self, *, encoding: str = "bitwise", solver: str = "", proof: str = "") -> None:
        self.encoding = style_named(encoding).name
        self.solver = solver
        self.proof = proof
        if proof:
            proof_files(proof)
        # A program that is known by its name is that program, whatever is installed.
        named = "" if solver in KNOWN else solver
        self._solver = named if named in SOLVERS else ""
        self._counter = named if named in MODEL_COUNTERS else ""
        self._command = "" if self._solver or self._counter else solver
        if self._command:
            words_of(self._command, proof=bool(proof))

    def refusal(self, problem: Problem, question: Question) -> str:
        """Return the reason why it cannot count, or "" if a model counter is given or installed."""
        if question != "count":
            return f"{self.solver} only counts models" if self._counter and not self._solver else ""
        if self._counter or (not self.solver and model_counter.installed()):
            return ""
        way = "ask engine='auto', or a program that counts models: pip install d4solver"
        if self.solver:
            known = bool(self._solver) or only_solves(self.solver)
            return f"'{self.solver}' does not count: {way}" if known else ""
        return f"the sat engine finds solutions one by one and does not count them: {way}"

    def count(
        self, problem: Problem, *, budget: Budget = UNLIMITED, report: Reporter | None = None
    ) -> Count:
        """Return the number of solutions, by a model counter on clauses with one model for each."""
        encoding = encode(problem, self.encoding)
        if not encoding.keeps_count:
            encoding = encode(problem, "totalizer")
        return self._count_models(encoding, budget=budget, report=report)

    def _count_models(
        self, encoding: Encoding, *, budget: Budget = UNLIMITED, report: Reporter | None = None
    ) -> Count:
        """Return the number of models of an encoding that keeps the count."""
        refusal = self.refusal(encoding.problem, "count")
        if refusal:
            raise CannotAnswer(refusal)
        counter = self.solver or model_counter.installed()
        words = words_of(self._command) if self._command else model_counter.command(counter)
        counting = ModelCounting(encoding, counter, words, bytes=budget.bytes)
        try:
            return finished(self.name, counting, budget, report)
        finally:
            counting.stop()

    def solutions(
        self,
        problem: Problem,
        *,
        budget: Budget = UNLIMITED,
        report: Reporter | None = None,
        resume: str = "",
    ) -> SatWalk:
        """Return a walk through the solutions, in the order in which the solver finds them."""
        encoding = encode(problem, self.encoding)
        return self._walk(encoding, budget=budget, report=report, resume=resume)

    def _walk(
        self,
        encoding: Encoding,
        *,
        budget: Budget = UNLIMITED,
        report: Reporter | None = None,
        resume: str = "",
    ) -> SatWalk:
        """Return a walk through the solutions of an encoding."""
        if self.proof and resume:
            raise BadInput("a proof is of the whole problem: leave the position out, or the proof")
        meter = Meter(budget, engine=self.name, report=report)
        proving = bool(self.proof)
        solver: SatSolver
        if self._command:
            solver = ExternalSolver(self._command, encoding, proof=proving, bytes=budget.bytes)
        else:
            make = SOLVERS.load(self._solver or "python-sat")
            solver = make(encoding, proof=proving, bytes=budget.bytes)
        who = f"'{self.solver}'" if self.solver else solver_name(proof=proving)
        why = f"asked for sat: {who} on {encoding.clause_count} clauses ({encoding.style})"
        return SatWalk(encoding, solver, why=why, meter=meter, resume=resume, proof=self.proof)


class ModelCounting(Counting):
    """A count by a model counter, in progress; the encoding has one model for each solution."""

    def __init__(
        self, encoding: Encoding, counter: str, words: Sequence[str], *, bytes: int | None
    ) -> None:
        self._encoding = encoding
        self._counter = counter
        self._bytes = bytes
        self._program = Program(words, encoding, bytes=bytes)
        self._count: int | None = None
        self._begun = False

    @property
    def steps(self) -> int:
        """1 if the program has been started, else 0."""
        return int(self._begun)

    @property
    def work(self) -> Mapping[str, int]:
        """The steps, as nodes; the work inside the program is unknown."""
        return {"nodes": self.steps}

    @property
    def fraction(self) -> None:
        """None, as the progress of the program is unknown."""

    @property
    def count(self) -> int:
        """The number that the program printed."""
        assert self._count is not None
        return self._count

    @property
    def why(self) -> str:
        """The program, and the size and kind of the encoding."""
        encoding = self._encoding
        return f"{self._counter} on {encoding.clause_count} clauses ({encoding.style})"

    def advance(self, steps: int, seconds: float, bytes: int) -> bool:
        """Wait for the program for a slice."""
        code = self._program.run((), seconds)
        self._begun = True
        if code is None:
            return False
        self._count = model_counter.number(self._program.text("out"))
        if self._count is None:
            if self._bytes is not None:
                raise OutOfBytes
            raise CannotAnswer(
                f"{self._counter} {self._program.exit_message(code)} and printed no count: "
                "ask engine='auto'"
            )
        return True

    def stop(self) -> None:
        """End the program, if it is running."""
        self._program.stop()
