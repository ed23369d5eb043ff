"""Whoever says whether clauses can be met: one protocol, and the solver of python-sat behind it.

A question is asked once and then worked on in slices, as the machines of the core are, so that
between two slices Python sees Ctrl-C and whoever asks looks at the budget.  python-sat's own ways
to stop do not serve: its interrupt is refused by CaDiCaL, and its Ctrl-C jumps out of the solver's
middle.  So Glucose is given conflicts by the portion, in a thread, and we wait for the slice to
end.

Of the solvers of python-sat, Glucose 4 loses nothing by the portions: it ends one at a restart, and
goes on from there as if nothing had been.  CaDiCaL 1.5.3 begins each with its preparations: Scott's
pentominoes take it 0.06 s at once, and 2 s in portions of 100 conflicts.  MiniSat 2.2 takes 4 to
13 s for them, Glucose 0.08 s.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import Enum
from importlib import import_module
from math import inf
from threading import Thread
from time import perf_counter
from typing import Any, Protocol

from combien.errors import MissingExtra
from combien.sat.cnf import Clause

__all__ = ["LibrarySolver", "Outcome", "SatSolver"]

# A question that ends within the first portion does not cost a thread, which takes 0.1 ms.
FIRST_CONFLICTS = 50
MOST_CONFLICTS = 2_000
# More clauses than these may keep even the first portion busy for longer than a slice.
MOST_CLAUSES_AT_ONCE = 200_000
CLAUSES_A_LOOK = 500

# What Glucose holds for a clause with its watches, for a literal, and for a variable.
BYTES = (100, 12, 300)


class Outcome(Enum):
    """How a slice ends."""

    SATISFIABLE = "satisfiable"
    UNSATISFIABLE = "unsatisfiable"
    OUT_OF_SLICE = "out of slice"


class SatSolver(Protocol):
    """Clauses that may grow, and questions whether they can be met together with some literals."""

    @property
    def steps(self) -> int:
        """Steps of work so far: questions answered, and conflicts."""

    @property
    def work(self) -> Mapping[str, int]:
        """Exact counters of the work so far."""

    def add(self, clause: Sequence[int]) -> None:
        """Adds a clause; it may bring variables that nobody has spoken of."""

    def ask(self, assumptions: Sequence[int]) -> None:
        """Begins a question: can all clauses be met, with these literals true?"""

    def run(self, steps: int, seconds: float) -> Outcome:
        """Goes on for a slice of at most so many steps and seconds."""

    def model(self) -> Sequence[int]:
        """The literals that are true; only after SATISFIABLE."""

    def core(self) -> Iterable[int]:
        """Assumptions that suffice for a contradiction; only after UNSATISFIABLE."""

    def stop(self) -> None:
        """Gives the question up; another may be asked."""

    def proof(self) -> Iterator[str]:
        """The lines of a DRUP proof; only after UNSATISFIABLE without assumptions."""


class LibrarySolver:
    """Glucose 4, by python-sat.

    >>> solver = LibrarySolver([(1, 2), (-1, -2)])
    >>> solver.ask([1])
    >>> solver.run(100, 1.0), solver.model()
    (<Outcome.SATISFIABLE: 'satisfiable'>, [1, -2])

    The clauses are taken in by the first slices.  `steps` may be passed by the conflicts up to the
    next restart, some hundreds.  The same questions take the same work, wherever the slices end.
    Errors: `MissingExtra` when python-sat is not installed.
    """

    def __init__(self, clauses: Iterable[Clause], *, proof: bool = False) -> None:
        self._glucose = _glucose(proof)
        self._waiting: Iterator[Clause] | None = iter(clauses)
        self._clauses = self._questions = 0
        self._counters = {"conflicts": 0, "decisions": 0, "propagations": 0}
        self._contradiction = False
        self._assumptions: list[int] = []
        self._begun = False
        self._portion: _Portion | None = None

    @staticmethod
    def bytes_for(clauses: int, literals: int, variables: int) -> int:
        """The memory that so many clauses will take, before anything is learnt from them."""
        clause, literal, variable = BYTES
        return clause * clauses + literal * literals + variable * variables

    @property
    def steps(self) -> int:
        """Questions answered, and conflicts."""
        return self._questions + self._counters["conflicts"]

    @property
    def work(self) -> Mapping[str, int]:
        """The steps as nodes, then what they are, and the solver's own counters."""
        return {"nodes": self.steps, "questions": self._questions, **self._counters}

    def add(self, clause: Sequence[int]) -> None:
        """Adds a clause."""
        if self._portion is not None:
            self._portion.wait(inf)
        self._clauses += 1
        if clause:
            self._glucose.add_clause(clause)
        else:
            self._contradiction = True

    def ask(self, assumptions: Sequence[int]) -> None:
        """Begins a question."""
        self._assumptions = list(assumptions)
        self._begun = False

    def run(self, steps: int, seconds: float) -> Outcome:
        """Goes on for a slice."""
        deadline = perf_counter() + seconds
        if not self._load(deadline):
            return Outcome.OUT_OF_SLICE
        if self._contradiction:
            self._questions += 1
            return Outcome.UNSATISFIABLE
        if self._portion is None and not self._begun and self._clauses <= MOST_CLAUSES_AT_ONCE:
            self._begun = True
            return self._read(self._work(min(steps, FIRST_CONFLICTS)))
        if self._portion is None:
            self._begun = True
            self._portion = _Portion(lambda: self._work(min(steps, MOST_CONFLICTS)))
        if not self._portion.wait(max(0.0, deadline - perf_counter())):
            return Outcome.OUT_OF_SLICE
        ended, self._portion = self._portion, None
        if ended.stopped:
            self._glucose.clear_interrupt()
            return Outcome.OUT_OF_SLICE
        return self._read(ended.result())

    def _load(self, deadline: float) -> bool:
        """Takes clauses in; whether all of them are in."""
        if self._waiting is None:
            return True
        for number, clause in enumerate(self._waiting, 1):
            self.add(clause)
            if number % CLAUSES_A_LOOK == 0 and perf_counter() > deadline:
                return False
        self._waiting = None
        return True

    def _work(self, conflicts: int) -> bool | None:
        """Works for so many conflicts, without holding up the other threads."""
        self._glucose.conf_budget(conflicts)
        # Told to expect an interrupt, python-sat does not take Ctrl-C for itself.
        answer: bool | None = self._glucose.solve_limited(self._assumptions, expect_interrupt=True)
        return answer

    def _read(self, answer: bool | None) -> Outcome:
        counters = self._glucose.accum_stats()
        self._counters = {name: counters[name] for name in self._counters}
        if answer is None:
            return Outcome.OUT_OF_SLICE
        self._questions += 1
        return Outcome.SATISFIABLE if answer else Outcome.UNSATISFIABLE

    def model(self) -> Sequence[int]:
        """The literals that are true, and the negative ones."""
        return [int(literal) for literal in self._glucose.get_model()]

    def core(self) -> Iterable[int]:
        """Assumptions that suffice for a contradiction."""
        return [] if self._contradiction else self._glucose.get_core() or []

    def stop(self) -> None:
        """Lets the thread end at the next restart; nobody waits for it but the next question."""
        if self._portion is not None:
            self._portion.stopped = True
            self._glucose.interrupt()

    def proof(self) -> Iterator[str]:
        """The lines of a DRUP proof; asked for when the solver was made."""
        lines: list[str] = self._glucose.get_proof() or []
        return iter(lines if "0" in lines else [*lines, "0"])


class _Portion:
    """Work of the solver in a thread of its own, which an impatient process does not wait for."""

    def __init__(self, work: Any) -> None:
        self._work = work
        self._answer: bool | None = None
        self._error: BaseException | None = None
        self.stopped = False
        self._thread = Thread(target=self._run, daemon=True)
        self._thread.start()

    def _run(self) -> None:
        try:
            self._answer = self._work()
        except BaseException as error:
            self._error = error

    def wait(self, seconds: float) -> bool:
        """Whether it is done, after at most so long."""
        self._thread.join(None if seconds == inf else seconds)
        return not self._thread.is_alive()

    def result(self) -> bool | None:
        """What the work gave, or its error."""
        if self._error is not None:
            raise self._error
        return self._answer


def _glucose(proof: bool) -> Any:
    try:
        solvers = import_module("pysat.solvers")
    except ImportError as error:
        raise MissingExtra(
            'the sat engine asks python-sat, which is not installed: pip install "combien[sat]"; '
            "or name a solver's command, as in --solver minisat"
        ) from error
    return solvers.Glucose4(with_proof=proof)
