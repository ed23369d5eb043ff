"""Addresses of Penpa: nonograms are read, and other drawings refused with a message."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from combien.errors import BadFormat
from combien.nonograms._clue import BLACK, UNKNOWN
from combien.nonograms._nonogram import Board, Nonogram
from combien.nonograms._puzzle import Puzzle
from combien.nonograms.formats import _addresses as penpa
from combien.nonograms.formats import guess, read
from tests.cli.commands import combien
from tests.loops import for_each
from tests.nonograms.formats.penpa_addresses import SITE, address, drawing
from tests.nonograms.random_nonograms import puzzles


def plain(puzzle: Puzzle, *, title: str = "", author: str = "") -> Puzzle:
    """The puzzle with only what a drawing contains."""
    nonogram = Nonogram(
        puzzle.nonogram.rows, puzzle.nonogram.columns, title=title, author=author, check=False
    )
    return Puzzle(nonogram, (), puzzle.given)


@settings(max_examples=40)
@given(
    puzzle=puzzles("json", colors=0),
    margins=st.tuples(st.integers(3, 5), st.integers(0, 2), st.integers(3, 5), st.integers(0, 2)),
    long=st.booleans(),
)
def test_drawings_are_read(puzzle: Puzzle, margins: tuple[int, int, int, int], long: bool) -> None:
    wanted = plain(puzzle, title="A, B", author="C")
    text = drawing(wanted, margins=margins, long=long)
    (found,) = read(address(text), format="penpa")
    assert found.nonogram == wanted.nonogram
    black = bytes(
        BLACK if cell == BLACK else UNKNOWN
        for cell in (puzzle.given.cells if puzzle.given else b"")
    )
    assert (found.given.cells if found.given else b"") == (black if BLACK in black else b"")


ONE = Puzzle.of(Board.parse("##.\n#.#"), title="T")
TEXT = drawing(ONE, margins=(2, 0, 2, 0))


@pytest.mark.parametrize(
    "site",
    [
        f"{SITE}#m=edit&p=",
        f"{SITE}?m=solve&p=",
        "http://opt-pan.github.io/penpa-edit/?m=edit&p=",
        "https://example.org/my/PENPA/index.html#m=edit&p=",
    ],
)
def test_addresses_of_all_kinds(site: str, tmp_path: Path) -> None:
    content = address(TEXT, site=site) + b"\n"
    assert guess("unknown", content) == guess("a.url", content) == "penpa"
    (puzzle,) = read(content, format="penpa")
    assert puzzle.nonogram.rows == ONE.nonogram.rows
    assert read(content.strip() + b"&a=RZg7", format="penpa") == [puzzle]
    begin, packed = content.split(b"&p=")
    quoted = packed.replace(b"=", b"%3D").replace(b"+", b"%2b").replace(b"/", b"%2F")
    assert read(begin + b"&p=" + quoted, format="penpa") == [puzzle]
    (tmp_path / "a.url").write_bytes(content)
    assert combien("nonogram", "solve", tmp_path / "a.url").out == "##.\n#.#\n"
    with pytest.raises(BadFormat, match="the content is in the penpa format: read it as penpa"):
        read(content, format="puzzlink")


def changed(line: int, new: str) -> str:
    """The text of a drawing with another line."""
    lines = TEXT.split("\n")
    lines[line] = new
    return "\n".join(lines)


@for_each(
    [
        ("", "ends early"),
        ("square,5,4\n[2,0,2,0]\n{}", "ends early"),
        (changed(0, "hex,5,4"), "on the lattice 'hex': a nonogram is on squares"),
        (changed(0, "square,5"), "expected the numbers of columns and rows"),
        (changed(0, "square,0,4"), "the number of columns is 0"),
        (changed(0, "square,999999999,4"), "the number of columns"),
        (changed(0, "square,-1,4"), "the number of columns"),
        (changed(1, "[2,0,2]"), "margins of a drawing of Penpa are four numbers"),
        (changed(1, '["2.5",0,2,0]'), "the width of a margin"),
        (changed(1, "[2"), "the margins of this Penpa address"),
        (changed(1, "[4,0,2,0]"), "no cells between its margins"),
        (changed(1, "[0,0,2,0]"), "no margins for clues above"),
        (changed(1, "[2,0,0,0]"), "no margins for clues above"),
        (changed(3, "[]"), "expected a JSON object"),
        (changed(3, "{zN:[1]}"), "expected numbers and colored cells"),
        (changed(3, "{zN:{}"), "the drawing of this Penpa address"),
        (changed(3, "[" * 100_000), "the drawing of this Penpa address"),
        (changed(3, '{zN:{"a":["1",1,"1"]}}'), "the index of a cell"),
        (changed(3, '{zN:{"22":["*",1,"1"]}}'), "column 1 of this .*: expected a number or"),
        (changed(3, '{zN:{"22":["999999",1,"1"]}}'), "column 1 of this .*: expected a number"),
        (changed(3, '{zN:{"22":[]}}'), "column 1 of this .*: expected a number or"),
        (changed(3, '{zN:{"22":["0"],"31":["1"]}}'), "column 1 of this .*: 0 beside other"),
        (changed(3, '{zN:{"40":["1",1,"1"]}}'), "numbers outside the margins"),
        (changed(3, '{zN:{"5000000000":["1"]}}'), "the index of a cell"),
        (changed(3, '{zN:{"4000000000":["1"]}}'), "numbers outside the margins"),
        ("\0" * 100, "ends early"),
    ],
)
def test_other_drawings_are_refused(text: str, message: str) -> None:
    with pytest.raises(BadFormat, match=message) as refused:
        read(address(text), format="penpa")
    assert len(str(refused.value)) < 400


def test_a_zero_alone_is_an_empty_clue() -> None:
    text = changed(3, '{zN:{"22":["0",1,"1"],"38":["?",1,"1"]}}')
    (puzzle,) = read(address(text), format="penpa")
    assert puzzle.nonogram.columns[0] == ()
    assert [block.length for block in puzzle.nonogram.rows[0]] == [0]


def test_addresses_that_do_not_inflate(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = address(TEXT)
    for content, message in [
        (whole[:-40], "does not hold a drawing of Penpa"),
        (f"{SITE}#m=edit&p=abc".encode(), "does not hold a drawing of Penpa"),
        (f"{SITE}#m=edit&p=////".encode(), "does not hold a drawing of Penpa"),
        (address(b"\xff\xfe\n\n\n\n"), "does not hold a drawing of Penpa"),
        (f"{SITE}#m=edit&p=".encode(), "expected an address of Penpa"),
        (f"{SITE}#m=edit&q=abcd".encode(), "expected an address of Penpa"),
    ]:
        with pytest.raises(BadFormat, match=message):
            read(content, format="penpa")
    # A text that inflates to a thousand times its size stops at the limit.
    with pytest.raises(BadFormat, match="more than 4 MB"):
        read(address(b" " * 50_000_000), format="penpa")
    monkeypatch.setattr(penpa, "MOST_TEXT", 100)
    with pytest.raises(BadFormat, match="an address of more than"):
        read(whole, format="penpa")
