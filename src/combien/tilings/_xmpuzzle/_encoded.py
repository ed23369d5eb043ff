"""Assemblies as text, the inverse of `_assemblies`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate

from combien.geometry._cell import Cell
from combien.geometry._region import Region
from combien.tilings._placement import Placement
from combien.tilings._xmpuzzle._grids import Grid

__all__ = ["Written", "encoded"]

_MOST_NUMBERS = 48


class Written:
    """A region as it is written: translated, with its hot spot at the voxel (0, 0, 0).

    >>> from combien.tilings._xmpuzzle._grids import GRIDS
    >>> Written(GRIDS[0], Region([(5, 5, 5)]), (-5, -5, -5)).cells
    frozenset({(0, 0, 0)})
    """

    def __init__(self, grid: Grid, region: Region, vector: Cell) -> None:
        self.grid = grid
        self.vector = vector
        self.cells = frozenset(self.moved(region))

    def moved(self, region: Iterable[Cell]) -> Iterator[Cell]:
        """Yield the cells of a region of the same board, as they are written."""
        for cell in region:
            solid = cell if self.grid.lattice.axes else (*cell, 0)[:3]
            yield tuple(map(int.__add__, solid, self.vector))


def encoded(
    board: Written,
    tiles: Sequence[tuple[Written, int]],
    placements: Iterable[Placement],
) -> tuple[str, dict[int, tuple[int, Cell]]] | None:
    """Return an assembly as text; None if a piece of spheres is turned to its mirror image.

    `tiles` are the pieces as they are written, each with its greatest number of copies.  Also
    return the number of the copy, and its voxel, for each placement.
    """
    laid: list[list[str]] = [[] for _ in tiles]
    copies = [0, *accumulate(most for _, most in tiles)]
    places: dict[int, tuple[int, Cell]] = {}
    for place, placement in enumerate(placements):
        tile, _ = tiles[placement.number]
        found = _turned(tile, frozenset(board.moved(placement.region)))
        if found is None:
            return None
        places[place] = copies[placement.number] + len(laid[placement.number]), found[:3]
        laid[placement.number].append(" ".join(map(str, found)))
    for texts, (_, most) in zip(laid, tiles, strict=True):
        texts += ["x"] * (most - len(texts))
    return " ".join(text for texts in laid for text in texts), places


def _turned(tile: Written, goal: frozenset[Cell]) -> tuple[int, ...] | None:
    """Return the position and the number of a rotation that moves a piece to its goal."""
    grid, lattice, low = tile.grid, tile.grid.lattice, tuple(map(min, zip(*goal, strict=True)))
    for number in range(_MOST_NUMBERS):
        symmetry = grid.symmetry(number)
        if symmetry is None:
            break
        image = [symmetry(cell) for cell in tile.cells]
        least = tuple(map(min, zip(*image, strict=True)))
        vector = tuple(map(int.__sub__, low, least))
        moved = [tuple(map(int.__add__, cell, vector)) for cell in image]
        # Not every vector between cells is a translation of the lattice.
        same = lattice.kind(moved[0]) == lattice.kind(image[0]) if lattice.has(moved[0]) else False
        if same and set(moved) == goal:
            hot = tuple(map(int.__add__, symmetry(grid.point((0, 0, 0))), vector))
            return *grid.voxel(hot), number
    return None
