"""Seconds to build the problems of boards and tiles: by the core, and option by option from names.

    python -m bench.building [--rounds 3] [--sizes 8 20 100 400]

Both methods build each problem in turns, from a new board, and the problems must be equal.  From
names is how it was done before, and is the oracle of the tests.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from statistics import median
from time import process_time

from combien import Region, Tile, TilingProblem
from combien.geometry._hexagons import HEXAGONS
from combien.tilings import catalogue
from tests.tilings.built import built

DOMINOES = [Tile("**", symmetries="all", times="any")]
TROMINOES = [Tile(art, symmetries="all", times="any") for art in ("***", "**\n*.")]
PENTOMINOES = [Tile(tile.region, symmetries="all", times="any") for tile in catalogue.pentominoes()]
DIHEXES = [Tile(Region.box(2, 1, lattice=HEXAGONS), symmetries="all", times="any")]


def _ring(size: int) -> Region:
    """Return a square without the square in its middle."""
    hole = size // 4
    return Region.box(size, size) - Region.box(hole, hole).shift(hole, hole)


BOARDS: dict[str, tuple[Callable[[int], Region], list[Tile]]] = {
    "dominoes": (lambda size: Region.box(size, size), DOMINOES),
    "dominoes, ring": (_ring, DOMINOES),
    "trominoes": (lambda size: Region.box(size, size), TROMINOES),
    "pentominoes": (lambda size: Region.box(size // 2, size // 2), PENTOMINOES),
    "dihexes": (lambda size: Region.box(size // 2, size // 2, lattice=HEXAGONS), DIHEXES),
}


def main() -> None:
    """Measure both methods in each round; print the medians and their ratio."""
    parser = argparse.ArgumentParser(description="Seconds to build problems of boards and tiles.")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--sizes", type=int, nargs="+", default=[8, 20, 100, 400])
    words = parser.parse_args()
    print(f"{'board':<22} {'from names':>11} {'the core':>11} {'ratio':>6}")
    for name, (board, tiles) in BOARDS.items():
        _ = [tile.orientations for tile in tiles]
        for size in words.sizes:
            old: list[float] = []
            new: list[float] = []
            for _ in range(words.rounds):
                region = board(size)
                begun = process_time()
                problem = TilingProblem(region, tiles).problem()
                new.append(process_time() - begun)
                region = board(size)
                begun = process_time()
                expected = built(TilingProblem(region, tiles))
                old.append(process_time() - begun)
                if problem != expected:
                    raise SystemExit("WRONG: the problems differ")
            slow, quick = median(old), median(new)
            print(
                f"{name} {size:<4}".ljust(22),
                f"{slow:>9.4f} s {quick:>9.4f} s {slow / quick:>6.1f}",
            )


if __name__ == "__main__":
    main()
