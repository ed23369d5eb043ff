"""The course's tiling format: worked examples, round trips, and errors for wrong files."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import combien
from combien import Region, Tile, TilingProblem
from combien.errors import BadFormat
from combien.tilings.pavage import read, write
from tests.tilings.pentominoes import pentominoes

TWO = "2\n2\n**\n**\n2\n2\n1\n**\n2\n1\n**\n"


def test_two_dominoes_are_two_dominoes() -> None:
    problem = read(TWO)
    assert problem == TilingProblem(Region.box(2, 2), [Tile("**", symmetries="all")] * 2)
    assert combien.count(problem) == 4
    assert write(problem) == TWO


def test_scott() -> None:
    board = Region.box(8, 8) - Region.box(2, 2).shift(3, 3)
    problem = read(write(TilingProblem(board, pentominoes(), name="Scott")))
    assert problem.board == board
    assert [problem.problem().item_count, problem.problem().option_count] == [72, 1568]


def test_only_stars_are_cells() -> None:
    text = "4 3\n*  *\n\n.*#\r\n 1 \n\n2 2\n*\n**"
    problem = read(text)
    assert problem.board == Region.from_art("*..*\n....\n.*..")
    assert problem.tiles == (Tile("*.\n**", symmetries="all"),)


cells = st.tuples(st.integers(0, 4), st.integers(0, 4))
regions = st.frozensets(cells, min_size=1, max_size=8).map(Region)


@settings(max_examples=60)
@given(board=regions, tiles=st.lists(regions, max_size=4))
def test_round_trip(board: Region, tiles: list[Region]) -> None:
    turned = [Tile(region, symmetries="all") for region in tiles]
    problem = TilingProblem(board.at_origin(), turned)
    assert read(write(problem)) == problem


WRONG = [
    ("", "line 1: expected the width of the board, but the text ends here"),
    ("3", "line 1: expected the height of the board, but the text ends here"),
    ("a 3", "line 1: expected the width of the board in digits, not 'a'"),
    ("2 -1", "expected the height of the board in digits, not '-1'"),
    ("1000000000000 1\n*", "the width of the board is 1000000000000: the limit is 100000"),
    ("1 " + "9" * 100_000, "the height of the board is 9+: the limit is 100000"),
    ("1 1 *\n1", "line 1: the drawing of the board begins on a new line"),
    ("2 2\n**", "line 2: expected 2 lines for the board, not 1"),
    ("2 1\n***\n0", "line 2: 3 characters in a line of the board: expected at most 2"),
    ("2 1\n..\n0", "line 2: the board is empty: draw at least one '*'"),
    ("0 0\n0", "the board is empty"),
    ("1 1\n*\n", "expected the number of tiles, but the text ends here"),
    ("1 1\n*\n1", "expected the width of tile 1 of 1, but the text ends here"),
    ("1 1\n*\n1000000\n", "the number of tiles is 1000000: the limit is 100000"),
    ("1 1\n*\n2\n1 1\n*\n1 1\n.\n", "line 7: tile 2 of 2 is empty: draw at least one '*'"),
    ("1 1\n*\n1\n1 1\n*\n1\n", "line 6: 1 tile is declared, but the text continues"),
    ("1 1\n*\n0 1\n", "line 3: 0 tiles are declared, but the text continues"),
    ("\0", "expected the width of the board in digits"),
]


@pytest.mark.parametrize(("text", "message"), WRONG)
def test_errors_name_their_line(text: str, message: str) -> None:
    with pytest.raises(BadFormat, match=message):
        read(text)


def test_bytes_that_are_not_text() -> None:
    with pytest.raises(BadFormat, match="expected a text, not a value of type bytes"):
        read(b"1 1")  # type: ignore[arg-type]


def test_too_many_placements_are_refused_as_a_bad_file() -> None:
    lines = ["300 300", *["*" * 300] * 300, "230", *["1 1", "*"] * 230]
    with pytest.raises(BadFormat, match="20700000 placements"):
        read("\n".join(lines))


@given(st.text("*.12 \n", max_size=40))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        assert read(text).board
    except BadFormat as error:
        assert str(error).startswith("line ")


def test_problems_that_cannot_be_written() -> None:
    bar = Tile("**", symmetries="all", times="any", name="bar")
    with pytest.raises(
        BadFormat, match=r"each tile is used once, not tile 1 \(bar\): use such tiles"
    ):
        write(TilingProblem("**", [bar]))
    with pytest.raises(BadFormat, match="tiles are rotated and reflected, not tile 2"):
        write(TilingProblem("****", [Tile("**", symmetries="all"), Tile("**")]))
    with pytest.raises(BadFormat, match="boards in the plane only, not of dimension 3"):
        write(TilingProblem(Region.box(2, 2, 2), []))
