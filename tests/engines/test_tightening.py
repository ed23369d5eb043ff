"""Weights that show which options no solution has: all solutions are kept, and many options not."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import combien
from combien import Problem, _native
from combien._questions import first
from combien.cover import formats
from combien.cover._oracle import all_solutions
from combien.cover._problem import compiled
from combien.cover._verify import verify
from combien.engines._search import restarts, tightening
from combien.engines._search.restarts import Restarts
from combien.engines._search.searching import bits, learning, smallest
from combien.engines._search.tightening import TightTurns, tightened
from tests.engines.boards import dominoes
from tests.engines.test_restarts import in_slices
from tests.random_problems import all_problems


def bricks(side: int, sizes: tuple[int, int, int], times: int) -> Problem:
    """Bricks in a cube, which leave some of it empty: a puzzle of D. G. Hoffman."""
    options = [
        [
            "brick",
            *product(*(range(at, at + long) for at, long in zip(corner, turned, strict=True))),
        ]
        for turned in sorted(set(permutations(sizes)))
        for corner in product(*(range(side - long + 1) for long in turned))
    ]
    cells = list(product(range(side), repeat=3))
    return Problem.from_options(options, secondary=cells, bounds={"brick": (times, times)})


def found_weights(problem: Problem) -> list[int]:
    search = _native.tightness(compiled(problem), 2**60)
    while search.run(3, 60) == _native.OUT_OF_SLICE:
        pass
    assert not search.gave_up
    return search.weights()


def check_keeps_solutions(problem: Problem, weights: Sequence[int]) -> bool:
    """Check that no solution is lost; return whether anything was found."""
    found = tightened(problem, weights)
    if found is None:
        return False
    other, numbers = found
    assert other.option_count == len(numbers)
    for place, number in enumerate(numbers):
        assert other.entries(place) == problem.entries(number)
    kept = [tuple(sorted(numbers[option] for option in one)) for one in all_solutions(other)]
    assert sorted(kept) == sorted(tuple(sorted(one)) for one in all_solutions(problem))
    return True


@settings(max_examples=300)
@given(problem=all_problems())
def test_found_weights_are_tight_and_keep_all_solutions(problem: Problem) -> None:
    weights = found_weights(problem)
    assert check_keeps_solutions(problem, weights) == bool(weights)
    if weights:
        # Nothing more follows from what is left.
        other, _ = tightened(problem, weights) or (problem, ())
        if other.option_count:
            assert not found_weights(other) or tightened(other, found_weights(other)) is not None


@settings(max_examples=300)
@given(problem=all_problems(), data=st.data())
def test_any_weights_keep_all_solutions(problem: Problem, data: st.DataObject) -> None:
    weight = st.integers(-2, 2)
    count = problem.item_count
    check_keeps_solutions(problem, data.draw(st.lists(weight, min_size=count, max_size=count)))


def test_what_follows_from_weights() -> None:
    problem = Problem.from_options(
        ["xa", "xb", "xab", "c"], secondary="ab", bounds={"x": (2, 2), "c": (0, 3)}
    )
    assert problem.item_names == ("x", "a", "b", "c")
    other, numbers = tightened(problem, [-1, 1, 1, 0]) or (problem, ())
    named = {item.name: item for item in other.items}
    assert list(numbers) == [0, 1, 3]
    assert named["a"].primary
    assert named["b"].primary
    assert other.bounds(3) == (0, 3)
    # Of a wrong length, with a negative option, or with a positive total.
    assert tightened(problem, [0, 0, 0]) is None
    assert tightened(problem, [-2, 1, 1, 0]) is None
    assert tightened(problem, [-1, 1, 1, 1]) is None
    assert tightened(problem, [0, 0, 0, 0]) is None


def test_items_that_must_not_be_covered() -> None:
    # Both halves of x are needed for a and b, so that c cannot have any.
    problem = Problem.from_options(
        ["xa", "xb", "xc"], bounds={"x": (0, 2), "c": (0, 1)}, primary="xabc"
    )
    other, numbers = tightened(problem, found_weights(problem)) or (problem, ())
    assert list(numbers) == [0, 1]
    assert other.bounds(0) == (2, 2)


def test_weights_that_prove_that_there_is_no_solution() -> None:
    problem = Problem.from_options(["xa", "xb", "c"], bounds={"x": (3, 3)}, secondary="ab")
    other, numbers = tightened(problem, found_weights(problem)) or (problem, [0])
    assert list(numbers) == []
    assert not combien.exists(other)


def test_items_with_colors_have_no_weight() -> None:
    text = "a b | c\na c:1\nb c:1\nb c\n"
    problem = formats.read(text, format="dlx")
    colored = problem.item_names.index("c")
    weights = [0] * problem.item_count
    weights[colored] = 1
    weights[problem.item_names.index("a")] = -1
    assert tightened(problem, weights) is None
    assert combien.count(problem) == 1


def test_problems_without_options_or_items() -> None:
    for problem in (
        Problem.from_options([]),
        Problem.from_options([], primary="a"),
        Problem.from_options([], secondary="ab"),
        Problem.from_options(["a", "a", "a"]),
    ):
        check_keeps_solutions(problem, found_weights(problem))


@pytest.mark.parametrize("engine", ["auto"])
def test_bricks_that_no_search_packs(engine: str) -> None:
    problem = bricks(10, (3, 3, 4), 27)
    with pytest.raises(combien.errors.OutOfBudget):
        combien.solve(problem, engine="dlx", nodes=40_000)
    walk = first(problem, engine=engine, nodes=40_000)
    solution = next(walk)
    verify(problem, solution)
    assert "with fewer options, by weights" in walk.why
    assert walk.position == ""
    assert combien.solve(problem, engine=engine) == solution
    assert combien.exists(problem, nodes=100_000)


def test_hoffmans_bricks() -> None:
    problem = bricks(15, (4, 5, 6), 27)
    turns = TightTurns(problem)
    while not turns.done:
        turns.advance(100, 60)
    other, numbers = turns.problem() or (problem, ())
    # Only places that cover one of the 27 cells with coordinates 3, 7 and 11.
    cells = list(product((3, 7, 11), repeat=3))
    wanted = [
        option
        for option in range(problem.option_count)
        if sum(cell in problem.entries(option) for cell in cells) == 1
    ]
    assert set(numbers) <= set(wanted)
    assert other.option_count == 384
    assert other.primary_count > problem.primary_count


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Weights are looked for from the first turn on, a step at a time."""
    monkeypatch.setattr(restarts, "HEAD_START", 1)
    monkeypatch.setattr(restarts, "HEAD_START_ITEM", 0)
    monkeypatch.setattr(restarts, "SHORTEST_TURN", 1)
    monkeypatch.setattr(restarts, "LONGEST_TURN", 1)
    monkeypatch.setattr(restarts, "TIGHT_AFTER", -1)
    monkeypatch.setattr(restarts, "TIGHT_STEPS", 1)
    monkeypatch.setattr(restarts, "TIGHT_PART", 10**9)


@settings(max_examples=100)
@given(problem=all_problems(), slices=st.lists(st.integers(1, 5), min_size=1, max_size=9))
@pytest.mark.usefixtures("at_once")
def test_slices_change_nothing(problem: Problem, slices: list[int]) -> None:
    engine = bits() if not problem.has_bounds and not problem.has_colors else smallest()
    whole, sliced = (
        Restarts(problem, engine, learning=learning(), sat_bytes=10**9, tight=True) for _ in "12"
    )
    outcome = in_slices(whole, sliced, slices)
    wanted = all_solutions(problem)
    assert whole.solution in wanted if wanted else whole.solution is None
    assert outcome == (_native.SOLUTION if wanted else _native.DONE)


@pytest.mark.usefixtures("at_once")
def test_an_interrupt_does_no_harm(monkeypatch: pytest.MonkeyPatch) -> None:
    problem = bricks(10, (3, 3, 4), 27)
    wanted = combien.solve(problem)
    calls = []
    work = tightening.tightened

    def interrupted(problem: Problem, weights: Sequence[int]) -> object:
        calls.append(weights)
        if len(calls) == 1:
            raise KeyboardInterrupt
        return work(problem, weights)

    monkeypatch.setattr(tightening, "tightened", interrupted)
    walk = first(problem)
    with pytest.raises(KeyboardInterrupt):
        next(walk)
    assert next(walk) == wanted
    assert len(calls) == 2


@pytest.mark.usefixtures("at_once")
def test_no_memory_for_the_smaller_problem(monkeypatch: pytest.MonkeyPatch) -> None:
    problem = bricks(10, (3, 3, 4), 27)
    search = Restarts(problem, smallest(), learning=learning(), tight=True)

    def refuse(*args: object, **kwargs: object) -> None:
        raise MemoryError

    monkeypatch.setattr(restarts, "Restarts", refuse)
    for _ in range(500):
        assert search.advance(100, 60) == _native.OUT_OF_SLICE
    assert search.costs()["tight"] > 0
    assert search._rest is None


def test_large_programs_are_given_up() -> None:
    # The corners are cut off, so that no two cells are alike.
    search = _native.tightness(compiled(dominoes(40, 41)), 10**6)
    while search.run(10**9, 60) == _native.OUT_OF_SLICE:
        pass
    assert search.gave_up
    assert search.weights() == []
    assert search.visits < 3 * 10**6
