"""Word squares: two engines, the definition, the list of words, the rules."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import combien
from combien.errors import BadPuzzle
from combien.puzzles._board import Board
from combien.puzzles._wordsquare import FOUR, THREE, WordSquare


@pytest.mark.parametrize("engine", ["bits", "dlx"])
def test_squares_of_the_included_words(engine: str) -> None:
    # Computed here; each double square counts twice, as rows and columns can be exchanged.
    assert combien.count(WordSquare(3), engine=engine) == 1346
    assert combien.count(WordSquare(3, double=False), engine=engine) == 2591
    assert combien.count(WordSquare(4), engine=engine) == 28
    assert combien.count(WordSquare(4, double=False), engine=engine) == 673


def test_the_list_is_in_order_and_of_one_length() -> None:
    for words, length in ((THREE.split(), 3), (FOUR.split(), 4)):
        assert words == sorted(set(words))
        assert {len(word) for word in words} == {length}


WORDS = st.lists(st.text("ab", min_size=2, max_size=2), min_size=1, max_size=4)


@settings(max_examples=60)
@given(
    st.one_of(WORDS, st.lists(st.text("abc", min_size=3, max_size=3), min_size=3, max_size=9)),
    st.booleans(),
)
def test_solutions_match_the_definition(words: list[str], double: bool) -> None:
    puzzle = WordSquare(len(words[0]), double=double, given=tuple(words))
    wanted = {
        lines
        for lines in product(map(tuple, puzzle.words), repeat=puzzle.size)
        if puzzle.check(Board(lines))
    }
    found = [reading.lines for reading in combien.solutions(puzzle)]
    assert sorted(found) == sorted(wanted)
    assert combien.count(puzzle, engine="frontier") == len(found)
    assert WordSquare.parse(str(puzzle)) == puzzle


def test_the_check_refuses_what_breaks_the_rules() -> None:
    plain = WordSquare(3, double=False, given=("bit", "ice", "ten"))
    square = Board((tuple("bit"), tuple("ice"), tuple("ten")))
    assert plain.check(square)
    assert not WordSquare(3, given=("bit", "ice", "ten")).check(square)
    assert not plain.check(Board((tuple("bit"), tuple("ice"), tuple("tea"))))
    assert not plain.check(Board((tuple("bit"), tuple("ice"))))


def test_what_is_refused() -> None:
    with pytest.raises(BadPuzzle, match="no words of this length"):
        WordSquare(5)
    with pytest.raises(BadPuzzle, match="'a1c' is not a word"):
        WordSquare.parse("abc a1c")
    with pytest.raises(BadPuzzle, match="there is no setting 'siz'"):
        WordSquare.parse("abc siz=3")
