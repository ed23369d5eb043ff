"""Edge-matching squares: MacMahon's, `backslide`, the definition, the rules."""

from __future__ import annotations

from itertools import permutations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import combien
from combien.errors import BadPuzzle
from combien.puzzles._edges import Edges, Quartered


@pytest.mark.parametrize("engine", ["bits", "frontier"])
def test_backslide(engine: str) -> None:
    puzzle = Edges("fixed:2", board="4x4", turn=False)
    assert combien.count(puzzle, engine=engine) == 652
    # Up to rotations and reflections: by Burnside and by the least of each orbit.
    assert combien.count(puzzle, up_to="all", engine=engine) == 82
    assert len(list(combien.solutions(puzzle, up_to="all"))) == 82


def test_a_first_way_for_the_squares_of_macmahon() -> None:
    found = combien.solve(Edges())
    assert found is not None
    assert Edges().check(found)
    assert [len(Edges(f"squares:{n}", board=b).squares) for n, b in ((1, "1x1"), (2, "3x2"))] == [
        1,
        6,
    ]


@pytest.mark.slow
@pytest.mark.parametrize("engine", ["bits", "orbits"])
def test_all_ways_for_the_squares_of_macmahon(engine: str) -> None:
    # 13328 up to the 4 symmetries of the board and a swap of the two inner colors.
    assert combien.count(Edges(), engine=engine) == 13328 * 4 * 2


@pytest.mark.slow
def test_all_ways_for_the_squares_of_macmahon_up_to_turns() -> None:
    assert combien.count(Edges(), up_to="all") == 13328 * 2


def ways(puzzle: Edges) -> set[Quartered]:
    """Try every order and every rotation of the squares."""
    width, height = puzzle.size
    squares = [square for square, n in puzzle.squares.items() for _ in range(n)]
    turned = [
        {square[i:] + square[:i] for i in range(4)} if puzzle.turn else {square}
        for square in squares
    ]
    found = set()
    for order in permutations(range(len(squares))):
        for chosen in product(*(sorted(turned[i]) for i in order)):
            lines = tuple(chosen[y * width : (y + 1) * width] for y in range(height))
            if puzzle.check(Quartered(lines)):
                found.add(Quartered(lines))
    return found


@settings(max_examples=20)
@given(
    st.lists(st.text("01", min_size=4, max_size=4), min_size=3, max_size=4),
    st.booleans(),
    st.sampled_from("01any"),
)
def test_solutions_match_the_definition(squares: list[str], turn: bool, border: str) -> None:
    board = {3: "3x1", 4: "2x2"}[len(squares)]
    border = border if border in "01" else "any"
    puzzle = Edges(",".join(squares), board=board, turn=turn, border=border)
    wanted = ways(puzzle)
    assert set(combien.solutions(puzzle)) == wanted
    assert puzzle.symmetries(up_to="all").problem == puzzle.problem()


@pytest.mark.parametrize("deal", range(5))
def test_dealt_squares_have_a_solution(deal: int) -> None:
    puzzle = Edges(f"dealt:4x{deal}", board="4x3")
    found = combien.solve(puzzle)
    assert found is not None
    assert puzzle.check(found)
    assert Edges(f"dealt:4x{deal}", board="4x3").squares == puzzle.squares


def test_the_check_refuses_what_breaks_the_rules() -> None:
    puzzle = Edges("0110,0011,1100,1001", board="2x2")
    good = Quartered((("0110", "0011"), ("1100", "1001")))
    assert puzzle.check(good)
    assert not puzzle.check(Quartered(good.lines[:1]))
    assert not puzzle.check(Quartered(good.lines[::-1]))
    assert not puzzle.check(Quartered((("0110", "0011"), ("1100", "1010"))))
    assert not Edges("0110,0011,1100,1001", board="2x2", border="1").check(good)


@pytest.mark.parametrize(
    ("tiles", "board", "message"),
    [
        ("squares:3", "5x5", "a 5x5 board needs 25 squares, not 24"),
        ("squares:x", "5x5", "expected squares:C, fixed:C or dealt:CxDEAL"),
        ("011", "1x1", "expected four of"),
        ("0110", "1", "expected WIDTHxHEIGHT"),
        ("fixed:9", "81x81", "too large"),
    ],
)
def test_what_is_refused(tiles: str, board: str, message: str) -> None:
    with pytest.raises(BadPuzzle, match=message):
        Edges(tiles, board=board)
    with pytest.raises(BadPuzzle, match="border=red"):
        Edges(border="red")
