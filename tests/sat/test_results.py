"""Answers of SAT solvers are read, and anything else is refused."""

from __future__ import annotations

import pytest

from combien.errors import BadFormat
from combien.sat.results import Result, read


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("s SATISFIABLE\nv 1 -2 3 0\n", Result(True, (1, -2, 3))),
        ("c CaDiCaL\nc\ns SATISFIABLE\r\nv 1 -2\r\nv 3\nv 0\n", Result(True, (1, -2, 3))),
        ("v 1 0\ns SATISFIABLE\n", Result(True, (1,))),
        ("s SATISFIABLE\nv 0\n", Result(True)),
        ("s UNSATISFIABLE\n", Result(False)),
        ("s UNKNOWN\n", Result(None)),
        ("c o\no 17\ns OPTIMUM FOUND\nv x1 -x2 ~x3\n", Result(True, (1, -2, -3))),
        ("SAT\n1 -2 3 0\n", Result(True, (1, -2, 3))),
        ("SAT\n1 -2\n3 0\n", Result(True, (1, -2, 3))),
        ("SAT\n0\n", Result(True)),
        ("UNSAT\n", Result(False)),
        ("INDET\n", Result(None)),
    ],
)
def test_answers_are_read(text: str, result: Result) -> None:
    assert read(text) == result


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "line 1: no answer"),
        ("c nothing\n", "line 2: no answer"),
        ("s MAYBE\n", "line 1: expected 's SATISFIABLE', 's UNSATISFIABLE' or 's UNKNOWN'"),
        ("SAT\nUNSAT\n", "line 2: a second answer"),
        ("s SATISFIABLE\n", "satisfiable, but without a model: let the solver print it"),
        ("s SATISFIABLE\nv 1 -1 0\n", "line 2: variable 1 is both true and false"),
        ("SAT\n1 0\n2 0\n", "line 3: the model goes on after its 0 in line 2"),
        ("s SATISFIABLE\nv 1 two 0\n", "line 2: expected a literal, as 3 or -3, not 'two'"),
        ("s SATISFIABLE\nv " + "1" * 5000 + " 0\n", "line 2: a variable is '111"),
        ("1 2 0\n", "line 1: expected 's SATISFIABLE', 'v 1 -2 0' or a comment"),
        ("restarts : 1\n", "line 1: expected 's SATISFIABLE', 'v 1 -2 0' or a comment"),
        ("\0", "a NUL character"),
    ],
)
def test_errors_name_their_line(text: str, message: str) -> None:
    with pytest.raises(BadFormat) as caught:
        read(text)
    assert message in str(caught.value)
    assert len(str(caught.value)) < 300
