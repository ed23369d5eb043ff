"""Sweeps in a run: layers are saved and loaded, and damaged or foreign files refused."""

from __future__ import annotations

import json
import os
import resource
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import closing
from itertools import count
from math import inf
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import combien
from combien import _native, running
from combien._questions import long_runs
from combien.cover import formats
from combien.cover._problem import compiled
from combien.engines._sweeps.frontier import FrontierCounting, Ordered, advanced
from combien.errors import BadInput, CannotWrite, CombienError, Interrupted, OutOfBudget
from combien.graphs import colorings, dominating_sets, grid
from combien.running import _sweeps
from combien.running._layers import Layers
from combien.running._ledger import Ledger
from tests.cli.commands import combien as run
from tests.engines.boards import queens, timetable
from tests.random_problems import all_problems

NO_LIMIT = 2**62
DOMINO = combien.Tile("**", symmetries="all", times="any")
BOARD = combien.TilingProblem(combien.Region.box(12, 12), [DOMINO])
COUNT = 53060477521960000


def made(problem: combien.Problem, modulus: int = 0) -> _native.Sweep:
    sweep = _native.sweep(compiled(problem), "given", [], modulus)
    assert sweep is not None
    return sweep


def facts(sweep: _native.Sweep) -> tuple[int, int, int, int]:
    return sweep.count(), sweep.transitions, sweep.states, sweep.widest


def finished(sweep: _native.Sweep) -> _native.Sweep:
    assert sweep.run(NO_LIMIT, 1e9, NO_LIMIT) == _native.DONE
    return sweep


def reloaded(sweep: _native.Sweep, fresh: _native.Sweep, dice: Random) -> _native.Sweep:
    sizes = sweep.begin_saving()
    words = b"".join(iter(lambda: _native.save_states(sweep, dice.randint(1, 1000)), b""))
    assert len(words) == 8 * sum(sizes) * sweep.stride
    fresh.begin_loading(sweep.place, sweep.size, 0)
    piece = 8 * sweep.stride * dice.randint(1, 50)
    for begin in range(0, len(words), piece):
        done = _native.load_states(
            fresh, words[begin : begin + piece], sweep.place[2], 0, 0, NO_LIMIT
        )
        assert done == _native.DONE
    fresh.end_loading(True, sweep.transitions, sweep.states, sweep.widest)
    while not fresh.between:
        fresh.run(NO_LIMIT, 1.0, NO_LIMIT, 0)
    assert (fresh.place, fresh.size, fresh.total()) == (sweep.place, sweep.size, sweep.total())
    return fresh


@given(all_problems(), st.sampled_from([0, 1, 97, 2**61 - 1]), st.randoms(use_true_random=False))
def test_a_layer_that_is_saved_and_loaded_is_the_same(
    problem: combien.Problem, modulus: int, dice: Random
) -> None:
    def begun() -> _native.Sweep:
        return made(problem, modulus)

    sweep = begun()
    while sweep.run(NO_LIMIT, 1e9, NO_LIMIT, sweep.passes + 1) != _native.DONE:
        if dice.random() < 0.5:
            passes, sweep = sweep.passes, reloaded(sweep, begun(), dice)
            assert (sweep.passes, sweep.fingerprint) == (0, begun().fingerprint)
            assert passes > 0
    assert facts(sweep) == facts(finished(begun()))


@pytest.mark.parametrize(
    "problem",
    [
        *(BOARD.problem(), queens(9), timetable(14, 4, slots=5, seed=1)),
        *(colorings(grid(7, 9), 4), dominating_sets(grid(6, 8))),
    ],
)
def test_large_layers_too(problem: combien.Problem) -> None:
    sweep = made(problem)
    dice = Random(1)
    while sweep.run(NO_LIMIT, 1e9, NO_LIMIT, sweep.passes + 1) != _native.DONE:
        if dice.random() < 0.1:
            sweep = reloaded(sweep, made(problem), dice)
    assert facts(sweep) == facts(finished(made(problem)))


def test_wrong_layers_are_refused_by_the_core() -> None:
    def begun() -> _native.Sweep:
        return made(queens(5), 7)

    place = begun().place
    for wrong in ((99, 0, 1, False, 0, 0), (0, 99, 1, False, 0, 0), (0, 0, 99, False, 0, 0)):
        with pytest.raises(ValueError, match="no such layer"):
            begun().begin_loading(wrong, 1, 0)
    for words in ([1, 1], [3 << 62, 1], [1 << 63, 0], [1 << 63, 8]):
        sweep = begun()
        sweep.begin_loading(place, 1, 0)
        data = b"".join(word.to_bytes(8, sys.byteorder) for word in words)
        with pytest.raises(ValueError, match="state with its count"):
            _native.load_states(sweep, data, 1, 0, 0, NO_LIMIT)
        with pytest.raises(ValueError, match="another length"):
            _native.load_states(sweep, data[:-1], 1, 0, 0, NO_LIMIT)
    sweep = begun()
    sweep.begin_loading(place, 1, 0)
    data = b"".join(word.to_bytes(8, sys.byteorder) for word in [1 << 63, 1] * 2)
    with pytest.raises(ValueError, match="do not increase"):
        _native.load_states(sweep, data, 1, 0, 0, NO_LIMIT)
    with pytest.raises(ValueError, match="begun already"):
        sweep.begin_loading(place, 1, 0)


# Runs ---------------------------------------------------------------------------------------------


@pytest.fixture
def short_race(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_sweeps, "RACE_STEPS", 1000)


def begun(path: Path, nodes: int = 130_000) -> None:
    """Begin a run, and leave it with a layer in the middle."""
    with pytest.raises(OutOfBudget):
        combien.count(BOARD, engine="frontier", checkpoint=path, nodes=nodes)
    assert running.status(path).layer is not None


def folder(path: Path) -> Path:
    return path.with_name(f"{path.name}.layers")


def whole(path: Path) -> dict[str, int]:
    """The counters of a run that is not interrupted."""
    found = combien.answer(BOARD, engine="frontier", checkpoint=path)
    assert found.count == COUNT
    return dict(found.work)


def test_a_short_sweep_is_stored_at_its_end(tmp_path: Path) -> None:
    path = tmp_path / "run.db"
    found = combien.answer(queens(8), engine="frontier", checkpoint=path)
    assert found.count == 92
    assert found.work == combien.answer(queens(8), engine="frontier").work
    assert os.listdir(tmp_path) == ["run.db"]
    state = running.status(path)
    assert (state.found, state.complete, state.engine) == (92, True, "frontier")
    assert state.nodes == found.work["transitions"]
    assert combien.answer(queens(8), checkpoint=path).work == found.work
    assert running.verify(path) == 0


@pytest.mark.usefixtures("short_race")
def test_a_sweep_continues_after_its_budget(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    work = whole(tmp_path / "whole.db")
    path = tmp_path / "run.db"
    steps: list[int] = []
    # The memory suffices.
    monkeypatch.setattr(_sweeps._Run, "_divide", None)
    while True:
        nodes = 20_000 if steps else 120_000
        found = combien.answer(BOARD, engine="frontier", checkpoint=path, nodes=nodes)
        if found.complete:
            break
        state = running.status(path)
        assert state.layer is not None
        assert f"step {state.layer.step} of 144 after" in str(state)
        steps.append(state.layer.step)
    assert len(steps) > 2
    assert steps == sorted(steps)
    assert (found.count, dict(found.work)) == (COUNT, work)
    assert sorted(os.listdir(tmp_path)) == ["run.db", "whole.db"]


def test_every_order_is_tried_before_one_is_chosen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(_sweeps, "RACE_STEPS", 0)
    choose = FrontierCounting.choose
    raced: list[bool] = []

    def watched(counting: FrontierCounting) -> Ordered | None:
        raced.append(counting.raced)
        return choose(counting)

    monkeypatch.setattr(FrontierCounting, "choose", watched)
    assert combien.count(BOARD, engine="frontier", checkpoint=tmp_path / "run.db") == COUNT
    assert raced == [True]


@pytest.mark.usefixtures("short_race")
def test_layers_of_a_quick_sweep_are_not_saved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(_sweeps, "pause", lambda *_: inf)
    add = Layers.add
    names: list[str] = []

    def watched(layers: Layers, *args: Any) -> None:
        add(layers, *args)
        names.extend(file.name for file in layers.folder.glob("*.words"))
        assert not any(file.stat().st_mode & 0o111 for file in layers.folder.iterdir())

    monkeypatch.setattr(Layers, "add", watched)
    assert combien.count(BOARD, engine="frontier", checkpoint=tmp_path / "run.db") == COUNT
    assert names == ["layer-0-0-0.words"]


@pytest.mark.usefixtures("short_race")
def test_ctrl_c_saves_the_layer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # No layer is saved otherwise.
    monkeypatch.setattr(_sweeps, "pause", lambda *_: inf)
    path = tmp_path / "run.db"
    presses = iter([None] * 20)

    def press(progress: combien.Progress) -> None:
        if next(presses, 1):
            raise KeyboardInterrupt

    with pytest.raises(Interrupted) as caught:
        combien.count(BOARD, engine="frontier", checkpoint=path, report=press)
    assert caught.value.known.keys() == {"transitions", "states", "widest"}
    layer = running.status(path).layer
    assert layer is not None
    assert layer.step > 0
    assert combien.count(BOARD, checkpoint=path) == COUNT


@pytest.mark.usefixtures("short_race")
def test_auto_continues_with_a_sweep(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(long_runs, "PLANNED_NODES", 1_000_000)
    path = tmp_path / "run.db"
    found = combien.answer(SLOW, checkpoint=path)
    assert (found.count, found.engine) == (306831975142, "frontier")
    assert running.status(path).engine == "frontier"
    # A search stays one.
    path = tmp_path / "search.db"
    monkeypatch.setattr(long_runs, "PLANNED_NODES", 1000)
    assert combien.answer(queens(9), checkpoint=path).engine == "bits"


SLOW = combien.TilingProblem(
    combien.Region.box(10, 10),
    [
        combien.Tile(tile, symmetries="all", times="any")
        for tile in ("****", "**\n**", "**.\n.**", "***\n.*.")
    ],
)


def stored(path: Path) -> int:
    """The step after which the last stored layer comes; 0 if there is none yet."""
    layer = running.status(path).layer if path.exists() else None
    return 0 if layer is None else layer.step


def test_killed_at_any_moment(tmp_path: Path) -> None:
    problem, path = tmp_path / "tiles.json", tmp_path / "run.db"
    problem.write_text(formats.write(SLOW.problem(), format="json"))
    program = (
        "import sys; from combien.running import _sweeps; from combien.__main__ import main; "
        "_sweeps.RACE_STEPS = 1000; _sweeps.pause = lambda cost, *_: cost; "
        "sys.argv[1:] = ['count', '--engine', 'frontier', '--json', *sys.argv[1:]]; main()"
    )
    command = [sys.executable, "-c", program, str(problem), "--checkpoint"]
    plain = json.loads(subprocess.check_output([*command, tmp_path / "plain.db"]))
    dice = Random(2)
    steps: list[int] = []
    for _ in range(2):
        process = subprocess.Popen([*command, path], stdout=subprocess.DEVNULL)
        # As soon as another layer is stored, and a moment later.
        while process.poll() is None and stored(path) <= (steps[-1] if steps else 0):
            time.sleep(0.01)
        time.sleep(dice.uniform(0, 0.05))
        process.kill()
        assert process.wait() == -signal.SIGKILL
        state = running.status(path).layer
        assert state is not None
        steps.append(state.step)
    assert 0 < steps[0] < steps[1]
    after = json.loads(subprocess.check_output([*command, path]))
    for name in ("count", "work"):
        assert after[name] == plain[name]


def change(path: Path, statement: str, *values: object) -> None:
    """Change a file as combien does, so that its seal is right."""
    ledger = Ledger.open(path)
    with ledger.transaction() as connection:
        connection.execute(statement, values)
    ledger.close()


def layer_file(path: Path) -> Path:
    (file,) = folder(path).glob("*.words")
    return file


def flipped(path: Path) -> None:
    file = layer_file(path)
    data = bytearray(file.read_bytes())
    data[len(data) // 2] ^= 1
    file.write_bytes(data)


def truncated(path: Path) -> None:
    os.truncate(layer_file(path), layer_file(path).stat().st_size - 16)


def linked(path: Path) -> None:
    file = layer_file(path)
    file.rename(path.with_name("elsewhere"))
    file.symlink_to(path.with_name("elsewhere"))


def linked_folder(path: Path) -> None:
    folder(path).rename(path.with_name("elsewhere"))
    folder(path).symlink_to(path.with_name("elsewhere"))


def outside(path: Path) -> None:
    shutil.copy(layer_file(path), path.with_name("layer-1-0-0.words"))
    change(path, "UPDATE layer SET path = '../layer-1-0-0.words'")


def absolute(path: Path) -> None:
    change(path, "UPDATE layer SET path = ?", str(layer_file(path)))


def other_counters(path: Path) -> None:
    change(path, 'UPDATE layer SET facts = replace(facts, \'"total": "0x\', \'"total": "0x1\')')


def no_rows(path: Path) -> None:
    change(path, "DELETE FROM layer")


def wrong_facts(path: Path) -> None:
    change(path, "UPDATE layer SET facts = '[[1]]'")


def wrong_layer(path: Path) -> None:
    change(path, "UPDATE run SET value = '{\"step\": 1}' WHERE key = 'layer'")


def wrong_kind(path: Path) -> None:
    change(path, "UPDATE run SET value = replace(value, '\"once\": true', '\"once\": 1')")


def negative(path: Path) -> None:
    change(path, "UPDATE run SET value = replace(value, '\"bits\": 0', '\"bits\": -1')")


@pytest.mark.usefixtures("short_race")
@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (flipped, r"layer-\d+-0-0.words is damaged, or of another run: it is not what was written"),
        (truncated, r"layer-\d+-0-0.words is damaged: it has \d+ bytes instead of"),
        (lambda path: layer_file(path).unlink(), r"words, a layer of run.db, cannot be read: No"),
        (linked, "words, a layer of run.db, cannot be read: "),
        (linked_folder, "the folder run.db.layers with the layers of run.db is missing"),
        (lambda path: shutil.rmtree(folder(path)), "the folder run.db.layers .* is missing"),
        (outside, "the name of a layer is '../layer-1-0-0.words'"),
        (absolute, "the name of a layer is '/"),
        (other_counters, "words is damaged, or of another run: it is not what was written"),
        (no_rows, "files of its layer are missing"),
        (wrong_facts, "the facts of a layer are"),
        (wrong_layer, "the facts of a layer are"),
        (wrong_kind, "the facts of a layer are"),
        (negative, "the facts of a layer are"),
    ],
)
def test_a_damaged_layer_is_refused_by_name(
    tmp_path: Path, damage: Callable[[Path], None], message: str
) -> None:
    path = tmp_path / "run.db"
    begun(path)
    damage(path)
    with pytest.raises(BadInput, match=message):
        combien.count(BOARD, engine="frontier", checkpoint=path)
    with pytest.raises(BadInput, match=message):
        running.verify(path)


@pytest.mark.usefixtures("short_race")
@pytest.mark.parametrize(
    "damage", [outside, absolute, lambda path: change(path, "UPDATE layer SET digest = X'05'")]
)
def test_names_are_checked_when_a_run_is_opened(
    tmp_path: Path, damage: Callable[[Path], None]
) -> None:
    path = tmp_path / "run.db"
    begun(path)
    damage(path)
    with closing(Ledger.open(path)) as ledger, pytest.raises(BadInput, match="the name of a layer"):
        Layers(ledger)


@pytest.mark.usefixtures("short_race")
@pytest.mark.parametrize("soon", [True, False])
def test_an_interrupted_pass_is_finished_if_it_ends_soon(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, soon: bool
) -> None:
    monkeypatch.setattr(_sweeps, "pause", lambda *_: inf)
    # The time that passes whenever the clock is read.
    ticks = count(1e6, (0.75 if soon else 1) * _sweeps.LAST_SECONDS)
    monkeypatch.setattr(_sweeps, "perf_counter", lambda: next(ticks))
    path = tmp_path / "run.db"
    calls: list[_native.Sweep] = []

    def interrupted(sweep: _native.Sweep, steps: int, *more: Any) -> bool:
        calls.append(sweep)
        # Slice by slice, to the end of the pass.
        assert (more[0] <= 0.05, more[2]) == (True, sweep.passes + 1)
        done = advanced(sweep, 100 if len(calls) == 40 else steps, *more)
        if len(calls) == 40:
            assert not sweep.between
            raise KeyboardInterrupt
        return done

    monkeypatch.setattr(_sweeps, "advanced", interrupted)
    with pytest.raises(Interrupted):
        combien.count(BOARD, engine="frontier", checkpoint=path)
    layer = running.status(path).layer
    assert layer is not None
    assert (layer.step > 0) == soon
    assert layer_file(path).name.endswith("-0.words")
    monkeypatch.setattr(_sweeps, "advanced", advanced)
    assert combien.count(BOARD, engine="frontier", checkpoint=path) == COUNT


@pytest.mark.usefixtures("short_race")
def test_a_layer_is_on_the_disk_before_it_has_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[str] = []

    def watch(name: str) -> None:
        original = getattr(os, name)

        def watched(*args: Any) -> Any:
            done.append(name)
            return original(*args)

        monkeypatch.setattr(os, name, watched)

    watch("fsync")
    watch("replace")
    begun(tmp_path / "run.db")
    assert done[:2] == ["fsync", "replace"]
    # The file, and then its folder.
    assert done.count("fsync") == 2 * done.count("replace")


@pytest.mark.usefixtures("short_race")
def test_limits_hold_while_a_layer_is_loaded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "run.db"
    begun(path)
    monkeypatch.setattr(_sweeps, "load_some", None)
    with pytest.raises(OutOfBudget):
        combien.count(BOARD, engine="frontier", checkpoint=path, nodes=0)


@pytest.mark.usefixtures("short_race")
def test_files_of_others_are_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "run.db"
    begun(path)
    (folder(path) / "mine.txt").write_text("mine")
    left = folder(path) / "layer-1-0-0.words.tmp"
    left.write_text("what a kill has left")
    seen: list[bool] = []
    assert (
        combien.count(BOARD, checkpoint=path, report=lambda _: seen.append(left.exists())) == COUNT
    )
    assert seen[0] is False
    assert os.listdir(folder(path)) == ["mine.txt"]


@pytest.mark.usefixtures("short_race")
def test_other_problems_engines_and_versions_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "run.db"
    begun(path)
    with pytest.raises(BadInput, match="a run of another problem"):
        combien.count(queens(8), engine="frontier", checkpoint=path)
    with pytest.raises(BadInput, match="a run of the engine 'frontier', not 'bits'"):
        combien.count(BOARD, engine="bits", checkpoint=path)
    with pytest.raises(BadInput, match="a sweep has one process"):
        combien.count(BOARD, checkpoint=path, processes=2)
    for key, value in (("items", "[0, 0]"), ("items", "0"), ("sweep", "sweep0:0")):
        change(path, "UPDATE run SET value = ? WHERE key = ?", value, key)
        with pytest.raises(BadInput, match="a sweep of another version of combien"):
            combien.count(BOARD, checkpoint=path)


@pytest.mark.usefixtures("short_race")
def test_killed_before_the_first_layer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    work = whole(tmp_path / "whole.db")
    path = tmp_path / "run.db"

    def killed(layers: Layers) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
        patch.setattr(Layers, "make_folder", killed)
        combien.count(BOARD, engine="frontier", checkpoint=path)
    assert not folder(path).exists()
    assert "step 0 of 144" in str(running.status(path))
    with closing(Ledger.open(path)) as ledger:
        assert (ledger.seed, ledger.tally().nodes, ledger.tally().found) == (0, 0, 0)
    assert running.verify(path) == 0
    folder(path).mkdir()
    found = combien.answer(BOARD, checkpoint=path)
    assert (found.count, dict(found.work)) == (COUNT, work)
    # Whoever looks just before the end finds nothing missing.
    with closing(Ledger.open(path)) as ledger:
        assert (Layers(ledger).layer.files, Layers(ledger).parts) == (0, [])


@pytest.mark.usefixtures("short_race")
def test_one_process_continues_a_sweep(tmp_path: Path) -> None:
    path = tmp_path / "run.db"
    begun(path)

    def press(progress: combien.Progress) -> None:
        with pytest.raises(BadInput, match=r"run.db is being continued by another process"):
            combien.count(BOARD, checkpoint=path)
        raise KeyboardInterrupt

    with pytest.raises(Interrupted):
        combien.count(BOARD, checkpoint=path, report=press)


@pytest.mark.usefixtures("short_race")
def test_a_full_disk(tmp_path: Path) -> None:
    """The layer before stays, and the run goes on from it."""
    path = tmp_path / "run.db"
    begun(path)
    before = running.status(path)
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    # The database is larger than its log, which is written.
    size = layer_file(path).stat().st_size // 2
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    resource.setrlimit(resource.RLIMIT_FSIZE, (max(size, 8192), limits[1]))
    try:
        with pytest.raises((CannotWrite, CombienError)):
            combien.count(BOARD, checkpoint=path, nodes=60_000)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert running.status(path) == before
    assert not list(folder(path).glob("*.tmp"))
    assert combien.count(BOARD, checkpoint=path) == COUNT


@pytest.mark.usefixtures("short_race")
def test_the_commands(tmp_path: Path) -> None:
    problem, path = tmp_path / "board.json", tmp_path / "run.db"
    problem.write_text(formats.write(BOARD.problem(), format="json"))
    begun(path)
    done = run("runs", "status", path)
    assert "frontier: step " in done.out
    assert done.code == 20
    assert "run.db is sound; its layer has 1 file" in run("runs", "verify", path).out
    lines = [json.loads(line) for line in run("runs", "export", path).out.splitlines()]
    assert lines[0]["engine"] == "frontier"
    assert lines[-1]["layer"] == layer_file(path).name
    # It was not made of a chunk.
    of_chunks = ("division", "shares", "chosen", "states")
    assert {json.loads(lines[-1]["facts"])[name] for name in of_chunks} == {0}
    assert run("count", problem, "--checkpoint", path).out == f"{COUNT}\n"
