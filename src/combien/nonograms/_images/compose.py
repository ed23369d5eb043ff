"""A picture becomes a puzzle with one solution: few cells are changed, or some are given.

Most pictures leave several solutions when they are told by their blocks.  `by_changing` looks for a
picture nearby that does not, step by step towards what leaves less open; in the end each change is
taken back that turns out not to be needed.  `by_giving` leaves the picture as it is and shows cells
of it, again none that is not needed.

Two solutions often differ in four cells only, which can be *exchanged*.  Each exchange must become
impossible in the end, so changes are tried near the cells of one; and a picture in which one that
is known is still possible needs no search to be known to have several solutions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from time import perf_counter

from combien.errors import BadNonogram, OutOfBudget
from combien.nonograms._board import Board, clue_of
from combien.nonograms._nonogram import UNKNOWN, WHITE, Ink, Nonogram
from combien.nonograms._puzzle import Puzzle
from combien.nonograms._solver import deduce, solve
from combien.nonograms._verdict import Budget, check_board, check_budget, differing

__all__ = ["Composed", "by_changing", "by_giving"]

Report = Callable[[str], None]

# How many changed pictures are compared in a step, and how many of them are solved: more in the
# first, as one change is best.  A random board of 25 x 25 with 40 % black takes 6 s and 17 changes;
# with four times as many of both 13 s, and 19 changes.
MOST_COMPARED = 100
MOST_SOLVED_FIRST, MOST_SOLVED = 40, 3
MOST_CHANGES = 60

_ENDED = "the budget ended before there was a puzzle with one solution"


@dataclass(frozen=True, slots=True)
class Composed:
    """A puzzle with one solution, and what that took: cells (row, column) changed or given.

    `least` says whether it is proved that fewer changes do not suffice.
    """

    puzzle: Puzzle
    cells: tuple[tuple[int, int], ...]
    least: bool


def by_changing(
    board: Board,
    *,
    palette: Iterable[Ink] | None = None,
    budget: Budget | None = None,
    report: Report | None = None,
) -> Composed:
    """A picture near this one that is the only solution of its clues.

    >>> composed = by_changing(Board.parse("#.\\n.#"))
    >>> print(composed.puzzle.goals[0])
    ..
    .#
    >>> composed.cells, composed.least
    (((0, 0),), True)

    None of the changes can be taken back on its own; `least` is true for none and for one.  The
    seconds of the `budget` are for all of it, its nodes and bytes for each question; `report` is
    told in words how far it is.
    Errors: `BadNonogram` when 60 changes do not suffice; `OutOfBudget`.
    """
    check_board(board)
    inks = None if palette is None else tuple(palette)
    pictures = _Pictures(inks, _Asking(budget))
    latest, seen = board, {board}
    while not pictures.single(latest):
        steps = len(seen) - 1
        if steps == MOST_CHANGES:
            raise BadNonogram(
                f"{MOST_CHANGES} changed cells leave several solutions: give some cells instead"
            )
        if report is not None:
            report(f"{steps} changed, {pictures.left(latest)} cells unknown to line logic")
        latest = _better(latest, pictures, seen, most=MOST_SOLVED if steps else MOST_SOLVED_FIRST)
        seen.add(latest)
    for row, column in differing(board, latest):
        back = latest.replaced({row * board.width + column: board[row, column]})
        if pictures.single(back):
            latest = back
    changes = differing(board, latest)
    return Composed(Puzzle.of(latest, palette=inks), changes, len(changes) < 2)


def by_giving(
    board: Board,
    *,
    palette: Iterable[Ink] | None = None,
    budget: Budget | None = None,
    report: Report | None = None,
) -> Composed:
    """The puzzle of this picture, with cells given so that it is the only solution.

    >>> composed = by_giving(Board.parse("#.\\n.#"))
    >>> print(composed.puzzle.given)
    #?
    ??

    None of the given cells can be left out on its own.  `budget` and `report` are as in
    `by_changing`.  Errors: `OutOfBudget`.
    """
    check_board(board)
    puzzle = Puzzle.of(board, palette=palette)
    nonogram, asking = puzzle.nonogram, _Asking(budget)
    given = Board.unknown(board.height, board.width)
    exchanges: list[_Exchange] = []

    def open_places(given: Board) -> list[int]:
        """Where some other solution differs that has what is given; nothing if there is none."""
        still = [found for found in exchanges if found.avoids(given)]
        if not still:
            others = asking.others(nonogram, board, given)
            still = [found for other in others for found in _exchanges(board, other)]
            exchanges.extend(still)
        return sorted({place for found in still for place in found.places})

    cells: list[int] = []
    while places := open_places(given):
        if report is not None:
            report(f"{len(cells)} cells given")
        cells.append(_telling(nonogram, board, given, places))
        given = given.replaced({cells[-1]: board.cells[cells[-1]]})
    for place in cells[:-1]:
        without = given.replaced({place: UNKNOWN})
        if not open_places(without):
            given = without
    shown = [place for place, cell in enumerate(given.cells) if cell != UNKNOWN]
    composed = Puzzle(nonogram, puzzle.goals, given if shown else None)
    return Composed(composed, tuple(divmod(place, board.width) for place in shown), len(shown) < 2)


@dataclass(frozen=True, slots=True)
class _Exchange:
    """Cells of a picture, counted row by row, and values that they have in another solution."""

    places: tuple[int, ...]
    here: bytes
    there: bytes

    def avoids(self, given: Board) -> bool:
        """Whether none of the cells is given."""
        return all(given.cells[place] == UNKNOWN for place in self.places)

    def serves(self, board: Board) -> bool:
        """Whether another picture has a second solution by the same exchange."""
        if any(board.cells[p] != here for p, here in zip(self.places, self.here, strict=True)):
            return False
        other = board.replaced(dict(zip(self.places, self.there, strict=True)))
        return all(
            clue_of(other.row(row)) == clue_of(board.row(row))
            for row in {place // board.width for place in self.places}
        ) and all(
            clue_of(other.column(column)) == clue_of(board.column(column))
            for column in {place % board.width for place in self.places}
        )


def _exchanges(board: Board, other: Board) -> Iterator[_Exchange]:
    """How two solutions differ, in parts that have no line in common: each is an exchange."""
    parts: list[tuple[set[int], list[int]]] = []
    for row, column in differing(board, other):
        # Lines are numbered, the rows below zero.
        lines, places = {-1 - row, column}, [row * board.width + column]
        apart = []
        for part in parts:
            if part[0] & lines:
                lines |= part[0]
                places = part[1] + places
            else:
                apart.append(part)
        parts = [*apart, (lines, places)]
    for _, places in parts:
        here, there = (bytes(b.cells[place] for place in places) for b in (board, other))
        yield _Exchange(tuple(places), here, there)


@dataclass(frozen=True, slots=True)
class _Left:
    """What is left of a budget."""

    nodes: int | None
    seconds: float | None
    bytes: int | None


class _Asking:
    """Asks for solutions within a budget, whose seconds are for all questions together."""

    def __init__(self, budget: Budget | None) -> None:
        check_budget(budget)
        self._budget = budget
        seconds = None if budget is None else budget.seconds
        self._ends = None if seconds is None else perf_counter() + seconds

    def others(self, nonogram: Nonogram, board: Board, given: Board | None = None) -> list[Board]:
        """Other solutions than this one, one or two; none if it is the only one."""
        budget = self._budget
        if budget is not None and self._ends is not None:
            # Negative seconds stay so, and are refused where all budgets are.
            seconds = min(budget.seconds or 0.0, max(0.0, self._ends - perf_counter()))
            budget = _Left(budget.nodes, seconds, budget.bytes)
        verdict = solve(nonogram, given=given, budget=budget)
        if verdict.status == "unknown":
            raise OutOfBudget(_ENDED, known=verdict.work)
        return [found for found in verdict.boards if found != board]

    def check(self) -> None:
        """Errors: `OutOfBudget` when the seconds are over."""
        if self._ends is not None and perf_counter() > self._ends:
            raise OutOfBudget(_ENDED)


class _Pictures:
    """Answers about pictures: whether their clues have one solution, and what lines leave open."""

    def __init__(self, inks: tuple[Ink, ...] | None, asking: _Asking) -> None:
        self.asking = asking
        self.solved = 0
        self.exchanges: list[_Exchange] = []
        self._inks = inks
        self._single: dict[Board, bool] = {}

    def nonogram(self, board: Board) -> Nonogram:
        """The clues of a picture."""
        return Nonogram(*board.clues(), palette=self._inks)

    def single(self, board: Board) -> bool:
        """Whether a picture is the only solution of its clues."""
        if board not in self._single:
            self._single[board] = self._decide(board)
        return self._single[board]

    def _decide(self, board: Board) -> bool:
        for place, exchange in enumerate(self.exchanges):
            if exchange.serves(board):
                # What served will serve again.
                self.exchanges.insert(0, self.exchanges.pop(place))
                return False
        self.solved += 1
        others = self.asking.others(self.nonogram(board), board)
        for other in others:
            self.exchanges[:0] = _exchanges(board, other)
        return not others

    def exchange(self, board: Board) -> _Exchange:
        """Of the exchanges that a picture is known to allow, one of the fewest cells."""
        serving = (found for found in self.exchanges if found.serves(board))
        return min(serving, key=lambda found: len(found.places))

    def left(self, board: Board) -> int:
        """How many cells lines alone leave unknown."""
        self.asking.check()
        unknown = Board.unknown(board.height, board.width)
        return deduce(self.nonogram(board), unknown).unknown_count


def _better(board: Board, pictures: _Pictures, seen: set[Board], *, most: int) -> Board:
    """The picture one cell away that leaves least open; one with a single solution, if there is."""
    places = pictures.exchange(board).places
    nearby = [found for found in _nearby(board, places) if found not in seen]
    step = max(1, len(nearby) // MOST_COMPARED)
    # Of equally good ones the first: sorting keeps their order.
    ranked = sorted(nearby[::step], key=pictures.left)
    most += pictures.solved
    for found in ranked:
        if pictures.single(found):
            return found
        if pictures.solved >= most:
            break
    return ranked[0]


def _nearby(board: Board, places: Iterable[int]) -> Iterator[Board]:
    """The pictures that differ in one of these cells or of their neighbors, which are the likely
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
        told = deduce(nonogram, given.replaced({place: board.cells[place]}))
        return told.unknown_count

    return min(places[::step], key=left)
