"""Random regions of a square board: of equal size for jigsaws, around stars for star battles."""

from __future__ import annotations

from collections.abc import Collection
from random import Random

Cell = tuple[int, int]

# Exchanges of two cells for each cell of the board; enough to forget the rows.
_EXCHANGES = 30


def random_regions(size: int, dice: Random) -> tuple[int, ...]:
    """Return the region numbers of the cells, row by row: `size` connected regions of `size` cells.

    >>> regions = random_regions(6, Random(1))
    >>> sorted(regions.count(number) for number in range(6))
    [6, 6, 6, 6, 6, 6]

    The rows, of which two neighboring cells of different regions are exchanged again and again if
    both regions stay connected.
    """
    of = {(x, y): y for y in range(size) for x in range(size)}
    cells = list(of)
    for _ in range(_EXCHANGES * len(cells)):
        first = cells[dice.randrange(len(cells))]
        near = [cell for cell in _beside(first) if of.get(cell, of[first]) != of[first]]
        if not near:
            continue
        one, two = of[first], of[near[dice.randrange(len(near))]]
        # A cell of `two` beside `one`, which comes back for the first.
        back = [
            cell
            for cell in cells
            if of[cell] == two and any(of.get(other) == one for other in _beside(cell))
        ]
        second = back[dice.randrange(len(back))]
        of[first], of[second] = two, one
        if not all(_connected([c for c in cells if of[c] == number]) for number in (one, two)):
            of[first], of[second] = one, two
    return tuple(of.values())


def grown_regions(size: int, seeds: list[list[Cell]], dice: Random) -> dict[Cell, int]:
    """Return a region number for each cell (x, y); the cells of `seeds[n]` are in region n.

    >>> of = grown_regions(2, [[(0, 0)], [(1, 1)]], Random(1))
    >>> of[0, 0], of[1, 1], len(of)
    (0, 1, 4)

    The regions grow cell by cell; if a region has several seeds, it is connected only if they have
    met, which the caller checks with `all_connected`.
    """
    of = {cell: number for number, some in enumerate(seeds) for cell in some}
    while len(of) < size * size:
        edge = [
            (cell, of[other])
            for y in range(size)
            for x in range(size)
            if (cell := (x, y)) not in of
            for other in _beside(cell)
            if other in of
        ]
        cell, number = edge[dice.randrange(len(edge))]
        of[cell] = number
    return of


def all_connected(of: dict[Cell, int]) -> bool:
    """Return whether each region is connected.

    >>> all_connected({(0, 0): 0, (1, 0): 1, (2, 0): 0})
    False
    """
    return all(
        _connected([cell for cell in of if of[cell] == number]) for number in set(of.values())
    )


def movable(of: dict[Cell, int], cell: Cell) -> list[int]:
    """Return the neighboring regions that a cell can go to, if its own stays connected.

    >>> movable({(0, 0): 0, (1, 0): 0, (2, 0): 1}, (1, 0))
    [1]
    """
    rest = [other for other in of if of[other] == of[cell] and other != cell]
    if not rest or not _connected(rest):
        return []
    return sorted({of[other] for other in _beside(cell) if other in of} - {of[cell]})


def _beside(cell: Cell) -> list[Cell]:
    x, y = cell
    return [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]


def _connected(cells: Collection[Cell]) -> bool:
    left = set(cells)
    found = [left.pop()]
    while found:
        for other in _beside(found.pop()):
            if other in left:
                left.remove(other)
                found.append(other)
    return not left
