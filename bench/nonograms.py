"""Nonograms: our verdict beside programs of PyPI, on the same boards, in one run.

    python bench/nonograms.py [--boards ...] [--programs ...] [--rounds 1] [--seconds 60]
                              [--peers-python PYTHON] [--files FILE ...] [--json FILE]

Each answer is a process of its own; CPU seconds, user and system, of the answer alone: importing,
and reading the clues, are not in it.  We are asked for more: not only for a solution, but whether
there is another one.  What is said to be a solution is checked.  A file has a line a row, an empty
line, and a line a column, the lengths divided by blanks or commas.
"""

from __future__ import annotations

import argparse
import json
import random
import resource
import subprocess
import sys
from collections.abc import Callable, Sequence
from itertools import groupby
from pathlib import Path
from statistics import median
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent))

from bench.table import geometric_mean, told

Clues = tuple[list[list[int]], list[list[int]]]
Cells = list[list[int]]


def dominoes(n: int) -> Clues:
    """The board that is called n-Dom: tight, with one solution."""
    rows = [[3], *([1], [3, 1]) * (n - 1), [1], [1]]
    return [list(r) for r in rows], [list(r[::-1]) for r in reversed(rows)]


def lengths(line: Sequence[int]) -> list[int]:
    """The clue of a line."""
    return [len(list(run)) for value, run in groupby(line) if value]


def drawn(side: int, seed: int) -> Clues:
    """The clues of a board whose cells are black by the toss of a coin."""
    dice = random.Random(seed)
    cells = [dice.choices([0, 1], k=side) for _ in range(side)]
    return [lengths(row) for row in cells], [lengths(c) for c in zip(*cells, strict=True)]


def rings(side: int) -> Clues:
    """A picture that lines alone tell: squares in squares, with a gap in each side."""
    cells = [
        [
            int(min(i, j, side - 1 - i, side - 1 - j) % 3 != 2 and (i * 7 + j) % 11 != 0)
            for j in range(side)
        ]
        for i in range(side)
    ]
    return [lengths(row) for row in cells], [lengths(c) for c in zip(*cells, strict=True)]


def listed(path: str) -> Clues:
    """The clues in a file."""
    text = Path(path).read_text(encoding="utf-8").strip("\n")
    rows, columns = (
        [[n for n in map(int, line.replace(",", " ").split()) if n] for line in half.split("\n")]
        for half in text.split("\n\n")
    )
    return rows, columns


BOARDS: dict[str, Callable[[], Clues]] = {
    "rings-20": lambda: rings(20),
    "rings-40": lambda: rings(40),
    **{f"random-{n}": lambda n=n: drawn(n, 1) for n in (15, 20, 25, 30, 40, 60)},
    **{f"dom-{n}": lambda n=n: dominoes(n) for n in range(7, 14)},
}


def combien(rows: list[list[int]], columns: list[list[int]]) -> Cells:
    """Ours: whether there is one solution or several."""
    from combien.nonograms.nonogram import Nonogram
    from combien.nonograms.solve import solve

    board = solve(Nonogram(rows, columns)).boards[0]
    return [list(board.row(i)) for i in range(board.height)]


def puzzlekit(rows: list[list[int]], columns: list[list[int]]) -> Cells:
    """puzzlekit's nonograms, by OR-tools, on one thread."""
    import puzzlekit as program

    made = program.solve(
        {
            "num_rows": len(rows),
            "num_cols": len(columns),
            "rows": [[str(n) for n in clue] for clue in rows],
            "cols": [[str(n) for n in clue] for clue in columns],
        },
        "nonogram",
        solver_options={"time_limit_sec": 1e6, "num_search_workers": 1},
    )
    found = made.solution_data["solution_grid"]
    return [[int(found[i][j] == "x") for j in range(len(columns))] for i in range(len(rows))]


def ortools_automaton(rows: list[list[int]], columns: list[list[int]]) -> Cells:
    """OR-tools' CP-SAT with an automaton a line, on one thread."""
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    cells = [[model.new_bool_var("") for _ in columns] for _ in rows]

    def say(line: list[Any], clue: list[int]) -> None:
        state, arcs = 0, [(0, 0, 0)]
        for number, length in enumerate(clue):
            for _ in range(length):
                arcs.append((state, 1, state + 1))
                state += 1
            if number + 1 < len(clue):
                arcs.append((state, 0, state + 1))
                state += 1
            arcs.append((state, 0, state))
        model.add_automaton(line, 0, [state], sorted(set(arcs)))

    for line, clue in zip(cells, rows, strict=True):
        say(line, clue)
    for column, clue in zip(zip(*cells, strict=True), columns, strict=True):
        say(list(column), clue)
    engine = cp_model.CpSolver()
    engine.parameters.num_workers = 1
    engine.solve(model)
    return [[int(engine.value(cell)) for cell in row] for row in cells]


PROGRAMS = {"combien": combien, "puzzlekit": puzzlekit, "ortools-automaton": ortools_automaton}
# What is loaded or made at the first calls of a process is in nobody's time.
FIRST = ("rings-20", "dom-7")


def clues_of(board: str) -> Clues:
    """The clues of a board by its name, or from a file."""
    return BOARDS[board]() if board in BOARDS else listed(board)


def answer(program: str, board: str, seconds: int) -> dict[str, Any]:
    """One answer, in this process."""
    try:
        for first in FIRST:
            PROGRAMS[program](*clues_of(first))
    except ImportError:
        return {"missing": True}
    rows, columns = clues_of(board)
    begun = cpu()
    limit = int(begun) + seconds + 1
    resource.setrlimit(resource.RLIMIT_CPU, (limit, limit + 5))
    cells = PROGRAMS[program](rows, columns)
    spent = cpu() - begun
    right = [lengths(row) for row in cells] == rows
    right = right and [lengths(c) for c in zip(*cells, strict=True)] == columns
    return {"cpu": spent} if right else {"wrong": "no solution"}


def cpu() -> float:
    """CPU seconds of this process so far."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def asked(python: str, program: str, board: str, seconds: int) -> dict[str, Any]:
    """One answer, in a process of its own."""
    command = [python, __file__, "--answer", program, board, str(seconds)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode in (-24, -9):
        return {"limit": seconds}
    if done.returncode:
        return {"failed": done.stderr.strip().splitlines()[-1:]}
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--boards", nargs="*", default=list(BOARDS))
    parser.add_argument("--programs", nargs="*", default=list(PROGRAMS))
    parser.add_argument("--files", nargs="*", default=[])
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--peers-python", default=sys.executable)
    parser.add_argument("--json")
    parser.add_argument("--answer", nargs=3, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.answer:
        program, board, seconds = given.answer
        print(json.dumps(answer(program, board, int(seconds))))
        return
    print(f"| board | {' | '.join(given.programs)} | ratio |")
    print("|---|" + "---:|" * (len(given.programs) + 1))
    results: dict[str, dict[str, Any]] = {}
    ratios = []
    for board in [*given.boards, *given.files]:
        here = results[board] = {}
        for program in given.programs:
            python = sys.executable if program == "combien" else given.peers_python
            rounds = [asked(python, program, board, given.seconds) for _ in range(given.rounds)]
            times = [found["cpu"] for found in rounds if "cpu" in found]
            here[program] = {"cpu": median(times)} if times else rounds[0]
        best = min((r["cpu"] for p, r in here.items() if p != "combien" and "cpu" in r), default=0)
        ratio = best / max(here["combien"]["cpu"], 1e-6) if "cpu" in here.get("combien", {}) else 0
        ratios += [ratio] if ratio else []
        cells = " | ".join(told(here[program]) for program in given.programs)
        print(f"| {Path(board).stem} | {cells} | {ratio:.0f} |", flush=True)
    if ratios:
        print(f"\nGeometric mean of the ratios to the best peer: {geometric_mean(ratios):.0f}")
    if given.json:
        Path(given.json).write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
