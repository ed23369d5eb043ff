"""The progress bar: on a terminal only, not at once, and never within other output."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from combien._cli._shared import progress
from combien._cli._shared.progress import Bar, line
from combien.engines._protocol import Progress
from tests.cli.commands import SCRIPT, Terminal

REPORT = Progress("dlx", 0.25, {"nodes": 1234})


def a_terminal(monkeypatch: pytest.MonkeyPatch, *, delay: float = 0.0) -> Terminal:
    """Replace the standard error by a terminal for the rest of the test."""
    terminal = Terminal()
    monkeypatch.setattr(progress, "DELAY", delay)
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setenv("COLUMNS", "120")
    monkeypatch.setenv("TERM", "xterm")
    return terminal


def test_nothing_at_first(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = a_terminal(monkeypatch, delay=3600.0)
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
        assert "1.23k nodes" in drawn
    assert terminal.getvalue() != drawn


def test_it_is_redrawn_only_now_and_then(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = a_terminal(monkeypatch)
    monkeypatch.setattr(progress, "REDRAW_INTERVAL", 3600.0)
    with Bar() as bar:
        bar(REPORT)
        drawn = terminal.getvalue()
        bar(Progress("dlx", 0.5, {"nodes": 5678}))
        assert terminal.getvalue() == drawn
    monkeypatch.setattr(progress, "REDRAW_INTERVAL", 0.0)
    with Bar() as bar:
        bar(REPORT)
        bar(Progress("dlx", 0.5, {"nodes": 5678}))
        assert "5.68k nodes" in terminal.getvalue()


def test_after_output_it_stays_away_for_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = a_terminal(monkeypatch)
    monkeypatch.setattr(progress, "REDRAW_INTERVAL", 0.0)
    with Bar() as bar:
        bar(REPORT)
        monkeypatch.setattr(progress, "DELAY", 3600.0)
        bar.wrap(terminal).write("answer\n")
        written = terminal.getvalue()
        bar(REPORT)
        assert terminal.getvalue() == written


def test_an_unknown_fraction(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = a_terminal(monkeypatch)
    with Bar() as bar:
        bar(Progress("frontier", None, {"states": 7}))
    assert "7 states" in terminal.getvalue()


def test_output_takes_the_bar_away_first(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = a_terminal(monkeypatch)
    with Bar() as bar:
        out = bar.wrap(terminal)
        bar(REPORT)
        before = len(terminal.getvalue())
        out.write("answer\n")
        after = terminal.getvalue()[before:]
    assert after.endswith("answer\n")
    assert after != "answer\n"


def test_other_streams_are_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    a_terminal(monkeypatch)
    file = io.StringIO()
    assert Bar().wrap(file) is file


def test_no_bar_in_a_file(monkeypatch: pytest.MonkeyPatch) -> None:
    file = io.StringIO()
    monkeypatch.setattr(sys, "stderr", file)
    monkeypatch.setattr(progress, "DELAY", 0.0)
    with Bar() as bar:
        bar(REPORT)
    assert file.getvalue() == ""


def test_the_bar_is_not_imported_for_a_short_question() -> None:
    program = (
        "import sys; from combien._cli.main import main; main(['count', sys.argv[1]]); "
        "sys.exit('rich.progress' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", program, SCRIPT], capture_output=True, text=True)
    assert (done.stdout, done.returncode) == ("36\n", 0)


@given(
    engine=st.sampled_from(["dlx", "frontier", "dlx-weighted"]),
    fraction=st.none() | st.floats(0, 1),
    name=st.sampled_from(["nodes", "transitions", "symmetry searches"]),
    count=st.integers(0, 10**20),
    elapsed=st.floats(0, 1e6),
    width=st.integers(0, 200),
)
def test_the_line_never_exceeds_the_width(
    engine: str, fraction: float | None, name: str, count: int, elapsed: float, width: int
) -> None:
    drawn = line(Progress(engine, fraction, {name: count}), elapsed, width)
    assert len(drawn) <= width
    assert "\n" not in drawn
    if width >= 20:
        # The bar shows the time, and the share if it is known, but no remaining time.
        assert ":" in drawn
        assert ("%" in drawn) == (fraction is not None)


def test_a_narrow_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = a_terminal(monkeypatch)
    monkeypatch.setenv("COLUMNS", "20")
    with Bar() as bar:
        bar(REPORT)
        drawn = terminal.getvalue().removeprefix(progress.ERASE)
    assert "25%" in drawn
    assert len(drawn) < 20


def test_characters_that_the_terminal_lacks() -> None:
    drawn = line(REPORT, 1.0, 80, encoding="ascii")
    assert drawn.isascii()
    assert "#-" in drawn


def test_no_bar_on_a_terminal_that_cannot_erase(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = a_terminal(monkeypatch)
    monkeypatch.setenv("TERM", "dumb")
    with Bar() as bar:
        bar(REPORT)
    assert terminal.getvalue() == ""


def test_it_stays_while_the_output_goes_into_a_file(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = a_terminal(monkeypatch)
    monkeypatch.setattr(sys, "stdout", io.StringIO())
    monkeypatch.setattr(progress, "REDRAW_INTERVAL", 0.0)
    with Bar() as bar:
        monkeypatch.setattr(progress, "DELAY", 3600.0)
        for _ in range(3):
            # As for each solution that is written.
            bar.clear_for_output()
            bar(REPORT)
    assert terminal.getvalue().count("25%") == 3
    assert terminal.getvalue().endswith(progress.ERASE)


def test_output_to_the_same_terminal_takes_it_away(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = a_terminal(monkeypatch)
    monkeypatch.setattr(sys, "stdout", terminal)
    with Bar() as bar:
        bar(REPORT)
        bar.clear_for_output()
        assert terminal.getvalue().endswith(progress.ERASE)


@pytest.mark.skipif(not hasattr(os, "openpty"), reason="there are no pseudo-terminals")
def test_solve_into_a_file_shows_the_bar(tmp_path: Path) -> None:
    board = tmp_path / "board.dlx"
    cells = [(x, y) for y in range(8) for x in range(8)]
    pairs = [(c, d) for c in cells for d in ((c[0] + 1, c[1]), (c[0], c[1] + 1)) if d in cells]
    name = "c{0[0]}_{0[1]}".format
    options = "".join(f"{name(c)} {name(d)}\n" for c, d in pairs)
    board.write_text(f"{' '.join(map(name, cells))}\n{options}", encoding="utf-8")
    reads, writes = os.openpty()
    with open(tmp_path / "solutions", "wb") as output:
        # Millions of solutions: it would take minutes, and is ended once the bar is seen.
        words = [sys.executable, "-m", "combien", "solve", "-n", "0", str(board)]
        environment = {**os.environ, "TERM": "xterm"}
        process = subprocess.Popen(words, stdout=output, stderr=writes, env=environment)
    os.close(writes)
    seen = b""
    try:
        while b"nodes (" not in seen:
            part = os.read(reads, 1000)
            assert part
            seen += part
    finally:
        process.kill()
        process.wait()
        os.close(reads)
    assert b"%" in seen
