"""Cells, lattices, symmetries and regions; polyforms and boards that wrap around."""

from __future__ import annotations

from combien._lazy import lazy

TYPE_CHECKING = False
if TYPE_CHECKING:
    from combien.geometry._art import art as art
    from combien.geometry._cell import Cell as Cell
    from combien.geometry._hexagons import HEXAGONS as HEXAGONS
    from combien.geometry._lattice import SQUARE as SQUARE
    from combien.geometry._lattice import Lattice as Lattice
    from combien.geometry._lattice import Point as Point
    from combien.geometry._polyforms import fixed as fixed
    from combien.geometry._polyforms import free as free
    from combien.geometry._polyforms import one_sided as one_sided
    from combien.geometry._prisms import PRISMS as PRISMS
    from combien.geometry._region import Region as Region
    from combien.geometry._rhombic_tetrahedra import RHOMBIC_TETRAHEDRA as RHOMBIC_TETRAHEDRA
    from combien.geometry._spheres import SPHERES as SPHERES
    from combien.geometry._symmetry import Group as Group
    from combien.geometry._symmetry import Symmetry as Symmetry
    from combien.geometry._tetrahedra_octahedra import TETRAHEDRA_OCTAHEDRA as TETRAHEDRA_OCTAHEDRA
    from combien.geometry._triangles import TRIANGLES as TRIANGLES
    from combien.geometry._wrapped import cylinder as cylinder
    from combien.geometry._wrapped import klein_bottle as klein_bottle
    from combien.geometry._wrapped import moebius_strip as moebius_strip
    from combien.geometry._wrapped import torus as torus

_HOMES = {
    "Cell": "_cell",
    "Group": "_symmetry",
    "HEXAGONS": "_hexagons",
    "Lattice": "_lattice",
    "PRISMS": "_prisms",
    "Point": "_lattice",
    "RHOMBIC_TETRAHEDRA": "_rhombic_tetrahedra",
    "Region": "_region",
    "SPHERES": "_spheres",
    "SQUARE": "_lattice",
    "Symmetry": "_symmetry",
    "TETRAHEDRA_OCTAHEDRA": "_tetrahedra_octahedra",
    "TRIANGLES": "_triangles",
    "art": "_art",
    "cylinder": "_wrapped",
    "fixed": "_polyforms",
    "free": "_polyforms",
    "klein_bottle": "_wrapped",
    "moebius_strip": "_wrapped",
    "one_sided": "_polyforms",
    "torus": "_wrapped",
}

__all__ = [
    "HEXAGONS",
    "PRISMS",
    "RHOMBIC_TETRAHEDRA",
    "SPHERES",
    "SQUARE",
    "TETRAHEDRA_OCTAHEDRA",
    "TRIANGLES",
    "Cell",
    "Group",
    "Lattice",
    "Point",
    "Region",
    "Symmetry",
    "art",
    "cylinder",
    "fixed",
    "free",
    "klein_bottle",
    "moebius_strip",
    "one_sided",
    "torus",
]

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy(__name__, _HOMES)
