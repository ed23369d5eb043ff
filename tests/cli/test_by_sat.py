"""SAT solvers on the command line, and proofs that anybody can check."""

from __future__ import annotations

import json
import os
import re
import shlex
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from combien.sat import dimacs
from combien.sat._exactly import STYLES
from combien.sat._proofs import check
from tests.cli.commands import SCRIPT, combien
from tests.cli.test_interrupt import CHILD
from tests.cli.test_solve import tilings
from tests.programs import commands

pytest.importorskip("pysat", reason='the sat engine asks python-sat: pip install ".[sat]"')

# Makes a command print a line each time that it waits for the solver.
AT_WORK = (
    "import sys; from combien._cli._shared.progress import Bar; call = Bar.__call__; "
    "Bar.__call__ = lambda *x: print('at work', file=sys.stderr, flush=True) or call(*x); "
)
MUTILATED = """
pattern board = constant 6x6 true - set set constant 6x6 false 0x0 true 5x5 true
problem p = board [{**} ~sym]
"""


@pytest.fixture
def mutilated(tmp_path: Path) -> Path:
    """A chessboard without two opposite corners, which dominoes do not cover."""
    file = tmp_path / "mutilated.cmb"
    file.write_text(MUTILATED)
    return file


@pytest.mark.parametrize("solver", commands("", "minisat -verb=0", "cadical -q"))
def test_solving(solver: str) -> None:
    words = ["--solver", solver] if solver else []
    some = tilings(combien("solve", "-n", 4, "--engine", "sat", *words, SCRIPT).out)
    assert len(set(some)) == 4
    assert set(some) < set(tilings(combien("solve", "-n", 0, SCRIPT).out))
    said = combien("solve", "--json", "--encoding", "product", *words, SCRIPT)
    answer = json.loads(said.out)
    assert answer["engine"] == "sat"
    assert answer["status"] == "solved"
    assert "(product)" in answer["why"]


def test_the_command_that_resumes_has_the_same_options() -> None:
    words = ["-n", 0, "--engine", "sat", "--encoding", "ladder"]
    first = combien("solve", *words, "--nodes", 40, SCRIPT)
    assert first.code == 20
    command = shlex.split(first.err.splitlines()[-1].removeprefix("resume with: combien "))
    assert command[command.index("--encoding") + 1] == "ladder"
    command[command.index("--nodes") + 1] = "100000"
    rest = combien(*command)
    every = tilings(combien("solve", "-n", 0, SCRIPT).out)
    assert sorted(tilings(first.out) + tilings(rest.out)) == sorted(every)


@pytest.mark.parametrize("solver", commands("", "cadical -q"))
@pytest.mark.parametrize("encoding", ["bitwise", "pairwise"])
def test_a_proof_that_there_is_no_solution(
    mutilated: Path, tmp_path: Path, solver: str, encoding: str
) -> None:
    words = ["--solver", solver] if solver else []
    proof, clauses = tmp_path / "none.drup", tmp_path / "none.cnf"
    outcome = combien("solve", "--proof", proof, "--encoding", encoding, *words, mutilated)
    assert outcome.code == 10
    assert outcome.out == ""
    assert outcome.err.splitlines() == [
        "p has no solution",
        f"proved; check it with: combien check-proof {clauses} {proof}",
    ]
    formula, text = dimacs.read(clauses.read_text()), proof.read_text()
    assert check(formula, text).verified
    # The proof is of this board: with one clause less, it does not hold.
    assert not check(formula, text.splitlines()[0] + "\n0\n").verified


def test_a_problem_with_a_solution_has_no_proof(tmp_path: Path) -> None:
    outcome = combien("solve", "--proof", tmp_path / "none.drup", SCRIPT)
    assert outcome.code == 0
    assert "nothing was proved" in outcome.err
    assert list(tmp_path.iterdir()) == []


def test_a_proof_that_cannot_be_written_is_refused_before_the_question(tmp_path: Path) -> None:
    outcome = combien("solve", "--proof", tmp_path / "nowhere" / "none.drup", "nothing.cmb")
    assert outcome.code == 2
    assert "is not a writable folder" in outcome.err
    outcome = combien("solve", "--proof", tmp_path, "nothing.cmb")
    assert (outcome.code, "it is a folder" in outcome.err) == (2, True)


def test_what_is_refused(mutilated: Path) -> None:
    for words, message in [
        (["--engine", "dlx", "--solver", "minisat"], "--solver needs the sat engine"),
        (["--proof", ""], "--proof is empty"),
        (["--solver", "", "--engine", "sat"], "--solver is empty"),
        (["--encoding", "bitwize"], "did you mean 'bitwise'?"),
        (["--solver", "sesame"], "there is no program 'sesame'"),
        (["--proof", "none.cnf"], "is the file of the formula"),
        (["--proof", "none.drup", "--resume", "sat1:0::at"], "a proof is of the whole problem"),
    ]:
        outcome = combien("solve", *words, mutilated)
        assert outcome.code == 2
        assert message in outcome.printed


def test_the_error_for_counting_names_an_alternative(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("combien.sat._model_counter.COUNTERS", {})
    outcome = combien("count", "--engine", "sat", SCRIPT)
    assert outcome.code == 2
    assert "ask --engine auto, or a program that counts models" in outcome.err
    assert combien("count", "--engine", "dlx", "--encoding", "bitwise", SCRIPT).code == 2


def test_the_options_on_the_page_exist() -> None:
    page = Path(__file__).parents[2] / "docs" / "engines" / "sat.md"
    named = set(re.findall(r"(--[a-z]+)", page.read_text(encoding="utf-8"))) - {"--in", "--out"}
    assert named >= {"--engine", "--encoding", "--solver", "--proof"}
    shown = combien("solve", "--help").out
    assert {option for option in named if option not in shown} == set()
    assert {style for style in STYLES if style not in shown} == set()


@pytest.mark.parametrize("solver", commands("", "minisat -verb=0"))
def test_ctrl_c(tmp_path: Path, solver: str) -> None:
    # Twelve pigeons and eleven holes: no SAT solver proves this soon.
    file = tmp_path / "pigeons.dlx"
    items = [f"p{k}" for k in range(12)]
    holes = [f"h{k}" for k in range(11)]
    lines = [" ".join([*items, "|", *holes])]
    lines += [f"{item} {hole}" for item in items for hole in holes]
    file.write_text("\n".join(lines))
    words = ["--solver", solver] if solver else ["--engine", "sat"]
    child = subprocess.Popen(
        [sys.executable, "-c", AT_WORK + CHILD, "solve", *words, file],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert child.stderr is not None
    assert child.stderr.readline() == "at work\n"
    # To the whole process group, as a terminal does.
    os.killpg(child.pid, signal.SIGINT)
    out, err = child.communicate(timeout=60)
    assert child.returncode == 130
    assert out == ""
    assert "interrupted after 0 solutions" in err
