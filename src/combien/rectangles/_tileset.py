"""Tiles for tiling rectangles: their orientations as sets of cells, and their symmetries."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property

from combien._base.checks import check_list
from combien.errors import BadTiling
from combien.geometry._lattice import SQUARE
from combien.geometry._region import Region
from combien.tilings._placement import Placement
from combien.tilings._tile import Tile
from combien.tilings._tiling import Tiling

Shape = tuple[tuple[int, int], ...]


class TileSet:
    """Polyominoes for tiling rectangles, each used any number of times.

    >>> tiles = TileSet([Tile("**", symmetries="all", times="any")])
    >>> tiles.shapes
    (((0, 0), (1, 0)), ((0, 0), (0, 1)))
    >>> tiles.turns, tiles.size
    (True, 2)

    Raises `BadTiling` for other tiles.
    """

    def __init__(self, tiles: Iterable[Tile]) -> None:
        if isinstance(tiles, (Tile, str)) or not isinstance(tiles, Iterable):
            raise BadTiling("tiles: expected a list of Tile: write [Tile(...)]")
        self.tiles = tuple(check_list("tiles", tiles, error=BadTiling, ordered=True))
        if not self.tiles:
            raise BadTiling("no tiles: expected at least one")
        for number, tile in enumerate(self.tiles):
            if not isinstance(tile, Tile):
                raise BadTiling(f"tile {number}: expected a Tile, not {type(tile).__name__}")
            if tile.region.lattice != SQUARE or tile.region.dimension != 2:
                raise BadTiling(f"{tile.called(number)}: rectangles are made of flat squares")
            if tile.times != (0, None):
                raise BadTiling(
                    f"{tile.called(number)} is used a limited number of times: write times='any'"
                )

    @cached_property
    def shapes(self) -> tuple[Shape, ...]:
        """The distinct orientations of all tiles, each as its cells, sorted by row and column."""
        return tuple(self._orientations)

    @cached_property
    def _orientations(self) -> dict[Shape, tuple[int, int]]:
        found: dict[Shape, tuple[int, int]] = {}
        for number, tile in enumerate(self.tiles):
            for orientation, region in enumerate(tile.orientations):
                found.setdefault(_shape(region), (number, orientation))
        return found

    @cached_property
    def turns(self) -> bool:
        """Whether a quarter-turn or a transposition maps the shapes to the shapes.

        If so, w x h can be tiled if and only if h x w can.
        """
        shapes = set(self.shapes)
        turned = {_normal((-y, x) for x, y in shape) for shape in shapes}
        return self.transposes or shapes == turned

    @cached_property
    def transposes(self) -> bool:
        """Whether a transposition (x and y exchanged) maps the shapes to the shapes."""
        shapes = set(self.shapes)
        return shapes == {_normal((y, x) for x, y in shape) for shape in shapes}

    @cached_property
    def mirrors(self) -> bool:
        """Whether the mirror image of a tiling, left and right exchanged, is a tiling."""
        shapes = set(self.shapes)
        return shapes == {_normal((-x, y) for x, y in shape) for shape in shapes}

    @cached_property
    def size(self) -> int | None:
        """The number of cells of each tile, or None if it is not the same for all."""
        sizes = {len(tile) for tile in self.tiles}
        return sizes.pop() if len(sizes) == 1 else None

    def sides(self, width: int, height: int) -> tuple[int, int]:
        """Return the sides of a rectangle, the shorter one first if `turns` is true."""
        if self.turns and width > height:
            return height, width
        return width, height

    def tiling(self, board: Region, pieces: Iterable[Shape]) -> Tiling:
        """Return the tiling of a board in which each piece is given by its cells."""
        return Tiling(board, self._placements(pieces))

    def _placements(self, pieces: Iterable[Shape]) -> Iterator[Placement]:
        for piece in pieces:
            region = Region(piece)
            number, orientation = self._orientations[_shape(region)]
            yield Placement(number, self.tiles[number], orientation, region)


def _shape(region: Region) -> Shape:
    return _normal((x, y) for x, y in region)


def _normal(cells: Iterable[tuple[int, int]]) -> Shape:
    listed = list(cells)
    left, top = min(x for x, _ in listed), min(y for _, y in listed)
    moved = ((x - left, y - top) for x, y in listed)
    return tuple(sorted(moved, key=lambda cell: (cell[1], cell[0])))
