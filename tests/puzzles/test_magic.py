"""Magic squares: of orders 3 and 4, the definition, the rules."""

from __future__ import annotations

from itertools import permutations

import pytest

import combien
from combien.puzzles._board import Board
from combien.puzzles._magic import Magic


@pytest.mark.parametrize("engine", ["bits", "dlx"])
def test_order_three(engine: str) -> None:
    # OEIS A006052 and A271103, times eight.
    assert [combien.count(Magic(size), engine=engine) for size in (1, 2, 3)] == [1, 0, 8]
    assert combien.count(Magic(3), up_to="all", engine=engine) == 1
    loose = Magic(3, diagonals=False)
    assert combien.count(loose, engine=engine) == 72
    assert combien.count(loose, up_to="all", engine=engine) == 9


@pytest.mark.slow
def test_order_four() -> None:
    assert combien.count(Magic(4)) == 880 * 8
    assert combien.count(Magic(4), engine="bits") == 880 * 8


@pytest.mark.slow
def test_order_four_up_to_turns() -> None:
    assert combien.count(Magic(4), up_to="all") == 880


@pytest.mark.parametrize("diagonals", [False, True])
def test_solutions_match_the_definition(diagonals: bool) -> None:
    puzzle = Magic(3, diagonals=diagonals)
    wanted = set()
    for order in permutations(range(1, 10)):
        # A quick test first, as checking 9! squares would take long.
        if order[0] + order[1] + order[2] == order[3] + order[4] + order[5] == 15:
            digits = tuple(map(str, order))
            lines = digits[:3], digits[3:6], digits[6:]
            if puzzle.check(Board(lines)):
                wanted.add(lines)
    assert {reading.lines for reading in combien.solutions(puzzle)} == wanted


def test_the_check_refuses_what_breaks_the_rules() -> None:
    loose = Board((("1", "5", "9"), ("6", "7", "2"), ("8", "3", "4")))
    assert Magic(3, diagonals=False).check(loose)
    assert not Magic(3).check(loose)
    assert not Magic(3).check(Board((("5",) * 3,) * 3))
    assert not Magic(3).check(Board((("", "5"), ("1", "2"))))
