"""Dominosa: published counts, two engines, the definition, the rules."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import combien
from combien.errors import BadPuzzle
from combien.puzzles._board import NamedCells, Pieces
from combien.puzzles._dominosa import Dominosa

# Seven rows of eight numbers, and the number of solutions.
PUBLISHED = {
    # ACM programming contest finals 1991, problem D, The Domino Effect: the two samples.
    "54365346 06012311 32650420 53623206 40410041 52244165 55361231": 1,
    "42526354 50431411 12302222 14013565 40603665 40164030 65362153": 2,
    # TopCoder Collegiate Challenge 2006, DominoesFinding: its first example, turned over.
    "00112336 01122444 02132545 03142646 04153355 05163456 06223566": 60,
}


@pytest.mark.parametrize("engine", ["bits", "dlx", "frontier"])
def test_published_counts(engine: str) -> None:
    for board, count in PUBLISHED.items():
        puzzle = Dominosa.parse("\n".join(" ".join(line) for line in board.split()))
        assert combien.count(puzzle, engine=engine) == count


def layings(width: int, height: int) -> list[list[tuple[tuple[int, int], tuple[int, int]]]]:
    """Return all domino tilings of a board, by the first free square."""

    def ways(free: frozenset[tuple[int, int]]) -> list[list[tuple[tuple[int, int], ...]]]:
        if not free:
            return [[]]
        x, y = min(free)
        return [
            [((x, y), other), *rest]
            for other in ((x, y + 1), (x + 1, y))
            if other in free
            for rest in ways(free - {(x, y), other})
        ]

    return ways(frozenset((x, y) for x in range(width) for y in range(height)))  # type: ignore[return-value]


@settings(max_examples=40)
@given(st.integers(1, 3), st.data())
def test_solutions_match_the_definition(pips: int, data: st.DataObject) -> None:
    lines = st.lists(st.integers(0, pips), min_size=pips + 2, max_size=pips + 2).map(tuple)
    given_numbers = st.lists(lines, min_size=pips + 1, max_size=pips + 1).map(tuple)
    dealt = st.integers(0, 99).map(lambda deal: Dominosa(pips, deal=deal).numbers)
    puzzle = Dominosa(pips, given=data.draw(st.one_of(dealt, given_numbers)))
    wanted = {
        reading
        for pairs in layings(pips + 2, pips + 1)
        if puzzle.check(reading := Pieces(tuple(NamedCells(two, "") for two in pairs)))
    }
    found = list(combien.solutions(puzzle))
    assert {Pieces(tuple(NamedCells(t.cells, "") for t in one.pieces)) for one in found} == wanted
    assert combien.count(puzzle, engine="frontier") == len(found) == len(wanted)
    assert Dominosa.parse(str(puzzle)) == puzzle


@pytest.mark.parametrize("deal", range(4))
def test_dealt_boards_have_solutions(deal: int) -> None:
    puzzle = Dominosa(6, deal=deal)
    count = combien.count(puzzle, engine="bits")
    assert count == combien.count(puzzle, engine="frontier") > 0
    assert all(map(puzzle.check, combien.solutions(puzzle)))
    assert puzzle.numbers == Dominosa(6, deal=deal).numbers != Dominosa(6, deal=deal + 1).numbers


def test_the_smallest_set() -> None:
    # The board of one domino, 0-0.
    assert combien.count(Dominosa(0)) == 1
    assert Dominosa.parse("0 0") == Dominosa(0, given=((0, 0),))


def test_the_check_refuses_what_breaks_the_rules() -> None:
    puzzle = Dominosa.parse("0 0 1\n1 1 0")
    good = [((0, 1), (1, 1)), ((0, 0), (1, 0)), ((2, 0), (2, 1))]
    assert puzzle.check(Pieces(tuple(NamedCells(two, "") for two in good)))
    assert not puzzle.check(Pieces(tuple(NamedCells(two, "") for two in good[1:])))
    twice = [((0, 0), (0, 1)), ((1, 0), (1, 1)), ((2, 0), (2, 1))]
    assert not puzzle.check(Pieces(tuple(NamedCells(two, "") for two in twice)))
    far = [((0, 1), (1, 1)), ((0, 0), (2, 1)), ((1, 0), (2, 0))]
    assert not puzzle.check(Pieces(tuple(NamedCells(two, "") for two in far)))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("0 0 1\n1 1", "a set up to 1 fills 2 rows of 3 numbers, not rows of 3, 2"),
        ("0 0 1\n1 2 0", "expected numbers from 0 to 1"),
        ("0 0 1\n1 x 0", "line 2: expected numbers"),
        ("0\n" * 50, "50 rows: a board has 1 to 41"),
        ("pip=3", "did you mean 'pips'"),
    ],
)
def test_what_is_refused(text: str, message: str) -> None:
    with pytest.raises(BadPuzzle, match=message):
        Dominosa.parse(text)
