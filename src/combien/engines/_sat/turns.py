"""A SAT solver that takes turns with a search for a first solution.

Some tight problems, such as rectangles of a single polyomino, have solutions that a search does not
find in days and a SAT solver finds in seconds, and few problems that a search solves at all are
slower with it.  So it starts when the search has taken a while, and gets about half of the time.
Turns are counted in work, so that the same problem has the same answer.
"""

from __future__ import annotations

import os
from contextlib import suppress
from importlib.util import find_spec

from combien.cover._elements import Solution
from combien.cover._problem import Problem
from combien.cover._verify import fault
from combien.errors import CannotAnswer, MissingExtra
from combien.sat._encode import encode
from combien.sat._library import LibrarySolver
from combien.sat._solver import Outcome

__all__ = ["SatTurns", "sat_turns"]

# Conflicts of the first turn; they double from turn to turn, as the cost of the search does.
FIRST_CONFLICTS = 60_000
# Larger problems take too long to encode.
MOST_ENTRIES = 2_000_000


def sat_turns(problem: Problem, bytes: int) -> SatTurns | None:
    """Return a SAT solver for a problem, or None if none is installed or the problem is large."""
    if find_spec("pysat") is None or len(problem.arrays()[1]) > MOST_ENTRIES:
        return None
    return SatTurns(problem, bytes)


class SatTurns:
    """A query of a SAT solver, in turns."""

    def __init__(self, problem: Problem, bytes: int) -> None:
        self.solution: Solution | None = None
        self.proved_none = False
        self._problem = problem
        self._bytes = bytes
        self._solver: LibrarySolver | None = None
        self._process = os.getpid()
        self._next_cost = 0.0
        self._conflicts = FIRST_CONFLICTS
        self._until = 0
        self._given_up = False

    @property
    def steps(self) -> int:
        """Conflicts and queries so far."""
        return self._solver.steps if self._solver else 0

    def is_due(self, cost: float) -> bool:
        """Whether it is the solver's turn, given the cost of the search so far."""
        return not self._given_up and cost >= self._next_cost and os.getpid() == self._process

    def run(self, cost: float, steps: int, seconds: float) -> None:
        """Run for a slice; `solution` or `proved_none` is set when there is an answer."""
        try:
            if self._solver is None:
                self._encoding = encode(self._problem, "bitwise")
                self._solver = LibrarySolver(self._encoding, bytes=self._bytes)
            solver = self._solver
            if not self._until:
                solver.ask([])
                self._until = solver.steps + self._conflicts
            outcome = solver.run(min(steps, self._until - solver.steps), seconds)
            if outcome == Outcome.SATISFIABLE:
                self._read(solver)
            elif outcome == Outcome.UNSATISFIABLE:
                self.proved_none = True
                solver.stop()
            elif outcome == Outcome.OUT_OF_BYTES:
                self._give_up()
            elif solver.steps >= self._until:
                self._next_cost = 2 * cost
                self._conflicts *= 2
                self._until = solver.steps + self._conflicts
        except (CannotAnswer, MissingExtra, MemoryError):
            # The search goes on without it.
            self._give_up()
        except BaseException:
            self.stop()
            raise

    def _read(self, solver: LibrarySolver) -> None:
        last = self._problem.option_count
        solution = self._encoding.solution(x for x in solver.model() if 0 < x <= last)
        solver.stop()
        if fault(self._problem, solution):
            self._give_up()
        else:
            self.solution = solution

    def _give_up(self) -> None:
        self._given_up = True
        self.stop()

    def stop(self) -> None:
        """Abandon the query; a later turn asks again."""
        self._until = 0
        if self._solver is not None:
            with suppress(CannotAnswer):
                self._solver.stop()
