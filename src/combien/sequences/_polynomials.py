"""Polynomials with integer coefficients, as lists from the constant term.

Products use Kronecker substitution: both polynomials are evaluated at a power of two that is large
enough to read the coefficients of the product from its digits, so a product of polynomials is one
product of Python ints, which is subquadratic.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise, zip_longest
from math import gcd as gcd_of_ints

# A prime: common factors of two polynomials show modulo it, up to rare accidents.
_PRIME = 2**61 - 1


def trimmed(polynomial: Sequence[int]) -> list[int]:
    """Return the polynomial without leading zeros.

    >>> trimmed([1, 2, 0, 0])
    [1, 2]
    """
    degree = len(polynomial)
    while degree and not polynomial[degree - 1]:
        degree -= 1
    return list(polynomial[:degree])


def _step(*polynomials: Sequence[int]) -> int:
    """Return the greatest d such that all are polynomials in x^d: a sequence may have a period."""
    return gcd_of_ints(*(at for each in polynomials for at, c in enumerate(each) if c))


def _spread(polynomial: Sequence[int], step: int) -> list[int]:
    """Return the polynomial in x^step instead of x."""
    result = [0] * (step * (len(polynomial) - 1) + 1) if polynomial else []
    result[::step] = polynomial
    return result


def product(left: Sequence[int], right: Sequence[int]) -> list[int]:
    """Return the product, with exactly `len(left) + len(right) - 1` coefficients.

    >>> product([1, -1], [1, 1, 1])
    [1, 0, 0, -1]
    """
    if not left or not right:
        return []
    length = len(left) + len(right) - 1
    step = _step(left, right)
    if step > 1:
        spread = _spread(product(left[::step], right[::step]), step)
        return spread + [0] * (length - len(spread))
    bits = max(map(int.bit_length, left)) + max(map(int.bit_length, right))
    size = (bits + min(len(left), len(right)).bit_length() + 8) // 8  # With a bit for the sign.
    return _unpacked(_packed(left, size) * _packed(right, size), size, length)


def _packed(polynomial: Sequence[int], size: int) -> int:
    """Return the value at 256**size."""
    plus = b"".join(max(c, 0).to_bytes(size, "little") for c in polynomial)
    minus = b"".join(max(-c, 0).to_bytes(size, "little") for c in polynomial)
    return int.from_bytes(plus, "little") - int.from_bytes(minus, "little")


def _unpacked(packed: int, size: int, length: int) -> list[int]:
    """Return the coefficients, of absolute value below 256**size / 2, from the value there."""
    half = 1 << (8 * size - 1)
    bias = half.to_bytes(size, "little") * length
    digits = (packed + int.from_bytes(bias, "little")).to_bytes(size * length + 1, "little")
    return [
        int.from_bytes(digits[at : at + size], "little") - half
        for at in range(0, size * length, size)
    ]


def combination(
    left: Sequence[int], right: Sequence[int], *, factors: tuple[int, int] = (1, 1)
) -> list[int]:
    """Return `factors[0] * left + factors[1] * right`.

    >>> combination([1, 2, 3], [1], factors=(1, -1))
    [0, 2, 3]
    """
    first, second = factors
    return trimmed([first * a + second * b for a, b in zip_longest(left, right, fillvalue=0)])


def primitive(polynomial: Sequence[int]) -> list[int]:
    """Return the polynomial over its content, with a positive leading coefficient.

    >>> primitive([4, 0, -6])
    [-2, 0, 3]
    """
    polynomial = trimmed(polynomial)
    content = gcd_of_ints(*polynomial)
    if polynomial and polynomial[-1] < 0:
        content = -content
    return [coefficient // content for coefficient in polynomial]


def derivative(polynomial: Sequence[int]) -> list[int]:
    """Return the derivative.

    >>> derivative([5, 1, 3])
    [1, 6]
    """
    return [power * coefficient for power, coefficient in enumerate(polynomial)][1:]


def value(polynomial: Sequence[int], numerator: int, denominator: int = 1) -> int:
    """Return the value at `numerator / denominator`, times `denominator**degree`.

    >>> value([-2, 0, 1], 3, 2)  # 9/4 - 2 = 1/4.
    1
    """
    total, power = 0, 1
    for coefficient in reversed(polynomial):
        total = total * numerator + coefficient * power
        power *= denominator
    return total


def rootless_above(polynomial: Sequence[int], numerator: int, denominator: int = 1) -> bool:
    """Whether `p(x + numerator / denominator)` has no negative coefficient, so no positive root.

    >>> rootless_above([-2, 0, 1], 3, 2), rootless_above([-2, 0, 1], 4, 3)
    (True, False)

    The leading coefficient must be positive.  Takes degree**2 additions, or few if the answer is
    no: the constant coefficient, the value there, comes first.
    """
    scaled, power = [], 1
    for coefficient in reversed(polynomial):
        scaled.append(coefficient * power)
        power *= denominator
    scaled.reverse()  # The polynomial of denominator * x.
    for last in range(len(scaled) - 1):
        carried = scaled[-1]
        for at in range(len(scaled) - 2, last - 1, -1):
            carried = scaled[at] = scaled[at] + numerator * carried
        if carried < 0:
            return False
    return True


def sign_changes(polynomial: Sequence[int]) -> int:
    """Return the number of sign changes: at least the number of positive roots (Descartes).

    >>> sign_changes([-1, 0, 3, -2])
    2
    """
    signs = [coefficient > 0 for coefficient in polynomial if coefficient]
    return sum(one != two for one, two in pairwise(signs))


def gcd(left: Sequence[int], right: Sequence[int]) -> list[int]:
    """Return the primitive greatest common divisor.

    >>> gcd([-1, 0, 1], [1, 2, 1])
    [1, 1]

    Coprime polynomials, the usual case, are recognized modulo a prime; otherwise a sequence of
    primitive remainders, with about degree**3 operations.
    """
    left, right = primitive(left), primitive(right)
    if not left or not right:
        return left or right
    step = _step(left, right)
    if step > 1:
        return _spread(gcd(left[::step], right[::step]), step)
    if left[-1] % _PRIME and right[-1] % _PRIME and _coprime(left, right):
        return [1]
    if len(left) < len(right):
        left, right = right, left
    while right:
        left, right = right, primitive(_pseudo_remainder(left, right))
    return left


def _coprime(left: list[int], right: list[int]) -> bool:
    """Whether the polynomials are coprime modulo the prime, and so over the rationals."""
    left, right = [c % _PRIME for c in left], [c % _PRIME for c in right]
    while right:
        inverse = pow(right[-1], -1, _PRIME)
        while len(left) >= len(right):
            factor = left[-1] * inverse % _PRIME
            shift = len(left) - len(right)
            for at, coefficient in enumerate(right, shift):
                left[at] = (left[at] - factor * coefficient) % _PRIME
            left = trimmed(left)
        left, right = right, left
    return len(left) == 1


def _pseudo_remainder(left: list[int], right: list[int]) -> list[int]:
    lead = right[-1]
    while len(left) >= len(right):
        shift, top = len(left) - len(right), left[-1]
        common = gcd_of_ints(lead, top)
        left = combination(left, [0] * shift + right, factors=(lead // common, -(top // common)))
    return left


def divided(polynomial: Sequence[int], divisor: Sequence[int]) -> list[int]:
    """Return the quotient of two polynomials, which must be exact and integral.

    >>> divided([-1, 0, 1], [1, 1])
    [-1, 1]
    """
    rest, quotient = trimmed(polynomial), []
    lead = divisor[-1]
    for shift in range(len(rest) - len(divisor), -1, -1):
        factor, remainder = divmod(rest[shift + len(divisor) - 1], lead)
        if remainder:
            raise ValueError("the quotient is not integral")
        quotient.append(factor)
        for at, coefficient in enumerate(divisor, shift):
            rest[at] -= factor * coefficient
    if any(rest):
        raise ValueError("the division leaves a remainder")
    return quotient[::-1]


def series(numerator: Sequence[int], denominator: Sequence[int], length: int) -> list[int]:
    """Return the first coefficients of a power series; the constant of the denominator is 1.

    >>> series([1], [1, -1, -1], 6)
    [1, 1, 2, 3, 5, 8]
    """
    terms: list[int] = []
    for index in range(length):
        term = numerator[index] if index < len(numerator) else 0
        for back in range(1, min(index, len(denominator) - 1) + 1):
            term -= denominator[back] * terms[index - back]
        terms.append(term)
    return terms
