"""Listing with several threads: the same solutions and order as with one, from any position."""

from __future__ import annotations

from contextlib import suppress
from itertools import islice

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import combien
from combien import Problem, Progress, Solution
from combien.engines._search import threaded_walk
from combien.engines._search.searching import SearchEngine, bits, leftmost, smallest, weighted
from combien.engines._search.threaded_walk import rows_of
from combien.engines._search.walk import TableWalk
from combien.errors import BadInput, OutOfBudget
from tests.engines.boards import dominoes, queens
from tests.random_problems import all_problems

ENGINES = [smallest(), leftmost(), weighted(), bits()]


@pytest.mark.parametrize("engine", ENGINES, ids=lambda engine: engine.name)
@settings(max_examples=40)
@given(problem=all_problems(), threads=st.integers(2, 4), taken=st.integers(0, 6))
def test_the_order_is_the_same_as_with_one_thread(
    engine: SearchEngine, problem: Problem, threads: int, taken: int
) -> None:
    assume(not engine.refusal(problem, "solutions"))
    alone = engine.solutions(problem)
    expected = list(alone)
    walk = engine.solutions(problem, threads=threads)
    assert walk.work == {"nodes": 0, "updates": 0}
    before = list(islice(walk, taken))
    position = walk.position
    assert before + list(walk) == expected
    assert walk.work["nodes"] == alone.work["nodes"]
    assert walk.complete
    assert walk.fraction == 1
    # Resumed with one thread, and with several.
    for number in (1, threads):
        resumed = engine.solutions(problem, resume=position, threads=number)
        assert before + list(resumed) == expected
    assert list(engine.solutions(problem, resume=walk.position)) == []


@pytest.mark.parametrize("name", ["auto", "bits", "dlx"])
def test_many_solutions(name: str) -> None:
    alone = list(combien.solutions(dominoes(6, 6), engine=name))
    assert list(combien.solutions(dominoes(6, 6), engine=name, threads=3)) == alone


def test_few_solutions_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(threaded_walk, "MOST_KEPT", 50)
    monkeypatch.setattr(threaded_walk, "BATCH", 8)
    alone = list(combien.solutions(queens(9), engine="bits"))
    assert list(combien.solutions(queens(9), engine="bits", threads=2)) == alone


@pytest.mark.parametrize("engine", ENGINES, ids=lambda engine: engine.name)
@settings(max_examples=40)
@given(
    problem=all_problems(),
    threads=st.integers(2, 4),
    takes=st.lists(st.tuples(st.sampled_from(["rows", "sorted", "single"]), st.integers(1, 6))),
)
def test_tables_and_single_solutions_are_mixed(
    engine: SearchEngine, problem: Problem, threads: int, takes: list[tuple[str, int]]
) -> None:
    assume(not engine.refusal(problem, "solutions"))
    expected = list(engine.solutions(problem))
    walk = engine.solutions(problem, threads=threads)
    assert isinstance(walk, TableWalk)
    found: list[Solution] = []
    for kind, number in takes:
        if kind == "single":
            found.extend(islice(walk, number))
        else:
            table = walk.table(number, sort=kind == "sorted")
            assert len(table) == min(number, len(expected) - len(found))
            for row in rows_of(table) if len(table) else []:
                options = [each for each in row if each != problem.option_count]
                assert kind == "rows" or options == sorted(options)
                found.append(Solution(sorted(options)))
        assert found == expected[: len(found)]
        rest = engine.solutions(problem, resume=walk.position)
        assert found + list(rest) == expected
    assert found + list(walk) == expected
    assert len(walk.table(5, sort=False)) == 0


def test_tables_end_with_the_budget() -> None:
    alone = list(combien.solutions(queens(9), engine="bits"))
    walk = bits().solutions(queens(9), threads=2, budget=combien.Budget(nodes=1500))
    assert isinstance(walk, TableWalk)
    rows = rows_of(walk.table(10**6, sort=True))
    assert 0 < len(rows) < len(alone)
    assert [Solution(row) for row in rows] == alone[: len(rows)]
    with pytest.raises(OutOfBudget) as stop:
        walk.table(10, sort=True)
    rest = combien.solutions(queens(9), resume=stop.value.position)
    assert alone[: len(rows)] + list(rest) == alone


def test_an_interrupt_of_a_table_loses_nothing() -> None:
    alone = list(combien.solutions(queens(11), engine="bits"))
    presses = iter([True, False, True])

    def press(progress: Progress) -> None:
        if next(presses, False):
            raise KeyboardInterrupt

    walk = bits().solutions(queens(11), threads=2, report=press)
    assert isinstance(walk, TableWalk)
    found: list[Solution] = []
    while not walk.complete:
        with suppress(KeyboardInterrupt):
            found += [Solution(row) for row in rows_of(walk.table(2000, sort=True))]
        assert found + list(combien.solutions(queens(11), resume=walk.position)) == alone
    assert found == alone


def test_a_resumed_share_ends_where_the_share_ends() -> None:
    whole = list(combien.solutions(queens(8), engine="dlx"))
    found = []
    for share in combien.shares(queens(8), parts=4, engine="dlx"):
        walk = combien.solutions(queens(8), resume=share, threads=2)
        found += list(islice(walk, 3))
        found += list(combien.solutions(queens(8), resume=walk.position))
    assert found == whole


def test_the_rest_follows_after_a_budget_ends() -> None:
    alone = list(combien.solutions(queens(9), engine="bits"))
    walk = combien.solutions(queens(9), engine="bits", threads=2, nodes=1500)
    found: list[combien.Solution] = []
    with pytest.raises(OutOfBudget) as stop:
        found.extend(walk)
    assert 0 < len(found) < len(alone)
    assert found + list(combien.solutions(queens(9), resume=stop.value.position)) == alone


def test_an_interrupt_loses_nothing() -> None:
    alone = list(combien.solutions(queens(11), engine="bits"))
    presses = iter([False, True, False, True])

    def press(progress: Progress) -> None:
        if next(presses, False):
            raise KeyboardInterrupt

    walk = combien.solutions(queens(11), engine="bits", threads=2, report=press)
    found: list[combien.Solution] = []
    while not walk.complete:
        try:
            for solution in walk:
                found.append(solution)
        except KeyboardInterrupt:
            position = walk.position
            assert found + list(combien.solutions(queens(11), resume=position)) == alone
    assert found == alone


def test_arrays_and_shuffled_orders() -> None:
    pytest.importorskip("numpy", reason="arrays need numpy: pip install numpy")
    (rows,) = combien.solutions(queens(6), threads=2).arrays(sort=True)
    assert [tuple(row) for row in rows] == [tuple(s) for s in combien.solutions(queens(6))]
    shuffled = list(combien.solutions(queens(6), seed=3))
    assert list(combien.solutions(queens(6), seed=3, threads=2)) == shuffled


def test_refusals() -> None:
    with pytest.raises(BadInput, match="threads=0: expected a whole number from 1"):
        combien.solutions(queens(4), threads=0)
