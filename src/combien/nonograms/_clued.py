"""Draw a nonogram: clues in the margins, cells, and the step in which each was found."""

from __future__ import annotations

from collections.abc import Sequence

from combien.drawing._clued import CluedBoard
from combien.errors import BadNonogram
from combien.nonograms._clue import BLACK, LETTERS, UNKNOWN, Clue, Line
from combien.nonograms._human.spread import LineLogic
from combien.nonograms._nonogram import Board, Nonogram
from combien.nonograms._verdict import check_types


def clued(
    nonogram: Nonogram,
    board: Board | None = None,
    *,
    steps: Sequence[int] = (),
    marked: Sequence[tuple[int, int]] = (),
    both_sides: bool = False,
    for_print: bool = False,
) -> CluedBoard:
    """Return the nonogram as a drawing, with the cells of a board (by default all unknown).

    >>> print(clued(Nonogram([[1], [2]], [[2], [1]]), Board.parse("#?\\n??")).text())
           2 1
         +-----+
       1 | # ? |
       2 | ? ? |
         +-----+

    `steps` are the steps in which cells were found, row by row: see `order_of_solving`.  The
    `marked` cells, as (row, column) from 0, get a ring.  With `both_sides`, pictures repeat the
    clues on the other sides; with `for_print`, they leave unknown cells white.
    Raises the errors of `Board.check`.
    """
    check_types(nonogram, board)
    if board is None:
        board = Board.unknown(nonogram.height, nonogram.width)
    board.check(nonogram)
    colored = set(nonogram.colors) != {BLACK}
    shades: dict[int, str | None] = {ink.value: ink.hex for ink in nonogram.palette}
    shades[UNKNOWN] = None

    def numbers(clue: Clue) -> tuple[tuple[int, str], ...]:
        return tuple((block.length, shades[block.color] or "") for block in clue)

    return CluedBoard(
        nonogram.height,
        nonogram.width,
        tuple(shades[cell] for cell in board.cells),
        tuple(map(numbers, nonogram.rows)),
        tuple(map(numbers, nonogram.columns)),
        nonogram.title,
        tuple(steps),
        # With black alone the clues need no letters.
        tuple((ink.hex, LETTERS[ink.value]) for ink in nonogram.palette if colored),
        tuple(row * nonogram.width + column for row, column in marked),
        both_sides,
        for_print,
    )


def order_of_solving(
    nonogram: Nonogram, solution: Board, *, given: Board | None = None
) -> tuple[int, ...]:
    """Return the step in which line solving finds each cell; given cells have step 0.

    >>> order_of_solving(Nonogram([[2], [1]], [[1], [2]]), Board.parse("##\\n.#"))
    (0, 0, 1, 2)

    A step is one line with new cells.  When line solving is stuck, the first unknown cell takes its
    color from the solution, like a lucky guess.
    Raises `BadNonogram` when the board is not a solution.  Cost: line solving.
    """
    if not solution.solves(nonogram):
        raise BadNonogram("this board does not solve the nonogram")
    logic = LineLogic(nonogram)
    known = bytearray(solution.cells if given is None else given.cells)
    if given is None:
        known[:] = bytes([UNKNOWN]) * len(known)
    order = [0] * len(known)
    step = 0

    def note(line: Line | None, news: list[tuple[int, int]]) -> None:
        nonlocal step
        for place, _ in news:
            order[place] = step
        step += 1

    first = None
    while True:
        known[:] = logic.spread(bytes(known), first=first, note=note).cells
        place = known.find(UNKNOWN)
        if place < 0:
            return tuple(order)
        known[place] = solution.cells[place]
        note(None, [(place, known[place])])
        first = logic.through(place)
