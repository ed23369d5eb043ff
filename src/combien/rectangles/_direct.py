"""The smallest rectangles once more: a tiling is searched for without strips, weights or cuts."""

from __future__ import annotations

from collections.abc import Callable

from combien.engines._listed import listed
from combien.errors import Disagreement
from combien.geometry._region import Region
from combien.rectangles._tileset import TileSet
from combien.tilings._tiling import TilingProblem

__all__ = ["compare_rectangles"]

# A rectangle of 36 cells takes 0.2 ms.
_MOST_CELLS = 36
_MOST_RECTANGLES = 24


def compare_rectangles(tiles: TileSet, tileable: Callable[[int, int], bool | None]) -> None:
    """Raise `Disagreement` if a small rectangle can be tiled and is said not to be, or vice versa.

    `tileable` returns what was found, or None for what is not known.
    """
    size = tiles.size or 1
    small = [
        (width, area // width)
        for area in range(size, _MOST_CELLS + 1, size)
        for width in range(1, area + 1)
        if area % width == 0 and (width, area // width) == tiles.sides(width, area // width)
    ]
    # The smallest are of a single row.
    for width, height in sorted(small, key=lambda sides: -min(sides))[:_MOST_RECTANGLES]:
        known = tileable(width, height)
        if known is None:
            continue
        problem = TilingProblem(Region.box(width, height), tiles.tiles).problem()
        found, complete = listed(problem, most=0)
        if (found or complete) and bool(found) != known:
            raise Disagreement.of(
                f"the rectangle of {width} x {height}",
                derived=f"{'a' if known else 'no'} tiling",
                direct=f"{'one' if found else 'none'}",
            )
