"""Pythagorean hooks: two engines, all three small triangles, the rules."""

from __future__ import annotations

import pytest

import combien
from combien import Region, Tile, TilingProblem
from combien.errors import BadPuzzle
from combien.puzzles._squares.hooks import Hooks
from combien.puzzles._squares.laid import Laid, Thing


@pytest.mark.parametrize("engine", ["dlx", "frontier"])
def test_three_four_five(engine: str) -> None:
    assert combien.count(Hooks(3, 4), engine=engine) == 80
    assert combien.count(Hooks(4, 3), engine=engine) == 80


def test_as_the_same_tiles_do() -> None:
    # pyth-3-4-5.cmb treats equal hooks as distinct: three pairs of them.
    hooks = [Tile("*" * n + "\n*" * (n - 1), symmetries="all") for n in (1, 2, 3, 1, 2, 3, 4)]
    assert combien.count(TilingProblem(Region.box(5, 5), hooks)) == 80 * 2**3


def test_up_to_turns() -> None:
    ways = list(combien.solutions(Hooks(3, 4)))
    assert combien.count(Hooks(3, 4), up_to="all") == len(ways) // 8 == 10


@pytest.mark.parametrize("legs", [(6, 8), (5, 12)])
def test_larger_triangles_can_be_done(legs: tuple[int, int]) -> None:
    puzzle = Hooks(*legs)
    found = combien.solve(puzzle, engine="dlx", nodes=1_000_000)
    assert found is not None
    assert puzzle.check(found)


def test_the_check_refuses_what_breaks_the_rules() -> None:
    puzzle = Hooks(3, 4)
    found = combien.solve(puzzle)
    assert found is not None
    assert not puzzle.check(Laid(found.things[1:]))
    longest = max(found.things, key=lambda thing: len(thing.cells))
    others = [thing for thing in found.things if thing is not longest]
    bent = Thing((*longest.cells[:-1], (9, 9)), longest.name)
    assert not puzzle.check(Laid((*others, bent)))
    assert not Hooks(6, 8).check(found)


def test_what_is_refused() -> None:
    with pytest.raises(BadPuzzle, match="first=3, second=5: 34 is not a square"):
        Hooks(3, 5)
