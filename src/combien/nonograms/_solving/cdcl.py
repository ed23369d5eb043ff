"""Queries to the SAT solver of the core, in slices.

A query is a generator that yields after each slice, so that the caller can check the time and
Ctrl-C; the search does not depend on where slices end.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from itertools import islice

from combien._base.budget import SLICE_SECONDS
from combien.sat._solver import BuiltinSolver, Outcome

__all__ = ["Clauses", "Loader"]

# Clauses passed at once: about 2 ms.
PORTION = 10_000
# A budget of steps is exceeded by at most this many conflicts.
SLICE_CONFLICTS = 1000

Answer = bool | None
# Passes clauses to a solver, and yields after each portion.
Loader = Callable[[BuiltinSolver], Iterator[None]]


class Clauses:
    """A set of clauses with queries about its satisfiability.

    >>> clauses = Clauses([(1, 2), (-1, -2)])
    >>> for _ in clauses.load():
    ...     pass
    >>> clauses.answer([1]), clauses.model(2)
    (True, [1])

    The clauses are an iterable, or a function that passes them to a solver.  Raises `MemoryError`
    when a query needs more than `bytes`.
    """

    def __init__(
        self, clauses: Iterable[Sequence[int]] | Loader, *, seed: int = 0, bytes: int = 2**62
    ) -> None:
        self.solver = BuiltinSolver(seed=seed, bytes=bytes)
        self._loader = clauses

    def load(self) -> Iterator[None]:
        """Pass the clauses to the solver, yielding after each portion."""
        if callable(self._loader):
            yield from self._loader(self.solver)
            return
        waiting = iter(self._loader)
        while portion := list(islice(waiting, PORTION)):
            self.solver.add_all(portion)
            yield

    def add(self, clause: Sequence[int]) -> None:
        """Add a clause."""
        self.solver.add(clause)

    def ask(
        self, assumptions: Sequence[int] = (), conflicts: int | None = None
    ) -> Generator[None, None, Answer]:
        """Return satisfiability under these assumptions; None after the limit of conflicts."""
        self.solver.ask(assumptions, conflicts=conflicts)
        while True:
            outcome = self.solver.run(SLICE_CONFLICTS, SLICE_SECONDS)
            if outcome is Outcome.OUT_OF_BYTES:
                raise MemoryError(f"{self.solver.bytes} bytes of clauses")
            if outcome is not Outcome.OUT_OF_SLICE:
                return None if outcome is None else outcome is Outcome.SATISFIABLE
            yield

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
        return self.solver.implied(assumptions)

    def model(self, variables: int) -> list[int]:
        """Return the true ones of the first `variables` variables, after an answer of True."""
        return self.solver.model(variables)

    def core(self) -> list[int]:
        """Return a contradictory subset of the assumptions, after an answer of False."""
        return self.solver.core()

    @property
    def questions(self) -> int:
        """The number of queries so far."""
        return self.solver.questions

    @property
    def conflicts(self) -> int:
        """The number of conflicts so far, the measure of work."""
        return self.solver.steps
