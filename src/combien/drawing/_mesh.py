"""The mesh of a picture: the outlines of its patches, which of them are adjacent, and their colors.

An outline consists of the edges of polygons of the patch that belong to one polygon only.
All polygons run counter-clockwise, so two neighbors have their common edge in opposite directions;
an edge and its opposite cancel, and the remaining edges are the boundary.  This works on any
lattice, and for holes, whose boundaries run clockwise.

Corners are numbered first; corners within a small distance are the same.  (The corners of a hexagon
are computed from square roots, and may differ from its neighbor's in the last bits.)

Patches are adjacent if they share an edge; "touch" coloring gives them different colors.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import count, product
from typing import get_args

from combien._base.checks import did_you_mean
from combien.drawing._content import ColorBy, Content, Point, Polygon
from combien.errors import BadPicture

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


# Neighbors and colors -----------------------------------------------------------------------------

Neighbors = Sequence[Sequence[int]]


def color_numbers(
    picture: Content, color_by: ColorBy | None, neighbors: Callable[[], Neighbors]
) -> Sequence[int | None]:
    """Return the color number of each patch, or None for an uncovered place.

    >>> from combien import Picture
    >>> picture = Picture.of_cells([([(0, 0)], 5, ""), ([(1, 0)], None, ""), ([(2, 0)], 5, "")])
    >>> color_numbers(picture, "piece", lambda: [])
    [0, None, 1]

    `neighbors` returns the adjacent patches of each patch; it is called only if necessary.
    Raises `BadPicture` for an unknown way to color.
    """
    if color_by is None:
        color_by = picture.color_by
    if not isinstance(color_by, str) or color_by not in get_args(ColorBy):
        hint = did_you_mean(color_by[:80], get_args(ColorBy)) if type(color_by) is str else ""
        raise BadPicture(
            f"color_by is 'tile', 'orientation', 'touch' or 'piece', nothing else{hint}"
        )
    numbers = [patch.color for patch in picture.patches]
    others: Iterable[int | None]
    if color_by == "touch":
        others = first_fit(neighbors())
    elif color_by == "piece":
        colored = count()
        others = [None if old is None else next(colored) for old in numbers]
    elif color_by == "orientation":
        others = (
            old if patch.orientation is None else patch.orientation
            for old, patch in zip(numbers, picture.patches, strict=True)
        )
    else:
        return numbers
    return [None if old is None else new for old, new in zip(numbers, others, strict=True)]


def touching_by_edges(mesh: Mesh) -> list[list[int]]:
    """Return the adjacent patches of each patch, by common edges; for any lattice.

    >>> from combien.drawing._mesh import mesh_of
    >>> from combien.drawing import Picture
    >>> cells = [([(0, 0)], 0, ""), ([(1, 0)], 0, ""), ([(1, 1)], 0, "")]
    >>> touching_by_edges(mesh_of(Picture.of_cells(cells)))
    [[1], [0, 2], [1]]

    Two edges are the same if both their ends are.
    """
    owner: dict[tuple[int, int], int] = {}
    pairs: dict[tuple[int, int], None] = {}
    for patch, boundary in enumerate(mesh.boundaries):
        for a, b in boundary:
            other = owner.get((b, a), patch)
            if other != patch:
                pairs[other, patch] = None
            owner[a, b] = patch
    return _lists(pairs, len(mesh.boundaries))


def touching_by_cells(patch_at: Mapping[tuple[int, int], int], *, patches: int) -> list[list[int]]:
    """Return the adjacent patches of each of the `patches`, by cells of the square lattice.

    `patch_at` has the patch that is visible at each cell.

        >>> touching_by_cells({(0, 0): 0, (1, 0): 1, (1, 1): 2}, patches=3)
        [[1], [0, 2], [1]]
    """
    pairs: dict[tuple[int, int], None] = {}
    for (x, y), patch in patch_at.items():
        for neighbor in ((x + 1, y), (x, y + 1)):
            other = patch_at.get(neighbor, patch)
            if other != patch:
                pairs[patch, other] = None
    return _lists(pairs, patches)


def first_fit(neighbors: Neighbors) -> list[int]:
    """Return a color number for each patch, so that adjacent patches have different colors.

    >>> first_fit([[1, 2], [0], [0]])
    [0, 1, 1]

    Each patch in turn takes the smallest number that no neighbor has.  Patches with many neighbors
    come first, which keeps the numbers small: about five for a board of dominoes.
    """
    colors = [-1] * len(neighbors)
    for patch in sorted(range(len(neighbors)), key=lambda patch: -len(neighbors[patch])):
        taken = {colors[other] for other in neighbors[patch]}
        color = 0
        while color in taken:
            color += 1
        colors[patch] = color
    return colors


def _lists(pairs: Mapping[tuple[int, int], None], patches: int) -> list[list[int]]:
    """Return the sorted neighbors of each patch from pairs, which may occur in both orders."""
    lists: list[list[int]] = [[] for _ in range(patches)]
    for a, b in pairs:
        lists[a].append(b)
        lists[b].append(a)
    return [sorted(set(others)) for others in lists]
