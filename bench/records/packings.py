"""Numbers of ways to place k squares of one size in a square, up to symmetry, by rows of k."""

from __future__ import annotations

from bench.records.record import Part, Record
from combien.geometry import Region
from combien.tilings import Tile, TilingProblem


def packed(side: int, tile: int, count: int) -> TilingProblem:
    """Return a square with `count` square tiles of one size, and unit squares."""
    tiles = [Tile("*", times="any")]
    if count:
        tiles.append(Tile("\n".join(["*" * tile] * tile), times=count))
    return TilingProblem(Region.box(side, side), tiles)


def _record(name: str, tile: int) -> Record:
    def parts(index: int) -> list[Part]:
        count, side = index - tile, tile
        while count > (side // tile) ** 2:
            count -= (side // tile) ** 2 + 1
            side += 1
        return [Part(1, packed(side, tile, count), "all")]

    title = (
        f"placements of k squares of side {tile} in an n X n square, up to symmetry, "
        f"rows n = {tile}, {tile + 1}, ... with 0 <= k <= floor(n/{tile})^2"
    )
    return Record(name, title, parts)


RECORDS = (
    _record("A236560", 3),
    _record("A236757", 4),
    _record("A236800", 5),
    _record("A236829", 6),
    _record("A236865", 7),
    _record("A236915", 8),
    _record("A236936", 9),
)
