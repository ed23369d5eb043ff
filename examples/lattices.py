"""Tilings on hexagons, on triangles and on boards that wrap around, with pictures.

Writes the pictures lattices-1.svg, lattices-2.svg, ... to the current directory.
"""

from __future__ import annotations

from pathlib import Path

import combien
from combien import Region, Tile, TilingProblem
from combien.geometry import HEXAGONS, TRIANGLES, moebius_strip, torus
from combien.tilings import boards, catalogue

DOMINO = Tile("**", symmetries="all", times="any")
LOZENGE = Tile(Region.from_art("**", lattice=TRIANGLES), symmetries="all", times="any")
TRIHEX = Tile(Region.from_art(".*.\n*.*", lattice=HEXAGONS), symmetries="all", times="any")

PROBLEMS = {
    "hexiamonds in a rhombus": TilingProblem(
        Region.box(6, 6, lattice=TRIANGLES), catalogue.hexiamonds()
    ),
    "tetrahexes in a parallelogram": TilingProblem(
        Region.box(7, 4, lattice=HEXAGONS), catalogue.tetrahexes()
    ),
    "trihexes and tetrahexes in a honeycomb": TilingProblem(
        boards.honeycomb(4), catalogue.trihexes() + catalogue.tetrahexes()
    ),
    "lozenges in a hexagon": TilingProblem(boards.hexagon(3, 3, 3), [LOZENGE]),
    "dominoes on a torus": TilingProblem(torus(6, 6), [DOMINO]),
    "dominoes on a Moebius strip": TilingProblem(moebius_strip(6, 4), [DOMINO]),
    "triangles of hexagons on a torus": TilingProblem(torus(6, 6, lattice=HEXAGONS), [TRIHEX]),
}

for number, (name, problem) in enumerate(PROBLEMS.items(), 1):
    tiling = combien.solve(problem)
    assert tiling is not None
    print(f"{name}: {combien.count(problem)}")
    print(tiling, end="\n\n")
    drawing = tiling.picture(title=name).svg()
    Path(f"lattices-{number}.svg").write_text(drawing, encoding="utf-8")
