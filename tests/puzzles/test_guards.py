"""Domination by chess pieces: published counts, the definition, the rules."""

from __future__ import annotations

from functools import reduce
from itertools import combinations
from math import factorial
from operator import or_

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import combien
from combien.errors import BadPuzzle
from combien.puzzles._board import Board
from combien.puzzles._guards import PIECES, Guards


@pytest.mark.parametrize("engine", ["dlx", "frontier"])
def test_queens(engine: str) -> None:
    # OEIS A075458 and A002564.
    least = {1: 1, 2: 1, 3: 1, 4: 2, 5: 3, 6: 3}
    puzzles = [Guards(size, guards=guards) for size, guards in least.items()]
    counts = [combien.count(puzzle, engine=engine) for puzzle in puzzles]
    assert counts == [1, 4, 1, 12, 186, 4]
    fewer = [Guards(size, guards=guards - 1) for size, guards in least.items() if guards > 1]
    assert [combien.count(puzzle, engine=engine) for puzzle in fewer] == [0, 0, 0]


def test_queens_up_to_turns() -> None:
    # OEIS A002563.
    least = {1: 1, 2: 1, 3: 1, 4: 2, 5: 3, 6: 3}
    puzzles = [Guards(size, guards=guards) for size, guards in least.items()]
    assert [combien.count(puzzle, up_to="all") for puzzle in puzzles] == [1, 1, 1, 3, 37, 1]


@pytest.mark.parametrize("engine", ["dlx", "frontier"])
def test_knights_and_rooks(engine: str) -> None:
    # OEIS A006075 and A103315; A248744, 2 n^n - n!: a rook in each row, or in each column.
    knights = [
        Guards(size, guards=guards, men="knights") for size, guards in ((3, 4), (4, 4), (5, 5))
    ]
    assert [combien.count(puzzle, engine=engine) for puzzle in knights] == [8, 9, 47]
    for size in (2, 3, 4):
        rooks = Guards(size, guards=size, men="rooks")
        assert combien.count(rooks, engine=engine) == 2 * size**size - factorial(size)


@pytest.mark.slow
@pytest.mark.parametrize("engine", ["dlx", "orbits"])
def test_five_queens_on_the_chessboard(engine: str) -> None:
    assert combien.count(Guards(7, guards=4), engine=engine) == 86
    assert combien.count(Guards(8), engine=engine) == 4860
    assert combien.count(Guards(8, guards=4), engine=engine) == 0


@pytest.mark.slow
@pytest.mark.parametrize(("size", "guards", "count"), [(7, 4, 86), (8, 5, 4860), (8, 4, 0)])
def test_the_chessboard_by_trying_everything(size: int, guards: int, count: int) -> None:
    places = [(x, y) for x in range(size) for y in range(size)]
    watched = [
        sum(
            1 << place
            for place, (u, v) in enumerate(places)
            if 0 in (x - u, y - v) or abs(x - u) == abs(y - v)
        )
        for x, y in places
    ]
    whole = (1 << size * size) - 1
    found = sum(reduce(or_, some) == whole for some in combinations(watched, guards))
    assert found == count


@settings(max_examples=50)
@given(st.integers(1, 3), st.integers(1, 4), st.sampled_from(sorted(PIECES)))
def test_solutions_match_the_definition(size: int, guards: int, men: str) -> None:
    guards = min(guards, size**2)
    puzzle = Guards(size, guards=guards, men=men)
    places = [(x, y) for x in range(size) for y in range(size)]
    wanted = set()
    for some in combinations(places, guards):
        lines = tuple(
            tuple(PIECES[men][0] * ((x, y) in some) for x in range(size)) for y in range(size)
        )
        if puzzle.check(Board(lines)):
            wanted.add(lines)
    assert {reading.lines for reading in combien.solutions(puzzle)} == wanted


def test_what_is_refused() -> None:
    with pytest.raises(BadPuzzle, match="the board has only 4 squares"):
        Guards(2, guards=5)
    with pytest.raises(BadPuzzle, match="did you mean 'queens'"):
        Guards(2, guards=1, men="queen")
