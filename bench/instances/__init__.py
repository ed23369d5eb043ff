"""The instances by name; each is made when it is asked for."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from bench.instances import boards, puzzles, randoms
from bench.instances.instance import Instance

__all__ = ["INSTANCES", "TINY"]

INSTANCES: dict[str, Callable[[], Instance]] = {
    "pentominoes-6x10": partial(boards.pentominoes, 10, 6),
    "pentominoes-5x12": partial(boards.pentominoes, 12, 5),
    "pentominoes-4x15": partial(boards.pentominoes, 15, 4),
    "scott": boards.scott,
    "soma": boards.soma,
    "conway-5x5x5": boards.conway,
    "dominoes-8x8": boards.dominoes,
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

# Not measured: what a test of a runner can ask in a millisecond.
TINY: dict[str, Callable[[], Instance]] = {
    "langford-4": partial(puzzles.langford, 4),
    "queens-8": partial(puzzles.queens, 8),
}
