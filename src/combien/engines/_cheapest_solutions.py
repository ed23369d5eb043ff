"""The cheapest solutions: by branch and bound, or from the diagram of all solutions.

Branch and bound is fast if the costs of branches differ early.  The diagram does not depend on the
costs: once it is built, one pass finds the cheapest solution, and each further solution costs one
path.  The two methods alternate until one finishes.
"""

from __future__ import annotations

from combien._budget import Meter, Turns
from combien.cover._elements import Solution
from combien.cover._problem import Problem
from combien.engines._cheapest import Bounding
from combien.engines._counting import OutOfBytes
from combien.engines._protocol import UNLIMITED, Budget, Reporter
from combien.engines._zdd import DiagramCompiling
from combien.errors import CannotAnswer
from combien.families import Universe
from combien.families._family import adopted, manager_of

__all__ = ["cheapest_solutions"]

# The approximate cost of a step, in nanoseconds, and the length of the first turn.
NODE, TRANSITION = 1000, 70
FIRST_TURN = 10_000_000


def cheapest_solutions(
    problem: Problem,
    *,
    k: int = 1,
    budget: Budget = UNLIMITED,
    report: Reporter | None = None,
) -> list[tuple[int, Solution]]:
    """Return the `k` cheapest solutions with their costs, cheapest first; all if there are fewer.

    >>> cheapest_solutions(Problem.from_options(["ab", "a", "b"], costs=[5, 1, 3]))
    [(4, (1, 2))]

    Raises `OutOfBudget` if a limit is reached first; `CannotAnswer` if neither method applies.
    """
    race = _Race(problem, k)
    meter = Meter(budget, engine="cheapest", report=report)
    while True:
        steps, seconds = meter.slice(race.steps)
        if steps == 0:
            raise meter.stop(race.known)
        done = race.advance(steps, seconds, meter.bytes)
        meter.progress(race.bounding.fraction if race.bounding else None, race.known)
        if done:
            return race.best(meter.seconds_left)


class _Race:
    """The race of the two methods; the diagram is begun at its first turn."""

    def __init__(self, problem: Problem, k: int) -> None:
        self._problem, self._k = problem, k
        self._universe = Universe()
        self._won_by_diagram = False
        self._refusal: CannotAnswer | None = None
        self._compiling: DiagramCompiling | None = None
        self.bounding: Bounding | None = None
        try:
            self.bounding = Bounding(problem, k)
        except CannotAnswer as error:
            self._refusal = error
        contestants = ("compile",) if self.bounding is None else ("bound", "compile")
        self._turns = Turns(contestants, first=FIRST_TURN)

    @property
    def steps(self) -> int:
        """Nodes and transitions."""
        return sum(machine.steps for machine in (self.bounding, self._compiling) if machine)

    @property
    def known(self) -> dict[str, int]:
        """The counters of both methods, and the number of solutions that the search has found."""
        found = self.bounding.known if self.bounding else {}
        return {**found, **(self._compiling.work if self._compiling else {})}

    def advance(self, steps: int, seconds: float, bytes: int) -> bool:
        """Continue the method whose turn it is; return True when the result is known."""
        while self._left() <= 0:
            self._turns.end()
        if self._turns.contestant == "bound":
            assert self.bounding is not None
            return self.bounding.advance(min(steps, self._left() // NODE + 1), seconds)
        try:
            return self._compile(min(steps, self._left() // TRANSITION + 1), seconds, bytes)
        except (OutOfBytes, MemoryError, CannotAnswer):
            self._compiling = None
            self._turns.withdraw()
            if self._refusal is not None:
                raise self._refusal from None
            return False

    def _left(self) -> int:
        """Return the nanoseconds left of this turn."""
        if self._turns.contestant == "bound":
            assert self.bounding is not None
            return self._turns.length - self.bounding.steps * NODE
        transitions = self._compiling.steps if self._compiling else 0
        return self._turns.length - transitions * TRANSITION

    def _compile(self, steps: int, seconds: float, bytes: int) -> bool:
        if self._compiling is None:
            self._compiling = DiagramCompiling(self._problem, manager_of(self._universe))
        self._won_by_diagram = self._compiling.advance(steps, seconds, bytes)
        return self._won_by_diagram

    def best(self, seconds: float | None) -> list[tuple[int, Solution]]:
        """Return the cheapest solutions, after `advance` has returned True."""
        if not self._won_by_diagram:
            assert self.bounding is not None
            return self.bounding.best
        assert self._compiling is not None
        for option in self._compiling.order:
            self._universe.number(option)
        costs = {option: self._problem.cost(option) for option in self._compiling.order}
        diagram = adopted(self._universe, self._compiling.family)
        found = diagram.best(costs, k=self._k, seconds=seconds)
        return sorted((cost, Solution(sorted(map(_number, s)))) for cost, s in found)


def _number(element: object) -> int:
    assert isinstance(element, int)
    return element
