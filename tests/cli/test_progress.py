"""The bar: on a terminal only, not at once, and out of the way of what is written."""

from __future__ import annotations

import io
import subprocess
import sys

import pytest
from commands import SCRIPT, Terminal

from combien.cli import progress
from combien.cli.progress import Bar
from combien.engines.protocol import Progress

REPORT = Progress("dlx", 0.25, {"nodes": 1234})


def a_terminal(monkeypatch: pytest.MonkeyPatch, *, patience: float = 0.0) -> Terminal:
    """Puts a terminal in the place of the standard error, for the rest of the test."""
    terminal = Terminal()
    monkeypatch.setattr(progress, "PATIENCE", patience)
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setenv("COLUMNS", "120")
    monkeypatch.setenv("TERM", "xterm")
    return terminal


def test_nothing_at_first(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = a_terminal(monkeypatch, patience=3600.0)
    with Bar() as bar:
        bar(REPORT)
    assert terminal.getvalue() == ""
    assert (bar.engine, bar.work) == ("dlx", {"nodes": 1234})


def test_drawn_after_a_while_and_taken_away(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = a_terminal(monkeypatch)
    with Bar() as bar:
        bar(REPORT)
        drawn = terminal.getvalue()
        assert "dlx" in drawn
        assert "25%" in drawn
        assert "nodes 1,234" in drawn
    assert terminal.getvalue() != drawn


def test_drawn_anew_now_and_then_only(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = a_terminal(monkeypatch)
    monkeypatch.setattr(progress, "BETWEEN_DRAWINGS", 3600.0)
    with Bar() as bar:
        bar(REPORT)
        drawn = terminal.getvalue()
        bar(Progress("dlx", 0.5, {"nodes": 5678}))
        assert terminal.getvalue() == drawn
    monkeypatch.setattr(progress, "BETWEEN_DRAWINGS", 0.0)
    with Bar() as bar:
        bar(REPORT)
        bar(Progress("dlx", 0.5, {"nodes": 5678}))
        assert "nodes 5,678" in terminal.getvalue()


def test_after_output_it_stays_away_for_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = a_terminal(monkeypatch)
    monkeypatch.setattr(progress, "BETWEEN_DRAWINGS", 0.0)
    with Bar() as bar:
        bar(REPORT)
        monkeypatch.setattr(progress, "PATIENCE", 3600.0)
        bar.above(terminal).write("answer\n")
        written = terminal.getvalue()
        bar(REPORT)
        assert terminal.getvalue() == written


def test_a_fraction_that_nobody_knows(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = a_terminal(monkeypatch)
    with Bar() as bar:
        bar(Progress("frontier", None, {"states": 7}))
    assert "states 7" in terminal.getvalue()


def test_output_takes_the_bar_away_first(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = a_terminal(monkeypatch)
    with Bar() as bar:
        out = bar.above(terminal)
        bar(REPORT)
        before = len(terminal.getvalue())
        out.write("answer\n")
        after = terminal.getvalue()[before:]
    assert after.endswith("answer\n")
    assert after != "answer\n"


def test_other_streams_are_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    a_terminal(monkeypatch)
    file = io.StringIO()
    assert Bar().above(file) is file


def test_no_bar_in_a_file(monkeypatch: pytest.MonkeyPatch) -> None:
    file = io.StringIO()
    monkeypatch.setattr(sys, "stderr", file)
    monkeypatch.setattr(progress, "PATIENCE", 0.0)
    with Bar() as bar:
        bar(REPORT)
    assert file.getvalue() == ""


def test_what_draws_is_not_imported_for_a_short_question() -> None:
    program = (
        "import sys; from combien.cli.main import main; main(['count', sys.argv[1]]); "
        "sys.exit('rich.progress' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", program, SCRIPT], capture_output=True, text=True)
    assert (done.stdout, done.returncode) == ("36\n", 0)
