"""Turn a picture into a puzzle with a unique solution by changing or giving cells.

The clues of most pictures have several solutions.  `by_changing` looks for a similar picture with a
unique solution, by local search on the number of cells that line solving leaves unknown; redundant
changes are undone at the end.  `by_giving` keeps the picture and gives some of its cells, again
without redundant ones.

Two solutions often differ in only four cells, which can be *exchanged*.  All exchanges must become
impossible, so changes are tried near the cells of one exchange; a picture that still allows a known
exchange is rejected without a search.  In a symmetric picture, cells and their images under a
mirror or a half turn have one color.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal, get_args

from combien._base.budget import Budget, Reporter, budget_of
from combien._base.checks import short_repr
from combien.errors import BadInput, BadNonogram
from combien.nonograms._clue import UNKNOWN, WHITE, Ink
from combien.nonograms._english import cell_name
from combien.nonograms._nonogram import Board, Nonogram, clue_of
from combien.nonograms._puzzle import Puzzle
from combien.nonograms._solver import decide, deduce, meter_of
from combien.nonograms._verdict import check_board, differing

Symmetry = Literal["left-right", "top-bottom", "both", "half-turn"]
SYMMETRIES: tuple[Symmetry, ...] = get_args(Symmetry)


class Orbits:
    """The sets of cells that a symmetry maps to each other; None means without symmetry.

    >>> Orbits(2, 3, "left-right").of(5)
    (3, 5)
    >>> Orbits(2, 3, "both").of(4)
    (1, 4)

    Cells are numbered row by row.  Raises `BadInput` for an unknown symmetry.
    """

    def __init__(self, height: int, width: int, symmetry: Symmetry | None) -> None:
        if symmetry is not None and symmetry not in SYMMETRIES:
            raise BadInput(
                f"symmetry={short_repr(symmetry)}: expected one of {', '.join(SYMMETRIES)}"
            )
        self.height, self.width, self.symmetry = height, width, symmetry

    def of(self, place: int) -> tuple[int, ...]:
        """Return a cell and its images, in increasing order."""
        row, column = divmod(place, self.width)
        up, left = self.height - 1 - row, self.width - 1 - column
        images = {
            None: [],
            "left-right": [(row, left)],
            "top-bottom": [(up, column)],
            "both": [(row, left), (up, column), (up, left)],
            "half-turn": [(up, left)],
        }[self.symmetry]
        return tuple(sorted({place, *(i * self.width + j for i, j in images)}))

    def check(self, board: Board) -> None:
        """Raise `BadNonogram` if a board does not have the symmetry."""
        for place, cell in enumerate(board.cells):
            for image in self.of(place):
                if board.cells[image] != cell:
                    raise BadNonogram(
                        f"{cell_name(place, board.width)} and {cell_name(image, board.width)} "
                        f"differ: the picture is not symmetric ({self.symmetry})"
                    )


def symmetric(board: Board, symmetry: Symmetry) -> Board:
    """Return the picture made symmetric: cells that are images of each other get one color.

    >>> print(symmetric(Board.parse("#..\\n.#.\\n.##"), "left-right"))
    #.#
    .#.
    ###

    The most frequent color wins, and among equals that of the first cell that is not white.
    Raises `BadInput` for an unknown symmetry.
    """
    check_board(board)
    orbits = Orbits(board.height, board.width, symmetry)
    values = {}
    for place in range(len(board.cells)):
        cells = [board.cells[image] for image in orbits.of(place)]
        # The sort is stable, and so is the order of counting.
        counts = Counter(sorted(cells, key=lambda cell: cell == WHITE))
        values[place] = counts.most_common(1)[0][0]
    return board.replaced(values)


# What a puzzle must be: any puzzle with one solution, or one that line solving alone completes.
Level = Literal["any", "lines"]
LEVELS = ("any", "lines")

# The number of changed pictures compared per step, and solved per step; more in the first step,
# since a single change is the best result.  A random board of 25 x 25 with 40 % black takes 6 s and
# 17 changes; with four times as many of both 13 s, and 19 changes.
MOST_COMPARED = 100
MOST_SOLVED_FIRST, MOST_SOLVED = 40, 3
MOST_CHANGES = 60


@dataclass(frozen=True, slots=True)
class Composed:
    """A puzzle with one solution, and the cells (row, column) that were changed or given.

    `least` is true if fewer cells are proved not to suffice.
    """

    puzzle: Puzzle
    cells: tuple[tuple[int, int], ...]
    least: bool


def by_changing(
    board: Board,
    *,
    palette: Iterable[Ink] | None = None,
    difficulty: Level = "any",
    symmetry: Symmetry | None = None,
    nodes: int | None = None,
    seconds: float | None = None,
    bytes: int | None = None,
    budget: Budget | None = None,
    report: Reporter | None = None,
) -> Composed:
    """Return a similar picture that is the only solution of its clues.

    >>> composed = by_changing(Board.parse("#.\\n.#"))
    >>> print(composed.puzzle.goals[0])
    ..
    .#
    >>> composed.cells, composed.least
    (((0, 0),), True)

    No single change can be undone; `least` is true for no change and for one.  With
    `difficulty="lines"`, line solving alone completes the puzzle.  With a `symmetry`, which the
    picture must have (see `symmetric`), cells change together with their images.  The work in
    progress reports has the number of changes, and of cells unknown to line logic.
    Raises `BadNonogram` when 60 changes do not suffice; `OutOfBudget`.
    """
    check_board(board)
    check_level(difficulty)
    orbits = Orbits(board.height, board.width, symmetry)
    orbits.check(board)
    inks = None if palette is None else tuple(palette)
    limits = budget_of(budget, nodes, seconds, bytes)
    meter = meter_of(limits, report)
    pictures = _Pictures(inks, Solver(limits), by_lines=difficulty == "lines")
    latest, seen = board, {board}
    while not pictures.good(latest):
        steps = len(seen) - 1
        if steps == MOST_CHANGES:
            raise BadNonogram(f"{MOST_CHANGES} changes do not suffice: give cells instead")
        if meter.has_reporter:
            meter.progress(None, {"changed": steps, "unknown": pictures.left(latest)})
        most = MOST_SOLVED if steps else MOST_SOLVED_FIRST
        latest = _better(latest, pictures, seen, orbits, most=most)
        seen.add(latest)
    for row, column in differing(board, latest):
        orbit = orbits.of(row * board.width + column)
        back = latest.replaced({place: board.cells[place] for place in orbit})
        if back != latest and pictures.good(back):
            latest = back
    changes = differing(board, latest)
    return Composed(Puzzle.of(latest, palette=inks), changes, len(changes) < 2)


def by_giving(
    board: Board,
    *,
    palette: Iterable[Ink] | None = None,
    difficulty: Level = "any",
    nodes: int | None = None,
    seconds: float | None = None,
    bytes: int | None = None,
    budget: Budget | None = None,
    report: Reporter | None = None,
) -> Composed:
    """Return the puzzle of this picture, with enough given cells to make it unique.

    >>> composed = by_giving(Board.parse("#.\\n.#"))
    >>> print(composed.puzzle.given)
    #?
    ??

    No single given cell can be left out.  With `difficulty="lines"`, line solving alone completes
    the puzzle.  The work in progress reports has the number of given cells.  Raises `OutOfBudget`.
    """
    check_board(board)
    check_level(difficulty)
    puzzle = Puzzle.of(board, palette=palette)
    limits = budget_of(budget, nodes, seconds, bytes)
    meter = meter_of(limits, report)
    nonogram, solver = puzzle.nonogram, Solver(limits)
    given = Board.unknown(board.height, board.width)
    exchanges: list[Exchange] = []

    def open_places(given: Board) -> list[int]:
        """Return the cells that may be given: where other solutions differ, or unknown ones."""
        if difficulty == "lines":
            solver.check()
            known = deduce(nonogram, given)
            return [place for place, cell in enumerate(known.cells) if cell == UNKNOWN]
        still = [found for found in exchanges if found.avoids(given)]
        if not still:
            others = solver.others(nonogram, board, given)
            still = [found for other in others for found in exchanges_of(board, other)]
            exchanges.extend(still)
        return sorted({place for found in still for place in found.places})

    cells: list[int] = []
    while places := open_places(given):
        meter.progress(None, {"given": len(cells)})
        cells.append(_best_given(nonogram, board, given, places))
        given = given.replaced({cells[-1]: board.cells[cells[-1]]})
    for place in cells[:-1]:
        without = given.replaced({place: UNKNOWN})
        if not open_places(without):
            given = without
    shown = [place for place, cell in enumerate(given.cells) if cell != UNKNOWN]
    composed = Puzzle(nonogram, puzzle.goals, given if shown else None)
    return Composed(composed, tuple(divmod(place, board.width) for place in shown), len(shown) < 2)


def check_level(difficulty: object) -> None:
    """Raise `BadInput` if this is not a level."""
    if difficulty not in LEVELS:
        raise BadInput(f"difficulty={short_repr(difficulty)}: expected 'any' or 'lines'")


@dataclass(frozen=True, slots=True)
class Exchange:
    """Cells of a picture, numbered row by row, with their values in two solutions."""

    places: tuple[int, ...]
    here: bytes
    there: bytes

    def avoids(self, given: Board) -> bool:
        """Return whether none of the cells is given."""
        return all(given.cells[place] == UNKNOWN for place in self.places)

    def serves(self, board: Board) -> bool:
        """Return whether the same exchange gives a second solution of another picture."""
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


def exchanges_of(board: Board, other: Board) -> Iterator[Exchange]:
    """Split the difference of two solutions into exchanges with no row or column in common."""
    differ = (row * board.width + column for row, column in differing(board, other))
    for places in parts_of(differ, board.width):
        here, there = (bytes(b.cells[place] for place in places) for b in (board, other))
        yield Exchange(tuple(places), here, there)


def parts_of(cells: Iterable[int], width: int) -> Iterator[list[int]]:
    """Split cells into parts with no row or column in common.

    >>> list(parts_of([0, 1, 5, 8], 3))
    [[0, 1], [5, 8]]
    """
    parts: list[tuple[set[int], list[int]]] = []
    for cell in cells:
        row, column = divmod(cell, width)
        # Columns have numbers from 0, rows negative ones.
        lines, places = {-1 - row, column}, [cell]
        apart = []
        for part in parts:
            if part[0] & lines:
                lines |= part[0]
                places = part[1] + places
            else:
                apart.append(part)
        parts = [*apart, (lines, places)]
    for _, places in parts:
        yield places


class Solver:
    """Solves nonograms within one budget, without progress reports."""

    def __init__(self, limits: Budget) -> None:
        self._meter = meter_of(limits, None)
        self.steps = 0

    def others(self, nonogram: Nonogram, board: Board, given: Board | None = None) -> list[Board]:
        """Return one or two solutions other than this board, or none if it is unique."""
        verdict, self.steps = decide(nonogram, given, self._meter, done=self.steps)
        return [found for found in verdict.boards if found != board]

    def check(self) -> None:
        """Raise `OutOfBudget` when the budget has run out."""
        if not self._meter.slice(self.steps)[0]:
            raise self._meter.stop({"steps": self.steps})


class _Pictures:
    """Decides whether pictures are unique, and caches solutions and exchanges."""

    def __init__(
        self, inks: tuple[Ink, ...] | None, solver: Solver, *, by_lines: bool = False
    ) -> None:
        self.solver = solver
        self.by_lines = by_lines
        self.solved = 0
        self.exchanges: list[Exchange] = []
        self._inks = inks
        self._single: dict[Board, bool] = {}

    def nonogram(self, board: Board) -> Nonogram:
        """Return the nonogram of a picture."""
        return Nonogram(*board.clues(), palette=self._inks)

    def single(self, board: Board) -> bool:
        """Return whether a picture is the only solution of its clues."""
        if board not in self._single:
            self._single[board] = self._decide(board)
        return self._single[board]

    def good(self, board: Board) -> bool:
        """Return whether a picture is what is wanted: unique, or complete by line solving."""
        return not self.left(board) if self.by_lines else self.single(board)

    def open_places(self, board: Board) -> tuple[int, ...]:
        """Return the cells near which a picture should change."""
        if not self.by_lines:
            return self.exchange(board).places
        known = self._known(board)
        return tuple(place for place, cell in enumerate(known.cells) if cell == UNKNOWN)

    def _decide(self, board: Board) -> bool:
        for place, exchange in enumerate(self.exchanges):
            if exchange.serves(board):
                # An exchange that applied is likely to apply again.
                self.exchanges.insert(0, self.exchanges.pop(place))
                return False
        self.solved += 1
        others = self.solver.others(self.nonogram(board), board)
        for other in others:
            self.exchanges[:0] = exchanges_of(board, other)
        return not others

    def exchange(self, board: Board) -> Exchange:
        """Return the smallest known exchange of a picture."""
        serving = (found for found in self.exchanges if found.serves(board))
        return min(serving, key=lambda found: len(found.places))

    def left(self, board: Board) -> int:
        """Return the number of cells that line solving leaves unknown."""
        return self._known(board).unknown_count

    def _known(self, board: Board) -> Board:
        """Return the cells that line solving finds."""
        self.solver.check()
        unknown = Board.unknown(board.height, board.width)
        return deduce(self.nonogram(board), unknown)


def _better(
    board: Board, pictures: _Pictures, seen: set[Board], orbits: Orbits, *, most: int
) -> Board:
    """Return the best picture one change away: good, or with the fewest unknown cells."""
    places = pictures.open_places(board)
    nearby = [found for found in _nearby(board, places, orbits) if found not in seen]
    step = max(1, len(nearby) // MOST_COMPARED)
    # Sorting is stable, so the first of equally good pictures wins.
    ranked = sorted(nearby[::step], key=pictures.left)
    most += pictures.solved
    for found in ranked:
        if pictures.good(found):
            return found
        if pictures.by_lines or pictures.solved >= most:
            break
    return ranked[0]


def _nearby(board: Board, places: Iterable[int], orbits: Orbits) -> Iterator[Board]:
    """Yield the pictures that differ in one of these cells or their neighbors, and its images."""
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
                near[orbits.of(i * width + j)[0]] = None
    values = sorted({WHITE, 1, *board.cells})
    for place in near:
        for value in values:
            if value != board.cells[place]:
                yield board.replaced(dict.fromkeys(orbits.of(place), value))


def _best_given(nonogram: Nonogram, board: Board, given: Board, places: list[int]) -> int:
    """Return the place that leaves the fewest cells unknown to line solving when given."""
    step = max(1, len(places) // 30)

    def left(place: int) -> int:
        known = deduce(nonogram, given.replaced({place: board.cells[place]}))
        return known.unknown_count

    return min(places[::step], key=left)
