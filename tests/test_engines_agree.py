"""Every engine that is registered against the definition, and against each other."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given, settings

import combien
from combien import Problem
from combien.cover.oracle import all_solutions
from combien.engines import ENGINES, engine_named
from combien.engines.protocol import Question
from random_problems import all_problems


def of_pairs(problem: Problem) -> bool:
    """Whether all must be covered once, by pairs: too few of them here not to be planar."""
    pairs = all(len(option.entries) == 2 for option in problem.options)
    return pairs and not problem.has_bounds and problem.primary_count == problem.item_count


# What each engine is allowed to refuse; anything else it must answer.
MAY_REFUSE: dict[str, Callable[[Problem, Question], bool]] = {
    "bits": lambda problem, question: problem.has_bounds,
    "fkt": lambda problem, question: question == "solutions" or not of_pairs(problem),
    "frontier": lambda problem, question: question == "solutions",
    "memo": lambda problem, question: question == "solutions" or problem.has_bounds,
    # Whether there are symmetries is tested in tests/engines/test_orbits.py.
    "orbits": lambda problem, question: bool(engine_named("orbits").refusal(problem, question)),
}


def refused(name: str, problem: Problem, question: Question) -> bool:
    """Whether the engine refuses; it must do so exactly when it may."""
    may = MAY_REFUSE.get(name, lambda problem, question: False)(problem, question)
    assert bool(engine_named(name).refusal(problem, question)) == may
    return may


@pytest.mark.parametrize("name", ENGINES)
@settings(max_examples=1000)
@given(problem=all_problems())
def test_counts_as_the_definition_does(name: str, problem: Problem) -> None:
    if not refused(name, problem, "count"):
        assert engine_named(name).count(problem).count == len(all_solutions(problem))


@pytest.mark.parametrize("name", ENGINES)
@settings(max_examples=1000)
@given(problem=all_problems())
def test_lists_as_the_definition_does(name: str, problem: Problem) -> None:
    if refused(name, problem, "solutions"):
        return
    found = list(engine_named(name).solutions(problem))
    assert len(set(found)) == len(found)
    assert sorted(found) == all_solutions(problem)


@pytest.mark.parametrize("name", ENGINES)
def test_the_same_problem_gives_the_same_order_and_the_same_work(name: str) -> None:
    problem = Problem.from_options([{"a", "b"}, {"c"}, {"a"}, {"b", "c"}, {"a", "b", "c"}])
    if engine_named(name).refusal(problem, "count"):
        return
    first, second = (combien.answer(problem, "count", engine=name) for _ in range(2))
    assert (first.count, first.work, first.why) == (second.count, second.work, second.why)
    engine = engine_named(name)
    if not engine.refusal(problem, "solutions"):
        assert list(engine.solutions(problem)) == list(engine.solutions(problem))
