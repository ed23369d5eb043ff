"""Names within Knuth's limits, and the table that gives the long ones back."""

from __future__ import annotations

import re
import warnings

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from combien import Colored, Problem
from combien.cover.formats import FormatWarning, read, write
from combien.cover.formats._names import one_character, shortened, spelled
from tests.cover.test_formats_round_trip import named_problems, structure

# Common prefixes, bytes beyond ASCII, and words that look like short forms of others.
WORDS = st.one_of(
    st.text("ab~1é", min_size=1, max_size=14),
    st.builds("row,10,column,{}".format, st.integers(0, 40)),
    st.builds("row,10~{}".format, st.integers(0, 12)),
)


def written(problem: Problem) -> str:
    with warnings.catch_warnings(action="ignore", category=FormatWarning):
        return write(problem, format="dlx")


def words_of(text: str) -> tuple[list[str], list[str]]:
    """The names of items and of colors in a file, as Knuth's programs take it apart."""
    lines = [line for line in text.split("\n") if line and not line.startswith("|")]
    items = [word.split("|")[-1] for word in lines[0].split() if word != "|"]
    colors = [word.split(":")[1] for line in lines[1:] for word in line.split() if ":" in word]
    return items, colors


@given(st.lists(WORDS, unique=True, max_size=60))
def test_short_words_are_different_and_within_the_limit(words: list[str]) -> None:
    short = shortened(words, most=8)
    assert len(set(short)) == len(words) == len(short)
    assert all(0 < len(word.encode()) <= 8 for word in short)
    for word, found in zip(words, short, strict=True):
        assert found == word or len(word.encode()) > 8
    assert shortened(words, most=8) == short


def test_more_names_than_a_digit_can_number() -> None:
    words = [f"the same beginning {k}" for k in range(12_345)]
    short = shortened(words, most=8)
    assert len(set(short)) == len(words)
    assert max(map(len, short)) == 8
    assert short[:2] == ["the sa~1", "the sa~2"]
    assert short[-1] == "the~1236" or re.fullmatch(r"the?~\d{4,5}", short[-1])


@given(st.lists(st.text("abRG:|é", min_size=1, max_size=4), unique=True, max_size=30))
def test_colors_of_one_character(words: list[str]) -> None:
    short = one_character(words)
    assert len(set(short)) == len(words)
    assert all(len(word) == 1 for word in short)
    for word, found in zip(words, short, strict=True):
        # What is one already stays; what is given out is a word of the format.
        assert found == word if len(word.encode()) == 1 else found not in ":|"
    many = [f"color {k}" for k in range(100)]
    assert one_character(many) == many


@settings(max_examples=40)
@given(problem=named_problems(untold=True), suffix=st.sampled_from(["", " is long", "éééééé"]))
def test_names_are_restored(problem: Problem, suffix: str) -> None:
    assume(problem.primary_count > 0)
    builder = Problem.builder()
    names = [f"{name}{suffix}" if isinstance(name, str) else name for name in problem.item_names]
    renamed = dict(zip(problem.item_names, names, strict=True))
    for item in problem.items:
        bounds = (item.low, item.high) if item.primary else None
        builder.item(renamed[item.name], secondary=not item.primary, bounds=bounds)
    for option in problem.options:
        entries = [
            Colored(renamed[entry.item], entry.color) if isinstance(entry, Colored)
            else renamed[entry]
            for entry in option.entries
        ]  # fmt: skip
        builder.option(*entries, cost=problem.cost(option.number))
    problem = builder.build()
    text = written(problem)
    assert text == written(problem)
    items, colors = words_of(text)
    assert all(len(word.encode()) <= 8 for word in items)
    assert all(len(color.encode()) == 1 for color in colors)
    again = read(text, format="dlx")
    assert structure(again) == structure(problem)
    # Primary items come first in a file; texts are given back, other values as texts if they can.
    order = sorted(range(len(names)), key=lambda item: not problem.primary_flags[item])
    texts = {name for name in names if isinstance(name, str)}
    for number, found in zip(order, again.item_names, strict=True):
        name = problem.item_names[number]
        if isinstance(name, str):
            assert found == name
        else:
            assert found not in texts
    for name, found in zip(problem.color_names, again.color_names, strict=True):
        if isinstance(name, str):
            assert found == name


def test_files_and_their_meaning() -> None:
    rows = [["row", 10, "column", 9], ["row", 10, "column", 8]]
    problem = Problem.from_options(
        [[tuple(row), Colored("corner piece", shade)] for row, shade in zip(rows, ("red", "R"))],  # noqa: B905
        ["corner piece"],
    )
    with pytest.warns(FormatWarning, match="4 names are changed"):
        text = write(problem, format="dlx")
    assert text == (
        '| row,10~1 stands for "row,10,column,9"\n'
        '| corner~1 stands for "corner piece"\n'
        '| row,10~2 stands for "row,10,column,8"\n'
        '| color r stands for "red"\n'
        "row,10~1 row,10~2 | corner~1\n"
        "row,10~1 corner~1:r\n"
        "row,10~2 corner~1:R\n"
    )
    again = read(text, format="dlx")
    assert again.item_names == ("row,10,column,9", "row,10,column,8", "corner piece")
    assert again.color_names == ("red", "R")
    assert [spelled(name) for name in problem.item_names if isinstance(name, tuple)] == list(
        again.item_names[:2]
    )
    # With other line ends, the same.
    assert read(text.replace("\n", "\r\n"), format="dlx") == again


@pytest.mark.parametrize(
    "head",
    [
        "| a stands for b",
        '| a stands for "b"',  # b is another item.
        '| a stands for "x"\n| b stands for "x"',
        '| a stands for "broken \\u12"',
        '| a stands for "x" and more',
        '| c stands for "x"',
        '| color a stands for "x"',
        "|" + "[" * 100_000,
    ],
)
def test_comments_that_restore_nothing(head: str) -> None:
    assert read(f"{head}\na b\na b\n", format="dlx").item_names == ("a", "b")


def test_only_the_head_is_a_table() -> None:
    assert read('a b\n| a stands for "x"\na b\n', format="dlx").item_names == ("a", "b")
    assert read('| a stands for "b"\n| b stands for "a"\na b\na\n', format="dlx").item_names == (
        "b",
        "a",
    )
