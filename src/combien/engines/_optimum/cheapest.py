"""The cheapest solutions: by branch and bound, by prices, by HiGHS, or from a decision diagram.

They take turns until one is done: the two searches of `bounding`; HiGHS, if it is installed, which
first dives for a good solution of a large problem (see `diving`) and then also cuts off fractional
solutions of the linear relaxation (see `milp`); and the diagram of all solutions, which does not
depend on costs: once it is built, one pass finds the cheapest of any number of solutions, and each
further one costs a path.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from importlib.util import find_spec
from typing import TYPE_CHECKING, NamedTuple

from combien._base.budget import Meter, Turns
from combien._base.checks import check_int, short_repr
from combien.cover._elements import Solution
from combien.cover._problem import Problem
from combien.cover._reductions import allows
from combien.cover._verify import Limits, broken_limit
from combien.engines._counting import OutOfBytes
from combien.engines._diagrams.compiling import DiagramCompiling
from combien.engines._optimum.bounding import MOST_WANTED, Bounding, PriceBounding
from combien.engines._optimum.cpsat import ConstraintSearch
from combien.engines._optimum.milp import MixedInteger, SolverSearch, steps_to_check
from combien.engines._optimum.objective import Unit
from combien.engines._protocol import METHODS_OF_BEST, TURNS_OF_BEST, UNLIMITED, Budget
from combien.engines._search.listed import listed
from combien.errors import (
    BadInput,
    Cancelled,
    CannotAnswer,
    Disagreement,
    Interrupted,
    MissingExtra,
    OutOfBudget,
)
from combien.families import Universe
from combien.families._family import adopted, manager_of

if TYPE_CHECKING:
    from combien.engines._optimum.diving import Diving

# What all methods have found is compared during the search for up to this many.
MOST_COMPARED = 1000

OWN = ("bound", "prices", "zdd")
# Those that run in threads of their own.
SOLVERS = ("milp", "cpsat")

# The approximate cost of a step, in nanoseconds, and the length of the first turn; a node costs
# this much more for each side constraint.
NODE, TRANSITION, SIDE = 1000, 70, 100
FIRST_TURN = 10_000_000
# Searches compare what was found and proved after each this many steps, on any machine.
STEPS_TO_SETTLE = 20_000
# HiGHS takes longer turns, as its first steps (presolving, the first relaxation) are the longest.
# Before it begins, the prices take this part of what its first step takes.
MILP_START, MILP_FACTOR, BEFORE_MILP = 500_000_000, 8, 0.3
# The factor where a gap is enough: the others find and prove less than HiGHS before they end.
MILP_FACTOR_OF_GAP = 32
# The first turn of the branch and bound, if HiGHS is there.
SHORT_TURN = 5_000_000
# HiGHS begins with dives from this number of options on.  Before, the prices take this many steps
# for each entry: in timetables, which they solve without HiGHS, they have needed half of it.
LEAST_DIVING, BEFORE_DIVES = 500, 0.5
# The steps that the dives have taken for each entry, in rosters and timetables: they are added to
# the first turn of HiGHS.
DIVING = 10


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
    limits: Sequence[Limits] = (),
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
    limits: Sequence[Limits],
) -> None:
    """Raise `Disagreement` if solutions that are soon listed are cheaper, or if there are none."""
    listing, complete = listed(problem)
    listing = [solution for solution in listing if broken_limit(limits, solution) is None]
    direct = sorted(sum(costs[option] for option in solution) for solution in listing)[:k]
    cheaper = any(cost < other for cost, other in zip(direct, found, strict=False))
    if cheaper or len(direct) > len(found) or (complete and direct != found):
        raise Disagreement.of("costs of the best solutions", derived=found, direct=direct)


def can_dive(problem: Problem) -> bool:
    """Return whether a problem is large enough for dives, and has no colors."""
    return problem.option_count >= LEAST_DIVING and not problem.has_colors


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
        limits: Sequence[Limits] = (),
    ) -> None:
        self._milp_factor = milp_factor
        self._problem, self._k, self._costs = problem, k, costs
        self._limits = limits
        self._node = NODE + SIDE * len(limits)
        self._universe = Universe()
        self._winner = ""
        # Why methods have left: what one of them refused, and whether one ran out of memory.
        self._refusal: CannotAnswer | MissingExtra | None = None
        self._out_of_bytes = False
        self._compiling: DiagramCompiling | None = None
        self._solving: SolverSearch | None = None
        self._dive: Diving | None = None
        self._searches: dict[str, Bounding] = {}
        self._alone = engine != "auto"
        self._known = sorted({(sum(costs[option] for option in one), one) for one in start})[:k]
        self._settled_steps: dict[str, int] = {}
        # Whether what is known depends on the work alone, and not on the clock.
        self.settled = True
        own: Sequence[str] = OWN if engine == "auto" else (engine,)
        highs = find_spec("highspy") is not None
        # CP-SAT stands in for HiGHS.
        self._solver = engine if engine in SOLVERS else "milp" if highs else "cpsat"
        beside = threads > 1 and engine == "auto" and (highs or find_spec("ortools") is not None)
        # The threads of HiGHS, and whether it works beside the others.
        self._threads, self._beside = (threads - 1, True) if beside else (threads, False)
        if engine in SOLVERS:
            # What it refuses is raised at once.
            self._solving = self._begun_solver()
        if engine == "auto" and not beside and highs:
            own = TURNS_OF_BEST
        # Whether HiGHS begins with dives, and has not ended them.
        self._diving = highs and k == 1 and (beside or own == TURNS_OF_BEST) and can_dive(problem)
        self._enter(own)

    def _enter(self, methods: Sequence[str]) -> None:
        """Begin these methods, without those that refuse."""
        for name in methods:
            if name in SEARCHES:
                try:
                    search = SEARCHES[name](self._problem, self._k, self._costs, self._limits)
                    self._searches[name] = search
                except CannotAnswer as error:
                    self._refusal = self._refusal or error
        entered = [name for name in methods if name in self._searches or name not in SEARCHES]
        self._turns = Turns(entered, first=SHORT_TURN if "milp" in entered else FIRST_TURN)
        if not entered:
            assert self._refusal is not None
            raise self._refusal
        self._cut()

    @property
    def steps(self) -> int:
        """Nodes, microseconds of HiGHS, and transitions."""
        return sum(machine.steps for machine in self._machines())

    def _machines(self) -> Iterator[Bounding | Diving | SolverSearch | DiagramCompiling]:
        yield from self._searches.values()
        if self._dive:
            yield self._dive
        if self._solving:
            yield self._solving
        if self._compiling:
            yield self._compiling

    def _finders(self) -> list[Bounding | Diving | SolverSearch]:
        """Return the methods that know solutions before they are done."""
        return [one for one in self._machines() if not isinstance(one, DiagramCompiling)]

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
        if self._beside and self._advance_beside(seconds, bytes):
            return True
        if self._turns.contestant is None:
            return False
        while self._left() <= 0:
            self._turns.end()
        name = self._turns.contestant
        assert name is not None
        self.settled = False
        try:
            if name in self._searches:
                search = self._searches[name]
                settled = self._settled_steps.setdefault(name, STEPS_TO_SETTLE)
                most = min(steps, self._left() // self._node + 1, settled - search.steps)
                done = search.advance(most, seconds)
                if search.steps >= settled or self._left() <= 0:
                    self._settled_steps[name] = search.steps + STEPS_TO_SETTLE
                    self.settled = True
            elif name in SOLVERS:
                done = self._solve(min(steps, self._left() // NODE + 1), seconds, bytes)
                self.settled = not self._busy
            else:
                done = self._compile(min(steps, self._left() // TRANSITION + 1), seconds, bytes)
        except (OutOfBytes, MemoryError, CannotAnswer, MissingExtra) as error:
            self._withdraw(name, error)
            return False
        self._winner = name if done else ""
        self._adopt()
        return done or self._is_proved()

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
            if self._dive:
                self._dive.cut(self._known[-1][0] - 1)

    def _is_proved(self) -> bool:
        """Whether one method has proved what another one has found."""
        bound = self.bound
        return self._k == 1 and bound is not None and any(c <= bound for c, _ in self._known)

    @property
    def _busy(self) -> bool:
        """Whether HiGHS is at work, until its next check."""
        return any(one is not None and one.busy for one in (self._dive, self._solving))

    def _left(self) -> int:
        """Return what is left of this turn, in nanoseconds."""
        name = self._turns.contestant
        length = self._turns.length
        if name in self._searches:
            search = self._searches[name]
            waited_for = self._solving is None and (self._beside or "milp" in self._turns)
            if name == "prices" and self._diving:
                length = max(length, int(BEFORE_DIVES * len(self._problem.arrays()[1]) * NODE))
            elif name == "prices" and waited_for and self._dive is None:
                if search.lower_bound is None:
                    # They are about to find a bound, which may be all that is needed.
                    return 1
                length = max(length, int(BEFORE_MILP * steps_to_check(self._problem) * NODE))
            return length - search.steps * self._node
        if name in SOLVERS:
            if self._busy:
                return 1
            length = MILP_START + self._milp_factor * length
            if self._diving:
                length += DIVING * len(self._problem.arrays()[1]) * NODE
            return length - sum(one.steps for one in (self._dive, self._solving) if one) * NODE
        transitions = self._compiling.steps if self._compiling else 0
        return length - transitions * TRANSITION

    def _begun_solver(self) -> SolverSearch:
        if self._solver == "cpsat":
            return ConstraintSearch(
                self._problem,
                self._k,
                self._costs,
                start=[one for _, one in self._known],
                threads=self._threads,
                limits=self._limits,
            )
        prices = self._searches.get("prices")
        known = [prices.reduced if isinstance(prices, PriceBounding) else None]
        known += [self._dive.reduced if self._dive else None]
        known = known if allows("dear options", "best") else []
        return MixedInteger(
            self._problem,
            self._k,
            self._costs,
            max(filter(None, known), key=lambda one: Fraction(one.base, one.unit), default=None),
            start=[one for _, one in self._known],
            threads=self._threads,
            beside=self._beside,
            limits=self._limits,
        )

    def _solve(self, steps: int, seconds: float, bytes: int) -> bool:
        """Continue HiGHS; if it ends without a proof, let the others have what it has found."""
        if self._diving:
            self._advance_dive(steps, seconds, bytes)
            return False
        if self._solving is None:
            self._solving = self._begun_solver()
        if not self._solving.advance(steps, seconds, bytes):
            return False
        if self._solving.proved:
            return True
        if self._alone:
            self._enter(OWN)
        else:
            self._withdraw(self._solver)
        return False

    def _advance_dive(self, steps: int, seconds: float, bytes: int) -> None:
        """Continue the dives, if the problem is one for them."""
        from combien.engines._optimum.diving import Diving  # Optional dependency: HiGHS.

        try:
            if self._dive is None:
                self._dive = Diving(
                    self._problem,
                    self._costs,
                    start=[one for _, one in self._known],
                    beside=self._beside,
                    limits=self._limits,
                )
                self._cut()
            self._diving = not self._dive.advance(steps, seconds, bytes)
        except (OutOfBytes, MemoryError, CannotAnswer, MissingExtra):
            self._diving = False
            if self._dive is not None:
                self._dive.close()

    def _advance_beside(self, seconds: float, bytes: int) -> bool:
        """Look what HiGHS has found in its thread; return whether it has the answer."""
        # Without another method, wait for it.
        seconds = seconds if self._turns.contestant is None else 0.0
        if self._diving:
            self._advance_dive(0, seconds, bytes)
            self._adopt()
            return self._is_proved()
        prices = self._searches.get("prices")
        waited_for = self._dive is None and prices is not None and prices.lower_bound is None
        if self._solving is None and waited_for:
            return False
        try:
            if self._solving is None:
                self._solving = self._begun_solver()
            ended = self._solving.advance(0, seconds, bytes)
        except (OutOfBytes, MemoryError, CannotAnswer, MissingExtra) as error:
            self._note(error)
            ended = True
        self._adopt()
        if ended and self._solving is not None and self._solving.proved:
            self._winner = self._solver
            return True
        if ended:
            self._beside = False
            if self._solving is not None:
                self._solving.close()
            if self._turns.contestant is None:
                raise self._why_none()
        return self._is_proved()

    def _note(self, error: Exception) -> None:
        """Remember why a method leaves the race."""
        if isinstance(error, (CannotAnswer, MissingExtra)):
            self._refusal = self._refusal or error
        else:
            self._out_of_bytes = True

    def _why_none(self) -> Exception:
        """Return why no method is left."""
        return self._refusal if self._refusal and not self._out_of_bytes else OutOfBytes()

    def _withdraw(self, name: str, error: Exception | None = None) -> None:
        """Take the method whose turn it is out of the race."""
        if error is not None:
            self._note(error)
        if name == "zdd":
            self._compiling = None
        elif name in SOLVERS and self._solving is not None:
            self._solving.close()
        self._turns.withdraw()
        if self._turns.contestant is None and not self._beside:
            raise self._why_none()

    def _compile(self, steps: int, seconds: float, bytes: int) -> bool:
        if self._compiling is None:
            self._compiling = DiagramCompiling(
                self._problem, manager_of(self._universe), self._limits
            )
        return self._compiling.advance(steps, seconds, bytes)

    def best(self, seconds: float | None) -> list[tuple[int, Solution]]:
        """Return the answer, after `advance` has returned True."""
        found: Iterable[tuple[int, Solution]] = ()
        if self._winner in SOLVERS:
            assert self._solving is not None
            found = self._solving.best
        elif self._winner in self._searches:
            found = self._searches[self._winner].best
        elif self._winner:
            assert self._compiling is not None
            for option in self._compiling.order:
                self._universe.number(option)
            costs = {option: self._costs[option] for option in self._compiling.order}
            diagram = adopted(self._universe, self._compiling.family)
            listed = diagram.best(costs, k=self._k, seconds=seconds)
            found = ((cost, Solution(sorted(map(_number, one)))) for cost, one in listed)
        # A search leaves out what is dearer than the solutions that were known.
        return sorted({*self._known, *found})[: self._k]

    def close(self) -> None:
        """Stop what runs in the background."""
        for one in (self._dive, self._solving):
            if one is not None:
                one.close()


def _number(element: object) -> int:
    assert isinstance(element, int)
    return element
