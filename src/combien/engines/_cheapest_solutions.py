"""The cheapest solutions: by branch and bound, by prices, or out of the diagram of all solutions.

Branch and bound is quick if the costs of branches differ early.  Prices of items, the dual of the
linear relaxation, leave few options where the relaxation is tight, as in timetables.  The diagram
does not depend on costs: once it is built, one pass finds the cheapest of any number of solutions,
and each further one costs a path.  They take turns until one is done.
"""

from __future__ import annotations

from collections.abc import Mapping

from combien._budget import Meter, Turns
from combien.cover._elements import Solution
from combien.cover._problem import Problem
from combien.engines._cheapest import Bounding, PriceBounding, costs_of
from combien.engines._counting import OutOfBytes
from combien.engines._diagram_compiling import DiagramCompiling
from combien.engines._protocol import UNLIMITED, Budget, Reporter
from combien.errors import CannotAnswer
from combien.families import Universe
from combien.families._family import adopted, manager_of

__all__ = ["cheapest_solutions"]

# The approximate cost of a step, in nanoseconds, and the length of the first turn.
NODE, TRANSITION = 1000, 70
FIRST_TURN = 10_000_000
SEARCHES: Mapping[str, type[Bounding]] = {"bound": Bounding, "prices": PriceBounding}


def cheapest_solutions(
    problem: Problem,
    *,
    k: int = 1,
    maximize: bool = False,
    budget: Budget = UNLIMITED,
    report: Reporter | None = None,
) -> list[tuple[int, Solution]]:
    """Return the `k` cheapest solutions with their costs, cheapest first; all if there are fewer.

    >>> cheapest_solutions(Problem.from_options(["ab", "a", "b"], costs=[5, 1, 3]))
    [(4, (1, 2))]

    With `maximize`, return the most expensive ones, most expensive first.
    Raises `OutOfBudget` before optimality is proved: its `found` holds the cheapest so far, its
    `known` their number, the cost of the first and a lower bound of all costs, where there are any;
    `CannotAnswer` if no method applies.
    """
    sign = -1 if maximize else 1
    race = _Race(problem, k, [sign * cost for cost in costs_of(problem)])
    meter = Meter(budget, engine="cheapest", report=report)
    while True:
        steps, seconds = meter.slice(race.steps)
        if steps == 0:
            stop = meter.stop(race.known(sign))
            stop.found = tuple((sign * cost, solution) for cost, solution in race.best_so_far())
            raise stop
        done = race.advance(steps, seconds, meter.bytes)
        if meter.has_reporter:
            meter.progress(race.fraction, race.known(sign))
        if done:
            return [(sign * cost, solution) for cost, solution in race.best(meter.seconds_left)]


class _Race:
    """The methods that apply, in turns; the diagram is begun when its first turn comes."""

    def __init__(self, problem: Problem, k: int, costs: list[int]) -> None:
        self._problem, self._k, self._costs = problem, k, costs
        self._universe = Universe()
        self._winner = ""
        self._refusal: CannotAnswer | None = None
        self._compiling: DiagramCompiling | None = None
        self._searches: dict[str, Bounding] = {}
        for name, search in SEARCHES.items():
            try:
                self._searches[name] = search(problem, k, costs)
            except CannotAnswer as error:
                self._refusal = self._refusal or error
        self._turns = Turns((*self._searches, "compile"), first=FIRST_TURN)

    @property
    def steps(self) -> int:
        """Nodes and transitions."""
        machines = (*self._searches.values(), self._compiling)
        return sum(machine.steps for machine in machines if machine)

    @property
    def fraction(self) -> float | None:
        """The part of the branch and bound that is done."""
        return self._searches["bound"].fraction if "bound" in self._searches else None

    def known(self, sign: int) -> dict[str, int]:
        """Return the counters of all methods, and what is known of the costs."""
        found = self.best_so_far()
        known = {"found": len(found)} if self._searches else {}
        if found:
            known["best"] = sign * found[0][0]
        bounds = [search.lower_bound for search in self._searches.values()]
        proved = [bound for bound in bounds if bound is not None]
        if proved:
            # What was found may cost less.
            bound = min([max(proved), *(cost for cost, _ in found[:1])])
            known["lower_bound" if sign == 1 else "upper_bound"] = sign * bound
        for search in self._searches.values():
            for name, value in search.work.items():
                known[name] = known.get(name, 0) + value
        return {**known, **(self._compiling.work if self._compiling else {})}

    def best_so_far(self) -> list[tuple[int, Solution]]:
        """Return the cheapest solutions that any search has found."""
        found = {pair for search in self._searches.values() for pair in search.best}
        return sorted(found)[: self._k]

    def advance(self, steps: int, seconds: float, bytes: int) -> bool:
        """Continue the method whose turn it is; return True when the result is known."""
        while self._left() <= 0:
            self._turns.end()
        name = self._turns.contestant
        assert name is not None
        if name in self._searches:
            most = min(steps, self._left() // NODE + 1)
            done = self._searches[name].advance(most, seconds)
        else:
            try:
                done = self._compile(min(steps, self._left() // TRANSITION + 1), seconds, bytes)
            except (OutOfBytes, MemoryError, CannotAnswer):
                self._compiling = None
                self._turns.withdraw()
                if not self._searches:
                    assert self._refusal is not None
                    raise self._refusal from None
                return False
        self._winner = name if done else ""
        return done

    def _left(self) -> int:
        """Return what is left of this turn, in nanoseconds."""
        if self._turns.contestant in self._searches:
            return self._turns.length - self._searches[self._turns.contestant].steps * NODE
        transitions = self._compiling.steps if self._compiling else 0
        return self._turns.length - transitions * TRANSITION

    def _compile(self, steps: int, seconds: float, bytes: int) -> bool:
        if self._compiling is None:
            self._compiling = DiagramCompiling(self._problem, manager_of(self._universe))
        return self._compiling.advance(steps, seconds, bytes)

    def best(self, seconds: float | None) -> list[tuple[int, Solution]]:
        """Return the answer, after `advance` has returned True."""
        if self._winner in self._searches:
            return self._searches[self._winner].best
        assert self._compiling is not None
        for option in self._compiling.order:
            self._universe.number(option)
        costs = {option: self._costs[option] for option in self._compiling.order}
        diagram = adopted(self._universe, self._compiling.family)
        found = diagram.best(costs, k=self._k, seconds=seconds)
        return sorted((cost, Solution(sorted(map(_number, s)))) for cost, s in found)


def _number(element: object) -> int:
    assert isinstance(element, int)
    return element
