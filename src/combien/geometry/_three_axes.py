"""What hexagons and triangles have in common: three coordinates with a fixed sum, in the plane.

The third coordinate is redundant, but with it the twelve symmetries that keep the origin only
exchange axes, and turn all of them over or none.
"""

from __future__ import annotations

from functools import cache
from typing import Self

from combien.geometry._symmetry import Group, Symmetry

__all__ = ["ThreeAxes"]

_TURN = Symmetry((-2, -3, -1))  # By 60 degrees, counter-clockwise.
_MIRROR = Symmetry((2, 1, 3))


class ThreeAxes:
    """The parts of a lattice that are the same for both.

    >>> lattice = ThreeAxes()
    >>> len(lattice.rotations(3)), len(lattice.all(3)), lattice.keeps(Symmetry((-1, 2, 3)))
    (6, 12, False)
    """

    __slots__ = ()

    @property
    def axes(self) -> int:
        """Three coordinates, though it is of the plane."""
        return 3

    @property
    def directions(self) -> int:
        """Two, as in all planes."""
        return 2

    @property
    def cover(self) -> Self:
        """Itself, as it does not wrap."""
        return self

    def rotations(self, dimension: int) -> Group:
        """The six turns about the origin: the center of a hexagon, a corner of triangles."""
        return _rotations()

    def all(self, dimension: int) -> Group:
        """The six turns and six reflections."""
        return _all()

    def keeps(self, symmetry: Symmetry) -> bool:
        """Whether all axes keep their signs, or all change them."""
        return symmetry in _all()


@cache
def _rotations() -> Group:
    return Group.generated_by(_TURN)


@cache
def _all() -> Group:
    return Group.generated_by(_TURN, _MIRROR)
