"""The solutions that are invariant under some symmetries, as an exact cover problem.

Such a solution is a union of orbits of options, so the orbits are the options of the new problem.
Items in one orbit constrain unions of orbits in the same way, and become one item.  An orbit that
contains an item more often than its bounds allow is left out.  The new problem is smaller (a
half-turn halves a board), and any engine can count it without listing all solutions.

An item that must be in `low` to `high` options is harder: an orbit of m options counts m times.
If all orbits have the same weight, the bounds are divided; if not, see `weights`.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import product
from math import prod

from combien.cover._elements import NO_COLOR, Colored, Solution, chosen_options
from combien.cover._problem import Problem, ProblemBuilder
from combien.cover._symmetry.weights import Weighing

__all__ = ["InvariantSolutions", "orbits_of"]

_MOST_SHARES = 5000

_Share = Mapping[int, tuple[int, int]]


class InvariantSolutions:
    """The solutions of a problem that are invariant under permutations of its options.

    >>> square = Problem.from_options(["ab", "bc", "cd", "da"])
    >>> half_turn = InvariantSolutions(square, [(2, 3, 0, 1)])
    >>> half_turn.problem()
    <Problem: 2 items, 2 options>
    >>> half_turn.read(Solution([1]))
    (1, 3)

    This is a model: solutions of `problem()` are read back as solutions of the original problem.
    The permutations must be symmetries of the problem, for example from a `ProblemGroup`;
    generators are enough.  Cost: a few microseconds per entry.
    """

    def __init__(self, problem: Problem, permutations: Iterable[Sequence[int]]) -> None:
        self._orbits = orbits_of(problem.option_count, list(permutations))
        orbit_of = [0] * problem.option_count
        for number, orbit in enumerate(self._orbits):
            for option in orbit:
                orbit_of[option] = number
        uses = _uses(problem, orbit_of)
        self._live = self._possible(problem, uses)
        self._collect_constraints(problem, uses)
        self._problem = self._build({})

    def problem(self) -> Problem:
        """Return the problem whose solutions are the invariant solutions."""
        return self._problem

    def read(self, solution: Solution) -> Solution:
        """Return the corresponding solution of the original problem."""
        chosen = chosen_options(solution, self._problem.option_count)
        # Options after the orbits are counters (see `weights`).
        orbits = (self._orbits[self._live[o]] for o in chosen if o < len(self._live))
        return Solution(sorted(option for orbit in orbits for option in orbit))

    def _possible(self, problem: Problem, uses: list[dict[int, list[int]]]) -> list[int]:
        """Return the orbits that may be in a solution."""
        dead = set()
        for item, by_orbit in enumerate(uses):
            _, high = problem.bounds(item)
            for orbit, colors in by_orbit.items():
                one_color = colors[0] != NO_COLOR and len(set(colors)) == 1
                if len(colors) > high and not one_color:
                    dead.add(orbit)
        return [orbit for orbit in range(len(self._orbits)) if orbit not in dead]

    @property
    def share_count(self) -> int:
        """The maximum number of parts of `shares`, were they not limited."""
        return prod(weighing.share_count for weighing in self._weighings if weighing.is_mixed)

    def shares(self) -> Iterator[Problem]:
        """Yield problems that partition the solutions, for counting.

        >>> wheel = Problem.from_options([["a", "t"], ["b", "t"], ["c", "t"]], bounds={"t": (2, 3)})
        >>> [share.option_count for share in InvariantSolutions(wheel, [(1, 0, 2)]).shares()]
        [1, 2]

        Yields only `problem()` if all orbits have equal weights, or if there would be more than
        5000 parts.
        """
        mixed = [place for place, weighing in enumerate(self._weighings) if weighing.is_mixed]
        if not mixed or self.share_count > _MOST_SHARES:
            yield self._problem
            return
        for shares in product(*(self._weighings[place].shares() for place in mixed)):
            yield self._build(dict(zip(mixed, shares, strict=True)))

    def _collect_constraints(self, problem: Problem, uses: list[dict[int, list[int]]]) -> None:
        """Collect the distinct constraints on the orbits."""
        number_of = {orbit: number for number, orbit in enumerate(self._live)}
        self._entries: list[list[int | Colored]] = [[] for _ in self._live]
        self._items: list[tuple[int, bool]] = []
        self._weighings: list[Weighing] = []
        constraints = set()
        for item, by_orbit in enumerate(uses):
            primary, (low, high) = bool(problem.primary_flags[item]), problem.bounds(item)
            live = [(number_of[o], colors) for o, colors in by_orbit.items() if o in number_of]
            # Renaming the colors does not change the constraint.
            ranks: dict[int, int] = {NO_COLOR: NO_COLOR}
            weights = tuple((n, len(c), ranks.setdefault(c[0], len(ranks))) for n, c in live)
            if (primary, low, high, weights) in constraints:
                continue
            constraints.add((primary, low, high, weights))
            if primary and (low, high) != (1, 1):
                self._weighings.append(Weighing(item, low, high, {n: len(c) for n, c in live}))
                continue
            self._items.append((item, primary))
            for number, colors in live:
                self._entries[number].append(Colored(item, colors[0]) if colors[0] else item)

    def _build(self, shares: Mapping[int, _Share]) -> Problem:
        """Build the problem, or with `shares`, the part of it with these bounds."""
        builder = ProblemBuilder()
        for item, primary in self._items:
            builder.item(item, secondary=not primary)
        left_out: set[int] = set()
        entries: list[list[Hashable]] = [[*entry] for entry in self._entries]
        for place, weighing in enumerate(self._weighings):
            share = shares.get(place)
            if share is None:
                names = weighing.declare(builder)
            else:
                names = weighing.declare_share(builder, share)
                left_out.update(weighing.weighted - names.keys())
            for number, more in names.items():
                entries[number] += more
        for number, entry in enumerate(entries):
            if number not in left_out:
                builder.option(*entry)
        for place, weighing in enumerate(self._weighings):
            if place not in shares:
                weighing.balance(builder)
        return builder.build()


def orbits_of(count: int, permutations: Sequence[Sequence[int]]) -> list[list[int]]:
    """Return the orbits of the numbers below `count`, ordered by least element."""
    found = []
    seen = bytearray(count)
    for start in range(count):
        if seen[start]:
            continue
        seen[start] = 1
        orbit = [start]
        for number in orbit:
            for permutation in permutations:
                image = permutation[number]
                if not seen[image]:
                    seen[image] = 1
                    orbit.append(image)
        found.append(orbit)
    return found


def _uses(problem: Problem, orbit_of: Sequence[int]) -> list[dict[int, list[int]]]:
    """Return, for each item, its orbits and the colors of the item in their options."""
    uses: list[dict[int, list[int]]] = [{} for _ in range(problem.item_count)]
    for option, orbit in enumerate(orbit_of):
        for item, color in zip(problem.indices(option), problem.colors(option), strict=True):
            uses[item].setdefault(orbit, []).append(color)
    return uses
