"""Every engine that is registered against the definition, and against each other."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

import combien
from combien import Problem
from combien.cover.oracle import all_solutions
from combien.engines import ENGINES, engine_named
from random_problems import all_problems

# An engine may refuse a kind of problem, but then it says so; these counts make sure that it does
# not get away with refusing what it is for.
MUST_COUNT = set(ENGINES)
MUST_LIST = set(ENGINES) - {"frontier"}


@pytest.mark.parametrize("name", ENGINES)
@settings(max_examples=1000)
@given(problem=all_problems())
def test_counts_as_the_definition_does(name: str, problem: Problem) -> None:
    engine = engine_named(name)
    if engine.refusal(problem, "count"):
        assert name not in MUST_COUNT
        return
    assert engine.count(problem).count == len(all_solutions(problem))


@pytest.mark.parametrize("name", ENGINES)
@settings(max_examples=1000)
@given(problem=all_problems())
def test_lists_as_the_definition_does(name: str, problem: Problem) -> None:
    engine = engine_named(name)
    if engine.refusal(problem, "solutions"):
        assert name not in MUST_LIST
        return
    found = list(engine.solutions(problem))
    assert len(set(found)) == len(found)
    assert sorted(found) == all_solutions(problem)


@pytest.mark.parametrize("name", ENGINES)
def test_the_same_problem_gives_the_same_order_and_the_same_work(name: str) -> None:
    problem = Problem.from_options([{"a", "b"}, {"c"}, {"a"}, {"b", "c"}, {"a", "b", "c"}])
    first, second = (combien.answer(problem, "count", engine=name) for _ in range(2))
    assert (first.count, first.work, first.why) == (second.count, second.work, second.why)
    engine = engine_named(name)
    if not engine.refusal(problem, "solutions"):
        assert list(engine.solutions(problem)) == list(engine.solutions(problem))
