"""`combien sudoku`: files of many sudokus in all forms, bad lines, and new sudokus."""

from __future__ import annotations

import io
import json
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from random import Random

import pytest

import combien as package
from combien._cli._shared.guard import Exit
from combien._cli.sudoku import Outcome as Answered
from combien._cli.sudoku import Sudokus
from combien.puzzles._sudoku import Filled, Sudoku
from combien.puzzles._sudoku_text import bare
from tests.cli.commands import Outcome, combien

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"


def solved(tmp_path: Path, text: str, *words: object) -> Outcome:
    path = tmp_path / "some.txt"
    path.write_text(text, encoding="utf-8")
    return combien("sudoku", path, *words)


def test_one_sudoku(tmp_path: Path) -> None:
    assert solved(tmp_path, EASY) == Outcome(0, f"{SOLVED}\n", "")
    assert solved(tmp_path, EASY.replace(".", "0") + "\r\n") == Outcome(0, f"{SOLVED}\n", "")
    assert solved(tmp_path, EASY, "--rate").out == f"{SOLVED} 1\n"
    assert solved(tmp_path, EASY, "--engine", "dlx", "--rate").out == f"{SOLVED} 52\n"


def test_each_is_answered_in_its_form(tmp_path: Path) -> None:
    small = "1 . | . .\n. . | 2 .\n----+----\n. 3 | . .\n. . | . 4\n"
    outcome = solved(tmp_path, f"{small}\n{EASY}\n", "--rate")
    assert outcome.code == 0
    drawn, line = outcome.out.split("\n\nnodes 1\n\n")
    assert drawn == "1 2 | 4 3\n3 4 | 2 1\n----+----\n4 3 | 1 2\n2 1 | 3 4"
    assert line == f"{SOLVED} 1\n"


def test_no_solution_several_and_invalid_sudokus(tmp_path: Path) -> None:
    several = "12" + EASY[2:9] + "." * 72
    lines = [EASY, "55" + EASY[2:], "", "nonsense", several, EASY[:-1] + "x", "1" * 79, EASY]
    outcome = solved(tmp_path, "\n".join(lines))
    assert outcome.code == Exit.BAD_INPUT
    first, none, bad, two, bad_too, short, last = outcome.out.splitlines()
    assert (first, none, last) == (SOLVED, "none", SOLVED)
    assert bad == bad_too == short == "?"
    one, other = two.split()
    assert one != other
    for found in (one, other):
        sudoku = Sudoku.parse(several)
        assert sudoku.check(Filled(bare(found), sudoku))
    messages = outcome.err.splitlines()
    assert messages[0].startswith("combien: line 4: a sudoku has 16, 36, 81, 256 ... cells, not 8")
    assert "line 6: 'x' in row 9, column 9, is not a digit" in messages[1]
    assert "line 7: a sudoku has 16, 36, 81, 256 ... cells, not 79" in messages[2]
    assert messages[3] == (
        "7 sudokus: 2 with one solution, 1 with several solutions, 1 without a solution, "
        "3 that cannot be read"
    )


def test_only_one_solution_is_searched_for(tmp_path: Path) -> None:
    outcome = solved(tmp_path, "." * 81, "--no-unique", "--json")
    (answer,) = map(json.loads, outcome.out.splitlines())
    assert answer["status"] == "solved"
    assert len(answer["solutions"]) == 1
    assert solved(tmp_path, "55" + EASY[2:], "--no-unique").code == Exit.NONE


def test_json(tmp_path: Path) -> None:
    outcome = solved(tmp_path, f"{EASY}\n\n{'12' * 40}\n", "--json")
    good, bad = map(json.loads, outcome.out.splitlines())
    assert good == {"schema": 1, "line": 1, "status": "one", "solutions": [SOLVED], "nodes": 1}
    assert (bad["line"], bad["status"]) == (3, "bad")
    assert bad["error"].endswith("cells, not 80")


def test_limits_are_for_each_sudoku(tmp_path: Path) -> None:
    outcome = solved(tmp_path, f"{EASY}\n{'.' * 81}\n{EASY}\n", "--nodes", 10, "--engine", "bits")
    assert outcome.code == Exit.UNKNOWN
    assert outcome.out == f"{SOLVED}\n?\n{SOLVED}\n"
    assert "combien: line 2: " in outcome.err
    assert "1 stopped by a limit" in outcome.err


def test_other_rules(tmp_path: Path) -> None:
    x = combien("sudoku", "--make", 3, "--x", "--minimal", "--seed", 5)
    assert x.code == 0
    both = solved(tmp_path, x.out, "--x")
    assert both.code == 0
    for line in both.out.splitlines():
        assert (
            len({line[10 * n] for n in range(9)}) == len({line[8 * n + 8] for n in range(9)}) == 9
        )
    lying = combien("sudoku", "--make", 2, "--box", "3x2", "--json")
    made = [json.loads(line) for line in lying.out.splitlines()]
    assert all(sum(map(str.isdigit, one["givens"])) == one["clues"] for one in made)
    outcome = solved(tmp_path, "\n".join(one["givens"] for one in made), "--box", "3x2")
    assert (outcome.code, outcome.err) == (0, "")
    assert {len(line) for line in outcome.out.splitlines()} == {36}
    wrong = solved(tmp_path, EASY, "--box", "4x2")
    assert wrong.code == Exit.BAD_INPUT
    assert "box=4x2: a box must have 9 cells, not 8" in wrong.err


def test_large_sudokus(tmp_path: Path) -> None:
    found = package.solve(Sudoku((0,) * 256))
    assert found is not None
    fewer = ["." if n % 5 == 0 else symbol for n, symbol in enumerate(found.line)]
    outcome = solved(tmp_path, "".join(fewer))
    assert outcome.code == 0
    assert all(
        symbol in (".", other) for symbol, other in zip(fewer, outcome.out.split()[0], strict=True)
    )


def test_a_sudoku_with_every_setting_of_its_text(tmp_path: Path) -> None:
    text = "x=no\n1... ....\n.... ....\nregions: aabb aabb ccdd ccdd\ncages: 3=r4c3,r4c4\n"
    wanted = package.count(Sudoku.parse(text))
    assert wanted > 1
    outcome = solved(tmp_path, text, "--json")
    assert json.loads(outcome.out)["status"] == "several"
    assert solved(tmp_path, "x=no\nhello").code == Exit.BAD_INPUT


def test_a_missing_line_end_and_a_byte_order_mark(tmp_path: Path) -> None:
    outcome = solved(tmp_path, f"\ufeff{EASY}\n{'1' * 45_000}\n\n{EASY}\n{EASY[1:]}\n")
    assert outcome.out == f"{SOLVED}\n?\n{SOLVED}\n?\n"
    assert "line 2: " in outcome.err
    assert "line 5: a sudoku has 16, 36, 81, 256 ... cells, not 80" in outcome.err


def test_a_sudoku_in_place_of_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert combien("sudoku", EASY) == Outcome(0, f"{SOLVED}\n", "")
    assert combien("sudoku", "1.....2..3.....4").out == "1243342143122134\n"
    monkeypatch.chdir(tmp_path)
    (tmp_path / "sudokus-of-a-day").write_text(EASY, encoding="utf-8")
    assert len("sudokus-of-a-day") == 16
    assert combien("sudoku", "sudokus-of-a-day").out == f"{SOLVED}\n"


def test_the_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(f"{EASY}\n".encode())))
    assert combien("sudoku", "-") == Outcome(0, f"{SOLVED}\n", "")


def test_many_lines_are_answered_in_order(tmp_path: Path) -> None:
    made = combien("sudoku", "--make", 30, "--symmetric").out.splitlines()
    assert len(set(made)) == 30
    lines = made * 40
    outcome = solved(tmp_path, "\n".join(lines))
    assert (outcome.code, outcome.err) == (0, "")
    answers = outcome.out.splitlines()
    assert len(answers) == len(lines)
    for line, answer in zip(lines, answers, strict=True):
        assert all(symbol in (".", digit) for symbol, digit in zip(line, answer, strict=True))
    assert all(line[n] == "." for line in made for n in range(81) if line[80 - n] == ".")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ([], "give either FILE or --make"),
        (["some.txt", "--make", "3"], "give either FILE or --make"),
        (["some.txt", "--minimal"], "--symmetric and --minimal need --make"),
        (["some.txt", "--bytes", "3"], "No such option"),
        (
            ["53..7....6"],
            "'53..7....6' is neither a file nor a sudoku: it has 10 cells, not 16, 36",
        ),
        (["nowhere/some.txt"], "cannot read 'nowhere/some.txt'"),
        (["."], "cannot read '.'"),
        (["--make", "1", "--box", "0x3"], "box=0x3: expected the width and height"),
        (["--make", "1", "--box", "99x99"], "at most 35 cells, not 9801"),
    ],
)
def test_what_is_refused(words: list[str], message: str) -> None:
    outcome = combien("sudoku", *words)
    assert (outcome.code, outcome.out) == (Exit.BAD_INPUT, "")
    assert message in outcome.printed


def test_a_file_without_sudokus(tmp_path: Path) -> None:
    outcome = solved(tmp_path, "# nothing\n\n")
    assert outcome.code == Exit.BAD_INPUT
    assert "contains no sudoku" in outcome.err


def test_an_interrupt_keeps_the_answers_so_far(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    answer = Sudokus.answers

    def interrupted(self: Sudokus, lines: Iterable[str]) -> Iterator[Answered]:
        yield from islice(answer(self, lines), 2)
        raise KeyboardInterrupt

    monkeypatch.setattr(Sudokus, "answers", interrupted)
    outcome = solved(tmp_path, f"{EASY}\n" * 3)
    assert outcome.code == Exit.INTERRUPTED
    assert outcome.out == f"{SOLVED}\n" * 2
    assert "the answers above are valid (2 sudokus: 2 with one solution)" in outcome.err


@pytest.mark.slow
def test_a_hundred_thousand_in_one_run(tmp_path: Path) -> None:
    dice = Random(100_000)
    made = combien("sudoku", "--make", 200, "--minimal", "--seed", 3).out.splitlines()
    lines = []
    for number in range(100_000):
        digits = list("123456789")
        dice.shuffle(digits)
        lines.append(
            made[number % len(made)].translate(str.maketrans("123456789", "".join(digits)))
        )
    outcome = solved(tmp_path, "\n".join(lines))
    assert (outcome.code, outcome.err) == (0, "")
    answers = outcome.out.splitlines()
    assert len(answers) == len(lines)
    wanted = {*"123456789"}
    for line, answer in zip(lines, answers, strict=True):
        assert all(symbol in (".", digit) for symbol, digit in zip(line, answer, strict=True))
        assert all({*answer[n * 9 : n * 9 + 9]} == {*answer[n::9]} == wanted for n in range(9))
        assert all(
            {*answer[n : n + 3], *answer[n + 9 : n + 12], *answer[n + 18 : n + 21]} == wanted
            for n in (0, 3, 6, 27, 30, 33, 54, 57, 60)
        )
