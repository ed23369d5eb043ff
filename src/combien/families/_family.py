"""The `Family` class: a set of sets of hashable elements that can be far larger than memory.

A `Family` behaves like a frozen Python set of frozensets, but is stored as a zero-suppressed
decision diagram (ZDD, Minato 1993), which shares equal parts: thousands of nodes can represent
10^18 tilings of a large board.  The operations are Knuth's (TAOCP 7.1.4).
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from enum import IntEnum
from itertools import pairwise
from typing import Any

from combien import _native
from combien._base.budget import NO_LIMIT, SLICE_SECONDS
from combien._base.checks import check_instance, check_int, check_list, short_repr
from combien._base.displayed import Displayed
from combien.errors import BadInput, OutOfBudget
from combien.families import _text as text
from combien.families._members import ByNodes
from combien.families._passes import Deadline, MemberWalk, Nodes, diagram
from combien.families._queries import elements_of, members_of
from combien.families._universe import Universe
from combien.families._weighing import Weighing


class Operation(IntEnum):
    """The operations of the algebra, with their numbers in the core."""

    UNITE = 0
    INTERSECT = 1
    SUBTRACT = 2
    DIFFER = 3
    WITH = 4
    WITHOUT = 5
    CHANGE = 6
    JOIN = 7
    MEET = 8
    DIVIDE = 9
    REMAIN = 10
    WITHIN = 11
    INCLUDING = 12
    MAXIMAL = 13
    MINIMAL = 14
    HIT = 15


class Family(ByNodes, Displayed):
    """A frozen set of frozensets.

    >>> family = Family(["ab", "bc", "abc", ""])
    >>> family.count, {"b", "a"} in family, family.maximal().ascii()
    (4, True, '{{a, b, c}}')
    >>> (family - Family(["bc"])).ascii()
    '{{}, {a, b}, {a, b, c}}'

    Use `count` instead of `len`, which is limited to 2**63.  A new family has its own universe
    unless one is given; the result of an operation is in the universe of the left operand, and
    families in the same universe need no conversion.

    Families are compared as sets are: `<=` is inclusion.  `<` would be proper inclusion, by which
    `sorted` puts families in no particular order, so it is refused: sort by `compare`.

    Raises `BadInput` if a member is not a set or repeats an element, and `OutOfBudget` if the
    universe is out of nodes.
    Cost: an operation takes at most the product of the node counts; 40 to 100 ns per step.
    """

    __slots__ = ("_count", "_diagram", "_frozen", "_nodes")

    def __init__(
        self, sets: Iterable[Iterable[Hashable]] = (), *, universe: Universe | None = None
    ) -> None:
        universe = Universe.given(universe)
        variables: array[int] = array("I")
        ends: array[int] = array("I")
        for members in elements_of(sets):
            variables.extend(sorted(map(universe.number, members_of(members))))
            ends.append(len(variables))
        self._begin(universe, _run(universe, lambda m: m.family(variables, ends)))

    @classmethod
    def from_states(
        cls,
        elements: Iterable[Hashable],
        root: Any,
        child: Callable[[Any, Any, bool], Any],
        *,
        accept: Callable[[Any], bool] | None = None,
    ) -> Family:
        """Build a family from a state transition function, top down.

        >>> def child(left, element, take):
        ...     return False if take > left else left - take
        >>> pairs = Family.from_states("abcd", 2, child, accept=lambda left: left == 0)
        >>> pairs.ascii()
        '{{a, b}, {a, c}, {a, d}, {b, c}, {b, d}, {c, d}}'

        The elements are taken or left one by one, starting from state `root`.  `child(state,
        element, take)` returns the next state (any hashable value except booleans and None), False
        if no set continues this way, or True to accept the set without any further elements.
        `accept(state)` returns whether a state after the last element is accepted.
        Equal states are merged, so use as few as possible.
        Raises `BadInput`, with the level, for an invalid state, and for a duplicate element.
        Cost: two calls of `child` and 24 bytes for each state of each level.
        """
        given = check_list("elements", elements)
        return cls._rebuilt(Universe(given), diagram(given, root, child, accept), given)

    def _begin(self, universe: Universe, diagram: _native.Diagram) -> None:
        self.universe = universe
        self._diagram = diagram
        self._frozen: _native.FrozenDiagram | None = None
        self._nodes: Nodes | None = None
        self._count: int | None = None

    @classmethod
    def _of(cls, universe: Universe, diagram: _native.Diagram) -> Family:
        family = cls.__new__(cls)
        family._begin(universe, diagram)
        return family

    # As a set -----------------------------------------------------------------------------------

    @property
    def count(self) -> int:
        """The exact number of sets.

        >>> Family(["ab", "ba", "c"]).count
        2

        Cost: one pass over the nodes, then cached.
        """
        if self._count is None:
            self._count = self._freeze().count()
        return self._count

    def __bool__(self) -> bool:
        return not self._diagram.empty()

    def __contains__(self, members: object) -> bool:
        if not isinstance(members, Iterable):
            return False
        numbers = [self.universe.known(element) for element in members_of(members)]
        known = sorted(number for number in numbers if number is not None)
        return len(known) == len(numbers) and self._diagram.contains(known)

    def __iter__(self) -> Iterator[frozenset[Hashable]]:
        """Iterate over the sets in lexicographic order, by the universe's order of elements.

        A set comes before its extensions.
        """
        diagram, elements = self._freeze(), self.universe.elements
        return MemberWalk(lambda: _native.members(diagram).batch, elements)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Family):
            return NotImplemented
        if other.universe is not self.universe:
            if set(self.elements) != set(other.elements) or self.count != other.count:
                return False
            other = other.moved_to(self.universe)
        return self._diagram.same(other._diagram)

    def __hash__(self) -> int:
        # Independent of the order of the universe; only similar families collide.
        return hash((Family, self.count, frozenset(self.elements)))

    def __or__(self, other: Family) -> Family:
        return self._apply(Operation.UNITE, other)

    def __and__(self, other: Family) -> Family:
        return self._apply(Operation.INTERSECT, other)

    def __sub__(self, other: Family) -> Family:
        return self._apply(Operation.SUBTRACT, other)

    def __xor__(self, other: Family) -> Family:
        return self._apply(Operation.DIFFER, other)

    # Algebra ------------------------------------------------------------------------------------

    def with_(self, element: Hashable) -> Family:
        """Return the sets that contain the element.

        >>> Family(["ab", "b", "c"]).with_("b").ascii()
        '{{a, b}, {b}}'
        """
        return self._element(Operation.WITH, element)

    def without(self, element: Hashable) -> Family:
        """Return the sets that do not contain the element."""
        return self._element(Operation.WITHOUT, element)

    def change(self, element: Hashable) -> Family:
        """Return each set with the element added if absent, or removed if present."""
        return self._element(Operation.CHANGE, element)

    def join(self, other: Family) -> Family:
        """Return all unions of a set of this family and a set of the other.

        >>> Family(["a", "b"]).join(Family(["b", "c"])).ascii()
        '{{a, b}, {a, c}, {b}, {b, c}}'
        """
        return self._apply(Operation.JOIN, other)

    def meet(self, other: Family) -> Family:
        """Return all intersections of a set of this family and a set of the other."""
        return self._apply(Operation.MEET, other)

    def quotient(self, other: Family) -> Family:
        """Return the sets disjoint from every set of `other` whose union with each is a member.

        >>> Family(["ab", "ac", "bc"]).quotient(Family(["b", "c"])).ascii()
        '{{a}}'
        """
        self._divisor(other)
        return self._apply(Operation.DIVIDE, other)

    def remainder(self, other: Family) -> Family:
        """Return the sets that are not in the join of the quotient and `other`."""
        self._divisor(other)
        return self._apply(Operation.REMAIN, other)

    def within(self, other: Family) -> Family:
        """Return the sets that are subsets of some set of the other family."""
        return self._apply(Operation.WITHIN, other)

    def including(self, other: Family) -> Family:
        """Return the sets that are supersets of some set of the other family."""
        return self._apply(Operation.INCLUDING, other)

    def maximal(self) -> Family:
        """Return the sets that are not a subset of another member."""
        return self._apply(Operation.MAXIMAL, self)

    def minimal(self) -> Family:
        """Return the sets that are not a superset of another member."""
        return self._apply(Operation.MINIMAL, self)

    def hitting(self) -> Family:
        """Return the minimal hitting sets: they intersect every set of this family.

        >>> Family(["ab", "bc"]).hitting().ascii()
        '{{a, c}, {b}}'
        """
        return self._apply(Operation.HIT, self)

    def weighing(
        self,
        weights: Mapping[Any, int],
        *,
        least: int | None = None,
        most: int | None = None,
        seconds: float | None = None,
    ) -> Family:
        """Return the sets whose elements' weights add up to `least` to `most`.

        >>> family = Family(["ab", "bc", "abc", ""])
        >>> family.weighing({"a": 2, "b": 1, "c": 3}, least=1, most=4).ascii()
        '{{a, b}, {b, c}}'

        `weights` are whole numbers by element; the empty set weighs 0.
        Raises `BadInput` for an element without weight, and for weights whose magnitudes add up to
        2**61 or more; `OutOfBudget` after this many `seconds`.
        Cost: a step for each node and each range of weights above it that sets below it can tell
        apart; 200 ns and 96 bytes a step.
        """
        if not isinstance(weights, Mapping):
            raise BadInput(f"weights={short_repr(weights)}: expected a dict of a weight by element")
        elements = self.universe.elements
        numbers = [0] * len(elements)
        for variable in self._take_nodes().used:
            element = elements[variable]
            if element not in weights:
                raise BadInput(f"the element {element!r} has no weight")
            what = f"the weight of {short_repr(element)}"
            numbers[variable] = check_int(what, weights[element], least=None)
        least, most = (
            None if limit is None else check_int(name, limit, least=None)
            for name, limit in (("least", least), ("most", most))
        )
        deadline = Deadline(seconds)
        weighing = Weighing(self._diagram, [(numbers, least, most)])

        def weigh(manager: _native.DiagramManager) -> _native.Diagram:
            while not weighing.advance(NO_LIMIT, min(SLICE_SECONDS, deadline.left), NO_LIMIT):
                deadline.check()
            return weighing.diagram

        return self._of(self.universe, _run(self.universe, weigh))

    @property
    def nodes(self) -> int:
        """The number of nodes of the diagram, without the two terminals."""
        return self._freeze().inner

    # Conversion ---------------------------------------------------------------------------------

    @classmethod
    def load(cls, written: str, *, universe: Universe | None = None) -> Family:
        """Load a family from the text of `dump`; raise `BadFormat` for other text.

        >>> family = Family(["ab", "c"])
        >>> Family.load(family.dump()) == family
        True
        """
        nodes, elements = text.load(written)
        return cls._rebuilt(Universe.given(universe), nodes, elements)

    def to_graphillion(self) -> Any:
        """Convert to a `graphillion.setset`.

        Graphillion has one universe per process: if not set yet, it is set to this family's
        elements; otherwise it must contain them, or `BadInput` is raised.
        """
        from combien.families._exchange import to_graphillion  # Start-up: only on request.

        return to_graphillion(self)

    @classmethod
    def from_graphillion(cls, sets: Any, *, universe: Universe | None = None) -> Family:
        """Convert from a `graphillion.setset`, with the elements of Graphillion's universe."""
        from combien.families._exchange import from_graphillion  # Start-up: only on request.

        nodes, elements = from_graphillion(sets)
        return cls._rebuilt(Universe(elements) if universe is None else universe, nodes, elements)

    def to_oxidd(self, *, manager: Any = None) -> Any:
        """Convert to an `oxidd.zbdd.ZBDDFunction`: variable k is the element `elements[k]`.

        Without a `manager`, a new one is created with room for a few times the nodes.
        """
        from combien.families._exchange import to_oxidd  # Start-up: only on request.

        return to_oxidd(self, manager)

    @classmethod
    def from_oxidd(
        cls,
        function: Any,
        *,
        elements: Sequence[Hashable] | None = None,
        universe: Universe | None = None,
    ) -> Family:
        """Convert from an `oxidd.zbdd.ZBDDFunction`; elements default to variable numbers."""
        from combien.families._exchange import from_oxidd  # Start-up: only on request.

        nodes, names = from_oxidd(function, elements)
        return cls._rebuilt(Universe(names) if universe is None else universe, nodes, names)

    def moved_to(self, universe: Universe) -> Family:
        """Return the same family in another universe.

        Cost: one pass over the nodes, or two operations per node if the element orders differ.
        """
        if universe is self.universe:
            return self
        check_instance("universe", universe, Universe)
        return self._rebuilt(universe, self._take_nodes(), self.universe.elements)

    def __repr__(self) -> str:
        return f"<Family: {self.count} sets, {self.nodes} nodes>"

    def __reduce__(self) -> tuple[object, ...]:
        elements = self.universe.elements
        return Family._rebuilt, (Universe(elements), self._take_nodes(), elements)

    # Interface to the compiled core -------------------------------------------------------------

    @classmethod
    def _rebuilt(cls, universe: Universe, nodes: Nodes, elements: Sequence[Hashable]) -> Family:
        """Return the family of a diagram, for any order of the universe."""
        # Numbered from the top down, so that new elements keep their order.
        numbers = {v: universe.number(elements[v]) for v in nodes.used}
        if all(first < second for first, second in pairwise(numbers.values())):
            names = array("I", (numbers.get(v, 0) for v in range(max(numbers, default=-1) + 1)))
            flat = nodes.variables, nodes.lo, nodes.hi, nodes.root, names
            return cls._of(universe, _run(universe, lambda manager: manager.load(*flat)))
        empty, unit = array("I"), array("I", [0])

        def rebuild(manager: _native.DiagramManager) -> _native.Diagram:
            built = [manager.family(empty, empty), manager.family(empty, unit)]
            alone = {
                v: manager.family(array("I", [n]), array("I", [1])) for v, n in numbers.items()
            }
            for variable, lo, hi in nodes:
                added = manager.apply(Operation.JOIN, built[hi], alone[variable])
                built.append(manager.apply(Operation.UNITE, built[lo], added))
            return built[nodes.root]

        return cls._of(universe, _run(universe, rebuild))

    def _apply(self, operation: Operation, other: Family) -> Family:
        if not isinstance(other, Family):
            raise BadInput(f"the other operand must be a Family, not {type(other).__name__}")
        own, moved = self._diagram, other.moved_to(self.universe)._diagram
        return self._of(
            self.universe, _run(self.universe, lambda m: m.apply(operation, own, moved))
        )

    def _element(self, operation: Operation, element: Hashable) -> Family:
        return self._apply(operation, Family([[element]], universe=self.universe))

    def _divisor(self, other: Family) -> None:
        if isinstance(other, Family) and not other:
            raise BadInput("division by the empty family: every set would qualify")

    def _of_nodes(self, nodes: Nodes) -> Family:
        return self._rebuilt(self.universe, nodes, self.universe.elements)

    def _of_sets(self, sets: Iterable[Iterable[Hashable]]) -> Family:
        return Family(sets, universe=self.universe)

    def _first_number(self) -> int | None:
        return self._diagram.variable

    def _freeze(self) -> _native.FrozenDiagram:
        if self._frozen is None:
            self._frozen = _native.freeze(self._diagram)
        return self._frozen

    def _take_nodes(self) -> Nodes:
        if self._nodes is None:
            frozen = self._freeze()
            variables, lo, hi = (array("I", p) for p in (frozen.variables, frozen.lo, frozen.hi))
            self._nodes = Nodes(variables, lo, hi, frozen.root)
        return self._nodes


def manager_of(universe: Universe) -> _native.DiagramManager:
    """Return the diagram manager of a universe, created on first use."""
    return universe.managed(_native.DiagramManager, _native.DiagramManager)


def adopted(universe: Universe, diagram: _native.Diagram) -> Family:
    """Return the family of a diagram of the universe's manager."""
    return Family._of(universe, diagram)


def _run(
    universe: Universe, work: Callable[[_native.DiagramManager], _native.Diagram]
) -> _native.Diagram:
    """Call `work` with the universe's manager; raise `OutOfBudget` if it is out of nodes."""
    manager = manager_of(universe)
    try:
        return work(manager)
    except (_native.OutOfNodes, MemoryError) as error:
        raise OutOfBudget(
            f"the diagrams of this universe need more than {universe.capacity} nodes: give "
            "Universe(capacity=...) more, or put elements that go together next to each other",
            known={"diagram nodes": manager.nodes},
        ) from error
