"""Sudokus as text: every format is read back, and files may mix formats."""

from __future__ import annotations

from math import isqrt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from combien.errors import BadPuzzle
from combien.puzzles._sudoku_text import bare, drawn_lines, one_line, written

BOXES = {4: (2, 2), 6: (3, 2), 9: (3, 3), 12: (4, 3), 16: (4, 4)}
SIZES = list(BOXES)


@st.composite
def cells(draw: st.DrawFn) -> tuple[int, ...]:
    """Cells of a sudoku, with at least one that is a digit in every format."""
    size = draw(st.sampled_from(SIZES))
    digits = st.integers(0, size)
    found = draw(st.lists(digits, min_size=size * size, max_size=size * size))
    return (1, *found[1:])


@settings(max_examples=50)
@given(cells(), st.sampled_from(".0*_?"))
def test_every_form_is_read_back(found: tuple[int, ...], empty: str) -> None:
    size = isqrt(len(found))
    line = one_line(found)
    assert bare(line) == bare(line.lower()) == found
    assert bare(line.replace(".", empty)) == found
    lines = [line[y * size : (y + 1) * size] for y in range(size)]
    assert bare("\n".join(lines)) == bare("\n".join(" ".join(one) for one in lines)) == found
    assert bare(drawn_lines(found)) == bare(drawn_lines(found, box=BOXES[size])) == found
    framed = ["+" + "-" * size + "+", *(f"|{one}|" for one in lines), "=" * size]
    assert bare("\n".join(framed)) == found
    numbers = " ".join(str(value) if value else empty for value in found)
    assert bare(numbers) == found


def test_letters_alone_are_digits() -> None:
    letters = "ABCDEFGHIJKLMNOP" + "." * 240
    assert bare(letters)[:16] == tuple(range(1, 17))
    assert bare("123456789ABCDEFG" + "." * 240)[:16] == tuple(range(1, 17))
    with pytest.raises(BadPuzzle, match="'Q' in row 1, column 1"):
        bare("Q" + "." * 255)


@settings(max_examples=25)
@given(st.lists(cells(), min_size=1, max_size=5), st.lists(st.integers(0, 3), min_size=5))
def test_a_file_of_all_forms(several: list[tuple[int, ...]], forms: list[int]) -> None:
    lines: list[str] = []
    for found, form in zip(several, forms, strict=False):
        size = isqrt(len(found))
        drawn = drawn_lines(found, box=BOXES[size] if form == 1 else None).splitlines()
        # A sudoku on one line is recognized by its length; 16 may be a row of a larger one.
        alone = form >= 2 and size > 4
        lines += [one_line(found) + (", solved: 3" if form == 3 else "")] if alone else drawn
        lines += ["", "# next"]
    assert [bare(one.text) for one in written(lines)] == several


def test_sudokus_that_follow_without_an_empty_line() -> None:
    small = ["1...", "..2.", ".3..", "...4"]
    found = list(written([*small, *small, "1....2..3......4", "", "1" + "." * 35, *small]))
    assert [one.number for one in found] == [1, 5, 9, 11, 12]
    assert [one.alone for one in found] == [False, False, True, True, False]


def test_sixteen_characters_are_a_small_sudoku_or_a_line_of_a_large_one() -> None:
    small = ["1234............"] * 20
    assert [len(bare(one.text)) for one in written(small)] == [16] * 20
    assert [len(bare(one.text)) for one in written(small[:16])] == [16] * 16
    large = ["1234567........."] * 16
    assert [len(bare(one.text)) for one in written(large)] == [256]


def test_a_file_that_begins_with_a_setting_is_one_sudoku() -> None:
    lines = ["# mine", "x=yes", "1...", "..2.", "", ".3..", "...4", "cages: 5=r1c1,r1c2"]
    (one,) = written(lines)
    assert (one.number, one.whole, one.alone) == (2, True, False)
    assert one.text.endswith("cages: 5=r1c1,r1c2")


def test_invalid_sudokus_are_reported_when_parsed() -> None:
    found = list(written(["hello", "", "1" * 79, "", "+---+"]))
    assert [(one.number, one.text) for one in found] == [(1, "hello"), (3, "1" * 79)]


def test_an_endless_line_is_not_kept_in_memory() -> None:
    endless = ("x" * 50_000 for _ in range(100))
    assert max(len(one.text) for one in written(endless)) < 35 * 50_001
