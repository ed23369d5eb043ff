"""The drawn board repeated along an axis: terms, formula and proof."""

from __future__ import annotations

from typing import Any

import pytest

from combien import Region, Strip, sequence
from combien.web._reading import LATTICES
from combien.web._sequences import MOST_TERMS
from tests.web.asking import DOMINO, box, error, events, kinds, question, the


@pytest.mark.parametrize(("axis", "width"), [(0, 3), (1, 2)])
def test_a_box_repeated(axis: int, width: int) -> None:
    heard = events(question("sequence", board=box(2, 3), axis=axis))
    assert kinds(heard) == ["terms", "formula", "done"]
    length = 6 // width
    every = sequence(Strip(width, tiles="domino")).first(length * MOST_TERMS)[::length]
    assert the("terms", heard)["terms"] == [str(term) for term in every]


def test_formula_and_proof() -> None:
    heard = events(question("sequence", board=box(1, 4)))
    found = sequence(Strip(4, tiles="domino"))
    formula = the("formula", heard)
    assert formula["recurrence"] == str(found.recurrence())
    assert formula["generatingFunction"] == str(found.generating_function())
    assert formula["text"] == str(found.proof)
    assert formula["growth"] == "2.84054"
    assert formula["reason"]["code"] == "proved-by-terms"


def test_a_proof_by_vectors() -> None:
    squares = [
        {"cells": [[x, y] for x in range(n) for y in range(n)], "times": "any"} for n in (1, 2, 3)
    ]
    heard = events(question("sequence", board=box(1, 8), pieces=squares))
    tiles = ["monomino", "2x2", "3x3"]
    assert the("formula", heard)["text"] == str(sequence(Strip(8, tiles=tiles)).proof)


@pytest.mark.parametrize("lattice", ["hexagons", "triangles"])
@pytest.mark.parametrize("axis", [0, 1])
def test_other_lattices(lattice: str, axis: int) -> None:
    cells = [list(cell) for cell in Region.box(1, 2, lattice=LATTICES[lattice])][:2]
    pair = {"cells": cells[:2], "times": "any"}
    one = {"cells": cells[:1], "times": "any"}
    board = {"lattice": lattice, "cells": cells[:2]}
    heard = events(question("sequence", board=board, pieces=[pair, one], axis=axis))
    assert kinds(heard) == ["terms", "formula", "done"]
    assert the("terms", heard)["terms"][0] == "1"


def test_pieces_of_a_limited_number_are_used_any_number_of_times() -> None:
    few = {**DOMINO, "times": 1}
    answers = [events(question("sequence", pieces=[piece])) for piece in (DOMINO, few)]
    assert the("terms", answers[0])["terms"] == the("terms", answers[1])["terms"]


def test_the_budget_ends_a_sequence() -> None:
    heard = events(question("sequence", board=box(1, 30), budget={"nodes": 5}))
    assert kinds(heard) == ["stopped", "done"]


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"axis": 2}, "axis"),
        ({"axis": True}, "axis"),
        ({"axis": "up"}, "axis"),
        ({"pieces": []}, "pieces"),
        ({"board": box(43, 3)}, "too-large"),
        ({"board": box(1, 1), "pieces": [DOMINO | {"symmetries": "none"}], "axis": 1}, "pieces"),
        ({"board": box(11, 11)}, "too-large"),
    ],
)
def test_wrong_questions(fields: dict[str, Any], code: str) -> None:
    assert error(question("sequence", **fields)) == code
