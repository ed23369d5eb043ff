"""Weights on the items that prove that there is no solution: verifying and finding them.

Give each item a weight, so that the weights of every option sum to 0, either exactly or modulo a
modulus.  Then any set of options has weight 0.  But the items, each covered a fixed number of
times, have a fixed total weight; if that is not 0, there is no solution.  The best known example is
the chessboard without two opposite corners: black cells weigh 1, white ones -1, all dominoes 0, and
the board 2.

An item that may be covered a variable number of times must have weight 0.

In the search, items of one class get the same weight, so that there are few unknowns.  With a class
for each item, weights are found whenever they exist (modulo the tried powers of small primes).
With few classes, such as the colors of a chessboard, they are found fast on boards of any
size, and are easy to understand.  The model supplies the classes to try.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import gcd, isqrt, lcm

from combien.cover._problem import Problem
from combien.errors import BadInput

Vector = dict[int, int]
# Called often during long work; may raise `OutOfBudget`.
Pause = Callable[[], None]

LARGE_PRIME = 2**31 - 1
# Integers first, as they need no modulus in the explanation; then (prime, power).
MODULI = ((LARGE_PRIME, 1), (2, 1), (3, 1), (2, 2), (5, 1), (2, 3), (3, 2), (7, 1), (2, 4))
PRIMES = ((2, 1), (3, 1), (5, 1), (LARGE_PRIME, 1), (2, 2), (2, 3))


def no_pause() -> None:
    """Go on, however long the work takes."""


@dataclass(frozen=True)
class Weights:
    """A weight for each item, by number, and the modulus, or 0 if sums must be exactly 0.

    >>> black_and_white = Weights((1, -1, 1), modulus=0)
    >>> weights_fault(Problem.from_options(["ab", "bc"]), black_and_white)
    ''

    Raises `BadInput` for a modulus of 1 or below 0, and for weights that are not integers.
    """

    values: tuple[int, ...]
    modulus: int = 0

    def __post_init__(self) -> None:
        if type(self.modulus) is not int or self.modulus < 0 or self.modulus == 1:
            raise BadInput("a modulus is 2 or more, or 0 for sums that must be exactly 0")
        if not all(type(value) is int for value in self.values):
            raise BadInput("weights are whole numbers, one for each item")

    def is_zero(self, weight: int) -> bool:
        """Whether a sum counts as 0.

        >>> Weights((1,), modulus=4).is_zero(8), Weights((1,)).is_zero(8)
        (True, False)
        """
        return weight % self.modulus == 0 if self.modulus else weight == 0

    def total(self, problem: Problem) -> int:
        """Return the total weight of all items, each counted as often as it must be covered.

        >>> Weights((1, -1, 1)).total(Problem.from_options(["ab", "bc"]))
        1
        """
        return sum(
            value * problem.bounds(item)[0] for item, value in enumerate(self.values) if value
        )


def weights_fault(problem: Problem, weights: Weights) -> str:
    """Return why these weights prove nothing, or "" if they prove that there is no solution.

    >>> weights_fault(Problem.from_options(["ab", "bc", "c"]), Weights((1, -1, 1)))
    'option 2 weighs 1'

    Cost: one pass over the entries of all options.
    """
    if len(weights.values) != problem.item_count:
        return f"{len(weights.values)} weights are given for {problem.item_count} items"
    for item, value in enumerate(weights.values):
        low, high = problem.bounds(item)
        if low != high and not weights.is_zero(value):
            return (
                f"item {problem.item_names[item]!r} may be covered {low} to {high} times and "
                f"weighs {value}"
            )
    for option in range(problem.option_count):
        weight = sum(weights.values[item] for item in problem.indices(option))
        if not weights.is_zero(weight):
            return f"option {option} weighs {weight}"
    total = weights.total(problem)
    if weights.is_zero(total):
        return f"all items weigh {total} together, as the options do"
    return ""


def weights_by_class(
    problem: Problem,
    classes: Sequence[int | None],
    *,
    moduli: Sequence[tuple[int, int]] = MODULI,
    steps: int = 1_000_000,
    pause: Pause = no_pause,
) -> Weights | None:
    """Return weights by class that prove that there is no solution, or None.

    >>> weights_by_class(Problem.from_options(["ab", "bc"]), [0, 1, 0])
    Weights(values=(1, -1, 1), modulus=0)

    `classes` has the class of each item, or None.  An item of class None, or one that may be
    covered a variable number of times, gets the weight 0.  `moduli` are pairs of a prime and a
    power, tried in this order.  The weights are verified before they are returned.  Cost: one pass
    over the entries, and `steps` of algebra for each modulus.
    """
    exact = [low == high for low, high in map(problem.bounds, range(problem.item_count))]
    known = [cls if exact[item] else None for item, cls in enumerate(classes)]
    distinct: dict[tuple[int, ...], None] = {}
    starts, entries, _ = problem.arrays()
    flat = [known[item] for item in entries]
    for begin, end in pairwise(starts):
        kinds = [cls for cls in flat[begin:end] if cls is not None]
        distinct[tuple(sorted(kinds))] = None
    vectors = [Counter(kinds) for kinds in distinct]
    target: Counter[int] = Counter()
    for item, cls in enumerate(known):
        if cls is not None:
            target[cls] += problem.bounds(item)[0]
    for prime, power in moduli:
        found: dict[int, int] | None
        found = separating(vectors, target, prime=prime, power=power, steps=steps, pause=pause)
        modulus = prime**power
        if found is not None and prime == LARGE_PRIME:
            found, modulus = whole_numbers(found), 0
        if found is None:
            continue
        weights = Weights(
            tuple(0 if cls is None else found.get(cls, 0) for cls in known), modulus=modulus
        )
        if not weights_fault(problem, weights):
            return weights
    return None


def weights_of_items(
    problem: Problem, *, steps: int = 3_000_000, pause: Pause = no_pause
) -> Weights | None:
    """Return weights of single items that prove that there is no solution, or None.

    >>> weights_of_items(Problem.from_options(["ab", "bc", "ca"]))
    Weights(values=(1, 1, 1), modulus=2)
    """
    items = range(problem.item_count)
    return weights_by_class(problem, items, moduli=PRIMES, steps=steps, pause=pause)


# Linear algebra: a functional that vanishes on a span, but not on a target ------------------------

# It exists exactly if the target is not in the span.  So the vectors are brought into echelon form,
# one after the other.  A target that cannot be reduced to zero shows where the functional must not
# vanish, and back substitution through the echelon gives its other values.
#
# Numbers are taken modulo a power of a prime, where not every number is invertible.  Therefore the
# vector with the lower power of the prime in its leading entry becomes the pivot, and the multiple
# of the pivot that cancels its leading entry is added as a further vector (Howell, 1986).  Modulo a
# large prime, small fractions can be recovered from their residues, so the same steps find integer
# weights.  A modulus of 8 or 9 means the integers modulo 8 or 9, not the fields of these orders.


def separating(
    vectors: Iterable[Mapping[int, int]],
    target: Mapping[int, int],
    *,
    prime: int,
    power: int = 1,
    steps: int = 1_000_000,
    pause: Pause = no_pause,
) -> Vector | None:
    """Return weights that map all vectors, but not the target, to 0 modulo prime ** power, or None.

    >>> separating([{0: 1, 1: 1}, {1: 1, 2: 1}], {0: 1, 1: 1, 2: 1}, prime=3)
    {2: 1, 1: 2, 0: 1}
    >>> separating([{0: 1, 1: 1}, {1: 1, 2: 1}], {0: 1, 1: 2, 2: 1}, prime=3) is None
    True

    Vectors are dictionaries from places to numbers.  The result is also None if the work, counted
    in entries that are added, would exceed `steps`; so None does not prove that there are no
    weights.  `pause` is called before each vector.
    """
    span = Span(prime, power, steps)
    for vector in vectors:
        pause()
        if not span.add(vector):
            return None
    return span.functional(target)


def whole_numbers(weights: Mapping[int, int]) -> Vector | None:
    """Return small integers in the same ratios as these residues modulo `LARGE_PRIME`, or None.

    >>> half = (LARGE_PRIME + 1) // 2
    >>> whole_numbers({0: 1, 1: half, 2: LARGE_PRIME - half})
    {0: 2, 1: 1, 2: -1}

    The weight of the first place is positive.  The numerators and denominators of the ratios may be
    up to 32,767.
    """
    known = {place: weight for place, weight in sorted(weights.items()) if weight}
    unit = pow(next(iter(known.values()), 1), -1, LARGE_PRIME)
    ratios = {place: _ratio(weight * unit % LARGE_PRIME) for place, weight in known.items()}
    common = lcm(*(below for _, below in ratios.values()))
    if not ratios or common > 10**6:
        return None
    found = {place: above * (common // below) for place, (above, below) in ratios.items()}
    divisor = gcd(*found.values())
    return {place: weight // divisor for place, weight in found.items()}


def _ratio(remainder: int) -> tuple[int, int]:
    """Return the small fraction with this residue, by Euclid's algorithm stopped half-way."""
    before, now, bound = (LARGE_PRIME, 0), (remainder, 1), isqrt(LARGE_PRIME // 2)
    while now[0] > bound:
        factor = before[0] // now[0]
        before, now = now, (before[0] - factor * now[0], before[1] - factor * now[1])
    above, below = now
    return (above, below) if below > 0 else (-above, -below)


class Span:
    """The span of vectors, in echelon form: leading entries are powers of the prime.

    Leading entries are in different places.
    """

    def __init__(self, prime: int, power: int, steps: int) -> None:
        self._prime = prime
        self._power = power
        self._modulus = prime**power
        self._steps = steps
        self._with_lead: dict[int, Vector] = {}

    def add(self, given: Mapping[int, int]) -> bool:
        """Add a vector to the span; return False if there are not enough steps."""
        todo = [self._reduced(given)]
        while todo:
            vector = todo.pop()
            while vector:
                lead = min(vector)
                own = self._valuation(vector[lead])
                other = self._with_lead.get(lead)
                if other is None or own < self._valuation(other[lead]):
                    unit = vector[lead] // self._prime**own
                    inverse = pow(unit, -1, self._modulus)
                    vector = self._times(vector, inverse)
                    self._with_lead[lead] = vector
                    # The multiple whose leading entry is zero.
                    if own:
                        todo.append(self._times(vector, self._prime ** (self._power - own)))
                    if other is None:
                        break
                    vector, other = other, vector
                self._subtract(vector, other, vector[lead] // other[lead])
                if self._steps < 0:
                    return False
        return True

    def functional(self, target: Mapping[int, int]) -> Vector | None:
        """Return a functional that vanishes on the span but not on the target, or None."""
        vector = self._reduced(target)
        while vector:
            lead = min(vector)
            other = self._with_lead.get(lead)
            own = self._valuation(vector[lead])
            there = self._power if other is None else self._valuation(other[lead])
            if other is None or own < there:
                return self._back_substitute(lead, self._prime ** (self._power - there))
            self._subtract(vector, other, vector[lead] // other[lead])
            if self._steps < 0:
                return None
        return None

    def _back_substitute(self, last: int, weight: int) -> Vector | None:
        """Return the functional with this weight at its last place that vanishes on the span."""
        weights = {last: weight % self._modulus}
        for lead in sorted((place for place in self._with_lead if place < last), reverse=True):
            vector = self._with_lead[lead]
            self._steps -= len(vector)
            if self._steps < 0:
                return None
            rest = sum(number * weights.get(place, 0) for place, number in vector.items())
            rest %= self._modulus
            # The multiple of the vector without this leading entry already has weight 0, so the
            # rest is divisible by it.
            if rest:
                weights[lead] = -(rest // vector[lead]) % self._modulus
        return weights

    def _subtract(self, vector: Vector, other: Vector, times: int) -> None:
        self._steps -= len(other)
        for place, number in other.items():
            left = (vector.get(place, 0) - times * number) % self._modulus
            if left:
                vector[place] = left
            else:
                vector.pop(place, None)

    def _times(self, vector: Vector, factor: int) -> Vector:
        return self._reduced({place: number * factor for place, number in vector.items()})

    def _reduced(self, vector: Mapping[int, int]) -> Vector:
        left = ((place, number % self._modulus) for place, number in vector.items())
        return {place: number for place, number in left if number}

    def _valuation(self, number: int) -> int:
        """Return the exponent of the prime in a number."""
        times = 0
        while number % self._prime == 0:
            number //= self._prime
            times += 1
        return times
