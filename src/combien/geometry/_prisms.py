"""Prisms on the cells of a lattice of the plane, in layers: triangles and hexagons in space.

A cell is a cell of the plane and its layer.  Its neighbors are its neighbors in the layer and the
cells above and below.  A symmetry of the prisms is a symmetry of the plane, with the layers
reversed or not.  Reversing the layers reverses the orientation, as a reflection of the plane does,
so doing both is a rotation: of the 24 symmetries of the prisms on triangles, 12 are rotations, six
about the axis of the layers and six half-turns about perpendicular axes.  Prisms on squares are
cubes, which the square lattice has in dimension 3; any other lattice of the plane can be used.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from combien.errors import BadRegion
from combien.geometry._cell import Cell
from combien.geometry._hexagons import TRIANGLES
from combien.geometry._lattice import Lattice, Point, check_lattice
from combien.geometry._symmetry import Group, Symmetry


@dataclass(frozen=True, slots=True)
class Prisms:
    """The lattice of prisms on the cells of another one; the layer is the last coordinate.

    >>> PRISMS.neighbors((1, 1, -1, 0))
    ((-1, 1, -1, 0), (1, -1, -1, 0), (1, 1, -3, 0), (1, 1, -1, -1), (1, 1, -1, 1))
    >>> len(PRISMS.rotations(4)), len(PRISMS.all(4))
    (12, 24)

    `PRISMS` are the prisms on triangles.  Raises `BadRegion` if the lattice is not a lattice of the
    plane with a fixed number of coordinates, or wraps around.
    """

    flat: Lattice

    def __post_init__(self) -> None:
        check_lattice(self.flat)
        if self.flat.directions != 2 or self.flat.axes is None or self.flat.cover != self.flat:
            raise BadRegion(
                f"there are no prisms on {self.flat.name}, only on triangles, hexagons and other "
                "lattices of the plane; prisms on squares are cubes, Region.box(2, 2, 2)"
            )

    @property
    def name(self) -> str:
        """The name for messages."""
        return f"prisms on {self.flat.name}"

    @property
    def axes(self) -> int:
        """The number of coordinates, one more than in the plane."""
        return (self.flat.axes or 0) + 1

    @property
    def directions(self) -> int:
        """3: the two directions of the plane, and up."""
        return 3

    @property
    def cover(self) -> Prisms:
        """The lattice itself, as it does not wrap around."""
        return self

    def has(self, cell: Cell) -> bool:
        """Return whether the cell without its layer is a cell of the plane."""
        return len(cell) == self.axes and self.flat.has(cell[:-1])

    def kind(self, cell: Cell) -> int:
        """Return the kind of the cell in the plane."""
        return self.flat.kind(cell[:-1])

    def home(self, low: Cell) -> Cell:
        """Return the translation of the plane that also makes the lowest layer 0."""
        return *self.flat.home(low[:-1]), -low[-1]

    def along(self, cell: Cell, axis: int, length: int) -> Cell:
        """Return the cell `length` steps away, in the plane (axes 0 and 1) or up (axis 2)."""
        if axis == 2:
            return *cell[:-1], cell[-1] + length
        return *self.flat.along(cell[:-1], axis, length), cell[-1]

    def box(self, size: Sequence[int]) -> Iterable[Cell]:
        """Return a parallelogram of the first two lengths; the third is the number of layers."""
        *sides, layers = size
        return ((*cell, layer) for layer in range(layers) for cell in self.flat.box(sides))

    def neighbors(self, cell: Cell) -> tuple[Cell, ...]:
        """Return the neighbors in its layer, the cell below and the cell above."""
        flat, layer = cell[:-1], cell[-1]
        adjacent = tuple((*other, layer) for other in self.flat.neighbors(flat))
        return *adjacent, (*flat, layer - 1), (*flat, layer + 1)

    def rotations(self, dimension: int) -> Group:
        """Return the rotations, half of all: plane reflections also reverse the layers."""
        return _rotations(self.flat)

    def all(self, dimension: int) -> Group:
        """Return the symmetries of the plane, each with the layers reversed or not."""
        return _all(self.flat)

    def keeps(self, symmetry: Symmetry) -> bool:
        """Return whether the symmetry preserves the plane and the direction of the layers."""
        return symmetry in _all(self.flat)

    def corners(self, cell: Cell) -> tuple[Point, ...]:
        """Raise `BadRegion`, as a prism has no polygon; layers are drawn one by one."""
        raise BadRegion(f"the cells of the {self.name} are in space: layers are drawn, one by one")

    def place(self, cell: Cell) -> Cell:
        """Return the place in the plane, and the layer."""
        return *self.flat.place(cell[:-1]), cell[-1]

    def at(self, place: Cell) -> Cell | None:
        """Return the cell at a place of the plane, in this layer, or None."""
        *spot, layer = place
        flat = self.flat.at(tuple(spot))
        return None if flat is None else (*flat, layer)

    def in_reading_order(self, cells: Iterable[Cell]) -> list[Cell]:
        """Return the cells layer by layer, the lowest one first."""
        layers: dict[int, list[Cell]] = {}
        for cell in cells:
            layers.setdefault(cell[-1], []).append(cell[:-1])
        ordered = ((n, self.flat.in_reading_order(layer)) for n, layer in sorted(layers.items()))
        return [(*flat, n) for n, layer in ordered for flat in layer]


@lru_cache
def _all(flat: Lattice) -> Group:
    upright = [_lifted(symmetry, up=1) for symmetry in flat.all(flat.axes or 0)]
    return Group.generated_by(*upright, _lifted(Symmetry.identity(flat.axes or 0), up=-1))


@lru_cache
def _rotations(flat: Lattice) -> Group:
    turns = flat.rotations(flat.axes or 0)
    whole = flat.all(flat.axes or 0)
    return Group.generated_by(*(_lifted(one, up=1 if one in turns else -1) for one in whole))


def _lifted(symmetry: Symmetry, *, up: int) -> Symmetry:
    """Return the symmetry of the plane applied to each layer; `up=-1` also reverses the layers."""
    axes = *symmetry.axes, up * (symmetry.dimension + 1)
    return Symmetry(axes, (*symmetry.shift, 0), symmetry.period)


PRISMS = Prisms(TRIANGLES)
