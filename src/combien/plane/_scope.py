"""What copies on the lattice decide about the plane, and which copies of a tile are allowed.

Copies are only tried on the lattice of the tile.  On squares and triangles, a tiling by copies in
any positions is cut by parallel *fault lines* into strips that lie on the lattice; sliding the
strips makes a tiling on the lattice, and mirroring one strip again and again makes one with no more
orbits of tiles.  Hexagons leave no room to slide.  So on these three lattices, what does not tile
on the lattice does not tile, and what is anisohedral there is anisohedral: `docs/plane.md` has the
proof.  On other lattices copies may fit off the lattice: a square of `OCTASQUARES` is surrounded by
squares only there.
"""

from __future__ import annotations

from typing import Literal

from combien.errors import BadTiling
from combien.geometry._hexagons import HEXAGONS, TRIANGLES
from combien.geometry._lattice import SQUARE, Lattice
from combien.geometry._symmetry import Symmetry
from combien.plane._grid import PlaneGrid, plane_grid
from combien.tilings._tile import Tile

# What is decided: the plane, or only tilings with copies on the lattice.
Scope = Literal["plane", "lattice"]
# Which copies are allowed, besides translated ones; "some" for other groups.
CopiesAllowed = Literal["all", "rotations", "none", "some"]

COPIES_IN_WORDS: dict[CopiesAllowed, str] = {
    "all": "copies",
    "rotations": "rotated copies",
    "none": "translated copies",
    "some": "copies in these orientations",
}


def scope_of(lattice: Lattice) -> Scope:
    """Return what it says about the plane that there is no tiling on a lattice.

    >>> from combien.geometry import KITES
    >>> scope_of(HEXAGONS), scope_of(KITES)
    ('plane', 'lattice')
    """
    return "plane" if lattice in (SQUARE, HEXAGONS, TRIANGLES) else "lattice"


def grid_of_copies(tile: Tile) -> tuple[PlaneGrid, CopiesAllowed]:
    """Return the grid with the motions that keep the allowed copies of a tile, and which these are.

    >>> corner = Tile("**\\n*.", symmetries="rotations")
    >>> grid_of_copies(corner)[1], grid_of_copies(Tile("***\\n.*.\\n.**"))[1]
    ('all', 'none')

    A symmetry of a tiling maps allowed copies to allowed ones.  If the allowed symmetries are a
    normal subgroup, the motions that map all of them so are all that a tiling can have.  Raises
    `BadTiling` for other groups.
    """
    region, lattice = tile.region, tile.region.lattice
    full = lattice.all(region.dimension)
    whole = plane_grid(lattice)
    cells = whole.numbers(region)
    given = {one.axes for one in tile.symmetries}
    if any((by @ one @ by.inverse).axes not in given for by in full for one in tile.symmetries):
        raise BadTiling(
            f"the symmetries of the tile are not a normal subgroup of those of {lattice.name}, "
            "which classify needs: use 'none', 'rotations' or 'all'"
        )
    allowed = {whole.moved(one, cells)[0] for one in tile.symmetries}

    motions = tuple(
        one for one in full if all(whole.moved(one, shape)[0] in allowed for shape in allowed)
    )
    by_name: dict[CopiesAllowed, tuple[Symmetry, ...]] = {
        "all": tuple(full),
        "rotations": tuple(lattice.rotations(region.dimension)),
        "none": (full.elements[0],),
    }
    for name, group in by_name.items():
        if allowed == {whole.moved(one, cells)[0] for one in group}:
            return (whole if name == "all" else plane_grid(lattice, motions)), name
    return plane_grid(lattice, motions), "some"
