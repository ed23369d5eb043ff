"""Drawings: what they mean, and that writing and reading are inverse."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from combien import Region
from combien.errors import BadRegion
from combien.geometry._region import art
from tests.geometry.random_regions import regions


@given(regions(2, least=1))
def test_writing_and_reading_are_inverse_in_the_plane(region: Region) -> None:
    assert Region.from_art(art(region)) == region.at_origin()


@given(regions(3, least=1))
def test_writing_and_reading_are_inverse_in_space(region: Region) -> None:
    assert Region.from_art(art(region), dimension=3) == region.at_origin()


@given(st.text(alphabet="*. -#\t\0", max_size=40), st.text(alphabet="*.", max_size=10))
def test_only_stars_are_cells(first: str, second: str) -> None:
    lines = ["." + first, "." + second]
    expected = {
        (x, 1 - down) for down, line in enumerate(lines) for x in range(len(line)) if line[x] == "*"
    }
    assert set(Region.from_art("\n".join(lines))) == expected


@given(st.text(alphabet="*.\n", max_size=20), st.sampled_from("xéO07/"), st.text(alphabet="*x"))
def test_letters_and_digits_are_refused(before: str, letter: str, after: str) -> None:
    line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
    place = f"line {line}, column {column} of a drawing: '{letter}' is neither a cell"
    with pytest.raises(BadRegion, match=place):
        Region.from_art(before + letter + after)


def test_the_top_line_is_the_largest_y() -> None:
    assert set(Region.from_art("*\n...*\n.*")) == {(0, 2), (3, 1), (1, 0)}
    assert art(Region([(0, 2), (3, 1), (1, 0)])) == "*...\n...*\n.*.."


def test_empty_lines_around_do_not_count_and_dos_line_ends_are_read() -> None:
    plain = Region.from_art("**\n*.")
    assert Region.from_art("\n  \n**\n*.\n\n   ") == plain
    assert Region.from_art("**\r\n*.\r\n") == plain
    assert Region.from_art(" **\n *.") == plain.shift(1, 0)


def test_layers_are_separated_by_empty_lines() -> None:
    solid = Region.from_art("**\n*.\n\n.*\n..")
    assert set(solid) == {(0, 1, 0), (1, 1, 0), (0, 0, 0), (1, 1, 1)}
    assert Region.from_art("\n**\n*.\n \n\n.*\n..\n") == solid
    assert art(solid) == "**\n*.\n\n.*\n.."
    assert Region.from_art("**", dimension=3) == Region.box(2, 1, 1)


def test_drawings_without_cells() -> None:
    assert Region.from_art("") == Region.from_art("...\n...") == Region(dimension=2)
    assert Region.from_art(".\n\n.") == Region.from_art("", dimension=3) == Region(dimension=3)
    assert art(Region(dimension=2)) == ""


def test_a_board_of_a_hundred_thousand_cells() -> None:
    text = "\n".join(["*" * 1000] * 100)
    assert Region.from_art(text) == Region.box(1000, 100)
    assert art(Region.box(1000, 100)) == text


def test_refusals() -> None:
    with pytest.raises(BadRegion, match="a text of '\\*', not of type int"):
        Region.from_art(3)  # type: ignore[arg-type]
    with pytest.raises(BadRegion, match="of 1 and 2 lines: write a line without cells with dots"):
        Region.from_art("**\n\n**\n**")
    with pytest.raises(BadRegion, match="one layer is of dimension 2 or 3"):
        Region.from_art("**", dimension=4)
    with pytest.raises(BadRegion, match="several layers is of dimension 3"):
        Region.from_art("**\n\n**", dimension=2)
    with pytest.raises(BadRegion, match="a drawing of 16000001 characters"):
        Region.from_art("." * 16_000_001)
    with pytest.raises(BadRegion, match="no drawing in dimension 1"):
        art(Region.box(3))
    with pytest.raises(BadRegion, match="a drawing of 100000001 x 1 places"):
        art(Region([(0, 0), (100_000_000, 0)]))
    with pytest.raises(BadRegion, match="a drawing is made of a Region, not of type str"):
        art("**")  # type: ignore[arg-type]
