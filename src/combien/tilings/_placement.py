"""A placement of a tile, and the sequence of all placements of a problem.

The placements of a problem are its options.  There may be millions, of which a solution needs
few, so they are created on access: the option number determines the tile and the orientation,
and the items of the option determine the position.

`Slider` finds all translations of a region for which its cells are on the board.  This is done by
the core, on all lattices, since a translation adds the same vector to all cells; the dominoes of a
board of 1000 x 1000 take about 0.05 s.  On a board that wraps around, each cell is wrapped
separately, and duplicates are removed.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from math import prod
from operator import index as whole_index
from typing import cast, overload

from combien import _native
from combien._base.budget import SLICE_SECONDS
from combien._base.checks import as_int, short_repr
from combien.cover._problem import Problem
from combien.errors import BadTiling
from combien.geometry._cell import Cell
from combien.geometry._lattice import SQUARE, Lattice
from combien.geometry._region import Region
from combien.geometry._wrapped import Wrapped
from combien.tilings._tile import Tile

# The size of the cache: reading all 9356 pentomino tilings of 6 x 10 takes 0.3 s with it, and 2.0 s
# without.
_MOST_KEPT = 100_000
# Sliding a region over this many cells takes some milliseconds.
_SLICE_CELLS = 2**18


@dataclass(frozen=True)
class Placement:
    """A tile at a position on a board: its number, orientation and cells.

    >>> Placement(0, Tile("**"), 0, Region.box(2, 1).shift(3, 4))
    <Placement: tile 0, orientation 0, at (3, 4)>

    `number` and `orientation` count from 0 in the problem's tiles and in `tile.orientations`.
    Raises `BadTiling` if the region is not a translation of that orientation.
    """

    number: int
    tile: Tile
    orientation: int
    region: Region

    def __post_init__(self) -> None:
        if type(self.number) is not int or self.number < 0:
            raise BadTiling("the number of a tile is a whole number, counted from 0")
        if not isinstance(self.tile, Tile) or not isinstance(self.region, Region):
            raise BadTiling("a placement needs a Tile and the Region that it covers")
        turned = self.tile.orientations
        if type(self.orientation) is not int or not 0 <= self.orientation < len(turned):
            raise BadTiling(f"this tile has {len(turned)} orientations, counted from 0")
        if not is_translation(self.region, turned[self.orientation]):
            raise BadTiling(
                f"the region of a placement must be orientation {self.orientation} of its tile, "
                "shifted"
            )

    def __repr__(self) -> str:
        tile = self.tile.called(self.number)
        return f"<Placement: {tile}, orientation {self.orientation}, at {self.region.low}>"


class Placements(Sequence[Placement]):
    """The placements of a tiling problem by option number, created on access."""

    __slots__ = ("_empty", "_kept", "_problem", "_starts", "_tiles", "_turns")

    def __init__(
        self,
        problem: Problem,
        tiles: Sequence[Tile],
        turns: Sequence[tuple[int, int]],
        starts: Sequence[int],
        lattice: Lattice,
    ) -> None:
        """Create the sequence; `turns` are (tile, orientation), `starts` their first options."""
        dimension = tiles[0].region.dimension if tiles else lattice.axes or 1
        self._empty = Region(dimension=dimension, lattice=lattice)
        self._kept: dict[int, Placement] = {}
        self._problem = problem
        self._tiles = tiles
        self._turns = turns
        self._starts = starts

    def __len__(self) -> int:
        return self._problem.option_count

    def of_tile(self, number: int) -> range:
        """Return the options that place this tile; they are contiguous.

        >>> from combien import TilingProblem
        >>> TilingProblem("***", [Tile("*"), Tile("**")]).placements.of_tile(1)
        range(3, 5)
        """
        place = as_int(number)
        if place is None or not 0 <= place < len(self._tiles):
            raise BadTiling(
                f"there is no tile {short_repr(number)}: there are {len(self._tiles)}, from 0"
            )
        tiles = [tile for tile, _ in self._turns]
        bounds = [*self._starts, len(self)]
        return range(bounds[bisect_left(tiles, number)], bounds[bisect_right(tiles, number)])

    @overload
    def __getitem__(self, index: int) -> Placement: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Placement]: ...
    def __getitem__(self, index: int | slice) -> Placement | Sequence[Placement]:
        if isinstance(index, slice):
            return [self[option] for option in range(*index.indices(len(self)))]
        index, length = whole_index(index), len(self)
        if not -length <= index < length:
            raise IndexError(f"placement {index} of {length}")
        option = index % length
        placement = self._kept.get(option)
        if placement is None:
            placement = self._placement(option)
            if len(self._kept) < _MOST_KEPT:
                self._kept[option] = placement
        return placement

    def turn(self, option: int) -> tuple[int, int]:
        """Return the tile and orientation of an option, without creating its placement.

        >>> from combien import TilingProblem
        >>> bar = Tile("**", symmetries="all")
        >>> TilingProblem("**\\n**", [Tile("*"), bar]).placements.turn(7)
        (1, 1)
        """
        place = as_int(option)
        if place is None or not 0 <= place < len(self):
            raise BadTiling(
                f"there is no placement {short_repr(option)}: there are {len(self)}, from 0"
            )
        return self._turn(option)

    def _turn(self, option: int) -> tuple[int, int]:
        return self._turns[bisect_right(self._starts, option) - 1]

    def _placement(self, option: int) -> Placement:
        number, orientation = self._turn(option)
        tile = self._tiles[number]
        # The cells come first among the items of an option; an item of the tile may follow.
        names = self._problem.entries(option)[: len(tile)]
        # Not checked again: a tiling may have half a million.
        placement = object.__new__(Placement)
        vars(placement).update(
            number=number,
            tile=tile,
            orientation=orientation,
            region=self._empty._ordered(cast("tuple[Cell, ...]", names)),
        )
        return placement


def predicted(board: Region, region: Region) -> int:
    """Return an upper bound of the number of places, from the bounding boxes.

    >>> predicted(Region.box(8, 8), Region.box(2, 1))
    56
    """
    if isinstance(board.lattice, Wrapped):
        return len(board) * (2 if board.lattice.is_twisted else 1)
    rooms = (whole - part + 1 for whole, part in zip(board.size, region.size, strict=True))
    return min(len(board), prod(max(room, 0) for room in rooms))


def is_translation(region: Region, orientation: Region) -> bool:
    """Return whether a region is a translation of an orientation (wrapped, if the board is).

    >>> is_translation(Region.box(2, 1).shift(5, 5), Region.box(2, 1))
    True
    """
    if isinstance(region.lattice, Wrapped):
        return len(region) == len(orientation) and any(_wrapped(region, orientation))
    return region.at_origin() == orientation


class Slider:
    """A board with tables for sliding regions over it.

    >>> list(Slider(Region.box(2, 2)).places(Region.box(2, 1)))
    [((0, 1), (1, 1)), ((0, 0), (1, 0))]
    """

    __slots__ = ("_board", "_kinds", "_table")

    def __init__(self, board: Region) -> None:
        self._board = board
        self._table: _native.Board | None = None
        # The numbers of the kinds in the table: 0 if the cells are all of one kind.
        self._kinds: dict[int, int] = {}
        if isinstance(board.lattice, Wrapped):
            return
        numbers = array("i")
        if board.lattice is SQUARE:
            self._kinds[0] = 0
        else:
            for kind in map(board.lattice.kind, board):
                numbers.append(self._kinds.setdefault(kind, len(self._kinds)))
        several = numbers if len(self._kinds) > 1 else array("i")
        self._table = _native.Board(board.cells, board.dimension, several)

    def lay(self, orientations: Iterable[Region], last: int | None) -> Iterator[Iterator[bytes]]:
        """Yield for each orientation of a tile the numbers of the cells covered at each place.

        >>> [[list(part) for part in parts]
        ...  for parts in Slider(Region.box(2, 1)).lay([Region.box(1, 1)], 9)]
        [[[0, 0, 0, 0, 9, 0, 0, 0, 1, 0, 0, 0, 9, 0, 0, 0]]]

        Numbers have 32 bits, and `last`, if there is one, comes after those of each place.  They
        are in several parts if there are many.  Cells and places are in reading order; on a board
        that wraps around, places are in the order of the image of the first cell, and two
        orientations may cover the same cells, which is one place.
        """
        if self._table is not None:
            yield from (self._parts(self._table, region, last) for region in orientations)
            return
        numbers = {cell: number for number, cell in enumerate(self._board)}
        rest = () if last is None else (last,)
        seen: set[tuple[Cell, ...]] = set()
        for region in orientations:
            fresh = [cells for cells in self.places(region) if cells not in seen]
            seen.update(fresh)
            part = array("i")
            for cells in fresh:
                part.extend((*map(numbers.__getitem__, cells), *rest))
            yield iter([part.tobytes()])

    def places(self, region: Region) -> Iterator[tuple[Cell, ...]]:
        """Return the cells covered at each place, in the same order.

        Cost: for each cell of the board about 10 ns, and 50 per cell of each place; on a board that
        wraps around, 1 microsecond per cell.
        """
        if self._table is None:
            return iter(dict.fromkeys(_wrapped(self._board, region)))
        cells = self._board.cells
        parts = self._parts(self._table, region, None)
        covered = map(
            cells.__getitem__, chain.from_iterable(memoryview(p).cast("i") for p in parts)
        )
        return zip(*[covered] * len(region), strict=True)

    def _parts(self, table: _native.Board, region: Region, last: int | None) -> Iterator[bytes]:
        kind = self._kinds.get(self._board.lattice.kind(region.cells[0]), -1)
        tile, first = _native.BoardTile(table, region.cells, kind), 0
        while first < len(self._board):
            first, part = table.lay(tile, last, first, _SLICE_CELLS, SLICE_SECONDS)
            yield part


def _like(first: Cell, board: Region) -> Sequence[Cell]:
    """Return the cells of the board to which a translation can map this cell."""
    kind = board.lattice.kind
    wanted = kind(first)
    return [cell for cell in board if kind(cell) == wanted]


def _wrapped(board: Region, region: Region) -> Iterator[tuple[Cell, ...]]:
    """Yield the cells covered at each place on a board that wraps around."""
    lattice = cast("Wrapped", board.lattice)
    first = region.cells[0]
    for anchor in _like(first, board):
        for lift in lattice.lifts(anchor):
            vector = tuple(map(int.__sub__, lift, first))
            cells = {lattice.wrap(tuple(map(int.__add__, cell, vector))) for cell in region}
            if len(cells) == len(region) and all(cell in board for cell in cells):
                yield tuple(lattice.in_reading_order(cells))
