"""Good solutions and a lower bound for a large problem with costs, by the linear relaxation.

The relaxation is solved by column generation (see `columns`), which gives the bound.  A *dive*
then makes a solution of it: the options that are nearly chosen are chosen, all that overlap them
are left out, and the relaxation of the rest is solved again, with further options, until all is
covered (Borndoerfer 1998, Aspects of set packing, partitioning, and covering, chapter 3; Sadykov
and others 2019, Primal heuristics for branch and price).  A choice after which the relaxation costs
more than the best solution, or has none, is taken back.  Each dive is followed by one that chooses
more carefully.

On rosters of 500 to 100,000 options, the solutions cost less than one percent too much, in a
fraction of the time that HiGHS takes for the problem as a whole.  The bound and the best solution
then leave it few options: those whose reduced costs are below the difference of the two.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import gcd, inf
from time import perf_counter

from combien.cover._elements import Solution
from combien.cover._problem import Problem
from combien.cover._verify import SumLimits, broken_limit, fault
from combien.engines._counting import OutOfBytes
from combien.engines._optimum.columns import Columns
from combien.engines._optimum.highs import Background, highs_module
from combien.engines._optimum.milp import Finding, ReducedCosts, refusal
from combien.errors import CannotAnswer

# Options of which at least this part is chosen are chosen together, in each dive.
PARTS = (0.65, 0.8, 0.95)
# A part above this is a whole.
WHOLE = 1 - 1e-6
# A dive ends after this many choices that left no solution.
MOST_FAILURES = 10
# The costs of HiGHS are trusted up to this, where costs are integers without a common divisor.
DOUBT = 0.25
# Roughly what is allocated for each entry of the problem.
BYTES_AN_ENTRY = 200
# What is charged before the first run, for each entry, in steps of a microsecond.
ENTRIES_A_STEP = 4


class Diving(Finding):
    """A search for a good solution and a bound, in progress.

    >>> problem = Problem.from_options(["ab", "a", "b", "ab"], costs=[5, 1, 3, 4])
    >>> search = Diving(problem, [5, 1, 3, 4])
    >>> while not search.advance(10**6, 60.0, 10**9):
    ...     pass
    >>> search.best[0][0], search.lower_bound
    (4, 4)
    >>> search.close()

    With `beside`, it does not stop between its parts, but goes on until `close`, which must be
    called in the end.  `start` are solutions, if known.
    Raises `MissingExtra` if highspy is not installed; `CannotAnswer` for colors, and for options or
    costs that HiGHS cannot do.
    """

    def __init__(
        self,
        problem: Problem,
        costs: Sequence[int],
        *,
        start: Sequence[Solution] = (),
        beside: bool = False,
        limits: Sequence[SumLimits] = (),
    ) -> None:
        reason = refusal(problem, 1, costs, limits)
        if problem.has_colors:
            reason = "the relaxation is for problems without colors"
        if not problem.option_count:
            reason = "without options, there is no relaxation"
        if reason:
            raise CannotAnswer(reason)
        highs_module()
        super().__init__()
        self._problem, self._costs, self._limits = problem, costs, limits
        self._unit = gcd(*costs) or 1
        self._start = start
        self._entries = len(problem.arrays()[1])
        self._beside = beside
        self._most: float = inf
        self._columns: Columns | None = None
        self._bound: int | None = None
        self._run: _Parts | None = None
        self._owed = self._entries // ENTRIES_A_STEP
        self.done = False

    @property
    def busy(self) -> bool:
        """Whether it is at work, until the end of a part."""
        return self._run is not None and not self._run.waiting and not self.done

    @property
    def lower_bound(self) -> int | None:
        """What every solution costs at least, if known."""
        return self._bound

    @property
    def reduced(self) -> ReducedCosts | None:
        """The reduced costs of all options that prove the bound, if known."""
        return None if self._columns is None or self._bound is None else self._columns.reduced

    @property
    def best(self) -> list[tuple[int, Solution]]:
        """The cheapest solution so far, with its cost."""
        return self._found

    def cut(self, most: int) -> None:
        """Search from now on for a solution that costs at most this."""
        self._most = min(self._most, most)

    def advance(self, steps: int, seconds: float, bytes: int) -> bool:
        """Continue for a slice; return True when it is done.

        Raises `OutOfBytes` if that is less than it needs.
        """
        deadline = perf_counter() + seconds
        if self._run is None and BYTES_AN_ENTRY * self._entries > bytes:
            raise OutOfBytes
        if self._run is None or self._run.waiting:
            if not self._beside and not self._pay(steps):
                return False
            if self._run is None:
                self._run = _Parts(self._search(), pausing=not self._beside)
            else:
                self._run.proceed()
        self.done = self._run.wait(max(0.0, deadline - perf_counter()))
        self._run.check()
        if self.done or self._run.waiting:
            self._owed, self._run.steps = self._run.steps, 0
        return self.done

    def close(self) -> None:
        """Stop it at the end of the present part."""
        if self._run is not None:
            self._run.cancel()

    def _pay(self, steps: int) -> bool:
        """Pay for the part that was done last; return whether all is paid."""
        paid = min(steps, self._owed)
        self._owed -= paid
        self.steps += paid
        return self._owed == 0

    def _search(self) -> Iterator[int]:
        """Solve the relaxation, and dive; yield the steps of each part."""
        known = {option for solution in self._start for option in solution}
        columns = Columns(self._problem, self._costs, self._limits, first=sorted(known))
        yield from columns.solve()
        self._columns, self._bound = columns, columns.bound
        yield 0
        if columns.lacks:
            return
        options, parts = columns.parts()
        fractional = dict(zip(options.tolist(), parts.tolist(), strict=True))
        for part in PARTS:
            if self._bound is not None and self._most < self._bound:
                return
            yield from self._dive(columns, fractional, part)

    def _dive(self, columns: Columns, parts: dict[int, float], part: float) -> Iterator[int]:
        """Look for a solution that chooses all options of at least this part together."""
        columns.release()
        chosen: list[int] = []
        together, failures = True, 0
        while parts:
            order = sorted(parts, key=lambda option: (-parts[option], option))
            sure = [option for option in order if parts[option] >= part] if together else []
            batch = columns.fix(sure or order[:1])
            if parts[order[-1]] >= WHOLE:
                chosen += batch
                break
            yield from columns.solve()
            together = not self._fails(columns)
            if together:
                chosen += batch
            else:
                # Choose only one of them, or none.
                failures += 1
                columns.release()
                columns.fix(chosen)
                columns.exclude(batch if len(batch) == 1 else [])
                yield from columns.solve()
                if failures > MOST_FAILURES or self._fails(columns):
                    return
            options, values = columns.parts()
            parts = dict(zip(options.tolist(), values.tolist(), strict=True))
        self._offer(Solution(sorted(chosen)))
        yield 0

    def _fails(self, columns: Columns) -> bool:
        """Return whether what was chosen is not part of a solution that is cheap enough."""
        return columns.lacks or columns.objective > self._most + DOUBT * self._unit

    def _offer(self, solution: Solution) -> None:
        """Keep a solution if it is one, and cheaper than all before."""
        cost = sum(self._costs[option] for option in solution)
        if cost > self._most or fault(self._problem, solution):
            return
        if not broken_limit(self._limits, solution):
            self._found = [(cost, solution)]
            self.cut(cost - 1)


class _Parts(Background):
    """Work in parts, each with its steps, in a thread of its own that stops after each."""

    def __init__(self, parts: Iterator[int], *, pausing: bool) -> None:
        self._parts = parts
        self.steps = 0
        super().__init__(pausing=pausing)

    def _run(self) -> None:
        for steps in self._parts:
            self.steps += steps
            if self._check():
                return
