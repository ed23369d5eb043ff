"""Tilings of strips without fault lines: straight lines across the board that cut no tile.

A tiling of a strip of length n is a sequence of *primitive* ones, which have no fault line across
the strip.  So if A(x) counts all tilings, 1 - 1/A(x) counts the primitive ones.

For lines along a strip of rows, inclusion and exclusion: the tilings for which given lines are
fault lines are independent tilings of narrower strips, and those among them without fault lines
across are again counted by 1 - 1/B(x), where B has the products of their numbers.  *Fault-free*
tilings have no fault line in either direction (Graham, Fault-free tilings of rectangles, 1981).
The empty tiling has no fault lines: a(0) is 1.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from math import comb, prod

from combien._base.budget import Meter
from combien.errors import CannotAnswer
from combien.geometry._lattice import SQUARE
from combien.sequences._automaton import Automaton, Layout
from combien.sequences._derived import MOST_LENGTH, DerivedProof, check_seconds, shortest_recurrence
from combien.sequences._formula import GeneratingFunction, Recurrence
from combien.sequences._polynomials import combination
from combien.sequences._recurrence import prove_recurrence
from combien.sequences._strip import Strip

__all__ = ["FaultFreeSource", "PrimitiveSource", "check_row", "primitive"]

# All sets of lines along the strip are gone through.
_MOST_ROWS = 14


def primitive(terms: list[int]) -> list[int]:
    """Return the coefficients of 1 - 1/A, from those of A.

    >>> primitive([1, 1, 5, 11, 36, 95, 281])
    [0, 1, 4, 2, 3, 2, 3]
    """
    found = [0] * len(terms)
    for n in range(1, len(terms)):
        found[n] = terms[n] - sum(found[k] * terms[n - k] for k in range(1, n))
    return found


class PrimitiveSource:
    """The tilings of a strip without fault lines across it."""

    def __init__(self, strip: Strip) -> None:
        self._strip = strip
        self._automaton = Automaton(strip.layout)

    @property
    def name(self) -> str:
        """The strip and the condition."""
        return f"primitive {self._strip.title}"

    def terms(self, count: int, meter: Meter) -> list[int]:
        """Return the first terms."""
        self._automaton.build(meter)
        found = primitive(self._automaton.terms(count, meter))
        return [1, *found[1:]][:count]

    def formula(self, meter: Meter) -> tuple[Recurrence, DerivedProof]:
        """Return the recurrence of 2 - 1/A, with the proof of A."""
        recurrence, proof = prove_recurrence(self._automaton, meter)
        found = _without_lines(recurrence, empty=1)
        return found, DerivedProof(1, proof.states, found.start, found.order, 0)


class FaultFreeSource:
    """The tilings of a strip of rows without fault lines in either direction."""

    def __init__(self, strip: Strip) -> None:
        check_row(strip, "fault-free")
        if strip.layout.slots > _MOST_ROWS:
            raise CannotAnswer(f"fault-free tilings are counted in strips of {_MOST_ROWS} rows")
        self._strip = strip
        self._automata: dict[Layout, Automaton] = {}
        # How often strips of these kinds side by side come up, with the sign of the exclusion.
        self._cuts = Counter[tuple[Layout, ...]]()
        for parts in _cuts(strip.layout):
            self._cuts[tuple(sorted(parts, key=_layout_key))] += (-1) ** (len(parts) - 1)

    @property
    def name(self) -> str:
        """The strip and the condition."""
        return f"fault-free {self._strip.title}"

    def terms(self, count: int, meter: Meter) -> list[int]:
        """Return the first terms."""
        known = {layout: self._all(layout, count, meter) for layout in self._layouts()}
        total = [0] * count
        for parts, times in self._cuts.items():
            columns = zip(*(known[layout] for layout in parts), strict=True)
            without = primitive([prod(column) for column in columns])
            total = [one + times * other for one, other in zip(total, without, strict=True)]
        return [1, *total[1:]][:count]

    def formula(self, meter: Meter) -> tuple[Recurrence, DerivedProof] | None:
        """Return the shortest recurrence with its proof, or None if it may be too long."""
        known = {
            layout: prove_recurrence(self._automaton(layout), meter)
            for layout in self._layouts()
            if _has_tiles(layout)
        }
        parts = []
        for side_by_side, times in self._cuts.items():
            if all(layout in known for layout in side_by_side):
                recurrences = [known[layout][0] for layout in side_by_side]
                parts.append((_without_lines(_product(recurrences, meter)), times))
        # With the term for the empty tiling.
        bound = sum(part.start for part, _ in parts) + 1
        if bound > MOST_LENGTH:
            return None
        terms = [0] * (2 * bound)
        for part, times in parts:
            check_seconds(meter)
            terms = [one + times * other for one, other in zip(terms, part.terms(), strict=False)]
        recurrence = shortest_recurrence([1, *terms[1:]], bound, meter)
        states = sum(proof.states for _, proof in known.values())
        return recurrence, DerivedProof(len(known), states, bound, recurrence.order, len(terms))

    def _layouts(self) -> list[Layout]:
        return list(dict.fromkeys(layout for parts in self._cuts for layout in parts))

    def _automaton(self, layout: Layout) -> Automaton:
        return self._automata.setdefault(layout, Automaton(layout))

    def _all(self, layout: Layout, count: int, meter: Meter) -> list[int]:
        if not _has_tiles(layout):
            return ([1] + [0] * count)[:count]
        automaton = self._automaton(layout)
        automaton.build(meter)
        return automaton.terms(count, meter)


def _without_lines(recurrence: Recurrence, *, empty: int = 0) -> Recurrence:
    """Return the recurrence of 1 - 1/A, plus `empty` in the term of index 0."""
    function = recurrence.generating_function()
    above, below = function.numerator, function.denominator
    numerator = combination(above, below, factors=(1 + empty, -1))
    return GeneratingFunction(numerator, above).recurrence()


def _product(recurrences: list[Recurrence], meter: Meter) -> Recurrence:
    """Return the recurrence of the products of the terms."""
    if len(recurrences) == 1:
        return recurrences[0]
    # Products of m terms of one sequence of order d span at most this dimension.
    orders = [comb(one.order + times - 1, times) for one, times in Counter(recurrences).items()]
    bound = prod(orders) + max(one.start for one in recurrences)
    columns = zip(*(one.first(2 * bound) for one in recurrences), strict=True)
    return shortest_recurrence([prod(column) for column in columns], bound, meter)


def check_row(strip: Strip, what: str) -> None:
    """Raise `CannotAnswer` unless the cross-section is a row of squares, repeated across."""
    region = strip.cross_section
    flat = region.lattice == SQUARE and region.dimension == 2
    # A staircase has as many cells as it is wide, too.
    is_row = sorted(region.size) == [1, len(region)] and sorted(map(abs, strip.step)) == [0, 1]
    if not flat or not is_row:
        raise CannotAnswer(f"{what} tilings are counted in strips of rows of squares only")


def _cuts(layout: Layout) -> Iterator[list[Layout]]:
    """Yield the parts of the row for each set of lines along it."""
    for lines in range(1 << (layout.slots - 1)):
        ends = [slot + 1 for slot in range(layout.slots - 1) if lines >> slot & 1]
        ends.append(layout.slots)
        yield [_part(layout, low, high) for low, high in zip([0, *ends[:-1]], ends, strict=True)]


def _part(layout: Layout, low: int, high: int) -> Layout:
    """Return the strip of the slots from `low` to before `high`."""
    width = high - low

    def inside(cells: tuple[int, ...]) -> bool:
        return all(low <= cell % layout.slots < high for cell in cells)

    def moved(cells: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(cell // layout.slots * width + cell % layout.slots - low for cell in cells)

    return Layout(
        width,
        tuple(sorted(moved(cells) for cells in layout.placements if inside(cells))),
        tuple(sorted(moved(cells) for cells in layout.prisms if inside(cells))),
    )


def _has_tiles(layout: Layout) -> bool:
    return bool(layout.placements or layout.prisms)


def _layout_key(layout: Layout) -> tuple[object, ...]:
    return layout.slots, layout.placements, layout.prisms
