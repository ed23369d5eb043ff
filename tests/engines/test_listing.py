"""The search for listing against the bit kernel, whose solutions, positions and counters it has."""

from __future__ import annotations

from itertools import islice
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import combien
from combien import OutOfBudget, Problem, Solution, _native
from combien.cover._problem import compiled
from tests.engines.boards import dominoes, langford, latin, queens
from tests.random_problems import problems


def kernel(problem: Problem, position: Any = ([], False, 0)) -> _native.Search:
    choices, visited, floor = position
    return _native.bit_search(compiled(problem), choices, visited, floor)


def listing(problem: Problem, position: Any = ([], False, 0), **how: Any) -> _native.Search:
    choices, visited, floor = position
    return _native.listing_search(compiled(problem), choices, visited, floor, **how)


def steps(search: _native.Search, most: int, nodes: int) -> list[Any]:
    """Everything that is visible of a search, slice by slice."""
    seen = []
    while True:
        outcome, found = search.solutions(most, nodes, 10.0, Solution)
        counters = (search.nodes, search.updates, search.found)
        seen.append((outcome, list(found), counters, search.position(), search.fraction))
        if outcome == _native.DONE:
            return seen


@settings(max_examples=100)
@given(
    problem=problems(colors=True),
    most=st.integers(1, 4),
    nodes=st.integers(1, 40),
    vectors=st.sampled_from(_native.vector_sets()),
)
def test_it_is_the_same_search(problem: Problem, most: int, nodes: int, vectors: str) -> None:
    shared = listing(problem, sharing="always", vectors=vectors)
    assert steps(shared, most, nodes) == steps(kernel(problem), most, nodes)


def counted(search: _native.Search, most: int, nodes: int) -> list[Any]:
    """Everything that is visible of a count, slice by slice."""
    seen = []
    while True:
        outcome = search.count(most, nodes, 10.0)
        counters = (search.nodes, search.updates, search.found)
        seen.append((outcome, counters, search.position(), search.fraction))
        if outcome == _native.DONE:
            return seen


@settings(max_examples=100)
@given(problem=problems(colors=True), most=st.integers(1, 6), nodes=st.integers(1, 60))
def test_it_is_the_same_count(problem: Problem, most: int, nodes: int) -> None:
    shared = listing(problem, sharing="always")
    assert counted(shared, most, nodes) == counted(kernel(problem), most, nodes)


# In 10,000 nodes of dominoes the states recur, in those of Latin squares they do not, and queens
# have few solutions.
@pytest.mark.parametrize("problem", [dominoes(6, 7), latin(5), queens(11)])
@pytest.mark.parametrize(("most", "nodes"), [(10**9, 10**9), (997, 10**9), (10**9, 4001)])
def test_a_count_is_shared_later(problem: Problem, most: int, nodes: int) -> None:
    wanted = counted(kernel(problem), most, nodes)
    assert counted(listing(problem, sharing="later"), most, nodes) == wanted
    assert counted(listing(problem, sharing="later", bytes=1000), most, nodes) == wanted


def test_a_count_that_is_shared_later_can_be_listed_or_continued() -> None:
    problem = dominoes(6, 7)
    for taken in (5_000, 10_000, 20_000):
        search, plain = listing(problem, sharing="later"), kernel(problem)
        for each in (search, plain):
            assert each.count(10**9, taken, 10.0) == _native.OUT_OF_SLICE
        rest = counted(kernel(problem, plain.position()), 10**9, 10**9)
        assert counted(listing(problem, search.position(), sharing="later"), 10**9, 10**9) == rest
        assert steps(search, 1000, 10**9) == steps(plain, 1000, 10**9)


def test_options_that_are_given_are_not_forgotten_when_a_count_is_shared() -> None:
    problem = dominoes(6, 7)
    shared, plain = listing(problem, sharing="later"), kernel(problem)
    for search in (shared, plain):
        search.restart([0])
    assert counted(shared, 10**9, 10**9) == counted(plain, 10**9, 10**9)


PROBLEMS = {
    "dominoes 6x4": dominoes(6, 4),
    "dominoes 5x5": dominoes(5, 5),
    "latin squares 4": latin(4),
    "queens 7": queens(7),
    "Langford 7": langford(7),
}


@pytest.mark.parametrize("name", PROBLEMS)
@pytest.mark.parametrize("nodes", [1, 7, 10**9])
def test_it_is_the_same_search_in_larger_problems(name: str, nodes: int) -> None:
    shared = listing(PROBLEMS[name], sharing="always")
    assert steps(shared, 5, nodes) == steps(kernel(PROBLEMS[name]), 5, nodes)


# More than 300 options, so that arc consistency is tried.
def test_options_are_removed_as_in_the_kernel() -> None:
    problem = latin(7)
    shared, plain = listing(problem, sharing="always"), kernel(problem)
    for _ in range(40):
        outcomes = [search.solutions(100, 50, 10.0, Solution) for search in (shared, plain)]
        (first, found), (second, wanted) = outcomes
        assert (first, list(found)) == (second, list(wanted))
        assert shared.position() == plain.position()
        assert (shared.nodes, shared.updates) == (plain.nodes, plain.updates)


@given(problem=problems(colors=True), data=st.data())
def test_positions_are_exchanged_with_the_kernel(problem: Problem, data: st.DataObject) -> None:
    searches = [kernel(problem), listing(problem, sharing="always")]
    taken = data.draw(st.integers(1, 30))
    outcomes = [search.solutions(10**6, taken, 10.0, Solution)[0] for search in searches]
    assert outcomes[0] == outcomes[1]
    position = searches[data.draw(st.integers(0, 1))].position()
    rest = steps(kernel(problem, position), 3, 10)
    assert steps(listing(problem, position, sharing="always"), 3, 10) == rest


@pytest.mark.parametrize("name", PROBLEMS)
def test_skipped_solutions_are_counted(name: str) -> None:
    problem = PROBLEMS[name]
    whole = list(combien.solutions(problem, engine="dlx"))
    shared, plain = listing(problem, sharing="always"), kernel(problem)
    for most in (1, 2, 3, 5, 7, len(whole)):
        assert shared.count(most, 10**9, 10.0) == plain.count(most, 10**9, 10.0)
        assert shared.found == plain.found
        assert (shared.nodes, shared.updates) == (plain.nodes, plain.updates)
        assert shared.position() == plain.position()
    assert shared.found == len(whole)


@pytest.mark.parametrize("choices", [[0, 0], [99], [-1], [1, 0, 3]])
def test_invalid_positions(choices: list[int]) -> None:
    problem = Problem.from_options(["ab", "c", "a", "bc"])
    with pytest.raises(_native.InvalidPosition):
        listing(problem, (choices, True, 0), sharing="always")


def test_the_kernel_continues_where_sharing_does_not_pay() -> None:
    problem = queens(10)
    wanted = steps(kernel(problem), 50, 10**9)
    assert steps(listing(problem), 50, 10**9) == wanted
    # It stored less than a tenth of the states in these bytes.
    assert steps(listing(problem, sharing="always", bytes=40_000), 50, 10**9) == wanted
    assert steps(listing(problem, sharing="never"), 50, 10**9) == wanted


def test_questions_other_than_listing_are_answered_by_the_kernel() -> None:
    problem = PROBLEMS["dominoes 5x5"]
    shared, plain = (listing(problem, sharing="always"), kernel(problem))
    assert shared.branches() == plain.branches()
    shared.restart([0])
    plain.restart([0])
    assert steps(shared, 9, 99) == steps(plain, 9, 99)
    shared, plain = (listing(problem, sharing="always"), kernel(problem))
    assert shared.probes(5, 3, 10.0) == plain.probes(5, 3, 10.0)


def test_unknown_values() -> None:
    problem = PROBLEMS["dominoes 5x5"]
    with pytest.raises(ValueError, match="sharing='most'"):
        listing(problem, sharing="most")
    with pytest.raises(ValueError, match="vectors"):
        listing(problem, vectors="sse")


@pytest.mark.parametrize("engine", ["auto", "bits"])
def test_solutions_come_from_it(engine: str) -> None:
    problem = dominoes(6, 6)
    found = list(combien.solutions(problem, engine=engine))
    search = kernel(problem)
    assert found == list(search.solutions(10**6, 10**9, 10.0, Solution)[1])
    assert len(found) == 6728
    walk = combien.solutions(problem, engine=engine)
    first = list(islice(walk, 1000))
    rest = combien.solutions(problem, engine=engine, resume=walk.position)
    assert [*first, *rest] == found


def test_budgets_end_where_they_did() -> None:
    problem = dominoes(6, 6)
    walk = combien.solutions(problem, engine="bits", nodes=5000)
    found: list[tuple[int, ...]] = []
    with pytest.raises(OutOfBudget) as stop:
        found.extend(walk)
        raise AssertionError
    plain = kernel(problem)
    outcome, wanted = plain.solutions(10**6, 5000, 10.0, Solution)
    assert outcome == _native.OUT_OF_SLICE
    rest = combien.solutions(problem, engine="bits", resume=stop.value.position)
    assert list(wanted) == list(combien.solutions(problem))[: 6728 - len(list(rest))]
    assert walk.work == {"nodes": 5000, "updates": plain.updates}
