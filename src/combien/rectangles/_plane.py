"""Tiles in the plane: how often one can be surrounded by copies of itself, and periodic tilings.

A corona surrounds the tile, or a patch, without a gap: every cell that touches the patch, at an
edge or a corner, is covered.  The Heesch number is the greatest number of coronas around each other
such that no patch has a hole.  It is infinite for a tile that tiles the plane, which is shown by a
period, if one is found.

A period is a torus that tiles cover.  A tiling of a w x h torus, repeated, is a tiling of the plane
that w cells to the right and h cells down looks the same.  Every tiling with two independent
periods is of this kind, as some multiples of them are along the axes.  A torus with a shift s is
glued so that h cells down it continues s cells to the right: each pair of periods is one of these
for w * h cells, which is often much less.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import product
from math import gcd
from typing import Any

from combien._base.budget import Budget, Meter, Reporter, Spending, budget_of
from combien._base.checks import check_bool, check_int
from combien.cover._elements import Solution
from combien.cover._problem import Problem
from combien.drawing._picture import Picture
from combien.errors import BadTiling, Disagreement, OutOfBudget
from combien.geometry._lattice import SQUARE
from combien.geometry._region import Region
from combien.geometry._wrapped import torus
from combien.plane._classify import Classification, Reach, Verdict, granted
from combien.plane._grid import PlaneGrid
from combien.plane._search import PlaneSearch, solid_layers
from combien.rectangles._direct import limited, quick_solution
from combien.rectangles._tileset import Shape, TileSet
from combien.tilings._tile import Tile
from combien.tilings._tiling import Tiling, TilingProblem

MOST_TILE_CELLS = 100
MOST_CORONAS = 20
# A period is looked for after this many coronas, among tori of this many tiles.
CORONAS_BEFORE_PERIOD = 2
TILES_OF_PERIOD = 8

Cell = tuple[int, int]
# The tile, then the copies of each corona.
Patch = tuple[tuple[Shape, ...], ...]


@dataclass(frozen=True)
class Heesch:
    """The Heesch number of a polyomino with copies on the lattice, and the coronas that show it.

    `number` is None if it is infinite, which `period` shows, or unknown.  `with_holes` is the same
    if the last corona may enclose holes: equal, or greater by one.  `layers` are the tile and its
    coronas, without holes, as many as were found; `holed` are those with one more corona, which
    has holes.  That there is no further corona on the lattice of squares was shown by an exhaustive
    search; copies between the squares were not tried.
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
            return f"Heesch number at least {self.coronas}:\n{self.tiling()}"
        holes = "" if self.with_holes == self.number else f", {self.with_holes} with holes"
        return f"Heesch number {self.number}{holes} (on the lattice):\n{self.tiling(holes=True)}"


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
    (1, 1, [1, 7])
    >>> heesch(Tile("**", symmetries="all", times="any")).period.sides
    (1, 2)

    The copies are turned as the symmetries of the tile allow, and lie on the lattice.  After `most`
    coronas the search ends, with `number=None`, and so it does when the budget is used up or it is
    too hard; a node is a copy that was tried, or a conflict of a SAT solver.  Raises `BadTiling`
    for tiles that are not of squares in the plane, and of more than 100 cells.
    """
    tiles = TileSet([tile])
    if len(tile) > MOST_TILE_CELLS:
        raise BadTiling(f"a tile of {len(tile)} cells: expected at most {MOST_TILE_CELLS}")
    largest = check_int("most", most, least=1, most=MOST_CORONAS)
    return _Surrounding(tiles, budget_of(budget, nodes, seconds, bytes), report).run(largest)


class _Surrounding:
    """The search for more and more coronas."""

    def __init__(self, tiles: TileSet, budget: Budget, report: Reporter | None) -> None:
        self._tiles = tiles
        self._budget = budget
        self._meter = Meter(budget, engine="coronas", report=report, question="search")
        self._grid = PlaneGrid(SQUARE, tiles.tiles[0].symmetries)
        self._search = PlaneSearch(self._grid)

    def run(self, most: int) -> Heesch:
        for count in sorted({min(CORONAS_BEFORE_PERIOD, most), most}):
            question = Classification(
                Region(self._tiles.shapes[0]),
                self._search,
                Reach(0, count),
                granted(self._meter),
                bytes=self._meter.bytes,
            )
            try:
                verdict = question.decide()
            except (OutOfBudget, MemoryError):
                return self._found(question.unknown())
            repeated = self._period() if verdict.tiles is None else None
            if verdict.tiles is False or repeated is not None:
                break
        return self._found(verdict, repeated)

    def _found(self, verdict: Verdict, repeated: Period | None = None) -> Heesch:
        listed = verdict.layers or ((verdict.tile.cells,),)
        numbers = (tuple(tuple(self._grid.numbers(piece)) for piece in layer) for layer in listed)
        solid = solid_layers(self._grid, tuple(numbers))
        layers = tuple(
            tuple(tuple((x, y) for x, y in piece) for piece in layer) for layer in listed
        )
        return Heesch(
            None if verdict.tiles is None else verdict.lattice_heesch or 0,
            None if verdict.tiles is None else verdict.lattice_with_holes or 0,
            layers[: solid + 1],
            layers if solid + 1 < len(layers) else None,
            repeated,
            self._tiles,
        )

    def _period(self) -> Period | None:
        """Look for a period of few tiles."""
        left = self._meter.slice(self._search.work)[0]
        budget = Budget(nodes=left, seconds=self._meter.seconds_left, bytes=self._budget.bytes)
        cells = TILES_OF_PERIOD * len(self._tiles.shapes[0])
        found = period(self._tiles.tiles, most=cells, skew=True, budget=budget)
        return None if found.sides is None else found


# Periods ------------------------------------------------------------------------------------------

MOST_TORUS_CELLS = 10_000
# Each torus gets this many conflicts of the SAT solver, or nodes of a search.
NODES = 50_000


@dataclass(frozen=True)
class Period:
    """A torus that tiles cover, which is a period of a tiling of the plane.

    Without one, `sides` and `tiling` are None.  It is proved that none has up to `excluded` cells:
    none with any shift if `skew`, and otherwise none along the axes.

    With a `shift`, the periods are (w, 0) and (shift, h), and the tiling is of a region of the
    plane that covers it when it is moved by all their sums.
    """

    sides: tuple[int, int] | None
    tiling: Tiling | None
    excluded: int
    shift: int = 0
    skew: bool = False

    @property
    def least(self) -> bool:
        """Whether it is proved that no torus has fewer cells, or without `skew` none along axes."""
        return self.sides is not None and self.excluded == self.sides[0] * self.sides[1] - 1

    def to_json(self) -> dict[str, Any]:
        """Return an object for JSON."""
        return {
            "torus": None if self.sides is None else list(self.sides),
            "shift": self.shift,
            "least": self.least,
            "excluded": self.excluded,
            "tiling": None if self.tiling is None else str(self.tiling),
        }

    def __str__(self) -> str:
        tried = "" if self.skew else " without a shift"
        excluded = f"none{tried} has up to {self.excluded} cells"
        if self.sides is None:
            return f"none found; {excluded}"
        proof = f"no smaller one{tried}" if self.least else excluded
        shift = f" with shift {self.shift}" if self.shift else ""
        return f"torus {self.sides[0]} x {self.sides[1]}{shift} ({proof}):\n{self.tiling}"


def period(
    tiles: Iterable[Tile],
    *,
    most: int = 60,
    skew: bool = False,
    nodes: int | None = None,
    seconds: float | None = None,
    bytes: int | None = None,
    budget: Budget | None = None,
    report: Reporter | None = None,
) -> Period:
    """Return the smallest torus found, of up to `most` cells, that the tiles cover.

    >>> from combien import Tile
    >>> corner = Tile("*.\\n**", symmetries="rotations", times="any")
    >>> found = period([corner])
    >>> found.sides, found.least
    ((2, 3), True)
    >>> skewed = period([Tile("*.\\n**", times="any")], skew=True)
    >>> skewed.sides, skewed.shift
    ((3, 1), 1)

    Its tiling, repeated, covers the plane.  With `skew`, tori with all shifts are tried.  Raises
    `BadTiling` for tiles that are not of squares in the plane.
    """
    given = TileSet(tiles)
    largest = check_int("most", most, least=1, most=MOST_TORUS_CELLS)
    check_bool("skew", skew)
    spending = Spending(budget_of(budget, nodes, seconds, bytes))
    step = gcd(*(len(tile) for tile in given.tiles))
    excluded = step - 1
    for cells in range(step, largest + 1, step):
        all_excluded = True
        for sides in _tori(given, cells, skew=skew):
            for shift in range(_shifts(given, sides[0]) if skew else 1):
                if spending.ended:
                    return Period(None, None, excluded, skew=skew)
                search = _Torus(given, sides, shift)
                found = quick_solution(search, limited(spending.left, NODES), report)
                spending.spend(found.nodes)
                if found.solutions:
                    tiling = found.solutions[0]
                    if shift and not _repeats({(x, y) for x, y in tiling.board}, sides, shift):
                        raise Disagreement.of(
                            "the tiling of a torus", derived=search, direct="no period of the plane"
                        )
                    return Period(sides, tiling, excluded, shift, skew)
                all_excluded &= found.complete
        if all_excluded and excluded == cells - 1:
            excluded = cells + step - 1
    return Period(None, None, min(excluded, largest), skew=skew)


def _tori(tiles: TileSet, cells: int, *, skew: bool) -> Iterator[tuple[int, int]]:
    """Yield the sides of the tori of this size, the squarest first."""
    sides = [
        (width, cells // width)
        for width in range(1, cells + 1)
        # A shift is along the width, so that the sides cannot be exchanged.
        if cells % width == 0 and (skew or not tiles.turns or width * width <= cells)
    ]
    yield from sorted(sides, key=lambda pair: (abs(pair[0] - pair[1]), pair))


def _shifts(tiles: TileSet, width: int) -> int:
    """Return the number of shifts to try: those to the left are mirror images, if tiles may be."""
    return width // 2 + 1 if tiles.mirrors else width


def _repeats(cells: set[Cell], sides: tuple[int, int], shift: int) -> bool:
    """Whether cells, moved by all sums of the periods, cover the plane without an overlap.

    >>> _repeats({(0, 0), (1, 0), (1, 1)}, (3, 1), 2), _repeats({(0, 0), (1, 0), (1, 1)}, (3, 1), 1)
    (True, False)
    """
    (width, height), (across, down) = sides, Region(cells).size
    for j in range(down // height + 1):
        most = (across + j * abs(shift)) // width + 1
        for i in range(-most, most + 1):
            step = i * width + j * shift
            if (i or j) and any((x + step, y + j * height) in cells for x, y in cells):
                return False
    return len(cells) == width * height


class _Torus:
    """A torus with a shift, as a model whose solutions are tilings."""

    def __init__(self, tiles: TileSet, sides: tuple[int, int], shift: int) -> None:
        self._tiles = tiles
        self._sides = sides
        self._shift = shift
        self._plain = None if shift else TilingProblem(torus(*sides), tiles.tiles)
        width, height = sides
        pieces: dict[tuple[Cell, ...], Shape] = {}
        for y, x in product(range(height), range(width)) if shift else ():
            for shape in tiles.shapes:
                piece = tuple((x + i, y + j) for i, j in shape)
                covered = tuple(sorted(map(self._wrap, piece)))
                if len(set(covered)) == len(piece):
                    pieces.setdefault(covered, piece)
        self._pieces = pieces

    def problem(self) -> Problem:
        """Return the exact cover problem."""
        if self._plain is not None:
            return self._plain.problem()
        width, height = self._sides
        cells = [(x, y) for y in range(height) for x in range(width)]
        return Problem.from_options(list(self._pieces), primary=cells)

    def read(self, solution: Solution) -> Tiling:
        """Return the tiling; with a shift, of a region of the plane."""
        if self._plain is not None:
            return self._plain.read(solution)
        listed = list(self._pieces.values())
        pieces = self._gathered([listed[option] for option in solution])
        return self._tiles.tiling(Region(cell for piece in pieces for cell in piece), pieces)

    def __str__(self) -> str:
        return f"{self._sides[0]} x {self._sides[1]} with shift {self._shift}"

    def _wrap(self, cell: Cell) -> Cell:
        x, y = cell
        width, height = self._sides
        return (x - y // height * self._shift) % width, y % height

    def _gathered(self, pieces: list[Shape]) -> list[Shape]:
        """Move pieces by periods such that each touches one before it, if this is possible."""
        left = dict.fromkeys(pieces[1:])
        gathered = [pieces[0]]
        at = {self._wrap(cell): (piece, cell) for piece in left for cell in piece}
        for piece in gathered:
            for x, y in piece:
                for near in ((x + 1, y), (x, y + 1), (x - 1, y), (x, y - 1)):
                    other, cell = at.get(self._wrap(near), (None, near))
                    if other in left:
                        del left[other]
                        moved = near[0] - cell[0], near[1] - cell[1]
                        gathered.append(tuple((i + moved[0], j + moved[1]) for i, j in other))
        return [*gathered, *left]
