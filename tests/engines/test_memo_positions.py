"""Positions of counts with a memo: stopped anywhere and resumed, the count is the same."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import combien
from combien import Problem, _native
from combien.cover._oracle import all_solutions
from combien.cover._problem import compiled
from combien.engines._places import parse_position
from combien.engines._sweeps import memo
from combien.engines._sweeps.memo import MemoCounting
from combien.errors import BadPosition, OutOfBudget
from tests.engines.boards import coloring, dominoes, prism, queens
from tests.random_problems import problems

PLENTY = 2**32


def in_parts(problem: Problem, steps: int) -> tuple[int, int]:
    """The count by several counts, each with an empty table, and their number."""
    position, parts = "", 1
    while True:
        counting = MemoCounting(problem, position)
        while counting.steps < steps:
            if counting.advance(steps - counting.steps, 60.0, PLENTY):
                return counting.count, parts
        position = counting.position
        assert counting.known["at_least"] == parse_position(position, "memo", problem)[1]
        # More in each, as the subtree of the first place is counted again.
        steps += steps // 4 + 1
        parts += 1


@settings(max_examples=50)
@given(problem=problems(colors=True), steps=st.integers(1, 9))
def test_the_count_in_parts_is_the_count(problem: Problem, steps: int) -> None:
    assert in_parts(problem, steps)[0] == len(all_solutions(problem))


@pytest.mark.parametrize("vectors", _native.vector_sets())
@settings(max_examples=40)
@given(problem=problems(colors=True), steps=st.integers(1, 40), most=st.integers(1, 30))
def test_places_are_all_that_is_left(vectors: str, problem: Problem, steps: int, most: int) -> None:
    machine = _native.memo(compiled(problem), vectors=vectors)
    machine.run(steps, 60.0, PLENTY)
    places, found = machine.rest(most)
    assert len(places) <= most
    solutions = all_solutions(problem)
    left = [s for s in solutions for place in places if set(place) <= set(s)]
    # No solution is in two places.
    assert len(left) == len(set(left)) == len(solutions) - found


def test_blocks_and_small_sets() -> None:
    assert in_parts(dominoes(8, 8), 40)[0] == 12988816
    count, parts = in_parts(queens(10), 300)
    assert count == 724
    assert parts > 5


def test_a_count_is_resumed_and_what_is_known_grows() -> None:
    position, known = "", -1
    for _ in range(3):
        with pytest.raises(OutOfBudget) as caught:
            combien.count(queens(11), engine="memo", nodes=5000, resume=position)
        position = caught.value.position
        assert position.startswith("memo1:")
        assert position.count("/:at") <= memo.MOST_PLACES
        assert known < caught.value.known["at_least"] < 2680
        known = caught.value.known["at_least"]
    # The position has the name of the engine.
    assert combien.count(queens(11), resume=position) == 2680


def test_positions_that_are_refused() -> None:
    problem = queens(5)
    head = f"memo1:{problem.fingerprint}"
    solutions = [s for s in combien.solutions(problem) if 7 in s]
    assert combien.count(problem, resume=f"{head}:7/:at=3") == len(solutions) + 3
    for rest, why in [
        ("7:at", "not of a count with a memo"),
        ("7/:after", "not of a count with a memo"),
        ("7.-/:at", "not of a count with a memo"),
        ("7.7/:at", "option 7 is not open"),
        ("99999/:at", "no option 99999"),
        ("99999999999/:at", "no option 99999999999"),
    ]:
        with pytest.raises(BadPosition, match=why):
            combien.count(problem, resume=f"{head}:{rest}")
    with pytest.raises(BadPosition, match="belongs to the engine 'dlx', not 'memo'"):
        combien.count(problem, engine="memo", resume=f"dlx1:{problem.fingerprint}:7/:at")


def interrupted(*_: object) -> object:
    raise KeyboardInterrupt


def test_an_interrupt_while_the_order_changes(monkeypatch: pytest.MonkeyPatch) -> None:
    # A place with choices: a count that began anew without them would be too high.
    problem = coloring(prism(14), colors=4)
    begun = MemoCounting(problem)
    begun.advance(2000, 60.0, PLENTY)
    counting = MemoCounting(problem, begun.position)
    with monkeypatch.context() as patch:
        patch.setattr(_native, "memo", interrupted)
        with pytest.raises(KeyboardInterrupt):
            while not counting.advance(PLENTY, 60.0, PLENTY):
                pass
    while not counting.advance(PLENTY, 60.0, PLENTY):
        pass
    expected = combien.count(problem, engine="frontier")
    assert (counting.order, counting.count) == ("entropy", expected)
