"""Whether solids overlap while one of them moves, tested by their faces at 40 moments."""

from __future__ import annotations

from functools import cache
from itertools import product

from combien.geometry import SPHERES
from combien.geometry._solids import Solids

Cell = tuple[int, ...]
Spot = tuple[float, ...]

__all__ = ["solids_meet_on_the_way"]

MOMENTS = 40


def solids_meet_on_the_way(lattice: Solids, resting: Cell, moving: Cell, direction: Cell) -> bool:
    """Whether a cell that moves by a step overlaps another one on its way."""
    if lattice == SPHERES:
        vector = [a - b for a, b in zip(moving, resting, strict=True)]
        return any(
            sum((v + d * moment / 41) ** 2 for v, d in zip(vector, direction, strict=True)) < 1.999
            for moment in range(1, MOMENTS + 1)
        )
    one, before = corners(lattice, resting), corners(lattice, moving)
    after = corners(lattice, tuple(map(int.__add__, moving, direction)))
    step = [b - a for a, b in zip(before[0], after[0], strict=True)]
    axes = separating_axes(lattice, resting, moving)
    rests = [shadow(one, axis) for axis in axes]
    begins = [shadow(before, axis) for axis in axes]
    speeds = [dot(step, axis) for axis in axes]
    for moment in range(1, MOMENTS + 1):
        time = moment / 41
        if all(
            low < most + speed * time - 1e-6 and least + speed * time < high - 1e-6
            for (low, high), (least, most), speed in zip(rests, begins, speeds, strict=True)
        ):
            return True
    return False


@cache
def corners(lattice: Solids, cell: Cell) -> list[Spot]:
    """The corners of a cell, in the order of its faces, so that translates have the same order."""
    return [corner for face in lattice.faces(cell) for corner in face]


def separating_axes(lattice: Solids, one: Cell, other: Cell) -> list[Spot]:
    """The normals of the faces of two convex cells, and the products of their edges."""
    normals = [cross(*sides(face)) for cell in (one, other) for face in lattice.faces(cell)]
    products = [cross(a, b) for a, b in product(edges(lattice, one), edges(lattice, other))]
    return [axis for axis in (*normals, *products) if dot(axis, axis) > 1e-9]


@cache
def edges(lattice: Solids, cell: Cell) -> list[Spot]:
    ends = {
        frozenset(ends)
        for face in lattice.faces(cell)
        for ends in zip(face, (*face[1:], face[0]), strict=True)
    }
    pairs = sorted(sorted(pair) for pair in ends)
    return [tuple(q - p for p, q in zip(a, b, strict=True)) for a, b in pairs]


def sides(face: tuple[Spot, ...]) -> tuple[Spot, Spot]:
    a, b, c = face[:3]
    u, v = (tuple(q - p for p, q in zip(a, corner, strict=True)) for corner in (b, c))
    return u, v


def cross(u: Spot, v: Spot) -> Spot:
    return (
        u[1] * v[2] - u[2] * v[1],
        u[2] * v[0] - u[0] * v[2],
        u[0] * v[1] - u[1] * v[0],
    )


def dot(u: list[float] | Spot, v: Spot) -> float:
    return sum(a * b for a, b in zip(u, v, strict=True))


def shadow(spots: list[Spot], axis: Spot) -> tuple[float, float]:
    heights = [dot(spot, axis) for spot in spots]
    return min(heights), max(heights)
