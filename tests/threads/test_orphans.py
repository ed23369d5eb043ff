"""The children of a process end within seconds when it is killed."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

# Each program prints a line as soon as its workers are in the middle of what takes minutes.
POOL = """
import sys, time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from combien._base.threads import begin_worker

def work():
    print("busy", flush=True)
    time.sleep(600)

if __name__ == "__main__":
    # Three processes: one of them waits for a task.
    spawn = get_context("spawn")
    with ProcessPoolExecutor(3, mp_context=spawn, initializer=begin_worker) as pool:
        for _ in range(2):
            pool.submit(work)
        pool.submit(int)
        time.sleep(600)
"""
# The worker also imports this program: its questions never end, and send no events.
SERVER = """
import time
from combien.web import session, worker

def answer(question, emit):
    if question not in worker.WARM:
        print("busy", flush=True)
        time.sleep(600)

session.answer = answer
if __name__ == "__main__":
    worker.Worker().ask("{}")
    time.sleep(600)
"""
SOLVER = """
from itertools import combinations
from combien.sat._library import LibrarySolver

holes = range(1, 13)
clauses = [[12 * pigeon + hole for hole in holes] for pigeon in range(13)]
for pair in combinations(range(13), 2):
    clauses += [[-12 * pigeon - hole for pigeon in pair] for hole in holes]
solver = LibrarySolver(clauses)
solver.run(2**40, 0.3)
print(solver._process._popen.pid, flush=True)
solver.run(2**40, 600)
"""


@pytest.mark.parametrize(("program", "busy"), [(POOL, 2), (SERVER, 1)], ids=["pool", "server"])
def test_workers_end_with_a_killed_parent(program: str, busy: int, tmp_path: Path) -> None:
    parent = begun(program, tmp_path)
    assert [parent.stdout.readline() for _ in range(busy)] == [b"busy\n"] * busy
    parent.kill()
    # All processes that it started have inherited its output, which ends with the last of them.
    assert parent.communicate(timeout=20) == (b"", None)


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere, at the end of the query")
@pytest.mark.skipif(find_spec("pysat") is None, reason="needs python-sat")
def test_a_solver_ends_with_a_killed_parent(tmp_path: Path) -> None:
    parent = begun(SOLVER, tmp_path)
    solver = os.pidfd_open(int(parent.stdout.readline()))
    parent.kill()
    parent.communicate()
    ended, _, _ = select.select([solver], [], [], 20)
    if not ended:
        signal.pidfd_send_signal(solver, signal.SIGKILL)
    os.close(solver)
    assert ended


def begun(program: str, folder: Path) -> Any:
    """A process that runs a program."""
    file = folder / "parent.py"
    file.write_text(program)
    return subprocess.Popen([sys.executable, file], stdout=subprocess.PIPE)
