"""Hard sudokus per second, as clues of one prepared problem, solved and proved unique.

    python bench/sudokus.py [--puzzles 300] [--engine bits]

The puzzles are generated from random full grids with a fixed seed: clues are removed in random
order as long as the solution is unique, so each puzzle is minimal, and only puzzles of 17 to 25
clues are kept.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from random import Random
from statistics import median
from time import process_time

ROOT = Path(__file__).resolve().parent.parent
if str(ROOT) not in sys.path:
    sys.path.insert(0, str(ROOT))

from bench.problems import sudoku  # noqa: E402
from combien import Prepared, Solution  # noqa: E402

SIDE = 9
FEWEST, MOST = 17, 25


def minimal_puzzle(prepared: Prepared[Solution], dice: Random) -> list[int]:
    """Return the options of a minimal puzzle: one solution, and several without any clue."""
    grid: list[int] = []
    cells = sorted(range(SIDE * SIDE), key=lambda _: dice.random())
    for cell in cells:  # A full grid: random digits as long as there is a solution.
        digits = sorted(range(SIDE), key=lambda _: dice.random())
        for digit in digits:
            if prepared.solutions([*grid, SIDE * cell + digit], limit=1):
                grid.append(SIDE * cell + digit)
                break
    clues = sorted(grid, key=lambda _: dice.random())
    for clue in list(clues):
        fewer = [other for other in clues if other != clue]
        if len(prepared.solutions(fewer)) == 1:
            clues = fewer
    return clues


def main() -> None:
    """Generate the puzzles, solve them five times, and print the median."""
    parser = argparse.ArgumentParser(description="Hard sudokus per second.")
    parser.add_argument("--puzzles", type=int, default=300)
    parser.add_argument("--engine", default="bits")
    words = parser.parse_args()
    dice = Random(2013)
    prepared = Prepared(sudoku(), engine=words.engine)
    puzzles: list[list[int]] = []
    while len(puzzles) < words.puzzles:
        puzzle = minimal_puzzle(prepared, dice)
        if FEWEST <= len(puzzle) <= MOST:
            puzzles.append(puzzle)
    rates, nodes = [], 0
    for _ in range(5):
        nodes, started = 0, process_time()
        for puzzle in puzzles:
            if len(prepared.solutions(puzzle)) != 1:
                raise SystemExit("a puzzle does not have exactly one solution")
            nodes += prepared.work["nodes"]
        rates.append(len(puzzles) / (process_time() - started))
    clues = sum(map(len, puzzles)) / len(puzzles)
    print(
        f"{len(puzzles)} minimal sudokus of {FEWEST} to {MOST} clues ({clues:.1f} in the mean): "
        f"{median(rates):.0f} per second on one core, {nodes / len(puzzles):.1f} nodes each"
    )


if __name__ == "__main__":
    main()
