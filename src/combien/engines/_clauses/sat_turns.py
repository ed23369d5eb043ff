"""One solution by the built-in SAT solver, in turns with a search.

Some tight problems, such as rectangles of a single polyomino, have solutions that a search does not
find in days and a SAT solver finds in seconds.  The work is counted in conflicts and priced by
propagations, never by the clock, so that the same problem has the same answer.

Measured on rectangles of Y pentominoes and Y hexominoes and on a Costas array of 15: the built-in
solver takes a third of the time of CaDiCaL 1.9.5 and of Glucose 4, and it needs no package.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from math import inf

from combien.cover._elements import Solution
from combien.cover._problem import Problem
from combien.cover._verify import fault
from combien.errors import CannotAnswer
from combien.sat._cnf import Clause
from combien.sat._encode import Encoding, encode
from combien.sat._solver import BuiltinSolver, Outcome

# Larger problems take too long to encode: this many entries .5 s, in which no budget is looked at.
MOST_ENTRIES = 500_000

# What encoding costs, in nanoseconds: a forecast for each entry of the problem, and each literal.
ENCODED_ENTRY, ENCODED_LITERAL = 5_000, 350
# What a propagation costs.
PROPAGATION = 200

# The clauses that are added in a slice.
BATCH = 2_000


def encoding_cost(problem: Problem) -> float:
    """Return about what the clauses of a problem will cost, in nanoseconds."""
    entries = len(problem.arrays()[1])
    return inf if entries > MOST_ENTRIES else float(ENCODED_ENTRY * entries)


class SatTurns:
    """A query of the built-in solver; `bytes` limits its memory.

    When `solution` or `proved_none` is set, there is an answer.  When `given_up` is set, there is
    none, because the clauses need too much memory, or the solver's answer was wrong.
    """

    def __init__(self, problem: Problem, bytes: int) -> None:
        self.solution: Solution | None = None
        self.proved_none = False
        self.given_up = False
        self._problem = problem
        self._bytes = bytes
        self._solver = BuiltinSolver(bytes=bytes)
        self._encoding: Encoding | None = None
        # The clauses that the solver does not have yet; None when it has all of them.
        self._clauses: Iterator[Clause] | None = None
        self._literals = 0
        self.asked = False

    @property
    def steps(self) -> int:
        """Conflicts so far."""
        return self._solver.steps

    @property
    def cost(self) -> float:
        """The cost so far, in nanoseconds."""
        propagations = self._solver.work["propagations"]
        return float(ENCODED_LITERAL * self._literals + PROPAGATION * propagations)

    def advance(self, conflicts: int, seconds: float) -> None:
        """Continue for at most this many conflicts, or add some clauses."""
        try:
            if self.asked:
                self._run(conflicts, seconds)
            else:
                self._add()
        except (CannotAnswer, MemoryError):
            # The search goes on without it.
            self.given_up = True

    def _add(self) -> None:
        if self._encoding is None or self._clauses is None:
            # Also after an interrupt: the solver begins again with all clauses.
            self._encoding = encode(self._problem, "bitwise")
            self._solver = BuiltinSolver(bytes=self._bytes)
            self._clauses = self._encoding.clauses()
        unread, self._clauses = self._clauses, None
        batch = list(islice(unread, BATCH))
        self._solver.add_all(batch)
        self._literals += sum(map(len, batch))
        self.given_up = self._solver.bytes > self._bytes
        if len(batch) < BATCH:
            self._solver.ask()
            self.asked = True
        self._clauses = unread

    def _run(self, conflicts: int, seconds: float) -> None:
        outcome = self._solver.run(conflicts, seconds)
        if outcome == Outcome.SATISFIABLE:
            assert self._encoding is not None
            solution = self._encoding.solution(self._solver.model(self._problem.option_count))
            if fault(self._problem, solution):
                self.given_up = True
            else:
                self.solution = solution
        elif outcome == Outcome.UNSATISFIABLE:
            self.proved_none = True
        elif outcome == Outcome.OUT_OF_BYTES:
            self.given_up = True
