"""Cells, lattices, symmetries and regions; polyforms and boards that wrap around."""

from combien._base.lazy import lazy

_NAMES = {
    "combien.geometry._cell": "Cell",
    "combien.geometry._hexagons": "HEXAGONS TRIANGLES",
    "combien.geometry._lattice": "SQUARE Lattice Point",
    "combien.geometry._planes": "PLANES plane_named",
    "combien.geometry._polyforms": "fixed free one_sided",
    "combien.geometry._prisms": "PRISMS",
    "combien.geometry._region": "Region art",
    "combien.geometry._solids": "SPHERES",
    "combien.geometry._symmetry": "Group Symmetry",
    "combien.geometry._tessellations": """
        ABOLOES BEVELHEXES CAIRO DRAFTERS HALFCAIRO KITES OCTASQUARES TRIHEXAGONS
    """,
    "combien.geometry._tetrahedra": "RHOMBIC_TETRAHEDRA TETRAHEDRA_OCTAHEDRA",
    "combien.geometry._wrapped": "cylinder klein_bottle moebius_strip torus",
}
__getattr__, __dir__, __all__ = lazy(__name__, _NAMES)
