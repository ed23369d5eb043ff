"""Counts that take a moment: limits at random moments, and runs that are killed and continued.

A case names one of a few families of problems and its size; what is random in the ways comes from
`dice`, except for the moments, which no seed decides.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from functools import cache, partial
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import combien
from combien import Problem, Region, Tile, TilingProblem
from combien.cover import formats
from combien.errors import CannotAnswer, CombienError, OutOfBudget
from tests.engines.boards import latin, queens
from tests.hunt.asking import Case, Kind, Questions, Way
from tests.hunt.covers import SEARCHES

__all__ = ["LIMITS", "RUNS"]

DRAWINGS = ["**", "***", "*.\n**", "**\n**", "***\n*..", "*.*", "**.\n.**"]
SIZES = {
    "queens": (4, 9),
    "latin": (2, 4),
    "board": (3, 6),
    "large queens": (9, 11),
    "large board": (5, 7),
}
# Of dancing links: about a second.
MOST_SEARCHED = 2_000_000
# Of one question of another kind.
MOST_NODES = 10_000_000
ENGINES = ("bits", "dlx", "memo", "frontier", "auto")
# The command, which ends with the process that started it.
WATCHED = """
from runpy import run_module
from tests.hunt.children import end_with
end_with(0)
run_module("combien", run_name="__main__")
"""


@cache
def problem_of(name: str, size: int, tiles: tuple[int, ...]) -> Problem:
    """The problem of a case."""
    if name.endswith("queens"):
        return queens(max(size, 2))
    if name == "latin":
        return latin(max(size, 1))
    chosen = [Tile(DRAWINGS[number], symmetries="all", times="any") for number in tiles]
    width = size if "large" in name else size + 1
    return TilingProblem(Region.box(width, size), chosen).problem()


@cache
def number_of(name: str, size: int, tiles: tuple[int, ...]) -> int:
    """How many solutions it has, by the engine that is best at it."""
    return combien.count(problem_of(name, size, tiles))


@cache
def is_searched(name: str, size: int, tiles: tuple[int, ...]) -> bool:
    """Whether a search for all solutions ends soon; one for none at all may be the longest."""
    try:
        combien.count(problem_of(name, size, tiles), engine="dlx", nodes=MOST_SEARCHED)
    except OutOfBudget:
        return False
    return True


def _drawn_problem(random: Random, names: list[str]) -> Any:
    name = random.choice(names)
    tiles = sorted(random.sample(range(len(DRAWINGS)), random.choice([1, 2, 2, 3])))
    return [name, random.randint(*SIZES[name]), tiles]


def _given(drawn: Any) -> tuple[str, int, tuple[int, ...]]:
    return drawn[0], drawn[1], tuple(drawn[2])


# Limits -----------------------------------------------------------------------------------------


def drawn_limits(random: Random) -> Case:
    """A problem, and the limits of a few questions about it."""
    problem = _drawn_problem(random, ["queens", "latin", "board"])
    limits = [
        [random.choice(ENGINES), kind, 0 if kind == "seconds" else random.randint(0, 5000), threads]
        for _ in range(3)
        for kind, threads in [(random.choice(["nodes", "seconds", "bytes"]), random.randint(1, 3))]
    ]
    for limit in limits:
        if limit[1] == "seconds":
            limit[2] = random.randint(0, 30)
    return {"problem": problem, "limits": limits, "dice": random.getrandbits(32)}


def asked_limits(case: Case) -> Questions:
    """Counts and lists that are stopped again and again."""
    problem, number = problem_of(*_given(case["problem"])), number_of(*_given(case["problem"]))
    counts: dict[str, Way] = {"count": lambda: number}
    lists: dict[str, Way] = {}
    for engine, kind, limit, threads in case["limits"]:
        name = f"{engine}, {limit} {kind}, {threads} threads"
        counts[name] = partial(_counted, problem, number, engine, kind, limit, threads)
        if number <= 2000 and engine in ("auto", *SEARCHES):
            lists[name] = partial(_listed, problem, engine, kind, limit, threads)
    if lists:
        lists = {"list": lambda: sorted(combien.solutions(problem, engine="dlx"))} | lists
    return {"count": counts, "solutions": lists}


def _limit(kind: str, limit: int) -> dict[str, Any]:
    return {"nodes": MOST_NODES, kind: limit / 1000 if kind == "seconds" else limit}


def _check_nodes(known: Any) -> None:
    """Raise `CannotAnswer` if nothing smaller than a search of minutes will do."""
    if known.get("nodes", 0) >= MOST_NODES:
        raise CannotAnswer("many nodes")


def _counted(
    problem: Problem, number: int, engine: str, kind: str, limit: int, threads: int
) -> int:
    """A count within more and more of something, that goes on where it stopped."""
    position = ""
    for _ in range(60):
        try:
            return combien.count(
                problem, engine=engine, threads=threads, resume=position, **_limit(kind, limit)
            )
        except OutOfBudget as stop:
            least = stop.known.get("at_least", 0)
            assert least <= number, f"at least {least}"
            _check_nodes(stop.known)
            position = stop.position or position
            limit = 2 * limit + 1
    raise CannotAnswer("not done")


def _listed(problem: Problem, engine: str, kind: str, limit: int, threads: int) -> list[Any]:
    found: list[Any] = []
    position = ""
    for _ in range(60):
        walk = combien.solutions(
            problem, engine=engine, threads=threads, resume=position, **_limit(kind, limit)
        )
        try:
            found.extend(walk)
        except OutOfBudget as stop:
            _check_nodes(stop.known)
            position = walk.position
            limit = 2 * limit + 1
        else:
            return sorted(found)
    raise CannotAnswer("not done")


# Runs -------------------------------------------------------------------------------------------


def drawn_run(random: Random) -> Case:
    """A run in a file, the moments at which it is killed, and who works on it."""
    names = ["large queens", "large board", "large board"]
    engine = random.choice(ENGINES)
    if engine == "frontier":
        # A run by a sweep is what `auto` chooses.
        engine = "auto"
    return {
        "problem": _drawn_problem(random, names),
        "other": _drawn_problem(random, names),
        "engine": engine,
        "kills": [random.randint(0, 1200) for _ in range(random.randint(1, 3))],
        "workers": random.choice([[], [], ["--threads", "2"], ["--processes", "2"]]),
        "nodes": random.randint(10, 50_000),
    }


def asked_run(case: Case) -> Questions:
    """The number, by a run that is killed, one that is limited, and one of another problem."""
    one, other = _given(case["problem"]), _given(case["other"])
    engine = case["engine"] if is_searched(*one) else "auto"
    second = case["engine"] if is_searched(*one) and is_searched(*other) else "auto"
    return {
        "count": {
            "count": partial(number_of, *one),
            "killed": partial(_killed, one, engine, case["kills"], case["workers"]),
            "limited": partial(_limited, one, engine, case["nodes"]),
        },
        "another problem": {
            "count": partial(number_of, *other),
            "after a run": partial(_replaced, one, other, second, case["nodes"]),
        },
    }


def _killed(drawn: Any, engine: str, kills: list[int], workers: list[str]) -> int:
    """The number that the command prints at last; no process may outlive the first one."""
    with TemporaryDirectory() as folder:
        problem, path = Path(folder, "problem.dlx"), Path(folder, "run.db")
        problem.write_text(formats.write(problem_of(*drawn), format="dlx"))
        words = [sys.executable, "-c", WATCHED, "count", "--engine", engine, str(problem)]
        if engine in ("memo", "auto"):
            workers = []
        words += ["--checkpoint", str(path), *workers]
        for milliseconds in kills:
            process = _started(words)
            try:
                process.wait(0.2 + milliseconds / 1000)
            except subprocess.TimeoutExpired:
                process.kill()
            process.communicate()
            _wait_for_workers(process.pid)
        process = _started(words)
        output, errors = process.communicate(timeout=500)
        if process.returncode not in (0, 10):
            raise ValueError(f"exit code {process.returncode}: {errors[-300:]}")
        number = int(output)
        assert (process.returncode == 10) == (number == 0), f"exit code {process.returncode}"
        return number


def _started(words: list[str]) -> subprocess.Popen[str]:
    return subprocess.Popen(
        words,
        stdin=_life(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        cwd=Path(__file__).parents[2],
    )


@cache
def _life() -> int:
    """A pipe that ends when this process does."""
    return os.pipe()[0]


def _wait_for_workers(group: int) -> None:
    """Wait until the processes of a killed one have ended; raise an error if they do not."""
    ends = time.monotonic() + 120
    while time.monotonic() < ends:
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return
        time.sleep(0.02)
    os.killpg(group, signal.SIGKILL)
    raise ValueError("workers outlive the process that was killed")


def _limited(drawn: Any, engine: str, nodes: int) -> int:
    """The number of a run that gets more and more nodes."""
    with TemporaryDirectory() as folder:
        path = Path(folder, "run.db")
        for _ in range(40):
            try:
                return combien.count(
                    problem_of(*drawn), engine=engine, checkpoint=path, nodes=nodes
                )
            except OutOfBudget as stop:
                least = stop.known.get("at_least", 0)
                assert least <= number_of(*drawn), f"at least {least}"
                nodes *= 2
    raise CannotAnswer("not done")


def _replaced(drawn: Any, other: Any, engine: str, nodes: int) -> int:
    """The number of another problem, after a run whose file alone was removed."""
    with TemporaryDirectory() as folder:
        path = Path(folder, "run.db")
        with suppress(OutOfBudget):
            combien.count(problem_of(*drawn), engine=engine, checkpoint=path, nodes=50 * nodes)
        path.unlink(missing_ok=True)
        try:
            return combien.count(problem_of(*other), engine=engine, checkpoint=path)
        except CombienError as error:
            raise CannotAnswer(str(error)) from None


LIMITS = Kind("limits", drawn_limits, asked_limits)
RUNS = Kind("runs", drawn_run, asked_run)
