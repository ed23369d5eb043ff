"""Arguments of wrong types are refused by errors of the package, wherever they are given."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Any

import pytest

from combien.engines._protocol import Budget
from combien.errors import BadInput
from combien.nonograms import Board, Nonogram, count, deduce, solve, solve_all
from combien.nonograms._clued import clued
from combien.nonograms._compose import by_changing, by_giving
from combien.nonograms._human.difficulty import difficulty
from combien.nonograms._human.hints import Guide
from combien.nonograms._puzzle import Puzzle
from tests.loops import for_each

NONOGRAM = Nonogram([[1], [1]], [[1], [1]])
BOARD = Board.parse("#.\n.#")
WRONG = (1, "text", 2.5, [[1]], object(), ([[1]], [[1]]))


def listed(*words: Any, **rest: Any) -> list[Board]:
    return list(solve_all(*words, **rest))


@for_each(product([solve, count, solve_all, difficulty], [*WRONG, True]))
def test_budgets(ask: Callable[..., Any], wrong: object) -> None:
    with pytest.raises(BadInput, match=r"expected a Budget, as in budget=Budget\("):
        ask(NONOGRAM, budget=wrong)


@pytest.mark.parametrize("wrong", [1, "text"])
@pytest.mark.parametrize("make", [by_changing, by_giving])
def test_budgets_of_makers(make: Callable[..., Any], wrong: object) -> None:
    with pytest.raises(BadInput, match="expected a Budget"):
        make(BOARD, budget=wrong)


@for_each(product([solve, count, solve_all, difficulty, Guide, clued], [*WRONG, None, BOARD]))
def test_nonograms(ask: Callable[..., Any], wrong: object) -> None:
    with pytest.raises(BadInput, match="expected a Nonogram, not a value of type"):
        ask(wrong)


@pytest.mark.parametrize("wrong", [*WRONG, NONOGRAM], ids=lambda value: type(value).__name__)
def test_boards(wrong: Any) -> None:
    for ask in (
        lambda: solve(NONOGRAM, given=wrong),
        lambda: solve(NONOGRAM, given=wrong, engine="sat"),
        lambda: count(NONOGRAM, given=wrong),
        lambda: solve_all(NONOGRAM, given=wrong),
        lambda: deduce(NONOGRAM, wrong),
        lambda: difficulty(NONOGRAM, given=wrong),
        lambda: Guide(NONOGRAM).next(wrong),
        lambda: next(Guide(NONOGRAM).steps(wrong)),
        lambda: Guide(NONOGRAM).next(BOARD, solution=wrong),
        lambda: clued(NONOGRAM, wrong),
        lambda: by_changing(wrong),
        lambda: by_giving(wrong),
        lambda: Puzzle.of(wrong),
    ):
        with pytest.raises(BadInput, match="expected a Board, not a value of type"):
            ask()


def test_other_arguments() -> None:
    with pytest.raises(BadInput, match="engine='SAT': expected 'auto' or 'sat'"):
        solve(NONOGRAM, engine="SAT")  # type: ignore[arg-type]
    with pytest.raises(BadInput, match="encoding and solver are for a SAT solver"):
        solve(NONOGRAM, encoding="places")
    with pytest.raises(BadInput, match="did you mean 'automaton'"):
        solve(NONOGRAM, engine="sat", encoding="automata")
    with pytest.raises(BadInput, match="no encoding 7 of nonograms"):
        solve(NONOGRAM, engine="sat", encoding=7)  # type: ignore[arg-type]
    with pytest.raises(BadInput, match="expected the command of a program"):
        solve(NONOGRAM, engine="sat", solver=7)  # type: ignore[arg-type]
    with pytest.raises(BadInput, match="height="):
        Board("2", 2, b"")  # type: ignore[arg-type]


def test_valid_arguments_are_accepted() -> None:
    assert solve(NONOGRAM, budget=Budget(seconds=60), given=BOARD).status == "unique"
    assert count(NONOGRAM, budget=Budget(nodes=10**6)) == 2
    assert len(listed(NONOGRAM, budget=Budget())) == 2
