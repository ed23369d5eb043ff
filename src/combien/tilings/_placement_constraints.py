"""Forced and forbidden placements.

A placement is identified by the number of its tile and the region that it covers.  Placements that
overlap a forced one are excluded.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from combien._base.checks import check_list
from combien.errors import BadTiling
from combien.geometry._cell import Cell
from combien.geometry._region import Region
from combien.tilings._arrangement import Arrangement
from combien.tilings._placement import Placement, is_translation
from combien.tilings._tiling import TilingProblem

NumberedRegion = tuple[int, Region]
GivenPlacements = Iterable[Placement | NumberedRegion] | Arrangement


class PlacementConstraints:
    """Forced and forbidden placements of a tiling problem.

    >>> from combien.tilings import Tile, TilingProblem
    >>> line = TilingProblem("****", [Tile("**", times="any")])
    >>> constraints = PlacementConstraints(line, forced=[(0, Region.box(2, 1))])
    >>> constraints.allow(0, ((1, 0), (2, 0))), constraints.allow(0, ((2, 0), (3, 0)))
    (False, True)

    Raises `BadTiling` for an unknown tile, an invalid region, and forced placements that overlap
    or are forbidden.
    """

    __slots__ = ("_at", "_forbidden", "forbidden", "forced")

    def __init__(
        self, base: TilingProblem, *, forced: GivenPlacements = (), forbidden: GivenPlacements = ()
    ) -> None:
        self.forced = _read(base, forced, "forced")
        self.forbidden = _read(base, forbidden, "forbidden")
        self._forbidden = {(number, frozenset(region)) for number, region in self.forbidden}
        self._at: dict[Cell, tuple[int, frozenset[Cell]]] = {}
        for number, region in self.forced:
            placed = number, frozenset(region)
            if placed in self._forbidden:
                raise BadTiling(
                    f"tile {number} at {region.cells[0]} is both forced and forbidden: drop one"
                )
            for cell in region:
                if cell in self._at:
                    raise BadTiling(
                        f"two forced placements cover cell {cell}: tile {self._at[cell][0]} and "
                        f"tile {number}; keep one of them"
                    )
                self._at[cell] = placed

    def allow(self, number: int, cells: Sequence[Cell]) -> bool:
        """Return whether a tile may cover these cells."""
        if self._forbidden and (number, frozenset(cells)) in self._forbidden:
            return False
        under = {self._at[cell] for cell in cells if cell in self._at}
        return not under or under == {(number, frozenset(cells))}

    def is_free(self, cell: Cell) -> bool:
        """Return whether no forced placement covers a cell."""
        return cell not in self._at


def _read(
    base: TilingProblem, placements: GivenPlacements, what: str
) -> tuple[NumberedRegion, ...]:
    """Return the placements as pairs of a tile's number and a region."""
    if isinstance(placements, Arrangement):
        placements = placements.placements
    if isinstance(placements, (Placement, Region, str)) or not isinstance(placements, Iterable):
        raise BadTiling(
            f"{what} placements are a list, not a value of type {type(placements).__name__}: write "
            "[(tile number, region)]"
        )
    found = []
    for place, given in enumerate(check_list(what, placements, error=BadTiling)):
        placed = (given.number, given.region) if isinstance(given, Placement) else given
        match placed:
            case (int(number), Region() as region) if 0 <= number < len(base.tiles):
                pass
            case (int(number), Region()):
                raise BadTiling(
                    f"{what} placement {place} is of tile {number}, and there are "
                    f"{len(base.tiles)} tiles, counted from 0"
                )
            case _:
                raise BadTiling(
                    f"{what} placement {place} is not a Placement, nor a pair of a tile's number "
                    "and a Region"
                )
        same = region.dimension == base.board.dimension and region.lattice == base.board.lattice
        if not same or not region <= base.board:
            raise BadTiling(
                f"{what} placement {place} (tile {number}) is not on the board: its cells must be "
                "cells of the board"
            )
        if not any(is_translation(region, turned) for turned in base.tiles[number].orientations):
            raise BadTiling(
                f"{what} placement {place}: tile {number} cannot lie like this; "
                "the region must be one of its orientations, shifted"
            )
        found.append((number, region))
    return tuple(found)
