"""The cheapest solutions by HiGHS, a solver of mixed-integer linear programs (extra `milp`).

A variable for each option says whether it is chosen, and a row for each item how often it is
covered.  An item with colors has a variable for each of its colors, and options may be chosen only
with the variable of their color; the item is covered by one color or one option without color.

HiGHS computes in floating point, so nothing that it returns is taken as it is.  Its solutions are
verified and their costs added up in integers.  Its lower bound is rounded up only after `DOUBT` has
been subtracted, far more than its errors: reduced costs are accurate to 1e-7 for each of at most a
million variables between 0 and 1, and sums of at most 2^36 to 2^-16.  If that does not prove the
solution, nor if HiGHS finds none, other methods must.

With prices of the items, HiGHS gets only the *core*: the options within a gap of the least reduced
cost, as every solution that costs less than the gap allows has no others (see
native/cover/prices.hpp).  The gap is widened until it holds what is wanted.

HiGHS cannot run in slices.  It has a thread of its own, in which it stops at each of its checks for
interrupts until it may go on, so that it takes turns with other methods in the same order each
time.  It is worth its extra where the relaxation leaves a gap: docs/engines/bits.md has the figures
of bench/timetables.py.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from math import ceil, gcd, inf, isfinite
from time import perf_counter
from typing import Any, NamedTuple

from combien.cover._elements import Solution
from combien.cover._problem import Problem
from combien.cover._verify import SumLimits, broken_limit, fault
from combien.engines._counting import OutOfBytes
from combien.engines._optimum.highs import (
    HighsRun,
    SolverRun,
    highs_module,
    new_highs,
    pass_model,
    resident_bytes,
)
from combien.errors import CannotAnswer

# Subtracted from the lower bounds of HiGHS, whose costs are integers without a common divisor.
DOUBT = 0.25
MOST_OPTIONS = 10**6
# The most that a solution may cost, in units of the greatest common divisor of all costs.
MOST_COST = 2**36
# Each further solution takes as long as the first.
MOST_WANTED = 50

# The gap of the first core, as a part of the sum of the prices.  Each core is solved anew, so it
# should hold the cheapest solution also where the relaxation is not tight, as in rosters.
FIRST_PART = 50

# What HiGHS does between two of its checks, in steps of a microsecond, and for each entry.
STEPS_A_CHECK = 5000
STEPS_AN_ENTRY = 4
# Roughly what HiGHS allocates for each entry of the problem.
BYTES_AN_ENTRY = 500


class ReducedCosts(NamedTuple):
    """The costs of options less the prices of their items, in units of 1 / `unit`.

    No solution costs less than `base`, and a solution that costs at most `base + gap` has only
    options whose reduced costs are at most `gap`, for any gap.
    """

    options: Sequence[int]
    unit: int
    base: int
    gap: int


class Finding:
    """What a search by a solver has done and found so far: its steps, and solutions with costs."""

    def __init__(self, found: Iterable[tuple[int, Solution]] = ()) -> None:
        self._found = sorted(found)
        self.steps = 0

    @property
    def work(self) -> dict[str, int]:
        """The steps, as nodes."""
        return {"nodes": self.steps}

    @property
    def found(self) -> int:
        """The number of solutions in `best`."""
        return len(self._found)

    @property
    def least(self) -> int | None:
        """The cost of the cheapest solution so far."""
        return self._found[0][0] if self._found else None


class SolverSearch(Finding, ABC):
    """A search for the `k` cheapest solutions by a solver, in progress.

    `reduced` are reduced costs by prices, and `start` solutions, if known.  The solver has this
    many `threads`; with `beside`, it does not stop at its checks, but goes on until `close`, which
    must be called in the end; the solver then stops at its next check.
    Raises `MissingExtra` if its package is not installed; `CannotAnswer` for more solutions,
    options or costs than it can do.
    """

    NAME: str

    def __init__(
        self,
        problem: Problem,
        k: int,
        costs: Sequence[int],
        reduced: ReducedCosts | None = None,
        *,
        start: Sequence[Solution] = (),
        threads: int = 1,
        beside: bool = False,
        limits: Sequence[SumLimits] = (),
    ) -> None:
        reason = refusal(problem, k, costs, limits, self.NAME)
        if reason:
            raise CannotAnswer(reason)
        self._module = self._load()
        self._problem, self._wanted, self._costs = problem, k, costs
        super().__init__((self._cost(solution), solution) for solution in start)
        self._limits = limits
        self._unit = gcd(*costs) or 1
        # None if the core has all options.
        self._reduced = reduced
        self._gap = 0
        if reduced:
            self._gap = max(reduced.gap, reduced.unit, abs(reduced.base) // FIRST_PART)
            if len(start) >= k:
                # All that is cheaper than the solutions that are known is within this gap.
                dearest = sorted(map(self._cost, start))[k - 1]
                self._gap = min(self._gap, max(0, dearest * reduced.unit - reduced.base - 1))
        self._core: Sequence[int] = ()
        self._core_bound = 0
        self._excluded: list[Solution] = []
        self._threads, self._beside = threads, beside
        self._bound: int | None = None
        self._run: SolverRun | None = None
        # The solver with its model, None until it begins.
        self._model: Any = None
        self._owed = 0
        self._grown = 0
        self.proved = False

    @property
    def busy(self) -> bool:
        """Whether the solver is running, until its next check."""
        return self._run is not None and not self._run.waiting

    @property
    def lower_bound(self) -> int | None:
        """What every solution that is not among `best` costs at least, if known."""
        return self._bound

    @property
    def best(self) -> list[tuple[int, Solution]]:
        """The cheapest solutions so far, with costs; the cheapest of all if `proved`."""
        return self._found[: self._wanted]

    def advance(self, steps: int, seconds: float, bytes: int) -> bool:
        """Continue for a slice; return True when the solver is done, whether `proved` or not.

        Raises `OutOfBytes` when the memory of the process has grown by more than that meanwhile.
        """
        deadline = perf_counter() + seconds
        if self._run is None or self._run.waiting:
            if not self._beside and not self._pay(steps):
                return False
            if self._run is None:
                self._begin(bytes)
            else:
                self._run.proceed()
        assert self._run is not None
        before = resident_bytes()
        ended = self._run.wait(max(0.0, deadline - perf_counter()))
        self._grown += resident_bytes() - before
        self._take_over()
        if self._grown > bytes:
            raise OutOfBytes
        return ended and self._end()

    def close(self) -> None:
        """Stop the solver at its next check."""
        if self._run is not None:
            self._run.cancel()

    def _pay(self, steps: int) -> bool:
        """Pay for the work up to the next check in advance; return whether all is paid."""
        if self._owed == 0:
            self._owed = self._steps_to_check()
        paid = min(steps, self._owed)
        self._owed -= paid
        self.steps += paid
        return self._owed == 0

    def _steps_to_check(self) -> int:
        """Return what is charged up to the next check: less, where the core is small."""
        steps = steps_to_check(self._problem)
        return (
            steps * (1 + len(self._core)) // (1 + self._problem.option_count)
            if self._core
            else steps
        )

    def _options_within_gap(self) -> Sequence[int]:
        """Return the options of solutions that cost less than `_cost_outside`, and known ones."""
        everything = range(self._problem.option_count)
        if self._reduced is None:
            return everything
        known = {option for _, solution in self._found for option in solution}
        core = [o for o in everything if self._reduced.options[o] <= self._gap or o in known]
        if len(core) == len(everything):
            self._reduced = None
        return core

    @property
    def _cost_outside(self) -> int | None:
        """A lower bound on the cost of solutions with options outside the core, if any."""
        if self._reduced is None:
            return None
        return -(-(self._reduced.base + self._gap + 1) // self._reduced.unit)

    def _take_over(self) -> None:
        """Take over the solutions and the bound that the solver has found."""
        assert self._run is not None
        self._add(map(self._chosen, self._run.take_solutions()))
        if isfinite(self._run.bound):
            self._core_bound = ceil(self._run.bound - DOUBT) * self._unit
            outside = self._cost_outside
            bound = self._core_bound if outside is None else min(self._core_bound, outside)
            self._bound = bound if self._bound is None else max(bound, self._bound)

    def _end(self) -> bool:
        """End a run; return False if there must be another one."""
        assert self._run is not None
        self._run.check()
        infeasible, values = self._outcome()
        if infeasible:
            return not self._widen(4 * self._gap)
        if values is None:
            return True
        chosen = self._chosen(values)
        if not self._add([chosen]):
            return True
        cost = self._cost(chosen)
        if self._bound is not None and self._bound >= cost:
            if sum(cost <= self._bound for cost, _ in self._found) >= self._wanted:
                self.proved = True
                return True
            self._excluded.append(chosen)
            self._exclude(chosen)
            self._run = None
            return False
        if self._reduced is None or self._core_bound < cost:
            return True
        # All that is cheaper is within this gap.
        return not self._widen(cost * self._reduced.unit - self._reduced.base - 1)

    def _widen(self, gap: int) -> bool:
        """Begin again with more options; return False if there are none."""
        if self._reduced is None:
            return False
        self._gap = gap
        self._model = self._run = None
        return True

    def _add(self, solutions: Iterable[Solution]) -> bool:
        """Add the solutions that are right; return whether all are."""
        right = True
        for solution in solutions:
            pair = (self._cost(solution), solution)
            if pair in self._found:
                continue
            if fault(self._problem, solution) or broken_limit(self._limits, solution):
                right = False
            else:
                self._found.append(pair)
        self._found.sort()
        return right

    def _cost(self, solution: Solution) -> int:
        return sum(self._costs[option] for option in solution)

    def _chosen(self, values: Iterable[float]) -> Solution:
        """Return the options that are chosen; the columns of colors come after all options."""
        return Solution(o for o, value in zip(self._core, values, strict=False) if value > 0.5)

    @abstractmethod
    def _load(self) -> Any:
        """Return the module of the solver.  Raises `MissingExtra`."""

    @abstractmethod
    def _begin(self, bytes: int) -> None:
        """Start the solver on the core, without solutions that are known to be the cheapest."""

    @abstractmethod
    def _outcome(self) -> tuple[bool, Sequence[float] | None]:
        """Return whether a run found out that there is no solution, and its optimum, if any."""

    @abstractmethod
    def _exclude(self, solution: Solution) -> None:
        """Add what this solution alone violates."""


class MixedInteger(SolverSearch):
    """A search for the `k` cheapest solutions by HiGHS, in progress.

    >>> problem = Problem.from_options(["ab", "a", "b", "ab"], costs=[5, 1, 3, 4])
    >>> search = MixedInteger(problem, 2, [5, 1, 3, 4])
    >>> while not search.advance(10**6, 60.0, 10**9):
    ...     pass
    >>> search.proved, search.best
    (True, [(4, (1, 2)), (4, (3,))])
    >>> search.close()
    """

    NAME = "milp"

    def _load(self) -> Any:
        return highs_module()

    def _begin(self, bytes: int) -> None:
        if self._model is None:
            if BYTES_AN_ENTRY * len(self._problem.arrays()[1]) > bytes:
                raise OutOfBytes
            self._model = new_highs(self._module, self._threads)
            self._core = self._options_within_gap()
            pass_model(
                self._model, self._problem, self._core, [c // self._unit for c in self._costs]
            )
            for weights, least, most in self._limits:
                heavy = {c: float(weights[o]) for c, o in enumerate(self._core) if weights[o]}
                self._model.addRow(least, most, len(heavy), list(heavy), list(heavy.values()))
            for solution in self._excluded:
                self._exclude(solution)
            # It is given no solution to begin with: after setSolution, the optimum and the bound of
            # HiGHS 1.16 may be too low, by what its restarts have fixed.
        self._run = HighsRun(self._model, pausing=not self._beside)

    def _outcome(self) -> tuple[bool, Sequence[float] | None]:
        status, statuses = self._model.getModelStatus(), self._module.HighsModelStatus
        none = (statuses.kInfeasible, statuses.kUnboundedOrInfeasible, statuses.kModelEmpty)
        optimal = status == statuses.kOptimal
        return status in none, self._model.getSolution().col_value if optimal else None

    def _exclude(self, solution: Solution) -> None:
        chosen = set(solution)
        columns = [column for column, option in enumerate(self._core) if option in chosen]
        signs = dict.fromkeys(columns, 1.0)
        if self._problem.has_bounds:
            # More options than these may be a solution as well.
            signs = dict.fromkeys(range(len(self._core)), -1.0) | signs
        self._model.addRow(-inf, len(solution) - 1, len(signs), list(signs), list(signs.values()))


def steps_to_check(problem: Problem) -> int:
    """Return the steps that HiGHS is charged for its work up to its next check."""
    return STEPS_A_CHECK + STEPS_AN_ENTRY * len(problem.arrays()[1])


def refusal(
    problem: Problem,
    k: int,
    costs: Sequence[int],
    limits: Sequence[SumLimits] = (),
    name: str = "milp",
) -> str:
    """Return why a solver cannot find the cheapest solutions, or an empty string."""
    if k > MOST_WANTED:
        return f"the {name} engine finds up to {MOST_WANTED} solutions"
    if problem.option_count > MOST_OPTIONS:
        return f"the {name} engine takes up to {MOST_OPTIONS} options"
    most = max(map(abs, costs), default=0) // (gcd(*costs) or 1)
    # Every option covers a primary item.
    covered = sum(
        problem.bounds(item)[1] for item, primary in enumerate(problem.primary_flags) if primary
    )
    if most * min(covered, problem.option_count) > MOST_COST:
        return f"the costs are too large for the {name} engine, which adds them in floating point"
    if any(sum(map(abs, each.weights)) > MOST_COST for each in limits):
        return f"the weights are too large for the {name} engine, which adds them in floating point"
    return ""
