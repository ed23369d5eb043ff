"""Sweeps in little memory: layer by layer in chunks, which are stored in the folder of the run."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import combien
from combien import _native, running
from combien.cover import formats
from combien.engines._counting import OutOfBytes
from combien.engines._frontier import FrontierCounting
from combien.engines._protocol import Budget
from combien.errors import OutOfBudget
from combien.running import _sweeps
from combien.running._sweeps import _Run, count_by_sweep
from tests.engines.boards import queens
from tests.random_problems import all_problems
from tests.running.test_sweeps import facts, finished, folder, made


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=30)
@given(problem=all_problems(), chunk=st.sampled_from([3e-6, 1e-3]))
def test_a_sweep_in_chunks_is_the_sweep_in_memory(problem: combien.Problem, chunk: float) -> None:
    with TemporaryDirectory() as name, pytest.MonkeyPatch.context() as patch:
        patch.setattr(_sweeps, "RACE_STEPS", 0)
        whole = count_by_sweep(problem, Path(name, "whole.db"))
        # Nothing is swept before the run, and every layer is divided.
        patch.setattr(FrontierCounting, "advance", out_of_bytes)
        patch.setattr(_sweeps, "DIVIDED_FROM", 0)
        patch.setattr(_sweeps, "WHOLE_BELOW", 0)
        patch.setattr(_sweeps, "CHUNK", chunk)
        divided = count_by_sweep(problem, Path(name, "run.db"), budget=Budget(bytes=10**7))
        swept = facts(finished(made(problem)))
        assert (divided.count, *divided.work.values()) == swept
        assert divided.count == whole.count


def out_of_bytes(counting: FrontierCounting, steps: int, seconds: float, bytes: int) -> bool:
    raise OutOfBytes


PIECES = queens(11)


def pieces_work() -> dict[str, int]:
    swept = finished(made(PIECES))
    assert swept.count() == 2680
    return {
        "transitions": swept.transitions,
        "states": swept.states,
        "widest": swept.widest,
    }


@pytest.mark.parametrize("limit", [400_000, 1_000_000])
def test_a_small_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, limit: int) -> None:
    """The same count and counters, in less memory than the widest layer takes."""
    monkeypatch.setattr(FrontierCounting, "advance", out_of_bytes)
    path = tmp_path / "run.db"
    sizes: list[int] = []

    def look(progress: combien.Progress) -> None:
        files = folder(path).glob("*.words")
        sizes.append(sum(file.stat().st_size for file in files))

    budget = Budget(bytes=limit)
    sweep = _Run._sweep
    steps: list[int] = []

    def watched(run: _Run, live: _native.Sweep) -> bool:
        steps.append(run._layers.layer.step)
        return sweep(run, live)

    monkeypatch.setattr(_Run, "_sweep", watched)
    loaded = _Run._loaded
    chunks: list[int] = []

    def loading(run: _Run, *args: Any, **more: Any) -> _native.Sweep:
        live = loaded(run, *args, **more)
        if "cut" in more:
            chunks.append(8 * live.size * live.stride)
        return live

    monkeypatch.setattr(_Run, "_loaded", loading)
    found = count_by_sweep(PIECES, path, budget=budget, report=look)
    assert (found.count, found.work) == (2680, pieces_work())
    assert max(sizes) > limit
    # The shares of a layer are about equal.
    assert max(chunks) < 1.3 * _sweeps.CHUNK * limit
    # The last layers are small again, and swept in memory.
    assert steps[0] == 0 < steps[-1] < PIECES.primary_count - 1
    assert os.listdir(tmp_path) == ["run.db"]


def test_a_chunk_that_is_stored_is_not_made_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(FrontierCounting, "advance", out_of_bytes)
    path = tmp_path / "run.db"
    work = pieces_work()
    made_so_far: list[int] = []
    dice = Random(5)
    while True:
        # The number of bytes may change, and with it the size of the chunks.
        budget = Budget(bytes=dice.choice([400_000, 600_000]), nodes=120_000)
        try:
            found = count_by_sweep(PIECES, path, budget=budget)
        except OutOfBudget:
            layer = running.status(path).layer
            assert layer is not None
            made_so_far.append(layer.transitions)
            assert running.verify(path) == 0
        else:
            break
    assert len(made_so_far) >= 2
    assert (found.count, found.work) == (2680, work)


def test_too_little_memory_for_anything(tmp_path: Path) -> None:
    with pytest.raises(OutOfBudget, match=r"needs more than .* GB"):
        combien.count(PIECES, engine="frontier", checkpoint=tmp_path / "run.db", bytes=1000)


@pytest.mark.skipif(not os.path.exists("/proc/self/status"), reason="the peak is read from /proc")
def test_the_memory_of_a_process(tmp_path: Path) -> None:
    """Layers of five times the memory that is allowed; measured in a process of its own."""
    problem = tmp_path / "queens.json"
    problem.write_text(formats.write(queens(13), format="json"))
    program = (
        "import sys, combien; from combien.cover import formats; "
        "from combien.running._sweeps import count_by_sweep; "
        "from combien.engines._protocol import Budget; "
        "problem = formats.read(open(sys.argv[1]).read(), format='json'); "
        # Not from getrusage, which begins with the peak of the process that started this one.
        "peak = lambda: next(1024 * int(line.split()[1]) "
        "for line in open('/proc/self/status') if line.startswith('VmHWM')); "
        "before = peak(); "
        "found = count_by_sweep(problem, sys.argv[2], budget=Budget(bytes=int(sys.argv[3]))); "
        "print(found.count, peak() - before)"
    )
    arguments = [str(problem), str(tmp_path / "run.db"), str(10_000_000)]
    words = subprocess.check_output([sys.executable, "-c", program, *arguments], text=True).split()
    assert words[0] == "73712"
    # And the modules, the database and some pieces of files.
    assert int(words[1]) < 10_000_000 + 15_000_000
