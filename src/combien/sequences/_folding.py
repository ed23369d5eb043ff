"""The tilings of a strip that a symmetry of the strip leaves unchanged, as tilings of other strips.

A symmetry that keeps the direction of the strip permutes the slots of each slab.  An invariant
tiling consists of orbits of placements, which are the placements of a strip with an orbit of slots
for each slot (`quotient`).

A symmetry that reverses the direction folds the strip in the middle: an invariant tiling is a
tiling of half the strip, in which an orbit that crosses the middle is cut off at the fold
(`folded`).  To count these by an ordinary strip, a special slab, the *cap*, stands for the fold:

- each slot has a second one, its mode.  In an ordinary slab one tile covers all modes at once; in a
  cap, each mode is covered together with its slot, by an orbit at the fold or as an empty place;
- an orbit of tiles in several parts may begin beyond the slab at the fold; there are more modes,
  one for each cell where such an orbit may begin;
- so no ordinary tile covers a cell of a cap.  One in several parts might leave out the cap, as a
  bridge from the slabs before to those after it.  So as many full slabs as no tile leaves out come
  before the cap; one tile covers these, and a last mode of the cap, the link, with which it begins;
- the strip is a sequence of such caps, of c slabs, with ordinary slabs between.  If T(x) and A(x)
  count the ordinary strips and all, then A = T / (1 - x^c C), and the coefficient of x^m in C is
  the number of half strips with m slabs besides the cap.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from combien.errors import CannotAnswer
from combien.sequences._automaton import Layout

__all__ = ["Cells", "exchanges", "folded", "half_strips", "preserves", "quotient"]

Cells = tuple[int, ...]


def preserves(kinds: Sequence[frozenset[Cells]], images: Sequence[int], *, reverses: bool) -> bool:
    """Whether a symmetry of the strip maps the placements of each tile to those of a tile.

    `kinds` are the placements of each tile.  The symmetry permutes the slots, and may reverse the
    strip.
    """
    return Counter(kinds) == Counter(_moved_kinds(kinds, images, reverses))


def exchanges(kinds: Sequence[frozenset[Cells]], images: Sequence[int], *, reverses: bool) -> bool:
    """Whether a symmetry, applied repeatedly, exchanges tiles in one place.

    Two tiles have some but not all placements in common then, so that a tiling that looks the same
    is another one.
    """
    places: dict[frozenset[Cells], list[int]] = {}
    for number, kind in enumerate(kinds):
        places.setdefault(kind, []).append(number)
    # Among equal tiles, the first is mapped to the first.
    left = {kind: iter(numbers) for kind, numbers in places.items()}
    goes = [next(left[kind]) for kind in _moved_kinds(kinds, images, reverses)]
    moved = _reversed if reverses else _permuted
    for number, kind in enumerate(kinds):
        for cells in kind:
            tile, at = goes[number], moved(cells, images)
            while at != cells:
                tile, at = goes[tile], moved(at, images)
            if tile != number:
                return True
    return False


def _moved_kinds(
    kinds: Sequence[frozenset[Cells]], images: Sequence[int], reverses: bool
) -> list[frozenset[Cells]]:
    moved = _reversed if reverses else _permuted
    return [frozenset(moved(cells, images) for cells in kind) for kind in kinds]


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


def folded(layout: Layout, images: Sequence[int], *, odd: bool) -> tuple[Layout, int]:
    """Return the strip with caps for the tilings invariant under a reversal.

    The reversal permutes the slots by `images`, and the strips have an odd or an even number of
    slabs.  The middle slab of an odd strip is the cap.  Twice the reversal is a permutation of the
    slots, of which the ordinary slabs are the quotient.  Also returns the number of slabs of a cap.

    Raises `CannotAnswer` if tiles of any length cross the middle.
    """
    if layout.prisms:
        raise CannotAnswer("tiles of any length cannot be folded")
    ordinary, orbit_of = quotient(layout, tuple(images[image] for image in images))
    slots = ordinary.slots
    pieces = [
        sorted({(slab, orbit_of[slot]) for slab, slot in orbit if slab >= 0})
        for orbit in _crossing(layout, images, odd=odd)
    ]
    # The slab in which each orbit begins, counted from the fold, decides which modes it covers.
    beyond = max((piece[0][0] for piece in pieces), default=0)
    link = slots * (beyond + 2)
    # Cells as slabs and slots; before an even fold, the cap is a slab by itself.
    after = 0 if odd else 1
    tiles = [[divmod(cell, slots) for cell in cells] for cells in ordinary.placements]
    tiles += [[(0, slots + slot)] for slot in range(slots, slots * (beyond + 1))]
    if not odd:
        tiles += [[(0, slot), (0, slots + slot)] for slot in range(slots)]
    for piece in pieces:
        first = piece[0][0]
        begin = [slot for slab, slot in piece if slab == first]
        modes = [(0, slots * (first + 1) + slot) for slot in begin]
        at_cap = [(0, slot) for slot in begin] if first == 0 and not odd else []
        tiles.append([*at_cap, *modes, *((slab + after, slot) for slab, slot in piece)])
    # A cap is longer than what any tile leaves out.
    cap = 1 + max(map(_left_out, tiles), default=0)
    width = link + (cap > 1)
    tiles.append([(0, slot) for slot in range(slots, width)])
    if cap > 1:
        full = [(slab, slot) for slab in range(cap - 1) for slot in range(width)]
        tiles.append([*full, (cap - 1, link)])
    placements = (tuple(sorted(slab * width + slot for slab, slot in cells)) for cells in tiles)
    return Layout(width, tuple(placements)), cap


def _left_out(cells: Iterable[tuple[int, int]]) -> int:
    """Return how many consecutive slabs a tile leaves out between its parts."""
    slabs = sorted({slab for slab, _ in cells})
    return max((after - before - 1 for before, after in pairwise(slabs)), default=0)


def half_strips(all_strips: Sequence[int], ordinary: Sequence[int], *, cap: int) -> list[int]:
    """Return the numbers of half strips with 0, 1, ... slabs besides the cap.

    >>> half_strips([1, 2, 5, 13], [1, 1, 2, 3], cap=1)
    [1, 1, 3]
    """
    # 1 - x^cap C = T / A, term by term.
    quotients: list[int] = []
    for n, term in enumerate(ordinary[: len(all_strips)]):
        known = sum(quotients[k] * all_strips[n - k] for k in range(n))
        quotients.append(term - known)
    return [-term for term in quotients[cap:]]


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
