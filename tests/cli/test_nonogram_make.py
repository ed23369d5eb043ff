"""`combien nonogram make` and `convert`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from combien.nonograms import formats, solve
from tests.cli.nonogram_files import HEART, nonogram, puzzles_in


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a few puzzles."""
    return puzzles_in(tmp_path, monkeypatch)


def test_a_picture_becomes_a_puzzle(here: Path) -> None:
    outcome = nonogram("make", "--title", "Heart", "--author", "us", "heart.txt", "heart.non")
    assert (outcome.code, outcome.err) == (0, "")
    assert (here / "heart.non").read_text().startswith('title "Heart"\nby "us"\nwidth 5\n')
    assert nonogram("solve", "heart.non").out == HEART
    assert nonogram("make", "heart.txt", "-").code == 2
    assert nonogram("make", "--to", "json", "heart.txt", "-").out.startswith('{"rows"')
    assert nonogram("make", "two.non", "x.non").code == 2
    wide = nonogram("make", "--width", "9", "--threshold", "0.4", "heart.txt", "x.non")
    assert (wide.code, wide.err) == (
        2,
        "combien: heart.txt: the text format already has cells: omit --width and --threshold, "
        "which apply to images\n",
    )


def test_title_and_license_of_a_picture_are_kept(here: Path) -> None:
    (here / "said.json").write_text(
        '{"title": "T", "license": "L", "rows": [[2]], "columns": [[1], []], "goals": [["#."]]}'
    )
    said = json.loads(nonogram("make", "--author", "A", "--to", "json", "said.json", "-").out)
    assert (said["title"], said["author"], said["license"]) == ("T", "A", "L")
    # The clues of the file do not matter: the puzzle is made from the picture.
    assert said["rows"] == [[1]]


def test_a_picture_becomes_a_puzzle_with_one_solution(here: Path) -> None:
    (here / "loose.txt").write_text("#..\n.#.\n..#\n")
    changed = nonogram("make", "--unique", "cells", "loose.txt", "changed.non")
    assert changed.code == 0
    assert "changed" in changed.err
    given = nonogram("make", "--unique", "given", "--to", "non", "loose.txt", "-")
    assert given.err == "2 cells given\n"
    assert 'saved "' in given.out
    (here / "given.non").write_text(given.out)
    assert nonogram("solve", "given.non").out == "#..\n.#.\n..#\n"
    for how in ("cells", "given"):
        as_it_is = nonogram("make", "--unique", how, "heart.txt", "heart.non")
        assert as_it_is.err == "the picture is the only solution as it is\n"
    for file in ("changed.non", "given.non"):
        assert "solutions: one" in nonogram("check", file).out


def test_an_image_becomes_a_puzzle(here: Path) -> None:
    image: Any = pytest.importorskip(
        "PIL.Image", reason="images need Pillow: pip install '.[pictures]'"
    )
    assert nonogram("convert", "heart.txt", "heart.png").code == 0
    twice = nonogram("make", "--width", "10", "--to", "text", "heart.png", "-")
    assert twice.out.split()[0] == "..##..##.."
    red = nonogram("make", "--palette", "red", "--to", "text", "heart.png", "-")
    assert set(red.out) == {".", "a", "\n"}
    assert nonogram("make", "--palette", "", "heart.png", "x.non").code == 2
    wrong = nonogram("make", "--palette", "sky=bluish", "heart.png", "x.non")
    assert (wrong.code, wrong.err) == (
        2,
        "combien: --palette: expected a color, as in #c02020 or red, not 'bluish'\n",
    )
    shades = image.new("L", (16, 16))
    shades.putdata(range(256))
    shades.save("shades.png")
    assert nonogram("make", "--to", "text", "shades.png", "-").out == (
        f"{'#' * 16}\n" * 8 + f"{'.' * 16}\n" * 8
    )


def test_a_puzzle_that_line_solving_completes(here: Path) -> None:
    (here / "loose.txt").write_text("#..\n.#.\n..#\n")
    lines = nonogram("make", "--difficulty", "lines", "loose.txt", "lines.non")
    assert lines.code == 0
    assert "difficulty: lines alone" in nonogram("check", "lines.non").out
    given = nonogram(
        *("make", "--difficulty", "lines", "--unique", "given", "loose.txt", "given.non")
    )
    assert given.err == "2 cells given\n"
    plain = nonogram("make", "--difficulty", "lines", "heart.txt", "heart.non")
    assert plain.err == "the picture is solvable line by line as it is\n"


def test_a_symmetric_puzzle(here: Path) -> None:
    (here / "half.txt").write_text("#...\n##..\n")
    words = ("make", "--symmetric", "left-right", "--to", "text", "half.txt", "-")
    assert nonogram(*words).out == "#..#\n####\n"
    (here / "loose.txt").write_text("#..\n.#.\n..#\n")
    outcome = nonogram(
        *("make", "--symmetric", "half-turn", "--unique", "cells", "--to", "text", "loose.txt", "-")
    )
    lines = outcome.out.split()
    assert lines == [line[::-1] for line in lines[::-1]]


def test_thresholds_and_dithering(here: Path) -> None:
    image: Any = pytest.importorskip(
        "PIL.Image", reason="images need Pillow: pip install '.[pictures]'"
    )
    shades = image.new("L", (4, 1))
    shades.putdata([10, 20, 100, 110])
    shades.save("dim.png")
    assert nonogram("make", "--width", "4", "--to", "text", "dim.png", "-").out == "####\n"
    auto = nonogram("make", "--threshold", "auto", "--to", "text", "dim.png", "-")
    assert auto.out == "##..\n"
    assert nonogram("make", "--dither", "--to", "text", "dim.png", "-").out == "###.\n"
    for wrong in ("2", "x", "nan", "-1"):
        refused = nonogram("make", "--threshold", wrong, "dim.png", "-")
        assert refused.code == 2
        assert "is not a number from 0 to 1, and not auto" in refused.printed
    cells = nonogram("make", "--dither", "heart.txt", "x.non")
    assert "already has cells: omit --dither" in cells.err


def test_formats_are_converted(here: Path) -> None:
    assert nonogram("convert", "heart.txt", "heart.xml").code == 0
    assert nonogram("convert", "heart.xml", "back.txt").code == 0
    assert (here / "back.txt").read_text() == HEART
    refused = nonogram("convert", "heart.txt", "heart.mk")
    assert refused.code == 2
    assert refused.err == (
        "combien: the mk format has no pictures (goal): leave it out, or write non, webpbn or json "
        "(--drop goal)\n"
    )
    unknown = nonogram("convert", "--to", "mkk", "heart.txt", "-")
    assert unknown.err.startswith("combien: there is no format 'mkk' (non, ")
    nowhere = nonogram("convert", "heart.txt", "heart.xyz")
    assert (nowhere.code, nowhere.err.split(", ")[0]) == (
        2,
        "combien: the name 'heart.xyz' has no known extension to write: use --to with one of non",
    )
    bare = nonogram("convert", "--to", "text", "two.non", "-")
    assert bare.err.endswith("this puzzle has no goal: solve it first (--solve)\n")
    (here / "both.txt").write_text(f"{HEART}\n{HEART}")
    several = nonogram("convert", "--to", "pbm", "both.txt", "-")
    assert several.err.endswith("write webpbn or json (--number 1)\n")
    assert nonogram("convert", "--drop", "goal", "heart.txt", "heart.mk").code == 0
    solved = nonogram("convert", "--solve", "--to", "text", "heart.mk", "-")
    assert solved.out == HEART
    one_of_two = nonogram("convert", "--solve", "--to", "text", "two.non", "-")
    assert sorted(one_of_two.out.split()) == ["#.", ".#"]
    assert one_of_two.err == "puzzle 1 has several solutions; wrote one of them\n"
    assert nonogram("convert", "--solve", "none.non", "x.txt").code == 2
    assert nonogram("convert", "--number", "2", "heart.mk", "x.nin").code == 2
    assert nonogram("convert", "--drop", "goals", "--to", "nin", "two.non", "-").out.startswith(
        "2 2"
    )


def test_random_puzzles(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    words = ("make", "-n", 3, "--seed", 4, "--difficulty", "lines", "random:9x7")
    assert nonogram(*words, "a.json").code == 0
    assert nonogram(*words, "b.json").code == 0
    text = (tmp_path / "a.json").read_bytes()
    assert text == (tmp_path / "b.json").read_bytes()
    puzzles = formats.read(text, format="json")
    assert [(one.nonogram.height, one.nonogram.width) for one in puzzles] == [(7, 9)] * 3
    assert len({str(one.nonogram.rows) for one in puzzles}) == 3
    for one in puzzles:
        assert solve(one.nonogram).status == "unique"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["random:9", "a.non"], "expected WIDTHxHEIGHT, each from 1 to 60"),
        (["random:9x99", "a.non"], "expected WIDTHxHEIGHT, each from 1 to 60"),
        (["--width", 5, "random:9x9", "a.non"], "--width are for images"),
        (["-n", 2, "a.txt", "a.non"], "-n and --seed need a picture such as random:15x15"),
    ],
)
def test_random_puzzles_that_are_refused(words: list[str | int], message: str) -> None:
    outcome = nonogram("make", *words)
    assert outcome.code == 2
    assert message in outcome.err
