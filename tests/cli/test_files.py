"""From files to problems: formats, names, and what cannot be read as a file."""

from __future__ import annotations

import re
from pathlib import Path
from shutil import copy

import pytest

from combien._cli._shared.files import FORMATS, MOST_NAMES, load, readable
from combien._cli._shared.inputs import COMMANDS
from combien.errors import BadFormat
from combien.nonograms import formats
from tests.cli.commands import SCRIPT, combien


def test_problems_by_name() -> None:
    assert load(str(SCRIPT)).name == "square"
    for name in ("six", "odd", "huge", "square"):
        assert load(str(SCRIPT), name=name).name == name


def test_the_extension_may_be_in_capitals(tmp_path: Path) -> None:
    assert load(str(copy(SCRIPT, tmp_path / "A.CMB"))).name == "square"


def test_no_problem(tmp_path: Path) -> None:
    path = tmp_path / "empty.cmb"
    path.write_bytes(b"")
    with pytest.raises(BadFormat, match="defines no problem: write one"):
        load(str(path))


def test_a_long_list_of_names_is_cut(tmp_path: Path) -> None:
    path = tmp_path / "many.cmb"
    path.write_text("".join(f"problem p{i} = {{*}} [{{*}}]\n" for i in range(MOST_NAMES + 30)))
    with pytest.raises(BadFormat, match=f"'p{MOST_NAMES - 1}', 30 more"):
        load(str(path), name="zzz")


@pytest.mark.parametrize("command", ["run", "count", "solve"])
def test_files_that_cannot_be_read(tmp_path: Path, command: str) -> None:
    binary = tmp_path / "binary.cmb"
    binary.write_bytes(bytes(range(256)) * 100)
    folder = tmp_path / "folder.cmb"
    folder.mkdir()
    for file in (tmp_path / "missing.cmb", tmp_path / "missing", tmp_path, folder, binary, "a\0b"):
        outcome = combien(command, file)
        assert (outcome.code, outcome.out) == (2, "")
        assert outcome.err.startswith("combien: ")
        assert "Traceback" not in outcome.err


def test_an_unknown_extension(tmp_path: Path) -> None:
    other = tmp_path / "words.txt"
    other.write_text("a b\n")
    outcome = combien("count", other)
    assert outcome.code == 2
    endings = ", ".join(ending for known, _ in FORMATS.values() for ending in known)
    assert f"has no known extension ({endings})" in outcome.err


def test_the_command_of_each_extension_is_known() -> None:
    """The table of extensions agrees with the formats, but for extensions of several commands."""
    shared = {".json", ".txt", ".py"}
    problems = {ending for endings, _ in FORMATS.values() for ending in endings} - shared
    nonograms = {ending for known in formats.FORMATS.values() for ending in known.extensions}
    by_command: dict[str, set[str]] = {}
    for ending, command in COMMANDS.items():
        by_command.setdefault(command, set()).add(ending)
    assert by_command["combien run"] == {".cmb"}
    assert by_command["combien solve"] == problems - {".cmb"}
    assert by_command["combien nonogram solve"] == nonograms - shared


@pytest.mark.parametrize("command", ["count", "convert"])
def test_the_help_names_every_format(command: str) -> None:
    words = set(re.findall(r"\w+", combien(command, "--help").out))
    assert set(readable()) - words == set()
