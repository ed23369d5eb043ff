"""Formulas that are guessed from terms: nothing here is proved, and whatever is shown says so.

The last terms are held back.  For the others, columns such as n^j a(n-i) for all n are searched for
a linear relation of the first few, by Gaussian elimination modulo primes; its rational coefficients
follow from several primes.  A relation is a guess only if the terms that were held back satisfy it,
exactly.  There are at least eight of them, and enough that random numbers, of as many values as the
terms have, would satisfy a given formula with a chance below one in a billion.

Source: M. Kauers, The holonomic toolkit, in: Computer Algebra in Quantum Field Theory (2013).
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import islice, zip_longest
from math import ceil, gcd, isqrt, lcm, log2
from typing import Literal

from combien._base.budget import UNLIMITED, Meter
from combien._base.checks import check_int
from combien.errors import BadInput, CannotAnswer
from combien.sequences._automaton import Remainders
from combien.sequences._formula import power_text, sum_text
from combien.sequences._polynomials import product, trimmed, value
from combien.sequences._recurrence import SPARE_BITS, primes, recurrence_modulo
from combien.sequences._terms import checked_terms

Kind = Literal["C-finite", "P-recursive", "q-holonomic", "second ratio", "algebraic"]

LEAST_CHECKED = 8
_LEAST_BITS = 30
# A relation of fewer terms is no surprise.
_LEAST_FITTED = 6
# One more equation than unknowns decides; these many more make accidents rare.
_SPARE_EQUATIONS = 2
# An elimination with 80 unknowns and 200 equations takes 0.5 s of an AMD EPYC core.
_MOST_UNKNOWNS = 80
_MOST_EQUATIONS = 200
_MOST_ORDER = 12
_MOST_DEGREE = 6
_MOST_Q = 50
# Coefficients of up to some 1700 digits.
_MOST_PRIMES = 200


@dataclass(frozen=True, repr=False)
class Guess:
    """A formula that was guessed from terms, and holds for those that were held back.

    >>> catalan = [1, 1, 2, 5, 14, 42, 132, 429, 1430, 4862, 16796, 58786, 208012, 742900]
    >>> catalan += [2674440, 9694845, 35357670, 129644790, 477638700, 1767263190]
    >>> for one in guess(catalan):
    ...     print(one)
    guessed, checked on 8 terms: (n + 1) a(n) = (4n - 2) a(n-1)
    guessed, checked on 8 terms: 1 - A + x A^2 = 0, A = a(0) + a(1) x + ...
    >>> guess(catalan)[0].predicted(22)[20:]
    [6564120420, 24466267020]

    It is not proved: any formula may fail at the next term.

    `kind` is "C-finite" (constant coefficients), "P-recursive" (coefficients are polynomials in n),
    "q-holonomic" (polynomials in q^n), "second ratio" (a(n) a(n-2) / a(n-1)^2 is a rational
    function of n), or "algebraic" (a polynomial in x and the generating function A is 0).
    `coefficients` are polynomials, from the constant term: their sum with a(n), a(n-1), ... is 0;
    with a(n) a(n-2) and a(n-1)^2; or with 1, A, A^2, ...  `initial` are the terms before the first
    that the formula gives.  It was found from `fitted` terms, and `checked` is the number of others
    that it was compared with, all that were given.
    """

    kind: Kind
    coefficients: tuple[tuple[int, ...], ...]
    initial: tuple[int, ...]
    fitted: int
    checked: int
    q: int = 1

    @property
    def _formula(self) -> str:
        """The formula, without the words that it is guessed: only for texts that have them."""
        if self.kind == "algebraic":
            factors = [sum_text(each, power_text) for each in self.coefficients]
            powers = [power_text(power).replace("x", "A") for power in range(len(factors))]
            return f"{_sum(factors, powers)} = 0, A = a(0) + a(1) x + ..."
        names = [_previous(back) for back in range(len(self.coefficients))]
        if self.kind == "second ratio":
            names = ["a(n) a(n-2)", "a(n-1)^2"]
        first, *others = (self._polynomial(each) for each in self.coefficients)
        negated = (self._polynomial([-c for c in each]) for each in self.coefficients[1:])
        text = f"{_sum([first], names)} = {_sum(list(negated), names[1:])}"
        usual = 2 if self.kind == "second ratio" else len(others)
        return text if len(self.initial) <= usual else f"{text} for n >= {len(self.initial)}"

    def _polynomial(self, coefficients: Sequence[int]) -> str:
        degree = len(coefficients) - 1
        return sum_text(
            coefficients[::-1], lambda place: self._power(degree - place), times="*" * (self.q > 1)
        )

    def _power(self, power: int) -> str:
        if self.q == 1:
            return power_text(power).replace("x", "n")
        return f"{self.q}^n" if power == 1 else f"{self.q}^({power}n)" if power else ""

    @property
    def status(self) -> str:
        """That it is guessed, and on how many terms it was checked."""
        return f"guessed, checked on {self.checked} terms"

    def predicted(self, count: int) -> list[int]:
        """Return what a(0), ..., a(count - 1) are if the guess is right.

        Raises `CannotAnswer` if one would not be an integer, or is not determined.
        """
        terms = list(self.initial)
        while len(terms) < check_int("count", count):
            factor, rest = self._next(terms)
            if not factor:
                raise CannotAnswer(f"a({len(terms)}) is not determined by the guess")
            if rest % factor:
                raise CannotAnswer(
                    f"a({len(terms)}) would not be an integer, so the guess is wrong for counts"
                )
            terms.append(-rest // factor)
        return terms[:count]

    def _next(self, terms: list[int]) -> tuple[int, int]:
        """Return two integers for which the first, times the next term, plus the second is 0."""
        if self.kind == "algebraic":
            slope = _composed(_slope(self.coefficients), terms)
            lowest = next(place for place, c in enumerate(slope) if c)
            known = _composed(self.coefficients, [*terms, *[0] * (lowest + 1)])
            return slope[lowest], known[-1]
        first, *others = _products(self.kind, self.coefficients, self.q, [*terms, 1])
        return first, sum(others)

    def to_latex(self) -> str:
        """Return the formula in LaTeX, with the words that it is guessed."""
        text = re.sub(r"\^\((\d+n)\)|\^(\d+|n)", r"^{\1\2}", self._formula).replace("*", r" \cdot ")
        text = text.replace(" for n >= ", r" \quad\text{for } n \ge ").replace("...", r"\dots")
        return f"\\[ {text} \\qquad\\text{{({self.status})}} \\]"

    def to_json(self) -> str:
        """Return the fields as a JSON object, with "status": "guessed"; terms are strings."""
        facts = {
            "status": "guessed",
            "kind": self.kind,
            "text": str(self),
            "coefficients": [list(map(str, each)) for each in self.coefficients],
            "initial": list(map(str, self.initial)),
            "q": self.q,
            "fitted": self.fitted,
            "checked": self.checked,
        }
        return json.dumps(facts)

    def __str__(self) -> str:
        return f"{self.status}: {self._formula}"

    def __repr__(self) -> str:
        return f"<{self}>"


def _previous(back: int) -> str:
    return f"a(n-{back})" if back else "a(n)"


def _sum(factors: list[str], symbols: list[str]) -> str:
    """Return the sum of products of texts: "(4n - 2) a(n-1) - a(n-2)"."""
    text = ""
    for factor, symbol in zip(factors, symbols, strict=False):
        if factor == "0":
            continue
        minus = factor.startswith("-") and " " not in factor
        factor = factor[1:] if minus else f"({factor})" if " " in factor and symbol else factor
        if symbol and factor == "1":
            factor = ""
        between = "" if not symbol or not factor or factor.isdecimal() else " "
        text += ((" - " if minus else " + ") if text else "-" * minus) + factor + between + symbol
    return text or "0"


def _held_back(terms: Sequence[int], asked: int | None = None) -> int:
    """Return how many of the last terms check a guess; raise `BadInput` if there are too few."""
    bits = log2(max(2, len(set(terms))))
    least = max(LEAST_CHECKED, ceil(_LEAST_BITS / bits))
    if asked is not None:
        count = check_int("held_back", asked, least=least)
    else:
        # Leading zeros make an equation determine fewer terms.
        zeros = next((n for n, term in enumerate(terms) if term), 0)
        count = max(least, len(terms) // 4) + min(zeros, LEAST_CHECKED)
    if len(terms) < count + _LEAST_FITTED:
        raise BadInput(
            f"terms: {len(terms)} given, expected at least {count + _LEAST_FITTED}: {count} of "
            "them are held back to check a guess"
        )
    return count


def guess(terms: Iterable[int], *, held_back: int | None = None) -> tuple[Guess, ...]:
    """Return formulas that fit the terms a(0), a(1), ... and hold for the last ones, or none.

    >>> guess(2 ** (n * (n + 1) // 2) for n in range(16))
    (<guessed, checked on 8 terms: a(n) = 2^n a(n-1)>, <guessed, checked on 8 terms: a(n) a(n-2) = \
2a(n-1)^2>)
    >>> guess([2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79])
    ()

    A linear recurrence with constant coefficients is sought first; only if there is none, one with
    polynomial coefficients, an algebraic equation of the generating function, and formulas for
    terms that grow faster.  The formula of each kind with the fewest coefficients is returned.
    `held_back` terms at the end are not used to find it, but to check it: a quarter of the terms
    and at least eight, more if the terms have few values.

    Raises `BadInput` for too few terms.  Takes up to 10 s, for 400 terms or more.
    Each result is a `Guess`, never a `Recurrence`: those are proved.
    """
    given = checked_terms(terms)
    search = _Fit(given, _held_back(given, held_back))
    found = search.linear()
    if found is not None:
        return (found,)
    recursive = search.recurrence("P-recursive")
    results = [recursive, search.algebraic()]
    if recursive is None:
        results += [search.q_recurrence(), search.recurrence("second ratio")]
    return tuple(one for one in results if one is not None)


# The search ---------------------------------------------------------------------------------------

Column = list[int]


class _Fit:
    """The terms, of which the last ones are held back, and what is sought for the others."""

    def __init__(self, terms: list[int], held: int) -> None:
        self._terms = terms
        self._fitted = len(terms) - held

    def linear(self) -> Guess | None:
        """Return a recurrence with constant coefficients, by Berlekamp and Massey's algorithm."""
        meter = Meter(UNLIMITED, engine="strip")
        known = self._terms[: self._fitted]

        def solve(prime: int) -> list[int] | None:
            relation = recurrence_modulo(known, prime, meter)
            return relation if 2 * len(relation) <= len(known) + 2 - _SPARE_EQUATIONS else None

        def guessed(relation: list[int]) -> Guess | None:
            return self._recursive("C-finite", len(relation), len(relation) - 1, 1, relation)

        return _lifted(solve, guessed)

    def recurrence(self, kind: Kind, q: int = 1) -> Guess | None:
        """Return the recurrence of this kind with the fewest coefficients."""
        best, most = None, _MOST_UNKNOWNS
        for order in range(1, 2 if kind == "second ratio" else _MOST_ORDER + 1):
            first = 2 if kind == "second ratio" else order
            rows = range(first, min(self._fitted, first + _MOST_EQUATIONS))
            most = min(most, len(rows) - _SPARE_EQUATIONS)
            if most <= order:
                break
            points = [q**n if q > 1 else n for n in rows]
            factors = [_factors(kind, order, self._terms[: n + 1]) for n in rows]
            columns = [list(column) for column in zip(*factors, strict=True)]
            found = _lifted(
                partial(_power_relation, columns, points, most),
                partial(self._recursive, kind, len(columns), first, q),
            )
            if found is not None:
                best, most = found, sum(map(len, found.coefficients)) - 1
        return best

    def q_recurrence(self) -> Guess | None:
        """Return the recurrence with polynomials in q^n, for a q that the growth suggests."""
        first, middle, last = self._terms[self._fitted - 3 : self._fitted]
        # Such terms have about n^2 digits, with a factor.
        if not middle or 8 * last.bit_length() < self._fitted**2:
            return None
        ratio = float(min(abs(Fraction(first * last, middle**2)), Fraction(_MOST_Q)))
        bases = set()
        for power in (1, 2, 4):
            near = round(ratio**power)
            roots = [round(near ** (1 / root)) for root in range(1, 7)]
            bases |= {q for root, q in enumerate(roots, 1) if 1 < q <= _MOST_Q and q**root == near}
        found = [self.recurrence("q-holonomic", q) for q in sorted(bases)]
        return min(filter(None, found), key=lambda one: len(str(one)), default=None)

    def _recursive(
        self, kind: Kind, width: int, first: int, q: int, relation: list[int]
    ) -> Guess | None:
        """Return the guess if all terms satisfy it, and those held back are determined by it."""
        parts = [trimmed(relation[at::width]) for at in range(width)]
        while kind != "second ratio" and not parts[-1]:
            parts.pop()
        parts, start = _primitive(parts), first
        for n in range(first, len(self._terms)):
            leading, *others = _products(kind, parts, q, [*self._terms[:n], 1])
            if leading * self._terms[n] + sum(others):
                return None
            if not leading:
                start = n + 1
        return self._guess(kind, parts, start, q=q)

    def algebraic(self) -> Guess | None:
        """Return the equation of the generating function with the fewest coefficients."""
        zeros = next(n for n, term in enumerate(self._terms) if term)
        known = self._terms[zeros : min(self._fitted, zeros + _MOST_EQUATIONS)]
        best, most = None, min(_MOST_UNKNOWNS, len(known) - _SPARE_EQUATIONS)
        for degree in range(2, _MOST_DEGREE + 1):
            if most <= degree:
                break
            found = _lifted(
                partial(_series_relation, known, degree, most),
                partial(self._equation, degree, zeros),
            )
            if found is not None:
                best, most = found, sum(map(len, found.coefficients)) - 1
        return best

    def _equation(self, degree: int, zeros: int, relation: list[int]) -> Guess | None:
        """Return the guess for an equation of A / x^zeros if all terms satisfy it."""
        parts = [trimmed(relation[at :: degree + 1]) for at in range(degree + 1)]
        parts = [[0] * (zeros * (degree - at)) + each for at, each in enumerate(parts)]
        common = min(next(at for at, c in enumerate(each) if c) for each in parts if any(each))
        parts = _primitive([trimmed(each[common:]) for each in parts])
        if any(_composed(parts, self._terms)):
            return None
        slope = _composed(_slope(parts), self._terms)
        lowest = next((place for place, c in enumerate(slope) if c), len(slope))
        # The coefficient of x^(n + lowest) determines a(n), for n > lowest.
        return self._guess("algebraic", parts, lowest + 1, unchecked=lowest)

    def _guess(
        self,
        kind: Kind,
        coefficients: Sequence[Sequence[int]],
        start: int,
        *,
        q: int = 1,
        unchecked: int = 0,
    ) -> Guess | None:
        checked = len(self._terms) - self._fitted - unchecked
        if checked < LEAST_CHECKED or start > self._fitted:
            return None
        parts = tuple(tuple(each) for each in coefficients)
        return Guess(kind, parts, tuple(self._terms[:start]), self._fitted, checked, q)


def _factors(kind: Kind, order: int, terms: Sequence[int]) -> list[int]:
    """Return what the coefficients are multiplied by, for the last of the terms."""
    if kind == "second ratio":
        return [terms[-1] * terms[-3], terms[-2] ** 2]
    return [terms[-1 - back] for back in range(order + 1)]


def _products(
    kind: Kind, coefficients: Sequence[Sequence[int]], q: int, terms: Sequence[int]
) -> list[int]:
    """Return the products whose sum is 0, for the last of the terms."""
    n = len(terms) - 1
    point = q**n if q > 1 else n
    factors = _factors(kind, len(coefficients) - 1, terms)
    return [value(each, point) * factor for each, factor in zip(coefficients, factors, strict=True)]


def _slope(coefficients: Sequence[Sequence[int]]) -> list[list[int]]:
    """Return the derivative of an equation, with respect to A."""
    return [[power * c for c in each] for power, each in enumerate(coefficients)][1:]


def _composed(coefficients: Sequence[Sequence[int]], terms: Sequence[int]) -> list[int]:
    """Return the value of polynomials in x, times the powers of A, as far as A is known."""
    total = [0] * len(terms)
    power = [1, *total[1:]]
    for each in coefficients:
        summand = product(each, power)
        total = [
            one + other for one, other in zip_longest(total, summand[: len(total)], fillvalue=0)
        ]
        power = product(power, terms)[: len(total)]
    return total


def _primitive(coefficients: Sequence[Sequence[int]]) -> list[list[int]]:
    """Return polynomials without a common integer factor; the first begins positively."""
    common = gcd(*(c for each in coefficients for c in each))
    if next(each for each in coefficients if each)[-1] < 0:
        common = -common
    return [[c // common for c in each] for each in coefficients]


def _power_relation(
    columns: Sequence[Column], points: Sequence[int], most: int, prime: int
) -> list[int] | None:
    """Return the relation of columns times the powers of points, of the lowest degree."""

    def powers() -> Iterator[Column]:
        scaled = [[entry % prime for entry in column] for column in columns]
        while True:
            yield from scaled
            scaled = [
                [entry * point % prime for entry, point in zip(column, points, strict=True)]
                for column in scaled
            ]

    return _relation(islice(powers(), most), prime)


def _series_relation(terms: Sequence[int], degree: int, most: int, prime: int) -> list[int] | None:
    """Return the relation of 1, A, A^2, ... times the powers of x, of the lowest degree."""
    size = len(terms)
    powers = [[1] + [0] * (size - 1)]
    for _ in range(degree):
        power = product(powers[-1], [term % prime for term in terms])[:size]
        powers.append([entry % prime for entry in power])
    shifted = ([0] * by + power[: size - by] for by in range(size) for power in powers)
    return _relation(islice(shifted, most), prime)


def _relation(columns: Iterable[Column], prime: int) -> list[int] | None:
    """Return the relation of the first column that depends on those before, modulo a prime.

    >>> _relation([[1, 2, 3], [1, 1, 1], [3, 5, 7]], 101)
    [99, 100, 1]
    """
    # Each with the place of its first entry, which is 1, and as a combination of the columns.
    reduced: list[tuple[int, Column, Column]] = []
    for number, column in enumerate(columns):
        combination = [*[0] * number, 1]
        for place, other, made in reduced:
            factor = column[place]
            if factor:
                column = [(a - factor * b) % prime for a, b in zip(column, other, strict=True)]
                for at, b in enumerate(made):
                    combination[at] = (combination[at] - factor * b) % prime
        place = next((at for at, entry in enumerate(column) if entry), -1)
        if place < 0:
            return combination
        inverse = pow(column[place], -1, prime)
        column = [entry * inverse % prime for entry in column]
        reduced.append((place, column, [entry * inverse % prime for entry in combination]))
    return None


def _lifted(
    solve: Callable[[int], list[int] | None], guessed: Callable[[list[int]], Guess | None]
) -> Guess | None:
    """Return the guess for a relation that `solve` finds modulo primes, if there is one."""
    length, found = 0, Remainders(0)
    for prime in islice(primes(), _MOST_PRIMES):
        relation = solve(prime)
        if relation is None:
            return None
        if len(relation) > length:
            length, found = len(relation), Remainders(len(relation))
        if len(relation) < length:
            continue  # This prime divides a determinant.
        found.add((prime,), [relation])
        integers = _integers(found)
        if integers is not None:
            return guessed(integers)
    return None


def _integers(found: Remainders) -> list[int] | None:
    """Return integers in the proportion of the small fractions that have these remainders.

    >>> half = Remainders(2)
    >>> half.add((2**61 - 1,), [[2**60, 3]])
    >>> _integers(half)
    [1, 6]
    """
    most = isqrt(found.modulus >> SPARE_BITS)
    fractions = []
    for remainder in found.values:
        # Euclid's algorithm, until the remainder is small (Wang, 1981).
        before, last = (found.modulus, 0), (remainder, 1)
        while last[0] > most:
            quotient = before[0] // last[0]
            before, last = last, (before[0] - quotient * last[0], before[1] - quotient * last[1])
        if abs(last[1]) > most:
            return None
        fractions.append(Fraction(*last))
    common = lcm(*(fraction.denominator for fraction in fractions))
    return [int(fraction * common) for fraction in fractions]
