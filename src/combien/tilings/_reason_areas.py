"""Proofs by areas and by marked cells that there is no tiling.

The sizes of the tiles must add up to the size of the board.  If all tiles are connected, this must
hold for each component of the board.  The possible sums are a small knapsack, stored as a bit set
in one integer: bit 12 is set if 12 cells can be covered.

Marked cells of which the tiles cover too few or too many are a proof by inequalities.  If a square
covers at most one of the marked cells, and so does an L, then 19 tiles cover at most 19 of 20
marked cells.  The number of tiles follows from the areas: the maximum number of marks covered by
tiles that fill the board exactly is a small knapsack problem.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import gcd

from combien._wording import Statement, counted
from combien.cover._weights import Pause, no_pause
from combien.geometry._cell import Cell
from combien.tilings._packing_problem import PackingProblem
from combien.tilings._reason import (
    OnBoard,
    Reason,
    covered,
    drawn_reason,
    laid,
    tile_statement,
)
from combien.tilings._reason_colors import colorings


@dataclass(frozen=True, slots=True)
class Share:
    """The cells covered by one tile, used at least `low` and at most `high` times."""

    size: int
    low: int
    high: int


def shares_of(model: OnBoard) -> list[Share]:
    """Return the share of each tile, and of holes if they are allowed.

    >>> from combien.tilings import Tile, TilingProblem
    >>> shares_of(TilingProblem("***", [Tile("**", times="any", name="I")]))
    [Share(size=2, low=0, high=1)]
    """
    cells = len(model.board)
    kinds = [(len(tile), *tile.times) for tile in model.tiles]
    if isinstance(model, PackingProblem) and model.holes != (0, 0):
        low, high = model.holes
        kinds.append((1, low, len(model.may_be_holes) if high is None else high))
    found = []
    for size, low, high in kinds:
        # More uses than fit are as impossible as one too many, which is a smaller number.
        most = cells // size
        low = min(low, most + 1)
        found.append(Share(size, low, max(low, most if high is None else min(high, most))))
    return found


def sums(shares: Iterable[Share], most: int) -> int:
    """Return the numbers of cells up to `most` that can be covered, as a set of bits.

    >>> bits = sums([Share(3, 1, 2), Share(2, 0, 1)], 8)
    >>> [cells for cells in range(9) if bits >> cells & 1]
    [3, 5, 6, 8]
    """
    mask = (1 << (most + 1)) - 1
    bits = 1
    for share in shares:
        if share.low * share.size > most:
            return 0
        bits = bits << share.low * share.size & mask
        left, step = min(share.high, most // share.size) - share.low, 1
        while left > 0:
            step = min(step, left)
            bits |= bits << step * share.size & mask
            left, step = left - step, 2 * step
    return bits


def area_reason(model: OnBoard) -> Reason | None:
    """Return the reason why the areas do not fit, or None if they do.

    >>> from combien.tilings import Tile, TilingProblem
    >>> area_reason(TilingProblem("*****", [Tile("**", times="any")])).text
    'Each tile has 2 cells, and the board has 5, which is not a multiple of 2.'

    Cost: a few operations on integers with one bit per cell of the board.
    """
    shares, cells = shares_of(model), len(model.board)
    if not sums(shares, cells) >> cells & 1:
        return Reason("arithmetic", _why(model, shares, cells, "board"))
    parts = model.board.components()
    if len(parts) == 1 or not all(tile.region.is_connected for tile in model.tiles):
        return None
    free = [Share(share.size, 0, share.high) for share in shares]
    for part in parts:
        size = len(part)
        if not sums(free, size) >> size & 1:
            why = _why(model, free, size, "part")
            statement = Statement("parts", parts=len(parts), why=why)
            label = counted(size, "cell")
            return drawn_reason("arithmetic", statement, model.board, [(part, 0, label)])
    return None


def _why(model: OnBoard, shares: list[Share], cells: int, where: str) -> Statement:
    least = sum(share.low * share.size for share in shares)
    most = sum(share.high * share.size for share in shares)
    what = Statement(where)
    if not shares:
        return Statement("no-tiles", what=what, cells=cells)
    if least > cells:
        for number, share in enumerate(shares):
            if share.low and share.size > cells:
                tile = tile_statement(model, number)
                return Statement(
                    "tile-too-large", tile=tile, size=share.size, what=what, cells=cells
                )
        return Statement("too-many", least=least, what=what, cells=cells)
    sizes = {share.size for share in shares if share.high}
    common = gcd(*sizes)
    if common and cells % common:
        # Those that are too large are not counted, nor said to have this number of cells.
        small = "small-" if any(share.size > cells for share in shares) else ""
        code = f"no-multiple-of-{small}tiles" if len(sizes) > 1 else f"no-multiple-of-{small}tile"
        return Statement(code, common=common, what=what, cells=cells)
    if most < cells:
        return Statement("too-few", most=most, what=what, cells=cells)
    listed = tuple(_share(model, number, share) for number, share in enumerate(shares[:12]))
    rest = len(shares) - len(listed)
    more = Statement("more-shares", n=rest) if rest else Statement("nothing")
    return Statement("no-numbers", cells=cells, what=what, shares=listed, more=more)


def _share(model: OnBoard, number: int, share: Share) -> Statement:
    tile = tile_statement(model, number)
    if share.low == share.high:
        return Statement("share", tile=tile, size=share.size, low=share.low)
    return Statement("share-range", tile=tile, size=share.size, low=share.low, high=share.high)


MOST_ENTRIES = 200_000
MOST_STEPS = 200_000


def mark_reason(model: OnBoard, pause: Pause = no_pause) -> Reason | None:
    """Return marked cells that the tiles cannot cover exactly, or None if none are found.

    >>> from combien.geometry import Region
    >>> from combien.tilings import Tile, TilingProblem
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
                    return _marks_reason(model, marks, marked, each, sign * reach, sign)
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


def _marks_reason(
    model: OnBoard, marks: Statement, marked: list[Cell], each: list[int], reach: int, sign: int
) -> Reason:
    end = "most" if sign > 0 else "least"
    limits = tuple(
        Statement(f"covers-{end}" if not number else end, tile=tile_statement(model, number), n=n)
        for number, n in enumerate(each)
    )
    statement = Statement(f"marks-{end}", marked=marks, n=len(marked), limits=limits, reach=reach)
    return drawn_reason("marks", statement, model.board, [(marked, 0, "x")])
