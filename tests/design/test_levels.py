"""Levels: what each says, measured by the definition; and that what is made has its level."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from combien import Budget, Prepared, Problem
from combien.cover._needs import forced_rounds
from combien.design import levels_of, make_puzzles, rate
from combien.design._levels import is_forced, symmetric_pairs
from combien.design._making import MadePuzzle
from combien.errors import BadPuzzle, OutOfBudget
from combien.puzzles import (
    PUZZLES,
    Cryptarithm,
    Dominosa,
    Langford,
    Latin,
    Queens,
    StarBattle,
    Sudoku,
    WordSearch,
    puzzle_named,
)
from combien.puzzles._levels import (
    OF_CAGES,
    OF_SUDOKUS,
    OF_WORDS,
    ONLY_HARD,
    WITH_GIVENS,
    WITHOUT,
)
from combien.puzzles._sudoku_text import one_line
from combien.web._grids import sudoku_events
from tests.random_problems import problems

MADE = [name for name in PUZZLES if puzzle_named(name).about.levels]
# The puzzles and variants that are made.
KINDS = [*MADE, *(f"sudoku {variant}" for variant in ("x", "jigsaw", "killer"))]


# The definition ----------------------------------------------------------------------------------


def remaining(problem: Problem, chosen: Iterable[int]) -> set[int]:
    """The options that can be chosen besides these, each by itself."""
    held = sorted(chosen)

    def fits(option: int) -> bool:
        return option not in held and is_allowed(problem, [*held, option])

    return {option for option in range(problem.option_count) if fits(option)}


def is_allowed(problem: Problem, chosen: Sequence[int]) -> bool:
    """Whether no item is in too many options, or has two colors."""
    for item in range(problem.item_count):
        holders = [option for option in chosen if item in problem.indices(option)]
        colors = [color_of(problem, option, item) for option in holders]
        most = problem.bounds(item)[1]
        shared = not problem.primary_flags[item] and len({*colors}) == 1 and colors[0]
        if len(holders) > most and not shared:
            return False
    return True


def color_of(problem: Problem, option: int, item: int) -> int:
    """The color that an option gives to an item, 0 for none."""
    if not problem.has_colors:
        return 0
    return problem.colors(option)[list(problem.indices(option)).index(item)]


def forced_by_definition(problem: Problem, chosen: set[int]) -> set[int] | None:
    """The options that an item needs, or None if an item needs more than remain."""
    left = remaining(problem, chosen)
    found: set[int] = set()
    for item in range(problem.item_count):
        needed = problem.bounds(item)[0] - sum(item in problem.indices(o) for o in chosen)
        holders = {option for option in left if item in problem.indices(option)}
        if needed > len(holders):
            return None
        if 0 < needed == len(holders):
            found |= holders
    return found


def rounds_by_definition(problem: Problem, chosen: Iterable[int]) -> tuple[list[set[int]], bool]:
    """The forced options round by round, and whether they solve the problem."""
    known, rounds = set(chosen), []
    while forced := forced_by_definition(problem, known):
        rounds.append(forced)
        known |= forced
        if not is_allowed(problem, sorted(known)):
            return rounds, False
    covered = all(
        problem.bounds(item)[0] <= sum(item in problem.indices(o) for o in known)
        for item in range(problem.item_count)
    )
    return rounds, forced is not None and covered and not remaining(problem, known)


@given(problems(bounds=True, colors=True), st.integers(0, 3))
def test_rounds_are_as_defined(problem: Problem, number: int) -> None:
    solutions = list(Prepared(problem).solutions(limit=1))
    chosen = list(solutions[0][:number]) if solutions else []
    rounds, solved = rounds_by_definition(problem, chosen)
    found = forced_rounds(problem, chosen)
    assert found.solved == solved
    if solved or solutions:
        assert [set(one) for one in found.rounds] == rounds
    # The core decides the same.
    assert is_forced(problem, chosen) == solved
    if solved:
        (only,) = Prepared(problem).solutions(chosen)
        assert set(only) == set(chosen).union(*rounds)


# What is made ------------------------------------------------------------------------------------


def made_of(kind: str, level: str, seed: int) -> MadePuzzle:
    name, _, variant = kind.partition(" ")
    (made,) = make_puzzles(name, difficulty=level, variant=variant or "plain", seed=seed)
    return made


def level_by_definition(made: MadePuzzle) -> str:
    """The level, as `combien.puzzles._levels` describes it."""
    puzzle, given_options = made.puzzle, list(made.given)
    if isinstance(puzzle, WordSearch):
        names: tuple[Any, ...] = puzzle.problem().names(made.solution)
        back = {(-1, 0), (-1, 1), (0, 1), (-1, -1)}
        if not any((across, up) in back for _, _, _, across, up in names):
            return "easy"
        return "hard" if set("".join(puzzle.given)) <= set("".join(puzzle.wanted)) else "medium"
    found = forced_rounds(puzzle.problem(), given_options)
    if not found.solved:
        return "hard"
    if isinstance(puzzle, Sudoku) and not puzzle.cages:
        groups = {
            min(at, 80 - at): {at, 80 - at} for at, digit in enumerate(puzzle.givens) if digit
        }
        easier = (
            forced_rounds(
                Sudoku(
                    tuple(0 if at in group else digit for at, digit in enumerate(puzzle.givens)),
                    x=puzzle.x,
                    regions=puzzle.regions,
                ).problem()
            )
            for group in groups.values()
        )
        return "easy" if any(one.solved for one in easier) else "medium"
    if type(puzzle) in (Queens, Latin, Langford):
        rest = ([o for o in given_options if o != out] for out in given_options)
        spare = any(forced_rounds(puzzle.problem(), some).solved for some in rest)
        return "easy" if spare else "medium"
    return "medium" if 1 in [len(one) for one in found.rounds[:-1]] else "easy"


def check(kind: str, level: str, seed: int) -> None:
    """Make a puzzle, and measure it."""
    made = made_of(kind, level, seed)
    assert made.level == level == level_by_definition(made)
    assert len(Prepared(made.puzzle.problem()).solutions(made.given)) == 1


EACH = [(kind, level) for kind in KINDS for level in levels_of(puzzle_named(kind.split()[0]))]


@pytest.mark.parametrize(("kind", "level"), EACH)
def test_a_puzzle_has_its_level(kind: str, level: str) -> None:
    for seed in range(1 if kind in ("cryptarithm", "sudoku killer") else 3):
        check(kind, level, seed)


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "level"), EACH)
def test_twenty_puzzles_have_their_level(kind: str, level: str) -> None:
    for seed in range(20):
        check(kind, level, seed)


def test_which_puzzles_have_which_levels() -> None:
    for name in PUZZLES:
        kind = puzzle_named(name)
        assert levels_of(kind) == dict(kind.about.levels)
    assert {name: puzzle_named(name).about.levels for name in MADE} == {
        **dict.fromkeys(("queens", "latin", "langford"), WITH_GIVENS),
        "sudoku": OF_SUDOKUS,
        **dict.fromkeys(("dominosa", "starbattle"), WITHOUT),
        "wordsearch": OF_WORDS,
        "cryptarithm": ONLY_HARD,
    }
    killer = made_of("sudoku killer", "easy", 1).puzzle
    assert levels_of(killer) == OF_CAGES
    # Digit by digit, some hard killers need no look ahead.
    assert all(text.endswith("(a step fills a cage)") for text in OF_CAGES.values())
    assert list(levels_of(StarBattle(2, tuple("abcdefghi"[y] * 9 for y in range(9))))) == ["hard"]
    assert list(levels_of(WordSearch(backwards=False))) == ["easy"]


@pytest.mark.parametrize(
    ("puzzle", "level", "message"),
    [
        (
            "cryptarithm",
            "easy",
            r"no easy cryptarithm puzzles are made like this, but hard \(not every step",
        ),
        (
            WordSearch(backwards=False),
            "hard",
            r"no hard wordsearch puzzles are made like this, but easy \(no word",
        ),
        (
            StarBattle(2),
            "medium",
            r"no medium starbattle puzzles are made like this, but hard \(not every",
        ),
        (Langford(3), "hard", "none of 400 langford puzzles was hard, but 400 medium: ask for"),
        (Latin(2), "hard", "none of 400 latin puzzles was hard, but 400 medium"),
    ],
)
def test_a_level_that_cannot_be_met_names_those_that_can(
    puzzle: Any, level: str, message: str
) -> None:
    with pytest.raises(BadPuzzle, match=message):
        next(make_puzzles(puzzle, difficulty=level))


def test_without_a_difficulty_the_level_is_named() -> None:
    assert next(make_puzzles("cryptarithm", seed=4)).level == "hard"
    assert next(make_puzzles(WordSearch("sun,moon", board="5x5", backwards=False))).level == "easy"
    assert next(make_puzzles("sudoku", seed=1)).level == "medium"


def test_a_search_without_branches_may_be_hard() -> None:
    """The nodes of an engine are no measure: `bits` sees more than forced steps."""
    made = next(
        made
        for seed in range(50)
        for made in make_puzzles("starbattle", difficulty="hard", seed=seed)
        if made.search_size == 1
    )
    assert not forced_rounds(made.puzzle.problem()).solved
    looks = rate(made.puzzle).looks
    assert looks is None or looks > 0


def test_pairs_of_givens_are_what_is_left_out() -> None:
    """Of symmetric givens one can be left out, and no pair: the text says pair."""
    made = made_of("sudoku", "medium", 3).puzzle

    def without(*places: int) -> bool:
        left = tuple(0 if at in places else digit for at, digit in enumerate(made.givens))
        return forced_rounds(Sudoku(left).problem()).solved

    shown = [at for at, digit in enumerate(made.givens) if digit]
    assert any(without(at) for at in shown)
    assert not any(without(at, 80 - at) for at in shown)
    assert levels_of(made)["medium"].endswith("(of symmetric givens, any pair)")
    assert "pair" not in levels_of(Queens)["medium"]


# Ratings -----------------------------------------------------------------------------------------


def test_a_rating_has_the_rounds_and_the_looks() -> None:
    easy = made_of("sudoku", "easy", 1)
    found = rate(easy.puzzle)
    assert (found.level, found.rounds, found.looks) == ("easy", easy.rounds, 0)
    assert sum(found.rounds) == 81 - sum(map(bool, easy.puzzle.givens))
    assert str(found) == f"easy: forced steps alone, in {len(found.rounds)} rounds"
    queens = made_of("queens", "hard", 0)
    found = rate(queens.puzzle, queens.given)
    assert found.level == "hard"
    assert found.looks
    assert str(found).startswith("hard: ")
    assert str(found).endswith(" ahead")


def test_looks_ahead_that_do_not_suffice() -> None:
    # Of Inkala's sudoku, suppositions have to be nested.
    hardest = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
    found = rate(Sudoku.parse(hardest))
    assert (found.level, found.looks) == ("hard", None)
    assert str(found) == "hard: looks ahead do not solve it"


@pytest.mark.parametrize(
    ("puzzle", "message"),
    [
        (Queens(3), "this queens has no solution"),
        (Queens(8), "this queens has several solutions"),
    ],
)
def test_only_puzzles_with_one_solution_are_rated(puzzle: Any, message: str) -> None:
    with pytest.raises(BadPuzzle, match=message):
        rate(puzzle)


def test_a_rating_is_limited() -> None:
    with pytest.raises(OutOfBudget):
        rate(Cryptarithm(), seconds=0.0)
    assert rate(Dominosa.parse(str(made_of("dominosa", "easy", 2)))).level == "easy"


def test_symmetric_givens() -> None:
    assert symmetric_pairs([9, 364, 710], 9) == [[9], [364], [710]]
    assert symmetric_pairs([0, 364, 728], 9) == [[0, 728], [364]]


# The hints of the page -------------------------------------------------------------------------


@pytest.mark.parametrize("level", ["easy", "medium", "hard"])
def test_the_hints_of_the_page_are_forced_steps(level: str) -> None:
    """They solve easy and medium sudokus, and stop at a hard one."""
    (made,) = make_puzzles("sudoku", difficulty=level, seed=5)
    digits = list(one_line(made.puzzle.givens))
    while "." in digits:
        ((_, hint),) = sudoku_events("".join(digits), ["hint"], Budget())
        if hint["rule"] == "search":
            break
        [[row, column, digit]] = hint["cells"]
        digits[9 * row + column] = str(digit)
    assert ("." in digits) == (level == "hard")
    filled = made.puzzle.read(made.solution).line
    assert all(digit in (".", other) for digit, other in zip(digits, filled, strict=True))
