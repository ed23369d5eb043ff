"""Lattices of tetrahedra: cubes cut into 24 of them, and space cut into tetrahedra and octahedra.

Each tetrahedron has the center of a cube, the center of a face, and an edge of that face.  Pieces
of rhombic dodecahedra, diagonal burrs and many dissected cubes are made of them.

Cubes have the side 5, and their centers are the points of multiples of 5.  The cell next to the
face in direction x and the edge in direction y is 2 steps along x and 1 step along y away from the
center, so there are 24 cells: (0, +-1, +-2) in any order.  Two cells in neighboring cubes that
share a face differ by 1.  BurrTools counts from the corner of a cube, so its voxels are greater by
2; the places in text are its voxels.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import permutations, product
from math import sqrt
from typing import ClassVar

from combien.geometry._cell import Cell
from combien.geometry._solids import Face, Solids, Spot, outward

_RHOMBIC_SIDE = 5
_TO_CENTER = 2
_RHOMBIC_KINDS = {
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

    _STEPS: ClassVar = ((_RHOMBIC_SIDE, 0, 0), (0, _RHOMBIC_SIDE, 0), (0, 0, _RHOMBIC_SIDE))
    _UNIT: ClassVar = tuple(_RHOMBIC_KINDS)

    @property
    def name(self) -> str:
        """The name for messages."""
        return "rhombic tetrahedra"

    def has(self, cell: Cell) -> bool:
        """Return whether the cell is 0, 1 and 2 away from the center of a cube, in any order."""
        return len(cell) == 3 and _inside(cell) in _RHOMBIC_KINDS

    def kind(self, cell: Cell) -> int:
        """Return the number of the cell in its cube."""
        return _RHOMBIC_KINDS[_inside(cell)]

    def home(self, low: Cell) -> Cell:
        """Return the translation that moves the lower corner into the cube at the origin."""
        return tuple(-_RHOMBIC_SIDE * ((least + _TO_CENTER) // _RHOMBIC_SIDE) for least in low)

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
            x, y, z = (
                (a - b) / _RHOMBIC_SIDE + c for a, b, c in zip(cell, inside, vector, strict=True)
            )
            spots.append((x, y, z))
        return tuple(outward([spot for spot in spots if spot != left], left) for left in spots)


def _inside(cell: Cell) -> Cell:
    """Return the vector from the center of the cell's cube."""
    return tuple((number + _TO_CENTER) % _RHOMBIC_SIDE - _TO_CENTER for number in cell)


def _axes(inside: Cell) -> tuple[int, int, int]:
    """Return the axis towards the face, the one towards the edge, and the one along it."""
    sizes = list(map(abs, inside))
    return sizes.index(2), sizes.index(1), sizes.index(0)


RHOMBIC_TETRAHEDRA = RhombicTetrahedra()


# Tetrahedra and octahedra -------------------------------------------------------------------------

# Regular tetrahedra and octahedra that fill space; the octahedra are cut into eighths.
#
# Space is divided into cubes of side 6.  In each cube, four corners are the vertices of a regular
# tetrahedron; the other four are cut off, each an eighth of an octahedron around that corner.  The
# corners that are centers of octahedra are the multiples of 6 whose quotients have an even sum.
#
# The cell of a tetrahedron is the center of its cube, three odd multiples of 3.  The eighths around
# a center have its coordinates plus or minus 1.  So the origin is the center of an octahedron,
# about which all 48 symmetries of the cube are symmetries of the lattice.  BurrTools has voxels of
# side 2, with the one at (1, 1, 1) in the middle of a cube; its octahedra are around the corners
# whose quotients have an odd sum.  The places in text are its voxels.


_OCTET_SIDE = 6
_MIDDLE = 3
_SIGNS = tuple(product((-1, 1), repeat=3))
_OCTET_KINDS = {signs: number for number, signs in enumerate(_SIGNS)}
# The side of a cube, if the edge of the tetrahedra and octahedra is 1.
_CUBE = 1 / sqrt(2)


@dataclass(frozen=True, slots=True)
class TetrahedraOctahedra(Solids):
    """The lattice of tetrahedra and eighths of octahedra.

    >>> TETRAHEDRA_OCTAHEDRA.neighbors((1, 1, 1))
    ((-1, 1, 1), (1, -1, 1), (1, 1, -1), (3, 3, 3))
    >>> TETRAHEDRA_OCTAHEDRA.neighbors((3, 3, 3))
    ((1, 1, 1), (1, 5, 5), (5, 1, 5), (5, 5, 1))
    >>> len(list(TETRAHEDRA_OCTAHEDRA.box((1, 1, 1))))
    10

    A box consists of octahedra, each with the two tetrahedra above and below it.
    """

    _STEPS: ClassVar = (
        (_OCTET_SIDE, _OCTET_SIDE, 0),
        (_OCTET_SIDE, 0, _OCTET_SIDE),
        (0, _OCTET_SIDE, _OCTET_SIDE),
    )
    _UNIT: ClassVar = (*_SIGNS, (-3, -3, -3), (3, 3, 3))

    @property
    def name(self) -> str:
        """The name for messages."""
        return "tetrahedra and octahedra"

    def has(self, cell: Cell) -> bool:
        """Return whether this is the middle of a cube, or beside the center of an octahedron."""
        if len(cell) != 3:
            return False
        if all(number % _OCTET_SIDE == _MIDDLE for number in cell):
            return True
        return _eighth(cell) in _OCTET_KINDS and sum(map(_nearest, cell)) % 2 == 0

    def kind(self, cell: Cell) -> int:
        """Return 0 to 7 for the eighths of an octahedron, 8 and 9 for the two tetrahedra."""
        if cell[0] % _MIDDLE == 0:
            return 8 + sum(number // _OCTET_SIDE for number in cell) % 2
        return _OCTET_KINDS[_eighth(cell)]

    def home(self, low: Cell) -> Cell:
        """Return the translation of the lower corner into a box at the origin."""
        x, y, z = ((number + _MIDDLE) // _OCTET_SIDE for number in low)
        return _OCTET_SIDE * ((x + y + z) % 2 - x), -_OCTET_SIDE * y, -_OCTET_SIDE * z

    def neighbors(self, cell: Cell) -> tuple[Cell, ...]:
        """Return the four cells that share a triangle with this one."""
        x, y, z = cell
        if x % _MIDDLE == 0:
            steps = (tuple(2 * sign for sign in signs) for signs in _SIGNS)
            beside = ((x + a, y + b, z + c) for a, b, c in steps)
            return tuple(other for other in beside if self.has(other))
        a, b, c = _eighth(cell)
        return (
            (x - 2 * a, y, z),
            (x, y - 2 * b, z),
            (x, y, z - 2 * c),
            (x + 2 * a, y + 2 * b, z + 2 * c),
        )

    def place(self, cell: Cell) -> Cell:
        """Return the voxel."""
        x, y, z = cell
        return (x + 5) // 2, (y - 1) // 2, (z - 1) // 2

    def at(self, place: Cell) -> Cell | None:
        """Return the cell at a voxel, or None: 5 of 27 voxels are cells."""
        x, y, z = place
        cell = 2 * x - 5, 2 * y + 1, 2 * z + 1
        return cell if self.has(cell) else None

    def faces(self, cell: Cell) -> tuple[Face, ...]:
        """Return the four triangles of a cell; the tetrahedra have the edge 1.

        >>> len(TETRAHEDRA_OCTAHEDRA.faces((3, 3, 3)))
        4
        """
        if cell[0] % _MIDDLE == 0:
            corners = [
                tuple((n + _MIDDLE * s) // _OCTET_SIDE for n, s in zip(cell, signs, strict=True))
                for signs in _SIGNS
            ]
            corners = [corner for corner in corners if sum(corner) % 2]
        else:
            center = tuple(map(_nearest, cell))
            corners = [center]
            for axis, sign in enumerate(_eighth(cell)):
                corners.append((*center[:axis], center[axis] + sign, *center[axis + 1 :]))
        spots: list[Spot] = [(x * _CUBE, y * _CUBE, z * _CUBE) for x, y, z in corners]
        return tuple(outward([spot for spot in spots if spot != left], left) for left in spots)


def _nearest(number: int) -> int:
    """Return the quotient of the nearest multiple of the side."""
    return (number + _MIDDLE) // _OCTET_SIDE


def _eighth(cell: Cell) -> Cell:
    """Return the vector from the nearest corner of the cubes."""
    return tuple(number - _OCTET_SIDE * _nearest(number) for number in cell)


TETRAHEDRA_OCTAHEDRA = TetrahedraOctahedra()
