"""Cubes cut into 24 tetrahedra each: by the planes through the center and two edges or diagonals.

Each tetrahedron has the center of a cube, the center of a face, and an edge of that face.  Pieces
of rhombic dodecahedra, diagonal burrs and many dissected cubes are made of them.

Cubes have the side 5, and their centers are the points of multiples of 5.  The cell next to the
face in direction x and the edge in direction y is 2 steps along x and 1 step along y away from the
center, so there are 24 cells: (0, +-1, +-2) in any order.  Two cells in neighboring cubes that
share a face differ by 1.  BurrTools counts from the corner of a cube, so its voxels are greater by
2; the places in a text are its voxels.
"""

from __future__ import annotations

from itertools import permutations, product
from typing import ClassVar

from combien._base.records import dataclass
from combien.geometry._cell import Cell
from combien.geometry._solids import Face, Solids, Spot, outward

__all__ = ["RHOMBIC_TETRAHEDRA", "RhombicTetrahedra"]

_SIDE = 5
_TO_CENTER = 2
_KINDS = {
    cell: number
    for number, cell in enumerate(
        sorted(
            {
                order
                for one, two in product((-1, 1), (-2, 2))
                for order in permutations((0, one, two))
            }
        )
    )
}


@dataclass(frozen=True, slots=True)
class RhombicTetrahedra(Solids):
    """The lattice of cubes cut into 24; a cell is a cube's center plus (0, +-1, +-2) in any order.

    >>> RHOMBIC_TETRAHEDRA.neighbors((0, 1, 2))
    ((0, 1, 3), (0, 2, 1), (-1, 0, 2), (1, 0, 2))
    >>> len(list(RHOMBIC_TETRAHEDRA.box((1, 1, 1)))), RHOMBIC_TETRAHEDRA.has((0, 0, 2))
    (24, False)
    """

    _STEPS: ClassVar = ((_SIDE, 0, 0), (0, _SIDE, 0), (0, 0, _SIDE))
    _UNIT: ClassVar = tuple(_KINDS)

    @property
    def name(self) -> str:
        """The name for messages."""
        return "rhombic tetrahedra"

    def has(self, cell: Cell) -> bool:
        """Return whether the cell is 0, 1 and 2 away from the center of a cube, in any order."""
        return len(cell) == 3 and _inside(cell) in _KINDS

    def kind(self, cell: Cell) -> int:
        """Return the number of the cell in its cube."""
        return _KINDS[_inside(cell)]

    def home(self, low: Cell) -> Cell:
        """Return the translation that moves the lower corner into the cube at the origin."""
        return tuple(-_SIDE * ((least + _TO_CENTER) // _SIDE) for least in low)

    def neighbors(self, cell: Cell) -> tuple[Cell, ...]:
        """Return the cell in the next cube, the one around the edge, and two in the same face."""
        inside = _inside(cell)
        face, edge, along = _axes(inside)
        center = tuple(map(int.__sub__, cell, inside))
        far, near = inside[face] // 2, inside[edge]
        vectors = [[0, 0, 0] for _ in range(4)]
        vectors[0][face], vectors[0][edge] = 3 * far, near
        vectors[1][edge], vectors[1][face] = 2 * near, far
        vectors[2][face], vectors[2][along] = 2 * far, -1
        vectors[3][face], vectors[3][along] = 2 * far, 1
        return tuple(tuple(map(int.__add__, center, vector)) for vector in vectors)

    def place(self, cell: Cell) -> Cell:
        """Return the voxel: counted from the corner of a cube."""
        return tuple(number + _TO_CENTER for number in cell)

    def at(self, place: Cell) -> Cell | None:
        """Return the cell at a voxel, or None: 24 of 125 voxels are cells."""
        cell = tuple(number - _TO_CENTER for number in place)
        return cell if self.has(cell) else None

    def faces(self, cell: Cell) -> tuple[Face, ...]:
        """Return the four triangles of a cell; a cube has the edge 1.

        >>> len(RHOMBIC_TETRAHEDRA.faces((0, 1, 2)))
        4
        """
        inside = _inside(cell)
        face, edge, along = _axes(inside)
        far, near = inside[face] / 4, inside[edge] / 2
        vectors = [[0.0] * 3 for _ in range(4)]
        for vector in vectors[1:]:
            vector[face] = far
        for vector, sign in zip(vectors[2:], (-0.5, 0.5), strict=True):
            vector[edge], vector[along] = near, sign
        spots: list[Spot] = []
        for vector in vectors:
            x, y, z = ((a - b) / _SIDE + c for a, b, c in zip(cell, inside, vector, strict=True))
            spots.append((x, y, z))
        return tuple(outward([spot for spot in spots if spot != left], left) for left in spots)


def _inside(cell: Cell) -> Cell:
    """Return the vector from the center of the cell's cube."""
    return tuple((number + _TO_CENTER) % _SIDE - _TO_CENTER for number in cell)


def _axes(inside: Cell) -> tuple[int, int, int]:
    """Return the axis towards the face, the one towards the edge, and the one along it."""
    sizes = list(map(abs, inside))
    return sizes.index(2), sizes.index(1), sizes.index(0)


RHOMBIC_TETRAHEDRA = RhombicTetrahedra()
