"""The help of commands: short lines, examples that can be copied, color on a terminal."""

from __future__ import annotations

import re
import sys

import pytest

from combien._cli._shared.declare import SECTION_OF
from combien._cli.main import main
from combien._cli.tables import TABLES
from tests.cli.commands import Terminal, combien

HELPS = [[], ["count"], ["puzzle"], ["puzzle", "hooks"], ["sudoku"], ["nonogram", "solve"]]
ESCAPE = re.compile(r"\x1b\[\d*m")


def on_terminal(monkeypatch: pytest.MonkeyPatch, *words: str) -> str:
    terminal = Terminal()
    monkeypatch.setattr(sys, "stdout", terminal)
    assert main(words) in (0, 2)
    return terminal.getvalue()


@pytest.mark.parametrize("words", HELPS)
def test_a_terminal_gets_the_same_text_in_color(
    words: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")
    plain = combien(*words, "--help").out
    assert not ESCAPE.search(plain)
    colored = on_terminal(monkeypatch, *words, "--help")
    assert ESCAPE.search(colored)
    assert ESCAPE.sub("", colored) == plain


# A group without words prints its help, too.
@pytest.mark.parametrize("words", [["--help"], [], ["nonogram"], ["puzzle"], ["examples"]])
@pytest.mark.parametrize(("name", "value"), [("NO_COLOR", "1"), ("TERM", "dumb")])
def test_color_can_be_switched_off(
    words: list[str], name: str, value: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")
    assert not ESCAPE.search(combien(*words).out)
    assert ESCAPE.search(on_terminal(monkeypatch, *words))
    monkeypatch.setenv(name, value)
    assert not ESCAPE.search(on_terminal(monkeypatch, *words))


def test_names_are_not_broken_at_hyphens(monkeypatch: pytest.MonkeyPatch) -> None:
    for width in range(50, 101, 5):
        monkeypatch.setenv("COLUMNS", str(width))
        for command in ("count", "solve", "nonogram draw"):
            assert not re.search(r"\w-$", combien(*command.split(), "--help").out, re.MULTILINE)


def test_no_example_is_no_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("combien._cli.about.example_names", list)
    outcome = combien("examples")
    assert (outcome.code, outcome.printed, outcome.out) == (0, "", "")


@pytest.mark.parametrize("width", [50, 80, 200])
@pytest.mark.parametrize("words", HELPS)
def test_lines_fit_the_terminal(
    words: list[str], width: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    text, _, _ = combien(*words, "--help").out.partition("Examples:")
    # The names of the choices of an option stay on one line, which may be wider than a terminal.
    lines = text.splitlines()
    prose = [line for line in lines if not line.lstrip().startswith("-")]
    assert max(map(len, prose)) <= min(width, 100)
    assert max(map(len, lines)) <= 100


def test_examples_are_whole_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "50")
    line = "  combien count --engine frontier --seconds 10 --json example:dominoes.cmb"
    assert line in combien("count", "--help").out.splitlines()


def test_what_people_need_first_is_first() -> None:
    shown = combien("solve", "--help").out
    sections = re.findall(r"^(\S.*):\n((?:  .*\n)+)", shown, re.MULTILINE)
    first = re.findall(r"^  (-\S+)", dict(sections)["Options"], re.MULTILINE)
    assert " ".join(first) == (
        "-n --boxes --seed --up-to --threads --problem --engine --seconds --json --svg -h,"
    )
    assert {"Search", "Pictures", "Solids and 3D printing", "SAT solvers"} <= dict(sections).keys()


def test_each_option_of_a_section_exists() -> None:
    names: set[str] = set()
    for words in (["solve"], ["count"], ["apart"]):
        names |= set(re.findall(r"--[a-z0-9-]+", combien(*words, "--help").out))
    assert SECTION_OF.keys() <= names


def test_commands_are_in_sections_by_task() -> None:
    shown = combien("--help").out
    headings = list(TABLES["combien"].headings.values())
    assert re.findall(r"^(\S.*):$", shown, re.MULTILINE) == ["Options", *headings, "Examples"]
    listed = re.findall(r"^  ([a-z][a-z-]*)  ", shown, re.MULTILINE)
    assert listed == list(TABLES["combien"].commands)
    assert "\n\nCommands:\n  queens" in combien("puzzle", "--help").out


def test_a_negative_number_is_explained() -> None:
    outcome = combien("queens", "-3")
    assert outcome.code == 2
    assert outcome.err.startswith("combien: -3 is read as an option; no number here may be")


def test_groups_list_their_commands_in_full() -> None:
    out = " ".join(combien("--help").out.split())
    assert "Draw solutions at random, uniformly or by weights, with replacement." in out
