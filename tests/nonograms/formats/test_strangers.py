"""Files of other programs, with what they add, leave out, or lay out differently."""

from __future__ import annotations

import pytest

from combien.errors import BadFormat
from combien.nonograms import solve
from combien.nonograms._clue import BLOTTED, Block
from combien.nonograms._clued import clued
from combien.nonograms._nonogram import Board, Nonogram
from combien.nonograms._puzzle import Puzzle
from combien.nonograms.formats import FormatWarning, bare, read, write
from combien.nonograms.formats import _non as non_format


def one(text: str, format: str) -> Puzzle:
    (puzzle,) = read(text.encode(), format=format)
    return puzzle


def lengths(nonogram: Nonogram) -> tuple[list[list[int]], list[list[int]]]:
    rows, columns = (
        [[block.length for block in clue] for clue in clues]
        for clues in (nonogram.rows, nonogram.columns)
    )
    return rows, columns


# webpbn -------------------------------------------------------------------------------------------

WEBPBN = """<?xml version="1.0"?>
<!DOCTYPE pbn SYSTEM "http://webpbn.com/pbn-0.3.dtd">
<puzzleset>
<source>somewhere</source>
<puzzle type="grid" defaultcolor="{default}">
<title>Dash &amp; dot</title>
<authorid>nobody</authorid>
<note>a note</note>
<color name="white" char=".">fff</color>
<color name="black" char="X">000000</color>
<color name="red" char="*">F00</color>
<clues type="columns">
<line><count>1</count></line> <line><count>1</count></line>
<line></line> <line><count color="red">1</count></line>
</clues>
<clues type="rows"> <line><count>2</count><count color="red">1</count></line> </clues>
<solution type="goal">
<image>
|XX.*|
</image>
</solution>
<solution type="saved"><image>|X?[.X]*|</image></solution>
</puzzle>
</puzzleset>
"""


def test_a_file_of_webpbn() -> None:
    puzzle = one(WEBPBN.format(default="black"), "webpbn")
    assert puzzle.nonogram.title == "Dash & dot"
    assert puzzle.nonogram.source == "somewhere"
    assert puzzle.goals == (Board.parse("##.a"),)
    assert puzzle.goals[0].solves(puzzle.nonogram)
    assert puzzle.given == Board.parse("#??a")
    assert puzzle.nonogram.ink(3).hex == "#ff0000"


def test_a_default_that_is_the_background() -> None:
    text = WEBPBN.format(default="white").replace("<count>", '<count color="black">')
    puzzle = one(text, "webpbn")
    assert puzzle.goals[0].solves(puzzle.nonogram)
    assert puzzle.nonogram.ink(1).name == "black"
    with pytest.raises(BadFormat, match="line 16: the color 'white'"):
        one(WEBPBN.format(default="white"), "webpbn")


def webpbn(rows: list[list[int]], columns: list[list[int]], more: str = "") -> str:
    """A file in black."""

    def side(kind: str, clues: list[list[int]]) -> str:
        lines = ("".join(f"<count>{n}</count>" for n in clue) for clue in clues)
        text = "".join(f"<line>{line}</line>" for line in lines)
        return f'<clues type="{kind}">{text}</clues>'

    return f"<puzzle>{side('rows', rows)}{side('columns', columns)}{more}</puzzle>"


def test_a_count_of_0_is_blotted() -> None:
    puzzle = one(webpbn([[0], [0, 1]], [[2], [1], [1]]), "webpbn")
    assert lengths(puzzle.nonogram) == ([[0], [0, 1]], [[2], [1], [1]])
    verdict = solve(puzzle.nonogram)
    assert verdict.status == "unique"
    assert verdict.boards == (Board.parse("##.\n#.#"),)
    # The clue is kept when the puzzle is written, shortened or drawn.
    written = write(bare(puzzle, without=["goal"]), format="webpbn")
    assert b'<line><count color="black">0</count></line>' in written
    assert read(written, format="webpbn")[0].nonogram == puzzle.nonogram
    assert "  ? | # # . |" in clued(puzzle.nonogram, verdict.boards[0]).text()
    assert clued(puzzle.nonogram).svg() != clued(Nonogram(*verdict.boards[0].clues())).svg()


def test_a_single_0_is_a_white_line_where_no_block_fits() -> None:
    with pytest.warns(FormatWarning, match="1 line with a single count of 0 read as white"):
        puzzle = one(webpbn([[2], [0]], [[1], [1]]), "webpbn")
    assert lengths(puzzle.nonogram) == ([[2], []], [[1], [1]])
    # An ambiguous clue is read as the format defines it, unless the picture decides.
    with pytest.warns(FormatWarning, match="2 lines with a single count of 0 read as blotted"):
        assert one(webpbn([[1], [0]], [[1], [0]]), "webpbn").nonogram.blotted
    goal = "<solution><image>|X.|..|</image></solution>"
    with pytest.warns(FormatWarning, match="2 lines with a single count"):
        assert not one(webpbn([[1], [0]], [[1], [0]], goal), "webpbn").nonogram.blotted


def test_json_has_null_for_a_blot() -> None:
    puzzle = one('{"rows": [[null, [null, 3]]], "columns": [[1], [[1, 3]]]}', "json")
    assert puzzle.nonogram.rows == ((Block(BLOTTED), Block(BLOTTED, 3)),)
    assert read(write(puzzle, format="json"), format="json") == [puzzle]
    with pytest.raises(BadFormat, match="row 1: a block of 0 cells"):
        one('{"rows": [[0, null]], "columns": [[1], [1]]}', "json")


def test_a_goal_without_clues_has_its_own() -> None:
    image = "<solution><image>|X.|XX|</image></solution>"
    puzzle = one(f"<puzzleset><puzzle>{image}</puzzle></puzzleset>", "webpbn")
    assert lengths(puzzle.nonogram) == ([[1], [2]], [[2], [1]])


# non ----------------------------------------------------------------------------------------------


def test_unknown_keys_and_lines_of_all_kinds() -> None:
    text = """catalogue 'x 1'
TITLE "one &quot;two&quot;"
magic 7
width\t3
height 2

columns
1
2

rows
 1, 1
1
goal
110
010
""".replace("\n", "\r\n")
    puzzle = one(text, "non")
    assert lengths(puzzle.nonogram) == ([[1, 1], [1]], [[1], [2], []])
    assert puzzle.nonogram.title == 'one "two"'
    assert puzzle.nonogram.catalogue == "x 1"
    assert str(puzzle.goals[0]).split() == ["##.", ".#."]


def test_blanks_between_numbers_and_a_goal_without_clues() -> None:
    puzzle = one("width 3\nheight 1\nrows\n1 1\ncolumns\n1\n0\n1", "non")
    assert lengths(puzzle.nonogram) == ([[1, 1]], [[1], [], [1]])
    only_goal = one('width 2\nheight 1\ngoal "01"', "non")
    assert lengths(only_goal.nonogram) == ([[1]], [[], [1]])


def test_colors_by_their_letters() -> None:
    text = 'color r #f00\ncolor b "#00FF00"\nwidth 3\nheight 1\nrows\n1r,1b,1\ncolumns\n1r\n1b\n1\n'
    nonogram = one(text + 'goal "rb1"', "non").nonogram
    # Colors with letters of this package keep their values and names.
    assert [block.color for block in nonogram.rows[0]] == [20, 4, 1]
    assert [nonogram.ink(value).hex for value in (20, 4)] == ["#ff0000", "#00ff00"]
    assert b"color r #ff0000" in non_format.write([Puzzle(nonogram)])


def test_letters_without_a_declaration_have_default_colors() -> None:
    text = 'width 2\nheight 1\nrows\n1b,1q\ncolumns\n1b\n1q\ngoal "bq"\n'
    puzzle = one(text, "non")
    assert puzzle.goals[0].solves(puzzle.nonogram)
    assert str(puzzle.goals[0]) == "bq"
    with pytest.raises(BadFormat, match="line 4: '1!': the color is not declared"):
        one("width 1\nheight 1\nrows\n1!\ncolumns\n1!\n", "non")


# The others ---------------------------------------------------------------------------------------


def test_olsak_with_its_comments() -> None:
    text = """A rose, say.
See the manual.
#declaration of the colors:
   m:%  blue
   0:   white
   1:*  black
   g:g  #00CE00  dark green
:rows -----------
 1 1m
    1g
:columns --------
1 1g
1m
: end -----------
Enjoy.
"""
    nonogram = one(text, "olsak").nonogram
    assert [[(b.length, b.color) for b in clue] for clue in nonogram.rows] == [
        [(1, 1), (1, 3)],
        [(1, 4)],
    ]
    assert [(ink.name, ink.hex, ink.letter) for ink in nonogram.palette] == [
        ("white", "#ffffff", "."),
        ("black", "#000000", "*"),
        ("blue", "#0000ff", "%"),
        ("dark green", "#00ce00", "g"),
    ]
    with pytest.raises(BadFormat, match="only squares"):
        one("#triddlers\n" + text, "olsak")


def test_olsak_counts_colons_and_empty_lines() -> None:
    text = "Anything.\n: what comes first\n1\n\n1\n: and then\n2 \n\n: no more\n1\n"
    assert lengths(one(text, "olsak").nonogram) == ([[1], [], [1]], [[2], []])
    endless = ": rows\n1\n\n: columns\n1\n\n\n"
    assert lengths(one(endless, "olsak").nonogram) == ([[1], []], [[1]])
    for broken in ("", ": rows\n1\n", ": rows\n: columns\n1\n", ": rows\n1\n: columns\n"):
        with pytest.raises(BadFormat, match="the file ends without"):
            one(broken, "olsak")


def test_an_unknown_color_is_gray_with_a_warning() -> None:
    with pytest.warns(FormatWarning, match="line 2: the color 'SlateFog'"):
        nonogram = one("#d\n a:a SlateFog\n: rows\n1a\n: columns\n1a\n", "olsak").nonogram
    assert nonogram.ink(3).hex == "#808080"


def test_empty_lines_are_empty_clues() -> None:
    assert lengths(one("2 2\n1\n\n#\n\n1\n", "mk").nonogram) == ([[1], []], [[], [1]])
    assert lengths(one("2 2\n1\n\n\n1\n", "nin").nonogram) == ([[1], []], [[], [1]])
    assert lengths(one("2\n2\n1\n0\n\n0\n1\n", "cwd").nonogram) == ([[1], []], [[], [1]])


@pytest.mark.parametrize(
    "address",
    [
        "https://puzz.link/p?nonogram/4/1/1g1121",
        "https://puzz.link/p?nonogram/4/1/1g11210",
        "http://pzv.jp/p.html?nonogram/4/1/1g1121",
        "nonogram/4/1/1g1121",
    ],
)
def test_addresses(address: str) -> None:
    assert lengths(one(address, "puzzlink").nonogram) == ([[1, 2]], [[1], [], [1], [1]])


def test_numbers_of_every_size_in_addresses() -> None:
    wide = one(f"nonogram/300/1/{'1' * 300}+12c{'z' * 7}o", "puzzlink").nonogram
    assert lengths(wide)[0] == [[300]]
    assert lengths(one("nonogram/20/1/" + "1" * 20 + "-14o", "puzzlink").nonogram)[0] == [[20]]


def test_bitmaps() -> None:
    plain = b"P1\n# a comment\n3 # another\n2\n1 0 1\n0 1#\n0\n"
    packed = b"P4\n3 2\n\xa0\x40"
    for content in (plain, packed):
        (puzzle,) = read(content, format="pbm")
        assert str(puzzle.goals[0]).split() == ["#.#", ".#."]


def test_game_ids_with_given_cells() -> None:
    clues = "/".join(["1"] * 60)
    far = one(f"30x30:{clues},zzzz" + "A", "sgt").given
    assert far is not None
    assert [place for place, cell in enumerate(far.cells) if cell != 2] == [100]
    assert far.cells[100] == 1
