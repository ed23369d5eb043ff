"""Seeds, and the fields of answers."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import combien
from combien import BadInput, Problem, Region, Tile, TilingProblem
from combien.cover._oracle import all_solutions
from combien.engines import ENGINES, engine_named
from combien.engines._sweeps.frontier import FrontierCounting
from combien.puzzles import Queens
from tests.engines.boards import dominoes, langford, latin, queens
from tests.random_problems import all_problems

ABC = Problem.from_options(["ab", "c", "a", "bc", "b"])


@settings(max_examples=60)
@given(problem=all_problems(), seed=st.integers(0, 5))
def test_a_seed_changes_the_order_and_nothing_else(problem: Problem, seed: int) -> None:
    found = list(combien.solutions(problem, seed=seed))
    assert sorted(found) == all_solutions(problem)
    assert found == list(combien.solutions(problem, seed=seed))


def test_seeds_give_variety() -> None:
    choices = Problem.from_options([[k] for k in range(3) for _ in range(4)])
    firsts = {next(combien.solutions(choices, seed=seed)) for seed in range(20)}
    assert len(firsts) > 10
    assert len({next(combien.solutions(choices)) for _ in range(20)}) == 1


def test_resuming_with_the_same_seed() -> None:
    walk = combien.solutions(ABC, seed=2)
    first = next(walk)
    rest = list(combien.solutions(ABC, seed=2, resume=walk.position))
    assert [first, *rest] == list(combien.solutions(ABC, seed=2))


def test_the_answer_to_a_listing() -> None:
    found = combien.answer(ABC, "solutions")
    assert (found.status, found.count, found.complete) == ("solved", 3, True)
    assert sorted(found.solutions) == all_solutions(ABC)
    limited = combien.answer(ABC, "solutions", limit=1)
    assert (limited.status, limited.count, limited.complete) == ("solved", None, False)
    assert list(combien.solutions(ABC, resume=limited.position)) == list(found.solutions[1:])


# Two equal components, a count of 0, and counts that one engine or another is good at.
COUNTED = {
    "apart": Problem.from_options([(n, x, y) for n in (1, 2) for x in "ab" for y in "cd"]),
    "dominoes": dominoes(6, 6),
    "langford": langford(7),
    "latin": latin(4),
    "none": queens(3),
}


@pytest.mark.parametrize("problem", COUNTED.values(), ids=COUNTED)
@pytest.mark.parametrize("engine", ENGINES)
def test_every_engine_counts_modulo_a_number(engine: str, problem: Problem) -> None:
    if refusal := engine_named(engine).refusal(problem, "count"):
        pytest.skip(refusal)
    number = combien.count(problem)
    for modulo in (1, 2, 5, 97, 2**63 - 25, 2**63, 10**30):
        assert combien.count(problem, engine=engine, modulo=modulo) == number % modulo
        found = combien.answer(problem, engine=engine, modulo=modulo)
        assert (found.status, found.count) == ("solved", number % modulo)
        assert (found.modulo, found.complete) == (modulo, True)


def test_auto_sweeps_modulo_the_number(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    class Watched(FrontierCounting):
        def __init__(self, problem: Problem, **settings: Any) -> None:
            asked.append(settings.get("modulus"))
            super().__init__(problem, **settings)

    for module in ("_portfolio.candidates", "_portfolio.sprint"):
        monkeypatch.setattr(f"combien.engines.{module}.FrontierCounting", Watched)
    # A board that a sweep is best at, whole and as two equal parts.
    board = Region.box(6, 8)
    tiles = [Tile(art, symmetries="all", times="any") for art in ("*", "**", "***")]
    whole = TilingProblem(board, tiles)
    twice = Problem.from_options(
        [(copy, cell) for cell in whole.problem().entries(option)]
        for copy in range(2)
        for option in range(whole.problem().option_count)
    )
    remainder = combien.count(whole) % 97
    asked.clear()
    for problem, wanted in ((whole, remainder), (twice, remainder**2 % 97)):
        found = combien.answer(problem, modulo=97)
        assert (found.engine, found.count) == ("frontier", wanted)
    # The second problem is swept whole before it is divided.
    assert asked == [97, 97, 97]


def test_a_remainder_with_symmetry_a_position_or_a_file(tmp_path: Any) -> None:
    board = queens(6)
    (share,) = combien.shares(board, parts=1)
    assert combien.count(board, modulo=3, resume=share) == 1
    assert combien.count(board, modulo=3, checkpoint=tmp_path / "run.db") == 1
    six = Queens(6)
    assert (combien.count(six, up_to="all"), combien.count(six, up_to="rotations")) == (1, 2)
    assert combien.count(six, up_to="rotations", modulo=2) == 0


def test_only_a_count_has_a_remainder() -> None:
    with pytest.raises(BadInput, match="modulo= was given: only a count has a remainder"):
        combien.answer(ABC, "solutions", modulo=2)
    with pytest.raises(BadInput, match="modulo=0"):
        combien.answer(ABC, modulo=0)
    stopped = combien.answer(queens(12), engine="dlx", modulo=2, nodes=10)
    assert (stopped.status, stopped.count, stopped.modulo) == ("stopped", None, 2)
