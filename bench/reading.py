"""What happens before the search: reading files, building a million options, small counts.

    python bench/reading.py
    python bench/reading.py --graphs FOLDER

Prints the megabytes per second of reading `.ec` and `.dlx`, the seconds for a million options by
names, by item numbers and from arrays, and the seconds for reading and counting 201 graphs by
`auto`.  The graphs are drawn from a seed, sparse like computer networks: an option is a path of at
most a few vertices, and a solution covers all vertices by disjoint paths.  `--graphs` takes the
`.ec` and `.dlx` files of a folder instead.  Times are CPU seconds, the best of three.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time

import numpy as np

import combien
from combien import Problem
from combien.cover.formats import guess, read, write

GRAPHS = 201
MOST_PATHS = 12_000
OPTIONS, PER_OPTION, ITEMS = 1_000_000, 5, 2_000
SEED = 2026


def best(work: Callable[[], object], rounds: int) -> float:
    """Return the least CPU seconds of several calls."""
    seconds = []
    for _ in range(rounds):
        begin = process_time()
        result = work()
        seconds.append(process_time() - begin)
        del result
    return min(seconds)


# Graphs -------------------------------------------------------------------------------------------


def network(dice: random.Random) -> list[list[int]]:
    """Return the neighbors of each vertex: a random tree, and some more edges."""
    size = dice.randint(12, 60)
    edges = {(dice.randrange(max(0, vertex - 8), vertex), vertex) for vertex in range(1, size)}
    for _ in range(size * dice.randint(10, 45) // 100):
        low, high = sorted(dice.sample(range(size), 2))
        if high - low < 12:
            edges.add((low, high))
    near: list[list[int]] = [[] for _ in range(size)]
    for low, high in sorted(edges):
        near[low].append(high)
        near[high].append(low)
    return near


def paths(near: list[list[int]], shortest: int, longest: int) -> Iterator[tuple[int, ...]]:
    """Yield the vertices of each path of `shortest` to `longest` vertices."""
    for start in range(len(near)):
        stack: list[tuple[int, ...]] = [(start,)]
        while stack:
            path = stack.pop()
            if len(path) >= shortest and path[0] < path[-1]:
                yield path
            if len(path) < longest:
                stack.extend((*path, then) for then in near[path[-1]] if then not in path)


def drawn_graphs(folder: Path) -> None:
    """Write the graphs, as exact cover problems, into a folder."""
    dice = random.Random(SEED)
    for number in range(GRAPHS):
        near = network(dice)
        shortest = dice.randint(3, 6)
        found: list[tuple[int, ...]] = []
        for longest in range(shortest, 14):
            more = list(islice(paths(near, shortest, longest), MOST_PATHS + 1))
            if len(more) > MOST_PATHS:
                break
            found = more
        lines = ("s " + " ".join(str(v + 1) for v in path) for path in sorted(found))
        text = "\n".join([f"p ec {len(near)}", *lines])
        (folder / f"graph{number:03}.ec").write_text(text + "\n")


def counted(files: list[Path]) -> int:
    """Read and count all files; return a checksum of the counts."""
    total = 0
    for file in files:
        text = file.read_text(encoding="utf-8")
        total = 1_000_003 * total + combien.count(read(text, format=guess(file.name)))
    return total % 2**61


# A million options --------------------------------------------------------------------------------


def show_building() -> None:
    """Print the seconds for a million options, in three ways."""
    dice = random.Random(SEED)
    numbers = [sorted(dice.sample(range(ITEMS), PER_OPTION)) for _ in range(OPTIONS)]
    names = [[f"item{n}" for n in option] for option in numbers]
    table = np.array(numbers, np.int32)
    for what, work in (
        ("by names", lambda: Problem.from_options(names)),
        ("by item numbers", lambda: Problem.from_indices(numbers, items=ITEMS)),
        ("from a numpy array", lambda: Problem.from_indices(table, items=ITEMS)),
    ):
        print(f"{OPTIONS} options {what}: {best(work, 3):.2f} s")


def show_reading() -> None:
    """Print the megabytes per second of reading."""
    dice = random.Random(SEED)
    options = [sorted(dice.sample(range(ITEMS), PER_OPTION)) for _ in range(OPTIONS // 5)]
    problem = Problem.from_indices(options, items=ITEMS)
    for format in ("ec", "dlx"):
        text = write(problem, format=format)
        seconds = best(partial(read, text, format=format), 3)
        print(f"{format}: {len(text) / 1e6 / seconds:.1f} MB/s of {len(text) / 1e6:.1f} MB")


def main() -> None:
    """Measure, and print."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--graphs", type=Path, help="a folder of .ec and .dlx files")
    folder = parser.parse_args().graphs
    with TemporaryDirectory() as own:
        if folder is None:
            folder = Path(own)
            drawn_graphs(folder)
        files = sorted(file for file in folder.iterdir() if file.suffix in (".ec", ".dlx"))
        print(f"{len(files)} graphs: {best(lambda: counted(files), 3):.2f} s", end="")
        print(f" ({counted(files)})")
    show_reading()
    show_building()


if __name__ == "__main__":
    main()
