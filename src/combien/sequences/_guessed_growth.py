"""How fast terms grow: a guess with an error bar, by accelerated convergence.

The ratios a(n) / a(n-1) tend to the growth, slowly: the error is about theta / n if a(n) is about
C mu^n n^theta.  Richardson's extrapolation, Levin's u-transform and Brezinski's iterated
theta-algorithm give many estimates, of the ratios and of the geometric means of two of them, for
sequences that alternate.

The error bar of an estimate from m ratios is 4 m times its largest change when up to four ratios
are left out: enough for errors that fall like m^(-1/4).  The estimate with the smallest bar is
taken; its bar is enlarged to reach the next best ones, and those from slightly fewer terms.  Then
it is checked: without the last quarter of the terms, the bar must reach the estimate from all
terms, or it is enlarged by what it lacks.  The bar is right if the terms to come behave like these.

Source: C. Brezinski, M. Redivo Zaglia, Extrapolation Methods (1991); A. J. Guttmann, in: Polygons,
Polyominoes and Polycubes (2009), chapter 8.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from decimal import ROUND_CEILING, ROUND_HALF_EVEN, Decimal, localcontext
from itertools import pairwise
from math import comb, factorial, gcd

from combien._base.checks import check_int
from combien.errors import BadInput
from combien.sequences._guess import LEAST_CHECKED
from combien.sequences._terms import checked_terms

_LEAST_TERMS = 20
_LEAST_PAIRS = 8
# Estimates are not more precise than this; the calculation is, for what cancels.
_DIGITS = 50
_WORKING_DIGITS = 110
_MOST_TERMS = 1000
# An estimate and its bar.
_Bar = tuple[Decimal, Decimal]


@dataclass(frozen=True, repr=False)
class GuessedGrowth:
    """A growth constant that was guessed from terms, with an error bar.

    >>> from combien.sequences import guess_growth
    >>> motzkin = [1, 1]
    >>> for n in range(2, 40):
    ...     motzkin.append(((2 * n + 1) * motzkin[-1] + (3 * n - 3) * motzkin[-2]) // (n + 2))
    >>> print(guess_growth(motzkin))
    guessed, checked on 10 terms: growth 3.000000 +/- 0.000020

    It is not proved, and neither is the error bar: the terms that follow may behave otherwise.

    `value` is the limit of a(n)^(1/n), or of a(n)^(1/n^2) and so on, the root being of n to the
    power of `dimension`; `error` is a bound of its error, guessed from how the estimates change.
    It was estimated from `terms` terms, and an estimate without the last `checked` of them has an
    error bar that holds for this one.
    """

    value: Decimal
    error: Decimal
    terms: int
    checked: int
    dimension: int = 1

    @property
    def status(self) -> str:
        """That it is guessed, and on how many terms it was checked."""
        return f"guessed, checked on {self.checked} terms"

    def to_latex(self) -> str:
        """Return the constant in LaTeX, with the words that it is guessed."""
        return f"\\[ {self.value:f} \\pm {self.error:f} \\qquad\\text{{({self.status})}} \\]"

    def to_json(self) -> str:
        """Return the fields as a JSON object, with "status": "guessed"; value and error as text."""
        facts = {
            "status": "guessed",
            "text": str(self),
            "value": f"{self.value:f}",
            "error": f"{self.error:f}",
            "terms": self.terms,
            "checked": self.checked,
            "dimension": self.dimension,
        }
        return json.dumps(facts)

    def __str__(self) -> str:
        of = f" of a(n)^(1/n^{self.dimension})" if self.dimension > 1 else ""
        return f"{self.status}: growth {self.value:f} +/- {self.error:f}{of}"

    def __repr__(self) -> str:
        return f"<{self}>"


def guess_growth(terms: Iterable[int], *, dimension: int = 1) -> GuessedGrowth | None:
    """Return the growth of the terms a(0), a(1), ... with an error bar, or None if none shows.

    >>> guess_growth(2 ** (n * (n + 1) // 2) for n in range(24)) is None
    True
    >>> print(guess_growth((2 ** (n * (n + 1) // 2) for n in range(24)), dimension=2))
    guessed, checked on 8 terms: growth 1.4142135623730950488016887242096980785696718753769481 +/- \
0.0000000000000000000000000000000000000000000000000072 of a(n)^(1/n^2)

    `dimension` is 2 for the boards of a family that grow in two directions, such as n x n: the
    growth is the limit of a(n)^(1/n^2).  If only each k-th term is not 0, it is that of these.
    There is no growth to be seen if terms are negative, if the ratios still increase like a power
    of n, or if the error is more than half of the value.

    Raises `BadInput` for fewer than 20 terms that can be used.  1000 terms take 1 s.
    """
    given = checked_terms(terms)
    dimension = check_int("dimension", dimension, least=1, most=3)
    step = gcd(*(n for n, term in enumerate(given) if term)) or 1
    used = given[::step]
    used = used[next((n for n, term in enumerate(used) if term), 0) :][-_MOST_TERMS:]
    if len(used) < _LEAST_TERMS:
        raise BadInput(
            f"terms: {len(used)} that are not 0, expected at least {_LEAST_TERMS} to guess a growth"
        )
    if min(used) <= 0:
        return None
    held = max(LEAST_CHECKED, len(used) // 4)
    with localcontext(prec=_WORKING_DIGITS):
        ratios = list(map(Decimal, used))
        for _ in range(dimension):
            ratios = [after / before for before, after in pairwise(ratios)]
        if _grow(ratios):
            return None
        (limit, error), (before, bar) = _estimate(ratios), _estimate(ratios[:-held])
        if abs(limit - before) > bar:
            error *= abs(limit - before) / bar
        if not limit > 2 * error:
            return None
        root = 1 / Decimal(factorial(dimension) * step**dimension)
        value = limit**root
        value, error = _rounded(value, value * error / limit * root)
        return GuessedGrowth(value, error, len(given), held, dimension)


def _rounded(value: Decimal, error: Decimal) -> _Bar:
    """Return both with as many places as make sense; the error is rounded up."""
    place = Decimal(1).scaleb(error.adjusted() - 1)
    # Half a place more, for the value.
    error = (error + place / 2).quantize(place, ROUND_CEILING)
    return value.quantize(place, ROUND_HALF_EVEN), error


def _grow(ratios: Sequence[Decimal]) -> bool:
    """Whether ratios seem to increase without bound: as much in the last doubling as before."""
    last, middle, early = (ratios[(len(ratios) - 1) // part] for part in (1, 2, 4))
    increase, earlier = (last / middle).ln(), (middle / early).ln()
    return increase > Decimal("1e-6") and increase > Decimal("0.85") * earlier


def _estimate(ratios: Sequence[Decimal]) -> _Bar:
    """Return the limit of ratios and the error bar, which covers those from fewer ratios."""
    best = [_best(ratios[: len(ratios) - left]) for left in range(4)]
    value = best[0][0]
    least = abs(value).scaleb(-_DIGITS)
    return value, max(least, *(max(bar, abs(other - value)) for other, bar in best))


def _best(ratios: Sequence[Decimal]) -> _Bar:
    """Return the estimate that changes least, with a bar that reaches the next best ones."""
    pairs = [(a * b).sqrt() for a, b in zip(ratios[::-2], ratios[-2::-2], strict=False)][::-1]
    found: list[_Bar] = []
    for sequence in (ratios, pairs) if len(pairs) >= _LEAST_PAIRS else (ratios,):
        shorter = [dict(_estimates(sequence[: len(sequence) - left])) for left in range(5)]
        for name, value in shorter[0].items():
            changes = [abs(one[name] - value) for one in shorter if name in one]
            if len(changes) == len(shorter):
                found.append((value, 4 * len(sequence) * max(changes)))
    found.sort(key=lambda one: one[1])
    value, bar = found[0]
    return value, max(bar, *(abs(other - value) for other, _ in found[:5]))


def _estimates(ratios: Sequence[Decimal]) -> Iterator[tuple[tuple[str, int], Decimal]]:
    """Yield estimates of the limit, with the name of the method and its order."""
    size = len(ratios)
    yield ("ratio", 0), ratios[-1]
    for order in range(1, min(10, size // 2)):
        yield ("Richardson", order), _richardson(ratios, order)
    for order in range(2, min(12, size // 2)):
        limit = _levin(ratios, order)
        if limit is not None:
            yield ("Levin", order), limit
    yield from ((("theta", order), limit) for order, limit in enumerate(_theta(ratios)))


def _richardson(ratios: Sequence[Decimal], order: int) -> Decimal:
    """Return the limit if ratio n is a polynomial in 1/n of this degree.

    >>> _richardson([Decimal(2) + Decimal(3) / n for n in (1, 2, 3, 4)], 1)
    Decimal('2.00')
    """
    total = Decimal(0)
    for at in range(order + 1):
        n = len(ratios) - order + at
        sign = (-1) ** (order + at)
        total += (
            sign * Decimal(n) ** order * ratios[n - 1] / (factorial(at) * factorial(order - at))
        )
    return total


def _levin(ratios: Sequence[Decimal], order: int) -> Decimal | None:
    """Return the limit by Levin's u-transform; None if two ratios are equal."""
    above = below = Decimal(0)
    for at in range(order + 1):
        n = len(ratios) - order + at
        change = ratios[n - 1] - ratios[n - 2]
        if not change:
            return None
        weight = (-1) ** at * comb(order, at) * Decimal(n) ** (order - 2) / change
        above += weight * ratios[n - 1]
        below += weight
    return above / below if below else None


def _theta(ratios: Sequence[Decimal]) -> Iterator[Decimal]:
    """Yield the limits by Brezinski's theta-algorithm, applied up to four times."""
    for _ in range(4):
        changes = [after - before for before, after in pairwise(ratios)]
        following = []
        for at in range(len(ratios) - 3):
            first, second, third = changes[at : at + 3]
            below = third * (second - first) - first * (third - second)
            if not below:
                return
            following.append(ratios[at + 1] - first * second * (third - second) / below)
        if not following:
            return
        ratios = following
        yield ratios[-1]
