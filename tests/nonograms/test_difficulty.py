"""How hard a nonogram is: the techniques that it needs, on puzzles where these are known."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from combien.engines._protocol import Budget
from combien.errors import BadNonogram, OutOfBudget
from combien.nonograms._human.difficulty import difficulty
from combien.nonograms._human.hints import Guide
from combien.nonograms._nonogram import Board, Nonogram
from combien.nonograms._solver import solve
from tests.nonograms.dominoes import n_dom
from tests.nonograms.random_nonograms import boards


def test_lines_alone() -> None:
    found = difficulty(Nonogram([[1, 1], [3]], [[2], [1], [2]]))
    assert (found.means, found.cells, found.by_lines, found.rounds) == ("lines", 6, 6, 1)
    assert str(found) == "lines alone, in 1 round"


def test_several() -> None:
    found = difficulty(Nonogram([[1], [1]], [[1], [1]]))
    assert (found.means, found.by_lines, found.rounds) == ("several", 0, 0)
    given = difficulty(Nonogram([[1], [1]], [[1], [1]]), given=Board.parse("#?\n??"))
    assert (given.means, given.by_lines) == ("lines", 4)


def test_none_and_a_budget() -> None:
    with pytest.raises(BadNonogram, match="there is no solution"):
        difficulty(Nonogram([[1], [1]], [[2], []], check=False), given=Board.parse(".?\n??"))
    # A verdict about other given cells, which no line contradicts.
    wrong = Board.unknown(9, 9).replaced({2: 1})
    with pytest.raises(BadNonogram, match="there is no solution: row"):
        difficulty(n_dom(4), given=wrong, verdict=solve(n_dom(4)))
    with pytest.raises(OutOfBudget):
        difficulty(Nonogram([[1], [1]], [[1], [1]]), budget=Budget(nodes=0))
    hard = n_dom(5)
    verdict = solve(hard)
    with pytest.raises(OutOfBudget, match=r"^the budget of 0 seconds ended"):
        difficulty(hard, budget=Budget(seconds=0), verdict=verdict)
    assert difficulty(hard, verdict=verdict) == difficulty(hard)


@settings(max_examples=40)
@given(board=boards())
def test_the_techniques_match_the_hints(board: Board) -> None:
    nonogram = Nonogram(*board.clues())
    found = difficulty(nonogram)
    rules = {step.rule for step in Guide(nonogram).steps()}
    if found.means == "lines":
        assert not rules & {"suppose", "either", "search"}
    elif solve(nonogram).status == "unique":
        assert rules & {"suppose", "either", "search"}
    else:
        assert found.means == "several"
    assert found.by_lines + found.supposed + found.nested <= found.cells


@pytest.mark.parametrize(
    ("n", "means"),
    [
        (2, "lines"),
        (3, "suppose"),
        (4, "suppose"),
        (5, "nested"),
        pytest.param(7, "search", marks=pytest.mark.slow),
    ],
)
def test_the_dominoes_grow_harder(n: int, means: str) -> None:
    found = difficulty(n_dom(n))
    assert found.means == means
    assert (found.guesses > 0) == (means in ("nested", "search"))
