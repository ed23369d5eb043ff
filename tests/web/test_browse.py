"""The placements of a piece on a drawn board, one by one."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import combien
from combien.geometry import Region
from combien.tilings import catalogue
from combien.web import _browse
from combien.web._reading import read_drawn
from tests.web.asking import box, events, question, the


def placements(piece: int = 0, **fields: Any) -> Any:
    return the("placements", events(question("placements", piece=piece, **fields)))


def test_placements_of_a_soma_piece() -> None:
    pieces = [
        {"cells": [list(cell) for cell in tile.region], "symmetries": "rotations"}
        for tile in catalogue.soma()
    ]
    board = {"lattice": "cubes", "cells": [list(cell) for cell in Region.box(3, 3, 3)]}
    (number,) = [n for n, tile in enumerate(catalogue.soma()) if tile.name == "T"]
    found = placements(number, board=board, pieces=pieces)
    # Known: the T has 72 placements in the cube.
    assert found["total"] == len(found["shown"]) == 72
    firsts = [one["orbit"] for one in found["shown"] if one["first"]]
    assert firsts == list(range(found["orbits"]))


SMALL = [[x, y] for x in range(3) for y in range(3)]


@settings(max_examples=25, deadline=None)
@given(st.lists(st.sampled_from(SMALL), min_size=2, unique_by=tuple), st.booleans())
def test_a_removed_placement_is_in_no_solution(cells: list[list[int]], loose: bool) -> None:
    pieces = [
        {"cells": [[0, 0], [1, 0]], "times": "any"},
        {"cells": [[0, 0], [1, 0], [1, 1]], "times": [0, 1]},
    ]
    board = {"lattice": "square", "cells": cells, "optional": cells[:1] if loose else []}
    drawn = read_drawn(question("count", board=board, pieces=pieces))
    assert drawn.model is not None
    laid = [
        {(p.number, frozenset(p.region)) for p in one.placements}
        for one in combien.solutions(drawn.model)
    ]
    for number in (0, 1):
        found = placements(number, board=board, pieces=pieces)
        for shown in found["shown"]:
            at = frozenset(map(tuple, shown["cells"]))
            assert at <= {tuple(cell) for cell in cells}
            if shown["removed"]:
                assert not any((number, at) in one for one in laid)
        # The definition of all placements: the shapes of the tile, moved everywhere.
        every = {
            frozenset((x + dx, y + dy) for x, y in shape)
            for shape in drawn.pieces[number].orientations
            for dx in range(-3, 4)
            for dy in range(-3, 4)
        }
        here = {at for at in every if at <= {tuple(cell) for cell in cells}}
        assert {frozenset(map(tuple, shown["cells"])) for shown in found["shown"]} == here
        assert found["total"] == len(here)
        # Symmetric placements are in equally many solutions.
        counts: dict[int, set[int]] = {}
        for shown in found["shown"]:
            at = frozenset(map(tuple, shown["cells"]))
            counts.setdefault(shown["orbit"], set()).add(sum((number, at) in one for one in laid))
        assert all(len(one) == 1 for one in counts.values())


def test_placements_on_a_cell() -> None:
    found = placements(board=box(4, 4), cell=[0, 0])
    assert (found["total"], found["orbits"]) == (2, 1)
    assert all([0, 0] in one["cells"] for one in found["shown"])
    # The one that a search up to symmetry tries is at the first corner, the upper left one.
    corner = placements(board=box(4, 4), cell=[0, 3])
    assert [one["first"] for one in found["shown"] + corner["shown"]] == [False] * 2 + [True, False]
    assert placements(board=box(4, 4))["total"] == 24


def test_a_painted_piece_shows_its_colors() -> None:
    piece = {"cells": [[0, 0], [1, 0]], "times": "any", "colors": "a."}
    found = placements(board=box(3, 1) | {"colors": "a.b"}, pieces=[piece])
    assert [(one["cells"], one["colors"]) for one in found["shown"]] == [
        ([[0, 0], [1, 0]], "a."),
        ([[0, 0], [1, 0]], ".a"),
        ([[1, 0], [2, 0]], "a."),
    ]


def test_no_more_placements_than_the_page_shows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_browse, "MOST_SHOWN", 5)
    found = placements(board=box(4, 4))
    assert (found["total"], len(found["shown"])) == (24, 5)


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"piece": 1}, "piece"),
        ({"piece": None}, "piece"),
        ({"piece": True}, "piece"),
        ({"piece": 0, "cell": 3}, "cell"),
        ({"piece": 0, "cell": [0, "x"]}, "cell"),
    ],
)
def test_what_is_asked_is_checked(fields: dict[str, Any], code: str) -> None:
    heard = events(question("placements", **fields))
    assert the("error", heard)["code"] == code
