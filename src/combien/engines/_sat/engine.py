"""Solutions by SAT: the problem becomes clauses, and a SAT solver meets them.

This is for one solution of something large or tight, and for proofs that there is none.  Listing
many is honest but slow; counting them that way is refused, unless a program that counts models is
installed, which answers then.
"""

from __future__ import annotations

from combien.cover._problem import Problem
from combien.engines._counter import finished
from combien.engines._meter import Meter
from combien.engines._protocol import UNLIMITED, Budget, Count, Question, Reporter
from combien.engines._sat.counting import ModelCounting
from combien.engines._sat.walk import SatWalk
from combien.errors import BadInput, CannotAnswer
from combien.sat._encoding.encode import encode
from combien.sat._encoding.exactly import style_named
from combien.sat._proofs import files as proof_files
from combien.sat._solvers import model_counter
from combien.sat._solvers.external import ExternalSolver, only_solves, words_of
from combien.sat._solvers.library import LibrarySolver, solver_name
from combien.sat._solvers.solver import SatSolver

__all__ = ["Sat"]


class Sat:
    """An engine that asks a SAT solver.

    >>> from combien import Problem, solve
    >>> solve(Problem.from_options(["ab", "c", "a"]), engine=Sat(encoding="product"))
    (0, 1)

    `encoding` says how "at most one" is written, `solver` is the command of a program to ask
    instead of python-sat: "cadical -q", or for a count one that counts models.  With `proof`, the
    name of a file, "there is none" is written down there as a DRUP proof, and its clauses beside
    it, in a file of the same name that ends in `.cnf`.

    Errors: `BadInput` for an encoding that there is not, or a proof without a name of its own.
    """

    name = "sat"

    def __init__(self, *, encoding: str = "bitwise", solver: str = "", proof: str = "") -> None:
        self.encoding = style_named(encoding).name
        self.solver = solver
        self.proof = proof
        if proof:
            proof_files.names(proof)
        if solver:
            words_of(solver, proof=bool(proof))

    def refusal(self, problem: Problem, question: Question) -> str:
        """Why it does not count, unless a program is named or installed that counts models."""
        if question != "count" or (not self.solver and model_counter.installed()):
            return ""
        way = "ask engine='auto', or a program that counts models: pip install d4solver"
        if self.solver:
            return f"'{self.solver}' does not count: {way}" if only_solves(self.solver) else ""
        return f"the sat engine finds solutions one by one and does not count them: {way}"

    def count(
        self, problem: Problem, *, budget: Budget = UNLIMITED, report: Reporter | None = None
    ) -> Count:
        """How many solutions, by a model counter, on clauses with one model for each."""
        refusal = self.refusal(problem, "count")
        if refusal:
            raise CannotAnswer(refusal)
        encoding = encode(problem, self.encoding)
        if not encoding.keeps_count:
            encoding = encode(problem, "totalizer")
        counter = self.solver or model_counter.installed()
        words = words_of(self.solver) if self.solver else model_counter.command(counter)
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
        """A walk through the solutions, in the order in which the solver finds them."""
        if self.proof and resume:
            raise BadInput("a proof is of the whole problem: leave the position out, or the proof")
        encoding = encode(problem, self.encoding)
        meter = Meter(budget, engine=self.name, report=report)
        proving = bool(self.proof)
        solver: SatSolver
        if self.solver:
            solver = ExternalSolver(self.solver, encoding, proof=proving, bytes=budget.bytes)
        else:
            solver = LibrarySolver(encoding, proof=proving, bytes=budget.bytes)
        who = f"'{self.solver}'" if self.solver else solver_name(proof=proving)
        why = f"asked for sat: {who} on {encoding.clause_count} clauses ({encoding.style})"
        return SatWalk(encoding, solver, why=why, meter=meter, resume=resume, proof=self.proof)
