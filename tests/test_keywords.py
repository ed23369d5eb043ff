"""The same keyword means the same in every public function: limits, engines, groups, positions."""

from __future__ import annotations

import importlib
import inspect
from collections.abc import Callable, Iterator
from itertools import product
from random import Random
from typing import Any

import pytest

import combien
from combien import Budget, nonograms
from combien.errors import BadInput, OutOfBudget
from tests.loops import for_each
from tests.public_calls import CALLS
from tests.test_public_api import PACKAGES

# Parameter: annotation and default.
LIMITS = {
    "nodes": ("int | None", None),
    "seconds": ("float | None", None),
    "bytes": ("int | None", None),
    "budget": ("Budget | None", None),
}

# The annotations of the other shared keywords.
KEYWORDS = {
    "engine": {
        "str | Engine",
        "str | Engine | None",
        "BestMethod",
        "Literal['auto', 'sat']",
    },
    "limit": {"int | None", "int"},
    "report": {"Reporter | None", "BestReporter[Reading, Any] | None"},
    "resume": {"str"},
    "up_to": {"UpTo", "str | Group"},
}

# Callables that take only some of the limits, or not as keywords, and why.
ENGINE_METHODS = (
    "Bits.count Bits.first Bits.solutions Frontier.count Frontier.solutions Sat.count Sat.solutions"
)
OTHER_LIMITS = {
    "combien.Budget": "it is the limits",
    **dict.fromkeys(
        ("combien.Answer", "combien.Estimate", "combien.running.RunStatus"),
        "a result: these seconds and nodes were spent",
    ),
    **dict.fromkeys(
        (
            *(f"combien.{name}" for name in ("Engine.count", "Engine.solutions")),
            *(f"combien.engines.{name}" for name in ENGINE_METHODS.split()),
        ),
        "an engine gets the one budget that the question has made of its limits",
    ),
    "combien.sat.SatSolver.run": "a slice of a query",
    **dict.fromkeys(
        (
            f"combien.Family.{name}"
            for name in (
                *("best", "count_by", "count_by_size", "count_by_total"),
                *("marginals", "sample", "weighing"),
            )
        ),
        "a pass over a diagram that exists already: only its time is limited",
    ),
}

# Callables in which one of these names is not the shared keyword, and why.
OTHER_KEYWORDS = {
    ("combien.Answer", "engine"): "a result: the name of the engine that answered",
    ("combien.BestProgress", "engine"): "a result: the name of the engine that reports",
    ("combien.Estimate", "engine"): "a result: the name of the engine that would search",
    ("combien.Progress", "engine"): "a result: the name of the engine that reports",
    ("combien.running.RunStatus", "engine"): "a result: the name of the engine that searches",
    ("combien.engines.Count", "engine"): "a result: the name of the engine that counted",
    ("combien.engines.check", "engine"): "what is checked, not how",
    ("combien.cover.Reduction", "report"): "a result: what the reduction did",
}


def public_callables() -> Iterator[tuple[str, Callable[..., Any]]]:
    """Every public function, class and method, under its first public name."""
    seen: set[int] = set()
    for package in PACKAGES:
        module = importlib.import_module(package)
        for name in sorted(module.__all__):
            value = getattr(module, name)
            if not callable(value) or id(value) in seen:
                continue
            seen.add(id(value))
            yield f"{package}.{name}", value
            if not isinstance(value, type):
                continue
            for home in value.__mro__:
                if not home.__module__.startswith("combien"):
                    continue
                for member, method in vars(home).items():
                    method = getattr(method, "__func__", method)
                    if not member.startswith("_") and inspect.isfunction(method):
                        yield f"{package}.{name}.{member}", method


def parameters(function: Callable[..., Any]) -> dict[str, inspect.Parameter]:
    try:
        return dict(inspect.signature(function).parameters)
    except (TypeError, ValueError):
        return {}


CALLABLES = {name: parameters(function) for name, function in public_callables()}
LIMITED = [
    name
    for name, found in CALLABLES.items()
    if found.keys() & LIMITS.keys() and name not in OTHER_LIMITS
]


@for_each(LIMITED)
def test_limits_come_together(name: str) -> None:
    found = CALLABLES[name]
    for limit, (annotation, default) in LIMITS.items():
        assert limit in found
        assert found[limit].kind is inspect.Parameter.KEYWORD_ONLY
        assert (found[limit].annotation, found[limit].default) == (annotation, default)
    assert "report" in found


@pytest.mark.parametrize("keyword", KEYWORDS)
def test_shared_keywords(keyword: str) -> None:
    users = [
        name
        for name, found in CALLABLES.items()
        if keyword in found and (name, keyword) not in OTHER_KEYWORDS
    ]
    assert len(users) > 1
    for name in users:
        parameter = CALLABLES[name][keyword]
        assert parameter.kind is inspect.Parameter.KEYWORD_ONLY, name
        annotation = str(parameter.annotation).replace('"', "'")
        assert annotation in KEYWORDS[keyword], name


def test_the_tables_contain_all_questions() -> None:
    assert len(LIMITED) > 20
    assert {"combien.count", "combien.Prepared.solutions", "combien.nonograms.solve"} <= {*LIMITED}
    assert {"combien.Family.best", "combien.engines.Sat.count"} <= CALLABLES.keys()


def test_exceptions_exist() -> None:
    for name in OTHER_LIMITS:
        assert CALLABLES[name].keys() & LIMITS.keys(), name
    for name, keyword in OTHER_KEYWORDS:
        assert keyword in CALLABLES[name], (name, keyword)


def called(name: str) -> str:
    """The name of a public callable in the table of calls."""
    place, _, last = name.rpartition(".")
    return f"nonograms.{last}" if place == "combien.nonograms" else name.split(".", 1)[1]


CALLED = [(name, called(name)) for name in LIMITED if called(name) in CALLS]


@for_each(
    (*called, limit)
    for called, limit in product(CALLED, [{"nodes": 9}, {"seconds": 9.0}, {"bytes": 9}])
)
def test_a_budget_and_a_limit_are_refused(name: str, call: str, limit: dict[str, Any]) -> None:
    function, arguments = CALLS[call]
    given = {word: value for word, value in arguments.items() if word not in LIMITS}
    (word,) = limit
    with pytest.raises(BadInput, match=rf"^budget= and {word}= were both given: expected either"):
        function(**given, budget=Budget(), **limit)


def test_most_questions_are_called() -> None:
    assert len(CALLED) > 15


# The end of the budget ----------------------------------------------------------------------------

NONOGRAM = nonograms.Nonogram([[1]] * 6, [[1]] * 6)


@pytest.mark.parametrize("limit", [{"nodes": 0}, {"seconds": 0}, {"budget": Budget(nodes=0)}])
@pytest.mark.parametrize("solve", [combien.solve, nonograms.solve])
def test_solving_a_nonogram_ends_in_the_same_way(
    solve: Callable[..., Any], limit: dict[str, Any]
) -> None:
    assert solve(NONOGRAM) is not None
    with pytest.raises(OutOfBudget, match=r"^the budget of 0 (nodes|seconds) ended before the"):
        solve(NONOGRAM, **limit)


def test_the_board_found_before_the_end() -> None:
    dice = Random(7)
    board = nonograms.Board(12, 12, bytes(int(dice.random() < 0.5) for _ in range(144)))
    nonogram = nonograms.Nonogram(*board.clues())
    with pytest.raises(OutOfBudget, match=r"one board was found$") as stop:
        nonograms.solve(nonogram, nodes=50)
    assert [found.solves(nonogram) for found in stop.value.found] == [True]
    assert stop.value.known["lines"] == 50
    with pytest.raises(OutOfBudget, match=r"no board was found$") as stop:
        nonograms.solve(nonogram, nodes=5)
    assert stop.value.found == ()
