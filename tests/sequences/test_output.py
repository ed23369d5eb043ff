"""Sequences written for other programs: the texts and their values."""

from __future__ import annotations

import re
import sys

import pytest

from combien import Strip, sequence
from combien.errors import MissingExtra
from combien.sequences import GeneratingFunction, Recurrence, growth_of
from combien.sequences._output import _data_lines, bfile, oeis, to_latex, to_pari, to_sage, to_sympy

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
    with pytest.raises(MissingExtra, match='pip install "sympy"'):
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


def test_the_longest_terms_of_a_b_file() -> None:
    terms = [10**1000 - 1, -(10**1000) + 1, 10**1000]
    assert len(bfile(terms, 9).splitlines()) == 2
    assert len(bfile([1, -(10**1000)], 9).splitlines()) == 1
    assert bfile([5, 6, 7], 2) == "0 5\n1 6\n"
    assert len(sequence(Strip(1, tiles="*")).bfile().splitlines()) == 1001


def test_the_lines_of_data() -> None:
    """Three lines of about 80 characters, 260 in all."""
    assert list(map(len, _data_lines([1] * 300))) == [80, 80, 79]
    assert list(map(len, _data_lines([10**78] * 9))) == [80, 80, 79]
    assert list(map(len, _data_lines([10**79] * 9))) == [81, 81, 80]
    assert list(map(len, _data_lines([10**99] * 9))) == [101, 100]
    assert _data_lines([10**259, 1]) == [str(10**259)]
    assert _data_lines([10**260, 1]) == []


def test_powers_and_sums_in_latex() -> None:
    function = GeneratingFunction([1, *[0] * 8, 2, 3], [1, -1])
    assert "1 + 2 x^9 + 3 x^{10}" in to_latex(function)
    assert "&= 3 - x.\n" in to_latex(GeneratingFunction([3, -1], [1]))
    assert to_pari(GeneratingFunction([0, 1], [1, -2])) == "Vec(x/(1 - 2*x) + O(x^20))"


def test_an_entry_of_finitely_many_terms() -> None:
    function = GeneratingFunction([3, 1], [1])
    entry = oeis([3, 1, 0], name="Few.", function=function, growth=growth_of(function))
    assert entry.splitlines() == [
        "%I A000000",
        "%S A000000 3,1,0",
        "%N A000000 Few.",
        "%F A000000 a(n) = 0 for n >= 2.",
        "%F A000000 G.f.: 3 + x.",
        "%o A000000 (PARI) Vec(3 + x + O(x^30))",
        "%K A000000 nonn,easy",
        "%O A000000 0,1",
    ]
    assert oeis([1, 1], name="Ones.").endswith("%K A000000 nonn,more\n%O A000000 0,1")


def test_what_a_sequence_says_of_itself() -> None:
    found = sequence(Strip(4, tiles="domino"))
    entry = found.oeis()
    assert "%N A000000 Number of tilings of a 4 X n rectangle with domino.\n" in entry
    assert found.oeis(name="Mine.").splitlines()[4] == "%N A000000 Mine."
    assert len(found.known) == 40
    assert "order_04" in entry
    assert "tends to 2.8405" in entry
    assert sequence(Strip(1, tiles="domino")).oeis(count=3).splitlines()[1] == "%S A000000 1,0,1"
    assert "%O A000000 0,1" in sequence("queens").oeis(count=2)
