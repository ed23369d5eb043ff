"""Boards of every lattice, whole or with holes, with tiles that are connected or not.

A board is a lattice, a size, and the numbers of the cells that are left out; a tile is a box, the
numbers of its cells in it, its symmetries, and how often it is used (-1 is no limit).  Placements
that are `given`, each a 1 if it is forced or a 0 if it is forbidden, have the number of their tile
and their own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import count, product
from random import Random
from typing import Any

import combien
from combien import Group, PackingProblem, Region, Solution, Symmetric, Tile, TilingProblem
from combien._questions.up_to import SymmetryName
from combien.errors import CannotAnswer
from combien.geometry import (
    HEXAGONS,
    PRISMS,
    RHOMBIC_TETRAHEDRA,
    SPHERES,
    TETRAHEDRA_OCTAHEDRA,
    TRIANGLES,
    cylinder,
    klein_bottle,
    moebius_strip,
    torus,
)
from combien.geometry._cell import Cell
from combien.geometry._lattice import Lattice
from combien.geometry._motions import motions
from combien.geometry._wrapped import Wrapped
from combien.tilings import xmpuzzle
from tests.hunt.asking import Case, Kind, Questions, Way
from tests.hunt.covers import counting_ways, engine_names, orbit_ways
from tests.merged_tiles import merge_equal_tiles

__all__ = ["BOARDS", "SOLIDS", "board_of", "drawn_tiles", "laid", "tile_of", "tilings"]

Make = Callable[..., Region]
# Each with the largest box that is drawn.
FLAT: dict[str, tuple[Make, tuple[int, ...]]] = {
    "squares": (Region.box, (5, 4)),
    "a row": (Region.box, (9,)),
    "hexagons": (partial(Region.box, lattice=HEXAGONS), (4, 3)),
    "triangles": (partial(Region.box, lattice=TRIANGLES), (3, 2)),
    "cylinder": (cylinder, (5, 3)),
    "torus": (torus, (4, 3)),
    "moebius strip": (moebius_strip, (5, 3)),
    "klein bottle": (klein_bottle, (4, 3)),
    "hexagons of a cylinder": (partial(cylinder, lattice=HEXAGONS), (4, 2)),
    "hexagons of a torus": (partial(torus, lattice=HEXAGONS), (3, 3)),
    "triangles of a cylinder": (partial(cylinder, lattice=TRIANGLES), (3, 2)),
    "triangles of a torus": (partial(torus, lattice=TRIANGLES), (3, 2)),
}
SPACE: dict[str, tuple[Make, tuple[int, ...]]] = {
    "cubes": (Region.box, (3, 3, 2)),
    "hypercubes": (Region.box, (2, 2, 2, 2)),
    "prisms": (partial(Region.box, lattice=PRISMS), (2, 2, 2)),
    "spheres": (partial(Region.box, lattice=SPHERES), (3, 3, 2)),
    "rhombic tetrahedra": (partial(Region.box, lattice=RHOMBIC_TETRAHEDRA), (1, 1, 1)),
    "tetrahedra": (partial(Region.box, lattice=TETRAHEDRA_OCTAHEDRA), (2, 2, 1)),
    "torus in space": (torus, (3, 2, 2)),
}
LATTICES = FLAT | SPACE
SYMMETRIES = ("none", "rotations", "all")
MOST_CELLS, MOST_TILINGS, MOST_SEARCHED, MOST_MOTIONS = 20, 1500, 10_000, 200
# The steps of the definition, which may find few tilings after many attempts.
MOST_STEPS = 300_000


# How a case is drawn ----------------------------------------------------------------------------


def drawn(random: Random, lattices: dict[str, tuple[Make, tuple[int, ...]]] = FLAT) -> Case:
    """A board with a few tiles."""
    name = random.choice([*lattices, *[n for n in ("squares", "cubes") if n in lattices] * 3])
    make, most = lattices[name]
    size = [random.randint(1 + (side > 3), side) for side in most]
    cells = make(*size).cells
    out = random.sample(range(len(cells)), max(0, len(cells) - MOST_CELLS))
    if random.random() < 0.4:
        out = random.sample(range(len(cells)), min(len(cells) - 1, len(out) + random.randint(1, 4)))
    board = {"lattice": name, "size": size, "out": sorted(out)}
    tiles = drawn_tiles(random, size, cells, most=len(cells) - len(out))
    holes = random.choice([[], [], [], [0, -1], [0, 2], [1, 1], [2, 3]])
    optional = sorted(random.sample(range(len(cells)), len(cells) // 2)) if holes else []
    return {
        "board": board,
        "tiles": tiles,
        "holes": holes,
        "optional": optional if random.random() < 0.5 else [],
        "dice": random.getrandbits(32),
        "given": [
            [random.randrange(2), random.randrange(4), random.randrange(50)]
            for _ in range(random.choice([0, 0, 0, 1, 1, 2, 3]))
        ],
    }


def drawn_tiles(random: Random, size: list[int], cells: tuple[Cell, ...], *, most: int) -> Any:
    """Tiles of a few cells, connected or not, of any symmetries."""
    box = [min(side, random.randint(1, 4)) for side in size]
    if random.random() < 0.2:
        # Some do not fit.
        box[random.randrange(len(box))] += 1
    usual = random.choice([None, "all", "rotations", "none"])
    repeated = random.random() < 0.5
    tiles: list[Any] = []
    for _ in range(random.randint(1, 4)):
        times = [0, -1] if repeated else random.choice([[1, 1], [1, 1], [1, 2], [0, 1], [2, -1]])
        if tiles and random.random() < 0.3:
            # In half of the problems, two are alike.
            tiles.append({**random.choice(tiles), "times": times})
            continue
        tiles.append(
            {
                "box": box,
                "cells": sorted(random.sample(range(64), random.choice([1, 1, 2, 2, 3, 3, 4]))),
                "symmetries": usual or random.choice(SYMMETRIES),
                "times": times,
            }
        )
        if random.random() < 0.6:
            tiles[-1]["cells"] = list(range(min(most, random.randint(1, 4))))
    return tiles


# What it means ----------------------------------------------------------------------------------


def board_of(case: Case) -> Region:
    """The board of a case."""
    whole = LATTICES[case["lattice"]][0](*case["size"])
    out = {whole.cells[number] for number in case["out"] if number < len(whole)}
    left = [cell for cell in whole if cell not in out]
    return Region(left, dimension=whole.dimension, lattice=whole.lattice)


def tile_of(case: Case, lattice: Lattice, **named: Any) -> Tile:
    """The tile of a case, on the lattice of a board."""
    box = Region.box(*case["box"], lattice=lattice.cover).cells
    cells = {box[number % len(box)] for number in case["cells"]}
    low, high = case["times"]
    times = "any" if (low, high) == (0, -1) else (low, None if high < 0 else high)
    region = Region(cells, dimension=len(box[0]), lattice=lattice.cover)
    return Tile(region, symmetries=case["symmetries"], times=times, **named)  # type: ignore[arg-type]


def laid(board: Region, tile: Tile, symmetries: str) -> set[frozenset[Cell]]:
    """The placements of a tile, by definition: turned, and moved to each cell of the board."""
    lattice, dimension = board.lattice, board.dimension
    group = Group.trivial(dimension)
    if symmetries != "none":
        group = (lattice.cover.all if symmetries == "all" else lattice.cover.rotations)(dimension)
    found = set()
    for symmetry in group:
        turned = list(map(symmetry, tile.region))
        for goal in _lifted(lattice) if isinstance(lattice, Wrapped) else board:
            if lattice.cover.kind(goal) != lattice.cover.kind(turned[0]):
                continue
            vector = tuple(map(int.__sub__, goal, turned[0]))
            cells = [tuple(map(int.__add__, cell, vector)) for cell in turned]
            if isinstance(lattice, Wrapped):
                cells = [lattice.wrap(cell) for cell in cells]
            region = frozenset(cells)
            if len(region) == len(cells) and all(cell in board for cell in region):
                found.add(region)
    return found


def _lifted(lattice: Wrapped) -> list[Cell]:
    """Enough cells of the plane for every placement on a board that wraps: two times around."""
    cells = []
    for cell in lattice.cover.box(lattice.size):
        for turns in product((0, 1), repeat=len(lattice.size)):
            moved = cell
            for axis, (side, turn) in enumerate(zip(lattice.size, turns, strict=True)):
                moved = lattice.cover.along(moved, axis, side * turn)
            cells.append(moved)
    return cells


Placed = tuple[int, frozenset[Cell]]
TilingSet = frozenset[Placed]


def tilings(
    board: Region,
    places: list[set[frozenset[Cell]]],
    times: list[tuple[int, int | None]],
    *,
    holes: tuple[int, int | None] = (0, 0),
    optional: frozenset[Cell] = frozenset(),
) -> list[TilingSet]:
    """All tilings, by definition: the first free cell is covered by each placement, or by none."""
    over: dict[Cell, list[Placed]] = {cell: [] for cell in board}
    for number, regions in enumerate(places):
        for region in sorted(regions, key=sorted):
            for cell in region:
                over[cell].append((number, region))
    found: list[TilingSet] = []
    used = [0] * len(places)

    def within(number: int, bounds: tuple[int, int | None]) -> bool:
        return bounds[1] is None or number <= bounds[1]

    visited = count(1)

    def go(free: frozenset[Cell], taken: tuple[Placed, ...], empty: int) -> None:
        if next(visited) > MOST_STEPS:
            raise CannotAnswer("many boards that are not filled")
        if not free:
            enough = all(n >= low for n, (low, _) in zip(used, times, strict=True))
            if enough and empty >= holes[0]:
                found.append(frozenset(taken))
                if len(found) > MOST_TILINGS:
                    raise CannotAnswer("many tilings")
            return
        cell = min(free)
        if cell in optional and within(empty + 1, holes):
            go(free - {cell}, taken, empty + 1)
        for number, region in over[cell]:
            if region <= free and within(used[number] + 1, times[number]):
                used[number] += 1
                go(free - region, (*taken, (number, region)), empty)
                used[number] -= 1

    go(frozenset(board), (), 0)
    return found


def images(board: Region, up_to: SymmetryName) -> Iterator[dict[Cell, Cell]]:
    """The motions of a board, by definition where it does not wrap."""
    lattice = board.lattice
    group = lattice.cover.all if up_to == "all" else lattice.cover.rotations
    if isinstance(lattice, Wrapped):
        for _, goes in motions(board, group(board.dimension)):
            yield dict(zip(board, goes, strict=True))
        return
    for symmetry in group(board.dimension):
        turned = {cell: symmetry(cell) for cell in board}
        first = turned[board.cells[0]]
        for goal in board:
            vector = tuple(map(int.__sub__, goal, first))
            moved = {cell: tuple(map(int.__add__, image, vector)) for cell, image in turned.items()}
            if lattice.kind(goal) == lattice.kind(first) and set(moved.values()) == set(board):
                yield moved


def orbits(
    board: Region,
    found: list[TilingSet],
    places: list[set[frozenset[Cell]]],
    times: list[tuple[int, int | None]],
    up_to: SymmetryName,
) -> int:
    """The number of orbits of tilings, by definition.

    A motion of the board is a symmetry if the placements of each tile become those of one that is
    used as often; of equal tiles, the first becomes the first.
    """
    kinds: dict[tuple[Any, Any], list[int]] = {}
    for number, regions in enumerate(places):
        kinds.setdefault((frozenset(regions), times[number]), []).append(number)
    moves = []
    for motion in images(board, up_to):
        goes: dict[int, int] = {}
        for (regions, bounds), numbers in kinds.items():
            moved = frozenset(frozenset(map(motion.__getitem__, r)) for r in regions)
            target = kinds.get((moved, bounds), ())
            if len(target) == len(numbers):
                goes.update(zip(numbers, target, strict=True))
        if len(goes) == len(places):
            moves.append((motion, goes))
    left, number = set(found), 0
    while left:
        one = left.pop()
        number += 1
        for motion, goes in moves:
            left.discard(
                frozenset((goes[t], frozenset(map(motion.__getitem__, r))) for t, r in one)
            )
    return number


# What is asked ----------------------------------------------------------------------------------


def asked(case: Case) -> Questions:
    """Everything about a board."""
    random = Random(case["dice"])
    board = board_of(case["board"])
    tiles = [tile_of(each, board.lattice) for each in case["tiles"]]
    base = TilingProblem(board, tiles)
    places = [
        laid(board, tile, drawn["symmetries"])
        for tile, drawn in zip(tiles, case["tiles"], strict=True)
    ]
    times = [(low, None if high < 0 else high) for low, high in (t["times"] for t in case["tiles"])]
    model: TilingProblem | PackingProblem = base
    holes: tuple[int, int | None] = (0, 0)
    optional: frozenset[Cell] = frozenset()
    forced, forbidden = _given(case["given"], places)
    if case["holes"] or case["given"]:
        low, high = case["holes"] or (0, 0)
        holes = low, None if high < 0 else high
        cells = [board.cells[n] for n in case["optional"] if n < len(board)] or list(board)
        optional = frozenset(cells)

        def region(cells: Iterable[Cell]) -> Region:
            return Region(cells, dimension=board.dimension, lattice=board.lattice)

        model = PackingProblem(
            base,
            holes=holes,
            optional=region(cells) if case["optional"] else None,
            forced=[(number, region(cells)) for number, cells in forced],
            forbidden=[(number, region(cells)) for number, cells in forbidden],
        )
    try:
        found = [
            tiling
            for tiling in tilings(board, places, times, holes=holes, optional=optional)
            if forced <= tiling and forbidden.isdisjoint(tiling)
        ]
    except CannotAnswer:
        return {"count": _counts(model, random, None)}

    def listed(**how: Any) -> list[Any]:
        return _sorted(
            frozenset(_placed(p) for p in tiling.placements)
            for tiling in combien.solutions(model, **how)
        )

    questions: dict[str, dict[str, Way]] = {
        "count": _counts(model, random, len(found)),
        "tilings": {
            "definition": lambda: _sorted(found),
            "solutions": listed,
            "zdd": partial(listed, engine="zdd"),
            "shuffled": partial(listed, seed=random.getrandbits(20)),
        },
    }
    names: tuple[SymmetryName, ...] = ("all", "rotations")
    for up_to in names if random.random() < 0.5 else ():
        questions[f"up to {up_to}"] = _orbits(model, board, found, places, times, up_to, random)
    if model is base:
        questions["equal tiles as one"] = {
            "definition": lambda: len(
                {
                    frozenset((frozenset(tiles[t].orientations), r) for t, r in tiling)
                    for tiling in found
                }
            ),
            "merged": lambda: combien.count(merge_equal_tiles(base)),
        }
    questions["covered"] = {
        "definition": lambda: [
            [sum(any(t == n and c in r for t, r in tiling) for tiling in found) for c in board]
            for n in range(len(tiles))
        ],
        "heat map": lambda: _covered(model),
    }
    return questions


def _given(drawn: Any, places: list[set[frozenset[Cell]]]) -> tuple[TilingSet, TilingSet]:
    """The placements that are forced, and those that are forbidden."""
    given: tuple[set[Placed], set[Placed]] = set(), set()
    for is_forced, tile, place in drawn:
        number = tile % len(places) if places else 0
        regions = sorted(places[number], key=sorted) if places else []
        if regions:
            given[not is_forced].add((number, regions[place % len(regions)]))
    return frozenset(given[0]), frozenset(given[1])


def _placed(placement: Any) -> Placed:
    return placement.number, frozenset(placement.region.cells)


def _sorted(found: Any) -> list[Any]:
    return sorted(sorted((number, sorted(cells)) for number, cells in one) for one in found)


def _covered(model: TilingProblem | PackingProblem) -> list[list[int]]:
    """How many tilings cover each cell with each tile."""
    counts = combien.heat_map(model).counts
    return [[counts[c][tile] for c in model.board] for tile in range(len(model.tiles))]


def _counts(model: Any, random: Random, known: int | None) -> dict[str, Way]:
    defined: dict[str, Way] = {} if known is None else {"definition": lambda: known}
    if known is None and combien.count(model) > MOST_SEARCHED:
        names = ("auto", "frontier", "memo", "zdd", "tree", "fkt")
        return {name: partial(combien.count, model, engine=name) for name in names}
    engines = ["auto", *engine_names(random, 3)]
    ways = defined | counting_ways(model.problem(), random, engines)
    ways["the model"] = lambda: combien.count(model)
    ways["xmpuzzle"] = partial(_written, model)
    return ways


def _written(model: Any) -> int:
    """The count of the problem after writing it for BurrTools, if its format allows that."""
    if any(set(tile.symmetries) != set(Group.rotations(3)) for tile in model.tiles):
        raise CannotAnswer("BurrTools turns every piece")
    try:
        data = xmpuzzle.write({"one": model})
    except combien.BadInput as error:
        raise CannotAnswer(str(error)) from None
    except combien.CannotWrite as error:
        raise CannotAnswer(str(error)) from None
    return combien.count(xmpuzzle.read(data)["one"])


def _orbits(
    model: Any,
    board: Region,
    found: list[TilingSet],
    places: list[set[frozenset[Cell]]],
    times: list[tuple[int, int | None]],
    up_to: SymmetryName,
    random: Random,
) -> dict[str, Way]:
    # Above, there are no names of groups.
    if board.dimension > 6 or len(found) > MOST_MOTIONS:
        return {}
    group = model.symmetries(up_to=up_to)
    solutions = sorted(combien.solutions(model.problem(), engine="dlx"))
    defined: dict[str, Way] = {"board": lambda: orbits(board, found, places, times, up_to)}
    if isinstance(model, PackingProblem):
        # Cells that may stay empty are part of the problem.
        defined = {}

    def symmetric() -> int:
        return sum(1 for _ in combien.solutions(Symmetric(model, up_to)))

    def fixed() -> int:
        ways = range(len(group))
        return sum(all(group.image(n, s) == tuple(s) for n in ways) for s in solutions)

    assert symmetric() == fixed(), f"{symmetric()} symmetric ones, not {fixed()}"
    ways = orbit_ways(model, group, [Solution(s) for s in solutions], random)
    return defined | ways | {"by name": lambda: combien.count(model, up_to=up_to)}


BOARDS = Kind("boards", drawn, asked, share=3)
SOLIDS = Kind("solids", partial(drawn, lattices=SPACE), asked, share=2)
