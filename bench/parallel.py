"""Measure counts by several threads against one: `python bench/parallel.py`.

    python bench/parallel.py                        all searches and sweeps, two threads
    python bench/parallel.py --threads 4 queens-16
    python bench/parallel.py --checkpoint           the same as runs in a file

Each count is made in a separate process, first by one thread, then by several.  The table has the
CPU ratio (several over one: what sharing the work costs) and the wall-clock ratio (one over
several, at most the number of threads; only meaningful on an idle machine).  The command fails if
counts, or nodes or transitions, differ.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from statistics import median
from time import perf_counter, process_time
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
if str(ROOT) not in sys.path:
    sys.path.insert(0, str(ROOT))

import combien  # noqa: E402
from bench.problems import of_bench  # noqa: E402
from combien import Problem  # noqa: E402
from combien.puzzles import Queens  # noqa: E402

# Searches and sweeps of a second or more, with the engine.
SEARCHES: dict[str, tuple[Callable[[], Problem], str]] = {
    "queens-16": (lambda: Queens(16).problem(), "bits"),
    "macmahon-4x6": (partial(of_bench, "macmahon-4x6"), "bits"),
    "pentominoes-6x10": (partial(of_bench, "pentominoes-6x10"), "dlx"),
    "random-dense": (partial(of_bench, "random-dense"), "dlx"),
    "conway-5x5x5": (partial(of_bench, "conway-5x5x5"), "dlx"),
    "queens-14": (partial(of_bench, "queens-14"), "frontier"),
    "tetrominoes-10x10": (partial(of_bench, "tetrominoes-10x10"), "frontier"),
}


def measure(name: str, threads: int, checkpoint: bool) -> dict[str, Any]:
    """Count in this process; return the count, the nodes or transitions, and both times."""
    make, engine = SEARCHES[name]
    problem = make()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "run.db") if checkpoint else None
        cpu, wall = process_time(), perf_counter()
        found = combien.answer(problem, engine=engine, threads=threads, checkpoint=path)
        cpu, wall = process_time() - cpu, perf_counter() - wall
    return {"count": found.count, "nodes": found.nodes, "cpu": cpu, "wall": wall}


def main() -> int:
    """Run the command; return its exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", choices=[*SEARCHES, []], help="the searches and sweeps")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--checkpoint", action="store_true", help="count by runs in a file")
    parser.add_argument("--one", nargs=2, metavar=("NAME", "THREADS"), help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.one:
        name, threads = arguments.one
        print(json.dumps(measure(name, int(threads), arguments.checkpoint)))
        return 0
    differs = False
    print("| count | engine | one thread | CPU ratio | wall-clock ratio |")
    print("| --- | --- | ---: | ---: | ---: |")
    for name in arguments.names or SEARCHES:
        runs: dict[int, list[dict[str, Any]]] = {1: [], arguments.threads: []}
        for _ in range(arguments.rounds):
            for threads, found in runs.items():
                words = [sys.executable, __file__, "--one", name, str(threads)]
                # The count by one thread is without a file.
                words += ["--checkpoint"] * (arguments.checkpoint and threads > 1)
                found.append(json.loads(subprocess.check_output(words, text=True)))
        alone, together = runs[1], runs[arguments.threads]
        differs |= len({(run["count"], run["nodes"]) for run in alone + together}) > 1

        def ratio(clock: str, above: list[dict[str, Any]], below: list[dict[str, Any]]) -> float:
            return float(median(run[clock] for run in above) / median(run[clock] for run in below))

        print(
            f"| {name} | {SEARCHES[name][1]} | {median(run['cpu'] for run in alone):.2f} "
            f"| {ratio('cpu', together, alone):.3f} | {ratio('wall', alone, together):.2f} |",
            flush=True,
        )
    if differs:
        print("counts, nodes or transitions differ", file=sys.stderr)
    return int(differs)


if __name__ == "__main__":
    sys.exit(main())
