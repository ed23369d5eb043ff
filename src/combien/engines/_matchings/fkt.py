"""Perfect matchings of graphs on surfaces, counted by Pfaffians: dominoes, lozenges, tori.

If every option is a pair of items and the graph of these pairs is planar, the count is, up to its
sign, the Pfaffian of a skew-symmetric matrix (Fisher, Kasteleyn and Temperley, 1961).  The time is
polynomial in the area, whereas a sweep takes exponential time in the width: 100x100 dominoes, a
number of 1254 digits, take less than a second.  On a torus, the count is a sum of four Pfaffians,
and each further handle of the surface makes four times as many.
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence

from combien import _native
from combien._base.budget import NO_LIMIT, SLICE_SECONDS, Meter
from combien.cover._problem import Problem, compiled
from combien.engines._counting import CoreCounting, CounterEngine, finish, words
from combien.engines._protocol import UNLIMITED, Budget, Reporter
from combien.engines._search.listed import compare_count, compare_shares, compare_weight
from combien.errors import CannotAnswer

WAY_OUT = "ask engine='frontier', or 'auto'"


def fkt() -> CounterEngine:
    """Return the engine that counts perfect matchings of graphs drawn on surfaces.

    >>> from combien.cover import Problem
    >>> square = Problem.from_options(["ab", "bc", "cd", "da"])
    >>> fkt().count(square).count
    2
    >>> fkt().refusal(Problem.from_options(["ab", "abc"]), "count")
    "option 1 has 3 items, and the fkt engine counts pairs: ask engine='frontier', or 'auto'"

    Cost of a refusal: linear in the options if they are not all pairs; otherwise the graph has to
    be drawn, which may take a second.
    """
    return CounterEngine("fkt", FktCounting, _refuses_counting)


class FktCounting(CoreCounting[_native.Matchings]):
    """A count by Pfaffians, in progress: one after another, each modulo one prime after another.

    `drawn`: whether a drawing of the graph on a surface with few handles has been found; `advance`
    raises `CannotAnswer` if there is none.  Raises it if the options are not the edges of a graph.
    If it `pauses`, `advance` also returns when the graph is found not to be `planar`.  With
    `shares`, the solutions with each option are counted as well, and the graph must be planar.
    With `weights`, one for each option, a solution counts as the product of its options' weights.
    """

    def __init__(
        self,
        problem: Problem,
        *,
        pauses: bool = False,
        shares: bool = False,
        weights: Sequence[int] = (),
    ) -> None:
        if refusal := without_pairs(problem):
            raise CannotAnswer(refusal)
        self._weights = weights
        machine = _native.matchings(compiled(problem), shares, weights=[*map(words, weights)])
        super().__init__(machine)
        self.edges = problem.option_count
        self.drawn = False
        self._pauses = pauses

    def advance(self, steps: int, seconds: float, bytes: int) -> bool:
        """Continue to draw the graph, or to count."""
        if not self.drawn:
            before = self._machine.drawing_steps
            if not self._prepare(steps, seconds):
                return False
            if not self._machine.drawn:
                raise CannotAnswer(_not_drawn())
            self.drawn = True
            steps = max(0, steps - (self._machine.drawing_steps - before))
        return super().advance(steps, seconds, bytes)

    def _prepare(self, steps: int, seconds: float) -> bool:
        """Continue to draw the graph; return whether that is done."""
        machine = self._machine
        planar, before = machine.planar, machine.drawing_steps
        if machine.prepare(steps, seconds):
            return True
        left = steps - (machine.drawing_steps - before)
        if not planar or machine.planar or self._pauses or left <= 0:
            return False
        # The machine has paused because the graph is not planar.
        return machine.prepare(left, seconds)

    @property
    def shares(self) -> list[int]:
        """The number of solutions with each option; after the count, if there are shares."""
        found = self._machine.shares()
        if not self._weights:
            return found
        return [share * weight for share, weight in zip(found, self._weights, strict=True)]

    @property
    def planar(self) -> bool:
        """Whether a drawing in the plane has been found, or may be."""
        return self._machine.planar

    @property
    def drawing_steps(self) -> int:
        """The steps of drawing, about two microseconds each."""
        return self._machine.drawing_steps

    @property
    def steps(self) -> int:
        """The steps of drawing, and the pivots so far."""
        return self._machine.drawing_steps + self._machine.pivots

    @property
    def work(self) -> Mapping[str, int]:
        """Pivots, products modulo a prime, and primes, summed over the Pfaffians."""
        machine = self._machine
        return {
            "pivots": machine.pivots,
            "products": machine.products,
            "primes": machine.residues,
        }

    @property
    def fraction(self) -> float:
        """The completed part of the pivots."""
        return min(1.0, self._machine.pivots / max(1, self._machine.pivots_needed))

    @property
    def why(self) -> str:
        """The method, and the numbers of Pfaffians and of primes."""
        machine = self._machine
        if not machine.solvable:
            return "the graph of the pairs has no perfect matching"
        many = "1 prime" if machine.residues == 1 else f"{machine.residues} primes"
        if machine.parts > 1:
            return f"matchings of {machine.parts} components: Pfaffians modulo {many} in all"
        if machine.pfaffians <= 1:
            return f"matchings of a planar graph: a Pfaffian modulo {many}"
        genus = (machine.pfaffians.bit_length() - 1) // 2
        surface = "a torus" if genus == 1 else f"a surface with {genus} handles"
        return (
            f"matchings of a graph on {surface}: {machine.pfaffians} Pfaffians modulo {many} in all"
        )


def _refuses_counting(problem: Problem) -> str:
    if refusal := without_pairs(problem):
        return refusal
    machine = _native.matchings(compiled(problem))
    while not machine.prepare(NO_LIMIT, SLICE_SECONDS):
        pass
    return "" if machine.drawn else _not_drawn()


def shares(
    problem: Problem,
    *,
    weights: Sequence[int] = (),
    budget: Budget = UNLIMITED,
    report: Reporter | None = None,
) -> tuple[list[int], int] | None:
    """Return the number of solutions with each option, and of all; None if it is not applicable.

    >>> from combien.cover import Problem
    >>> shares(Problem.from_options(["ab", "bc", "cd", "da", "ab"]))
    ([1, 1, 2, 1, 1], 3)

    The graph of the pairs must be planar: then the share of an edge in the Pfaffian is its entry of
    the form times that of the inverse.  With `weights`, positive whole numbers for each option, a
    solution counts as the product of its options' weights.
    Cost: three times that of the count, and a number of the size of the count for each option.
    """
    if without_pairs(problem):
        return None
    counting = FktCounting(problem, shares=True, weights=weights)
    try:
        count = finish(counting, Meter(budget, engine="fkt", report=report))
    except CannotAnswer:
        return None
    found = counting.shares
    if weights:
        compare_weight(problem, weights, count)
    else:
        compare_count(problem, count, "solutions by Pfaffians")
    compare_shares(problem, found, count)
    return found, count


def may_have_pairs(problem: Problem) -> bool:
    """Whether the options may all be pairs, as their number and that of their entries allow."""
    return len(problem.arrays()[1]) == 2 * problem.option_count and not without_pairs(problem)


def without_pairs(problem: Problem) -> str:
    """Return why the problem is not supported, without checking that the graph is planar."""
    if problem.has_bounds:
        return f"the fkt engine covers items exactly once, and this problem has bounds: {WAY_OUT}"
    secondary = problem.primary_flags.find(0)
    if secondary >= 0:
        name = problem.item_names[secondary]
        return f"item {name!r} is secondary, and the fkt engine must cover all: {WAY_OUT}"
    # Only secondary items have colors.
    starts, entries, _ = problem.arrays()
    # The length first, as it refuses most problems at no cost.
    if len(entries) != 2 * problem.option_count or starts != array(
        starts.typecode, range(0, 2 * len(starts), 2)
    ):
        option, size = next(
            (option, size)
            for option in range(problem.option_count)
            if (size := len(problem.indices(option))) != 2
        )
        items = "item" if size == 1 else "items"
        return f"option {option} has {size} {items}, and the fkt engine counts pairs: {WAY_OUT}"
    return ""


def _not_drawn() -> str:
    return (
        "no drawing without crossings was found for the graph of the pairs, neither in the plane "
        f"nor on a surface with few handles, as the fkt engine needs: {WAY_OUT}"
    )
