"""A packing: non-overlapping placements, their paint, and the empty cells."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from combien._wording import counted
from combien.errors import BadTiling
from combien.geometry._cell import Cell
from combien.geometry._region import Region
from combien.tilings._arrangement import Arrangement
from combien.tilings._draw import Part
from combien.tilings._paint import PlacedPaint
from combien.tilings._placement import Placement

__all__ = ["Packing"]


class Packing(Arrangement):
    """Non-overlapping placements on a board, and the empty cells.

    >>> from combien.tilings import Tile
    >>> board, bar = Region.box(3, 1), Tile("**", times="any")
    >>> packing = Packing(board, [Placement(0, bar, 0, Region.box(2, 1))])
    >>> print(packing, list(packing.holes))
    aa. [(2, 0)]

    `paint` maps the first cell of each painted placement to its `PlacedPaint`.
    Raises `BadTiling` if a cell is covered twice or is outside the board.
    """

    __slots__ = ("_holes", "_paint")

    _noun = "packing"

    def __init__(
        self,
        board: Region,
        placements: Iterable[Placement],
        paint: Mapping[Cell, PlacedPaint] | None = None,
    ) -> None:
        super().__init__(board, placements)
        self._holes = Region(self._bare, dimension=board.dimension, lattice=board.lattice)
        if paint is not None and not isinstance(paint, Mapping):
            raise BadTiling(f"paint: expected a dict, not a value of type {type(paint).__name__}")
        self._paint = dict(paint or {})

    @property
    def holes(self) -> Region:
        """The empty cells."""
        return self._holes

    @property
    def paint(self) -> Mapping[Cell, PlacedPaint]:
        """The `PlacedPaint` of each painted placement, by its first cell."""
        return dict(self._paint)

    def _parts(self) -> Iterator[Part]:
        yield from super()._parts()
        if self._holes:
            yield self._holes, None, ""

    def _key(self) -> tuple[object, ...]:
        return *super()._key(), frozenset(self._paint.items())

    def __repr__(self) -> str:
        holes = counted(len(self._holes), "hole")
        return f"<Packing: {counted(len(self), 'placement')} and {holes}>"
