"""The label of a patch: where it is written, and how large.

A label of one or two letters is centered in the most central cell.  A longer one would be too small
in a single triangle, for example, so it may extend over several cells: a box around it is tried at
the centers of the patch, of some cells and of the sides between them, and grows until it touches
the outline; the label is written where the box is largest.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from combien.drawing._content import Patch, Point, Polygon
from combien.drawing._outline import Edge, Mesh
from combien.drawing._strokes import CAP_HEIGHT, lettering, path

__all__ = ["label"]

MOST_LETTERS = 12
# Number of places to try, nearest to the middle of the patch first; fewer for a patch with many
# edges, to bound the total number of edges examined.
_PLACES, _MOST_EDGES = 24, 100_000
# A box is higher than a capital, because of descenders, and is not filled to its edge.
_BOX_HEIGHT, _FILLED = 8.0, 0.75


def label(
    patch: Patch, boundary: Sequence[Edge], mesh: Mesh, *, cell: float, origin: Point
) -> tuple[float, str]:
    """Return the label of a patch as an SVG path: its line width and its data.

    >>> from combien.drawing._outline import mesh_of
    >>> from combien.drawing import Picture
    >>> picture = Picture.of_cells([([(0, 0), (1, 0)], 0, "I")])
    >>> mesh = mesh_of(picture)
    >>> label(picture.patches[0], mesh.boundaries[0], mesh, cell=12, origin=(0, 12))
    (0.9, 'M6 3L6 9M5 3L7 3M5 9L7 9')

    `cell` is the width of a cell, and `origin` the position of the left and top edge of the
    drawing, in pixels.
    """
    strokes, width = lettering(patch.label.strip()[:MOST_LETTERS])
    middles = [_middle(polygon) for polygon in patch.polygons]
    center = _middle(middles)
    nearest = _nearest(middles, center)[:_PLACES]
    x, y = middles[nearest[0]]
    room = _room(patch.polygons[nearest[0]], (x, y))
    # A letter takes half of its cell.
    scale = room * 0.5 / CAP_HEIGHT
    if width * scale > room * 0.66:
        edges = [(mesh.corners[a], mesh.corners[b]) for a, b in boundary]
        polygons = [patch.polygons[at] for at in nearest]
        places = [middles[at] for at in nearest] + _between(polygons)
        if any(_contains(polygon, center) for polygon in polygons):
            places.insert(0, center)
        count = max(1, min(_PLACES, _MOST_EDGES // max(1, len(edges))))
        tried = [places[at] for at in _nearest(places, center)[:count]]
        sizes = [round(_FILLED * _reach(place, edges, width), 6) for place in tried]
        largest = max(sizes)
        x, y = tried[sizes.index(largest)]
        scale = min(scale, largest)
    scale *= cell
    dx, dy = x * cell - origin[0] - width * scale / 2, origin[1] - y * cell + CAP_HEIGHT * scale / 2
    return max(scale * 0.9, 0.1), path(strokes, dx, dy, scale)


def _nearest(places: Sequence[Point], center: Point) -> list[int]:
    """Return the indices of places, nearest to the center first."""
    # Round distances, so that ties go to the first place in spite of floating-point noise.
    return sorted(range(len(places)), key=lambda at: round(math.dist(places[at], center), 6))


def _between(polygons: Sequence[Polygon]) -> list[Point]:
    """Return the midpoints of the sides that two polygons share."""
    seen: set[tuple[float, float]] = set()
    shared: dict[tuple[float, float], Point] = {}
    for polygon in polygons:
        for at, corner in enumerate(polygon):
            middle = _middle((polygon[at - 1], corner))
            rounded = round(middle[0], 6), round(middle[1], 6)
            if rounded in seen:
                shared[rounded] = middle
            seen.add(rounded)
    return list(shared.values())


def _contains(polygon: Polygon, place: Point) -> bool:
    """Return whether a convex polygon contains a place (others: if True, it does)."""
    x, y = place
    return all(
        (bx - ax) * (y - ay) - (by - ay) * (x - ax) > -1e-9
        for (ax, ay), (bx, by) in zip((polygon[-1], *polygon), polygon, strict=False)
    )


def _reach(place: Point, edges: Sequence[tuple[Point, Point]], width: float) -> float:
    """Return the size of letters, in cells, at which the box of a label first touches an edge."""
    reaches = (
        _square_radius(_relative(place, a, width), _relative(place, b, width)) for a, b in edges
    )
    # A patch smaller than the corner tolerance has no edges.
    return min(reaches, default=0.0)


def _relative(place: Point, corner: Point, width: float) -> Point:
    """Return a corner relative to a place, in units of half the box of a label."""
    return (corner[0] - place[0]) * 2 / width, (corner[1] - place[1]) * 2 / _BOX_HEIGHT


def _square_radius(a: Point, b: Point) -> float:
    """Return half the side of the largest square around the origin that does not cross a line."""
    (ax, ay), (bx, by) = a, b
    least = min(max(abs(ax), abs(ay)), max(abs(bx), abs(by)))
    # The square first touches an end of the line, or touches the line with a corner, on a diagonal.
    for before, after in ((ax - ay, bx - by), (ax + ay, bx + by)):
        if before * after < 0:
            part = before / (before - after)
            least = min(least, abs(ax + part * (bx - ax)))
    return least


def _middle(points: Sequence[Point]) -> Point:
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def _room(polygon: Polygon, middle: Point) -> float:
    """Return the diameter of the largest circle around a point of the polygon within its edges."""
    (x, y), (ax, ay) = middle, polygon[-1]
    room = math.inf
    for bx, by in polygon:
        length = math.hypot(bx - ax, by - ay)
        if length:
            room = min(room, 2 * abs((bx - ax) * (y - ay) - (by - ay) * (x - ax)) / length)
        ax, ay = bx, by
    return room
