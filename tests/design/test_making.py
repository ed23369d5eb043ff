"""Puzzles that are made: one solution, the difficulty, the same for the same seed."""

from __future__ import annotations

from itertools import islice
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from combien import Prepared, count
from combien._cli import make as cli
from combien.cover._oracle import all_solutions as oracle
from combien.design import MadePuzzle, make_puzzles
from combien.design._levels import DIFFICULTIES
from combien.design._making import _MAKERS, VARIANTS, _solutions_of
from combien.design._regions import all_connected, grown_regions, random_regions
from combien.errors import BadPuzzle, OutOfBudget
from combien.puzzles import (
    PUZZLES,
    Cryptarithm,
    Langford,
    Latin,
    Queens,
    StarBattle,
    Sudoku,
    WordSearch,
    puzzle_named,
)

GIVEN = ["queens", "latin", "langford", "sudoku"]
DRAWN = ["dominosa", "wordsearch", "starbattle"]


def made_by(name: Any, number: int = 1, **how: Any) -> list[MadePuzzle]:
    return list(make_puzzles(name, number, **how))


@pytest.mark.parametrize("difficulty", DIFFICULTIES)
@pytest.mark.parametrize("name", GIVEN + DRAWN)
def test_there_is_one_solution(name: str, difficulty: str) -> None:
    first, second = made_by(name, 2, difficulty=difficulty, seed=3)
    assert str(first) != str(second)
    for made in (first, second):
        problem = made.puzzle.problem()
        assert Prepared(problem).solutions(made.given) == [made.solution]
        # Another engine.
        assert len(Prepared(problem, engine="dlx").solutions(made.given)) == 1
        assert set(made.given) <= set(made.solution)
        assert made.puzzle.check(made.puzzle.read(made.solution))
        assert made.question() != made.answer()
    assert [str(made) for made in (first, second)] == [
        str(made) for made in made_by(name, 2, difficulty=difficulty, seed=3)
    ]


def test_against_the_definition() -> None:
    for seed in range(5):
        for puzzle in (Queens(4), Latin(2)):
            (made,) = made_by(puzzle, seed=seed)
            found = [one for one in oracle(puzzle.problem()) if {*made.given} <= {*one}]
            assert [tuple(sorted(one)) for one in found] == [tuple(sorted(made.solution))]


# Latin squares of 5 are solved by forced steps, nearly always.
@pytest.mark.parametrize("puzzle", [Queens(), Latin(6), Langford(), Sudoku()])
def test_a_difficulty_is_what_it_says(puzzle: Any) -> None:
    for seed in range(3):
        easy, medium, hard = (made_by(puzzle, difficulty=d, seed=seed)[0] for d in DIFFICULTIES)
        assert easy.search_size == medium.search_size == 1 < hard.search_size
        if easy.given:
            assert len(easy.given) > len(medium.given)
            ask = Prepared(medium.puzzle.problem())
            for left_out in medium.given:
                rest = [option for option in medium.given if option != left_out]
                assert len(ask.solutions(rest)) == 2 or ask.work["nodes"] > 1
            ask = Prepared(hard.puzzle.problem())
            for left_out in hard.given:
                assert len(ask.solutions([o for o in hard.given if o != left_out])) == 2


@pytest.mark.parametrize("variant", VARIANTS)
def test_variants_of_sudoku(variant: str) -> None:
    (made,) = made_by("sudoku", variant=variant, difficulty="easy", seed=2)
    sudoku = made.puzzle
    assert isinstance(sudoku, Sudoku)
    assert count(sudoku) == 1
    assert sudoku.x == (variant == "x")
    assert bool(sudoku.regions) == (variant == "jigsaw")
    assert bool(sudoku.cages) == (variant == "killer")
    if variant != "killer":
        shown = [bool(given) for given in sudoku.givens]
        assert shown == shown[::-1]


def test_a_word_search_has_each_word_once() -> None:
    (made,) = made_by(WordSearch("sun,moon,star", board="6x6"), difficulty="hard", seed=1)
    letters = "".join(made.puzzle.given)
    assert set(letters) <= set("sunmoonstar")
    assert WordSearch.parse(str(made)) == made.puzzle
    assert count(made.puzzle) == 1


def test_two_stars() -> None:
    (made,) = made_by(StarBattle(2, tuple("abcdefghi"[y] * 9 for y in range(9))), seed=1)
    assert made.puzzle.stars == 2
    assert len(made.puzzle.regions) == 9
    assert count(made.puzzle) == 1


@pytest.mark.parametrize(
    "words", ["send more money", "lets wave later", "ab ba cc", "a b c", "ab cd e", "one one two"]
)
def test_sums_of_words_are_counted_as_the_exact_cover_counts_them(words: str) -> None:
    *added, total = words.split()
    wanted = count(Cryptarithm("+".join(added) + "=" + total))
    assert _solutions_of(words.split()) == min(wanted, 2)


@given(st.lists(st.text("abcde", min_size=1, max_size=3), min_size=3, max_size=3))
def test_sums_of_any_words(words: list[str]) -> None:
    wanted = count(Cryptarithm(f"{words[0]}+{words[1]}={words[2]}"))
    assert _solutions_of(words) == min(wanted, 2)


def test_a_sum_of_words() -> None:
    (made,) = made_by("cryptarithm", seed=4)
    assert count(made.puzzle) == 1


@given(st.integers(1, 7), st.integers(0, 10**6))
def test_regions(size: int, seed: int) -> None:
    regions = random_regions(size, Random(seed))
    assert sorted(map(regions.count, range(size))) == [size] * size
    cells = {(n % size, n // size): number for n, number in enumerate(regions)}
    assert all_connected(cells)
    grown = grown_regions(size, [[(n, n)] for n in range(size)], Random(seed))
    assert len(grown) == size * size
    assert all_connected(grown)


def test_what_cannot_be_made() -> None:
    with pytest.raises(BadPuzzle, match="Golomb puzzles cannot be made, but these: Queens, Latin"):
        made_by("golomb")
    with pytest.raises(BadPuzzle, match="difficulty must be one of easy, medium, hard"):
        made_by("queens", difficulty="hrad")
    with pytest.raises(BadPuzzle, match="variants are of sudokus"):
        made_by("queens", variant="x")
    with pytest.raises(BadPuzzle, match="there is no solution"):
        made_by(Queens(3))
    with pytest.raises(BadPuzzle, match=r"only \d+ different puzzles were found"):
        made_by(Queens(4), 50)
    with pytest.raises(BadPuzzle, match="they do not fit on a 3x3 board"):
        made_by(WordSearch("one,two,six,ten,and,for", board="3x3", backwards=False))
    with pytest.raises(OutOfBudget):
        made_by("cryptarithm", 1000, seconds=0.01)


@pytest.mark.parametrize("puzzle", [Queens(1), Latin(1), Latin(2, reduced=True), Langford(3)])
def test_a_puzzle_that_needs_no_givens(puzzle: Any) -> None:
    (made,) = made_by(puzzle)
    assert made.question() is not None
    assert len(Prepared(puzzle.problem()).solutions(made.given)) == 1


def test_jigsaws_with_diagonals() -> None:
    (made,) = made_by(Sudoku((0,) * 36, x=True), variant="jigsaw", seed=1)
    assert made.puzzle.x
    assert made.puzzle.regions
    assert count(made.puzzle) == 1


def test_regions_that_are_hard_to_fill_are_drawn_again() -> None:
    (made,) = made_by("sudoku", variant="jigsaw", difficulty="easy", seed=12)
    assert count(made.puzzle) == 1
    with pytest.raises(OutOfBudget):
        made_by("sudoku", variant="jigsaw", seed=12, nodes=5)


def test_puzzles_come_one_by_one() -> None:
    assert len(list(islice(make_puzzles("queens", 10_000), 3))) == 3


def test_the_tables_agree() -> None:
    makers = {name for name in PUZZLES if puzzle_named(name) in _MAKERS}
    assert len(makers) == len(_MAKERS)
    assert makers == {name for name in PUZZLES if puzzle_named(name).about.levels}
    assert cli.VARIANTS == VARIANTS
