"""Seeds, and the fields of answers."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

import combien
from combien import Problem
from combien.cover._oracle import all_solutions
from tests.random_problems import all_problems

ABC = Problem.from_options(["ab", "c", "a", "bc", "b"])


@settings(max_examples=120)
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
