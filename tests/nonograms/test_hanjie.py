"""The hanjie exercise: the values in its text, and agreement with the definition."""

from __future__ import annotations

from itertools import combinations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from combien.nonograms._nonogram import Board, Nonogram, clue_of
from combien.nonograms._solver import solve_all
from tests.loading import loaded
from tests.nonograms.random_nonograms import boards

hanjie = loaded("examples/hanjie.py")
Hanjie = hanjie.Hanjie

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
    with pytest.raises(ValueError, match="8145060 possibilities"):
        hanjie.possibilities([1] * 6, 50)
    assert hanjie.possibilities([1000], 1000) == [(1,) * 1000]


def test_no_list_of_starts_is_made_in_vain() -> None:
    """The last 25 blocks alone have over 10^12 places in this line, and all of them one."""
    assert hanjie.places([1] * 50, 0, 99) == [list(range(0, 99, 2))]
    assert hanjie.places([1] * 50, 1, 99) == []


@settings(max_examples=100)
@given(st.lists(st.integers(1, 3), max_size=3), st.integers(0, 4), st.integers(0, 9))
def test_starts_are_those_of_the_definition(blocks: list[int], first: int, length: int) -> None:
    wanted = [
        list(starts)
        for starts in combinations(range(first, length), len(blocks))
        if all(b + block < a for b, block, a in zip(starts, blocks, starts[1:], strict=False))
        and (not blocks or starts[-1] + blocks[-1] <= length)
    ]
    assert hanjie.places(blocks, first, length) == wanted


@pytest.mark.parametrize(
    ("blocks", "starts", "length"),
    [([3, 1], [9, 14], 14), ([3, 2], [2, 5], 13), ([1], [-1], 4), ([1, 1], [0], 4)],
    ids=["beyond the line", "touching", "before the line", "one start"],
)
def test_blocks_that_are_not_those_of_a_line(
    blocks: list[int], starts: list[int], length: int
) -> None:
    with pytest.raises(ValueError, match=r"room|shorter"):
        hanjie.decode(blocks, starts, length)


def test_a_block_has_cells() -> None:
    with pytest.raises(ValueError, match="no cells"):
        hanjie.possibilities([0], 4)
