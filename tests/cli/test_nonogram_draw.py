"""`combien nonogram draw`: empty puzzles to print, and pages to play on."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

import pytest

from combien._base.extras import install_command
from tests.cli.nonogram_files import nonogram, puzzles_in
from tests.printing.test_sheets import texts


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a few puzzles."""
    return puzzles_in(tmp_path, monkeypatch)


@pytest.mark.needs(".[pictures]")
def test_the_empty_puzzle_shows_no_cell_of_the_picture(here: Path) -> None:
    assert nonogram("draw", "heart.txt", "heart.svg").code == 0
    empty = (here / "heart.svg").read_text()
    assert re.findall('<path fill="(?!none)', empty) == []
    assert nonogram("draw", "--goal", "heart.txt", "heart.svg").code == 0
    assert (here / "heart.svg").read_text().count('<path fill="#000000"') == 1
    assert nonogram("draw", "heart.txt", "heart.png").code == 0
    assert (here / "heart.png").read_bytes()[:4] == b"\x89PNG"
    assert nonogram("draw", "--to", "svg", "heart.txt", "-").out == empty


def test_given_cells_are_drawn(here: Path) -> None:
    (here / "given.json").write_text('{"rows": [[1]], "columns": [[1], []], "given": ["#?"]}')
    assert nonogram("draw", "given.json", "given.svg").code == 0
    assert (here / "given.svg").read_text().count('<path fill="#000000"') == 1


def test_large_boards_have_clues_on_both_sides(here: Path) -> None:
    (here / "large.txt").write_text("#\n" * 31)
    (here / "small.txt").write_text("#\n" * 30)
    shown = {}
    for name in ("large", "small"):
        for words in ([], ["--both-sides"], ["--one-side"]):
            assert nonogram("draw", *words, f"{name}.txt", "x.svg").code == 0
            shown[name, *words] = (here / "x.svg").read_text()
    assert shown["large",] == shown["large", "--both-sides"] != shown["large", "--one-side"]
    assert shown["small",] == shown["small", "--one-side"] != shown["small", "--both-sides"]


@pytest.mark.needs(".[pdf]")
def test_several_puzzles_are_one_sheet(here: Path) -> None:
    (here / "both.txt").write_text("##\n.#\n\n#.\n##\n")
    assert nonogram("draw", "both.txt", "heart.txt", "sheet.svg").code == 0
    assert (here / "sheet.svg").read_text().count("<g transform=") == 3
    assert nonogram("draw", "--number", "2", "both.txt", "sheet.svg").code == 0
    assert "<g transform=" not in (here / "sheet.svg").read_text()
    assert nonogram("draw", "--paper", "a5", "both.txt", "heart.txt", "sheet.pdf").code == 0
    file = (here / "sheet.pdf").read_bytes()
    assert b"/MediaBox [0 0 419.528 595.276]" in file
    assert file.count(b"/Contents") == 1
    assert nonogram("draw", "--answers", "both.txt", "heart.txt", "sheet.pdf").code == 0
    assert (here / "sheet.pdf").read_bytes().count(b"/Contents") == 2


def test_a_pdf_without_pydyf(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pydyf", None)
    outcome = nonogram("draw", "heart.txt", "heart.pdf")
    assert (outcome.code, outcome.err) == (
        2,
        f"combien: PDF files need pydyf, which is not installed: {install_command('pdf')}\n",
    )
    assert not (here / "heart.pdf").exists()


def test_a_page_to_play_on(here: Path) -> None:
    assert nonogram("draw", "heart.txt", "heart.html").code == 0
    shown = (here / "heart.html").read_text()
    assert shown.startswith("<!DOCTYPE html>")
    assert nonogram("draw", "--to", "html", "heart.txt", "-").out == shown
    two = nonogram("draw", "--to", "html", "heart.txt", "heart.txt", "-").out
    assert two.count("<div data-game>") == 2


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["heart.txt", "-"], "the standard output needs a format, as in --to svg"),
        (["heart.txt", "heart.jpg"], "use --to with one of svg, png, pdf, html"),
        (["-", "-", "x.svg"], "the standard input can be read only once"),
        (["heart.txt", "nowhere/x.svg"], "there is no folder 'nowhere'"),
        (["--goal", "none.non", "x.svg"], "no solution of the puzzle was found"),
        (["--goal", "heart.txt", "x.html"], "does not show the picture: omit --goal"),
        (["--answers", "heart.txt", "x.svg"], "puzzles of a PDF file, and svg has none"),
        (["--answers", "--goal", "heart.txt", "x.pdf"], "--goal has no others"),
        (["--number", "2", "heart.txt", "x.svg"], "--number 2 does not exist"),
    ],
)
def test_what_cannot_be_drawn(words: list[str], message: str) -> None:
    outcome = nonogram("draw", *words)
    assert outcome.code == 2
    assert message in outcome.err


@pytest.mark.needs(".[pdf]")
def test_a_key_is_a_solution(here: Path) -> None:
    """A stored picture that does not solve the puzzle is refused; one of several is called so."""
    two = {"rows": [[1], [1]], "columns": [[1], [1]], "title": "Two"}
    (here / "two.json").write_text(json.dumps(two))
    outcome = nonogram("draw", "--answers", "two.json", "two.pdf")
    assert outcome.code == 0
    assert "Two has several solutions: one of them is drawn" in outcome.err
    question, answer = texts((here / "two.pdf").read_bytes(), start="2.834646 0 0 -2")
    assert (question, answer) == ("Two", "Two (one of several solutions)")
    for more in ({"goals": [["##", ".."]]}, {"goals": [["#.", ".#"]], "given": [".?", "??"]}):
        (here / "wrong.json").write_text(json.dumps(two | more))
        outcome = nonogram("draw", "--answers", "wrong.json", "wrong.pdf")
        assert outcome.code == 2
        assert "the picture that is stored with Two does not solve it" in outcome.err
    (here / "right.json").write_text(json.dumps(two | {"goals": [["#.", ".#"]]}))
    assert nonogram("draw", "--answers", "right.json", "right.pdf").code == 0
