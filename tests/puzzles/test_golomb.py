"""Golomb rulers: the shortest and how many there are, the definition, the rules."""

from __future__ import annotations

from itertools import combinations

import pytest

import combien
from combien.errors import BadPuzzle
from combien.puzzles._golomb import Golomb, Ruler


@pytest.mark.parametrize("engine", ["bits", "dlx"])
def test_the_shortest(engine: str) -> None:
    # OEIS A003022, and A036501 with the mirror images.
    shortest = {3: 3, 4: 6, 5: 11, 6: 17, 7: 25}
    rulers = [Golomb(marks, length=length) for marks, length in shortest.items()]
    assert [combien.count(ruler, engine=engine) for ruler in rulers] == [2, 2, 4, 8, 10]
    shorter = [Golomb(marks, length=length - 1) for marks, length in shortest.items()]
    assert [combien.count(ruler, engine=engine) for ruler in shorter] == [0] * 5


@pytest.mark.parametrize(("marks", "length"), [(2, 1), (2, 5), (3, 7), (4, 9), (5, 13), (4, 3)])
def test_solutions_match_the_definition(marks: int, length: int) -> None:
    puzzle = Golomb(marks, length=length)
    wanted = {
        Ruler((0, *some, length))
        for some in combinations(range(1, length), marks - 2)
        if puzzle.check(Ruler((0, *some, length)))
    }
    assert set(combien.solutions(puzzle)) == wanted
    assert combien.count(puzzle, engine="frontier") == len(wanted)


def test_the_check_refuses_what_breaks_the_rules() -> None:
    puzzle = Golomb(4, length=6)
    assert puzzle.check(Ruler((0, 1, 4, 6)))
    assert not puzzle.check(Ruler((0, 2, 4, 6)))
    assert not puzzle.check(Ruler((0, 1, 6)))
    assert not puzzle.check(Ruler((0, 1, 4, 7)))


def test_what_is_refused() -> None:
    with pytest.raises(BadPuzzle, match="too large"):
        Golomb(30, length=500)
