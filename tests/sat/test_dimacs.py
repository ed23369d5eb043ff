"""DIMACS: written formulas are read back, and errors name their line."""

from __future__ import annotations

from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from combien import Problem
from combien.errors import BadFormat
from combien.sat import dimacs
from combien.sat._cnf import Cnf
from combien.sat._encode import encode
from tests.sat.random_clauses import formulas, named


@given(formulas(), st.lists(st.text("c p\n\0v1%\ud800", max_size=9), max_size=2))
def test_written_formulas_are_read_back(cnf: Cnf, comments: list[str]) -> None:
    text = "".join(dimacs.lines(cnf, comments=comments))
    again = dimacs.read(text)
    assert again.clauses == cnf.clauses
    assert again.variable_count == cnf.variable_count
    assert named(again) == named(cnf)
    plain = "".join(dimacs.lines(cnf))
    assert len(plain.encode()) <= dimacs.most_bytes(cnf)


@given(formulas(), st.randoms(use_true_random=False))
def test_clauses_may_be_broken_anywhere(cnf: Cnf, random: object) -> None:
    lines = list(dimacs.lines(cnf))
    place = next(i for i, line in enumerate(lines) if line.startswith("p"))
    body = " ".join(lines[place + 1 :]).split()
    broken = "".join(f"{word}\nc in the middle\n\n" for word in body)
    assert dimacs.read("".join(lines[: place + 1]) + broken).clauses == cnf.clauses


def test_the_announced_size_is_at_most_a_fifth_too_large() -> None:
    encoding = encode(Problem.from_options([f"{k % 9}" for k in range(900)]))
    written = len("".join(dimacs.lines(encoding)).encode())
    assert written <= encoding.bytes_dimacs <= 1.2 * written


def test_clauses_are_written_as_a_stream() -> None:
    """Two hundred million clauses are begun at once."""
    encoding = encode(Problem.from_options(["a"] * 20_000), "pairwise")
    lines = islice(dimacs.lines(encoding), 20_002)
    assert list(lines)[-3:-1] == ["c variable 20000: a\n", "p cnf 20000 199990001\n"]


def test_every_variable_has_its_meaning_on_one_line() -> None:
    problem = Problem.from_options([[("x", 1), "two\nlines"], ["two\nlines"]])
    lines = dimacs.lines(encode(problem), comments=["a\ncomment"])
    assert list(lines)[:3] == [
        "c a comment\n",
        "c variable 1: ('x', 1) two lines\n",
        "c variable 2: two lines\n",
    ]


def test_repeated_names_are_numbered() -> None:
    again = dimacs.read("c variable 1: a\nc variable 2: a\np cnf 2 0\n")
    assert again.names == ("a", "a [2]")


@pytest.mark.parametrize(
    "text",
    [
        "c\ncomment\np  cnf\t2  2 \r\n1 -2 0\r\n2 0\r\n",
        "\n p cnf 2 2\n  c here\n1 -2\nc there 0\n0 2 0",
        "p cnf 2 2\n1 -2 0 2 0\n%\n0\n\nwhat SATLIB has after its end",
        "\ufeffp cnf 2 2\n1\n-2\n0\n2\n0\n",
    ],
)
def test_everything_that_solvers_read_is_read(text: str) -> None:
    assert dimacs.read(text).clauses == ((1, -2), (2,))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "line 1: no header: expected a line as 'p cnf 3 2'"),
        ("1 2 0\n", "line 1: expected the header 'p cnf ...' first, not '1 2 0'"),
        ("p dnf 1 1\n", "line 1: the header is 'p cnf', the number of variables"),
        ("p cnf 1\n", "line 1: the header is 'p cnf', the number of variables"),
        ("p cnf 1 1\np cnf 1 1\n", "line 2: a second header"),
        ("p cnf -1 1\n", "line 1: expected the number of variables in digits, not '-1'"),
        ("p cnf 99999999999 1\n", "the number of variables is '99999999999': the limit is"),
        ("p cnf " + "9" * 5000 + " 1\n", "the number of variables is '9999"),
        ("p cnf 1 " + "9" * 5000 + "\n", "the number of clauses is '9999"),
        ("p cnf 2 9000000000\n1 0\n", "line 3: the text ends after 1 clauses, but the header"),
        ("p cnf 2 1\n1 0\n2 0\n", "line 3: clause 2, but the header promises 1"),
        ("p cnf 2 1\n1 2\n", "line 3: the last clause does not end: expected a 0"),
        ("p cnf 2 1\n1 -3 0\n", "line 2, column 3: variable 3, but the header promises 2"),
        ("p cnf 2 1\n1 two 0\n", "line 2, column 3: expected a literal in digits, not 'two'"),
        ("p cnf 2 1\n1 --2 0\n", "line 2, column 3: expected a literal in digits, not '-2'"),
        ("p cnf 2 1\n+1 0\n", "line 2, column 1: expected a literal in digits, not '+1'"),
        ("p cnf 2 1\n1_0 0\n", "line 2, column 1: expected a literal in digits, not '1_0'"),
        ("p cnf 2 1\n\u0661 0\n", "line 2, column 1: expected a literal in digits"),
        ("p cnf 2 1\n" + "1" * 5000 + " 0\n", "line 2, column 1: a literal is '1111"),
        ("p cnf 2 1\na\0b", "line 2, column 2: a NUL character: this is not a text file"),
    ],
)
def test_errors_name_their_line(text: str, message: str) -> None:
    with pytest.raises(BadFormat) as caught:
        dimacs.read(text)
    assert message in str(caught.value)
    assert len(str(caught.value)) < 300


@st.composite
def damaged(draw: st.DrawFn) -> str:
    """The text of a formula with one character replaced or left out."""
    text = "".join(dimacs.lines(draw(formulas())))
    place = draw(st.integers(0, len(text) - 1))
    other: str = draw(st.sampled_from(["", *"pcnf 012-%\n"]))
    return text[:place] + other + text[place + 1 :]


@given(st.text("pcnf 012-%\n", max_size=40) | damaged())
def test_any_text_is_a_formula_or_an_error_with_its_line(text: str) -> None:
    try:
        cnf = dimacs.read(text)
    except BadFormat as error:
        assert str(error).startswith("line ")
    else:
        assert dimacs.read("".join(dimacs.lines(cnf))).clauses == cnf.clauses
