"""One tile in the plane: does it tile, in how few kinds of positions, and if not, how far it comes.

Three questions are asked in turn, one more step each time, until one is answered: is there a tiling
with k orbits of tiles under some group of the lattice; can the tile be surrounded by k coronas; and
before both, does it have a hole.  Copies lie on the lattice, and there all groups of the index that
the area gives are tried, and all coronas; `_scope.py` says what this decides about the plane.  What
neither tiles periodically nor fails is unknown, as the hat is.

Sources: J. Myers, Polyomino, polyhex and polyiamond tiling (polyomino.org.uk), whose tables this
reproduces; C. S. Kaplan, Heesch numbers of unmarked polyforms, *Contributions to Discrete
Mathematics* 17 (2022).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from math import ceil, hypot, pi, sqrt
from typing import Any, Literal

from combien._base.budget import Budget, Meter, Reporter, budget_of
from combien._base.checks import check_int
from combien._wording import counted
from combien.drawing._picture import Picture
from combien.errors import BadTiling, OutOfBudget
from combien.geometry._cell import Cell
from combien.geometry._region import Region
from combien.plane._clauses import Layers, Shape
from combien.plane._grid import plane_grid
from combien.plane._groups import PlaneGroup
from combien.plane._scope import COPIES_IN_WORDS, CopiesAllowed, Scope, grid_of_copies, scope_of
from combien.plane._search import Found, PlaneSearch, TooHard, solid_layers
from combien.tilings._draw import drawn
from combien.tilings._tile import Tile

MOST_TILE_CELLS = 100
MOST_ORBITS = 20
MOST_CORONAS = 20
# The core stores the orbits of cells in sets of this size.
MOST_ORBIT_CELLS = 256

Kind = Literal[
    "translations", "isohedral", "anisohedral", "periodic", "none", "none-on-lattice", "unknown"
]
# The steps and seconds of the next slice, after this many steps, with what is known.
Grant = Callable[[int, Mapping[str, int]], tuple[int, float]]
# Tiles, each with the number of its orbit or corona, and of its orientation.
_Drawn = Iterator[tuple[tuple[Cell, ...], int, int]]


@dataclass(frozen=True)
class Verdict:
    """What is known about a tile in the plane.

    `tiles` is whether the allowed `copies` tile the plane, None if unknown.  If they do, `orbits`
    is the least number of orbits of tiles under the symmetries of a tiling on the lattice, `group`
    is the group of such a tiling, and `orbit_tiles` are the cells of one tile of each orbit.  If
    there is no tiling on the lattice, `lattice_heesch` is the greatest number of coronas there,
    None for a tile with a hole, and `lattice_with_holes` is the same if the last corona may enclose
    holes.  `layers` are the tile and its coronas, as many as were found, the last one with holes if
    it must.  No tiling on the lattice has `orbits_excluded` orbits or fewer.  `stopped` is whether
    a limit of nodes, seconds or bytes ended the search of an unknown one.

    Off the lattice, other tilings are possible unless `scope` is "plane".
    """

    tile: Region
    tiles: bool | None
    orbits: int | None = None
    group: PlaneGroup | None = None
    orbit_tiles: tuple[tuple[Cell, ...], ...] = ()
    lattice_heesch: int | None = None
    lattice_with_holes: int | None = None
    layers: tuple[tuple[tuple[Cell, ...], ...], ...] = ()
    orbits_excluded: int = 0
    stopped: bool = False
    copies: CopiesAllowed = "all"

    @property
    def scope(self) -> Scope:
        """What is decided if there is no tiling on the lattice: "plane", or only "lattice"."""
        return scope_of(self.tile.lattice)

    @property
    def kind(self) -> Kind:
        """The kind of the answer in a word."""
        if self.group is None:
            if self.tiles is None:
                return "unknown" if self.lattice_heesch is None else "none-on-lattice"
            return "none"
        if self.orbits == 1:
            return "translations" if len(self.group.motions) == 1 else "isohedral"
        return "anisohedral" if self._is_of_the_plane else "periodic"

    @property
    def heesch(self) -> int | None:
        """The Heesch number, where `scope` is "plane" and all copies are allowed; or None.

        Coronas are of copies on the lattice, as in published tables.
        """
        return self.lattice_heesch if self._is_of_the_plane else None

    @property
    def with_holes(self) -> int | None:
        """The same if the last corona may enclose holes."""
        return self.lattice_with_holes if self._is_of_the_plane else None

    @property
    def _is_of_the_plane(self) -> bool:
        return self.scope == "plane" and self.copies == "all"

    @property
    def period_tiles(self) -> int | None:
        """The number of tiles in a period of the tiling, or None without one."""
        if self.group is None:
            return None
        return len(self.group.cells()) // len(self.tile)

    def picture(self, *, size: int = 8) -> Picture:
        """Draw a patch of the tiling, or the coronas: colored by orientation, orbit or corona.

        The patch of a tiling has about `size` * `size` tiles.
        """
        placed = list(self._patch(size) if self.group is not None else self._coronas())
        lattice = self.tile.lattice
        board = Region((cell for cells, _, _ in placed for cell in cells), lattice=lattice)
        return drawn(
            board,
            [(Region(cells, lattice=lattice), color, "") for cells, color, _ in placed],
            title=str(self),
            color_by="orientation" if self.orbits == 1 else "tile",
            orientations=[orientation for _, _, orientation in placed],
        )

    def _coronas(self) -> _Drawn:
        layers = self.layers or ((self.tile.cells,),)
        for number, layer in enumerate(layers):
            for cells in layer:
                yield cells, number, 0

    def _patch(self, size: int) -> _Drawn:
        """Yield the tiles of the tiling that begin in a disk around the origin."""
        group = self.group
        if group is None:
            return
        grid = plane_grid(self.tile.lattice)
        (a, b), (c, d) = grid.point(1, 0), grid.point(0, 1)
        area = abs(a * d - b * c) * len(self.tile) / grid.kinds
        radius = max(size * sqrt(area / pi), 1.0)
        reach = ceil(radius / min(hypot(a, b), hypot(c, d)) * 2)
        steps = [grid.steps(period) for period in group.periods]
        seen: set[tuple[Cell, ...]] = set()
        for orbit, tile in enumerate(self.orbit_tiles):
            for number, (motion, by) in enumerate(group.motions):
                image = sorted(tuple(map(int.__add__, motion(cell), by)) for cell in tile)
                _, x, y = grid.number(image[0])
                for i, j in _multiples(steps, (x, y), reach):
                    vector = grid.vector(i, j)
                    cells = tuple(tuple(map(int.__add__, cell, vector)) for cell in image)
                    if cells not in seen and hypot(*grid.point(x + i, y + j)) <= radius:
                        seen.add(cells)
                        yield cells, orbit, number

    def to_json(self) -> dict[str, Any]:
        """Return an object for JSON."""
        group = self.group
        return {
            "tile": [list(cell) for cell in self.tile],
            "lattice": self.tile.lattice.name,
            "copies": self.copies,
            "verdict": self.kind,
            "scope": self.scope,
            "orbits": self.orbits,
            "group": None if group is None else group.symbol,
            "periods": None if group is None else [list(period) for period in group.periods],
            "tiles_of_period": self.period_tiles,
            "orbit_tiles": [[list(cell) for cell in tile] for tile in self.orbit_tiles],
            "heesch": self.heesch,
            "with_holes": self.with_holes,
            "lattice_heesch": self.lattice_heesch,
            "lattice_with_holes": self.lattice_with_holes,
            "coronas": max(0, len(self.layers) - 1),
            "layers": [[list(map(list, tile)) for tile in layer] for layer in self.layers[1:]],
            "orbits_excluded": self.orbits_excluded,
            "stopped": self.stopped,
        }

    def __str__(self) -> str:
        copies = COPIES_IN_WORDS[self.copies]
        if self.group is not None:
            how = {
                "translations": "tiles by translations: ",
                "isohedral": "tiles isohedrally: ",
                "anisohedral": f"anisohedral: {self.orbits} kinds of positions, ",
                "periodic": f"tiles with {self.orbits} kinds of positions, which on this lattice "
                f"are the fewest for {copies}: ",
            }[self.kind]
            period = counted(self.period_tiles or 0, "tile")
            return f"{how}group {self.group.symbol}, {period} a period"
        by_copies = "" if self.copies == "all" else f" by {copies}"
        if self.lattice_heesch is None:
            if self.tiles is not None:
                return "does not tile: it has a hole, which no copy can fill"
            excluded = (
                f", no tiling{by_copies} on the lattice with up to "
                f"{counted(self.orbits_excluded, 'kind')} of positions"
            )
            return (
                f"unknown: {counted(max(0, len(self.layers) - 1), 'corona')}"
                f"{excluded if self.orbits_excluded else ''}"
                f"{'; a limit of nodes, seconds or bytes ended the search' * self.stopped}"
            )
        number, most = self.lattice_heesch, self.lattice_with_holes
        holes = "" if most == number else f" ({most} with holes)"
        if self.heesch is not None:
            return (
                f"does not tile: Heesch number {number}{holes}, every surrounding on the lattice "
                "was tried"
            )
        coronas = f"at most {counted(number, 'corona')}{holes}"
        if most == 0:
            coronas = f"{'they' if by_copies else copies} do not surround it"
        if self.scope == "plane":
            return f"does not tile{by_copies}: {coronas} on the lattice"
        return (
            f"no tiling{by_copies} on this lattice: {coronas} there; other positions were not tried"
        )


def _multiples(
    periods: list[tuple[int, int]], start: tuple[int, int], reach: int
) -> Iterator[tuple[int, int]]:
    """Yield the sums of multiples of two periods that bring a start into a box, as steps."""
    (a, zero), (b, d) = periods
    for rows in range(-((reach + start[1]) // d), (reach - start[1]) // d + 1):
        x = start[0] + rows * b
        for columns in range(-((reach + x) // a), (reach - x) // a + 1):
            yield columns * a + rows * b, columns * zero + rows * d


def classify(
    tile: Tile | Region,
    *,
    most_orbits: int = 6,
    most_coronas: int = 5,
    nodes: int | None = None,
    seconds: float | None = None,
    bytes: int | None = None,
    budget: Budget | None = None,
    report: Reporter | None = None,
) -> Verdict:
    """Return whether a tile tiles the plane, with a tiling or its coronas.

    >>> from combien import Region
    >>> print(classify(Region.from_art("**\\n.*\\n.*")))
    tiles by translations: group p1, 1 tile a period
    >>> print(classify(Region.from_art("**\\n*.\\n*.\\n*.\\n**")))
    does not tile: Heesch number 1, every surrounding on the lattice was tried

    Copies of a `Region` may be rotated and reflected, those of a `Tile` as its `symmetries` allow;
    how many times it is used does not matter.  They lie on the lattice of the tile: on squares,
    hexagons and triangles this decides whether they tile the plane at all, on other lattices
    `tiles` is None where there is no tiling on the lattice.  Tilings with up to `most_orbits`
    orbits of tiles are looked for, and up to `most_coronas` coronas; then, or when the budget is
    used up, the verdict is unknown.  A node is a placement that was tried.

    Raises `BadTiling` for a tile in parts, of more than 100 cells, or that is not of the plane, and
    for symmetries that are not a normal subgroup of those of the lattice.
    Cost: milliseconds for most tiles of up to 12 cells; hard ones take seconds.
    """
    region = _checked(tile.region if isinstance(tile, Tile) else tile)
    copies: CopiesAllowed = "all"
    grid = plane_grid(region.lattice)
    if isinstance(tile, Tile):
        grid, copies = grid_of_copies(tile)
    search = PlaneSearch(grid)
    limits = Reach(
        check_int("most_orbits", most_orbits, least=1, most=MOST_ORBITS),
        check_int("most_coronas", most_coronas, least=1, most=MOST_CORONAS),
    )
    meter = Meter(
        budget_of(budget, nodes, seconds, bytes), engine="plane", report=report, question="search"
    )
    question = Classification(
        region, search, limits, granted(meter), bytes=meter.bytes, copies=copies
    )
    try:
        return question.decide()
    except (OutOfBudget, MemoryError):
        return question.unknown(stopped=True)


def granted(meter: Meter) -> Grant:
    """Return what grants the slices of a meter."""

    def grant(work: int, known: Mapping[str, int]) -> tuple[int, float]:
        steps, seconds = meter.slice(work)
        if steps == 0:
            raise meter.stop(known)
        meter.progress(None, {**known, "nodes": work})
        return steps, seconds

    return grant


def _checked(tile: object) -> Region:
    """Return a tile at the origin; raise `BadTiling` if it is not one of the plane."""
    if not isinstance(tile, Region):
        raise BadTiling(f"tile: expected a Tile or a Region, not of type {type(tile).__name__}")
    if not tile:
        raise BadTiling("an empty tile: draw at least one '*'")
    if len(tile) > MOST_TILE_CELLS:
        raise BadTiling(f"a tile of {len(tile)} cells: expected at most {MOST_TILE_CELLS}")
    if not tile.is_connected:
        raise BadTiling(
            f"a tile in {len(tile.components())} parts: expected a connected one, each cell "
            "beside another"
        )
    grid = plane_grid(tile.lattice)
    if tile.dimension != len(grid.periods[0]):
        raise BadTiling(f"a tile of dimension {tile.dimension}: expected one of the plane")
    return tile.at_origin()


@dataclass(frozen=True, slots=True)
class Reach:
    """How far tilings and coronas are looked for; without orbits, no tilings."""

    orbits: int
    coronas: int


class Classification:
    """The questions about one tile, in turn.

    `grant` returns the steps and seconds of the next slice, given the work of the search so far and
    what is known; it raises to end the search.
    """

    def __init__(
        self,
        tile: Region,
        search: PlaneSearch,
        limits: Reach,
        grant: Grant,
        *,
        bytes: int,
        copies: CopiesAllowed = "all",
    ) -> None:
        self._tile = tile
        self._copies = copies
        self._grid = search.grid
        self._shape: Shape = tuple(self._grid.numbers(tile))
        self._search = search
        self._limits = limits
        self._grant_slice = grant
        self._bytes = bytes
        # The most coronas so far, all but the last without holes; and whether there are no more.
        self._layers: Layers = ((self._shape,),)
        self._has_all = False
        self._excluded = 0

    def decide(self) -> Verdict:
        """Return the verdict; raise `MemoryError` if the groups need more bytes."""
        return self._steps() or self.unknown()

    def unknown(self, *, stopped: bool = False) -> Verdict:
        """Return what is known so far, as a verdict that leaves the question open."""
        return Verdict(
            self._tile,
            None,
            layers=self._regions(self._layers),
            orbits_excluded=self._excluded,
            stopped=stopped,
            copies=self._copies,
        )

    def _steps(self) -> Verdict | None:
        found = self._with_orbits(1) if self._limits.orbits else None
        if found is not None:
            return found
        if self._search.has_hole(self._shape):
            return Verdict(self._tile, False, orbits_excluded=self._excluded, copies=self._copies)
        is_too_hard = False
        for count in range(1, max(self._limits.orbits, self._limits.coronas) + 1):
            if count <= self._limits.coronas and not is_too_hard:
                try:
                    if not self._surrounded(count):
                        return self._refuted()
                except TooHard:
                    is_too_hard = True
            if 1 < count <= min(self._limits.orbits, MOST_ORBIT_CELLS // len(self._tile)):
                found = self._with_orbits(count)
                if found is not None:
                    return found
        with suppress(TooHard):
            self._layers = self._solid() or self._layers
        return None

    def _surrounded(self, count: int) -> bool:
        """Look for one more corona; return whether there is one, maybe around holes.

        In a tiling, what surrounds a tile may have holes, which other copies fill.  So only if all
        coronas may have holes, that there is none excludes tilings.
        """
        layers = self._coronas(count, solid=0)
        if layers is None:
            return False
        if self._has_all:
            return True
        if solid_layers(self._grid, layers) < count - 1:
            layers = self._coronas(count, solid=count - 1)
        if layers is None:
            self._has_all = True
        else:
            self._layers = layers
        return True

    def _with_orbits(self, orbits: int) -> Verdict | None:
        found = self._search.tiling(self._shape, orbits, self._grant, bytes=self._bytes)
        if found is None:
            self._excluded = orbits
            return None
        return self._tiled(found, orbits)

    def _tiled(self, found: Found, orbits: int) -> Verdict:
        group = PlaneGroup.of(self._grid, found.sublattice, found.elements)
        tiles = tuple(map(self._grid.cells, found.tiles))
        return Verdict(
            self._tile,
            True,
            orbits,
            group,
            tiles,
            orbits_excluded=orbits - 1,
            copies=self._copies,
        )

    def _refuted(self) -> Verdict | None:
        """Return the verdict, given the most coronas, of which the last one may have holes.

        None if it is too hard to find out whether it needs them.
        """
        try:
            solid = self._solid()
        except TooHard:
            return None
        count = len(self._layers) - 1
        return Verdict(
            self._tile,
            False if scope_of(self._tile.lattice) == "plane" else None,
            lattice_heesch=count if solid is not None else count - 1,
            lattice_with_holes=count,
            layers=self._regions(self._layers if solid is None else solid),
            orbits_excluded=self._excluded,
            copies=self._copies,
        )

    def _solid(self) -> Layers | None:
        """Return as many coronas as are known, all without holes, or None without such."""
        count = len(self._layers) - 1
        if solid_layers(self._grid, self._layers) == count:
            return self._layers
        return self._coronas(count, solid=count)

    def _coronas(self, count: int, *, solid: int) -> Layers | None:
        return self._search.coronas(self._shape, count, self._grant, solid=solid, bytes=self._bytes)

    def _grant(self, work: int) -> tuple[int, float]:
        known = {"coronas": len(self._layers) - 1, "orbits_excluded": self._excluded}
        return self._grant_slice(work, known)

    def _regions(self, layers: Layers) -> tuple[tuple[tuple[Cell, ...], ...], ...]:
        return tuple(tuple(map(self._grid.cells, layer)) for layer in layers)
