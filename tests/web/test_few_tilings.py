"""Questions about boards with no tiling, and with nothing left to cover."""

from __future__ import annotations

import pytest

from tests.web.asking import DOMINO, box, events, kinds, question, the


@pytest.mark.parametrize("asked", ["sample", "heat", "next", "count", "upto"])
def test_no_tiling_is_a_count(asked: str) -> None:
    found = the("count", events(question(asked, board=box(3, 3))))
    assert found["value"] == "0"


@pytest.mark.parametrize(
    ("asked", "kind"),
    [
        ("first", "first"),
        ("why", "first"),
        ("sample", "sample"),
        ("count", "count"),
        ("upto", "count"),
        ("heat", "count"),
        ("next", "count"),
        ("trace", "count"),
    ],
)
def test_every_question_about_a_board_that_is_full(asked: str, kind: str) -> None:
    pin = {"piece": 0, "cells": [[0, 0], [1, 0]]}
    heard = events(question(asked, board=box(2, 1), fixed=[pin]))
    assert kinds(heard) == [kind, "done"]
    assert heard[0].get("value", "1") == "1"
    lacking = {**DOMINO, "times": 2}
    heard = events(question(asked, board=box(2, 1), pieces=[lacking], fixed=[pin]))
    assert kinds(heard) == ["none", "done"]


def test_a_board_that_may_stay_empty_has_a_tiling_without_pieces() -> None:
    board = {**box(2, 1), "optional": [[0, 0], [1, 0]]}
    unused = {**DOMINO, "times": 0}
    found = the("count", events(question("count", board=board, pieces=[unused])))
    assert found["value"] == "1"
