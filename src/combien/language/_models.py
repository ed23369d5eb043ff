"""Make the model of a problem: its board and tiles on a lattice, and the settings that follow them.

A drawing is a set of places in a frame.  What the places are is decided by the problem: squares by
default, or after `~on` the cells of another lattice, at the places where `Region.from_art` has
them.  So a list of tiles keeps its drawings, and the patterns of settings have the frame of the
board, which maps their places to its cells.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from combien.errors import BadRegion, BadTiling
from combien.geometry import plane_named
from combien.geometry._boxed import placed
from combien.geometry._cell import Cell
from combien.geometry._lattice import SQUARE, Lattice
from combien.geometry._region import Region
from combien.geometry._wrapped import Wrapped
from combien.language._lexer import SEAMS
from combien.language._pattern import Pattern
from combien.language._source import Span
from combien.language._syntax import (
    BorderColor,
    Colored,
    EdgeColored,
    Expression,
    Holes,
    Marked,
    OnLattice,
    PlacementCost,
    ProblemDefinition,
)
from combien.tilings._paint import Paint
from combien.tilings._placement import is_translation
from combien.tilings._tile import Tile, Times
from combien.tilings._tiling import TilingProblem

if TYPE_CHECKING:
    from combien.tilings._packing_problem import PackingProblem
    from combien.tilings._paint import Paint

    TilingModel = TilingProblem | PackingProblem

# Each setting is compared with the orientations of all tiles, and there may be thousands of those.
MOST_SETTINGS = 1000
MOST_COMPARISONS = 2_000_000

_SIDES: dict[str, Cell] = {"top": (0, 1), "right": (1, 0), "bottom": (0, -1), "left": (-1, 0)}


@dataclass(frozen=True, slots=True)
class Drawn:
    """A drawn set of cells: a pattern, or in three dimensions a region."""

    places: Pattern | Region
    span: Span

    @property
    def frame(self) -> tuple[int, ...] | None:
        """The width and height; None for a region, whose cells need no frame."""
        if isinstance(self.places, Region):
            return None
        return self.places.width, self.places.height

    def cells(self, lattice: Lattice) -> dict[Cell, Cell]:
        """Return the cells by their places.  Raises `BadScript` at places that have no cell."""
        if isinstance(self.places, Region):
            return {cell: cell for cell in self.places}
        places: list[Cell] = list(self.places.cells())
        if lattice == SQUARE or isinstance(lattice, Wrapped):
            return {place: place for place in places}
        try:
            return dict(zip(places, placed(places, 2, lattice), strict=True))
        except BadRegion as error:
            raise self.span.fault(f"drawn on {lattice.name}: {error}") from None


@dataclass(frozen=True, slots=True)
class TileSource:
    """A tile of a list: its drawing, None for a tile of the catalogue, and how to make it."""

    tile: Tile
    make: Callable[[Region], Tile] | None = None
    drawn: Drawn | None = None
    cost: int = 0
    colors: tuple[tuple[str, Drawn], ...] = ()
    edges: tuple[tuple[EdgeColored, Drawn], ...] = ()

    def on(self, lattice: Lattice) -> Tile:
        """Return the tile on a lattice."""
        if self.drawn is None or self.make is None or lattice == SQUARE:
            return self.tile
        cells = self.drawn.cells(lattice).values()
        return self.make(Region(cells, lattice=lattice))

    def paint(self, lattice: Lattice) -> Paint | None:
        """Return the colors of its cells and edges, or None."""
        if not (self.colors or self.edges) or self.drawn is None:
            return None
        if self.edges and lattice != SQUARE:
            raise self.edges[0][0].span.fault(
                f"edges have colors on squares, not on {lattice.name}: omit ~on, or color cells "
                "with ~color"
            )

        cells = self.drawn.cells(lattice)
        low = tuple(map(min, zip(*cells.values(), strict=True)))
        home = lattice.home(low)
        found: dict[Cell, str] = {}
        for color, colored in self.colors:
            for cell in _located(colored, cells, self.drawn, "tile"):
                found[tuple(map(int.__add__, cell, home))] = color
        edges: dict[tuple[Cell, Cell], str] = {}
        own = set(cells.values())
        for node, colored in self.edges:
            way = _SIDES[node.side]
            for cell in _located(colored, cells, self.drawn, "tile"):
                beyond = tuple(map(int.__add__, cell, way))
                if beyond in own:
                    shown = "x".join(map(str, cell))
                    raise colored.span.fault(
                        f"the {node.side} edge of the position {shown} is inside the tile: only "
                        "edges of its outline have colors"
                    )
                here = tuple(map(int.__add__, cell, home))
                edges[here, tuple(map(int.__add__, beyond, home))] = node.color.text
        return Paint(cells=found, edges=edges)


@dataclass(slots=True)
class _Settings:
    """What the settings of a problem say."""

    holes: Times | None = None
    optional: set[Cell] | None = None
    forced: list[tuple[int, Region]] = field(default_factory=list)
    forbidden: list[tuple[int, Region]] = field(default_factory=list)
    colors: dict[Cell, str] = field(default_factory=dict)
    costs: dict[frozenset[Cell], int] = field(default_factory=dict)
    border: str | None = None


def lattice_of(definition: ProblemDefinition, frame: tuple[int, ...] | None) -> Lattice:
    """Return the lattice of a problem whose board has this frame; the last `~on` counts."""
    chosen = [one for one in definition.settings if isinstance(one, OnLattice)]
    if not chosen or chosen[-1].name == "squares":
        return SQUARE
    if frame is None:
        raise chosen[-1].span.fault(
            "~on is for problems of the plane: those of problem3 are of cubes"
        )
    name = chosen[-1].name
    if name in SEAMS:
        return Wrapped(SQUARE, tuple(frame), SEAMS[name])
    return plane_named(name)


def make_model(
    definition: ProblemDefinition,
    board: Drawn,
    sources: Sequence[TileSource],
    draw: Callable[[Expression], Drawn],
) -> TilingModel:
    """Return the model of a problem: a packing problem only if the settings need one.

    `draw` evaluates the patterns of the settings.  Raises `BadScript` with the position.
    """
    span, name = definition.name.span, definition.name.text
    lattice = lattice_of(definition, board.frame)
    flat = lattice.cover
    cells = board.cells(lattice)
    dimension = None if board.frame else 3
    region = Region(cells.values(), lattice=lattice, dimension=dimension)
    for source in sources:
        if source.drawn is None and source.tile.region.lattice != flat:
            own = source.tile.region.lattice.name
            raise span.fault(
                f"these tiles are of {own}, the board is of {lattice.name}: write ~on {own} "
                "after the tiles"
            )
    try:
        tiles = [source.on(flat) for source in sources]
        base = TilingProblem(region, tiles, name=name)
    except BadTiling as error:
        raise span.fault(str(error)) from None
    settings = _read(definition, board, cells, base, draw)
    paints = {
        number: paint
        for number, source in enumerate(sources)
        if (paint := source.paint(flat)) is not None
    }
    tile_costs = {number: source.cost for number, source in enumerate(sources) if source.cost}
    constrained = [one for one in definition.settings if not isinstance(one, OnLattice)]
    if not constrained and not paints and not tile_costs:
        return base
    from combien.tilings._packing_problem import PackingProblem  # Start-up: only with settings.

    optional = settings.optional
    given: dict[str, Any] = {
        "holes": settings.holes,
        "optional": None
        if optional is None
        else Region(optional, lattice=lattice, dimension=region.dimension),
        "forced": settings.forced,
        "forbidden": settings.forbidden,
        "paints": paints,
        "colors": settings.colors,
        "border": settings.border,
    }
    try:
        if tile_costs or settings.costs:
            from combien.language._priced import PricedPacking  # Start-up: only with costs.

            return PricedPacking(
                base, tile_costs=tile_costs, placement_costs=settings.costs, **given
            )
        return PackingProblem(base, **given)
    except BadTiling as error:
        raise span.fault(str(error)) from None


def _read(
    definition: ProblemDefinition,
    board: Drawn,
    cells: Mapping[Cell, Cell],
    base: TilingProblem,
    draw: Callable[[Expression], Drawn],
) -> _Settings:
    """Return what the settings say; the last one counts where they disagree."""
    found = _Settings()
    orientations = sum(len(tile.orientations) for tile in base.tiles)
    marks = sum(isinstance(one, Marked | PlacementCost) for one in definition.settings)
    if len(definition.settings) > MOST_SETTINGS or (
        isinstance(base.board.lattice, Wrapped) and marks * orientations > MOST_COMPARISONS
    ):
        raise definition.settings[-1].span.fault(
            f"a problem has at most {MOST_SETTINGS} settings, and fewer with many tiles on a board "
            "that wraps around: join patterns with ||, or take fewer tiles"
        )
    by_shape: dict[Region, list[int]] | None = None
    for setting in definition.settings:
        if isinstance(setting, Holes):
            found.holes = "any" if setting.high is None else (setting.low, setting.high)
            continue
        if isinstance(setting, OnLattice):
            continue
        if isinstance(setting, BorderColor):
            found.border = setting.color.text
            continue
        drawn = draw(setting.cells)
        here = list(_located(drawn, cells, board, "board"))
        if isinstance(setting, Colored):
            found.colors.update(dict.fromkeys(here, setting.color.text))
            continue
        if isinstance(setting, Marked) and setting.what == "optional":
            found.optional = (found.optional or set()) | set(here)
            continue
        region = Region(here, lattice=base.board.lattice, dimension=base.board.dimension)
        if by_shape is None:
            by_shape = _by_shape(base.tiles)
        numbers = _lying(region, base.tiles, by_shape) if here else []
        if not numbers:
            raise drawn.span.fault("no tile covers exactly these cells: draw one placement")
        if isinstance(setting, PlacementCost):
            found.costs[frozenset(here)] = setting.cost
        elif setting.what == "forbid":
            found.forbidden += [(number, region) for number in numbers]
        elif len(numbers) > 1:
            which = ", ".join(map(str, numbers[:8]))
            raise drawn.span.fault(
                f"the tiles {which} can all cover these cells, and ~force does not choose: write "
                "one tile with ~times"
            )
        else:
            found.forced.append((numbers[0], region))
    return found


def _located(drawn: Drawn, cells: Mapping[Cell, Cell], whole: Drawn, noun: str) -> Iterable[Cell]:
    """Yield the cells of a pattern in the frame of a board or tile."""
    if drawn.frame != whole.frame:
        size, wanted = (f"{w}x{h}" for w, h in (drawn.frame or (), whole.frame or ()))
        raise drawn.span.fault(
            f"this pattern is {size}, and its {noun} {wanted}: resize it to the same size, so "
            "that positions agree"
        )
    for place in drawn.places.cells() if isinstance(drawn.places, Pattern) else drawn.places:
        if place not in cells:
            shown = "x".join(map(str, place))
            raise drawn.span.fault(f"the position {shown} is not a cell of the {noun}")
        yield cells[place]


def _by_shape(tiles: Sequence[Tile]) -> dict[Region, list[int]]:
    """Return the numbers of the tiles by orientation."""
    found: dict[Region, list[int]] = {}
    for number, tile in enumerate(tiles):
        for turned in tile.orientations:
            found.setdefault(turned, []).append(number)
    return found


def _lying(
    region: Region, tiles: Sequence[Tile], by_shape: Mapping[Region, list[int]]
) -> list[int]:
    """Return the numbers of the tiles that can cover a region."""
    if not isinstance(region.lattice, Wrapped):
        return list(by_shape.get(region.at_origin(), ()))
    return [
        number
        for number, tile in enumerate(tiles)
        if any(is_translation(region, turned) for turned in tile.orientations)
    ]
