"""The directions of a lattice, and which cells are in the way of a step along them.

Directions are the shortest translations, up to sign: two of squares, three of cubes, hexagons and
triangles, four of prisms on triangles.  They are found by walking from a cell to its neighbors and
theirs, until there are enough to reach all cells of the same kind.

A cube that moves to the next place overlaps only that place on its way.  A triangle crosses the
triangle in between, and the corners of a hexagon those on both sides.  Two convex cells, one of
them moving, overlap at the times at which their projections on the normals of all sides do.

Spheres and the lattices of tetrahedra have more directions.  Two pieces that touch can slide along
a direction in which none of the planes where they touch is in the way.  These directions form a
cone, whose edges are intersections of such planes.  Cells of the tetrahedral lattices have faces
perpendicular to edges of a cube, to diagonals of its faces, or to its own diagonals; the
intersections of two such planes are of the same three types, and with tetrahedra and octahedra only
of the first two.  Spheres touch in planes perpendicular to diagonals of faces, which intersect in
directions of all three types.  So these are the directions: a piece that can move at all as far as
the next place can do it by moves along them.  A step is the shortest translation of the lattice.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import gcd

from combien.errors import BadTiling
from combien.geometry._cell import Cell
from combien.geometry._lattice import SQUARE, Lattice, Point
from combien.geometry._prisms import Prisms
from combien.geometry._solids import SPHERES, Solids, Spot
from combien.geometry._tetrahedra import TETRAHEDRA_OCTAHEDRA
from combien.geometry._wrapped import Wrapped
from combien.tilings.disassembly._result import moved, without

# Generators of the translations of a lattice are found within this many steps between neighbors.
_MOST_STEPS = 4
# Times of less than this are rounding errors: sides are about 1.
_TOLERANCE = 1e-6


@lru_cache(maxsize=32)
def directions(lattice: Lattice, cell: Cell) -> tuple[Cell, ...]:
    """Return one of each pair of opposite directions, the first coordinate first.

    >>> directions(SQUARE, (0, 0, 0))
    ((1, 0, 0), (0, 1, 0), (0, 0, 1))
    """
    if isinstance(lattice, Solids):
        return solid_directions(lattice, cell)
    kind = lattice.kind(cell)
    balls = [
        {without(one, cell) for one in _ball(lattice, cell, steps) if lattice.kind(one) == kind}
        for steps in range(1, _MOST_STEPS + 1)
    ]
    rank = _rank(balls[-1])
    found = next(ball for ball in balls if _rank(ball) == rank)
    # A positive vector stands for its opposite, and a multiple for the shorter one.
    shortest = {vector for vector in found if any(vector) and not _has_shorter(vector, found)}
    return tuple(sorted((v for v in shortest if v > (0,) * len(v)), reverse=True))


@lru_cache(maxsize=32)
def crossings(lattice: Lattice, cell: Cell) -> tuple[tuple[Crossing, ...], ...]:
    """Return, for each direction, the cells that overlap during a step, apart from its ends.

    >>> from combien.geometry import TRIANGLES
    >>> len(crossings(TRIANGLES, (1, 1, -1))[0]), crossings(SQUARE, (0, 0))
    (6, ((), ()))

    Raises `BadTiling` if the shape of the cells is not known.
    """
    if isinstance(lattice, Solids):
        return solid_crossings(lattice, cell)
    found = directions(lattice, cell)
    if lattice == SQUARE:
        return tuple(() for _ in found)
    if isinstance(lattice, Prisms):
        flat = crossings(lattice.flat, cell[:-1])
        inside = dict(zip(directions(lattice.flat, cell[:-1]), flat, strict=True))
        return tuple(
            tuple((a, b, (*vector, 0)) for a, b, vector in inside.get(direction[:-1], ()))
            for direction in found
        )
    if lattice.directions != 2 or isinstance(lattice, Wrapped):
        raise BadTiling(
            "pieces are taken apart on squares, cubes, triangles, hexagons, prisms, spheres and "
            f"the lattices of tetrahedra, not on {lattice.name}"
        )
    near = _ball(lattice, cell, _MOST_STEPS)
    resting = {lattice.kind(one): one for one in sorted(near, reverse=True)}
    return tuple(
        tuple(
            (kind, lattice.kind(other), without(other, one))
            for kind, one in sorted(resting.items())
            for other in sorted(_ball(lattice, one, _MOST_STEPS))
            if _flat_overlap(lattice, one, other, direction)
        )
        for direction in found
    )


def _flat_overlap(lattice: Lattice, resting: Cell, moving: Cell, direction: Cell) -> bool:
    """Return whether a cell overlaps another one between the ends of a step."""
    one, other = lattice.corners(resting), lattice.corners(moving)
    after = lattice.corners(moved(moving, direction))
    step = after[0][0] - other[0][0], after[0][1] - other[0][1]
    normals = (*_normals(one), *_normals(other))
    resting_shadow, shadow = (
        tuple(_projected(corners, normal) for normal in normals) for corners in (one, other)
    )
    speeds = tuple(step[0] * x + step[1] * y for x, y in normals)
    return _overlap_between(resting_shadow, shadow, speeds)


def _normals(corners: tuple[Point, ...]) -> list[Point]:
    following = (*corners[1:], corners[0])
    return [(b[1] - a[1], a[0] - b[0]) for a, b in zip(corners, following, strict=True)]


def _projected(corners: tuple[Point, ...], normal: Point) -> tuple[float, float]:
    heights = [x * normal[0] + y * normal[1] for x, y in corners]
    return min(heights), max(heights)


def _ball(lattice: Lattice, cell: Cell, steps: int) -> set[Cell]:
    """Return the cells within some steps between neighbors."""
    near = {cell}
    for _ in range(steps):
        near |= {other for one in near for other in lattice.neighbors(one)}
    return near


def _has_shorter(vector: Cell, others: set[Cell]) -> bool:
    common = gcd(*vector)
    return any(
        tuple(number // part for number in vector) in others
        for part in range(2, common + 1)
        if common % part == 0
    )


def _rank(vectors: Collection[Cell]) -> int:
    """Return the number of linearly independent vectors."""
    rows = [[Fraction(number) for number in vector] for vector in sorted(vectors)]
    rank = 0
    for column in range(len(rows[0]) if rows else 0):
        pivot = next((row for row in rows[rank:] if row[column]), None)
        if pivot is None:
            continue
        rows.remove(pivot)
        rows.insert(rank, pivot)
        for place in range(rank + 1, len(rows)):
            factor = rows[place][column] / pivot[column]
            rows[place] = [a - factor * b for a, b in zip(rows[place], pivot, strict=True)]
        rank += 1
    return rank


# The kinds of a cell that rests and of a cell that moves, and the vector between them.
Crossing = tuple[int, int, Cell]
# The projections of a cell on the axes: the least and the greatest number on each.
_Shadow = tuple[tuple[float, float], ...]

# The square of the diameter of spheres.
_TOUCHING = 2
# Times of less than this are rounding errors.
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
        ends = [(one, moved(one, vector)) for one in (cell, *lattice.neighbors(cell))]
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
        (lattice.kind(one), lattice.kind(other), without(other, one)) for one, other in images
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
        vector = without(cell, like)
        heights = [_product(normal, vector) for normal in _NORMALS]
        found[cell] = tuple(
            (low + height, high + height)
            for (low, high), height in zip(shadow, heights, strict=True)
        )
    return found


def _shadow(lattice: Solids, cell: Cell) -> _Shadow:
    step = _step(lattice, cell, (1, 1, 0))
    corners = {corner for face in lattice.faces(cell) for corner in face}
    shift = lattice.faces(moved(cell, step))[0][0][0] - lattice.faces(cell)[0][0][0]
    scale = step[0] / shift
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
    cells = (moved(cell, corner) for cell in lattice.box((count,) * 3))
    return tuple(sorted(cell for cell in cells if max(map(abs, cell)) <= reach))


def _product(normal: Cell, spot: Spot | Cell) -> float:
    return normal[0] * spot[0] + normal[1] * spot[1] + normal[2] * spot[2]


def _times(vector: Cell, number: int) -> Cell:
    return tuple(number * one for one in vector)
