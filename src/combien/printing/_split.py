"""Large pieces in parts: cut between cells, and joined by loose pins in square sockets.

A piece is cut across its longest side until every part fits.  What remains on a side of a cut need
not be connected: each connected part is printed by itself.  The faces at a cut stay in its plane,
without the tolerance, so that the joined piece has its length; so do the other faces of a part in
that plane.  A socket is in the middle of a face of a cell, and shallow enough not to meet another
one of its cell.  Pins are square, so that one is enough to keep two parts from turning.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import ceil, sqrt
from typing import NamedTuple

from combien._wording import counted
from combien.geometry._cell import Cell
from combien.geometry._region import Region
from combien.printing._drains import Drain, is_convex, walls
from combien.printing._mesh import Mesh, Outside, bored_faces, compact, outside_of, solid_mesh
from combien.printing._surface import Spot, is_flat

# Half of the side of a socket: at most this part of a cell, and this many millimeters.
_PART, _LARGEST = 0.2, 4.0
# The least side of a pin in millimeters, and what remains around a socket, as a part of it.
_LEAST, _AROUND = 1.5, 0.1
# How far two sockets of one cell can reach together, as a part of a cell.
_REACH = 0.45
_SMALL = 1e-6
# The axis across which a contact is, and the cell below it.
Contact = tuple[int, Cell]


@dataclass(frozen=True)
class Cut:
    """How a large piece was cut into parts: how many, how many of them touch, and the pins.

    `joints` is the number of pairs of parts that touch, `pins` that of all pins, `loose` that of
    joints without a pin, and `pin` the width, depth and length of a pin in millimeters.
    """

    name: str
    parts: int
    joints: int
    pins: int
    loose: int
    pin: Spot

    def __str__(self) -> str:
        text = f"{self.name} is cut into {counted(self.parts, 'part')}"
        if self.pins:
            sides = " x ".join(f"{side:.4g}" for side in self.pin)
            text += f", joined by {counted(self.pins, 'pin')} of {sides} mm"
        if self.loose:
            where = f"at {self.loose} of {counted(self.joints, 'joint')}" if self.pins else "at all"
            text += f"; there is no room for a pin {where}: glue the parts there"
        return text


class _Pin(NamedTuple):
    """Half of the side of a socket, its depth, and the sides of a pin, or none if it is too small.

    All are in millimeters.
    """

    half: float
    depth: float
    sides: Spot | None


def split_piece(
    region: Region,
    fits: Callable[[Sequence[int]], bool],
    room: int,
    *,
    name: str,
    size: float,
    tolerance: float,
    bevel: float,
    height: float | None,
) -> tuple[list[tuple[Region, Mesh]], Mesh | None, Cut]:
    """Return the parts of a piece, the mesh of a pin unless there is none, and a report.

    `fits` is whether cells of these lengths fit on the bed, and `room` how many fit in a line.
    """
    parts = list(_parts(region, fits, room))
    outsides = [
        outside_of(part, size=size, tolerance=tolerance, bevel=bevel, height=height)
        for part in parts
    ]
    flat = is_flat(region.lattice, region.dimension)
    thick = min(size, (height or size / 2) if flat else size)
    pin = _pin(size, thick, tolerance, bevel)
    contacts = _contacts(parts)
    free = [_free_faces(outside, region.dimension, size) for outside in outsides]
    sockets: list[list[Drain]] = [[] for _ in parts]
    pins = loose = 0
    for (one, other), touching in contacts.items():
        chosen = _spread([c for c in touching if c in free[one] and c in free[other]])
        if pin.sides is None or not chosen:
            loose += 1
            continue
        pins += len(chosen)
        for contact in chosen:
            for part in (one, other):
                face, middle = free[part][contact]
                normal = outsides[part].surface.normals[face]
                sockets[part].append(Drain(face, middle, normal, pin.half * sqrt(2), square=True))
    meshes = []
    for number, outside in enumerate(outsides):
        mesh = _socketed(outside, sockets[number], tolerance, pin.depth)
        for pair, touching in contacts.items():
            if number in pair:
                side = 1 if number == pair[0] else -1
                for axis, plane in {(axis, cell[axis] + 1) for axis, cell in touching}:
                    mesh = _grown(mesh, axis, plane * size, side, tolerance)
        meshes.append(mesh)
    report = Cut(name, len(parts), len(contacts), pins, loose, pin.sides or (0.0, 0.0, 0.0))
    loose_pin = None
    if pins and pin.sides:
        wide, _, long = pin.sides
        cube = solid_mesh(Region.box(1, 1, 1), size=1)
        # Lying down, it is strong.
        vertices = tuple((x * long, y * wide, z * wide) for x, y, z in cube.vertices)
        loose_pin = Mesh(vertices, cube.triangles)
    return list(zip(parts, meshes, strict=True)), loose_pin, report


def _parts(region: Region, fits: Callable[[Sequence[int]], bool], room: int) -> Iterator[Region]:
    """Yield connected parts that fit."""
    if fits(region.size):
        yield region
        return
    longest = max(region.size)
    axis = region.size.index(longest)
    # As many parts as needed along this side, of about the same length.
    several = max(2, ceil(longest / room))
    plane = region.low[axis] + longest * (several // 2) // several
    for below in (True, False):
        side = {cell for cell in region.cells if (cell[axis] < plane) == below}
        while side:
            part = _connected(side)
            side -= part
            yield from _parts(Region(part), fits, room)


def _connected(cells: set[Cell]) -> set[Cell]:
    """Return the cells that are connected with the first one by faces."""
    queue = [min(cells)]
    found = set(queue)
    for cell in queue:
        for axis in range(len(cell)):
            for step in (1, -1):
                other = _beside(cell, axis, step)
                if other in cells and other not in found:
                    found.add(other)
                    queue.append(other)
    return found


def _beside(cell: Cell, axis: int, step: int) -> Cell:
    return (*cell[:axis], cell[axis] + step, *cell[axis + 1 :])


def _contacts(parts: Sequence[Region]) -> dict[tuple[int, int], list[Contact]]:
    """Return where pairs of parts touch, the lower part first."""
    owner = {cell: number for number, part in enumerate(parts) for cell in part}
    found: dict[tuple[int, int], list[Contact]] = {}
    for cell, number in sorted(owner.items()):
        for axis in range(len(cell)):
            other = owner.get(_beside(cell, axis, 1), number)
            if other != number:
                found.setdefault((number, other), []).append((axis, cell))
    return found


def _pin(size: float, thick: float, tolerance: float, bevel: float) -> _Pin:
    half = min(_PART * thick, _LARGEST, (thick / 2 - tolerance - bevel) / (1 + _AROUND))
    depth = min(_REACH * size - half, 4 * half)
    wide, long = 2 * (half - tolerance), 2 * (depth - tolerance)
    return _Pin(half, depth, (wide, wide, long) if min(wide, long) >= _LEAST else None)


def _free_faces(outside: Outside, dimension: int, size: float) -> dict[Contact, tuple[int, Spot]]:
    """Return the faces that a socket fits into, with their middles, by the contact there."""
    found: dict[Contact, tuple[int, Spot]] = {}
    surface = outside.surface
    for number, face in enumerate(surface.faces):
        normal = surface.normals[number]
        axis = next(axis for axis in range(3) if abs(normal[axis]) > 0.5)
        spots = [surface.spots[corner] for corner in face]
        x, y, z = (sum(spot[a] for spot in spots) / len(spots) for a in range(3))
        if axis < dimension and is_convex(outside.polygons[number], outside.spots, normal):
            place = [x / size, y / size, z / size][:dimension]
            # The cell below the plane of the face.
            cell = tuple(
                round(value) - 1 if a == axis else int(value // 1) for a, value in enumerate(place)
            )
            found[axis, cell] = number, (x, y, z)
    return found


def _spread(contacts: Sequence[Contact]) -> list[Contact]:
    """Return up to two contacts that are far from each other."""
    if len(contacts) < 2:
        return list(contacts)

    def apart(one: Contact, other: Contact) -> tuple[int, Contact]:
        return sum((a - b) ** 2 for a, b in zip(one[1], other[1], strict=True)), other

    first = max(apart(contacts[0], other) for other in contacts)[1]
    return [first, max(apart(first, other) for other in contacts)[1]]


def _socketed(outside: Outside, sockets: Sequence[Drain], tolerance: float, depth: float) -> Mesh:
    """Return the mesh of a part with sockets."""
    spots = list(outside.spots)
    triangles, rings = bored_faces(outside.polygons, spots, sockets, tolerance)
    for socket, ring in zip(sockets, rings, strict=True):
        a, b, c, d = bottom = list(range(len(spots), len(spots) + len(ring)))
        spots += socket.ring(depth)
        triangles += [*walls(ring, bottom), (a, b, c), (a, c, d)]
    return compact(spots, triangles)


def _grown(mesh: Mesh, axis: int, plane: float, side: int, tolerance: float) -> Mesh:
    """Return the mesh of a part with its last faces before the plane of a cut moved into it."""
    last = plane - side * tolerance
    vertices = [list(spot) for spot in mesh.vertices]
    for spot in vertices:
        if abs(spot[axis] - last) < _SMALL:
            spot[axis] = plane
    return Mesh(tuple((x, y, z) for x, y, z in vertices), mesh.triangles)
