"""Kill runs in a file, and measure what that costs: `python bench/kills.py ENGINE SIZE`.

    python bench/kills.py bits 18                 queens on 18x18, ten times kill -9
    python bench/kills.py frontier 150 --strip    tetrominoes on 10x150: a sweep of short layers
    python bench/kills.py frontier 150 --strip --every 30     a kill every 30 s
    python bench/kills.py bits 16 --cluster       two of the workers of a cluster are killed
    python bench/kills.py bits 16 --pair          two commands at once on one file

The count is made without a file, in a file without a kill, and in a file with them; counts and
nodes must be the same, except that a count with a memo visits more nodes.  All times are processor
times, also those between two kills.  What is done twice is the time since the file was written
last; after each kill, a command that ends after one node measures how long it takes to start and
to load what is stored.  For workers of a cluster it is the processor time of all workers, compared
with the run without kills; for two commands, the nodes of both, compared with those of the count.
"""

from __future__ import annotations

import argparse
import os
import shutil
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from math import inf
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import perf_counter, sleep, time
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
if str(ROOT) not in sys.path:
    sys.path.insert(0, str(ROOT))

import combien  # noqa: E402
from combien import running  # noqa: E402
from combien.cover import formats  # noqa: E402
from combien.puzzles import Queens  # noqa: E402
from combien.running._coordinator import count_with_ledger  # noqa: E402
from combien.running._runners import Task, Threads, Worked, WorkerDied  # noqa: E402  # noqa: E402
from combien.tilings import catalogue  # noqa: E402


def main() -> int:
    """Print what was done twice; the result is 1 if a count or its nodes differ."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("engine")
    parser.add_argument("size", type=int)
    parser.add_argument("--kills", type=int, default=10)
    parser.add_argument("--every", type=float, metavar="SECONDS", help="instead of --kills")
    parser.add_argument("--strip", action="store_true")
    parser.add_argument("--cluster", action="store_true")
    parser.add_argument("--pair", action="store_true")
    given = parser.parse_args()
    problem = strip(given.size) if given.strip else Queens(given.size).problem()
    with TemporaryDirectory() as name:
        folder = Path(name)
        if given.pair:
            return pair(problem, given.engine, folder)
        if given.cluster:
            return cluster(problem, given.engine, folder)
        return kills(problem, given.engine, folder, given.kills, given.every)


def strip(length: int) -> combien.Problem:
    """Return the tetrominoes, any number of each, on a board of 10 rows."""
    board = combien.Region.box(length, 10)
    return combien.TilingProblem(board, catalogue.tetrominoes(times="any")).problem()


# One command --------------------------------------------------------------------------------------


def kills(
    problem: combien.Problem, engine: str, folder: Path, number: int, every: float | None
) -> int:
    """Kill a command at random moments, each time the same command again."""
    file = folder / "problem.json"
    file.write_text(formats.write(problem, format="json"))
    count = [sys.executable, "-m", "combien", "count", "--engine", engine, "--threads", "1"]

    def words(name: str, *more: str) -> list[str]:
        return [*count, str(file), "--checkpoint", str(folder / name), *more]

    # At once, as other processes slow both down.
    with ThreadPoolExecutor() as both:
        alone, stored = both.map(lambda each: spent(each)[0], [[*count, str(file)], words("whole")])
    dice, starting, lost, made = Random(0), 0.0, 0.0, 0
    mean = every or stored / number
    while True:
        last = every is None and made == number
        since = time()
        seconds, ended = spent(words("killed"), inf if last else 2 * mean * dice.random())
        if ended:
            break
        end = time()
        part = (end - written(folder / "killed")) / (end - since)
        made += 1
        # Of a copy, as a start is stored, too.
        for left in folder.glob("killed*"):
            copy = shutil.copytree if left.is_dir() else shutil.copy
            copy(left, folder / left.name.replace("killed", "copy"))
        start = spent(words("copy", "--nodes", "1"))[0]
        for left in folder.glob("copy*"):
            shutil.rmtree(left) if left.is_dir() else left.unlink()
        starting += start
        lost += part * seconds if part < 1 else max(0, seconds - start)
    print(f"{engine}: {alone:.1f} s without a file, {made} kills")
    costs = {"saving": stored - alone, "starting and loading": starting, "done twice": lost}
    for what, cost in {**costs, "in all": sum(costs.values())}.items():
        print(f"{cost:7.2f} s {cost / alone:6.1%} {what}")
    return same(folder / "whole", folder / "killed")


def spent(words: list[str], most: float = inf) -> tuple[float, bool]:
    """Run a command, and kill it after this processor time; return its time, and if it ended."""
    process = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    while True:
        ended, status, used = os.wait4(process.pid, os.WNOHANG)
        if ended:
            return used.ru_utime + used.ru_stime, not os.WIFSIGNALED(status)
        if _used(process.pid) >= most:
            os.kill(process.pid, signal.SIGKILL)
        sleep(0.005)


def written(path: Path) -> float:
    """Return when the last layer of a run, or its file, was written; 0 if there is none."""
    layers = list(path.with_name(f"{path.name}.layers").glob("*.words"))
    files = layers or [file for file in path.parent.glob(f"{path.name}*") if file.is_file()]
    return max((file.stat().st_mtime for file in files), default=0.0)


def same(whole: Path, other: Path) -> int:
    """Print the states of two runs, and return whether they differ."""
    one, two = running.status(whole), running.status(other)
    print(f"without: {one}\nwith:    {two}")
    alike = one.found == two.found and (one.nodes == two.nodes or one.engine == "memo")
    return not (alike and two.complete)


# A cluster ----------------------------------------------------------------------------------------


def cluster(problem: combien.Problem, engine: str, folder: Path) -> int:
    """Kill two workers of a cluster while it counts."""
    import distributed  # Optional dependency.

    spent, seconds = list[float](), 0.0
    for path in (folder / "whole.db", folder / "killed.db"):
        workers = distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, protocol="tcp://", dashboard_address=None
        )
        with workers, distributed.Client(workers) as client:
            used: dict[int, float] = {}
            ended = threading.Event()
            watch = threading.Thread(target=_watch, args=(client, used, ended))
            before = sum(_used(pid) for pid in client.run(os.getpid).values())
            watch.start()
            started = perf_counter()
            if spent:
                killer = threading.Thread(target=_kill_two, args=(client, seconds, used))
                killer.start()
            combien.count(problem, engine=engine, checkpoint=path, cluster=client)
            seconds = perf_counter() - started
            ended.set()
            watch.join()
            spent.append(sum(used.values()) - before)
    print(f"{engine}: {seconds:.0f} s, 2 kills, {spent[1] / spent[0] - 1:.1%} more processor time")
    return same(folder / "whole.db", folder / "killed.db")


def _used(process: int) -> float:
    """Return the processor seconds of a process."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _watch(client: Any, used: dict[int, float], ended: threading.Event) -> None:
    while not ended.wait(0.05):
        for worker in list(client.cluster.workers.values()):
            process = worker.process and worker.process.process
            if process and process.pid and Path(f"/proc/{process.pid}/stat").exists():
                used[process.pid] = _used(process.pid)


def _kill_two(client: Any, seconds: float, used: dict[int, float]) -> None:
    for _ in range(2):
        sleep(seconds / 3)
        process = min(client.run(os.getpid).values())
        used[process] = _used(process)
        os.kill(process, signal.SIGKILL)


# Two commands -------------------------------------------------------------------------------------


def pair(problem: combien.Problem, engine: str, folder: Path) -> int:
    """Let two coordinators work on one file."""
    path, visited = folder / "run.db", [0, 0]

    class Counted(Threads):
        def __init__(self, problem: combien.Problem, which: int) -> None:
            super().__init__(problem, 1)
            self._which = which

        def next_done(self, seconds: float) -> list[tuple[Task, list[Worked] | WorkerDied]]:
            done = super().next_done(seconds)
            for _, found in done:
                if not isinstance(found, WorkerDied):
                    visited[self._which] += sum(worked.nodes for worked in found)
            return done

    def coordinate(which: int) -> Callable[[], None]:
        def begin() -> None:
            runner = lambda problem: Counted(problem, which)  # noqa: E731
            count_with_ledger(problem, path, engine=engine, runner=runner)

        return begin

    threads = [threading.Thread(target=coordinate(which)) for which in (0, 1)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    state = running.status(path)
    print(f"{state}\nnodes of each: {visited}; {sum(visited) / state.nodes - 1:.2%} done twice")
    return 0


if __name__ == "__main__":
    sys.exit(main())
