"""A packing: placements that do not overlap, and the cells that stay empty; with their paint."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from combien.drawing.picture import Picture
from combien.errors import BadTiling
from combien.geometry.cell import Cell
from combien.geometry.region import Region
from combien.tilings.draw import drawn, written
from combien.tilings.paint import Look
from combien.tilings.placement import Placement

__all__ = ["Packing"]


class Packing:
    """Placements on a board that do not overlap, and the cells that stay empty.

    >>> from combien.tilings.tile import Tile
    >>> board, bar = Region.box(3, 1), Tile("**", times="any")
    >>> packing = Packing(board, [Placement(0, bar, 0, Region.box(2, 1))])
    >>> print(packing, list(packing.holes))
    aa. [(2, 0)]

    `looks` has for each placement of a painted tile how its paint lies, by the first cell.
    Errors: `BadTiling` when a cell is covered twice, or is not of the board.
    """

    __slots__ = ("_board", "_holes", "_looks", "_placements")

    def __init__(
        self,
        board: Region,
        placements: Iterable[Placement],
        looks: Mapping[Cell, Look] | None = None,
    ) -> None:
        covered: set[Cell] = set()
        given = sorted(placements, key=lambda placement: placement.region.cells[0])
        for placement in given:
            for cell in placement.region:
                if cell in covered:
                    raise BadTiling(f"no packing: cell {cell} is covered twice")
                if cell not in board:
                    raise BadTiling(f"no packing: cell {cell} is covered and not of the board")
                covered.add(cell)
        at = {placement.region.cells[0]: placement for placement in given}
        self._board = board
        self._placements = tuple(at[cell] for cell in board if cell in at)
        self._holes = Region(
            (cell for cell in board if cell not in covered),
            dimension=board.dimension,
            lattice=board.lattice,
        )
        self._looks = dict(looks or {})

    @property
    def board(self) -> Region:
        """What is packed."""
        return self._board

    @property
    def placements(self) -> tuple[Placement, ...]:
        """The tiles laid down, in reading order of their first cells."""
        return self._placements

    @property
    def holes(self) -> Region:
        """The cells that stay empty."""
        return self._holes

    @property
    def looks(self) -> Mapping[Cell, Look]:
        """How the paint of painted tiles lies, by the first cell of their placement."""
        return dict(self._looks)

    def picture(self, *, title: str = "") -> Picture:
        """The packing as a picture: a patch for each placement; holes are empty places."""
        return drawn(self._board, self._parts(), title=title)

    def _parts(self) -> list[tuple[Region, int | None, str]]:
        parts: list[tuple[Region, int | None, str]] = [
            (placement.region, placement.number, placement.tile.name)
            for placement in self._placements
        ]
        if self._holes:
            parts.append((self._holes, None, ""))
        return parts

    def _key(self) -> tuple[object, ...]:
        return self._board, self._placements, frozenset(self._looks.items())

    def __eq__(self, other: object) -> bool:
        return self._key() == other._key() if isinstance(other, Packing) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._key())

    def __len__(self) -> int:
        return len(self._placements)

    def __str__(self) -> str:
        return written(self._board, self._parts()) if self._board.dimension <= 3 else repr(self)

    def __repr__(self) -> str:
        return f"<Packing: {len(self)} placements and {len(self._holes)} holes>"

    def _repr_mimebundle_(
        self, include: Iterable[str] | None = None, exclude: Iterable[str] | None = None
    ) -> Mapping[str, Any]:
        """What a notebook shows."""
        return self.picture()._repr_mimebundle_(include, exclude)
