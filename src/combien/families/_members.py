"""A family as a sorted set of sets: adding, removing, splitting, filtering.

These are the operations of OCaml's `Set` that Python's frozenset lacks, as in the `Zdd` of Combine.
The order is the iteration order: sets are compared as sequences of elements in the universe's
order.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Hashable, Iterable
from typing import Self

from combien.errors import BadInput
from combien.families._passes import Nodes
from combien.families._queries import Queries, elements_of

__all__ = ["Members"]


class Members(Queries):
    """The operations on single sets of a family, and the order of sets; see `Family`."""

    __slots__ = ()

    @abstractmethod
    def __or__(self, other: Self) -> Self: ...

    @abstractmethod
    def __sub__(self, other: Self) -> Self: ...

    @abstractmethod
    def __and__(self, other: Self) -> Self: ...

    @abstractmethod
    def _of_nodes(self, nodes: Nodes) -> Self:
        """Return the family with these nodes, whose variables belong to this universe."""

    @abstractmethod
    def _of_sets(self, sets: Iterable[Iterable[Hashable]]) -> Self:
        """Return the family of these sets, in this universe."""

    def __le__(self, other: Self) -> bool:
        return not self - other

    def __lt__(self, other: Self) -> bool:
        return self <= other and not other <= self

    def __ge__(self, other: Self) -> bool:
        return not other - self

    def __gt__(self, other: Self) -> bool:
        return self >= other and not other >= self

    def isdisjoint(self, other: Self) -> bool:
        """Return whether no set is in both families."""
        return not self & other

    def add(self, members: Iterable[Hashable]) -> Self:
        """Return the family with this set added.

        >>> from combien.families import Family
        >>> Family(["ab"]).add("c").ascii()
        '{{a, b}, {c}}'
        """
        return self | self._of_sets([members])

    def remove(self, members: Iterable[Hashable]) -> Self:
        """Return the family without this set; unchanged if the set is not in it.

        >>> from combien.families import Family
        >>> Family(["ab", "c"]).remove("c").ascii()
        '{{a, b}}'
        """
        wanted = frozenset(elements_of(members))
        return self - self._of_sets([wanted]) if wanted in self else self

    def filter(self, predicate: Callable[[frozenset[Hashable]], object]) -> Self:
        """Return the family of the sets for which the predicate is true.

        >>> from combien.families import Family
        >>> Family(["ab", "b", "abc"]).filter(lambda members: len(members) > 1).ascii()
        '{{a, b}, {a, b, c}}'

        Cost: a call for each set.  For conditions on elements, `with_`, `without`, `including` and
        `within` take one operation for any number of sets.
        """
        if not callable(predicate):
            raise BadInput(f"predicate={predicate!r:.40}: expected a function of a set")
        return self._of_sets(members for members in self if predicate(members))

    def partition(self, predicate: Callable[[frozenset[Hashable]], object]) -> tuple[Self, Self]:
        """Return two families: the sets for which the predicate is true, and the others.

        >>> from combien.families import Family
        >>> long, short = Family(["ab", "b", "abc"]).partition(lambda members: len(members) > 1)
        >>> long.count, short.ascii()
        (2, '{{b}}')

        Cost: a call for each set.
        """
        chosen = self.filter(predicate)
        return chosen, self - chosen

    def min_set(self) -> frozenset[Hashable]:
        """Return the first set in the order of iteration.

        >>> from combien.families import Family
        >>> sorted(Family(["c", "ab", "b"]).min_set())
        ['c']

        (`c` came first, so it is the first element of the universe.)

        Raises `BadInput` for the empty family.
        Cost: a path from the root, after the diagram was converted.
        """
        self._require_nonempty("first")
        return next(iter(self))

    def max_set(self) -> frozenset[Hashable]:
        """Return the last set in the order of iteration.

        >>> from combien.families import Family, Universe
        >>> sorted(Family(["c", "ab", "abc"], universe=Universe("abc")).max_set())
        ['c']

        Raises `BadInput` for the empty family.
        Cost: a path from the root, after the diagram was converted.
        """
        self._require_nonempty("last")
        nodes = self._take_nodes()
        at, numbers = nodes.root, []
        while at > 1:
            # A set without the element comes later, unless it is the empty one.
            if nodes.lo[at] > 1:
                at = nodes.lo[at]
            else:
                numbers.append(nodes.variables[at])
                at = nodes.hi[at]
        return self._named(numbers)

    def split(self, members: Iterable[Hashable]) -> tuple[Self, bool, Self]:
        """Return the sets before this one, whether it is in the family, and the sets after it.

        >>> from combien.families import Family, Universe
        >>> family = Family(["a", "ab", "b", "c"], universe=Universe("abc"))
        >>> before, present, after = family.split("ab")
        >>> before.ascii(), present, after.ascii()
        ('{{a}}', True, '{{b}, {c}}')

        The set need not be in the family.  An element that is not in the universe is appended to
        it.
        Cost: a pass over the nodes.
        """
        numbers = sorted({self.universe.number(element) for element in elements_of(members)})
        before = self._of_nodes(_before(self._take_nodes(), numbers))
        wanted = self._named(numbers)
        present = wanted in self
        after = self - before
        return before, present, after.remove(wanted)

    def _require_nonempty(self, which: str) -> None:
        if not self:
            raise BadInput(f"the empty family has no {which} set")


def _before(nodes: Nodes, numbers: list[int]) -> Nodes:
    """Return the diagram of the sets that come before the set of these variables."""
    # The path down: for each node, the child that is kept, on the other side of the path.
    at, place = nodes.root, 0
    way: list[tuple[int, int, int]] = []
    while at > 1 and place < len(numbers):
        variable = nodes.variables[at]
        if variable > numbers[place]:
            break
        if variable < numbers[place]:
            # All sets with a smaller element come before; the others are below lo.
            way.append((variable, nodes.hi[at], -1))
            at = nodes.lo[at]
        else:
            # Among the sets without the element, only the empty one comes before.
            way.append((variable, -1, _holds_empty(nodes, nodes.lo[at])))
            at = nodes.hi[at]
            place += 1
    # The empty set comes first; sets that begin with a larger element come after.
    built = _holds_empty(nodes, at) if place < len(numbers) else 0
    result = Nodes(nodes.variables[:], nodes.lo[:], nodes.hi[:], nodes.root)
    for variable, hi, lo in reversed(way):
        lo, hi = (built, hi) if hi >= 0 else (lo, built)
        built = result.add(variable, lo, hi) if hi else lo
    return result.rooted(built)


def _holds_empty(nodes: Nodes, at: int) -> int:
    """Return 1 if the empty set is below a node, else 0: the terminal that lo edges lead to."""
    while at > 1:
        at = nodes.lo[at]
    return at
