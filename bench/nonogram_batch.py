"""Many nonograms at once: CPU time of parsing and of solving, and of the command for all of them.

    python bench/nonogram_batch.py [--puzzles 1000] [--formats taai non webpbn ...] [--threads 1]

The puzzles are 25 by 25, generated with fixed seeds: two fifths are smoothed patches like handmade
pictures, two fifths are noise with 55 % black cells, one fifth is noise with 50 %, which is the
hardest.  All noise has a unique solution: other boards are skipped.  In each format, the puzzles
are written to one file, or to one file each in a folder, and read; then `combien nonogram solve
--json` answers them, in this process.  Times are CPU seconds; all formats must give the same
answers.
"""

from __future__ import annotations

import argparse
import io
import json
import random
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from time import process_time

sys.path.insert(0, str(Path(__file__).parent.parent))

from bench.nonogram_boards import clues, smooth
from combien._cli.main import main as command
from combien.nonograms import Nonogram, Puzzle, solve
from combien.nonograms.formats import FORMATS, read, write

__all__ = ["generated", "main"]

SIDE = 25


def noise(density: float) -> Iterator[Nonogram]:
    """Generate the nonograms of random boards that have one solution."""
    seed = 0
    while True:
        dice = random.Random(f"{density} {seed}")
        cells = [[int(dice.random() < density) for _ in range(SIDE)] for _ in range(SIDE)]
        nonogram = Nonogram(*clues(cells))
        if solve(nonogram).status == "unique":
            yield nonogram
        seed += 1


def generated(count: int) -> list[Nonogram]:
    """Return the puzzles of the benchmark."""
    loose, tight = noise(0.5), noise(0.55)
    return [
        next(loose) if k % 5 == 0 else next(tight) if k % 5 < 3
        else Nonogram(*clues(smooth(SIDE, k)))
        for k in range(count)
    ]  # fmt: skip


def files(puzzles: list[Puzzle], format: str) -> list[bytes]:
    """Return one file if the format holds several puzzles, and otherwise a file for each."""
    if "several" in FORMATS[format].holds:
        return [write(puzzles, format=format)]
    return [write(puzzle, format=format) for puzzle in puzzles]


def answered(folder: str, threads: int) -> tuple[float, list[str]]:
    """Return the CPU seconds of the command, and the statuses of the puzzles."""
    out, err = io.StringIO(), io.StringIO()
    begun = process_time()
    with redirect_stdout(out), redirect_stderr(err):
        code = command(["nonogram", "solve", "--json", "--threads", str(threads), folder])
    spent = process_time() - begun
    if code:
        raise SystemExit(err.getvalue())
    return spent, [json.loads(line)["status"] for line in out.getvalue().splitlines()]


def main() -> None:
    """Run the benchmark."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--puzzles", type=int, default=1000)
    parser.add_argument("--threads", type=int, default=1)
    names = [name for name, known in FORMATS.items() if known.clues and known.writes]
    parser.add_argument("--formats", nargs="+", choices=names, default=["taai", "non", "webpbn"])
    options = parser.parse_args()
    nonograms = generated(options.puzzles)
    begun = process_time()
    wanted = [solve(nonogram).status for nonogram in nonograms]
    print(
        f"{len(nonograms)} puzzles: {dict(Counter(wanted))}; solving {process_time() - begun:.2f} s"
    )
    for format in options.formats:
        contents = files([Puzzle(nonogram) for nonogram in nonograms], format)
        begun = process_time()
        for content in contents:
            read(content, format=format)
        parsing = process_time() - begun
        with tempfile.TemporaryDirectory() as folder:
            ending = FORMATS[format].extensions[0]
            for number, content in enumerate(contents):
                (Path(folder) / f"{number:06}{ending}").write_bytes(content)
            spent, found = answered(folder, options.threads)
        if found != wanted:
            raise SystemExit(f"{format}: the answers differ")
        print(f"{format:10} parsing {parsing:.2f} s, the whole command {spent:.2f} s")


if __name__ == "__main__":
    main()
