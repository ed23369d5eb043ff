"""Boards and tiles with colors: cells that must match the board, and edges that must match.

A case is one of `boards`, with colors of cells and edges of each tile by their numbers, of cells of
the board, and of its border (0 is none).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import product
from math import prod
from random import Random
from typing import Any

import combien
from combien import Group, PackingProblem, Region, Solution, Tile, TilingProblem
from combien.errors import CannotAnswer
from combien.geometry import HEXAGONS, TRIANGLES
from combien.geometry._cell import Cell
from combien.tilings import Paint
from tests.hunt import boards
from tests.hunt.asking import Case, Kind, Questions
from tests.hunt.boards import MOST_TILINGS, board_of, laid, tile_of, tilings
from tests.hunt.covers import counting_ways, engine_names, orbit_ways

__all__ = ["PAINTED"]

LATTICES: dict[str, tuple[boards.Make, tuple[int, ...]]] = {
    "squares": (Region.box, (4, 3)),
    "a row": (Region.box, (8,)),
    "hexagons": (partial(Region.box, lattice=HEXAGONS), (3, 3)),
    "triangles": (partial(Region.box, lattice=TRIANGLES), (3, 2)),
}
# The colored cells and edges of a tile where it lies.
Variant = tuple[frozenset[tuple[Cell, int]], frozenset[tuple[Cell, Cell, int]]]


def drawn(random: Random) -> Case:
    """A board with a few tiles, some of them painted."""
    case = boards.drawn(random, LATTICES)

    def colored(most: int) -> list[list[int]]:
        return [
            [random.randrange(24), random.randint(1, 2)] for _ in range(random.randint(0, most))
        ]

    return case | {
        "given": [],
        "optional": [],
        "paints": [[colored(3), colored(4)] for _ in case["tiles"]],
        "colors": colored(6),
        "border": random.choice([0, 0, 0, 1]),
    }


def paint_of(case: Any, tile: Tile) -> Paint:
    """The paint of a tile."""
    own, lattice = tile.region.cells, tile.region.lattice
    edges = [
        (cell, beyond)
        for cell in own
        for beyond in sorted(lattice.neighbors(cell))
        if beyond not in tile.region
    ]
    cells, sides = case
    return Paint(
        cells={own[number % len(own)]: color for number, color in cells},
        edges={edges[number % len(edges)]: color for number, color in sides},
    )


def variants(
    board: Region, tile: Tile, paint: Paint, symmetries: str
) -> Iterator[tuple[frozenset[Cell], Variant]]:
    """Where a painted tile can lie, by definition: turned, and moved to each cell of the board."""
    lattice, dimension = board.lattice, board.dimension
    group = Group.trivial(dimension)
    if symmetries != "none":
        group = (lattice.all if symmetries == "all" else lattice.rotations)(dimension)
    for symmetry in group:
        first = symmetry(tile.region.cells[0])
        for goal in board:
            if lattice.kind(goal) != lattice.kind(first):
                continue
            vector = tuple(map(int.__sub__, goal, first))
            moves = {
                cell: tuple(map(int.__add__, symmetry(cell), vector))
                for cell in {*tile.region, *(beyond for _, beyond in paint.edges)}
            }
            region = frozenset(map(moves.__getitem__, tile.region))
            if all(cell in board for cell in region):
                cells = frozenset((moves[cell], color) for cell, color in paint.cells.items())
                edges = frozenset((moves[a], moves[b], c) for (a, b), c in paint.edges.items())
                yield region, (cells, edges)  # type: ignore[misc]


def matches(chosen: tuple[Variant, ...], board: Region) -> bool:
    """Whether edges that meet have one color."""
    seen: dict[frozenset[Cell], int] = {}
    return all(
        seen.setdefault(frozenset((a, b)), color) == color
        for _, edges in chosen
        for a, b, color in edges
        if b in board
    )


def asked(case: Case) -> Questions:
    """The number of packings, and of their orbits under the symmetries of the problem."""
    random = Random(case["dice"])
    board = board_of(case["board"])
    tiles = [tile_of(each, board.lattice) for each in case["tiles"]]
    paints = [paint_of(paint, tile) for paint, tile in zip(case["paints"], tiles, strict=False)]
    paints += [Paint()] * (len(tiles) - len(paints))
    colors = {board.cells[number % len(board)]: color for number, color in case["colors"]}
    border = case["border"]
    low, high = case["holes"] or (0, 0)
    holes = low, None if high < 0 else high
    model = PackingProblem(
        TilingProblem(board, tiles),
        holes=holes,
        paints=dict(enumerate(paints)),
        colors=colors,
        border=border or None,
    )
    ways: list[dict[frozenset[Cell], set[Variant]]] = []
    for tile, paint, each in zip(tiles, paints, case["tiles"], strict=True):
        ways.append({region: set() for region in laid(board, tile, each["symmetries"])})
        for region, (cells, edges) in variants(board, tile, paint, each["symmetries"]):
            on_board = all(colors.get(cell, color) == color for cell, color in cells)
            if on_board and all(not border or b in board or c == border for _, b, c in edges):
                ways[-1][region].add((cells, edges))
    times = [(low, None if high < 0 else high) for low, high in (t["times"] for t in case["tiles"])]

    def defined() -> int:
        number = 0
        for tiling in tilings(
            board, [{*way} for way in ways], times, holes=holes, optional=frozenset(board)
        ):
            choices = [ways[tile][region] for tile, region in tiling]
            if prod(map(len, choices)) > MOST_TILINGS:
                raise CannotAnswer("many ways to turn the tiles")
            number += sum(matches(chosen, board) for chosen in product(*choices))
        return number

    questions: dict[str, Any] = {
        "count": {"definition": defined}
        | counting_ways(model.problem(), random, ["auto", *engine_names(random, 3)])
    }
    found = [Solution(s) for s in combien.solutions(model.problem(), engine="dlx", limit=201)]
    if len(found) <= 200:
        group = model.symmetries(up_to=random.choice(["all", "rotations"]))
        questions["orbits"] = orbit_ways(model, group, found, random)
    return questions


PAINTED = Kind("painted", drawn, asked)
