"""The core and Python read the same: files, options by name, tables."""

from __future__ import annotations

import warnings
from array import array
from collections.abc import Callable, Hashable, Iterator
from functools import partial
from unittest import mock

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from combien import Colored, Problem
from combien.cover.formats import _ec, _knuth, _text, read, write
from combien.errors import BadFormat, BadProblem
from tests.random_problems import all_problems

Outcome = Problem | str


def outcome(work: Callable[[], Problem]) -> tuple[Outcome, list[str]]:
    """The problem or the message of the error, and the warnings."""
    with warnings.catch_warnings(record=True) as notes:
        warnings.simplefilter("always")
        try:
            result: Outcome = work()
        except (BadFormat, BadProblem) as error:
            result = str(error)
    return result, [str(note.message) for note in notes]


def agrees(format: str, text: str) -> None:
    """Check that the text means the same with and without the core."""
    module = {"ec": _ec, "dlx": _knuth}[format]
    skipped = {"ec": ("_plain", None), "dlx": ("_read_plain", False)}[format]
    name, none = skipped
    with mock.patch.object(module, name, return_value=none):
        expected = outcome(lambda: read(text, format=format))
    assert outcome(lambda: read(text, format=format)) == expected


# Blanks of every kind, line ends, numbers at their limits, other scripts, and half of a pair.
PIECES = [
    *("p", "ec", "s", "c", "x", "1", "2", "3", "4", "0", "007", "+1", "1_0", "-1"),
    *("9223372036854775807", "18446744073709551617", "0" * 19 + "1", "4611686018427387903"),
    *(" ", " ", " ", "\t", "\r", "\v", "\x1c", "\xa0", "\u2003", "\n", "\n", "\n", "\ufeff"),
    *("a", "b", "y", "é", "|", ":", "|5", "x:1", "y:R", "a:1", "2|", "1:3|", "\u0662", "\ud800"),
]
texts = st.lists(st.sampled_from(PIECES), max_size=30).map("".join)


@settings(max_examples=100)
@given(text=texts, head=st.sampled_from(["", "p ec 4\n", "p ec 0\n", "c\n p  ec 3 \r\n"]))
@example("", "p ec 4\ns 1 2 1\ns 3")
@example("", "p ec 4\ns 1\np ec 4")
@example("", "p ec 9999999")
@example("", "p ec 2 2\ns 1")
@example("s 1\0", "p ec 1\n")
def test_ec_means_the_same(text: str, head: str) -> None:
    agrees("ec", head + text)


@settings(max_examples=100)
@given(
    text=texts,
    head=st.sampled_from(["", "a b x | y\n", '| é stands for "e"\na b | x y é\n', "2|a b|x y\n"]),
)
@example("a x:1\ny\nx:2\nb x:2 y:1 |3\n", "a b | x y\n")
@example("a x:é\n", "a b | x y\n")
@example("a x:\xa0\n", "a b | x y\n")
@example("a |4611686018427387903 |1\n", "a b | x y\n")
@example("a |4611686018427387903\nb |0\n", "a b | x y\n")
@example("a a\n", "a b | x y\n")
@example("a x y x\n", "a b | x y\n")
def test_dlx_means_the_same(text: str, head: str) -> None:
    agrees("dlx", head + text)


@settings(max_examples=60)
@given(problem=all_problems())
def test_written_problems_are_plain(problem: Problem) -> None:
    for format, module in (("ec", _ec), ("dlx", _knuth)):
        try:
            with warnings.catch_warnings(action="ignore"):
                text = write(problem, format=format)
        except BadFormat:
            continue
        agrees(format, text)
        name = "_explained" if format == "ec" else "_read_explained"
        with mock.patch.object(module, name, side_effect=AssertionError("not plain")):
            read(text, format=format)


def test_long_lines_and_many_lines() -> None:
    with mock.patch.object(_ec, "MOST_LINE", 20), mock.patch.object(_text, "MOST_LINE", 20):
        agrees("ec", "p ec 3\nc" + 30 * "x" + "\ns 1")
        agrees("ec", "p ec 3\nc" + 19 * "é" + "\ns 1")
    blocks = "p ec 3\n" + "s 1 2\n" * 50_000 + "s 4\n"
    with pytest.raises(BadFormat, match="line 50002: an item's number is '4': the limit is 3"):
        read(blocks, format="ec")


# Options by name ----------------------------------------------------------------------------------

NAMES: list[Hashable] = [
    *("a", "b", "c", 1, 2, True, 1.0, (1, "a"), None, frozenset("ab"), b"a", "é"),
    *(float("nan"), (float("nan"),), Colored("a", 1), Colored("x", "R"), Colored("x", "B"), "x"),
]
entries = st.lists(st.sampled_from(NAMES), max_size=4)
options = st.lists(
    st.one_of(entries, entries.map(tuple), st.just([["unhashable"]]), st.sampled_from(["ab", "c"])),
    max_size=8,
)


def one_by_one(given: list[list[Hashable]], secondary: list[Hashable]) -> Problem:
    """The definition: each option is added on its own, without the core."""
    builder = Problem.builder()
    late = dict.fromkeys(secondary)
    for number, option in enumerate(given):
        builder._append(number, tuple(option), strict=False, late=late)
    for name in late:
        if name not in builder.item_index:
            builder.item(name, secondary=True)
    return builder.build()


@settings(max_examples=80)
@given(options=options, secondary=st.sampled_from([[], ["x"], ["x", "c", 2]]))
def test_options_by_name_are_what_they_are_one_by_one(
    options: list[list[Hashable]], secondary: list[Hashable]
) -> None:
    expected = outcome(lambda: one_by_one(options, secondary))
    assert outcome(lambda: Problem.from_options(options, secondary)) == expected
    assert outcome(lambda: Problem.from_options(iter(options), secondary)) == expected


def test_options_may_be_any_iterables() -> None:
    expected = Problem.from_options([["a", "b"], ["c"]])
    for options_given in (
        [{"a": 1, "b": 2}, "c"],
        [iter("ab"), (name for name in "c")],
        (option for option in ("ab", "c")),
        {"ab": 0, "c": 0}.keys(),
    ):
        assert Problem.from_options(options_given) == expected


def test_values_that_are_not_iterable_are_named() -> None:
    with pytest.raises(BadProblem, match="option 1 is 5: expected its items"):
        Problem.from_options([["a"], 5])  # type: ignore[list-item]

    def failing() -> Iterator[str]:
        yield "a"
        raise TypeError("my own")

    with pytest.raises(TypeError, match="my own"):
        Problem.from_options([["a"], failing()])
    with pytest.raises(ZeroDivisionError):
        Problem.from_options(["a"] if 1 // 0 else [] for _ in range(2))


# Tables of item numbers ---------------------------------------------------------------------------


@settings(max_examples=80)
@given(
    rows=st.lists(st.lists(st.integers(-1, 5), min_size=2, max_size=2), max_size=6),
    primary=st.integers(0, 5),
    dtype=st.sampled_from(["int64", "int32", "int16", "int8", "uint64", "float64", ">i4"]),
)
def test_tables_mean_the_same_as_lists(rows: list[list[int]], primary: int, dtype: str) -> None:
    table = np.array(rows, "int64").reshape(-1, 2).astype(dtype)
    expected = outcome(
        lambda: Problem.from_indices(table.tolist(), items=5, primary=primary),
    )
    table.flags.writeable = False
    wide = np.zeros((len(rows), 4), dtype)
    wide[:, ::2] = table
    for like in (table, np.asfortranarray(table), wide[:, ::2]):
        assert outcome(partial(Problem.from_indices, like, items=5, primary=primary)) == expected


def test_a_buffer_is_a_table() -> None:
    numbers = memoryview(array("i", [0, 1, 2, 0])).cast("B").cast("i", (2, 2))
    # Type checkers take a buffer for a sequence of numbers, whatever its dimensions are.
    found = Problem.from_indices(numbers, items=3)  # type: ignore[arg-type]
    assert found == Problem.from_indices([[0, 1], [2, 0]], items=3)
