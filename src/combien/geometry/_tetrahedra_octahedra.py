"""Regular tetrahedra and octahedra that fill space; the octahedra are cut into eighths.

Space is divided into cubes of side 6.  In each cube, four corners are the vertices of a regular
tetrahedron; the other four are cut off, each an eighth of an octahedron around that corner.  The
corners that are centers of octahedra are the multiples of 6 whose quotients have an even sum.

The cell of a tetrahedron is the center of its cube, three odd multiples of 3.  The eighths around a
center have its coordinates plus or minus 1.  So the origin is the center of an octahedron, about
which all 48 symmetries of the cube are symmetries of the lattice.  BurrTools has voxels of side 2,
with the one at (1, 1, 1) in the middle of a cube; its octahedra are around the corners whose
quotients have an odd sum.  The places in a text are its voxels.
"""

from __future__ import annotations

from itertools import product
from math import sqrt
from typing import ClassVar

from combien._base.records import dataclass
from combien.geometry._cell import Cell
from combien.geometry._solids import Face, Solids, Spot, outward

__all__ = ["TETRAHEDRA_OCTAHEDRA", "TetrahedraOctahedra"]

_SIDE = 6
_MIDDLE = 3
_SIGNS = tuple(product((-1, 1), repeat=3))
_KINDS = {signs: number for number, signs in enumerate(_SIGNS)}
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

    _STEPS: ClassVar = ((_SIDE, _SIDE, 0), (_SIDE, 0, _SIDE), (0, _SIDE, _SIDE))
    _UNIT: ClassVar = (*_SIGNS, (-3, -3, -3), (3, 3, 3))

    @property
    def name(self) -> str:
        """The name for messages."""
        return "tetrahedra and octahedra"

    def has(self, cell: Cell) -> bool:
        """Return whether this is the middle of a cube, or beside the center of an octahedron."""
        if len(cell) != 3:
            return False
        if all(number % _SIDE == _MIDDLE for number in cell):
            return True
        return _eighth(cell) in _KINDS and sum(map(_nearest, cell)) % 2 == 0

    def kind(self, cell: Cell) -> int:
        """Return 0 to 7 for the eighths of an octahedron, 8 and 9 for the two tetrahedra."""
        if cell[0] % _MIDDLE == 0:
            return 8 + sum(number // _SIDE for number in cell) % 2
        return _KINDS[_eighth(cell)]

    def home(self, low: Cell) -> Cell:
        """Return the translation of the lower corner into a box at the origin."""
        x, y, z = ((number + _MIDDLE) // _SIDE for number in low)
        return _SIDE * ((x + y + z) % 2 - x), -_SIDE * y, -_SIDE * z

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
                tuple((n + _MIDDLE * s) // _SIDE for n, s in zip(cell, signs, strict=True))
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
    return (number + _MIDDLE) // _SIDE


def _eighth(cell: Cell) -> Cell:
    """Return the vector from the nearest corner of the cubes."""
    return tuple(number - _SIDE * _nearest(number) for number in cell)


TETRAHEDRA_OCTAHEDRA = TetrahedraOctahedra()
