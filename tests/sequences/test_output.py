"""Sequences written for other programs: the texts and their values."""

from __future__ import annotations

import re
import sys

import pytest

from combien.errors import MissingExtra
from combien.sequences import GeneratingFunction, Recurrence, growth_of
from combien.sequences._output import bfile, oeis, to_latex, to_pari, to_sage, to_sympy

DOMINOES = Recurrence([1, 5, 1, -1], [1, 1, 5, 11]).generating_function()
# With a polynomial part, so that the recurrence begins late.
LATE = GeneratingFunction([1, 1, 1, 7], [1, -2])


def evaluated(fraction: str, x: float) -> float:
    return float(eval(fraction.replace("^", "**"), {"x": x}))


@pytest.mark.parametrize("function", [DOMINOES, LATE, GeneratingFunction([3, -1], [1])])
def test_a_fraction_has_the_value_of_the_series(function: GeneratingFunction) -> None:
    series = sum(term * 0.01**n for n, term in enumerate(function.first(40)))
    pari = re.fullmatch(r"Vec\((.*) \+ O\(x\^20\)\)", to_pari(function))
    sage = re.fullmatch(r"C\.<x> = CFiniteSequences\(QQ\)\nC\((.*)\)", to_sage(function))
    assert pari is not None
    assert sage is not None
    assert pari[1] == sage[1]
    assert evaluated(pari[1], 0.01) == pytest.approx(series)


def test_latex() -> None:
    assert to_latex(LATE) == (
        "\\begin{align*}\n"
        "  a(n) &= 2 a(n-1) && (n \\ge 4), \\\\\n"
        "  \\sum_{n \\ge 0} a(n) x^n &= \\frac{1 + x + x^2 + 7 x^3}{1 - 2 x}.\n"
        "\\end{align*}"
    )


@pytest.mark.needs("sympy")
def test_sympy() -> None:
    import sympy

    x = sympy.Symbol("x")
    expression = to_sympy(DOMINOES)
    assert sympy.expand(expression * (1 - x - 5 * x**2 - x**3 + x**4) - 1 + x**2) == 0


def test_without_sympy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "sympy", None)
    with pytest.raises(MissingExtra, match="pip install sympy"):
        to_sympy(DOMINOES)


def test_a_b_file_ends_before_terms_that_are_too_long() -> None:
    powers = Recurrence([10**100], [1])
    lines = bfile(powers.terms(), 40).splitlines()
    assert lines[-1] == f"9 {10**900}"
    assert len(lines) == 10


def test_an_entry_for_a_sequence_with_a_formula() -> None:
    entry = oeis(
        DOMINOES.first(40), name="Dominoes on 4 x n.", function=DOMINOES, growth=growth_of(DOMINOES)
    )
    data = re.findall(r"^%[STU] A000000 (.*)$", entry, re.M)
    assert len(data) == 3
    assert [line.endswith(",") for line in data] == [True, True, False]
    terms = [int(term) for term in "".join(data).split(",")]
    assert terms == DOMINOES.first(len(terms))
    assert max(map(len, data)) <= 81
    assert "%F A000000 a(n) = a(n-1) + 5*a(n-2) + a(n-3) - a(n-4).\n" in entry
    assert "signature (1,5,1,-1)." in entry
    assert "tends to 2.84053619409495253305..." in entry
    assert entry.endswith("%K A000000 nonn,easy\n%O A000000 0,3")


def test_an_entry_for_a_late_recurrence() -> None:
    entry = oeis(LATE.first(9), name="Late.", function=LATE)
    assert "%F A000000 a(n) = 2*a(n-1) for n >= 4.\n" in entry
    assert "Join[{1, 3, 7}, LinearRecurrence[{2}, {21}, 30]]" in entry


def test_terms_that_are_too_long_end_the_list() -> None:
    assert "\n%S A000000 7,11\n%N" in oeis([7, 11, 10**300, 5], name="A long one.")


def test_an_entry_without_a_formula() -> None:
    entry = oeis([1, 0, 2, -8], name="Few terms.\nTwo lines.")
    assert entry.splitlines() == [
        "%I A000000",
        "%S A000000 1,0,2,-8",
        "%N A000000 Few terms.\N{REPLACEMENT CHARACTER}Two lines.",
        "%K A000000 sign,more",
        "%O A000000 0,3",
    ]
