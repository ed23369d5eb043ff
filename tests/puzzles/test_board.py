"""The board that most solutions use, and the symmetries of puzzles on a board."""

from __future__ import annotations

import pytest

import combien
from combien import Problem, Region
from combien.errors import BadProblem, BadPuzzle
from combien.geometry._symmetry import Group, Symmetry
from combien.puzzles._board import Board
from combien.puzzles._queens import Queens
from combien.puzzles._turns import turns


def test_the_same_text_has_the_same_color() -> None:
    patches = Board((("10", "2"), ("", "10"))).picture().patches
    assert [(patch.cells, patch.label) for patch in patches] == [
        (((0, 1),), "10"),
        (((1, 1),), "2"),
        (((0, 0),), ""),
        (((1, 0),), "10"),
    ]
    # The shorter text comes first, so that numbers are in order.
    assert [patch.color for patch in patches] == [1, 0, None, 1]


def test_given_colors() -> None:
    board = Board((("a", "b"),), ((7, None),))
    assert [patch.color for patch in board.picture().patches] == [7, None]
    assert board.plain() == [["a", "b"]]
    assert str(board) == "a b"


def test_some_of_the_symmetries() -> None:
    queens = Queens(6)
    half = Group.generated_by(Symmetry.named("Rot180"))
    assert queens.symmetries(up_to=half).names == ("Id", "Rot180")
    # Each of the four is its own half turn.
    assert combien.count(queens, up_to=half) == combien.count(combien.Symmetric(queens, half)) == 4
    assert queens.symmetries(up_to="none").names == ("Id",)
    with pytest.raises(BadPuzzle, match="did you mean 'rotations'"):
        queens.symmetries(up_to="rotation")


def test_a_motion_that_is_not_a_symmetry_is_refused() -> None:
    unlike = Problem.from_options({(0, 0): ["a", "b"], (1, 0): ["b"]})
    with pytest.raises(BadProblem, match="Rot180 is not a symmetry"):
        turns(unlike, Region.box(2, 1), "all", lambda name, goes: goes[name])  # type: ignore[index]


def test_a_motion_that_leads_to_no_option_is_left_out() -> None:
    corner = Problem.from_options({(0, 0): ["a"]})
    found = turns(corner, Region.box(2, 1), "all", lambda name, goes: goes[name])  # type: ignore[index]
    assert found.names == ("Id",)
