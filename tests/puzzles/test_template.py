"""The rooks of the template: known counts, the definition, and the rules that are broken."""

from __future__ import annotations

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import combien
from combien.puzzles._board import Board
from combien.puzzles._template import Rooks


@pytest.mark.parametrize("engine", ["bits", "frontier"])
def test_permutations_and_derangements(engine: str) -> None:
    # OEIS A000142 and A000166.
    counts = [combien.count(Rooks(size), engine=engine) for size in range(1, 8)]
    assert counts == [1, 2, 6, 24, 120, 720, 5040]
    closed = [combien.count(Rooks(size, diagonal=False), engine=engine) for size in range(2, 9)]
    assert closed == [1, 2, 9, 44, 265, 1854, 14833]


@given(st.integers(1, 6), st.booleans())
def test_solutions_are_the_permutations(size: int, diagonal: bool) -> None:
    wanted = {
        order
        for order in permutations(range(size))
        if diagonal or all(place != thing for place, thing in enumerate(order))
    }
    puzzle = Rooks(size, diagonal=diagonal)
    found = [reading.lines for reading in combien.solutions(puzzle)]
    assert len(found) == len(wanted)
    assert {tuple(line.index("R") for line in lines) for lines in found} == wanted


@pytest.mark.parametrize(
    "lines",
    [
        (("R", ""), ("R", "")),
        (("R", "R"), ("", "")),
        (("R", ""), ("", "")),
        (("R", ""), ("", "R")),
    ],
)
def test_the_check_refuses_what_breaks_the_rules(lines: tuple[tuple[str, ...], ...]) -> None:
    assert not Rooks(2, diagonal=False).check(Board(lines))
    assert Rooks(2, diagonal=False).check(Board((("", "R"), ("R", ""))))
