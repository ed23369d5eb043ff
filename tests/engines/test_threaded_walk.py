"""Lists by several threads: the solutions of one thread, in its order, from any position."""

from __future__ import annotations

from itertools import islice

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import combien
from combien import Problem, Progress
from combien.engines._search import listing
from combien.engines._searching import SearchEngine, bits, leftmost, smallest, weighted
from combien.errors import BadInput, OutOfBudget
from tests.engines.boards import dominoes, queens
from tests.random_problems import all_problems

ENGINES = [smallest(), leftmost(), weighted(), bits()]


@pytest.mark.parametrize("engine", ENGINES, ids=lambda engine: engine.name)
@settings(max_examples=100)
@given(problem=all_problems(), threads=st.integers(2, 4), taken=st.integers(0, 6))
def test_the_order_is_that_of_one_thread(
    engine: SearchEngine, problem: Problem, threads: int, taken: int
) -> None:
    assume(not engine.refusal(problem, "solutions"))
    alone = engine.solutions(problem)
    expected = list(alone)
    walk = engine.solutions(problem, threads=threads)
    before = list(islice(walk, taken))
    position = walk.position
    assert before + list(walk) == expected
    assert walk.work["nodes"] == alone.work["nodes"]
    assert walk.complete
    assert walk.fraction == 1
    # Resumed by one thread, and by several.
    for number in (1, threads):
        resumed = engine.solutions(problem, resume=position, threads=number)
        assert before + list(resumed) == expected
    assert list(engine.solutions(problem, resume=walk.position)) == []


@pytest.mark.parametrize("name", ["auto", "bits", "dlx"])
def test_many_solutions(name: str) -> None:
    alone = list(combien.solutions(dominoes(6, 6), engine=name))
    assert list(combien.solutions(dominoes(6, 6), engine=name, threads=3)) == alone


def test_few_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listing, "MOST_KEPT", 50)
    monkeypatch.setattr(listing, "BATCH", 8)
    alone = list(combien.solutions(queens(9), engine="bits"))
    assert list(combien.solutions(queens(9), engine="bits", threads=2)) == alone


def test_shares_stay_shares() -> None:
    whole = list(combien.solutions(queens(8), engine="dlx"))
    found = []
    for share in combien.shares(queens(8), parts=4, engine="dlx"):
        walk = combien.solutions(queens(8), resume=share, threads=2)
        found += list(islice(walk, 3))
        found += list(combien.solutions(queens(8), resume=walk.position))
    assert found == whole


def test_a_budget_ends_and_the_rest_follows() -> None:
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
