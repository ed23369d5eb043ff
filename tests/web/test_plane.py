"""The tab of the plane: a question about one piece, and its refusals."""

from __future__ import annotations

from typing import Any

import pytest

from combien._french import french
from combien.web._plane import MOST_CELLS
from tests.web.asking import error, events, kinds, the

HEPTOMINO = [[0, 0], [1, 0], [0, 1], [0, 2], [0, 3], [0, 4], [1, 4]]


def plane(cells: Any, lattice: Any = "square", **more: Any) -> dict[str, Any]:
    """A question about a piece in the plane."""
    piece = {"lattice": lattice, "cells": cells}
    return {"v": 1, "id": 1, "ask": ["classify"], "plane": piece} | more


def verdict(cells: Any, lattice: str = "square", **more: Any) -> dict[str, Any]:
    """The event that answers it."""
    heard = events(plane(cells, lattice, **more))
    assert kinds(heard) == ["plane", "done"]
    return the("plane", heard)


@pytest.mark.parametrize(
    ("cells", "kind", "words", "mots"),
    [
        ([[0, 0]], "translations", "tiles the plane by translations alone", "pave le plan par"),
        (
            [[0, 0], [1, 0], [1, 1], [2, 1], [2, 2], [2, 3], [2, 4], [3, 3]],
            "anisohedral",
            "at least 2 kinds of positions, which no symmetry of the tiling exchanges. Group p2, "
            "4 copies in a period.",
            "au moins 2 sortes de positions",
        ),
        (HEPTOMINO, "none", "Heesch number 1: 1 corona of copies fits", "de 1 couronne de copies"),
        (
            [[0, 0], [0, 1], [0, 2], [1, 2], [1, 3], [2, 2], [3, 1], [3, 2]],
            "none",
            "Heesch number 1, or 2 if the last corona may have holes",
            "Nombre de Heesch 1, ou 2 si",
        ),
        (
            [[0, 2], [1, 2], [2, 2], [0, 1], [2, 1], [0, 0], [1, 0]],
            "none",
            "no copy fits into its hole",
            "aucune copie n’entre dans son trou",
        ),
    ],
)
def test_verdicts_in_both_languages(cells: Any, kind: str, words: str, mots: str) -> None:
    found = verdict(cells)
    assert found["kind"] == kind
    assert words in found["text"]
    assert mots in french(found["reason"])
    assert found["svg"].startswith("<svg")


def test_fields_of_a_tiling() -> None:
    found = verdict([[0, 0], [1, 0], [2, 0], [0, 1], [2, 1], [2, 2]])
    assert (found["kind"], found["orbits"], found["group"]) == ("isohedral", 1, "p2")
    assert (found["periodTiles"], found["heesch"], found["withHoles"]) == (2, None, None)


def test_fields_of_coronas() -> None:
    found = verdict(HEPTOMINO)
    assert (found["heesch"], found["withHoles"], found["coronas"]) == (1, 1, 1)
    assert (found["orbits"], found["group"], found["periodTiles"]) == (None, None, None)


def test_other_lattices() -> None:
    assert verdict([[0, 0, 0], [1, 0, -1]], "hexagons")["kind"] == "translations"
    assert verdict([[1, 1, -1]], "triangles")["kind"] == "isohedral"


def test_a_used_up_budget_leaves_it_open() -> None:
    found = verdict(HEPTOMINO, budget={"nodes": 0})
    assert found["kind"] == "unknown"
    assert "at least 0 coronas of copies fit around this piece" in found["text"]
    assert "au moins 0 couronne de copies" in french(found["reason"])


@pytest.mark.parametrize(
    ("cells", "words", "mots"),
    [
        ([], "draw a piece", "dessinez une pièce"),
        ([[x, 0] for x in range(MOST_CELLS + 1)], "at most 40 cells", "au plus 40 cases"),
        ([[0, 0], [1, 1]], "falls into parts", "tombe en morceaux"),
    ],
)
def test_refusals_in_both_languages(cells: Any, words: str, mots: str) -> None:
    heard = events(plane(cells))
    assert kinds(heard) == ["error", "done"]
    assert words in heard[0]["text"]
    assert mots in french(heard[0]["reason"])


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        (plane([[0, 0]], "kites"), "lattice"),
        (plane([[0, 0, 0]], "cubes"), "lattice"),
        (plane([[0, 0]], ["square"]), "lattice"),
        (plane([[0, 0]], "hexagons"), "cells"),
        (plane([[0, 0, 0]], "triangles"), "cells"),
        (plane([[0, 1001]]), "cells"),
        (plane([[0, True]]), "cells"),
        (plane([[0, 0.5]]), "cells"),
        (plane(["00"]), "cells"),
        (plane({"0": 0}), "plane"),
        (plane([[0, 0]]) | {"plane": 7}, "plane"),
        (plane([[0, 0]], ask=["count"]), "ask"),
        (plane([[0, 0]], ask=[]), "ask"),
    ],
)
def test_wrong_questions(asked: dict[str, Any], code: str) -> None:
    assert error(asked) == code
