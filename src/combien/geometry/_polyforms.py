"""All connected regions of n cells: polyominoes, polycubes, polyhexes, ...

They are generated lazily by Redelmeier's algorithm ("Counting polyominoes: yet another attack",
Discrete Mathematics 36, 1981), which adds one cell after the other: a cell that has been tried is
not tried again below, and all cells come after the first one.  So each *fixed* polyform, distinct
up to translation, occurs once and none has to be stored.  His order of cells is for the plane; here
it is the order of tuples, which translations preserve on every lattice, and there is a first cell
of each kind.

A free or one-sided polyform is represented by the fixed one that is least among its images, by the
size of the bounding box and then by its cells.  The sizes alone reject most other images.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence

from combien._base.threads import SharedIterator, shared
from combien.errors import BadRegion
from combien.geometry._cell import MOST_CELLS, Cell, check_dimension
from combien.geometry._lattice import SQUARE, Lattice, check_lattice
from combien.geometry._region import Region
from combien.geometry._symmetry import Group


def fixed(n: int, *, lattice: Lattice = SQUARE, dimension: int = 2) -> Iterator[Region]:
    """Generate the fixed polyforms of n cells: distinct up to translation.

    >>> [sum(1 for _ in fixed(n)) for n in range(1, 6)]
    [1, 2, 6, 19, 63]

    `dimension` is for squares and cubes: 3 gives polycubes; other lattices have a fixed dimension.
    All are at the origin, in a deterministic order.
    Raises `BadRegion` if n is not an integer from 1 to 4,000,000.
    Cost: 15 to 25 microseconds for each fixed polyform, and memory for the cells around one of
    them.
    """
    dimension = _checked(n, lattice, dimension)
    every = _grown(n, lattice, dimension)
    return SharedIterator(Region(_at_home(cells, lattice), lattice=lattice) for cells in every)


def one_sided(n: int, *, lattice: Lattice = SQUARE, dimension: int = 2) -> Iterator[Region]:
    """Generate the one-sided polyforms of n cells: distinct up to translation and rotation.

    >>> [sum(1 for _ in one_sided(n, dimension=3)) for n in range(1, 6)]
    [1, 1, 2, 8, 29]

    See `fixed`; each polyform is represented by the least of its rotations.
    """
    dimension = _checked(n, lattice, dimension)
    return _least(n, lattice, dimension, lattice.rotations(dimension))


def free(n: int, *, lattice: Lattice = SQUARE, dimension: int = 2) -> Iterator[Region]:
    """Generate the free polyforms of n cells: distinct up to rotation and reflection.

    >>> [sum(1 for _ in free(n)) for n in range(1, 7)]
    [1, 1, 2, 5, 12, 35]
    >>> from combien.geometry import HEXAGONS
    >>> sum(1 for _ in free(4, lattice=HEXAGONS))
    7

    See `fixed`; each polyform is represented by the least of its images.  Holes are allowed.
    """
    dimension = _checked(n, lattice, dimension)
    return _least(n, lattice, dimension, lattice.all(dimension))


def _checked(n: int, lattice: Lattice, dimension: int) -> int:
    """Validate the arguments; return the number of coordinates of the cells."""
    if type(n) is not int or not 1 <= n <= MOST_CELLS:
        raise BadRegion(f"the size of a polyform is a whole number from 1 to {MOST_CELLS}")
    check_lattice(lattice)
    if lattice.cover != lattice:
        raise BadRegion(f"polyforms of {lattice.name}: list those of {lattice.cover.name}")
    check_dimension(dimension)
    return lattice.axes or dimension


def _grown(n: int, lattice: Lattice, dimension: int) -> Iterator[list[Cell]]:
    """Yield the cells of each fixed polyform once; the list is reused."""
    neighbors: dict[Cell, tuple[Cell, ...]] = {}
    for start in lattice.box((1,) * (lattice.directions or dimension)):
        cells: list[Cell] = []
        seen = {start}
        # For each chosen cell: the cells left to try, and the neighbors that were first seen there.
        untried = [[start]]
        fresh: list[list[Cell]] = []
        while untried:
            if not untried[-1]:
                untried.pop()
                if cells:
                    cells.pop()
                    seen.difference_update(fresh.pop())
                continue
            cell = untried[-1].pop()
            cells.append(cell)
            if len(cells) == n:
                yield cells
                cells.pop()
                continue
            if cell not in neighbors:
                neighbors[cell] = lattice.neighbors(cell)
            new = [other for other in neighbors[cell] if other > start and other not in seen]
            seen.update(new)
            fresh.append(new)
            untried.append(untried[-1] + new)


@shared
def _least(n: int, lattice: Lattice, dimension: int, group: Group) -> Generator[Region, None, None]:
    """Yield the fixed polyforms that are least among their images."""
    images = [(symmetry.axes, symmetry.shift) for symmetry in group][1:]
    for cells in _grown(n, lattice, dimension):
        if _is_least(cells, lattice, images):
            yield Region(_at_home(cells, lattice), lattice=lattice)


def _is_least(cells: list[Cell], lattice: Lattice, images: Sequence[tuple[Cell, Cell]]) -> bool:
    """Return whether no image at the origin has a smaller box, or equal size and smaller cells."""
    numbers = list(zip(*cells, strict=True))
    low, high = list(map(min, numbers)), list(map(max, numbers))
    size = list(map(int.__sub__, high, low))
    own: list[Cell] = []
    for axes, shift in images:
        turned = [size[abs(axis) - 1] for axis in axes]
        if turned < size:
            return False
        if turned > size:
            continue
        corner = tuple(
            (low[axis - 1] if axis > 0 else -high[-axis - 1]) + step
            for axis, step in zip(axes, shift, strict=True)
        )
        vector = map(int.__add__, shift, lattice.home(corner))
        moved = [
            map(step.__add__ if axis > 0 else step.__sub__, numbers[abs(axis) - 1])
            for axis, step in zip(axes, vector, strict=True)
        ]
        own = own or sorted(_at_home(cells, lattice))
        if sorted(zip(*moved, strict=True)) < own:
            return False
    return True


def _at_home(cells: list[Cell], lattice: Lattice) -> list[Cell]:
    vector = lattice.home(tuple(map(min, zip(*cells, strict=True))))
    return [tuple(map(int.__add__, cell, vector)) for cell in cells]
