"""A published nonogram: the clues, with given cells and known solutions.

Files hold more than clues.  A *goal* is a solution that the author had in mind; *given* cells are
shown to the solver, often because the clues alone have several solutions.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from combien._base.checks import check_instance, check_list
from combien.errors import BadNonogram
from combien.nonograms._clue import Ink
from combien.nonograms._nonogram import Board, Nonogram, check_nonogram

# The fields of a nonogram that hold text, in the order of messages.
TEXTS = ("title", "author", "copyright", "catalogue", "license", "source", "description")


@dataclass(frozen=True)
class Puzzle:
    """A nonogram with its goals, and the cells that are given, if any.

    >>> puzzle = Puzzle.of(Board.parse("##.#"), title="a dash and a dot")
    >>> puzzle.nonogram, puzzle.goals[0].solves(puzzle.nonogram)
    (<Nonogram 'a dash and a dot': 1 rows, 4 columns>, True)

    A goal is complete, but need not solve the nonogram, as files may be wrong.
    Raises `BadNonogram` as `Board.check` does, and for a goal with unknown cells.
    """

    nonogram: Nonogram
    goals: tuple[Board, ...] = ()
    given: Board | None = None

    def __post_init__(self) -> None:
        check_nonogram(self.nonogram)
        goals = check_list("goals", self.goals, "a list of boards", error=BadNonogram)
        object.__setattr__(self, "goals", tuple(goals))
        for goal in goals:
            check_instance("a goal", goal, Board, error=BadNonogram)
        if self.given is not None:
            check_instance("given", self.given, Board, error=BadNonogram)
        for what, board in [("a goal", goal) for goal in self.goals] + [
            ("the given cells", board) for board in (self.given,) if board is not None
        ]:
            try:
                board.check(self.nonogram)
            except BadNonogram as error:
                raise BadNonogram(f"{what}: {error}") from None
        if any(goal.unknown_count for goal in self.goals):
            raise BadNonogram("a goal must be complete: use `given` for a partial board")

    @classmethod
    def of(
        cls,
        board: Board,
        *,
        palette: Iterable[Ink] | None = None,
        title: str = "",
        author: str = "",
    ) -> Puzzle:
        """Return the puzzle whose goal is this complete board.  Raises `BadNonogram`."""
        if not isinstance(board, Board):
            raise BadNonogram(f"expected a Board, not a value of type {type(board).__name__}")
        rows, columns = board.clues()
        return cls(Nonogram(rows, columns, palette=palette, title=title, author=author), (board,))
