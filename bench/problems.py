"""Problems of any size, for tables that need no known count."""

from __future__ import annotations

from itertools import product

from bench.instances import instance_named
from bench.ours import Ours
from combien import Problem, Region, Tile, TilingProblem

__all__ = ["dominoes", "langford", "of_bench", "queens", "sudoku"]


def of_bench(name: str) -> Problem:
    """Return the problem of an instance."""
    return Ours("combien:dlx").prepare(instance_named(name))


def dominoes(side: int, *, without_corners: bool = False) -> Problem:
    """Return dominoes on a square; without two opposite corners there is no solution."""
    board = Region.box(side, side)
    if without_corners:
        board -= Region([(0, 0), (side - 1, side - 1)])
    return TilingProblem(board, [Tile("**", symmetries="all", times="any")]).problem()


def queens(side: int) -> Problem:
    """Return queens that do not attack each other."""
    diagonals = [(sign, k) for sign in (1, -1) for k in range(-2 * side, 2 * side)]
    return Problem.from_options(
        (
            [("line", y), ("file", x), (1, x + y), (-1, x - y)]
            for y, x in product(range(side), repeat=2)
        ),
        diagonals,
    )


def langford(pairs: int) -> Problem:
    """Return Langford pairs: the two copies of each number n have n places between them."""
    return Problem.from_options(
        [k, ("place", i), ("place", i + k + 1)]
        for k in range(1, pairs + 1)
        for i in range(2 * pairs - k - 1)
    )


def sudoku(clues: str = "." * 81) -> Problem:
    """Return a sudoku with its clues row by row; '.' is an empty cell.

    Without clues, option 81 y + 9 x + d puts digit d + 1 into row y, column x.
    """
    return Problem.from_options(
        [("cell", y, x), ("line", y, d), ("file", x, d), ("box", y // 3, x // 3, d)]
        for y, x, d in product(range(9), repeat=3)
        if clues[9 * y + x] in (".", str(d + 1))
    )
