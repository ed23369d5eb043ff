"""Steiner systems and designs: published counts of labeled systems, the definition, the rules."""

from __future__ import annotations

from itertools import combinations
from math import factorial

import pytest

import combien
from combien.errors import BadPuzzle
from combien.puzzles._board import Groups
from combien.puzzles._steiner import Steiner


@pytest.mark.parametrize("engine", ["bits", "dlx"])
@pytest.mark.parametrize(
    ("puzzle", "count"),
    [
        # One system each up to isomorphism: n! divided by its automorphisms.  Triple
        # systems: the planes of Fano, and the affine one of order three ...
        (Steiner(7), factorial(7) // 168),
        (Steiner(8), 0),
        (Steiner(9), factorial(9) // 432),
        # ... quadruple systems, OEIS A051390 ...
        (Steiner(8, block=4, strength=3), factorial(8) // 1344),
        (Steiner(10, block=4, strength=3), factorial(10) // 1440),
        # ... and the system of the Mathieu group M11.
        (Steiner(11, block=5, strength=4), factorial(11) // 7920),
    ],
)
def test_published_counts(puzzle: Steiner, count: int, engine: str) -> None:
    assert combien.count(puzzle, engine=engine) == count


@pytest.mark.parametrize("engine", ["dlx", "frontier"])
def test_designs_that_meet_twice(engine: str) -> None:
    # One design up to isomorphism, with 60 automorphisms: Handbook of Combinatorial Designs, II.1.
    assert combien.count(Steiner(6, times=2), engine=engine) == factorial(6) // 60


@pytest.mark.slow
def test_the_planes_of_order_three_and_the_witt_design() -> None:
    # 13! / |PGL(3, 3)|, and 12! / |M12|.
    planes = Steiner(13, block=4)
    assert combien.count(planes) == combien.count(planes, engine="bits") == factorial(13) // 5616
    witt = Steiner(12, block=6, strength=5)
    assert combien.count(witt) == combien.count(witt, engine="dlx") == factorial(12) // 95040


@pytest.mark.parametrize(
    "puzzle", [Steiner(4, block=2), Steiner(4, block=3, times=2), Steiner(5, block=2, strength=1)]
)
def test_solutions_match_the_definition(puzzle: Steiner) -> None:
    blocks = list(combinations(range(1, puzzle.points + 1), puzzle.block))
    wanted = {
        reading
        for size in range(len(blocks) + 1)
        for chosen in combinations(blocks, size)
        if puzzle.check(reading := Groups(tuple((block,) for block in chosen)))
    }
    assert set(combien.solutions(puzzle)) == wanted


def test_the_check_refuses_what_breaks_the_rules() -> None:
    plane = combien.solve(Steiner(7))
    assert plane is not None
    assert Steiner(7).check(plane)
    assert not Steiner(7).check(Groups(plane.lines[1:]))
    assert not Steiner(7).check(Groups((*plane.lines[:-1], plane.lines[0])))
    assert not Steiner(7, times=2).check(Groups(plane.lines * 2))


def test_what_is_refused() -> None:
    with pytest.raises(BadPuzzle, match="expected strength <= block <= points"):
        Steiner(4, block=5)
    with pytest.raises(BadPuzzle, match="possible blocks are too many"):
        Steiner(60, block=30)
