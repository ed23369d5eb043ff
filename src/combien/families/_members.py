"""The operations of a family that return families: on its sets in order, and on its nodes.

`Members` has the operations of OCaml's `Set` that Python's frozenset lacks, as in the `Zdd` of
Combine.  The order is the iteration order: sets are compared as sequences of elements in the
universe's order.

`ByNodes` gives access to the diagram.  A node {item, low, high} represents the sets of `low`, and
the sets of `high` with the item added.  Every path ends in one of two terminals: bottom, with no
set, and top, with the empty set only.  Equal families are represented by one node, and no node has
bottom as its `high`, so a diagram is unique for its universe.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import Self, TypeVar

from combien.errors import BadInput
from combien.families._passes import Nodes
from combien.families._queries import Queries, members_of
from combien.families._universe import Universe


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
    def __xor__(self, other: Self) -> Self: ...

    @abstractmethod
    def _of_nodes(self, nodes: Nodes) -> Self:
        """Return the family with these nodes, whose variables belong to this universe."""

    @abstractmethod
    def _of_sets(self, sets: Iterable[Iterable[Hashable]]) -> Self:
        """Return the family of these sets, in this universe."""

    def __le__(self, other: Self) -> bool:
        return not self - other

    def __ge__(self, other: Self) -> bool:
        return not other - self

    def __lt__(self, other: object) -> bool:
        raise BadInput(
            "families are not sorted by '<', as inclusion is a partial order: sort with "
            "key=functools.cmp_to_key(Family.compare), and write f <= g and f != g for proper "
            "inclusion"
        )

    # Python tries the one when the other is not there.
    __gt__ = __lt__

    def compare(self, other: Self) -> int:
        """Compare two families in a total order; return -1, 0 or 1.

        >>> from functools import cmp_to_key
        >>> from combien.families import Family, Universe
        >>> universe = Universe("abc")
        >>> families = [Family(sets, universe=universe) for sets in (["b"], ["ab", "c"], ["ab"])]
        >>> [f.ascii() for f in sorted(families, key=cmp_to_key(Family.compare))]
        ['{{a, b}}', '{{a, b}, {c}}', '{{b}}']

        It is the lexicographic order of the lists of sets: the first set in which the lists differ
        decides, and a list comes before its extensions.
        Raises `BadInput` for families in different universes, whose orders may differ.
        Cost: one operation, and a pass over the nodes of one family.
        """
        if not isinstance(other, Members):
            raise BadInput(f"the other operand must be a Family, not {type(other).__name__}")
        if other.universe is not self.universe:
            raise BadInput(
                "families in different universes cannot be compared, as the order of the elements "
                "decides: use other.moved_to(family.universe)"
            )
        difference = self ^ other
        if not difference:
            return 0
        first = difference.min_set()
        # If the list without this set has ended, it is the beginning of the other list.
        lacks_it, sign = (other, -1) if first in self else (self, 1)
        ended = not lacks_it or self._key(lacks_it.max_set()) < self._key(first)
        return -sign if ended else sign

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
        wanted = frozenset(members_of(members))
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
        numbers = self._key(members_of(members))
        before = self._of_nodes(_before(self._take_nodes(), numbers))
        wanted = self._named(numbers)
        present = wanted in self
        after = self - before
        return before, present, after.remove(wanted)

    def _key(self, members: Iterable[Hashable]) -> list[int]:
        """Return what to sort the sets by, in the order of iteration."""
        return sorted(map(self.universe.number, members))

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


T = TypeVar("T")


class Node:
    """A node of a family's diagram, read-only.

    >>> from combien.families import Family
    >>> root = Family(["a", "b"]).root
    >>> root, root.high.is_top, root.low
    (<Node 3: item 'a', low 2, high 1>, True, <Node 2: item 'b', low 0, high 1>)

    `id` is the number of the node in this diagram: 0 for bottom, 1 for top, and for any other node
    a number larger than its children's.
    """

    __slots__ = ("_elements", "_nodes", "id")

    def __init__(self, diagram: Nodes, elements: Sequence[Hashable], number: int) -> None:
        self._nodes = diagram
        self._elements = elements
        self.id = number

    @property
    def is_bottom(self) -> bool:
        """Whether this is the terminal of the family without sets."""
        return self.id == 0

    @property
    def is_top(self) -> bool:
        """Whether this is the terminal of the family whose only set is empty."""
        return self.id == 1

    @property
    def is_terminal(self) -> bool:
        """Whether this is bottom or top."""
        return self.id < 2

    @property
    def item(self) -> Hashable:
        """The item, which comes before the items below.  Raises `BadInput` for a terminal."""
        return self._elements[self._nodes.variables[self._inner()]]

    @property
    def low(self) -> Node:
        """The node of the sets without the item.  Raises `BadInput` for a terminal."""
        return Node(self._nodes, self._elements, self._nodes.lo[self._inner()])

    @property
    def high(self) -> Node:
        """The node of the sets with the item, less the item.  Raises `BadInput` for a terminal."""
        return Node(self._nodes, self._elements, self._nodes.hi[self._inner()])

    def _inner(self) -> int:
        if self.id < 2:
            raise BadInput(f"the terminal {self} has no item and no children: ask is_terminal")
        return self.id

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Node):
            return NotImplemented
        return self.id == other.id and self._nodes is other._nodes

    def __hash__(self) -> int:
        return hash((id(self._nodes), self.id))

    def __repr__(self) -> str:
        if self.id < 2:
            return "<Node 1: top>" if self.id else "<Node 0: bottom>"
        low, high = self._nodes.lo[self.id], self._nodes.hi[self.id]
        return f"<Node {self.id}: item {self.item!r}, low {low}, high {high}>"


class ByNodes(Members):
    """The operations on single nodes of a family; see `Family`."""

    __slots__ = ()

    @abstractmethod
    def change(self, element: Hashable) -> Self: ...

    @abstractmethod
    def moved_to(self, universe: Universe) -> Self: ...

    @abstractmethod
    def _first_number(self) -> int | None:
        """Return the number of the root's item, or None for a terminal."""

    @property
    def root(self) -> Node:
        """The root of the diagram.

        >>> from combien.families import Family
        >>> Family(["ab"]).root.item, Family([]).root.is_bottom
        ('a', True)
        """
        nodes = self._take_nodes()
        return Node(nodes, self.universe.elements, nodes.root)

    def recurse(self, function: Callable[[Node, Callable[[Node], T]], T]) -> T:
        """Return the value of a memoized recursive function at the root.

        >>> from combien.families import Family
        >>> def cardinal(node, cardinal):
        ...     return node.id if node.is_terminal else cardinal(node.low) + cardinal(node.high)
        >>> Family(["ab", "b", "c"]).recurse(cardinal)
        3

        `function` gets a node and a function that returns the value of a node below.  It is called
        once for each node, children first, so that a diagram of a million levels needs no deep
        recursion.
        Raises `BadInput` if the value of a node is requested that is not below.
        """
        nodes, elements = self._take_nodes(), self.universe.elements
        values: list[T] = []

        def known(node: Node) -> T:
            if not isinstance(node, Node) or node._nodes is not nodes or node.id >= len(values):
                raise BadInput(f"{node!r:.60}: expected a node below the current one")
            return values[node.id]

        for number in range(nodes.root + 1):
            values.append(function(Node(nodes, elements, number), known))
        return values[nodes.root]

    @classmethod
    def construct(cls, item: Hashable, low: Self, high: Self) -> Self:
        """Return the family of a node: the sets of `low`, and the sets of `high` plus the item.

        >>> from combien.families import Family, Universe
        >>> universe = Universe("ab")
        >>> bottom, top = Family([], universe=universe), Family([[]], universe=universe)
        >>> b = Family.construct("b", bottom, top)
        >>> Family.construct("a", b, b).ascii()
        '{{a, b}, {b}}'
        >>> Family.construct("b", b, top)
        Traceback (most recent call last):
        ...
        combien.errors.BadInput: item 'b' does not come before 'b', the first item of low

        The universe is taken from `low`.  Nodes are hash-consed: the same item and children give
        the same node, and if `high` is the empty family, the result is `low`.
        Raises `BadInput` if the item does not come before all items of `low` and `high`.
        Cost: constant; `high` is converted first if it has another universe.
        """
        for name, side in (("low", low), ("high", high)):
            if not isinstance(side, cls):
                raise BadInput(f"{name}={side!r:.40}: expected a Family")
        universe = low.universe
        number = universe.number(item)
        high = high.moved_to(universe)
        for name, side in (("low", low), ("high", high)):
            first = side._first_number()
            if first is not None and first <= number:
                raise BadInput(
                    f"item {item!r} does not come before {universe.element(first)!r}, "
                    f"the first item of {name}"
                )
        return low | high.change(item)
