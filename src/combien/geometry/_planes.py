"""The lattices of the plane, by the names that scripts, commands, pages and tests use."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from combien._base.plugins import Table

if TYPE_CHECKING:
    from combien.geometry._lattice import Lattice

_PLANES = {
    "squares": ("combien.geometry._lattice", "SQUARE"),
    "hexagons": ("combien.geometry._hexagons", "HEXAGONS"),
    "triangles": ("combien.geometry._hexagons", "TRIANGLES"),
    "kites": ("combien.geometry._tessellations", "KITES"),
    "drafters": ("combien.geometry._tessellations", "DRAFTERS"),
    "trihexagons": ("combien.geometry._tessellations", "TRIHEXAGONS"),
    "octasquares": ("combien.geometry._tessellations", "OCTASQUARES"),
    "bevelhexes": ("combien.geometry._tessellations", "BEVELHEXES"),
    "aboloes": ("combien.geometry._tessellations", "ABOLOES"),
    "halfcairo": ("combien.geometry._tessellations", "HALFCAIRO"),
    "cairo": ("combien.geometry._tessellations", "CAIRO"),
}


def _fault(lattice: Any) -> str:
    lacking = [name for name in ("name", "axes", "box", "neighbors") if not hasattr(lattice, name)]
    return f"{lattice!r} is not a lattice: it has no {lacking[0]}" if lacking else ""


PLANES = Table("lattices", _PLANES, fault=_fault)


def plane_named(name: str) -> Lattice:
    """Return the lattice of the plane with this name.

    >>> plane_named("hexagons").axes
    3
    """
    lattice: Lattice = PLANES.load(name)
    return lattice
