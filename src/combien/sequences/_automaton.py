"""The automaton of a strip, its folded strips, and the vectors that count tilings modulo primes.

A state is what sticks out of the slabs that are filled; the powers of the matrix of transitions
count tilings (see `native/strip`).  The core works modulo primes, eight at a time; exact numbers
follow by the Chinese remainder theorem from a bound on their size.

The tilings that a symmetry of the strip leaves unchanged are tilings of other strips.

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
from dataclasses import dataclass
from itertools import pairwise
from math import ceil, prod

from combien import _native
from combien._base.budget import Meter
from combien.errors import BadTiling, CannotAnswer

# Of a transition and its share of a state, in dictionaries of Python.
_BYTES_LISTED = 400


@dataclass(frozen=True, slots=True)
class Layout:
    """The tiles of a strip as numbers: cell c of slab k has the number k * slots + c.

    `placements` are ascending cells that begin in slab 0; `prisms` are slots that a tile covers in
    any number of consecutive slabs; `symmetries` are permutations of the slots.
    """

    slots: int
    placements: tuple[tuple[int, ...], ...]
    prisms: tuple[tuple[int, ...], ...] = ()
    symmetries: tuple[tuple[int, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Residues:
    """The first terms modulo some primes: a list for each prime.

    `vanishes` is whether the combination of vectors that was asked for is zero.
    """

    primes: tuple[int, ...]
    terms: list[list[int]]
    vanishes: bool


class Automaton:
    """The automaton of a strip, built on first use.

    >>> from combien._base.budget import Budget
    >>> dominoes = Automaton(Layout(2, ((0, 1), (0, 2), (1, 3))))
    >>> meter = Meter(Budget(), engine="strip")
    >>> dominoes.build(meter)
    >>> dominoes.states, dominoes.terms(8, meter)
    (2, [1, 1, 2, 3, 5, 8, 13, 21])
    """

    def __init__(self, layout: Layout) -> None:
        try:
            self._machine = _native.strip_automaton(
                layout.slots, layout.placements, layout.prisms, layout.symmetries
            )
        except ValueError:
            raise BadTiling(
                f"the tiles touch slabs with more than 1024 cells ({layout.slots} in each): make "
                "the cross-section smaller, or the tiles shorter"
            ) from None
        self._built = False
        self._bounds: dict[bool, _native.StripBounds] = {}
        self._primes: dict[bool, list[int]] = {False: [], True: []}
        self._steps = 0

    def build(self, meter: Meter) -> None:
        """Find the states and merge those that count the same.

        Raises `OutOfBudget` if a limit is reached; the next call continues.
        """
        while not self._built:
            steps, seconds = self._slice(meter)
            try:
                outcome = self._machine.run(steps, seconds, meter.bytes)
            except OverflowError:
                raise BadTiling(
                    "a slab of the strip can be filled in more than 2^32 ways: repeat a shorter one"
                ) from None
            except MemoryError:
                outcome = _native.OUT_OF_BYTES
            if outcome == _native.OUT_OF_BYTES:
                raise meter.stop_for_bytes(self.known)
            self._built = outcome == _native.DONE
            if meter.has_reporter:
                meter.progress(None, self.known)

    @property
    def known(self) -> dict[str, int]:
        """Counters for messages: the states found so far, or the rows of vectors computed."""
        machine = self._machine
        if self._built:
            return {"rows": self._steps, "states": machine.states}
        return {
            "steps": machine.steps,
            "states_found": machine.found,
            "states_explored": machine.explored,
        }

    @property
    def states(self) -> int:
        """The number of states, after merging; only after `build`."""
        return self._machine.states

    @property
    def transitions(self) -> int:
        """The number of transitions between these states; only after `build`."""
        return self._machine.transitions

    @property
    def found(self) -> int:
        """The number of states up to symmetry, before merging."""
        return self._machine.found

    def check_room(self, meter: Meter) -> None:
        """Raise `OutOfBudget` if Python objects for all transitions need more than the memory."""
        if _BYTES_LISTED * self._machine.found_transitions > meter.bytes:
            raise meter.stop_for_bytes(self.known)

    def bits(self, last: int, meter: Meter, *, transposed: bool = False) -> list[int]:
        """Return the number of bits that the entries of the vectors 0 to `last` have at most."""
        if transposed not in self._bounds:
            self._bounds[transposed] = _native.strip_bounds(self._machine, transposed)
        bounds = self._bounds[transposed]
        while not bounds.run(last, self._slice(meter)[1]):
            pass
        return [ceil(bound) + 1 for bound in bounds.bounds()[: last + 1]]

    def primes(self, batch: int, *, transposed: bool = False) -> tuple[int, ...]:
        """Return the primes of a batch; batches have different primes."""
        known = self._primes[transposed]
        lanes = _native.STRIP_LANES
        while len(known) < lanes * (batch + 1):
            below = known[-1] if known else self._machine.prime_limit(transposed)
            known.append(_native.prime_below(below))
        return tuple(known[lanes * batch : lanes * (batch + 1)])

    def residues(
        self,
        last: int,
        batch: int,
        meter: Meter,
        *,
        transposed: bool = False,
        combination: Sequence[int] = (),
        first: int = 0,
    ) -> Residues:
        """Return the terms 0 to `last` modulo the primes of a batch.

        `combination[k]` is the factor of the vector of power `first + k` in the sum whose entries
        are compared with zero.
        """
        primes = self.primes(batch, transposed=transposed)
        factors = [factor % prime for factor in combination for prime in primes]
        vectors = _native.strip_vectors(self._machine, primes, last, first, factors, transposed)
        outcome, before = _native.OUT_OF_SLICE, 0
        while outcome != _native.DONE:
            steps, seconds = self._slice(meter)
            outcome = vectors.run(steps, seconds)
            self._steps += vectors.steps - before
            before = vectors.steps
            if vectors.bytes > meter.bytes:
                raise meter.stop_for_bytes(self.known)
            if meter.has_reporter:
                meter.progress(vectors.length / (last + 1), self.known)
        return Residues(primes, vectors.terms(), vectors.combination_is_zero())

    def terms(self, count: int, meter: Meter) -> list[int]:
        """Return the first terms, exactly."""
        if count == 0:
            return []
        bits = max(self.bits(count - 1, meter))
        # Terms grow steadily, so half of them have half of the bits.
        if bits * count // 16 > meter.bytes:
            raise meter.stop_for_bytes(self.known)
        found = Remainders(count)
        batch = 0
        while found.modulus.bit_length() <= bits:
            residues = self.residues(count - 1, batch, meter)
            found.add(residues.primes, residues.terms)
            batch += 1
        return found.values

    def _slice(self, meter: Meter) -> tuple[int, float]:
        """Return the steps and seconds of the next slice; raise `OutOfBudget` if none are left."""
        steps, seconds = meter.slice(self._steps + self._machine.steps)
        if steps == 0:
            raise meter.stop(self.known)
        return steps, seconds


class Remainders:
    """Integers from their remainders: the least ones that have all remainders added so far.

    >>> two = Remainders(2)
    >>> two.add((3, 5), [[1, 2], [3, 1]])
    >>> two.values, two.modulus, two.symmetric
    ([13, 11], 15, [-2, -4])
    """

    def __init__(self, count: int) -> None:
        self.modulus = 1
        self.values = [0] * count

    def add(self, primes: Sequence[int], residues: Sequence[Iterable[int]]) -> None:
        """Add the remainders for some more primes: a list for each prime."""
        step = prod(primes)
        # The sum of the remainders times these is right modulo each of the new primes.
        units = [step // prime * pow(step // prime, -1, prime) for prime in primes]
        inverse = pow(self.modulus, -1, step)
        known = self.modulus
        self.values = [
            value + known * ((sum(map(int.__mul__, remainders, units)) - value) * inverse % step)
            for value, remainders in zip(self.values, zip(*residues, strict=True), strict=True)
        ]
        self.modulus *= step

    @property
    def symmetric(self) -> list[int]:
        """The integers of least absolute value with these remainders."""
        half = self.modulus // 2
        return [value - self.modulus if value > half else value for value in self.values]


# Folded strips ------------------------------------------------------------------------------------

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
