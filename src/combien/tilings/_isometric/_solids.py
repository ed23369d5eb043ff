"""Draw spheres and tetrahedra in isometric projection, the farthest first.

The cells of these lattices are the points of space that are nearest to one of their integer points.
So, seen from any direction, a cell can only hide cells whose points are farther away: painting in
this order needs no further test.  A polyhedron shows its faces that are turned to the viewer and
not covered by a neighbor; a sphere is a disk.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, pi, sin, sqrt

from combien.drawing._content import Patch, Polygon
from combien.drawing._picture import Picture
from combien.geometry._cell import Cell
from combien.geometry._solids import SPHERES, Face, Solids, Spot
from combien.tilings._arrangement import Arrangement

__all__ = ["isometric_solids"]

_COLORS = 12
_ACROSS, _UP = sqrt(3) / 2, 0.5
# Lengths in the picture are sqrt(3/2) of those of an orthogonal projection.
_RADIUS = sqrt(3 / 2) / 2
_SIDES = 24
_DISK = tuple(
    (_RADIUS * cos(2 * pi * side / _SIDES), _RADIUS * sin(2 * pi * side / _SIDES))
    for side in range(_SIDES)
)


def isometric_solids(tiling: Arrangement, lattice: Solids, title: str) -> Picture:
    """Return the view of a tiling of spheres or tetrahedra from above and the front.

    >>> from combien.geometry import Region
    >>> from combien.tilings import Placement, Tile, Tiling
    >>> pair = Region([(0, 0, 0), (1, 1, 0)], lattice=SPHERES)
    >>> isometric_solids(Tiling(pair, [Placement(0, Tile(pair), 0, pair)]), SPHERES, "")
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
        x, y = _seen((cell[0] / sqrt(2), cell[1] / sqrt(2), cell[2] / sqrt(2)))
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
            yield tuple(map(_seen, face)), brightest[1]


def _seen(spot: Spot) -> tuple[float, float]:
    x, y, z = spot
    return (x + y) * _ACROSS, (y - x) * _UP + z


def _normal(face: Face) -> Spot:
    a, b, c = face[:3]
    u, v = ([q - p for p, q in zip(a, spot, strict=True)] for spot in (b, c))
    return u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]


def _rounded(spot: Spot) -> tuple[int, ...]:
    return tuple(round(part * 10_000) for part in spot)
