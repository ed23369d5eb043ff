"""A prepared search: given options, and new starts without building the problem again."""

from __future__ import annotations

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from combien import Problem, Solution, _native
from combien.cover._oracle import all_solutions
from combien.engines._places import Place
from combien.engines._search.searching import SearchEngine, bits, smallest
from tests.random_problems import all_problems

EVERYTHING = 2**62


@settings(max_examples=60)
@given(problem=all_problems(), data=st.data())
@pytest.mark.parametrize("engine", [smallest(), bits()], ids=lambda engine: engine.name)
def test_restarting_below_given_options(
    engine: SearchEngine, problem: Problem, data: st.DataObject
) -> None:
    assume(not engine.refusal(problem, "solutions"))
    search = engine.open_at(problem, Place())
    everything = all_solutions(problem)
    for _ in range(3):
        if problem.option_count:
            option = st.integers(0, problem.option_count - 1)
            given = data.draw(st.lists(option, max_size=3, unique=True))
        else:
            given = []
        wanted = [solution for solution in everything if set(given) <= set(solution)]
        try:
            search.restart(given)
        except _native.InvalidPosition:
            assert not wanted
            continue
        _, found = search.solutions(EVERYTHING, EVERYTHING, 1e9, Solution)
        assert sorted(found) == wanted
    search.restart([])
    _, found = search.solutions(EVERYTHING, EVERYTHING, 1e9, Solution)
    assert sorted(found) == everything


def test_what_is_given_must_exist_and_agree() -> None:
    problem = Problem.from_options(["ab", "bc", "c", "a"])
    for engine in (smallest(), bits()):
        search = engine.open_at(problem, Place())
        with pytest.raises(ValueError, match="no option 9"):
            search.restart([9])
        with pytest.raises(ValueError, match="option 1 is excluded"):
            search.restart([0, 1])
        with pytest.raises(ValueError, match="option 0 is excluded"):
            search.restart([0, 0])
        search.restart([0])
        assert list(search.solutions(9, 9, 1.0, Solution)[1]) == [(0, 2)]
