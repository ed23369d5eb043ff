"""Kill runs in a file, and measure what is done twice: `python bench/kills.py ENGINE SIZE`.

    python bench/kills.py bits 18                 queens on 18x18, ten times kill -9
    python bench/kills.py frontier 150 --strip    tetrominoes on 10x150: a sweep of short layers
    python bench/kills.py bits 16 --cluster       two of the workers of a cluster are killed
    python bench/kills.py bits 16 --pair          two commands at once on one file

The run is made once without a kill and once with them; counts and nodes must be the same, except
that a count with a memo visits more nodes.  What a kill loses is at most the time since the file
was written last, or since the process of a sweep began.  For workers of a cluster it is the whole
processor time of all workers, compared with the run without kills; for two commands, the nodes of
both, compared with those of the count.
"""

from __future__ import annotations

import argparse
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
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
        return kills(problem, given.engine, folder, given.kills)


def strip(length: int) -> combien.Problem:
    """Return the tetrominoes, any number of each, on a board of 10 rows."""
    board = combien.Region.box(length, 10)
    return combien.TilingProblem(board, catalogue.tetrominoes(times="any")).problem()


# One command --------------------------------------------------------------------------------------


def kills(problem: combien.Problem, engine: str, folder: Path, number: int) -> int:
    """Kill a command at random moments, each time the same command again."""
    file = folder / "problem.json"
    file.write_text(formats.write(problem, format="json"))

    def begun(path: Path) -> subprocess.Popen[bytes]:
        count = [sys.executable, "-m", "combien", "count", "--engine", engine, "--threads", "1"]
        words = [*count, str(file), "--checkpoint", str(path)]
        return subprocess.Popen(words, stdout=subprocess.DEVNULL)

    whole, killed = folder / "whole.db", folder / "killed.db"
    started = perf_counter()
    begun(whole).wait()
    seconds = perf_counter() - started
    dice, lost, made = Random(0), 0.0, 0
    while True:
        process, since = begun(killed), time()
        try:
            process.wait(2 * seconds * dice.random() / number if made < number else None)
            break
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            last = written(killed)
            # Before its first lease it has done nothing; a sweep has no leases.
            if last > since or engine == "frontier":
                lost += time() - max(since, last)
            made += 1
    print(f"{engine}: {seconds:.0f} s, {made} kills, {lost / seconds:.1%} done twice")
    return same(whole, killed)


def written(path: Path) -> float:
    """Return when the file of a run was written last; 0 if there is none."""
    files = [file for file in (path, path.with_name(f"{path.name}-wal")) if file.exists()]
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
