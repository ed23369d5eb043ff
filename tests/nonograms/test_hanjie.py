"""The hanjie exercise: the values in its text, and agreement with the definition."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from combien.errors import BadNonogram
from combien.nonograms import hanjie
from combien.nonograms._nonogram import Board, Nonogram, clue_of
from combien.nonograms._solver import solve_all
from combien.nonograms.hanjie import Hanjie
from tests.nonograms.random_nonograms import boards

H1 = [[1], [1, 2], [3], [1, 1]], [[1], [1, 2], [2], [3]]
# The drawing that the exercise prints beside it.
H1_SOLVED = [".#..", "#.##", ".###", ".#.#"]


def test_the_values_of_the_exercise() -> None:
    assert hanjie.prepend(1, [[2, 3, 4], [3, 4]]) == [[1, 2, 3, 4], [1, 3, 4]]
    three = [(1, 0, 0, 1), (0, 1, 0, 1), (0, 0, 1, 1)]
    assert hanjie.sieve(three, 2, 0) == [(1, 0, 0, 1), (0, 1, 0, 1)]
    assert hanjie.places([2, 1], 4, 9) == [[4, 7], [4, 8], [5, 8]]
    rows, columns = hanjie.init(Hanjie.blank(*H1))
    assert rows[0] == [(1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 0, 0, 1)]
    assert rows[3] == [(1, 0, 1, 0), (1, 0, 0, 1), (0, 1, 0, 1)]
    assert columns[3] == [(1, 1, 1, 0), (0, 1, 1, 1)]


def test_h1_is_solved_by_the_loop_alone() -> None:
    h1 = Hanjie.blank(*H1)
    assert hanjie.resolve(h1)
    assert str(h1).split() == H1_SOLVED
    assert [str(found).split() for found in hanjie.solve_all(Hanjie.blank(*H1))] == [H1_SOLVED]


@given(st.lists(st.integers(1, 4), max_size=4), st.integers(0, 9))
def test_possibilities_are_the_lines_with_these_blocks(blocks: list[int], length: int) -> None:
    found = hanjie.possibilities(blocks, length)
    wanted = [
        line
        for line in product((0, 1), repeat=length)
        if [block.length for block in clue_of(bytes(line))] == blocks
    ]
    assert sorted(found) == sorted(wanted)
    assert len(set(found)) == len(found)


@settings(max_examples=50)
@given(st.integers(1, 3), st.integers(1, 3), st.data())
def test_all_solutions_match_the_definition(height: int, width: int, data: st.DataObject) -> None:
    cells = data.draw(st.binary(min_size=height * width, max_size=height * width))
    board = Board(height, width, bytes(cell % 2 for cell in cells))
    clues = board.clues()
    rows, columns = ([[b.length for b in clue] for clue in lines] for lines in clues)
    wanted = {
        str(other)
        for bits in product((0, 1), repeat=height * width)
        if (other := Board(height, width, bytes(bits))).clues() == clues
    }
    found = [str(one) for one in hanjie.solve_all(Hanjie.blank(rows, columns))]
    assert set(found) == wanted
    assert len(found) == len(wanted)


@settings(max_examples=30)
@given(boards())
def test_the_search_of_the_core_finds_the_same(board: Board) -> None:
    nonogram = Nonogram(*board.clues())
    rows, columns = (
        [[block.length for block in clue] for clue in clues]
        for clues in (nonogram.rows, nonogram.columns)
    )
    lesson = {str(found) for found in hanjie.solve_all(Hanjie.blank(rows, columns))}
    assert {str(found) for found in solve_all(nonogram)} == lesson


def test_solutions_come_one_at_a_time() -> None:
    # There are 12! of them: listing them all would not end.
    diagonal = Hanjie.blank([[1]] * 12, [[1]] * 12)
    first = next(hanjie.solve_all(diagonal))
    assert str(first).count("#") == 12
    assert str(diagonal).count("?") == 144


def test_too_many_possibilities_are_refused() -> None:
    with pytest.raises(BadNonogram, match="8145060 possibilities"):
        hanjie.possibilities([1] * 6, 50)
    assert hanjie.possibilities([1000], 1000) == [(1,) * 1000]
