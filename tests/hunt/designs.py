"""Puzzle design: assemblies that come apart, unique boards, sets, faults, most pieces."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from random import Random
from typing import Any

import combien
from combien import PackingProblem, Region, Tile, TilingProblem
from combien.design import FaultFree, most_pieces, piece_sets, unique_boards
from combien.errors import BadTiling, CannotAnswer
from combien.geometry import HEXAGONS, PRISMS, SQUARE, TRIANGLES
from tests.hunt.asking import Case, Kind, Questions
from tests.hunt.boards import drawn_tiles, tile_of
from tests.sequences.test_refinements import KEPT
from tests.tilings.taking_apart import check_against_the_definition

__all__ = ["ASSEMBLIES", "DESIGNS"]

LATTICES: dict[str, Any] = {
    "squares": SQUARE,
    "cubes": SQUARE,
    "hexagons": HEXAGONS,
    "triangles": TRIANGLES,
    "prisms": PRISMS,
}
BOXES = {
    "squares": (4, 3),
    "cubes": (3, 3, 2),
    "hexagons": (3, 3),
    "triangles": (3, 2),
    "prisms": (2, 2, 2),
}
# Of tilings that are listed.
MOST_LISTED = 20_000


def drawn_assembly(random: Random) -> Case:
    """The cells of a box, each in one of a few pieces or in none."""
    name = random.choice([*BOXES, "squares", "cubes", "cubes"])
    number = random.randint(2, 4 if name in ("squares", "cubes") else 3)
    cells = Region.box(*BOXES[name], lattice=LATTICES[name]).cells
    empty = random.randint(0, 1)
    return {"box": name, "owners": [random.randint(-empty, number - 1) for _ in cells]}


def asked_assembly(case: Case) -> Questions:
    """The moves, against the definition; a fault is an assertion of the check."""
    lattice = LATTICES[case["box"]]
    groups: dict[int, list[Any]] = {}
    for cell, owner in zip(
        Region.box(*BOXES[case["box"]], lattice=lattice), case["owners"], strict=False
    ):
        if owner >= 0:
            groups.setdefault(owner, []).append(cell)
    pieces = [Region(cells, lattice=lattice) for cells in groups.values()]
    if not pieces:
        return {}
    return {"moves": {"disassemble": lambda: check_against_the_definition(pieces)}}


# Boards and sets --------------------------------------------------------------------------------


def drawn(random: Random) -> Case:
    """A small rectangle with a few tiles."""
    size = [random.randint(2, 4), random.randint(2, 3)]
    tiles = drawn_tiles(random, size, Region.box(*size).cells, most=4)
    for tile in tiles:
        tile["times"] = [random.choice([1, 1, 2, 3])] * 2
    return {"size": size, "tiles": tiles, "seed": random.getrandbits(16)}


def asked(case: Case) -> Questions:
    """Everything that is asked of a design."""
    board = Region.box(*case["size"])
    tiles = [tile_of(each, board.lattice, name=f"t{n}") for n, each in enumerate(case["tiles"])]
    problem = TilingProblem(board, tiles)
    times = [each["times"][0] for each in case["tiles"]]
    if any(tile.times != (n, n) for tile, n in zip(tiles, times, strict=True)):
        raise BadTiling("a piece that may be left out")
    holes = len(board) - sum(len(t.region) * n for t, n in zip(tiles, times, strict=True))
    anything = [Tile(t.region, symmetries=t.symmetries, times="any", name=t.name) for t in tiles]
    base = TilingProblem(board, anything)
    questions: dict[str, Any] = {
        "fault-free": {
            "definition": lambda: _fault_free(base),
            "count": lambda: combien.count(FaultFree(base)),
        },
        "most pieces": {
            "definition": lambda: max(_sizes(board, tiles, times), default=None),
            "most_pieces": lambda: next((b.cost for b in most_pieces(problem)), None),
        },
        "sets": {
            "definition": lambda: _sets(board, tiles, times),
            "piece_sets": lambda: _found_sets(board, tiles),
        },
    }
    if 0 < holes < len(board):
        questions["unique boards"] = {
            "definition": lambda: _least(problem, _unique(problem, holes)),
            "all": lambda: _least(
                problem,
                (set(one.holes) for one in unique_boards(problem, holes=holes, limit=None).boards),
            ),
            "a climb": lambda: _least(problem, _climbed(problem, holes, case["seed"])),
        }
    return questions


def _fault_free(base: TilingProblem) -> int:
    if combien.count(base) > MOST_LISTED:
        raise CannotAnswer("many tilings")
    width, height = base.board.size
    return sum(KEPT["fault-free"](tiling, height, width) for tiling in combien.solutions(base))


def _sizes(board: Region, tiles: list[Tile], times: list[int]) -> Iterator[int]:
    """The numbers of pieces of all packings."""
    some = [
        Tile(t.region, symmetries=t.symmetries, times=(0, n))
        for t, n in zip(tiles, times, strict=True)
    ]
    packings = PackingProblem(TilingProblem(board, some), holes="any")
    if combien.count(packings) > MOST_LISTED:
        raise CannotAnswer("many packings")
    return (len(packing.placements) for packing in combien.solutions(packings))


def _sets(board: Region, tiles: list[Tile], times: list[int]) -> list[Any]:
    """All sets of these pieces that cover the board, with the numbers of their tilings."""
    pieces = [n for n, most in enumerate(times) for _ in range(most)]
    found = {}
    for size in range(1, len(pieces) + 1):
        for chosen in dict.fromkeys(combinations(pieces, size)):
            used = {n: chosen.count(n) for n in chosen}
            some = [
                Tile(tiles[n].region, symmetries=tiles[n].symmetries, times=k)
                for n, k in used.items()
            ]
            number = combien.count(TilingProblem(board, some))
            if number:
                found[tuple(tiles[n].name for n in chosen)] = number
    return sorted(found.items())


def _found_sets(board: Region, tiles: list[Tile]) -> list[Any]:
    try:
        found = piece_sets(board, tiles, solutions=(1, None), limit=None)
    except BadTiling:
        # Refused where no set covers the area.
        return []
    assert found.complete
    return sorted((one.names, one.solutions) for one in found.sets)


def _unique(problem: TilingProblem, holes: int) -> Iterator[set[Any]]:
    for chosen in combinations(problem.board, holes):
        rest = problem.board - Region(chosen)
        if combien.count(TilingProblem(rest, problem.tiles)) == 1:
            yield set(chosen)


def _climbed(problem: TilingProblem, holes: int, seed: int) -> list[set[Any]]:
    found = unique_boards(problem, holes=holes, limit=None, seed=seed, nodes=10**6)
    if not found.complete:
        raise CannotAnswer("a climb that did not see everything")
    return [set(one.holes) for one in found.boards]


def _least(problem: TilingProblem, found: Any) -> list[Any]:
    """Sets of cells up to the symmetries of the problem: the least image of each, once."""
    cells = problem.board.cells
    number_of = {cell: number for number, cell in enumerate(cells)}
    moves = [symmetry.points for symmetry in problem.symmetries()]
    return sorted(
        {
            min(sorted(move[number_of[cell]] for cell in one) for move in moves).__str__()
            for one in found
        }
    )


ASSEMBLIES = Kind("assemblies", drawn_assembly, asked_assembly)
DESIGNS = Kind("designs", drawn, asked)
