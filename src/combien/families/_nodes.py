"""A family as a diagram: access to its nodes, and functions computed node by node.

A node {item, low, high} represents the sets of `low`, and the sets of `high` with the item added.
Every path ends in one of two terminals: bottom, with no set, and top, with the empty set only.
Equal families are represented by one node, and no node has bottom as its `high`, so a diagram is
unique for its universe.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Hashable, Sequence
from typing import Self, TypeVar

from combien.errors import BadInput
from combien.families._members import Members
from combien.families._passes import Nodes
from combien.families._universe import Universe

__all__ = ["ByNodes", "Node"]

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
