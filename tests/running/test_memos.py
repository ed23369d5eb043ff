"""Runs of counts with a memo: killed, stopped and continued, with the table that was stored."""

from __future__ import annotations

import subprocess
import sys
import time
from hashlib import blake2b
from itertools import count
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import combien
from combien import Progress, running
from combien.cover import formats
from combien.cover._problem import Problem
from combien.engines._memo import MemoCounting
from combien.errors import BadFormat, BadInput, Interrupted, OutOfBudget
from combien.running import _ledger, _memos
from combien.running._ledger import Ledger
from tests.engines.boards import dominoes, queens
from tests.random_problems import problems

PLENTY = 2**32


def finished(counting: MemoCounting) -> MemoCounting:
    while not counting.advance(2**62, 60.0, PLENTY):
        pass
    return counting


@settings(max_examples=100)
@given(problem=problems(colors=True), pieces=st.integers(1, 300))
def test_a_loaded_table_gives_the_same_count(problem: Problem, pieces: int) -> None:
    whole, again = finished(MemoCounting(problem)), MemoCounting(problem)
    for begin in range(0, whole.slots, pieces):
        again.load(whole.saved(begin, begin + pieces), whole.limbs, PLENTY)
    assert again.work["entries"] == whole.work["entries"]
    assert finished(again).count == whole.count


def test_a_loaded_table_saves_nodes() -> None:
    # The counts need two limbs.
    board = dominoes(14, 14)
    whole, again = finished(MemoCounting(board)), MemoCounting(board)
    assert whole.limbs > 1
    again.load(whole.saved(0, whole.slots), whole.limbs, PLENTY)
    assert finished(again).count == whole.count == 112202208776036178000000
    assert again.work["nodes"] < whole.work["nodes"] / 10
    for wrong, limbs in ((b"1234567", 1), (bytes(8 * whole.entry_words), 1), (b"", 0)):
        with pytest.raises(ValueError, match="entr"):
            again.load(wrong, limbs, PLENTY)


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
    for other in (of_another_run, of_another_run.replace(b"table-2", b"table-1")):
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
