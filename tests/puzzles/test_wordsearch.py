"""Word search: two engines, the definition, the rules."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import combien
from combien.errors import BadPuzzle
from combien.puzzles._board import Board
from combien.puzzles._wordsearch import WordSearch


def places(
    word: str, width: int, height: int, *, backwards: bool
) -> set[frozenset[tuple[int, int, str]]]:
    """Return the letters of every placement of a word, tried from every cell."""
    found = set()
    for x, y, across, down in product(range(width), range(height), (-1, 0, 1), (-1, 0, 1)):
        forwards = across > 0 or (across == 0 and down > 0)
        # Right, down and the two diagonals to the right: these four are not reversed words.
        if (across, down) != (0, 0) and (forwards or backwards):
            cells = [(x + across * i, y + down * i) for i in range(len(word))]
            if all(0 <= u < width and 0 <= v < height for u, v in cells):
                found.add(frozenset((*cell, c) for cell, c in zip(cells, word, strict=True)))
    return found


@settings(max_examples=30)
@given(
    st.lists(st.text("ab", min_size=2, max_size=3), min_size=1, max_size=3, unique=True),
    st.integers(1, 3),
    st.integers(2, 3),
    st.booleans(),
)
def test_solutions_match_the_definition(
    words: list[str], width: int, height: int, backwards: bool
) -> None:
    assume(max(map(len, words)) <= max(width, height))
    puzzle = WordSearch(",".join(words), board=f"{width}x{height}", backwards=backwards)
    ways = [places(word, width, height, backwards=backwards) for word in words]
    wanted = 0
    for chosen in product(*ways):
        letters = frozenset().union(*chosen)
        wanted += len({(x, y) for x, y, _ in letters}) == len(letters)
    assert combien.count(puzzle, engine="bits") == wanted
    assert combien.count(puzzle, engine="frontier") == wanted
    assert all(map(puzzle.check, combien.solutions(puzzle)))
    assert puzzle.symmetries(up_to="all").problem == puzzle.problem()


def test_up_to_turns() -> None:
    puzzle = WordSearch("ab,aba,bab", board="3x3")
    one_each = list(combien.solutions(puzzle, up_to="all"))
    assert combien.count(puzzle, up_to="all") == len(one_each)
    assert len(puzzle.symmetries(up_to="all")) == 8


def test_the_check_refuses_what_breaks_the_rules() -> None:
    board = Board((("a", "b"), ("b", "")))
    assert WordSearch("ab", board="2x2", backwards=False).check(board)
    assert not WordSearch("ba", board="2x2", backwards=False).check(Board((("a", "b"), ("", ""))))
    assert WordSearch("ba", board="2x2").check(board)
    assert not WordSearch("aa", board="2x2").check(board)
    assert not WordSearch("ab", board="3x2").check(board)


@pytest.mark.parametrize(
    ("words", "board", "message"),
    [
        ("abc", "2x2", "a word is too long for a 2x2 board"),
        ("ab,ab", "2x2", "expected different words of letters"),
        ("", "2x2", "expected different words of letters"),
        ("ab", "2", "expected WIDTHxHEIGHT"),
        ("abcdefghijklmnopqrst,zyxwvutsrqponmlk", "90x90", "too large"),
    ],
)
def test_what_is_refused(words: str, board: str, message: str) -> None:
    with pytest.raises(BadPuzzle, match=message):
        WordSearch(words, board=board)
