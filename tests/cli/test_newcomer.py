"""Typing mistakes of newcomers: names that are nearly right; and completion by the tab key."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from click.shell_completion import BashComplete, CompletionItem

from combien._cli._shared.files import readable, writable
from combien._cli._shared.groups import combien_command
from tests.cli.commands import SCRIPT, combien

SCOTT = Path(__file__).parents[2] / "examples" / "scott.cmb"


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["cuont", SCRIPT], "No such command 'cuont'; did you mean 'count'?"),
        (["help", "count"], "No such command 'help': use 'combien --help'"),
        (["nothing-like-it"], "No such command 'nothing-like-it'"),
        (
            ["langford", "7"],
            "No such command 'langford': it is a puzzle, use 'combien puzzle langford'",
        ),
        (["lanford"], "No such command 'lanford'; did you mean 'puzzle langford'?"),
        ([SCRIPT], f"it is a file; name a command first, as in 'combien solve {SCRIPT}'"),
        (["puzzle", "quens", "8"], "No such command 'quens'; did you mean 'queens'?"),
        (["nonogram", "slove", "x.non"], "No such command 'slove'; did you mean 'solve'?"),
        (["count", SCRIPT, "--engin", "dlx"], "'--engine'"),
        (["count", SCRIPT, "--engine", "dxl"], "did you mean 'dlx'?"),
        (["count", SCOTT, "--problem", "scot"], "did you mean 'scott'?"),
        (["solve", SCOTT, "--view", "apart"], "--view needs a board of cubes"),
        (
            ["nonogram", "convert", SCOTT.parent / "five.non", "five.foo"],
            "the name 'five.foo' has no known extension to write: use --to with one of non,",
        ),
    ],
)
def test_names_that_are_nearly_right(words: list[str], told: str) -> None:
    outcome = combien(*words)
    assert outcome.code == 2
    # As one line: the frame of the message may break a path.
    said, wanted = (re.sub(r"[\s│]+", "", text) for text in (outcome.err, told))
    assert wanted in said


def test_the_error_names_the_file(tmp_path: Path) -> None:
    for name, text, told in (
        ("one.dlx", "a b\na z\n", ", line 2, column 3: 'z' is not an item of the first line"),
        ("two.json", '{"a": 1}', ": unknown key 'a'"),
        ("three.pavage", "2\nx\n", ", line 2"),
    ):
        file = tmp_path / name
        file.write_text(text)
        outcome = combien("count", file)
        assert outcome.code == 2
        assert outcome.err.startswith(f"combien: {file}{told}")


def offered(words: str) -> list[CompletionItem]:
    """The completions of this beginning of a command line."""
    *before, begun = words.split(" ")[1:]
    shell = BashComplete(combien_command, {}, "combien", "_COMBIEN_COMPLETE")
    return shell.get_completions(before, begun)


def completed(words: str) -> list[str]:
    """The completions, except for files, which the shell finds itself."""
    return [item.value for item in offered(words) if item.type == "plain"]


def every_parameter(group: click.Group, *words: str) -> Iterator[tuple[str, click.Parameter]]:
    """The parameters of every command, each with the words of its command."""
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        if isinstance(command, click.Group):
            yield from every_parameter(command, *words, name)
        else:
            yield from ((" ".join((*words, name)), parameter) for parameter in command.params)


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("combien sud", ["sudoku"]),
        ("combien queen", ["queens"]),
        ("combien examples sc", ["scott.cmb"]),
        ("combien completion f", ["fish"]),
        ("combien puzzle la", ["latin", "langford"]),
        ("combien count --engine fr", ["frontier"]),
        ("combien count --up", ["--up-to"]),
        (f"combien count {SCOTT} --problem ", ["scott", "scott_up_to_symmetry"]),
        (f"combien count {SCOTT} --problem scott_", ["scott_up_to_symmetry"]),
        ("combien count --problem ", []),
        ("combien count nowhere.cmb --problem ", []),
        (f"combien convert {SCOTT} --problem ", ["scott", "scott_up_to_symmetry"]),
        ("combien count --format ", readable()),
        ("combien convert --to ", writable()),
        ("combien nonogram convert --to s", ["sgt"]),
        ("combien encode --style ", ["dimacs", "sat13", "opb", "wcnf"]),
        ("combien solve --encoding s", ["sequential"]),
    ],
)
def test_the_tab_key(words: str, expected: list[str]) -> None:
    assert sorted(completed(words)) == sorted(expected)


NAMED_FILES = {"FILE", "[FILE]", "PATH", "PICTURE", "OUT", "A", "B", "FORMULA", "PROOF"}


def test_the_tab_key_finds_files_wherever_one_is_named() -> None:
    found = 0
    for words, parameter in every_parameter(combien_command):
        if parameter.metavar in NAMED_FILES:
            (item,) = parameter.shell_complete(click.Context(click.Command(words)), "a")
            assert item.type == "file", (words, parameter.name)
            found += 1
    assert found > 100
    (item,) = offered("combien count exa")
    assert (item.value, item.type) == ("exa", "file")


def test_every_option_is_explained() -> None:
    for words, parameter in every_parameter(combien_command):
        if isinstance(parameter, click.Option):
            assert parameter.help, (words, parameter.name)
        if parameter.name in ("format", "source", "target") and "nonogram" not in words:
            assert isinstance(parameter, click.Option)
            names = set(writable() if parameter.name == "target" else readable())
            assert names <= set(re.findall(r"\w+", parameter.help or "")), words


@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_the_scripts_for_completion(shell: str) -> None:
    outcome = combien("completion", shell)
    assert outcome.code == 0
    assert f"_COMBIEN_COMPLETE={shell}_complete" in outcome.out


def test_bash_runs_the_completion() -> None:
    command = [sys.executable, "-m", "combien", "completion", "bash"]
    written = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    asked = f"{written}\ncomplete -p combien"
    done = subprocess.run(["bash", "-c", asked], capture_output=True, text=True, check=True)
    assert "_combien_completion" in done.stdout


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["solve", "x.non"], "'x.non' is for another command: combien nonogram solve x.non"),
        (
            ["count", "x.sudoku"],
            "'x.sudoku' is for another command: combien puzzle sudoku --count x.sudoku",
        ),
        (
            ["explain", "x y.non"],
            "'x y.non' is for another command: combien nonogram solve 'x y.non'",
        ),
        (
            ["count", "x.non"],
            "'x.non' is for another command: combien nonogram solve --count x.non",
        ),
        (["solve", "a/x.sudoku"], "combien puzzle sudoku a/x.sudoku"),
        (["explain", "x.latin"], "combien puzzle mates x.latin"),
        (["count", "x.col"], "combien puzzle coloring --count x.col"),
        (["run", "x.dlx"], "combien solve x.dlx"),
        (["run", "x.non"], "combien nonogram solve x.non"),
        (["sudoku", "x.non"], "combien nonogram solve x.non"),
        (["sudoku", "x.cmb"], "combien run x.cmb"),
        (["nonogram", "check", "x.cmb"], "combien run x.cmb"),
        (["nonogram", "solve", "x.sudoku"], "combien puzzle sudoku x.sudoku"),
        (["convert", "x.xyz", "y.dlx"], "set the format with --from"),
        (["convert", SCRIPT, "y.xyz"], "set it with --to"),
        (["count", "x.xyz"], "set the format with --format"),
        (["encode", "--encoding", "nope", SCRIPT], "--encoding 'nope': expected one of pairwise, "),
        (["solve", "--encoding", "nope", SCRIPT], "--encoding 'nope': expected one of pairwise, "),
        (
            ["encode", "--style", "nope", SCRIPT],
            "--style 'nope': expected one of dimacs, sat13, opb, wcnf",
        ),
    ],
)
def test_errors_suggest_the_right_option(
    words: list[str], told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a").mkdir()
    for word in words:
        if str(word)[0] in "ax" and "." in str(word):
            Path(word).write_text("...\n")
    outcome = combien(*words)
    assert (outcome.code, outcome.out) == (2, "")
    assert told in outcome.err


def test_the_command_line_as_a_module() -> None:
    asked = [sys.executable, "-m", "combien", "count", str(SCOTT)]
    outcome = subprocess.run(asked, capture_output=True, text=True, check=False)
    assert (outcome.returncode, outcome.stdout) == (0, "65\n")
