"""Periodic tilings of the plane: the smallest torus that tiles cover.

A tiling of a w x h torus, repeated, is a tiling of the plane that w cells to the right and h cells
down looks the same.  Every tiling with two independent periods is of this kind, as some multiples
of them are along the axes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from math import gcd
from typing import Any

from combien._budget import Budget, Reporter, Spending, budget_of
from combien._checks import check_int
from combien.geometry._wrapped import torus
from combien.rectangles._search import limited, one_solution
from combien.rectangles._tileset import TileSet
from combien.tilings._tile import Tile
from combien.tilings._tiling import Tiling, TilingProblem

__all__ = ["Period", "period"]

MOST_CELLS = 10_000
# Each torus gets this many conflicts of the SAT solver, or nodes of a search.
NODES = 50_000


@dataclass(frozen=True, slots=True)
class Period:
    """A torus that tiles cover, which is a period of a tiling of the plane.

    Without one, `sides` and `tiling` are None.  It is proved that none has up to `excluded` cells.
    """

    sides: tuple[int, int] | None
    tiling: Tiling | None
    excluded: int

    @property
    def least(self) -> bool:
        """Whether it is proved that no torus has fewer cells."""
        return self.sides is not None and self.excluded == self.sides[0] * self.sides[1] - 1

    def to_json(self) -> dict[str, Any]:
        """Return an object for JSON."""
        return {
            "torus": None if self.sides is None else list(self.sides),
            "least": self.least,
            "excluded": self.excluded,
            "tiling": None if self.tiling is None else str(self.tiling),
        }

    def __str__(self) -> str:
        if self.sides is None:
            return f"none found; none has up to {self.excluded} cells"
        proof = "no smaller one" if self.least else f"none has up to {self.excluded} cells"
        return f"torus {self.sides[0]} x {self.sides[1]} ({proof}):\n{self.tiling}"


def period(
    tiles: Iterable[Tile],
    *,
    most: int = 60,
    nodes: int | None = None,
    seconds: float | None = None,
    bytes: int | None = None,
    budget: Budget | None = None,
    report: Reporter | None = None,
) -> Period:
    """Return the smallest torus found, of up to `most` cells, that the tiles cover.

    >>> from combien import Tile
    >>> found = period([Tile("*.\\n**", symmetries="rotations", times="any")])
    >>> found.sides, found.least
    ((2, 3), True)

    Its tiling, repeated, covers the plane.  Raises `BadTiling` for tiles that are not of squares in
    the plane.
    """
    given = TileSet(tiles)
    largest = check_int("most", most, least=1, most=MOST_CELLS)
    spending = Spending(budget_of(budget, nodes, seconds, bytes))
    step = gcd(*(len(tile) for tile in given.tiles))
    excluded = step - 1
    for cells in range(step, largest + 1, step):
        all_excluded = True
        for sides in _tori(given, cells):
            if spending.ended:
                return Period(None, None, excluded)
            problem = TilingProblem(torus(*sides), given.tiles)
            found = one_solution(problem, limited(spending.left, NODES), report)
            spending.spend(found.nodes)
            if found.solutions:
                return Period(sides, found.solutions[0], excluded)
            all_excluded &= found.complete
        if all_excluded and excluded == cells - 1:
            excluded = cells + step - 1
    return Period(None, None, min(excluded, largest))


def _tori(tiles: TileSet, cells: int) -> Iterator[tuple[int, int]]:
    """Yield the sides of the tori of this size, the squarest first."""
    sides = [
        (width, cells // width)
        for width in range(1, cells + 1)
        if cells % width == 0 and (not tiles.turns or width * width <= cells)
    ]
    yield from sorted(sides, key=lambda pair: (abs(pair[0] - pair[1]), pair))
