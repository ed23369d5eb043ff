"""Times, numbers of steps and of bytes, as people write them."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from combien._cli._shared.options import seconds, size, whole
from tests.cli.commands import SCRIPT, combien


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("90", 90),
        ("0", 0),
        (".5", 0.5),
        ("1.5e1", 15),
        ("90s", 90),
        ("2m", 120),
        ("2 min", 120),
        ("1h", 3600),
        ("1h 30m", 5400),
        ("0.5h", 1800),
    ],
)
def test_times(text: str, expected: float) -> None:
    assert seconds(text) == expected


@pytest.mark.parametrize("text", ["", "s", "2x", "-1", "nan", "inf", "1h30", "1 2", "1e999", "٣s"])
def test_invalid_times(text: str) -> None:
    with pytest.raises(ValueError, match=r"duration|long"):
        seconds(text)


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("500MB", 500 * 10**6),
        ("1GB", 10**9),
        ("1gb", 10**9),
        ("1GiB", 2**30),
        ("1.5 KiB", 1536),
        ("2e9", 2 * 10**9),
        ("2e3kB", 2 * 10**6),
        ("12", 12),
        ("7b", 7),
    ],
)
def test_bytes(text: str, number: int) -> None:
    assert size(text) == number


@pytest.mark.parametrize(
    "text", ["", "GB", "1.5", "0.3kib", "1XB", "1e", "GiB1", "1 000", "9" * 200]
)
def test_invalid_numbers_of_bytes(text: str) -> None:
    with pytest.raises(ValueError, match="not a number of bytes"):
        size(text)


@pytest.mark.parametrize("text", ["1.5", "1e-3", "x", "", "1e6x", "1e99999"])
def test_invalid_whole_numbers(text: str) -> None:
    with pytest.raises(ValueError, match="not an integer"):
        whole(text)


@given(st.integers(0, 10**9), st.integers(0, 9), st.integers(0, 12))
def test_whole_numbers_are_exact(digits: int, decimals: int, power: int) -> None:
    shown = f"{digits:0{decimals + 1}}"
    text = f"{shown[: len(shown) - decimals]}.{shown[len(shown) - decimals :]}e{power}"
    exact = Fraction(digits) * 10**power / 10**decimals
    if exact.denominator == 1:
        assert whole(text) == exact
    else:
        with pytest.raises(ValueError, match="not an integer"):
            whole(text)


def test_on_the_command_line() -> None:
    huge = ("--problem", "huge", SCRIPT)
    outcome = combien("count", "--engine", "dlx", "--nodes", "1e3", *huge)
    assert (outcome.code, "the budget of 1000 nodes ended" in outcome.err) == (20, True)
    assert combien("count", "--engine", "zdd", "--bytes", "1kB", *huge).code == 20
    assert combien("nonogram", "check", "--seconds", "0.5x", "a.non").code == 2
    assert combien("count", "--seconds", "1m", "--problem", "six", SCRIPT).out == "3\n"
    assert "1.5" in combien("count", "--nodes", "1.5", SCRIPT).err
    assert combien("count", "--nodes", "1e30", SCRIPT).code == 2
