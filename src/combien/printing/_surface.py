"""The surface of a piece: polygons whose edges are paired through the material.

The surface consists of the faces that only one of the cells has.  Each of its edges is shared by
two faces that bound the same material: starting at a face, one turns around the edge through the
cells until one comes out again.  So cells that share only an edge are kept apart there.

The corners around a vertex, in the order of these pairs, form loops.  A vertex of the surface is a
loop and not a point, because two parts of a piece may meet in a point.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from combien._base.records import dataclass
from combien.printing._polyhedra import Face, Spot, cross, dot, normal

__all__ = ["Loop", "Surface", "inradius", "surface_of"]

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
    >>> from combien.printing._polyhedra import faces
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
    >>> from combien.printing._polyhedra import faces
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
