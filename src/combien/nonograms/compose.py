"""A picture becomes a puzzle with one solution: few cells are changed, or some are given.

Most pictures leave several solutions when they are told by their blocks.  `by_changing` looks for a
picture nearby that does not, step by step towards what leaves less open; in the end each change is
taken back that turns out not to be needed.  `by_giving`
leaves the picture as it is and shows cells of it, again none that is not needed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from combien.errors import BadNonogram, OutOfBudget
from combien.nonograms.board import Board
from combien.nonograms.nonogram import UNKNOWN, WHITE, Ink, Nonogram
from combien.nonograms.puzzle import Puzzle
from combien.nonograms.search import NonogramSearch
from combien.nonograms.solve import solve
from combien.nonograms.verdict import Budget, Verdict

__all__ = ["Composed", "by_changing", "by_giving"]

# How many changed pictures are looked at in a step, and how many of them are solved.
MOST_LOOKED_AT = 400
MOST_SOLVED_FIRST, MOST_SOLVED = 200, 12
MOST_CHANGES = 60


@dataclass(frozen=True, slots=True)
class Composed:
    """A puzzle with one solution, and what that took: cells (row, column) changed or given.

    `least` says whether it is proved that fewer changes do not suffice.
    """

    puzzle: Puzzle
    cells: tuple[tuple[int, int], ...]
    least: bool


def by_changing(
    board: Board, *, palette: Iterable[Ink] | None = None, budget: Budget | None = None
) -> Composed:
    """A picture near this one that is the only solution of its clues.

    >>> composed = by_changing(Board.parse("#.\\n.#"))
    >>> print(composed.puzzle.goals[0])
    ..
    .#
    >>> composed.cells, composed.least
    (((0, 0),), True)

    None of the changes can be taken back on its own; `least` is true for none and for one.  Errors:
    `BadNonogram` when 60 changes do not suffice; `OutOfBudget` when one question exceeds the
    `budget`, which is for each of them.
    """
    inks = None if palette is None else tuple(palette)
    solved = _Solved(inks, budget)
    if solved(board).status == "unique":
        return Composed(Puzzle.of(board, palette=inks), (), True)
    latest, seen = board, {board}
    for step in range(MOST_CHANGES):
        latest = _better(latest, solved, seen, most=MOST_SOLVED if step else MOST_SOLVED_FIRST)
        seen.add(latest)
        if solved(latest).status == "unique":
            break
    else:
        raise BadNonogram(
            f"{MOST_CHANGES} changed cells leave several solutions: give some cells instead"
        )
    for row, column in _changes(board, latest):
        back = latest.replaced({row * board.width + column: board[row, column]})
        if solved(back).status == "unique":
            latest = back
    changes = tuple(_changes(board, latest))
    return Composed(Puzzle.of(latest, palette=inks), changes, len(changes) < 2)


def by_giving(
    board: Board, *, palette: Iterable[Ink] | None = None, budget: Budget | None = None
) -> Composed:
    """The puzzle of this picture, with cells given so that it is the only solution.

    >>> composed = by_giving(Board.parse("#.\\n.#"))
    >>> print(composed.puzzle.given)
    #?
    ??

    None of the given cells can be left out on its own.
    Errors: `OutOfBudget` when one question exceeds the `budget`, which is for each of them.
    """
    puzzle = Puzzle.of(board, palette=palette)
    nonogram = puzzle.nonogram
    given = Board.unknown(board.height, board.width)
    cells: list[int] = []
    while True:
        verdict = _decided(solve(nonogram, given=given, budget=budget))
        if verdict.status == "unique":
            break
        wrong = [
            place
            for found in verdict.boards
            for place, (cell, right) in enumerate(zip(found.cells, board.cells, strict=True))
            if cell != right
        ]
        cells.append(_telling(nonogram, board, given, sorted(set(wrong))))
        given = given.replaced({cells[-1]: board.cells[cells[-1]]})
    for place in cells[:-1]:
        without = given.replaced({place: UNKNOWN})
        if _decided(solve(nonogram, given=without, budget=budget)).status == "unique":
            given = without
    places = [place for place, cell in enumerate(given.cells) if cell != UNKNOWN]
    shown = Puzzle(nonogram, puzzle.goals, given if places else None)
    return Composed(shown, tuple(divmod(place, board.width) for place in places), len(places) < 2)


class _Solved:
    """Answers about pictures, remembered: what their clues leave open, and how many solve them."""

    def __init__(self, inks: tuple[Ink, ...] | None, budget: Budget | None) -> None:
        self._inks = inks
        self._budget = budget
        self._verdicts: dict[Board, Verdict] = {}

    def nonogram(self, board: Board) -> Nonogram:
        return Nonogram(*board.clues(), palette=self._inks)

    def __call__(self, board: Board) -> Verdict:
        if board not in self._verdicts:
            self._verdicts[board] = _decided(solve(self.nonogram(board), budget=self._budget))
        return self._verdicts[board]

    def open(self, board: Board) -> list[int]:
        """The cells that lines and single suppositions leave unknown."""
        search = NonogramSearch(self.nonogram(board))
        search.run()
        return [place for place, cell in enumerate(search.known.cells) if cell == UNKNOWN]

    def left(self, board: Board) -> int:
        """How many cells lines alone leave unknown."""
        search = NonogramSearch(self.nonogram(board))
        search.deduce()
        return search.known.unknown_count


def _decided(verdict: Verdict) -> Verdict:
    if verdict.status == "unknown":
        raise OutOfBudget(verdict.reason, known=verdict.work)
    return verdict


def _better(board: Board, solved: _Solved, seen: set[Board], *, most: int) -> Board:
    """The picture one cell away that leaves least open; one with a single solution, if there is."""
    nearby = [found for found in _nearby(board, solved.open(board)) if found not in seen]
    step = max(1, len(nearby) // MOST_LOOKED_AT)
    # Of equally good ones the first: sorting keeps their order.
    ranked = sorted(nearby[::step], key=solved.left)
    single = (found for found in ranked[:most] if solved(found).status == "unique")
    return next(single, ranked[0])


def _nearby(board: Board, places: list[int]) -> Iterator[Board]:
    """The pictures that differ in one of these cells or of their neighbours, which are the likely
    ones: what is certain far away stays certain."""
    width = board.width
    near: dict[int, None] = {}
    for place in places:
        row, column = divmod(place, width)
        for i, j in (
            (row, column),
            (row - 1, column),
            (row + 1, column),
            (row, column - 1),
            (row, column + 1),
        ):
            if 0 <= i < board.height and 0 <= j < width:
                near[i * width + j] = None
    values = sorted({WHITE, 1, *board.cells})
    for place in near:
        for value in values:
            if value != board.cells[place]:
                yield board.replaced({place: value})


def _telling(nonogram: Nonogram, board: Board, given: Board, places: list[int]) -> int:
    """Of some cells the one that tells lines most, when it is given."""
    step = max(1, len(places) // 30)

    def left(place: int) -> int:
        search = NonogramSearch(nonogram, given=given.replaced({place: board.cells[place]}))
        search.deduce()
        return search.known.unknown_count

    return min(places[::step], key=left)


def _changes(one: Board, other: Board) -> Iterator[tuple[int, int]]:
    for place, (a, b) in enumerate(zip(one.cells, other.cells, strict=True)):
        if a != b:
            yield divmod(place, one.width)
