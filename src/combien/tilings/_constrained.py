"""What the models that constrain a tiling problem share: its board, tiles and name."""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, TypeVar

from combien.geometry._region import Region
from combien.tilings._tile import Tile

if TYPE_CHECKING:
    from combien.tilings._packing_problem import PackingProblem
    from combien.tilings._tiling import TilingProblem

__all__ = ["Constrained"]

Base = TypeVar("Base", bound="TilingProblem | PackingProblem")


class Constrained(Generic[Base]):
    """A model that adds constraints to another one, its base, on the same board."""

    __slots__ = ("_base",)

    _base: Base

    @property
    def base(self) -> Base:
        """The problem without the constraints."""
        return self._base

    @property
    def board(self) -> Region:
        """The board to cover or pack."""
        return self._base.board

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """The tiles, by number."""
        return self._base.tiles

    @property
    def name(self) -> str:
        """The name of the problem, or an empty string."""
        return self._base.name
