"""Equal tiles as one: exchanging two of them must not change counts up to symmetry."""

from __future__ import annotations

from combien import Region, Tile, TilingProblem
from combien.tilings._tiling import times_together


def merge_equal_tiles(problem: TilingProblem) -> TilingProblem:
    """Return the problem with equal tiles made one, whose bounds are the sums of their bounds."""
    equal: dict[frozenset[Region], list[Tile]] = {}
    for tile in problem.tiles:
        equal.setdefault(frozenset(tile.orientations), []).append(tile)
    tiles = [
        Tile(
            same[0].region,
            symmetries=same[0].symmetries,
            times=times_together(same),
            name=same[0].name,
        )
        for same in equal.values()
    ]
    return TilingProblem(problem.board, tiles, name=problem.name)
