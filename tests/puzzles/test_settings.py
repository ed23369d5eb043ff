"""Settings: declared once, checked, written and read back."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from combien.errors import BadPuzzle
from combien.puzzles._puzzle import BySettings, setting, settings_in, settings_of


@dataclass(frozen=True)
class Toy(BySettings):
    """Settings of every kind, and a field that is not a setting."""

    size: int = setting(3, "How many.", low=0, high=10**6)
    name: str = setting("", "What it is called.", argument=True)
    loud: bool = setting(False, "Is it loud?")
    mood: str = setting("glad", "How it feels.", choices=("glad", "sad"))
    left: tuple[int, ...] = ()


@given(
    st.integers(0, 10**6), st.text("ab '\"=\\\n"), st.booleans(), st.sampled_from(["glad", "sad"])
)
def test_written_settings_are_read_back(size: int, name: str, loud: bool, mood: str) -> None:
    toy = Toy(size, name, loud=loud, mood=mood)
    assert Toy(**settings_in(str(toy), Toy)) == toy


def test_kinds_bounds_and_defaults_of_settings() -> None:
    size, name, loud, mood = settings_of(Toy)
    assert [one.kind for one in (size, name, loud, mood)] == [int, str, bool, str]
    assert [one.argument for one in (size, name, loud, mood)] == [False, True, False, False]
    assert settings_of(Toy(7)) == settings_of(Toy)
    assert (size.low, size.high, mood.choices) == (0, 10**6, ("glad", "sad"))


def test_the_argument_needs_no_name() -> None:
    assert settings_in("'two words' size=4", Toy) == {"name": "two words", "size": 4}
    assert settings_in("", Toy) == {}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("size=many", "size=many: expected a whole number"),
        ("loud=1", "loud=1: expected yes or no"),
        ("siez=4", "there is no setting 'siez' (size, name, loud, mood); did you mean 'size'?"),
        ("size=4 size=4", "the setting 'size' is given twice"),
        ("name='a", "unterminated quote in the settings"),
    ],
)
def test_texts_that_are_refused(text: str, message: str) -> None:
    with pytest.raises(BadPuzzle) as refused:
        settings_in(text, Toy)
    assert str(refused.value) == message


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"size": True}, "size=True: expected a whole number"),
        ({"size": -1}, "size=-1: expected at least 0"),
        ({"size": 10**6 + 1}, "size=1000001: expected at most 1000000"),
        ({"loud": 1}, "loud=1: expected yes or no (a bool)"),
        ({"name": 5}, "name=5: expected a text"),
        ({"mood": "gald"}, "mood must be one of glad, sad; did you mean 'glad'?"),
    ],
)
def test_values_that_are_refused(given: dict[str, Any], message: str) -> None:
    with pytest.raises(BadPuzzle) as refused:
        replace(Toy(), **given)
    assert str(refused.value) == message
