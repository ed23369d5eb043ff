"""What the lattices in space that are cut from cubes have in common; and spheres, one of them.

Each has the symmetries of the cube, 24 rotations and 24 reflections, about a point that is not
always the center of a cell.  With this point as the origin of a cubic coordinate system they are
signed permutations of three axes, as for cubes; only some triples of numbers are cells, and only
some vectors are translations.  So a lattice is given by the vectors of three steps, the cells of
one unit, and its cells' neighbors.  The places of cells in a text and the voxels of BurrTools are
the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import product
from math import sqrt
from typing import ClassVar, Self

from combien.errors import BadRegion
from combien.geometry._cell import Cell
from combien.geometry._lattice import SQUARE, Point
from combien.geometry._symmetry import Group, Symmetry

Spot = tuple[float, float, float]
# The corners of a face, counter-clockwise as seen from outside.
Face = tuple[Spot, ...]


class Solids:
    """The methods that these lattices share.

    >>> lattice = Solids()
    >>> len(lattice.rotations(3)), len(lattice.all(3)), lattice.directions
    (24, 48, 3)
    """

    __slots__ = ()

    # The vectors of a step in each direction of a box, and the cells of a box of 1 x 1 x 1.
    _STEPS: ClassVar[tuple[Cell, Cell, Cell]] = ((1, 0, 0), (0, 1, 0), (0, 0, 1))
    _UNIT: ClassVar[tuple[Cell, ...]] = ((0, 0, 0),)

    @property
    def axes(self) -> int:
        """3: the cubic coordinates."""
        return 3

    @property
    def directions(self) -> int:
        """3: the lattice is in space."""
        return 3

    @property
    def cover(self) -> Self:
        """The lattice itself, as it does not wrap around."""
        return self

    def has(self, cell: Cell) -> bool:
        """Return whether this is a cell of the lattice."""
        raise BadRegion("a lattice of solids has its own cells")

    def kind(self, cell: Cell) -> int:
        """Return the kind of a cell: two cells are translates of each other if kinds are equal."""
        raise BadRegion("a lattice of solids has its own kinds of cells")

    def neighbors(self, cell: Cell) -> tuple[Cell, ...]:
        """Return the cells that touch this one in a face."""
        raise BadRegion("a lattice of solids has its own neighbors")

    def faces(self, cell: Cell) -> tuple[Face, ...]:
        """Return the faces of a cell, with their corners counter-clockwise from outside."""
        raise BadRegion("a lattice of solids has its own faces")

    def along(self, cell: Cell, axis: int, length: int) -> Cell:
        """Return the cell `length` steps away in a direction of `box`."""
        return _sum(cell, tuple(length * part for part in self._STEPS[axis]))

    def box(self, size: Sequence[int]) -> Iterable[Cell]:
        """Return a parallelepiped of this number of units in each direction."""
        for numbers in product(*map(range, size)):
            corner: Cell = (0, 0, 0)
            for axis, number in enumerate(numbers):
                corner = self.along(corner, axis, number)
            yield from (_sum(corner, cell) for cell in self._UNIT)

    def rotations(self, dimension: int) -> Group:
        """Return the 24 rotations of the cube."""
        return Group.rotations(3)

    def all(self, dimension: int) -> Group:
        """Return the 48 symmetries of the cube."""
        return Group.all(3)

    def keeps(self, symmetry: Symmetry) -> bool:
        """Return whether this is a symmetry of space."""
        return symmetry.dimension == 3

    def corners(self, cell: Cell) -> tuple[Point, ...]:
        """Raise `BadRegion`, as a solid has no polygon; layers are drawn one by one."""
        raise BadRegion("cells in space have no polygon: layers are drawn, one by one")

    def place(self, cell: Cell) -> Cell:
        """Return the place in text: column, line, layer."""
        return cell

    def in_reading_order(self, cells: Iterable[Cell]) -> list[Cell]:
        """Return the cells layer by layer, the lowest first, each as a page is read."""
        return SQUARE.in_reading_order(cells)


def outward(face: Sequence[Spot], center: Spot) -> Face:
    """Return a face with its corners counter-clockwise as seen from outside.

    >>> outward([(0, 0, 0), (1, 0, 0), (0, 1, 0)], (0, 0, 1))
    ((0, 1, 0), (1, 0, 0), (0, 0, 0))
    """
    a, b, c = face[:3]
    u, v, w = (tuple(p - q for p, q in zip(spot, a, strict=True)) for spot in (b, c, center))
    volume = (
        w[0] * (u[1] * v[2] - u[2] * v[1])
        + w[1] * (u[2] * v[0] - u[0] * v[2])
        + w[2] * (u[0] * v[1] - u[1] * v[0])
    )
    return tuple(face) if volume < 0 else tuple(reversed(face))


def _sum(cell: Cell, vector: Sequence[int]) -> Cell:
    return tuple(map(int.__add__, cell, vector))


# Spheres ------------------------------------------------------------------------------------------

# Spheres in the densest packing, each of which touches twelve: the face-centered cubic lattice.
#
# A cell is (x, y, z) with an even sum, the center of a sphere of diameter sqrt(2); neighbors are
# the spheres that it touches.  The layers z = 0, 1, ...  are square arrays; triangular layers are
# those of equal x + y + z.  The coordinates are BurrTools'.
#
# A piece whose centers are in one plane is its own mirror image in that plane, so that it can be
# rotated to any of its 48 images, although not always by a rotation of the lattice: a triangular
# layer can be rotated by 60 degrees.  `is_flat` finds such pieces.


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
