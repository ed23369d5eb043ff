"""A walk stops anywhere and is resumed by another: nothing is lost or repeated."""

from __future__ import annotations

import gc
import operator
import pickle
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from copy import copy, deepcopy
from functools import partial
from itertools import islice, pairwise
from typing import Any, cast

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import combien
from combien import Problem
from combien._base import threads as base_threads
from combien.engines._search.searching import leftmost
from combien.errors import BadInput, BadPosition, OutOfBudget
from tests.engines.boards import dominoes, queens
from tests.random_problems import all_problems

LISTING = ["auto", "bits", "dlx", "dlx-leftmost"]


@settings(max_examples=60)
@given(problem=all_problems(), stops=st.lists(st.integers(0, 3), max_size=6))
@pytest.mark.parametrize("engine", LISTING)
def test_resuming_from_any_position(engine: str, problem: Problem, stops: list[int]) -> None:
    assume(engine != "bits" or not problem.has_bounds)
    whole = combien.solutions(problem, engine=engine)
    expected = list(whole)
    found: list[combien.Solution] = []
    nodes = 0
    position = ""
    for stop in [*stops, None]:
        walk = combien.solutions(problem, engine=engine, resume=position)
        found.extend(islice(walk, stop))
        position = walk.position
        nodes += walk.work["nodes"]
    assert found == expected
    assert nodes == whole.work["nodes"]
    assert walk.complete
    assert walk.fraction == 1


@settings(max_examples=60)
@given(problem=all_problems(), nodes=st.integers(1, 4))
def test_resuming_after_a_budget(problem: Problem, nodes: int) -> None:
    expected = list(combien.solutions(problem, engine="dlx"))
    found: list[combien.Solution] = []
    position = ""
    fractions = [0.0]
    while True:
        walk = combien.solutions(problem, engine="dlx", nodes=nodes, resume=position)
        try:
            found.extend(walk)
            break
        except OutOfBudget as stop:
            position = stop.position
            assert stop.known["nodes"] == nodes
            fractions.append(walk.fraction)
    assert found == expected
    # The share is a sum of fractions: resuming may round its last digit differently.
    assert all(later > earlier - 1e-12 for earlier, later in pairwise(fractions))


@settings(max_examples=60)
@given(problem=all_problems(), other=st.lists(st.integers(0, 5), max_size=4).map(tuple))
def test_solutions_behave_like_tuples(problem: Problem, other: tuple[int, ...]) -> None:
    walk = combien.solutions(problem, engine="dlx")
    rows = [row for part in walk.arrays(sort=True) for row in part.tolist()]
    expected = [tuple(each for each in row if each != problem.option_count) for row in rows]

    def check(act: Callable[[Any], object]) -> None:
        # A new solution each time, which nothing has used yet.
        found = combien.solutions(problem, engine="dlx")
        assert [act(solution) for solution in found] == list(map(act, expected))

    for operate in (operator.lt, operator.le, operator.eq, operator.ne, operator.add):
        check(partial(operate, other))
        check(lambda solution, operate=operate: operate(solution, other))  # type: ignore[misc]
    for act in (hash, len, repr, str, tuple, list, sorted, bool, set, copy, deepcopy):
        check(cast("Callable[[Any], object]", act))
    check(lambda solution: [each in solution for each in range(-1, 5)])
    check(lambda solution: [solution[k] for k in range(-len(solution), len(solution))])
    check(lambda solution: (solution[1:], solution[::-2], solution * 2, 2 * solution))
    check(lambda solution: [(solution.index(each), solution.count(each)) for each in solution])
    check(lambda solution: pickle.loads(pickle.dumps(solution)))
    check(lambda solution: {solution: 1}.get(tuple(solution)))
    check(lambda solution: isinstance(solution, Sequence))
    assert sorted(combien.solutions(problem, engine="dlx")) == sorted(expected)


@pytest.mark.parametrize("count", [200, 300, 5000, 70_000])
def test_solutions_of_many_options(count: int) -> None:
    problem = Problem.from_options([*[["a"]] * count, ["b"], ["c"]])
    found = list(combien.solutions(problem, engine="dlx"))
    assert sorted(found) == [(k, count, count + 1) for k in range(count)]
    assert not any(map(gc.is_tracked, found))
    # Three numbers of 1, 2 or 4 bytes, a word, and what each object of variable size has.
    assert {sys.getsizeof(solution) for solution in found} <= set(range(32 + 3, 32 + 3 * 4 + 1))


def test_threads_use_one_solution() -> None:
    found = list(combien.solutions(dominoes(4, 6), engine="bits"))
    with ThreadPoolExecutor(4) as pool:
        seen = [list(pool.map(tuple, found)) for _ in range(4)]
    assert seen == [list(map(tuple, found))] * 4


@pytest.mark.parametrize(
    ("given", "message"), [((5,), "not iterable"), ((1, 2), "at most 1"), ((), "")]
)
def test_solutions_are_made_of_an_iterable(given: tuple[Any, ...], message: str) -> None:
    if not message:
        assert combien.Solution(*given) == ()
        return
    with pytest.raises(TypeError, match=message):
        combien.Solution(*given)


@pytest.mark.parametrize("threads", [1, 2])
def test_without_a_global_lock_solutions_are_taken_one_by_one(
    monkeypatch: pytest.MonkeyPatch, threads: int
) -> None:
    alone = list(combien.solutions(dominoes(4, 4), engine="dlx"))
    monkeypatch.setattr(base_threads, "has_gil", lambda: False)
    walk = combien.solutions(dominoes(4, 4), engine="dlx", threads=threads)
    assert [next(walk), *walk] == alone
    assert walk.complete


def test_position_and_work_belong_to_the_last_solution_yielded() -> None:
    problem = queens(6)
    steps = []
    walk = combien.solutions(problem, engine="dlx")
    for _ in range(4):
        next(walk)
        steps.append((walk.position, walk.work["nodes"]))
    # Without reading the position in between, batches are larger; the position is the same.
    other = combien.solutions(problem, engine="dlx")
    list(islice(other, 3))
    assert (other.position, other.work["nodes"]) == steps[2]
    # Reading the position does not change the walk.
    assert len(list(other)) == 1


def test_a_walk_can_be_dropped_at_any_time() -> None:
    walk = combien.solutions(dominoes(20, 20), limit=3)
    assert len(list(walk)) == 3
    assert not walk.complete


def test_complete_only_when_all_were_yielded() -> None:
    walk = combien.solutions(queens(4))
    next(walk)
    assert not walk.complete
    next(walk)
    assert next(walk, None) is None
    assert walk.complete


def test_limit() -> None:
    assert len(list(combien.solutions(queens(8), limit=5))) == 5
    assert list(combien.solutions(queens(8), limit=0)) == []
    with pytest.raises(BadInput, match="limit=-1"):
        combien.solutions(queens(8), limit=-1)


@pytest.mark.parametrize(
    ("position", "message"),
    [
        ("nonsense", "is not a position"),
        ("dlx1:0000000000000000:1:at", "another problem"),
        ("dlx-leftmost:{}:1:at", "belongs to the engine 'dlx-leftmost'"),
        ("dlx1:{}:x:at", "is not the number of an option"),
        ("dlx1:{}:99:at", "does not have"),
        ("dlx1:{}:99999999999999999:at", "does not have"),
        ("dlx1:{}:1.1:at", "takes an option that is not open to it"),
        ("dlx1:{}:-:after", "takes an option that is not open to it"),
        ("dlx1:{}:1:before", "is not a position"),
        ("dlx1:{}:" + "1." * 5000 + "1:at", "does not belong"),
        ("\0", "is not a position"),
    ],
)
def test_positions_of_other_problems(position: str, message: str) -> None:
    problem = queens(4)
    with pytest.raises(BadPosition, match=message):
        combien.solutions(problem, engine="dlx", resume=position.format(problem.fingerprint))


def test_auto_hands_a_position_back_to_the_engine_that_wrote_it() -> None:
    problem = queens(5)
    walk = combien.solutions(problem, engine="dlx-leftmost")
    first = next(walk)
    rest = list(combien.solutions(problem, engine="auto", resume=walk.position))
    assert [first, *rest] == list(combien.solutions(problem, engine="dlx-leftmost"))


def test_leftmost_branches_in_the_items_order() -> None:
    # By hand: item a first (options 0 and 2), although c has only one option.
    problem = Problem.from_options(["ab", "c", "a", "b"], primary="abc")
    assert list(leftmost().solutions(problem)) == [(0, 1), (1, 2, 3)]
    assert combien.answer(problem, engine="dlx-leftmost").work["nodes"] == 6


@pytest.mark.parametrize("engine", ["bits", "dlx"])
@pytest.mark.parametrize("nodes", [1, 7, 100])
def test_resuming_a_search_that_renumbers(engine: str, nodes: int) -> None:
    # Large enough for the bit kernel to open blocks of both kinds.
    problem = queens(9)
    whole = combien.solutions(problem, engine=engine)
    expected = list(whole)
    found: list[combien.Solution] = []
    position, done = "", 0
    while True:
        walk = combien.solutions(problem, engine=engine, nodes=nodes, resume=position)
        try:
            found.extend(walk)
            break
        except OutOfBudget as stop:
            position, done = stop.position, done + stop.known["nodes"]
    assert found == expected
    assert done + walk.work["nodes"] == whole.work["nodes"]
    assert len(found) == 352


@pytest.mark.parametrize("by_next", [False, True])
def test_a_walk_continues_after_an_interrupt(by_next: bool) -> None:
    # The report acts as Ctrl-C: both come between two slices, here once after each of them.
    problem = queens(8)
    interrupted: set[int] = set()

    def interrupt_once(progress: object) -> None:
        if len(found) not in interrupted:
            interrupted.add(len(found))
            raise KeyboardInterrupt

    found: list[combien.Solution] = []
    walk = combien.solutions(problem, report=interrupt_once)
    while not walk.complete:
        try:
            if by_next:
                found.append(next(walk))
            else:
                for solution in walk:
                    found.append(solution)
        except KeyboardInterrupt:
            continue
    assert len(interrupted) > 5
    assert found == list(combien.solutions(problem))
