"""The readings that the files of puzzles state first, where published rules differ."""

from __future__ import annotations

from typing import Any

import pytest

import combien
from combien.puzzles import (
    Cryptarithm,
    Edges,
    Golomb,
    Guards,
    Insanity,
    Kirkman,
    Langford,
    Magic,
    Queens,
    Squares,
    StarBattle,
    Steiner,
    Sudoku,
    WordSearch,
)
from combien.puzzles._puzzle import Puzzle


@pytest.mark.parametrize(
    ("puzzle", "all_solutions", "up_to_symmetry"),
    [
        (Queens(6), 4, 1),
        (Langford(7), 52, 26),
        (Magic(3), 8, 1),
        (Squares(), 4, 1),
        (Edges("fixed:2", board="4x4", turn=False), 652, None),
        (Golomb(4, length=6), 2, None),
        (Insanity(), 8, None),
        # Nine girls are arranged in 840 ways, and four days in 24 orders.
        (Kirkman(9), 840 * 24, None),
    ],
)
def test_what_counts_as_one(
    puzzle: Puzzle[Any], all_solutions: int, up_to_symmetry: int | None
) -> None:
    assert combien.count(puzzle) == all_solutions
    if up_to_symmetry is not None:
        assert combien.count(puzzle, up_to="all") == up_to_symmetry


def test_a_region_of_a_star_battle_need_not_be_connected() -> None:
    columns = ("abcd", "abcd", "abcd", "abcd")
    assert combien.count(StarBattle(regions=columns)) == 2
    # Two cells of c touch at a corner only.
    apart = ("acbd", "cabd", "acbd", "acbd")
    assert combien.count(StarBattle(regions=apart)) > 0


def test_a_number_of_one_digit_may_be_zero() -> None:
    assert str(combien.solve(Cryptarithm("A+A=A"))).splitlines()[1] == "0 + 0 = 0"
    assert combien.count(Cryptarithm("AB+AB=AB")) == 0


def test_guards_may_stand_anywhere() -> None:
    # Two kings on four squares attack each other.
    assert combien.count(Guards(2, guards=2, men="kings")) == 6
    # Nobody attacks the only square.
    assert combien.count(Guards(1, guards=1, men="kings")) == 1


def test_a_cage_has_a_digit_once() -> None:
    # Two cells of one cage are in different rows, columns and boxes.
    text = "\n".join(["." * 4] * 4) + "\ncages: 4=r1c1,r3c4"
    solutions = list(combien.solutions(Sudoku.parse(text)))
    assert solutions
    for solution in solutions:
        first, second = solution.digits[0], solution.digits[2 * 4 + 3]
        assert (first + second, first != second) == (4, True)


def test_a_box_of_six_cells_is_wide() -> None:
    assert Sudoku((0,) * 36).box_size == (3, 2)


def test_no_block_is_used_twice() -> None:
    # Three points would be together twice in two copies of the only block.
    assert combien.count(Steiner(3, block=3, strength=2, times=1)) == 1
    assert combien.count(Steiner(3, block=3, strength=2, times=2)) == 0


def test_a_word_may_lie_inside_another() -> None:
    assert combien.count(WordSearch("ab,abc", board="3x1")) == 2
    assert combien.count(WordSearch("ab,abc", board="3x1", backwards=False)) == 1
