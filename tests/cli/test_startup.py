"""What a command loads: a short question must not wait for what it does not need."""

from __future__ import annotations

import inspect
import subprocess
import sys
from pathlib import Path

import click
import pytest

from combien._cli._shared.groups import Group, combien_command
from tests.cli.commands import SCRIPT, every_command

EXAMPLES = Path(__file__).parents[2] / "examples"
HEAVY = {"lark", "rich", "resvg_py", "numpy", "PIL", "pysat", "asyncio"}


def loaded_by(program: str, *words: object, read: str = "") -> set[str]:
    """The modules that a program has loaded at its end, besides those of a bare Python."""
    program = (
        "import sys; before = set(sys.modules)\n"
        f"{program}\n"
        "sys.stderr.write(' '.join(set(sys.modules) - before))"
    )
    command = [sys.executable, "-c", program, *map(str, words)]
    done = subprocess.run(command, input=read, capture_output=True, text=True, check=True)
    return set(done.stderr.split())


COMMAND = "from combien.__main__ import main; main()"
COUNT = "import combien; combien.count(combien.Problem.from_options(['ab', 'c', 'a']))"


@pytest.mark.parametrize(
    ("program", "words", "most", "ours", "absent"),
    [
        ("import combien", [], 5, 3, HEAVY | {"click", "typing", "re", "dataclasses"}),
        (COUNT, [], 98, 48, HEAVY | {"click", "random", "combien.geometry", "combien.families"}),
        (COMMAND, ["--version"], 14, 5, HEAVY | {"click", "typing", "signal", "combien._cli"}),
        (COMMAND, ["--help"], 99, 19, HEAVY | {"combien.engines"}),
        (
            COMMAND,
            ["count", "--problem", "square", SCRIPT],
            185,
            107,
            HEAVY
            | {
                "json",
                "combien.nonograms",
                "combien.puzzles",
                "combien.families",
                "combien.sat",
            },
        ),
        (
            COMMAND,
            ["run", EXAMPLES / "camel.cmb"],
            181,
            111,
            HEAVY
            | {
                "pathlib",
                "random",
                "subprocess",
                "combien.sat",
                "tempfile",
            },
        ),
        (
            COMMAND,
            ["count", EXAMPLES / "knuth.dlx"],
            155,
            70,
            HEAVY | {"combien.nonograms", "combien.language", "combien.tilings"},
        ),
        (COMMAND, ["slove"], 120, 22, {"lark", "numpy", "combien._native"}),
        (
            COMMAND,
            ["sudoku", EXAMPLES / "sudokus.txt"],
            140,
            60,
            HEAVY | {"combien.nonograms", "combien.cover.formats", "combien.drawing", "random"},
        ),
    ],
)
def test_what_is_loaded(
    program: str, words: list[object], most: int, ours: int, absent: set[str]
) -> None:
    loaded = loaded_by(program, *words)
    assert loaded & absent == set()
    assert len(loaded) <= most
    # The modules of other packages depend on the version of Python, and ours do not.
    assert len([name for name in loaded if name.split(".")[0] == "combien"]) <= ours


@pytest.mark.parametrize("file", [EXAMPLES / "sudokus.txt", "-"])
def test_a_sudoku_loads_few_modules(file: Path | str) -> None:
    loaded = loaded_by(COMMAND, "sudoku", file, read=(EXAMPLES / "sudokus.txt").read_text())
    ours = {name for name in loaded if name.partition(".")[0] == "combien"}
    assert len(ours) <= 60
    assert not any(name.startswith("combien.nonograms") for name in ours)


def groups(group: Group) -> list[Group]:
    context = click.Context(group)
    commands = [group.get_command(context, name) for name in group.list_commands(context)]
    return [group, *(g for one in commands if isinstance(one, Group) for g in groups(one))]


@pytest.mark.parametrize("group", groups(combien_command), ids=lambda group: group.name)
def test_the_short_helps_are_the_first_lines_of_the_helps(group: Group) -> None:
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        assert command.help is not None
        paragraphs = inspect.cleandoc(command.help).split("\n\n")
        assert command.name == name
        # The help of a puzzle begins with its title.
        shown = [" ".join(paragraph.split()) for paragraph in paragraphs[:2]]
        assert group.summary_of(name) in shown


def test_every_command_is_found() -> None:
    assert len(list(every_command(combien_command))) > 40
