"""`combien nonogram solve --engine sat`: the same verdicts and messages as with `auto`."""

from __future__ import annotations

import json
import shlex
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.nonogram_files import HEART, nonogram, puzzles_in
from tests.cli.test_interrupt import CHILD
from tests.programs import commands

pytest.importorskip("pysat", reason='tested with python-sat: pip install ".[sat]"')


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    puzzles_in(tmp_path, monkeypatch)


@pytest.mark.parametrize("encoding", ["places", "configurations", "automaton"])
@pytest.mark.parametrize("solver", commands("", "cadical -q", "minisat -verb=0"))
def test_verdicts(encoding: str, solver: str) -> None:
    words = ["--engine", "sat", "--encoding", encoding]
    words += ["--solver", solver] if solver else []
    one = nonogram("solve", *words, "heart.txt")
    assert (one.code, one.out) == (0, HEART)
    two = nonogram("solve", *words, "two.non")
    assert two.code == 0
    usual = nonogram("solve", "two.non")
    assert sorted(two.out.split()) == sorted(usual.out.split()) == ["#.", "#.", ".#", ".#"]
    assert "these two differ in 4 cells" in two.err
    none = nonogram("solve", *words, "none.non")
    assert (none.code, none.out) == (10, "")
    assert "has no solution" in none.err


def test_an_encoding_selects_the_sat_engine() -> None:
    for words in (["--encoding", "places"], ["--engine", "sat"]):
        answer = json.loads(nonogram("solve", *words, "--json", "heart.txt").out)
        assert answer["status"] == "unique"
        assert answer["work"]["questions"] == 2
    assert "questions" not in json.loads(nonogram("solve", "--json", "heart.txt").out)["work"]


def test_drawings_and_the_budget(tmp_path: Path) -> None:
    drawn = nonogram("solve", "--engine", "sat", "--boxes", "--svg", "heart.svg", "heart.txt")
    assert drawn.code == 0
    assert "| . # . # . |" in drawn.out.replace("  ", " ")
    assert (tmp_path / "heart.svg").exists()
    ended = nonogram("solve", "--engine", "sat", "--seconds", 0, "heart.txt")
    assert ended.code == 20
    assert "the budget of 0 seconds ended" in ended.err


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--engine", "auto", "--encoding", "places"], "--encoding: only with --engine sat"),
        (["--engine", "sat", "--all"], "omit --all and --count, or --engine sat"),
        (["--engine", "sat", "--count"], "omit --all and --count, or --engine sat"),
        (["--solver", ""], "--solver is empty"),
        (["--solver", "nosuchsolver"], "there is no program 'nosuchsolver'"),
        (["--solver", "'"], "cannot be read"),
    ],
)
def test_refusals(words: list[str], message: str) -> None:
    refused = nonogram("solve", *words, "two.non")
    assert refused.code == 2
    assert message in refused.printed


def test_ctrl_c(tmp_path: Path) -> None:
    (tmp_path / "slow.py").write_text("import time; print('c at work'); time.sleep(600)")
    solver = shlex.join([sys.executable, str(tmp_path / "slow.py")])
    # The command prints a line when it begins to wait for the solver.
    noting = (
        "import sys; from combien.sat._programs import Program; run = Program.run; "
        "Program.run = lambda *x: print('at work', file=sys.stderr, flush=True) or run(*x); "
    )
    child = subprocess.Popen(
        [sys.executable, "-c", noting + CHILD, "nonogram", "solve", "--solver", solver, "two.non"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert child.stderr is not None
    assert child.stderr.readline() == "at work\n"
    child.send_signal(signal.SIGINT)
    out, _ = child.communicate(timeout=60)
    assert (child.returncode, out) == (130, "")


def test_blotted_clues(tmp_path: Path) -> None:
    (tmp_path / "blot.json").write_text('{"rows": [[null], [null, 1]], "columns": [[2], [1], [1]]}')
    expected = "##.\n#.#\n"
    for words in ([], ["--engine", "sat"]):
        assert nonogram("solve", *words, "blot.json").out == expected
    assert nonogram("solve", "--count", "blot.json").out == "1\n"
    assert "  ? | # # . |" in nonogram("solve", "--boxes", "blot.json").out
    encoded = nonogram("encode", "blot.json")
    assert encoded.code == 0
    assert encoded.out == nonogram("encode", "--by", "automaton", "blot.json").out
    for words in (["hint"], ["play"], ["encode", "--by", "places"], ["check"]):
        outcome = nonogram(*words, "blot.json")
        if words == ["check"]:
            assert outcome.code == 0
            assert "solutions: one" in outcome.out
        else:
            assert outcome.code == 2
            assert "blotted clue" in outcome.printed
    refused = nonogram("convert", "--to", "non", "blot.json", "-")
    assert refused.code == 2
    assert "no blotted clues (blotted): write webpbn or json" in refused.printed
