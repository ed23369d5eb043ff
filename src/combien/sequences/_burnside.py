"""Inequivalent tilings of strips: orbits under the symmetries of each board, by Burnside's lemma.

The number of orbits is the mean, over the symmetries, of the number of tilings that each leaves
unchanged.  For each symmetry of the strip these are the tilings of other strips (see `_automaton`),
so they have recurrences, and so has the mean.  A board that is as long as wide has more
symmetries; there are finitely many such boards, and an engine counts their orbits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, cast

from combien._base.budget import Budget, Meter
from combien._base.checks import short_repr
from combien._questions import count as count_solutions
from combien.errors import BadInput, CannotAnswer, Disagreement
from combien.geometry._lattice import SQUARE
from combien.geometry._symmetry import Group
from combien.sequences._automaton import (
    Automaton,
    Cells,
    Layout,
    exchanges,
    folded,
    half_strips,
    preserves,
    quotient,
)
from combien.sequences._formula import GeneratingFunction, Recurrence
from combien.sequences._polynomials import combination, product, series
from combien.sequences._recurrence import (
    MOST_LENGTH,
    DerivedProof,
    check_seconds,
    prove_recurrence,
    shortest_recurrence,
)
from combien.sequences._strip import Strip

if TYPE_CHECKING:
    from combien._questions.up_to import SymmetryName


def check_up_to(up_to: object) -> str | Group:
    """Return `up_to` if it is a group or the name of symmetries of boards."""
    if isinstance(up_to, Group):
        return up_to
    if not isinstance(up_to, str) or up_to not in ("none", "rotations", "all"):
        raise BadInput(f"up_to={short_repr(up_to)}: expected 'none', 'rotations', 'all' or a Group")
    return up_to


class _Ordinary:
    """A strip that is counted as it is."""

    def __init__(self, layout: Layout) -> None:
        self._automaton = Automaton(layout)
        self._recurrence: Recurrence | None = None

    def terms(self, length: int, meter: Meter) -> list[int]:
        if self._recurrence is not None:
            return self._recurrence.first(length)
        self._automaton.build(meter)
        return self._automaton.terms(length, meter)

    def prove(self, meter: Meter) -> int:
        """Prove a recurrence, and return a bound of its length."""
        if self._recurrence is None:
            self._recurrence = prove_recurrence(self._automaton, meter)[0]
        return self._recurrence.start

    def function(self, meter: Meter) -> GeneratingFunction:
        """Return the generating function, proved."""
        self.prove(meter)
        assert self._recurrence is not None
        return self._recurrence.generating_function()

    @property
    def states(self) -> int:
        return self._automaton.states


class _Folded:
    """The tilings invariant under a reversal: for even lengths a strip with caps, and for odd."""

    def __init__(
        self, layout: Layout, images: tuple[int, ...], strip: Callable[[Layout], _Ordinary]
    ) -> None:
        # Before and after the caps: what twice the reversal leaves unchanged.
        self._ordinary = strip(quotient(layout, tuple(images[image] for image in images))[0])
        self._recurrences: list[Recurrence] = []
        halves = (folded(layout, images, odd=odd) for odd in (False, True))
        # Each with the number of slabs of its cap.
        self._halves = [(strip(half), cap) for half, cap in halves]

    def terms(self, length: int, meter: Meter) -> list[int]:
        found = [0] * length
        for odd, (caps, cap) in enumerate(self._halves):
            needed = len(found[odd::2])
            if self._recurrences:
                found[odd::2] = self._recurrences[odd].first(needed)
                continue
            # More than the half lengths, for the cap.
            ordinary = self._ordinary.terms(needed + cap, meter)
            found[odd::2] = half_strips(caps.terms(needed + cap, meter), ordinary, cap=cap)
        return found

    def prove(self, meter: Meter) -> int:
        if not self._recurrences:
            self._recurrences = [self._half(caps, cap, meter) for caps, cap in self._halves]
        # For the half lengths, x becomes x^2.
        return sum(2 * half.start + 1 for half in self._recurrences)

    def _half(self, caps: _Ordinary, cap: int, meter: Meter) -> Recurrence:
        """Return the recurrence of C, where 1 - x^cap C = T / A."""
        ordinary, everything = self._ordinary.function(meter), caps.function(meter)
        above = product(ordinary.numerator, everything.denominator)
        below = product(ordinary.denominator, everything.numerator)
        above = combination(below, above, factors=(1, -1))[cap:]
        bound = max(len(above), len(below) - 1)
        return shortest_recurrence(series(above, below, 2 * bound), bound, meter)


class InequivalentSource:
    """The numbers of tilings of a strip up to the symmetries of each board.

    Raises `CannotAnswer` if the boards have symmetries that the strip does not have, or if tilings
    cannot be folded.
    """

    def __init__(self, strip: Strip, up_to: str) -> None:
        # Slabs are one layer of squares or cubes, so that a board has more symmetries than the
        # strip only if it is as long as it is wide, or too short for some tiles.
        steps = sorted(map(abs, strip.step))
        if strip.cross_section.lattice.cover != SQUARE or steps != [0] * (len(steps) - 1) + [1]:
            raise CannotAnswer("the boards of this strip have further symmetries")
        self._strip = strip
        self._up_to = cast("SymmetryName", up_to)
        self._strips: dict[Layout, _Ordinary] = {}
        elements = self._elements(strip.kinds)
        if any(exchanges(strip.kinds, images, reverses=turned) for images, turned in elements):
            raise CannotAnswer("a symmetry exchanges tiles that have placements in common")
        self._parts = [self._part(images, reverses) for images, reverses in elements]
        # The places of the elements of each cyclic subgroup.
        self._cyclic = {
            tuple(sorted(map(elements.index, _powers(*element)))) for element in elements
        }
        self._special = dict.fromkeys(self._special_lengths(len(elements)), -1)

    @property
    def name(self) -> str:
        """The strip and the symmetries."""
        what = "rotations" if self._up_to == "rotations" else "rotations and reflections"
        return f"{self._strip.title} up to {what}"

    def terms(self, count: int, meter: Meter) -> list[int]:
        """Return the first terms."""
        found = self._means(count, meter)
        for n in self._special:
            if n < count:
                found[n] = self._whole_board(n, meter)
        return found

    def formula(self, meter: Meter) -> tuple[Recurrence, DerivedProof] | None:
        """Return the shortest recurrence with its proof, or None if it may be too long."""
        bound = max(self._special, default=0) + 1
        bound += sum(part.prove(meter) for part in self._parts)
        if bound > MOST_LENGTH:
            return None
        terms = self.terms(2 * bound, meter)
        recurrence = shortest_recurrence(terms, bound, meter)
        states = sum(part.states for part in self._strips.values())
        parts = len(self._strips)
        return recurrence, DerivedProof(parts, states, bound, recurrence.order, len(terms))

    def _means(self, count: int, meter: Meter) -> list[int]:
        terms = []
        for part in self._parts:
            check_seconds(meter)
            terms.append(part.terms(count, meter))
        means: list[int] = []
        # The orbits under each cyclic subgroup, and at last under the whole group.
        for places in (*self._cyclic, range(len(terms))):
            sums = map(sum, zip(*(terms[place] for place in places), strict=True))
            means = [self._mean(n, total, len(places)) for n, total in enumerate(sums)]
        return means

    def _mean(self, n: int, total: int, order: int) -> int:
        quotient, rest = divmod(total, order)
        if rest:
            direct = f"a multiple of {order}"
            raise Disagreement.of(
                f"{self.name}: a({n}) times {order}", derived=total, direct=direct
            )
        return quotient

    def _special_lengths(self, order: int) -> Iterator[int]:
        """Yield the lengths for which a board may have more symmetries than the strip."""
        kinds, region = self._strip.kinds, self._strip.cross_section
        slots = self._strip.layout.slots
        along = next(axis for axis, step in enumerate(self._strip.step) if step)
        across = {side for axis, side in enumerate(region.size) if axis != along}
        # Rectangles and bars of any length are not in `kinds`.
        last = max((cells[-1] // slots for kind in kinds for cells in kind), default=0)
        for n in range(1, max(last, *across) + 1):
            # A tile that does not fit on a board does not matter there.
            fitting = [
                frozenset(cells for cells in kind if cells[-1] < n * slots) for kind in kinds
            ]
            if n - 1 + region.size[along] in across or len(self._elements(fitting)) > order:
                yield n

    def _whole_board(self, n: int, meter: Meter) -> int:
        if self._special[n] < 0:
            budget = Budget(seconds=meter.seconds_left, bytes=meter.bytes)
            model = self._strip.model(n)
            self._special[n] = count_solutions(model, up_to=self._up_to, budget=budget)
        return self._special[n]

    def _elements(self, kinds: Sequence[frozenset[Cells]]) -> list[tuple[tuple[int, ...], bool]]:
        """Return the symmetries: a permutation of the slots, and whether the strip is reversed."""
        return [
            (images, reverses)
            for images, reverses in self._strip.symmetries(rotations=self._up_to == "rotations")
            if preserves(kinds, images, reverses=reverses)
        ]

    def _part(self, images: tuple[int, ...], reverses: bool) -> _Ordinary | _Folded:
        layout = self._strip.layout
        if not reverses:
            return self._ordinary(quotient(layout, images)[0])
        return _Folded(layout, images, self._ordinary)

    def _ordinary(self, layout: Layout) -> _Ordinary:
        return self._strips.setdefault(layout, _Ordinary(layout))


def _powers(images: tuple[int, ...], reverses: bool) -> list[tuple[tuple[int, ...], bool]]:
    """Return the distinct powers of a symmetry."""
    found = [(images, reverses)]
    while True:
        last, turned = found[-1]
        power = tuple(images[image] for image in last), turned != reverses
        if power == found[0]:
            return found
        found.append(power)
