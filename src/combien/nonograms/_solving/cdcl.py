"""Incremental SAT solving with MiniSat 2.2 from python-sat, in slices.

MiniSat is the best solver for nonograms: on the order encoding it takes a half to a tenth of the
time of CaDiCaL and Glucose.  python-sat is optional, and is imported on first use.  A query is a
generator that yields after each slice, so that the caller can check the time and Ctrl-C; slices are
limited by conflicts and propagations, so that the search is deterministic.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Sequence
from importlib import import_module
from importlib.util import find_spec
from itertools import islice
from typing import Any

__all__ = ["Clauses", "has_solver"]

# The sizes of slices; on boards of up to 100 x 100, none took longer than 0.11 s.
CLAUSES = 10_000
CONFLICTS = 2_000
PROPAGATIONS = 800_000

Answer = bool | None


def has_solver() -> bool:
    """Return whether python-sat is installed."""
    return find_spec("pysat") is not None


class Clauses:
    """A set of clauses with queries about its satisfiability.

    >>> clauses = Clauses([(1, 2), (-1, -2)])
    >>> for _ in clauses.load():
    ...     pass
    >>> clauses.answer([1]), clauses.model(2)
    (True, [1])

    Raises `ModuleNotFoundError` without python-sat: see `has_solver`.
    """

    def __init__(self, clauses: Iterable[Sequence[int]]) -> None:
        self._minisat: Any = import_module("pysat.solvers").Minisat22()
        self._waiting: Iterator[Sequence[int]] = iter(clauses)
        self._never = False
        self.questions = 0

    def load(self) -> Iterator[None]:
        """Pass the clauses to the solver, yielding after each portion."""
        while portion := list(islice(self._waiting, CLAUSES)):
            self._never = self._never or () in portion
            self._minisat.append_formula(clause for clause in portion if clause)
            yield

    def add(self, clause: Sequence[int]) -> None:
        """Add a clause."""
        if clause:
            self._minisat.add_clause(clause)
        else:
            self._never = True

    def ask(
        self, assumptions: Sequence[int] = (), conflicts: int | None = None
    ) -> Generator[None, None, Answer]:
        """Return satisfiability under these assumptions; None after the limit of conflicts."""
        self.questions += 1
        if self._never:
            return False
        end = None if conflicts is None else self.conflicts + conflicts
        while end is None or self.conflicts < end:
            left = CONFLICTS if end is None else min(CONFLICTS, end - self.conflicts)
            self._minisat.conf_budget(left)
            self._minisat.prop_budget(PROPAGATIONS)
            # With `expect_interrupt`, python-sat does not install its own Ctrl-C handler.
            answer: Answer = self._minisat.solve_limited(list(assumptions), expect_interrupt=True)
            if answer is not None:
                return answer
            yield
        return None

    def answer(self, assumptions: Sequence[int] = ()) -> bool:
        """Return satisfiability under these assumptions, without a limit."""
        question = self.ask(assumptions)
        while True:
            try:
                next(question)
            except StopIteration as end:
                return bool(end.value)

    def implied(self, assumptions: Sequence[int]) -> list[int] | None:
        """Return the literals implied by unit propagation, or None for a contradiction."""
        if self._never:
            return None
        consistent, literals = self._minisat.propagate(list(assumptions))
        return literals if consistent else None

    def model(self, variables: int) -> list[int]:
        """Return the true ones of the first `variables` variables, after an answer of True."""
        return [literal for literal in self._minisat.get_model()[:variables] if literal > 0]

    def core(self) -> list[int]:
        """Return a contradictory subset of the assumptions, after an answer of False."""
        return [] if self._never else list(self._minisat.get_core() or ())

    @property
    def conflicts(self) -> int:
        """The number of conflicts so far, the measure of work."""
        return int(self._minisat.accum_stats()["conflicts"])
