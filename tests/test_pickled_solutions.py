"""Iterators over solutions continue where they were after pickling, as after `resume=`."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import combien
from combien import Problem
from combien.engines import engine_named
from combien.puzzles import Queens
from tests.random_problems import all_problems, problems

SEARCHES = ["auto", "bits", "dlx", "dlx-leftmost", "dlx-weighted"]


def again(value: Any) -> Any:
    return pickle.loads(pickle.dumps(value))


def refused(engine: str, problem: Problem) -> bool:
    return bool(engine_named(engine).refusal(problem, "solutions"))


@pytest.mark.parametrize("engine", SEARCHES)
@given(data=st.data())
def test_the_rest_follows_the_beginning(engine: str, data: st.DataObject) -> None:
    problem = data.draw(all_problems())
    if refused(engine, problem):
        return
    every = list(combien.solutions(problem, engine=engine))
    place = data.draw(st.integers(0, len(every)))
    walk = combien.solutions(problem, engine=engine)
    begun = [next(walk) for _ in range(place)]
    rest = again(walk)
    assert begun + list(rest) == every
    # The first one is where it was.
    assert begun + list(walk) == every
    limit = data.draw(st.integers(0, 5))
    limited = combien.solutions(problem, engine=engine, limit=limit)
    begun = [next(limited) for _ in range(min(place, limit))]
    assert begun + list(again(limited)) == every[:limit]


@pytest.mark.parametrize("engine", SEARCHES)
@given(data=st.data())
def test_walks_of_engines(engine: str, data: st.DataObject) -> None:
    problem = data.draw(problems())
    if refused(engine, problem):
        return
    every = list(engine_named(engine).solutions(problem))
    place = data.draw(st.integers(0, len(every)))
    walk = engine_named(engine).solutions(problem)
    begun = [next(walk) for _ in range(place)]
    assert begun + list(again(again(walk))) == every
    assert begun + list(copy.copy(walk)) == every


@pytest.mark.parametrize(
    "settings",
    [
        {"seed": 5},
        {"up_to": "all"},
        {"up_to": "all", "seed": 2},
        {"threads": 2},
        {"engine": "sat"},
        {"engine": engine_named("dlx")},
    ],
)
def test_settings_are_kept(settings: dict[str, Any]) -> None:
    queens = Queens(size=6)
    every = list(map(str, combien.solutions(queens, **settings)))
    walk = combien.solutions(queens, **settings)
    first = str(next(walk))
    rest = again(walk)
    found = [first, *map(str, rest)]
    # The order of the sat engine depends on the clauses that it has learned.
    assert sorted(found) == sorted(every) if "sat" in settings.values() else found == every
    assert rest.complete


def test_what_has_no_position() -> None:
    walk = combien.solutions(Problem.from_options(["a", "a"]), engine="zdd")
    with pytest.raises(TypeError, match=r"cannot pickle solutions by 'zdd', .* use another engine"):
        pickle.dumps(walk)
    for engine in ("zdd", "sat"):
        with pytest.raises(TypeError, match=f"cannot pickle a walk by '{engine}'"):
            pickle.dumps(engine_named(engine).solutions(Problem.from_options(["a", "a"])))
