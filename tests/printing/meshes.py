"""Random pieces on every lattice that can be printed, and the laws of closed meshes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import atan2, pi

from hypothesis import strategies as st

from combien.geometry import HEXAGONS, PRISMS, TRIANGLES, Region
from combien.geometry._lattice import SQUARE, Lattice
from combien.geometry._prisms import Prisms
from combien.printing._surface import Spot, cross, dot

# A first cell for each lattice.
FIRST: dict[str, tuple[Lattice, tuple[int, ...]]] = {
    "squares": (SQUARE, (0, 0)),
    "cubes": (SQUARE, (0, 0, 0)),
    "hexagons": (HEXAGONS, (0, 0, 0)),
    "triangles": (TRIANGLES, (1, 1, -1)),
    "prisms": (PRISMS, (1, 1, -1, 0)),
    "hexagonal prisms": (Prisms(HEXAGONS), (0, 0, 0, 0)),
}


@st.composite
def pieces(draw: st.DrawFn, names: Sequence[str] = tuple(FIRST)) -> Region:
    """A connected region: a cell, and neighbors of its cells."""
    lattice, cell = FIRST[draw(st.sampled_from(names))]
    cells = [cell]
    for _ in range(draw(st.integers(0, 11))):
        beside = lattice.neighbors(cells[draw(st.integers(0, len(cells) - 1))])
        cells.append(beside[draw(st.integers(0, len(beside) - 1))])
    return Region(set(cells), lattice=lattice)


def is_closed(triangles: Sequence[tuple[int, int, int]]) -> bool:
    """Whether each edge lies in two triangles, which run along it in opposite directions."""
    times = Counter((t[at - 1], t[at]) for t in triangles for at in range(3))
    return set(times.values()) == {1} and all((b, a) in times for a, b in times)


def winding(vertices: Sequence[Spot], triangles: Sequence[tuple[int, int, int]], at: Spot) -> float:
    """How often a closed mesh goes around a point: 1 inside, 0 outside (van Oosterom's formula)."""
    total = 0.0
    for triangle in triangles:
        a, b, c = (
            (v[0] - at[0], v[1] - at[1], v[2] - at[2]) for v in (vertices[i] for i in triangle)
        )
        x, y, z = (dot(v, v) ** 0.5 for v in (a, b, c))
        below = x * y * z + dot(a, b) * z + dot(b, c) * x + dot(c, a) * y
        total += 2 * atan2(dot(a, cross(b, c)), below)
    return total / (4 * pi)
