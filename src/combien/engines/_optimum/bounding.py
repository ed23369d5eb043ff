"""Branch and bound for the cheapest solutions: by shares of the costs, and by prices of the items.

`Bounding` searches by dancing links and leaves every branch that cannot beat the best known.  The
bound divides each option's cost among its primary items (see native/cover/cheapest.hpp).
`PriceBounding` first finds prices of the items, the dual of the linear relaxation, and searches
only the options that these prices leave (see native/cover/prices.hpp): few, where the relaxation
is tight, as in timetables.

The first is after Knuth's algorithm C$ (The Art of Computer Programming 4B, 7.2.2.1), the prices
after D. Wedelin (1995).
"""

from __future__ import annotations

from collections.abc import Sequence

from combien import _native
from combien._base.checks import check_int
from combien.cover._elements import Solution
from combien.cover._problem import Problem, compiled
from combien.cover._verify import SumLimits
from combien.engines._optimum.milp import ReducedCosts
from combien.errors import CannotAnswer

MOST_WANTED = 1_000_000
MOST_TOTAL = 2**62
# The sum of the magnitudes of all costs by prices: they are multiplied by up to 2^12 to become
# whole numbers.
MOST_PRICED = 2**50


class Bounding:
    """A branch and bound for the `k` cheapest solutions, in progress.

    >>> problem = Problem.from_options(["ab", "a", "b", "ab"], costs=[5, 1, 3, 4])
    >>> bounding = Bounding(problem, 2)
    >>> bounding.advance(1000, 60.0), bounding.best
    (True, [(4, (1, 2)), (4, (3,))])

    Among solutions of equal cost at the end of the list, the first ones found are kept.
    Raises `BadInput` for a `k` out of range; `CannotAnswer` for a negative cost of an option
    without an item that all solutions cover equally often, and for costs too large to be added.
    """

    def __init__(
        self,
        problem: Problem,
        k: int,
        costs: Sequence[int] | None = None,
        limits: Sequence[SumLimits] = (),
    ) -> None:
        k = check_int("k", k, least=1, most=MOST_WANTED)
        if costs is None:
            costs = costs_of(problem)
        shifted, self._back = _without_negative(problem, costs)
        if sum(shifted) >= MOST_TOTAL:
            raise CannotAnswer("the costs are too large to be added in 62 bits: divide them")
        self._machine = _native.cheapest(compiled(problem), shifted, k, limits)

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

    def cut(self, most: int) -> None:
        """Search from now on for solutions that cost at most this; dearer ones may be found too."""
        self._machine.cut(max(-MOST_TOTAL, min(MOST_TOTAL, most + self._back)))

    def advance(self, steps: int, seconds: float) -> bool:
        """Continue for a slice; return True when the cheapest solutions are proved.

        Raises `CannotAnswer` if the costs less the prices of their items cannot be added.
        """
        try:
            return bool(self._machine.run(steps, seconds) == _native.DONE)
        except OverflowError:
            raise CannotAnswer(
                "the costs less the prices of their items cannot be added in 62 bits: ask bound, "
                "milp or zdd, or round the costs"
            ) from None


class PriceBounding(Bounding):
    """A search for the `k` cheapest solutions by prices of items, in progress.

    >>> problem = Problem.from_options(["ab", "a", "b", "ab"], costs=[5, 1, 3, 4])
    >>> bounding = PriceBounding(problem, 2)
    >>> bounding.advance(1000, 60.0), bounding.best
    (True, [(4, (1, 2)), (4, (3,))])

    `steps` also counts the rounds in which the prices are found, a step for 1024 entries.
    Raises `BadInput` for a `k` out of range; `CannotAnswer` for problems with bounds, and for costs
    too large to be multiplied.
    """

    def __init__(
        self,
        problem: Problem,
        k: int,
        costs: Sequence[int] | None = None,
        limits: Sequence[SumLimits] = (),
    ) -> None:
        k = check_int("k", k, least=1, most=MOST_WANTED)
        if costs is None:
            costs = costs_of(problem)
        if limits:
            raise CannotAnswer("prices do not support side constraints: ask bound, milp or zdd")
        if problem.has_bounds:
            raise CannotAnswer("prices are for items that are covered exactly once")
        if sum(map(abs, costs)) >= MOST_PRICED:
            raise CannotAnswer("the costs are too large to be multiplied in 62 bits: divide them")
        self._machine = _native.cheapest_by_prices(compiled(problem), costs, k)
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


def _without_negative(problem: Problem, costs: Sequence[int]) -> tuple[list[int], int]:
    """Return costs that are not negative, and how much more each solution costs by them.

    An item that every solution covers equally often may cost something: so do all solutions.
    """
    negative = [option for option, cost in enumerate(costs) if cost < 0]
    if not negative:
        return list(costs), 0
    bounds = map(problem.bounds, range(problem.item_count))
    times = [low if low == high else 0 for low, high in bounds]
    counts = [sum(times[i] > 0 for i in problem.indices(o)) for o in range(problem.option_count)]
    if not all(counts[option] for option in negative):
        raise CannotAnswer(
            "negative costs are answered only for options with an item that every solution covers "
            "equally often: add a constant to the costs, or leave out the bounds"
        )
    shift = max(-(costs[option] // counts[option]) for option in negative)
    shifted = [cost + shift * count for cost, count in zip(costs, counts, strict=True)]
    return shifted, shift * sum(times)
