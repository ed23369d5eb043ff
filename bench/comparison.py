"""Compare engines: `python bench/comparison.py` measures them, and writes docs/comparison.md.

    python bench/comparison.py                     everything; several minutes on an idle machine
    python bench/comparison.py scott queens-12     only these instances, to the standard output

Each engine finds the first solution, and all of them (by finding or counting, whichever it
supports).  SAT is run with each style of clauses.  Every cell of the table is a separate process
with a limit of CPU time; its time is the time of the question, including the engine's preparations
and the processes that it starts.  The text around the tables is kept.
"""

from __future__ import annotations

import argparse
import json
import re
import resource
import subprocess
import sys
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any, Literal

ROOT = Path(__file__).resolve().parent.parent
if str(ROOT) not in sys.path:
    sys.path.insert(0, str(ROOT))

from bench.instances import instance_named  # noqa: E402
from bench.machine import facts  # noqa: E402
from bench.nonograms import BOARDS  # noqa: E402
from bench.problems import dominoes, langford, of_bench, queens, sudoku  # noqa: E402
from combien import Problem, count, solutions, solve, verify  # noqa: E402
from combien.engines import Engine, Sat  # noqa: E402
from combien.nonograms import Nonogram  # noqa: E402
from combien.nonograms._cover import CoverModel  # noqa: E402
from combien.sat import STYLES  # noqa: E402

PAGE = ROOT / "docs" / "comparison.md"
SECONDS = 5
MOST_BYTES = 4 * 2**30
# A walk by SAT needs more than 50 microseconds per solution.
MOST_LISTED = 100_000
QUESTIONS = ("first", "all")

ENGINES: dict[str, Callable[[], str | Engine]] = {
    **{name: lambda name=name: name for name in ("dlx", "bits", "frontier", "zdd")},  # type: ignore[misc]
    **{f"sat {style}": partial(Sat, encoding=style) for style in STYLES},
}
# A sweep counts without finding a solution.
FINDERS = [name for name in ENGINES if name != "frontier"]


# A sudoku of 17 clues that was made to be hard for a search from the upper left corner.
CLUES = "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9"


def nonogram(board: str, way: Literal["lines", "cells"]) -> Problem:
    """Return a nonogram of the benchmark as an exact cover, without prior line solving."""
    given = Nonogram(*BOARDS[board]())
    return CoverModel(given.rows, given.columns, way=way).problem()


# The problem and its number of solutions by name; None if no engine here can count them.
PROBLEMS: dict[str, tuple[Callable[[], Problem], int | None]] = {
    **{
        name: (partial(of_bench, name), instance_named(name).count)
        for name in ("scott", "pentominoes-6x10", "soma", "dominoes-8x8", "dominoes-20x20", "camel")
    },
    **{f"impossible-{n}x{n}": (partial(dominoes, n, without_corners=True), 0) for n in (6, 8, 10)},
    "queens-8": (partial(queens, 8), 92),
    "queens-12": (partial(queens, 12), 14200),
    "queens-40": (partial(queens, 40), None),
    "sudoku": (partial(sudoku, CLUES), 1),
    "langford-8": (partial(langford, 8), 300),
    "langford-9": (partial(langford, 9), 0),
    "langford-40": (partial(langford, 40), None),
    "nonogram rings-20, lines": (partial(nonogram, "rings-20", "lines"), 1),
    "nonogram rings-20, cells": (partial(nonogram, "rings-20", "cells"), 1),
    "nonogram dom-7, lines": (partial(nonogram, "dom-7", "lines"), 1),
    "nonogram dom-7, cells": (partial(nonogram, "dom-7", "cells"), 1),
    "nonogram random-15, cells": (partial(nonogram, "random-15", "cells"), None),
}


def measure(name: str, engine: str, question: str, seconds: int) -> dict[str, Any]:
    """Measure the CPU seconds of one question in this process, which may be killed."""
    # Before limits are set: what is loaded once per process is not measured.
    for small in (Problem.from_options(["ab", "bc", "cd", "da"]), Problem.from_options(["ab"])):
        _ask(small, engine, question)
    problem = PROBLEMS[name][0]()
    resource.setrlimit(resource.RLIMIT_AS, (MOST_BYTES, MOST_BYTES))
    before = _cpu()
    limit = int(before) + seconds + 1
    resource.setrlimit(resource.RLIMIT_CPU, (limit, limit + 1))
    answer = _ask(problem, engine, question)
    return {"answer": str(answer), "cpu": _cpu() - before}


def _ask(problem: Problem, engine: str, question: str) -> int:
    """Return the number of solutions; for the first one 1 or 0, after verifying it."""
    chosen = ENGINES[engine]()
    if question == "first":
        found = solve(problem, engine=chosen)
        if found is not None:
            verify(problem, found)
        return int(found is not None)
    if isinstance(chosen, str):
        return count(problem, engine=chosen)
    return sum(1 for _ in solutions(problem, engine=chosen))


def _cpu() -> float:
    """Return the CPU seconds so far, of this process and of the children that it waited for."""
    spent = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(usage.ru_utime + usage.ru_stime for usage in spent)


def cell(name: str, engine: str, question: str, seconds: int) -> tuple[str, bool]:
    """Return a cell of the table, and False if the answer is wrong."""
    known = PROBLEMS[name][1]
    if question == "all" and known is None:
        return "-", True
    if question == "all" and engine.startswith("sat") and (known or 0) > MOST_LISTED:
        return "-", True
    command = [sys.executable, __file__, "--one", name, engine, question]
    try:
        ended = subprocess.run(
            [*command, "--seconds", str(seconds)],
            capture_output=True,
            text=True,
            timeout=12 * seconds + 30,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return "-", True
    lines = ended.stdout.splitlines()
    if ended.returncode != 0 or not lines:
        return "-", True
    result = json.loads(lines[-1])
    expected = known if question == "all" or known is None else min(known, 1)
    if expected is not None and result["answer"] != str(expected):
        return f"WRONG: {result['answer']}", False
    return (milliseconds(result["cpu"]) if result["cpu"] <= seconds else "-"), True


def milliseconds(seconds: float) -> str:
    """Format a time in milliseconds, with two or three significant digits.

    >>> milliseconds(0.00123), milliseconds(0.0456), milliseconds(1.2345)
    ('1.2', '46', '1230')
    """
    thousandths = seconds * 1000
    digits = 3 if thousandths >= 100 else 2
    return f"{float(f'{thousandths:.{digits}g}'):g}"


def table(names: list[str], question: str, seconds: int) -> tuple[str, bool]:
    """Return the table of a question, and whether all of its answers are right.

    The best time of each line is bold.
    """
    engines = FINDERS if question == "first" else list(ENGINES)
    heads = ["", "options", "solutions", *engines]
    lines = [f"| {' | '.join(heads)} |", f"|---|{'---:|' * (len(heads) - 1)}"]
    well = True
    for name in names:
        make, known = PROBLEMS[name]
        if question == "all" and known is None:
            continue
        cells = []
        for engine in engines:
            text, right = cell(name, engine, question, seconds)
            well = well and right
            cells.append(text)
        best = min((float(text) for text in cells if text[0].isdigit()), default=-1.0)
        cells = [f"**{c}**" if c[0].isdigit() and float(c) == best else c for c in cells]
        size = "some" if known is None else f"{known}" if known < 10**9 else f"{known:.1e}"
        line = f"| {' | '.join([name, str(make().option_count), size, *cells])} |"
        print(line, file=sys.stderr, flush=True)
        lines.append(line)
    return "\n".join(lines), well


def machine() -> str:
    """Return a description of the machine, as a paragraph."""
    from importlib.metadata import version

    known = facts()
    return (
        f"Measured on {known['cpu']}, {known['cores']} cores, {known['system']}, Python "
        f"{known['python']}, python-sat {version('python-sat')}."
    )


def rewritten(page: str, parts: Mapping[str, str]) -> str:
    """Return the page with new text between the marks of each part.

    >>> rewritten("a <!-- x -->old<!-- end --> b", {"x": "new"})
    'a <!-- x -->\\n\\nnew\\n\\n<!-- end --> b'
    """
    for name, text in parts.items():
        mark = re.compile(rf"(<!-- {name} -->).*?(<!-- end -->)", re.DOTALL)
        if not mark.search(page):
            raise ValueError(
                f"the page has no place for '{name}': <!-- {name} --> ... <!-- end -->"
            )
        page = mark.sub(lambda found, text=text: f"{found[1]}\n\n{text}\n\n{found[2]}", page)  # type: ignore[misc]
    return page


def main() -> int:
    """Run the command; return its exit code."""
    parser = argparse.ArgumentParser(prog="bench/comparison.py")
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(PROBLEMS))
    parser.add_argument("--seconds", type=int, default=SECONDS, help="CPU time for each cell (5)")
    parser.add_argument("--one", nargs=3, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.one:
        name, engine, question = arguments.one
        print(json.dumps(measure(name, engine, question, arguments.seconds)))
        return 0
    for name in arguments.names:
        if name not in PROBLEMS:
            parser.error(f"there is no instance {name!r}: {', '.join(PROBLEMS)}")
    parts, well = {"machine": machine()}, True
    for question in QUESTIONS:
        parts[question], right = table(arguments.names or [*PROBLEMS], question, arguments.seconds)
        well = well and right
    if arguments.names:
        print("\n\n".join(parts.values()))
    else:
        PAGE.write_text(rewritten(PAGE.read_text(encoding="utf-8"), parts), encoding="utf-8")
    return 0 if well else 1


if __name__ == "__main__":
    sys.exit(main())
