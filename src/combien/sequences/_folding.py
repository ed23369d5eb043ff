"""The tilings of a strip that a symmetry of the strip leaves unchanged, as tilings of other strips.

A symmetry that keeps the direction of the strip permutes the slots of each slab.  An invariant
tiling consists of orbits of placements, which are the placements of a strip with an orbit of slots
for each slot (`quotient`).

A symmetry that reverses the direction folds the strip in the middle: an invariant tiling is a
tiling of half the strip, in which an orbit that crosses the middle is cut off at the fold
(`folded`).  To count these by an ordinary strip, a special slab, the *cap*, stands for the fold:

- each slot has a second one, its mode.  In an ordinary slab one tile covers all modes at once; in a
  cap, each mode is covered together with its slot, by an orbit at the fold or as an empty place;
- so no ordinary tile reaches into a cap, and the strip is a sequence of caps with ordinary slabs
  between.  If T(x) and A(x) count the ordinary strips and all, then A = T / (1 - x C), and the
  coefficient of x^m in C is the number of half strips with m slabs besides the cap.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from combien.errors import CannotAnswer
from combien.sequences._automaton import Layout

__all__ = ["folded", "half_strips", "is_symmetric", "quotient", "reversible"]

Cells = tuple[int, ...]


def is_symmetric(layout: Layout, images: Sequence[int]) -> bool:
    """Whether a permutation of the slots preserves the placements and prisms."""
    placements = Counter(layout.placements)
    return set(map(frozenset, layout.prisms)) == {
        frozenset(images[slot] for slot in prism) for prism in layout.prisms
    } and all(placements[_permuted(cells, images)] == times for cells, times in placements.items())


def reversible(layout: Layout, images: Sequence[int]) -> bool:
    """Whether the reversal of the strip, with this permutation of the slots, preserves them."""
    placements = Counter(layout.placements)
    return set(map(frozenset, layout.prisms)) == {
        frozenset(images[slot] for slot in prism) for prism in layout.prisms
    } and all(placements[_reversed(cells, images)] == times for cells, times in placements.items())


def quotient(layout: Layout, images: Sequence[int]) -> tuple[Layout, tuple[int, ...]]:
    """Return the strip whose tilings are those invariant under a permutation of the slots.

    >>> dominoes = Layout(2, ((0, 1), (0, 2), (1, 3)))
    >>> quotient(dominoes, (1, 0))
    (Layout(slots=1, placements=((0,), (0, 1)), prisms=(), symmetries=()), (0, 0))

    Also returns the new slot of each slot.  The permutation must preserve the placements.
    """
    slots = layout.slots
    orbit_of = [-1] * slots
    number = 0
    for slot in range(slots):
        if orbit_of[slot] < 0:
            at = slot
            while orbit_of[at] < 0:
                orbit_of[at] = number
                at = images[at]
            number += 1

    def projected(cells: Sequence[int]) -> Cells:
        return tuple(sorted({cell // slots * number + orbit_of[cell % slots] for cell in cells}))

    placements = [projected(orbit) for orbit in _orbits(layout.placements, images)]
    # A prism is invariant in all slabs or in none.
    prisms = [projected(orbit) for orbit in _orbits(layout.prisms, images)]
    return Layout(number, tuple(placements), tuple(prisms)), tuple(orbit_of)


def folded(layout: Layout, images: Sequence[int], *, odd: bool) -> Layout:
    """Return the strip with caps for the tilings invariant under a reversal.

    The reversal permutes the slots by `images`, and the strips have an odd or an even number of
    slabs.  The middle slab of an odd strip is the cap.  Twice the reversal is a permutation of the
    slots, of which the ordinary slabs are the quotient.

    Raises `CannotAnswer` if tiles of any length cross the middle, or if a placement leaves out a
    slab that it crosses.
    """
    if layout.prisms:
        raise CannotAnswer("tiles of any length cannot be folded")
    ordinary, orbit_of = quotient(layout, tuple(images[image] for image in images))
    slots = ordinary.slots
    double = 2 * slots
    placements = [
        tuple(cell // slots * double + cell % slots for cell in cells)
        for cells in ordinary.placements
    ]
    placements.append(tuple(range(slots, double)))
    if not odd:
        placements += [(slot, slots + slot) for slot in range(slots)]
    for orbit in _crossing(layout, images, odd=odd):
        piece = {(slab, orbit_of[slot]) for slab, slot in orbit if slab >= 0}
        at_fold = sorted(slot for slab, slot in piece if slab == 0)
        if not at_fold:
            raise CannotAnswer("a tile that leaves out a slab cannot be folded")
        cap = [*at_fold, *(slots + slot for slot in at_fold)]
        # Before an even fold, the cap is a slab by itself.
        beyond = [
            (slab if odd else slab + 1) * double + slot for slab, slot in piece if slab or not odd
        ]
        placements.append(tuple(sorted(cap + beyond)))
    return Layout(double, tuple(placements))


def half_strips(all_strips: Sequence[int], ordinary: Sequence[int]) -> list[int]:
    """Return the numbers of half strips with 0, 1, ... slabs besides the cap.

    >>> half_strips([1, 2, 5, 13], [1, 1, 2, 3])
    [1, 1, 3]
    """
    # 1 - x C = T / A, term by term.
    quotients: list[int] = []
    for n, term in enumerate(ordinary[: len(all_strips)]):
        known = sum(quotients[k] * all_strips[n - k] for k in range(n))
        quotients.append(term - known)
    return [-term for term in quotients[1:]]


def _crossing(
    layout: Layout, images: Sequence[int], *, odd: bool
) -> Iterator[set[tuple[int, int]]]:
    """Yield the orbits of placements that cross the fold, as slabs from there and slots."""
    slots = layout.slots
    mirror = 0 if odd else -1
    for placement in layout.placements:
        length = placement[-1] // slots + 1
        for first in range(1 - length, 1 if odd else 0):
            cells = sorted((cell // slots + first, cell % slots) for cell in placement)
            orbit = [cells]
            while True:
                moved = sorted((mirror - slab, images[slot]) for slab, slot in orbit[-1])
                if moved == cells:
                    break
                orbit.append(moved)
            everything = {cell for each in orbit for cell in each}
            if cells == min(orbit) and len(everything) == len(orbit) * len(cells):
                yield everything


def _orbits(placements: Sequence[Cells], images: Sequence[int]) -> Iterator[list[int]]:
    """Yield the cells of the orbits whose members do not overlap, one for each first member."""
    for cells in placements:
        orbit = [cells]
        while (moved := _permuted(orbit[-1], images)) != cells:
            orbit.append(moved)
        everything = [cell for each in orbit for cell in each]
        if cells == min(orbit) and len(set(everything)) == len(everything):
            yield everything


def _permuted(cells: Cells, images: Sequence[int]) -> Cells:
    slots = len(images)
    return tuple(sorted(cell - cell % slots + images[cell % slots] for cell in cells))


def _reversed(cells: Cells, images: Sequence[int]) -> Cells:
    slots = len(images)
    last = cells[-1] // slots
    return tuple(sorted((last - cell // slots) * slots + images[cell % slots] for cell in cells))
