"""The subgroups of a small group, and which of them are conjugate.

Solutions with conjugate stabilisers have the same kind of symmetry, seen from another side: a
diagonal mirror is a diagonal mirror.  So conjugacy classes are what a table of kinds is made of,
and what is counted once instead of many times.

A subgroup is the set of its elements' numbers, as the bits of one whole number.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from combien.cover._symmetry.group import ProblemGroup
from combien.errors import CannotAnswer

__all__ = ["SubgroupClass", "Subgroups", "elements"]

_MOST_SUBGROUPS = 3000
_MOST_ELEMENTS = 2000


@dataclass(frozen=True, slots=True)
class SubgroupClass:
    """Subgroups that are conjugate to each other; the first is the one to work with."""

    members: tuple[int, ...]

    @property
    def first(self) -> int:
        """The one that stands for all."""
        return self.members[0]

    @property
    def order(self) -> int:
        """How many elements each of them has."""
        return self.members[0].bit_count()


class Subgroups:
    """The subgroups of a group, as far as they are asked for.

    >>> from combien import Problem
    >>> square = Problem.from_options([[("corner", i), ("corner", (i + 1) % 4)] for i in range(4)])
    >>> subgroups = Subgroups(ProblemGroup.generated_by(square, (1, 2, 3, 0), (3, 2, 1, 0)))
    >>> [(kind.order, len(kind.members)) for kind in subgroups.classes()]
    [(1, 1), (2, 2), (2, 1), (2, 2), (4, 1), (4, 1), (4, 1), (8, 1)]

    Raises `CannotAnswer` for a group of more than 2000 elements; for all its classes, of more than
    3000 subgroups.
    """

    def __init__(self, group: ProblemGroup) -> None:
        if len(group) > _MOST_ELEMENTS:
            raise CannotAnswer(
                f"a group of {len(group)} symmetries is too large to be looked through, the limit "
                f"is {_MOST_ELEMENTS}: list with solutions(up_to=...), or take a smaller group"
            )
        count = range(len(group))
        self._product = [[group.product(second, first) for first in count] for second in count]
        # What each generator makes of each element, seen from its side.
        self._turns: list[list[int]] = []
        for number in group.generators:
            product, back = self._product[number], self._product[number].index(0)
            self._turns.append([self._product[product[other]][back] for other in count])

    def cyclic(self) -> list[tuple[SubgroupClass, int]]:
        """Return the classes of subgroups with one generator, and how many elements generate one of each.

        The smaller ones come first.
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
        """All classes of subgroups, the smaller ones first.

        Each subgroup is one that is smaller by as little as can be, with one element more; of a
        class, one is extended, by one element of each cyclic subgroup.
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
        """Return the smallest subgroup that holds this one and this element.

        Cost: two products for each element of it, as it is made of cosets of the smaller one.
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
        """Return the subgroup seen from all sides, itself first."""
        found = {subgroup: None}
        fresh = [subgroup]
        for seen in fresh:
            for turn in self._turns:
                other = sum(1 << turn[number] for number in elements(seen))
                if other not in found:
                    found[other] = None
                    fresh.append(other)
        return fresh

    def generators(self, subgroup: int) -> list[int]:
        """Return a few elements that generate this subgroup; none for the trivial one."""
        chosen: list[int] = []
        known = 1
        for number in elements(subgroup):
            if not known >> number & 1:
                chosen.append(number)
                known = self.closed(known, number)
        return chosen

    def _classes(self, subgroups: dict[int, int] | dict[int, None]) -> list[SubgroupClass]:
        """Return these subgroups by classes, which must be whole."""
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
    """Yield the numbers of the elements, in order.

    >>> list(elements(0b1011))
    [0, 1, 3]
    """
    while subgroup:
        lowest = subgroup & -subgroup
        yield lowest.bit_length() - 1
        subgroup ^= lowest
