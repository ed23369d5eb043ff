"""The exponential growth of a counting sequence, with certified digits.

Let P(x)/Q(x) be the generating function in lowest terms.  Its terms are counts, hence not negative,
so by Pringsheim's theorem the singularity nearest to 0 is on the positive axis: it is the smallest
positive root r of Q, and limsup a(n)^(1/n) = 1/r.  No complex root needs to be looked at.

1/r is the largest positive root g of x^d Q(1/x), which has all its roots in the disk of radius g.
Two exact tests enclose it.  If the polynomial shifted by h has no change of sign, then no root is
above h (Descartes); as all roots have real parts below h > g, the shifted polynomial has positive
coefficients, so the test never misses.  If the value at l is not positive, then a root is above l.
Newton's method from above converges monotonically, as all derivatives are positive there (Gauss
and Lucas).  All arithmetic is in integers.
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import ROUND_CEILING, ROUND_FLOOR, Context, Decimal
from fractions import Fraction
from functools import lru_cache
from math import gcd as gcd_of_ints

from combien._base.checks import check_int
from combien.errors import BadInput
from combien.sequences._formula import GeneratingFunction, sum_text
from combien.sequences._polynomials import (
    derivative,
    divided,
    gcd,
    primitive,
    rootless_above,
    sign_changes,
    value,
)

__all__ = ["Growth", "growth_of"]

_PLACES = 20
_NEGATIVE = "the growth is that of counts: some terms of this sequence are negative"


@dataclass(frozen=True, slots=True)
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
        places = check_int("places", places)
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
        places = check_int("places", places)
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
        polynomial = sum_text(self.polynomial[::-1], lambda index: _power(degree - index))
        return f"{digits}..., the largest root of {polynomial}"


def growth_of(function: GeneratingFunction) -> Growth:
    """Return the growth of the coefficients of a generating function, which must be counts.

    Raises `BadInput` if the denominator has no positive root although it has roots: then some
    coefficients are negative.
    """
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
    return f"{whole}.{decimals:0{places}}" if places else str(whole)


def _power(exponent: int) -> str:
    return ("", "x")[exponent] if exponent < 2 else f"x^{exponent}"
