"""Nonograms: our solver and programs from PyPI, on the same boards, in one run.

    python bench/nonograms.py [--boards ...] [--programs ...] [--rounds 1] [--seconds 60]
                              [--peers-python PYTHON] [--files FILE ...] [--json FILE]
                              [--hard SEED] [--kinds tight loose woven] [--lost FACTOR]

Each answer is computed in a separate process.  The times are CPU seconds, user and system, of the
answer without imports; an answer that takes less than a twentieth of a second is repeated.  Our
solver determines whether there is one solution or several, and so do the programs that are marked;
the others find one solution, which is easier.  Solutions are verified, and all verdicts on a board
must agree.  A file has one line per row, an empty line, and one line per column, with the lengths
separated by blanks or commas.  `--hard` takes a hundred hard boards instead (of
`woven_nonograms.py`), and adds a table of each program by kind.  With `--lost`, a peer is stopped
after this multiple of our time, but not in its first second: it has lost.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import groupby, pairwise
from math import ceil
from pathlib import Path
from statistics import median
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent))

from bench.nonogram_boards import BOARDS, Clues, clues, dominoes
from bench.nonogram_programs import PROGRAMS, GaveUp
from bench.table import best, geometric_mean, result_text
from bench.woven_nonograms import hard

__all__ = ["BOARDS", "answer", "main", "run"]

Result = dict[str, Any]

# The boards of the first calls in a process, which load and initialize things and are not measured.
FIRST = ("rings-20", "dom-7")
# The CPU seconds up to which an answer is repeated.
SHORT = 0.05
BYTES = 6 * 10**9
# CPU seconds that count as equal: they are mostly those of encoding and start.
EQUAL = 0.02
# The other solvers of python-sat, and ours alone, are measured on request.
USUAL = [name for name in PROGRAMS if ":" not in name and name != "our solver"]
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


def made(seed: int, kinds: Sequence[str], folder: str) -> list[str]:
    """Return the paths of the hard boards of these kinds, written into a folder."""
    paths = []
    for name, halves in hard(seed).items():
        if name.split("-")[0] in kinds:
            text = "\n\n".join("\n".join(",".join(map(str, c or [0])) for c in h) for h in halves)
            paths.append(str(Path(folder) / name))
            Path(paths[-1]).write_text(text + "\n", encoding="utf-8")
    return paths


def by_kind(results: Mapping[str, Mapping[str, Result]], programs: Sequence[str]) -> Iterator[str]:
    """Yield the lines of a table: for each kind and program, boards, sum, and ratios to combien.

    A board that a program did not decide counts as if it had done so at its limit, so that its
    ratios are lower bounds.
    """
    yield "| kind | program | decided | seconds | mean ratio | least | greatest |"
    yield "|---|---|---:|---:|---:|---:|---:|"
    for kind, boards in groupby(results, key=lambda board: Path(board).name.split("-")[0]):
        here = [results[board] for board in boards]
        for program in programs:
            spent = [one[program].get("cpu", one[program].get("limit")) for one in here]
            pairs = zip(here, spent, strict=True)
            ratios = [
                t / one["combien"]["cpu"] for one, t in pairs if t and "cpu" in one["combien"]
            ]
            decided = sum("cpu" in one[program] for one in here)
            known = sum(t for t in spent if t)
            yield (
                f"| {kind} | {program} | {decided} of {len(here)} | {known:.1f} "
                f"| {geometric_mean(ratios):.2f} | {min(ratios):.2f} | {max(ratios):.2f} |"
            )


def by_kind_at_best(
    results: Mapping[str, Mapping[str, Result]], peers: Sequence[str]
) -> Iterator[str]:
    """Yield the lines of a table: for each kind, combien compared with the best peer on each board.

    Boards on which every peer reached its limit count only as such.  `EQUAL` seconds or less are
    the same time.
    """
    yield "| kind | boards | no peer in its limit | mean ratio to the best | greatest | the board |"
    yield "|---|---:|---:|---:|---:|---|"
    for kind, boards in groupby(results, key=lambda board: Path(board).name.split("-")[0]):
        names = list(boards)
        pairs = {
            name: (best(results[name], ["combien"]), best(results[name], peers)) for name in names
        }
        ratios = {
            Path(name).name: max(ours, EQUAL) / max(theirs, EQUAL)
            for name, (ours, theirs) in pairs.items()
            if ours is not None and theirs is not None
        }
        greatest = max(ratios, key=ratios.__getitem__)
        yield (
            f"| {kind} | {len(names)} | {len(names) - len(ratios)} "
            f"| {geometric_mean(list(ratios.values())):.2f} | {ratios[greatest]:.2f} | {greatest} |"
        )


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
    parser.add_argument("--programs", nargs="*", default=USUAL, choices=list(PROGRAMS))
    parser.add_argument("--files", nargs="*", default=[])
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--peers-python", default=sys.executable)
    parser.add_argument("--json")
    parser.add_argument("--hard", type=int)
    parser.add_argument("--kinds", nargs="*", default=["tight", "loose", "woven"])
    parser.add_argument("--lost", type=float)
    parser.add_argument("--answer", nargs=3, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.answer:
        program, board, seconds = given.answer
        out = os.dup(1)
        os.dup2(2, 1)  # The program's own output is not its answer.
        result = answer(program, board, int(seconds))
        os.write(out, json.dumps(result).encode())
        return
    peers = [name for name in given.programs if name not in ("combien", "our solver")]
    ratios = {"ratio": peers, "ratio verdict": [p for p in peers if PROGRAMS[p].verdict]}
    gained: dict[str, list[float]] = {name: [] for name in ratios}
    names = [f"{name} (verdict)" if PROGRAMS[name].verdict else name for name in given.programs]
    print(f"| board | boards | {' | '.join([*names, *ratios])} |")
    print("|---|---|" + "---:|" * (len(names) + len(ratios)))
    results: dict[str, dict[str, Result]] = {}
    folder = tempfile.TemporaryDirectory()
    boards = [*given.boards, *given.files]
    if given.hard is not None:
        boards = made(given.hard, given.kinds, folder.name)
    for board in boards:
        here = results[board] = {}
        for program in given.programs:
            ours = program in ("combien", "our solver")
            python = sys.executable if ours else given.peers_python
            seconds = given.seconds
            if program != "combien" and given.lost and "cpu" in here.get("combien", {}):
                seconds = min(seconds, ceil(given.lost * here["combien"]["cpu"]))
            here[program] = rounds(python, program, board, seconds=seconds, times=given.rounds)
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
    folder.cleanup()
    if given.hard is not None or given.files:
        print("", *by_kind(results, given.programs), sep="\n")
        if peers and "combien" in given.programs:
            print("", *by_kind_at_best(results, peers), sep="\n")
    for name, values in gained.items():
        if values:
            print(f"\nGeometric mean of the {name} to the best peer: {geometric_mean(values):.3g}")


if __name__ == "__main__":
    main()
