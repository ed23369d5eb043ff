"""Draw a solid tiling in isometric projection, seen from above and the front.

Seen along a diagonal, a cube is a hexagon: its three visible faces are rhombi, and each rhombus is
two triangles of a triangular lattice, which is the same for all cubes.  So hidden surfaces need no
sorting: each triangle of the lattice shows the nearest face.  Each connected visible part of a
placement in one plane is one patch: there are lines between placements and at the edges of a
placement, and none between its cubes.

z goes up, x to the right and towards the viewer, y to the right and away from the viewer.  Tops are
lighter and right sides darker than fronts.

Spheres and tetrahedra are drawn the farthest first.  The cells of these lattices are the points of
space that are nearest to one of their integer points.  So, seen from any direction, a cell can only
hide cells whose points are farther away: painting in this order needs no further test.  A
polyhedron shows its faces that are turned to the viewer and not covered by a neighbor; a sphere is
a disk.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import cos, pi, sin, sqrt
from typing import NamedTuple, cast

from combien.drawing._content import Patch, Polygon
from combien.drawing._picture import Picture
from combien.errors import BadPicture
from combien.geometry._cell import Cell
from combien.geometry._lattice import SQUARE
from combien.geometry._solids import SPHERES, Face, Solids, Spot
from combien.tilings._arrangement import Arrangement

Point = tuple[int, int]
Rhombus = tuple[Cell, Cell, Cell, Cell]


class Triangle(NamedTuple):
    """Half of a face: its corners, and the face."""

    corners: tuple[Cell, Cell, Cell]
    face: Rhombus

    def edges(self) -> Iterator[tuple[Cell, Cell]]:
        """Yield the edges, each from its lesser end."""
        for at in range(3):
            a, b = self.corners[at - 1], self.corners[at]
            yield (a, b) if a < b else (b, a)


# The corners of each visible face of the cube at the origin, counter-clockwise in the picture; the
# shorter diagonal of the rhombus joins the first and the third.
_TOP = ((1, 0, 1), (1, 1, 1), (0, 1, 1), (0, 0, 1))
_FRONT = ((0, 0, 0), (1, 0, 0), (1, 0, 1), (0, 0, 1))
_RIGHT = ((1, 1, 0), (1, 1, 1), (1, 0, 1), (1, 0, 0))
# The palette has twelve colors, then the same lighter, then the same darker.
_COLORS = 12
_FACES = ((_TOP, _COLORS), (_FRONT, 0), (_RIGHT, 2 * _COLORS))
_MOST_CELLS = 1_000_000
_MOST_APART = 100
_ACROSS, _UP = sqrt(3) / 2, 0.5


def isometric(tiling: Arrangement, *, apart: int = 0, title: str = "") -> Picture:
    """Return an isometric picture of a tiling of cubes, spheres or tetrahedra.

    >>> from combien.geometry import Region
    >>> from combien.tilings import Placement
    >>> from combien.tilings import Tile
    >>> from combien.tilings import Tiling
    >>> cube = Region.box(1, 1, 1)
    >>> isometric(Tiling(cube, [Placement(0, Tile(cube), 0, cube)]))
    <Picture: 3 patches, 3 cells>

    The edges of cubes have length 1; the polygons are the visible faces or halves of faces.
    `apart` separates the layers of cubes vertically, in edge lengths.
    The name of a tile is drawn on each of its patches.  Spheres and tetrahedra are patches of their
    own, the farthest first, and the nearest one of a piece has its name.
    Raises `BadPicture` for other boards, more than a million cells, or an `apart` that is not an
    integer from 0 to 100.  Cost: 20 microseconds per cell.
    """
    if not isinstance(tiling, Arrangement):
        raise BadPicture(f"a Tiling or Packing is drawn, not a value of {type(tiling).__name__}")
    board = tiling.board
    if type(apart) is not int or not 0 <= apart <= _MOST_APART:
        raise BadPicture(f"apart is a whole number of edges, 0 to {_MOST_APART}")
    if len(board) > _MOST_CELLS:
        raise BadPicture(f"more than {_MOST_CELLS} cells: draw a part of them")
    if isinstance(board.lattice, Solids):
        if apart:
            raise BadPicture(f"layers of {board.lattice.name} are not drawn apart, only of cubes")
        return _isometric_solids(tiling, board.lattice, title)
    if board.dimension != 3 or board.lattice.cover != SQUARE:
        raise BadPicture(
            "an isometric view is of cubes, spheres or tetrahedra, not of "
            f"{board.lattice.name} of dimension {board.dimension}: tiling.picture() draws the plane"
        )
    seen = _seen(tiling, apart)
    patches = []
    for number, placement in enumerate(tiling.placements):
        color = placement.number % _COLORS
        for _, shade in _FACES:
            for group in _together(seen.get((number, shade), [])):
                polygons = tuple(_polygons(group))
                patches.append(Patch(polygons, (), color + shade, placement.tile.name))
    return Picture(tuple(patches), title)


def _seen(tiling: Arrangement, apart: int) -> dict[tuple[int, int], list[Triangle]]:
    """Return the visible triangles, by placement and shade."""
    left, front, low = tiling.board.low
    nearest: dict[tuple[Point, ...], tuple[int, int, int, Triangle]] = {}
    for number, placement in enumerate(tiling.placements):
        for x, y, z in placement.region:
            base = x - left, y - front, (z - low) * (1 + apart)
            for corners, shade in _FACES:
                for triangle in _halves(corners, base):
                    place = tuple(sorted(map(_spot, triangle.corners)))
                    near = sum(a - b + c for a, b, c in triangle.corners)
                    if place not in nearest or near > nearest[place][0]:
                        nearest[place] = near, number, shade, triangle
    found: dict[tuple[int, int], list[Triangle]] = {}
    for _, number, shade, triangle in nearest.values():
        found.setdefault((number, shade), []).append(triangle)
    return found


def _together(triangles: Sequence[Triangle]) -> Iterator[list[Triangle]]:
    """Yield the components of the triangles of one direction, connected by edges in space."""
    beside: dict[tuple[Cell, Cell], list[int]] = {}
    for number, triangle in enumerate(triangles):
        for edge in triangle.edges():
            beside.setdefault(edge, []).append(number)
    left = dict.fromkeys(range(len(triangles)))
    for start in range(len(triangles)):
        if start not in left:
            continue
        del left[start]
        group = [start]
        for number in group:
            for edge in triangles[number].edges():
                for other in beside[edge]:
                    if other in left:
                        del left[other]
                        group.append(other)
        yield [triangles[number] for number in group]


def _polygons(group: Sequence[Triangle]) -> Iterator[Polygon]:
    """Yield a rhombus for each fully visible face, with room for a name, and other triangles."""
    halves: dict[Rhombus, list[Triangle]] = {}
    for triangle in group:
        halves.setdefault(triangle.face, []).append(triangle)
    for face, seen in halves.items():
        corners = face if len(seen) == 2 else seen[0].corners
        yield tuple((across * _ACROSS, up * _UP) for across, up in map(_spot, corners))


def _halves(corners: Rhombus, base: Cell) -> Iterator[Triangle]:
    x, y, z = base
    a, b, c, d = face = cast("Rhombus", tuple((i + x, j + y, k + z) for i, j, k in corners))
    yield Triangle((a, b, c), face)
    yield Triangle((a, c, d), face)


def _spot(corner: Cell) -> Point:
    """Return the position of a corner: across in triangle heights, up in half edges."""
    x, y, z = corner
    return x + y, y - x + 2 * z


# Spheres and tetrahedra ---------------------------------------------------------------------------

# Lengths in the picture are sqrt(3/2) of those of an orthogonal projection.
_RADIUS = sqrt(3 / 2) / 2
_SIDES = 24
_DISK = tuple(
    (_RADIUS * cos(2 * pi * side / _SIDES), _RADIUS * sin(2 * pi * side / _SIDES))
    for side in range(_SIDES)
)


def _isometric_solids(tiling: Arrangement, lattice: Solids, title: str) -> Picture:
    """Return the view of a tiling of spheres or tetrahedra from above and the front.

    >>> from combien.geometry import Region
    >>> from combien.tilings import Placement, Tile, Tiling
    >>> pair = Region([(0, 0, 0), (1, 1, 0)], lattice=SPHERES)
    >>> _isometric_solids(Tiling(pair, [Placement(0, Tile(pair), 0, pair)]), SPHERES, "")
    <Picture: 2 patches, 2 cells>
    """
    owner = {cell: number for number, laid in enumerate(tiling.placements) for cell in laid.region}
    patches: list[Patch] = []
    last: dict[int, int] = {}
    for cell in sorted(owner, key=lambda cell: (_nearness(cell), cell)):
        number = owner[cell]
        color = tiling.placements[number].number % _COLORS
        for polygon, shade in _shown(cell, lattice, owner):
            last[number] = len(patches)
            patches.append(Patch((polygon,), (), color + shade))
    # A name is written once, on the part of a piece that is nearest.
    for number, at in last.items():
        named = patches[at]
        label = tiling.placements[number].tile.name
        patches[at] = Patch(named.polygons, (), named.color, label)
    return Picture(tuple(patches), title)


def _nearness(cell: Cell) -> int:
    x, y, z = cell
    return x - y + z


def _shown(cell: Cell, lattice: Solids, owner: dict[Cell, int]) -> Iterator[tuple[Polygon, int]]:
    """Yield the polygons of a cell that can be seen, each with the shift of its color."""
    if lattice == SPHERES:
        x, y = _projected((cell[0] / sqrt(2), cell[1] / sqrt(2), cell[2] / sqrt(2)))
        yield tuple((x + across, y + up) for across, up in _DISK), 0
        return
    hidden = {
        frozenset(map(_rounded, face))
        for neighbor in lattice.neighbors(cell)
        if neighbor in owner
        for face in lattice.faces(neighbor)
    }
    for face in lattice.faces(cell):
        right, away, up = _normal(face)
        if right - away + up > 1e-9 and frozenset(map(_rounded, face)) not in hidden:
            # Tops are lighter, and sides to the right darker, as for cubes.
            brightest = max((up, _COLORS), (-away, 0), (right, 2 * _COLORS))
            yield tuple(map(_projected, face)), brightest[1]


def _projected(spot: Spot) -> tuple[float, float]:
    x, y, z = spot
    return (x + y) * _ACROSS, (y - x) * _UP + z


def _normal(face: Face) -> Spot:
    a, b, c = face[:3]
    u, v = ([q - p for p, q in zip(a, spot, strict=True)] for spot in (b, c))
    return u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]


def _rounded(spot: Spot) -> tuple[int, ...]:
    return tuple(round(part * 10_000) for part in spot)
