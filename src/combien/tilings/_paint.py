"""Paint: colors for the cells of a tile, which must match the board, and for its outer edges.

Edges that meet must have the same color, as with dominoes and MacMahon's squares (1921).  Paint
turns with its tile, so a painted square may have four distinct orientations.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from operator import itemgetter

from combien._base.checks import check_instance
from combien.errors import BadTiling
from combien.geometry._cell import Cell
from combien.geometry._region import Region
from combien.tilings._tile import Tile

Edge = tuple[Cell, Cell]
Border = Hashable


@dataclass(frozen=True)
class PlacedPaint:
    """Paint in position on the board: (cell, color) and ((cell, cell beyond its edge), color)."""

    cells: tuple[tuple[Cell, Hashable], ...]
    edges: tuple[tuple[Edge, Hashable], ...]

    def shift(self, vector: Cell) -> PlacedPaint:
        """Return the paint, translated by a vector."""

        def moved(cell: Cell) -> Cell:
            return tuple(map(int.__add__, cell, vector))

        return PlacedPaint(
            tuple((moved(cell), color) for cell, color in self.cells),
            tuple(((moved(a), moved(b)), color) for (a, b), color in self.edges),
        )


@dataclass(frozen=True)
class Paint:
    """Colors of the cells and edges of a tile, by its cells at the origin.

    >>> domino = Tile("**", symmetries="all")
    >>> black_and_white = Paint(cells={(0, 0): "black", (1, 0): "white"})
    >>> [placed.cells for placed in black_and_white.placed(domino, Region.box(2, 1).shift(4, 0))]
    [(((4, 0), 'black'), ((5, 0), 'white')), (((4, 0), 'white'), ((5, 0), 'black'))]

    An edge is a pair: a cell of the tile, and the cell beyond the edge, outside the tile.
    Cells and edges without a color match any.  Raises `BadTiling` if either is not a mapping.
    """

    cells: Mapping[Cell, Hashable] = field(default_factory=dict)
    edges: Mapping[Edge, Hashable] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if not isinstance(self.cells, Mapping) or not isinstance(self.edges, Mapping):
            raise BadTiling("paint: expected a dict of colors by cell, and one of colors by edge")

    @classmethod
    def sides(cls, top: Hashable, right: Hashable, bottom: Hashable, left: Hashable) -> Paint:
        """Return paint for the four edges of a one-cell tile.

        >>> Paint.sides("r", "g", "b", "y").edges[(0, 0), (1, 0)]
        'g'
        """
        beyond = ((0, 1), (1, 0), (0, -1), (-1, 0))
        colors = (top, right, bottom, left)
        return cls(edges={((0, 0), cell): c for cell, c in zip(beyond, colors, strict=True)})

    def check(self, tile: Tile, number: int) -> None:
        """Raise `BadTiling` if the paint names cells or edges that the tile does not have."""
        check_instance("tile", tile, Tile, error=BadTiling)
        lattice = tile.region.lattice
        for cell in self.cells:
            if cell not in tile.region:
                raise BadTiling(
                    f"paint for tile {number}: {cell!r} is not one of its cells, which begin at "
                    f"{tile.region.low}"
                )
        for edge in self.edges:
            sound = isinstance(edge, tuple) and len(edge) == 2 and edge[0] in tile.region
            if not sound or edge[1] not in lattice.neighbors(edge[0]) or edge[1] in tile.region:
                raise BadTiling(
                    f"paint for tile {number}: {edge!r} is not one of its edges; an edge is a cell "
                    "of the tile and the cell beyond, side by side"
                )

    def placed(self, tile: Tile, region: Region) -> tuple[PlacedPaint, ...]:
        """Return the distinct positions of the paint when the tile covers this region."""
        check_instance("tile", tile, Tile, error=BadTiling)
        check_instance("region", region, Region, error=BadTiling)
        own, home = region.at_origin(), region.lattice.home
        found: dict[PlacedPaint, None] = {}
        for symmetry in tile.symmetries:
            image = tile.region.moved(symmetry)
            if image.at_origin() != own:
                continue
            vector = tuple(map(int.__sub__, home(image.low), home(region.low)))
            cells = sorted(
                ((symmetry(cell), c) for cell, c in self.cells.items()), key=itemgetter(0)
            )
            edges = sorted(
                (((symmetry(a), symmetry(b)), c) for (a, b), c in self.edges.items()),
                key=itemgetter(0),
            )
            found[PlacedPaint(tuple(cells), tuple(edges)).shift(vector)] = None
        return tuple(found)


def edge_name(edge: Edge) -> str:
    """Return the name of an edge of the board, the same from both sides.

    >>> edge_name(((1, 0), (0, 0)))
    'edge (0, 0) (1, 0)'
    """
    first, second = sorted(edge)
    return f"edge {first} {second}"
