"""Directions and crossings of spheres and of the lattices of tetrahedra.

Two pieces that touch can slide along a direction in which none of the planes where they touch is
in the way.  These directions form a cone, whose edges are intersections of such planes.  Cells of
the tetrahedral lattices have faces perpendicular to edges of a cube, to diagonals of its faces, or
to its own diagonals; the intersections of two such planes are of the same three types, and with
tetrahedra and octahedra only of the first two.  Spheres touch in planes perpendicular to diagonals
of faces, which intersect in directions of all three types.  So these are the directions: a piece
that can move at all as far as the next place can do it by moves along them.  A step is the shortest
translation of the lattice.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import product

from combien.geometry._cell import Cell
from combien.geometry._solids import SPHERES, Solids, Spot
from combien.geometry._tetrahedra import TETRAHEDRA_OCTAHEDRA

__all__ = ["Crossing", "solid_crossings", "solid_directions"]

# The kind of a cell that rests, that of a cell that moves, and the vector between them.
Crossing = tuple[int, int, Cell]
# The projections of a cell on the axes: the least and the greatest number on each.
_Shadow = tuple[tuple[float, float], ...]

# The square of the diameter of spheres.
_TOUCHING = 2
# Times of less than this are rounding errors.
_TOLERANCE = 1e-6
# More than the longest step of a lattice along an edge of the cube.
_MOST_LENGTH = 16


def _half_of(vectors: Iterable[Cell]) -> tuple[Cell, ...]:
    """Return one of each two opposite vectors, shorter ones first, then the first coordinate."""
    upper = [vector for vector in vectors if vector > (0, 0, 0)]
    return tuple(sorted(upper, key=lambda v: (_square(v), [-number for number in v])))


def _square(vector: Cell) -> int:
    return sum(number * number for number in vector)


# Along edges of a cube, diagonals of faces, and its own diagonals.
_UNITS = _half_of(product((-1, 0, 1), repeat=3))
# If two cells do not overlap, a plane with one of these normals separates them: the normals of
# faces, and those of an edge of each cell.
_NORMALS = _half_of(v for v in product((-2, -1, 0, 1, 2), repeat=3) if _square(v) in (1, 2, 3, 6))


def solid_directions(lattice: Solids, cell: Cell) -> tuple[Cell, ...]:
    """Return one of each pair of opposite directions, shorter ones first.

    >>> solid_directions(SPHERES, (0, 0, 0))[:7]
    ((1, 1, 0), (1, 0, 1), (1, 0, -1), (1, -1, 0), (0, 1, 1), (0, 1, -1), (2, 0, 0))
    """
    most = 2 if lattice == TETRAHEDRA_OCTAHEDRA else 3
    return _half_of(_step(lattice, cell, unit) for unit in _UNITS if _square(unit) <= most)


def _step(lattice: Solids, cell: Cell, unit: Cell) -> Cell:
    """Return the shortest translation of the lattice along a vector."""
    for length in range(1, _MOST_LENGTH):
        vector = _times(unit, length)
        # A translation takes cells of all kinds to cells of the same kind.
        ends = [(one, _sum(one, vector)) for one in (cell, *lattice.neighbors(cell))]
        if all(lattice.has(end) and lattice.kind(end) == lattice.kind(one) for one, end in ends):
            return vector
    raise AssertionError("every lattice has a translation in each of these directions")


def solid_crossings(lattice: Solids, cell: Cell) -> tuple[tuple[Crossing, ...], ...]:
    """Return, for each direction, the cells that overlap during a step, apart from its ends.

    Cost: a second for rhombic tetrahedra, of which there are 24 kinds.
    """
    found = solid_directions(lattice, cell)
    if lattice == SPHERES:
        return tuple(tuple(_met_by_spheres(direction)) for direction in found)
    # Cells are not wider than the shortest step, and one of each kind is so close to the origin.
    width = max(found[0])
    shadows = _shadows(lattice, _cells(lattice, max(map(max, found)) + 2 * width))
    # Directions of one length are images of each other by a symmetry of the cube.
    first = {_square(direction): direction for direction in reversed(found)}
    known = {square: list(_met(lattice, shadows, direction)) for square, direction in first.items()}
    return tuple(
        tuple(_images(lattice, known[_square(direction)], first[_square(direction)], direction))
        for direction in found
    )


def _images(
    lattice: Solids, met: Sequence[tuple[Cell, Cell]], first: Cell, direction: Cell
) -> Iterator[Crossing]:
    """Yield the crossings in a direction, given the cells that meet in another one."""
    symmetry = next(each for each in lattice.all(3) if each(first) == direction)
    images = ((symmetry(one), symmetry(other)) for one, other in met)
    yield from sorted(
        (lattice.kind(one), lattice.kind(other), tuple(map(int.__sub__, other, one)))
        for one, other in images
    )


def _met_by_spheres(direction: Cell) -> Iterator[Crossing]:
    """Yield the vectors to spheres that come closer than their diameter in the middle of a step."""
    square = _square(direction)
    for vector in product(range(-4, 5), repeat=3):
        along = -sum(map(int.__mul__, vector, direction))
        # The distance is least at the time along / square.
        closest = _square(vector) * square - along * along
        if SPHERES.has(vector) and 0 < along < square and closest < _TOUCHING * square:
            yield 0, 0, vector


def _met(
    lattice: Solids, shadows: dict[Cell, _Shadow], direction: Cell
) -> Iterator[tuple[Cell, Cell]]:
    """Yield a cell of each kind, and a cell that it meets in the middle of its step."""
    speeds = tuple(_product(normal, direction) for normal in _NORMALS)
    resting = {lattice.kind(one): one for one in sorted(shadows, key=_square, reverse=True)}
    for one in resting.values():
        shadow = shadows[one]
        for other, moving in shadows.items():
            if _overlap_between(shadow, moving, speeds):
                yield one, other


def _shadows(lattice: Solids, cells: Iterable[Cell]) -> dict[Cell, _Shadow]:
    """Return the projections of cells on the normals, in the unit of the coordinates."""
    known: dict[int, tuple[Cell, _Shadow]] = {}
    found: dict[Cell, _Shadow] = {}
    for cell in cells:
        kind = lattice.kind(cell)
        if kind not in known:
            known[kind] = cell, _shadow(lattice, cell)
        like, shadow = known[kind]
        vector = tuple(map(int.__sub__, cell, like))
        heights = [_product(normal, vector) for normal in _NORMALS]
        found[cell] = tuple(
            (low + height, high + height)
            for (low, high), height in zip(shadow, heights, strict=True)
        )
    return found


def _shadow(lattice: Solids, cell: Cell) -> _Shadow:
    step = _step(lattice, cell, (1, 1, 0))
    corners = {corner for face in lattice.faces(cell) for corner in face}
    moved = lattice.faces(_sum(cell, step))[0][0][0] - lattice.faces(cell)[0][0][0]
    scale = step[0] / moved
    heights = [[scale * _product(normal, corner) for corner in corners] for normal in _NORMALS]
    return tuple((min(each), max(each)) for each in heights)


def _overlap_between(one: _Shadow, other: _Shadow, speeds: tuple[float, ...]) -> bool:
    """Return whether a cell overlaps another one, which moves, between the ends of a step."""
    begin, end = 0.0, 1.0
    for (low, high), (least, most), speed in zip(one, other, speeds, strict=True):
        # Overlap where least + speed * time < high and most + speed * time > low.
        if abs(speed) < _TOLERANCE:
            if least > high - _TOLERANCE or most < low + _TOLERANCE:
                return False
            continue
        first, last = (high - least) / speed, (low - most) / speed
        begin, end = max(begin, min(first, last)), min(end, max(first, last))
        if end - begin < _TOLERANCE:
            return False
    return True


def _cells(lattice: Solids, reach: int) -> tuple[Cell, ...]:
    """Return the cells whose coordinates are at most this, and their opposites."""
    count = 2 * reach // min(max(step) for step in lattice._STEPS) + 2
    corner: Cell = (0, 0, 0)
    for axis in range(3):
        corner = lattice.along(corner, axis, -(count // 2))
    cells = (_sum(cell, corner) for cell in lattice.box((count,) * 3))
    return tuple(sorted(cell for cell in cells if max(map(abs, cell)) <= reach))


def _product(normal: Cell, spot: Spot | Cell) -> float:
    return normal[0] * spot[0] + normal[1] * spot[1] + normal[2] * spot[2]


def _times(vector: Cell, number: int) -> Cell:
    return tuple(number * one for one in vector)


def _sum(cell: Cell, vector: Cell) -> Cell:
    return tuple(map(int.__add__, cell, vector))
