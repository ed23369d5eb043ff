"""A damaged file of a run gives the exact count or is refused, and never hangs.

Each file that a run leaves is damaged at every place: a bit or a digit is changed, a piece of a
page is overwritten, the file ends early.
"""

from __future__ import annotations

import errno
import json
import os
import signal
import sys
from collections.abc import Iterator
from contextlib import closing
from math import inf
from pathlib import Path
from random import Random
from threading import Event, current_thread, main_thread
from types import SimpleNamespace
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

import combien
from combien import _native, running
from combien.engines._sweeps.frontier import advanced
from combien.errors import BadFormat, BadInput, CannotWrite, CombienError, Interrupted, OutOfBudget
from combien.running import _coordinator, _database, _sweeps
from combien.running._layers import Layers
from combien.running._ledger import Ledger, owner_name
from tests.engines.boards import dominoes, queens
from tests.running.test_sweeps import BOARD, COUNT, begun, change, folder, made

QUEENS, DOMINOES = (queens(6), 4), (dominoes(12, 12), 53060477521960000)
Case = tuple[str, tuple[combien.Problem, int], int | None]

# An engine, the problem and its count, and the nodes after which the run stops; None for no limit.
RUNS: list[Case] = [
    ("bits", QUEENS, None),
    ("dlx", QUEENS, 60),
    ("memo", QUEENS, 20),
    ("frontier", DOMINOES, 130_000),
    ("auto", QUEENS, None),
]
# In seconds: what takes longer counts as no end.
PATIENCE = 20
PAGE = 512


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a run have few shares, and a sweep a layer."""
    monkeypatch.setattr(_coordinator, "FIRST_SHARES", 5)
    monkeypatch.setattr(_sweeps, "RACE_STEPS", 100)


def left_by(case: Case, folder: Path) -> dict[Path, bytes]:
    """Return the files of a run that was stopped, as a kill leaves them: with their journal."""
    path = folder / "run.db"
    engine, (problem, count), nodes = case
    try:
        assert combien.count(problem, engine=engine, checkpoint=path, nodes=nodes) == count
    except OutOfBudget:
        assert nodes is not None
    else:
        assert nodes is None
    host, process, *_ = owner_name().split(":")
    owner = f"{host}:{process}:0:"
    ledger = Ledger.open(path)
    share = ledger.lease(owner, 1)
    ledger.release(owner, share)
    files = [file for file in sorted(folder.rglob("*")) if file.is_file() and file.name != "lock"]
    content = {file: file.read_bytes() for file in files if not file.name.endswith("-shm")}
    ledger.close()
    return content


def damages(content: bytes, stride: int, dice: Random) -> Iterator[bytes]:
    """Yield damaged contents: one for each `stride` bytes, and each page."""
    for place in range(dice.randrange(stride), len(content), stride):
        byte = content[place]
        changed = byte ^ (1 << dice.randrange(8))
        if chr(byte).isdigit() and dice.random() < 0.5:
            changed = ord("0") + (byte - ord("0") + dice.randrange(1, 10)) % 10
        yield content[:place] + bytes([changed]) + content[place + 1 :]
    step = PAGE * max(1, stride // 16)
    for place in range(0, len(content), step):
        yield content[:place]
        size = min(dice.choice([16, PAGE]), len(content) - place)
        yield content[:place] + dice.randbytes(size) + content[place + size :]
        other = dice.randrange(0, len(content), PAGE)
        piece = content[other : other + PAGE]
        yield (content[:place] + piece + content[place + PAGE :])[: len(content)]


def asked(problem: combien.Problem, path: Path) -> int | None:
    """Return the count of a damaged run; None if it is refused."""

    def end(number: int, frame: object) -> None:
        raise AssertionError("the run does not end")

    before = signal.signal(signal.SIGALRM, end)
    signal.alarm(PATIENCE)
    try:
        return combien.count(problem, checkpoint=path, threads=1)
    except CombienError:
        return None
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def outcomes(case: Case, folder: Path, stride: int) -> dict[str, int]:
    """Return how often the count was exact, and how often it was refused."""
    problem, count = case[1]
    files = left_by(case, folder)
    dice, found = Random(stride), {"exact": 0, "refused": 0}
    for file, content in files.items():
        for damaged in damages(content, stride, dice):
            for each in folder.rglob("*"):
                if each.is_file():
                    each.unlink()
            for each, kept in files.items():
                each.parent.mkdir(exist_ok=True)
                each.write_bytes(damaged if each == file else kept)
            number = asked(problem, folder / "run.db")
            assert number in (count, None), (file.name, damaged)
            found["exact" if number == count else "refused"] += 1
    return found


@pytest.mark.parametrize("case", RUNS, ids=lambda case: case[0])
def test_a_damaged_run_is_exact_or_refused(case: Case, tmp_path: Path) -> None:
    found = outcomes(case, tmp_path, 997)
    assert min(found.values()) > 0


@pytest.mark.slow
@pytest.mark.parametrize("case", RUNS, ids=lambda case: case[0])
def test_every_byte(case: Case, tmp_path: Path) -> None:
    print(case[0], outcomes(case, tmp_path, 1))


# Facts that no run writes, in a file whose digests are right -------------------------------------

MUCH = "[" * 100_000


def with_facts(path: Path, table: str, **facts: object) -> None:
    """Change some of the facts of the layer or of its files."""
    column, where = ("facts", "") if table == "layer" else ("value", " WHERE key = 'layer'")
    with closing(Ledger.open(path)) as ledger, ledger.transaction() as connection:
        rows = connection.execute(f"SELECT {column} FROM {table}{where}").fetchall()
        changed = json.dumps(json.loads(rows[0][0]) | facts)
        connection.execute(f"UPDATE {table} SET {column} = ?{where}", (changed,))


def refused(path: Path, message: str) -> None:
    with closing(Ledger.open(path)) as ledger, pytest.raises(BadFormat, match=message):
        Layers(ledger)


@pytest.fixture
def stored(tmp_path: Path) -> Path:
    """A run that is left with a layer in a file."""
    path = tmp_path / "run.db"
    begun(path)
    return path


def test_wrong_facts_of_a_layer(stored: Path) -> None:
    content = stored.read_bytes()
    for statement, message in (
        *(
            (f"UPDATE layer SET facts = '{text}'", "the facts of a layer are")
            for text in ("5", "{", "[[1]]", MUCH, '{"byteorder": "little"}', "{}")
        ),
        ("UPDATE layer SET path = X'05'", "the name of a layer is"),
        ("DELETE FROM run WHERE key = 'layer'", "the facts of a layer are 'None'"),
    ):
        change(stored, statement)
        refused(stored, message)
        stored.write_bytes(content)
    for table, facts, message in (
        ("run", {"growth": [1.5, 2]}, "the facts of a layer are"),
        ("run", {"growth": [2**64, 2]}, "the facts of a layer are"),
        ("run", {"step": 2**62}, "the facts of a layer are"),
        ("run", {"bits": 1}, "another number of divisions"),
        ("run", {"bits": 63}, "another number of divisions"),
        ("run", {"bits": 64}, "the facts of a layer are"),
        ("layer", {"limbs": 0}, "the facts of layer.* are wrong"),
        ("layer", {"stride": 1, "limbs": 1}, "the facts of layer.* are wrong"),
        ("layer", {"byteorder": "middle"}, "another order of bytes: middle"),
    ):
        with_facts(stored, table, **facts)
        refused(stored, message)
        stored.write_bytes(content)
    # The largest numbers are read.
    with_facts(stored, "run", growth=[2**64 - 1, 2**64 - 1], widest=2**62 - 1)
    with closing(Ledger.open(stored)) as ledger:
        assert list(Layers(ledger).layer.growth) == [2**64 - 1] * 2


def test_a_run_without_a_layer(stored: Path) -> None:
    change(stored, "DELETE FROM layer")
    with_facts(stored, "run", files=0)
    with pytest.raises(BadFormat, match="files of its layer are missing"):
        combien.count(BOARD, checkpoint=stored)


@pytest.mark.parametrize("how", ["wide", "far", "long"])
def test_words_of_another_sweep(stored: Path, monkeypatch: pytest.MonkeyPatch, how: str) -> None:
    """Which the digest of the file excludes, so it is not looked at here."""
    monkeypatch.setattr(Layers, "check", lambda layers, tick: None)
    with closing(Ledger.open(stored)) as ledger:
        (part,) = Layers(ledger).parts
    message = "states have another number of words"
    if how == "wide":
        size = part.sizes[0] // 2
        with_facts(stored, "layer", sizes=[size], stride=part.bytes // 8 // size)
    elif how == "far":
        message = "there is no such layer"
        with_facts(stored, "run", step=2**40)
        change(stored, f"UPDATE layer SET step = {2**40}")
    else:
        message = "begin_loading"
        with_facts(stored, "layer", limbs=2**40, stride=2**40 + 1)
    with pytest.raises(BadFormat, match=f"a layer of run.db is wrong: {message}"):
        combien.count(BOARD, checkpoint=stored)


def test_the_counters_of_a_run(stored: Path) -> None:
    content = stored.read_bytes()
    for value in ("'5'", "'{'", "'[]'", f"'{MUCH}'", """'{"states": null}'"""):
        change(stored, f"UPDATE run SET value = {value} WHERE key = 'work'")
        with closing(Ledger.open(stored)) as ledger, pytest.raises(BadFormat, match="no counters"):
            _sweeps.work_of(ledger)
        stored.write_bytes(content)
    change(stored, "DELETE FROM run WHERE key = 'work'")
    with closing(Ledger.open(stored)) as ledger, pytest.raises(BadFormat, match="no counters"):
        _sweeps.work_of(ledger)


def test_the_words_of_a_layer(stored: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with closing(Ledger.open(stored)) as ledger:
        layers = Layers(ledger)
        (part,) = layers.parts
        wide = 8 * part.stride
        monkeypatch.setattr(_database, "PIECE", 3 * wide + 1)
        file = folder(stored) / part.name
        content = file.read_bytes()
        pieces = list(layers.words(part, 5, 8))
        assert [len(piece) for piece in pieces] == [3 * wide, 3 * wide, 2 * wide]
        assert b"".join(pieces) == content[5 * wide : 13 * wide]
        layers.check(lambda: None)
        for left in (6 * wide, 6 * wide - 1):
            file.write_bytes(content)
            words = layers.words(part, 0, part.size)
            next(words)
            file.write_bytes(content[:left])
            whole: list[bytes] = []
            with pytest.raises(BadFormat, match=r"\.words became shorter while it was read"):
                whole.extend(words)
            assert [len(piece) for piece in whole] == [3 * wide] * (left // (3 * wide) - 1)


def test_the_nodes_hold_while_a_layer_is_loaded(
    stored: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls: list[bytes] = []
    monkeypatch.setattr(Layers, "check", lambda layers, tick: None)
    monkeypatch.setattr(_sweeps, "load_some", lambda sweep, piece, *more: calls.append(piece))
    with pytest.raises(OutOfBudget):
        combien.count(BOARD, checkpoint=stored, nodes=0)
    assert calls == []


def test_a_layer_is_stored_in_pieces(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_sweeps, "PIECE", 80)
    sweep = made(DOMINOES[0])
    sweep.run(5000, 60.0, 10**9)
    while not sweep.between:
        sweep.run(1, 60.0, 10**9, sweep.passes + 1)
    pieces: list[bytes] = []
    ticks: list[int] = []
    layers = SimpleNamespace(begin=lambda *args: pieces.extend(args[4]))
    _sweeps._begun_saving(sweep, cast("Any", layers), 0, lambda: ticks.append(1))
    assert len(b"".join(pieces)) == 8 * sweep.size * sweep.stride > 800
    assert max(map(len, pieces)) <= 80
    assert len(ticks) == len(pieces)


@pytest.mark.parametrize("error", [errno.EAGAIN, errno.ENOLCK])
def test_the_lock_of_a_folder(stored: Path, monkeypatch: pytest.MonkeyPatch, error: int) -> None:
    fcntl = pytest.importorskip("fcntl")

    def refuse(number: int, how: int) -> None:
        raise OSError(error, os.strerror(error))

    monkeypatch.setattr(fcntl, "flock", refuse)
    expected, message = {
        errno.EAGAIN: (BadInput, "a sweep has one process"),
        errno.ENOLCK: (CannotWrite, r"run\.db\.layers has no lock: No locks"),
    }[error]
    with pytest.raises(expected, match=message):
        combien.count(BOARD, checkpoint=stored)


def test_a_system_without_locks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "fcntl", None)
    assert (
        combien.count(DOMINOES[0], engine="frontier", checkpoint=tmp_path / "run.db") == DOMINOES[1]
    )
    assert os.listdir(tmp_path) == ["run.db"]


@given(st.binary(min_size=8, max_size=200), st.integers(0), st.integers(0), st.integers(0, 63))
def test_a_checksum_depends_on_each_bit(data: bytes, cut: int, place: int, bit: int) -> None:
    """And not on the pieces."""

    def checksum(*pieces: bytes) -> bytes:
        made = _native.Checksum(bytes(range(32)))
        for piece in pieces:
            made.update(piece)
        return made.digest()

    data = data[: len(data) // 8 * 8]
    words = len(data) // 8
    at = cut % (words + 1) * 8
    assert checksum(data[:at], data[at:]) == checksum(data)
    changed = bytearray(data)
    changed[place % words * 8 + bit // 8] ^= 1 << bit % 8
    assert checksum(bytes(changed)) != checksum(data) != checksum()
    with pytest.raises(ValueError, match="part of a word"):
        checksum(data[1:])
    with pytest.raises(ValueError, match="32 bytes"):
        _native.Checksum(b"seed")


def test_a_layer_is_read_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "run.db"
    monkeypatch.setattr(_sweeps, "RACE_STEPS", 1000)
    begun(path)
    (file,) = folder(path).glob("*.words")
    size, words = file.stat().st_size, Layers.words
    read: list[int] = []

    def watched(*args: Any) -> Iterator[bytes]:
        for piece in words(*args):
            read.append(len(piece))
            yield piece

    monkeypatch.setattr(Layers, "words", watched)
    assert combien.count(BOARD, checkpoint=path) == COUNT
    assert sum(read) == size > 0


@pytest.mark.parametrize(("every", "saves"), [(1, 144), (7, 22), (1000, 1)])
def test_a_kill_loses_the_passes_since_the_layer_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, every: int, saves: int
) -> None:
    """Counted in transitions."""

    class Killed(BaseException):
        pass

    path = tmp_path / "run.db"
    add = Layers.add
    passes = saved = made = lost = 0
    kills = [30, 31, 90]

    def watched(sweep: _native.Sweep, *limits: Any) -> bool:
        nonlocal passes, made, lost
        before = sweep.transitions
        if not passes:
            made = before
        passes += sweep.between
        if kills and passes == kills[0]:
            kills.pop(0)
            layer = running.status(path).layer
            assert layer is not None
            lost += before - layer.transitions
            raise Killed
        done = advanced(sweep, *limits)
        made += sweep.transitions - before
        if done:
            assert sweep.transitions == made - lost
        return done

    def counted(*args: Any) -> None:
        nonlocal saved
        saved += 1
        add(*args)

    begin = _sweeps._Run._begin_saving

    def without_thread(run: _sweeps._Run, *args: Any) -> None:
        begin(run, *args)
        run._end_saving()

    monkeypatch.setattr(_sweeps, "RACE_STEPS", 1000)
    monkeypatch.setattr(_sweeps, "advanced", watched)
    monkeypatch.setattr(_sweeps._Run, "_begin_saving", without_thread)
    monkeypatch.setattr(_sweeps, "pause", lambda *_: inf if passes % every else -1)
    monkeypatch.setattr(Layers, "add", counted)
    while kills:
        with pytest.raises(Killed):
            combien.count(BOARD, engine="frontier", checkpoint=path)
    with closing(Ledger.open(path)) as ledger:
        assert Layers(ledger).layer.starts == 3
    assert combien.count(BOARD, engine="frontier", checkpoint=path) == COUNT
    assert (lost > 0, saved) == (every > 1, saves)


@pytest.mark.parametrize("ends", [True, False])
def test_a_sweep_goes_on_while_the_disk_works(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ends: bool
) -> None:
    path, passes = tmp_path / "run.db", list[int]()
    disk, fsync = Event(), os.fsync

    def slow(number: int) -> None:
        # The folder is synced by the sweep itself.
        if current_thread() is not main_thread():
            disk.wait(60.0)
        fsync(number)

    def counted(sweep: Any, *args: Any) -> bool:
        passes.append(sweep.passes)
        if len(passes) == 40:
            disk.set()
            if not ends:
                raise KeyboardInterrupt("SIGINT")
        return advanced(sweep, *args)

    monkeypatch.setattr(_sweeps, "RACE_STEPS", 1000)
    monkeypatch.setattr(_sweeps, "pause", lambda *_: 0.0)
    begun(path)
    first = running.status(path).layer
    monkeypatch.setattr(os, "fsync", slow)
    monkeypatch.setattr(_sweeps, "advanced", counted)
    if ends:
        assert combien.count(BOARD, engine="frontier", checkpoint=path) == COUNT
    else:
        with pytest.raises(Interrupted):
            combien.count(BOARD, engine="frontier", checkpoint=path)
        left = running.status(path).layer
        assert first is not None
        assert left is not None
        assert left.step > first.step
        assert not [name for name in os.listdir(folder(path)) if name.endswith(".tmp")]
    assert max(passes) > 10
    monkeypatch.undo()
    assert combien.count(BOARD, engine="frontier", checkpoint=path) == COUNT
