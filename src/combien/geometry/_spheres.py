"""Spheres in the densest packing, each of which touches twelve: the face-centered cubic lattice.

A cell is (x, y, z) with an even sum, the center of a sphere of diameter sqrt(2); neighbors are the
spheres that it touches.  The layers z = 0, 1, ... are square arrays; triangular layers are those of
equal x + y + z.  The coordinates are BurrTools'.

A piece whose centers are in one plane is its own mirror image in that plane, so that it can be
rotated to any of its 48 images, although not always by a rotation of the lattice: a triangular
layer can be rotated by 60 degrees.  `is_flat` finds such pieces.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product
from math import sqrt
from typing import ClassVar

from combien._base.records import dataclass
from combien.geometry._cell import Cell
from combien.geometry._solids import Face, Solids, Spot, outward

__all__ = ["SPHERES", "Spheres", "is_flat"]

_NEIGHBORS = tuple(vector for vector in product((-1, 0, 1), repeat=3) if sum(map(abs, vector)) == 2)
_UNIT_LENGTH = 1 / sqrt(2)


@dataclass(frozen=True, slots=True)
class Spheres(Solids):
    """The lattice of spheres; cells are three numbers with an even sum.

    >>> SPHERES.has((1, 0, 1)), SPHERES.has((1, 0, 0)), len(SPHERES.neighbors((0, 0, 0)))
    (True, False, 12)
    >>> from combien.geometry import fixed
    >>> [sum(1 for _ in fixed(n, lattice=SPHERES)) for n in range(1, 5)]
    [1, 6, 50, 475]
    """

    _STEPS: ClassVar = ((1, 1, 0), (1, 0, 1), (0, 1, 1))

    @property
    def name(self) -> str:
        """The name for messages."""
        return "spheres"

    def has(self, cell: Cell) -> bool:
        """Return whether there are three coordinates with an even sum."""
        return len(cell) == 3 and sum(cell) % 2 == 0

    def kind(self, cell: Cell) -> int:
        """Return 0: all spheres are translates of each other."""
        return 0

    def home(self, low: Cell) -> Cell:
        """Return the translation that makes the least coordinates 0, or the least x 1."""
        x, y, z = low
        return sum(low) % 2 - x, -y, -z

    def neighbors(self, cell: Cell) -> tuple[Cell, ...]:
        """Return the twelve spheres that this one touches."""
        x, y, z = cell
        return tuple((x + a, y + b, z + c) for a, b, c in _NEIGHBORS)

    def at(self, place: Cell) -> Cell | None:
        """Return the sphere at a place, or None if the sum is odd."""
        return place if self.has(place) else None

    def faces(self, cell: Cell) -> tuple[Face, ...]:
        """Return the faces of the rhombic dodecahedron around a sphere of diameter 1.

        >>> len(SPHERES.faces((0, 0, 0)))
        12

        These dodecahedra fill space, and touch in rhombi where spheres touch.
        """
        return tuple(_rhombus(cell, neighbor) for neighbor in _NEIGHBORS)


def is_flat(cells: Iterable[Cell]) -> bool:
    """Return whether the centers of these cells are in one plane.

    >>> is_flat([(0, 0, 0), (1, 1, 0), (2, 2, 0), (1, 2, 1)])
    True
    >>> is_flat([(0, 0, 0), (1, 1, 0), (1, 0, 1), (0, 1, 1)])
    False
    """
    first, *others = cells
    normal = None
    along = None
    for cell in others:
        step = tuple(map(int.__sub__, cell, first))
        if normal is not None:
            if sum(map(int.__mul__, normal, step)):
                return False
        elif along is None:
            along = step
        else:
            (a, b, c), (d, e, f) = along, step
            crossed = b * f - c * e, c * d - a * f, a * e - b * d
            normal = crossed if any(crossed) else None
    return True


def _rhombus(cell: Cell, neighbor: Cell) -> Face:
    """Return the face between two neighbors: two corners on the axes, two on the diagonals."""
    one, other = (axis for axis in range(3) if neighbor[axis])
    (third,) = {0, 1, 2} - {one, other}
    corners: list[list[float]] = []
    for axis, up in ((one, 0.5), (other, -0.5)):
        corner, diagonal = [0.0] * 3, [part / 2 for part in neighbor]
        corner[axis], diagonal[third] = neighbor[axis], up
        corners += [corner, diagonal]
    spots = [_spot(cell, corner) for corner in corners]
    return outward(spots, _spot(cell, [0.0] * 3))


def _spot(cell: Cell, vector: list[float]) -> Spot:
    x, y, z = ((a + b) * _UNIT_LENGTH for a, b in zip(cell, vector, strict=True))
    return x, y, z


SPHERES = Spheres()
