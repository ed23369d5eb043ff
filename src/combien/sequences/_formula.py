"""Formulas of sequences: linear recurrences with constant coefficients, and rational functions.

The two are equivalent: a(n) = c1 a(n-1) + ... + cd a(n-d) from some n on, if and only if
a(0) + a(1) x + a(2) x^2 + ... = P(x) / (1 - c1 x - ... - cd x^d).  For integer terms the fraction
in lowest terms has integer coefficients and a denominator that begins with 1 (Fatou's lemma), and
gives the recurrence of least order.

A single term takes O(log n) products of polynomials (Bostan and Mori, A simple and fast algorithm
for computing the N-th term of a linearly recurrent sequence, 2021).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice

from combien._base.checks import check_int, short_repr
from combien._base.records import dataclass
from combien.errors import BadInput
from combien.sequences._polynomials import divided, gcd, product, series, trimmed

__all__ = ["GeneratingFunction", "Recurrence", "nth_coefficient", "sum_text"]


@dataclass(frozen=True, slots=True)
class Recurrence:
    """A linear recurrence with constant integer coefficients, and the terms that it begins with.

    >>> dominoes = Recurrence([1, 5, 1, -1], [1, 1, 5, 11])
    >>> print(dominoes)
    a(n) = a(n-1) + 5a(n-2) + a(n-3) - a(n-4)
    >>> dominoes.first(9)
    [1, 1, 5, 11, 36, 95, 281, 781, 2245]
    >>> dominoes.term(10**6, modulo=10**9 + 7)
    538060863

    `coefficients` are those of a(n-1), a(n-2), ...; `initial` are a(0), a(1), ... up to the first
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
        """Return the terms a(0), ..., a(length - 1)."""
        return list(islice(self.terms(), check_int("length", length)))

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


@dataclass(frozen=True, slots=True)
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
        """Return the coefficients a(0), ..., a(length - 1)."""
        return series(self.numerator, self.denominator, check_int("length", length))

    def term(self, n: int, modulo: int | None = None) -> int:
        """Return the coefficient of x^n, exactly or modulo a number.

        >>> fibonacci = GeneratingFunction([0, 1], [1, -1, -1])
        >>> fibonacci.term(100), fibonacci.term(10**18, modulo=1000)
        (354224848179261915075, 875)

        Takes about 2 log2(n) products of polynomials of the degree of the denominator; exactly,
        the last ones are of numbers as long as the result.
        """
        n = check_int("n", n)
        if modulo is not None:
            modulo = check_int("modulo", modulo, least=1)
        return nth_coefficient(self.numerator, self.denominator, n, modulo)

    def __str__(self) -> str:
        above, below = (sum_text(part, _power) for part in (self.numerator, self.denominator))
        if below == "1":
            return above
        return f"({above})/({below})" if " " in above else f"{above}/({below})"


def nth_coefficient(
    numerator: Sequence[int], denominator: Sequence[int], n: int, modulo: int | None = None
) -> int:
    """Return the coefficient of x^n of a fraction whose denominator begins with 1.

    P(x)/Q(x) = P(x)Q(-x) / Q(x)Q(-x), whose denominator is even: only the terms of the parity of n
    of the numerator count, and n is halved.
    """
    if modulo == 1:
        return 0
    above, below = _reduced(numerator, modulo), _reduced(denominator, modulo)
    while n >= len(below):
        mirrored = [-c if power % 2 else c for power, c in enumerate(below)]
        above = _reduced(product(above, mirrored)[n % 2 :: 2], modulo)
        below = _reduced(product(below, mirrored)[::2], modulo)
        n //= 2
    total = series(above, below, n + 1)[n] if above else 0
    return total if modulo is None else total % modulo


def _reduced(polynomial: Sequence[int], modulo: int | None) -> list[int]:
    return trimmed(polynomial if modulo is None else [c % modulo for c in polynomial])


def _integers(name: str, numbers: Iterable[int]) -> list[int]:
    try:
        given = list(numbers)
    except TypeError:
        raise BadInput(f"{name}={short_repr(numbers)}: expected a list of integers") from None
    return [check_int(f"{name}[{at}]", number, least=None) for at, number in enumerate(given)]


def _previous_term(index: int) -> str:
    return f"a(n-{index + 1})"


def _power(index: int) -> str:
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
