"""What the commands about nonograms refuse, with what to do instead."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.cli.commands import combien

EXAMPLES = Path(__file__).parents[2] / "examples"
FIVE, KEY = EXAMPLES / "five.non", EXAMPLES / "key.txt"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["convert", "--drop", "nonsense", FIVE, "x.non"], "'nonsense' cannot be left out; title,"),
        (["convert", "--drop", "titel", FIVE, "x.non"], "did you mean 'title'?"),
        (["convert", "--drop", "colors", FIVE, "x.non"], "'colors' cannot be left out; title,"),
        (
            ["make", KEY, "x.non", "--palette", "red"],
            "the text format already has cells: omit --p",
        ),
        (["play", "-"], "reads moves from the standard input: name a file for the puzzle"),
        (
            ["hint", "--board", "-", "-"],
            "the board cannot both be the standard input",
        ),
        (["hint", "--board", "empty.txt", FIVE], "empty.txt: a board needs at least one cell"),
        (["hint", "-v", FIVE], "No such option"),
        (
            ["solve", "x.xyz"],
            "unknown format by name and content; set it with --format, as one of non",
        ),
        (
            ["convert", "x.xyz", "x.non"],
            "unknown format by name and content; set it with --from, as one of non",
        ),
        (["solve", "page.non"], "this is a saved web page, not a puzzle"),
        (["solve", "page.xml"], "this is a saved web page, not a puzzle"),
        (
            ["convert", FIVE, "x.foo"],
            "has no known extension to write: use --to with one of non",
        ),
    ],
)
def test_what_is_refused(
    words: Sequence[object], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("empty.txt").write_text("")
    Path("x.xyz").write_text("hello\n")
    for name in ("page.non", "page.xml"):
        Path(name).write_text("<!-- saved -->\n<!doctype HTML>\n<html><p>rows</html>\n")
    outcome = combien("nonogram", *words)
    assert (outcome.code, outcome.out) == (2, "")
    assert message in outcome.printed
    assert not Path("x.non").exists()


def test_verbose_shows_the_work() -> None:
    silent, told = (combien("nonogram", "check", FIVE, *more) for more in ([], ["-v"]))
    assert (told.out, silent.err) == (silent.out, "")
    assert told.err.startswith("unique: ")
    assert "lines " in told.err
