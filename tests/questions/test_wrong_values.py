"""Values that are not models, engines or numbers are refused, with an error that describes them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import combien
from combien import Problem
from combien.engines._clauses.sat import Sat
from combien.errors import BadInput, BadProblem

ABC = Problem.from_options(["ab", "c", "a", "bc", "b"])
IDENTITY = [(0, 1, 2, 3, 4)]

# Each question, with what it cannot do without.
QUESTIONS: dict[str, tuple[Callable[..., Any], dict[str, Any]]] = {
    "answer": (combien.answer, {}),
    "best": (combien.best, {}),
    "count": (combien.count, {}),
    "count_by": (combien.count_by, {"kind": str}),
    "count_by_size": (combien.count_by_size, {}),
    "count_by_total": (combien.count_by_total, {"numbers": {}}),
    "estimate": (combien.estimate, {}),
    "exists": (combien.exists, {}),
    "explain": (combien.explain, {}),
    "family": (combien.family, {}),
    "marginals": (combien.marginals, {}),
    "orbits": (combien.orbits, {"up_to": IDENTITY}),
    "sample": (combien.sample, {"seed": 1}),
    "shares": (combien.shares, {"parts": 2}),
    "solutions": (combien.solutions, {}),
    "solve": (combien.solve, {}),
    "Prepared": (combien.Prepared, {}),
    "Symmetric": (combien.Symmetric, {"under": IDENTITY}),
}


class Half:
    """It has a problem, but does not read its solutions."""

    def problem(self) -> Problem:
        return ABC


@pytest.mark.parametrize("name", QUESTIONS)
@pytest.mark.parametrize("model", ["**", 3, None, [1], Half(), Problem, combien])
def test_values_that_are_not_models(name: str, model: object) -> None:
    question, needed = QUESTIONS[name]
    question(ABC, **needed)
    with pytest.raises(BadInput, match="expected a model, such as a Problem"):
        question(model, **needed)


@pytest.mark.parametrize(
    "name",
    ["answer", "count", "estimate", "exists", "orbits", "shares", "solutions", "solve", "Prepared"],
)
@pytest.mark.parametrize("engine", [3, None, [1], Sat])
def test_values_that_are_not_engines(name: str, engine: object) -> None:
    question, needed = QUESTIONS[name]
    with pytest.raises(BadInput, match=r"^engine=.*: expected the name of an engine \(auto, "):
        question(ABC, **needed, engine=engine)


def test_an_engine_may_be_an_object() -> None:
    assert combien.exists(ABC, engine=Sat())


@pytest.mark.parametrize("name", sorted({*QUESTIONS} - {"Prepared", "Symmetric", "shares"}))
@pytest.mark.parametrize("seconds", ["1", [1], -1, float("nan")])
def test_invalid_times(name: str, seconds: object) -> None:
    question, needed = QUESTIONS[name]
    with pytest.raises(BadInput, match=r"^seconds="):
        question(ABC, **needed, seconds=seconds)


@pytest.mark.parametrize("name", ["best", "count", "estimate", "exists", "orbits", "solutions"])
def test_values_that_are_not_reporters(name: str) -> None:
    question, needed = QUESTIONS[name]
    with pytest.raises(BadInput, match=r"^report='x': expected a function that takes a Progress"):
        question(ABC, **needed, report="x")


NOT_WHOLE = ["2", 2.5, True, [1], int]
WHOLE = [
    ("best", "k"),
    ("estimate", "walks"),
    ("estimate", "seed"),
    ("sample", "k"),
    ("sample", "seed"),
    ("shares", "parts"),
]
WHOLE_OR_NONE = [("solutions", "limit"), ("solutions", "seed"), ("count", "modulo")]


@pytest.mark.parametrize(
    ("name", "argument", "given"),
    [
        *[(*argument, given) for argument in WHOLE for given in [*NOT_WHOLE, None]],
        *[(*argument, given) for argument in WHOLE_OR_NONE for given in NOT_WHOLE],
    ],
)
def test_values_that_are_not_whole_numbers(name: str, argument: str, given: object) -> None:
    question, needed = QUESTIONS[name]
    with pytest.raises(BadInput, match=rf"^{argument}=.*: expected a whole number.*$"):
        question(ABC, **{**needed, argument: given})


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
