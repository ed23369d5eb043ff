"""Hard boards: each part and the portfolio against the listing; always the same work."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Generator
from importlib import import_module
from typing import ClassVar

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from combien import Budget
from combien.errors import BadNonogram, OutOfBudget
from combien.nonograms._clue import UNKNOWN
from combien.nonograms._nonogram import Board, Nonogram
from combien.nonograms._solver import count, solve
from combien.nonograms._solving.beliefs import Beliefs
from combien.nonograms._solving.learning import Backbone, Clauses, LearningStrategy
from combien.nonograms._solving.portfolio import (
    Portfolio,
    SearchStrategy,
    Strategy,
)
from combien.nonograms._solving.search import NonogramSearch
from tests.nonograms.dominoes import n_dom
from tests.nonograms.listing import boards_by_listing
from tests.nonograms.small_boards import agrees, nonograms, partly_known


def learning(nonogram: Nonogram, known: Board) -> Strategy:
    return LearningStrategy(nonogram, known)


def searching(nonogram: Nonogram, known: Board) -> Strategy:
    return SearchStrategy(NonogramSearch(nonogram, given=known, restarts=True))


PARTS = [[learning], [searching], [searching, learning]]


def random_nonogram(side: int, seed: int) -> Nonogram:
    """The clues of a board of black and white cells drawn at random."""
    dice = random.Random(seed)
    return Nonogram(*Board(side, side, bytes(dice.choices([0, 1], k=side * side))).clues())


@given(partly_known(), st.sampled_from(PARTS))
@settings(max_examples=40)
def test_the_portfolio_finds_the_verdict(
    puzzle: tuple[Nonogram, Board], makers: list[Callable[[Nonogram, Board], Strategy]]
) -> None:
    nonogram, known = puzzle
    expected = {board for board in boards_by_listing(nonogram) if agrees(board, known)}
    portfolio = Portfolio([make(nonogram, known) for make in makers])
    assert portfolio.run(seconds=60)
    assert len(portfolio.boards) == len(set(portfolio.boards)) == min(2, len(expected))
    assert set(portfolio.boards) <= expected
    assert portfolio.exhausted == (len(expected) < 2)


@given(nonograms(most=3), st.sampled_from(PARTS))
@settings(max_examples=40)
def test_the_portfolio_finds_all_boards(
    nonogram: Nonogram, makers: list[Callable[[Nonogram, Board], Strategy]]
) -> None:
    known = Board.unknown(nonogram.height, nonogram.width)
    expected = boards_by_listing(nonogram)
    portfolio = Portfolio([make(nonogram, known) for make in makers], wanted=len(expected) + 1)
    assert portfolio.run(seconds=60)
    assert set(portfolio.boards) == expected
    assert len(portfolio.boards) == len(expected)


def test_tight_boards_are_proved_unique() -> None:
    for n in (7, 9):
        verdict = solve(n_dom(n))
        assert verdict.status == "unique"
        assert verdict.boards[0].solves(n_dom(n))
        assert 0 < verdict.work["conflicts"] < 10_000


def test_random_boards_are_dived_into() -> None:
    nonogram = random_nonogram(50, 1)
    part = LearningStrategy(nonogram, Board.unknown(50, 50))
    portfolio = Portfolio([part])
    assert portfolio.run(seconds=60)
    assert all(board.solves(nonogram) for board in portfolio.boards)
    assert part.work["dives"] >= 1
    assert part.work["conflicts"] < 50_000


def test_slices_do_not_change_the_work() -> None:
    works = []
    for seconds in (60.0, 0.0):
        nonogram = random_nonogram(30, 1)
        portfolio = Portfolio([LearningStrategy(nonogram, Board.unknown(30, 30))])
        while not portfolio.run(seconds=seconds):
            pass
        works.append((portfolio.work, portfolio.boards))
    assert works[0] == works[1]


def test_a_budget_of_steps_ends_the_portfolio() -> None:
    portfolio = Portfolio([learning(n_dom(12), Board.unknown(25, 25))])
    assert not portfolio.run(seconds=60, steps=1_000)
    assert 1_000 <= portfolio.steps < 5_000


def test_no_optional_package_is_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("pysat", "pysat.solvers"):
        monkeypatch.setitem(sys.modules, name, None)
    verdict = solve(n_dom(8))
    assert verdict.status == "unique"
    assert verdict.work["conflicts"] > 0


def test_an_empty_clause_has_no_model() -> None:
    clauses = Clauses([(1,), ()])
    assert [None for _ in clauses.load()] == [None]
    assert not clauses.answer()
    assert clauses.solver.core() == []
    assert clauses.solver.implied([]) is None


def test_beliefs_come_near_to_the_shares_of_solutions() -> None:
    # Of the six boards each cell is black in two.
    nonogram = Nonogram([[1]] * 3, [[1]] * 3)
    beliefs = Beliefs(nonogram)
    assert beliefs.run(60)
    for place in range(9):
        assert abs(beliefs.shares(place)[1] - 1 / 3) < 1e-6
    assert beliefs.change < 1e-6


def test_beliefs_keep_known_cells() -> None:
    nonogram = Nonogram([[1], [1, (1, 3)]], [[1], [1], [(1, 3)]])
    beliefs = Beliefs(nonogram)
    beliefs.know(Board.parse("?#?\n???"))
    assert beliefs.run(60)
    assert [b.value for b in beliefs.likeliest()] == [0, 0, 1, 0, 3]
    assert all(b.share > 0.999 for b in beliefs.likeliest())
    with pytest.raises(BadNonogram, match="do not fit"):
        Beliefs(Nonogram([[2]], [[1]], check=False))


@given(nonograms())
@settings(max_examples=40)
def test_the_backbone_is_what_all_boards_have_in_common(nonogram: Nonogram) -> None:
    boards = sorted(boards_by_listing(nonogram), key=lambda board: board.cells)
    known = Board.unknown(nonogram.height, nonogram.width)
    assume(boards)
    backbone = Backbone(LearningStrategy(nonogram, known), boards[:2])
    for _ in backbone.slices():
        pass
    common = [set(values) for values in zip(*(board.cells for board in boards), strict=True)]
    assert list(backbone.board.cells) == [min(c) if len(c) == 1 else UNKNOWN for c in common]


def test_counts_that_only_clause_learning_reaches(monkeypatch: pytest.MonkeyPatch) -> None:
    # The module, and not the function that the package calls so.
    monkeypatch.setattr(import_module("combien.nonograms._solving.counting"), "FIRST_STEPS", 1)
    assert count(n_dom(9)) == 1
    assert count(random_nonogram(25, 1)) == 2
    assert count(Nonogram([[1]] * 5, [[1]] * 5)) == 120
    with pytest.raises(OutOfBudget, match="nodes ended before the answer was complete"):
        count(n_dom(12), budget=Budget(nodes=3_000))


def test_clauses_that_do_not_fit_the_bytes_are_not_written() -> None:
    nonogram = Nonogram([[1]] * 6, [[1]] * 6)
    search = NonogramSearch(nonogram)
    assert search.run() == "rooted"
    portfolio = Portfolio.after(search, bytes=40_000)
    assert portfolio.learning is None
    assert portfolio.run(seconds=60)
    assert [board.solves(nonogram) for board in portfolio.boards] == [True, True]


def test_a_portfolio_without_memory_ends() -> None:
    class Greedy:
        work: ClassVar[dict[str, int]] = {}

        def turn(self, effort: int) -> Generator[None, None, Board | None]:
            yield
            raise MemoryError

        def forbid(self, board: Board) -> None:
            raise AssertionError("it found none")

    portfolio = Portfolio([Greedy(), Greedy()])
    assert portfolio.run(seconds=60)
    assert (portfolio.boards, portfolio.exhausted, portfolio.turns) == ([], False, 2)


def test_few_bytes_end_the_portfolio() -> None:
    with pytest.raises(OutOfBudget, match=r"^the search needs more than 0\.0001 GB"):
        solve(n_dom(9), bytes=10**5)
