"""Pythagorean hooks: two engines, all three small triangles, the rules."""

from __future__ import annotations

import re
from typing import Any

import pytest

import combien
from combien import Region, Tile, TilingProblem
from combien.errors import BadPuzzle
from combien.language import parse, problems
from combien.puzzles._board import NamedCells, Pieces
from combien.puzzles._hooks import Hooks


@pytest.mark.parametrize("engine", ["dlx", "frontier"])
def test_three_four_five(engine: str) -> None:
    assert combien.count(Hooks(3, 4), engine=engine) == 80
    assert combien.count(Hooks(4, 3), engine=engine) == 80


def test_the_count_matches_the_tiles() -> None:
    # pyth-3-4-5.cmb treats equal hooks as distinct: three pairs of them.
    hooks = [Tile("*" * n + "\n*" * (n - 1), symmetries="all") for n in (1, 2, 3, 1, 2, 3, 4)]
    assert combien.count(TilingProblem(Region.box(5, 5), hooks)) == 80 * 2**3


def test_up_to_turns() -> None:
    ways = list(combien.solutions(Hooks(3, 4)))
    assert combien.count(Hooks(3, 4), up_to="all") == len(ways) // 8 == 10


@pytest.mark.parametrize("legs", [(6, 8), (5, 12)])
def test_larger_triangles_have_solutions(legs: tuple[int, int]) -> None:
    puzzle = Hooks(*legs)
    found = combien.solve(puzzle, engine="dlx", nodes=1_000_000)
    assert found is not None
    assert puzzle.check(found)


def test_the_check_refuses_what_breaks_the_rules() -> None:
    puzzle = Hooks(3, 4)
    found = combien.solve(puzzle)
    assert found is not None
    assert not puzzle.check(Pieces(found.pieces[1:]))
    longest = max(found.pieces, key=lambda piece: len(piece.cells))
    others = [piece for piece in found.pieces if piece is not longest]
    bent = NamedCells((*longest.cells[:-1], (9, 9)), longest.name)
    assert not puzzle.check(Pieces((*others, bent)))
    assert not Hooks(6, 8).check(found)


@pytest.mark.parametrize("legs", [(3, 4), (6, 8), (5, 12)])
def test_the_script_is_the_same_problem(legs: tuple[int, int]) -> None:
    puzzle = Hooks(*legs)
    (problem,) = problems(parse(puzzle.script())).values()
    assert len(problem.board) == puzzle.side**2
    assert {len(tile): tile.times for tile in problem.tiles} == {
        2 * length - 1: (times, times) for length, times in puzzle.wanted.items()
    }
    if legs == (3, 4):
        assert combien.count(problem) == combien.count(puzzle)


def test_legs_by_the_numbers_of_euclid() -> None:
    assert Hooks(pyth="1,2") == Hooks(3, 4) == Hooks.parse("pyth=1,2")
    assert Hooks(pyth="2,3") == Hooks(5, 12)
    assert Hooks(first=5, second=12, pyth="2,3") == Hooks(5, 12)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"pyth": "2,1"}, "pyth=2,1: expected two whole numbers N,M with 0 < N < M, as 1,2"),
        ({"pyth": "1"}, "pyth=1: expected two whole numbers"),
        ({"pyth": "0,1"}, "pyth=0,1: expected two whole numbers"),
        ({"pyth": "1,2,3"}, "pyth=1,2,3: expected two whole numbers"),
        ({"pyth": "a,b"}, "pyth=a,b: expected two whole numbers"),
        ({"pyth": 12}, "pyth=12: expected a text"),
        ({"pyth": "1,20"}, "at most 60"),
        ({"pyth": "2,3", "first": 4}, "pyth gives both legs: leave first and second out"),
    ],
)
def test_numbers_that_give_no_legs(settings: dict[str, Any], message: str) -> None:
    with pytest.raises(BadPuzzle, match=re.escape(message)):
        Hooks(**settings)


def test_what_is_refused() -> None:
    with pytest.raises(BadPuzzle, match="first=3, second=5: 34 is not a square"):
        Hooks(3, 5)
