"""The directions of a lattice, and which cells are in the way of a step along them.

Directions are the shortest translations, up to sign: two of squares, three of cubes, hexagons and
triangles, four of prisms on triangles.  They are found by walking from a cell to its neighbors and
theirs, until there are enough to reach all cells of the same kind.  Spheres and the lattices of
tetrahedra have more directions (see `_solid_directions`).

A cube that moves to the next place overlaps only that place on its way.  A triangle crosses the
triangle in between, and the corners of a hexagon those on both sides.  Two convex cells, one of
them moving, overlap at the times at which their projections on the normals of all sides do.
"""

from __future__ import annotations

from collections.abc import Collection
from fractions import Fraction
from functools import lru_cache
from math import gcd

from combien.errors import BadTiling
from combien.geometry._cell import Cell
from combien.geometry._lattice import SQUARE, Lattice, Point
from combien.geometry._prisms import Prisms
from combien.geometry._solids import Solids
from combien.geometry._wrapped import Wrapped
from combien.tilings.disassembly._solid_directions import (
    Crossing,
    solid_crossings,
    solid_directions,
)

__all__ = ["crossings", "directions"]

# Translations that span those of a lattice are found within this many steps between neighbors.
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
        {_between(cell, one) for one in _ball(lattice, cell, steps) if lattice.kind(one) == kind}
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
            (kind, lattice.kind(other), _between(one, other))
            for kind, one in sorted(resting.items())
            for other in sorted(_ball(lattice, one, _MOST_STEPS))
            if _overlap_between(lattice, one, other, direction)
        )
        for direction in found
    )


def _overlap_between(lattice: Lattice, resting: Cell, moving: Cell, direction: Cell) -> bool:
    """Return whether a cell overlaps another one between the ends of a step."""
    one, other = lattice.corners(resting), lattice.corners(moving)
    after = lattice.corners(tuple(map(int.__add__, moving, direction)))
    step = after[0][0] - other[0][0], after[0][1] - other[0][1]
    begin, end = 0.0, 1.0
    for normal in (*_normals(one), *_normals(other)):
        low, high = _projected(one, normal)
        least, most = _projected(other, normal)
        speed = step[0] * normal[0] + step[1] * normal[1]
        # Overlap where least + speed * time < high and most + speed * time > low.
        if abs(speed) < _TOLERANCE:
            if least > high - _TOLERANCE or most < low + _TOLERANCE:
                return False
            continue
        times = sorted(((high - least) / speed, (low - most) / speed))
        begin, end = max(begin, times[0]), min(end, times[1])
    return end - begin > _TOLERANCE


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


def _between(start: Cell, end: Cell) -> Cell:
    return tuple(map(int.__sub__, end, start))


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
