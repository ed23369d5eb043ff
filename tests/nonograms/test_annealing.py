"""Annealing: reinforced beliefs, violated lines, and the phases for clause learning."""

from __future__ import annotations

import random
from array import array

import pytest
from hypothesis import given, settings

from bench.nonogram_boards import clues
from bench.woven_nonograms import knot
from combien import _native
from combien.errors import BadNonogram
from combien.nonograms._clue import UNKNOWN, lines_of
from combien.nonograms._nonogram import Board, Nonogram
from combien.nonograms._solver import solve
from combien.nonograms._solving import beliefs
from combien.nonograms._solving.beliefs import Annealing
from combien.nonograms._solving.encodings import OrderEncoding, load_order
from combien.nonograms._solving.learning import LearningStrategy
from combien.nonograms._solving.portfolio import Portfolio
from combien.sat._solver import BuiltinSolver
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
    pairs = zip(
        lines_of(nonogram.rows, nonogram.columns), lines_of(drawn.rows, drawn.columns), strict=True
    )
    return sum(wanted.clue != here.clue for wanted, here in pairs)


@given(nonograms(most=4))
@settings(max_examples=40)
def test_violated_lines_match_the_board(nonogram: Nonogram) -> None:
    found = annealed(nonogram, rounds=30)
    assert UNKNOWN not in found.board.cells
    assert found.violated == violated_lines(nonogram, found.board)
    assert (found.violated == 0) == found.board.solves(nonogram)


@given(nonograms(most=4))
@settings(max_examples=40)
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
    assert found.violated == violated_lines(nonogram, found.board) <= 2
    assert found.rounds <= 600


def test_slices_do_not_change_the_board(monkeypatch: pytest.MonkeyPatch) -> None:
    nonogram = sparse_nonogram(30, 2)
    whole = annealed(nonogram, rounds=100)
    monkeypatch.setattr(beliefs, "SLICE_SECONDS", 0.0)
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
    nonogram = sparse_nonogram(40, 5)
    part = LearningStrategy(nonogram, Board.unknown(40, 40))
    monkeypatch.setattr(part, "_plan", part._plan._replace(least_rounds=10))
    portfolio = Portfolio([part])
    portfolio.run(seconds=600, steps=1_000)
    assert part.work["annealings"] >= 1
    assert part.work["rounds"] >= 10
    assert all(board.solves(nonogram) for board in portfolio.boards)


def test_runs_of_other_seeds_and_lanes_differ() -> None:
    # On a board with many solutions, each finds its own.
    nonogram = sparse_nonogram(30, 1)
    boards = {annealed(nonogram, rounds=400, seed=seed).board for seed in range(1, 5)}
    assert len(boards) == 4


def test_a_second_board_is_found_by_annealing() -> None:
    nonogram = sparse_nonogram(30, 4)
    part = LearningStrategy(nonogram, Board.unknown(30, 30))
    portfolio = Portfolio([part])
    assert portfolio.run(seconds=600, steps=20_000)
    assert len(set(portfolio.boards)) == 2
    assert all(board.solves(nonogram) for board in portfolio.boards)


def test_interlaced_strands_need_only_one_annealing() -> None:
    # With annealings from 1000 conflicts on, it took 14,204 conflicts.
    nonogram = Nonogram(*clues(knot(43, 43, period=8, seed=1952)))
    work = solve(nonogram).work
    assert work["annealings"] == 1
    assert work["conflicts"] < 1000


def test_an_annealing_refuses_clues_without_weights() -> None:
    with pytest.raises(BadNonogram, match=r"Nonogram\.problems"):
        annealed(Nonogram([[3]], [[1], [1]], check=False), rounds=1)
    with pytest.raises(BadNonogram):
        annealed(Nonogram([[None]], [[1]]), rounds=1)


def test_a_lack_of_memory_ends_only_annealings(monkeypatch: pytest.MonkeyPatch) -> None:
    nonogram = sparse_nonogram(40, 5)
    with pytest.raises(MemoryError):
        next(Annealing(nonogram, Board.unknown(40, 40), rounds=10, seed=1, bytes=1000).slices())
    part = LearningStrategy(nonogram, Board.unknown(40, 40))
    monkeypatch.setattr(part, "_plan", part._plan._replace(least_rounds=10))
    monkeypatch.setattr(part, "_bytes", 1000)
    portfolio = Portfolio([part])
    portfolio.run(seconds=600, steps=1_000)
    assert part.work["annealings"] == 1
    assert part.work["conflicts"] > 250


def test_at_first_all_lines_count_as_violated() -> None:
    clues = array("i", [0, 1, 2]), array("i", [1, 1]), array("i", [1, 1])
    machine = _native.annealing(1, 2, *clues, 0.03, 2.0, 1)
    assert machine.violated == 2
    machine.reinforce(0.2)
    machine.run(3, 2**62, 1e9, 2**32)
    assert machine.violated == 0
    assert machine.letters() == b"\x01"
