"""A nonogram as it is published: the clues, and with them what is given or known of the picture.

Files hold more than clues.  A *goal* is a solution that the author had in mind; *given* cells are
shown to the person who solves, often because the clues alone leave several solutions.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from combien.errors import BadNonogram, instance, listed
from combien.nonograms._board import Board
from combien.nonograms._nonogram import Ink, Nonogram, check_nonogram

__all__ = ["TEXTS", "Puzzle"]

# What a nonogram says about itself in words: names of its fields, as people look for them.
TEXTS = ("title", "author", "copyright", "catalogue", "license", "source", "description")


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A nonogram with its goals, and the cells that are given, if any.

    >>> puzzle = Puzzle.of(Board.parse("##.#"), title="a dash and a dot")
    >>> puzzle.nonogram, puzzle.goals[0].solves(puzzle.nonogram)
    (<Nonogram 'a dash and a dot': 1 rows, 4 columns>, True)

    A goal is complete; whether it solves the nonogram is not asked here, as files may be wrong.
    Errors: those of `Board.check`, and `BadNonogram` for a goal with unknown cells.
    """

    nonogram: Nonogram
    goals: tuple[Board, ...] = ()
    given: Board | None = None

    def __post_init__(self) -> None:
        check_nonogram(self.nonogram)
        goals = listed("goals", self.goals, "a list of boards is", error=BadNonogram)
        object.__setattr__(self, "goals", tuple(goals))
        for goal in goals:
            instance("a goal", goal, Board, error=BadNonogram)
        if self.given is not None:
            instance("given", self.given, Board, error=BadNonogram)
        for what, board in [("a goal", goal) for goal in self.goals] + [
            ("what is given", board) for board in (self.given,) if board is not None
        ]:
            try:
                board.check(self.nonogram)
            except BadNonogram as error:
                raise BadNonogram(f"{what}: {error}") from None
        if any(goal.unknown_count for goal in self.goals):
            raise BadNonogram("a goal is complete: give what is known of it as `given`")

    @classmethod
    def of(
        cls,
        board: Board,
        *,
        palette: Iterable[Ink] | None = None,
        title: str = "",
        author: str = "",
    ) -> Puzzle:
        """The puzzle whose goal is this complete board.  Errors: `BadNonogram`."""
        if not isinstance(board, Board):
            raise BadNonogram(f"a Board is expected, not a value of type {type(board).__name__}")
        rows, columns = board.clues()
        return cls(Nonogram(rows, columns, palette=palette, title=title, author=author), (board,))
