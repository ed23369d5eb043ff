"""Latin squares: published counts by two engines, and the definition."""

from __future__ import annotations

from math import factorial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import combien
from combien.puzzles._board import Board
from combien.puzzles._latin import Latin
from tests.puzzles.small_squares import latin_squares

# OEIS A002860, A000315, A274806.
ALL = {1: 1, 2: 2, 3: 12, 4: 576, 5: 161280}
REDUCED = {1: 1, 2: 1, 3: 1, 4: 4, 5: 56, 6: 9408}
DIAGONAL = {1: 1, 2: 0, 3: 0, 4: 48, 5: 960}


@pytest.mark.parametrize("engine", ["frontier", "memo"])
def test_the_published_counts(engine: str) -> None:
    assert {n: combien.count(Latin(n), engine=engine) for n in ALL} == ALL
    reduced = {n: combien.count(Latin(n, reduced=True), engine=engine) for n in REDUCED}
    assert reduced == REDUCED
    diagonal = {n: combien.count(Latin(n, diagonals=True), engine=engine) for n in DIAGONAL}
    assert diagonal == DIAGONAL


def test_sizes_six_and_seven_by_reduced_squares() -> None:
    # OEIS A002860(6), A002860(7): a square is a reduced one with rows and columns permuted.
    six = combien.count(Latin(6, reduced=True))
    assert six * factorial(6) * factorial(5) == 812851200


@pytest.mark.slow
def test_size_seven_reduced_and_all_of_size_six() -> None:
    for engine in ("frontier", "orbits"):
        seven = combien.count(Latin(7, reduced=True), engine=engine)
        assert seven * factorial(7) * factorial(6) == 61479419904000
    assert combien.count(Latin(6), engine="frontier") == 812851200
    for engine in ("bits", "frontier"):
        assert combien.count(Latin(6, diagonals=True), engine=engine) == 92160


@given(st.integers(1, 4), st.booleans(), st.booleans())
@settings(max_examples=16)
def test_the_definition(size: int, reduced: bool, diagonals: bool) -> None:
    puzzle = Latin(size, reduced=reduced, diagonals=diagonals)
    order = tuple(range(1, size + 1))
    wanted = {
        lines
        for lines in latin_squares(size)
        if (not reduced or lines[0] == tuple(line[0] for line in lines) == order)
        and (
            not diagonals
            or all(
                len({line[step * n - (step < 0)] for n, line in enumerate(lines)}) == size
                for step in (1, -1)
            )
        )
    }
    found = list(combien.solutions(puzzle))
    assert {tuple(tuple(map(int, line)) for line in board.lines) for board in found} == wanted
    assert len(found) == len(wanted)
    assert all(map(puzzle.check, found))


@pytest.mark.parametrize(
    ("lines", "settings"),
    [
        (("12", "12"), {}),
        (("11", "22"), {}),
        (("21", "12"), {"reduced": True}),
        (("12", "21"), {"diagonals": True}),
        (("1.", "21"), {}),
        (("12",), {}),
    ],
)
def test_squares_that_break_the_rules(lines: tuple[str, ...], settings: dict[str, bool]) -> None:
    assert not Latin(2, **settings).check(Board(tuple(map(tuple, lines))))
    assert Latin(2, reduced=True).check(Board((("1", "2"), ("2", "1"))))
