"""Nonograms: our solver and programs from PyPI, on the same boards, in one run.

    python bench/nonograms.py [--boards ...] [--programs ...] [--rounds 1] [--seconds 60]
                              [--peers-python PYTHON] [--files FILE ...] [--json FILE]

Each answer is computed in a separate process.  The times are CPU seconds, user and system, of the
answer without imports; an answer that takes less than a twentieth of a second is repeated.  Our
solver determines whether there is one solution or several, and so do the programs that are marked;
the others find one solution, which is easier.  Solutions are verified, and all verdicts on a board
must agree.  A file has one line per row, an empty line, and one line per column, with the lengths
separated by blanks or commas.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from itertools import pairwise
from pathlib import Path
from statistics import median
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent))

from bench.nonogram_boards import BOARDS, Clues, clues, dominoes
from bench.nonogram_programs import PROGRAMS, GaveUp
from bench.table import best, geometric_mean, result_text

__all__ = ["BOARDS", "answer", "main", "run"]

Result = dict[str, Any]

# The boards of the first calls in a process, which load and initialize things and are not measured.
FIRST = ("rings-20", "dom-7")
# The CPU seconds up to which an answer is repeated.
SHORT = 0.05
BYTES = 6 * 10**9
# The wall-clock limit as a multiple of the CPU seconds, for a process that sleeps.
WALL_FACTOR = 3


def listed(path: str) -> Clues:
    """Return the clues in a file."""
    text = Path(path).read_text(encoding="utf-8").strip("\n")
    rows, columns = (
        [[n for n in map(int, line.replace(",", " ").split()) if n] for line in half.split("\n")]
        for half in text.split("\n\n")
    )
    return rows, columns


def answer(program: str, board: str, seconds: int) -> Result:
    """Return an answer of this process, which the system kills after its CPU seconds."""
    called = PROGRAMS[program]
    resource.setrlimit(resource.RLIMIT_AS, (BYTES, BYTES))
    first = [dominoes(2)] if called.plain else [BOARDS[name]() for name in FIRST]
    for rows, columns in first:
        try:
            with suppress(GaveUp):
                called.boards(rows, columns)
        except ImportError:
            return {"missing": True}
    rows, columns = BOARDS[board]() if board in BOARDS else listed(board)
    begun = cpu()
    limit = int(begun) + seconds + 1
    resource.setrlimit(resource.RLIMIT_CPU, (limit, limit + 5))
    try:
        boards = called.boards(rows, columns)
    except GaveUp:
        return {"cannot": "it says that it cannot", "spent": cpu() - begun}
    except MemoryError:
        return {"memory": BYTES}
    spent = cpu() - begun
    times = 1
    # A short answer is repeated, for all programs alike, and the mean is taken.
    while spent < SHORT:
        called.boards(rows, columns)
        spent = cpu() - begun
        times += 1
    spent /= times
    if not boards or any(clues(cells) != (rows, columns) for cells in boards):
        return {"wrong": "no solution", "spent": spent}
    if any(one == other for one, other in pairwise(boards)):
        return {"wrong": "twice the same", "spent": spent}
    return {"cpu": spent, **({"several": len(boards) > 1} if called.verdict else {})}


def cpu() -> float:
    """Return the CPU seconds of this process so far."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def run(python: str, program: str, board: str, seconds: int) -> Result:
    """Return an answer of a separate process."""
    command = [python, __file__, "--answer", program, board, str(seconds)]
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, check=False, timeout=WALL_FACTOR * seconds + 60
        )
    except subprocess.TimeoutExpired:
        return {"limit": seconds}
    if done.returncode in (-24, -9):
        return {"limit": seconds}
    if done.returncode:
        return {"failed": done.stderr.strip().splitlines()[-1:]}
    found: Result = json.loads(done.stdout.splitlines()[-1])
    if found.get("cpu", 0) > seconds:
        return {"limit": seconds}
    return found


def rounds(python: str, program: str, board: str, *, seconds: int, times: int) -> Result:
    """Return the median of several runs, or the first run without an answer."""
    found: list[Result] = []
    for _ in range(times):
        found.append(run(python, program, board, seconds))
        if "cpu" not in found[-1]:
            return found[-1]
    return {**found[0], "cpu": median(one["cpu"] for one in found)}


def contradicted(results: Mapping[str, Result]) -> list[str]:
    """Return the programs whose verdict on a board differs from the first verdict."""
    verdicts = {name: result["several"] for name, result in results.items() if "several" in result}
    return [name for name, several in verdicts.items() if several != next(iter(verdicts.values()))]


def faster(results: Mapping[str, Result], programs: Sequence[str]) -> float | None:
    """Return the ratio of the best time of these programs to ours, or None."""
    ours, theirs = best(results, ["combien"]), best(results, programs)
    return theirs / max(ours, 1e-6) if ours is not None and theirs is not None else None


def ratio_text(results: Mapping[str, Result], programs: Sequence[str], ratio: float | None) -> str:
    """Return the ratio, or a lower bound if a program reached its limit."""
    ours = best(results, ["combien"])
    limits = [results[name]["limit"] for name in programs if "limit" in results[name]]
    if ratio is None and ours is not None and limits:
        return f"> {min(limits) / max(ours, 1e-6):.3g}"
    return "" if ratio is None else f"{ratio:.3g}"


def main() -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--boards", nargs="*", default=list(BOARDS), choices=list(BOARDS))
    parser.add_argument("--programs", nargs="*", default=list(PROGRAMS), choices=list(PROGRAMS))
    parser.add_argument("--files", nargs="*", default=[])
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--peers-python", default=sys.executable)
    parser.add_argument("--json")
    parser.add_argument("--answer", nargs=3, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.answer:
        program, board, seconds = given.answer
        out = os.dup(1)
        os.dup2(2, 1)  # The program's own output is not its answer.
        result = answer(program, board, int(seconds))
        os.write(out, json.dumps(result).encode())
        return
    peers = [name for name in given.programs if name != "combien"]
    ratios = {"ratio": peers, "ratio verdict": [p for p in peers if PROGRAMS[p].verdict]}
    gained: dict[str, list[float]] = {name: [] for name in ratios}
    names = [f"{name} (verdict)" if PROGRAMS[name].verdict else name for name in given.programs]
    print(f"| board | boards | {' | '.join([*names, *ratios])} |")
    print("|---|---|" + "---:|" * (len(names) + len(ratios)))
    results: dict[str, dict[str, Result]] = {}
    for board in [*given.boards, *given.files]:
        here = results[board] = {}
        for program in given.programs:
            python = sys.executable if program == "combien" else given.peers_python
            here[program] = rounds(
                python, program, board, seconds=given.seconds, times=given.rounds
            )
        for program in contradicted(here):
            here[program] = {"wrong": "another verdict"}
        several = {result["several"] for result in here.values() if "several" in result}
        line = [Path(board).stem, *("several" if s else "one" for s in several or [])]
        line += ["?"] * (2 - len(line)) + [result_text(here[program]) for program in given.programs]
        for name, programs in ratios.items():
            ratio = faster(here, programs)
            gained[name] += [] if ratio is None else [ratio]
            line.append(ratio_text(here, programs, ratio))
        print(f"| {' | '.join(line)} |", flush=True)
        if given.json:
            Path(given.json).write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")
    for name, values in gained.items():
        if values:
            print(f"\nGeometric mean of the {name} to the best peer: {geometric_mean(values):.3g}")


if __name__ == "__main__":
    main()
