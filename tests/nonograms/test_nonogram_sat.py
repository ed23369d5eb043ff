"""The verdict by a SAT solver, in each encoding, against the listing of all boards."""

from __future__ import annotations

import shlex
import signal
import sys
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

from combien.engines._protocol import Budget
from combien.errors import BadNonogram, CannotAnswer, MissingExtra, OutOfBudget
from combien.nonograms import Board, Nonogram, Verdict, solve
from combien.nonograms._solving.by_sat import ENCODINGS
from combien.nonograms._verdict import differing
from combien.sat._library import LibrarySolver
from tests.nonograms.dominoes import n_dom
from tests.nonograms.listing import boards_by_listing
from tests.nonograms.small_boards import agrees, nonograms, partly_known
from tests.programs import commands

pytest.importorskip("pysat", reason='tested with python-sat: pip install ".[sat]"')

SNAKE = Nonogram([[1], [1]], [[1], [1]])


def check(verdict: Verdict, expected: set[Board]) -> None:
    assert verdict.status == ("none", "unique", "several")[min(2, len(expected))]
    assert len(set(verdict.boards)) == min(2, len(expected))
    assert set(verdict.boards) <= expected
    assert verdict.differ == (differing(*verdict.boards) if len(expected) > 1 else ())
    assert verdict.reason


@pytest.mark.parametrize("encoding", ENCODINGS)
@settings(max_examples=6, deadline=None, suppress_health_check=list(HealthCheck))
@given(nonogram=nonograms())
def test_the_verdict_is_right(encoding: str, nonogram: Nonogram) -> None:
    check(solve(nonogram, engine="sat", encoding=encoding), boards_by_listing(nonogram))


@pytest.mark.parametrize("encoding", ENCODINGS)
@settings(max_examples=4, deadline=None, suppress_health_check=list(HealthCheck))
@given(puzzle=partly_known())
def test_given_cells_are_kept(encoding: str, puzzle: tuple[Nonogram, Board]) -> None:
    nonogram, known = puzzle
    expected = {board for board in boards_by_listing(nonogram) if agrees(board, known)}
    check(solve(nonogram, given=known, engine="sat", encoding=encoding), expected)


@pytest.mark.parametrize("solver", commands("minisat -verb=0", "cadical -q"))
@pytest.mark.parametrize("encoding", ENCODINGS)
def test_programs(encoding: str, solver: str) -> None:
    tight = n_dom(4)
    for nonogram in (SNAKE, tight, Nonogram([[2], []], [[2], []], check=False)):
        usual = solve(nonogram)
        verdict = solve(nonogram, engine="sat", encoding=encoding, solver=solver)
        assert verdict.status == usual.status
        assert len(verdict.boards) == len(usual.boards)
        assert all(board.solves(nonogram) for board in verdict.boards)


def test_blotted_clues() -> None:
    nonogram = Nonogram([[None], [None, 1]], [[2], [1], [1]])
    verdict = solve(nonogram, engine="sat")
    assert (verdict.status, verdict.boards) == ("unique", solve(nonogram).boards)
    with pytest.raises(BadNonogram, match="row 1 has a blotted clue"):
        solve(nonogram, engine="sat", encoding="places")


def test_the_budget_ends_it() -> None:
    hard = n_dom(9)
    with pytest.raises(OutOfBudget, match=r"^the budget of 3 nodes ended"):
        solve(hard, engine="sat", nodes=3)
    with pytest.raises(OutOfBudget, match=r"^the budget of 0 seconds ended"):
        solve(hard, engine="sat", budget=Budget(seconds=0))
    # A program that never ends, and one whose answer is not a solution.
    python = shlex.quote(sys.executable)
    with pytest.raises(OutOfBudget, match="no board was found"):
        solve(
            SNAKE, engine="sat", solver=f"{python} -c 'import time; time.sleep(600)'", seconds=0.5
        )


def test_programs_that_fail() -> None:
    python = shlex.quote(sys.executable)
    for words, said in (
        ('print("s SATISFIABLE"); print("v 1 2 3 4 0")', "a model that is not a solution"),
        ('print("s SATISFIABLE"); print("v 1 -2 -3 4 0")', "a model that is not a solution"),
        ("raise SystemExit(7)", "ended with code 7"),
    ):
        with pytest.raises(CannotAnswer, match=said):
            solve(SNAKE, engine="sat", solver=f"{python} -c '{words}'")
    with pytest.raises(MissingExtra, match="no program 'nosuchsolver'"):
        solve(SNAKE, engine="sat", solver="nosuchsolver")


def test_clauses_by_the_gigabyte_are_refused() -> None:
    wide = Nonogram([[1] * 20] * 45, [[1] * 20] * 45)
    with pytest.raises(CannotAnswer, match=r"932431590 clauses, 15\.5 GB: use the encoding"):
        solve(wide, engine="sat", encoding="configurations")


@pytest.fixture
def _usual_handler() -> Iterator[None]:
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("_usual_handler")
def test_ctrl_c_ends_the_solver(monkeypatch: pytest.MonkeyPatch) -> None:
    run, stop = LibrarySolver.run, LibrarySolver.stop
    stopped = []

    def pressed(self: LibrarySolver, *words: Any) -> Any:
        run(self, *words)
        signal.raise_signal(signal.SIGINT)

    def noted(self: LibrarySolver) -> None:
        stop(self)
        stopped.append(self._process)

    monkeypatch.setattr(LibrarySolver, "run", pressed)
    monkeypatch.setattr(LibrarySolver, "stop", noted)
    with pytest.raises(KeyboardInterrupt):
        solve(n_dom(9), engine="sat")
    assert stopped == [None]
