"""Guessed formulas: known ones are found, random terms are not explained, and all say "guessed"."""

from __future__ import annotations

import json
import pickle
import re
from collections.abc import Callable
from fractions import Fraction
from math import comb, factorial, prod
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from combien import BadInput, CannotAnswer, Strip, sequence
from combien._cli.main import main
from combien.sequences import (
    GeneratingFunction,
    Growth,
    Guess,
    GuessedGrowth,
    Recurrence,
    guess,
    guess_growth,
)
from combien.sequences._guess import _relation


def catalan(n: int) -> int:
    return comb(2 * n, n) // (n + 1)


def motzkin(n: int) -> int:
    return sum(comb(n, 2 * k) * catalan(k) for k in range(n // 2 + 1))


def apery(n: int) -> int:
    return sum((comb(n, k) * comb(n + k, k)) ** 2 for k in range(n + 1))


def calissons(n: int) -> int:
    """MacMahon's formula for the hexagon with sides n (A008793)."""
    factors = (Fraction(i + j + n - 1, i + j - 1) for i in range(1, n + 1) for j in range(1, n + 1))
    return int(prod(factors, start=Fraction(1)))


def robbins(n: int) -> int:
    """Alternating sign matrices (A005130)."""
    return int(
        prod(
            (Fraction(factorial(3 * k + 1), factorial(n + k)) for k in range(n)), start=Fraction(1)
        )
    )


def invertible(n: int) -> int:
    """Matrices over the field with two elements (A002884)."""
    return prod((1 << n) - (1 << k) for k in range(n))


def aztec(n: int) -> int:
    return 1 << (n * (n + 1) // 2)


KNOWN: dict[str, tuple[Callable[[int], int], int, list[str]]] = {
    "A000045": (
        lambda n: Recurrence([1, 1], [0, 1]).term(n),
        20,
        ["a(n) = a(n-1) + a(n-2)"],
    ),
    "A000108": (
        catalan,
        20,
        ["(n + 1) a(n) = (4n - 2) a(n-1)", "1 - A + x A^2 = 0"],
    ),
    "A001006": (
        motzkin,
        24,
        [
            "(n + 2) a(n) = (2n + 1) a(n-1) + (3n - 3) a(n-2)",
            "1 + (-1 + x) A + x^2 A^2 = 0",
        ],
    ),
    "A000984": (
        lambda n: comb(2 * n, n),
        20,
        ["n a(n) = (4n - 2) a(n-1)", "1 + (-1 + 4x) A^2 = 0"],
    ),
    "A005259": (
        apery,
        36,
        [
            "n^3 a(n) = (34n^3 - 51n^2 + 27n - 5) a(n-1) + (-n^3 + 3n^2 - 3n + 1) a(n-2)",
        ],
    ),
    "A001764": (
        lambda n: comb(3 * n, n) // (2 * n + 1),
        24,
        ["(4n^2 + 2n) a(n) = (27n^2 - 27n + 6) a(n-1)", "1 - A + x A^3 = 0"],
    ),
    "A000142": (factorial, 18, ["a(n) = n a(n-1)"]),
    "A006125": (aztec, 18, ["a(n) = 2^n a(n-1)", "a(n) a(n-2) = 2a(n-1)^2"]),
    "A002884": (invertible, 20, ["2a(n) = (2^(2n) - 2^n) a(n-1)"]),
    "A005130": (
        robbins,
        20,
        ["(16n^2 - 32n + 12) a(n) a(n-2) = (27n^2 - 54n + 24) a(n-1)^2"],
    ),
    "powers, downward": (lambda n: 2 ** (30 - n), 24, ["2a(n) = a(n-1)"]),
    "finitely many": (lambda n: (5, 3, 2)[n] if n < 3 else 0, 30, ["a(n) = 0 for n >= 3"]),
}


@pytest.mark.parametrize("name", KNOWN)
def test_known_formulas(name: str) -> None:
    function, length, formulas = KNOWN[name]
    terms = [function(n) for n in range(length)]
    found = guess(terms)
    texts = [str(one).partition(": ")[2].partition(", A =")[0] for one in found]
    assert texts == formulas
    for one in found:
        assert one.fitted + one.checked == length
        assert one.predicted(length + 3) == [function(n) for n in range(length + 3)]
        assert pickle.loads(pickle.dumps(one)) == one


def test_the_hexagon_has_a_second_ratio() -> None:
    """And no formula of the other kinds: it grows too fast for these."""
    (found,) = guess(map(calissons, range(26)))
    assert (found.kind, [len(each) for each in found.coefficients]) == ("second ratio", [7, 7])
    assert found.predicted(30) == [calissons(n) for n in range(30)]
    assert guess(map(calissons, range(25))) == ()


def test_a_late_beginning_and_zeros() -> None:
    terms = [9, 7, 7, 1, 1]
    while len(terms) < 40:
        terms.append(terms[-1] + terms[-2])
    (found,) = guess(terms)
    assert (found.kind, found.initial) == ("C-finite", (9, 7, 7, 1, 1))
    shifted = guess([0, 0, *map(catalan, range(30))])
    assert [one.kind for one in shifted] == ["P-recursive", "algebraic"]
    for one in shifted:
        assert one.predicted(34) == [0, 0, *map(catalan, range(32))]
    # The last coefficient of the equation x^3 - x A + A^2 determines no term.
    assert [one.checked for one in shifted] == [10, 9]


def test_tilings_of_a_strip_are_guessed_as_they_are_proved() -> None:
    proved = sequence(Strip(4, tiles="domino"))
    (found,) = guess(proved.first(40))
    recurrence = proved.recurrence()
    assert recurrence is not None
    assert found.coefficients == ((1,), *((-c,) for c in recurrence.coefficients))


# Properties ---------------------------------------------------------------------------------------

SMALL = st.integers(-3, 3)


@given(st.lists(SMALL, min_size=1, max_size=4), st.lists(SMALL, min_size=4, max_size=4))
def test_linear_recurrences_are_recovered(coefficients: list[int], initial: list[int]) -> None:
    terms = Recurrence(coefficients, initial).first(70)
    (found,) = guess(terms[:60])
    assert found.kind == "C-finite"
    assert found.predicted(70) == terms


@settings(max_examples=30)
@given(
    st.lists(st.lists(SMALL, min_size=1, max_size=3), min_size=1, max_size=2),
    st.lists(SMALL, min_size=2, max_size=2),
)
def test_polynomial_recurrences_are_recovered(
    polynomials: list[list[int]], initial: list[int]
) -> None:
    terms = list(initial)
    while len(terms) < 70:
        n = len(terms)
        factors = [sum(c * n**power for power, c in enumerate(each)) for each in polynomials]
        terms.append(sum(map(int.__mul__, factors, terms[::-1])))
    found = guess(terms[:60])
    assert found[0].kind in ("C-finite", "P-recursive")
    assert found[0].predicted(70) == terms


@settings(max_examples=20)
@given(st.integers(0, 10**9), st.sampled_from([1, 9, 10**6]), st.integers(45, 60))
def test_random_terms_are_not_explained(seed: int, largest: int, length: int) -> None:
    random = Random(seed)
    assert guess([random.randint(0, largest) for _ in range(length)]) == ()


@pytest.mark.parametrize("place", [0, 3, 20, 30, 39])
def test_one_other_term_is_noticed(place: int) -> None:
    terms = [apery(n) for n in range(40)]
    terms[place] += 1
    found = guess(terms)
    assert all(one.predicted(40) == terms for one in found)
    # If it was not held back, there may be a formula that begins after it.
    assert bool(found) == (place < 30)
    assert all(len(one.initial) > place for one in found)


def test_few_terms_that_are_not_zero_are_not_explained() -> None:
    """(n - 3)(n - 17) a(n) = 0 would hold, but predict nothing of what was held back."""
    terms = [0] * 60
    terms[40] = terms[50] = 1
    assert guess(terms) == ()


def test_a_relation_modulo_a_prime() -> None:
    assert _relation([[1, 0], [0, 1]], 7) is None
    assert _relation([[0, 0]], 7) == [1]
    assert _relation([[1, 2], [2, 4]], 7) == [5, 1]


# Refusals -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("terms", "options", "message"),
    [
        (range(1, 14), {}, "13 given, expected at least 15: 9"),
        ([1, 2] * 10, {}, "20 given, expected at least 36: 30"),
        (range(30), {"held_back": 7}, "held_back=7: expected a whole number of at least 8"),
        (range(30), {"held_back": 25}, "at least 31: 25 of them are held back"),
        ([1.5] * 30, {}, r"terms\[0\]=1.5: expected a whole number"),
        (3, {}, "expected a list of integers"),
    ],
)
def test_refusals(terms: Any, options: dict[str, int], message: str) -> None:
    with pytest.raises(BadInput, match=message):
        guess(terms, **options)


def test_a_prediction_that_is_not_an_integer() -> None:
    (found,) = guess([2 ** (30 - n) for n in range(24)])
    assert found.predicted(31)[-1] == 1
    with pytest.raises(CannotAnswer, match=r"a\(31\) would not be an integer"):
        found.predicted(32)


def test_a_term_that_is_not_determined() -> None:
    """(50 - n) a(n) = (50 - n) 2 a(n-1), with other terms from there on."""
    late = Guess("P-recursive", ((50, -1), (-100, 2)), (1,), 30, 10)
    assert late.predicted(50)[-1] == 2**49
    with pytest.raises(CannotAnswer, match=r"a\(50\) is not determined"):
        late.predicted(51)


# What is guessed says so --------------------------------------------------------------------------

GUESSES: list[Guess | GuessedGrowth] = [
    one
    for function in (catalan, aztec, robbins, lambda n: 3**n, invertible)
    for one in guess(map(function, range(30)))
]
for given_dimension, function in ((1, catalan), (2, aztec)):
    growth = guess_growth(map(function, range(30)), dimension=given_dimension)
    assert growth is not None
    GUESSES.append(growth)

OUTPUTS: dict[str, Callable[[Any], str]] = {
    "str": str,
    "repr": repr,
    "format": "{}".format,
    "in a list": lambda one: str([one]),
    "LaTeX": lambda one: str(one.to_latex()),
    "JSON": lambda one: str(one.to_json()),
}


def test_all_kinds_are_tried() -> None:
    kinds = {one.kind for one in GUESSES if isinstance(one, Guess)}
    assert kinds == {"C-finite", "P-recursive", "algebraic", "q-holonomic", "second ratio"}
    methods = {
        name for name in dir(Guess) + dir(GuessedGrowth) if name.startswith(("to_", "_repr"))
    }
    assert methods == {"to_latex", "to_json"}


@pytest.mark.parametrize("output", OUTPUTS)
def test_every_output_says_that_it_is_guessed(output: str) -> None:
    for one in GUESSES:
        text = OUTPUTS[output](one)
        assert f"guessed, checked on {one.checked} terms" in text
        assert "proved" not in text
        assert text.isascii()


def test_a_guess_is_of_another_class_than_what_is_proved() -> None:
    proved = sequence(Strip(2, tiles="domino"))
    for one in GUESSES:
        assert not isinstance(one, (Recurrence, GeneratingFunction, Growth))
        assert not {"term", "terms_", "first", "recurrence", "digits", "proof"} & set(dir(one))
    for text in (str(proved.recurrence()), proved.to_latex(), str(proved.growth()), proved.oeis()):
        assert "guess" not in text
    for found in (proved.recurrence(), proved.generating_function(), proved.growth(), proved.proof):
        assert not isinstance(found, (Guess, GuessedGrowth))


# The command line ---------------------------------------------------------------------------------

AZTEC = ["aztec", "--tile", "domino", "--guess"]
CATALAN = ",".join(str(catalan(n)) for n in range(24))


def printed(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(["sequence", *words]) == 0
    return capsys.readouterr().out


def test_a_family(capsys: pytest.CaptureFixture[str]) -> None:
    lines = printed(capsys, *AZTEC).splitlines()
    assert lines[0].startswith("1 2 8 64 1024 ")
    assert lines[1] == "guessed, checked on 8 terms: a(n) = 2^n a(n-1)"
    assert re.fullmatch(r"guessed, checked on 8 terms: growth 1\.41421356.* \+/- .*", lines[3])
    assert all(line.startswith("guessed, checked on 8 terms") for line in lines[1:])
    assert "proved" not in "".join(lines)


def test_latex_and_json(capsys: pytest.CaptureFixture[str]) -> None:
    for line in printed(capsys, *AZTEC, "--latex").splitlines()[1:]:
        assert line.startswith("\\[ ")
        assert line.endswith("\\qquad\\text{(guessed, checked on 8 terms)} \\]")
    facts = json.loads(printed(capsys, *AZTEC, "--json"))
    assert (facts["recurrence"], facts["growth"], facts["proved"]) == (None, None, False)
    assert {one["status"] for one in (*facts["guesses"], facts["guessed_growth"])} == {"guessed"}
    assert {one["checked"] for one in (*facts["guesses"], facts["guessed_growth"])} == {8}


@pytest.mark.parametrize(
    "text",
    [
        CATALAN,
        CATALAN.replace(",", "\n"),
        "# A comment.\n" + CATALAN.replace(",", ", "),
        "".join(f"{n} {term}\n" for n, term in enumerate(CATALAN.split(","), 1)),
    ],
)
def test_terms_and_files(text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    given = CATALAN
    if text != CATALAN:
        path = tmp_path / "terms.txt"
        path.write_text(text)
        given = str(path)
    assert printed(capsys, "--guess", given).splitlines()[:2] == [
        "guessed, checked on 8 terms: (n + 1) a(n) = (4n - 2) a(n-1)",
        "guessed, checked on 8 terms: 1 - A + x A^2 = 0, A = a(0) + a(1) x + ...",
    ]
    facts = json.loads(printed(capsys, given, "--guess", "--json"))
    assert facts["terms"] == CATALAN.split(",")
    assert facts["guessed_growth"]["text"].startswith("guessed, checked on 8 terms: growth 4.000")


def test_nothing_is_guessed(capsys: pytest.CaptureFixture[str]) -> None:
    primes = ",".join(str(n) for n in range(2, 120) if all(n % d for d in range(2, n)))
    assert printed(capsys, primes, "--guess") == (
        "no formula is guessed: none of those that are tried fits\n"
    )


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["1,1,2,5", "--guess"], "4 given, expected at least"),
        (["queens", "-n", "6", "--guess"], "6 given, expected at least"),
        (["--width", "4", "--tile", "domino", "--guess"], "the formula of a strip is proved"),
        (["aztec", "--tile", "domino", "--guess", "--pari"], "as text, with --json or with"),
        (["aztec", "--tile", "domino", "--guess", "--term", "9"], "as text, with --json or with"),
        (["1,2,3", "--guess", "--tile", "domino"], "takes no other option"),
        (["no-such-file", "--guess"], "cannot read 'no-such-file'"),
    ],
)
def test_refusals_of_the_command(
    words: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["sequence", *words]) == 2
    assert message in capsys.readouterr().err


def test_files_that_are_not_terms(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "terms.txt"
    for text in ("1 2 three", "1." * 9, "9" * 4301, ""):
        path.write_text(text)
        assert main(["sequence", str(path), "--guess"]) == 2
        assert re.search("expected whole numbers|0 given", capsys.readouterr().err)
