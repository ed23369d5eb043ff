"""Boards for tiles that may be used any number of times, with very many tilings.

Every option is a placement, tile by tile and orientation by orientation.
"""

from __future__ import annotations

from collections.abc import Sequence

from bench.instances.instance import Instance
from bench.instances.tilings import Cells, box, drawn, placements, polyominoes, tiling

__all__ = [
    "any_polyominoes",
    "aztec",
    "camel",
    "dominoes",
    "mono_di_tromino",
    "t_tetromino",
    "tetrominoes",
    "torus_dominoes",
    "torus_tetrominoes",
    "y_tiles",
]

# The great camel of the paper on combine (El Sibaie and Filliatre, 2013).
CAMEL = (
    "....****",
    "..******",
    "********....****..****",
    "....****....**********",
    "....****..**************",
    "....**********************",
    "....************************",
    "......********....******..**",
    *["........****........****"] * 5,
)


def dominoes(side: int) -> Instance:
    """Return dominoes on a square board."""
    counts = {
        2: 2,
        8: 12988816,
        12: 53060477521960000,
        16: 2444888770250892795802079170816,
        20: 1269984011256235834242602753102293934298576249856,
    }
    return _floor(
        f"dominoes-{side}x{side}",
        box(side, side),
        ["**"],
        count=counts[side],
        source="published; P. W. Kasteleyn 1961, OEIS A004003",
    )


def torus_dominoes(side: int) -> Instance:
    """Return dominoes on a square whose opposite sides are joined."""
    cells = range(side * side)
    joined = [(cell, cell - cell % side + (cell + 1) % side) for cell in cells]
    joined += [(cell, (cell + side) % (side * side)) for cell in cells]
    return Instance(
        f"torus-dominoes-{side}x{side}",
        [list(pair) for pair in joined],
        primary=side * side,
        items=side * side,
        count={12: 4161957566985310208}[side],
        source="published; P. W. Kasteleyn 1961, OEIS A212800",
    )


def torus_tetrominoes(width: int, height: int) -> Instance:
    """Return the five tetrominoes, any number of each, on a torus at least four cells wide."""
    turned = {
        tuple(sorted((x % width, y % height) for x, y in laid))
        for tile in polyominoes(4)
        for laid in placements(box(2 * width - 1, 2 * height - 1), tile, mirrored=True)
    }
    return tiling(
        f"tetrominoes-torus-{width}x{height}",
        board=box(width, height),
        once=[],
        freely=sorted(turned),
        count={(8, 6): 33238755692}[width, height],
        source="computed here by two engines",
    )


def any_polyominoes(size: int, width: int, height: int) -> Instance:
    """Return a rectangle for the polyominoes with `size` cells, any number of each."""
    counts = {(5, 10, 8): 75996685446347, (6, 10, 6): 15946621499}
    board = box(width, height)
    return tiling(
        f"any-{size}-ominoes-{height}x{width}",
        board=board,
        once=[],
        freely=[
            laid for tile in polyominoes(size) for laid in placements(board, tile, mirrored=True)
        ],
        count=counts[size, width, height],
        source="computed here by two engines",
    )


def camel() -> Instance:
    """Return dominoes on the great camel."""
    return _floor(
        "camel",
        drawn("/".join(CAMEL)),
        ["**"],
        count=32420116341024288,
        source="published; M. El Sibaie and J.-C. Filliatre, JFLA 2013",
    )


def aztec(order: int) -> Instance:
    """Return dominoes on an Aztec diamond: cells whose centers are near the middle."""
    middles = range(1 - 2 * order, 2 * order, 2)  # In half cells.
    board = [(x, y) for y in middles for x in middles if abs(x) + abs(y) <= 2 * order]
    return _floor(
        f"aztec-{order}",
        tuple(((x - middles[0]) // 2, (y - middles[0]) // 2) for x, y in board),
        ["**"],
        count=2 ** (order * (order + 1) // 2),
        source="published; Elkies, Kuperberg, Larsen and Propp 1992",
    )


def mono_di_tromino() -> Instance:
    """Return tiles of one, two and three cells on a chessboard."""
    return _floor(
        "mono-di-tromino-8x8",
        box(8, 8),
        ["*", "**", "***", "**/*."],
        count=92109458286284989468604,
        source="published; The Art of Computer Programming 4A, page 252",
    )


def tetrominoes(side: int) -> Instance:
    """Return the five tetrominoes, any number of each, turned and mirrored."""
    counts = {8: 19077209438, 10: 72713560548906621}
    return _floor(
        f"tetrominoes-{side}x{side}",
        box(side, side),
        ["****", "**/**", "***/.*.", ".**/**.", "***/*.."],
        count=counts[side],
        source="computed by two programs",
    )


def t_tetromino() -> Instance:
    """Return T-tetrominoes on a square of side 16, where dead ends are detected late."""
    return _floor(
        "t-tetromino-16x16",
        box(16, 16),
        ["***/.*."],
        count=1668091536,
        source="computed by two programs",
    )


def y_tiles(width: int, height: int) -> Instance:
    """Return Y-pentominoes on a rectangle: few tilings on a wide board."""
    return _floor(
        f"y-pentomino-{height}x{width}",
        box(width, height),
        ["****/.*.."],
        count={(15, 15): 1696, (15, 10): 8954}[width, height],
        source="published; the documentation of Sage, Combinatorics, dancing links",
    )


def _floor(name: str, board: Cells, tiles: Sequence[str], *, count: int, source: str) -> Instance:
    freely = [laid for art in tiles for laid in placements(board, drawn(art), mirrored=True)]
    return tiling(name, board=board, once=[], freely=freely, count=count, source=source)
