"""Squares in rectangles: perfect ones, dissections of any kind, the definition, the rules."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import combien
from combien.errors import BadPuzzle
from combien.puzzles._board import NamedCells, Pieces
from combien.puzzles._squares import Squares


@pytest.mark.parametrize("engine", ["bits", "dlx"])
def test_a_perfect_rectangle_is_filled_in_one_way(engine: str) -> None:
    # Moroń 1925, up to its turns.
    assert combien.count(Squares(), engine=engine) == 4


@pytest.mark.slow
@pytest.mark.parametrize("engine", ["bits", "dlx"])
def test_a_perfect_rectangle_of_ten(engine: str) -> None:
    # Moroń's other one, 65 by 47.
    larger = Squares("65x47", sides="25,24,23,22,19,17,11,6,5,3")
    assert combien.count(larger, engine=engine) == 4


@pytest.mark.parametrize("engine", ["bits", "frontier"])
def test_any_squares_in_a_square(engine: str) -> None:
    # OEIS A045846.
    counts = [combien.count(Squares(f"{n}x{n}", sides="any"), engine=engine) for n in range(1, 7)]
    assert counts == [1, 2, 6, 40, 472, 10668]


def test_any_squares_up_to_turns() -> None:
    # OEIS A224239.
    boards = [Squares(f"{n}x{n}", sides="any") for n in range(1, 6)]
    assert [combien.count(board, up_to="all") for board in boards] == [1, 2, 3, 13, 77]


def cut(width: int, height: int) -> set[frozenset[tuple[int, int, int]]]:
    """Return all tilings, by the first free cell: slow, and independent of the puzzle."""

    def ways(free: frozenset[tuple[int, int]]) -> list[frozenset[tuple[int, int, int]]]:
        if not free:
            return [frozenset()]
        x, y = min(free)
        found = []
        for side in range(1, min(width, height) + 1):
            square = {(x + i, y + j) for i in range(side) for j in range(side)}
            if square <= free:
                found += [one | {(x, y, side)} for one in ways(free - square)]
        return found

    return set(ways(frozenset((x, y) for x in range(width) for y in range(height))))


@given(st.integers(1, 4), st.integers(1, 4), st.data())
def test_solutions_match_the_definition(width: int, height: int, data: st.DataObject) -> None:
    wanted = cut(width, height)
    anything = list(combien.solutions(Squares(f"{width}x{height}", sides="any")))
    assert {_places(reading) for reading in anything} == wanted
    some = data.draw(st.sampled_from(sorted(map(sorted, wanted))))
    sides = sorted(side for *_, side in some)
    exact = combien.solutions(Squares(f"{width}x{height}", sides=",".join(map(str, sides))))
    assert {_places(reading) for reading in exact} == {
        one for one in wanted if sorted(side for *_, side in one) == sides
    }


def _places(reading: Pieces) -> frozenset[tuple[int, int, int]]:
    return frozenset((*piece.cells[0], int(piece.name)) for piece in reading.pieces)


def test_the_check_refuses_what_breaks_the_rules() -> None:
    puzzle = Squares("3x2", sides="2,1,1")
    good = (NamedCells.square(0, 0, 2), NamedCells.square(2, 0, 1), NamedCells.square(2, 1, 1))
    assert puzzle.check(Pieces(good))
    assert not puzzle.check(Pieces(good[1:]))
    assert not puzzle.check(Pieces((NamedCells.square(1, 0, 2), *good[1:])))
    assert not puzzle.check(Pieces((NamedCells(((0, 0), (0, 1), (1, 0), (2, 0)), "2"), *good[1:])))
    assert not Squares("3x2", sides="1,1,1,1,1,1").check(Pieces(good))


@pytest.mark.parametrize(
    ("board", "sides", "message"),
    [
        ("3", "any", "expected WIDTHxHEIGHT"),
        ("0x3", "any", "expected WIDTHxHEIGHT"),
        ("3x3", "2,2", "the squares cover 8 cells, the board has 9"),
        ("3x3", "2,x", "expected sides"),
        ("900x900", "any", "too large"),
    ],
)
def test_what_is_refused(board: str, sides: str, message: str) -> None:
    with pytest.raises(BadPuzzle, match=message):
        Squares(board, sides=sides)
