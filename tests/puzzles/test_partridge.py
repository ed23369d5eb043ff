"""The partridge puzzle: none below eight, and ways for eight."""

from __future__ import annotations

import pytest

import combien
from combien.errors import BadPuzzle
from combien.puzzles._board import NamedCells, Pieces
from combien.puzzles._partridge import Partridge


@pytest.mark.parametrize("engine", ["dlx", "frontier"])
def test_no_solution_before_eight(engine: str) -> None:
    # Wainwright 1996: only 1, and then 8.
    counts = [combien.count(Partridge(size, laid=0), engine=engine) for size in range(1, 5)]
    assert counts == [1, 0, 0, 0]


def test_solutions_with_fifteen_given_squares() -> None:
    puzzle = Partridge(8, laid=15)
    ways = list(combien.solutions(puzzle))
    assert len(ways) == combien.count(puzzle, engine="zdd") > 0
    assert all(map(puzzle.check, ways))


@pytest.mark.slow
def test_a_first_way_for_eight_without_a_hint() -> None:
    puzzle = Partridge(8, laid=0)
    answer = combien.answer(puzzle, "solutions", engine="dlx", limit=1)
    (way,) = answer.solutions
    assert puzzle.check(way)
    assert answer.nodes < 10_000_000


@pytest.mark.slow
@pytest.mark.parametrize("size", [5, 6])
def test_no_solution_for_five_and_six(size: int) -> None:
    assert combien.solve(Partridge(size, laid=0), engine="dlx") is None


def test_the_check_refuses_what_breaks_the_rules() -> None:
    assert Partridge(1, laid=0).check(Pieces((NamedCells.square(0, 0, 1),)))
    assert not Partridge(1, laid=0).check(Pieces((NamedCells.square(1, 0, 1),)))
    ones = tuple(NamedCells.square(x, y, 1) for x in range(3) for y in range(3))
    assert not Partridge(2, laid=0).check(Pieces(ones))


def test_what_is_refused() -> None:
    with pytest.raises(BadPuzzle, match="for size 8 only"):
        Partridge(7, laid=3)
