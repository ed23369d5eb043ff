"""The tab of the plane: a question about one piece, its refusals, and the tab in a browser."""

from __future__ import annotations

import base64
import json
from pathlib import Path
from typing import Any

import pytest

from combien._french import french
from combien.errors import Cancelled
from combien.web._plane import MOST_CELLS
from combien.web.session import Event, answer
from tests.web.asking import error, events, kinds, the
from tests.web.conftest import Open
from tests.web.modules import run_module
from tests.web.pages import PATIENCE, at, drag, wait_ready

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
        (
            HEPTOMINO,
            "none",
            "1 corona of copies fits around it on the grid",
            "de 1 couronne de copies",
        ),
        (
            [[0, 0], [0, 1], [0, 2], [1, 2], [1, 3], [2, 2], [3, 1], [3, 2]],
            "none",
            "Heesch number 1 on the grid, or 2 if the last corona may have holes",
            "Nombre de Heesch 1 sur la grille, ou 2 si",
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
    assert "Not decided before the limit: so far, 0 coronas of copies fit" in found["text"]
    assert "Pas décidé avant la limite : jusqu’ici, on a entouré" in french(found["reason"])


def test_it_is_cancelled_at_its_progress() -> None:
    heard: list[Event] = []

    def hear(event: Event) -> None:
        heard.append(event)
        if event["event"] == "progress":
            raise Cancelled("enough")

    answer(json.dumps(plane(HEPTOMINO)), hear)
    assert kinds(heard) == ["stopped", "done"]
    assert the("stopped", heard)["code"] == "cancelled"


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


# The page ---------------------------------------------------------------------------------------

PRESETS = """
show(PRESETS.map(([name, lattice, art]) => (
  { name: $words.t(`tile-${name}`), lattice, cells: cellsOf(lattice, gridOf(lattice, art)) }
)));
"""


@pytest.mark.needs("nodejs")
def test_presets_are_what_their_names_say(tmp_path: Path) -> None:
    found = {
        one["name"]: verdict(one["cells"], one["lattice"])["text"]
        for one in run_module("plane", PRESETS, tmp_path)
    }
    assert len(found) == 6
    for name, text in found.items():
        for words in ("Heesch number 1", "Heesch number 2", "hole", "nisohedral"):
            assert (words in name) == (words in text)


# Their transport is closed by the garbage collector.
browsed = pytest.mark.filterwarnings("ignore::ResourceWarning")


def said(page: Any, text: str) -> None:
    """Wait until the answer has a text, with its picture."""
    page.locator("#plane .answer", has_text=text).wait_for(timeout=PATIENCE)
    # Rejected if the picture is broken.
    page.evaluate("document.querySelector('#plane img:not([hidden])')?.decode()")


def opened(open_page: Open, address: str, **options: Any) -> Any:
    """A page with the tab of the plane."""
    page = open_page(address, **options)
    wait_ready(page)
    page.click("#tab-plane")
    page.wait_for_selector("#plane .export", timeout=PATIENCE)
    return page


@browsed
def test_a_piece_is_drawn_shared_and_undone(server: str, open_page: Open) -> None:
    page = opened(open_page, server)
    said(page, "by translations alone")
    assert page.get_attribute("#plane img", "alt") == "A part of the tiling"
    page.click("#plane-clear")
    said(page, "Draw a piece: drag over the grid.")
    assert page.is_hidden("#plane img")
    page.click("#plane .export button:text('SVG')")
    assert "no picture yet" in page.inner_text("#plane .message")
    drag(page, (2, 1), (2, 5), "#plane .grid")
    said(page, "by translations alone")
    for cell in ((3, 1), (3, 5)):
        page.mouse.click(*at(page, *cell, "#plane .grid"))
    said(page, "Heesch number 1")
    assert page.get_attribute("#plane img", "alt") == "The piece with its coronas"
    with page.expect_download() as saved:
        page.click("#plane .export button:text('SVG')")
    assert saved.value.path().read_text(encoding="utf-8").startswith("<svg")

    page.reload()
    said(page, "Heesch number 1")
    assert page.locator("#plane .cell.on").count() == len(HEPTOMINO)
    page.mouse.click(*at(page, 10, 7, "#plane .grid"))
    said(page, "falls into parts")
    page.click("#undo")
    said(page, "Heesch number 1")


@browsed
@pytest.mark.parametrize("host", ["server", "site"])
def test_the_plane_by_keyboard_and_in_french(
    host: str, request: pytest.FixtureRequest, open_page: Open
) -> None:
    page = opened(open_page, request.getfixturevalue(host), locale="fr-FR")
    said(page, "Cette pièce pave le plan par translations.")
    page.select_option("#plane-presets", label="Octomino anisoédral")
    said(page, "au moins 2 sortes de positions")
    page.select_option("#plane-lattice", label="Hexagones")
    said(page, "Nombre de Heesch 2")
    page.click("#plane-clear")
    page.focus("#plane .grid")
    for key in ("Space", "ArrowRight", "Space"):
        page.keyboard.press(key)
    said(page, "pave le plan")
    assert page.locator("#plane .cell.on").count() == 2
    page.click("#language")
    said(page, "This piece tiles the plane")


@browsed
def test_a_picture_does_not_move_the_grid(server: str, open_page: Open) -> None:
    page = opened(open_page, server)
    said(page, "by translations alone")
    with_picture = page.locator("#plane .grid").bounding_box()
    page.click("#plane-clear")
    said(page, "Draw a piece")
    assert page.is_hidden("#plane img")
    assert page.locator("#plane .grid").bounding_box() == with_picture


@browsed
def test_a_large_piece_is_asked_about_by_the_button(server: str, open_page: Open) -> None:
    page = opened(open_page, server)
    for y in range(3):
        drag(page, (0, y), (9, y), "#plane .grid")
    # The first piece stays apart, below.
    said(page, "Ask with")
    assert page.is_hidden("#plane img")
    page.click("#plane-classify")
    said(page, "parts")


@browsed
@pytest.mark.parametrize("state", [["kites", "1"], ["square", "1"], ["square", "2" * 108], 7, {}])
def test_a_bad_link(server: str, open_page: Open, state: Any) -> None:
    text = base64.urlsafe_b64encode(json.dumps(state).encode()).decode().rstrip("=")
    page = open_page(f"{server}#plane.{text}")
    page.locator("main", has_text="could not be read").wait_for(timeout=PATIENCE)
