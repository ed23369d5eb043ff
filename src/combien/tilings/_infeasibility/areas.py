"""The area argument: the sizes of the tiles must add up to the size of the board.

If all tiles are connected, this must hold for each component of the board.  The possible sums are
a small knapsack, stored as a bit set in one integer: bit 12 is set if 12 cells can be covered.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import gcd

from combien._wording import counted
from combien.tilings._infeasibility.reason import OnBoard, Reason, drawn_reason, tile_name
from combien.tilings._packing_problem import PackingProblem

__all__ = ["Share", "area_reason", "shares_of", "sums"]


@dataclass(frozen=True, slots=True)
class Share:
    """The cells covered by one tile, used at least `low` and at most `high` times."""

    name: str
    size: int
    low: int
    high: int


def shares_of(model: OnBoard) -> list[Share]:
    """Return the share of each tile, and of holes if they are allowed.

    >>> from combien.tilings import Tile
    >>> from combien.tilings import TilingProblem
    >>> shares_of(TilingProblem("***", [Tile("**", times="any", name="I")]))
    [Share(name='tile 0 (I)', size=2, low=0, high=1)]
    """
    cells = len(model.board)
    kinds = [
        (tile_name(model, number), len(tile), *tile.times)
        for number, tile in enumerate(model.tiles)
    ]
    if isinstance(model, PackingProblem) and model.holes != (0, 0):
        low, high = model.holes
        kinds.append(("a hole", 1, low, len(model.may_be_holes) if high is None else high))
    found = []
    for name, size, low, high in kinds:
        # More uses than fit are as impossible as one too many, which is a smaller number.
        most = cells // size
        low = min(low, most + 1)
        found.append(Share(name, size, low, max(low, most if high is None else min(high, most))))
    return found


def sums(shares: Iterable[Share], most: int) -> int:
    """Return the numbers of cells up to `most` that can be covered, as a set of bits.

    >>> bits = sums([Share("", 3, 1, 2), Share("", 2, 0, 1)], 8)
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
        return Reason("arithmetic", _why(shares, cells, "the board"))
    parts = model.board.components()
    if len(parts) == 1 or not all(tile.region.is_connected for tile in model.tiles):
        return None
    free = [Share(share.name, share.size, 0, share.high) for share in shares]
    for part in parts:
        size = len(part)
        if not sums(free, size) >> size & 1:
            text = (
                f"The board falls into {len(parts)} parts, and no tile can cover cells of two "
                "parts. " + _why(free, size, "one part")
            )
            label = counted(size, "cell")
            return drawn_reason("arithmetic", text, model.board, [(part, 0, label)])
    return None


def _why(shares: list[Share], cells: int, what: str) -> str:
    least = sum(share.low * share.size for share in shares)
    most = sum(share.high * share.size for share in shares)
    if not shares:
        return f"There are no tiles, and {what} has {counted(cells, 'cell')}."
    if least > cells:
        too_large = [share for share in shares if share.low and share.size > cells]
        if too_large:
            share = too_large[0]
            needs = f"must be used, and has {counted(share.size, 'cell')}"
            name = share.name[0].upper() + share.name[1:]
            return f"{name} {needs}: {what} has only {cells}."
        return f"The tiles that must be used have {least} cells at least, and {what} has {cells}."
    sizes = {share.size for share in shares if share.high}
    common = gcd(*sizes)
    if common and cells % common:
        each = f"Each tile has {common} cells"
        if len(sizes) > 1:
            each = f"Each tile has a multiple of {common} cells"
        return f"{each}, and {what} has {cells}, which is not a multiple of {common}."
    if most < cells:
        return (
            f"All tiles together, used as often as allowed, cover {most} cells at most, and "
            f"{what} has {cells}."
        )
    listed = ", ".join(
        f"{share.name} has {counted(share.size, 'cell')} and is used {_often(share)}"
        for share in shares[:12]
    )
    more = f", and {len(shares) - 12} more" if len(shares) > 12 else ""
    return (
        f"No numbers of tiles cover exactly the {counted(cells, 'cell')} that {what} has: "
        f"{listed}{more}."
    )


def _often(share: Share) -> str:
    if share.low == share.high:
        return counted(share.low, "time")
    return f"{share.low} to {share.high} times"
