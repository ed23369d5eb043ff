"""Cells, lattices, symmetries and regions; polyforms and boards that wrap around."""

from __future__ import annotations

from typing import Any

from combien._base.lazy import homes, lazy
from combien._base.plugins import Table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from combien.geometry._cell import Cell as Cell
    from combien.geometry._hexagons import HEXAGONS as HEXAGONS
    from combien.geometry._hexagons import TRIANGLES as TRIANGLES
    from combien.geometry._lattice import SQUARE as SQUARE
    from combien.geometry._lattice import Lattice as Lattice
    from combien.geometry._lattice import Point as Point
    from combien.geometry._polyforms import fixed as fixed
    from combien.geometry._polyforms import free as free
    from combien.geometry._polyforms import one_sided as one_sided
    from combien.geometry._prisms import PRISMS as PRISMS
    from combien.geometry._region import Region as Region
    from combien.geometry._region import art as art
    from combien.geometry._solids import SPHERES as SPHERES
    from combien.geometry._symmetry import Group as Group
    from combien.geometry._symmetry import Symmetry as Symmetry
    from combien.geometry._tessellations import ABOLOES as ABOLOES
    from combien.geometry._tessellations import BEVELHEXES as BEVELHEXES
    from combien.geometry._tessellations import CAIRO as CAIRO
    from combien.geometry._tessellations import DRAFTERS as DRAFTERS
    from combien.geometry._tessellations import HALFCAIRO as HALFCAIRO
    from combien.geometry._tessellations import KITES as KITES
    from combien.geometry._tessellations import OCTASQUARES as OCTASQUARES
    from combien.geometry._tessellations import TRIHEXAGONS as TRIHEXAGONS
    from combien.geometry._tetrahedra import RHOMBIC_TETRAHEDRA as RHOMBIC_TETRAHEDRA
    from combien.geometry._tetrahedra import TETRAHEDRA_OCTAHEDRA as TETRAHEDRA_OCTAHEDRA
    from combien.geometry._wrapped import cylinder as cylinder
    from combien.geometry._wrapped import klein_bottle as klein_bottle
    from combien.geometry._wrapped import moebius_strip as moebius_strip
    from combien.geometry._wrapped import torus as torus
else:
    __getattr__, __dir__, __all__ = lazy(__name__)

# The lattices of the plane, by the names that scripts, commands, pages and tests use.
_PLANES = {
    "squares": "SQUARE",
    "hexagons": "HEXAGONS",
    "triangles": "TRIANGLES",
    "kites": "KITES",
    "drafters": "DRAFTERS",
    "trihexagons": "TRIHEXAGONS",
    "octasquares": "OCTASQUARES",
    "bevelhexes": "BEVELHEXES",
    "aboloes": "ABOLOES",
    "halfcairo": "HALFCAIRO",
    "cairo": "CAIRO",
}
_HOMES = homes(__name__)


def _fault(lattice: Any) -> str:
    lacking = [name for name in ("name", "axes", "box", "neighbors") if not hasattr(lattice, name)]
    return f"{lattice!r} is not a lattice: it has no {lacking[0]}" if lacking else ""


PLANES = Table(
    "lattices", {name: (_HOMES[kind], kind) for name, kind in _PLANES.items()}, fault=_fault
)


def plane_named(name: str) -> Lattice:
    """Return the lattice of the plane with this name.

    >>> plane_named("hexagons").axes
    3
    """
    lattice: Lattice = PLANES.load(name)
    return lattice
