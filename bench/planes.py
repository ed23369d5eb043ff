"""Polyominoes in the plane by SAT alone, beside `classify`: `python bench/planes.py`.

The classifier by SAT looks for one corona after another, and between them for tilings of tori: of
every sublattice, with up to so many copies in a period.  Both are clauses for the built-in solver.
`classify` asks for symmetric tilings first, and for coronas by backtracking; `classify_all` does so
for all tiles of a size in the core.  Where there are more tiles than `--most`, a sample of this
size is classified, with a seed; the time for all is then an estimate.  All are processor times of
one thread.  What both decide must agree.  The clauses of coronas are those that `classify` has for
hard tiles.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from random import Random
from time import process_time

ROOT = Path(__file__).resolve().parent.parent
if str(ROOT) not in sys.path:
    sys.path.insert(0, str(ROOT))

from combien import Region  # noqa: E402
from combien.geometry import SQUARE, free  # noqa: E402
from combien.plane import classify, classify_all  # noqa: E402
from combien.plane._clauses import CoronaClauses, Shape  # noqa: E402
from combien.plane._copies import Copies  # noqa: E402
from combien.plane._grid import plane_grid  # noqa: E402
from combien.sat._exactly import between, size_of  # noqa: E402
from combien.sat._solver import BuiltinSolver, Outcome  # noqa: E402

GRID = plane_grid(SQUARE)
BYTES = 2**32
# Coronas, and copies in a period for each corona.
MOST_CORONAS, COPIES_A_CORONA = 5, 2


def main() -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sizes", nargs="*", type=int, default=[7, 8, 9, 10, 11])
    parser.add_argument("--most", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    print("| cells | tiles | compared | by SAT | `classify` | all by SAT | `classify_all` |")
    print("|---|---|---|---|---|---|---|")
    for size in given.sizes:
        tiles = [tile for tile in free(size) if not GRID.holes(GRID.numbers(tile))]
        sample = tiles
        if len(tiles) > given.most:
            sample = Random(given.seed).sample(tiles, given.most)
        begun = process_time()
        verdicts = [by_sat(tile) for tile in sample]
        by_sat_alone = process_time() - begun
        begun = process_time()
        usual = [classify(tile) for tile in sample]
        seconds = process_time() - begun
        for tile, verdict, known in zip(sample, verdicts, usual, strict=True):
            if verdict is not None and verdict != (known.tiles, known.heesch):
                raise SystemExit(f"{verdict} by SAT, {known} by classify:\n{tile}")
        begun = process_time()
        classify_all(size, threads=1)
        family = process_time() - begun
        each = by_sat_alone / len(sample)
        # In sizes that are sampled, the total is an estimate.
        all_of_them = f"{'about ' * (sample is not tiles)}{each * len(tiles):.0f} s"
        print(
            f"| {size} | {len(tiles)} | {len(sample)} | {each:.3f} s a tile "
            f"| {seconds / len(sample):.4f} s a tile | {all_of_them} | {family:.1f} s |",
            flush=True,
        )
        if undecided := verdicts.count(None):
            print(f"{undecided} of {len(sample)} by SAT are undecided", file=sys.stderr)
    return 0


def by_sat(tile: Region) -> tuple[bool, int | None] | None:
    """Return whether a polyomino without holes tiles, and its Heesch number if not.

    >>> by_sat(Region.from_art("**\\n.*")), by_sat(Region.from_art("**\\n*.\\n*.\\n*.\\n**"))
    ((True, None), (False, 1))
    """
    shape = tuple(GRID.numbers(tile.at_origin()))
    for count in range(1, MOST_CORONAS + 1):
        if not _has_coronas(shape, count, solid=0):
            solid = range(count - 1, 0, -1)
            return False, next((k for k in solid if _has_coronas(shape, k, solid=k)), 0)
        most = COPIES_A_CORONA * count
        if any(
            _tiles_a_torus(shape, copies) for copies in range(most - COPIES_A_CORONA + 1, most + 1)
        ):
            return True, None
    return None


def _has_coronas(shape: Shape, count: int, *, solid: int) -> bool:
    """Whether a tile has this number of coronas, the first ones without holes."""
    clauses = CoronaClauses(
        GRID, Copies(GRID, shape), shape, count, lambda work: (10**9, 3600.0), bytes=BYTES
    )
    return clauses.patch(solid=solid) is not None


def _tiles_a_torus(shape: Shape, copies: int) -> bool:
    """Whether this number of copies covers a torus, for any sublattice of that index."""
    index = copies * len(shape)
    heights = (height for height in range(1, index + 1) if index % height == 0)
    return any(
        _has_cover(list(_placed(shape, index // height, height, shift)), index)
        for height in heights
        for shift in range(index // height)
    )


def _placed(shape: Shape, width: int, height: int, shift: int) -> Iterator[set[int]]:
    """Yield the cells of each copy on a torus: `height` rows further, all is shifted."""
    for cells in GRID.orientations(shape):
        for right, up in product(range(width), range(height)):
            rows = [(x + right, *divmod(y + up, height)) for _, x, y in cells]
            place = {(x - shift * turns) % width + width * y for x, turns, y in rows}
            if len(place) == len(shape):
                yield place


def _has_cover(copies: list[set[int]], cells: int) -> bool:
    """Whether some copies cover each cell once."""
    covering: list[list[int]] = [[] for _ in range(cells)]
    for variable, copy in enumerate(copies, 1):
        for cell in copy:
            covering[cell].append(variable)
    solver, first = BuiltinSolver(), len(copies) + 1
    for literals in covering:
        solver.add_all(list(between(literals, 1, 1, first=first)))
        first += size_of(len(literals), 1, 1).variables
    solver.ask()
    return solver.run(10**9, 3600.0) is Outcome.SATISFIABLE


if __name__ == "__main__":
    sys.exit(main())
