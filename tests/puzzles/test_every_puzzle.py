"""Properties of every puzzle; counts are tested in one file per puzzle."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import islice
from typing import Any

import pytest

import combien
from combien._cli.puzzle import puzzle_command
from combien.drawing._picture import Picture
from combien.errors import BadPicture, BadPuzzle
from combien.puzzles import PUZZLES, puzzle_named
from combien.puzzles._puzzle import Puzzle, settings_of

NAMES = list(PUZZLES)


@pytest.fixture(params=NAMES)
def kind(request: pytest.FixtureRequest) -> type[Puzzle[Any]]:
    return puzzle_named(request.param)


def test_it_describes_itself(kind: type[Puzzle[Any]]) -> None:
    about = kind.about
    assert PUZZLES[about.name][1] == kind.__name__
    assert about.summary.endswith(".")
    assert not about.title.endswith(".")
    assert about.source
    assert about.examples
    assert all(example.startswith("combien ") for example in about.examples)


def test_its_invalid_settings_are_refused(kind: type[Puzzle[Any]]) -> None:
    usual = kind()
    for setting in settings_of(kind):
        assert getattr(usual, setting.name) == setting.default
        assert setting.help.endswith((".", "?")), setting.name
        for wrong in (None, 1.5, [], object()):
            with pytest.raises(BadPuzzle, match=f"^{setting.name}="):
                replace(usual, **{setting.name: wrong})
        if setting.low is not None:
            with pytest.raises(BadPuzzle, match="at least"):
                replace(usual, **{setting.name: setting.low - 1})
        if setting.high is not None:
            with pytest.raises(BadPuzzle, match="at most"):
                replace(usual, **{setting.name: setting.high + 1})
    assert sum(setting.argument for setting in settings_of(kind)) <= 1


def test_its_text_is_read_back(kind: type[Puzzle[Any]]) -> None:
    usual = kind()
    assert kind.parse(str(usual)) == usual
    assert kind.parse(str(usual)).problem() == usual.problem()


def test_values_that_are_not_texts_are_refused(kind: type[Puzzle[Any]]) -> None:
    for wrong in (None, 8, b"8", ["8"]):
        with pytest.raises(BadPuzzle, match="parsed from a str, not from"):
            kind.parse(wrong)  # type: ignore[arg-type]


def test_its_solutions_keep_its_rules(kind: type[Puzzle[Any]]) -> None:
    usual = kind()
    for seed in (None, 1, 2):
        found = list(islice(combien.solutions(usual, seed=seed), 4))
        assert found
        for reading in found:
            assert usual.check(reading) is True
            assert str(reading).strip()
            json.dumps(reading.plain())
            try:
                assert isinstance(reading.picture(title="x"), Picture)
            except BadPicture as refused:
                assert str(refused)
        assert len({str(reading) for reading in found}) == len(found)


def test_its_symmetries_keep_its_problem(kind: type[Puzzle[Any]]) -> None:
    usual = kind()
    if hasattr(usual, "symmetries"):
        turned, turning = usual.symmetries(), usual.symmetries(up_to="rotations")
        assert turned.problem == usual.problem()
        assert set(turning.names) <= set(turned.names)
        with pytest.raises(combien.CombienError):
            usual.symmetries(up_to="sideways")


@pytest.mark.parametrize("name", NAMES)
def test_its_settings_do_not_clash_with_options_of_its_command(name: str) -> None:
    names = [parameter.name for parameter in puzzle_command(name).params]
    assert len(set(names)) == len(names)


def test_an_unknown_puzzle() -> None:
    with pytest.raises(BadPuzzle, match="did you mean 'rooks'"):
        puzzle_named("rocks")
    with pytest.raises(BadPuzzle, match="there is no puzzle 3 "):
        puzzle_named(3)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("name", "given"),
    [
        ("sudoku", {"givens": None}),
        ("sudoku", {"givens": "1234341221434321"}),
        ("sudoku", {"givens": (0,) * 16, "regions": 3}),
        ("sudoku", {"givens": (0,) * 16, "cages": [3]}),
        ("mates", {"square": (1, "2", 2, 1)}),
        ("dominosa", {"pips": 0, "given": ((0, "0"),)}),
        ("dominosa", {"pips": 0, "given": ((0, True),)}),
        ("dominosa", {"pips": 0, "given": (0, 0)}),
        ("wordsquare", {"given": ("abc", 1)}),
        ("wordsquare", {"given": ("ab1",)}),
    ],
)
def test_further_arguments_are_checked(name: str, given: dict[str, Any]) -> None:
    with pytest.raises(BadPuzzle):
        puzzle_named(name)(**given)


def test_lists_become_tuples() -> None:
    sudoku, dominosa = puzzle_named("sudoku"), puzzle_named("dominosa")
    assert hash(sudoku([0] * 16)) == hash(sudoku((0,) * 16))  # type: ignore[call-arg]
    assert dominosa(0, given=[[0, 0]]) == dominosa(0, given=((0, 0),))  # type: ignore[call-arg]
