"""`combien run`: a script's answers, its engine and its limits."""

from __future__ import annotations

import io
import sys
from pathlib import Path
from shutil import copy

import pytest

from tests.cli.commands import SCRIPT, Outcome, combien


def test_the_answers_of_a_script() -> None:
    outcome = combien("run", SCRIPT)
    assert (outcome.code, outcome.out, outcome.err) == (0, "six : (DLX) 3 solutions\n", "")


def test_an_engine_for_all_questions() -> None:
    assert combien("run", SCRIPT, "--engine", "frontier").out == "six : (FRONTIER) 3 solutions\n"


def test_a_limit_for_each_question(tmp_path: Path) -> None:
    path = tmp_path / "a.cmb"
    path.write_text("problem p = constant 8x8 true [{**} ~sym]  count dlx p")
    outcome = combien("run", path, "--nodes", "100")
    assert (outcome.code, outcome.out) == (20, "")
    assert "the budget of 100 nodes ended" in outcome.err


def test_a_script_on_the_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    text = b"\xef\xbb\xbfproblem p = {**} [{*}]\r\ncount dlx p # nothing more"
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text)))
    assert combien("run", "-").out == "p : (DLX) 1 solutions\n"
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"count dlx q")))
    outcome = combien("run", "-")
    assert outcome.code == 2
    assert "<stdin>, line 1" in outcome.err


def test_no_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    outcome = combien("run", "-")
    assert outcome.code == 2
    assert "there is no standard input" in outcome.err


def test_an_error_shows_its_place(tmp_path: Path) -> None:
    path = tmp_path / "bad.cmb"
    path.write_text("problem p = constant 2x2 true [{*} ~symm]\n")
    outcome = combien("run", path)
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err.startswith(f"combien: {path}, line 1, column 36: ")
    assert "\n                                     ^" in outcome.err
    assert "Traceback" not in outcome.err


def test_a_script_needs_no_extension(tmp_path: Path) -> None:
    other = copy(SCRIPT, tmp_path / "noending")
    assert combien("run", other).code == 0


def test_a_script_that_asks_nothing(tmp_path: Path) -> None:
    file = tmp_path / "board.cmb"
    file.write_text("pattern p = {**}  problem q = p [p]")
    outcome = combien("run", file)
    assert (outcome.code, outcome.out) == (0, "")
    assert "has no commands" in outcome.err
    file.write_text("pattern p = {**}  problem q = p [p]  count dlx q")
    assert combien("run", file) == Outcome(0, "q : (DLX) 1 solutions\n", "")


def test_only_parsed(tmp_path: Path) -> None:
    path = tmp_path / "a.cmb"
    path.write_text("problem p = {**} [{*}] count dlx p count dlx q")
    assert combien("run", "--parse-only", path) == Outcome(0, "", "")
    path.write_text("problem p = ")
    assert combien("run", "--parse-only", path).code == 2


def test_debug_and_stats(tmp_path: Path) -> None:
    path = tmp_path / "a.cmb"
    path.write_text("problem p = {**} [{*}] count dlx p")
    outcome = combien("run", "--debug", "--stats", path)
    lines = outcome.out.splitlines()
    assert lines[:2] == ["p : 2 items, 2 options", "p : (DLX) 1 solutions"]
    assert [line.split(" nodes")[0] for line in lines[2:]] == ["p :", "DLX :"]


@pytest.mark.parametrize(
    ("text", "option"),
    [
        ("problem p = {*} [{*}] solve sat \"sh -c 'echo s SATISFIABLE; echo v 1 0'\" p ascii", 0),
        ('include "../other.cmb"', 1),
        ('problem p = {*} [{*}] dimacs p "notes.cnf"', 2),
    ],
)
def test_permissions_of_scripts(
    tmp_path: Path, text: str, option: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "scripts").mkdir()
    (tmp_path / "other.cmb").write_text("exit")
    (tmp_path / "scripts" / "notes.cnf").write_text("mine")
    monkeypatch.chdir(tmp_path / "scripts")
    Path("a.cmb").write_text(text)
    options = ["--allow-commands", "--allow-files", "--overwrite"]
    named = options.pop(option)
    refused = combien("run", *options, "a.cmb")
    assert refused.code == 2
    assert named in refused.err
    assert Path("notes.cnf").read_text() == "mine"
    assert combien("run", named, "a.cmb").code == 0


@pytest.mark.parametrize("command", ["count", "solve"])
def test_other_commands_include_nothing_from_outside(tmp_path: Path, command: str) -> None:
    (tmp_path / "scripts").mkdir()
    (tmp_path / "other.cmb").write_text("secret = 1")
    path = tmp_path / "scripts" / "a.cmb"
    path.write_text('include "../other.cmb" problem p = {*} [{*}]')
    outcome = combien(command, path)
    assert outcome.code == 2
    assert "is not below the folder of the script" in outcome.err
    assert "secret" not in outcome.err
