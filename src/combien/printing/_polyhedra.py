"""The cells of a lattice as convex polyhedra: cubes, prisms, and plates for cells of the plane.

The rest of this package only needs the faces of each cell: a surface consists of the faces that
only one cell of a piece has.  So a lattice in space whose cells are polyhedra can be printed if it
has a method `faces(cell)`, which returns what `faces` returns here, and if its cells meet face to
face.  Boards that wrap around cannot be printed.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import fsum

from combien.errors import BadPicture
from combien.geometry._cell import Cell
from combien.geometry._lattice import SQUARE, Lattice, Point
from combien.geometry._prisms import Prisms
from combien.geometry._region import Region

__all__ = ["Face", "Spot", "center", "cross", "dot", "faces", "is_flat", "normal", "require_solid"]

Spot = tuple[float, float, float]
# The corners of a face, counter-clockwise as seen from outside.
Face = tuple[Spot, ...]


def faces(cell: Cell, lattice: Lattice, *, height: float = 1.0) -> tuple[Face, ...]:
    """Return the faces of a cell; `height` is the height of a plate for a cell of the plane.

    >>> from combien.geometry import HEXAGONS
    >>> len(faces((0, 0, 0), SQUARE)), len(faces((0, 0, 0), HEXAGONS))
    (6, 8)

    The unit is the cell: the edge of a cube, the side of a triangle, the width of a hexagon.
    """
    own = getattr(lattice, "faces", None)
    if own is not None:
        return tuple(own(cell))
    if isinstance(lattice, Prisms):
        return _prism(lattice.flat.corners(cell[:-1]), cell[-1], cell[-1] + 1)
    if lattice == SQUARE and len(cell) == 3:
        return _prism(SQUARE.corners(cell[:2]), cell[2], cell[2] + 1)
    if lattice == SQUARE and len(cell) == 1:
        return _prism(SQUARE.corners((cell[0], 0)), 0.0, height)
    return _prism(lattice.corners(cell), 0.0, height)


def _prism(base: Sequence[Point], low: float, high: float) -> tuple[Face, ...]:
    bottom = tuple((x, y, float(low)) for x, y in reversed(base))
    top = tuple((x, y, float(high)) for x, y in base)
    sides = []
    for at, (x, y) in enumerate(base):
        a, b = base[at - 1]
        sides.append(((a, b, float(low)), (x, y, float(low)), (x, y, float(high)), top[at - 1]))
    return bottom, *sides, top


def is_flat(lattice: Lattice, dimension: int) -> bool:
    """Return whether the cells are in the plane, or on a line, so that pieces are plates.

    >>> is_flat(SQUARE, 2), is_flat(SQUARE, 3)
    (True, False)
    """
    if hasattr(lattice, "faces") or isinstance(lattice, Prisms):
        return False
    return dimension < 3 if lattice == SQUARE else lattice.directions == 2


def require_solid(region: Region) -> None:
    """Raise `BadPicture` unless the cells of a region can be printed."""
    lattice = region.lattice
    if lattice.cover != lattice:
        raise BadPicture(f"a piece of {lattice.name} cannot be printed: take an unwrapped board")
    if lattice == SQUARE and region.dimension > 3:
        raise BadPicture(f"a piece of dimension {region.dimension} cannot be printed, only up to 3")


def center(cell: Cell, lattice: Lattice) -> Spot:
    """Return the mean of the corners of a cell.

    >>> center((0, 0, 0), SQUARE)
    (0.5, 0.5, 0.5)
    """
    spots = sorted({spot for face in faces(cell, lattice) for spot in face})
    x, y, z = (fsum(spot[axis] for spot in spots) / len(spots) for axis in range(3))
    return x, y, z


def dot(a: Spot, b: Spot) -> float:
    """Return the scalar product."""
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def cross(a: Spot, b: Spot) -> Spot:
    """Return the vector product."""
    return (
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    )


def normal(face: Sequence[Spot]) -> Spot:
    """Return the outward unit normal of a plane polygon, by Newell's method.

    >>> normal(((0, 0, 0), (1, 0, 0), (0, 1, 0)))
    (0.0, 0.0, 1.0)
    """
    x = y = z = 0.0
    for at, b in enumerate(face):
        a = face[at - 1]
        x += (a[1] - b[1]) * (a[2] + b[2])
        y += (a[2] - b[2]) * (a[0] + b[0])
        z += (a[0] - b[0]) * (a[1] + b[1])
    length = (x * x + y * y + z * z) ** 0.5 or 1.0
    return x / length, y / length, z / length
