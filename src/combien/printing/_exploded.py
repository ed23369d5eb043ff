"""Exploded views: pieces moved apart until none hides another one.

The pieces are placed one by one, from the middle outwards.  Each moves along one of the directions
of the lattice, preferably away from the middle, by the least distance at which its projection (or
its box) is clear of all that are placed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import inf

from combien.printing._polyhedra import Spot, dot

__all__ = ["clear_of", "explode"]

Point = tuple[float, float]
# Convex polygons, or boxes as pairs of corners.
Shape = Sequence[Sequence[Point]]
_STEP, _MOST_STEPS = 0.25, 400
# How much longer a move against the outward direction seems than one along it.
_AGAINST = 1.5


def explode(
    middles: Sequence[Spot],
    directions: Sequence[Spot],
    clear: Callable[[int, Spot, Sequence[tuple[int, Spot]]], bool],
) -> list[Spot]:
    """Return a displacement for each piece; `clear` is whether a piece is clear of placed ones."""
    count = len(middles)
    center = tuple(sum(middle[axis] for middle in middles) / count for axis in range(3))
    outward = [(m[0] - center[0], m[1] - center[1], m[2] - center[2]) for m in middles]
    placed: list[tuple[int, Spot]] = []
    order = sorted(range(count), key=lambda piece: (dot(outward[piece], outward[piece]), piece))
    for piece in order:
        best, found = inf, (0.0, 0.0, 0.0)
        for way in directions:
            length = dot(outward[piece], outward[piece]) ** 0.5
            along = dot(way, outward[piece]) / length if length > 1e-9 else 0.0
            weight = 1 + _AGAINST * (1 - along) / 2
            for steps in range(_MOST_STEPS):
                far = steps * _STEP
                if far * weight >= best:
                    break
                moved = way[0] * far, way[1] * far, way[2] * far
                if clear(piece, moved, placed):
                    best, found = far * weight, moved
                    break
        placed.append((piece, found))
    return [moved for _, moved in sorted(placed)]


def clear_of(one: Shape, other: Shape, gap: float) -> bool:
    """Return whether two sets of convex polygons are at least a gap apart.

    >>> square = [[(0, 0), (1, 0), (1, 1), (0, 1)]]
    >>> beside = [[(2, 0), (3, 0), (3, 1), (2, 1)]]
    >>> clear_of(square, beside, 0.5), clear_of(square, beside, 1.5)
    (True, False)
    """
    return all(_separate(a, b, gap) for a in one for b in other)


def _separate(a: Sequence[Point], b: Sequence[Point], gap: float) -> bool:
    """Return whether a line along an edge of one of the polygons separates them."""
    for nx, ny in (*_normals(a), *_normals(b)):
        ones = [x * nx + y * ny for x, y in a]
        others = [x * nx + y * ny for x, y in b]
        # The gap is less a little, for positions that are sums of steps.
        if max(min(others) - max(ones), min(ones) - max(others)) >= gap - 1e-6:
            return True
    return False


def _normals(polygon: Sequence[Point]) -> Iterator[Point]:
    for at, (x, y) in enumerate(polygon):
        px, py = polygon[at - 1]
        length = ((x - px) ** 2 + (y - py) ** 2) ** 0.5
        if length > 1e-9:
            yield (y - py) / length, (px - x) / length
