"""The cheapest solutions: by branch and bound, by prices, by HiGHS, or from a decision diagram.

They take turns until one is done.  `Bounding` searches by dancing links and leaves every branch
that cannot beat the best known.  The bound divides each option's cost among its primary items (see
native/cover/cheapest.hpp).
`PriceBounding` first finds prices of the items, the dual of the linear relaxation, and searches
only the options that these prices leave (see native/cover/prices.hpp): few, where the relaxation
is tight, as in timetables.  HiGHS, if it is installed, also cuts off fractional solutions of the
relaxation (see `_milp`).  The diagram of all solutions does not depend on costs: once it is built,
one pass finds the cheapest of any number of solutions, and each further one costs a path.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from importlib.util import find_spec

from combien import _native
from combien._base.budget import Meter, Turns
from combien._base.checks import check_int, short_repr
from combien.cover._elements import Solution
from combien.cover._problem import Problem, compiled
from combien.engines._counting import OutOfBytes
from combien.engines._diagram_compiling import DiagramCompiling
from combien.engines._listed import listed
from combien.engines._milp import MixedInteger, ReducedCosts, steps_to_check
from combien.engines._protocol import METHODS_OF_BEST, UNLIMITED, Budget, Reporter
from combien.errors import BadInput, CannotAnswer, Disagreement, MissingExtra
from combien.families import Universe
from combien.families._family import adopted, manager_of

MOST_WANTED = 1_000_000
# The sum of the magnitudes of all costs: they are multiplied by up to 2^12 to become whole numbers.
MOST_PRICED = 2**50

OWN = ("bound", "prices", "zdd")

# The approximate cost of a step, in nanoseconds, and the length of the first turn.
NODE, TRANSITION = 1000, 70
FIRST_TURN = 10_000_000
# HiGHS takes longer turns, as its first steps (presolving, the first relaxation) are the longest.
# Before it begins, the prices take this part of what its first step takes.
MILP_START, MILP_FACTOR, BEFORE_MILP = 500_000_000, 4, 0.3
# The first turn of the branch and bound, if HiGHS is there.
SHORT_TURN = 5_000_000


class Bounding:
    """A branch and bound for the `k` cheapest solutions, in progress.

    >>> problem = Problem.from_options(["ab", "a", "b", "ab"], costs=[5, 1, 3, 4])
    >>> bounding = Bounding(problem, 2)
    >>> bounding.advance(1000, 60.0), bounding.best
    (True, [(4, (1, 2)), (4, (3,))])

    Among solutions of equal cost at the end of the list, the first ones found are kept.
    Raises `BadInput` for a `k` out of range; `CannotAnswer` for negative costs together with
    bounds, and for costs too large to be added.
    """

    def __init__(self, problem: Problem, k: int, costs: Sequence[int] | None = None) -> None:
        k = check_int("k", k, least=1, most=MOST_WANTED)
        if costs is None:
            costs = costs_of(problem)
        shift = _shift(problem, costs)
        shifted = [
            cost + shift * _primary_count(problem, option) for option, cost in enumerate(costs)
        ]
        if sum(shifted) >= 2**62:
            raise CannotAnswer("the costs are too large to be added in 62 bits: divide them")
        self._machine = _native.cheapest(compiled(problem), shifted, k)
        self._back = shift * problem.primary_count

    @property
    def lower_bound(self) -> int | None:
        """What every solution that is not among `best` costs at least, if known."""
        return None

    @property
    def steps(self) -> int:
        """Nodes visited."""
        return self._machine.nodes

    @property
    def work(self) -> dict[str, int]:
        """Nodes and updates."""
        return {"nodes": self._machine.nodes, "updates": self._machine.updates}

    @property
    def fraction(self) -> float:
        """The explored fraction of the tree."""
        return self._machine.fraction

    @property
    def found(self) -> int:
        """The number of solutions in `best`."""
        return int(self._machine.found)

    @property
    def least(self) -> int | None:
        """The cost of the cheapest solution so far."""
        least = self._machine.least
        return None if least is None else least - self._back

    @property
    def best(self) -> list[tuple[int, Solution]]:
        """The cheapest solutions so far, with costs; final after `advance` has returned True."""
        found = self._machine.best()
        return [(cost - self._back, Solution(options)) for cost, options in found]

    def advance(self, steps: int, seconds: float) -> bool:
        """Continue for a slice; return True when the cheapest solutions are proved."""
        return bool(self._machine.run(steps, seconds) == _native.DONE)


class PriceBounding(Bounding):
    """A search for the `k` cheapest solutions by prices of items, in progress.

    >>> problem = Problem.from_options(["ab", "a", "b", "ab"], costs=[5, 1, 3, 4])
    >>> bounding = PriceBounding(problem, 2)
    >>> bounding.advance(1000, 60.0), bounding.best
    (True, [(4, (1, 2)), (4, (3,))])

    `steps` also counts the rounds in which the prices are found, a step for 1024 entries.  With
    `most`, only solutions that cost no more are searched for; dearer ones may be found as well.
    Raises `BadInput` for a `k` out of range; `CannotAnswer` for problems with bounds, and for costs
    too large to be multiplied.
    """

    def __init__(
        self,
        problem: Problem,
        k: int,
        costs: Sequence[int] | None = None,
        *,
        most: int | None = None,
    ) -> None:
        k = check_int("k", k, least=1, most=MOST_WANTED)
        if costs is None:
            costs = costs_of(problem)
        if problem.has_bounds:
            raise CannotAnswer("prices are for items that are covered exactly once")
        if sum(map(abs, costs)) >= MOST_PRICED:
            raise CannotAnswer("the costs are too large to be multiplied in 62 bits: divide them")
        most = MOST_PRICED if most is None else most
        self._machine = _native.cheapest_by_prices(compiled(problem), costs, k, most)
        self._back = 0

    @property
    def lower_bound(self) -> int | None:
        """What every solution that is not among `best` costs at least, if known."""
        return self._machine.bound

    @property
    def reduced(self) -> ReducedCosts | None:
        """The reduced costs, once the prices are found, and the gap that is searched."""
        reduced = self._machine.reduced()
        return None if reduced is None else ReducedCosts(*reduced)


def costs_of(problem: Problem) -> list[int]:
    """Return the cost of each option.

    >>> costs_of(Problem.from_options(["ab", "a"], costs=[5, 1]))
    [5, 1]
    """
    return [problem.cost(option) for option in range(problem.option_count)]


def _shift(problem: Problem, costs: Sequence[int]) -> int:
    """Return the cost to add to each primary item so that no option has a negative cost.

    An item is covered exactly once by each solution, so the cost of all solutions changes equally.
    """
    negative = [option for option, cost in enumerate(costs) if cost < 0]
    if not negative:
        return 0
    if problem.has_bounds:
        raise CannotAnswer(
            "negative costs are answered only where every item is covered exactly once; add a "
            "constant to the costs, or leave out the bounds"
        )
    return max(-(costs[option] // _primary_count(problem, option)) for option in negative)


def _primary_count(problem: Problem, option: int) -> int:
    flags = problem.primary_flags
    return sum(flags[item] for item in problem.indices(option))


SEARCHES: Mapping[str, type[Bounding]] = {"bound": Bounding, "prices": PriceBounding}


def cheapest_solutions(
    problem: Problem,
    *,
    k: int = 1,
    maximize: bool = False,
    costs: Sequence[int] | None = None,
    engine: str = "auto",
    budget: Budget = UNLIMITED,
    report: Reporter | None = None,
) -> list[tuple[int, Solution]]:
    """Return the `k` cheapest solutions with their costs, cheapest first; all if there are fewer.

    >>> cheapest_solutions(Problem.from_options(["ab", "a", "b"], costs=[5, 1, 3]))
    [(4, (1, 2))]

    With `maximize`, return the most expensive ones, most expensive first.  `costs` replace the
    costs of the problem.  `engine` is one of `METHODS_OF_BEST`, or "auto" for all that apply.
    Raises `OutOfBudget` before optimality is proved: its `found` holds the cheapest so far, its
    `known` their number, the cost of the first and a lower bound of all costs, where there are any;
    `CannotAnswer` if no method applies, `MissingExtra` for "milp" without HiGHS.
    """
    if not isinstance(engine, str) or engine not in ("auto", *METHODS_OF_BEST):
        names = ", ".join(f"'{name}'" for name in ("auto", *METHODS_OF_BEST))
        raise BadInput(f"engine={short_repr(engine)}: expected one of {names}")
    k = check_int("k", k, least=1, most=MOST_WANTED)
    sign = -1 if maximize else 1
    meter = Meter(budget, engine="cheapest" if engine == "auto" else engine, report=report)
    prices = costs_of(problem) if costs is None else costs
    race = _Race(problem, k, [sign * cost for cost in prices], engine)
    try:
        while True:
            steps, seconds = meter.slice(race.steps)
            if steps == 0:
                stop = meter.stop(race.known(sign))
                stop.found = tuple((sign * cost, solution) for cost, solution in race.best_so_far())
                raise stop
            try:
                done = race.advance(steps, seconds, meter.bytes)
            except OutOfBytes:
                raise meter.stop_for_bytes(race.known(sign)) from None
            if meter.has_reporter:
                meter.progress(race.fraction, race.known(sign))
            if done:
                found = race.best(meter.seconds_left)
                break
    finally:
        race.close()
    _compare(problem, k, [sign * cost for cost in prices], [cost for cost, _ in found])
    return [(sign * cost, solution) for cost, solution in found]


def _compare(problem: Problem, k: int, costs: Sequence[int], found: list[int]) -> None:
    """Raise `Disagreement` if solutions that are soon listed are cheaper, or if there are none."""
    listing, complete = listed(problem)
    direct = sorted(sum(costs[option] for option in solution) for solution in listing)[:k]
    cheaper = any(cost < other for cost, other in zip(direct, found, strict=False))
    if cheaper or len(direct) > len(found) or (complete and direct != found):
        raise Disagreement.of("costs of the best solutions", derived=found, direct=direct)


class _Race:
    """The methods that apply, in turns; HiGHS and the diagram are begun when their turns come."""

    def __init__(self, problem: Problem, k: int, costs: list[int], engine: str) -> None:
        self._problem, self._k, self._costs = problem, k, costs
        self._universe = Universe()
        self._winner = ""
        self._refusal: CannotAnswer | None = None
        self._compiling: DiagramCompiling | None = None
        self._milp: MixedInteger | None = None
        self._searches: dict[str, Bounding] = {}
        # Those that were begun again.
        self._former: list[Bounding] = []
        self._alone = engine != "auto"
        if engine == "milp":
            # What it refuses is raised at once.
            self._milp = MixedInteger(problem, k, costs)
        if engine == "auto":
            self._enter(METHODS_OF_BEST if find_spec("highspy") else OWN)
        else:
            self._enter((engine,))

    def _enter(self, methods: Sequence[str]) -> None:
        """Begin these methods, without those that refuse."""
        for name in methods:
            if name in SEARCHES:
                try:
                    self._searches[name] = SEARCHES[name](self._problem, self._k, self._costs)
                except CannotAnswer as error:
                    self._refusal = self._refusal or error
        entered = [name for name in methods if name in self._searches or name not in SEARCHES]
        self._turns = Turns(entered, first=SHORT_TURN if "milp" in entered else FIRST_TURN)
        if not entered:
            assert self._refusal is not None
            raise self._refusal

    @property
    def steps(self) -> int:
        """Nodes, microseconds of HiGHS, and transitions."""
        return sum(machine.steps for machine in self._machines())

    def _machines(self) -> Iterator[Bounding | MixedInteger | DiagramCompiling]:
        yield from self._former
        yield from self._searches.values()
        if self._milp:
            yield self._milp
        if self._compiling:
            yield self._compiling

    def _finders(self) -> list[Bounding | MixedInteger]:
        """Return the methods that know solutions before they are done."""
        return [one for one in self._machines() if not isinstance(one, DiagramCompiling)]

    @property
    def fraction(self) -> float | None:
        """The part of the branch and bound that is done."""
        return self._searches["bound"].fraction if "bound" in self._searches else None

    def known(self, sign: int) -> dict[str, int]:
        """Return what is known of the costs, and the counters of all methods."""
        finders = self._finders()
        known = {"found": max(one.found for one in finders)} if finders else {}
        best = min((one.least for one in finders if one.least is not None), default=None)
        if best is not None:
            known["best"] = sign * best
        proved = [one.lower_bound for one in finders if one.lower_bound is not None]
        if proved:
            # What was found may cost less.
            bound = max(proved) if best is None else min(best, max(proved))
            known["lower_bound" if sign == 1 else "upper_bound"] = sign * bound
            if best is not None:
                known["gap"] = best - bound
        for machine in self._machines():
            for name, value in machine.work.items():
                known[name] = known.get(name, 0) + value
        return known

    def best_so_far(self) -> list[tuple[int, Solution]]:
        """Return the cheapest solutions that any method has found."""
        return sorted({pair for one in self._finders() for pair in one.best})[: self._k]

    def advance(self, steps: int, seconds: float, bytes: int) -> bool:
        """Continue the method whose turn it is; return True when the result is known.

        Raises `OutOfBytes`, or what the methods refused, when no method is left.
        """
        while self._left() <= 0:
            self._turns.end()
        name = self._turns.contestant
        assert name is not None
        try:
            if name in self._searches:
                done = self._searches[name].advance(min(steps, self._left() // NODE + 1), seconds)
            elif name == "milp":
                done = self._solve(min(steps, self._left() // NODE + 1), seconds, bytes)
            else:
                done = self._compile(min(steps, self._left() // TRANSITION + 1), seconds, bytes)
        except (OutOfBytes, MemoryError, CannotAnswer, MissingExtra):
            self._withdraw(name)
            return False
        self._winner = name if done else ""
        return done

    def _left(self) -> int:
        """Return what is left of this turn, in nanoseconds."""
        name = self._turns.contestant
        length = self._turns.length
        if name in self._searches:
            search = self._searches[name]
            if name == "prices" and self._milp is None and "milp" in self._turns:
                if search.lower_bound is None:
                    # They are about to find a bound, which may be all that is needed.
                    return 1
                length = max(length, int(BEFORE_MILP * steps_to_check(self._problem) * NODE))
            return length - search.steps * NODE
        if name == "milp":
            if self._milp is not None and self._milp.busy:
                return 1
            length = MILP_START + MILP_FACTOR * length
            return length - (self._milp.steps if self._milp else 0) * NODE
        transitions = self._compiling.steps if self._compiling else 0
        return length - transitions * TRANSITION

    def _solve(self, steps: int, seconds: float, bytes: int) -> bool:
        """Continue HiGHS; if it ends without a proof, let the others have what it has found."""
        if self._milp is None:
            prices = self._searches.get("prices")
            reduced = prices.reduced if isinstance(prices, PriceBounding) else None
            self._milp = MixedInteger(self._problem, self._k, self._costs, reduced)
        if not self._milp.advance(steps, seconds, bytes):
            return False
        if self._milp.proved:
            return True
        if self._alone:
            self._enter(OWN)
        else:
            self._withdraw("milp")
        if self._k == 1 and self._milp.least is not None and "prices" in self._searches:
            # From now on, only what is cheaper is of interest.
            self._former.append(self._searches["prices"])
            self._searches["prices"] = PriceBounding(
                self._problem, 1, self._costs, most=self._milp.least - 1
            )
        return False

    def _withdraw(self, name: str) -> None:
        """Take the method whose turn it is out of the race."""
        if name == "zdd":
            self._compiling = None
        elif name == "milp" and self._milp is not None:
            self._milp.close()
        self._turns.withdraw()
        if self._turns.contestant is None:
            raise self._refusal or OutOfBytes()

    def _compile(self, steps: int, seconds: float, bytes: int) -> bool:
        if self._compiling is None:
            self._compiling = DiagramCompiling(self._problem, manager_of(self._universe))
        return self._compiling.advance(steps, seconds, bytes)

    def best(self, seconds: float | None) -> list[tuple[int, Solution]]:
        """Return the answer, after `advance` has returned True."""
        if self._winner == "milp":
            assert self._milp is not None
            return self._milp.best
        if self._winner in self._searches:
            # A search that was begun again has looked only for what is cheaper.
            again = self._winner == "prices" and self._former
            return self.best_so_far() if again else self._searches[self._winner].best
        assert self._compiling is not None
        for option in self._compiling.order:
            self._universe.number(option)
        costs = {option: self._costs[option] for option in self._compiling.order}
        diagram = adopted(self._universe, self._compiling.family)
        found = diagram.best(costs, k=self._k, seconds=seconds)
        return sorted((cost, Solution(sorted(map(_number, s)))) for cost, s in found)

    def close(self) -> None:
        """Stop what runs in the background."""
        if self._milp is not None:
            self._milp.close()


def _number(element: object) -> int:
    assert isinstance(element, int)
    return element
