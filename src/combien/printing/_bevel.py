"""Beveled edges: convex edges are cut off, as on a piece that is pleasant to hold.

Each face is drawn back from its convex edges, in its own plane.  Between two faces a strip closes
the gap, and around each vertex a polygon does.  Reflex edges stay sharp.  The flats are 45 degrees
to both faces if these are perpendicular.  Short edges, where the tolerance has divided a vertex,
are cut off less.
"""

from __future__ import annotations

from combien.printing._polyhedra import Spot, cross, dot
from combien.printing._surface import Surface

__all__ = ["beveled"]

_SMALL = 1e-9
_PART = 0.45
Half = tuple[int, int]


def beveled(surface: Surface, width: float) -> tuple[list[Spot], list[tuple[int, ...]]]:
    """Return spots and polygons of a surface whose convex edges are drawn back by a width."""
    spots: list[Spot] = []
    # The spot of each corner, and the corners around each vertex, one for each plane.
    place: dict[Half, int] = {}
    around: list[list[tuple[Half, int]]] = []
    for loop in surface.loops():
        known: dict[tuple[float, ...], int] = {}
        ring = []
        arcs = surface.arcs(loop)
        # Less at short edges, so that their ends do not pass each other.
        shortest = min(dot(way, way) for way in map(surface.direction, loop)) ** 0.5
        less = min(width, _PART * shortest)
        for number, arc in enumerate(arcs):
            spot = _drawn_back(surface, arc[0], arcs[(number + 1) % len(arcs)][0], less)
            key = tuple(round(value, 7) + 0.0 for value in spot)
            if key not in known:
                known[key] = len(spots)
                spots.append(spot)
            place.update(dict.fromkeys(arc, known[key]))
            ring.append((arc[0], known[key]))
        around.append(ring)
    polygons = []
    for number, face in enumerate(surface.faces):
        corners: list[int] = []
        for at in range(len(face)):
            half, before = (number, at), (number, (at - 1) % len(face))
            # At a reflex edge, the two faces end at the spot that is farther inside the edge.
            if surface.bend(before) < 0:
                corners.append(_inner(surface, surface.twins[before], place, spots))
            corners.append(place[half])
            if surface.bend(half) < 0:
                corners.append(_inner(surface, half, place, spots))
        polygons.append(_without_repeats(corners))
    for half, twin in surface.twins.items():
        if half < twin and surface.bend(half) > 0:
            ends = _end(surface, half, place), place[half]
            others = _end(surface, twin, place), place[twin]
            polygons.append(_without_repeats([*ends, *others]))
    for ring in around:
        polygons.append(_without_repeats([spot for _, spot in ring]))
    return spots, [polygon for polygon in polygons if len(polygon) > 2]


def _drawn_back(surface: Surface, out: Half, to: Half, width: float) -> Spot:
    """Return the corner of a plane between two edges: `out` leaves it, `to` leaves the next one."""
    spot = surface.spots[surface.faces[out[0]][out[1]]]
    n = surface.normals[out[0]]
    one = cross(n, _unit(surface.direction(out)))
    other = cross(_unit(surface.direction(to)), n)
    back = [width if surface.bend(half) > 0 else 0.0 for half in (out, to)]
    if not surface.bend(out):
        return spot
    across = dot(one, other)
    even = 1 - across * across
    if even < 1e-6:
        # The edge goes straight on.
        less = min(back)
        return _moved(spot, one, less)
    a = (back[0] - across * back[1]) / even
    b = (back[1] - across * back[0]) / even
    return _moved(_moved(spot, one, a), other, b)


def _inner(surface: Surface, half: Half, place: dict[Half, int], spots: list[Spot]) -> int:
    """Return which of the spots of two faces at the beginning of an edge is farther along it."""
    along = surface.direction(half)
    twin = surface.twins[half]
    own, other = place[half], place[twin[0], (twin[1] + 1) % len(surface.faces[twin[0]])]
    return other if dot(spots[other], along) > dot(spots[own], along) + _SMALL else own


def _end(surface: Surface, half: Half, place: dict[Half, int]) -> int:
    return place[half[0], (half[1] + 1) % len(surface.faces[half[0]])]


def _without_repeats(corners: list[int]) -> tuple[int, ...]:
    return tuple(corner for at, corner in enumerate(corners) if corner != corners[at - 1])


def _unit(a: Spot) -> Spot:
    length = dot(a, a) ** 0.5
    return a[0] / length, a[1] / length, a[2] / length


def _moved(a: Spot, b: Spot, times: float) -> Spot:
    return a[0] + times * b[0], a[1] + times * b[1], a[2] + times * b[2]
