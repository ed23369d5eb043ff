"""Designing: boards with one tiling, beside the same boards counted by another program.

    python bench/design.py
    python bench/design.py --peers miniexact xcover --boards 20

For each rectangle, the twelve pentominoes are to have exactly one tiling without some cells.  The
first table has the seeds that find a board, the boards tried, their nodes and CPU seconds.  The
second counts the tilings of random boards, up to two, one problem for each: with a search that is
set up once, as the design does, and with other programs, which count all and build their input for
each board; the seconds of building are shown separately.  All answers must agree.  The last line
counts fault-free tilings.
"""

from __future__ import annotations

import argparse
import sys
from importlib import import_module
from pathlib import Path
from random import Random
from time import process_time
from typing import Any

from combien import Region, Tile, TilingProblem, count
from combien.design import FaultFree, unique_boards
from combien.design._punctured import PuncturedBoard
from combien.tilings.catalogue import pentominoes

ROOT = Path(__file__).resolve().parents[1]
RECTANGLES = ((9, 8), (13, 5), (16, 4), (11, 6), (10, 10))
SEEDS = 5


def search(width: int, height: int) -> None:
    """Print the line of a rectangle: the searches of some seeds together."""
    problem = TilingProblem(Region.box(width, height), pentominoes())
    found = tried = nodes = 0
    begin = process_time()
    for seed in range(SEEDS):
        result = unique_boards(
            problem, holes=width * height - 60, seed=seed, nodes=20_000_000, seconds=30
        )
        found, tried = found + len(result.boards), tried + result.tried
        nodes += result.spent
    seconds = process_time() - begin
    print(f"{width}x{height:<6} {found:>5}/{SEEDS} {tried:8} {nodes:12} {seconds:9.2f}")


def boards(number: int) -> list[list[int]]:
    """Return random sets of four cells of 8 x 8."""
    random = Random(1)
    return [sorted(random.sample(range(64), 4)) for _ in range(number)]


def ours(given: list[list[int]]) -> tuple[list[int], float, float]:
    """Return the counts up to two, and the seconds of building and searching."""
    begin = process_time()
    problem = TilingProblem(Region.box(8, 8), pentominoes())
    board = PuncturedBoard(problem, holes=4)
    between = process_time()
    counts = [len(board.tilings(holes, limit=2)) for holes in given]
    return counts, between - begin, process_time() - between


def peer(name: str, given: list[list[int]]) -> tuple[list[int], float, float]:
    """Return the same by another program, which counts all tilings of a board."""
    sys.path.insert(0, str(ROOT))
    from bench.instances.instance import Instance  # Start-up: the path is set here.

    program: Any = import_module(f"bench.peers.{name}")
    counts, building, searching = [], 0.0, 0.0
    for holes in given:
        begin = process_time()
        region = Region.box(8, 8)
        left = region - Region([region.cells[hole] for hole in holes])
        cover = TilingProblem(left, pentominoes()).problem()
        options = [list(cover.indices(option)) for option in range(cover.option_count)]
        prepared = program.prepare(
            Instance("board", options, cover.primary_count, cover.item_count, 0, "")
        )
        between = process_time()
        counts.append(min(2, program.count(prepared)))
        building, searching = building + between - begin, searching + process_time() - between
    return counts, building, searching


def main() -> None:
    """Run the benchmark."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--peers", nargs="*", default=[], metavar="NAME")
    parser.add_argument("--boards", type=int, default=20, metavar="N")
    asked = parser.parse_args()
    print(f"{'board':8} {'found':>7} {'tried':>8} {'nodes':>12} {'CPU, s':>9}")
    for width, height in RECTANGLES:
        search(width, height)
    given = boards(asked.boards)
    wanted, building, searching = ours(given)
    print(f"\n{len(given)} boards of 8x8 {'':12} {'built, s':>9} {'search, s':>9}")
    print(f"{'combien.design':28} {building:9.3f} {searching:9.3f}")
    for name in asked.peers:
        counts, building, searching = peer(name, given)
        right = "" if counts == wanted else "  WRONG"
        print(f"{name:28} {building:9.3f} {searching:9.3f}{right}")
    begin = process_time()
    dominoes = TilingProblem(Region.box(8, 8), [Tile("**", symmetries="all", times="any")])
    number = count(FaultFree(dominoes))
    print(f"\nfault-free dominoes on 8x8: {number}, {process_time() - begin:.3f} s")


if __name__ == "__main__":
    main()
