"""Files in Windows-1252 on the command line: read, with a note on the standard error."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.commands import combien

NOTE = "combien: warning: line {}: this is not UTF-8: Windows-1252 was assumed\n"
SUDOKU = "003020600900305001001806400008102900700000008006708200002609500800203009005010300"


def test_a_nonogram(tmp_path: Path) -> None:
    text = 'title "Café"\nwidth 1\nheight 1\nrows\n1\ncolumns\n1\n'
    (tmp_path / "a.non").write_bytes(text.encode("cp1252"))
    solved = combien("nonogram", "solve", tmp_path / "a.non")
    assert (solved.code, solved.out, solved.err) == (0, "#\n", NOTE.format(1))
    (tmp_path / "known.txt").write_bytes(b"\xe9")
    known = combien("nonogram", "hint", "--board", tmp_path / "known.txt", tmp_path / "a.non")
    assert known.code == 2
    assert "'é' is not one of" in known.err


def test_many_nonograms_have_one_warning(tmp_path: Path) -> None:
    for name in "abc":
        text = f'title "{name} é"\nwidth 1\nheight 1\nrows\n1\ncolumns\n1\n'
        (tmp_path / f"{name}.non").write_bytes(text.encode("cp1252"))
    solved = combien("nonogram", "solve", tmp_path)
    first = f"combien: warning: {tmp_path / 'a.non'}, {NOTE.format(1).partition('warning: ')[2]}"
    assert solved.err == (
        f"{first}combien: warning: 2 more times: this is not UTF-8: Windows-1252 was assumed\n"
        "3 puzzles in 3 files: 3 with one solution\n"
    )


def test_names_that_differ_stay_different(tmp_path: Path) -> None:
    # With replacement characters, these two items would be one, covered twice.
    (tmp_path / "a.dlx").write_bytes("é è\né\nè\n".encode("cp1252"))
    counted = combien("count", tmp_path / "a.dlx")
    assert (counted.code, counted.out, counted.err) == (0, "1\n", NOTE.format(1))


@pytest.mark.parametrize("lines", [1, 3])
def test_sudokus(tmp_path: Path, lines: int) -> None:
    (tmp_path / "a.txt").write_bytes(f"# né\n{SUDOKU}\n".encode("cp1252") * lines)
    solved = combien("sudoku", tmp_path / "a.txt")
    assert solved.err.count("this is not UTF-8") == 1
    assert NOTE.format(1) in solved.err
    assert combien("puzzle", "sudoku", tmp_path / "a.txt").err.count("this is not UTF-8") == 1
    assert len(solved.out.splitlines()) == lines
