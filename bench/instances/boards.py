"""Tilings: pentominoes, Scott's board, the soma cube, Conway's box, dominoes, MacMahon's squares.

A cell is a tuple of numbers in any dimension; a tile is turned by permuting the axes and changing
their signs, and laid wherever it fits.  Written apart from combien's own geometry on purpose: the
two check each other, for both must arrive at the published numbers of options.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import permutations, product

from bench.instances.instance import Instance

__all__ = ["conway", "dominoes", "macmahon", "pentominoes", "scott", "soma"]

Cell = tuple[int, ...]
Cells = tuple[Cell, ...]

PENTOMINOES = (
    ".**/**./.*.",  # F
    "*****",  # I
    "*./*./*./**",  # L
    "**../.***",  # N
    "**/**/*.",  # P
    "***/.*./.*.",  # T
    "*.*/***",  # U
    "*../*../***",  # V
    "*../**./.**",  # W
    ".*./***/.*.",  # X
    ".*../****",  # Y
    "**./.*./.**",  # Z
)

SOMA: tuple[Cells, ...] = (
    ((0, 0, 0), (1, 0, 0), (0, 1, 0)),
    ((0, 0, 0), (1, 0, 0), (2, 0, 0), (0, 1, 0)),
    ((0, 0, 0), (1, 0, 0), (2, 0, 0), (1, 1, 0)),
    ((0, 0, 0), (1, 0, 0), (1, 1, 0), (2, 1, 0)),
    ((0, 0, 0), (1, 0, 0), (1, 1, 0), (1, 1, 1)),
    ((0, 0, 0), (0, 1, 0), (1, 1, 0), (1, 1, 1)),
    ((0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)),
)


def pentominoes(width: int, height: int) -> Instance:
    """The twelve pentominoes, each once, in a rectangle of 60 cells."""
    counts = {(10, 6): 9356, (12, 5): 4040, (15, 4): 1472, (20, 3): 8}
    return _tiling(
        f"pentominoes-{height}x{width}",
        board=_box(width, height),
        once=[_placements(_box(width, height), _drawn(art), mirrored=True) for art in PENTOMINOES],
        count=counts[width, height],
        source="published; C. B. Haselgrove and J. Haselgrove 1960, times four",
    )


def scott() -> Instance:
    """The twelve pentominoes on a chessboard without its centre, as Dana Scott asked in 1958."""
    board = tuple(cell for cell in _box(8, 8) if not (cell[0] in (3, 4) and cell[1] in (3, 4)))
    return _tiling(
        "scott",
        board=board,
        once=[_placements(board, _drawn(art), mirrored=True) for art in PENTOMINOES],
        count=520,
        source="published; D. Scott 1958, 65 up to symmetry",
    )


def soma() -> Instance:
    """Piet Hein's seven tiles in a cube of side 3, turned but not mirrored."""
    board = _box(3, 3, 3)
    return _tiling(
        "soma",
        board=board,
        once=[_placements(board, tile, mirrored=False) for tile in SOMA],
        count=11520,
        source="published; J. H. Conway and M. Guy 1961, 240 up to symmetry",
    )


def conway() -> Instance:
    """Conway's box of side 5: 13 blocks 1x2x4, three rods 1x1x3, one 2x2x2, one 1x2x2.

    Equal blocks are not told apart, and still a plain exact cover is the same problem.  The 13
    need no item: volume leaves place for just so many.  The three rods do: each of the 15 slices
    has 25 cells, of which the other blocks cover an even number, so the rods must cover an odd one
    in every slice; for that one rod must lie along each axis, and "the rod along x", "along y" and
    "along z" are three different tiles.
    """
    board = _box(5, 5, 5)
    rods: list[Cells] = [
        tuple(tuple(k if at == axis else 0 for at in range(3)) for k in range(3))
        for axis in range(3)
    ]
    return _tiling(
        "conway-5x5x5",
        board=board,
        once=[_placements(board, _box(2, 2, 2), mirrored=False)]
        + [_placements(board, _box(2, 2, 1), mirrored=False)]
        + [_slides(board, rod) for rod in rods],
        freely=_placements(board, _box(4, 2, 1), mirrored=False),
        count=27456,
        source="computed here by two programs",
    )


def dominoes() -> Instance:
    """Dominoes on a chessboard, every tiling found by itself."""
    board = _box(8, 8)
    return _tiling(
        "dominoes-8x8",
        board=board,
        once=[],
        freely=_placements(board, _drawn("**"), mirrored=True),
        count=12988816,
        source="published; P. W. Kasteleyn 1961",
    )


def macmahon() -> Instance:
    """MacMahon's 24 squares of three colours in 4 x 6, equal colours meeting, one colour around.

    An edge inside is a secondary item with a colour; the edges around are part of no option.
    """
    tiles = sorted(
        {min(edges[k:] + edges[:k] for k in range(4)) for edges in product((1, 2, 3), repeat=4)}
    )
    cells = _box(6, 4)
    inner = [(x, y, 0) for y in range(4) for x in range(1, 6)]
    inner += [(x, y, 1) for y in range(1, 4) for x in range(6)]
    number = {edge: 24 + len(cells) + k for k, edge in enumerate(inner)}
    options, colours = [], []
    for kind, tile in enumerate(tiles):
        for turned in sorted({tile[k:] + tile[:k] for k in range(4)}):
            for place, (x, y) in enumerate(cells):
                around = ((x, y, 0), (x, y, 1), (x + 1, y, 0), (x, y + 1, 1))
                sides = list(zip(around, turned, strict=True))
                if all(colour == 1 for edge, colour in sides if edge not in number):
                    held = [(number[edge], colour) for edge, colour in sides if edge in number]
                    options.append([kind, 24 + place, *(item for item, _ in held)])
                    colours.append([0, 0, *(colour for _, colour in held)])
    return Instance(
        "macmahon-4x6",
        options,
        primary=48,
        items=48 + len(inner),
        count=106624,
        source="published; The Art of Computer Programming 4B, 13328 up to symmetry, times eight",
        colours=colours,
    )


def _tiling(
    name: str,
    *,
    board: Cells,
    once: Sequence[Sequence[Cells]],
    freely: Sequence[Cells] = (),
    count: int,
    source: str,
) -> Instance:
    """An item for each tile that is used once, then one for each cell."""
    number = {cell: len(once) + place for place, cell in enumerate(board)}
    options = [
        [tile, *(number[cell] for cell in cells)]
        for tile, places in enumerate(once)
        for cells in places
    ]
    options += [[number[cell] for cell in cells] for cells in freely]
    size = len(once) + len(board)
    return Instance(name, options, primary=size, items=size, count=count, source=source)


def _box(*sides: int) -> Cells:
    """The cells of a box; the first axis changes fastest."""
    return tuple(cell[::-1] for cell in product(*(range(side) for side in reversed(sides))))


def _drawn(art: str) -> Cells:
    return tuple(
        (x, y)
        for y, line in enumerate(art.split("/"))
        for x, mark in enumerate(line)
        if mark == "*"
    )


def _placements(board: Cells, tile: Cells, *, mirrored: bool) -> list[Cells]:
    """Everywhere that the tile can lie, in every direction."""
    return [
        place for turned in _turned(tile, mirrored=mirrored) for place in _slides(board, turned)
    ]


def _turned(tile: Cells, *, mirrored: bool) -> list[Cells]:
    """The tile in all its different directions, each with its low corner at the origin."""
    found: set[Cells] = set()
    axes = range(len(tile[0]))
    for order in permutations(axes):
        for signs in product((1, -1), repeat=len(order)):
            crossings = sum(order[i] > order[j] for i in axes for j in range(i + 1, len(order)))
            backward = crossings + sum(sign < 0 for sign in signs)
            if mirrored or backward % 2 == 0:
                turn = list(zip(order, signs, strict=True))
                found.add(_cornered(tuple(s * cell[a] for a, s in turn) for cell in tile))
    return sorted(found)


def _cornered(cells: Iterable[Cell]) -> Cells:
    cells = list(cells)
    low = [min(along) for along in zip(*cells, strict=True)]
    return tuple(sorted(tuple(c - m for c, m in zip(cell, low, strict=True)) for cell in cells))


def _slides(board: Cells, tile: Cells) -> list[Cells]:
    """The tile slid, but not turned, to everywhere on the board."""
    inside = set(board)
    places = []
    for corner in _box(*(1 + max(along) for along in zip(*board, strict=True))):
        place = tuple(tuple(a + b for a, b in zip(cell, corner, strict=True)) for cell in tile)
        if inside.issuperset(place):
            places.append(place)
    return places
