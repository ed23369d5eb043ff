"""Compare the planner with each single engine: `python bench/planner.py`.

    python bench/planner.py                           all instances; about half an hour
    python bench/planner.py queens-8 dominoes-20x20   these instances
    python bench/planner.py board.dlx                 the problem of a file
    python bench/planner.py --seconds 5               a shorter limit for each engine
    python bench/planner.py --singles FILE            keep what single engines took, or read it

Every engine counts in a separate process, repeatedly until 0.3 s of CPU time are used, and the
table has the median, as a count of the planner may take microseconds.  The problem is converted for
the core each time.  The last columns are the time of `auto` relative to the fastest engine, and the
peak memory of both processes.  The command fails if the time is more than three times as long for
any instance (with a tolerance of 0.1 ms), or if two counts differ.
"""

from __future__ import annotations

import argparse
import json
import os
import pickle
import resource
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from math import ceil
from pathlib import Path
from statistics import fmean, median
from threading import Thread
from time import process_time, sleep
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
if str(ROOT) not in sys.path:
    sys.path.insert(0, str(ROOT))

from bench.instances import COUNTING, INSTANCES  # noqa: E402
from bench.problems import dominoes, langford, of_bench  # noqa: E402
from combien import Problem  # noqa: E402
from combien.cover import formats  # noqa: E402
from combien.engines import ENGINES, engine_named  # noqa: E402

GOOD_TIMES, MOST_TIMES = 2.0, 3.0
# The cost of a plan in Python, in seconds, for any problem.
OVERHEAD = 0.0001
ENOUGH_SECONDS = 0.3
MOST_BYTES = 4 * 2**30

# Other branchings of the same links, and engines that make a diagram or clauses on the way.
LEFT_OUT = ("auto", "dlx-leftmost", "dlx-weighted", "sat", "zdd")
SINGLE = [name for name in ENGINES if name not in LEFT_OUT]
# These are seldom the fastest, so they are asked last; an engine ends at this many times the least
# time before.
SLOW, SLOWER = ("dlx", "orbits", "tree"), 4


PROBLEMS: dict[str, Callable[[], Problem]] = {
    **{name: partial(of_bench, name) for name in INSTANCES | COUNTING},
    **{f"langford-{pairs}": partial(langford, pairs) for pairs in (8, 9, 10)},
    "dominoes-100x100": partial(dominoes, 100),
}


def problem_named(name: str) -> Problem:
    """Return the problem with this name, or of this file."""
    if name in PROBLEMS:
        return PROBLEMS[name]()
    file = Path(name)
    return formats.read(file.read_text(), format=formats.guess(file.name))


def measure(name: str, engine: str, seconds: int) -> dict[str, Any]:
    """Measure the median CPU seconds of a count in this process, which may end itself."""
    resource.setrlimit(resource.RLIMIT_AS, (MOST_BYTES, MOST_BYTES))
    problem = problem_named(name)
    chosen = engine_named(engine)
    refusal = chosen.refusal(problem, "count")
    if refusal:
        return {"cannot": refusal}
    # What is loaded once per process is not measured.
    small = Problem.from_options(["ab", "bc", "cd", "da"])
    for each in (engine, *SINGLE):
        if not engine_named(each).refusal(small, "count"):
            engine_named(each).count(small)
    Thread(target=_end_after, args=(process_time() + seconds,), daemon=True).start()
    times: list[float] = []
    while sum(times) < ENOUGH_SECONDS:
        problem = pickle.loads(pickle.dumps(problem))
        began = process_time()
        found = chosen.count(problem)
        times.append(process_time() - began)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    return {"cpu": median(times), "count": str(found.count), "engine": found.engine, "peak": peak}


def _end_after(limit: float) -> None:
    """End the process after this CPU time.

    Linux can do so, but then process_time() has steps of 4 ms.
    """
    while process_time() < limit:
        sleep(0.1)
    os._exit(1)


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


class Singles:
    """What single engines took, kept in a file if one is given."""

    def __init__(self, file: Path | None, seconds: int) -> None:
        self._file, self._seconds = file, seconds
        self._known: dict[str, dict[str, Any]] = {}
        if file is not None and file.exists():
            self._known = json.loads(file.read_text())

    def of(self, name: str) -> dict[str, dict[str, Any]]:
        """Return the results of the engines for an instance."""
        if name not in self._known:
            self._known[name] = self._asked(name)
            if self._file is not None:
                self._file.write_text(json.dumps(self._known, indent=1) + "\n")
        return self._known[name]

    def _asked(self, name: str) -> dict[str, dict[str, Any]]:
        """Ask all engines; none gets much more time than the fastest before it."""
        found, limit = {}, float(self._seconds)
        for engine in sorted(SINGLE, key=SLOW.__contains__):
            found[engine] = ask(name, engine, max(1, ceil(limit)))
            limit = min(limit, SLOWER * found[engine].get("cpu", limit))
        return {engine: found[engine] for engine in SINGLE}


def row(name: str, seconds: int, singles: dict[str, dict[str, Any]]) -> tuple[str, float, bool]:
    """Return a line of the table, the ratio, and whether counts agree and `auto` is fast enough.

    The ratio is 0 if no engine or not `auto` finished.
    """
    auto = ask(name, "auto", seconds)
    times_ms = [
        f"{answer['cpu'] * 1000:.3g}" if "cpu" in answer else "" for answer in singles.values()
    ]
    done = [answer for answer in singles.values() if "cpu" in answer]
    best = min(done, key=lambda answer: float(answer["cpu"]), default=None)
    counts = {answer["count"] for answer in [auto, *done] if "count" in answer}
    times = 0.0
    if "cpu" not in auto:
        cells, well = ["", "", "", "", ""], best is None
    else:
        cells = [f"{auto['cpu'] * 1000:.3g}", auto["engine"], "", f"{auto['peak']}", ""]
        well = True
        if best is not None:
            times = auto["cpu"] / best["cpu"]
            cells[2], cells[4] = f"{times:.2f}", f"{best['peak']}"
            well = auto["cpu"] <= MOST_TIMES * best["cpu"] + OVERHEAD
    if len(counts) > 1:
        cells[2] = "DIFFERENT COUNTS"
    line = f"| {' | '.join([Path(name).stem, *times_ms, *cells])} |"
    return line, times, well and len(counts) < 2


def main() -> int:
    """Run the command; return its exit code."""
    parser = argparse.ArgumentParser(prog="bench/planner.py")
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(PROBLEMS))
    parser.add_argument("--seconds", type=int, default=20, help="CPU time for each engine (20)")
    parser.add_argument("--singles", type=Path, help="the results of single engines")
    parser.add_argument("--one", nargs=2, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.one:
        name, engine = arguments.one
        print(json.dumps(measure(name, engine, arguments.seconds)))
        return 0
    for name in arguments.names:
        if name not in PROBLEMS and not Path(name).exists():
            parser.error(f"there is no instance {name!r}: {', '.join(PROBLEMS)}")
    heads = ["milliseconds", *SINGLE, "auto", "by", "times the best", "MB", "MB of the best"]
    print(f"| {' | '.join(heads)} |\n|{'---|' * len(heads)}")
    well, singles = True, Singles(arguments.singles, arguments.seconds)
    ratios: list[float] = []
    for name in arguments.names or PROBLEMS:
        line, times, fine = row(name, arguments.seconds, singles.of(name))
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
