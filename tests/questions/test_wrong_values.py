"""Wrong values of single parameters are refused, with an error that describes them.

The parameters that many questions share have rules in tests/wrong_values.py.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import combien
from combien import Problem
from combien.engines._clauses.sat import Sat
from combien.errors import BadInput, BadProblem

ABC = Problem.from_options(["ab", "c", "a", "bc", "b"])


def test_an_engine_may_be_an_object() -> None:
    assert combien.exists(ABC, engine=Sat())


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        (lambda: combien.best(ABC, k=-1), "k=-1: expected a whole number from 1 to 1000000"),
        (
            lambda: combien.count_by(ABC, "x"),  # type: ignore[arg-type]
            "kind='x': expected a function from option numbers to kinds",
        ),
        (lambda: combien.solutions(ABC, resume=3), "resume=3: expected the text of a position"),  # type: ignore[arg-type]
        (lambda: combien.shares(ABC, parts=2, resume=3), "3 is not a position: expected a text"),  # type: ignore[arg-type]
        (lambda: combien.estimate(ABC, resume=3), "3 is not a position: expected a text"),  # type: ignore[arg-type]
        (lambda: combien.family(ABC, names=3), "names=3: expected a name for each of 5 options"),  # type: ignore[arg-type]
        (lambda: combien.family(ABC, names="abc"), "names='abc': expected a name for each of 5"),
        (lambda: combien.count(ABC, up_to=[1]), "1 is not a permutation of the options"),  # type: ignore[list-item]
        (lambda: combien.explain(ABC, nodes="x"), "nodes='x': expected a whole number"),  # type: ignore[arg-type]
        (lambda: combien.Prepared(ABC).solutions(3), "given=3: expected the numbers of options"),  # type: ignore[arg-type]
        (lambda: combien.Prepared(ABC).solutions("1"), "there is no option '1'"),  # type: ignore[arg-type]
        (
            lambda: combien.Prepared(ABC).solutions(limit=0),
            "limit=0: expected a whole number of at least 1",
        ),
        (lambda: combien.verify("x", [0]), "expected a Problem, not 'x'"),  # type: ignore[arg-type]
        (lambda: combien.verify(ABC, 3), "3 is not a solution: expected option numbers"),  # type: ignore[arg-type]
        (lambda: combien.verify(ABC, ["0"]), "there is no option '0'"),  # type: ignore[list-item]
    ],
)
def test_other_wrong_values(asked: Callable[[], object], message: str) -> None:
    with pytest.raises(BadInput) as error:
        asked()
    assert message in str(error.value)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"options": 3}, "options=3: expected the items of each option"),
        ({"options": ["ab", 7]}, "option 1 is 7: expected its items"),
        ({"secondary": 3}, "secondary=3: expected a list"),
        ({"primary": [[1]]}, r"primary: \[1\] is not hashable"),
        ({"bounds": [1]}, r"bounds=\[1\]: expected \{item: \(low, high\)\}"),
        ({"bounds": {"a": 1}}, r"item 'a': bounds are a pair \(low, high\), not 1"),
        ({"costs": 2}, "costs=2: expected a list"),
    ],
)
def test_values_that_do_not_make_a_problem(given: dict[str, Any], message: str) -> None:
    with pytest.raises(BadProblem, match=message):
        Problem.from_options(**{"options": ["ab"], **given})


def test_values_that_make_neither_a_family_nor_a_nonogram() -> None:
    with pytest.raises(BadInput, match="3 is not a set"):
        combien.Family(3)  # type: ignore[arg-type]
    with pytest.raises(BadInput, match="universe='x': expected a Universe"):
        combien.Family(universe="x")  # type: ignore[arg-type]
    with pytest.raises(BadInput, match="a palette is made of Ink"):
        combien.Nonogram([[1]], [[1]], palette=3)  # type: ignore[arg-type]
