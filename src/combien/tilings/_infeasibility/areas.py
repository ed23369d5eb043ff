"""The area argument: the sizes of the tiles must add up to the size of the board.

If all tiles are connected, this must hold for each component of the board.  The possible sums are
a small knapsack, stored as a bit set in one integer: bit 12 is set if 12 cells can be covered.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import gcd

from combien._base.records import dataclass
from combien._wording import Statement, counted
from combien.tilings._infeasibility.reason import OnBoard, Reason, drawn_reason, tile_statement
from combien.tilings._packing_problem import PackingProblem

__all__ = ["Share", "area_reason", "shares_of", "sums"]


@dataclass(frozen=True, slots=True)
class Share:
    """The cells covered by one tile, used at least `low` and at most `high` times."""

    size: int
    low: int
    high: int


def shares_of(model: OnBoard) -> list[Share]:
    """Return the share of each tile, and of holes if they are allowed.

    >>> from combien.tilings import Tile
    >>> from combien.tilings import TilingProblem
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

    >>> from combien.tilings import Tile
    >>> from combien.tilings import TilingProblem
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
        code = "no-multiple" if len(sizes) > 1 else "no-multiple-of-tile"
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
