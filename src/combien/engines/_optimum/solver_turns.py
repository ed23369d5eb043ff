"""HiGHS, or CP-SAT in its place, in the race for the cheapest solutions: in turns, or beside it.

In a large problem HiGHS first dives for a good solution (see `diving`), then it gets the problem as
a whole (see `milp`).  With a thread of its own it works beside the others, without turns.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from combien.cover._elements import Solution
from combien.cover._problem import Problem
from combien.cover._reductions import allows
from combien.cover._verify import SumLimits
from combien.engines._counting import OutOfBytes
from combien.engines._optimum.bounding import Bounding, PriceBounding
from combien.engines._optimum.cpsat import ConstraintSearch
from combien.engines._optimum.milp import MixedInteger, SolverSearch, steps_to_check
from combien.errors import CannotAnswer, MissingExtra

if TYPE_CHECKING:
    from combien.engines._optimum.diving import Diving

# Those that run in threads of their own.
SOLVERS = ("milp", "cpsat")

# The approximate cost of a step, in nanoseconds; a node costs this much more for each side
# constraint.
NODE, SIDE = 1000, 100
# HiGHS takes longer turns, as its first steps (presolving, the first relaxation) are the longest.
# Before it begins, the prices take this part of what its first step takes.
MILP_START, MILP_FACTOR, BEFORE_MILP = 500_000_000, 8, 0.3
# The factor where a gap is enough: the others find and prove less than HiGHS before they end.
MILP_FACTOR_OF_GAP = 32
# HiGHS begins with dives from this number of options on.  Before, the prices take this many steps
# for each entry: in timetables, which they solve without HiGHS, they have needed half of it.
LEAST_DIVING, BEFORE_DIVES = 500, 0.5
# The steps that the dives have taken for each entry, in rosters and timetables: they are added to
# the first turn of HiGHS.
DIVING = 10


def can_dive(problem: Problem) -> bool:
    """Return whether a problem is large enough for dives, and has no colors."""
    return problem.option_count >= LEAST_DIVING and not problem.has_colors


class SolverTurns:
    """The solver of this name as a contender; its turns are `factor` times as long.

    `known` returns the solutions that any method has found.  The race says whether the solver is
    `in_turns`, and which search has the `prices`.  `advance` raises what the solver refuses.
    """

    price = NODE

    def __init__(
        self,
        name: str,
        problem: Problem,
        k: int,
        costs: Sequence[int],
        limits: Sequence[SumLimits],
        known: Callable[[], list[Solution]],
        *,
        threads: int,
        beside: bool,
        dives: bool,
        factor: int,
    ) -> None:
        self.name = name
        self._problem, self._k, self._costs, self._limits = problem, k, costs, limits
        self._known = known
        self._threads, self._factor = threads, factor
        self.beside = beside
        # Whether it begins with dives, and has not ended them.
        self._dives = dives
        self._dive: Diving | None = None
        self._solving: SolverSearch | None = None
        self.in_turns = False
        self.prices: Bounding | None = None

    @property
    def machines(self) -> Iterator[Diving | SolverSearch]:
        """What has begun: the dives, and the solver on the problem as a whole."""
        if self._dive:
            yield self._dive
        if self._solving:
            yield self._solving

    @property
    def busy(self) -> bool:
        """Whether it is at work, until its next check."""
        return any(machine.busy for machine in self.machines)

    @property
    def proved(self) -> bool:
        """Whether it has proved that its solutions are the cheapest."""
        return self._solving is not None and self._solving.proved

    @property
    def best(self) -> list[tuple[int, Solution]]:
        """The cheapest solutions that it has found for the problem as a whole."""
        return self._solving.best if self._solving else []

    @property
    def _entries(self) -> int:
        return len(self._problem.arrays()[1])

    def time_for_prices(self, length: int) -> int:
        """Return how long a turn of the prices is, which the solver waits for, in nanoseconds.

        It is 0 if they are about to find a bound, which may be all that is needed.
        """
        if self._dives:
            return max(length, int(BEFORE_DIVES * self._entries * self.price))
        if self._dive or self._solving or not (self.beside or self.in_turns):
            return length
        if self._lacks_prices:
            return 0
        return max(length, int(BEFORE_MILP * steps_to_check(self._problem) * self.price))

    @property
    def _lacks_prices(self) -> bool:
        return self.prices is not None and self.prices.lower_bound is None

    def left(self, length: int) -> int:
        """Return what is left of its turn in a round of this length, in nanoseconds."""
        if self.busy:
            return 1
        length = MILP_START + self._factor * length
        if self._dives:
            length += DIVING * self._entries * self.price
        return length - sum(machine.steps for machine in self.machines) * self.price

    def advance(self, steps: int, seconds: float, bytes: int) -> bool:
        """Continue the dives, or the solver; return True when it has ended, `proved` or not."""
        if self._dives:
            self._advance_dive(steps, seconds, bytes)
            return False
        return self.begin().advance(steps, seconds, bytes)

    def look(self, seconds: float, bytes: int) -> bool:
        """Look what it has found beside the others; return True when it has ended.

        It begins when the prices are found.
        """
        waits = not (self._dives or self._dive or self._solving) and self._lacks_prices
        return not waits and self.advance(0, seconds, bytes)

    def begin(self) -> SolverSearch:
        """Begin with the problem as a whole, if it has not begun."""
        if self._solving is None:
            self._solving = self._begun()
        return self._solving

    def _begun(self) -> SolverSearch:
        if self.name == "cpsat":
            return ConstraintSearch(
                self._problem,
                self._k,
                self._costs,
                start=self._known(),
                threads=self._threads,
                limits=self._limits,
            )
        reduced = [self.prices.reduced if isinstance(self.prices, PriceBounding) else None]
        reduced += [self._dive.reduced if self._dive else None]
        reduced = reduced if allows("dear options", "best") else []
        return MixedInteger(
            self._problem,
            self._k,
            self._costs,
            max(filter(None, reduced), key=lambda one: Fraction(one.base, one.unit), default=None),
            start=self._known(),
            threads=self._threads,
            beside=self.beside,
            limits=self._limits,
        )

    def _advance_dive(self, steps: int, seconds: float, bytes: int) -> None:
        """Continue the dives, if the problem is one for them."""
        from combien.engines._optimum.diving import Diving  # Optional dependency: HiGHS.

        try:
            if self._dive is None:
                self._dive = Diving(
                    self._problem,
                    self._costs,
                    start=self._known(),
                    beside=self.beside,
                    limits=self._limits,
                )
                for solution in self._known():
                    self.cut(sum(self._costs[option] for option in solution) - 1)
            self._dives = not self._dive.advance(steps, seconds, bytes)
        except (OutOfBytes, MemoryError, CannotAnswer, MissingExtra):
            self._dives = False
            if self._dive is not None:
                self._dive.close()

    def cut(self, most: int) -> None:
        """Let the dives look for solutions that cost at most this."""
        if self._dive:
            self._dive.cut(most)

    def leave(self) -> None:
        """Stop: it has no more turns."""
        self.in_turns = False
        if self._solving is not None:
            self._solving.close()

    def close(self) -> None:
        """Stop what runs in the background."""
        for machine in self.machines:
            machine.close()
