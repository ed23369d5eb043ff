"""Tiles that are used once: pentominoes, Scott's board, the Soma cube, Conway's box, MacMahon's."""

from __future__ import annotations

from itertools import product

from bench.instances.instance import Instance
from bench.instances.tilings import Cells, box, drawn, placements, slides, tiling

__all__ = ["conway", "macmahon", "pentominoes", "scott", "soma"]

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
    """Return the twelve pentominoes, each once, in a rectangle of 60 cells."""
    counts = {(10, 6): 9356, (12, 5): 4040, (15, 4): 1472, (20, 3): 8}
    return tiling(
        f"pentominoes-{height}x{width}",
        board=box(width, height),
        once=[placements(box(width, height), drawn(art), mirrored=True) for art in PENTOMINOES],
        count=counts[width, height],
        source="published; C. B. Haselgrove and J. Haselgrove 1960, times four",
    )


def scott() -> Instance:
    """Return Scott's problem (1958): pentominoes on a chessboard without its four center cells."""
    board = tuple(cell for cell in box(8, 8) if not (cell[0] in (3, 4) and cell[1] in (3, 4)))
    return tiling(
        "scott",
        board=board,
        once=[placements(board, drawn(art), mirrored=True) for art in PENTOMINOES],
        count=520,
        source="published; D. Scott 1958, 65 up to symmetry",
    )


def soma() -> Instance:
    """Return Piet Hein's seven tiles in a cube of side 3, turned but not mirrored."""
    board = box(3, 3, 3)
    return tiling(
        "soma",
        board=board,
        once=[placements(board, tile, mirrored=False) for tile in SOMA],
        count=11520,
        source="published; J. H. Conway and M. Guy 1961, 240 up to symmetry",
    )


def conway() -> Instance:
    """Return Conway's box of side 5: 13 blocks 1x2x4, three rods 1x1x3, one 2x2x2, one 1x2x2.

    Equal blocks are indistinguishable, and still a plain exact cover is the same problem.  The 13
    blocks need no item, as the volume leaves room for exactly this number.  The three rods are made
    different tiles: each of the 15 slices has 25 cells, of which the other blocks cover an even
    number, so the rods cover an odd number in every slice.  Therefore one rod is along each axis,
    and "the rod along x", "along y" and "along z" are three tiles.
    """
    board = box(5, 5, 5)
    rods: list[Cells] = [
        tuple(tuple(k if at == axis else 0 for at in range(3)) for k in range(3))
        for axis in range(3)
    ]
    return tiling(
        "conway-5x5x5",
        board=board,
        once=[placements(board, box(2, 2, 2), mirrored=False)]
        + [placements(board, box(2, 2, 1), mirrored=False)]
        + [slides(board, rod) for rod in rods],
        freely=placements(board, box(4, 2, 1), mirrored=False),
        count=27456,
        source="computed here by two programs",
    )


def macmahon() -> Instance:
    """Return MacMahon's 24 squares of three colors in 4 x 6, with one color around.

    Equal colors meet.  An inner edge is a secondary item with a color; outer edges are not items.
    """
    tiles = sorted(
        {min(edges[k:] + edges[:k] for k in range(4)) for edges in product((1, 2, 3), repeat=4)}
    )
    cells = box(6, 4)
    inner = [(x, y, 0) for y in range(4) for x in range(1, 6)]
    inner += [(x, y, 1) for y in range(1, 4) for x in range(6)]
    number = {edge: 24 + len(cells) + k for k, edge in enumerate(inner)}
    options, colors = [], []
    for kind, tile in enumerate(tiles):
        for turned in sorted({tile[k:] + tile[:k] for k in range(4)}):
            for place, (x, y) in enumerate(cells):
                around = ((x, y, 0), (x, y, 1), (x + 1, y, 0), (x, y + 1, 1))
                sides = list(zip(around, turned, strict=True))
                if all(color == 1 for edge, color in sides if edge not in number):
                    held = [(number[edge], color) for edge, color in sides if edge in number]
                    options.append([kind, 24 + place, *(item for item, _ in held)])
                    colors.append([0, 0, *(color for _, color in held)])
    return Instance(
        "macmahon-4x6",
        options,
        primary=48,
        items=48 + len(inner),
        count=106624,
        source="published; The Art of Computer Programming 4B, 13328 up to symmetry, times eight",
        colors=colors,
    )
