"""BurrTools' grids as lattices, and its numbers of rotations.

A voxel is a place in a text of its lattice.  A placement in a file is a number of a rotation and
the voxel to which it moves the hot spot of the shape; by default the hot spot is the voxel
(0, 0, 0).  The rotations are products of few:

    cubes, tetrahedra      I, Y, Z and their powers, each after I or a power of X
    triangular prisms      six turns about the axis of the layers, then these after a half-turn
    spheres                I, Z, ZZ or ZZZ after (I, two others), each after I or a half-turn

and the same number of reflections follows, each the reflection of x followed by a rotation.  For
spheres, BurrTools also has rotations that do not keep the lattice, but some pieces on it; a number
above 23 is one of these and has no symmetry here.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from combien._base.records import dataclass
from combien.geometry._cell import Cell
from combien.geometry._lattice import SQUARE, Lattice
from combien.geometry._prisms import PRISMS
from combien.geometry._region import Region
from combien.geometry._rhombic_tetrahedra import RHOMBIC_TETRAHEDRA
from combien.geometry._spheres import SPHERES, is_flat
from combien.geometry._symmetry import Group, Symmetry
from combien.geometry._tetrahedra_octahedra import TETRAHEDRA_OCTAHEDRA
from combien.geometry._triangles import TRIANGLES

__all__ = ["GRIDS", "Grid", "grid_named", "grid_of", "turns"]


@dataclass(frozen=True, slots=True)
class Grid:
    """A grid: its number in files, its lattice, and the vectors of its voxels."""

    number: int
    name: str
    lattice: Lattice

    def cell(self, voxel: Cell) -> Cell | None:
        """Return the cell at a voxel, or None if there is no cell.

        >>> GRIDS[2].cell((1, 1, 0)), GRIDS[2].cell((1, 0, 0))
        ((1, 1, 0), None)
        """
        return self.lattice.at(voxel[: self.lattice.directions or 3])

    def point(self, voxel: Cell) -> Cell:
        """Return the coordinates of a voxel, which need not be a cell."""
        x, y, z = voxel
        if self.lattice == RHOMBIC_TETRAHEDRA:
            return x - 2, y - 2, z - 2
        if self.lattice == TETRAHEDRA_OCTAHEDRA:
            return 2 * x - 5, 2 * y + 1, 2 * z + 1
        return self.cell(voxel) or voxel

    def voxel(self, point: Cell) -> Cell:
        """Return the voxel with these coordinates, the inverse of `point`."""
        x, y, *z = point if self.lattice == SQUARE else self.lattice.place(point)
        return x, y, z[0] if z else 0

    def symmetry(self, number: int) -> Symmetry | None:
        """Return the rotation or reflection with this number, or None if it is not known.

        >>> [GRIDS[0].symmetry(number).name for number in (1, 4, 20)]
        ['(x, -z, y)', '(-z, y, x)', '(y, -x, z)']
        """
        known = _numbered(self.lattice)
        return known[number] if 0 <= number < len(known) else None


GRIDS = (
    Grid(0, "cubes", SQUARE),
    Grid(1, "triangular prisms", PRISMS),
    Grid(2, "spheres", SPHERES),
    Grid(3, "rhombic tetrahedra", RHOMBIC_TETRAHEDRA),
    Grid(4, "tetrahedra and octahedra", TETRAHEDRA_OCTAHEDRA),
)
_FLAT = Grid(1, "triangles", TRIANGLES)


def grid_of(lattice: Lattice) -> Grid | None:
    """Return the grid of a lattice, or None if BurrTools has none.

    >>> grid_of(SPHERES).number, grid_of(TRIANGLES).number
    (2, 1)
    """
    return next((grid for grid in (*GRIDS, _FLAT) if grid.lattice == lattice), None)


def grid_named(number: int, *, flat: bool) -> Grid | None:
    """Return the grid with a number; triangles of the plane if all shapes have one layer."""
    if number == _FLAT.number and flat:
        return _FLAT
    return GRIDS[number] if number < len(GRIDS) else None


def turns(region: Region) -> Group:
    """Return the symmetries by which a piece can be turned in one's hands.

    >>> len(turns(Region.box(2, 1, 1))), len(turns(Region([(0, 0, 0), (1, 1, 0)], lattice=SPHERES)))
    (24, 48)

    A piece of the plane can be turned over, and one of spheres with their centers in one plane can
    be turned to its mirror images.
    """
    lattice, dimension = region.lattice, region.dimension
    solid = (lattice.directions or dimension) == 3
    over = not solid or (lattice == SPHERES and is_flat(region))
    return (lattice.all if over else lattice.rotations)(dimension)


@cache
def _numbered(lattice: Lattice) -> tuple[Symmetry, ...]:
    if lattice in (PRISMS, TRIANGLES):
        # By 60 degrees, and the half-turn that keeps y.
        turn, over = (-2, -3, -1), (3, 2, 1)
        layers = () if lattice == TRIANGLES else (4,)
        sixth = _powers(Symmetry((*turn, *layers)), 6)
        flipped = Symmetry((*over, *(-layer for layer in layers)))
        rotations = [*sixth, *(one @ flipped for one in sixth)]
        mirror = Symmetry((*over, *layers))
        return (*rotations, *(one @ mirror for one in rotations))
    x, y, z = Symmetry((1, -3, 2)), Symmetry((-3, 2, 1)), Symmetry((-2, 1, 3))
    if lattice == SPHERES:
        others = [Symmetry((1, 2, 3)), Symmetry((3, 1, 2)), Symmetry((3, 2, -1))]
        half = Symmetry((3, -2, 1))
        return tuple(a @ b @ c for b in others for a in _powers(z, 4) for c in _powers(half, 2))
    first = [*_powers(y, 4), z, z.inverse]
    rotations = [one @ other for one in first for other in _powers(x, 4)]
    return (*rotations, *(one @ Symmetry((-1, 2, 3)) for one in rotations))


def _powers(symmetry: Symmetry, number: int) -> Sequence[Symmetry]:
    found = [Symmetry.identity(symmetry.dimension)]
    while len(found) < number:
        found.append(symmetry @ found[-1])
    return found
