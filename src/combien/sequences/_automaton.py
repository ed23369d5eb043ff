"""The automaton of a strip, and the vectors that count its tilings modulo primes.

A state is what sticks out of the slabs that are filled; the powers of the matrix of transitions
count tilings (see `native/strip`).  The core works modulo primes, eight at a time; exact numbers
follow by the Chinese remainder theorem from a bound on their size.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import ceil, prod

from combien import _native
from combien._base.budget import Meter
from combien._base.records import dataclass
from combien.errors import BadTiling

__all__ = ["Automaton", "Layout", "Remainders", "Residues"]


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
