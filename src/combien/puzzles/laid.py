"""What the solution of a packing puzzle means: what lies where on a board of squares.

Packings of squares and hooks, and dominoes, read their solutions as one of these, so that text,
drawing and JSON stand once.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from combien.drawing.picture import Picture

__all__ = ["Laid", "Thing"]

Cell = tuple[int, int]


@dataclass(frozen=True, slots=True, order=True)
class Thing:
    """One thing that lies on the board: the cells (x, y) that it covers, y up, and its name."""

    cells: tuple[Cell, ...]
    name: str
    colour: int = 0

    @classmethod
    def square(cls, x: int, y: int, side: int) -> Thing:
        """A square with its lower left corner there.

        >>> Thing.square(1, 0, 2).cells
        ((1, 0), (1, 1), (2, 0), (2, 1))
        """
        cells = ((u, v) for u in range(x, x + side) for v in range(y, y + side))
        return cls(tuple(cells), str(side), side)


@dataclass(frozen=True, slots=True)
class Laid:
    """Things on a board, in the order of their first cells.

    >>> print(Laid((Thing.square(0, 0, 2), Thing.square(2, 0, 1), Thing.square(2, 1, 1))))
    aac
    aab
    """

    things: tuple[Thing, ...]

    def picture(self, *, title: str = "") -> Picture:
        """A patch for each thing, in the colour of its kind, with its name."""
        groups = ((thing.cells, thing.colour, thing.name) for thing in self.things)
        return Picture.of_cells(groups, title=title)

    def plain(self) -> list[dict[str, object]]:
        """The things, each with its name and its cells."""
        return [
            {"name": thing.name, "cells": [list(cell) for cell in thing.cells]}
            for thing in self.things
        ]

    def covers(self, cells: Iterable[tuple[int, ...]]) -> bool:
        """Whether these cells are covered once each, and no others."""
        return sorted(cell for thing in self.things for cell in thing.cells) == sorted(cells)

    def __str__(self) -> str:
        groups = ((thing.cells, thing.colour, "") for thing in self.things)
        return Picture.of_cells(groups).ascii()
