"""The protocol of SAT solvers, and the solver of the core: clause learning without extras.

A query is started once and then run in slices, like the searches of the core, so that Python can
handle Ctrl-C and the caller can check the budget between two slices.

The built-in solver is for many small questions about the same clauses: clauses of two and three
literals are propagated without watches, decisions follow at times the longest assignment without a
conflict so far, and a query stops between any two conflicts and continues there.  It has no
preprocessing and writes no proofs: for these, python-sat and external programs have the same
interface.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import Enum
from typing import Protocol

from combien import _native
from combien.errors import CannotAnswer


class Outcome(Enum):
    """How a slice ends."""

    SATISFIABLE = "satisfiable"
    UNSATISFIABLE = "unsatisfiable"
    OUT_OF_SLICE = "out of slice"
    OUT_OF_BYTES = "out of bytes"


class SatSolver(Protocol):
    """An incremental SAT solver, with assumptions."""

    @property
    def steps(self) -> int:
        """Steps of work so far."""

    @property
    def work(self) -> Mapping[str, int]:
        """Exact counters of the work so far."""

    def add(self, clause: Sequence[int]) -> None:
        """Add a clause, which may contain new variables."""

    def ask(self, assumptions: Sequence[int]) -> None:
        """Start a query: whether the formula is satisfiable with these literals true."""

    def run(self, steps: int, seconds: float) -> Outcome:
        """Run for a slice of at most this number of steps and seconds."""

    def model(self) -> Iterable[int]:
        """Return the true literals, perhaps with the negative ones; only after SATISFIABLE."""

    def core(self) -> Iterable[int]:
        """Return assumptions that suffice for a contradiction; only after UNSATISFIABLE."""

    def stop(self) -> None:
        """Abandon the query at once; another may be started."""

    def proof(self) -> Iterator[str]:
        """Generate the lines of a DRUP proof; only after UNSATISFIABLE without assumptions."""


NO_LIMIT = 2**63

_OUTCOMES = {
    _native.SAT_SATISFIABLE: Outcome.SATISFIABLE,
    _native.SAT_UNSATISFIABLE: Outcome.UNSATISFIABLE,
}
_COUNTERS = ("conflicts", "decisions", "propagations", "restarts", "dropped")


class BuiltinSolver:
    """An incremental SAT solver, with assumptions; see the protocol `SatSolver`.

    >>> solver = BuiltinSolver()
    >>> solver.add((1, 2))
    >>> solver.add((-1, -2))
    >>> solver.ask([1])
    >>> solver.run(10**6, 1.0), solver.model()
    (<Outcome.SATISFIABLE: 'satisfiable'>, [1])

    `bytes` limits the memory of all clauses, learned ones included.  Other seeds search in another
    order.  The model has the true variables only.
    Cost: about 0.1 microseconds per propagated literal, and 20 bytes per literal of a clause.
    """

    def __init__(self, *, seed: int = 0, bytes: int = 2**62) -> None:
        self.machine = _native.sat_solver(seed)
        self._bytes = bytes
        self.questions = 0

    @property
    def steps(self) -> int:
        """Conflicts so far."""
        return self.machine.conflicts

    @property
    def work(self) -> Mapping[str, int]:
        """Exact counters of the work so far."""
        return {name: getattr(self.machine, name) for name in _COUNTERS}

    @property
    def bytes(self) -> int:
        """The memory in use, to about 10 %."""
        return self.machine.bytes

    def add(self, clause: Sequence[int]) -> None:
        """Add a clause, which may contain new variables; this ends the query."""
        self.machine.add(clause)

    def add_all(self, clauses: Iterable[Sequence[int]]) -> None:
        """Add clauses, about ten times as fast as one by one."""
        numbers = array("i")
        for clause in clauses:
            numbers.extend(clause)
            numbers.append(0)
        self.machine.add_all(numbers)

    def exclude(self, literals: Sequence[int]) -> None:
        """Exclude the models in which all these literals are true, by a short clause.

        Literals that follow from others by propagation are left out.
        """
        self.machine.exclude(literals)

    def exclude_model(self) -> None:
        """Exclude the latest model, by the negations of the decisions that led to it."""
        self.machine.exclude_model()

    def prefer(self, literals: Sequence[int]) -> None:
        """Set the values that variables get when they are first decided; false by default."""
        self.machine.prefer(literals)

    def ask(self, assumptions: Sequence[int] = (), *, conflicts: int | None = None) -> None:
        """Start a query, with a limit of conflicts; or continue one with the same assumptions."""
        self.questions += 1
        self.machine.begin(assumptions, NO_LIMIT if conflicts is None else conflicts)

    def run(self, steps: int, seconds: float) -> Outcome | None:
        """Run for a slice of some conflicts and seconds; return None at the limit of the query."""
        outcome = self.machine.run(steps, seconds, self._bytes)
        if outcome == _native.OUT_OF_SLICE:
            return Outcome.OUT_OF_SLICE
        if outcome == _native.OUT_OF_BYTES:
            return Outcome.OUT_OF_BYTES
        return _OUTCOMES.get(self.machine.answer)

    def model(self, variables: int = 2**31) -> list[int]:
        """Return the true ones of the first variables, after SATISFIABLE."""
        return self.machine.model(variables)

    def core(self) -> list[int]:
        """Return assumptions that suffice for a contradiction, after UNSATISFIABLE."""
        return self.machine.core()

    def implied(self, assumptions: Sequence[int]) -> list[int] | None:
        """Return the literals implied by unit propagation, or None for a contradiction."""
        return self.machine.implied(assumptions)

    def stop(self) -> None:
        """Abandon the query; another may be started."""

    def proof(self) -> Iterator[str]:
        """Raise `CannotAnswer`: this solver writes no proofs."""
        raise CannotAnswer("the built-in SAT solver writes no proofs: use python-sat or a program")
