"""The solutions that are invariant under some symmetries, as an exact cover problem; subgroups.

Such a solution is a union of orbits of options, so the orbits are the options of the new problem.
Items in one orbit constrain unions of orbits in the same way, and become one item.  An orbit that
contains an item more often than its bounds allow is left out.  The new problem is smaller (a
half-turn halves a board), and any engine can count it without listing all solutions.

An item that must be in `low` to `high` options is harder: an orbit of m options counts m times.
If all orbits have the same weight, the bounds are divided; if not, see `Weighing`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from itertools import product
from math import gcd, prod

from combien._base.checks import Cost
from combien.cover._costs import total
from combien.cover._elements import NO_COLOR, Colored, Solution, chosen_options
from combien.cover._problem import Problem, ProblemBuilder
from combien.cover._symmetry import ProblemGroup
from combien.errors import CannotAnswer

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

    This is a model: solutions of `problem()` are read back as solutions of the original problem,
    which cost the same.
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
        self._whole = problem
        self._problem = self._build({})
        priced = problem.has_costs or problem.sense or problem.constant
        self._priced = None if priced else self._problem

    def problem(self) -> Problem:
        """Return the problem whose solutions are the invariant solutions.

        Raises `BadProblem` if the costs of some options cannot be added.
        """
        if self._priced is None:
            orbits = (self._orbits[orbit] for orbit in self._live)
            costs = [total(self._whole, orbit) for orbit in orbits]
            self._priced = self._build({}, costs, priced=True)
        return self._priced

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

    def _build(
        self, shares: Mapping[int, _Share], costs: Sequence[Cost] = (), *, priced: bool = False
    ) -> Problem:
        """Build the problem, or with `shares`, the part of it with these bounds; without costs.

        If it is `priced`, with the costs of the orbits, their sense and the constant.
        """
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
                builder.option(*entry, cost=costs[number] if costs else 0)
        for place, weighing in enumerate(self._weighings):
            if place not in shares:
                weighing.balance(builder)
        if priced:
            builder.sense, builder.constant = self._whole.sense, self._whole.constant
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


# Weights ------------------------------------------------------------------------------------------

# An item that is covered `low` to `high` times by options that count several times each.
#
# In an exact cover problem an option contains an item at most once.  So the options are sorted by
# their weight, the number of times that they count, and for each weight m above 1 there are
#
#     an item that counts the chosen options; with `spare` options, it is covered `most` times
#     options "the number is j", for j = 0 to `most`, of which exactly one is chosen
#     `most` items that are covered by "the number is j" (the first j of them) or by a spare option
#     (m - 1) `most` items that are covered by "the number is j" (all but the first (m - 1) j of
#     them) or by a makeweight option, which also covers the item itself
#
# so that j of them are chosen, and with (m - 1) j makeweights they count for m j.  The additions
# are determined by the choice of the original options, so the number of solutions stays the same.
# First, everything is divided by the common divisor of the weights, so that nothing is added if all
# options have the same weight.


class Weighing:
    """The items and options that bound the weight of the chosen options: `low` to `high`.

    >>> from combien.cover import ProblemBuilder
    >>> builder = ProblemBuilder()
    >>> weighing = Weighing("t", 2, 3, {0: 1, 1: 1, 2: 2})
    >>> names = weighing.declare(builder)
    >>> for number in range(3):
    ...     builder.option(*names[number])
    >>> weighing.balance(builder)
    >>> from combien import solutions
    >>> sorted(tuple(n for n in s if n < 3) for s in solutions(builder.build()))
    [(0, 1), (0, 2), (1, 2), (2,)]

    `weights` gives the weight, at least 1, of each option that contains the item.
    """

    def __init__(self, item: Hashable, low: int, high: int, weights: Mapping[int, int]) -> None:
        self._item = item
        # All weights are multiples of the unit, so they are counted in units.
        unit = gcd(*weights.values()) or 1
        self._weights = {number: weight // unit for number, weight in weights.items()}
        kinds = Counter(self._weights.values())
        total = sum(self._weights.values())
        self._low, self._high = -(-low // unit), min(high // unit, total)
        if self._low == 0 and self._high == total:
            # The bounds have no effect, whatever the weights.
            self._high, kinds = len(weights), Counter()
        self._most = {
            weight: min(kinds[weight], self._high // weight)
            for weight in sorted(kinds)
            if weight > 1
        }

    def declare(self, builder: ProblemBuilder) -> dict[int, list[Hashable]]:
        """Declare the items; return the items that each weighted option contains."""
        if self._low > self._high:
            # No number of such options is possible, so add an item without options.
            builder.item(("never", self._item))
        # A sweep in this order decides the number first, which determines the rest; in the reverse
        # order it would keep every choice of spare options.
        for weight, most in self._most.items():
            builder.item(("number", self._item, weight))
            for place in range(most):
                builder.item(("spare", self._item, weight, place))
            for place in range((weight - 1) * most):
                builder.item(("makeweight", self._item, weight, place))
            builder.item(("count", self._item, weight), bounds=(most, most))
        builder.item(self._item, bounds=(min(self._low, self._high), max(1, self._high)))
        return {
            number: [self._item, *self._counting(weight)]
            for number, weight in self._weights.items()
        }

    @property
    def weighted(self) -> Set[int]:
        """The options that contain the item."""
        return self._weights.keys()

    @property
    def is_mixed(self) -> bool:
        """Whether the weights differ and matter, so that further options are needed."""
        return bool(self._most)

    @property
    def share_count(self) -> int:
        """The maximum number of shares."""
        kinds = Counter(self._weights.values()).most_common()[1:]
        return prod(min(count, self._high // weight) + 1 for weight, count in kinds)

    def shares(self) -> Iterator[dict[int, tuple[int, int]]]:
        """Yield bounds for the numbers of options by weight; each solution satisfies exactly one.

        >>> list(Weighing("t", 2, 3, {0: 1, 1: 1, 2: 2}).shares())
        [{2: (0, 0), 1: (2, 2)}, {2: (1, 1), 1: (0, 1)}]

        Every weight has an exact number, except the most common one, which has bounds.
        """
        (rest, most), *others = Counter(self._weights.values()).most_common()
        numbers = [range(min(count, self._high // weight) + 1) for weight, count in others]
        for chosen in product(*numbers):
            exact = {weight: (n, n) for n, (weight, _) in zip(chosen, others, strict=True)}
            used = sum(weight * n for weight, (n, _) in exact.items())
            low = max(0, -((used - self._low) // rest))
            high = min(most, (self._high - used) // rest)
            if low <= high:
                yield {**exact, rest: (low, high)}

    def declare_share(
        self, builder: ProblemBuilder, share: Mapping[int, tuple[int, int]]
    ) -> dict[int, list[Hashable]]:
        """Declare an item for each weight of a share; return the item of each weighted option.

        Options of a weight that may not be chosen are left out.
        """
        for weight, (low, high) in share.items():
            if high:
                builder.item((self._item, weight), bounds=(low, high))
        return {n: [(self._item, w)] for n, w in self._weights.items() if share[w][1]}

    def balance(self, builder: ProblemBuilder) -> None:
        """Add the options that balance the weights, after all others."""
        for weight, most in self._most.items():
            spares = [("spare", self._item, weight, place) for place in range(most)]
            makers = [("makeweight", self._item, weight, p) for p in range((weight - 1) * most)]
            for chosen in range(most + 1):
                builder.option(
                    ("number", self._item, weight),
                    *spares[:chosen],
                    *makers[(weight - 1) * chosen :],
                )
            for spare in spares:
                builder.option(*self._counting(weight), spare)
            for maker in makers:
                builder.option(self._item, maker)

    def _counting(self, weight: int) -> list[Hashable]:
        return [("count", self._item, weight)] if weight in self._most else []


# Subgroups ----------------------------------------------------------------------------------------

# Solutions with conjugate stabilizers have the same kind of symmetry: all diagonal mirrors are one
# kind.  So a table of kinds has an entry for each conjugacy class, and only one subgroup of each
# class has to be counted.
#
# A subgroup is represented by an integer whose bits are the numbers of its elements.


_MOST_SUBGROUPS = 3000
_MOST_ELEMENTS = 2000


@dataclass(frozen=True, slots=True)
class SubgroupClass:
    """Subgroups that are conjugate to each other."""

    members: tuple[int, ...]

    @property
    def first(self) -> int:
        """A representative of the class."""
        return self.members[0]

    @property
    def order(self) -> int:
        """The number of elements of each subgroup."""
        return self.members[0].bit_count()


class Subgroups:
    """The subgroups of a group, computed on demand.

    >>> from combien import Problem
    >>> square = Problem.from_options([[("corner", i), ("corner", (i + 1) % 4)] for i in range(4)])
    >>> subgroups = Subgroups(ProblemGroup.generated_by(square, (1, 2, 3, 0), (3, 2, 1, 0)))
    >>> [(kind.order, len(kind.members)) for kind in subgroups.classes()]
    [(1, 1), (2, 2), (2, 1), (2, 2), (4, 1), (4, 1), (4, 1), (8, 1)]

    Raises `CannotAnswer` for a group of more than 2000 elements, and `classes` for one of more than
    3000 subgroups.
    """

    def __init__(self, group: ProblemGroup) -> None:
        if len(group) > _MOST_ELEMENTS:
            raise CannotAnswer(
                f"a group of {len(group)} symmetries is too large for a list of its subgroups (the "
                f"limit is {_MOST_ELEMENTS}): list with solutions(up_to=...), or use a smaller one"
            )
        count = range(len(group))
        self._product = [[group.product(second, first) for first in count] for second in count]
        # The conjugate of each element by each generator.
        self._conjugations: list[list[int]] = []
        for number in group.generators:
            product, back = self._product[number], self._product[number].index(0)
            self._conjugations.append([self._product[product[other]][back] for other in count])

    def cyclic(self) -> list[tuple[SubgroupClass, int]]:
        """Return the classes of cyclic subgroups, and for each the number of generating elements.

        The result is ordered by the order of the subgroups.
        """
        generated: dict[int, int] = {}
        for number in range(len(self._product)):
            subgroup = self.closed(1, number)
            generated[subgroup] = generated.get(subgroup, 0) + 1
        return [
            (kind, sum(generated[member] for member in kind.members))
            for kind in self._classes(generated)
        ]

    def classes(self) -> list[SubgroupClass]:
        """Return all classes of subgroups, ordered by the order of the subgroups.

        Each subgroup is generated by a smaller one and one more element.  So one subgroup of each
        class is extended by one element of each cyclic subgroup.
        """
        one_of_each = list({self.closed(1, n): n for n in range(len(self._product))}.values())
        found: dict[int, None] = {1: None}
        fresh = [1]
        for subgroup in fresh:
            for number in one_of_each:
                if subgroup >> number & 1:
                    continue
                larger = self.closed(subgroup, number)
                if larger in found:
                    continue
                fresh.append(larger)
                found.update(dict.fromkeys(self._conjugates(larger)))
                if len(found) > _MOST_SUBGROUPS:
                    raise CannotAnswer(
                        f"a group of {len(self._product)} symmetries has too many subgroups for a "
                        f"table (the limit is {_MOST_SUBGROUPS}): count(up_to=...) needs no table"
                    )
        return self._classes(found)

    def closed(self, subgroup: int, number: int) -> int:
        """Return the smallest subgroup that contains this one and this element.

        Cost: about two products per element of the result, which is a union of cosets.
        """
        product, inner = self._product, list(elements(subgroup))
        steps = [*inner, number]
        known = subgroup
        firsts = [0]
        for first in firsts:
            for step in steps:
                moved = product[step][first]
                if not known >> moved & 1:
                    firsts.append(moved)
                    for other in inner:
                        known |= 1 << product[moved][other]
        return known

    def _conjugates(self, subgroup: int) -> list[int]:
        """Return all conjugates of a subgroup, itself first."""
        found = {subgroup: None}
        fresh = [subgroup]
        for seen in fresh:
            for conjugation in self._conjugations:
                other = sum(1 << conjugation[number] for number in elements(seen))
                if other not in found:
                    found[other] = None
                    fresh.append(other)
        return fresh

    def generators(self, subgroup: int) -> list[int]:
        """Return a few elements that generate this subgroup; an empty list for the trivial one."""
        chosen: list[int] = []
        known = 1
        for number in elements(subgroup):
            if not known >> number & 1:
                chosen.append(number)
                known = self.closed(known, number)
        return chosen

    def _classes(self, subgroups: dict[int, int] | dict[int, None]) -> list[SubgroupClass]:
        """Return the classes of these subgroups, which must include all conjugates."""
        left = sorted(
            subgroups, key=lambda subgroup: (subgroup.bit_count(), list(elements(subgroup)))
        )
        found = []
        seen: set[int] = set()
        for subgroup in left:
            if subgroup not in seen:
                members = tuple(self._conjugates(subgroup))
                seen.update(members)
                found.append(SubgroupClass(members))
        return found


def elements(subgroup: int) -> Iterator[int]:
    """Yield the numbers of the elements of a subgroup, in order.

    >>> list(elements(0b1011))
    [0, 1, 3]
    """
    while subgroup:
        lowest = subgroup & -subgroup
        yield lowest.bit_length() - 1
        subgroup ^= lowest
