"""The cheapest solutions: by branch and bound, by prices, by HiGHS, or from a decision diagram.

They take turns until one is done: the two searches of `bounding`; HiGHS, if it is installed, which
first dives for a good solution of a large problem (see `diving`) and then also cuts off fractional
solutions of the linear relaxation (see `milp`); and the diagram of all solutions, which does not
depend on costs: once it is built, one pass finds the cheapest of any number of solutions, and each
further one costs a path.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from importlib.util import find_spec
from typing import TYPE_CHECKING, NamedTuple

from combien._base.budget import Meter
from combien._base.checks import check_int, short_repr
from combien.cover._elements import Solution
from combien.cover._problem import Problem
from combien.cover._verify import SumLimits, broken_limit
from combien.engines._counting import OutOfBytes
from combien.engines._diagrams.turns import DiagramTurns
from combien.engines._optimum.bounding import MOST_WANTED, Bounding, PriceBounding
from combien.engines._optimum.milp import SolverSearch
from combien.engines._optimum.objective import Unit
from combien.engines._optimum.solver_turns import (
    MILP_FACTOR,
    MILP_FACTOR_OF_GAP,
    NODE,
    SIDE,
    SOLVERS,
    SolverTurns,
    can_dive,
)
from combien.engines._protocol import METHODS_OF_BEST, TURNS_OF_BEST, UNLIMITED, Budget
from combien.engines._search.listed import listed
from combien.engines._turns import LEAVING, Contender, TurnRace
from combien.errors import (
    BadInput,
    Cancelled,
    CannotAnswer,
    Disagreement,
    Interrupted,
    OutOfBudget,
)

if TYPE_CHECKING:
    from combien.engines._optimum.diving import Diving

# What all methods have found is compared during the search for up to this many.
MOST_COMPARED = 1000

OWN = ("bound", "prices", "zdd")

# The length of the first turn, in nanoseconds.
FIRST_TURN = 10_000_000
# The first turn of the branch and bound, if HiGHS is there.
SHORT_TURN = 5_000_000
# Searches compare what was found and proved after each this many steps, on any machine.
STEPS_TO_SETTLE = 20_000

SEARCHES: Mapping[str, type[Bounding]] = {"bound": Bounding, "prices": PriceBounding}


class Standing(NamedTuple):
    """What a search for the cheapest solutions has found and proved.

    `found` are the cheapest solutions so far, with costs, cheapest first.  No other solution costs
    less than `bound`, None if nothing is known.  With `proved`, `found` is the answer.  `stopped`
    is the limit that was reached, if any.  `work` are the counters.
    """

    found: Sequence[tuple[int, Solution]]
    bound: int | None
    proved: bool = False
    stopped: OutOfBudget | None = None
    work: Mapping[str, int] = {}
    steps: int = 0
    fraction: float | None = None


Watcher = Callable[[Standing], bool]


def cheapest_solutions(
    problem: Problem,
    costs: Sequence[int],
    *,
    k: int = 1,
    engine: str = "auto",
    threads: int = 1,
    start: Iterable[Solution] = (),
    enough: Callable[[int, int], bool] | None = None,
    unit: Unit | None = None,
    limits: Sequence[SumLimits] = (),
    budget: Budget = UNLIMITED,
    watch: Watcher | None = None,
) -> Standing:
    """Search for the `k` cheapest solutions; all if there are fewer.

    >>> standing = cheapest_solutions(Problem.from_options(["ab", "a", "b"]), [5, 1, 3])
    >>> standing.found, standing.proved
    ([(4, (1, 2))], True)

    `engine` is one of `METHODS_OF_BEST`, or "auto" for all that apply.  `start` are solutions to
    begin with.  The search also ends when `enough` holds for the dearest of `k` solutions and the
    bound, or when `watch`, called after each slice, returns True.  Costs among the counters are
    those of `unit`, and left out if it is unknown.  `limits` are side constraints.
    Raises `CannotAnswer` if no method applies, `MissingExtra` for "milp" without HiGHS and "cpsat"
    without OR-tools.
    """
    if not isinstance(engine, str) or engine not in ("auto", *METHODS_OF_BEST):
        names = ", ".join(f"'{name}'" for name in ("auto", *METHODS_OF_BEST))
        raise BadInput(f"engine={short_repr(engine)}: expected one of {names}")
    k = check_int("k", k, least=1, most=MOST_WANTED)
    unit = Unit() if unit is None else unit
    if engine == "cpsat" and budget.nodes is not None:
        raise CannotAnswer("the cpsat engine counts no nodes: limit seconds= instead of nodes=")
    meter = Meter(budget, engine="cheapest" if engine == "auto" else engine, question="best")
    factor = MILP_FACTOR if enough is None else MILP_FACTOR_OF_GAP
    race = _Race(
        problem,
        k,
        list(costs),
        engine,
        start=start,
        threads=threads,
        milp_factor=factor,
        limits=limits,
    )

    def standing(stopped: OutOfBudget | None = None) -> Standing:
        now = race.standing(unit)
        return now if now.proved else now._replace(stopped=stopped)

    try:
        while True:
            if race.settled and enough is not None and race.is_enough(enough):
                return standing()
            steps, seconds = meter.slice(race.steps)
            if steps == 0:
                return standing(meter.stop(race.known(unit)))
            try:
                done = race.advance(steps, seconds, meter.bytes)
            except OutOfBytes:
                return standing(meter.stop_for_bytes(race.known(unit)))
            if watch is not None and watch(race.standing(unit, MOST_COMPARED)) and not done:
                return standing()
            if done:
                found = race.best(meter.seconds_left)
                break
    except KeyboardInterrupt as interrupt:
        known, best = race.known(unit), tuple(race.best_so_far())
        raise Interrupted(str(interrupt), known=known, position="", found=best) from None
    except Cancelled as cancelled:
        cancelled.known, cancelled.found = race.known(unit), tuple(race.best_so_far())
        raise
    finally:
        race.close()
    _compare(problem, k, costs, [cost for cost, _ in found], limits)
    return standing()._replace(found=found, proved=True)


def _compare(
    problem: Problem,
    k: int,
    costs: Sequence[int],
    found: list[int],
    limits: Sequence[SumLimits],
) -> None:
    """Raise `Disagreement` if solutions that are soon listed are cheaper, or if there are none."""
    listing, complete = listed(problem)
    listing = [solution for solution in listing if broken_limit(limits, solution) is None]
    direct = sorted(sum(costs[option] for option in solution) for solution in listing)[:k]
    cheaper = any(cost < other for cost, other in zip(direct, found, strict=False))
    if cheaper or len(direct) > len(found) or (complete and direct != found):
        raise Disagreement.of("costs of the best solutions", derived=found, direct=direct)


class _SearchTurns:
    """A search as a contender of the race; the prices may have longer turns, for the solver."""

    def __init__(self, search: Bounding, limits: Sequence[SumLimits], solver: SolverTurns) -> None:
        self._search, self._solver = search, solver
        self.price = NODE + SIDE * len(limits)

    def left(self, length: int) -> int:
        """Return what is left of its turn in a round of this length, in nanoseconds."""
        if self._search is self._solver.prices:
            length = self._solver.time_for_prices(length)
            if length == 0:
                return 1
        return length - self._search.steps * self.price

    def advance(self, steps: int, seconds: float, bytes: int) -> bool:
        """Continue for a slice; return True when the cheapest solutions are proved."""
        return self._search.advance(steps, seconds)

    def leave(self) -> None:
        """Leave the race, with what was found."""


class _Race:
    """The methods that apply, in turns; HiGHS and the diagram are begun when their turns come.

    With several threads, HiGHS works beside the others: from the beginning if it dives, otherwise
    once the prices are found.  Each search leaves out what costs more than the solutions that are
    known; with `k` of 1, from any method.
    """

    def __init__(
        self,
        problem: Problem,
        k: int,
        costs: list[int],
        engine: str,
        *,
        start: Iterable[Solution] = (),
        threads: int = 1,
        milp_factor: int = MILP_FACTOR,
        limits: Sequence[SumLimits] = (),
    ) -> None:
        self._problem, self._k, self._costs, self._limits = problem, k, costs, limits
        self._known = sorted({(sum(costs[option] for option in one), one) for one in start})[:k]
        self._alone = engine != "auto"
        self._winner = ""
        # Whether what is known depends on the work alone, and not on the clock.
        self.settled = True
        self._settled_steps: dict[str, int] = {}
        self._searches: dict[str, Bounding] = {}
        self._diagram = DiagramTurns(problem, limits)
        own: Sequence[str] = (engine,) if self._alone else OWN
        highs = find_spec("highspy") is not None
        beside = threads > 1 and not self._alone and (highs or find_spec("ortools") is not None)
        if highs and not self._alone and not beside:
            own = TURNS_OF_BEST
        self._solver = SolverTurns(
            # CP-SAT stands in for HiGHS.
            engine if engine in SOLVERS else "milp" if highs else "cpsat",
            problem,
            k,
            costs,
            limits,
            lambda: [solution for _, solution in self._known],
            threads=threads - 1 if beside else threads,
            beside=beside,
            dives=highs and k == 1 and (beside or own == TURNS_OF_BEST) and can_dive(problem),
            factor=milp_factor,
        )
        if engine in SOLVERS:
            # What it refuses is raised at once.
            self._solver.begin()
        self._turns = TurnRace({}, first=FIRST_TURN)
        self._enter(own)

    def _enter(self, methods: Sequence[str]) -> None:
        """Begin these methods, without those that refuse."""
        contenders: dict[str, Contender] = {}
        for name in methods:
            if name in SEARCHES:
                try:
                    search = SEARCHES[name](self._problem, self._k, self._costs, self._limits)
                except CannotAnswer as error:
                    self._turns.note(error)
                    continue
                self._searches[name] = search
                contenders[name] = _SearchTurns(search, self._limits, self._solver)
            else:
                contenders[name] = self._solver if name in SOLVERS else self._diagram
        self._solver.prices = self._searches.get("prices")
        self._solver.in_turns = "milp" in contenders
        self._turns.enter(contenders, first=SHORT_TURN if "milp" in contenders else FIRST_TURN)
        if not contenders:
            raise self._turns.reason
        self._cut()

    @property
    def steps(self) -> int:
        """Nodes, microseconds of HiGHS, and transitions."""
        return sum(machine.steps for machine in self._machines())

    def _machines(self) -> Iterator[Bounding | Diving | SolverSearch | DiagramTurns]:
        yield from self._finders()
        if "zdd" in self._turns:
            yield self._diagram

    def _finders(self) -> list[Bounding | Diving | SolverSearch]:
        """Return the methods that know solutions before they are done."""
        return [*self._searches.values(), *self._solver.machines]

    @property
    def fraction(self) -> float | None:
        """The part of the branch and bound that is done."""
        return self._searches["bound"].fraction if "bound" in self._searches else None

    @property
    def bound(self) -> int | None:
        """What every solution that was not found costs at least, if known."""
        proved = (one.lower_bound for one in self._finders())
        return max((bound for bound in proved if bound is not None), default=None)

    def known(self, unit: Unit) -> dict[str, int]:
        """Return what is known of the costs, in this unit, and the counters of all methods."""
        finders = self._finders()
        known = {}
        if finders or self._known:
            known["found"] = max([len(self._known), *(one.found for one in finders)])
        leasts = [one.least for one in finders if one.least is not None]
        best = min([*leasts, *(cost for cost, _ in self._known[:1])], default=None)
        if best is not None and unit.factor:
            known["best"] = unit.cost(best)
        bound = self.bound
        if bound is not None and unit.factor:
            # What was found may cost less.
            bound = bound if best is None else min(best, bound)
            known["lower_bound" if unit.factor > 0 else "upper_bound"] = unit.cost(bound)
            if best is not None:
                known["gap"] = abs(unit.factor) * (best - bound)
        for machine in self._machines():
            for name, value in machine.work.items():
                known[name] = known.get(name, 0) + value
        return known

    def standing(self, unit: Unit, most: int = MOST_WANTED) -> Standing:
        """Return what is known so far, without solutions if more than `most` are wanted."""
        found = self.best_so_far() if self._k <= most else []
        bound, steps, fraction = self.bound, self.steps, self.fraction
        proved = len(found) == self._k and bound is not None and found[-1][0] <= bound
        return Standing(found, bound, proved, None, self.known(unit), steps, fraction)

    def best_so_far(self) -> list[tuple[int, Solution]]:
        """Return the cheapest solutions that any method has found."""
        if self._k == 1:
            self._adopt()
            return self._known
        found = (pair for one in self._finders() for pair in one.best)
        return sorted({*self._known, *found})[: self._k]

    def is_enough(self, enough: Callable[[int, int], bool]) -> bool:
        """Return whether `k` solutions are known and good enough."""
        bound, found = self.bound, self.best_so_far()
        return bound is not None and len(found) == self._k and enough(found[-1][0], bound)

    def advance(self, steps: int, seconds: float, bytes: int) -> bool:
        """Continue the method whose turn it is; return True when the result is known.

        Raises `OutOfBytes`, or what the methods refused, when no method is left.
        """
        if self._solver.beside and self._look_beside(seconds, bytes):
            return True
        if not self._turns.name:
            return False
        self.settled = False
        name = self._turns.next()
        if name in self._searches:
            done = self._search(name, steps, seconds, bytes)
        else:
            done = self._turns.advance(steps, seconds, bytes)
        if name not in self._turns:
            self._require_one()
            return False
        if name in SOLVERS:
            done = done and self._has_proved()
            self.settled = not self._solver.busy
        self._winner = name if done else ""
        self._adopt()
        return done or self._is_proved()

    def _search(self, name: str, steps: int, seconds: float, bytes: int) -> bool:
        """Continue a search, at most until what is known is compared."""
        search = self._searches[name]
        settled = self._settled_steps.setdefault(name, STEPS_TO_SETTLE)
        done = self._turns.advance(min(steps, settled - search.steps), seconds, bytes)
        if name in self._turns and (search.steps >= settled or self._turns.left <= 0):
            self._settled_steps[name] = search.steps + STEPS_TO_SETTLE
            self.settled = True
        return done

    def _has_proved(self) -> bool:
        """Whether the solver has the answer; if not, let the others have what it has found."""
        if self._solver.proved:
            return True
        if self._alone:
            self._enter(OWN)
        else:
            self._turns.withdraw()
            self._require_one()
        return False

    def _require_one(self) -> None:
        """Raise the reason if no method is left."""
        if not self._turns.name and not self._solver.beside:
            raise self._turns.reason

    def _look_beside(self, seconds: float, bytes: int) -> bool:
        """Look what the solver has found in its thread; return whether the answer is known."""
        try:
            # Without another method, wait for it.
            ended = self._solver.look(0.0 if self._turns.name else seconds, bytes)
        except LEAVING as error:
            self._turns.note(error)
            ended = True
        self._adopt()
        if ended and self._solver.proved:
            self._winner = self._solver.name
            return True
        if ended:
            self._solver.beside = False
            self._solver.leave()
            self._require_one()
        return self._is_proved()

    def _adopt(self) -> None:
        """Take over the cheapest solution of any method, and let no search look for dearer ones."""
        if self._k > 1:
            return
        found = [one.best[0] for one in self._finders() if one.least is not None]
        if found and (not self._known or min(found) < self._known[0]):
            self._known = [min(found)]
            self._cut()

    def _cut(self) -> None:
        if len(self._known) == self._k:
            for search in self._searches.values():
                search.cut(self._known[-1][0] - 1)
            self._solver.cut(self._known[-1][0] - 1)

    def _is_proved(self) -> bool:
        """Whether one method has proved what another one has found."""
        bound = self.bound
        return self._k == 1 and bound is not None and any(c <= bound for c, _ in self._known)

    def best(self, seconds: float | None) -> list[tuple[int, Solution]]:
        """Return the answer, after `advance` has returned True."""
        found: Iterable[tuple[int, Solution]] = ()
        if self._winner in SOLVERS:
            found = self._solver.best
        elif self._winner in self._searches:
            found = self._searches[self._winner].best
        elif self._winner:
            self._diagram.number(self._diagram.order)
            costs = {option: self._costs[option] for option in self._diagram.order}
            listed = self._diagram.family().best(costs, k=self._k, seconds=seconds)
            found = ((cost, Solution(sorted(map(_number, one)))) for cost, one in listed)
        # A search leaves out what is dearer than the solutions that were known.
        return sorted({*self._known, *found})[: self._k]

    def close(self) -> None:
        """Stop what runs in the background."""
        self._solver.close()


def _number(element: object) -> int:
    assert isinstance(element, int)
    return element
