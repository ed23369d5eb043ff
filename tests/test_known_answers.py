"""Published counts of tilings and designs, each by two engines of different kinds.

A sweep counts without listing, a search lists one by one: they share no code beyond the problem.
Where one of them would take too long, the other one's second opinion is in the slow suite.
The classic tilings have theirs in `tilings/test_classics.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from itertools import combinations, product
from pathlib import Path
from typing import Any

import pytest

import combien
from combien import Problem, Region, Tile, TilingProblem
from combien.engines import Model
from combien.language import problems
from tests.tilings.pentominoes import pentominoes

EXAMPLES = Path(__file__).parent.parent / "examples"
TETROMINOES = ["****", "**\n**", "***\n.*.", "***\n*..", "**.\n.**"]
box = Region.box


def free(*drawings: str) -> list[Tile]:
    """Tiles used any number of times, in all positions."""
    return [Tile(drawing, symmetries="all", times="any") for drawing in drawings]


def aztec(order: int) -> Region:
    """The Aztec diamond: |x| + |y| < order + 1 at the cells' far corners."""
    span = range(-order, order)
    return Region(
        [(x, y) for x, y in product(span, span) if abs(2 * x + 1) + abs(2 * y + 1) <= 2 * order]
    )


def partitions(n: int) -> Problem:
    """Set partitions: every non-empty set is an option."""
    return Problem.from_options(c for size in range(1, n + 1) for c in combinations(range(n), size))


def steiner(n: int) -> Problem:
    """Triples of n points such that each pair is in one."""
    return Problem.from_options(
        [frozenset(pair) for pair in combinations(triple, 2)]
        for triple in combinations(range(n), 3)
    )


def sudoku(side: int, high: int, wide: int) -> Problem:
    """Full grids with boxes of this size."""
    return Problem.from_options(
        [("cell", y, x), ("line", y, d), ("file", x, d), ("box", y // high, x // wide, d)]
        for y, x, d in product(range(side), repeat=3)
    )


BOTH = ("frontier", "bits")

# What builds the model, the number of its solutions, and the engines that count them.
Known = tuple[Callable[[], Model[Any]], int, tuple[str, ...]]

QUICK: dict[str, Known] = {
    # El Sibaie and Filliatre (2013): five free tetrominoes, two of each, distinguished.
    "two sets of tetrominoes on 4x10": (
        lambda: TilingProblem(box(10, 4), [Tile(t, symmetries="all") for t in 2 * TETROMINOES]),
        57472,
        BOTH,
    ),
    "two sets of tetrominoes on 5x8": (
        lambda: TilingProblem(box(8, 5), [Tile(t, symmetries="all") for t in 2 * TETROMINOES]),
        99392,
        BOTH,
    ),
    # The same with equal tiles merged: each count above is 2^5 times too large.
    "tetrominoes twice each on 5x8": (
        lambda: TilingProblem(box(8, 5), [Tile(t, symmetries="all", times=2) for t in TETROMINOES]),
        99392 // 32,
        ("frontier", "dlx"),
    ),
    "tetrominoes on 8x8": (
        lambda: TilingProblem(box(8, 8), free(*TETROMINOES)),
        19077209438,
        ("frontier", "auto"),
    ),
    # Knuth, The Art of Computer Programming 4A, page 252.
    "monominoes to trominoes on 8x8": (
        lambda: TilingProblem(box(8, 8), free("*", "**", "***", "**\n*.")),
        92109458286284989468604,
        ("frontier", "auto"),
    ),
    "T-tetrominoes on 16x16": (
        lambda: TilingProblem(box(16, 16), free("***\n.*.")),
        1668091536,
        ("frontier", "auto"),
    ),
    # Elkies, Kuperberg, Larsen and Propp (1992): 2^(n(n+1)/2).
    "Aztec diamond of order 5": (lambda: TilingProblem(aztec(5), free("**")), 2**15, BOTH),
    "Aztec diamond of order 8": (
        lambda: TilingProblem(aztec(8), free("**")),
        2**36,
        ("frontier", "auto"),
    ),
    # Bell numbers, OEIS A000110.
    "partitions of ten": (lambda: partitions(10), 115975, BOTH),
    "labeled Steiner systems on 7 points": (lambda: steiner(7), 30, BOTH),
    "labeled Steiner systems on 9 points": (lambda: steiner(9), 840, BOTH),
    # (n - 1)!!
    "matchings of K10": (lambda: Problem.from_options(combinations(range(10), 2)), 945, BOTH),
    "matchings of K20": (
        lambda: Problem.from_options(combinations(range(20), 2)),
        654729075,
        ("frontier", "auto"),
    ),
    "sudoku 4x4": (lambda: sudoku(4, 2, 2), 288, BOTH),
    "Scott, one orientation of F": (
        lambda: TilingProblem(box(8, 8) - box(2, 2).shift(3, 3), pentominoes(fixed="F")),
        65,
        BOTH,
    ),
}

SLOW: dict[str, Known] = {
    "tetrominoes on 10x10": (
        lambda: TilingProblem(box(10, 10), free(*TETROMINOES)),
        72713560548906621,
        ("frontier",),
    ),
    "pentominoes on 6x10": (
        lambda: TilingProblem(box(10, 6), pentominoes()),
        9356,
        ("dlx", "auto"),
    ),
    "pentominoes on 5x12": (
        lambda: TilingProblem(box(12, 5), pentominoes()),
        4040,
        ("dlx",),
    ),
    "pentominoes on 4x15 by links": (
        lambda: TilingProblem(box(15, 4), pentominoes()),
        1472,
        ("dlx",),
    ),
    "partitions of twelve": (lambda: partitions(12), 4213597, BOTH),
    "matchings of K30": (
        lambda: Problem.from_options(combinations(range(30), 2)),
        6190283353629375,
        ("frontier",),
    ),
    "sudoku 6x6": (lambda: sudoku(6, 2, 3), 28200960, BOTH),
}


@pytest.mark.parametrize(
    ("name", "engine"), [(name, engine) for name, row in QUICK.items() for engine in row[2]]
)
def test_quick(name: str, engine: str) -> None:
    build, count, _ = QUICK[name]
    assert combien.count(build(), engine=engine) == count


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "engine"), [(name, engine) for name, row in SLOW.items() for engine in row[2]]
)
def test_slow(name: str, engine: str) -> None:
    build, count, _ = SLOW[name]
    assert combien.count(build(), engine=engine) == count


def test_diagrams_have_the_published_nodes() -> None:
    # Knuth, The Art of Computer Programming 4A, page 252, without the two leaves.
    small = combien.family(TilingProblem(box(8, 8), free("*", "**", "***", "**\n*.")))
    assert (small.nodes, small.count) == (512225, 92109458286284989468604)
    # The great camel of combine, column by column, and as the planner orders it; combine itself,
    # which numbers the horizontal dominoes first, made 784132 nodes.
    camel = problems(str(EXAMPLES / "camel.cmb"))["great_camel"]
    cells = sorted(camel.board, key=lambda cell: (cell[0], -cell[1]))
    made = camel.problem()
    number: dict[Hashable, int] = {cell: k for k, cell in enumerate(cells)}
    dominoes = [[number[c] for c in made.entries(o)] for o in range(made.option_count)]
    columns = Problem.from_indices(
        sorted(map(sorted, dominoes)), items=len(cells), primary=len(cells)
    )
    assert combien.family(columns).nodes == 3579
    assert combien.family(camel).nodes == 1106
