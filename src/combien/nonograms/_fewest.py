"""Find the fewest cells of a picture to change so that it becomes the only solution of its clues.

Sets of one cell are tried first, then of two, and so on, so that the first that suffices is a
minimum.  What a picture has to lose are its *obstacles*: an exchange of cells for another solution,
or cells at which line solving is stuck.  A change that leaves the neighborhood of an obstacle alone
leaves the obstacle, which gives the two rules that prune the search: the next cell to change is
near any one obstacle, and disjoint neighborhoods need a cell each.

The neighborhood of an exchange: in a row or column, cells that are white in both solutions divide
it into parts.  Parts are joined until both solutions have the same clue in them, and the
neighborhood has those in which they differ, with the white cells at their ends.  Outside of it, the
two solutions are equal, so whatever is there, their clues stay equal.  The neighborhood of cells at
which line solving is stuck has their rows and columns: if these are unchanged, then line solving is
stuck there even where all other cells are known.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from combien._base.budget import Budget, Reporter, begun, budget_of
from combien._base.checks import check_int
from combien.errors import OutOfBudget
from combien.nonograms._clue import UNKNOWN, WHITE, Ink
from combien.nonograms._compose import Exchange, Level, Solver, check_level, exchanges_of, parts_of
from combien.nonograms._nonogram import Board, Nonogram, clue_of
from combien.nonograms._solver import deduce, meter_of
from combien.nonograms._verdict import check_board

# Cells and their new colors: (row, column, color), counted from 0.
Change = tuple[tuple[int, int, int], ...]


@dataclass(frozen=True, slots=True)
class Fewest:
    """The smallest changes of a picture that make it the only solution of its clues.

    `number` is the number of cells, or None if it was not found; it is proved that fewer than
    `at_least` cells do not suffice.  `changes` are the changes of this many cells, each with the
    (row, column, color) of its cells; `complete` is whether they are all.
    """

    number: int | None
    at_least: int
    changes: tuple[Change, ...]
    complete: bool


def fewest_changes(
    board: Board,
    *,
    palette: Iterable[Ink] | None = None,
    given: Board | None = None,
    difficulty: Level = "any",
    most: int = 3,
    limit: int = 100,
    nodes: int | None = None,
    seconds: float | None = None,
    bytes: int | None = None,
    budget: Budget | None = None,
    report: Reporter | None = None,
) -> Fewest:
    """Return the changes of the fewest cells that make a picture the only solution of its clues.

    >>> fewest = fewest_changes(Board.parse("#..\\n.#.\\n..#"))
    >>> fewest.number, fewest.changes
    (1, (((0, 2, 1),), ((2, 0, 1),)))

    All sets of up to `most` cells are considered, and all colors of the picture and white.  With
    `difficulty="lines"`, line solving alone must complete the changed puzzle.  Cells that are known
    in `given` are given in the changed picture, too.  At most `limit` changes are listed.
    The nodes of the budget are pictures considered and steps of the solver.  If it ends before the
    first change is found, `OutOfBudget` is raised, and `error.known["at_least"]` is proved.
    Cost: grows with the number of cells near the exchanges, to the power of `number`.
    """
    check_board(board)
    check_level(difficulty)
    check_int("most", most, least=0)
    check_int("limit", limit, least=1)
    inks = None if palette is None else tuple(palette)
    places: list[int] = []
    if given is not None:
        check_board(given)
        given.check_size(Nonogram(*board.clues(), palette=inks))
        places = [place for place, cell in enumerate(given.cells) if cell != UNKNOWN]
    limits = begun(budget_of(budget, nodes, seconds, bytes))
    search = _Changes(board, inks, places, limits, report, by_lines=difficulty == "lines")
    for number in range(most + 1):
        found: list[Change] = []
        try:
            for changed in islice(search.changed(number), limit + 1):
                found.append(search.change(changed))
        except OutOfBudget as stop:
            if not found:
                stop.known = {"at_least": number, **stop.known}
                raise
            return Fewest(number, number, tuple(found), False)
        if found:
            return Fewest(number, number, tuple(found[:limit]), len(found) <= limit)
    return Fewest(None, most + 1, (), True)


def changed_by(board: Board, change: Change) -> Board:
    """Return a picture after a change.

    >>> print(changed_by(Board.parse("#."), ((0, 1, 1),)))
    ##
    """
    return board.replaced({row * board.width + column: new for row, column, new in change})


class _Changes:
    """Enumerates the changed pictures with a given number of changed cells that are unique."""

    def __init__(
        self,
        board: Board,
        inks: tuple[Ink, ...] | None,
        given: Sequence[int],
        limits: Budget,
        report: Reporter | None,
        *,
        by_lines: bool,
    ) -> None:
        self._board = board
        self._inks = inks
        self._given = given
        self._solver = Solver(limits)
        self._meter = meter_of(limits, report)
        self._by_lines = by_lines
        self._values = sorted({WHITE, *board.cells})
        self._exchanges: list[Exchange] = []
        self.considered = 0

    def change(self, changed: Board) -> Change:
        """Return the cells in which a picture differs from the original one."""
        both = zip(self._board.cells, changed.cells, strict=True)
        width = changed.width
        return tuple((*divmod(p, width), new) for p, (old, new) in enumerate(both) if old != new)

    def changed(self, number: int) -> Iterator[Board]:
        """Yield the good pictures that differ in this number of cells; none may do with fewer."""
        return self._near(self._board, number, frozenset())

    def _near(self, board: Board, left: int, barred: frozenset[int]) -> Iterator[Board]:
        """Yield the good pictures with `left` more changes, none of them in the `barred` cells."""
        self.considered += 1
        self._solver.steps += 1
        self._solver.check()
        self._meter.progress(None, {"pictures": self.considered})
        if not left:
            if self._good(board):
                yield board
            return
        near = [found - barred for found in self._obstacles(board, left)]
        if not near or _disjoint(near) > left:
            return
        # The last change must be near all obstacles.
        places = near[0].intersection(*near) if left == 1 else min(near, key=len)
        for place in sorted(places):
            barred |= {place}
            for value in self._values:
                if value != board.cells[place]:
                    yield from self._near(board.replaced({place: value}), left - 1, barred)

    def _good(self, board: Board) -> bool:
        if self._by_lines:
            return not self._stuck(board).unknown_count
        for place, exchange in enumerate(self._exchanges):
            if exchange.serves(board):
                # An exchange that applied is likely to apply again.
                self._exchanges.insert(0, self._exchanges.pop(place))
                return False
        return not self._others(board, ())

    def _obstacles(self, board: Board, left: int) -> list[frozenset[int]]:
        """Return the neighborhoods of obstacles, enough of them if they rule out `left` changes."""
        if self._by_lines:
            stuck = self._stuck(board)
            places = [place for place, cell in enumerate(stuck.cells) if cell == UNKNOWN]
            return [_crossing(part, board) for part in parts_of(places, board.width)]
        serving = [found for found in self._exchanges if found.serves(board)]
        near = [_neighborhood(found, board) for found in serving]
        # Other solutions in which the cells of the known exchanges are as they are.
        while _disjoint(near) <= left:
            kept = {place for found in serving for place in found.places}
            more = self._others(board, kept)
            if not more:
                break
            serving += more
            near += [_neighborhood(found, board) for found in more]
        return near

    def _others(self, board: Board, kept: Iterable[int]) -> list[Exchange]:
        """Return exchanges for other solutions with the given and the kept cells of a picture."""
        given = Board.unknown(board.height, board.width)
        given = given.replaced({place: board.cells[place] for place in (*kept, *self._given)})
        others = self._solver.others(self._nonogram(board), board, given)
        found = [exchange for other in others[:1] for exchange in exchanges_of(board, other)]
        self._exchanges[:0] = found
        return found

    def _stuck(self, board: Board) -> Board:
        known = {place: board.cells[place] for place in self._given}
        return deduce(
            self._nonogram(board), Board.unknown(board.height, board.width).replaced(known)
        )

    def _nonogram(self, board: Board) -> Nonogram:
        return Nonogram(*board.clues(), palette=self._inks)


def _disjoint(near: Sequence[frozenset[int]]) -> int:
    """Return the size of a set of disjoint neighborhoods: that many changes are needed at least."""
    number = 0
    taken: set[int] = set()
    for found in sorted(near, key=len):
        if taken.isdisjoint(found):
            taken |= found
            number += 1
    return number


def _neighborhood(exchange: Exchange, board: Board) -> frozenset[int]:
    """Return the cells of which one must change in a picture to make an exchange impossible."""
    other = board.replaced(dict(zip(exchange.places, exchange.there, strict=True)))
    width = board.width
    near: set[int] = set()
    for row in {place // width for place in exchange.places}:
        near.update(row * width + at for at in _joined(board.row(row), other.row(row)))
    for column in {place % width for place in exchange.places}:
        near.update(
            at * width + column for at in _joined(board.column(column), other.column(column))
        )
    return frozenset(near)


def _joined(here: bytes, there: bytes) -> Iterator[int]:
    """Yield the cells of the parts of a line in which two fillings with the same clue differ.

    >>> list(_joined(bytes([1, 0, 0, 0, 1, 1, 0]), bytes([0, 1, 0, 0, 1, 1, 0])))
    [0, 1, 2]
    >>> list(_joined(bytes([0, 0, 1, 0, 1, 0]), bytes([0, 1, 0, 0, 1, 0])))
    [0, 1, 2, 3]
    """
    begin, end = -1, 0
    while end < len(here):
        part = end
        while part < len(here) and (here[part] or there[part]):
            part += 1
        if begin < 0 and here[end:part] != there[end:part]:
            begin = end
        if begin >= 0 and clue_of(here[begin:part]) == clue_of(there[begin:part]):
            yield from range(max(begin - 1, 0), min(part + 1, len(here)))
            begin = -1
        end = part + 1


def _crossing(places: Iterable[int], board: Board) -> frozenset[int]:
    """Return the cells of the rows and columns of these cells."""
    width = board.width
    rows, columns = {place // width for place in places}, {place % width for place in places}
    return frozenset(
        place
        for place in range(len(board.cells))
        if place // width in rows or place % width in columns
    )
