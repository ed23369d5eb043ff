"""Random nonograms of several sizes and densities: how many are decided, and in what time.

    python bench/random_nonograms.py [--sides 30 40 50] [--percent 45 50 55] [--boards 20]
                                     [--first 1] [--seconds 60] [--each]

Each cell is black with the given probability, in percent; the boards have the seeds from `--first`
on.  The times are CPU seconds of the verdict (one solution or several), without python-sat, which
is hidden.  `--each` prints a line for each board, with counters of the work.
"""

from __future__ import annotations

import argparse
import signal
import sys
from pathlib import Path
from statistics import median
from time import process_time
from types import FrameType

sys.path.insert(0, str(Path(__file__).parent.parent))

from bench.nonogram_boards import Clues, clues, drawn

__all__ = ["decided", "late", "main"]

COUNTERS = ("conflicts", "dives", "annealings", "rounds", "nodes")


class OutOfTime(Exception):
    """The CPU seconds of a board are used up."""


def decided(name: str, board: Clues, seconds: float, *, each: bool) -> float | None:
    """Return the CPU seconds of the verdict, or None after the limit."""
    from combien.nonograms import Nonogram, solve

    nonogram = Nonogram(*board)
    begun = process_time()
    work = {}
    status = "?"
    try:
        signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
        verdict = solve(nonogram)
        status, work = verdict.status, dict(verdict.work)
    except OutOfTime:
        pass
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    spent = process_time() - begun
    if each:
        counted = " ".join(f"{name} {work[name]}" for name in COUNTERS if name in work)
        print(f"  {name}: {status} {spent:.3f} s {counted}", flush=True)
    return None if status == "?" else spent


def late(number: int, frame: FrameType | None) -> None:
    """Raise `OutOfTime`: the handler of a timer's signal."""
    raise OutOfTime


def main() -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--sides", nargs="*", type=int, default=[30, 40, 50])
    parser.add_argument("--percent", nargs="*", type=int, default=[45, 50, 55])
    parser.add_argument("--boards", type=int, default=20)
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--each", action="store_true")
    given = parser.parse_args()
    # An import of a module that is None fails.
    sys.modules["pysat"] = None  # type: ignore[assignment]
    signal.signal(signal.SIGVTALRM, late)
    print("| side | black | decided | median | greatest |")
    print("|---:|---:|---:|---:|---:|")
    for side in given.sides:
        for percent in given.percent:
            times = [
                decided(
                    f"{side} {percent} {seed}",
                    clues(drawn(side, seed, percent=percent)),
                    given.seconds,
                    each=given.each,
                )
                for seed in range(given.first, given.first + given.boards)
            ]
            known = [one if one is not None else float("inf") for one in times]
            count = sum(one is not None for one in times)
            print(
                f"| {side} | {percent} % | {count} of {len(times)} | {median(known):.3f} "
                f"| {max(known):.3f} |",
                flush=True,
            )


if __name__ == "__main__":
    main()
