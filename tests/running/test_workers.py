"""Workers that share the file of a run: `combien runs begin` and `combien runs work`."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from random import Random

import pytest

import combien
from combien import running
from combien.cover import formats
from combien.errors import BadFormat, BadInput, CannotAnswer, Interrupted, OutOfBudget
from combien.running import _workers
from combien.running._ledger import Ledger
from combien.running._workers import begin_run, work_on
from tests.engines.boards import queens


def begun(path: Path, size: int = 9, engine: str = "bits", parts: int = 100) -> Path:
    begin_run(queens(size), path, engine=engine, parts=parts)
    return path


def worker(path: Path, name: str) -> subprocess.Popen[str]:
    words = [sys.executable, "-m", "combien", "runs", "work", "--name", name, str(path)]
    return subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def nodes_of(size: int) -> int:
    return combien.answer(queens(size), engine="bits").work["nodes"]


def test_four_workers_some_of_which_are_killed(tmp_path: Path) -> None:
    path = begun(tmp_path / "run.db", 15, parts=300)
    dice = Random(0)
    workers = [worker(path, f"job.{number}") for number in range(4)]
    for kill in range(6):
        time.sleep(0.2 + 0.3 * dice.random())
        chosen = dice.randrange(4)
        workers[chosen].kill()
        workers[chosen].communicate()
        workers[chosen] = worker(path, f"again.{kill}")
    for each in workers:
        out, err = each.communicate(timeout=120)
        assert each.returncode == 0, err
        assert out.startswith("complete: 2279184 solutions")
    state = running.status(path)
    assert (state.found, state.nodes) == (2279184, nodes_of(15))
    assert running.verify(path) == 10
    # The journal is kept, and has no log beside it.
    assert {file.name for file in tmp_path.iterdir()} == {"run.db", "run.db-journal"}


def test_a_worker_that_is_asked_to_end_stores_what_it_found(tmp_path: Path) -> None:
    path = begun(tmp_path / "run.db", 17, parts=20)
    ended = worker(path, "a")
    while not (owners := running.status(path).owners):
        time.sleep(0.05)
    assert owners[0].rpartition(":")[2].startswith("a-")
    time.sleep(0.5)
    ended.send_signal(signal.SIGTERM)
    assert "what was found is stored" in ended.communicate(timeout=60)[1]
    assert ended.returncode == 130
    state = running.status(path)
    assert state.leased == 0
    assert 0 < state.nodes < nodes_of(15) * 50


def test_limits_and_interrupts(tmp_path: Path) -> None:
    path = begun(tmp_path / "run.db", 12)
    with pytest.raises(OutOfBudget):
        work_on(path, budget=combien.Budget(nodes=1000))

    def press(progress: object) -> None:
        raise KeyboardInterrupt

    with pytest.raises(Interrupted):
        work_on(path, report=press)
    found = work_on(path, threads=2)
    assert (found.count, found.work["nodes"], found.engine) == (14200, nodes_of(12), "bits")
    # There is nothing left to do, and count continues such a run, too.
    assert work_on(path).count == combien.count(queens(12), checkpoint=path) == 14200


def test_a_run_that_cannot_be_begun(tmp_path: Path) -> None:
    path = tmp_path / "run.db"
    for engine in ("frontier", "memo"):
        with pytest.raises(CannotAnswer, match="does not search"):
            begin_run(queens(6), path, engine=engine, parts=10)
    with pytest.raises(BadInput, match="parts"):
        begin_run(queens(6), path, engine="bits", parts=0)
    assert begin_run(queens(6), path, engine="bits", parts=10) >= 10
    content = path.read_bytes()
    with pytest.raises(BadInput, match="there is a file"):
        begin_run(queens(7), path, engine="bits", parts=10)
    assert path.read_bytes() == content


def test_runs_that_are_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="there is no file"):
        work_on(tmp_path / "none.db")
    for engine in ("frontier", "memo"):
        path = tmp_path / engine
        combien.count(queens(6), engine=engine, checkpoint=path)
        with pytest.raises(BadInput, match=f"a run of {engine}, which one process continues"):
            work_on(path)
    other = tmp_path / "other.db"
    Ledger.create(other, queens(4), engine="nobody", seed=0, nodes=0, positions=[(0, "")]).close()
    with pytest.raises(BadFormat, match="a run of 'nobody', which is not an engine"):
        work_on(other)
    path = begun(tmp_path / "run.db")
    for name in ("a b", "a:b", "x" * 41, "../x"):
        with pytest.raises(BadInput, match="is not the name of a worker"):
            work_on(path, name=name)


@pytest.mark.parametrize("seed", range(8))
def test_a_damaged_file_is_refused_or_counts_the_same(tmp_path: Path, seed: int) -> None:
    path = begun(tmp_path / "run.db", 8, parts=20)
    dice, content = Random(seed), bytearray(path.read_bytes())
    content[dice.randrange(100, len(content))] ^= 1 << dice.randrange(8)
    path.write_bytes(content)
    try:
        found = work_on(path).count
    except (BadFormat, BadInput, CannotAnswer):
        return
    assert found == 92


MOUNTS = """\
20 1 8:1 / / rw,relatime - ext4 /dev/sda1 rw
21 20 0:5 / /home rw shared:1 - nfs4 server:/home rw,vers=4.2,local_lock=none
22 20 0:6 / /old rw - nfs server:/old rw,vers=3,nolock,local_lock=all
23 20 0:7 / /far rw - fuse.sshfs me@there rw
24 20 0:8 / /with\\040space rw - lustre there rw,flock
"""


@pytest.mark.parametrize(
    ("folder", "shared", "message"),
    [
        ("/somewhere", False, ""),
        ("/homeless", False, ""),
        ("/home/me", True, ""),
        ("/home/me", False, "was begun for one machine"),
        ("/old", True, r"\(nfs\) without locks between machines"),
        ("/far", True, r"\(fuse.sshfs\) without locks"),
        ("/with space", True, ""),
        ("/with space", False, r"\(lustre\) of several"),
    ],
)
def test_file_systems(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, folder: str, shared: bool, message: str
) -> None:
    table = tmp_path / "mountinfo"
    table.write_text(MOUNTS)
    mounted = _workers._mounted
    monkeypatch.setattr(_workers, "_mounted", lambda file: mounted(file, table))
    file = Path(folder) / "run.db"
    if message:
        with pytest.raises(BadInput, match=message):
            _workers._check_locks(file, shared=shared)
    else:
        _workers._check_locks(file, shared=shared)
    assert mounted(file, tmp_path / "none") == ("", set())


@pytest.mark.skipif(not hasattr(os, "fork"), reason="Windows has another shell")
def test_the_commands(tmp_path: Path) -> None:
    problem = tmp_path / "queens.json"
    problem.write_text(formats.write(queens(8), format="json"))

    def asked(*words: str) -> tuple[int, str]:
        ended = subprocess.run(
            [sys.executable, "-m", "combien", "runs", *words],
            capture_output=True,
            text=True,
            check=False,
            cwd=tmp_path,
        )
        return ended.returncode, ended.stdout + ended.stderr

    code, text = asked("begin", "queens.json", "--engine", "dlx", "--parts", "9")
    assert code == 2
    assert "name the file of the run: --checkpoint run.db" in text
    begin = ("begin", "queens.json", "--engine", "dlx", "--parts", "9", "--checkpoint", "run.db")
    assert asked(*begin) == (0, "run.db has 13 shares; search by combien runs work\n")
    assert asked("work", "run.db", "--threads", "2")[0] == 0
    assert asked("status", "run.db") == (0, asked("work", "run.db")[1])
