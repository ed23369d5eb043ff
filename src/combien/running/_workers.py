"""Workers that share nothing but the file of a run: jobs of a batch system, other machines.

Each of them leases shares, searches them and stores the results, as a coordinator does.  The file
is on a file system that the machines share, so it has another journal than that of a run on one
machine: the write-ahead log of sqlite needs shared memory, while a rollback journal needs locks
only.  The journal is kept and not removed, as a client of NFS may not notice for some time that
another one has created a file.

Where locks do not work between machines, nothing is safe, so such file systems are refused.  What
the system does not tell is caught later at best: rows that do not fit together are refused.

SQLite, "Write-Ahead Logging", "How to corrupt an SQLite database file".
"""

from __future__ import annotations

import os
import re
from pathlib import Path

from combien._base.budget import Meter
from combien._base.checks import check_int
from combien.cover._problem import Problem
from combien.engines import searcher_named
from combien.engines._places import TREE_VERSIONS
from combien.engines._protocol import UNLIMITED, Budget, Count, Reporter
from combien.errors import BadFormat, BadInput
from combien.running._coordinator import begin, count_with_ledger
from combien.running._ledger import MEMO, SWEEP, Ledger
from combien.running._runners import Threads

# File systems between machines, and those whose locks hold on one machine only.
NETWORK = re.compile(r"nfs4?|lustre|gpfs|beegfs|ceph|cifs|smb3?|afs|9p|glusterfs|orangefs|fuse\..*")
WITHOUT_LOCKS = re.compile(r"fuse\.sshfs|fuse\.s3.*|fuse\.rclone|afs")
LOCAL_LOCKS = {"nolock", "local_lock=all", "local_lock=posix", "localflock", "nobrl"}

NAME = re.compile(r"[A-Za-z0-9_.-]{1,40}")


def begin_run(problem: Problem, path: str | os.PathLike[str], *, engine: str, parts: int) -> int:
    """Create the file of a run that several machines may share; return the number of its shares.

    >>> from tempfile import TemporaryDirectory
    >>> from combien.puzzles import Queens
    >>> with TemporaryDirectory() as folder:
    ...     begin_run(Queens(8).problem(), f"{folder}/run.db", engine="dlx", parts=100)
    ...     work_on(f"{folder}/run.db", name="task-7").count
    101
    92

    Raises `BadInput` if there is such a file, `CannotAnswer` if the engine does not search.
    """
    file = Path(path)
    parts = check_int("parts", parts, least=1)
    _check_locks(file, shared=True)
    searcher = searcher_named(engine, problem)
    meter = Meter(UNLIMITED, engine="run")
    if file.exists() or not begin(
        problem, file, searcher, seed=0, parts=parts, meter=meter, shared=True
    ):
        raise BadInput(
            f"there is a file '{str(file)[:200]}' already: continue it by combien runs work, or "
            "name another file"
        )
    with Ledger.opened(file) as ledger:
        return ledger.count_shares("open")


def work_on(
    path: str | os.PathLike[str],
    *,
    name: str = "",
    threads: int = 1,
    budget: Budget = UNLIMITED,
    report: Reporter | None = None,
) -> Count:
    """Search shares of a run until none is left, here or in another worker; return the count.

    The name is shown by `status`.  Raises `OutOfBudget` and `Interrupted` after the results were
    stored, `BadFormat` if the file is damaged, and `BadInput` if the run has no shares, or if the
    file system is not one that its workers can share.
    """
    if name and not NAME.fullmatch(name):
        raise BadInput(f"'{name[:60]}' is not the name of a worker: use letters, digits, _ . -")
    file = Path(path)
    with Ledger.opened(file) as ledger:
        engine = ledger.engine
        if engine in (SWEEP, MEMO):
            raise BadInput(
                f"{file.name} is a run of {engine}, which one process continues: "
                f"combien count --checkpoint {file.name}"
            )
        if engine not in TREE_VERSIONS:
            raise BadFormat(f"{file.name} is a run of '{engine[:40]}', which is not an engine")
        _check_locks(file, shared=ledger.shared)
        problem = ledger.problem()
        ledger.check(problem, engine)
    return count_with_ledger(
        problem,
        file,
        engine=engine,
        runner=lambda problem: Threads(problem, threads),
        budget=budget,
        report=report,
        name=name,
    )


def _check_locks(file: Path, *, shared: bool) -> None:
    """Raise `BadInput` if the file system of a run is known not to be safe for it."""
    kind, options = _mounted(file)
    if not NETWORK.fullmatch(kind):
        return
    if WITHOUT_LOCKS.fullmatch(kind) or LOCAL_LOCKS & options:
        raise BadInput(
            f"{file.name} is on a file system ({kind}) without locks between machines: name a file "
            "on another one, such as NFS 4 without the options nolock and local_lock"
        )
    if not shared:
        raise BadInput(
            f"{file.name} was begun for one machine, and is on a file system ({kind}) of several: "
            "begin it by combien runs begin"
        )


def _mounted(file: Path, table: Path = Path("/proc/self/mountinfo")) -> tuple[str, set[str]]:
    """Return the type and the options of the file system of a file; empty where that is unknown."""
    try:
        lines = table.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:  # Not on Linux.
        return "", set()
    folder = str(file.absolute().parent.resolve())
    longest, found = -1, ("", set[str]())
    for line in lines:
        # The fields before the dash are of this mount, those behind it of its file system.
        here, _, there = line.partition(" - ")
        fields, (kind, *_, more) = here.split(), there.split() or ("", "")
        point = re.sub(r"\\([0-7]{3})", lambda code: chr(int(code[1], 8)), fields[4])
        inside = folder == point or folder.startswith(point.rstrip("/") + "/")
        if inside and len(point) >= longest:
            longest, found = len(point), (kind, {*fields[5].split(","), *more.split(",")})
    return found
