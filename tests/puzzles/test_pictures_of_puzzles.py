"""Pictures of puzzles show numbers, letters, pips, pieces."""

from __future__ import annotations

from typing import Any

import pytest

import combien
from combien.drawing._content import PAPER, Line, Text
from combien.drawing._picture import Picture
from combien.puzzles import puzzle_named
from combien.puzzles._board import Chessboard
from combien.puzzles._cryptarithm import Cryptarithm
from combien.puzzles._dominosa import Dominosa
from combien.puzzles._golomb import Golomb
from combien.puzzles._guards import PIECES, Guards
from combien.puzzles._squares import Squares
from combien.puzzles._wordsearch import WordSearch


def solved(puzzle: Any) -> tuple[Any, Picture]:
    reading: Any = combien.solve(puzzle)
    return reading, reading.picture()


@pytest.mark.parametrize(
    "name", ["magic", "latin", "mates", "langford", "insanity", "wordsquare", "wordsearch"]
)
def test_texts_of_boards_are_drawn(name: str) -> None:
    reading, picture = solved(puzzle_named(name)())
    texts = [text for line in getattr(reading, "board", reading).lines for text in line]
    assert picture.labeled
    assert [patch.label for patch in picture.patches] == texts
    # Letters are strokes: each text that is there has a path more.
    more = picture.svg().count("<path") - picture.svg(labels=False).count("<path")
    assert more == sum(map(bool, texts))


@pytest.mark.parametrize("name", ["kirkman", "steiner", "partitions", "matchings", "coloring"])
def test_names_are_drawn(name: str) -> None:
    _, picture = solved(puzzle_named(name)())
    assert picture.labeled
    assert any(patch.label for patch in picture.patches)


def test_dominoes_show_their_pips() -> None:
    puzzle = Dominosa.parse("0 0 1\n1 1 0")
    _, picture = solved(puzzle)
    dots = [mark for mark in picture.marks if isinstance(mark, Line) and len(mark.points) == 1]
    # One pip on each half that shows 1, in the middle of its cell.
    assert {mark.points[0] for mark in dots} == {(2.5, 1.5), (0.5, 0.5), (1.5, 0.5)}
    bars = [mark for mark in picture.marks if isinstance(mark, Line) and len(mark.points) == 2]
    assert len(bars) == 3
    for pips in range(10):
        given = tuple(mark for mark in _pips_of(pips))
        assert len(given) == pips


def _pips_of(number: int) -> list[Line]:
    from combien.puzzles._board import NamedCells, Pieces

    picture = Pieces((NamedCells(((0, 0),), "", 0, (number,)),)).picture()
    marks = [mark for mark in picture.marks if isinstance(mark, Line)]
    assert len({mark.points for mark in marks}) == len(marks)
    assert all(0 < x < 1 and 0 < y < 1 for mark in marks for x, y in mark.points)
    return marks


def test_large_dominoes_show_numbers() -> None:
    _, picture = solved(Dominosa(pips=10))
    assert {mark.text for mark in picture.marks if isinstance(mark, Text)} == {"10"}


def test_a_ruler_shows_where_its_marks_are() -> None:
    reading, picture = solved(Golomb(5, length=11))
    assert [mark.text for mark in picture.marks if isinstance(mark, Text)] == [
        str(mark) for mark in reading.marks
    ]
    ticks = [mark for mark in picture.marks if isinstance(mark, Line)]
    assert len(ticks) == 12
    wide = [mark.points[0][0] - 0.5 for mark in ticks if mark.width > 0.1]
    assert wide == list(reading.marks)


def test_squares_show_their_sides() -> None:
    _, picture = solved(Squares())
    assert sorted(int(mark.text) for mark in picture.marks if isinstance(mark, Text)) == sorted(
        int(patch.label) for patch in picture.patches
    )


def test_words_have_a_band_from_their_first_to_their_last_letter() -> None:
    reading, picture = solved(WordSearch("one,two,a", board="3x3"))
    bands = [mark for mark in picture.marks if isinstance(mark, Line)]
    assert len(bands) == 3
    for (word, x, y, across, up), band in zip(reading.hidden, bands, strict=True):
        reach = len(word) - 1
        assert band.points[0] == (x + 0.5, y + 0.5)
        assert band.points[-1] == (x + 0.5 + across * reach, y + 0.5 + up * reach)


def test_a_sum_shows_digits_and_their_letters() -> None:
    reading, picture = solved(Cryptarithm())
    digits = [patch.label for patch in picture.patches]
    assert "".join(digits) == "".join(reading.numbers())
    letters = [mark.text for mark in picture.marks if isinstance(mark, Text)]
    assert "".join(letters) == "".join(reading.words)


@pytest.mark.parametrize("men", PIECES)
def test_chessmen_differ_and_stay_inside_their_squares(men: str) -> None:
    reading, picture = solved(Guards(5, guards=5, men=men))
    assert isinstance(reading, Chessboard)
    drawn = [patch for patch in picture.patches if patch.label]
    assert [patch.label for patch in drawn] == [PIECES[men][0]] * 5
    for patch in drawn:
        (x, y), (outline,) = patch.cells[0], patch.polygons
        assert len(outline) > 10
        assert all(0.1 < u - x < 0.9 and 0.1 < v - y < 0.9 for u, v in outline)
    squares = [patch.color for patch in picture.patches if not patch.label]
    assert sorted(squares, key=str) == [PAPER] * 12 + [None] * 13


def test_each_man_has_an_outline_of_its_own() -> None:
    board = Chessboard(tuple((letter,) for letter in "QRBNK*"))
    outlines = {
        tuple(
            (x - patch.cells[0][0], round(y - patch.cells[0][1], 6)) for x, y in patch.polygons[0]
        )
        for patch in board.picture().patches
        if patch.label
    }
    assert len(outlines) == 6
