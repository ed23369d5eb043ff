"""`combien encode` and `check-proof`: clauses, another program, and its answer read back."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from xml.etree import ElementTree

import pytest

from combien._cli import encode
from combien._cli._shared import output, progress
from combien._cli.main import main
from combien.sat import dimacs, opb, sat13
from combien.sat._exactly import STYLES
from combien.sat._forms import FORMS
from tests.cli.commands import SCRIPT, Terminal, combien
from tests.programs import commands

EXAMPLES = Path(__file__).parent.parent.parent / "examples"
CAMEL = EXAMPLES / "camel.txt"
DOMINO = ("--tile", "[[0,0],[1,0]]")
L = ("--tile", "[[0,0],[0,1],[0,2],[1,2]]")


def asked(program: str, formula: Path, *more: Path | str) -> Path:
    """Return the file with the answer of a program from Debian."""
    answer = formula.with_suffix(".answer")
    if program == "minisat+":
        done = subprocess.run([program, formula], capture_output=True, check=False)
        answer.write_bytes(done.stdout)
    elif program == "minisat":
        done = subprocess.run([program, formula, answer], capture_output=True, check=False)
    else:
        done = subprocess.run([program, "-q", formula, *more], capture_output=True, check=False)
        answer.write_bytes(done.stdout)
    assert done.returncode in ((0, 30) if program == "minisat+" else (10, 20))
    return answer


@pytest.mark.parametrize("program", commands("minisat", "cadical"))
@pytest.mark.parametrize(
    "words",
    [
        (CAMEL, *DOMINO),
        (CAMEL, *DOMINO, "--encoding", "product"),
        (EXAMPLES / "camel.cmb", "--problem", "small_camel"),
        (EXAMPLES / "tetrominoes.cmb", "--encoding", "ladder"),
    ],
    ids=["document", "product", "camel", "tetrominoes"],
)
def test_an_answer_becomes_a_picture(tmp_path: Path, program: str, words: Sequence[object]) -> None:
    formula, svg = tmp_path / "a.cnf", tmp_path / "a.svg"
    assert combien("encode", *words, "-o", formula).code == 0
    answer = asked(program, formula)
    outcome = combien("encode", *words, "--read", answer, "--svg", svg)
    assert outcome.code == 0, outcome.err
    assert ElementTree.parse(svg).getroot().tag.endswith("svg")
    drawn = [line for line in outcome.out.splitlines() if line.strip()]
    if words[0] == CAMEL:
        art = CAMEL.read_text().splitlines()
        assert [[c != " " for c in line] for line in drawn] == [
            [c == "#" for c in line.rstrip(".")] for line in art
        ]


@pytest.mark.needs("minisat+")
def test_sums_are_made_small(tmp_path: Path) -> None:
    """The cheapest cover by another program equals the result of `combien best`."""
    formula = tmp_path / "a.opb"
    words = (EXAMPLES / "prices.dlx", "--style", "opb")
    assert combien("encode", *words, "-o", formula).code == 0
    found = combien("encode", *words, "--read", asked("minisat+", formula))
    assert found.out == "bob cat; ann\n"
    assert combien("best", EXAMPLES / "prices.dlx").out == "10: bob cat; ann\n"


@pytest.mark.parametrize("program", commands("minisat", "cadical"))
def test_an_answer_that_there_is_no_solution(tmp_path: Path, program: str) -> None:
    formula = tmp_path / "a.cnf"
    words = (SCRIPT, "--problem", "odd", "--encoding", "pairwise")
    combien("encode", *words, "-o", formula)
    outcome = combien("encode", *words, "--read", asked(program, formula))
    assert (outcome.code, outcome.out) == (10, "")
    assert (
        outcome.err == "odd has no solution, according to the answer; check-proof checks proofs\n"
    )


@pytest.mark.needs("cadical")
def test_a_proof_of_another_program(tmp_path: Path) -> None:
    formula, proof = tmp_path / "a.cnf", tmp_path / "a.drup"
    board = tmp_path / "board.txt"
    board.write_text(".#####\n######\n######\n######\n######\n#####.\n")
    combien("encode", board, *DOMINO, "-o", formula)
    asked("cadical", formula, "--no-binary", proof)
    outcome = combien("check-proof", formula, proof)
    assert outcome.code == 0, outcome.err
    assert outcome.out.startswith("verified: the empty clause follows (")
    lines = proof.read_text().splitlines()
    assert len(lines) > 20
    proof.write_text("\n".join(lines[:-1]))
    outcome = combien("check-proof", formula, proof)
    assert (outcome.code, outcome.out) == (2, "")
    assert "the proof ends without the empty clause" in outcome.err
    proof.write_text("1 0\n0\n")
    outcome = combien("check-proof", formula, proof)
    assert outcome.err.startswith(f"{proof}, line 1: the clause 1 does not follow (0 clauses")


def test_the_help_names_all_encodings_and_styles() -> None:
    said = " ".join(combien("encode", "--help").out.replace("│", " ").split())
    assert [name for name in [*STYLES, *FORMS] if name not in said] == []


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("words", [(CAMEL, *L), (SCRIPT,), (SCRIPT, "--encoding", "commander")])
def test_sizes_are_printed_beforehand(
    tmp_path: Path, form: str, words: Sequence[object], capfd: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "a"
    told = combien("encode", *words, "--style", form, "--size")
    assert (told.code, told.out) == (0, "")
    outcome = combien("encode", *words, "--style", form, "-o", path)
    assert outcome.err == told.err
    assert list(tmp_path.iterdir()) == [path]
    written = path.read_text()
    assert combien("encode", *words, "--style", form).out == written
    parts = told.err.splitlines()[-1].replace(",", "").replace(":", "").split()
    variables, constraints, most_bytes = int(parts[1]), int(parts[3]), int(parts[7])
    assert len(written.encode()) <= most_bytes + 200
    if form == "dimacs":
        cnf = dimacs.read(written)
        assert (cnf.variable_count, cnf.clause_count) == (variables, constraints)
    elif form == "sat13":
        cnf = sat13.read(written)
        assert (cnf.variable_count, cnf.clause_count) == (variables, constraints)
    elif form == "wcnf":
        assert sum(line.startswith("h ") for line in written.splitlines()) == constraints
    else:
        sums = opb.read(written)
        assert (sums.variable_count, sums.constraint_count) == (variables, constraints)


def test_knuths_answers_are_read(tmp_path: Path) -> None:
    answer = tmp_path / "answer"
    board = tmp_path / "board.txt"
    board.write_text("##\n##\n")
    names = sat13.read(combien("encode", board, *DOMINO, "--style", "sat13").out).names
    chosen = {"P0_0_0", "P0_0_1", "C_0_0", "C_1_0", "C_0_1", "C_1_1"}
    assert chosen < set(names)
    answer.write_text("".join(f" {n}" if n in chosen else f" ~{n}" for n in names) + "\n")
    words = ("encode", board, *DOMINO, "--style", "sat13", "--read", answer)
    assert combien(*words).out == "aa\nbb\n"
    answer.write_text("~\n")
    assert combien(*words).code == 10
    answer.write_text("C_0_0 C_1_0\n")
    outcome = combien(*words)
    assert (outcome.code, outcome.out) == (2, "")
    assert "has a model that is not a solution: item (0, 0) is in 0 chosen options" in outcome.err


def test_a_plain_problem_by_its_options(tmp_path: Path) -> None:
    answer = tmp_path / "answer"
    answer.write_text("s SATISFIABLE\nv 1 -2 -3 4 5 -6 0\n")
    words = ("encode", EXAMPLES / "knuth.dlx", "--style", "opb", "--read", answer)
    assert combien(*words).out == "c e; a d f; b g\n"
    answer.write_text("s UNKNOWN\n")
    assert combien(*words).code == 20


def test_items_that_nothing_can_cover_are_named(tmp_path: Path) -> None:
    board = tmp_path / "board.txt"
    board.write_text("##..\n...#\n")
    outcome = combien("encode", board, *DOMINO)
    assert outcome.code == 0
    said = "unsatisfiable: cell C_3_1 is covered by nothing"
    assert outcome.err.splitlines()[0] == f"board: {said}"
    assert f"c {said}\n" in outcome.out
    cnf = dimacs.read(outcome.out)
    cell = cnf.variable("C_3_1")
    assert {(cell,), (-cell,)} <= set(cnf.clauses)
    board.write_text("#.#.#.#.#.#.#\n")
    told = combien("encode", board, *DOMINO, "--encoding", "product", "--size").err.splitlines()
    assert told[0] == "board: unsatisfiable: item (0, 0) is covered by nothing"
    assert told[5] == "board: unsatisfiable: so are 2 more"


def test_items_with_too_few_options_are_named(tmp_path: Path) -> None:
    problem = tmp_path / "few.dlx"
    problem.write_text("3|a b\na\na b\n")
    outcome = combien("encode", problem)
    assert outcome.err.splitlines()[0] == (
        "few: unsatisfiable: item 'a' is covered by 2 options, which are too few"
    )
    assert () in dimacs.read(outcome.out).clauses


def test_a_formula_that_is_too_large_is_refused_with_its_size(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.cnf"
    monkeypatch.setattr(encode, "MOST_UNASKED", 10_000)
    words = ("encode", CAMEL, *L, "-o", path)
    outcome = combien(*words)
    assert (outcome.code, path.exists()) == (2, False)
    assert "clauses, at most" in outcome.err
    assert "files above 1 GB need --any-size" in outcome.err
    assert combien(*words, "--any-size").code == 0
    assert path.stat().st_size > 10_000


def test_a_formula_of_gigabytes_is_refused_at_once(tmp_path: Path) -> None:
    problem = tmp_path / "large.dlx"
    problem.write_text("a\n" + "a\n" * 12_000)
    outcome = combien("encode", problem, "--encoding", "pairwise")
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err == (
        "combien: large: 12,000 variables, 71,994,001 clauses, at most 1,152,216,917 bytes of "
        "dimacs: files above 1 GB need --any-size; another --encoding may be smaller\n"
    )


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ((CAMEL,), "may be a board, which needs --tile"),
        ((CAMEL, "--tile", "[[0]]"), "a tile is a list of coordinates"),
        (
            (CAMEL, *DOMINO, "--problem", "p"),
            "--problem and --format cannot be combined with --tile",
        ),
        ((CAMEL, *DOMINO, "--svg", "a.svg"), "--boxes and --svg need --read"),
        ((CAMEL, *DOMINO, "--read", "a", "-o", "b"), "cannot be combined with --read"),
        ((CAMEL, *DOMINO, "--read", "missing"), "cannot read 'missing'"),
        (
            (CAMEL, *DOMINO, "--encoding", "bitwize"),
            "--encoding 'bitwize': expected one of pairwise, ",
        ),
        ((CAMEL, *DOMINO, "--encoding", "bitwize"), "did you mean 'bitwise'?"),
        ((CAMEL, *DOMINO, "--encoding", ""), "--encoding '': expected one of pairwise, "),
        (
            (CAMEL, *DOMINO, "--style", "sat3"),
            "--style 'sat3': expected one of dimacs, sat13, opb",
        ),
        (
            (EXAMPLES / "knuth.dlx", "--read", "a", "--boxes"),
            "is a plain exact cover, which has no picture",
        ),
        (("missing.txt", *DOMINO), "cannot read 'missing.txt'"),
    ],
)
def test_refusals(words: Sequence[object], message: str) -> None:
    outcome = combien("encode", *words)
    assert (outcome.code, outcome.out) == (2, "")
    assert message in outcome.printed


@pytest.mark.parametrize("name", [os.path.join("missing", "a"), ".", "a\0b"])
def test_files_that_cannot_be_written(name: str) -> None:
    outcome = combien("encode", CAMEL, *DOMINO, "-o", name)
    assert (outcome.code, outcome.out) == (1, "")
    assert f"cannot write '{name[:1]}" in outcome.printed


def test_an_answer_about_something_else_is_refused(tmp_path: Path) -> None:
    answer = tmp_path / "answer"
    answer.write_text("SAT\n1 2 3 0\n")
    outcome = combien("encode", CAMEL, *DOMINO, "--read", answer)
    assert outcome.code == 2
    assert "was it made for this problem, --style and --encoding?" in outcome.err


def test_a_long_formula_shows_how_far_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setattr(progress, "DELAY", 0.0)
    monkeypatch.setattr(output, "LINES_AT_ONCE", 1000)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "120")
    words = ["encode", str(CAMEL), *L, "-o", str(tmp_path / "a.cnf")]
    assert main(words) == 0
    assert "1.00k lines" in terminal.getvalue()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full device here")
def test_a_full_disk_is_reported() -> None:
    outcome = combien("encode", CAMEL, *L, "-o", "/dev/full")
    assert (outcome.code, outcome.out) == (1, "")
    assert "cannot write '/dev/full': No space left on device" in outcome.err
    assert os.path.exists("/dev/full")


def test_an_interrupted_command_leaves_no_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(encode, "write_lines", broken)
    assert combien("encode", CAMEL, *DOMINO, "-o", tmp_path / "a.cnf").code == 130
    assert list(tmp_path.iterdir()) == []


def test_files_that_are_not_proofs(tmp_path: Path) -> None:
    formula, proof = tmp_path / "a.cnf", tmp_path / "a.drup"
    formula.write_text("p cnf 1 2\n1 0\n-1 0\n")
    proof.write_bytes(b"a\x02\x00d\xff")
    outcome = combien("check-proof", formula, proof)
    assert outcome.code == 2
    assert outcome.err.startswith(f"combien: {proof}: step 2: the proof ends within it")
    proof.write_bytes(b"a\x00")
    assert combien("check-proof", formula, proof).out.startswith("verified: the empty clause")
    assert combien("check-proof", formula, tmp_path / "missing").code == 2
    outcome = combien("check-proof", proof, formula)
    assert outcome.err.startswith(f"combien: {proof}, line 1, column 2: a NUL character: this is")
    assert "cannot both be the standard input" in combien("check-proof", "-", "-").err
    proof.write_text("0\n")
    assert combien("check-proof", formula, proof).out == (
        "verified: the empty clause follows (1 clauses derived, 0 deleted, 0 kept)\n"
    )


def test_a_certificate_is_written_and_checked(tmp_path: Path) -> None:
    written = tmp_path / "square.txt"
    for words, number in [((), "36"), (("--up-to", "all"), "9"), (("--engine", "memo"), "36")]:
        outcome = combien("count", SCRIPT, "--certificate", written, *words)
        assert (outcome.code, outcome.out) == (0, f"{number}\n")
        outcome = combien("check-count", written)
        assert outcome.code == 0, outcome.err
        assert outcome.out.startswith(f"verified: {number} solutions ")
        assert "title, not verified: 'square'\n" in outcome.out
    strip = ("--width", "2", "--tile", "domino", "--certificate", written)
    assert combien("sequence", *strip).code == 0
    assert combien("check-count", written).out.startswith("verified: a recurrence of order 2 ")
    written.write_text(written.read_text().replace("recurrence 2 1 1", "recurrence 2 1 2"))
    outcome = combien("check-count", written)
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err.startswith(f"{written}, line ")
    assert combien("check-count", tmp_path / "missing").code == 2


def test_what_has_no_certificate(tmp_path: Path) -> None:
    written = tmp_path / "none.txt"
    outcome = combien("count", SCRIPT, "--modulo", "7", "--certificate", written)
    assert outcome.code == 2
    assert "--certificate cannot be combined with --modulo" in outcome.err
    outcome = combien("count", SCRIPT, "--nodes", "1", "--certificate", written)
    assert outcome.code == 20
    strip = ("--width", "2", "--tile", "domino", "--up-to", "all", "--certificate", written)
    assert combien("sequence", *strip).code == 2
    assert not written.exists()
