"""The shortest recurrence of the tilings of a strip, with a proof that it holds for all n.

The recurrence is guessed from the first terms modulo primes (Berlekamp and Massey), and its
coefficients, which are integers (Fatou's lemma), follow from several primes.  Then it is proved:

- *by terms*: the error of the recurrence at n is u M^n w for a vector w, so it satisfies the
  recurrence of the characteristic polynomial of M, whose degree is the number S of states: if the
  errors at S consecutive places are zero, all are;
- *by vectors*: if the combination w of the vectors v, Mv, ..., M^r v is zero, or becomes zero in a
  few steps, so do all errors.  This needs numbers as long as the r-th term only, but w may differ
  from zero for a sequence with that recurrence; then the proof is by terms.

Both compare with zero modulo enough primes that their product exceeds what is compared.

Sums, products and inverses of sequences with recurrences have recurrences, whose orders are
bounded.  The shortest one follows from twice as many terms as the bound: two sequences of orders K
and L that agree in their first K + L terms are equal.  So it is guessed in the same way and
compared, exactly, with all of these terms (`shortest_recurrence`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from combien import _native
from combien._base.budget import SLICE_SECONDS, Meter
from combien._wording import counted
from combien.sequences._automaton import Automaton, Remainders, Residues
from combien.sequences._formula import Recurrence

# A recurrence is guessed from this many more terms than determine it.
MORE_TERMS = 16
# Coefficients are accepted when they have this many bits less than the product of the primes.
SPARE_BITS = 40
# With fewer states the proof by terms takes no time.
FEW_STATES = 64
# Proofs by vectors are tried up to this many steps later.
MOST_LATER = 4


@dataclass(frozen=True)
class Proof:
    """How a recurrence was proved.

    `states` is the number of states of the automaton after merging and `found_states` before,
    `transitions` the number of nonzero entries of its matrix, `order` the order of the recurrence.
    `method` is "terms" or "vectors", see `str`; `checked` is the number of terms or vectors that
    were computed, modulo `primes` primes.
    """

    states: int
    found_states: int
    transitions: int
    order: int
    method: Literal["terms", "vectors"]
    checked: int
    primes: int

    def __str__(self) -> str:
        states = counted(self.states, "state")
        modulo = f"modulo {counted(self.primes, 'prime')} whose product exceeds the bound"
        if self.method == "terms":
            return (
                f"{states}; the first {self.checked} terms satisfy the recurrence, and "
                f"{self.states} consecutive ones that do decide it; checked {modulo}"
            )
        return (
            f"{states}; the combination of {self.checked} vectors is zero in every state; checked "
            f"{modulo}"
        )


def prove_recurrence(automaton: Automaton, meter: Meter) -> tuple[Recurrence, Proof]:
    """Return the shortest recurrence of the tilings of a strip, and its proof.

    >>> from combien.sequences._automaton import Layout
    >>> from combien._base.budget import Budget
    >>> meter = Meter(Budget(), engine="strip")
    >>> recurrence, proof = prove_recurrence(Automaton(Layout(2, ((0, 1), (0, 2), (1, 3)))), meter)
    >>> print(recurrence, "|", proof.states, proof.method)
    a(n) = a(n-1) + a(n-2) | 2 terms

    Raises `OutOfBudget` if a limit is reached.
    """
    automaton.build(meter)
    length = 32
    while True:
        length = min(length, 2 * automaton.states)
        guess = _guess(automaton, length, meter)
        if guess is not None:
            proved = _prove(automaton, guess, meter)
            if proved is not None:
                return proved
        length *= 2


@dataclass(frozen=True, slots=True)
class _Guess:
    """The sum of coefficients[k] * a(n - k) is zero from n = order on; coefficients[0] is 1."""

    order: int
    coefficients: tuple[int, ...]


def _guess(automaton: Automaton, length: int, meter: Meter) -> _Guess | None:
    """Return a recurrence of the first terms, or None if more terms are needed."""
    coefficients = Remainders(0)
    order = batch = 0
    while True:
        residues = automaton.residues(length - 1, batch, meter)
        found = [
            _shortest(terms, prime, meter)
            for prime, terms in zip(residues.primes, residues.terms, strict=True)
        ]
        longest = max(machine.order for machine in found)
        if longest > order:
            order, coefficients = longest, Remainders(longest + 1)
            if 2 * order + MORE_TERMS > length and length < 2 * automaton.states:
                return None
            length = min(length, 2 * order + MORE_TERMS)
        elif not batch:
            coefficients = Remainders(1)
        # A prime that divides a certain determinant has a shorter recurrence, and is left out.
        usable = [
            (prime, machine.coefficients)
            for prime, machine in zip(residues.primes, found, strict=True)
            if machine.order == order
        ]
        if usable:
            coefficients.add(
                [prime for prime, _ in usable],
                [[*each, *[0] * (order + 1 - len(each))] for _, each in usable],
            )
        values = coefficients.symmetric
        spare = coefficients.modulus.bit_length() - SPARE_BITS
        if all(value.bit_length() < spare for value in values):
            while not values[-1]:
                values.pop()
            return _Guess(order, tuple(values))
        batch += 1


def _shortest(terms: list[int], prime: int, meter: Meter) -> _native.ModularRecurrence:
    machine = _native.modular_recurrence(terms, prime)
    while not machine.run(_seconds(meter)):
        pass
    return machine


def _prove(automaton: Automaton, guess: _Guess, meter: Meter) -> tuple[Recurrence, Proof] | None:
    """Return the recurrence with its first terms and a proof, or None if it does not hold."""
    if automaton.states > FEW_STATES:
        for later in range(MOST_LATER):
            for transposed in (False, True):
                proved = _prove_by_vectors(
                    automaton, guess, meter, transposed=transposed, later=later
                )
                if proved is not None:
                    return proved
    return _prove_by_terms(automaton, guess, meter)


def _prove_by_vectors(
    automaton: Automaton, guess: _Guess, meter: Meter, *, transposed: bool, later: int = 0
) -> tuple[Recurrence, Proof] | None:
    """Try to prove that the combination of the vectors from the power `later` on is zero.

    Then the errors are zero from there on, and those before are looked at one by one.
    """
    order = guess.order
    powers = guess.coefficients[::-1]
    first = later + order + 1 - len(powers)
    last = later + order
    bits = max(automaton.bits(last, meter, transposed=transposed))
    bound = sum(map(abs, powers)).bit_length() + bits
    found = Remainders(order)
    batch = 0
    while found.modulus.bit_length() <= bound + 1:
        residues = automaton.residues(
            last, batch, meter, transposed=transposed, combination=powers, first=first
        )
        if not residues.vanishes or not _satisfied(residues, guess, meter):
            return None
        _add(found, residues)
        batch += 1
    return _proved(automaton, guess, found, "vectors", last + 1, batch)


def _prove_by_terms(
    automaton: Automaton, guess: _Guess, meter: Meter
) -> tuple[Recurrence, Proof] | None:
    order = guess.order
    length = order + automaton.states
    bits = max(automaton.bits(length - 1, meter))
    bound = sum(map(abs, guess.coefficients)).bit_length() + bits
    found = Remainders(order)
    batch = 0
    while found.modulus.bit_length() <= bound + 1:
        residues = automaton.residues(length - 1, batch, meter)
        if not _satisfied(residues, guess, meter):
            return None
        _add(found, residues)
        batch += 1
    return _proved(automaton, guess, found, "terms", length, batch)


def _satisfied(residues: Residues, guess: _Guess, meter: Meter) -> bool:
    """Return whether the terms satisfy the recurrence, modulo each prime."""
    for prime, terms in zip(residues.primes, residues.terms, strict=True):
        factors = [factor % prime for factor in guess.coefficients]
        check = _native.recurrence_check(terms, factors, guess.order, prime)
        while not check.run(_seconds(meter)):
            pass
        if not check.holds:
            return False
    return True


def _add(found: Remainders, residues: Residues) -> None:
    length = len(found.values)
    found.add(residues.primes, [terms[:length] for terms in residues.terms])


def _proved(
    automaton: Automaton,
    guess: _Guess,
    found: Remainders,
    method: Literal["terms", "vectors"],
    checked: int,
    batches: int,
) -> tuple[Recurrence, Proof]:
    recurrence = Recurrence([-c for c in guess.coefficients[1:]], found.values)
    proof = Proof(
        automaton.states,
        automaton.found,
        automaton.transitions,
        recurrence.order,
        method,
        checked,
        batches * _native.STRIP_LANES,
    )
    return recurrence, proof


def _seconds(meter: Meter) -> float:
    """Return the length of the next slice; the vectors before it have checked the budget."""
    left: float | None = meter.seconds_left
    return SLICE_SECONDS if left is None else max(0.001, min(SLICE_SECONDS, left))


# From other recurrences ---------------------------------------------------------------------------

_HIGHEST = 2**62
_TERMS_AT_ONCE = 64
# Formulas of longer recurrences are not sought: the comparison takes the square of the length.
MOST_LENGTH = 1500


@dataclass(frozen=True)
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
    length, found = 0, Remainders(1)
    numbers = primes()
    while True:
        prime = next(numbers)
        coefficients = recurrence_modulo(terms, prime, meter)
        if len(coefficients) > length + 1:
            length, found = len(coefficients) - 1, Remainders(len(coefficients))
        if len(coefficients) < length + 1:
            continue  # This prime divides a determinant.
        found.add((prime,), [coefficients])
        values = found.symmetric
        spare = found.modulus.bit_length() - SPARE_BITS
        if all(value.bit_length() < spare for value in values):
            guess = Recurrence([-value for value in values[1:]], terms[:length])
            if _agrees(guess, terms, meter):
                return guess


def primes() -> Iterator[int]:
    """Generate primes from 62 bits downward, without end."""
    prime = _HIGHEST
    while True:
        prime = _native.prime_below(prime)
        yield prime


def recurrence_modulo(terms: Iterable[int], prime: int, meter: Meter) -> list[int]:
    """Return 1, c1, ..., cL: a(n) + c1 a(n-1) + ... = 0 for n >= L modulo a prime, with least L.

    >>> from combien._base.budget import UNLIMITED
    >>> recurrence_modulo([1, 1, 2, 3, 5, 8], 101, Meter(UNLIMITED, engine="strip"))
    [1, 100, 100]
    """
    machine = _native.modular_recurrence([term % prime for term in terms], prime)
    while not machine.run(SLICE_SECONDS):
        check_seconds(meter)
    check_seconds(meter)
    coefficients = list(machine.coefficients)
    return coefficients + [0] * (machine.order + 1 - len(coefficients))


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
