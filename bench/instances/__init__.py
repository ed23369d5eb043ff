"""The instances by name; each is made on first use."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from bench.instances import boards, floors, graphs, puzzles, randoms
from bench.instances.instance import Instance

__all__ = ["COUNTING", "DIAGRAMS", "INSTANCES", "TINY", "instance_named"]

# For finding the solutions one by one.
INSTANCES: dict[str, Callable[[], Instance]] = {
    "pentominoes-6x10": partial(boards.pentominoes, 10, 6),
    "pentominoes-5x12": partial(boards.pentominoes, 12, 5),
    "pentominoes-4x15": partial(boards.pentominoes, 15, 4),
    "scott": boards.scott,
    "soma": boards.soma,
    "conway-5x5x5": boards.conway,
    "dominoes-8x8": partial(floors.dominoes, 8),
    "aztec-6": partial(floors.aztec, 6),
    "y-pentomino-10x15": partial(floors.y_tiles, 15, 10),
    "latin-5": partial(puzzles.latin, 5),
    "queens-12": partial(puzzles.queens, 12),
    "queens-13": partial(puzzles.queens, 13),
    "queens-14": partial(puzzles.queens, 14),
    "langford-11": partial(puzzles.langford, 11),
    "langford-12": partial(puzzles.langford, 12),
    "sudoku": puzzles.sudoku,
    "macmahon-4x6": boards.macmahon,
    "random-sparse": randoms.sparse,
    "random-dense": randoms.dense,
}

# For counting by any method; most have too many solutions to be listed.
COUNTING: dict[str, Callable[[], Instance]] = {
    **{f"dominoes-{n}x{n}": partial(floors.dominoes, n) for n in (8, 12, 16, 20)},
    "camel": floors.camel,
    **{f"aztec-{order}": partial(floors.aztec, order) for order in (8, 10, 12)},
    "mono-di-tromino-8x8": floors.mono_di_tromino,
    **{f"tetrominoes-{n}x{n}": partial(floors.tetrominoes, n) for n in (8, 10)},
    "t-tetromino-16x16": floors.t_tetromino,
    "y-pentomino-15x15": partial(floors.y_tiles, 15, 15),
    "torus-dominoes-12x12": partial(floors.torus_dominoes, 12),
    "tetrominoes-torus-8x6": partial(floors.torus_tetrominoes, 8, 6),
    "any-5-ominoes-8x10": partial(floors.any_polyominoes, 5, 10, 8),
    "any-6-ominoes-6x10": partial(floors.any_polyominoes, 6, 10, 6),
    "pentominoes-6x10": partial(boards.pentominoes, 10, 6),
    **{f"latin-{side}": partial(puzzles.latin, side) for side in (4, 5, 6)},
    "latin-7-givens": partial(puzzles.latin_with_givens, 7, 12),
    "sudoku-22": partial(puzzles.sudoku, 22),
    "sudoku-4x4": partial(puzzles.empty_sudoku, 2, 2),
    "sudoku-6x6": partial(puzzles.empty_sudoku, 2, 3),
    **{f"matchings-{n}": partial(graphs.matchings, n) for n in (16, 20, 24, 30)},
    **{f"queens-{side}": partial(puzzles.queens, side) for side in (8, 9, 10, 11, 12)},
    "cubic-140": partial(graphs.cubic, 140),
    "random-graph-60": partial(graphs.random_graph, 60, 213),
    "set-partitions-12": partial(graphs.set_partitions, 12),
    "partitions": graphs.partitions,
    **{f"steiner-{points}": partial(graphs.steiner, points) for points in (7, 9)},
}

# For compiling all solutions into one diagram.
DIAGRAMS: dict[str, Callable[[], Instance]] = {
    **{f"queens-{side}": partial(puzzles.queens, side) for side in (8, 9, 10, 11, 12)},
    **{f"dominoes-{n}x{n}": partial(floors.dominoes, n) for n in (8, 12, 16)},
}

# For tests: instances that are solved in a millisecond.
TINY: dict[str, Callable[[], Instance]] = {
    "langford-4": partial(puzzles.langford, 4),
    "dominoes-2x2": partial(floors.dominoes, 2),
    "queens-8": partial(puzzles.queens, 8),
}


def instance_named(name: str) -> Instance:
    """Return the instance with this name, from any of the lists."""
    return (INSTANCES | COUNTING | DIAGRAMS | TINY)[name]()
