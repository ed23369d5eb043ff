"""Symmetry breaking: it leaves a solution of each orbit, and a fraction of the work."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import combien
from combien import Problem, Region, TilingProblem
from combien._questions import first
from combien.cover._oracle import all_solutions
from combien.cover._symmetry import ProblemGroup
from combien.engines._search import restarts
from combien.engines._search.breaking import Representatives, broken
from tests.random_problems import all_problems, solvable_problems
from tests.tilings.pentominoes import pentominoes


def rotated(problem: Problem, times: int) -> tuple[Problem, list[int]]:
    """Copies of the options in a circle, each with the items of the next copy as well.

    Returns also the permutation of the options that moves each copy to the next.
    """
    builder = Problem.builder()
    for copy in range(times):
        for item in problem.items:
            bounds = (item.low, item.high) if item.primary else None
            builder.item((copy, item.name), secondary=not item.primary, bounds=bounds)
    size = problem.option_count
    for copy in range(times):
        for option in range(size):
            shift = option % 2
            items = dict.fromkeys(
                ((copy + shift * k) % times, problem.items[item].name)
                for k, item in enumerate(problem.indices(option))
            )
            builder.option(*items)
    return builder.build(), [(option + size) % (size * times) for option in range(size * times)]


@settings(max_examples=50)
@given(problem=all_problems(), times=st.integers(2, 3))
def test_representatives_are_the_least_solutions(problem: Problem, times: int) -> None:
    whole, step = rotated(problem, times)
    if whole.option_count > 12:
        return
    group = ProblemGroup.generated_by(whole, step) if step else ProblemGroup.generated_by(whole)
    wanted = [solution for solution in all_solutions(whole) if group.is_least(solution)]
    assert sorted(combien.solutions(whole, up_to=group)) == sorted(wanted)
    assert sorted(combien.solutions(whole, up_to=group, seed=1)) == sorted(wanted)
    rows = [
        tuple(option for option in row if option < whole.option_count)
        for array in combien.solutions(whole, up_to=group).arrays(3)
        for row in array.tolist()
    ]
    assert sorted(rows) == sorted(wanted)


@settings(max_examples=80)
@given(problem=st.one_of(all_problems(), solvable_problems(twin=True)))
def test_a_broken_problem_has_a_solution_if_there_is_one(problem: Problem) -> None:
    found = broken(problem)
    if found is None:
        return
    other, numbers = found
    assert len(numbers) < problem.option_count
    solutions = {tuple(numbers[option] for option in s) for s in all_solutions(other)}
    wanted = set(all_solutions(problem))
    assert solutions <= wanted
    assert bool(solutions) == bool(wanted)


def test_pentominoes_up_to_symmetry_take_a_quarter_of_the_nodes() -> None:
    board = TilingProblem(Region.box(10, 6), pentominoes())
    walk = combien.solutions(board, up_to="all", engine="bits")
    assert sum(1 for _ in walk) == 2339
    nodes = combien.answer(board, "count", engine="bits").work["nodes"]
    assert 3.9 < nodes / walk.work["nodes"] < 4.1


def test_positions_among_representatives() -> None:
    board = TilingProblem(Region.box(6, 5), pentominoes()[:6])
    whole = list(combien.solutions(board, up_to="all"))
    again: list[combien.Tiling] = []
    position = ""
    while len(again) < len(whole):
        walk = combien.solutions(board, up_to="all", limit=1, resume=position)
        again.extend(walk)
        position = walk.position
    assert again == whole


@pytest.mark.parametrize("engine", ["dlx", "bits", "auto"])
def test_a_proof_that_there_is_none_takes_a_fraction(
    monkeypatch: pytest.MonkeyPatch, engine: str
) -> None:
    # Fifteen people do not split into pairs.
    pairs = Problem.from_options(combinations(range(15), 2))
    plain = combien.answer(pairs, engine="dlx").work["nodes"]
    monkeypatch.setattr(restarts, "BREAKING_AFTER", 10**6)
    walk = first(pairs, engine=engine)
    assert list(walk) == []
    assert walk.complete
    assert walk.fraction == 1
    assert walk.work["nodes"] < plain / 2.5
    assert not combien.exists(pairs, nodes=plain // 2)


def test_a_solution_without_symmetric_options(monkeypatch: pytest.MonkeyPatch) -> None:
    board = TilingProblem(Region.box(20, 3), pentominoes())
    monkeypatch.setattr(restarts, "BREAKING_AFTER", 0)
    monkeypatch.setattr(restarts, "HEAD_START", 100)
    walk = first(board, engine="dlx")
    (tiling,) = walk
    assert tiling in set(combien.solutions(board))
    assert "without symmetric options" in walk.why
    assert walk.position == ""
    # An earlier position is a position of the whole problem.
    with pytest.raises(combien.OutOfBudget) as stop:
        combien.solve(board, engine="dlx", nodes=500)
    rest = set(combien.solutions(board, engine="dlx", resume=stop.value.position))
    assert rest == set(combien.solutions(board))


def test_options_left_out_by_symmetry() -> None:
    problem = Problem.from_options(["ab", "cd", "bc", "da", "e"])
    group = ProblemGroup.generated_by(problem, (2, 3, 1, 0, 4))
    found = Representatives(group)
    assert found.numbers == (0, 1, 2, 4)
    assert [found.least(s) for s in ((0, 1, 4), (2, 3, 4))] == [(0, 1, 4), None]
    assert broken(Problem.from_options(["ab", "a", "b"])) is None
    assert broken(Problem.from_options([])) is None
