"""Tiles by name, as users write them: `domino`, `L-tromino`, `2x3`, `pentominoes`, or a drawing.

Polyforms have their names in the catalogue, followed by the family: `P-pentomino`, `bar-trihex`.
The plural of a family is the set of all its tiles.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from combien._base.checks import did_you_mean, short_repr
from combien.errors import BadTiling
from combien.geometry._hexagons import HEXAGONS, TRIANGLES
from combien.geometry._lattice import SQUARE, Lattice
from combien.geometry._polyforms import free
from combien.geometry._region import Region
from combien.geometry._tessellations import KITES
from combien.tilings import catalogue
from combien.tilings._tile import Symmetries, Tile, Times

# More letters cannot be a name, and a drawing of more cells is not typed.
LONGEST_NAME = 1000


@dataclass(frozen=True, slots=True)
class _Family:
    """Tiles with a common name; `plural` is the name of the set."""

    plural: str
    members: Callable[[], Iterator[tuple[str, Region]]]
    lattice: Lattice = SQUARE
    dimension: int = 2


def _catalogue(name: str) -> Callable[[], Iterator[tuple[str, Region]]]:
    return lambda: ((tile.name, tile.region) for tile in getattr(catalogue, name)())


def _drawn(**drawings: str) -> Callable[[], Iterator[tuple[str, Region]]]:
    return lambda: ((name, Region.from_art(art)) for name, art in drawings.items())


def _listed(n: int, lattice: Lattice) -> Callable[[], Iterator[tuple[str, Region]]]:
    return lambda: (
        (str(number), region) for number, region in enumerate(free(n, lattice=lattice), 1)
    )


_FAMILIES = {
    "monomino": _Family("monominoes", _drawn(I="*")),
    "domino": _Family("dominoes", _drawn(I="**")),
    "tromino": _Family("trominoes", _drawn(I="***", L="*.\n**")),
    "tetromino": _Family("tetrominoes", _catalogue("tetrominoes")),
    "pentomino": _Family("pentominoes", _catalogue("pentominoes")),
    "hexomino": _Family("hexominoes", _catalogue("hexominoes")),
    "heptomino": _Family("heptominoes", _listed(7, SQUARE)),
    "tetracube": _Family("tetracubes", _catalogue("tetracubes"), dimension=3),
    "pentacube": _Family("pentacubes", _catalogue("pentacubes"), dimension=3),
    "monohex": _Family("monohexes", _listed(1, HEXAGONS), HEXAGONS),
    "dihex": _Family("dihexes", _listed(2, HEXAGONS), HEXAGONS),
    "trihex": _Family("trihexes", _catalogue("trihexes"), HEXAGONS),
    "tetrahex": _Family("tetrahexes", _catalogue("tetrahexes"), HEXAGONS),
    "moniamond": _Family("moniamonds", _listed(1, TRIANGLES), TRIANGLES),
    "diamond": _Family("diamonds", _listed(2, TRIANGLES), TRIANGLES),
    "triamond": _Family("triamonds", _listed(3, TRIANGLES), TRIANGLES),
    "tetriamond": _Family("tetriamonds", _listed(4, TRIANGLES), TRIANGLES),
    "pentiamond": _Family("pentiamonds", _listed(5, TRIANGLES), TRIANGLES),
    "hexiamond": _Family("hexiamonds", _catalogue("hexiamonds"), TRIANGLES),
}
_SETS = {family.plural: name for name, family in _FAMILIES.items()}


def lattice_of(name: str) -> Lattice:
    """Return the lattice of the tiles with a name; squares for boxes, drawings and other names.

    >>> lattice_of("bar-trihex").name, lattice_of("hat").name, lattice_of("2x3").name
    ('hexagons', 'kites', 'squares')
    """
    words = name.strip().replace(" ", "-")
    family = _family(words)
    if words in catalogue.MONOTILES:
        return KITES
    return SQUARE if family is None else family.lattice


def _family(words: str) -> _Family | None:
    """Return the family of a tile or a set, by its name with hyphens."""
    return _FAMILIES.get(_SETS.get(words) or words.rpartition("-")[2])


def tiles_named(
    name: str, *, lattice: Lattice = SQUARE, dimension: int = 2, fixed: bool = False
) -> tuple[Tile, ...]:
    """Return the tiles with a name, each used any number of times.

    >>> [tile.name for tile in tiles_named("trominoes")]
    ['I-tromino', 'L-tromino']
    >>> tiles_named("L-tromino", fixed=True), tiles_named("**/*."), tiles_named("2x3")
    ((<Tile 'L-tromino': 3 cells, 1 orientation, any number>,), \
(<Tile '**/*.': 3 cells, 4 orientations, any number>,), \
(<Tile '2x3': 6 cells, 2 orientations, any number>,))

    A name is a tile of a family (`P-pentomino`; `domino` if the family has a single one), the
    plural of a family, the sides of a box, `hat` or `turtle` on kites, or a drawing with `/`
    between its lines.  Tiles may be
    rotated and reflected (in space only rotated) unless `fixed`.  Flat tiles of squares become
    solid ones in dimension 3.

    Raises `BadTiling` for an unknown name, and for tiles of another lattice.
    """
    if not isinstance(name, str) or len(name) > LONGEST_NAME:
        raise BadTiling(f"tile {short_repr(name)}: expected the name of a tile or a drawing")
    symmetries: Symmetries = "none" if fixed else "all" if dimension == 2 else "rotations"
    return tuple(
        Tile(_solid(region, dimension), symmetries=symmetries, times="any", name=called)
        for called, region in _regions(name.strip(), lattice, dimension)
    )


# Solids that are sets without being all polyforms of a size.
_SOLID_SETS = ("soma", "bedlam", "conway")


def sets(*, dimension: int | None = None) -> tuple[str, ...]:
    """Return the names of the sets of tiles, by default of the plane and of space.

    >>> sets(dimension=2)[:4], sets(dimension=3)[-3:]
    (('monominoes', 'dominoes', 'trominoes', 'tetrominoes'), ('soma', 'bedlam', 'conway'))
    """
    flat = [name for name, one in _SETS.items() if _FAMILIES[one].dimension == 2]
    solid = [name for name in _SETS if name not in flat]
    squares = [name for name in flat if _FAMILIES[_SETS[name]].lattice == SQUARE]
    if dimension is None:
        return *flat, *solid, *_SOLID_SETS
    return tuple(flat) if dimension == 2 else (*squares, *solid, *_SOLID_SETS)


def set_named(
    name: str, *, dimension: int | None = None, one_sided: bool = False, times: Times = 1
) -> tuple[Tile, ...]:
    """Return the tiles of a set by its name, each used exactly once unless `times` is given.

    >>> [tile.name for tile in set_named("tetrominoes", one_sided=True)]
    ['I', 'O', 'T', 'S', "S'", 'L', "L'"]
    >>> len(set_named("soma")), set_named("pentominoes", dimension=3)[0].region.dimension
    (7, 3)

    Flat tiles may be rotated and reflected, tiles of a one-sided set and solids only rotated.  In
    dimension 3, flat sets of squares become solids, one cell thick.

    Raises `BadTiling` for an unknown name, and for a set of another dimension.
    """
    if not isinstance(name, str) or name not in sets():
        shown = short_repr(name)
        hint = did_you_mean(name[:40], sets()) if isinstance(name, str) else ""
        raise BadTiling(f"there is no set of tiles {shown} ({', '.join(sets())}){hint}")
    family = _FAMILIES.get(_SETS.get(name, ""))
    own = 3 if family is None else family.dimension
    dimension = own if dimension is None else dimension
    if name not in sets(dimension=dimension):
        raise BadTiling(f"{name} are not a set of tiles of dimension {dimension}, but of {own}")
    if family is None:
        tiles: tuple[Tile, ...] = getattr(catalogue, name)()
        if times == 1:
            return tiles
        return tuple(
            Tile(tile.region, symmetries="rotations", times=times, name=tile.name) for tile in tiles
        )
    members = [(letter, _solid(region, dimension)) for letter, region in family.members()]
    if len(members) == 1:
        members = [(_SETS[name], members[0][1])]
    found = []
    for called, region in members:
        free = dimension == 2 and not one_sided
        symmetries: Symmetries = "all" if free else "rotations"
        tile = Tile(region, symmetries=symmetries, times=times, name=called)
        found.append(tile)
        if dimension == 2 and one_sided:
            images = Tile(region, symmetries="all").orientations
            other = [image for image in images if image not in tile.orientations]
            found += [
                Tile(image, symmetries="rotations", times=times, name=f"{called}'")
                for image in other[:1]
            ]
    return tuple(found)


def _regions(name: str, lattice: Lattice, dimension: int) -> list[tuple[str, Region]]:
    if "*" in name:
        return [(name, Region.from_art(name.replace("/", "\n"), lattice=lattice))]
    sides = name.split("x")
    if len(sides) > 1 and all(side.isascii() and side.isdigit() for side in sides):
        return [(name, Region.box(*map(int, sides), lattice=lattice))]
    words = name.replace(" ", "-")
    if words in catalogue.MONOTILES and lattice == KITES:
        return [(words, Region(catalogue.MONOTILES[words], lattice=KITES))]
    family = _family(words)
    if family is None:
        known = [*_FAMILIES, *_SETS, *catalogue.MONOTILES]
        raise BadTiling(
            f"tile {name[:40]!r}: no such tile; expected one such as domino, L-tromino, "
            f"pentominoes, 2x3 or a drawing such as '**/*.'{did_you_mean(name[:40], known)}"
        )
    if family.lattice != lattice or family.dimension > dimension:
        raise BadTiling(f"tile {name[:40]!r}: not a tile of the {lattice.name} of this board")
    members = list(family.members())
    singular = _SETS.get(family.plural, "")
    named = [(f"{letter}-{singular}" if len(members) > 1 else singular, r) for letter, r in members]
    if words == family.plural:
        return named
    chosen = [(each, region) for each, region in named if each == words]
    if not chosen:
        listed = ", ".join(each for each, _ in named)
        raise BadTiling(f"tile {name[:40]!r}: expected one of {listed}; or {family.plural} for all")
    return chosen


def _solid(region: Region, dimension: int) -> Region:
    """Return a flat region of squares as one layer of cubes if the dimension is 3."""
    if region.lattice != SQUARE or region.dimension == dimension:
        return region
    if region.dimension > dimension:
        raise BadTiling(f"a tile of dimension {region.dimension} on a board of {dimension}")
    return Region(cell + (0,) * (dimension - region.dimension) for cell in region)
