"""What the sets of some families are made of, and in which order.

A diagram knows numbers; a universe gives each element one, in the order of first use.  There is no
global one: families made apart have universes of their own, and one is converted when they meet.
The order decides how large diagrams are; `Universe("abc")` fixes it beforehand.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from functools import partial
from typing import TypeVar

from combien._checks import as_int, check_hashable, check_list, short_repr
from combien._threads import mutex
from combien.errors import BadInput

__all__ = ["MOST_NODES", "Universe"]

T = TypeVar("T")

# Of twelve bytes each, and as much again to find them: some 3 GB.
MOST_NODES = 2**27
CACHE_BYTES = 2**28


class Universe:
    """The elements of some families, in order, and the table that their diagrams share.

    >>> universe = Universe("ab")
    >>> universe.number("c"), universe.number("a"), universe.elements
    (2, 0, ('a', 'b', 'c'))

    `capacity` is the most nodes that all its diagrams may have together (beyond it operations raise
    `OutOfBudget`), `cache_bytes` the most memory for results of operations.
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
            self.number(element)

    @classmethod
    def given(cls, universe: Universe | None) -> Universe:
        """Return the universe that was given, or a new one."""
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
        """Return the number of an element; a new one gets the next."""
        known = self.known(element)
        if known is not None:
            return known
        check_hashable("element", element)
        with self._mutex:
            # Another thread may have brought it meanwhile; whoever sees a number finds the element.
            number = self._numbers.get(element)
            if number is None:
                number = len(self._elements)
                self._elements.append(element)
                self._numbers[element] = number
            return number

    def managed(self, make: Callable[[int, int], T], kind: type[T]) -> T:
        """Return the table of the diagrams, which `make` makes of this kind when it is first needed."""
        with self._mutex:
            if not isinstance(self._manager, kind):
                self._manager = make(self.capacity, self.cache_bytes)
            return self._manager

    def known(self, element: Hashable) -> int | None:
        """Return the number of an element, or None for one that was never used."""
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
