"""Drain holes: round channels through the walls of hollow pieces, for resin and powder to get out.

Each void has two, in faces far from each other, so that air gets in where the rest gets out.  A
channel joins a face to the face of the void behind it: both get a ring of spots in their middle,
and what is left of them is divided into triangles between the ring and the boundary.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import atan2, cos, dist, sin, sqrt, tau

from combien.errors import BadPicture
from combien.printing._surface import Face, Spot, Surface, cross, dot

# The sides of a channel.
_SIDES = 16
# What must remain between a channel and the edges of its faces, as a part of its radius.
_CLEAR = 0.1
_FLAT = 1e-6
Triangle = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Drain:
    """A channel: the number of the face, the middle of the face, its normal, and the radius.

    A square one has the radius of its corners, and sides along the axes of a face of squares.
    """

    face: int
    middle: Spot
    normal: Spot
    radius: float
    square: bool = False

    def ring(self, depth: float) -> list[Spot]:
        """Return the spots around the channel at a depth, counter-clockwise from outside."""
        axis = min(range(3), key=lambda a: abs(self.normal[a]))
        u = cross(self.normal, (float(axis == 0), float(axis == 1), float(axis == 2)))
        length = dot(u, u) ** 0.5
        u = u[0] / length, u[1] / length, u[2] / length
        v = cross(self.normal, u)
        found = []
        sides = 4 if self.square else _SIDES
        for side in range(sides):
            angle = tau * (side + self.square / 2) / sides
            a, b = self.radius * cos(angle), self.radius * sin(angle)
            x, y, z = (
                self.middle[i] - depth * self.normal[i] + a * u[i] + b * v[i] for i in range(3)
            )
            found.append((x, y, z))
        return found


def drains_of(
    surface: Surface,
    cells: Sequence[Sequence[Face]],
    diameter: float,
    *,
    taken: float,
    can_be_bored: Callable[[int], bool],
) -> list[Drain]:
    """Return two drains for each connected part of a piece.

    `taken` is what tolerance, bevel and walls take from each side of a face.  Raises `BadPicture`
    if no face has room for them.
    """
    radius = diameter / 2
    owner = {_key(_middle(face)): number for number, cell in enumerate(cells) for face in cell}
    part = _parts(cells)
    free: dict[int, list[Drain]] = {}
    largest = 0.0
    for number, face in enumerate(surface.faces):
        corners = [surface.spots[corner] for corner in face]
        middle = _middle(corners)
        room = min(_distance(middle, a, b) for a, b in pairwise([*corners, corners[0]])) - taken
        if not can_be_bored(number):
            continue
        largest = max(largest, 2 * room / (1 + _CLEAR))
        if radius * (1 + _CLEAR) <= room:
            drain = Drain(number, middle, surface.normals[number], radius)
            free.setdefault(part[owner[_key(middle)]], []).append(drain)
    found = []
    for one in sorted(set(part)):
        drains = free.get(one, [])
        if len(drains) < 2:
            raise BadPicture(
                f"drain holes of {diameter:g} mm do not fit into the faces: give at most "
                f"{max(0.0, largest):.2g} mm, thinner walls or a larger size"
            )
        lowest = min(drains, key=lambda d: (round(d.middle[2], 6), d.middle))
        found.append(lowest)
        found.append(
            max(drains, key=lambda d: (d is not lowest, round(dist(d.middle, lowest.middle), 6)))
        )
    return found


def bored(
    polygon: Sequence[int], ring: Sequence[int], spots: Sequence[Spot], n: Spot
) -> list[Triangle]:
    """Divide what a ring leaves of a convex polygon around it into triangles.

    Both are walked once around, in the order of the directions of their sides, so that the corner
    that a side of the ring is joined to is the one farthest outside it.
    """
    forward = _way(spots[ring[0]], spots[ring[1]])
    sides = [
        (_angle(forward, _way(spots[a], spots[b]), n), kind, a, b)
        for kind, corners in enumerate((ring, polygon))
        for a, b in pairwise([*corners, corners[0]])
    ]
    # The corner of the polygon before its first side, and the first spot of the ring.
    outer = min(side for side in sides if side[1])[2]
    inner = ring[0]
    found: list[Triangle] = []
    for _, kind, _, to in sorted(sides):
        found.append((outer, to, inner))
        if kind:
            outer = to
        else:
            inner = to
    return found


def is_convex(polygon: Sequence[int], spots: Sequence[Spot], n: Spot) -> bool:
    """Return whether a polygon turns left at every corner, and once around in all."""
    ways = [_way(spots[a], spots[b]) for a, b in pairwise([*polygon, polygon[0]])]
    if any(dot(cross(a, b), n) < -_FLAT for a, b in pairwise([*ways, ways[0]])):
        return False
    turned = sum(_angle(a, b, n) for a, b in pairwise([*ways, ways[0]]))
    return abs(turned - tau) < _FLAT


def _angle(a: Spot, b: Spot, n: Spot) -> float:
    """Return the angle from a to b, counter-clockwise as seen against n, from 0 to a full turn."""
    angle = atan2(dot(cross(a, b), n), dot(a, b)) % tau
    return 0.0 if tau - angle < _FLAT else angle


def _parts(cells: Sequence[Sequence[Face]]) -> list[int]:
    """Return the number of the connected part of each cell: cells that share a face."""
    sharing: dict[tuple[float, ...], list[int]] = {}
    for number, cell in enumerate(cells):
        for face in cell:
            sharing.setdefault(_key(_middle(face)), []).append(number)
    root = list(range(len(cells)))

    def find(cell: int) -> int:
        while root[cell] != cell:
            root[cell] = root[root[cell]]
            cell = root[cell]
        return cell

    for numbers in sharing.values():
        for other in numbers[1:]:
            root[find(other)] = find(numbers[0])
    return [find(cell) for cell in range(len(cells))]


def _middle(corners: Sequence[Spot]) -> Spot:
    x, y, z = (sum(spot[axis] for spot in corners) / len(corners) for axis in range(3))
    return x, y, z


def _key(spot: Spot) -> tuple[float, ...]:
    return tuple(round(value, 5) + 0.0 for value in spot)


def _way(a: Spot, b: Spot) -> Spot:
    return b[0] - a[0], b[1] - a[1], b[2] - a[2]


def _distance(spot: Spot, a: Spot, b: Spot) -> float:
    """Return the distance of a spot from the line through a and b."""
    along, across = _way(a, b), cross(_way(a, spot), _way(a, b))
    return sqrt(dot(across, across) / dot(along, along))


def walls(outer: Sequence[int], inner: Sequence[int]) -> Iterator[Triangle]:
    """Yield the triangles of a channel between two rings, seen from its axis."""
    for at in range(len(outer)):
        after = (at + 1) % len(outer)
        yield outer[at], outer[after], inner[after]
        yield outer[at], inner[after], inner[at]
