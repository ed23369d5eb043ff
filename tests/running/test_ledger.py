"""The file of a run: every result counts once, and a damaged or foreign file is refused."""

from __future__ import annotations

import os
import re
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from hashlib import blake2b
from pathlib import Path
from typing import Any

import pytest

import combien
from combien import running
from combien.engines._search.searching import smallest
from combien.engines._search.splitting import shares
from combien.errors import BadFormat, BadInput, CannotAnswer, CannotWrite, CombienError
from combien.running import _database, _ledger
from combien.running._database import Damage, Database, Writing, number_of, text_of
from combien.running._ledger import LEASE_SECONDS, Ledger, owner_name
from combien.running._runners import Worked
from tests.engines.boards import queens

SIX = queens(6)


def made(path: Path, *, parts: int = 4) -> Ledger:
    positions = shares(SIX, smallest(), parts=parts)
    return Ledger.create(path, SIX, engine="dlx", seed=0, nodes=1, positions=enumerate(positions))


def test_a_result_and_its_rest_are_stored_together(tmp_path: Path) -> None:
    ledger = made(tmp_path / "run.db")
    first, second = ledger.lease("me", 2)
    assert [first.place, second.place] == [0, 1]
    assert ledger.finish("me", [(first, Worked(first.id, 3, 10, "x"), ["x", "y"])]) == 0
    tally = ledger.tally()
    assert (tally.found, tally.nodes, tally.leased, tally.finished) == (3, 11, 1, 2)
    # The rest comes next, as it has the place of its share.
    assert [share.position for share in ledger.lease("me", 2)] == ["x", "y"]
    assert ledger.costs()[0] == (10, False)


def test_a_late_result_adds_nothing(tmp_path: Path) -> None:
    ledger = made(tmp_path / "run.db")
    (share,) = ledger.lease("slow", 1)
    ledger.release("slow")
    (again,) = ledger.lease("quick", 1)
    assert again.id == share.id
    assert ledger.finish("slow", [(share, Worked(share.id, 5, 5, ""), [])]) == 1
    assert ledger.finish("quick", [(again, Worked(again.id, 7, 7, ""), [])]) == 0
    assert ledger.finish("quick", [(again, Worked(again.id, 7, 7, ""), [])]) == 1
    assert ledger.tally().found == 7


@pytest.mark.parametrize("shift", [LEASE_SECONDS + 1, -LEASE_SECONDS - 1])
def test_a_lease_ends(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, shift: float) -> None:
    """After its time, and at once if the clock was set back."""
    ledger = made(tmp_path / "run.db", parts=1)
    (share,) = ledger.lease("elsewhere:1::", 1)
    assert ledger.lease("me", 1) == []
    now = time.time()
    monkeypatch.setattr(_ledger, "time", lambda: now + shift * (1 - 2 / abs(shift)))
    assert ledger.lease("me", 1) == []
    monkeypatch.setattr(_ledger, "time", lambda: now + shift)
    assert ledger.lease("me", 1) == [share]
    assert ledger.finish("elsewhere:1::", [(share, Worked(share.id, 5, 5, ""), [])]) == 1


def test_a_lease_is_renewed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ledger = made(tmp_path / "run.db", parts=1)
    ledger.lease("elsewhere:1::", 1)
    now = time.time()
    monkeypatch.setattr(_ledger, "time", lambda: now + LEASE_SECONDS - 1)
    ledger.renew("elsewhere:1::")
    monkeypatch.setattr(_ledger, "time", lambda: now + LEASE_SECONDS + 1)
    assert ledger.lease("me", 1) == []


def test_the_leases_of_a_dead_process_end_at_once(tmp_path: Path) -> None:
    ledger = made(tmp_path / "run.db", parts=1)
    host, number, started, name = owner_name().split(":")
    (share,) = ledger.lease(f"{host}:{number}:{started}:{name}", 1)
    assert ledger.lease("me", 1) == []
    ledger.release(f"{host}:{number}:{started}:{name}")
    # The same number, of a process that started at another time.
    ledger.lease(f"{host}:{number}:1:{name}", 1)
    assert ledger.lease("me", 1) == [share]


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="states are read in /proc")
def test_a_zombie_holds_no_lease(tmp_path: Path) -> None:
    ledger = made(tmp_path / "run.db", parts=1)
    code = "import combien.running._ledger as l; print(l.owner_name(), flush=True); input()"
    with subprocess.Popen(
        [sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        owner = process.stdout.readline().strip()
        (share,) = ledger.lease(owner, 1)
        assert ledger.lease("me", 1) == []
        process.kill()
        # It has ended, and its number is not free until its parent asks how.
        os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)
        os.kill(process.pid, 0)
        assert ledger.lease("me", 1) == [share]


def test_without_start_times_a_process_with_this_number_counts_as_alive(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*args: object, **kwargs: object) -> str:
        raise FileNotFoundError

    monkeypatch.setattr(Path, "read_text", refuse)
    ledger = made(tmp_path / "run.db", parts=1)
    ledger.lease(owner_name(), 1)
    assert ledger.lease("me", 1) == []


def test_a_share_that_kills_its_worker_stops_the_run(tmp_path: Path) -> None:
    ledger = made(tmp_path / "run.db", parts=1)
    for _ in range(4):
        (share,) = ledger.lease("me", 1)
        ledger.give_back("me", [share])
    with pytest.raises(CannotAnswer, match=r"share 2 has ended its worker 4 times.*--resume dlx1:"):
        ledger.lease("me", 1)


def test_shares_that_were_not_begun_do_not_count_as_attempts(tmp_path: Path) -> None:
    ledger = made(tmp_path / "run.db", parts=1)
    for _ in range(9):
        assert len(ledger.lease("me", 1)) == 1
        ledger.release("me")


def test_counts_of_any_size(tmp_path: Path) -> None:
    ledger = made(tmp_path / "run.db")
    for share in ledger.lease("me", 9):
        ledger.finish("me", [(share, Worked(share.id, 10**30, 1, ""), [])])
    assert ledger.tally().found == 10**30 * (ledger.tally().finished - 1)
    assert ledger.tally().complete


def test_the_problem_is_in_the_file(tmp_path: Path) -> None:
    ledger = made(tmp_path / "run.db")
    assert ledger.problem().fingerprint == SIX.fingerprint
    ledger.check(SIX, "auto")
    ledger.check(SIX, "dlx")


def changed(key: str, value: str) -> Callable[[Path], None]:
    return resealed(f"UPDATE run SET value = '{value}' WHERE key = '{key}'")


def resealed(statement: str) -> Callable[[Path], None]:
    """Change a file as combien does, so that its seal is right."""

    def change(path: Path) -> None:
        ledger = Ledger.open(path)
        with ledger.transaction() as connection:
            connection.execute(statement)
        ledger.close()

    return change


def ran(statement: str) -> Callable[[Path], None]:
    def change(path: Path) -> None:
        with sqlite3.connect(path) as connection:
            connection.execute(statement)
        connection.close()

    return change


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (changed("schema", "combien-run-0"), "not a file of a run"),
        (changed("engine", "bits"), "a run of the engine 'bits', not 'dlx'"),
        (changed("tree", "dlx0"), "the search tree 'dlx0', and this version of combien"),
        (changed("fingerprint", "0" * 16), "another problem"),
        (lambda path: path.write_text("a text, not a database"), "not a file of a run"),
        (lambda path: path.write_bytes(b""), "not a file of a run"),
        (lambda path: os.truncate(path, 5000), "damaged, or not a file"),
        (ran("CREATE TABLE more (a)"), "not a file of a run"),
        # A file from somebody else runs nothing.
        (
            ran("CREATE TRIGGER t AFTER UPDATE ON share BEGIN DELETE FROM share; END"),
            "not a file of a run",
        ),
        (ran("CREATE VIEW v AS SELECT * FROM share"), "not a file of a run"),
        (ran("DELETE FROM run WHERE key = 'run'"), "not a file of a run"),
        (ran("DELETE FROM run WHERE key = 'seal'"), "is damaged.*its seal is 'None'"),
        (
            ran("UPDATE share SET position = CAST(X'ff' AS TEXT) WHERE id = 2"),
            r"is damaged.*share 2 is not what was written",
        ),
        (ran("UPDATE run SET value = CAST(X'ff' AS TEXT) WHERE key = 'run'"), "is damaged.*codec"),
    ],
)
def test_files_that_are_refused(
    tmp_path: Path, change: Callable[[Path], object], message: str
) -> None:
    path = tmp_path / "run.db"
    made(path).close()
    change(path)
    before = path.read_bytes()
    with pytest.raises((BadFormat, BadInput), match=message):
        opened = Ledger.open(path)
        try:
            opened.check(SIX, "dlx")
            opened.tally()
        finally:
            opened.close()
    assert path.read_bytes() == before


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="there is no file"):
        running.status(tmp_path / "run.db")
    assert list(tmp_path.iterdir()) == []


def test_an_existing_file_is_not_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "run.db"
    path.write_text("a letter")
    with pytest.raises(FileExistsError):
        made(path)
    assert path.read_text() == "a letter"


def test_the_journal_of_a_removed_file_is_not_replayed(tmp_path: Path) -> None:
    path = tmp_path / "run.db"
    ledger = made(path)
    held = ledger.lease("me", 9)
    ledger.finish("me", [(share, Worked(share.id, 7, 7, ""), []) for share in held])
    left = {file: file.read_bytes() for file in tmp_path.iterdir() if file != path}
    assert sorted(file.name for file in left) == ["run.db-shm", "run.db-wal"]
    ledger.close()
    path.unlink()
    for file, content in left.items():
        file.write_bytes(content)
    assert combien.count(queens(5), engine="dlx", checkpoint=path) == 10
    assert not any(file.exists() for file in left)
    # Whoever puts it beside the file of another run gets no number.
    for file, content in left.items():
        file.write_bytes(content)
    with pytest.raises((BadFormat, BadInput), match=r"is damaged|a run of another problem"):
        combien.count(queens(5), checkpoint=path)


@pytest.mark.parametrize("ending", ["-wal", "-journal"])
def test_a_file_in_the_place_of_a_journal_is_not_removed(tmp_path: Path, ending: str) -> None:
    file = tmp_path / f"run.db{ending}"
    file.write_text("a letter")
    with pytest.raises(BadInput, match=f"run.db{ending} stands where the journal"):
        made(tmp_path / "run.db")
    assert [each.name for each in tmp_path.iterdir()] == [file.name]
    assert file.read_text() == "a letter"


def test_a_folder_that_is_missing_or_read_only(tmp_path: Path) -> None:
    with pytest.raises(CannotWrite, match="could not be used: unable to open"):
        made(tmp_path / "none" / "run.db")


def test_a_full_disk_loses_nothing(tmp_path: Path) -> None:
    ledger = made(tmp_path / "run.db")
    (share,) = ledger.lease("me", 1)
    connection = ledger.connection
    (pages,) = connection.execute("PRAGMA page_count").fetchone()
    connection.execute(f"PRAGMA max_page_count = {pages}")
    rest = ["x" * 900] * 50
    with pytest.raises(CannotWrite, match="full"):
        ledger.finish("me", [(share, Worked(share.id, 3, 10, "x"), rest)])
    assert ledger.tally().found == 0
    connection.execute("PRAGMA max_page_count = 1000000")
    assert ledger.finish("me", [(share, Worked(share.id, 3, 10, "x"), rest)]) == 0
    assert ledger.tally().found == 3


def test_a_database_that_cannot_be_written(tmp_path: Path) -> None:
    ledger = made(tmp_path / "run.db")
    ledger.connection.execute("PRAGMA query_only = ON")
    with pytest.raises(CannotWrite, match="could not be used"):
        ledger.lease("me", 1)


@pytest.mark.parametrize(
    ("statement", "message"),
    [
        ("UPDATE share SET found = '7' WHERE status = 'done' AND id = 2", "share 2 .* 7 solutions"),
        ("UPDATE share SET nodes = 999 WHERE id = 3", "share 3 .* 999 nodes"),
        ("UPDATE share SET status = 'split' WHERE id = 4", "share 4 and its parts do not match"),
        ("UPDATE share SET parent = 2 WHERE id = 5", "share 2 and its parts do not match"),
        ("DELETE FROM share WHERE id = 6", "it has the parts of 36 places"),
        ("UPDATE share SET status = 'done' WHERE id = 1", "share 1 and its parts do not match"),
    ],
)
def test_verify_finds_what_is_wrong(tmp_path: Path, statement: str, message: str) -> None:
    """Even if the seal is right; a changed row without it is refused by everyone."""
    path = tmp_path / "run.db"
    assert combien.count(SIX, engine="dlx", checkpoint=path) == 4
    assert running.verify(path, recount=1000) > 30
    content = path.read_bytes()
    resealed(statement)(path)
    with pytest.raises(BadFormat, match=message):
        running.verify(path, recount=1000)
    path.write_bytes(content)
    ran(statement)(path)
    with pytest.raises(BadFormat, match=r"not what was written|were written"):
        combien.count(SIX, checkpoint=path)
    with pytest.raises(BadFormat, match=r"not what was written|were written"):
        Ledger.open(path)


def test_every_error_is_of_the_package(tmp_path: Path) -> None:
    path = tmp_path / "run.db"
    made(path).close()
    content = path.read_bytes()
    for place in range(0, len(content), 197):
        path.write_bytes(content[:place] + b"\xff" + content[place + 1 :])
        try:
            running.status(path)
            running.verify(path)
        except CombienError:
            pass


def test_leftovers_of_a_kill_during_creation_are_removed(tmp_path: Path) -> None:
    dead = subprocess.run(
        [sys.executable, "-c", "from combien.running._ledger import *; print(owner_name())"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout.strip()
    kept = [
        f"run.db.{owner_name().replace(':', '~')}.new",
        f"run.db.{dead.replace(':', '~').partition('~')[0]}-elsewhere~1~2~3.new",
        "run.db.mine.new",
        "run2.db",
    ]
    for name in (*kept, f"run.db.{dead.replace(':', '~')}.new"):
        (tmp_path / name).write_bytes(b"")
    made(tmp_path / "run.db").close()
    assert sorted(file.name for file in tmp_path.iterdir()) == sorted([*kept, "run.db"])


def test_a_file_system_without_hard_links(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(source: object, target: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(os, "link", refuse)
    path = tmp_path / "run.db"
    made(path).close()
    with pytest.raises(FileExistsError):
        made(path)
    with monkeypatch.context() as patch, pytest.raises(FileExistsError):
        # Another process has created it since.
        patch.setattr(os.path, "lexists", lambda path: False)
        made(path)
    assert [file.name for file in tmp_path.iterdir()] == ["run.db"]
    assert Ledger.open(path).tally().open > 0


def test_kills_of_a_coordinator_do_not_stop_a_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ledger = made(tmp_path / "run.db", parts=20)
    monkeypatch.setattr(_ledger, "_is_dead", lambda owner: owner.startswith("killed"))
    for number in range(9):
        first, *_ = ledger.lease(f"killed{number}", 10)
        # Each has finished one of ten.
        ledger.finish(f"killed{number}", [(first, Worked(first.id, 1, 1, ""), [])])
    assert ledger.lease("me", 1)
    ledger.release("me")
    for number in range(3):
        ledger.lease(f"killed again {number}", 10)
    with pytest.raises(CannotAnswer, match="has ended its worker"):
        ledger.lease("me", 1)


# The file -----------------------------------------------------------------------------------------


def test_the_settings_of_a_file(tmp_path: Path) -> None:
    path = tmp_path / "run.db"
    ledger = made(path)
    settings = {
        "journal_mode": "wal",
        "synchronous": 2,
        "busy_timeout": 30_000,
        "trusted_schema": 0,
        "cell_size_check": 1,
        "temp_store": 2,
    }
    connection = ledger.connection
    assert {
        name: connection.execute(f"PRAGMA {name}").fetchone()[0] for name in settings
    } == settings
    assert re.fullmatch("[0-9a-f]{16}", ledger.run)
    ledger.close()
    # Files that were written before are read: the digest of a row stays what it is.
    database = Database(path, sqlite3.connect(path), {"run": "0123456789abcdef"})
    assert database.digest_of("run", ("engine", "dlx")) == 8549514640780249761
    database.close()


def test_no_journal_is_left_by_a_kill_while_a_file_is_created(tmp_path: Path) -> None:
    with Database.created(tmp_path / "run.db", tmp_path / "new", {"key": "value" * 9999}):
        assert [file.name for file in tmp_path.iterdir()] == ["new"]


def test_numbers_of_any_size() -> None:
    for number in (0, 7, 10**4000 - 1, 10**4000, 10**4100, 16**5000):
        assert number_of(text_of(number)) == number


@pytest.mark.parametrize("text", ["", "x", "-1", "1_0", "٣", "1 ", 5, None, b"1"])
def test_other_texts_are_no_numbers(text: object) -> None:
    with pytest.raises(Damage, match="is not a number of solutions"):
        number_of(text)


@pytest.mark.parametrize(
    ("ending", "content", "removed"),
    [
        ("-journal", b"\xd9\xd5\x05\xf9\x20\xa1\x63\xd7more", True),
        ("-journal", bytes(512), True),
        ("-journal", b"\xd9\xd5\x05\xf9\x20\xa1\x63\xd8more", False),
        ("-wal", b"", True),
        ("-shm", b"anything", True),
    ],
)
def test_which_files_beside_a_new_one_are_removed(
    tmp_path: Path, ending: str, content: bytes, removed: bool
) -> None:
    left = tmp_path / f"run.db{ending}"
    left.write_bytes(content)
    if removed:
        made(tmp_path / "run.db").close()
        assert [file.name for file in tmp_path.iterdir()] == ["run.db"]
        (tmp_path / "run.db").unlink()
        left.symlink_to(tmp_path / "elsewhere")
    with pytest.raises(BadInput, match=f"run.db{ending} stands where the journal"):
        made(tmp_path / "run.db")
    assert [file.name for file in tmp_path.iterdir()] == [left.name]


def test_names_are_given_one_after_the_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fcntl = pytest.importorskip("fcntl")
    path = tmp_path / "run.db"
    held: list[int] = []

    def lock(number: int, how: int) -> None:
        assert (how, path.exists()) == (fcntl.LOCK_EX, False)
        assert os.path.samestat(os.fstat(number), tmp_path.stat())
        held.append(number)

    monkeypatch.setattr(fcntl, "flock", lock)
    made(path).close()
    (number,) = held
    with pytest.raises(OSError, match="Bad file descriptor"):
        os.fstat(number)


def test_a_file_is_whole_before_it_has_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, done = tmp_path / "layer", []
    (tmp_path / "layer.tmp").write_bytes(b"what a kill has left")
    fsync, opened = os.fsync, len(os.listdir("/dev/fd"))

    def watched(number: int) -> None:
        fsync(number)
        done.append(os.fstat(number).st_size if not file.exists() else None)

    monkeypatch.setattr(os, "fsync", watched)
    Writing(file, [b"abc", b"defg"], blake2b(), else_from="nothing").end()
    # The file, and then its folder.
    assert (file.read_bytes(), done) == (b"abcdefg", [7, None])
    assert len(os.listdir("/dev/fd")) == opened
    monkeypatch.setattr(os, "replace", None)

    def pieces() -> Iterator[bytes]:
        yield b"abc"
        raise OSError(28, "No space left on device")

    with pytest.raises(CannotWrite, match=r"layer could not be written: No space .* from nothing"):
        Writing(file, pieces(), blake2b(), else_from="nothing")
    assert [each.name for each in tmp_path.iterdir()] == ["layer"]


def test_every_question_closes_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also those that are refused; a ledger that nobody closes stays open, as it is in a cycle."""
    opened: list[Path] = []
    closed: list[Path] = []
    connect = _database._connected

    class Watched:
        def __init__(self, file: Path) -> None:
            self._file, self._connection = file, connect(file)

        def __getattr__(self, name: str) -> Any:
            return getattr(self._connection, name)

        def close(self) -> None:
            closed.append(self._file)
            self._connection.close()

    def watched(file: Path) -> Any:
        opened.append(file)
        return Watched(file)

    monkeypatch.setattr(_database, "_connected", watched)
    for engine in ("bits", "memo", "frontier", "auto"):
        path = tmp_path / engine
        for _ in range(2):
            assert combien.count(SIX, engine=engine, checkpoint=path) == 4
        assert running.verify(path) >= 0
        assert running.status(path).complete
        with pytest.raises(BadInput):
            combien.count(queens(5), checkpoint=path)
        changed("fingerprint", "0")(path)
        with pytest.raises(BadInput):
            running.verify(path)
        ran("DELETE FROM share")(path)
        with pytest.raises(BadFormat):
            Ledger.open(path)
        ran("DROP TABLE share")(path)
        with pytest.raises(BadFormat):
            running.status(path)
    assert len(opened) > 30
    assert sorted(opened) == sorted(closed)


# Coordinators -------------------------------------------------------------------------------------


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs the /proc of Linux")
def test_when_a_process_has_started() -> None:
    comm = Path("/proc/self/comm")
    before, started = comm.read_text(), int(_ledger._started(os.getpid()))
    up = float(Path("/proc/uptime").read_text().split()[0]) * os.sysconf("SC_CLK_TCK")
    assert int(_ledger._started(1)) <= started <= up
    try:
        # Any name is possible.
        comm.write_bytes("(é) 1 2 ".encode())
        assert int(_ledger._started(os.getpid())) == started > 0
    finally:
        comm.write_text(before)


def test_which_coordinators_are_dead(monkeypatch: pytest.MonkeyPatch) -> None:
    host, number, started, _ = owner_name().split(":")
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    dead = _ledger._is_dead

    def refuse(process: int, how: int) -> None:
        """Refuse, as the process is of another user."""
        raise PermissionError

    assert not dead(f"{host}:{number}:{started}:")
    assert not dead(f"{host}:x:{started}:")
    assert not dead(f"{host}-elsewhere:{ended.pid}::")
    assert dead(f"{host}:{ended.pid}::")
    # On Windows nothing is sent to the process, as the signal 0 is Ctrl-C there.
    with monkeypatch.context() as patch:
        patch.setattr(sys, "platform", "win32")
        patch.delattr(os, "kill")
        assert not dead(f"{host}:{ended.pid}::")
    monkeypatch.setattr(os, "kill", refuse)
    assert not dead(f"{host}:{number}:{started}:")
