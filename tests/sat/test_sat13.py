"""Knuth's format of clauses, written and read, and his answers."""

from __future__ import annotations

import re

import pytest
from hypothesis import assume, given, settings

from combien import Problem
from combien.errors import BadFormat
from combien.sat import sat13
from combien.sat._cnf import Cnf
from combien.sat._encode import encode
from tests.sat.random_clauses import formulas, named
from tests.sat.truth import models


def written(cnf: Cnf) -> str:
    return "".join(sat13.lines(cnf, comments=["a comment"]))


@given(formulas())
def test_written_formulas_keep_the_rules(cnf: Cnf) -> None:
    for line in written(cnf).splitlines():
        if not line.startswith("~ "):
            assert line == line.strip() != ""
            assert all(re.fullmatch(r"~?[!-}]{1,8}", word) for word in line.split(" "))
    assert len(set(sat13.names(cnf))) == cnf.variable_count


@settings(max_examples=50)
@given(formulas())
def test_written_formulas_are_read_back(cnf: Cnf) -> None:
    again = sat13.read(written(cnf))
    if () in cnf.clauses:
        assert models(again.variable_count, again.clauses) == []
    else:
        check_names_and_clauses(cnf, again)


def check_names_and_clauses(cnf: Cnf, again: Cnf) -> None:
    names = sat13.names(cnf)
    meant = {name or names[number] for number, name in enumerate(named(cnf))}
    assert set(named(again)) <= meant
    by_name = [
        sorted((named(again)[abs(v) - 1], v > 0) for v in clause) for clause in again.clauses
    ]
    assert by_name == [
        sorted((named(cnf)[abs(v) - 1] or names[abs(v) - 1], v > 0) for v in clause)
        for clause in cnf.clauses
    ]
    assert len("".join(sat13.lines(cnf)).encode()) <= sat13.most_bytes(cnf)


@given(formulas())
def test_answers_are_read(cnf: Cnf) -> None:
    assume(() not in cnf.clauses)
    names = sat13.names(cnf)
    for model in models(cnf.variable_count, cnf.clauses)[:3]:
        values = [v if v in model else -v for v in range(1, cnf.variable_count + 1)]
        words = "".join(f" {names[v - 1]}" if v > 0 else f" ~{names[-v - 1]}" for v in values)
        if words:
            assert sat13.read_answer(f"{words}\n", cnf).model == tuple(values)


def test_repeated_names_are_numbered() -> None:
    encoding = encode(Problem.from_options(["ab", "a", "a", "b"]))
    assert sat13.names(encoding) == ["#1", "a", "#3", "b"]
    assert "".join(sat13.lines(encoding)).splitlines()[:2] == ["~ #1 is a b", "~ #3 is a"]
    assert sat13.read("".join(sat13.lines(encoding))).names == ("a b", "a", "a [3]", "b")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a b\nc caf\u00e9\n", "line 2, column 3: expected a literal, of characters from !"),
        ("a ~~b\n", "line 1, column 3: expected a literal"),
        ("a ~\n", "line 1, column 3: expected a literal"),
        ("\0", "a NUL character"),
    ],
)
def test_errors_in_clauses_name_their_line(text: str, message: str) -> None:
    with pytest.raises(BadFormat) as caught:
        sat13.read(text)
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("\n", "line 1: no answer: expected '~', or the literals of a model"),
        ("rain ~rain\n", "line 1, column 6: 'rain' is both true and false"),
        ("rain ~snow\n", "line 1, column 6: 'snow' is not a variable of this formula"),
    ],
)
def test_errors_in_answers_name_their_line(text: str, message: str) -> None:
    cnf = Cnf()
    cnf.new("rain")
    with pytest.raises(BadFormat) as caught:
        sat13.read_answer(text, cnf)
    assert message in str(caught.value)


def test_too_many_variables_are_refused() -> None:
    class Large(Cnf):
        @property
        def variable_count(self) -> int:
            return 10**7

    with pytest.raises(BadFormat, match="names of 8 characters are given to at most 9999999"):
        sat13.lines(Large())
