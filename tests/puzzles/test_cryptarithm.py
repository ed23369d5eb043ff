"""Cryptarithms: famous ones with one solution, the definition, the rules."""

from __future__ import annotations

from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import combien
from combien.errors import BadPuzzle
from combien.puzzles._cryptarithm import Cryptarithm, Digits


@pytest.mark.parametrize("engine", ["bits", "dlx", "frontier"])
@pytest.mark.parametrize(
    ("letters", "digits"),
    [
        # Dudeney 1924, Wayne 1947, and one with more to carry than 1.
        ("SEND+MORE=MONEY", "9567 + 1085 = 10652"),
        ("FORTY+TEN+TEN=SIXTY", "29786 + 850 + 850 = 31486"),
        ("DONALD+GERALD=ROBERT", "526485 + 197485 = 723970"),
    ],
)
def test_sums_of_one_solution(letters: str, digits: str, engine: str) -> None:
    puzzle = Cryptarithm(letters)
    assert combien.count(puzzle, engine=engine) == 1
    (found,) = combien.solutions(puzzle)
    assert str(found).splitlines()[1] == digits


def test_eight_planets() -> None:
    puzzle = Cryptarithm("SATURN+URANUS+NEPTUNE+PLUTO=PLANETS")
    assert combien.count(puzzle, engine="bits") == combien.count(puzzle, engine="dlx") == 1


WORD = st.text("ABC", min_size=1, max_size=3)


@settings(max_examples=60)
@given(st.lists(WORD, min_size=1, max_size=3), WORD, st.integers(3, 5))
def test_solutions_match_the_definition(added: list[str], total: str, base: int) -> None:
    puzzle = Cryptarithm(f"{'+'.join(added)}={total}", base=base)
    wanted = []
    for digits in permutations(range(base), len(puzzle.letters)):
        reading = Digits(puzzle.words, dict(zip(puzzle.letters, digits, strict=True)))
        if puzzle.check(reading):
            wanted.append(reading.plain())
    found = [reading.plain() for reading in combien.solutions(puzzle)]
    assert sorted(map(str, found)) == sorted(map(str, wanted))


def test_the_check_refuses_what_breaks_the_rules() -> None:
    puzzle = Cryptarithm("AB+BA=CC")
    assert puzzle.check(Digits(puzzle.words, {"A": 1, "B": 2, "C": 3}))
    assert not puzzle.check(Digits(puzzle.words, {"A": 1, "B": 2, "C": 4}))
    assert not puzzle.check(Digits(puzzle.words, {"A": 0, "B": 2, "C": 2}))
    assert not puzzle.check(Digits(puzzle.words, {"A": 3, "B": 0, "C": 3}))
    assert not puzzle.check(Digits(puzzle.words, {"A": 1, "B": 2}))


@pytest.mark.parametrize(
    ("letters", "message"),
    [
        ("SEND+MORE", "expected a sum of words"),
        ("A+1=B", "expected a sum of words"),
        ("ABCDEF+GHIJKL=MNOPQR", "18 different letters, but only 10 digits"),
        ("+".join("ABCDEFGHI") + "=J", "too many letters in one column"),
    ],
)
def test_what_is_refused(letters: str, message: str) -> None:
    with pytest.raises(BadPuzzle, match=message):
        Cryptarithm(letters)
