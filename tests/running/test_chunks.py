"""Sweeps in little memory, layer by layer in chunks; when layers are raced, saved and divided."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import combien
from combien import _native, running
from combien._base.budget import Meter
from combien.cover import formats
from combien.engines._counting import OutOfBytes
from combien.engines._protocol import UNLIMITED, Budget
from combien.engines._sweeps.frontier import FrontierCounting
from combien.errors import CannotAnswer, Interrupted, OutOfBudget
from combien.running import _sweeps
from combien.running._layers import Layer
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


# Decisions, with a run and a sweep that are not real ones -----------------------------------------


def unreal(**attributes: Any) -> Any:
    return SimpleNamespace(**attributes)


@pytest.mark.parametrize(
    ("steps", "left", "soon"),
    [(299, None, True), (300, None, False), (300, 6.0, True), (300, 6.1, False)],
)
def test_a_budget_ends_soon_in_three_passes(steps: int, left: float | None, soon: bool) -> None:
    meter = unreal(slice=lambda done: (steps + 5 - done, 1.0), seconds_left=left)
    assert _Run._ends_soon(unreal(_meter=meter, _steps=5), 100, 2.0) == soon


@pytest.mark.parametrize(
    ("size", "once", "to_divide", "ahead", "divided"),
    [
        (400, True, 0, [], False),
        (401, True, 0, [], True),
        (125, False, 0, [], False),
        (126, False, 0, [], True),
        (1, True, 1, [], True),
        (1, True, 0, ["a part"], True),
    ],
)
def test_when_a_layer_is_divided(
    size: int, once: bool, to_divide: int, ahead: list[str], divided: bool
) -> None:
    layers = unreal(layer=unreal(once=once, step=4), ahead=lambda: (None, ahead))
    run = unreal(
        _is_last=False,
        _to_divide=to_divide,
        _layers=layers,
        _bytes=size,
        _meter=unreal(bytes=1000),
    )
    assert _Run._is_divided(run) == divided
    run._is_last = True
    assert not _Run._is_divided(run)


@pytest.mark.parametrize(
    ("totals", "limbs"), [([1], 1), ([2**63, 2**63], 2), ([2**64 - 1], 1), ([2**128], 3)]
)
def test_the_limbs_of_a_layer_hold_its_sum(totals: list[int], limbs: int) -> None:
    parts = [unreal(total=total, limbs=1) for total in totals]
    assert _Run._limbs(unreal(_layers=unreal(parts=parts))) == limbs
    parts[0].limbs = 4
    assert _Run._limbs(unreal(_layers=unreal(parts=parts))) == 4


def test_the_reported_part_of_a_sweep() -> None:
    reports: list[combien.Progress] = []
    for report in (None, reports.append):
        meter = Meter(UNLIMITED, engine="frontier", report=report)
        run = unreal(_meter=meter, _known=lambda: {"states": 3})
        _Run._progress(run, unreal(forecast=lambda: 5.0), 2)
    assert reports == [combien.Progress("frontier", 0.25, {"states": 3})]


def swept_in_memory(
    monkeypatch: pytest.MonkeyPatch, *, limit: float, save: float = 4.0
) -> tuple[list[int], list[tuple[int, float]], Any, bool]:
    """Return the passes after which a layer of 8000 bytes is saved, of 60 of a second each."""
    now = [100.0]
    saves: list[int] = []
    asked: list[tuple[int, float]] = []
    sweep = unreal(transitions=500, passes=0, between=True, size=500, stride=2, place=())
    finished: list[Any] = []

    def advanced(swept: Any, steps: int, seconds: float, bytes: int, passes: int) -> bool:
        assert (steps, seconds, passes) == (77, 0.5, sweep.passes + 1)
        sweep.passes += 1
        sweep.transitions += 10
        now[0] += 1
        return bool(sweep.passes == 60)

    def saved(*args: Any) -> None:
        assert args == (sweep,)
        saves.append(sweep.passes)
        now[0] += save

    for name, value in (
        ("perf_counter", lambda: now[0]),
        ("advanced", advanced),
        ("LEAST_SAVE", 0.5),
    ):
        monkeypatch.setattr(_sweeps, name, value)
    run = unreal(
        _saving=None,
        _begin_saving=saved,
        _live=None,
        _began=50.0,
        _save=saved,
        _rate=16000.0,
        _steps=0,
        _slice=lambda: (77, 0.5),
        _layers=unreal(layer=unreal(starts=4)),
        _progress=lambda *args: None,
        _meter=unreal(bytes=limit),
        _finish=finished.append,
        _ends_soon=lambda *args: asked.append(args),
    )
    done = _Run._sweep(run, sweep)
    assert finished == ([sweep] if done else [])
    assert run._steps == 10 * sweep.passes
    return saves, asked, run, done


def test_a_layer_is_saved_as_its_cost_and_the_starts_of_the_run_say(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """After 50 s in four starts; the cost is half a second, and that of the bytes."""
    found, asked, run, done = swept_in_memory(monkeypatch, limit=20000)
    assert (found, done, run._live.passes) == ([6, 12, 19, 26, 34, 42, 50, 59], True, 60)
    # What the last pass took, without saving.
    assert set(asked) == {(10, 1.0)}


@pytest.mark.parametrize(("piece", "rate"), [(7999, 2000.0), (8000, 16000.0)])
def test_the_cost_of_a_save_is_that_of_the_last_large_one(
    monkeypatch: pytest.MonkeyPatch, piece: int, rate: float
) -> None:
    times = iter((100.0, 104.0))
    saving = unreal(bytes=8000)
    monkeypatch.setattr(_sweeps, "PIECE", piece)
    monkeypatch.setattr(_sweeps, "perf_counter", lambda: next(times))
    monkeypatch.setattr(_sweeps, "_layer_of", lambda sweep: sweep)
    monkeypatch.setattr(_sweeps, "_begun_saving", lambda *args: saving)
    ended: list[int] = []
    run = unreal(
        _rate=16000.0,
        _layers=None,
        _slice=None,
        _timed=lambda layer: (layer, "timed"),
        _end_saving=lambda: ended.append(1),
    )
    _Run._begin_saving(run, unreal())
    assert (run._rate, len(ended), run._saving[0]) == (rate, 1, saving)


def test_the_time_of_a_run_goes_on_in_the_next_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_sweeps, "perf_counter", lambda: 12.5)
    monkeypatch.setattr(_sweeps, "work_of", lambda ledger: None)
    layer = Layer(0, 0, True, (0, 0), 0, True, 0, 0, 0, 1, milliseconds=4000, starts=3, rate=7)
    others: Any = unreal(facts={}), unreal(layer=layer), None, None, 0, 11.0
    later = _Run(queens(4), *others)._timed(replace(layer, starts=0, step=5))
    assert later == replace(layer, step=5, milliseconds=5500)


def test_a_large_layer_leaves_the_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    found, _, run, done = swept_in_memory(monkeypatch, limit=19999)
    assert (found, done, run._live) == ([1], False, None)


def test_passes_are_divided_more_often_each_time_the_memory_ends(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(FrontierCounting, "advance", out_of_bytes)
    done: list[str] = []
    sweep, divide = _Run._sweep, _Run._divide

    def swept(run: _Run, live: _native.Sweep) -> bool:
        done.append("sweep")
        if len(done) == 1:
            raise OutOfBytes
        if len(done) == 6:
            raise MemoryError
        return sweep(run, live)

    def divided(run: _Run) -> None:
        done.append("divide")
        divide(run)

    monkeypatch.setattr(_Run, "_sweep", swept)
    monkeypatch.setattr(_Run, "_divide", divided)
    found = count_by_sweep(queens(6), tmp_path / "run.db", budget=Budget(bytes=10**9))
    assert found.count == 4
    assert done == ["sweep", *["divide"] * 4, "sweep", *["divide"] * 8, "sweep"]


class Racing:
    """A race of orders: all have had a turn after `first` steps, and one is done after `end`."""

    fraction, count, known = 0.5, 92, {"transitions": 3}

    def __init__(
        self, first: int, end: int | None = None, error: type[BaseException] | None = None
    ):
        self.first, self.end, self.error = first, end, error
        self.steps, self.out_of_bytes = 0, False

    @property
    def raced(self) -> bool:
        return self.steps >= self.first

    def advance(self, steps: int, seconds: float, bytes: int) -> bool:
        self.steps += 1
        if self.error:
            raise self.error
        return self.steps == self.end


@pytest.mark.parametrize(
    ("race", "steps", "count"),
    [
        (Racing(3), 5, None),
        (Racing(7), 7, None),
        (Racing(9, end=4), 4, 92),
        (Racing(9, error=OutOfBytes), 1, None),
        (Racing(9, error=MemoryError), 1, None),
    ],
)
def test_how_long_the_orders_race(
    monkeypatch: pytest.MonkeyPatch, race: Any, steps: int, count: int | None
) -> None:
    monkeypatch.setattr(_sweeps, "RACE_STEPS", 5)
    reports: list[combien.Progress] = []
    meter = Meter(UNLIMITED, engine="frontier", report=reports.append)
    assert _sweeps._raced(race, meter) == count
    assert race.steps == steps
    moment = combien.Progress("frontier", 0.5, {"transitions": 3})
    assert reports == [moment] * (0 if race.error else steps - (count is not None))


def test_a_race_ends_with_the_memory_the_nodes_or_an_interrupt() -> None:
    race: Any = Racing(2)
    race.out_of_bytes = True
    assert _sweeps._raced(race, Meter(UNLIMITED, engine="frontier")) is None
    assert race.steps == 2
    race = Racing(9)
    with pytest.raises(OutOfBudget, match="3 nodes") as stop:
        _sweeps._raced(race, Meter(Budget(nodes=3), engine="frontier"))
    assert (race.steps, stop.value.known) == (3, race.known)
    race = Racing(9, error=KeyboardInterrupt)
    with pytest.raises(Interrupted) as pressed:
        _sweeps._raced(race, Meter(UNLIMITED, engine="frontier"))
    assert pressed.value.known == race.known


@pytest.mark.parametrize("says", [True, False])
def test_a_problem_without_an_order(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, says: bool
) -> None:
    def advance(race: FrontierCounting, steps: int, seconds: float, bytes: int) -> bool:
        assert (steps, seconds, bytes) == (0, 0.0, 0)
        if says:
            raise CannotAnswer("the states are too large")
        return False

    monkeypatch.setattr(_sweeps, "_raced", lambda race, meter: None)
    monkeypatch.setattr(FrontierCounting, "choose", lambda race: None)
    monkeypatch.setattr(FrontierCounting, "advance", advance)
    message = "the states are too large" if says else "there is no order for a sweep"
    with pytest.raises(CannotAnswer, match=message):
        count_by_sweep(queens(5), tmp_path / "run.db")
    assert os.listdir(tmp_path) == []
