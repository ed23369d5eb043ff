"""Ctrl-C: what was found is kept, and nothing is lost or repeated when the search is resumed."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from combien._cli._shared.guard import Exit, Interrupts, guarded
from combien._cli._shared.output import TextOutput
from combien._cli._shared.progress import Bar
from combien._wording import counted
from tests.cli.commands import SCRIPT, combien
from tests.cli.test_solve import resumed, tilings

# A shell may have started the tests with Ctrl-C ignored; the command must not inherit that here.
CHILD = (
    "import signal, sys; signal.signal(signal.SIGINT, signal.default_int_handler); "
    "from combien._cli.main import main; sys.exit(main(sys.argv[1:]))"
)


@pytest.fixture(autouse=True)
def _usual_handler() -> Iterator[None]:
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def press_at(monkeypatch: pytest.MonkeyPatch, owner: type, method: str, call: int) -> None:
    """Press Ctrl-C just after this call of a method."""
    original = getattr(owner, method)
    calls = 0

    def pressed(*arguments: Any) -> Any:
        nonlocal calls
        calls += 1
        result = original(*arguments)
        if calls == call:
            signal.raise_signal(signal.SIGINT)
        return result

    monkeypatch.setattr(owner, method, pressed)


@pytest.mark.parametrize("call", range(1, 37))
@pytest.mark.parametrize("engine", ["auto", "dlx"])
def test_a_walk_interrupted_after_a_solution(
    monkeypatch: pytest.MonkeyPatch, engine: str, call: int
) -> None:
    everything = tilings(combien("solve", "-n", "0", "--engine", engine, SCRIPT).out)
    with monkeypatch.context() as pressing:
        press_at(pressing, TextOutput, "add", call)
        outcome = combien("solve", "-n", "0", "--engine", engine, SCRIPT)
    assert outcome.code == 130
    assert f"interrupted after {counted(call, 'solution')}" in outcome.err
    assert tilings(outcome.out) == everything[:call]
    if call < len(everything):
        assert tilings(combien(*resumed(outcome)).out) == everything[call:]


@pytest.mark.parametrize("call", range(1, 7))
@pytest.mark.parametrize("engine", ["auto", "dlx"])
def test_a_walk_interrupted_while_it_searches(
    monkeypatch: pytest.MonkeyPatch, engine: str, call: int
) -> None:
    everything = tilings(combien("solve", "-n", "0", "--engine", engine, SCRIPT).out)
    with monkeypatch.context() as pressing:
        # The signal comes when the report begins; it is handled when the report ends.
        press_at(pressing, Interrupts, "check", 2 * call - 1)
        outcome = combien("solve", "-n", "0", "--engine", engine, SCRIPT)
    assert outcome.code == 130
    found = tilings(outcome.out)
    assert found == everything[: len(found)]
    assert found + tilings(combien(*resumed(outcome)).out) == everything


def test_ctrl_c_after_the_last_requested_solution(monkeypatch: pytest.MonkeyPatch) -> None:
    press_at(monkeypatch, TextOutput, "add", 2)
    outcome = combien("solve", "-n", "2", "--problem", "square", SCRIPT)
    assert (outcome.code, len(tilings(outcome.out)), outcome.err) == (0, 2, "")


def test_a_count_keeps_its_counters(monkeypatch: pytest.MonkeyPatch) -> None:
    press_at(monkeypatch, Bar, "__call__", 1)
    outcome = combien("count", "--json", "--engine", "dlx", "--problem", "huge", SCRIPT)
    said = json.loads(outcome.out)
    assert outcome.code == 130
    assert (said["status"], said["count"], said["complete"]) == ("stopped", None, False)
    assert said["nodes"] > 0
    assert "interrupted before the count was known (at least " in outcome.err


def test_a_script_keeps_its_answers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.cmb"
    path.write_text(
        "answer_to_the_question_of_life_the_universe_and_everything\n"
        "problem p = constant 30x30 true [{**} ~sym]  count dlx p"
    )
    press_at(monkeypatch, Bar, "__call__", 1)
    outcome = combien("run", path)
    assert (outcome.code, outcome.out) == (130, "42\n")
    assert "interrupted after at least " in outcome.err


def test_an_estimate_is_interrupted(monkeypatch: pytest.MonkeyPatch) -> None:
    press_at(monkeypatch, Bar, "__call__", 1)
    outcome = combien("estimate", SCRIPT, "--problem", "huge", "--walks", 10_000_000)
    assert (outcome.code, outcome.out) == (130, "")


@pytest.mark.parametrize(
    ("words", "then"),
    [
        (("sample", "--problem", "huge", SCRIPT), "combien solve lists solutions"),
        (("marginals", "--problem", "scott", "example:scott.cmb"), "combien solve lists solutions"),
        (("estimate", "--problem", "huge", "--walks", 10**7, SCRIPT), "reduce --walks"),
    ],
    ids=str,
)
def test_what_is_known_is_printed(
    monkeypatch: pytest.MonkeyPatch, words: tuple[object, ...], then: str
) -> None:
    press_at(monkeypatch, Bar, "__call__", 1)
    outcome = combien(*words)
    assert (outcome.code, outcome.out) == (130, "")
    assert outcome.err.startswith("combien: interrupted after ")
    assert " of " in outcome.err
    assert then in outcome.err
    assert outcome.err.count("\n") == 1


@pytest.mark.parametrize(
    ("question", "where", "then"),
    [("explain", "explain.ask", "no reason was found"), ("shares", "runs.split", "--parts")],
)
def test_a_question_without_reports(
    monkeypatch: pytest.MonkeyPatch, question: str, where: str, then: str
) -> None:
    def pressed(*_: object, **__: object) -> None:
        signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(f"combien._cli.{where}", pressed)
    outcome = combien(question, "--problem", "six", SCRIPT)
    assert (outcome.code, outcome.out) == (130, "")
    assert "interrupted before any work was reported" in outcome.err
    assert then in outcome.err


def test_the_first_waits_and_the_second_does_not() -> None:
    with Interrupts() as interrupts:
        interrupts.check()
        signal.raise_signal(signal.SIGINT)
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
        with pytest.raises(KeyboardInterrupt):
            interrupts.check()
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_an_ignored_signal_stays_ignored() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with Interrupts() as interrupts:
        signal.raise_signal(signal.SIGINT)
        interrupts.check()
        assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN


def test_a_real_interrupt() -> None:
    words = ["solve", "-n", "0", "--problem", "huge", "--json", str(SCRIPT)]
    with subprocess.Popen(
        [sys.executable, "-c", CHILD, *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        assert process.stdout.read(10_000)
        process.send_signal(signal.SIGINT)
        rest, said = process.communicate()
    assert process.returncode == 130
    assert rest.endswith("}\n")
    assert "interrupted after" in said
    assert "resume with: combien solve" in said
    assert "Traceback" not in said


def test_an_interrupt_that_python_wraps() -> None:
    """As Python 3.11 does where Ctrl-C arrives in `__set_name__`."""

    def command() -> Exit:
        raise RuntimeError("Error calling __set_name__") from KeyboardInterrupt()

    assert guarded(command) == Exit.INTERRUPTED
