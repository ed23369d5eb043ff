"""Hexagons and triangles on the page: the same cells, neighbors and pieces as in the package."""

from __future__ import annotations

import json
from math import isclose
from pathlib import Path
from typing import Any

import pytest

import combien
from combien.geometry import HEXAGONS, SQUARE, TRIANGLES, Lattice, Region, free
from combien.web._reading import read_drawn
from combien.web.session import answer
from tests.web.modules import run_module

pytestmark = pytest.mark.needs("nodejs")

LATTICES: dict[str, Lattice] = {"square": SQUARE, "hexagons": HEXAGONS, "triangles": TRIANGLES}
GRID = [[x, y] for y in range(5) for x in range(6)]


@pytest.fixture(scope="module", params=LATTICES)
def drawn(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Any:
    """A lattice as the page has it: each cell of a grid with its neighbors and corners."""
    name = request.param
    code = f"""
const {{ place, placeOf, cell, grid, size }} = LATTICES["{name}"];
show({{ size: size(6, 5), cells: {json.dumps(GRID)}.map((at) => ({{
  at, cell: cell(place(at)), back: grid(placeOf(cell(place(at)))), corners: corners("{name}", at),
  neighbors: neighbors("{name}", at).map((one) => cell(place(one))),
  inside: inside("{name}", at, center("{name}", at)),
}})) }})"""
    return LATTICES[name], run_module("lattice", code, tmp_path_factory.mktemp(name))


def test_each_place_of_the_grid_is_a_cell(drawn: tuple[Lattice, Any]) -> None:
    lattice, found = drawn
    cells = [tuple(one["cell"]) for one in found["cells"]]
    assert len(set(cells)) == len(GRID)
    assert all(map(lattice.has, cells))
    assert [one["back"] for one in found["cells"]] == GRID
    assert all(one["inside"] for one in found["cells"])


def test_neighbors_match_the_package(drawn: tuple[Lattice, Any]) -> None:
    lattice, found = drawn
    for one in found["cells"]:
        expected = lattice.neighbors(tuple(one["cell"]))
        assert set(map(tuple, one["neighbors"])) == set(expected)


def test_corners_match_the_package_upside_down(drawn: tuple[Lattice, Any]) -> None:
    lattice, found = drawn
    shifts = set()
    for one in found["cells"]:
        ours = sorted((round(x, 6), round(y, 6)) for x, y in one["corners"])
        theirs = sorted((round(x, 6), round(-y, 6)) for x, y in lattice.corners(tuple(one["cell"])))
        shifts |= {
            (round(a - c, 3), round(b - d, 3)) for (a, b), (c, d) in zip(ours, theirs, strict=True)
        }
    # One translation for all corners of all cells.
    assert len(shifts) == 1


def test_the_grid_fills_its_view_box(drawn: tuple[Lattice, Any]) -> None:
    _, found = drawn
    for axis in (0, 1):
        values = [corner[axis] for one in found["cells"] for corner in one["corners"]]
        assert isclose(min(values), 0, abs_tol=1e-9)
        assert isclose(max(values), found["size"][axis])


@pytest.mark.parametrize(
    ("key", "lattice", "cells", "count"),
    [
        ("pentominoes", "square", 5, 12),
        ("tetrominoes", "square", 4, 5),
        ("hexiamonds", "triangles", 6, 12),
        ("lozenges", "triangles", 2, 1),
        ("trihexes", "hexagons", 3, 3),
        ("tetrahexes", "hexagons", 4, 7),
    ],
)
def test_each_set_is_complete(
    key: str, lattice: str, cells: int, count: int, tmp_path: Path
) -> None:
    code = f"""
const {{ artOf, artPlaces, LATTICES }} = $lattice;
const places = SETS.{key}[0]().map(({{ art }}) => artPlaces(art, "{lattice}"));
show(places.map((one) => [
  one.map(LATTICES.{lattice}.cell),
  artPlaces(artOf(one, "{lattice}"), "{lattice}").map(LATTICES.{lattice}.cell),
]))"""
    found = run_module("palette", code, tmp_path)
    kind = LATTICES[lattice]
    group = kind.all(kind.axes or 2)
    pieces = [[Region(map(tuple, cells), lattice=kind) for cells in one] for one in found]
    # Drawing a piece again moves it at most.
    assert all(piece.at_origin() == again.at_origin() for piece, again in pieces)
    shapes = {piece.canonical(group) for piece, _ in pieces}
    assert len(pieces) == count
    assert shapes == {shape.canonical(group) for shape in free(cells, lattice=kind)}


@pytest.mark.parametrize("name", LATTICES)
def test_a_link_keeps_the_problem(name: str, tmp_path: Path) -> None:
    art = {"square": "**", "hexagons": "*.*", "triangles": "**"}[name]
    code = f"""
const state = {{ ...blank(4, 3, "{name}"), cells: "111111111110",
  pieces: [{{ name: "p", art: "{art}", times: "any", turn: "all" }}], pins: [] }};
const link = toFragment(state);
show([link, fromFragment(link), state, question(state, ["count"]),
  question(state, []).board.cells.map((cell) => down(state, [[...cell, 0.5]])[0])])"""
    link, back, state, question, grid = run_module("state", code, tmp_path)
    assert back == state
    assert link.startswith("1." if name == "square" else "2.")
    assert grid == [[x, y, 0.5] for y in range(3) for x in range(4)][:-1]
    drawn = read_drawn(question)
    assert drawn.board.lattice == LATTICES[name]
    events: list[Any] = []
    answer(json.dumps({**question, "id": 1}), events.append)
    assert drawn.model is not None
    value = next(event["value"] for event in events if event["event"] == "count")
    assert value == str(combien.count(drawn.model))
