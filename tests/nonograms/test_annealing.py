"""Annealing: reinforced beliefs, what they call violated, and the phases that are made of them."""

from __future__ import annotations

import random
from array import array

import pytest
from hypothesis import given, settings

from combien import _native
from combien.nonograms._board import Board
from combien.nonograms._encodings.order import OrderEncoding, load_order
from combien.nonograms._lines import lines_of
from combien.nonograms._nonogram import UNKNOWN, Nonogram
from combien.nonograms._solving import annealing
from combien.nonograms._solving import portfolio as portfolio_module
from combien.nonograms._solving.annealing import Annealing
from combien.nonograms._solving.portfolio import LearningStrategy, Portfolio
from combien.sat._solvers.builtin import BuiltinSolver
from tests.nonograms.listing import boards_by_listing
from tests.nonograms.small_boards import nonograms


def sparse_nonogram(side: int, seed: int) -> Nonogram:
    """The clues of a random board with fewer black cells than white ones: it has many solutions."""
    dice = random.Random(seed)
    return Nonogram(*Board(side, side, bytes(dice.choices([0, 1], [55, 45], k=side**2))).clues())


def annealed(nonogram: Nonogram, *, rounds: int, seed: int = 1) -> Annealing:
    found = Annealing(
        nonogram, Board.unknown(nonogram.height, nonogram.width), rounds=rounds, seed=seed
    )
    for _ in found.slices():
        pass
    return found


def violated_lines(nonogram: Nonogram, board: Board) -> int:
    """The definition."""
    drawn = Nonogram(*board.clues())
    pairs = zip(lines_of(nonogram), lines_of(drawn), strict=True)
    return sum(wanted.clue != here.clue for wanted, here in pairs)


@given(nonograms(most=4))
@settings(max_examples=60)
def test_violated_lines_are_those_of_the_board(nonogram: Nonogram) -> None:
    found = annealed(nonogram, rounds=30)
    assert UNKNOWN not in found.board.cells
    assert found.violated == violated_lines(nonogram, found.board)
    assert (found.violated == 0) == found.board.solves(nonogram)


@given(nonograms(most=4))
@settings(max_examples=60)
def test_the_phases_of_a_solution_are_its_model(nonogram: Nonogram) -> None:
    formula = OrderEncoding(nonogram)
    solver = BuiltinSolver()
    for _ in load_order(formula, solver):
        pass
    for board in boards_by_listing(nonogram):
        phases = formula.phases(board)
        assert sorted(map(abs, phases)) == list(range(1, formula.variable_count + 1))
        implied = solver.implied(phases)
        assert implied is not None
        assert sorted(implied) == sorted(phases)


def test_few_lines_stay_violated() -> None:
    nonogram = sparse_nonogram(30, 1)
    found = annealed(nonogram, rounds=600)
    assert found.violated == violated_lines(nonogram, found.board) <= 12
    assert found.rounds <= 600


def test_slices_do_not_change_the_board(monkeypatch: pytest.MonkeyPatch) -> None:
    nonogram = sparse_nonogram(30, 2)
    whole = annealed(nonogram, rounds=100)
    monkeypatch.setattr(annealing, "SLICE_SECONDS", 0.0)
    sliced = annealed(nonogram, rounds=100)
    assert (whole.board, whole.violated, whole.rounds) == (
        sliced.board,
        sliced.violated,
        sliced.rounds,
    )


def test_seeds_are_reproducible() -> None:
    nonogram = sparse_nonogram(30, 3)
    boards = [annealed(nonogram, rounds=100, seed=seed).board for seed in (1, 2, 1, 2)]
    assert boards[:2] == boards[2:]


def test_sparse_boards_are_annealed(monkeypatch: pytest.MonkeyPatch) -> None:
    # In the first turn.
    monkeypatch.setattr(portfolio_module, "FIRST_ANNEALING", 250)
    nonogram = sparse_nonogram(40, 5)
    part = LearningStrategy(nonogram, Board.unknown(40, 40))
    portfolio = Portfolio([part])
    portfolio.run(seconds=600, steps=1_000)
    assert part.work["annealings"] >= 1
    assert part.work["rounds"] >= 10
    assert all(board.solves(nonogram) for board in portfolio.boards)


def test_marginals_without_reinforcement_call_all_lines_violated() -> None:
    machine = _native.marginals(1, 2, array("i", [0, 1, 2]), array("i", [1, 1]), array("i", [1, 1]))
    assert machine.violated == 2
    machine.reinforce(0.2)
    machine.run(3, 2**62, 1e9, 2**32)
    assert machine.violated == 0
