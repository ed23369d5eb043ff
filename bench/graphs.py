"""Families of subgraphs: combien next to Graphillion and TdZdd, in the same run.

    python bench/graphs.py [--rounds 3] [--cases paths ...] [--seconds 120]
                           [--tdzdd HEADERS] [--megabytes]

Each program runs in a separate process, and orders the edges itself; Graphillion also takes the
edges as they are given, and its faster order counts.  Prints the medians of CPU seconds (user and
system) of counting, and of building the diagram and counting its sets, and the ratios of another
program over combien; above 1, combien is faster.  Graphillion counts by building the diagram, so
both of its ratios have the same numerator.

TdZdd is measured if `--tdzdd` or the environment variable TDZDD names its headers (see
`peers/tdzdd.py`): it orders no edges, and gets them in combien's order, whose time does not count.
Its count is compared with combien's, and its reduced diagram, counted too, with combien's family.

The numbers must be equal in all programs.  Programs that are not there are left out.
`--megabytes` prints a second line, with the most memory that each process took.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import resource
import subprocess
import sys
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from pathlib import Path
from statistics import median
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from combien import graphs
from combien.graphs import grid

Edges = Sequence[tuple[Any, Any]]

# The methods of each program.
PROGRAMS = {
    "combien": ("count", "family"),
    "graphillion": ("greedy", "as-is"),
    "tdzdd": ("TdZdd", "reduced"),
}
# The ratios: the better one of these methods of another program, over this one of combien.
RATIOS = {
    "count": (("greedy", "as-is"), "count"),
    "family": (("greedy", "as-is"), "family"),
    "TdZdd count": (("TdZdd",), "count"),
    "TdZdd family": (("reduced",), "family"),
}


def planar(vertices: int, deal: int) -> Edges:
    """Return a random planar graph."""
    from combien.puzzles._graphs import graph_of

    return graph_of(f"planar:{vertices}x{deal}").edges


def hypercube(dimension: int) -> Edges:
    """Return the graph of the corners of a cube."""
    corners = range(2**dimension)
    return [(a, a | 1 << bit) for a in corners for bit in range(dimension) if not a >> bit & 1]


def complete(vertices: int) -> Edges:
    """Return the complete graph."""
    return [(a, b) for b in range(vertices) for a in range(b)]


# The graphs of each case, by name, a model of combien, and the same in Graphillion.
Ask = Callable[[Any, Any, Any], Any]
CASES: dict[str, tuple[dict[str, Edges], Ask, Ask]] = {
    "paths": (
        {
            "grid 9x9": grid(9, 9),
            "grid 10x10": grid(10, 10),
            "grid 12x12": grid(12, 12),
            "planar 50": planar(50, 3),
            "cube 4": hypercube(4),
        },
        graphs.paths,
        lambda its, first, last: its.paths(first, last),
    ),
    "cycles": (
        {"grid 10x10": grid(10, 10), "planar 40": planar(40, 1), "complete 11": complete(11)},
        lambda edges, first, last: graphs.cycles(edges),
        lambda its, first, last: its.cycles(),
    ),
    "Hamiltonian cycles": (
        {"grid 10x10": grid(10, 10), "planar 40": planar(40, 1), "complete 11": complete(11)},
        lambda edges, first, last: graphs.hamiltonian_cycles(edges),
        lambda its, first, last: its.cycles(is_hamilton=True),
    ),
    "spanning trees": (
        {"grid 7x7": grid(7, 7), "planar 30": planar(30, 1), "complete 8": complete(8)},
        lambda edges, first, last: graphs.spanning_trees(edges),
        lambda its, first, last: its.trees(is_spanning=True),
    ),
    "forests": (
        {"grid 8x8": grid(8, 8), "planar 40": planar(40, 1)},
        lambda edges, first, last: graphs.forests(edges),
        lambda its, first, last: its.forests(roots=set()),
    ),
    "matchings": (
        {"grid 12x12": grid(12, 12), "planar 50": planar(50, 3), "complete 14": complete(14)},
        lambda edges, first, last: graphs.matchings(edges),
        lambda its, first, last: its.matchings(),
    ),
}


def measure(program: str, method: str, case: str, name: str) -> dict[str, Any]:
    """Return what one case took, in this process."""
    instances, ours, theirs = CASES[case]
    edges = instances[name]
    vertices = sorted({vertex for edge in edges for vertex in edge})
    first, last = vertices[0], vertices[-1]
    if program == "graphillion":
        from graphillion import GraphSet
    else:
        graphs.forests(edges[:1]).family()  # Imports.
    if program == "tdzdd":
        from bench.peers.tdzdd import count_subgraphs

        places = {vertex: place for place, vertex in enumerate(vertices)}
        ends = [(places[a], places[b]) for a, b in edges]
        model = ours(edges, first, last)
        by_tdzdd = count_subgraphs(
            case, [ends[edge] for edge in model.order], reduced=method == "reduced"
        )
    before = resource.getrusage(resource.RUSAGE_SELF)
    if program == "graphillion":
        GraphSet.set_universe(list(edges), traversal=method)
        count = int(theirs(GraphSet, first, last).len())
    elif program == "tdzdd":
        count = by_tdzdd()
    else:
        model = ours(edges, first, last)
        count = model.count() if method == "count" else model.family().count
    after = resource.getrusage(resource.RUSAGE_SELF)
    seconds = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
    return {"seconds": seconds, "megabytes": after.ru_maxrss / 1024, "count": str(count)}


def measured(words: Sequence[str], seconds: float) -> dict[str, Any] | None:
    """Return what one case took, in a new process; None if it takes too long."""
    command = [sys.executable, __file__, "--one", *words]
    try:
        done = subprocess.run(
            command,
            check=True,
            capture_output=True,
            text=True,
            timeout=None if seconds == math.inf else seconds,
            # Threads that wait for each other would count as CPU time.
            env=os.environ | {"OMP_NUM_THREADS": "1"},
        )
    except subprocess.TimeoutExpired:
        return None
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def main() -> None:
    """Measure the cases, and print a line for each, and the geometric means of the ratios."""
    parser = argparse.ArgumentParser(
        description="Families of subgraphs, next to Graphillion and TdZdd."
    )
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=60, help="the most for each process")
    parser.add_argument("--cases", nargs="+", choices=CASES, default=list(CASES))
    parser.add_argument("--tdzdd", metavar="HEADERS", help="the folder with DdSpec.hpp")
    parser.add_argument("--megabytes", action="store_true", help="print the memory, too")
    parser.add_argument("--one", nargs=4, help=argparse.SUPPRESS)
    words = parser.parse_args()
    if words.one:
        print(json.dumps(measure(*words.one)))
        return
    if words.tdzdd:
        os.environ["TDZDD"] = str(Path(words.tdzdd).resolve())
    programs = {name: some for name, some in PROGRAMS.items() if _is_here(name)}
    methods = [(program, method) for program, some in programs.items() for method in some]
    measured_methods = {method for _, method in methods}
    compared = [ratio for ratio, (theirs, _) in RATIOS.items() if theirs[0] in measured_methods]
    print(f"{'':<32}" + "".join(f"{method:>10}" for _, method in methods), end="")
    print("".join(f"{ratio:>14}" for ratio in compared))
    ratios: dict[str, list[float]] = {ratio: [] for ratio in compared}
    if _is_here("tdzdd"):
        # Compiling it is not to count.
        measured(["tdzdd", "TdZdd", "paths", "cube 4"], math.inf)
    for case in words.cases:
        for name in CASES[case][0]:
            found = compare(case, name, methods, words)
            for compared_as, ratio in found.items():
                ratios[compared_as].append(ratio)
    print(f"{'geometric means':<{32 + 10 * len(methods)}}", end="")
    means = [math.prod(some) ** (1 / len(some)) if some else math.nan for some in ratios.values()]
    print("".join(f"{mean:>14.1f}" for mean in means))


def _is_here(program: str) -> bool:
    """Return whether a program is to be measured: TdZdd only if its headers are named."""
    if program == "tdzdd":
        return "TDZDD" in os.environ
    return find_spec(program) is not None


def compare(
    case: str, name: str, methods: Sequence[tuple[str, str]], words: argparse.Namespace
) -> dict[str, float]:
    """Measure a case in all programs, in turns; print a line and return the ratios."""
    seconds: float = words.seconds
    runs: dict[str, list[float]] = {method: [] for _, method in methods}
    most: dict[str, float] = {method: math.nan for _, method in methods}
    counts = set()
    for _ in range(words.rounds):
        for program, method in methods:
            found = measured([program, method, case, name], seconds)
            runs[method].append(math.inf if found is None else found["seconds"])
            if found is not None:
                counts.add(found["count"])
                most[method] = found["megabytes"]
    if not counts:
        print(f"{case + ', ' + name:<32}  no program ended within {seconds:g} seconds", flush=True)
        return {}
    if len(counts) > 1:
        raise SystemExit(f"WRONG: the numbers of {case} in {name} differ: {counts}")
    taken = {method: median(some) for method, some in runs.items()}
    print(f"{case + ', ' + name:<32}", end="")
    print("".join(f"{some:>10.4f}" for some in taken.values()), end="")
    # If another program does not end, the limit is a lower bound.
    ratios = {
        ratio: min(seconds, *(taken[method] for method in theirs)) / taken[ours]
        for ratio, (theirs, ours) in RATIOS.items()
        if theirs[0] in taken
    }
    print("".join(f"{ratio:>14.1f}" for ratio in ratios.values()), flush=True)
    if words.megabytes:
        print(f"{'  megabytes':<32}" + "".join(f"{some:>10.0f}" for some in most.values()))
    return ratios


if __name__ == "__main__":
    main()
