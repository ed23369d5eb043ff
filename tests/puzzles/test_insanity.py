"""Instant Insanity: one tower, the definition, the rules."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import combien
from combien.errors import BadPuzzle
from combien.puzzles._board import Board
from combien.puzzles._insanity import Insanity


@pytest.mark.parametrize("engine", ["bits", "frontier"])
def test_one_tower_in_eight_ways(engine: str) -> None:
    assert combien.count(Insanity(), engine=engine) == 8
    towers = [
        {tuple(zip(*tower, strict=True)) for tower in _turned(reading.lines)}
        for reading in combien.solutions(Insanity())
    ]
    assert all(tower == towers[0] for tower in towers)


def _turned(lines: tuple[tuple[str, ...], ...]) -> list[list[tuple[str, ...]]]:
    """Return the rotations of the tower, upright and upside down."""
    ways = [[line[i:] + line[:i] for line in lines] for i in range(4)]
    return ways + [[line[::-1] for line in way] for way in ways]


CUBE = st.text("RG", min_size=6, max_size=6)


@settings(max_examples=40)
@given(st.lists(CUBE, min_size=2, max_size=2))
def test_solutions_match_the_definition(cubes: list[str]) -> None:
    assume(len(set("".join(cubes))) == 2)
    puzzle = Insanity(",".join(cubes))
    wanted = {
        lines for lines in product(product("RG", repeat=4), repeat=2) if puzzle.check(Board(lines))
    }
    assert {reading.lines for reading in combien.solutions(puzzle)} == wanted


def test_the_check_refuses_what_breaks_the_rules() -> None:
    tower = combien.solve(Insanity())
    assert tower is not None
    assert not Insanity().check(Board(tower.lines[1:]))
    assert not Insanity().check(Board(tower.lines[::-1]))
    assert not Insanity().check(Board((*tower.lines[:3], tower.lines[0])))


@pytest.mark.parametrize(
    ("cubes", "message"),
    [
        ("RRRRRG", "1 cube in 2 colors"),
        ("RRRRR", "expected six letters"),
        ("", "expected six letters"),
    ],
)
def test_what_is_refused(cubes: str, message: str) -> None:
    with pytest.raises(BadPuzzle, match=message):
        Insanity(cubes)
