"""Well-known sets of tiles, with their established names.

A set is a tuple of `Tile`, each used exactly once unless `times` is given.  Flat tiles may be
rotated and reflected; tiles of a *one-sided* set may only be rotated, and their mirror images are
separate tiles, named with an apostrophe.  Solid tiles are rotated in space, so mirror images are
separate tiles.  Pentominoes have Golomb's letters, the pieces of the Soma cube Conway's; hexiamonds
have O'Beirne's names and tetrahexes Gardner's; tiles without established names are numbered.
For the drawings see `geometry.art`, and `docs/lattices.md` for other lattices than squares.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from combien._base.checks import check_bool
from combien.errors import BadTiling
from combien.geometry._cell import Cell
from combien.geometry._hexagons import HEXAGONS, TRIANGLES
from combien.geometry._lattice import SQUARE, Lattice
from combien.geometry._polyforms import free, one_sided
from combien.geometry._region import Region
from combien.geometry._tessellations import KITES
from combien.tilings._tile import Tile, Times

__all__ = [
    "bedlam",
    "conway",
    "hexiamonds",
    "hexominoes",
    "monotiles",
    "pentacubes",
    "pentominoes",
    "solid_pentominoes",
    "soma",
    "tetracubes",
    "tetrahexes",
    "tetrominoes",
    "trihexes",
]

Named = Iterable[tuple[str, Region]]

_TETROMINOES = {
    "I": "****",
    "O": "**\n**",
    "T": "***\n.*.",
    "S": ".**\n**.",
    "L": "*..\n***",
}
_PENTOMINOES = {
    "F": ".**\n**.\n.*.",
    "I": "*****",
    "L": "*...\n****",
    "N": "**..\n.***",
    "P": "**\n**\n*.",
    "T": "***\n.*.\n.*.",
    "U": "*.*\n***",
    "V": "*..\n*..\n***",
    "W": "*..\n**.\n.**",
    "X": ".*.\n***\n.*.",
    "Y": ".*..\n****",
    "Z": "**.\n.*.\n.**",
}
_HEXIAMONDS = {
    "bar": "******",
    "butterfly": "***\n***",
    "chevron": "****.\n...**",
    "crook": ".*****\n.*....",
    "crown": ".*****\n...*..",
    "hexagon": ".***\n.***",
    "hook": "****\n..**",
    "lobster": "****\n.**.",
    "signpost": "****\n**..",
    "snake": ".***..\n...***",
    "sphinx": "*****\n.*...",
    "yacht": "****\n.*.*",
}
_TRIHEXES = {"bar": "*.*.*", "arch": ".*.*\n*...", "triangle": ".*.\n*.*"}
_TETRAHEXES = {
    "bar": "*.*.*.*",
    "worm": "*.*.*..\n.....*.",
    "pistol": "*.*.*\n.*...",
    "wave": "*.*...\n...*.*",
    "bee": ".*.*\n*.*.",
    "propeller": "*..\n.*.*\n*..",
    "arch": ".*.*.\n*...*",
}
_SOMA = {
    "V": "*.\n**",
    "L": "*..\n***",
    "T": ".*.\n***",
    "Z": ".**\n**.",
    "A": "*.\n**\n\n*.\n..",
    "B": "*.\n**\n\n..\n.*",
    "P": "*.\n**\n\n..\n*.",
}
# On kites (Smith, Myers, Kaplan and Goodman-Strauss, An aperiodic monotile, 2023).
_MONOTILES: dict[str, tuple[Cell, ...]] = {
    "hat": (
        *((5, 8, -13), (4, 7, -11), (2, 5, -7), (5, 5, -10)),
        *((1, 4, -5), (7, 4, -11), (5, 2, -7), (7, 1, -8)),
    ),
    "turtle": (
        *((1, 7, -8), (4, 7, -11), (-1, 5, -4), (2, 5, -7), (5, 5, -10)),
        *((1, 4, -5), (5, 2, -7), (1, 1, -2), (4, 1, -5), (2, -1, -1)),
    ),
}
# Twelve pentacubes and a tetracube: the cells of each as x, y, z.
_BEDLAM = (
    "000 001 002 012 102",
    "000 001 101 102 112",
    "000 001 011 101 102",
    "010 001 011 021 012",
    "000 001 011 111 002",
    "000 001 011 002 102",
    "000 001 101 111 112",
    "000 001 101 201 102",
    "000 001 002 012 112",
    "000 001 011 021 121",
    "000 001 011 101 002",
    "000 001 101 102 202",
    "000 001 011 100",
)


def tetrominoes(*, one_sided: bool = False, times: Times = 1) -> tuple[Tile, ...]:
    """Return the five tetrominoes, or the seven one-sided ones.

    >>> [tile.name for tile in tetrominoes()]
    ['I', 'O', 'T', 'S', 'L']
    >>> len(tetrominoes(one_sided=True))
    7
    """
    return _flat(_drawn(_TETROMINOES), one_sided=one_sided, times=times)


def pentominoes(*, one_sided: bool = False, times: Times = 1) -> tuple[Tile, ...]:
    """Return the twelve pentominoes, or the eighteen one-sided ones.

    >>> "".join(tile.name for tile in pentominoes())
    'FILNPTUVWXYZ'
    >>> " ".join(tile.name for tile in pentominoes(one_sided=True))
    "F F' I L L' N N' P P' T U V W X Y Y' Z Z'"
    """
    return _flat(_drawn(_PENTOMINOES), one_sided=one_sided, times=times)


def hexominoes(*, one_sided: bool = False, times: Times = 1) -> tuple[Tile, ...]:
    """Return the 35 hexominoes, or the 60 one-sided ones, numbered from 1.

    >>> len(hexominoes()), len(hexominoes(one_sided=True))
    (35, 60)
    """
    return _flat(_numbered(free(6)), one_sided=one_sided, times=times)


def hexiamonds(*, one_sided: bool = False, times: Times = 1) -> tuple[Tile, ...]:
    """Return the twelve hexiamonds, of six triangles, or the nineteen one-sided ones.

    >>> [tile.name for tile in hexiamonds()][:6]
    ['bar', 'butterfly', 'chevron', 'crook', 'crown', 'hexagon']
    """
    return _flat(_drawn(_HEXIAMONDS, TRIANGLES), one_sided=one_sided, times=times)


def trihexes(*, times: Times = 1) -> tuple[Tile, ...]:
    """Return the three tiles of three hexagons.

    >>> [tile.name for tile in trihexes()]
    ['bar', 'arch', 'triangle']
    """
    return _flat(_drawn(_TRIHEXES, HEXAGONS), one_sided=False, times=times)


def tetrahexes(*, one_sided: bool = False, times: Times = 1) -> tuple[Tile, ...]:
    """Return the seven tetrahexes, of four hexagons, or the ten one-sided ones.

    >>> [tile.name for tile in tetrahexes()]
    ['bar', 'worm', 'pistol', 'wave', 'bee', 'propeller', 'arch']
    """
    return _flat(_drawn(_TETRAHEXES, HEXAGONS), one_sided=one_sided, times=times)


def monotiles(*, times: Times = 1) -> tuple[Tile, ...]:
    """Return the hat and the turtle, on kites: they tile the plane, but never periodically.

    >>> monotiles()
    (<Tile 'hat': 8 cells, 12 orientations, exactly 1>, \
<Tile 'turtle': 10 cells, 12 orientations, exactly 1>)
    """
    named = ((name, Region(cells, lattice=KITES)) for name, cells in _MONOTILES.items())
    return _flat(named, one_sided=False, times=times)


def solid_pentominoes(*, times: Times = 1) -> tuple[Tile, ...]:
    """Return the twelve pentominoes, one cell thick, turned in space.

    >>> solid_pentominoes()[0]
    <Tile 'F': 5 cells, 24 orientations, exactly 1>
    """
    return _solid(_drawn(_PENTOMINOES, dimension=3), times=times)


def tetracubes(*, times: Times = 1) -> tuple[Tile, ...]:
    """Return the eight tetracubes: the five flat ones, and A, B and P of the Soma cube.

    >>> "".join(tile.name for tile in tetracubes())
    'IOTSLABP'
    """
    bent = {name: _SOMA[name] for name in "ABP"}
    return _solid([*_drawn(_TETROMINOES, dimension=3), *_drawn(bent)], times=times)


def pentacubes(*, times: Times = 1) -> tuple[Tile, ...]:
    """Return the 29 pentacubes: the twelve flat ones by their letters, the others numbered from 1.

    >>> " ".join(tile.name for tile in pentacubes())[:36]
    'F I L N P T U V W X Y Z 1 2 3 4 5 6 '
    """
    bent = (region for region in one_sided(5, dimension=3) if min(region.size) > 1)
    return _solid([*_drawn(_PENTOMINOES, dimension=3), *_numbered(bent)], times=times)


def soma() -> tuple[Tile, ...]:
    """Return the seven pieces of Piet Hein's Soma cube: all nonconvex ones of up to four cells.

    >>> "".join(tile.name for tile in soma()), sum(map(len, soma()))
    ('VLTZABP', 27)
    """
    return _solid(_drawn(_SOMA, dimension=3), times=1)


def bedlam() -> tuple[Tile, ...]:
    """Return the thirteen tiles of Bruce Bedlam's cube of side 4, numbered from 1.

    >>> len(bedlam()), sum(map(len, bedlam()))
    (13, 64)
    """
    regions = (Region([tuple(map(int, cell)) for cell in text.split()]) for text in _BEDLAM)
    return _solid(_numbered(regions), times=1)


def conway() -> tuple[Tile, ...]:
    """Return the blocks of Conway's box of side 5; equal blocks are one tile with a multiplicity.

    >>> [(tile.name, tile.times[0]) for tile in conway()]
    [('1x2x4', 13), ('2x2x2', 1), ('1x2x2', 1), ('1x1x3', 3)]
    """
    blocks = (((1, 2, 4), 13), ((2, 2, 2), 1), ((1, 2, 2), 1), ((1, 1, 3), 3))
    return tuple(
        Tile(Region.box(*size), symmetries="rotations", times=times, name="x".join(map(str, size)))
        for size, times in blocks
    )


def _drawn(
    drawings: dict[str, str], lattice: Lattice = SQUARE, *, dimension: int | None = None
) -> Iterator[tuple[str, Region]]:
    for name, drawing in drawings.items():
        yield name, Region.from_art(drawing, lattice=lattice, dimension=dimension)


def _numbered(regions: Iterable[Region]) -> Iterator[tuple[str, Region]]:
    return ((str(number), region) for number, region in enumerate(regions, 1))


def _solid(named: Named, *, times: Times) -> tuple[Tile, ...]:
    return tuple(Tile(r, symmetries="rotations", times=times, name=name) for name, r in named)


def _flat(named: Named, *, one_sided: bool, times: Times) -> tuple[Tile, ...]:
    if not check_bool("one_sided", one_sided, error=BadTiling):
        return tuple(Tile(r, symmetries="all", times=times, name=name) for name, r in named)
    tiles = []
    for name, region in named:
        tiles.append(Tile(region, symmetries="rotations", times=times, name=name))
        everything = Tile(region, symmetries="all").orientations
        mirrored = [image for image in everything if image not in tiles[-1].orientations]
        if mirrored:
            tiles.append(Tile(mirrored[0], symmetries="rotations", times=times, name=f"{name}'"))
    return tuple(tiles)
