"""A `SatSolver` in this process, for tests of what is built on one; it cannot be stopped."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib import import_module

from combien.sat._cnf import Clause
from combien.sat._solver import Outcome


class DirectSolver:
    """CaDiCaL, by python-sat."""

    def __init__(self, clauses: Iterable[Clause]) -> None:
        self._solver = import_module("pysat.solvers").Cadical153()
        self._contradiction = False
        self._assumptions: Sequence[int] = ()
        self.steps = 0
        for clause in clauses:
            self.add(clause)

    @property
    def work(self) -> Mapping[str, int]:
        """Questions."""
        return {"nodes": self.steps}

    def add(self, clause: Sequence[int]) -> None:
        """Adds a clause."""
        self._contradiction = self._contradiction or not clause
        if clause:
            self._solver.add_clause(clause)

    def ask(self, assumptions: Sequence[int]) -> None:
        """Begins a question."""
        self._assumptions = assumptions

    def run(self, steps: int, seconds: float) -> Outcome:
        """Answers it."""
        self.steps += 1
        met = not self._contradiction and self._solver.solve(self._assumptions)
        return Outcome.SATISFIABLE if met else Outcome.UNSATISFIABLE

    def model(self) -> Iterable[int]:
        """All literals."""
        return [int(literal) for literal in self._solver.get_model()]

    def core(self) -> Iterable[int]:
        """The core of assumptions."""
        return [] if self._contradiction else self._solver.get_core() or []

    def stop(self) -> None:
        """Nothing to stop."""

    def proof(self) -> Iterator[str]:
        """None is kept."""
        return iter(())
