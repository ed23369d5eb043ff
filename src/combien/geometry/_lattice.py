"""The `Lattice` protocol: adjacency, drawing and symmetries of cells; and the square lattice.

A cell is a tuple of whole numbers, and a region is only a set of them; whatever depends on how the
cells lie together is asked of a lattice.  Two agreements keep everything else free of lattices:

    a translation adds the same numbers to all cells;
    a symmetry that keeps the origin is a signed permutation of the axes (see `symmetry`).

So a lattice chooses its coordinates such that this is true: hexagons and triangles take three.
This file has the protocol and the default lattice: unit squares, cubes
and their like in any dimension, with x to the right, y *up* and z towards the reader.  Reading
goes as on a page: layer after layer (z = 0 first), the top line first, each line from the left.
`docs/lattices.md` has a lattice of one's own as a template.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import product
from operator import itemgetter
from typing import Protocol

from combien.errors import BadRegion
from combien.geometry._cell import Cell
from combien.geometry._symmetry import Group, Symmetry

__all__ = ["SQUARE", "Lattice", "Point", "SquareLattice", "check_lattice"]

Point = tuple[float, float]


class Lattice(Protocol):
    """The protocol of lattices: adjacency, drawing and motions of cells."""

    def __hash__(self) -> int:
        """Return a hash consistent with equality."""

    @property
    def name(self) -> str:
        """The name for messages, such as `hexagons`."""

    @property
    def axes(self) -> int | None:
        """The number of coordinates of a cell; None for lattices of any dimension."""

    @property
    def directions(self) -> int | None:
        """The number of lengths that `box` takes, 2 in the plane; None for one per coordinate."""

    @property
    def cover(self) -> Lattice:
        """The lattice of the tiles: itself, unless the board wraps around (see `wrapped`)."""

    def has(self, cell: Cell) -> bool:
        """Return whether this is a cell of the lattice."""

    def kind(self, cell: Cell) -> int:
        """Cells of the same kind, and only these, are translates of each other."""

    def home(self, low: Cell) -> Cell:
        """Return the translation of a region with these least coordinates to its home position."""

    def along(self, cell: Cell, axis: int, length: int) -> Cell:
        """Return the cell `length` steps away in a direction of `box`."""

    def box(self, size: Sequence[int]) -> Iterable[Cell]:
        """Return the cells of the box (or parallelogram) of this size."""

    def neighbors(self, cell: Cell) -> tuple[Cell, ...]:
        """Return the cells that share a side with this one."""

    def rotations(self, dimension: int) -> Group:
        """Return the rotations that fix the origin and preserve the lattice."""

    def all(self, dimension: int) -> Group:
        """Return the rotations and the reflections."""

    def keeps(self, symmetry: Symmetry) -> bool:
        """Whether this symmetry takes the lattice to itself."""

    def corners(self, cell: Cell) -> tuple[Point, ...]:
        """Return the corners to draw, counter-clockwise, for a cell of the plane."""

    def place(self, cell: Cell) -> Cell:
        """Where it stands in a text: how far to the right, on which line (up), in which layer."""

    def at(self, place: Cell) -> Cell | None:
        """Return the cell that stands there in a text, if one can."""

    def in_reading_order(self, cells: Iterable[Cell]) -> list[Cell]:
        """Return these cells as one reads their drawing."""


@dataclass(frozen=True, slots=True)
class SquareLattice:
    """Unit squares, cubes and their like: Z^n, for any n.

    >>> SQUARE.neighbors((0, 0))
    ((-1, 0), (1, 0), (0, -1), (0, 1))
    """

    @property
    def name(self) -> str:
        """What to call it."""
        return "squares"

    @property
    def axes(self) -> None:
        """It is there in any dimension."""
        return

    @property
    def directions(self) -> None:
        """One for each coordinate."""
        return

    @property
    def cover(self) -> SquareLattice:
        """Itself, as it does not wrap."""
        return self

    def has(self, cell: Cell) -> bool:
        """Always: every tuple is a cell."""
        return True

    def kind(self, cell: Cell) -> int:
        """Always 0: every cell can be shifted to every other one."""
        return 0

    def home(self, low: Cell) -> Cell:
        """Return the translation that puts these least coordinates at the origin."""
        return tuple(-least for least in low)

    def along(self, cell: Cell, axis: int, length: int) -> Cell:
        """Return the cell `length` steps further along an axis, counted from 0."""
        return *cell[:axis], cell[axis] + length, *cell[axis + 1 :]

    def box(self, size: Sequence[int]) -> Iterable[Cell]:
        """Return the cells of a box with its lower corner at the origin."""
        return product(*map(range, size))

    def neighbors(self, cell: Cell) -> tuple[Cell, ...]:
        """Return the 2n cells that share a side with this one, axis by axis, the lower one first."""
        return tuple(self.along(cell, axis, step) for axis in range(len(cell)) for step in (-1, 1))

    def rotations(self, dimension: int) -> Group:
        """4 in the plane, 24 in space; see `Group.rotations`."""
        return Group.rotations(dimension)

    def all(self, dimension: int) -> Group:
        """8 in the plane, 48 in space; see `Group.all`."""
        return Group.all(dimension)

    def keeps(self, symmetry: Symmetry) -> bool:
        """Always."""
        return True

    def corners(self, cell: Cell) -> tuple[Point, ...]:
        """Return the four corners of a unit square whose lower left one is the cell itself.

        >>> SQUARE.corners((2, 0))
        ((2.0, 0.0), (3.0, 0.0), (3.0, 1.0), (2.0, 1.0))

        Raises `BadRegion` for a cell that is not of the plane.
        """
        x, y = map(float, self.place(cell))
        return (x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)

    def place(self, cell: Cell) -> tuple[int, int]:
        """Return the cell itself.  Raises `BadRegion` for a cell that is not of the plane."""
        if len(cell) != 2:
            raise BadRegion(f"a cell of dimension {len(cell)} is no square: lay it in the plane")
        return cell[0], cell[1]

    def at(self, place: Cell) -> Cell:
        """Return the place itself."""
        return place

    def in_reading_order(self, cells: Iterable[Cell]) -> list[Cell]:
        """Return these cells, all of one dimension, as one reads their drawing.

        >>> SQUARE.in_reading_order([(0, 0), (1, 1), (0, 1)])
        [(0, 1), (1, 1), (0, 0)]

        Cost: a stable sort an axis, 0.3 s on 1000 x 1000; one sort by a made-up key takes 1.8 s.
        """
        ordered = list(cells)
        for axis in range(len(ordered[0]) if ordered else 0):
            ordered.sort(key=itemgetter(axis), reverse=axis == 1)
        return ordered


SQUARE = SquareLattice()


def check_lattice(lattice: object) -> None:
    """Refuses what is no lattice.

    >>> check_lattice("hexagons")
    Traceback (most recent call last):
    ...
    combien.errors.BadRegion: a lattice is a value such as HEXAGONS, not of type str
    """
    # Regions are made by the million, nearly all of them of squares.
    if lattice is not SQUARE and not (hasattr(lattice, "cover") and hasattr(lattice, "directions")):
        raise BadRegion(
            f"a lattice is a value such as HEXAGONS, not of type {type(lattice).__name__}"
        )
