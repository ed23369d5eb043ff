"""The format of a file with an unknown extension is detected by its content."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from combien import Problem
from combien._cli._shared.files import format_by_content
from combien.cover import formats
from combien.language import problems
from combien.tilings import TilingProblem, pavage, xmpuzzle
from tests.cli.commands import SCRIPT, combien

EXAMPLES = Path(__file__).parents[2] / "examples"
# The two formats of INF441, as in its assignment.
MATRIX = "4\n0\n5\n1011\n0110\n1101\n1001\n0100\n"
BOARD = "2\n2\n**\n**\n2\n2\n1\n**\n2\n1\n**\n"


@pytest.mark.parametrize("ending", ["", ".txt", ".data", ".in"])
@pytest.mark.parametrize(
    ("content", "count"),
    [
        (MATRIX, "2"),
        (BOARD, "4"),
        (MATRIX.replace("\n", "\r\n"), "2"),
        ("2 0 1\n11\n", "1"),
        ("3 1\n***\n2\n1 1\n*\n2 1\n**\n", "2"),
        ("| a comment\na b\na\nb\n", "1"),
        ("c a comment\np ec 2\ns 1\ns 2\n", "1"),
        ("# A script.\n\nproblem p = {***} [{**} ~one, {*} ~one]\n", "2"),
        (formats.write(Problem.from_options(["ab", "c", "a"]), format="json"), "1"),
        (xmpuzzle.write(problems(SCRIPT)["six"]), "3"),
    ],
    ids=lambda value: repr(value)[:24],
)
def test_read_by_content(tmp_path: Path, ending: str, content: str | bytes, count: str) -> None:
    path = tmp_path / f"problem{ending}"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    outcome = combien("count", path)
    assert (outcome.out, outcome.code) == (f"{count}\n", 0)


@pytest.mark.parametrize("content", [MATRIX, BOARD, "problem p = {**} [{*}, {*}]"])
def test_the_standard_input(monkeypatch: pytest.MonkeyPatch, content: str) -> None:
    raw = io.BufferedReader(io.BytesIO(content.encode()))
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(raw))
    assert combien("count", "-").code == 0


@pytest.mark.parametrize("content", ["a b c\na\n", "1 2 3 4", "", "**\n**\n", "2 2\n1 1\n1 1\n"])
def test_content_of_no_known_format(tmp_path: Path, content: str) -> None:
    path = tmp_path / "problem"
    path.write_text(content)
    outcome = combien("count", path)
    assert outcome.code == 2
    assert "the content is not recognized either; set the format with --format" in outcome.printed


def test_a_given_format_is_not_guessed(tmp_path: Path) -> None:
    path = tmp_path / "problem"
    path.write_text("a b\na\nb\n")
    assert combien("count", "--format", "dlx", path).out == "1\n"


options = st.lists(st.sets(st.integers(0, 5), min_size=1).map(sorted), min_size=1, max_size=6)


@given(options, st.sampled_from(["json", "emc", "ec"]))
def test_written_files_are_recognized(chosen: list[list[int]], name: str) -> None:
    text = formats.write(Problem.from_options(chosen), format=name)
    assert format_by_content(text.encode()) == formats.sniff(text) == name


def test_the_examples_are_recognized() -> None:
    for path in EXAMPLES.glob("*.cmb"):
        assert format_by_content(path.read_bytes()) == "cmb", path
    scott = problems(EXAMPLES / "scott.cmb")["scott"]
    assert isinstance(scott, TilingProblem)
    text = pavage.write(scott)
    assert format_by_content(text.encode()) == "pavage"


def test_an_encoded_text_file(tmp_path: Path) -> None:
    path = tmp_path / "matrix.txt"
    path.write_text(MATRIX)
    assert combien("encode", path, "--size").code == 0
    board = EXAMPLES / "camel.txt"
    assert "may be a board" in combien("encode", board, "--size").printed
