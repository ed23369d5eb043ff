"""Puzzles with one solution: proved unique, and no change or given cell is superfluous."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings

from combien.engines._protocol import Budget, Progress
from combien.errors import BadInput, OutOfBudget
from combien.nonograms import _compose as compose
from combien.nonograms._clue import UNKNOWN
from combien.nonograms._compose import Composed, by_changing, by_giving
from combien.nonograms._nonogram import Board, Nonogram
from combien.nonograms._solver import decide, solve, solve_all
from combien.nonograms._verdict import Verdict
from tests.nonograms.random_nonograms import boards


def solutions(board: Board, given: Board | None = None) -> list[Board]:
    """By the definition: the boards with these clues, and these cells."""
    clues = board.clues()
    values = sorted({0, 1, *board.cells})
    found = []
    for cells in product(values, repeat=len(board.cells)):
        other = Board(board.height, board.width, bytes(cells))
        fits = given is None or all(
            known in (UNKNOWN, cell) for known, cell in zip(given.cells, cells, strict=True)
        )
        if fits and other.clues() == clues:
            found.append(other)
    return found


@settings(max_examples=25)
@given(board=boards(size=(3, 3)) | boards(size=(2, 4)))
def test_changed_pictures_are_unique_solutions(board: Board) -> None:
    composed = by_changing(board)
    (goal,) = composed.puzzle.goals
    assert solutions(goal) == [goal]
    differing = [
        divmod(place, board.width)
        for place, (a, b) in enumerate(zip(board.cells, goal.cells, strict=True))
        if a != b
    ]
    assert list(composed.cells) == differing
    check_none_in_vain(board, goal, composed)


def check_none_in_vain(board: Board, goal: Board, composed: Composed) -> None:
    for row, column in composed.cells:
        assert len(solutions(goal.replaced({row * board.width + column: board[row, column]}))) > 1
    assert composed.least == (len(composed.cells) < 2)


@settings(max_examples=12)
@given(board=boards(size=(3, 3)) | boards(size=(2, 4)))
def test_given_cells_leave_one_solution(board: Board) -> None:
    composed = by_giving(board)
    shown = composed.puzzle.given
    assert composed.puzzle.goals == (board,)
    assert solutions(board, shown) == [board]
    if shown is None:
        assert composed.cells == ()
        assert len(solutions(board)) == 1
    else:
        for row, column in composed.cells:
            assert shown[row, column] == board[row, column]
            without = shown.replaced({row * board.width + column: UNKNOWN})
            assert len(solutions(board, without)) > 1
        assert shown.unknown_count == len(board.cells) - len(composed.cells)


def test_colors() -> None:
    board = Board.parse("#a\na#")
    composed = by_giving(board)
    assert [*solve_all(composed.puzzle.nonogram, given=composed.puzzle.given)] == [board]
    changed = by_changing(board)
    assert solve(changed.puzzle.nonogram).status == "unique"


def test_a_larger_picture_that_leaves_much_open() -> None:
    diagonal = Board(12, 12, bytes(int(i == j) for i in range(12) for j in range(12)))
    composed = by_giving(diagonal)
    # Eleven are needed: two rows with nothing given can be exchanged.
    assert len(composed.cells) == 11
    changed = by_changing(diagonal)
    assert solve(changed.puzzle.nonogram).status == "unique"
    assert 1 <= len(changed.cells) <= 30


@pytest.mark.parametrize("make", [by_changing, by_giving])
def test_budgets(make: Callable[..., Composed]) -> None:
    loose = Board.parse("#.\n.#")
    for budget in (Budget(nodes=0), Budget(seconds=0)):
        with pytest.raises(OutOfBudget, match="ended before the answer was complete"):
            make(loose, budget=budget)
    with pytest.raises(BadInput, match="must be a non-negative number"):
        make(loose, budget=Budget(seconds=-1))
    assert make(loose, budget=Budget(seconds=60)) == make(loose)


@pytest.mark.parametrize("make", [by_changing, by_giving])
def test_progress_is_reported(make: Callable[..., Composed]) -> None:
    reports: list[Progress] = []
    make(Board.parse("#.#.\n.#.#\n#...\n..#."), report=reports.append)
    assert reports[0].work in ({"changed": 0, "unknown": 16}, {"given": 0})


def test_known_exchanges_save_most_questions(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Nonogram] = []

    def counted(nonogram: Nonogram, *words: Any, **rest: Any) -> tuple[Verdict, int]:
        asked.append(nonogram)
        return decide(nonogram, *words, **rest)

    monkeypatch.setattr(compose, "decide", counted)
    noise = Random(0)
    board = Board(15, 15, bytes(int(noise.random() < 0.4) for _ in range(225)))
    assert 1 < len(by_changing(board).cells) < 20
    # About 20, depending on the solutions that the search finds; without exchanges, 190.
    assert len(asked) < 60
