"""Single tiles on every lattice of the plane: verdicts against tori, coronas and their evidence.

A case is a lattice and the cells of a connected tile.
"""

from __future__ import annotations

from collections import Counter
from itertools import product
from random import Random

import combien
from combien import Problem, Region, Tile, TilingProblem
from combien.errors import CannotAnswer
from combien.geometry import PLANES, plane_named, torus
from combien.geometry._cell import Cell
from combien.plane import Verdict, classify
from tests.hunt.asking import Case, Kind, Questions
from tests.plane.test_classify import around, check_patch

__all__ = ["PLANE"]

LARGEST = {"squares": 8, "hexagons": 6, "triangles": 8}
# Of the cells of the other lattices, which have several kinds; and of the torus with most cells.
USUAL, MOST_CELLS = 5, 80
NODES = 300_000


def drawn(random: Random) -> Case:
    """A lattice, and a tile that grows cell by cell."""
    name = random.choice([*PLANES])
    lattice = plane_named(name)
    cells = [random.choice(Region.box(1, 1, lattice=lattice).cells)]
    for _ in range(random.randint(0, LARGEST.get(name, USUAL) - 1)):
        near = sorted({n for cell in cells for n in lattice.neighbors(cell)} - {*cells})
        cells.append(random.choice(near))
    return {"lattice": name, "cells": [list(cell) for cell in cells]}


def asked(case: Case) -> Questions:
    """Whether it tiles on its lattice, and whether copies can surround it."""
    lattice = plane_named(case["lattice"])
    region = Region([tuple(cell) for cell in case["cells"]], lattice=lattice)
    tile = Tile(region, symmetries="all", times="any")

    def verdict() -> Verdict:
        return classify(region, most_orbits=3, most_coronas=2, nodes=NODES)

    def tiles() -> bool:
        found = verdict()
        if found.kind == "unknown":
            raise CannotAnswer("unknown")
        return found.kind != "none"

    def tori() -> bool:
        """Whether the tile covers a small torus: one that does tiles the plane."""
        for sides in product(range(1, 5), repeat=2):
            board = torus(*sides, lattice=lattice)
            if len(board) > MOST_CELLS or len(board) % len(region):
                continue
            if combien.exists(TilingProblem(board, [tile]), nodes=NODES):
                return True
        raise CannotAnswer("no small torus")

    def coronas() -> bool:
        """What the verdict implies of a corona, which may have holes."""
        found = verdict()
        if found.group is not None:
            return True
        if found.heesch is None and found.kind == "none":
            raise CannotAnswer("a hole")
        return len(found.layers) > 1

    def evidence() -> str:
        """The kind, after its tiling or its coronas were checked."""
        found = verdict()
        if found.group is not None:
            check_period(found)
        elif found.layers:
            check_patch(found)
        return found.kind

    return {
        "tiles the plane": {"tori": tori, "classify": tiles},
        "a corona": {
            "definition": lambda: is_surrounded({*region.cells}, tile),
            "classify": coronas,
        },
        "evidence": {"classify": lambda: verdict().kind, "checked": evidence},
    }


def check_period(verdict: Verdict) -> None:
    """The tiles cover each cell of a period once."""
    group = verdict.group
    assert group is not None
    # A motion that maps a tile to itself, but for a translation, gives it once.
    tiles = {
        frozenset(group.reduced(tuple(map(int.__add__, motion(cell), by))) for cell in tile)
        for tile in verdict.orbit_tiles
        for motion, by in group.motions
    }
    covered = Counter(cell for tile in tiles for cell in tile)
    assert sum(map(len, tiles)) == len(tiles) * len(verdict.orbit_tiles[0])
    assert covered == Counter(map(group.reduced, group.cells()))


def is_surrounded(cells: set[Cell], tile: Tile) -> bool:
    """Whether copies cover all cells that touch the tile, once each, and none of its own."""
    lattice = tile.region.lattice
    ring = around(lattice, cells)
    # Farther away than any copy reaches that covers a cell of the ring.
    near = cells | ring
    for _ in range(len(cells)):
        near |= {other for cell in near for other in lattice.neighbors(cell)}
    placed = TilingProblem(Region(near, lattice=lattice), [tile]).placements
    copies = [{*one.region.cells} for one in placed]
    options = [copy for copy in copies if copy & ring and not copy & cells]
    if not ring <= set().union(*options):
        return False
    problem = Problem.from_options(
        [sorted(copy) for copy in options], primary=sorted(ring), secondary=sorted(near - ring)
    )
    return combien.exists(problem, nodes=NODES)


PLANE = Kind("plane", drawn, asked, share=0.7)
