"""Costs of options as integers, exactly: whole numbers, floats, fractions and decimals.

Searches and files add integers.  Costs of another kind are multiplied by their common denominator
and divided by what they have in common.  A float counts as the decimal that Python prints for it,
so that 0.1 is a tenth: its binary digits would be noise that decides between equal costs.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from decimal import Decimal
from fractions import Fraction
from math import gcd, lcm
from typing import TYPE_CHECKING, Any

from combien._base.checks import Cost, as_int, short_repr
from combien.errors import BadProblem

if TYPE_CHECKING:
    from combien.cover._problem import Problem

# Costs are added in 62 bits.
MOST_TOTAL = 2**62
# A larger denominator, or exponent of a decimal, leaves no bits for the costs themselves.
MOST_DENOMINATOR = 2**62
MOST_EXPONENT = 40
# The place of the cost that every solution has.
CONSTANT = "the constant"
# Of a number that is not a cost; floats have fewer.
MOST_ZEROS = 400


class Scale:
    """Costs of one kind as integers, in units of a fraction.

    >>> scale = Scale([Decimal("0.50"), 2, Decimal("1.5")])
    >>> scale.integers, scale.unit, scale.cost(5)
    ([1, 4, 3], Fraction(1, 2), Decimal('2.50'))

    `constant` is one more cost, which every solution has, in the same unit.
    Raises `BadProblem` for values that are not costs, with their place and the way out.
    """

    def __init__(self, costs: Sequence[Cost], constant: Cost = 0) -> None:
        self.kind: type[Cost] = int
        fractions: list[Fraction | int] = []
        # The number of decimals, so that sums have as many as the user's own would have.
        self._places, denominator = 0, 1
        places: list[int | str] = [*range(len(costs)), CONSTANT]
        costs = [*costs, constant]
        for option, cost in zip(places, costs, strict=True):
            if type(cost) is int and abs(cost) < MOST_TOTAL:
                fractions.append(cost)
                continue
            fraction = exact_cost(option, cost)
            self._see(option, cost)
            denominator = lcm(denominator, fraction.denominator)
            if denominator >= MOST_DENOMINATOR:
                raise _too_fine(option, cost)
            fractions.append(fraction)
        scaled = [int(fraction * denominator) for fraction in fractions]
        common = gcd(*scaled) or 1
        self.unit = Fraction(common, denominator)
        *self.integers, self.constant = (cost // common for cost in scaled)
        total = sum(map(abs, self.integers), abs(self.constant))
        if total >= MOST_TOTAL and self.kind is not int:
            largest = max(range(len(costs)), key=lambda option: abs(scaled[option]))
            raise _too_fine(places[largest], costs[largest])

    def cost(self, integer: int) -> Cost:
        """Return a cost of the user's own kind."""
        value = integer * self.unit
        if self.kind is Decimal:
            return Decimal(f"{int(value * 10**self._places)}E-{self._places}")
        if self.kind is Fraction:
            return value
        return float(value) if self.kind is float else int(value)

    def _see(self, option: int | str, cost: Cost) -> None:
        """Take note of the kind of a cost."""
        kind = next((one for one in (float, Fraction, Decimal) if isinstance(cost, one)), int)
        if kind is int:
            return
        if self.kind not in (int, kind):
            raise BadProblem(
                f"{_place(option)} costs {short_repr(cost)}, a {kind.__name__}, but another one is "
                f"a {self.kind.__name__}: give all costs of an objective one type"
            )
        self.kind = kind
        if isinstance(cost, Decimal):
            exponent = cost.as_tuple().exponent
            assert isinstance(exponent, int)
            self._places = max(self._places, min(-exponent, MOST_EXPONENT))


def exact_cost(option: int | str, cost: object) -> Fraction | int:
    """Return a cost as a fraction, or an integer where it is one; `option` is its place.

    >>> exact_cost(0, 0.1), exact_cost(1, 7)
    (Fraction(1, 10), 7)

    Raises `BadProblem`.
    """
    whole = int(cost) if isinstance(cost, bool) else as_int(cost)
    if whole is not None:
        if abs(whole) >= MOST_TOTAL:
            raise BadProblem(
                f"{_place(option)}: a cost is below 2^62, not {short_repr(cost)}: divide it"
            )
        return whole
    if isinstance(cost, Fraction):
        return cost
    if not isinstance(cost, (float, Decimal)):
        raise BadProblem(
            f"{_place(option)}: a cost is a whole number, a float, a Fraction or a Decimal, not "
            f"{short_repr(cost)}"
        )
    number = Decimal(float.__repr__(cost)) if isinstance(cost, float) else cost
    if not number.is_finite():
        raise BadProblem(f"{_place(option)} costs {short_repr(cost)}: costs are finite numbers")
    exponent = number.as_tuple().exponent
    assert isinstance(exponent, int)
    if number and not -MOST_EXPONENT <= exponent <= number.adjusted() <= MOST_EXPONENT:
        raise _too_fine(option, cost)
    return Fraction(number)


def exact_number(given: object) -> Fraction | None:
    """Return a number as a fraction; None if it is not one, or not finite.

    >>> exact_number(0.1), exact_number(True), exact_number(float("nan"))
    (Fraction(1, 10), None, None)

    Decimals with hundreds of zeros are none, as their fractions could fill the memory.
    """
    whole = None if isinstance(given, bool) else as_int(given)
    if whole is not None:
        return Fraction(whole)
    number = Decimal(float.__repr__(given)) if isinstance(given, float) else given
    if isinstance(number, Decimal):
        short = number.is_finite() and abs(number.adjusted()) < MOST_ZEROS
        return Fraction(number) if short else None
    return number if isinstance(number, Fraction) else None


def total(problem: Problem, options: Iterable[int], constant: Cost = 0) -> int | Any:
    """Return what options cost together, and a constant, exactly.

    >>> from combien import Problem
    >>> total(Problem.from_options("abc", costs=[0.1, 0.2, 4]), [0, 1])
    0.3
    """
    scale = Scale([problem.cost(option) for option in options], constant)
    return scale.cost(sum(scale.integers) + scale.constant)


def _too_fine(option: int | str, cost: object) -> BadProblem:
    return BadProblem(
        f"{_place(option)} costs {short_repr(cost)}: the costs have too many digits to be added "
        "exactly in 62 bits; round them, as in [round(cost, 6) for cost in costs]"
    )


def _place(option: int | str) -> str:
    return option if isinstance(option, str) else f"option {option}"
