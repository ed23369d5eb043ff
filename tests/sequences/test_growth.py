"""Growth rates: against floating-point roots, and against terms far out."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from math import log

import numpy
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from combien.errors import BadInput
from combien.sequences import GeneratingFunction, Growth, _formula, growth_of


@given(st.lists(st.integers(0, 9), min_size=1, max_size=6), st.integers(1, 60))
def test_the_largest_root(coefficients: list[int], bits: int) -> None:
    assume(coefficients[-1])
    growth = growth_of(GeneratingFunction([1], [1, *(-c for c in coefficients)]))
    low, high = growth.bounds(bits)
    assert high - low <= Fraction(1, 2**bits)
    largest = max(abs(numpy.roots([1, *(-c for c in coefficients)])))
    # A root of multiplicity m is found by numpy with an error of about epsilon**(1/m).
    assert float(low) - 1e-3 < largest < float(high) + 1e-3
    assert float(growth) == pytest.approx(largest, rel=1e-3)


@given(st.lists(st.integers(0, 9), min_size=1, max_size=4), st.integers(1, 3))
def test_terms_far_out_grow_at_this_rate(coefficients: list[int], multiplicity: int) -> None:
    """Also for multiple roots, and where only each k-th term is not zero."""
    assume(coefficients[-1])
    function = GeneratingFunction([1], [1])
    for _ in range(multiplicity):
        denominator = numpy.polymul(
            function.denominator[::-1], [-c for c in coefficients[::-1]] + [1]
        )
        function = GeneratingFunction([1], map(int, denominator[::-1]))
    growth = growth_of(function)
    n = 2000
    term = max(function.term(n + k) for k in range(growth.period))
    # a(n) is between g^n and a polynomial of small degree times g^n.
    assert log(term) / n == pytest.approx(log(float(growth)), abs=0.02)


def test_digits_match_known_numbers() -> None:
    golden = growth_of(GeneratingFunction([1], [1, -1, -1]))
    assert golden.digits(50) == "1.61803398874989484820458683436563811772030917980576"
    assert str(golden) == "1.61803398874989484820..., the largest root of x^2 - x - 1"
    # log(2) of a cell, and of each of two.
    doubling = growth_of(GeneratingFunction([1], [1, -2]))
    assert (str(doubling), doubling.digits(9)) == ("2", "2")
    assert doubling.entropy(places=40) == "0.6931471805599453094172321214581765680755"
    assert doubling.entropy(cells=2, places=6) == "0.346573"
    assert growth_of(GeneratingFunction([1], [1, -1])).entropy(places=3) == "0.000"


def test_bits_are_doubled_until_they_suffice(monkeypatch: pytest.MonkeyPatch) -> None:
    growth = growth_of(GeneratingFunction([1], [1, -7, 3, -1]))
    digits, entropy = growth.digits(60), growth.entropy(places=60)
    monkeypatch.setattr(_formula, "_bits", lambda places: 3)
    assert (growth.digits(60), growth.entropy(places=60)) == (digits, entropy)
    # Rounded down and up: of an integer, too.
    for number in (Fraction(2), Fraction(17, 5), Fraction(1, 3)):
        low, high = (_formula._logarithm(number, down, 9) for down in (True, False))
        assert high - low < Fraction(1, 10**10)
        exact = Decimal(number.numerator).ln() - Decimal(number.denominator).ln()
        assert low < Fraction(exact) < high
    assert (
        _formula._logarithm(Fraction(1), True, 9) == _formula._logarithm(Fraction(1), False, 9) == 0
    )


def test_digits_that_need_more_bits() -> None:
    """The square root of 10**80 + 1 has 40 zeros after its point."""
    growth = growth_of(GeneratingFunction([1], [1, 0, -(10**80) - 1]))
    assert growth.digits(30) == f"1{'0' * 40}.{'0' * 30}"
    assert growth.digits(42) == f"1{'0' * 40}.{'0' * 40}49"


def test_periodic_zeros() -> None:
    every_fourth = growth_of(GeneratingFunction([1], [1, 0, 0, 0, -7]))
    assert every_fourth.period == 4
    assert every_fourth.digits(10) == "1.6265765616"  # The fourth root of 7.


def test_finitely_many_terms_do_not_grow() -> None:
    nothing = growth_of(GeneratingFunction([1, 5], [1]))
    assert str(nothing) == "0"
    with pytest.raises(BadInput, match="no entropy"):
        nothing.entropy()


# The last two have a positive root, and a larger one that is negative.
@pytest.mark.parametrize(
    "denominator", [[1, 2], [1, 0, 1], [1, -1, 9], [1, 1, 1, 4, 1], [1, 2, -3], [1, 1, -2, -1]]
)
def test_terms_that_are_not_counts(denominator: list[int]) -> None:
    with pytest.raises(BadInput, match="negative"):
        growth_of(GeneratingFunction([1], denominator)).digits()


@pytest.mark.parametrize("denominator", [[1, -1, -1], [1, -7, 3, -1], [1, 0, -2]])
def test_bounds_are_neighbors(denominator: list[int]) -> None:
    """Multiples of 2**-bits, with nothing between them."""
    growth = growth_of(GeneratingFunction([1], denominator))
    root = max(abs(numpy.roots(denominator)))
    for bits in range(20):
        low, high = (bound * 2**bits for bound in growth.bounds(bits))
        assert (low.denominator, high) == (1, low + 1)
        assert low < root * 2**bits < high


def test_integers_are_exact() -> None:
    for factor, others in ((1, []), (2, []), (7, [1, -1]), (3, [1, -2, 1])):
        denominator = numpy.polymul([-factor, 1], others[::-1] or [1])[::-1]
        growth = growth_of(GeneratingFunction([1], map(int, denominator)))
        assert set(growth.bounds(9)) == {Fraction(factor)}
        assert str(growth) == growth.digits(3) == str(factor)


def test_digits_and_entropy_of_any_number_of_places() -> None:
    growth = growth_of(GeneratingFunction([1], [1, -7, 3, -1]))
    assert [growth.digits(places) for places in range(4)] == ["6", "6.5", "6.56", "6.566"]
    assert [growth.entropy(places=places) for places in range(4)] == ["1", "1.8", "1.88", "1.881"]
    assert growth.entropy(cells=4, places=3) == "0.470"
    assert len(growth.digits()) == len("6.") + 20
    assert len(growth.entropy()) == len("1.") + 20
    for wrong in ({"cells": 0}, {"places": -1}):
        with pytest.raises(BadInput):
            growth.entropy(**wrong)
    nothing = growth_of(GeneratingFunction([1, 5], [1]))
    assert set(nothing.bounds(5)) == {Fraction(0)}
    assert (nothing.polynomial, nothing.period, float(nothing)) == ((1,), 1, 0.0)
    assert Growth((-2, 1)).period == 1
    quadratic = growth_of(GeneratingFunction([1], [1, 0, -2]))
    assert (quadratic.polynomial, quadratic.period) == ((-2, 0, 1), 2)
    assert str(quadratic).endswith("..., the largest root of x^2 - 2")
