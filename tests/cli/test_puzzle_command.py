"""`combien puzzle NAME`: solutions, counts, drawings, and the command that resumes."""

from __future__ import annotations

import json
import shlex
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from combien._cli._shared.guard import Exit
from combien._questions import solve
from combien.design import make_puzzles
from combien.errors import OutOfBudget
from combien.puzzles import PUZZLES, puzzle_named
from tests.cli.commands import Outcome, combien
from tests.cli.test_pictures import refused
from tests.printing.test_sheets import texts

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.mark.parametrize("name", list(PUZZLES))
def test_the_help_of_each_and_its_examples(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = combien("puzzle", name, "--help")
    assert shown.code == 0
    assert puzzle_named(name).about.title in shown.out
    shutil.copytree(EXAMPLES, tmp_path / "examples")
    monkeypatch.chdir(tmp_path)
    for line in puzzle_named(name).about.examples:
        assert line in shown.out
        if not set(line) & set("|>$"):  # Examples that need a shell are not run here.
            assert combien(*shlex.split(line)[1:]).code in (Exit.ANSWERED, Exit.NONE), line


def test_the_help_describes_the_argument() -> None:
    def told(name: str) -> str:
        return " ".join(combien("puzzle", name, "--help").out.replace("│", " ").split())

    assert "SIZE: The number of queens, rows, columns. [default: 8, 1 to 200]" in told("queens")
    assert "GRAPH: petersen, complete:N, cycle:N, " in told("matchings")
    assert "FILE holds a Latin square; - is the standard input." in told("mates")
    assert "The number of pieces. [default: 5, 1 to 900]" in told("guards")


def test_the_table_is_listed() -> None:
    out = combien("puzzle", "--help").out
    assert all(name in out for name in PUZZLES)
    assert "Find a perfect matching of a graph." in out


def test_one_solution_all_and_their_number() -> None:
    assert combien("puzzle", "rooks", 2) == Outcome(0, "R .\n. R\n", "")
    assert combien("puzzle", "rooks", 2, "--all").out == "R .\n. R\n\n. R\nR .\n"
    assert combien("puzzle", "rooks", "--count", "--no-diagonal").out == "9\n"
    answer = json.loads(combien("puzzle", "rooks", 2, "-n", 1, "--json", "--engine", "dlx").out)
    assert answer["problem"] == "rooks"
    assert answer["solutions"] == [[["R", ""], ["", "R"]]]
    assert answer["engine"] == "dlx"


def test_no_solution_is_an_answer() -> None:
    outcome = combien("puzzle", "rooks", 1, "--no-diagonal")
    text = "rooks 1 --no-diagonal has no solution; add --why for a reason\n"
    assert outcome == Outcome(Exit.NONE, "", text)
    default = combien("puzzle", "langford", "5")
    assert default.err == "langford 5 has no solution; add --why for a reason\n"


def test_drawings(tmp_path: Path) -> None:
    out = combien("puzzle", "rooks", 2, "--svg").out
    assert out.startswith("<svg ")
    assert out.endswith("</svg>\n")
    path = tmp_path / "rooks.svg"
    assert combien("puzzle", "rooks", 2, "--svg", path).out == "R .\n. R\n"
    assert path.read_text(encoding="utf-8") == out
    combien("puzzle", "rooks", 2, "--all", "--svg", path)
    assert (tmp_path / "rooks-2.svg").exists()
    assert "┌───┬───┐" in combien("puzzle", "rooks", 2, "--boxes").out


def test_the_reason_why_there_is_no_solution() -> None:
    outcome = combien("puzzle", "langford", 5, "--why")
    assert outcome.code == Exit.NONE
    first, weights, proof = outcome.out.splitlines()
    assert first == "langford: there is no solution"
    assert weights.startswith("Give the items weights: 2: 1, 4: 1, ")
    assert proof == (
        "Each option weighs a multiple of 2, but all items together weigh 7, not a multiple of 2."
    )
    answer = json.loads(combien("puzzle", "mates", "--size", 6, "--why", "--json").out)
    assert (answer["status"], answer["kind"]) == ("none", "weights")
    assert combien("puzzle", "langford", 4, "--why").code == Exit.ANSWERED
    refused = combien("puzzle", "langford", 5, "--why", "--count")
    assert "--why cannot be combined" in refused.printed


@pytest.mark.parametrize("ending", ["dlx", "json"])
def test_the_exact_cover_as_a_file(tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"queens.{ending}"
    assert combien("puzzle", "queens", 6, "--write", path).code == 0
    assert combien("count", path).out == "4\n"
    refused = combien("puzzle", "queens", 6, "--write", path, "--count")
    assert "--write cannot be combined" in refused.printed
    assert "has no known extension" in combien("puzzle", "queens", "--write", "queens.txt").err


def test_a_search_is_resumed() -> None:
    first = combien("puzzle", "rooks", 5, "--no-diagonal", "--all", "--nodes", 30)
    assert first.code == Exit.UNKNOWN
    (line,) = [line for line in first.err.splitlines() if line.startswith("resume with: ")]
    words = shlex.split(line.removeprefix("resume with: "))
    assert words[:5] == ["combien", "puzzle", "rooks", "5", "--no-diagonal"]
    words[words.index("--nodes") + 1] = "100000"
    rest = combien(*words[1:])
    assert rest.code == 0
    boards = (first.out.rstrip() + "\n\n" + rest.out).strip().split("\n\n")
    assert len(set(boards)) == len(boards) == 44


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["rook"], "No such command 'rook'"),
        (["rooks", "0"], "size=0: expected at least 1"),
        (["rooks", "x"], "not a valid integer"),
        (["rooks", "--count", "--svg"], "--count cannot be combined with"),
        (["rooks", "--count", "--seed", "1"], "--count cannot be combined with"),
        (["rooks", "--svg", "--json"], "--svg writes one drawing"),
        (["rooks", "--svg", "--all"], "--svg writes one drawing"),
        (["rooks", "--up-to", "all"], "No such option"),
        (["rooks", "--write", "rooks.txt"], "(.dlx, .json, .emc, .ec, "),
        (["rooks", "-n", "-1"], "-1 is not in the range from 0 to"),
        (["mates", "5"], "there is no file '5': expected a file with a Latin square"),
        (["mates", "5.non"], "'5.non' is for another command: combien nonogram solve 5.non"),
        (["coloring", "petersen"], "see combien puzzle coloring --help"),
        (["insanity", "WGRBRR"], "expected as many cubes as colors, not 1 cube in 4 colors"),
    ],
)
def test_what_is_refused(words: list[str], message: str) -> None:
    outcome = combien("puzzle", *words)
    assert (outcome.code, outcome.out) == (Exit.BAD_INPUT, "")
    assert message in outcome.printed


def test_an_error_in_a_file_names_the_file(tmp_path: Path) -> None:
    file = tmp_path / "wrong.txt"
    file.write_text("1 2\n1 x\n")
    assert combien("puzzle", "dominosa", file).err.startswith(f"combien: {file}, line 2")
    assert combien("puzzle", "sudoku", file).err.startswith(f"combien: {file}: ")
    file.write_text("\n")
    for name in ("dominosa", "wordsquare", "sudoku"):
        outcome = combien("puzzle", name, file)
        assert (outcome.code, outcome.out) == (Exit.BAD_INPUT, "")
        assert f"{file}: the file is empty: expected " in outcome.err


def test_queens_have_a_command() -> None:
    assert combien("queens", 8, "--count", "--up-to", "all").out == "12\n"
    listed = combien("queens", 8, "--all", "--up-to", "all")
    assert listed.out.count("Q") == 12 * 8
    assert combien("queens", 3).code == 10
    assert combien("queens", 8, "--order", "organpipe").code == 2
    stopped = combien("queens", 8, "--all", "--up-to", "all", "--nodes", 40)
    assert stopped.code == 20
    assert "combien puzzle queens 8 --nodes 40" in stopped.err
    assert "--up-to all" in stopped.err


def test_drawings_show_texts_without_being_asked(tmp_path: Path) -> None:
    killer = EXAMPLES / "killer.sudoku"
    for name, words in (("magic", []), ("wordsearch", []), ("latin", []), ("sudoku", [killer])):
        path = tmp_path / "drawn.svg"
        assert combien("puzzle", name, *words, "--svg", path).code == 0
        text = words[0].read_text(encoding="utf-8") if words else ""
        picture = solve(puzzle_named(name).parse(text)).picture(title=name)  # type: ignore[union-attr]
        # Each cell has a digit or a letter, so there are more paths than cells.
        drawn = path.read_text(encoding="utf-8")
        assert drawn == picture.svg()
        assert drawn.count("<path") > 1.5 * len(picture.patches)


# Making and printing --------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["starbattle", "dominosa", "sudoku"])
def test_a_made_puzzle_is_a_file_of_the_same_command(name: str, tmp_path: Path) -> None:
    made = combien("puzzle", name, "--make", 1, "--seed", 5, "--difficulty", "hard")
    assert made.code == 0
    file = tmp_path / "made.txt"
    file.write_text(made.out.strip() + "\n", encoding="utf-8")
    assert combien("puzzle", name, file, "--count").out == "1\n"
    assert made.out == combien(*f"puzzle {name} --make 1 --seed 5 --difficulty hard".split()).out
    assert made.out != combien(*f"puzzle {name} --make 1 --seed 6 --difficulty hard".split()).out


def test_a_made_word_search_is_a_file(tmp_path: Path) -> None:
    words = ("puzzle", "wordsearch", "sun,moon,star", "--board", "5x5", "--make", 1)
    file = tmp_path / "words.txt"
    file.write_text(combien(*words).out.strip() + "\n", encoding="utf-8")
    assert combien("puzzle", "wordsearch", "--file", file, "--count").out == "1\n"


def test_made_puzzles_as_json() -> None:
    outcome = combien("puzzle", "langford", 4, "--make", 2, "--json")
    assert [json.loads(line)["search_size"] for line in outcome.out.splitlines()] == [1, 1]


@pytest.mark.needs(".[pdf]")
def test_a_sheet_to_hand_out(tmp_path: Path) -> None:
    path = tmp_path / "sheet.pdf"
    words = ("puzzle", "sudoku", "--make", 3, "--variant", "x", "--pdf", path, "--language", "fr")
    assert combien(*words).out == ""
    first = path.read_bytes()
    questions, answers = texts(first)
    assert questions.split("\n")[:3] == ["Nom", "Date", "Sudoku"]
    assert answers.split("\n") == ["Réponses", "1", "2", "3"]
    assert combien(*words).code == 0
    assert path.read_bytes() == first
    # The puzzle of the settings.
    assert combien("puzzle", "dominosa", "--pdf", path, "--link", "https://example.org/").code == 0
    assert texts(path.read_bytes())[0].startswith("https://example.org/\nName\nDate\nDominosa\n")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("queens 8 --make 1 --count", "--make and --pdf cannot be combined"),
        ("queens 8 --difficulty hard", "--difficulty needs --make"),
        ("sudoku --variant x", "--variant needs --make"),
        ("queens 8 --link https://example.org", "--link and --language are for --pdf"),
        ("queens 8 --pdf a.pdf", "--pdf needs --make: queens has no question to print"),
        ("wordsearch --pdf a.pdf", "--pdf needs --make: wordsearch has no question to print"),
        ("queens 3 --make 1", "there is no solution"),
        ("golomb --make 1", "No such option '--make'"),
        ("dominosa --pdf a.svg", "--pdf writes .pdf"),
        ("sudoku --make 0", "expected a whole number from 1"),
        ("sudoku --make 401 --pdf a.pdf", "--pdf has at most 400 puzzles"),
        ("sudoku --make 1 --pdf a.pdf --link ftp://x", "expected an address such as"),
    ],
)
def test_sheets_that_are_refused(words: str, message: str) -> None:
    outcome = combien("puzzle", *words.split())
    assert outcome.code == 2
    assert message in outcome.err


@pytest.mark.needs(".[pdf]")
def test_what_was_made_before_the_end_of_a_limit_is_printed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = make_puzzles

    def limited(*given: Any, **settings: Any) -> Iterator[Any]:
        yield next(whole(*given, **settings))
        raise OutOfBudget("the budget ended")

    monkeypatch.setattr("combien._cli.make.make_puzzles", limited)
    path = tmp_path / "sheet.pdf"
    outcome = combien("puzzle", "queens", "--make", 3, "--pdf", path)
    assert outcome.code == 20
    assert len(texts(path.read_bytes())) == 2


def test_how_hard_a_puzzle_is(tmp_path: Path) -> None:
    file = tmp_path / "easy.sudoku"
    made = combien("puzzle", "sudoku", "--make", 1, "--difficulty", "easy", "--seed", 3)
    file.write_text(made.out, encoding="utf-8")
    outcome = combien("puzzle", "sudoku", file, "--rate")
    first, second = outcome.out.splitlines()
    assert first.startswith("easy: forced steps alone, in ")
    assert second == (
        "Every step is forced, even if one of the givens is left out (of symmetric givens, one "
        "pair)."
    )
    rated = json.loads(combien("puzzle", "sudoku", file, "--rate", "--json").out)
    assert (rated["level"], rated["looks"]) == ("easy", 0)
    assert refused(combien("puzzle", "queens", "--rate"), "this queens has several solutions")
    assert refused(combien("puzzle", "sudoku", file, "--rate", "--count"), "--rate cannot be")
    assert "--rate" not in combien("puzzle", "golomb", "--help").out


def test_levels_that_are_not_made_are_rated(tmp_path: Path) -> None:
    forced = combien("puzzle", "cryptarithm", "A+A=AB", "--base", 2, "--rate")
    assert forced.out == (
        "easy: forced steps alone, in 2 rounds\n"
        "Every step is forced, and there are at least two at a time, except the last.\n"
    )
    one = combien("puzzle", "cryptarithm", "A+B=B", "--base", 2, "--rate")
    assert one.out.startswith("medium: ")
    # Each region but one has the cells of its stars alone.
    rows = "hahahhhh\nhhhhhbhb\nhchchhhh\nhhhhhdhd\nehehhhhh\nhhhhfhfh\nghghhhhh\nhhhhhhhh\n"
    file = tmp_path / "stars.txt"
    file.write_text(f"stars=2\n{rows}", encoding="utf-8")
    assert combien("puzzle", "starbattle", file, "--rate").out.startswith("easy: ")


def test_the_levels_of_a_puzzle() -> None:
    words = ("puzzle", "cryptarithm", "--make", 1, "--seed", 4)
    assert json.loads(combien(*words, "--json").out)["level"] == "hard"
    assert combien(*words, "--difficulty", "easy").code == 2
    assert "[default: hard]" in " ".join(combien("puzzle", "cryptarithm", "--help").out.split())
    outcome = combien("puzzle", "latin", 2, "--make", 1, "--difficulty", "hard")
    assert refused(outcome, "none of 400 latin puzzles was hard, but 400 medium: ask for another")
    outcome = combien("puzzle", "dominosa", "--pips", 1, "--make", 1, "--json")
    level = json.loads(outcome.out)["level"]
    assert level != "medium"
    assert f"combien: no medium one was found: these are {level}" in outcome.err
