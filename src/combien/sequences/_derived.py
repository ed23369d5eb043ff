"""The shortest recurrence of a sequence whose order is known to be bounded.

Sums, products and inverses of sequences with recurrences have recurrences, whose orders are
bounded.  The shortest one follows from twice as many terms as the bound: two sequences of orders K
and L that agree in their first K + L terms are equal.  So it is guessed modulo primes (Berlekamp
and Massey) and compared, exactly, with all of these terms.
"""

from __future__ import annotations

from combien import _native
from combien._base.budget import SLICE_SECONDS, Meter
from combien._base.records import dataclass
from combien._wording import counted
from combien.sequences._automaton import Remainders
from combien.sequences._formula import Recurrence

__all__ = ["MOST_LENGTH", "DerivedProof", "check_seconds", "shortest_recurrence"]

# Coefficients are accepted for a comparison when they have this many bits less than the modulus.
_SPARE_BITS = 40
_HIGHEST = 2**62
_TERMS_AT_ONCE = 64
# Formulas of longer recurrences are not sought: the comparison takes the square of the length.
MOST_LENGTH = 1500


@dataclass(frozen=True, slots=True)
class DerivedProof:
    """How a recurrence was proved that follows from others.

    `parts` is how many proved recurrences it follows from, `bound` the length that they give it at
    most, `order` the order that it has, and `checked` the number of terms that were compared, 0 if
    it is an identity of generating functions; `states` is the sum of the states of their automata.
    """

    parts: int
    states: int
    bound: int
    order: int
    checked: int

    def __str__(self) -> str:
        many = counted(self.parts, "proved recurrence")
        text = f"follows from {many} ({counted(self.states, 'state')})"
        if not self.checked:
            return f"{text} by an identity of generating functions"
        return (
            f"{text}, which bound its length by {self.bound}; it holds for the first "
            f"{self.checked} terms, compared exactly, and these decide it"
        )


def shortest_recurrence(terms: list[int], bound: int, meter: Meter) -> Recurrence:
    """Return the shortest recurrence of terms that have one of at most this length.

    >>> from combien._base.budget import UNLIMITED
    >>> meter = Meter(UNLIMITED, engine="strip")
    >>> print(shortest_recurrence([1, 1, 2, 3, 5, 8, 13, 21], 4, meter))
    a(n) = a(n-1) + a(n-2)

    The length of a recurrence is the index from which on it holds, at least its order.  There must
    be `2 * bound` terms; then the result is proved.  Raises `OutOfBudget` if the time is over.
    """
    terms = terms[: 2 * bound]
    length, prime = 0, _HIGHEST
    found = Remainders(1)
    while True:
        prime = _native.prime_below(prime)
        machine = _native.modular_recurrence([term % prime for term in terms], prime)
        while not machine.run(SLICE_SECONDS):
            check_seconds(meter)
        check_seconds(meter)
        if machine.order > length:
            length, found = machine.order, Remainders(machine.order + 1)
        if machine.order < length:
            continue  # This prime divides a determinant.
        coefficients = list(machine.coefficients)
        found.add((prime,), [coefficients + [0] * (len(found.values) - len(coefficients))])
        values = found.symmetric
        spare = found.modulus.bit_length() - _SPARE_BITS
        if all(value.bit_length() < spare for value in values):
            guess = Recurrence([-value for value in values[1:]], terms[:length])
            if _agrees(guess, terms, meter):
                return guess


def check_seconds(meter: Meter) -> None:
    """Raise `OutOfBudget` if the time is over."""
    if meter.seconds_left == 0:
        raise meter.stop({})


def _agrees(guess: Recurrence, terms: list[int], meter: Meter) -> bool:
    for place, (term, known) in enumerate(zip(guess.terms(), terms, strict=False)):
        if term != known:
            return False
        if place % _TERMS_AT_ONCE == 0:
            check_seconds(meter)
    return True
