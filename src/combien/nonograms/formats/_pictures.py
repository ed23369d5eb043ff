"""What formats that hold a picture and no clues have in common: a puzzle is its goal."""

from __future__ import annotations

from combien.errors import BadFormat
from combien.nonograms._board import Board
from combien.nonograms._puzzle import Puzzle

__all__ = ["goal_of"]


def goal_of(puzzle: Puzzle, format: str) -> Board:
    """The goal that stands for the puzzle in a format without clues.

    >>> print(goal_of(Puzzle.of(Board.parse("#.")), "text"))
    #.

    Raises `BadFormat` when there is none, or when its clues are not those of the puzzle.
    """
    if not puzzle.goals:
        raise BadFormat(
            f"the {format} format holds a picture, and this puzzle has none: solve it first"
        )
    if not puzzle.goals[0].solves(puzzle.nonogram):
        raise BadFormat(
            f"the {format} format holds a picture and no clues, and this goal has other clues"
        )
    return puzzle.goals[0]
