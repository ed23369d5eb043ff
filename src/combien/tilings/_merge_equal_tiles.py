"""Merge equal tiles, so that exchanging two of them does not give another tiling.

Tiles of equal shape are distinct by default.  Merging replaces them by one tile whose bounds are
the sums of their bounds: exactly the numbers between the sums can be shared among the tiles.
"""

from __future__ import annotations

from collections.abc import Sequence

from combien.errors import BadTiling
from combien.geometry._region import Region
from combien.tilings._tile import Tile
from combien.tilings._tiling import TilingProblem

__all__ = ["equal_tiles", "merged", "times_together"]


def equal_tiles(tiles: Sequence[Tile]) -> list[list[int]]:
    """The numbers of tiles that are equal, as lists of two or more.

    >>> bar, upright = Tile("**", symmetries="all"), Tile("*\\n*", symmetries="all", name="I")
    >>> equal_tiles([bar, Tile("**"), Tile("*"), upright])
    [[0, 3]]

    Tiles are equal when they have the same orientations.  Those whose number of cells, or the size
    of whose box, is like no other's are not turned.
    """
    likely: dict[object, list[int]] = {}
    for number, tile in enumerate(tiles):
        likely.setdefault((len(tile), tuple(sorted(tile.region.size))), []).append(number)
    found: dict[frozenset[Region], list[int]] = {}
    for numbers in likely.values():
        if len(numbers) > 1:
            for number in numbers:
                found.setdefault(frozenset(tiles[number].orientations), []).append(number)
    return sorted(numbers for numbers in found.values() if len(numbers) > 1)


def merged(problem: TilingProblem) -> TilingProblem:
    """The problem with equal tiles made one, which is laid as often as they were together.

    >>> twice = TilingProblem("***", [Tile("*"), Tile("**"), Tile("*.", times=(0, 1))])
    >>> merged(twice).tiles
    (<Tile: 1 cell, 1 orientation, 1 to 2>, <Tile: 2 cells, 1 orientation, exactly 1>)

    So tilings that differ only in which of two equal tiles lies where become one.  Tiles are equal
    when they have the same orientations; the first of them gives the name and the place.
    """
    if not isinstance(problem, TilingProblem):
        raise BadTiling(f"tiles of a TilingProblem are merged, not of {type(problem).__name__}")
    alike: dict[frozenset[Region], list[Tile]] = {}
    for tile in problem.tiles:
        alike.setdefault(frozenset(tile.orientations), []).append(tile)
    tiles = []
    for same in alike.values():
        low, high = times_together(same)
        first = same[0]
        tiles.append(
            Tile(first.region, symmetries=first.symmetries, times=(low, high), name=first.name)
        )
    return TilingProblem(problem.board, tiles, name=problem.name)


def times_together(tiles: Sequence[Tile]) -> tuple[int, int | None]:
    """How often these tiles are laid together, at least and at most; no most is None.

    >>> times_together([Tile("*"), Tile("*", times=(0, 2))]), times_together([])
    ((1, 3), (0, 0))
    """
    highs = [tile.times[1] for tile in tiles]
    known = [high for high in highs if high is not None]
    return sum(tile.times[0] for tile in tiles), sum(known) if len(known) == len(highs) else None
