"""Reptiles: polyominoes that tile an enlarged copy of themselves."""

from __future__ import annotations

from combien._base.budget import Budget, Reporter, Spending, budget_of
from combien._base.checks import check_int
from combien._base.records import dataclass
from combien._questions import answer
from combien.errors import OutOfBudget
from combien.geometry._region import Region
from combien.rectangles._tileset import TileSet
from combien.tilings._tile import Tile
from combien.tilings._tiling import Tiling, TilingProblem

__all__ = ["Reptile", "reptile"]

MOST_SCALE = 100


@dataclass(frozen=True, slots=True)
class Reptile:
    """The smallest factor above 1 by which a polyomino tiles its enlarged copy, and the tiling."""

    scale: int
    tiling: Tiling


def reptile(
    tile: Tile,
    *,
    most: int = 10,
    nodes: int | None = None,
    seconds: float | None = None,
    bytes: int | None = None,
    budget: Budget | None = None,
    report: Reporter | None = None,
) -> Reptile | None:
    """Return the smallest enlarged copy, 2 to `most` times as large, that copies of a tile tile.

    >>> from combien import Tile
    >>> found = reptile(Tile("**\\n**\\n*.", symmetries="all", times="any"))
    >>> found.scale, len(found.tiling)
    (2, 4)

    None if there is none up to `most`.  Raises `OutOfBudget` if a copy is undecided, and
    `BadTiling` for tiles that are not of squares in the plane.
    """
    tiles = TileSet([tile]).tiles
    largest = check_int("most", most, least=2, most=MOST_SCALE)
    spending = Spending(budget_of(budget, nodes, seconds, bytes))
    for scale in range(2, largest + 1):
        problem = TilingProblem(enlarged(tile.region, scale), tiles)
        found = answer(problem, "solutions", limit=1, budget=spending.left, report=report)
        spending.spend(found.nodes)
        if found.solutions:
            return Reptile(scale, found.solutions[0])
        if not found.complete:
            raise OutOfBudget(
                f"the budget ended before it was known whether the copy {scale} times as large can "
                "be tiled; give more seconds= or nodes=",
                known={"scale": scale},
            )
    return None


def enlarged(region: Region, scale: int) -> Region:
    """Return a region whose cells are replaced by squares of this side.

    >>> enlarged(Region.box(2, 1), 3) == Region.box(6, 3)
    True
    """
    return Region(
        (scale * x + i, scale * y + j)
        for x, y in region
        for i in range(scale)
        for j in range(scale)
    )
