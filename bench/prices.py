"""Fit the prices of the planner: `python bench/prices.py`.

    python bench/prices.py              fit the prices to what was measured, and print them
    python bench/prices.py measure      measure the engines anew before; two minutes
    python bench/prices.py check        compare the planner with single engines on new problems

The cost model of `auto` (combien/engines/_sweeps/prices.py) is a sum of counters, each times a
price, and so is the cost of opening a search by bit sets (combien/engines/_search/searching.py).
The engines run alone, for at most 0.4 s each, on 500 problems of 25 kinds that are made from a seed
(bench/kinds.py).  The prices minimize the squares of the logarithms of predicted over measured CPU
time.  In a cross-validation each fifth of the problems is predicted by the prices of the others.
"""

from __future__ import annotations

import argparse
import json
import math
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import process_time

import numpy as np

ROOT = Path(__file__).resolve().parent.parent
if str(ROOT) not in sys.path:
    sys.path.insert(0, str(ROOT))

from bench.kinds import instances  # noqa: E402
from combien import Problem  # noqa: E402
from combien._base.budget import NO_LIMIT  # noqa: E402
from combien.cover import formats  # noqa: E402
from combien.cover._problem import compiled  # noqa: E402
from combien.engines._counting import Counting, OutOfBytes  # noqa: E402
from combien.engines._portfolio.candidates import Candidate  # noqa: E402
from combien.engines._portfolio.divided import CANDIDATES  # noqa: E402
from combien.engines._search.searching import OPENINGS, opening_counters  # noqa: E402
from combien.engines._sweeps.prices import COUNTERS, PRICES  # noqa: E402
from combien.errors import CannotAnswer  # noqa: E402

FILE = Path(__file__).resolve().parent / "prices.json"
SEED, FRESH_SEED = 1, 2
MANY, FEW = 500, 100
SECONDS = 0.4
# Shorter counts are left out: they consist of opening, which is priced for the memo only.
LEAST_SECONDS = {"frontier": 0.0003, "memo": 0.00005, "tree": 0.0003}
# Shorter ones are measured several times, and the median counts.
SHORT_SECONDS, RUNS = 0.002, 9
MOST_BYTES = 2**30
FOLDS = 5


# Measuring ----------------------------------------------------------------------------------------


def measured(problem: Problem) -> dict[str, list[int]]:
    """Return the CPU nanoseconds of each engine that ran long enough, and its counters."""
    compiled(problem)
    found = {}
    for candidate in CANDIDATES:
        counters = COUNTERS.get(candidate.name)
        if counters is None:
            continue
        try:
            times = [_timed(candidate, problem)]
            while times[0][0] < SHORT_SECONDS and len(times) < RUNS:
                times.append(_timed(candidate, problem))
        except CannotAnswer:
            continue
        spent = median(seconds for seconds, _ in times)
        if spent >= LEAST_SECONDS[candidate.name]:
            sample = (1e9 * spent, *counters(problem, times[0][1]))
            found[candidate.name] = [round(number) for number in sample]
    return found


def opened(problem: Problem) -> dict[str, list[int]]:
    """Return the CPU nanoseconds in which searches by bit sets are opened, and their counters."""
    compiled(problem)
    found = {}
    for candidate in CANDIDATES:
        if candidate.name not in OPENINGS:
            continue
        try:
            times: list[float] = []
            while sum(times) < SHORT_SECONDS and len(times) < RUNS:
                began = process_time()
                candidate.opens(problem).advance(1, SECONDS, MOST_BYTES)
                times.append(process_time() - began)
        except CannotAnswer:
            continue
        sample = (1e9 * median(times), *opening_counters(problem))
        found[f"opening {candidate.name}"] = [round(number) for number in sample]
    return found


def _timed(candidate: Candidate, problem: Problem) -> tuple[float, Counting]:
    """Return the CPU seconds of a count, and the count."""
    began = process_time()
    counting = candidate.opens(problem)
    _advance(counting, began + SECONDS)
    return process_time() - began, counting


def _advance(counting: Counting, end: float) -> None:
    steps = 1000
    try:
        while process_time() < end and not counting.advance(steps, 0.05, MOST_BYTES):
            steps = min(NO_LIMIT, 2 * steps)
    except OutOfBytes:
        pass


# Fitting ------------------------------------------------------------------------------------------


def fitted(samples: Sequence[Sequence[float]]) -> list[float]:
    """Return the prices for which the squares of the logarithms of errors are least.

    Prices are positive: their logarithms are found by Newton's method, damped (Levenberg and
    Marquardt).
    """
    table = np.array(samples, dtype=float)
    times, counts = table[:, 0], table[:, 1:]
    # To begin with, each counter makes up an equal part of the times in which it is largest.
    logs = -np.log((counts / times[:, None]).max(axis=0)) - np.log(counts.shape[1])

    def errors(logs: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        parts = counts * np.exp(logs)
        whole = parts.sum(axis=1)
        return np.log(whole / times), parts / whole[:, None]

    damping = 1.0
    wrong, slope = errors(logs)
    for _ in range(500):
        normal = slope.T @ slope
        step = np.linalg.solve(normal + damping * np.eye(len(logs)), slope.T @ wrong)
        tried = np.clip(logs - np.clip(step, -2, 2), -20, 30)
        new_wrong, new_slope = errors(tried)
        if new_wrong @ new_wrong <= wrong @ wrong:
            logs, wrong, slope, damping = tried, new_wrong, new_slope, max(1e-6, damping / 3)
        else:
            damping *= 3
    return [float(price) for price in np.exp(logs)]


def validated(samples: Sequence[Sequence[float]]) -> list[float]:
    """Return predicted over measured times, each by the prices of the other folds."""
    ratios = []
    for fold in range(FOLDS):
        prices = fitted([s for k, s in enumerate(samples) if k % FOLDS != fold])
        for time, *counts in samples[fold::FOLDS]:
            ratios.append(sum(p * c for p, c in zip(prices, counts, strict=True)) / time)
    return ratios


def write() -> None:
    """Measure all engines, and write the counters and the prices that fit them."""
    samples: dict[str, list[list[int]]] = {what: [] for what in in_use()}
    for name, problem in instances(SEED, MANY):
        for engine, sample in (measured(problem) | opened(problem)).items():
            samples[engine].append(sample)
        print(name, file=sys.stderr)
    rows = {engine: ["  " + json.dumps(s) for s in rows] for engine, rows in samples.items()}
    parts = [f'"{engine}": [\n' + ",\n".join(lines) + "\n]" for engine, lines in rows.items()]
    FILE.write_text("{\n" + ",\n".join(parts) + "\n}\n")


def in_use() -> dict[str, dict[str, float]]:
    """Return the prices in use, of engines and of opening them."""
    return PRICES | {f"opening {engine}": prices for engine, prices in OPENINGS.items()}


def read() -> dict[str, list[list[float]]]:
    """Return what was measured: for each engine, times and counters."""
    samples: dict[str, list[list[float]]] = json.loads(FILE.read_text())
    return samples


def show() -> None:
    """Print fitted prices, those in use, and the errors of a cross-validation as factors."""
    print("| engine | runs | prices (in use) | error, median | 90 % | worst |\n" + 6 * "|---" + "|")
    for engine, samples in read().items():
        known = in_use()[engine].items()
        prices = zip(fitted(samples), known, strict=True)
        compared = ", ".join(f"{name} {price:.3g} ({old:.3g})" for price, (name, old) in prices)
        wrong = [abs(math.log(ratio)) for ratio in validated(samples)]
        cells = (math.exp(float(np.quantile(wrong, part))) for part in (0.5, 0.9, 1.0))
        errors = " | ".join(f"{cell:.2f}" for cell in cells)
        print(f"| {engine} | {len(samples)} | {compared} | {errors} |")


def check(seed: int, few: int) -> int:
    """Compare `auto` with single engines on new problems, as bench/planner.py does."""
    with TemporaryDirectory() as folder:
        files = []
        for name, problem in instances(seed, few):
            files.append(Path(folder) / f"{name}.dlx")
            files[-1].write_text(formats.write(problem, format="dlx"))
        planner = [sys.executable, str(ROOT / "bench/planner.py"), "--seconds", "3"]
        return subprocess.run([*planner, *map(str, files)], check=False).returncode


def main() -> int:
    """Run the command; return its exit code."""
    parser = argparse.ArgumentParser(prog="bench/prices.py")
    parser.add_argument("command", nargs="?", choices=("measure", "show", "check"), default="show")
    parser.add_argument("--seed", type=int, default=FRESH_SEED, help="of the new problems (2)")
    parser.add_argument("--problems", type=int, default=FEW, help="how many (100)")
    arguments = parser.parse_args()
    if arguments.command == "check":
        return check(arguments.seed, arguments.problems)
    if arguments.command == "measure":
        write()
    show()
    return 0


if __name__ == "__main__":
    sys.exit(main())
