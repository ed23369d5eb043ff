"""Measure how long a first solution takes: `python bench/first.py`, or with names of boards.

Boards whose solutions are hard to find (`bench/hard_boards.py`) are asked for one solution, by
`auto` and by each single engine, each in a process of its own that ends after `--seconds` of CPU
time.  Building the board is not counted; programs that an engine starts are.  Solutions are
verified.  The last column is the time of `auto` relative to the fastest single engine.  The command
fails if `auto` does not find within `--seconds` what another engine finds within a sixth of it.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
from pathlib import Path
from statistics import median

ROOT = Path(__file__).resolve().parent.parent
if str(ROOT) not in sys.path:
    sys.path.insert(0, str(ROOT))

from bench.hard_boards import HARD  # noqa: E402
from combien import first, verify  # noqa: E402
from combien.cover._model import problem_of  # noqa: E402
from combien.errors import CombienError  # noqa: E402

ENGINES = ("auto", "bits", "dlx", "dlx-weighted", "sat")
# Shorter answers are not compared: what is loaded once takes as long.
SHORTEST = 0.1


def cpu() -> float:
    """Return the CPU seconds of this process and of the programs that it has run."""
    used = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(one.ru_utime + one.ru_stime for one in used)


def measure(name: str, engine: str) -> float | None:
    """Return the CPU seconds to the first solution; None if the engine refuses the problem."""
    problem = problem_of(HARD[name]())
    began = cpu()
    try:
        walk = first(problem, engine=engine)
        solution = next(walk)
    except CombienError:
        return None
    del walk
    verify(problem, solution)
    return cpu() - began


def asked(name: str, engine: str, seconds: int) -> float | None:
    """Return the CPU seconds that a process takes; None if it takes longer or refuses."""
    limit = f"ulimit -t {seconds + 5}; exec"
    command = f'{limit} "$0" "$@"'
    program = [sys.executable, __file__, "--one", name, engine]
    try:
        done = subprocess.run(
            ["bash", "-c", command, *program],
            check=False,
            capture_output=True,
            text=True,
            timeout=4 * seconds,
        )
    except subprocess.TimeoutExpired:
        return None
    if "Traceback" in done.stderr:
        raise SystemExit(done.stderr)
    taken = json.loads(done.stdout) if done.returncode == 0 else None
    return None if taken is None or taken > seconds else taken


def main() -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "boards", nargs="*", default=[], metavar="BOARD", help=f"some of: {'; '.join(HARD)}"
    )
    parser.add_argument("--seconds", type=int, default=60, help="of CPU time for each; default 60")
    parser.add_argument("--one", nargs=2, metavar=("BOARD", "ENGINE"), help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.one:
        print(json.dumps(measure(*arguments.one)))
        return 0
    if wrong := [name for name in arguments.boards if name not in HARD]:
        parser.error(f"there is no board {wrong[0]!r}")
    print("| board | " + " | ".join(f"`{engine}`" for engine in ENGINES) + " | ratio |")
    print("| --- |" + " --- |" * (len(ENGINES) + 1))
    ratios, lost = [], []
    for name in arguments.boards or HARD:
        taken = [asked(name, engine, arguments.seconds) for engine in ENGINES]
        own, others = taken[0], [each for each in taken[1:] if each is not None]
        ratio = ""
        if own is not None and others:
            ratios.append(max(own, SHORTEST) / max(min(others), SHORTEST))
            ratio = f"{ratios[-1]:.2f}"
        elif others and min(others) <= arguments.seconds / 6:
            lost.append(name)
        cells = ["" if each is None else f"{each:.2f}" for each in taken]
        print("| " + " | ".join([name, *cells, ratio]) + " |", flush=True)
    if ratios:
        print(f"\n{len(ratios)} boards, median {median(ratios):.2f}, worst {max(ratios):.2f}")
    print(f"lost: {', '.join(lost) or 'none'}")
    return bool(lost)


if __name__ == "__main__":
    sys.exit(main())
