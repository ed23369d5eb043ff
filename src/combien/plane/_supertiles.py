"""Patches of hats and turtles by substitution.

Every tiling by hats consists of clusters of eight hats or seven, H8 and H7, and these make larger
ones: six H8 around an H7 are the H8 of the next level, and five are its H7 (Smith, Myers, Kaplan
and Goodman-Strauss, 2023).  Clusters change their shape from level to level, but their positions
follow one rule.  Let w be the rotation by 60 degrees, u = x + yw the Eisenstein integer of a level
and v that of the level below.  Then the H7 is at 0, and the H8 are at wu, -wu, -u, u + wu, u - wu
and u - v (the one that an H7 lacks), each with its own rotation.  At the next level u is 3u - v, so
lengths grow by the square of the golden ratio.  Turtles have other clusters and another first u.

The clusters and the first two u were read off tilings of disks that a SAT solver found, of
1,900 hats and 1,500 turtles.  Tests verify up to the highest level that no two tiles overlap.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain
from typing import Any, Literal, get_args

from combien._base.checks import check_int, short_repr
from combien.drawing._content import MOST_CELLS
from combien.drawing._picture import Picture
from combien.errors import BadPicture, BadTiling
from combien.geometry._cell import Cell
from combien.geometry._region import Region
from combien.geometry._symmetry import Symmetry
from combien.geometry._tessellations import KITES
from combien.tilings._draw import drawn
from combien.tilings.catalogue import MONOTILES

Cluster = Literal["H8", "H7"]
# The next level has 832,040 tiles.
MOST_LEVELS = 6

# A rotation, as a multiple of 60 degrees, and then a translation by x + yw periods; the same after
# whether a tile is reflected.
_Placed = tuple[int, int, int]
_Tile = tuple[bool, int, int, int]

# The tiles of an H8, first the reflected one, last the one that an H7 lacks; u at level 0 and 1.
_FIRST: dict[str, tuple[tuple[_Placed, ...], tuple[int, int], tuple[int, int]]] = {
    "hat": (
        (
            *((0, 0, -1), (1, -2, 0), (5, 1, 2), (0, -2, 2)),
            *((0, -1, 2), (2, 0, -2), (4, 3, 0), (0, 1, 1)),
        ),
        *((1, 0), (4, -1)),
    ),
    "turtle": (
        (
            *((3, 1, -1), (2, 2, 1), (4, -1, 1), (4, -2, 1)),
            *((0, 1, -2), (3, 0, 2), (5, -1, -1), (4, 1, 1)),
        ),
        *((1, 0), (4, 0)),
    ),
}
_ROTATION = Symmetry((-2, -3, -1))
_REFLECTION = Symmetry((1, 3, 2))
# Colors of the clusters in pictures: the H7, then the H8; and of reflected tiles.
_PALE = (22, 13, 12, 16, 14, 19, 17)
_STRONG = 11


@dataclass(frozen=True)
class Supertile:
    """A patch of hats or turtles: a cluster of some level.

    `tile` is "hat" or "turtle".  `tiles` are its tiles as tuples of kites, `reflected` is whether
    each is a mirror image of most others, and `parts` is the number of its cluster of the level
    below: 0 in the H7, which comes first, and 1 to 6 in the H8 (0 for all tiles at level 1).
    """

    tile: str
    level: int
    cluster: Cluster
    tiles: tuple[tuple[Cell, ...], ...]
    reflected: tuple[bool, ...]
    parts: tuple[int, ...]

    @property
    def region(self) -> Region:
        """The kites of all tiles."""
        return Region(chain.from_iterable(self.tiles), lattice=KITES)

    def picture(self) -> Picture:
        """Draw the patch, with a color for each part and one for the reflected tiles.

        Raises `BadPicture` for more than 250,000 kites (level 6).  Cost: 4 s at level 5.
        """
        if sum(map(len, self.tiles)) > MOST_CELLS:
            raise BadPicture(f"more than {MOST_CELLS} kites: draw a patch of a lower level")
        tiles = zip(self.tiles, self.reflected, self.parts, strict=True)
        return drawn(
            self.region,
            [
                (Region(cells, lattice=KITES), _STRONG if reflected else _PALE[part], "")
                for cells, reflected, part in tiles
            ],
            title=str(self),
        )

    def to_json(self) -> dict[str, Any]:
        """Return an object for JSON."""
        return {
            "name": self.tile,
            "lattice": KITES.name,
            "level": self.level,
            "cluster": self.cluster,
            "tiles": [list(map(list, cells)) for cells in self.tiles],
            "reflected": list(self.reflected),
            "parts": list(self.parts),
        }

    def __repr__(self) -> str:
        return f"<Supertile {self.cluster} of level {self.level}: {self}>"

    def __str__(self) -> str:
        return f"{len(self.tiles)} {self.tile}s, {sum(self.reflected)} of them reflected"


def supertile(level: int, *, tile: str = "hat", cluster: Cluster = "H8") -> Supertile:
    """Return a patch of hats or turtles: the cluster H8 or H7 of a level from 1 to 6.

    >>> print(supertile(3))
    377 hats, 48 of them reflected
    >>> [len(supertile(level, cluster="H7").tiles) for level in (1, 2, 3)]
    [7, 47, 322]

    The H8 of level 1 is eight tiles, and an H7 lacks one of them.  At each further level, an H8 is
    an H7 and six H8 of the level below, and an H7 lacks one of these H8.  The tiles of the H7 of
    the level below come first and have the same cells, so patches of all levels fit together.

    Raises `BadInput` for another level, `BadTiling` for another tile or cluster.
    Cost: 0.1 s for the 17,711 tiles of an H8 of level 5, a second for the 121,393 of level 6.
    Source: Smith, Myers, Kaplan and Goodman-Strauss, An aperiodic monotile, *Combinatorial Theory*
    4 (2024).
    """
    level = check_int("level", level, least=1, most=MOST_LEVELS)
    for what, value, known in (("tile", tile, _FIRST), ("cluster", cluster, get_args(Cluster))):
        if value not in tuple(known):
            expected = " or ".join(map(repr, known))
            raise BadTiling(f"{what}={short_repr(value)}: expected {expected}")
    first, v, u = _FIRST[tile]
    eight = [(number == 0, *placed) for number, placed in enumerate(first)]
    seven = eight[:-1]
    parts = [0] * len(eight)
    for _ in range(level - 1):
        grown = [seven, *(list(_moved(eight, child)) for child in _children(u, v))]
        parts = [part for part, tiles in enumerate(grown) for _ in tiles]
        eight, seven = list(chain(*grown)), list(chain(*grown[:-1]))
        u, v = (3 * u[0] - v[0], 3 * u[1] - v[1]), u
    chosen = eight if cluster == "H8" else seven
    shapes = _shapes(tile)
    return Supertile(
        tile,
        level,
        cluster,
        tuple(
            tuple(
                (a + 6 * x, b + 6 * y, c - 6 * (x + y)) for a, b, c in shapes[reflected, rotation]
            )
            for reflected, rotation, x, y in chosen
        ),
        tuple(reflected for reflected, *_ in chosen),
        tuple(parts[: len(chosen)]),
    )


def _children(u: tuple[int, int], v: tuple[int, int]) -> tuple[_Placed, ...]:
    """Return the positions of the H8 around an H7, last the one that an H7 lacks."""
    x, y = u
    return (
        (5, -y, x + y),
        (1, y, -x - y),
        (0, -x, -y),
        (4, x - y, x + 2 * y),
        (2, x + y, -x),
        (0, x - v[0], y - v[1]),
    )


def _moved(tiles: Iterable[_Tile], by: _Placed) -> Iterator[_Tile]:
    """Yield these tiles, rotated and then translated."""
    turns, right, up = by
    for reflected, rotation, x, y in tiles:
        for _ in range(turns):
            x, y = -y, x + y
        yield reflected, (rotation + turns) % 6, x + right, y + up


def _shapes(tile: str) -> dict[tuple[bool, int], tuple[Cell, ...]]:
    """Return the cells of reflected tiles and others, in six rotations."""
    own = MONOTILES[tile]
    image = tuple(map(_REFLECTION, own))
    # The hat of the catalogue is a reflected one, its turtle is not.
    shapes = {}
    for reflected in (True, False):
        cells = own if reflected == (tile == "hat") else image
        for rotation in range(6):
            shapes[reflected, rotation] = cells
            cells = tuple(map(_ROTATION, cells))
    return shapes
