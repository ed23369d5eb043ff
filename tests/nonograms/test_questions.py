"""Questions about nonograms: by their own solver, which agrees with engines, and by engines."""

from __future__ import annotations

from collections.abc import Iterator
from math import factorial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import combien
from combien import Problem
from combien.errors import InUse
from combien.nonograms import Board, Nonogram
from combien.nonograms import count as special_count
from combien.nonograms._own import NonogramSolver
from combien.nonograms._solving import counting
from combien.nonograms._solving.counting import BoardCounting
from tests.nonograms.random_nonograms import boards

# Too loose for a solver of nonograms, and nothing for engines.
LOOSE = Nonogram([[1]] * 12, [[1]] * 12)


@given(boards(), st.booleans())
@settings(max_examples=300)
def test_nonograms_are_answered_as_by_engines(board: Board, blotted: bool) -> None:
    agree(board, blotted=blotted)


@given(boards(colors=2))
@settings(max_examples=100)
def test_colored_nonograms_are_answered_as_by_engines(board: Board) -> None:
    agree(board, blotted=False)


def agree(board: Board, *, blotted: bool) -> None:
    rows, columns = board.clues()
    nonogram = Nonogram(rows, columns)
    if blotted and rows[0]:
        first = [(None, rows[0][0].color), *rows[0][1:]]
        nonogram = Nonogram([first, *rows[1:]], columns)
    listed = combien.answer(nonogram, "solutions")
    assert listed.engine == "nonogram"
    wanted = set(combien.solutions(nonogram, engine="bits"))
    assert len(listed.solutions) == len(wanted)
    assert set(listed.solutions) == wanted
    assert all(each.solves(nonogram) for each in listed.solutions)
    assert combien.count(nonogram) == len(wanted) == special_count(nonogram)
    assert combien.solve(nonogram) in wanted
    assert combien.exists(nonogram)


@given(boards(), boards())
@settings(max_examples=200)
def test_nonograms_that_may_have_no_solution(one: Board, other: Board) -> None:
    rows, columns = one.clues()[0], other.clues()[1]
    nonogram = Nonogram(rows, columns, check=False)
    found = combien.answer(nonogram)
    assert found.count == combien.count(nonogram, engine="dlx")
    assert found.status == ("solved" if found.count else "none")
    assert combien.exists(nonogram) == bool(found.count)
    assert (combien.solve(nonogram) is None) == (not found.count)
    assert combien.answer(nonogram, "solutions").status == found.status


@given(boards(), st.integers(0, 3), st.booleans())
@settings(max_examples=200)
def test_every_way_of_counting(board: Board, way: int, few: bool) -> None:
    """The count is the same, wherever it leaves off."""
    nonogram = Nonogram(*board.clues())
    wanted = combien.count(nonogram, engine="bits")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(counting, "HASTY_STEPS", -1000 if way else 0)
        patch.setattr(counting, "MANY_CELLS", 0 if way == 1 else 10**9)
        patch.setattr(counting, "FEW_UNKNOWN", 0 if few else 10**9)
        patch.setattr(counting, "FEWEST_UNKNOWN", 0)
        patch.setattr(counting, "MANY_OPTIONS", 0 if way == 2 else 10**9)
        patch.setattr(counting, "FIRST_STEPS", 1 if way == 3 else 100)
        assert combien.count(nonogram) == wanted
        machine = BoardCounting(nonogram, beside_cover=True)
        while not machine.advance(7, 0.01, 10**9):
            pass
        assert machine.count == wanted
        machine = BoardCounting(nonogram, beside_cover=True)
        for _ in range(5):
            machine.advance(20, 0.01, 10**9)
        assert machine.at_least() <= wanted


def test_loose_nonograms_are_counted_by_engines() -> None:
    found = combien.answer(LOOSE)
    assert found.count == factorial(12)
    assert found.engine != "nonogram"
    assert found.plan is not None


def test_a_subclass_is_an_exact_cover() -> None:
    class First(Nonogram):
        """Only boards whose first row begins with a black cell."""

        def problem(self) -> Problem:
            return Problem.from_options(["a"])

        def read(self, solution: combien.Solution) -> Board:
            return Board.parse("#")

    first = First([[1]] * 4, [[1]] * 4)
    assert combien.count(first) == 1
    assert combien.solve(first) == Board.parse("#")


def test_the_first_board_is_always_the_same() -> None:
    nonogram = Nonogram([[1, 1]] * 8, [[1, 1]] * 8)
    found = {combien.solve(nonogram) for _ in range(3)}
    # Small slices change nothing.
    search = NonogramSolver(nonogram).search(one=True)
    while search.advance(1, 1e-9, 10**9) == "out of slice":
        pass
    assert found == {search.solution}


def test_boards_too_large_for_a_cover() -> None:
    wide = Nonogram([[1] * 40], [[1], [0]] * 39 + [[1]] + [[0]] * 921, check=False)
    assert combien.exists(wide)
    assert combien.count(wide) == 1


def test_a_count_that_failed_is_not_taken_for_done() -> None:
    machine = BoardCounting(LOOSE)
    with pytest.raises(MemoryError):
        while not machine.advance(10**6, 1.0, 1):
            pass
    with pytest.raises(InUse):
        machine.advance(1, 1.0, 10**9)


def threads_share(walk: Iterator[Board]) -> list[Board]:
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(4) as pool:
        return [board for part in pool.map(lambda _: list(walk), range(4)) for board in part]


def test_threads_share_the_solutions() -> None:
    found = threads_share(combien.solutions(Nonogram([[1]] * 6, [[1]] * 6)))
    assert len(found) == len({*found}) == 720
