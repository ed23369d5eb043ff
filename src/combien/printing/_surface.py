"""Cells as convex polyhedra (cubes, prisms, plates for cells of the plane), and their surface.

The rest of this package only needs the faces of each cell: a surface consists of the faces that
only one cell of a piece has.  So a lattice in space whose cells are polyhedra can be printed if it
has a method `faces(cell)`, which returns what `faces` returns here, and if its cells meet face to
face.  Boards that wrap around cannot be printed.

The edges of a surface are paired through the material: starting at a face, one turns around the
edge through the cells until one comes out again.  So cells that share only an edge are kept apart
there.  The corners around a vertex, in the order of these pairs, form loops.  A vertex of the
surface is a loop and not a point, because two parts of a piece may meet in a point.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import fsum

from combien.errors import BadPicture
from combien.geometry._cell import Cell
from combien.geometry._lattice import SQUARE, Lattice, Point
from combien.geometry._prisms import Prisms
from combien.geometry._region import Region

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


# Half-edges: the number of a face, and the place in it of the corner where the half-edge begins.
Half = tuple[int, int]
# The corners around a vertex, counter-clockwise from outside, each as the half-edge that leaves it.
Loop = tuple[Half, ...]

_SAME = 1e-6
# Corners that are computed in different cells are equal to this many decimals.
_DECIMALS = 6


@dataclass(frozen=True, slots=True)
class Surface:
    """Polygons by numbers of spots, with their normals and the pairs of their half-edges."""

    spots: tuple[Spot, ...]
    faces: tuple[tuple[int, ...], ...]
    normals: tuple[Spot, ...]
    twins: dict[Half, Half]

    def loops(self) -> Iterator[Loop]:
        """Yield the corners around each vertex."""
        seen: set[Half] = set()
        for number, face in enumerate(self.faces):
            for at in range(len(face)):
                loop: list[Half] = []
                half = number, at
                while half not in seen:
                    seen.add(half)
                    loop.append(half)
                    half = self.twins[half[0], (half[1] - 1) % len(self.faces[half[0]])]
                if loop:
                    yield tuple(loop)

    def direction(self, half: Half) -> Spot:
        """Return the vector of a half-edge."""
        face = self.faces[half[0]]
        a, b = self.spots[face[half[1]]], self.spots[face[(half[1] + 1) % len(face)]]
        return b[0] - a[0], b[1] - a[1], b[2] - a[2]

    def bend(self, half: Half) -> int:
        """Return 1 at a convex edge, -1 at a reflex edge, 0 between two faces in one plane."""
        one, other = self.normals[half[0]], self.normals[self.twins[half][0]]
        if dot(one, other) > 1 - _SAME:
            return 0
        return 1 if dot(cross(one, other), self.direction(half)) > 0 else -1

    def arcs(self, loop: Loop) -> list[list[Half]]:
        """Divide a loop into runs of corners in one plane; each starts behind a bent edge."""
        starts = [at for at, half in enumerate(loop) if self.bend(half)]
        if not starts:
            return [list(loop)]
        ends = [*starts[1:], starts[0] + len(loop)]
        return [
            [loop[place % len(loop)] for place in range(start, end)]
            for start, end in zip(starts, ends, strict=True)
        ]


def surface_of(cells: Sequence[Sequence[Face]]) -> Surface:
    """Return the surface of cells that meet face to face.

    >>> from combien.geometry import SQUARE
    >>> from combien.printing._surface import faces
    >>> surface = surface_of([faces((0, 0, 0), SQUARE), faces((1, 0, 0), SQUARE)])
    >>> len(surface.faces), len(list(surface.loops()))
    (10, 12)
    """
    numbers: dict[Spot, int] = {}
    spots: list[Spot] = []
    polygons: list[list[tuple[int, ...]]] = []
    for cell in cells:
        mine = []
        for face in cell:
            numbered = []
            for spot in face:
                x, y, z = (round(value, _DECIMALS) + 0.0 for value in spot)
                if (x, y, z) not in numbers:
                    numbers[x, y, z] = len(spots)
                    spots.append(spot)
                numbered.append(numbers[x, y, z])
            mine.append(tuple(numbered))
        polygons.append(mine)
    # Where each face is, and the two faces of a cell at each of its edges.
    owners: dict[frozenset[int], list[tuple[int, int]]] = {}
    at_edge: dict[tuple[int, int, int], tuple[int, int]] = {}
    for cell_number, mine in enumerate(polygons):
        for face_number, corners in enumerate(mine):
            owners.setdefault(frozenset(corners), []).append((cell_number, face_number))
            for place, corner in enumerate(corners):
                after = corners[(place + 1) % len(corners)]
                at_edge[cell_number, corner, after] = face_number, place
    outer: dict[tuple[int, int], int] = {}
    for places in owners.values():
        if len(places) == 1:
            outer[places[0]] = 0
    kept = sorted(outer)
    outer = {place: number for number, place in enumerate(kept)}
    twins: dict[Half, Half] = {}
    for (cell_number, face_number), number in outer.items():
        corners = polygons[cell_number][face_number]
        for place, corner in enumerate(corners):
            after = corners[(place + 1) % len(corners)]
            inside = cell_number
            while True:
                turned, at = at_edge[inside, after, corner]
                if (inside, turned) in outer:
                    twins[number, place] = outer[inside, turned], at
                    break
                shared = owners[frozenset(polygons[inside][turned])]
                inside = next(owner for owner, _ in shared if owner != inside)
    boundary = [polygons[cell_number][face_number] for cell_number, face_number in kept]
    normals = [normal([spots[corner] for corner in face]) for face in boundary]
    return Surface(tuple(spots), tuple(boundary), tuple(normals), twins)


def inradius(cells: Sequence[Sequence[Face]]) -> float:
    """Return the least distance from the center of a cell to one of its faces.

    >>> from combien.geometry import SQUARE
    >>> from combien.printing._surface import faces
    >>> inradius([faces((3, 0, 0), SQUARE)])
    0.5
    """
    least = float("inf")
    for cell in cells:
        spots = {spot for face in cell for spot in face}
        x, y, z = (sum(spot[axis] for spot in spots) / len(spots) for axis in range(3))
        for face in cell:
            a = face[0]
            least = min(least, dot(normal(face), (a[0] - x, a[1] - y, a[2] - z)))
    return least
