"""Polyforms by their definition: slow, short, and the same for every lattice."""

from __future__ import annotations

from combien import Region
from combien.geometry._lattice import Lattice


def grown(n: int, lattice: Lattice, dimension: int) -> set[Region]:
    """From each of n - 1 cells, all those with one more beside it."""
    if n == 1:
        cells = lattice.box((1,) * (lattice.directions or dimension))
        return {Region([cell], lattice=lattice).at_origin() for cell in cells}
    return {
        Region([*smaller, beside], lattice=lattice).at_origin()
        for smaller in grown(n - 1, lattice, dimension)
        for cell in smaller
        for beside in lattice.neighbors(cell)
        if beside not in smaller
    }
