"""Clause learning on thousands of small puzzles, colored ones too, against the listing."""

from __future__ import annotations

from random import Random

import pytest

from combien.nonograms._clue import UNKNOWN
from combien.nonograms._nonogram import Board, Nonogram
from combien.nonograms._solving.learning import LearningStrategy
from combien.nonograms._solving.portfolio import Portfolio
from tests.nonograms.listing import boards_by_listing
from tests.nonograms.small_boards import agrees

PUZZLES = 9_000
# The values of cells: black and white, and with further colors.
VALUES = ((0, 1), (0, 1, 1), (0, 1, 3), (0, 3, 4))


def small_puzzle(dice: Random) -> tuple[Nonogram, Board]:
    """A puzzle and some known cells, sometimes with the columns of another board."""
    height, width = dice.randint(1, 5), dice.randint(1, 4)
    values = dice.choice(VALUES)

    def drawn() -> Board:
        return Board(height, width, bytes(dice.choices(values, k=height * width)))

    board, other = drawn(), drawn()
    mixed = dice.randrange(4) == 0
    nonogram = Nonogram(board.clues()[0], (other if mixed else board).clues()[1], check=False)
    if dice.randrange(3):
        return nonogram, Board.unknown(height, width)
    cells = bytes(c if dice.randrange(3) == 0 else UNKNOWN for c in board.cells)
    return nonogram, Board(height, width, cells)


@pytest.mark.slow
def test_clause_learning_finds_all_boards_and_no_others() -> None:
    dice = Random(1)
    solutions = 0
    for _ in range(PUZZLES):
        nonogram, known = small_puzzle(dice)
        expected = {board for board in boards_by_listing(nonogram) if agrees(board, known)}
        portfolio = Portfolio([LearningStrategy(nonogram, known)], wanted=len(expected) + 1)
        assert portfolio.run(seconds=600)
        assert portfolio.exhausted
        assert len(portfolio.boards) == len(expected)
        assert set(portfolio.boards) == expected
        solutions += len(expected)
    assert solutions > PUZZLES // 2
