"""A surface moved inwards, so that printed pieces fit together, and its edges beveled.

Each face moves by the same distance, and a vertex to the point that all faces around it have in
common afterwards.  There may be none: where a convex edge continues as a reflex one, for example,
two parallel faces look in opposite directions.  Such a vertex becomes several, joined by new edges:
the planes around it are the corners of a polygon, and a diagonal of the polygon is an edge between
two planes.  Of the possible divisions the one is taken that leaves the greatest volume.

Convex edges can also be beveled, as on a piece that is pleasant to hold: each face is drawn back
from its convex edges, in its own plane.  Between two faces a strip closes the gap, and around each
vertex a polygon does.  Reflex edges stay sharp.  The flats are 45 degrees to both faces if these
are perpendicular.  Short edges, where the tolerance has divided a vertex, are cut off less.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from math import atan2, inf, tau

from combien.printing._surface import Spot, Surface, cross, dot

_SMALL = 1e-7
# Without tolerance, a vertex that must be divided is divided by this part of a cell.
_HAIR = 1e-3
# The corner of a dent that another one meets moves this part of its way, back into the dent.
_BACK = -0.25
# A part of a divided vertex: the planes that meet in it, by number, and its displacement.
Part = tuple[tuple[int, ...], Spot]


def inset(surface: Surface, distance: float) -> Surface:
    """Return a surface with all faces moved inwards by a distance, less than an inradius."""
    spots: list[Spot] = []
    # The spots of each corner, in the order of its polygon.
    chains: dict[tuple[int, int], list[int]] = {}
    loops = list(surface.loops())
    met = Counter(surface.spots[surface.faces[loop[0][0]][loop[0][1]]] for loop in loops)
    for loop in loops:
        arcs = surface.arcs(loop)
        normals = [surface.normals[arc[0][0]] for arc in arcs]
        corner = surface.spots[surface.faces[loop[0][0]][loop[0][1]]]
        alone = _meeting(normals, distance)
        if alone is not None:
            if met[corner] > 1 and all(surface.bend(arc[0]) < 0 for arc in arcs):
                # Two dents with a common corner: they would run into each other.
                alone = _sum((0.0, 0.0, 0.0), alone, _BACK)
            chains.update((half, [len(spots)]) for half in loop)
            spots.append(_sum(corner, alone))
            continue
        parts = _divided(normals, distance or _HAIR, tuple(range(len(arcs))), {})[1]
        # Parts of several planes may come to the same point.
        numbers = []
        at_point: dict[tuple[float, ...], int] = {}
        for _, moved in parts:
            point = tuple(round(value, 7) + 0.0 for value in moved)
            numbers.append(at_point.setdefault(point, len(spots) + len(at_point)))
        spots.extend(_sum(corner, (x, y, z)) for x, y, z in at_point)
        for number, arc in enumerate(arcs):
            before = (number + 1) % len(arcs)
            order = _fan(number, before, [planes for planes, _ in parts])
            ends = [surface.direction(arcs[before][0]), surface.direction(arc[0])]
            places = _split(surface, arc, [parts[part][1] for part in order], ends)
            for half, (low, high) in zip(reversed(arc), pairwise(places), strict=True):
                chains[half] = [numbers[part] for part in order[low : high + 1]]
    whole = [
        [spot for at in range(len(face)) for spot in chains[number, at]]
        for number, face in enumerate(surface.faces)
    ]
    faces = tuple(
        tuple(spot for at, spot in enumerate(face) if spot != face[at - 1]) for face in whole
    )
    return Surface(tuple(spots), faces, surface.normals, paired(faces))


def paired(faces: Sequence[Sequence[int]]) -> dict[tuple[int, int], tuple[int, int]]:
    """Return the pairs of half-edges of polygons in which each edge occurs once in each direction.

    >>> paired([(0, 1, 2), (0, 2, 1)])[0, 0]
    (1, 2)
    """
    places: dict[tuple[int, int], tuple[int, int]] = {}
    for number, face in enumerate(faces):
        for at, corner in enumerate(face):
            places[corner, face[(at + 1) % len(face)]] = number, at
    return {half: places[after, corner] for (corner, after), half in places.items()}


def _meeting(normals: Sequence[Spot], distance: float, *, pointed: bool = False) -> Spot | None:
    """Return the displacement nearest to 0 that moves all planes inwards by a distance.

    None if there is none, or, if it has to be a point, if the planes leave a line or more.
    """
    x: Spot = (0.0, 0.0, 0.0)
    basis: list[Spot] = []
    for n in normals:
        rest = n
        for b in basis:
            part = dot(rest, b)
            rest = rest[0] - part * b[0], rest[1] - part * b[1], rest[2] - part * b[2]
        length = dot(rest, rest) ** 0.5
        miss = -distance - dot(n, x)
        if length < 1e-4:
            if abs(miss) > _SMALL * max(distance, 1.0):
                return None
            continue
        rest = rest[0] / length, rest[1] / length, rest[2] / length
        basis.append(rest)
        x = _sum(x, rest, miss / length)
    # Without a distance, opposite planes do have a point in common, which is not the limit.
    if not distance and _meeting(normals, _HAIR) is None:
        return None
    return None if pointed and len(basis) < 3 else x


def _divided(
    normals: Sequence[Spot],
    distance: float,
    planes: tuple[int, ...],
    known: dict[tuple[int, ...], tuple[float, list[Part]]],
) -> tuple[float, list[Part]]:
    """Return the best division of a polygon of planes: its area, and its parts."""
    if planes in known:
        return known[planes]
    count = len(planes)
    point = _meeting([normals[plane] for plane in planes], distance, pointed=True)
    best: tuple[float, list[Part]] = inf, []
    if count >= 3 and point is not None:
        best = _area([normals[plane] for plane in planes], point, distance), [(planes, point)]
    for i in range(count if point is None else 0):
        for j in range(i + 2, count - (i == 0)):
            if dot(normals[planes[i]], normals[planes[j]]) < -1 + _SMALL:
                continue
            one, left = _divided(normals, distance, planes[i : j + 1], known)
            other, right = _divided(normals, distance, planes[j:] + planes[: i + 1], known)
            if left and right and one + other < best[0] - _SMALL * distance**2:
                best = one + other, left + right
    known[planes] = best
    return best


def _area(normals: Sequence[Spot], point: Spot, distance: float) -> float:
    """Return the area that a part adds to its planes, but for a constant of the whole polygon.

    It is measured from fixed points of the lines in which two planes meet.  All planes are as far
    from the old vertex, so the least area is the greatest volume of what remains.
    """
    total = 0.0
    for at, n in enumerate(normals):
        ends = [
            _meeting([n, other], distance) or (0.0, 0.0, 0.0)
            for other in (normals[(at + 1) % len(normals)], normals[at - 1])
        ]
        to, out, here = (_sum(end, n, distance) for end in (*ends, point))
        total += dot(n, cross(to, here)) + dot(n, cross(here, out))
    return total / 2


def _fan(plane: int, after: int, parts: Sequence[tuple[int, ...]]) -> list[int]:
    """Return the parts around a plane, beginning at its edge to the plane `after`."""
    order: list[int] = []
    while True:
        for number, planes in enumerate(parts):
            if plane in planes:
                at = planes.index(plane)
                if planes[(at + 1) % len(planes)] == after and number not in order:
                    order.append(number)
                    after = planes[at - 1]
                    break
        else:
            return order


def _split(
    surface: Surface, arc: Sequence[tuple[int, int]], chain: Sequence[Spot], ends: Sequence[Spot]
) -> list[int]:
    """Return which spots of a chain belong to each corner of an arc, as places of divisions.

    Corners in one plane are divided by lines, and each line ends in a spot from which it leaves
    between the neighbors of the spot.
    """
    n = surface.normals[arc[0][0]]
    places = [0]
    for half in reversed(arc[1:]):
        line = surface.direction(half)
        best, found = -inf, places[-1]
        for at in range(places[-1], len(chain)):
            to = _sum(chain[at - 1], chain[at], -1) if at else ends[0]
            out = _sum(chain[at + 1], chain[at], -1) if at + 1 < len(chain) else ends[1]
            whole, part = _turn(out, to, n) or tau, _turn(out, line, n)
            margin = min(part, whole - part)
            if margin > best + _SMALL:
                best, found = margin, at
        places.append(found)
    return [*places, len(chain) - 1]


def _turn(a: Spot, b: Spot, n: Spot) -> float:
    """Return the angle from a to b, counter-clockwise as seen against n, from 0 to a full turn."""
    angle = atan2(dot(cross(a, b), n), dot(a, b)) % tau
    return 0.0 if tau - angle < _SMALL else angle


def _sum(a: Spot, b: Spot, times: float = 1.0) -> Spot:
    return a[0] + times * b[0], a[1] + times * b[1], a[2] + times * b[2]


_SHARP = 1e-9
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
    return other if dot(spots[other], along) > dot(spots[own], along) + _SHARP else own


def _end(surface: Surface, half: Half, place: dict[Half, int]) -> int:
    return place[half[0], (half[1] + 1) % len(surface.faces[half[0]])]


def _without_repeats(corners: list[int]) -> tuple[int, ...]:
    return tuple(corner for at, corner in enumerate(corners) if corner != corners[at - 1])


def _unit(a: Spot) -> Spot:
    length = dot(a, a) ** 0.5
    return a[0] / length, a[1] / length, a[2] / length


def _moved(a: Spot, b: Spot, times: float) -> Spot:
    return a[0] + times * b[0], a[1] + times * b[1], a[2] + times * b[2]
