"""The elements of families, in order.

Diagrams contain numbers; a universe gives each element a number, in the order of first use.  There
is no global universe: families that are created separately have their own, and operations convert
one operand.  The order determines the size of diagrams; `Universe("abc")` fixes it in advance.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from functools import partial
from typing import TypeVar

from combien._base.checks import as_int, check_hashable, check_list, short_repr
from combien._base.threads import mutex
from combien.errors import BadInput

T = TypeVar("T")

# At twelve bytes per node, and the same again for the hash table, about 3 GB.
MOST_NODES = 2**27
CACHE_BYTES = 2**28


class Universe:
    """The elements of some families, in order, and the node table of their diagrams.

    >>> universe = Universe("ab")
    >>> universe.number("c"), universe.number("a"), universe.elements
    (2, 0, ('a', 'b', 'c'))

    `capacity` is the maximum number of nodes of all diagrams together (beyond it, operations raise
    `OutOfBudget`), `cache_bytes` the memory for cached results of operations.
    """

    __slots__ = ("_elements", "_manager", "_mutex", "_numbers", "cache_bytes", "capacity")

    def __init__(
        self,
        elements: Iterable[Hashable] = (),
        *,
        capacity: int = MOST_NODES,
        cache_bytes: int = CACHE_BYTES,
    ) -> None:
        for name, value, most in (
            ("capacity", capacity, 2**32 - 8),
            ("cache_bytes", cache_bytes, 2**62),
        ):
            if not isinstance(value, int) or not 0 <= value <= most:
                raise BadInput(
                    f"{name}={short_repr(value)}: expected a whole number from 0 to {most}"
                )
        self.capacity = capacity
        self.cache_bytes = cache_bytes
        self._elements: list[Hashable] = []
        self._numbers: dict[Hashable, int] = {}
        self._manager: object = None
        self._mutex = mutex()
        for element in check_list("elements", elements):
            if self.number(element) < len(self._elements) - 1:
                raise BadInput(f"elements: {short_repr(element)} is given twice")

    @classmethod
    def given(cls, universe: Universe | None) -> Universe:
        """Return this universe, or a new one if it is None."""
        if universe is not None and not isinstance(universe, Universe):
            raise BadInput(f"universe={short_repr(universe)}: expected a Universe")
        return cls() if universe is None else universe

    @property
    def elements(self) -> tuple[Hashable, ...]:
        """The elements so far, by number."""
        return tuple(self._elements)

    def element(self, number: int) -> Hashable:
        """Return the element with this number."""
        place = as_int(number)
        if place is None or not 0 <= place < len(self._elements):
            raise BadInput(
                f"there is no element {short_repr(number)}: there are {len(self._elements)}, from 0"
            )
        return self._elements[place]

    def number(self, element: Hashable) -> int:
        """Return the number of an element; a new element gets the next number."""
        known = self.known(element)
        if known is not None:
            return known
        check_hashable("element", element)
        with self._mutex:
            # Another thread may have added it meanwhile.  The element is stored before its number.
            number = self._numbers.get(element)
            if number is None:
                number = len(self._elements)
                self._elements.append(element)
                self._numbers[element] = number
            return number

    def managed(self, make: Callable[[int, int], T], kind: type[T]) -> T:
        """Return the diagram manager, which `make` creates on first use."""
        with self._mutex:
            if not isinstance(self._manager, kind):
                self._manager = make(self.capacity, self.cache_bytes)
            return self._manager

    def known(self, element: Hashable) -> int | None:
        """Return the number of an element, or None for an element that is not in the universe."""
        try:
            return self._numbers.get(element)
        except TypeError:
            raise BadInput(
                f"{element!r} cannot be an element: it is not hashable (a tuple is)"
            ) from None

    def __reduce__(self) -> tuple[object, ...]:
        make = partial(Universe, capacity=self.capacity, cache_bytes=self.cache_bytes)
        return make, (self.elements,)

    def __repr__(self) -> str:
        return f"<Universe: {len(self._elements)} elements>"
