"""Pieces on the plate of a printer: turned to a good side, side by side in rows.

A piece is turned so that as little as possible overhangs, then so that it is low, and then so that
it stands on as much as possible: most pieces print without supports.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import sqrt

from combien.printing._mesh import Mesh
from combien.printing._polyhedra import Spot, cross, dot

__all__ = ["laid_down", "laid_out", "moved"]

_GAP = 5.0
# Faces that look down more steeply than 45 degrees need a support.
_STEEP = 0.75
_TURNS: tuple[Callable[[Spot], Spot], ...] = (
    lambda s: s,
    lambda s: (s[0], -s[1], -s[2]),
    lambda s: (s[0], -s[2], s[1]),
    lambda s: (s[0], s[2], -s[1]),
    lambda s: (s[2], s[1], -s[0]),
    lambda s: (-s[2], s[1], s[0]),
)


def laid_down(mesh: Mesh, plain: Mesh) -> Mesh:
    """Return a mesh turned to its best side, with its least coordinates at 0.

    `plain` is the same piece without bevels and voids, which would count as overhangs.
    """
    best = min(_TURNS, key=lambda turn: _cost(_turned(plain, turn)))
    laid = _turned(mesh, best)
    low, _ = laid.box
    return moved(laid, (-low[0], -low[1], -low[2]))


def laid_out(meshes: Sequence[Mesh]) -> list[Mesh]:
    """Return meshes side by side in rows, 5 mm apart, in a shape that is about square."""
    sizes = []
    for mesh in meshes:
        low, high = mesh.box
        sizes.append((high[0] - low[0], high[1] - low[1]))
    room = sum((wide + _GAP) * (deep + _GAP) for wide, deep in sizes)
    width = max(sqrt(room) * 1.05, *(wide for wide, _ in sizes), 0.0)
    placed = []
    x = y = depth = 0.0
    for mesh, (wide, deep) in zip(meshes, sizes, strict=True):
        if x and x + wide > width:
            x, y, depth = 0.0, y + depth + _GAP, 0.0
        low, _ = mesh.box
        placed.append(moved(mesh, (x - low[0] + _GAP, y - low[1] + _GAP, -low[2])))
        x, depth = x + wide + _GAP, max(depth, deep)
    return placed


def _turned(mesh: Mesh, turn: Callable[[Spot], Spot]) -> Mesh:
    return Mesh(tuple(turn(spot) for spot in mesh.vertices), mesh.triangles)


def moved(mesh: Mesh, by: Spot) -> Mesh:
    """Return a mesh moved by a vector."""
    x, y, z = by
    return Mesh(tuple((a + x, b + y, c + z) for a, b, c in mesh.vertices), mesh.triangles)


def _cost(mesh: Mesh) -> tuple[float, float, float]:
    """Return the area that overhangs, the height, and minus the area on the plate."""
    low, high = mesh.box
    hanging = standing = 0.0
    for triangle in mesh.triangles:
        a, b, c = (mesh.vertices[at] for at in triangle)
        across = cross(
            (b[0] - a[0], b[1] - a[1], b[2] - a[2]), (c[0] - a[0], c[1] - a[1], c[2] - a[2])
        )
        area = sqrt(dot(across, across)) / 2
        if across[2] < -2 * area * _STEEP:
            if max(a[2], b[2], c[2]) < low[2] + 1e-6:
                standing += area
            else:
                hanging += area
    return round(hanging, 4), round(high[2] - low[2], 4), -round(standing, 4)
