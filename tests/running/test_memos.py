"""Runs of counts with a memo: killed, stopped and continued, with the table that was stored."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from contextlib import closing
from hashlib import blake2b
from itertools import count
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import combien
from combien import Progress, running
from combien._base.budget import Meter
from combien.cover import formats
from combien.cover._problem import Problem
from combien.engines._counting import OutOfBytes
from combien.engines._protocol import Budget
from combien.engines._sweeps import memo
from combien.engines._sweeps.memo import MemoCounting
from combien.errors import BadFormat, BadInput, Interrupted, OutOfBudget
from combien.running import _database, _ledger, _memos
from combien.running._ledger import Ledger
from tests.engines.boards import coloring, dominoes, queens, ring
from tests.random_problems import problems

PLENTY = 2**32
SMALL = queens(5)


def finished(counting: MemoCounting) -> MemoCounting:
    while not counting.advance(2**62, 60.0, PLENTY):
        pass
    return counting


@settings(max_examples=100)
@given(problem=problems(colors=True), pieces=st.integers(1, 300))
def test_a_loaded_table_gives_the_same_count(problem: Problem, pieces: int) -> None:
    whole, again = finished(MemoCounting(problem)), MemoCounting(problem)
    for begin in range(0, whole.slots, pieces):
        again.load(whole.saved(begin, begin + pieces), whole.limbs, PLENTY, whole.order)
    assert again.work["entries"] == whole.work["entries"]
    assert finished(again).count == whole.count


def test_a_table_belongs_to_an_order(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    problem = coloring(ring(40), colors=3)
    monkeypatch.setattr(memo, "ORDER_FROM", 50)
    whole = finished(MemoCounting(problem))
    assert (whole.order, whole.count) == ("entropy", 2**40 + 2)
    again = MemoCounting(problem)
    again.load(whole.saved(0, whole.slots), whole.limbs, PLENTY, whole.order)
    assert (again.order, finished(again).count) == ("entropy", whole.count)
    assert again.steps < whole.steps
    # Through a file, too.
    table = table_of(tmp_path / "run.db", problem)
    table.save(whole)
    again = MemoCounting(problem)
    table.load(again, PLENTY, lambda: None)
    assert (again.order, finished(again).count) == ("entropy", whole.count)
    # Entries in an order that a count cannot have any more.
    counting = MemoCounting(problem)
    counting.advance(5, 60.0, PLENTY)
    for order in ("entropy", "given"):
        with pytest.raises(ValueError, match="a count in the order rcm has no entries of"):
            counting.load(whole.saved(0, whole.slots), whole.limbs, PLENTY, order)
    assert finished(counting).count == whole.count


def test_a_loaded_table_saves_nodes() -> None:
    # The counts need two limbs.
    board = dominoes(14, 14)
    whole, again = finished(MemoCounting(board)), MemoCounting(board)
    assert whole.limbs > 1
    again.load(whole.saved(0, whole.slots), whole.limbs, PLENTY, whole.order)
    assert finished(again).count == whole.count == 112202208776036178000000
    assert again.work["nodes"] < whole.work["nodes"] / 10
    for wrong, limbs in ((b"1234567", 1), (bytes(8 * whole.entry_words), 1), (b"", 0)):
        with pytest.raises(ValueError, match="entr"):
            again.load(wrong, limbs, PLENTY, "rcm")


def test_a_run_continues_after_its_budget(tmp_path: Path) -> None:
    path, table = tmp_path / "run.db", tmp_path / "run.db.table"
    known = -1
    for _ in range(3):
        with pytest.raises(OutOfBudget) as caught:
            combien.count(queens(11), engine="memo", checkpoint=path, nodes=5000)
        assert table.exists()
        assert known < caught.value.known["at_least"] == running.status(path).found
        known = caught.value.known["at_least"]
    assert running.status(path).nodes == 15000
    assert combien.count(queens(11), checkpoint=path) == 2680
    assert running.status(path).complete
    assert running.verify(path) == 0
    assert [file.name for file in tmp_path.iterdir()] == ["run.db"]


def test_a_stored_table_is_used(tmp_path: Path) -> None:
    path, board = tmp_path / "run.db", dominoes(12, 12)
    nodes = combien.answer(board, engine="memo").work["nodes"]
    with pytest.raises(OutOfBudget):
        combien.count(board, engine="memo", checkpoint=path, nodes=nodes * 9 // 10)
    found = combien.answer(board, checkpoint=path)
    assert found.count == 53060477521960000
    # Less than a tenth is done twice, mostly the first subtree.
    assert found.work["nodes"] < 1.1 * nodes


def test_ctrl_c_stores_what_was_found(tmp_path: Path) -> None:
    path = tmp_path / "run.db"

    def press(progress: Progress) -> None:
        if progress.work["nodes"] > 20_000:
            raise KeyboardInterrupt

    with pytest.raises(Interrupted) as caught:
        combien.count(queens(14), engine="memo", checkpoint=path, report=press)
    state = running.status(path)
    assert caught.value.known == {"at_least": state.found, "nodes": state.nodes}
    assert (state.leased, state.open) == (0, 1)
    assert combien.count(queens(14), checkpoint=path) == 365596


def test_damage_and_other_workers_are_refused(tmp_path: Path) -> None:
    path, table = tmp_path / "run.db", tmp_path / "run.db.table"
    with pytest.raises(OutOfBudget):
        combien.count(queens(11), engine="memo", checkpoint=path, nodes=5000)
    ledger = Ledger.open(path)
    ledger.lease("elsewhere:1::", 1)
    with pytest.raises(BadInput, match="is being continued by another process"):
        combien.count(queens(11), checkpoint=path)
    ledger.release("elsewhere:1::")
    ledger.close()
    with pytest.raises(BadInput, match="a count with a memo has one process"):
        combien.count(queens(11), checkpoint=path, processes=2)
    content = table.read_bytes()
    for wrong in (b"", content[:-1], content[:50] + b"?" + content[51:]):
        table.write_bytes(wrong)
        with pytest.raises(BadFormat, match=r"run\.db\.table is damaged: remove it"):
            combien.count(queens(11), checkpoint=path)
    # A link is not followed.
    table.rename(tmp_path / "elsewhere")
    table.symlink_to(tmp_path / "elsewhere")
    (tmp_path / "elsewhere").write_bytes(content[:-1])
    assert combien.count(queens(11), checkpoint=path) == 2680


def test_the_seconds_hold_while_a_table_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "run.db"
    with pytest.raises(OutOfBudget) as begun:
        combien.count(queens(11), engine="memo", checkpoint=path, nodes=5000)
    with monkeypatch.context() as patch, pytest.raises(OutOfBudget, match="0 seconds") as stop:
        patch.setattr(MemoCounting, "load", None)
        combien.count(queens(11), checkpoint=path, seconds=0)
    assert stop.value.known == begun.value.known
    assert combien.count(queens(11), checkpoint=path) == 2680


def test_the_table_is_stored_now_and_then(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # A second passes whenever the clock is read, so it is stored before anything is counted.
    seconds = count()
    monkeypatch.setattr(_memos, "perf_counter", lambda: float(next(seconds)))
    for name in ("SHORTEST", "SAVE_PART"):
        monkeypatch.setattr(_memos, name, 0)
    monkeypatch.setattr(_memos, "PART", 1)
    save = _memos._Table.save
    stored: list[bool] = []

    def watched(table: _memos._Table, counting: MemoCounting) -> None:
        save(table, counting)
        stored.append(table._file.exists())

    monkeypatch.setattr(_memos._Table, "save", watched)
    path = tmp_path / "run.db"
    assert combien.count(queens(11), engine="memo", checkpoint=path) == 2680
    assert True in stored


def test_the_table_of_another_run_is_not_used(tmp_path: Path) -> None:
    path, table = tmp_path / "run.db", tmp_path / "run.db.table"

    def begin(size: int) -> None:
        with pytest.raises(OutOfBudget):
            combien.count(queens(size), engine="memo", checkpoint=path, nodes=2000)

    begin(11)
    of_another_run = table.read_bytes()
    path.unlink()
    # A new run of this name removes it, and a table that comes later is refused.
    assert combien.count(queens(10), engine="memo", checkpoint=path) == 724
    assert not table.exists()
    path.unlink()
    begin(10)
    for other in (of_another_run, of_another_run.replace(b"table-3", b"table-2")):
        mixed = blake2b(other[:-16], digest_size=16).digest()
        table.write_bytes(other[:-16] + mixed)
        with pytest.raises(BadInput, match=r"run.db.table is the table of another run.*remove it"):
            combien.count(queens(10), checkpoint=path)
    table.unlink()
    assert combien.count(queens(10), checkpoint=path) == 724
    # A file of the user is left alone.
    path.unlink()
    table.write_text("my table")
    with pytest.raises(BadFormat, match=r"run\.db\.table is damaged: remove it"):
        combien.count(queens(10), engine="memo", checkpoint=path)
    assert table.read_text() == "my table"


def test_kills_before_anything_is_stored_do_not_stop_the_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "run.db"
    with pytest.raises(OutOfBudget):
        combien.count(queens(8), engine="memo", checkpoint=path, nodes=100)
    with monkeypatch.context() as patch:
        patch.setattr(_ledger, "_is_dead", lambda owner: True)
        for number in range(9):
            ledger = Ledger.open(path)
            ledger.lease(f"killed{number}", 1, most_tries=10)
            ledger.close()
        assert combien.count(queens(8), checkpoint=path) == 92


def test_killed_at_any_moment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    problem, path = tmp_path / "queens.dlx", tmp_path / "run.db"
    problem.write_text(formats.write(queens(13), format="dlx"))
    program = (
        "from combien.running import _memos; _memos.SHORTEST = 0.02; _memos.LEAST_SAVE = 0.001\n"
        "from combien.__main__ import main; main()"
    )
    words = [sys.executable, "-c", program, "count", "--engine", "memo", str(problem)]
    for _ in range(4):
        process = subprocess.Popen([*words, "--checkpoint", str(path)], stdout=subprocess.PIPE)
        started = time.perf_counter()
        while not path.exists() and time.perf_counter() - started < 30:
            time.sleep(0.01)
        time.sleep(0.1)
        process.kill()
        process.communicate()
    monkeypatch.setattr(_memos, "SHORTEST", 0.02)
    assert combien.count(formats.read(problem.read_text(), format="dlx"), checkpoint=path) == 73712


def table_of(path: Path, problem: Problem) -> _memos._Table:
    with closing(
        Ledger.create(path, problem, engine="memo", seed=0, nodes=0, positions=[(0, "")])
    ) as ledger:
        return _memos._Table(ledger)


def test_a_table_is_stored_in_pieces(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # Its first slot is not empty.
    board = dominoes(4, 11)
    table = table_of(tmp_path / "run.db", board)
    whole, again = finished(MemoCounting(board)), MemoCounting(board)
    wide, entries = 8 * whole.entry_words, whole.saved(0, whole.slots)
    assert whole.saved(0, 1)
    monkeypatch.setattr(_memos, "SLOTS", 3)
    head, *pieces = table._pieces(whole)
    assert b"".join(pieces) == entries
    assert len(pieces) == -(-whole.slots // 3)
    # What a kill has left is replaced.
    (tmp_path / "run.db.table.tmp").write_bytes(b"left")
    table.save(whole)
    content = table._file.read_bytes()
    assert content[:-16] == head + entries
    monkeypatch.setattr(_database, "PIECE", 2 * len(head))
    ticks: list[int] = []
    table.load(again, PLENTY, lambda: ticks.append(1))
    piece = 2 * len(head) // wide * wide
    assert len(ticks) == -(-(len(content) - 16) // (2 * len(head))) + -(-len(entries) // piece)
    assert again.saved(0, again.slots) == entries


def test_tables_that_no_run_writes(tmp_path: Path) -> None:
    board = queens(7)
    table = table_of(tmp_path / "run.db", board)
    ours = dict(table._owner)
    for head in (
        "x",
        "5",
        "[" * 100_000,
        json.dumps({**ours, "limbs": 1}),
        json.dumps({**ours, "limbs": 1, "words": 0}),
        json.dumps({**ours, "limbs": 1, "words": None}),
    ):
        content = head.encode() + b"\n" + bytes(64)
        table._file.write_bytes(content + blake2b(content, digest_size=16).digest())
        with pytest.raises(BadFormat, match="is damaged: remove it"):
            table.load(MemoCounting(board), PLENTY, lambda: None)
        # It is not one of our tables, so it stays.
        if "format" not in head:
            table.remove_left()
            assert table._file.exists()
    content = json.dumps({**ours, "run": "another", "limbs": 1, "words": 3}).encode() + b"\n12345"
    table._file.write_bytes(content + blake2b(content, digest_size=16).digest())
    with pytest.raises(BadInput, match="is the table of another run"):
        table.load(MemoCounting(board), PLENTY, lambda: None)
    for head in ("{}", '{"format": "mine"}', "[]"):
        table._file.write_text(head)
        table.remove_left()
        assert table._file.exists()
    table.remove()
    table.remove()
    assert not table._file.exists()


def test_when_the_table_is_stored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """After ten times the time of a save, at least a second."""
    now = [100.0]
    monkeypatch.setattr(_memos, "perf_counter", lambda: now[0])
    monkeypatch.setattr(_memos, "LEAST_SAVE", 0.125)
    table = table_of(tmp_path / "run.db", SMALL)
    for save, wait in ((3.0, 1.25), (0.0, 30.0), (0.0, 1.25)):
        now[0] += wait
        assert not table.is_due
        now[0] += 0.5
        assert table.is_due

        def written(*args: Any, save: float = save, **options: Any) -> Any:
            return SimpleNamespace(end=lambda: now.__setitem__(0, now[0] + save))

        monkeypatch.setattr(_memos, "Writing", written)
        table.save(MemoCounting(SMALL))


@pytest.mark.parametrize(("elapsed", "times"), [(400, 1), (2000, 4), (100_000, 9)])
def test_how_long_a_position_is_not_stored(
    monkeypatch: pytest.MonkeyPatch, elapsed: int, times: int
) -> None:
    """For a 400th of the time so far, from two seconds here to ten."""
    monkeypatch.setattr(_memos, "SHORTEST", 2.0)
    now = [float(elapsed)]

    def advance(steps: int, seconds: float, bytes: int) -> bool:
        calls.append(steps)
        now[0] += 1
        return False

    calls: list[int] = []
    monkeypatch.setattr(_memos, "perf_counter", lambda: now[0])
    stored: list[str] = []
    run = SimpleNamespace(
        _started=0.0,
        _counting=SimpleNamespace(advance=advance, steps=3, fraction=0.5),
        _meter=Meter(Budget(nodes=13, bytes=1), engine="memo"),
        _store=lambda: stored.append("position"),
        _table=SimpleNamespace(is_due=False),
        _known=dict,
    )
    assert not _memos._Run._is_done(cast("Any", run))
    assert calls == [10] * (times + 1)
    assert stored == ["position"]


@pytest.mark.parametrize("error", [MemoryError, OutOfBytes])
def test_a_memo_without_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: type[Exception]
) -> None:
    def full(*args: object) -> bool:
        raise error

    monkeypatch.setattr(MemoCounting, "advance", full)
    path = tmp_path / "run.db"
    with pytest.raises(OutOfBudget, match="GB"):
        _memos.count_by_memo(SMALL, path)
    assert (running.status(path).leased, running.status(path).nodes) == (0, 0)
    with closing(Ledger.open(path)) as ledger:
        assert ledger.seed == 0
