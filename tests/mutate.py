"""Mutation testing: small faults are put into a package, and its tests should notice each of them.

    python -m tests.mutate src/combien/_questions tests/questions src/combien/_questions

The first path is what is mutated; the others are the tests (and doctests) that should fail.  They
run once with their lines traced.  Then each mutant of a seeded sample is put into a copy of the
project, and the tests that execute its statement run, the quickest first, until one fails or the
limit of CPU time is reached.  Mutants that cannot be noticed are in `equivalent_mutants.txt`.
"""

from __future__ import annotations

import argparse
import ast
import json
import os
import random
import resource
import shutil
import subprocess
import sys
import tempfile
import threading
from collections import Counter, defaultdict
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from time import process_time
from types import FrameType
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent
EQUIVALENT = Path(__file__).with_name("equivalent_mutants.txt")
# The folder that `pytest -p tests.mutate` traces; the result is in `lines.json`.
TRACED = "COMBIEN_TRACED_FOLDER"
MOST_BYTES = 8 * 10**9
MOST_WORDS = 8

SWAPPED: dict[type[ast.AST], Any] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.And: ast.Or, ast.Or: ast.And,
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.FloorDiv, ast.FloorDiv: ast.Mult,
    ast.Div: ast.Mult,
}  # fmt: skip
NAMES = {"min": "max", "max": "min", "any": "all", "all": "any"}
DELETED = (ast.Expr, ast.AugAssign, ast.Raise, ast.Continue, ast.Break, ast.Delete)
# Not mutated: types, the texts of errors, and decorators (`tests/test_house.py` looks at them).
SKIPPED_FIELDS = {"annotation", "returns", "exc", "cause", "decorator_list"}


@dataclass(frozen=True)
class Mutant:
    """A change of a file: the bytes from `begin` to `end` become `after`.

    `lines` are the lines of its statement.  They are empty for a statement outside of functions,
    which runs when the module is imported.
    """

    path: Path
    lines: range
    line: int
    name: str
    begin: int
    end: int
    after: str

    @contextmanager
    def applied(self) -> Iterator[None]:
        """Change the file within a `with` block."""
        before = self.path.read_bytes()
        self.path.write_bytes(before[: self.begin] + self.after.encode() + before[self.end :])
        try:
            yield
        finally:
            self.path.write_bytes(before)


def changes(node: ast.AST) -> Iterator[tuple[ast.AST, str]]:
    """Yield what can be replaced at a node, and by which text."""
    fields = dict(ast.iter_fields(node))

    def text(**new: Any) -> str:
        return f"({ast.unparse(type(node)(**{**fields, **new}))})"

    match node:
        case ast.Compare(ops=ops):
            for at, op in enumerate(ops):
                yield node, text(ops=[*ops[:at], SWAPPED[type(op)](), *ops[at + 1 :]])
        case ast.BinOp(op=op) if type(op) in SWAPPED:
            yield node, text(op=SWAPPED[type(op)]())
        case ast.BoolOp(op=op, values=values):
            yield node, text(op=SWAPPED[type(op)]())
            for at in range(len(values)):
                yield node, text(values=values[:at] + values[at + 1 :])
        case ast.UnaryOp(ast.Not(), operand):
            yield node, f"({ast.unparse(operand)})"
        case ast.Constant(bool(value)):
            yield node, repr(not value)
        case ast.Constant(int() | float() as number):
            yield node, f"({number + 1})"
            yield node, f"({number - 1})"
        case ast.Name(id, ast.Load()) if id in NAMES:
            yield node, NAMES[id]
        case ast.Call(ast.Name("zip")):  # `strict=` changes nothing while the lengths agree.
            pass
        case ast.Call(keywords=words):
            for word in words:
                yield node, text(keywords=[each for each in words if each is not word])
        case ast.Return(value) if value is not None and ast.unparse(value) != "None":
            yield value, "None"
        case ast.If(test) | ast.IfExp(test) | ast.While(test):
            if not isinstance(test, (ast.Compare, ast.BoolOp, ast.UnaryOp, ast.Constant)):
                yield test, f"(not {ast.unparse(test)})"
        case ast.comprehension(ifs=tests):
            yield from ((test, "True") for test in tests)
        case ast.ExceptHandler(ast.Tuple(kinds) as whole):
            for one in kinds:
                rest = [each for each in kinds if each is not one]
                yield whole, f"({ast.unparse(ast.Tuple(rest, ast.Load()))})"
    if isinstance(node, DELETED) or (
        isinstance(node, ast.Assign) and not isinstance(node.targets[0], (ast.Name, ast.Tuple))
    ):
        yield node, "pass"


def difference(old: ast.AST, after: str) -> str:
    """Return what changes, without most of the words that stay."""
    before, words = ast.unparse(old).split(), after.removeprefix("(").removesuffix(")").split()
    start = f"{before[0]}... " if len(before) > MOST_WORDS else ""
    while start and before and words and before[-1] == words[-1]:
        before, words = before[:-1], words[:-1]
    while start and before and words and before[0] == words[0]:
        before, words = before[1:], words[1:]
    return f"{start}{' '.join(before[:20])} -> {' '.join(words[:20])}".rstrip()


def is_skipped(node: ast.AST) -> bool:
    """Whether nothing in a node is mutated: texts, docstrings, and what only type checkers read.

    Nor are the constants of a module: most tune the work, and nobody notices one node more.
    """
    match node:
        case ast.JoinedStr() | ast.Assert() | ast.Expr(ast.Constant()):
            return True
        case ast.If(ast.Name("TYPE_CHECKING")):
            return True
    return False


def mutants(root: Path, path: Path) -> Iterator[Mutant]:
    """Yield all mutants of a file."""
    source = path.read_bytes()
    starts = [0]
    for row in source.splitlines(keepends=True):
        starts.append(starts[-1] + len(row))

    def walk(node: ast.AST, place: str, lines: range) -> Iterator[Mutant]:
        if is_skipped(node) or (not place and isinstance(node, ast.Constant)):
            return
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            place = f"{place}.{node.name}".lstrip(".")
        elif isinstance(node, (ast.stmt, ast.ExceptHandler)) and (place or lines):
            body = getattr(node, "body", None)
            last = body[0].lineno if body else (node.end_lineno or 0) + 1
            lines = range(node.lineno, max(last, node.lineno + 1))
        for old, after in changes(node):
            assert isinstance(old, (ast.expr, ast.stmt))
            begin = starts[old.lineno - 1] + old.col_offset
            end = starts[(old.end_lineno or 0) - 1] + (old.end_col_offset or 0)
            name = f"{path.relative_to(root).as_posix()}: {place}: {difference(old, after)}"
            yield Mutant(path, lines, old.lineno, name, begin, end, after)
        is_zip = isinstance(node, ast.Call) and ast.unparse(node.func) == "zip"
        for field, value in ast.iter_fields(node):
            if field not in SKIPPED_FIELDS and not (is_zip and field == "keywords"):
                for child in value if isinstance(value, list) else [value]:
                    if isinstance(child, ast.AST):
                        yield from walk(child, place, lines)

    yield from walk(ast.parse(source), "", range(0))


# In the process that traces ---------------------------------------------------------------------

_lines: dict[str, tuple[float, list[tuple[str, int]]]] = {}


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Note the lines of the traced folder that a test executes, and its CPU time."""
    folder = os.environ.get(TRACED)
    if folder is None:
        return (yield)
    seen: set[tuple[str, int]] = set()

    def trace(frame: FrameType, event: str, arg: object) -> Any:
        if not frame.f_code.co_filename.startswith(folder):
            return None
        seen.add((frame.f_code.co_filename.removeprefix(folder), frame.f_lineno))
        return trace

    begun = process_time()
    sys.settrace(trace)
    threading.settrace(trace)
    try:
        return (yield)
    finally:
        sys.settrace(None)
        threading.settrace(None)
        _lines[item.nodeid] = (process_time() - begun, sorted(seen))


def pytest_sessionfinish() -> None:
    """Write what was traced."""
    if TRACED in os.environ:
        Path("lines.json").write_text(json.dumps(_lines), encoding="utf-8")


# In the process that mutates --------------------------------------------------------------------


def run_tests(copy: Path, tests: list[str], *, seconds: float, traced: Path | None = None) -> int:
    """Run tests in a copy of the project; return the exit code of pytest, or -9 after a limit."""

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_CPU, (int(seconds) + 1, int(seconds) + 1))
        resource.setrlimit(resource.RLIMIT_AS, (MOST_BYTES, MOST_BYTES))

    # The bytecode of the traced run is used for all mutants, which do not change it.
    extra = {TRACED: str(traced)} if traced else {"PYTHONDONTWRITEBYTECODE": "1"}
    paths = {"PYTHONPATH": str(copy / "src"), "PYTHONPYCACHEPREFIX": str(copy / "compiled")}
    command = [sys.executable, "-m", "pytest", "-x", "-n0", "-q", "-pno:cacheprovider"]
    process = subprocess.Popen(
        [*command, "-ptests.mutate", *tests],
        cwd=copy,
        env=os.environ | paths | extra,
        stdout=sys.stdout if traced else subprocess.DEVNULL,
        stderr=subprocess.STDOUT,
        preexec_fn=limit,
        start_new_session=True,
    )
    try:
        return process.wait(timeout=60 + 20 * seconds)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, 9)
        process.wait()
        return -9


def tests_of(
    mutant: Mutant, package: Path, traced: dict[str, Any], seconds: float
) -> tuple[list[str], float]:
    """Return the tests that execute a statement, quickest first, and their time."""
    name = str(mutant.path).removeprefix(str(package))
    chosen: list[str] = []
    total = 0.0
    for test, (duration, lines) in sorted(traced.items(), key=lambda item: item[1][0]):
        runs = any(path == name and (not mutant.lines or at in mutant.lines) for path, at in lines)
        if runs and (total + duration <= seconds or not chosen):
            chosen.append(test)
            total += duration
    return chosen, total


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.mutate", description=__doc__)
    parser.add_argument("package", type=Path)
    parser.add_argument("tests", nargs="+")
    parser.add_argument("-n", type=int, default=150, help="mutants in the sample (150)")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--seconds", type=float, default=20, help="of tests for a mutant (20)")
    parser.add_argument("--only", default="", help="only mutants whose names contain this text")
    parser.add_argument("--lines", type=Path, help="a file for the traced lines, to trace once")
    asked = parser.parse_args()
    rows = EQUIVALENT.read_text(encoding="utf-8").splitlines() if EQUIVALENT.exists() else []
    equivalent = {row for row in rows if row.startswith("src/")}
    with tempfile.TemporaryDirectory() as name:
        copy = Path(name).resolve()
        for entry in ROOT.iterdir():
            if entry.name in ("src", "tests"):
                shutil.copytree(entry, copy / entry.name, symlinks=True)
            elif not entry.name.startswith(".git"):
                (copy / entry.name).symlink_to(entry)
        package = copy / asked.package
        lines = asked.lines or copy / "lines.json"
        if not lines.exists():
            if run_tests(copy, asked.tests, seconds=3000, traced=package):
                raise SystemExit("the tests must pass before anything is mutated")
            if asked.lines:
                shutil.copy(copy / "lines.json", lines)
        else:
            run_tests(copy, ["--collect-only", *asked.tests], seconds=3000, traced=package)
        traced = json.loads(lines.read_text(encoding="utf-8"))
        paths = sorted(package.rglob("*.py")) if package.is_dir() else [package]
        every = [mutant for path in paths for mutant in mutants(copy, path)]
        every = [mutant for mutant in every if asked.only in mutant.name]
        sample = random.Random(asked.seed).sample(every, min(asked.n, len(every)))
        totals: dict[str, Counter[str]] = defaultdict(Counter)
        for mutant in sample:
            tests, seconds = tests_of(mutant, package, traced, asked.seconds)
            outcome = "equivalent" if mutant.name in equivalent else "survived"
            if tests and outcome == "survived":
                with mutant.applied():
                    if run_tests(copy, tests, seconds=10 + 3 * seconds):
                        outcome = "killed"
            totals[mutant.path.name][outcome] += 1
            if outcome == "survived":
                print(f"line {mutant.line}, {len(tests)} tests: {mutant.name}", flush=True)
    print(f"{len(sample)} of {len(every)} mutants, seed {asked.seed}")
    for path_name, total in [*sorted(totals.items()), ("all", sum(totals.values(), Counter()))]:
        print(f"{path_name:40}", *(f"{total[key]:4} {key}" for key in (
            "killed", "survived", "equivalent")))  # fmt: skip


if __name__ == "__main__":
    main()
