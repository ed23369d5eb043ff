"""Recurrences and generating functions: against the definition, term by term."""

from __future__ import annotations

from fractions import Fraction
from itertools import zip_longest

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from combien import Strip, sequence
from combien.errors import BadInput
from combien.sequences import GeneratingFunction, Recurrence
from combien.sequences import _polynomials as polynomials

SMALL = st.integers(-9, 9)
HUGE = st.integers(-(10**40), 10**40)


def slow_product(left: list[int], right: list[int]) -> list[int]:
    result = [0] * (len(left) + len(right) - 1)
    for i, a in enumerate(left):
        for j, b in enumerate(right):
            result[i + j] += a * b
    return result


@st.composite
def recurrences(draw: st.DrawFn) -> Recurrence:
    coefficients = draw(st.lists(SMALL, max_size=5))
    length = len(coefficients)
    return Recurrence(coefficients, draw(st.lists(SMALL, min_size=length, max_size=length + 3)))


def by_definition(recurrence: Recurrence, length: int) -> list[int]:
    terms = list(recurrence.initial[:length])
    while len(terms) < length:
        back = range(1, recurrence.order + 1)
        terms.append(sum(recurrence.coefficients[k - 1] * terms[-k] for k in back))
    return terms


@given(st.lists(HUGE, min_size=1, max_size=9), st.lists(SMALL, min_size=1, max_size=9))
def test_products(left: list[int], right: list[int]) -> None:
    assert polynomials.product(left, right) == slow_product(left, right)


@given(*[st.lists(SMALL, min_size=1, max_size=5) for _ in range(3)])
def test_common_factors_are_found(left: list[int], right: list[int], factor: list[int]) -> None:
    assume(left[-1] and right[-1] and factor[-1])
    found = polynomials.gcd(slow_product(left, factor), slow_product(right, factor))
    assert len(found) >= len(factor)
    for part in (left, right):
        whole = polynomials.primitive(slow_product(part, factor))
        assert slow_product(polynomials.divided(whole, found), found) == whole


@given(st.lists(SMALL, min_size=1, max_size=7), SMALL, st.integers(1, 9))
def test_no_root_above(p: list[int], top: int, bottom: int) -> None:
    assume(p[-1] > 0)
    shifted, power = [Fraction(0)], [Fraction(1)]
    for coefficient in p:
        shifted = [
            a + coefficient * b for a, b in zip_longest(shifted, power, fillvalue=Fraction(0))
        ]
        moved = [Fraction(top, bottom) * b for b in power]
        power = [a + b for a, b in zip_longest(moved, [Fraction(0), *power], fillvalue=Fraction(0))]
    expected = all(coefficient >= 0 for coefficient in shifted)
    assert polynomials.rootless_above(p, top, bottom) == expected


@settings(max_examples=40)
@given(recurrences())
def test_terms_match_the_definition(recurrence: Recurrence) -> None:
    terms = by_definition(recurrence, 25)
    assert recurrence.first(25) == terms
    function = recurrence.generating_function()
    assert function.first(25) == terms
    assert [function.term(n) for n in range(25)] == terms
    assert [recurrence.term(n, modulo=7) for n in range(25)] == [term % 7 for term in terms]


@given(recurrences())
def test_a_minimal_recurrence_gives_the_same_terms(recurrence: Recurrence) -> None:
    minimal = recurrence.minimal()
    assert minimal.first(25) == recurrence.first(25)
    assert minimal.order <= recurrence.order
    assert minimal.start <= recurrence.start
    assert minimal.minimal() == minimal


@given(recurrences(), st.integers(10**6, 10**12), st.integers(2, 10**9))
def test_terms_far_out_obey_the_recurrence(recurrence: Recurrence, n: int, modulo: int) -> None:
    window = [recurrence.term(n + k, modulo) for k in range(recurrence.order + 1)]
    back = range(1, recurrence.order + 1)
    expected = sum(recurrence.coefficients[k - 1] * window[-1 - k] for k in back)
    assert window[-1] == expected % modulo


def test_an_exact_term_far_out() -> None:
    dominoes = Recurrence([1, 5, 1, -1], [1, 1, 5, 11])
    term = dominoes.term(10**5)
    assert term.bit_length() == 150616
    assert term % (10**9 + 7) == dominoes.term(10**5, 10**9 + 7)


def test_texts() -> None:
    assert str(Recurrence([0, 0, -2], [1, 2, 3, 4])) == "a(n) = -2a(n-3) for n >= 4"
    assert str(Recurrence([], [])) == "a(n) = 0"
    assert str(GeneratingFunction([1, -11, 29, -19], [1, -15, 55, -51])) == (
        "(1 - 11x + 29x^2 - 19x^3)/(1 - 15x + 55x^2 - 51x^3)"
    )
    assert str(GeneratingFunction([0, 2], [1])) == "2x"
    assert str(GeneratingFunction([], [1, -1])) == "0"


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Recurrence([1, 2], [1]), "1 terms for a recurrence of order 2"),
        (lambda: Recurrence([1.5], [1]), r"coefficients\[0\]=1.5"),  # type: ignore[list-item]
        (lambda: Recurrence(3, [1]), "coefficients=3"),  # type: ignore[arg-type]
        (lambda: GeneratingFunction([1], []), "denominator"),
        (lambda: GeneratingFunction([1], [2, 1]), "not integers"),
        (lambda: GeneratingFunction([1], [0, 1]), "not integers"),
        (lambda: Recurrence([1], [1]).term(-1), "n=-1"),
        (lambda: Recurrence([1], [1]).term(1, modulo=0), "modulo=0"),
    ],
)
def test_bad_formulas(make: object, message: str) -> None:
    assert callable(make)
    with pytest.raises(BadInput, match=message):
        make()


@pytest.mark.parametrize(
    ("width", "denominator"),
    [(2, (1, *[0] * 5, -2)), (4, (1, *[0] * 5, -4)), (6, (1, 0, -2, *[0] * 3, -8))],
)
def test_the_l_hexomino(width: int, denominator: tuple[int, ...]) -> None:
    """The generating functions of polyominoes.org (6L)."""
    function = sequence(Strip(width, tiles="*..../*****")).generating_function()
    assert function is not None
    assert (function.numerator, function.denominator) == ((1,), denominator)


def test_terms_without_end() -> None:
    terms = GeneratingFunction([1, 1], [1, -2]).terms()
    assert [next(terms) for _ in range(4)] == [1, 3, 6, 12]
    assert Recurrence([2], [1, 3]).term(3, modulo=1) == 0
    for wrong in (0, -1):
        with pytest.raises(BadInput, match="modulo"):
            Recurrence([2], [1, 3]).term(3, modulo=wrong)
    assert GeneratingFunction([], [1, -2]).term(10**9) == 0


def test_which_fractions_have_integers() -> None:
    assert GeneratingFunction([2, 4], [2, 6]) == GeneratingFunction([1, 2], [1, 3])
    assert GeneratingFunction([1, 2], [-1, 3]) == GeneratingFunction([-1, -2], [1, -3])
    for above, below in (([1], [2]), ([1], [0, 1]), ([2, 1], [2, 4]), ([2, 4], [2, 1])):
        with pytest.raises(BadInput, match="are not integers"):
            GeneratingFunction(above, below)


def test_operations_with_polynomials() -> None:
    assert polynomials.combination([1, 2], [3, -2, 5]) == [4, 0, 5]
    assert polynomials.combination([1, 2], [0, 2], factors=(1, -1)) == [1]
    assert polynomials._coprime([1, 1], [1, 2])
    assert not polynomials._coprime([1, 2, 1], [1, 1])
    assert polynomials.gcd([], [2, 4]) == polynomials.gcd([2, 4], []) == [1, 2]
    assert polynomials.gcd([1, 0, 2, 0, 1], [1, 0, 1]) == [1, 0, 1]
    assert (
        polynomials.primitive([]) == polynomials.product([], [1]) == polynomials.trimmed([0]) == []
    )
    assert polynomials.product([1, 0, 2, 0], [3, 0, 1]) == [3, 0, 7, 0, 2, 0]
    # The largest sums of products of these lengths, with either sign.
    for sign in (1, -1):
        assert polynomials.product([63] * 7, [sign * 127] * 7)[6] == sign * 7 * 63 * 127
    assert polynomials.value([], 3) == 0
    assert polynomials.sign_changes([1, 0, 2, 0, -1, 0, 3]) == 2
    assert polynomials.series([1, 2, 3], [1], 5) == [1, 2, 3, 0, 0]
    for polynomial, divisor in (([1, 1, 1], [1, 1]), ([1, 1], [1, 2]), ([1], [1, 1])):
        with pytest.raises(ValueError, match=r"quotient is not integral|leaves a remainder"):
            polynomials.divided(polynomial, divisor)
