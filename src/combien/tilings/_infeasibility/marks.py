"""Marked cells of which the tiles cover too few or too many: a proof by inequalities.

If a square covers at most one of the marked cells, and so does an L, then 19 tiles cover at most 19
of 20 marked cells.  The number of tiles follows from the areas: the maximum number of
marks covered by tiles that fill the board exactly is a small knapsack problem.
"""

from __future__ import annotations

from collections.abc import Sequence

from combien._wording import Statement
from combien.cover._weights import Pause, no_pause
from combien.geometry._cell import Cell
from combien.tilings._infeasibility.areas import Share, shares_of
from combien.tilings._infeasibility.colorings import colorings
from combien.tilings._infeasibility.reason import (
    OnBoard,
    Reason,
    covered,
    drawn_reason,
    laid,
    tile_statement,
)

__all__ = ["mark_reason", "most_marks"]

MOST_ENTRIES = 200_000
MOST_STEPS = 200_000


def mark_reason(model: OnBoard, pause: Pause = no_pause) -> Reason | None:
    """Return marked cells that the tiles cannot cover exactly, or None if none are found.

    >>> from combien.geometry import Region
    >>> from combien.tilings import Tile
    >>> from combien.tilings import TilingProblem
    >>> L = Tile("**\\n*.", symmetries="all", times="any", name="L")
    >>> print(mark_reason(TilingProblem(Region.box(3, 3), [L])).text)
    Mark the cells with (x mod 2, y mod 2) = (0, 0), 4 of them.
    Of these, tile 0 (L) covers at most 1. So tiles that fill the board cover at most 3.
    """
    problem = model.problem()
    if len(problem.arrays()[1]) > MOST_ENTRIES:
        return None
    shares, cells = shares_of(model), len(model.board)
    if cells * sum(share.high for share in shares) > MOST_STEPS:
        return None
    placements = []
    for option in range(problem.option_count):
        placement = laid(model, option)
        number = len(model.tiles) if placement is None else placement.number
        placements.append((number, covered(model, option)))
    for coloring in colorings(model.board):
        pause()
        color_of = {cell: coloring.color(cell) for cell in model.board}
        least: dict[tuple[int, int], int] = {}
        most: dict[tuple[int, int], int] = {}
        distinct = {
            (number, tuple(sorted(color_of[cell] for cell in cells)))
            for number, cells in placements
        }
        for number, colors in sorted(distinct):
            for color in range(coloring.colors):
                have, at = colors.count(color), (number, color)
                least[at] = min(least.get(at, have), have)
                most[at] = max(most.get(at, have), have)
        for color in range(coloring.colors):
            marked = [cell for cell in model.board if color_of[cell] == color]
            tiles = range(len(shares))
            for sign, counts in ((1, most), (-1, least)):
                worth = [sign * counts.get((number, color), 0) for number in tiles]
                reach = most_marks(shares, worth, cells)
                if reach is not None and reach < sign * len(marked):
                    marks = coloring.cells(color)
                    each = [sign * value for value in worth]
                    return _reason(model, marks, marked, each, sign * reach, sign)
    return None


def most_marks(shares: Sequence[Share], worth: Sequence[int], cells: int) -> int | None:
    """Return the maximum worth of tiles that fill exactly `cells` cells; None if impossible.

    >>> most_marks([Share(3, 0, 3), Share(2, 0, 4)], [1, 1], 9)
    4

    Each tile is used within its bounds.
    """
    best: list[int | None] = [0] + [None] * cells
    for share, value in zip(shares, worth, strict=True):
        start: list[int | None] = [None] * (cells + 1)
        for filled, before in enumerate(best):
            room = filled + share.low * share.size
            if before is not None and room <= cells:
                start[room] = before + share.low * value
        for _ in range(share.high - share.low):
            longer = list(start)
            for filled in range(cells - share.size + 1):
                before, now = start[filled], longer[filled + share.size]
                if before is not None and (now is None or now < before + value):
                    longer[filled + share.size] = before + value
            if longer == start:
                break
            start = longer
        best = start
    return best[cells]


def _reason(
    model: OnBoard, marks: Statement, marked: list[Cell], each: list[int], reach: int, sign: int
) -> Reason:
    end = "most" if sign > 0 else "least"
    limits = tuple(
        Statement(f"covers-{end}" if not number else end, tile=tile_statement(model, number), n=n)
        for number, n in enumerate(each)
    )
    statement = Statement(f"marks-{end}", marked=marks, n=len(marked), limits=limits, reach=reach)
    return drawn_reason("marks", statement, model.board, [(marked, 0, "x")])
