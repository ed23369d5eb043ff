"""`combien nonogram encode`: clauses, a SAT solver, and its answer read back."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from combien.nonograms import Nonogram, solve_all
from combien.sat import dimacs
from tests.cli.commands import combien
from tests.cli.nonogram_files import HEART, TWO
from tests.programs import commands
from tests.sat.truth import models

WAYS = ("places", "configurations", "automaton")


@pytest.mark.parametrize("way", WAYS)
def test_models_of_the_clauses_are_the_boards(way: str, tmp_path: Path) -> None:
    puzzle = tmp_path / "two.non"
    puzzle.write_text(TWO)
    wrote = combien("nonogram", "encode", "--by", way, puzzle)
    assert wrote.code == 0
    formula = dimacs.read(wrote.out)
    assert f"{formula.variable_count} variables, {formula.clause_count} clauses" in wrote.err
    boards = set()
    for model in models(formula.variable_count, formula.clauses):
        said = " ".join(map(str, model))
        (tmp_path / "answer").write_text(f"s SATISFIABLE\nv {said} 0\n")
        read = combien("nonogram", "encode", "--by", way, "--read", tmp_path / "answer", puzzle)
        assert read.code == 0
        boards.add(read.out)
    nonogram = Nonogram([[1], [1]], [[1], [1]])
    assert boards == {f"{board}\n" for board in solve_all(nonogram)}


@pytest.mark.parametrize("program", commands("cadical", "minisat"))
@pytest.mark.parametrize("way", WAYS)
def test_a_solver_from_debian_finds_the_board(program: str, way: str, tmp_path: Path) -> None:
    puzzle, clauses, answer = (tmp_path / name for name in ("heart.txt", "heart.cnf", "answer"))
    puzzle.write_text(HEART)
    assert combien("nonogram", "encode", "--by", way, "-o", clauses, puzzle).code == 0
    command = (
        [program, str(clauses), str(answer)]
        if program == "minisat"
        else [program, "-q", str(clauses)]
    )
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if program == "cadical":
        answer.write_text(done.stdout)
    read = combien("nonogram", "encode", "--by", way, "--read", answer, puzzle)
    assert (read.code, read.out) == (0, HEART)


def test_a_formula_that_is_too_large_is_refused_with_its_size(tmp_path: Path) -> None:
    (tmp_path / "wide.nin").write_text("45 45\n" + "1 " * 19 + "1\n" + ("1 " * 19 + "1\n") * 89)
    asked = ("nonogram", "encode", "--by", "configurations", tmp_path / "wide.nin")
    refused = combien(*asked)
    assert (refused.code, refused.out) == (2, "")
    assert "932,431,590 clauses, at most 15,535,498,346 bytes" in refused.err
    assert "--any-size" in refused.err
    told = combien(*asked, "--size")
    assert (told.code, told.out) == (0, "")
    assert "932,431,590 clauses" in told.err


def test_answers_that_are_not_boards(tmp_path: Path) -> None:
    (tmp_path / "heart.txt").write_text(HEART)
    answers = {"s UNSATISFIABLE\n": 10, "s UNKNOWN\n": 20, "s SATISFIABLE\nv -1 0\n": 2}
    for text, code in answers.items():
        (tmp_path / "answer").write_text(text)
        read = combien("nonogram", "encode", "--read", tmp_path / "answer", tmp_path / "heart.txt")
        assert (read.code, read.out) == (code, "")
    assert combien("nonogram", "encode", "--read", "-", "--size", tmp_path / "heart.txt").code == 2


def test_given_cells_are_in_the_clauses(tmp_path: Path) -> None:
    puzzle = tmp_path / "given.json"
    puzzle.write_text('{"rows": [[1], [1]], "columns": [[1], [1]], "given": ["?#", "??"]}')
    formula = dimacs.read(combien("nonogram", "encode", puzzle).out)
    (model,) = models(formula.variable_count, formula.clauses)
    (tmp_path / "answer").write_text(f"s SATISFIABLE\nv {' '.join(map(str, model))} 0\n")
    read = combien("nonogram", "encode", "--read", tmp_path / "answer", puzzle)
    assert (read.code, read.out) == (0, ".#\n#.\n")
    refused = combien("nonogram", "encode", "--by", "configurations", puzzle)
    assert (refused.code, refused.out) == (2, "")
    assert "--by configurations does not support given cells" in refused.err
