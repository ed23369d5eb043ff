"""Heesch numbers: how often a polyomino can be surrounded by copies of itself.

A corona surrounds the tile, or a patch, without a gap: every cell that touches the patch, at an
edge or a corner, is covered.  The Heesch number is the greatest number of coronas around each other
such that no patch has a hole.  It is infinite for a tile that tiles the plane, which is shown by a
period, if one is found.
"""

from __future__ import annotations

from typing import Any

from combien._base.budget import Budget, Meter, Reporter, budget_of
from combien._base.checks import check_int
from combien._base.records import dataclass
from combien.drawing._picture import Picture
from combien.errors import BadTiling, OutOfBudget
from combien.geometry._region import Region
from combien.rectangles._coronas import CoronaSearch, Patch
from combien.rectangles._direct import compare_coronas
from combien.rectangles._tileset import TileSet
from combien.rectangles._tori import Period, period
from combien.tilings._tile import Tile
from combien.tilings._tiling import Tiling

__all__ = ["Heesch", "heesch"]

MOST_CELLS = 100
MOST_CORONAS = 20
# A period is looked for after so many coronas, among tori of so many tiles.
CORONAS_BEFORE_PERIOD = 2
TILES_OF_PERIOD = 8


@dataclass(frozen=True, slots=True)
class Heesch:
    """The Heesch number of a polyomino, and the coronas that show it.

    `number` is None if it is infinite, which `period` shows, or unknown.  `with_holes` is the same
    if the last corona may enclose holes: equal, or greater by one.  `layers` are the tile and its
    coronas, without holes, as many as were found; `holed` are those with one more corona, which
    has holes.  That there is no further corona was shown by a SAT solver.
    """

    number: int | None
    with_holes: int | None
    layers: Patch
    holed: Patch | None
    period: Period | None
    tiles: TileSet

    @property
    def coronas(self) -> int:
        """The number of coronas that were found, without holes."""
        return len(self.layers) - 1

    def tiling(self, *, holes: bool = False) -> Tiling:
        """Return the patch as a tiling of its cells; with `holes`, the one that may have some."""
        layers = self.holed if holes and self.holed is not None else self.layers
        pieces = [piece for layer in layers for piece in layer]
        return self.tiles.tiling(Region(cell for piece in pieces for cell in piece), pieces)

    def picture(self, *, holes: bool = False) -> Picture:
        """Draw the patch."""
        return self.tiling(holes=holes).picture()

    def to_json(self) -> dict[str, Any]:
        """Return an object for JSON."""
        return {
            "heesch": self.number,
            "with_holes": self.with_holes,
            "coronas": self.coronas,
            "layers": [[list(map(list, piece)) for piece in layer] for layer in self.layers],
            "period": None if self.period is None else self.period.to_json(),
        }

    def __str__(self) -> str:
        if self.period is not None and self.period.sides is not None:
            return f"infinite: tiles the plane\n{self.period}"
        if self.number is None:
            return f"at least {self.coronas}:\n{self.tiling()}"
        holes = "" if self.with_holes == self.number else f", {self.with_holes} with holes"
        return f"Heesch number {self.number}{holes}:\n{self.tiling(holes=True)}"


def heesch(
    tile: Tile,
    *,
    most: int = 4,
    nodes: int | None = None,
    seconds: float | None = None,
    bytes: int | None = None,
    budget: Budget | None = None,
    report: Reporter | None = None,
) -> Heesch:
    """Return the Heesch number of a polyomino, with its coronas.

    >>> from combien import Tile
    >>> found = heesch(Tile("**\\n*.\\n*.\\n*.\\n**", symmetries="all", times="any"))
    >>> found.number, found.with_holes, [len(layer) for layer in found.layers]
    (1, 1, [1, 6])
    >>> heesch(Tile("**", symmetries="all", times="any")).period.sides
    (1, 2)

    The copies are turned as the symmetries of the tile allow.  After `most` coronas the search
    ends, with `number=None`, and so it does when the budget is used up; a node is a conflict of the
    SAT solver.  Raises `BadTiling` for tiles that are not of squares in the plane, and of more than
    100 cells.
    """
    tiles = TileSet([tile])
    if len(tile) > MOST_CELLS:
        raise BadTiling(f"a tile of {len(tile)} cells: expected at most {MOST_CELLS}")
    largest = check_int("most", most, least=1, most=MOST_CORONAS)
    return _Surrounding(tiles, budget_of(budget, nodes, seconds, bytes), report).run(largest)


class _Surrounding:
    """The search for more and more coronas."""

    def __init__(self, tiles: TileSet, budget: Budget, report: Reporter | None) -> None:
        self._tiles = tiles
        self._budget = budget
        self._meter = Meter(budget, engine="coronas", report=report, question="search")
        self._before = 0
        self._layers: Patch = ((tiles.shapes[0],),)

    def run(self, most: int) -> Heesch:
        for count in range(1, most + 1):
            holed: Patch | None = None
            try:
                search = CoronaSearch(
                    self._tiles.shapes, count, self._slice, bytes=self._meter.bytes
                )
                holed = search.patch(holes=True)
                if holed is not None or count == 1:
                    compare_coronas(self._tiles.shapes, holed, holes=True)
                if holed is None:
                    return self._found(count - 1, count - 1, None)
                solid = search.patch(holes=False)
            except (OutOfBudget, MemoryError):
                return self._found(None, None, holed)
            if solid is None:
                return self._found(count - 1, count, holed)
            compare_coronas(self._tiles.shapes, solid, holes=False)
            self._before += search.conflicts
            self._layers = solid
            if count in (CORONAS_BEFORE_PERIOD, most):
                repeated = self._period()
                if repeated is not None:
                    return self._found(None, None, None, repeated)
        return self._found(None, None, None)

    def _found(
        self,
        number: int | None,
        with_holes: int | None,
        holed: Patch | None,
        repeated: Period | None = None,
    ) -> Heesch:
        return Heesch(number, with_holes, self._layers, holed, repeated, self._tiles)

    def _period(self) -> Period | None:
        """Look for a period of few tiles."""
        left = self._meter.slice(self._before)[0]
        budget = Budget(nodes=left, seconds=self._meter.seconds_left, bytes=self._budget.bytes)
        cells = TILES_OF_PERIOD * len(self._tiles.shapes[0])
        found = period(self._tiles.tiles, most=cells, skew=True, budget=budget)
        return None if found.sides is None else found

    def _slice(self, conflicts: int) -> tuple[int, float]:
        done = self._before + conflicts
        steps, seconds = self._meter.slice(done)
        coronas = len(self._layers) - 1
        if steps == 0:
            raise self._meter.stop({"coronas": coronas, "conflicts": done})
        self._meter.progress(None, {"coronas": coronas, "conflicts": done})
        return steps, seconds
