"""Every format is written and read back, and holds exactly what it claims to hold."""

from __future__ import annotations

import warnings
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from combien.errors import BadFormat
from combien.nonograms._clue import Ink
from combien.nonograms._nonogram import Board, Nonogram
from combien.nonograms._puzzle import TEXTS, Puzzle
from combien.nonograms.formats import FEATURES, FORMATS, FormatWarning, guess, read, write
from tests.loops import for_each
from tests.nonograms.random_nonograms import needs, puzzles

WRITTEN = [name for name, known in FORMATS.items() if known.writes]


# A webpbn file with 0 only alone in its lines is ambiguous, and gives a warning.
@pytest.mark.filterwarnings("ignore:.* with a single count of 0 read as blotted")
@pytest.mark.parametrize("format", WRITTEN)
@settings(max_examples=12, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_written_puzzles_are_read_back(format: str, data: st.DataObject) -> None:
    needs(format)
    several = "several" in FORMATS[format].holds
    wanted = data.draw(st.lists(puzzles(format), min_size=1, max_size=3 if several else 1))
    with warnings.catch_warnings():
        warnings.simplefilter("error", FormatWarning)
        content = write(wanted, format=format)
    found = read(content, format=format)
    if format == "png":
        # Inks are numbered again, in the order of the pixels.
        assert [looks(puzzle) for puzzle in found] == [looks(puzzle) for puzzle in wanted]
    else:
        assert [named(p) for p in found] == [named(p) for p in wanted]
    assert write(found, format=format) == content


def named(puzzle: Puzzle) -> Puzzle:
    """The puzzle with all texts of its palette, but for inks that no clue needs."""
    nonogram = puzzle.nonogram
    palette = [ink for ink in nonogram.palette if ink.value in (0, 1, *nonogram.colors)]
    texts = {name: getattr(nonogram, name) for name in TEXTS}
    trimmed = Nonogram(nonogram.rows, nonogram.columns, palette=palette, **texts)
    return Puzzle(trimmed, puzzle.goals, puzzle.given)


def looks(puzzle: Puzzle) -> list[str]:
    """The shades of the goal's cells."""
    return [puzzle.nonogram.ink(cell).hex for cell in puzzle.goals[0].cells]


def having(feature: str, format: str) -> list[Puzzle]:
    """Puzzles with this feature, and otherwise only with what the format requires."""
    color = 3 if feature == "colors" else 1
    texts: dict[str, Any] = {feature: "a text"} if feature in TEXTS else {}
    length = None if feature == "blotted" else 1
    nonogram = Nonogram([[(length, color)]], [[(1, color)]], **texts)
    wanted = {"goal": 1, "goals": 2}.get(feature, 0 if FORMATS[format].clues else 1)
    board = Board(1, 1, bytes([color]))
    given = board if feature == "given" else None
    return [Puzzle(nonogram, (board,) * wanted, given)] * (2 if feature == "several" else 1)


@for_each(
    (format, feature)
    for format in WRITTEN
    for feature in FEATURES
    if feature not in FORMATS[format].holds
)
def test_features_that_a_format_lacks_are_refused_by_name(format: str, feature: str) -> None:
    needs(format)
    named = "goal" if feature == "goals" else feature
    with pytest.raises(BadFormat, match=f"the {format} format has no .*{named}"):
        write(having(feature, format), format=format)


def test_all_features_that_a_format_lacks_are_named_at_once() -> None:
    puzzle = Puzzle.of(Board.parse("#a"), title="t", author="a")
    for some, format, said in [
        ([puzzle], "text", "no title and no author: leave them out, or write non, webpbn or json"),
        ([puzzle], "nin", "no title, no author, no colors and no pictures (goal): write non, "),
        ([puzzle] * 2, "non", "no room for several puzzles: write webpbn or json"),
    ]:
        with pytest.raises(BadFormat) as refused:
            write(some, format=format)
        assert str(refused.value).startswith(f"the {format} format has {said}")


def test_formats_that_are_only_read() -> None:
    with pytest.raises(BadFormat, match="only read"):
        write(Puzzle(Nonogram([[1]], [[1]])), format="nng")


@pytest.mark.parametrize("format", [name for name, known in FORMATS.items() if not known.clues])
def test_a_picture_has_only_its_goal(format: str) -> None:
    needs(format)
    # Of the size of the tournaments, the only one that their files have.
    black, white = (Board(25, 25, bytes([value]) * 625) for value in (1, 0))
    nonogram = Nonogram(*black.clues())
    with pytest.raises(BadFormat, match="does not solve it"):
        write(Puzzle(nonogram, (white,)), format=format)
    with pytest.raises(BadFormat, match="solve it first"):
        write(Puzzle(nonogram), format=format)


@pytest.mark.filterwarnings("ignore:.* with a single count of 0 read as blotted")
@pytest.mark.parametrize("format", WRITTEN)
@settings(max_examples=8, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_the_beginning_tells_the_format(format: str, data: st.DataObject) -> None:
    needs(format)
    puzzle = data.draw(puzzles(format))
    several = "several" in FORMATS[format].holds
    content = write([puzzle] * 2 if several else puzzle, format=format)
    assert guess(f"a{FORMATS[format].extensions[0]}", content) == format
    found = guess("unknown", content)
    assert found == format or read(content, format=found) == read(content, format=format)


def test_a_warning_names_lost_names_of_colors() -> None:
    red = Nonogram([[(1, 3)]], [[(1, 3)]], palette=[Ink(3, "red", "#ff0000", "r")])
    with pytest.warns(FormatWarning, match="names of colors"):
        content = write(Puzzle(red), format="non")
    assert b"color a #ff0000" in content
    assert read(content, format="non")[0].nonogram.ink(3).hex == "#ff0000"


def test_an_unknown_format_has_a_suggestion() -> None:
    with pytest.raises(BadFormat, match="did you mean 'webpbn'"):
        read(b"", format="webpnb")
    with pytest.raises(BadFormat, match="content must be bytes"):
        read("text", format="non")  # type: ignore[arg-type]
