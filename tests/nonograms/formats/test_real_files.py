"""Real files: of other programs, in old encodings, with wrong names."""

from __future__ import annotations

from pathlib import Path

import pytest

from combien.errors import BadFormat
from combien.nonograms._clue import Ink
from combien.nonograms._nonogram import Nonogram
from combien.nonograms._puzzle import Puzzle
from combien.nonograms.formats import FORMATS, FormatWarning, bare, guess, lacking, read, write
from tests.cli.commands import combien
from tests.nonograms.formats.test_strangers import lengths, one

PICROSS = """# drawn here
GRID Dash and "dot"
ROWS
[ 2 1 ]
[  ]

COLUMNS
[ 1 ]
[ 1 ]
[]
[ 1 ]
# the next one
GRID
COLUMNS
[ 1 ]
ROWS
[ ? ]
"""
NONOGRID = '''# two colors
[clues]
rows = """
    2 1r, '1 1'   # quoted
    "0"           ; a white line
    2g?
"""
columns = "1 1g, 1 1g, 1, 1r"
[colors]
defs = ['r = (red) %', "g = (0, 255, 0) *", 'long_name = (88CC44) @']
'''
SIZELESS = "title T\nrows\n2\n0\n\ncolumns\n1\n1\n\n"


def test_the_text_of_picross_solver() -> None:
    first, second = read(PICROSS.encode(), format="picross")
    assert first.nonogram.title == 'Dash and "dot"'
    assert lengths(first.nonogram) == ([[2, 1], []], [[1], [1], [], [1]])
    assert second.nonogram.blotted
    assert guess("a.txt", PICROSS.encode()) == "picross"


def test_the_toml_of_nonogrid() -> None:
    text = NONOGRID.replace("2g?", "2g")
    nonogram = one(text, "nonogrid").nonogram
    assert [[tuple(b) for b in clue] for clue in nonogram.rows] == [
        [(2, 1), (1, 20)],
        [(1, 1), (1, 1)],
        [],
        [(2, 9)],
    ]
    assert [(ink.name, ink.hex, ink.letter) for ink in nonogram.palette[2:]] == [
        ("color 3", "#88cc44", "@"),
        ("color 9", "#00ff00", "*"),
        ("red", "#ff0000", "%"),
    ]
    assert guess("a", text.encode()) == "nonogrid"
    assert one(text.replace("\n", "\r\n"), "nonogrid").nonogram == nonogram
    named = one(text.replace("1r", "1long_name"), "nonogrid").nonogram
    assert named.rows[0][1].color == 3


def test_a_non_file_without_sizes() -> None:
    nonogram = one(SIZELESS, "non").nonogram
    assert lengths(nonogram) == ([[2], []], [[1], [1]])
    sized = one("width 2\nheight 2\n" + SIZELESS, "non").nonogram
    assert sized.rows == nonogram.rows
    pack = read(f"{SIZELESS}====\n{SIZELESS}".encode(), format="nonpack")
    assert [puzzle.nonogram.height for puzzle in pack] == [2, 2]


@pytest.mark.parametrize(
    ("format", "text"),
    [
        ("non", "rows\n?,1\ncolumns\n1\n\n1\n"),
        ("nin", "3 1\n? 1\n1\n0\n1\n"),
        ("mk", "1 3\n? 1\n#\n1\n0\n1\n"),
        ("cwd", "1\n3\n? 1\n\n1\n0\n1\n"),
        ("olsak", ": rows\n? 1\n: columns\n1\n\n1\n: end\n"),
        ("picross", "GRID\nROWS\n[ ? 1 ]\nCOLUMNS\n[ 1 ]\n[ ]\n[ 1 ]\n"),
        ("nonogrid", "[clues]\nrows = '? 1'\ncolumns = '1, 0, 1'\n"),
    ],
)
def test_blotted_blocks_are_question_marks(format: str, text: str) -> None:
    puzzle = one(text, format)
    assert lengths(puzzle.nonogram) == ([[0, 1]], [[1], [], [1]])
    assert puzzle.nonogram.blotted
    assert "blotted" in lacking([puzzle], format=format)
    assert read(write(puzzle, format="json"), format="json") == [puzzle]


@pytest.mark.parametrize("codec", ["cp1252", "latin-1", "utf-8", "utf-8-sig"])
def test_old_encodings(codec: str) -> None:
    text = SIZELESS.replace("title T", "title G\xf6tz & \xdf")
    content = text.encode(codec)
    if codec.startswith("utf"):
        (puzzle,) = read(content, format="non")
    else:
        with pytest.warns(FormatWarning, match="line 1: this is not UTF-8"):
            (puzzle,) = read(content, format="non")
    assert puzzle.nonogram.title == "G\xf6tz & \xdf"


@pytest.mark.parametrize(
    ("content", "format", "other"),
    [
        (PICROSS.encode(), "non", "picross"),
        (NONOGRID.replace("2g?", "2g").encode(), "non", "nonogrid"),
        (b"width 1\nheight 1\nrows\n1\ncolumns\n1\n", "nin", "non"),
        (b"2 1\n2\n1\n1\n", "webpbn", "nin"),
        (b"1x1:1/1", "json", "sgt"),
        (b"\x89PNG\r\n\x1a\n\0\0", "non", "png"),
        (b'{"rows": [[1]], "columns": [[1]]}', "non", "json"),
    ],
)
def test_a_wrong_guess_names_the_right_format(content: bytes, format: str, other: str) -> None:
    with pytest.raises(BadFormat, match=f"the content is in the {other} format: read it as"):
        read(content, format=format)


def test_only_a_format_that_can_be_read_is_named() -> None:
    for content in (b'{"rows": 1}', b"<puzzle/>", b"GRID\nROWS\n"):
        with pytest.raises(BadFormat) as refused:
            read(content, format="nin")
        assert "the content is" not in str(refused.value)


@pytest.mark.parametrize(
    ("address", "message"),
    [
        ("https://webpbn.com/2413", "export it there"),
        ("http://www.nonograms.org/nonograms/i/4353\n", "an address of nonograms.org has"),
        ("https://www.griddlers.net/nonogram/-/g/1", "an address of griddlers.net"),
    ],
)
def test_addresses_without_clues_are_explained(address: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(BadFormat, match=message):
        guess("a.txt", address.encode())
    with pytest.raises(BadFormat, match=message):
        read(address.encode(), format="puzzlink")
    (tmp_path / "a.url").write_text(address)
    outcome = combien("nonogram", "solve", tmp_path / "a.url")
    assert outcome.code == 2
    assert message in outcome.printed


@pytest.mark.parametrize("format", [name for name, f in FORMATS.items() if "colors" in f.holds])
def test_the_letters_of_colors_survive(format: str) -> None:
    if format in ("png", "text"):
        pytest.skip("a picture has no clues with letters")
    palette = [
        Ink(value, f"color {value}", "#112233", letter) for value, letter in [(7, "e"), (30, "B")]
    ]
    nonogram = Nonogram([[(1, 7), (1, 30)]], [[(1, 7)], [(1, 30)]], palette=palette)
    puzzle = bare(Puzzle(nonogram), without=["goal"])
    for _ in range(2):
        (puzzle,) = read(write(puzzle, format=format), format=format)
    letters = {ink.value: ink.letter for ink in puzzle.nonogram.palette}
    assert [letters[block.color] for block in puzzle.nonogram.rows[0]] == ["e", "B"]
