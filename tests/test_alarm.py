"""The alarm of `--seconds`: where it may interrupt, what it restores, and which seconds count."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from importlib import import_module
from io import StringIO
from pathlib import Path
from threading import Thread
from time import perf_counter
from types import FrameType
from typing import Any

import pytest

import combien as package
from combien import Budget, Region, Tile, TilingProblem, language, nonograms
from combien._base import clock
from combien._base.budget import begun
from combien._base.clock import Running, alarm, silence
from combien._cli.nonogram import batch, check, files
from combien._cli.nonogram.files import PuzzleRequest
from combien.errors import OutOfBudget
from combien.nonograms import Board
from combien.puzzles import Queens
from tests.cli.commands import combien

# A test that fails ends then.
LONG = 20.0

pytestmark = pytest.mark.skipif(
    not hasattr(signal, "setitimer"), reason="timers raise signals on Unix only"
)


def work(seconds: float = LONG) -> str:
    """Python code that can be interrupted."""
    end = perf_counter() + seconds
    while perf_counter() < end:
        pass
    return "ended"


@pytest.fixture(autouse=True)
def _timers_are_left_as_they_were(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr("combien._base.clock.GRACE", 0.01)
    handler = signal.getsignal(signal.SIGALRM)
    yield
    assert signal.getsignal(signal.SIGALRM) is handler
    assert signal.getitimer(signal.ITIMER_REAL) == (0, 0)


def expired(seconds: float = 60.0) -> Running:
    """Seconds that have ended."""
    running = Running(seconds)
    running.deadline -= 2 * seconds
    return running


# Where it rings -----------------------------------------------------------------------------------


def test_an_import_is_not_interrupted(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    # A class whose member is slow in `__set_name__`: an error there would become a RuntimeError.
    (tmp_path / "long_to_import.py").write_text(
        "from time import sleep\n"
        "class Slow:\n    def __set_name__(self, owner, name): sleep(0.15)\n"
        "class Owner:\n    member = Slow()\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(OutOfBudget), alarm(0.02):
        import_module("long_to_import")
        work()


def test_cleanup_is_not_interrupted_again() -> None:
    ended = ""
    with pytest.raises(OutOfBudget), alarm(0.01):
        try:
            work()
        finally:
            ended = work(0.2)
    assert ended


@pytest.mark.parametrize("error", [OutOfBudget("of a part"), KeyboardInterrupt()])
def test_cleanup_after_other_limits_is_not_interrupted(error: BaseException) -> None:
    ended = ""
    with pytest.raises(type(error)) as raised, alarm(0.01):
        try:
            raise error
        finally:
            ended = work(0.2)
    assert ended
    assert raised.value is error


def test_it_is_not_caught_as_the_limit_of_a_part() -> None:
    # A reader that tries formats, or an engine with a limit of its own, would go on.
    with pytest.raises(OutOfBudget, match=r"0\.01 seconds"), alarm(0.01):
        try:
            work()
        except Exception:
            pytest.fail("swallowed")


class LongToEnd:
    def __del__(self) -> None:
        work(0.2)


def test_an_alarm_in_a_finalizer_rings_again(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(OutOfBudget), alarm(0.01):
        LongToEnd()
        work()
    assert capsys.readouterr().err == ""


def test_it_does_not_ring_between_a_context_and_its_block() -> None:
    frames: list[FrameType] = []

    @contextmanager
    def context() -> Iterator[None]:
        frames.append(sys._getframe(1))
        yield

    with pytest.raises(OutOfBudget), alarm(60):
        with context():
            clock._ring(signal.SIGALRM, frames.pop())
            frames.append(sys._getframe())
        clock._ring(signal.SIGALRM, sys._getframe())
    assert frames


def test_zero_seconds_end_at_once() -> None:
    with pytest.raises(OutOfBudget, match="0 seconds"), alarm(0):
        work()
    with alarm(None):
        work(0.1)


# What else has timers, or threads -----------------------------------------------------------------


def test_an_outer_alarm_still_rings() -> None:
    with pytest.raises(OutOfBudget, match=r"0\.1 seconds"), alarm(0.1):
        with alarm(60):
            pass
        work()


def test_the_timer_of_another_library_still_rings() -> None:
    rung: list[int] = []
    before = signal.signal(signal.SIGALRM, lambda number, frame: rung.append(number))
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.1)
        with alarm(60):
            pass
        end = perf_counter() + LONG
        while not rung and perf_counter() < end:
            pass
    finally:
        signal.signal(signal.SIGALRM, before)
    assert rung


def test_a_handler_that_python_cannot_restore_is_left_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(signal, "signal", _refused)
    monkeypatch.setattr(signal, "getsignal", lambda number: None)
    with alarm(0.01):
        work(0.1)
    monkeypatch.undo()


def test_a_system_without_timers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(signal, "setitimer")
    monkeypatch.delattr(signal, "SIGALRM")
    with alarm(0.01):
        silence()
    monkeypatch.undo()


def test_other_threads_have_no_alarm() -> None:
    ended: list[str] = []

    def run() -> None:
        with alarm(0.01):
            ended.append(work(0.1))

    thread = Thread(target=run)
    thread.start()
    thread.join()
    assert ended


def test_a_lasting_alarm_is_not_stopped() -> None:
    with alarm(0.05):
        silence()
        work(0.15)
    with pytest.raises(OutOfBudget), alarm(0.05, lasting=True):
        silence()
        work()


def test_the_library_touches_no_signals(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(signal, "signal", _refused)
    monkeypatch.setattr(signal, "setitimer", _refused)
    assert package.count(Queens(6), seconds=60) == 4
    with pytest.raises(OutOfBudget):
        package.count(Queens(20), engine="dlx", seconds=0.01)
    board = Board.parse("##.\n.##")
    assert nonograms.solve(nonograms.Nonogram(*board.clues()), seconds=60).status == "several"
    script = "problem p = constant 2x2 true [{**} ~sym]  count dlx p"
    language.run_script(language.parse(script), out=StringIO(), err=StringIO(), seconds=60)
    monkeypatch.undo()


def _refused(*arguments: Any) -> None:
    raise AssertionError("a signal was touched")


# Which seconds count ------------------------------------------------------------------------------


def test_seconds_that_already_run_are_not_restarted() -> None:
    running = Running(60)
    assert begun(Budget(seconds=running)).seconds is running
    board = Region.box(8, 8) - Region([(0, 0), (7, 7)])
    model = TilingProblem(board, [Tile("**", symmetries="all", times="any")])
    assert package.explain(model, seconds=60).status == "none"
    assert package.explain(model, seconds=expired()).status == "unknown"


def test_reading_counts_against_the_search_of_hints() -> None:
    running = Running(60)
    running.deadline -= 50
    request = PuzzleRequest("-", None, None, Budget(seconds=running), False, False)
    assert (request.hint_budget.seconds or 0) <= 10
    assert replace(request, budget=Budget(seconds=60.0)).hint_budget.seconds == 30


@pytest.fixture
def spent(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reading has taken all the seconds of the command."""
    monkeypatch.setattr("combien._cli._shared.declare.Running", expired)


@pytest.mark.usefixtures("spent")
def test_reading_counts_against_the_first_command_of_a_script(tmp_path: Path) -> None:
    script = tmp_path / "two.cmb"
    count = "count dlx p"
    for commands, code in ((count, 20), (f"print p  {count}", 0)):
        script.write_text(f"problem p = constant 2x2 true [{{**}} ~sym]  {commands}")
        ended = combien("run", script, "--seconds", 60)
        assert ended.code == code, ended.printed
    assert "2 solutions" in ended.out


@pytest.mark.usefixtures("spent")
def test_each_sudoku_has_its_own_seconds() -> None:
    assert combien("sudoku", "--make", 2, "--box", "2x2", "--seconds", 60).code == 0


SNAIL = Path(__file__).parent.parent / "examples" / "snail.non"


@pytest.mark.usefixtures("spent")
@pytest.mark.parametrize("threads", [1, 2])
def test_each_nonogram_has_its_own_seconds(threads: int) -> None:
    ended = combien("nonogram", "check", SNAIL, SNAIL, "--seconds", 60, "--threads", threads)
    assert ended.code == 0, ended.printed


@pytest.mark.parametrize("threads", [1, 2])
def test_each_file_is_read_within_the_seconds(
    threads: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    real, calls = files.read_all, iter(range(3))

    def read_all(*words: Any, **options: Any) -> Any:
        if next(calls) < 2:
            silence()  # As threads do that solve meanwhile.
            work()
        return real(*words, **options)

    monkeypatch.setattr(batch, "read_all", read_all)
    ended = combien("nonogram", "check", *[SNAIL] * 3, "--seconds", 0.5, "--threads", threads)
    assert ended.err.count("0.5 seconds ended before the search began") == 2
    assert ended.out.count("cannot be read") == 2
    assert "Snail: unique" in ended.out


def test_goals_are_checked_before_the_search(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    # They take a second for a million cells, which is not added to the seconds of the search.
    order: list[str] = []
    solves, decide = Board.solves, files.decide
    picture = tmp_path / "picture.txt"
    picture.write_text("##.\n.##\n###\n")

    def solves_noted(board: Board, nonogram: nonograms.Nonogram) -> bool:
        order.append("goal")
        return solves(board, nonogram)

    def decide_noted(*words: Any, **way: Any) -> Any:
        order.append("search")
        return decide(*words, **way)

    monkeypatch.setattr(Board, "solves", solves_noted)
    monkeypatch.setattr(check, "decide", decide_noted)
    for count in (1, 2):
        order.clear()
        assert combien("nonogram", "check", "--threads", 1, *[picture] * count).code == 0
        assert order[:2] == ["goal", "search"]
