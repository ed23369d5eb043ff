"""Taking assemblies apart: six-piece burrs, and the example files of BurrTools.

    python bench/disassembly.py
    python bench/disassembly.py --burrtools FOLDER

Prints, for each puzzle, the number of assemblies up to rotation and of those that come apart, the
highest level, the states that were searched, and the CPU seconds for finding the assemblies and for
taking them apart.  Times are those of one run.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from time import process_time

import combien
from combien.tilings import PackingProblem, TilingProblem, xmpuzzle
from combien.tilings.disassembly import survey

ROOT = Path(__file__).resolve().parents[1]
FILES = ("AlPackino", "CubeInCage", "PelikanBurr", "Prisgon", "SolidSixPieceBurrs")
Puzzle = TilingProblem | PackingProblem


def measure(name: str, problem: Puzzle) -> None:
    """Print the line of a puzzle."""
    begin = process_time()
    assemblies = list(combien.solutions(problem, engine="bits", up_to="rotations"))
    between = process_time()
    surveyed = survey(assemblies)
    seconds = process_time() - between
    level = ".".join(map(str, surveyed.highest or ())) or "-"
    rate = surveyed.searched / max(seconds, 1e-9)
    print(
        f"{name:24} {surveyed.assemblies:6} {surveyed.apart:6}  {level:24}"
        f" {surveyed.searched:9} {between - begin:8.3f} {seconds:8.3f} {rate:10.0f}"
    )


def puzzles(folder: Path | None) -> Iterator[tuple[str, Puzzle]]:
    """Yield the puzzles and their names."""
    sys.path.insert(0, str(ROOT))
    from tests.tilings.six_piece_burrs import NOTCHABLE, burr  # Start-up: the path is set here.

    yield "Piston Puzzle", burr((88, 512, 768, 922, 1008, 1008))
    yield "Love's Dozen", burr((88, 512, 704, 960, 992, 1008))
    yield "solid burrs", burr(NOTCHABLE, times=(0, 6), solid=True)
    for name in FILES if folder is not None else ():
        assert folder is not None
        for title, problem in xmpuzzle.read((folder / f"{name}.xmpuzzle").read_bytes()).items():
            yield f"{name} {title}"[:24], problem


def main() -> None:
    """Run the benchmark."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--burrtools", type=Path, metavar="FOLDER")
    folder = parser.parse_args().burrtools
    print(
        f"{'puzzle':24} {'assem.':>6} {'apart':>6}  {'highest level':24}"
        f" {'states':>9} {'find, s':>8} {'apart, s':>8} {'states/s':>10}"
    )
    for name, problem in puzzles(folder):
        measure(name, problem)


if __name__ == "__main__":
    main()
