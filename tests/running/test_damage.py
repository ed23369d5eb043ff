"""A damaged file of a run gives the exact count or is refused, and never hangs.

Each file that a run leaves is damaged at every place: a bit or a digit is changed, a piece of a
page is overwritten, the file ends early.
"""

from __future__ import annotations

import signal
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

import combien
from combien.errors import CombienError, OutOfBudget
from combien.running import _coordinator, _sweeps
from combien.running._ledger import Ledger, owner_name
from tests.engines.boards import dominoes, queens

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
    found = outcomes(case, tmp_path, 499)
    assert min(found.values()) > 0


@pytest.mark.slow
@pytest.mark.parametrize("case", RUNS, ids=lambda case: case[0])
def test_every_byte(case: Case, tmp_path: Path) -> None:
    print(case[0], outcomes(case, tmp_path, 1))
