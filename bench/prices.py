"""Fit the prices of the planner: `python bench/prices.py`.

    python bench/prices.py              fit the prices to what was measured, and print them
    python bench/prices.py measure      measure the engines anew before; two minutes
    python bench/prices.py check        compare the planner with single engines on new problems

The cost model of `auto` (combien/engines/_sweeps/prices.py) is a sum of counters, each times a
price.  The engines run alone, for at most 0.2 s each, on a few hundred small problems of twelve
kinds that are made from a seed.  The prices minimize the squares of the logarithms of predicted
over measured CPU time.  In a cross-validation each fifth of the problems is predicted by the prices
of the others.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, product
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import process_time

import numpy as np

ROOT = Path(__file__).resolve().parent.parent
if str(ROOT) not in sys.path:
    sys.path.insert(0, str(ROOT))

from bench.problems import langford, queens  # noqa: E402
from combien import Problem  # noqa: E402
from combien._base.budget import NO_LIMIT  # noqa: E402
from combien.cover import formats  # noqa: E402
from combien.cover._problem import compiled  # noqa: E402
from combien.engines._counting import Counting, OutOfBytes  # noqa: E402
from combien.engines._portfolio.candidates import Candidate  # noqa: E402
from combien.engines._portfolio.divided import CANDIDATES  # noqa: E402
from combien.engines._sweeps.prices import COUNTERS, PRICES  # noqa: E402
from combien.errors import CannotAnswer  # noqa: E402

FILE = Path(__file__).resolve().parent / "prices.json"
SEED, FRESH_SEED = 1, 2
MANY, FEW = 300, 40
SECONDS = 0.2
# Shorter counts are left out: they consist of opening, which is priced for the memo only.
LEAST_SECONDS = {"frontier": 0.0003, "memo": 0.00005, "tree": 0.0003}
# Shorter ones are measured several times, and the median counts.
SHORT_SECONDS, RUNS = 0.002, 9
MOST_BYTES = 2**30
FOLDS = 5

Cell = tuple[int, ...]


# Problems -----------------------------------------------------------------------------------------


def instances(seed: int, n: int) -> Iterator[tuple[str, Problem]]:
    """Yield n problems with their names: all kinds in turn, of random sizes."""
    for number in range(n):
        kind = list(KINDS)[number % len(KINDS)]
        yield f"{kind} {number}", KINDS[kind](random.Random(f"{seed} {number}"))


def _graph(dice: random.Random, vertices: int, edges: int) -> list[tuple[int, int]]:
    pairs = list(combinations(range(vertices), 2))
    return sorted(dice.sample(pairs, min(edges, len(pairs))))


def _matchings(dice: random.Random) -> Problem:
    vertices = 2 * dice.randint(6, 24)
    return Problem.from_options(
        _graph(dice, vertices, round(vertices * dice.uniform(1.5, 4))), primary=range(vertices)
    )


def _colorings(dice: random.Random) -> Problem:
    vertices, colors = dice.randint(8, 28), dice.randint(3, 5)
    edges = _graph(dice, vertices, round(vertices * dice.uniform(1, 2)))
    return Problem.from_options(
        (
            [v, *((edge, color) for edge in edges if v in edge)]
            for v in range(vertices)
            for color in range(colors)
        ),
        [(edge, color) for edge in edges for color in range(colors)],
    )


def _placed(sides: Sequence[int], shapes: Sequence[Sequence[Cell]], *, torus: bool) -> Problem:
    """Return the tilings of a box, or a torus, by these shapes in any number."""
    options = set()
    for shape, corner in product(shapes, product(*map(range, sides))):
        cells = [tuple(map(sum, zip(cell, corner, strict=True))) for cell in shape]
        if torus:
            cells = [tuple(c % s for c, s in zip(cell, sides, strict=True)) for cell in cells]
        inside = all(0 <= c < s for cell in cells for c, s in zip(cell, sides, strict=True))
        if inside and len(set(cells)) == len(cells):
            options.add(tuple(sorted(cells)))
    return Problem.from_options(sorted(options), primary=product(*map(range, sides)))


def _shapes(dice: random.Random, size: int, number: int) -> list[list[Cell]]:
    """Return random polyominoes in all orientations."""
    shapes: list[list[Cell]] = []
    for _ in range(number):
        cells = [(0, 0)]
        while len(cells) < size:
            y, x = dice.choice(cells)
            cell = dice.choice([(y + 1, x), (y - 1, x), (y, x + 1), (y, x - 1)])
            cells += [cell] * (cell not in cells)
        for _ in range(2):
            for _ in range(4):
                cells = [(x, -y) for y, x in cells]
                shapes.append(list(cells))
            cells = [(y, -x) for y, x in cells]
    return shapes


def _tilings(dice: random.Random, *, torus: bool = False) -> Problem:
    size = dice.randint(2, 5)
    shapes = _shapes(dice, size, dice.randint(1, 4))
    if dice.random() < 0.4:
        shapes.append([(0, 0)])
    sides = (dice.randint(4, 8), dice.randint(4, 10))
    return _placed(sides, shapes, torus=torus)


def _boxes(dice: random.Random) -> Problem:
    flat = _shapes(dice, dice.randint(2, 4), 1)
    solid = [[tuple(cell[k] for k in order) for cell in ((*c, 0) for c in shape)]
             for shape in flat for order in ((0, 1, 2), (0, 2, 1), (2, 0, 1))]  # fmt: skip
    sides = (dice.randint(2, 3), dice.randint(3, 4), dice.randint(3, 5))
    return _placed(sides, solid, torus=False)


def _partitions(dice: random.Random) -> Problem:
    n = dice.randint(7, 12)
    blocks = [b for size in range(1, dice.randint(2, 6)) for b in combinations(range(n), size)]
    return Problem.from_options(dice.sample(blocks, round(len(blocks) * dice.uniform(0.5, 1))),
                                primary=range(n))  # fmt: skip


def _timetables(dice: random.Random) -> Problem:
    lessons, slots, rooms = dice.randint(8, 20), dice.randint(4, 6), dice.randint(1, 4)
    most = lessons // 3
    options = []
    for lesson in range(lessons):
        group, teacher = dice.randrange(most), dice.randrange(most)
        for slot, room in product(range(slots), range(rooms)):
            places = [("group", group, slot), ("teacher", teacher, slot)]
            if rooms > 1:
                places.append(("room", room, slot))
            if dice.random() < 0.9:
                options.append([("lesson", lesson), *places])
    secondary = sorted({item for option in options for item in option[1:]})
    return Problem.from_options(
        options, secondary, primary=[("lesson", lesson) for lesson in range(lessons)]
    )


def _covers(dice: random.Random) -> Problem:
    items, largest = dice.randint(16, 48), dice.randint(3, 6)
    options = {
        tuple(sorted(dice.sample(range(items), dice.randint(2, largest))))
        for _ in range(dice.randint(2, 8) * items)
    }
    return Problem.from_options(sorted(options), primary=range(items))


def _latin(dice: random.Random) -> Problem:
    n = dice.randint(4, 8)
    clues = dict.fromkeys(
        dice.sample(list(product(range(n), repeat=2)), dice.randint(0, n * n // 2))
    )
    rows, columns, values = (dice.sample(range(n), n) for _ in range(3))
    return Problem.from_options(
        [("cell", y, x), ("row", y, k), ("column", x, k)]
        for y, x, k in product(range(n), repeat=3)
        if (y, x) not in clues or values[(rows[y] + columns[x]) % n] == k
    )


def _triples(dice: random.Random) -> Problem:
    n = dice.randint(6, 12)
    return Problem.from_options(
        [("x", x), ("y", y), ("z", z)]
        for x, y, z in product(range(n), repeat=3)
        if dice.random() < min(1, 4 / n)
    )


KINDS: dict[str, Callable[[random.Random], Problem]] = {
    "matchings": _matchings,
    "colorings": _colorings,
    "tilings": _tilings,
    "torus": lambda dice: _tilings(dice, torus=True),
    "boxes": _boxes,
    "partitions": _partitions,
    "timetables": _timetables,
    "langford": lambda dice: langford(dice.randint(6, 13)),
    "covers": _covers,
    "queens": lambda dice: queens(dice.randint(6, 14)),
    "latin": _latin,
    "triples": _triples,
}


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
    samples: dict[str, list[list[int]]] = {engine: [] for engine in COUNTERS}
    for name, problem in instances(SEED, MANY):
        for engine, sample in measured(problem).items():
            samples[engine].append(sample)
        print(name, file=sys.stderr)
    rows = {engine: ["  " + json.dumps(s) for s in rows] for engine, rows in samples.items()}
    parts = [f'"{engine}": [\n' + ",\n".join(lines) + "\n]" for engine, lines in rows.items()]
    FILE.write_text("{\n" + ",\n".join(parts) + "\n}\n")


def read() -> dict[str, list[list[float]]]:
    """Return what was measured: for each engine, times and counters."""
    samples: dict[str, list[list[float]]] = json.loads(FILE.read_text())
    return samples


def show() -> None:
    """Print fitted prices, those in use, and the errors of a cross-validation as factors."""
    print("| engine | runs | prices (in use) | error, median | 90 % | worst |\n" + 6 * "|---" + "|")
    for engine, samples in read().items():
        known = PRICES[engine].items()
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
    parser.add_argument("--problems", type=int, default=FEW, help="how many (40)")
    arguments = parser.parse_args()
    if arguments.command == "check":
        return check(arguments.seed, arguments.problems)
    if arguments.command == "measure":
        write()
    show()
    return 0


if __name__ == "__main__":
    sys.exit(main())
