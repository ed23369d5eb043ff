"""Pieces by rules: what is left of a bar without some of its cells, and the shapes of assemblies.

The rules are those by which BurrTools filters shapes.  Pieces are distinct up to rotation: mirror
images are two pieces, as for everyone who makes them of wood.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import product

from combien._base.checks import check_bool, check_list, did_you_mean, short_repr
from combien.design._sets import bounds_of
from combien.errors import BadTiling
from combien.geometry._cell import Cell
from combien.geometry._lattice import SQUARE
from combien.geometry._region import Region
from combien.tilings._arrangement import Arrangement
from combien.tilings._tile import Tile
from combien.tilings._xmpuzzle_shapes import turns

# Each cell more takes twice the time: with this many, about 20 s.
MOST_REMOVABLE = 16
Bounds = tuple[int, int | None]


def cut_pieces(
    bar: Region,
    removable: Iterable[Cell],
    *,
    rules: Iterable[str] = (),
    cells: int | Bounds = (1, None),
) -> tuple[Tile, ...]:
    """Return the connected pieces that are left of a bar without some cells, up to rotation.

    >>> bar = Region.box(4, 2, 1)
    >>> pieces = cut_pieces(bar, [(1, 1, 0), (2, 1, 0)])
    >>> [(tile.name, len(tile)) for tile in pieces]
    [('1', 8), ('2', 7), ('4', 6)]
    >>> [tile.name for tile in cut_pieces(bar, [(1, 1, 0), (2, 1, 0)], cells=(7, None))]
    ['1', '2']

    The name of a piece is its number: 1, and 2**k more for each cell k of `removable` that is
    missing; of the numbers of all its orientations, the least.  `cells` is the number of cells
    left, or its bounds.  A piece obeys all `rules`, which are names:

        notchable   it is all that its three shadows allow, so that cuts through the bar make it
        millable    no inside corner, which a mill cannot reach, is missing a cell
        symmetric   a rotation or a reflection maps it to itself
        asymmetric  none does
        chiral      it differs from its mirror image
        no-holes    no empty cell is enclosed

    The first two are for cubes, the last one for squares and cubes.
    Raises `BadTiling` for an unknown rule, and for more than 16 removable cells.
    Cost: about a second for the 4096 subsets of 12 cells.
    """
    if not isinstance(bar, Region) or not bar:
        raise BadTiling("bar: expected a Region with at least one cell")
    order = check_list("removable", removable, error=BadTiling)
    distinct = Region(order, dimension=bar.dimension, lattice=bar.lattice)
    if len(distinct) < len(order) or not distinct <= bar:
        raise BadTiling("removable: expected cells of the bar, each once")
    if len(order) > MOST_REMOVABLE:
        raise BadTiling(
            f"{len(order)} cells have too many subsets: choose at most {MOST_REMOVABLE} removable "
            "cells"
        )
    left = (
        bar - Region(removed, dimension=bar.dimension, lattice=bar.lattice)
        for removed in map(partial(_chosen, order), range(2 ** len(order)))
    )
    return tuple(
        Tile(shape, symmetries=turns(shape), name=str(number))
        for number, shape in _distinct(left, rules, cells)
    )


def assembly_shapes(
    assemblies: Iterable[Arrangement | Region],
    *,
    rules: Iterable[str] = (),
    cells: int | Bounds = (1, None),
    disconnected: bool = False,
) -> Iterator[Tile]:
    """Yield the shapes of assemblies, as pieces of another puzzle.

    >>> import combien
    >>> bars = combien.TilingProblem(Region.box(3, 2), [Tile("**", symmetries="all", times=2)])
    >>> packings = combien.solutions(combien.PackingProblem(bars, holes=2))
    >>> [(tile.name, tile.region.size) for tile in assembly_shapes(packings)]
    [('1', (3, 2)), ('2', (2, 2)), ('3', (3, 2))]

    A shape has the cells of all placements of an assembly, and its name is the number of the first
    assembly that has it, counted from 1: shapes that can be turned to each other are the same.
    `rules` and `cells` are as for `cut_pieces`.  With `disconnected`, shapes of several parts are
    kept.
    Raises `BadTiling` for an unknown rule and for what is not an assembly.
    """
    try:
        given = iter(assemblies)
    except TypeError:
        raise BadTiling(
            "assemblies: expected assemblies, such as combien.solutions(problem)"
        ) from None
    check_bool("disconnected", disconnected, error=BadTiling)
    shapes = (_shape(number, one) for number, one in enumerate(given, 1))
    for number, shape in _distinct(shapes, rules, cells, disconnected=disconnected):
        yield Tile(shape, symmetries=turns(shape), name=str(number))


def _distinct(
    shapes: Iterable[Region],
    rules: Iterable[str],
    cells: int | Bounds,
    *,
    disconnected: bool = False,
) -> Iterator[tuple[int, Region]]:
    """Yield the shapes that obey the rules, the first of each orbit, with their numbers from 1."""
    low, high = bounds_of("cells", cells)
    obeyed = [RULES[name][1] for name in _checked(rules)]
    seen: set[Region] = set()
    for number, given in enumerate(shapes, 1):
        shape = given.at_origin()
        if (
            len(shape) < max(low, 1)
            or (high is not None and len(shape) > high)
            or shape in seen
            or not (disconnected or shape.is_connected)
        ):
            continue
        seen.update(shape.orientations(turns(shape)))
        if all(rule(shape) for rule in obeyed):
            yield number, shape


def _checked(rules: object) -> list[str]:
    """Return the names of rules; raise `BadTiling` for others."""
    names = check_list("rules", rules, error=BadTiling)
    for name in names:
        if not isinstance(name, str) or name not in RULES:
            raise BadTiling(
                f"rule {short_repr(name)}: expected {', '.join(RULES)}"
                f"{did_you_mean(str(name), RULES)}"
            )
    return names


def _chosen(order: list[Cell], bits: int) -> list[Cell]:
    return [cell for bit, cell in enumerate(order) if bits >> bit & 1]


def _shape(number: int, assembly: object) -> Region:
    if isinstance(assembly, Region):
        return assembly
    if not isinstance(assembly, Arrangement):
        raise BadTiling(
            f"assembly {number}: expected a tiling, a packing or a Region, not a value of type "
            f"{type(assembly).__name__}"
        )
    covered = (cell for placement in assembly.placements for cell in placement.region)
    board = assembly.board
    return Region(covered, dimension=board.dimension, lattice=board.lattice)


def _places(shape: Region, margin: int, what: str, dimensions: tuple[int, ...]) -> Iterator[Cell]:
    """Yield all places of the smallest box around a shape, and this many around it."""
    if shape.lattice != SQUARE or shape.dimension not in dimensions:
        raise BadTiling(f"the rule {what} is for {'squares and ' * (2 in dimensions)}cubes only")
    ends = zip(shape.low, shape.high, strict=True)
    return product(*(range(low - margin, high + margin + 1) for low, high in ends))


def _notchable(shape: Region) -> bool:
    shadows = [{cell[:axis] + cell[axis + 1 :] for cell in shape} for axis in range(3)]
    return all(
        cell in shape
        or not all(cell[:axis] + cell[axis + 1 :] in shadows[axis] for axis in range(3))
        for cell in _places(shape, 0, "notchable", (3,))
    )


def _millable(shape: Region) -> bool:
    along = SQUARE.along
    return not any(
        cell not in shape
        and all(any(along(cell, axis, step) in shape for step in (-1, 1)) for axis in range(3))
        for cell in _places(shape, 0, "millable", (3,))
    )


def _without_holes(shape: Region) -> bool:
    outside = set(_places(shape, 1, "no-holes", (2, 3))).difference(shape)
    return Region(outside, dimension=shape.dimension).is_connected


def _symmetric(shape: Region) -> bool:
    return len(shape.stabilizer(shape.lattice.all(shape.dimension))) > 1


def _chiral(shape: Region) -> bool:
    own = shape.stabilizer(shape.lattice.all(shape.dimension))
    return len(own.without_reflections()) == len(own)


# What each rule demands, for the help of the commands.
RULES: dict[str, tuple[str, Callable[[Region], bool]]] = {
    "notchable": ("made by cuts right through the bar", _notchable),
    "millable": ("without a notch at an inside corner", _millable),
    "symmetric": ("mapped to itself by a rotation or reflection", _symmetric),
    "asymmetric": ("without symmetry", lambda shape: not _symmetric(shape)),
    "chiral": ("different from its mirror image", _chiral),
    "no-holes": ("without enclosed empty cells", _without_holes),
}
