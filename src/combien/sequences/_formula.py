"""Formulas of sequences: linear recurrences and rational functions, and the growth that they give.

Linear recurrences with constant coefficients and rational functions are equivalent:
a(n) = c1 a(n-1) + ... + cd a(n-d) from some n on, if and only if a(0) + a(1) x + a(2) x^2 + ... =
P(x) / (1 - c1 x - ... - cd x^d).  For integer terms the fraction in lowest terms has integer
coefficients and a denominator that begins with 1 (Fatou's lemma), and gives the recurrence of least
order.

A single term takes O(log n) products of polynomials (Bostan and Mori, A simple and fast algorithm
for computing the N-th term of a linearly recurrent sequence, 2021).

The growth has certified digits.  Let P(x)/Q(x) be the generating function in lowest terms.  Its
terms are counts, hence not negative, so by Pringsheim's theorem the singularity nearest to 0 is on
the positive axis: it is the smallest positive root r of Q, and limsup a(n)^(1/n) = 1/r.  No complex
root needs to be looked at.

1/r is the largest positive root g of x^d Q(1/x), which has all its roots in the disk of radius g.
Two exact tests enclose it.  If the polynomial shifted by h has no change of sign, then no root is
above h (Descartes); as all roots have real parts below h > g, the shifted polynomial has positive
coefficients, so the test never misses.  If the value at l is not positive, then a root is above l.
Newton's method from above converges monotonically, as all derivatives are positive there (Gauss
and Lucas).  All arithmetic is in integers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from decimal import ROUND_CEILING, ROUND_FLOOR, Context, Decimal
from fractions import Fraction
from functools import lru_cache
from itertools import islice
from math import gcd as gcd_of_ints

from combien._base.checks import check_int, check_list, short_repr
from combien.errors import BadInput
from combien.sequences._polynomials import (
    derivative,
    divided,
    gcd,
    primitive,
    product,
    rootless_above,
    series,
    sign_changes,
    trimmed,
    value,
)

MOST_COEFFICIENTS = 1_000_000
# Of a list of terms, and of a single term.
MOST_BYTES = 10**9
MOST_BITS = 10**8
# What Python takes for a number besides its digits, with its place in a list.
BITS_A_NUMBER = 300
MOST_PLACES = 100_000


@dataclass(frozen=True)
class Recurrence:
    """A linear recurrence with constant integer coefficients, and the terms that it begins with.

    >>> dominoes = Recurrence([1, 5, 1, -1], [1, 1, 5, 11])
    >>> print(dominoes)
    a(n) = a(n-1) + 5a(n-2) + a(n-3) - a(n-4)
    >>> dominoes.first(9)
    [1, 1, 5, 11, 36, 95, 281, 781, 2245]
    >>> dominoes.term(10**6, modulo=10**9 + 7)
    538060863

    `coefficients` belong to a(n-1), a(n-2), ...; `initial` are a(0), a(1), ... up to the first
    term that the recurrence gives, whose index is `start`: at least as many as coefficients.

    Raises `BadInput` if a coefficient is not an integer, or if there are too few initial terms.
    """

    coefficients: tuple[int, ...]
    initial: tuple[int, ...]

    def __init__(self, coefficients: Iterable[int], initial: Iterable[int]) -> None:
        found = trimmed(_integers("coefficients", coefficients))
        terms = _integers("initial", initial)
        if len(terms) < len(found):
            raise BadInput(
                f"initial: {len(terms)} terms for a recurrence of order {len(found)}: expected at "
                "least as many"
            )
        object.__setattr__(self, "coefficients", tuple(found))
        object.__setattr__(self, "initial", tuple(terms))

    @property
    def order(self) -> int:
        """The number of previous terms that give a term."""
        return len(self.coefficients)

    @property
    def start(self) -> int:
        """The first index from which on the recurrence holds."""
        return len(self.initial)

    def terms(self) -> Iterator[int]:
        """Generate a(0), a(1), ... without end; each takes `order` products."""
        window = list(self.initial)
        yield from window
        window = window[len(window) - self.order :]
        backwards = self.coefficients[::-1]
        while True:
            term = sum(c * a for c, a in zip(backwards, window, strict=True) if c)
            yield term
            window.append(term)
            del window[0]

    def first(self, length: int) -> list[int]:
        """Return the terms a(0), ..., a(length - 1).

        Raises `BadInput` if all of them together take more than 10^9 bytes.
        """
        return _short(self.terms(), check_int("length", length))

    def term(self, n: int, modulo: int | None = None) -> int:
        """Return a(n), exactly or modulo a number; see `GeneratingFunction.term`."""
        return self.generating_function().term(n, modulo)

    def generating_function(self) -> GeneratingFunction:
        """Return the generating function, in lowest terms.

        >>> print(Recurrence([1, 1], [1, 1]).generating_function())
        1/(1 - x - x^2)
        """
        denominator = [1, *(-c for c in self.coefficients)]
        numerator = product(self.initial, denominator)[: self.start]
        return GeneratingFunction(numerator, denominator)

    def minimal(self) -> Recurrence:
        """Return the recurrence of least order for the same terms, with the least `start`.

        >>> print(Recurrence([0, 2, 0, 0], [1, 0, 2, 0]).minimal())
        a(n) = 2a(n-2)
        """
        return self.generating_function().recurrence()

    def __str__(self) -> str:
        text = f"a(n) = {sum_text(self.coefficients, _previous_term)}"
        return text if self.start == self.order else f"{text} for n >= {self.start}"


@dataclass(frozen=True)
class GeneratingFunction:
    """A rational generating function in lowest terms, with integer coefficients.

    >>> rectangles = GeneratingFunction([1, -4, 3], [1, -6, 7])
    >>> print(rectangles)
    (1 - 4x + 3x^2)/(1 - 6x + 7x^2)
    >>> rectangles.first(5)
    [1, 2, 8, 34, 148]
    >>> GeneratingFunction([1, 0, -1], [1, -3, 2])
    GeneratingFunction(numerator=(1, 1), denominator=(1, -2))

    Numerator and denominator are given from the constant term; common factors cancel.
    Raises `BadInput` if the coefficients of the series are not integers: the denominator must begin
    with 1 or -1 once common factors are gone.
    """

    numerator: tuple[int, ...]
    denominator: tuple[int, ...]

    def __init__(self, numerator: Iterable[int], denominator: Iterable[int]) -> None:
        above = trimmed(_integers("numerator", numerator))
        below = trimmed(_integers("denominator", denominator))
        if not below:
            raise BadInput("denominator: expected a polynomial other than 0")
        common = gcd(above, below)
        if len(common) > 1:
            above, below = divided(above, common), divided(below, common)
        lead = below[0]
        if not lead or any(c % lead for c in above) or any(c % lead for c in below):
            raise BadInput(
                "denominator: the coefficients of the series are not integers; expected a "
                "denominator that begins with 1"
            )
        object.__setattr__(self, "numerator", tuple(c // lead for c in above))
        object.__setattr__(self, "denominator", tuple(c // lead for c in below))

    @property
    def order(self) -> int:
        """The degree of the denominator: the least order of a recurrence for the terms."""
        return len(self.denominator) - 1

    def recurrence(self) -> Recurrence:
        """Return the recurrence of least order, with the least `start`.

        >>> GeneratingFunction([1, 1], [1, -2]).recurrence()
        Recurrence(coefficients=(2,), initial=(1, 3))
        """
        start = max(self.order, len(self.numerator))
        return Recurrence(
            (-c for c in self.denominator[1:]), series(self.numerator, self.denominator, start)
        )

    def terms(self) -> Iterator[int]:
        """Generate the coefficients a(0), a(1), ... without end."""
        return self.recurrence().terms()

    def first(self, length: int) -> list[int]:
        """Return the coefficients a(0), ..., a(length - 1); see `Recurrence.first`."""
        return _short(self.terms(), check_int("length", length))

    def term(self, n: int, modulo: int | None = None) -> int:
        """Return the coefficient of x^n, exactly or modulo a number.

        >>> fibonacci = GeneratingFunction([0, 1], [1, -1, -1])
        >>> fibonacci.term(100), fibonacci.term(10**18, modulo=1000)
        (354224848179261915075, 875)

        Takes about 2 log2(n) products of polynomials of the degree of the denominator; exactly,
        the last ones are of numbers as long as the result.
        Raises `BadInput` for an exact term of about 10^8 bits or more, by its growth.
        """
        n = check_int("n", n)
        if modulo is not None:
            modulo = check_int("modulo", modulo, least=1)
        return nth_coefficient(self.numerator, self.denominator, n, modulo)

    def __str__(self) -> str:
        above, below = (sum_text(part, power_text) for part in (self.numerator, self.denominator))
        if below == "1":
            return above
        return f"({above})/({below})" if " " in above else f"{above}/({below})"


def nth_coefficient(
    numerator: Sequence[int], denominator: Sequence[int], n: int, modulo: int | None = None
) -> int:
    """Return the coefficient of x^n of a fraction whose denominator begins with 1.

    P(x)/Q(x) = P(x)Q(-x) / Q(x)Q(-x), whose denominator is even: only the terms of the parity of n
    of the numerator count, and n is halved.
    Raises `BadInput` for an exact coefficient of about 10^8 bits or more, by its growth.
    """
    if modulo == 1:
        return 0
    asked = n
    above, below = _reduced(numerator, modulo), _reduced(denominator, modulo)
    while above and n >= len(below):
        mirrored = [-c if power % 2 else c for power, c in enumerate(below)]
        above = _reduced(product(above, mirrored)[n % 2 :: 2], modulo)
        below = _reduced(product(below, mirrored)[::2], modulo)
        n //= 2
        # The bits of the largest of these roots, to the power of n, are at least their mean.
        most = MOST_BITS * (len(below) - 1)
        if above and modulo is None and n * _growing_bits(below) > most:
            raise BadInput(f"n={short_repr(asked)}: a(n) is too long; ask for it modulo a number")
    total = series(above, below, n + 1)[n] if above else 0
    return total if modulo is None else total % modulo


def _growing_bits(denominator: Sequence[int]) -> int:
    """Return a lower bound of the bits of the product of the reciprocal roots beyond 1.

    That is the Mahler measure, and a coefficient is at most a binomial coefficient times it.
    """
    return max(0, max(c.bit_length() for c in denominator) - len(denominator))


def _reduced(polynomial: Sequence[int], modulo: int | None) -> list[int]:
    return trimmed(polynomial if modulo is None else [c % modulo for c in polynomial])


def _short(terms: Iterable[int], length: int) -> list[int]:
    """Return the first terms; raise `BadInput` before they fill the memory."""
    found: list[int] = []
    left = 8 * MOST_BYTES
    for term in islice(terms, length):
        left -= term.bit_length() + BITS_A_NUMBER
        if left < 0:
            raise BadInput(
                f"only the first {len(found)} of {length} terms fit into {MOST_BYTES} bytes: ask "
                "for fewer, or for single ones modulo a number"
            )
        found.append(term)
    return found


def _integers(name: str, numbers: Iterable[int]) -> list[int]:
    what = "a list of integers"
    given = check_list(name, numbers, what, ordered=True, most=MOST_COEFFICIENTS)
    return [check_int(f"{name}[{at}]", number, least=None) for at, number in enumerate(given)]


def _previous_term(index: int) -> str:
    return f"a(n-{index + 1})"


def power_text(index: int) -> str:
    """Return a power of x as text; the empty string for 1."""
    return ("", "x")[index] if index < 2 else f"x^{index}"


def sum_text(coefficients: Sequence[int], symbol: Callable[[int], str], *, times: str = "") -> str:
    """Return a sum of symbols with coefficients.

    >>> sum_text([1, -4, 3], lambda power: "x^" + str(power) if power else "", times="*")
    '1 - 4*x^1 + 3*x^2'
    """
    text = ""
    for index, coefficient in enumerate(coefficients):
        if not coefficient:
            continue
        name, size = symbol(index), str(abs(coefficient))
        term = name if name and size == "1" else f"{size}{times if name else ''}{name}"
        if text:
            text += f" {'-' if coefficient < 0 else '+'} {term}"
        else:
            text = f"{'-' if coefficient < 0 else ''}{term}"
    return text or "0"


# Growth -------------------------------------------------------------------------------------------

_PLACES = 20
# Coefficients that are compared with 0 in any case.
LEAST_KNOWN = 100
_NEGATIVE = "the growth is that of counts: some terms of this sequence are negative"


@dataclass(frozen=True)
class Growth:
    """The growth rate of a sequence of counts: limsup a(n)^(1/n).

    >>> from combien.sequences import GeneratingFunction
    >>> growth = growth_of(GeneratingFunction([1, -1], [1, -6, 7]))
    >>> print(growth)
    4.41421356237309504880..., the largest root of x^2 - 6x + 7
    >>> float(growth), growth.digits(5), growth.entropy(cells=2, places=6)
    (4.414213562373095, '4.41421', '0.742414')

    `polynomial` has the growth as its largest root, and no multiple root; its coefficients are
    given from the constant term.  It is (1,) for a sequence with finitely many nonzero terms, whose
    growth is 0.  `period` is the largest k such that only each k-th term can be nonzero: then the
    growth is the k-th root of that from one such term to the next.
    """

    polynomial: tuple[int, ...]
    period: int = 1

    def bounds(self, bits: int) -> tuple[Fraction, Fraction]:
        """Return two numbers that enclose the growth, at most 2**-bits apart; equal if exact.

        >>> growth_of(GeneratingFunction([1], [1, -1, -1])).bounds(4)
        (Fraction(25, 16), Fraction(13, 8))
        """
        bits = check_int("bits", bits)
        if len(self.polynomial) == 1:
            return Fraction(0), Fraction(0)
        return _enclosure(self.polynomial, bits)

    def digits(self, places: int = _PLACES) -> str:
        """Return the growth with this many decimal places, rounded down; an integer without."""
        places = check_int("places", places, most=MOST_PLACES)
        bits = _bits(places)
        while True:
            low, high = self.bounds(bits)
            if low == high:
                return str(low)
            text = _floor_text(low, places)
            if text == _floor_text(high, places):
                return text
            bits *= 2

    def entropy(self, *, cells: int = 1, places: int = _PLACES) -> str:
        """Return the natural logarithm of the growth over `cells`, rounded down.

        With the number of cells that a step of n adds, it is the entropy of a cell.
        Raises `BadInput` if the growth is 0.
        """
        cells = check_int("cells", cells, least=1)
        places = check_int("places", places, most=MOST_PLACES)
        if len(self.polynomial) == 1:
            raise BadInput("a sequence with finitely many nonzero terms has no entropy")
        bits = _bits(places)
        while True:
            low, high = map(_logarithm, self.bounds(bits), (True, False), (bits, bits))
            text = _floor_text(low / cells, places)
            if text == _floor_text(high / cells, places):
                return text
            bits *= 2

    def __float__(self) -> float:
        return float(self.bounds(64)[1])

    def __str__(self) -> str:
        digits = self.digits()
        if "." not in digits:
            return digits
        degree = len(self.polynomial) - 1
        polynomial = sum_text(self.polynomial[::-1], lambda index: power_text(degree - index))
        return f"{digits}..., the largest root of {polynomial}"


def growth_of(function: GeneratingFunction) -> Growth:
    """Return the growth of the coefficients of a generating function, which must be counts.

    Raises `BadInput` if some coefficients are negative, because then another root may be larger.
    That shows if the denominator has no positive root although it has roots, or among the first
    coefficients, at least three times as many as the order.
    """
    known = function.first(3 * function.order + LEAST_KNOWN)
    if any(term < 0 for term in known):
        raise BadInput(_NEGATIVE)
    return growth_of_counts(function)


def growth_of_counts(function: GeneratingFunction) -> Growth:
    """Return the growth of coefficients that are known to be counts; see `growth_of`."""
    denominator = function.denominator
    period = gcd_of_ints(*(power for power, c in enumerate(denominator) if c)) or 1
    polynomial = primitive(denominator[::-1])
    common = gcd(polynomial, derivative(polynomial))
    if len(common) > 1:
        polynomial = divided(polynomial, common)
    if len(polynomial) > 1 and not sign_changes(polynomial):
        raise BadInput(_NEGATIVE)
    return Growth(tuple(polynomial), period)


@lru_cache(maxsize=16)
def _enclosure(polynomial: tuple[int, ...], bits: int) -> tuple[Fraction, Fraction]:
    """Return bounds of the largest root, which has the greatest absolute value of all roots."""
    high = 1
    while not rootless_above(polynomial, high):
        high *= 2
    if high == 1:
        # No root is above 1, and the product of all of them is an integer other than 0.
        if value(polynomial, 1):
            raise BadInput(_NEGATIVE)
        return Fraction(1), Fraction(1)
    # Bisect to a tenth of a percent, where Newton's method is quadratic in practice.
    coarse = 10
    low, high = high << coarse - 1, high << coarse
    while (high - low) << coarse > high:
        middle = (low + high) // 2
        if not rootless_above(polynomial, middle, 1 << coarse):
            low = middle
        else:
            high = middle
    slope = derivative(polynomial)
    extra = bits + coarse
    low, high = low << bits, high << bits
    while value(polynomial, high - 1, 1 << extra) > 0:
        steepness = value(slope, high, 1 << extra)
        if high <= low or steepness <= 0:
            raise BadInput(_NEGATIVE)
        # With the powers of the denominator that `value` leaves in, this is p / p', rounded down.
        high -= value(polynomial, high, 1 << extra) // steepness or 1
    if not rootless_above(polynomial, high, 1 << extra):
        raise BadInput(_NEGATIVE)
    integer = (high + (1 << extra) - 1) >> extra
    for whole in (integer - 1, integer):
        if high - 1 <= whole << extra <= high and not value(polynomial, whole):
            return Fraction(whole), Fraction(whole)
    return Fraction((high - 1) >> coarse, 1 << bits), Fraction(-(-high >> coarse), 1 << bits)


def _bits(places: int) -> int:
    """Return the bits for this many decimal places, the same for all usual numbers of them."""
    return 10 * max(places, _PLACES) // 3 + 10


def _logarithm(number: Fraction, down: bool, bits: int) -> Fraction:
    """Return a bound of the logarithm that is close for this many bits."""
    rounding = ROUND_FLOOR if down else ROUND_CEILING
    context = Context(prec=bits // 3 + 10, rounding=rounding)
    quotient = context.divide(Decimal(number.numerator), Decimal(number.denominator))
    logarithm = context.ln(quotient)
    if logarithm:  # Only the logarithm of 1 is exact; others are rounded to the nearest.
        logarithm = context.next_minus(logarithm) if down else context.next_plus(logarithm)
    return Fraction(logarithm)


def _floor_text(number: Fraction, places: int) -> str:
    scaled = number.numerator * 10**places // number.denominator
    whole, decimals = divmod(scaled, 10**places)
    # Python prints integers of up to 4300 digits only.
    written = [f"{Decimal(part):f}" for part in (whole, decimals)]
    return f"{written[0]}.{written[1]:0>{places}}" if places else written[0]
