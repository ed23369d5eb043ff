"""Values of a wrong type are refused where they are given, with a message."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Any

import pytest

from combien import PackingProblem, Region, Tile, TilingProblem
from combien.errors import BadInput
from combien.tilings import boards, pavage, xmpuzzle
from combien.tilings._isometric import isometric
from combien.tilings._paint import Paint
from combien.tilings._tiling import Tiling
from combien.tilings.sat_document import TilingDocument, read_board, read_tile
from tests.loops import for_each
from tests.whole import Whole

BOARD = Region.box(2, 2)
LINES = TilingProblem(BOARD, [Tile("**", symmetries="all", times="any")])

CALLS: dict[str, tuple[Callable[[Any], object], str]] = {
    "isometric": (isometric, "a Tiling or Packing is drawn, not a value of"),
    "pavage": (pavage.write, "is written in the pavage format, not"),
    "xmpuzzle": (xmpuzzle.write, "is written in the xmpuzzle format, or a dict"),
    "document": (TilingDocument, "a TilingProblem is encoded, not"),
    "board": (read_board, "expected a text of '#', not a value of type"),
    "tile": (read_tile, "expected a text such as .*, not a value of type"),
    "tiling": (lambda wrong: Tiling(BOARD, wrong), "placements: expected a list of Placement, not"),
    "solution": (LINES.read, "solution: expected a list of options, not"),
    "packing": (PackingProblem(LINES).read, "solution: expected a list of options, not"),
    "paints": (lambda wrong: PackingProblem(LINES, paints=wrong), "paints: expected a dict, not"),
    "colors": (lambda wrong: PackingProblem(LINES, colors=wrong), "colors: expected a dict, not"),
    "cells": (lambda wrong: Paint(cells=wrong), "paint: expected a dict of colors"),
    "edges": (lambda wrong: Paint(edges=wrong), "paint: expected a dict of colors"),
}


@for_each(product(CALLS, [3, 2.5, object()]))
def test_wrong_types_are_refused(name: str, wrong: object) -> None:
    call, message = CALLS[name]
    with pytest.raises(BadInput, match=message):
        call(wrong)


def test_unknown_placements() -> None:
    placements = LINES.placements
    for option in (-1, len(placements)):
        with pytest.raises(BadInput, match=f"no placement {option}: there are 4, from 0"):
            placements.turn(option)
    for number in (-1, 1):
        with pytest.raises(BadInput, match=f"no tile {number}: there are 1, from 0"):
            placements.of_tile(number)
    with pytest.raises(TypeError, match="cannot be interpreted as an integer"):
        placements["0"]  # type: ignore[call-overload]


def test_whole_numbers_of_other_libraries() -> None:
    two: Any = Whole(2)
    assert Tile("*", times=two).times == (2, 2)
    assert Tile("*", times=(two, None)).times == (2, None)
    assert PackingProblem(LINES, holes=two).holes == (2, 2)
    assert PackingProblem(LINES, holes=(0, two)).holes == (0, 2)
    assert boards.aztec_diamond(two) == boards.aztec_diamond(2)
    assert boards.hexagon(1, two, 3) == boards.hexagon(1, 2, 3)
