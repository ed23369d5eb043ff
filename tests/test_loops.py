"""A test of many cases tries them all and names those that fail."""

from __future__ import annotations

import pytest

from tests.loops import for_each, refusals


def test_all_are_tried_and_the_first_error_is_raised() -> None:
    tried: list[tuple[int, int]] = []

    @for_each([(1, 2), (3, 3), (5, 5)])
    def unequal(one: int, other: int) -> None:
        tried.append((one, other))
        assert one != other

    with pytest.raises(AssertionError) as caught:
        unequal()
    assert tried == [(1, 2), (3, 3), (5, 5)]
    (note,) = caught.value.__notes__
    assert note.startswith("2 of 3 cases fail:\n(3, 3): AssertionError(")
    assert "\n(5, 5): AssertionError(" in note


def test_nothing_is_raised_when_all_hold() -> None:
    tried: list[int] = []
    for_each(number for number in range(3))(tried.append)()
    assert tried == [0, 1, 2]


def test_a_case_without_its_error_is_named() -> None:
    """What pytest raises then is no Exception."""
    tried: list[str] = []

    def refused() -> None:
        tried.append("refused")
        raise ValueError("too large")

    def accepted() -> None:
        tried.append("accepted")

    cases = {"small": (accepted, "x"), "large": (refused, "large"), "other": (refused, "small")}
    with pytest.raises(pytest.fail.Exception, match="DID NOT RAISE") as caught:
        refusals(cases, ValueError)()
    assert tried == ["accepted", "refused", "refused"]
    (note,) = caught.value.__notes__
    assert note.startswith("2 of 3 cases fail:\n('small', ")
    assert "\n('other', " in note
    refusals({"large": cases["large"]}, ValueError)()
