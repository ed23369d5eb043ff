"""The outline of a patch: the edges of its polygons that belong to one polygon only.

All polygons run counter-clockwise, so two neighbors have their common edge in opposite directions;
an edge and its opposite cancel, and the remaining edges are the boundary.  This works on any
lattice, and for holes, whose boundaries run clockwise.

Corners are numbered first; corners within a small distance are the same.  (The corners of a hexagon
are computed from square roots, and may differ from its neighbor's in the last bits.)
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import product

from combien._base.records import dataclass
from combien.drawing._content import Content, Point, Polygon

__all__ = ["Edge", "Mesh", "loops", "mesh_of", "without_straight_corners"]

Edge = tuple[int, int]

# Corners that are nearer than about a millionth of a cell are the same.
FINENESS = 1e6


@dataclass(frozen=True, slots=True)
class Mesh:
    """The corners of a picture, each once, and the boundary edges of each of its patches."""

    corners: tuple[Point, ...]
    boundaries: tuple[tuple[Edge, ...], ...]


def mesh_of(picture: Content) -> Mesh:
    """Return the corners of a picture and the boundary of each patch, in a deterministic order.

    >>> from combien import Picture
    >>> mesh = mesh_of(Picture.of_cells([([(0, 0), (1, 0)], 0, "domino")]))
    >>> len(mesh.corners), len(mesh.boundaries[0])
    (6, 6)
    """
    numbering = _Numbering()
    boundaries = tuple(_boundary(patch.polygons, numbering) for patch in picture.patches)
    return Mesh(tuple(numbering.corners), boundaries)


def loops(boundary: Iterable[Edge], corners: Sequence[Point]) -> list[list[int]]:
    """Return a boundary as closed loops of corners, without corners inside straight lines.

    >>> from combien import Picture
    >>> mesh = mesh_of(Picture.of_cells([([(0, 0), (1, 0), (0, 1)], 0, "L tromino")]))
    >>> [len(loop) for loop in loops(mesh.boundaries[0], mesh.corners)]
    [6]

    No loop visits a corner twice: where cells touch only at a corner, the loop is split.  The area
    is on the left, so outer loops run counter-clockwise and loops around holes clockwise.
    """
    onward: dict[int, list[int]] = {}
    for a, b in boundary:
        onward.setdefault(a, []).append(b)
    found: list[list[int]] = []
    for start, exits in onward.items():
        while exits:
            # Equally many edges enter and leave each corner, so the walk returns to its start.
            path, place_of = [start], {start: 0}
            closed = False
            while not closed:
                corner = onward[path[-1]].pop()
                place = place_of.setdefault(corner, len(path))
                if place == len(path):
                    path.append(corner)
                    continue
                loop = path[place:]
                found.append(without_straight_corners(loop, corners))
                for passed in loop[1:]:
                    del place_of[passed]
                del path[place + 1 :]
                closed = place == 0
    return found


def without_straight_corners(
    line: list[int], corners: Sequence[Point], *, closed: bool = True
) -> list[int]:
    """Return the corners at which a line bends, and for an open line also both ends."""
    kept: list[int] = []
    for place, corner in enumerate(line):
        ax, ay = corners[line[place - 1]]
        bx, by = corners[corner]
        cx, cy = corners[line[(place + 1) % len(line)]]
        bend = (bx - ax) * (cy - by) - (by - ay) * (cx - bx)
        ahead = (bx - ax) * (cx - bx) + (by - ay) * (cy - by)
        end = not closed and place in (0, len(line) - 1)
        if end or abs(bend) > 1e-6 * ahead:
            kept.append(corner)
    return kept


class _Numbering(dict[Point, int]):
    """Numbers of corners, in the order of their first use."""

    def __init__(self) -> None:
        super().__init__()
        self.corners: list[Point] = []
        self._near: dict[tuple[int, int], int] = {}

    def __missing__(self, corner: Point) -> int:
        x, y = corner[0] * FINENESS, corner[1] * FINENESS
        home = round(x), round(y)
        number = self._near.get(home)
        if number is None and not (abs(x - home[0]) < 0.48 and abs(y - home[1]) < 0.48):
            # At the edge of its rounding square, an equal corner may be in the next square.
            squares = product(
                (round(x - 0.02), round(x + 0.02)), (round(y - 0.02), round(y + 0.02))
            )
            number = next((self._near[at] for at in squares if at in self._near), None)
        if number is None:
            number = self._near[home] = len(self.corners)
            self.corners.append(corner)
        self[corner] = number
        return number


def _boundary(polygons: Sequence[Polygon], numbering: _Numbering) -> tuple[Edge, ...]:
    edges: dict[Edge, None] = {}
    again: list[Edge] = []
    for polygon in polygons:
        numbers = [numbering[corner] for corner in polygon]
        a = numbers[-1]
        for b in numbers:
            if (b, a) in edges:
                del edges[b, a]
            elif (a, b) in edges:
                again.append((a, b))
            elif a != b:
                edges[a, b] = None
            a = b
    if not again:
        return tuple(edges)
    return _balanced([*edges, *again])


def _balanced(edges: Sequence[Edge]) -> tuple[Edge, ...]:
    """Cancel opposite edges where polygons of one patch overlap, so that an edge occurs twice."""
    times: dict[Edge, int] = {}
    for a, b in edges:
        if times.get((b, a), 0):
            times[b, a] -= 1
        else:
            times[a, b] = times.get((a, b), 0) + 1
    return tuple(edge for edge, count in times.items() for _ in range(count))
