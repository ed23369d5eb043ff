"""Which pieces hide others: the order to paint them in, and how far to move them apart.

A painter paints polygons from far to near.  A polygon's plane divides the others into those behind
it and those before it; a polygon on both sides is cut in two.  Whatever is on the viewer's side is
painted later.  So the order is always right, also for pieces that interlock in a circle, for which
no order of whole faces exists (Fuchs, Kedem and Naylor: On visible surface generation by a priori
tree structures, SIGGRAPH 1980).

In an exploded view no piece hides another one.  The pieces are placed one by one, from the middle
outwards.  Each moves along one of the directions of the lattice, preferably away from the middle,
by the least distance at which its projection (or its box) is clear of all that are placed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import floor, inf
from typing import NamedTuple

from combien.printing._surface import Spot, dot

_SMALL = 1e-6
_CANDIDATES = 6


class Painted(NamedTuple):
    """A convex polygon of a piece: its corners, its normal, which edges to draw, its piece."""

    corners: tuple[Spot, ...]
    normal: Spot
    drawn: tuple[bool, ...]
    piece: int


def back_to_front(polygons: Sequence[Painted], to_viewer: Spot) -> Iterator[Painted]:
    """Yield the polygons that face the viewer, cut where needed, from far to near."""
    facing = [one for one in polygons if dot(one.normal, to_viewer) > _SMALL]
    # Each entry is to be divided or, as a pair with True, to be painted.
    left: list[tuple[list[Painted], bool]] = [(facing, False)]
    while left:
        group, done = left.pop()
        if done or len(group) < 2:
            yield from group
            continue
        chosen = _divider(group)
        n, level = chosen.normal, dot(chosen.normal, chosen.corners[0])
        behind: list[Painted] = []
        level_with: list[Painted] = []
        before: list[Painted] = []
        for one in group:
            heights = [dot(n, corner) - level for corner in one.corners]
            if min(heights) > -_SMALL:
                (level_with if max(heights) < _SMALL else before).append(one)
            elif max(heights) < _SMALL:
                behind.append(one)
            else:
                behind.append(_part(one, heights, -1))
                before.append(_part(one, heights, 1))
        # All polygons face the viewer, so what is before a plane is nearer.
        left += [(before, False), (level_with, True), (behind, False)]


def _divider(group: Sequence[Painted]) -> Painted:
    """Return a polygon whose plane cuts few others, of some that are spread over the group."""
    step = max(1, len(group) // _CANDIDATES)
    return min(group[::step], key=lambda one: _cost(one, group))


def _cost(one: Painted, group: Sequence[Painted]) -> int:
    (a, b, c), level = one.normal, dot(one.normal, one.corners[0])
    behind = before = cut = 0
    for other in group:
        heights = [a * x + b * y + c * z - level for x, y, z in other.corners]
        low, high = min(heights) < -_SMALL, max(heights) > _SMALL
        cut += low and high
        behind += low
        before += high
    return 4 * cut + abs(behind - before)


def _part(one: Painted, heights: Sequence[float], side: int) -> Painted:
    """Return the part of a polygon on one side of a plane, given the heights of its corners."""
    corners: list[Spot] = []
    drawn: list[bool] = []
    for at, (corner, height) in enumerate(zip(one.corners, heights, strict=True)):
        after = (at + 1) % len(heights)
        mine, next_mine = height * side > -_SMALL, heights[after] * side > -_SMALL
        crosses = (height > _SMALL and heights[after] < -_SMALL) or (
            height < -_SMALL and heights[after] > _SMALL
        )
        if mine:
            corners.append(corner)
            drawn.append(one.drawn[at] and (next_mine or crosses))
        if crosses:
            share = height / (height - heights[after])
            end = one.corners[after]
            corners.append(
                (
                    corner[0] + share * (end[0] - corner[0]),
                    corner[1] + share * (end[1] - corner[1]),
                    corner[2] + share * (end[2] - corner[2]),
                )
            )
            # Leaving, the next edge is the cut; entering, it is the rest of this one.
            drawn.append(one.drawn[at] and not mine)
    return Painted(tuple(corners), one.normal, tuple(drawn), one.piece)


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


class Seen:
    """What is seen of polygons that were painted one after the other: the pieces on top.

    The plane is divided into squares of this side, and only the polygons that meet the square of a
    point are examined: a label asks for a hundred points of a hundred polygons.
    """

    def __init__(self, shown: Sequence[tuple[list[Point], int]], side: float) -> None:
        self._side = side
        self._squares: dict[tuple[int, int], list[tuple[list[Point], int]]] = {}
        for polygon, piece in reversed(shown):
            lows, highs = (
                [floor(end(spot[axis] for spot in polygon) / side + by) for axis in (0, 1)]
                for end, by in ((min, -_SMALL), (max, _SMALL))
            )
            for x in range(lows[0], highs[0] + 1):
                for y in range(lows[1], highs[1] + 1):
                    self._squares.setdefault((x, y), []).append((polygon, piece))

    def piece_at(self, spot: Point) -> int:
        """Return the piece that is seen at a point, or -1."""
        x, y = spot
        for polygon, piece in self._squares.get((floor(x / self._side), floor(y / self._side)), ()):
            ax, ay = polygon[-1]
            for bx, by in polygon:
                # Clockwise in numbers, as y is down.
                if (bx - ax) * (y - ay) - (by - ay) * (x - ax) > 1e-9:
                    break
                ax, ay = bx, by
            else:
                return piece
        return -1


def hull(points: Sequence[Point]) -> list[Point]:
    """Return the convex hull, counter-clockwise (Andrew's monotone chain)."""
    ordered = sorted(set(points))
    chains = []
    for run in (ordered, ordered[::-1]):
        chain: list[Point] = []
        for x, y in run:
            while len(chain) > 1:
                (ax, ay), (bx, by) = chain[-2:]
                if (bx - ax) * (y - ay) - (by - ay) * (x - ax) > 1e-9:
                    break
                chain.pop()
            chain.append((x, y))
        chains.append(chain[:-1])
    return chains[0] + chains[1]
