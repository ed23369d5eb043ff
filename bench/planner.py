"""Compare the planner with each single engine: `python bench/planner.py`.

    python bench/planner.py                           all instances; about half an hour
    python bench/planner.py queens-8 dominoes-20x20   these instances
    python bench/planner.py --seconds 5               a shorter limit for each engine

Every engine counts in a separate process, repeatedly until 0.3 s of CPU time are used, and the
table has the mean, as a count of the planner may take microseconds.  The problem is converted for
the core each time.  The last column is the time of `auto` relative to the fastest engine.  The
command fails if this is more than three for any instance (with a tolerance of 0.1 ms), or if two
counts differ.
"""

from __future__ import annotations

import argparse
import json
import pickle
import resource
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from math import inf
from pathlib import Path
from statistics import fmean, median
from time import process_time
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
if str(ROOT) not in sys.path:
    sys.path.insert(0, str(ROOT))

from bench.instances import COUNTING, INSTANCES  # noqa: E402
from bench.problems import dominoes, langford, of_bench  # noqa: E402
from combien import Problem  # noqa: E402
from combien.engines import ENGINES, engine_named  # noqa: E402

GOOD_TIMES, MOST_TIMES = 2.0, 3.0
# The cost of a plan in Python, in seconds, for any problem.
OVERHEAD = 0.0001
ENOUGH_SECONDS = 0.3
MOST_BYTES = 4 * 2**30

# Other branchings of the same links, and engines that make a diagram or clauses on the way.
LEFT_OUT = ("auto", "dlx-leftmost", "dlx-weighted", "sat", "zdd")
SINGLE = [name for name in ENGINES if name not in LEFT_OUT]


PROBLEMS: dict[str, Callable[[], Problem]] = {
    **{name: partial(of_bench, name) for name in INSTANCES | COUNTING},
    **{f"langford-{pairs}": partial(langford, pairs) for pairs in (8, 9, 10)},
    "dominoes-100x100": partial(dominoes, 100),
}


def measure(name: str, engine: str, seconds: int) -> dict[str, Any]:
    """Measure the mean CPU seconds of a count in this process, which may be killed."""
    resource.setrlimit(resource.RLIMIT_AS, (MOST_BYTES, MOST_BYTES))
    problem = PROBLEMS[name]()
    chosen = engine_named(engine)
    refusal = chosen.refusal(problem, "count")
    if refusal:
        return {"cannot": refusal}
    # What is loaded once per process is not measured.
    small = Problem.from_options(["ab", "bc", "cd", "da"])
    for each in (engine, *SINGLE):
        if not engine_named(each).refusal(small, "count"):
            engine_named(each).count(small)
    limit = int(process_time()) + seconds + 1
    resource.setrlimit(resource.RLIMIT_CPU, (limit, limit + 2))
    spent, times = 0.0, 0
    while not times or spent < ENOUGH_SECONDS:
        problem = pickle.loads(pickle.dumps(problem))
        began = process_time()
        found = chosen.count(problem)
        spent += process_time() - began
        times += 1
    return {"cpu": spent / times, "count": str(found.count), "engine": found.engine}


def ask(name: str, engine: str, seconds: int) -> dict[str, Any]:
    """Return the result of `measure` in a separate process."""
    command = [sys.executable, __file__, "--one", name, engine, "--seconds", str(seconds)]
    try:
        ended = subprocess.run(
            command, capture_output=True, text=True, timeout=10 * seconds + 60, check=False
        )
    except subprocess.TimeoutExpired:
        return {}
    lines = ended.stdout.splitlines()
    answer: dict[str, Any] = json.loads(lines[-1]) if ended.returncode == 0 and lines else {}
    return answer


def row(name: str, seconds: int) -> tuple[str, float, bool]:
    """Return a line of the table, the ratio, and whether counts agree and `auto` is fast enough.

    The ratio is 0 if no engine or not `auto` finished.
    """
    singles = {engine: ask(name, engine, seconds) for engine in SINGLE}
    auto = ask(name, "auto", seconds)
    times_ms = [
        f"{answer['cpu'] * 1000:.3g}" if "cpu" in answer else "" for answer in singles.values()
    ]
    known = {engine: answer["cpu"] for engine, answer in singles.items() if "cpu" in answer}
    counts = {answer["count"] for answer in [auto, *singles.values()] if "count" in answer}
    times = 0.0
    if "cpu" not in auto:
        cells, well = ["", "", ""], not known
    else:
        times = auto["cpu"] / min(known.values()) if known else 0.0
        cells = [f"{auto['cpu'] * 1000:.3g}", auto["engine"], f"{times:.2f}" if known else ""]
        well = auto["cpu"] <= MOST_TIMES * min(known.values(), default=inf) + OVERHEAD
    if len(counts) > 1:
        cells[-1] = "DIFFERENT COUNTS"
    return f"| {' | '.join([name, *times_ms, *cells])} |", times, well and len(counts) < 2


def main() -> int:
    """Run the command; return its exit code."""
    parser = argparse.ArgumentParser(prog="bench/planner.py")
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(PROBLEMS))
    parser.add_argument("--seconds", type=int, default=20, help="CPU time for each engine (20)")
    parser.add_argument("--one", nargs=2, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.one:
        name, engine = arguments.one
        print(json.dumps(measure(name, engine, arguments.seconds)))
        return 0
    for name in arguments.names:
        if name not in PROBLEMS:
            parser.error(f"there is no instance {name!r}: {', '.join(PROBLEMS)}")
    heads = ["milliseconds", *SINGLE, "auto", "by", "times the best"]
    print(f"| {' | '.join(heads)} |\n|{'---|' * len(heads)}")
    well = True
    ratios: list[float] = []
    for name in arguments.names or PROBLEMS:
        line, times, fine = row(name, arguments.seconds)
        print(line, flush=True)
        well = well and fine
        if times:
            ratios.append(times)
    if ratios:
        within = sum(ratio <= GOOD_TIMES for ratio in ratios)
        print(
            f"\nmedian {median(ratios):.2f}, mean {fmean(ratios):.2f}, worst {max(ratios):.2f}; "
            f"{within} of {len(ratios)} within {GOOD_TIMES:g}"
        )
    return 0 if well else 1


if __name__ == "__main__":
    sys.exit(main())
