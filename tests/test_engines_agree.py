"""Every engine that is registered against the definition, and against each other."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given, settings

import combien
from combien import Problem
from combien.cover._oracle import all_solutions
from combien.engines import ENGINES, engine_named
from combien.engines._protocol import Question
from combien.sat._solvers import model_counter
from tests.random_problems import all_problems


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
    "sat": lambda problem, question: question == "count" and not model_counter.installed(),
}

# How many problems an engine is given; one that starts a process for each is given few here.
COUNTED, LISTED = {"sat": 20}, {"sat": 40}
EXAMPLES = 1000


def refused(name: str, problem: Problem, question: Question) -> bool:
    """Whether the engine refuses; it must do so exactly when it may."""
    may_refuse = MAY_REFUSE.get(name)
    may = may_refuse is not None and may_refuse(problem, question)
    assert bool(engine_named(name).refusal(problem, question)) == may
    return may


@pytest.fixture(autouse=True)
def _needs_python_sat(request: pytest.FixtureRequest) -> None:
    if "name" in request.fixturenames and request.getfixturevalue("name") == "sat":
        pytest.importorskip("pysat", reason='python-sat is missing: pip install "combien[sat]"')


@pytest.mark.parametrize("name", ENGINES)
def test_counts_as_the_definition_does(name: str) -> None:
    @settings(max_examples=COUNTED.get(name, EXAMPLES))
    @given(problem=all_problems())
    def agrees(problem: Problem) -> None:
        if not refused(name, problem, "count"):
            assert engine_named(name).count(problem).count == len(all_solutions(problem))

    agrees()


@pytest.mark.parametrize("name", ENGINES)
def test_lists_as_the_definition_does(name: str) -> None:
    @settings(max_examples=LISTED.get(name, EXAMPLES))
    @given(problem=all_problems())
    def agrees(problem: Problem) -> None:
        if refused(name, problem, "solutions"):
            return
        found = list(engine_named(name).solutions(problem))
        assert len(set(found)) == len(found)
        assert sorted(found) == all_solutions(problem)

    agrees()


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
