"""The outlook of a nonogram, against the listing of all fillings, and on boards of each kind."""

from __future__ import annotations

from itertools import product
from math import comb, log2
from random import Random

import pytest

from bench.nonogram_boards import Clues, clues, drawn
from bench.woven_nonograms import dented, evolved, knot
from combien.nonograms import Board, Nonogram
from combien.nonograms._solving.outlook import SMALL, Outlook, expected_bits, outlook


def fillings(clue: object, length: int, values: tuple[int, ...]) -> int:
    """The number of lines with a clue, by listing all lines."""
    lines = (Board(1, length, bytes(cells)) for cells in product(values, repeat=length))
    return sum(line.clues()[0][0] == clue for line in lines)


@pytest.mark.parametrize("values", [(0, 1), (0, 1, 3), (0, 3, 4)])
def test_the_expected_number_is_a_product_over_the_lines(values: tuple[int, ...]) -> None:
    dice = Random(1)
    for _ in range(12):
        height, width = dice.randint(1, 5), dice.randint(1, 5)
        board = Board(height, width, bytes(dice.choices(values, k=height * width)))
        nonogram = Nonogram(*board.clues())
        expected = sum(log2(fillings(clue, width, values)) for clue in nonogram.rows)
        expected += sum(log2(fillings(clue, height, values)) for clue in nonogram.columns)
        left = height * width
        for value in values[1:]:
            expected -= log2(comb(left, board.cells.count(value)))
            left -= board.cells.count(value)
        assert abs(expected_bits(nonogram) - expected) <= 1


@pytest.mark.parametrize(
    ("board", "expected"),
    [
        (clues(knot(40, 40, period=7, seed=1)), Outlook.MANY),
        (clues(drawn(40, 1, percent=45)), Outlook.SOME),
        (clues(evolved(30, 60, black=1, seed=1)), Outlook.FEW),
        (clues(dented(19, 19, seed=1)), Outlook.SMALL),
    ],
)
def test_boards_of_each_kind(board: Clues, expected: Outlook) -> None:
    nonogram = Nonogram(*board)
    assert outlook(nonogram, nonogram.height * nonogram.width) is expected
    small = Outlook.MANY if expected is Outlook.MANY else Outlook.SMALL
    assert outlook(nonogram, SMALL - 1) is small


def test_blotted_clues_have_no_outlook() -> None:
    assert outlook(Nonogram([[None]] * 30, [[None]] * 30), 900) is Outlook.FEW
