"""Boxes of cubes on the page: questions, files of BurrTools, and the modules that draw them."""

from __future__ import annotations

import gzip
import json
from base64 import b64decode, b64encode
from itertools import pairwise, product
from math import cos, sin
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import combien
from combien.geometry import SPHERES, Region, one_sided
from combien.tilings import PackingProblem, Tile, TilingProblem, catalogue, xmpuzzle
from combien.web._reading import read_drawn
from tests.web.asking import Cells, error, events, question, the
from tests.web.modules import run_module
from tests.web.test_statements import both

SIZE = (4, 3, 5)


def cubes(*size: int) -> dict[str, Any]:
    return {"lattice": "cubes", "cells": [list(cell) for cell in Region.box(*size)]}


def piece(cells: Cells, **fields: Any) -> dict[str, Any]:
    return {"cells": cells, "times": "any", "symmetries": "rotations", **fields}


BAR = piece([[0, 0, 0], [1, 0, 0]], name="bar")


@settings(max_examples=30)
@given(st.sets(st.tuples(*[st.integers(0, 2)] * 3), min_size=1, max_size=8))
def test_a_count_is_that_of_the_package(held: set[tuple[int, int, int]]) -> None:
    corner = piece([[0, 0, 0], [1, 0, 0], [0, 1, 0]])
    board = {"lattice": "cubes", "cells": [list(cell) for cell in sorted(held)]}
    heard = events(question("count", board=board, pieces=[BAR, corner]))
    tiles = [
        Tile(Region(cells), symmetries="rotations", times="any")
        for cells in ([(0, 0, 0), (1, 0, 0)], [(0, 0, 0), (1, 0, 0), (0, 1, 0)])
    ]
    expected = combien.count(TilingProblem(Region(held), tiles))
    assert the("count", heard)["value"] == str(expected)


def test_other_questions_about_cubes() -> None:
    asked = question("heat", "next", "trace", "upto", board=cubes(2, 2, 2), pieces=[BAR])
    heard = events(asked)
    heat = the("heat", heard)
    # Each of the nine tilings covers each cell.
    assert heat["total"] == "9"
    assert all(share == 1 for *_, share in heat["shares"][0]["cells"])
    assert len(the("next", heard)["placements"]) == 4
    steps = the("trace", heard)["steps"]
    assert sum(step["step"] == "found" for step in steps) == 9
    assert the("count", heard)["value"] == "2"
    terms = events(question("sequence", board=cubes(2, 2, 1), pieces=[BAR], axis=2))
    assert the("terms", terms)["terms"][:5] == ["1", "2", "9", "32", "121"]
    assert error(question("sequence", axis=2)) == "axis"
    # Two opposite corners of a cube are missing: a coloring shows it.
    holed = cubes(3, 3, 3)
    holed["cells"] = [cell for cell in holed["cells"] if cell not in ([0, 0, 0], [1, 0, 0])]
    none = the("none", events(question("first", board=holed, pieces=[BAR])))
    assert none["groups"] or none["text"]


def test_a_cell_of_cubes_has_three_coordinates() -> None:
    flat = {"lattice": "cubes", "cells": [[0, 0]]}
    assert error(question("first", board=flat, pieces=[BAR])) == "cells"
    assert error(question("first", board=cubes(2, 1, 1))) == "cells"
    python = the("export", events(question("export", board=cubes(2, 1, 1), pieces=[BAR])))
    assert python["cmb"] is None
    assert "combien.Region([(0, 0, 0), (1, 0, 0)])" in python["python"]


def opened(data: bytes) -> list[Any]:
    return events({"v": 1, "id": 1, "ask": ["open"], "file": b64encode(data).decode()})


def test_a_file_opens_and_is_written_again() -> None:
    box = TilingProblem(Region.box(4, 4, 2), catalogue.tetracubes())
    bar = Tile(
        Region.box(2, 1, 1), symmetries="rotations", times=(1, 3), name="a long name of a bar"
    )
    file = xmpuzzle.write({"tetracubes": box, "bars": TilingProblem(Region.box(3, 2, 1), [bar])})
    problems = the("opened", opened(file))["problems"]
    assert [one["name"] for one in problems] == ["tetracubes", "bars"]
    assert problems[1]["pieces"][0]["times"] == [1, 3]
    assert problems[1]["pieces"][0]["name"] == "a long name "
    asked = question("count", "xmpuzzle", **{key: problems[0][key] for key in ("board", "pieces")})
    drawn = read_drawn(asked)
    assert drawn.model is not None
    heard = events(asked)
    # The number of the eight tetracubes in this box: two programs of this repository agree on it.
    assert the("count", heard)["value"] == str(combien.count(box))
    (again,) = xmpuzzle.read(b64decode(the("xmpuzzle", heard)["data"])).values()
    assert isinstance(again, TilingProblem)
    assert again.board == drawn.board.at_origin()
    assert [len(tile.orientations) for tile in again.tiles] == [
        len(tile.orientations) for tile in box.tiles
    ]


def xml(data: bytes) -> bytes:
    return gzip.decompress(data)


BARS = [Tile(Region.box(2, 1, 1), symmetries="rotations", times="any")]
ONE = xmpuzzle.write(TilingProblem(Region.box(2, 2, 1), BARS))


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "aucun puzzle de BurrTools n’a pu être lu"),
        (b"<!DOCTYPE x><puzzle/>", "aucun puzzle"),
        (ONE[:40], "truncated"),
        # A file of 46 kB that holds 47 MB, and one beyond the limit of the reader.
        (gzip.compress(b" " * 47_000_000), "aucun puzzle"),
        (gzip.compress(b"#" * 65_000_000, 1)[:45_000], "aucun puzzle"),
        (xml(ONE).replace(b'<voxel x="2" y="2"', b'<voxel x="999999" y="999999"'), "aucun puzzle"),
        (xmpuzzle.write(TilingProblem(Region.box(13, 2, 1), BARS)), "plus de 12 cubes"),
        (
            xmpuzzle.write(
                TilingProblem(
                    Region.box(2, 2, 1), [Tile(Region.box(11, 10, 6), symmetries="rotations")]
                )
            ),
            "une pièce de ce puzzle est trop grande",
        ),
        (
            xmpuzzle.write(
                TilingProblem(
                    Region.box(2, 1, 1),
                    [Tile(Region.box(2, 1, 1), symmetries="rotations", times=(0, 100))],
                )
            ),
            "au plus 60 pièces, chacune au plus 99 fois",
        ),
        (
            xmpuzzle.write(
                PackingProblem(
                    TilingProblem(Region.box(3, 1, 1), BARS),
                    optional=Region.box(3, 1, 1),
                    holes=(0, 1),
                )
            ),
            "limite le nombre de cases vides",
        ),
        (
            xmpuzzle.write(
                TilingProblem(
                    Region.box(2, 2, 1, lattice=SPHERES),
                    [
                        Tile(
                            Region.box(1, 1, 1, lattice=SPHERES),
                            symmetries="rotations",
                            times="any",
                        )
                    ],
                )
            ),
            "n’est pas fait de cubes",
        ),
    ],
)
def test_a_file_that_is_not_drawn_is_refused_with_a_reason(data: bytes, words: str) -> None:
    assert words in both(the("error", opened(data)))


def test_what_a_file_is() -> None:
    assert error({"v": 1, "id": 1, "ask": ["open"], "file": "***"}) == "file"
    assert error({"v": 1, "id": 1, "ask": ["open"], "file": ["x"]}) == "file"
    assert error({"v": 1, "id": 1, "ask": ["count"], "file": ""}) == "ask"
    mirrored = [BAR | {"symmetries": "all"}]
    asked = question("xmpuzzle", board=cubes(2, 1, 1), pieces=mirrored)
    assert "laissez chaque pièce tourner" in both(the("error", events(asked)))
    assert error(question("xmpuzzle", board=cubes(2, 1, 1), pieces=[])) == "pieces"
    assert error(question("xmpuzzle")) == "board"


# The modules of the page ------------------------------------------------------------------------


@pytest.mark.needs("nodejs")
def test_layers_are_the_cells_of_a_box(tmp_path: Path) -> None:
    width, height, depth = SIZE
    grid = [[x, y] for y in range(height * depth) for x in range(width)]
    code = f"""
const lattice = latticeOf({{ lattice: "cubes", width: {width}, height: {height}, depth: {depth} }});
const {{ place, placeOf, cell, grid, size }} = lattice;
show([size(), {json.dumps(grid)}.map((at) => ({{
  at, cell: cell(place(at)), back: grid(placeOf(cell(place(at)))), corners: corners(lattice, at),
  neighbors: neighbors(lattice, at), inside: inside(lattice, at, center(lattice, at)),
}}))])"""
    size, found = run_module("lattice", code, tmp_path)
    cells = {tuple(one["cell"]): one for one in found}
    assert set(cells) == set(Region.box(*SIZE))
    assert [one["back"] for one in found] == grid
    assert all(one["inside"] for one in found)
    of_place = {tuple(one["at"]): cell for cell, one in cells.items()}
    for cell, one in cells.items():
        places = {of_place[tuple(near)] for near in one["neighbors"] if tuple(near) in of_place}
        steps = [(1, 0, 0), (0, 1, 0), (0, 0, 1)]
        moved = {
            tuple(a + sign * b for a, b in zip(cell, step, strict=True))
            for step in steps
            for sign in (1, -1)
        }
        assert places == moved & set(cells)
    # No two cells of the picture overlap, and all are in it; a layer is drawn with y upward.
    spots = {tuple(min(one["corners"])) for one in found}
    assert len(spots) == len(found)
    for one in found:
        for x, y in one["corners"]:
            assert -1e-9 <= x <= size[0] + 1e-9
            assert -1e-9 <= y <= size[1] + 1e-9
    low, high = (cells[0, y, 0]["corners"][0][1] for y in (0, height - 1))
    assert low > high


@pytest.mark.needs("nodejs")
@pytest.mark.parametrize(
    ("key", "expected"),
    [
        ("soma", [tile.region for tile in catalogue.soma()]),
        ("tetracubes", one_sided(4, dimension=3)),
        ("pentacubes", one_sided(5, dimension=3)),
        ("flat", [tile.region for tile in catalogue.solid_pentominoes()]),
        ("bedlam", [tile.region for tile in catalogue.bedlam()]),
    ],
)
def test_each_set_of_cubes_is_that_of_the_package(
    key: str, expected: list[Region], tmp_path: Path
) -> None:
    code = f"""
const {{ artOf, artPlaces }} = $lattice;
const places = SETS.{key}[0]().map(({{ art }}) => artPlaces(art, "cubes"));
show(places.map((one) => [one, artPlaces(artOf(one, "cubes"), "cubes")]))"""
    found = [
        [Region(map(tuple, cells)) for cells in one]
        for one in run_module("palette", code, tmp_path)
    ]
    assert all(one.at_origin() == again.at_origin() for one, again in found)
    expected = list(expected)
    group = Region.box(2, 1, 1).lattice.rotations(3)
    assert len(found) == len(expected)
    assert {one.canonical(group) for one, _ in found} == {one.canonical(group) for one in expected}


@pytest.mark.needs("nodejs")
def test_a_link_keeps_a_box(tmp_path: Path) -> None:
    code = """
const piece = { name: "p", art: "**|*.", times: "2-5", turn: "rotations" };
const state = { ...blank(3, 2, "cubes", 4), cells: "111110" + "1".repeat(18),
  pieces: [piece], pins: [{ piece: 0, cells: [[1, 7]] }] };
const link = toFragment(state), asked = question(state, ["first"]);
const wrong = [["depth", 13], ["depth", 0], ["width", 13], ["height", 1e9], ["cells", "0"],
  ["lattice", "__proto__"], ["lattice", "square"], ["pieces", [{ ...piece, times: "5-2" }]],
  ["pieces", [{ ...piece, times: ["2-5"] }]]].map(([key, value]) => ({ ...state, [key]: value }));
const layered = { ...blank(2, 2), pieces: [{ ...piece, times: 1 }] };
const refused = [...wrong, { ...blank(2, 2), depth: 2 }, layered].map((one) => {
  try { fromFragment(toFragment(one)); return false; } catch { return true; }
});
const drawn = fromDrawn(asked);
const there = [["width", 4], ["height", 3], ["depth", 5], ["depth", 2]].map(([side, to]) =>
  resized(resized(state, side, to), side, state[side]));
show([link, fromFragment(link), state, asked, refused, drawn,
  asked.board.cells.map((cell) => down(state, [[...cell, 0.5]])[0]), there])"""
    link, back, state, asked, refused, drawn, grid, resized = run_module("state", code, tmp_path)
    assert link.startswith("3.")
    assert back == state == drawn
    assert refused == [True] * len(refused)
    assert len(grid) == len(state["cells"]) - 1
    assert grid[0] == [0, 0, 0.5]
    assert asked["pieces"][0]["cells"] == [[0, 0, 0], [1, 0, 0], [0, 0, 1]]
    assert asked["pieces"][0]["times"] == [2, 5]
    read_drawn(asked | {"fixed": []})
    # A layer or a side that was added is taken away again.
    assert resized[:3] == [state] * 3
    assert resized[3]["pins"] == []


def hit(cells: set[tuple[int, ...]], view: dict[str, float], x: float, y: float) -> Any:
    """The first cell that a ray through a point of the picture meets, by small steps."""
    turn, tilt = view["turn"], view["tilt"]
    toward = (sin(turn) * cos(tilt), -cos(turn) * cos(tilt), sin(tilt))
    right = (cos(turn), sin(turn), 0.0)
    upward = (-sin(turn) * sin(tilt), cos(turn) * sin(tilt), cos(tilt))
    for step in range(1600, -1600, -1):
        far = step / 100
        spot = [x * right[i] - y * upward[i] + far * toward[i] for i in range(3)]
        cell = tuple(int(at // 1) for at in spot)
        if cell in cells:
            return cell
    return None


@pytest.mark.needs("nodejs")
@pytest.mark.parametrize("turn", [0.7853981633974483, 2.4, 4.1, -1.0])
@pytest.mark.parametrize("tilt", [0.6154797086703873, -0.5, 1.4])
def test_the_nearest_face_is_painted_last(turn: float, tilt: float, tmp_path: Path) -> None:
    held = [
        cell
        for cell in product(range(3), repeat=3)
        if sum(3**i * at for i, at in enumerate(cell)) % 4
    ]
    view = {"turn": turn, "tilt": tilt, "apart": 0}
    blocks = [{"cells": held[::2]}, {"cells": held[1::2]}]
    faces = run_module(
        "solid", f"show(facesOf({json.dumps(blocks)}, {json.dumps(view)}))", tmp_path
    )
    seen = 0
    for i, j in product(range(-12, 24), repeat=2):
        x, y = i / 5 + 0.013, j / 5 + 0.017
        depths = [around(face["corners"], x, y) for face in faces]
        shown = [face for face, depth in zip(faces, depths, strict=True) if depth > 0]
        # Not near the border of a face.
        if shown and min(map(abs, depths)) > 0.03:
            nearest = hit(set(held), view, x, y)
            seen += 1
            assert tuple(shown[-1]["cell"]) == nearest, (x, y)
    assert seen > 30


def around(corners: list[list[float]], x: float, y: float) -> float:
    """How far inside a convex polygon a point is; negative outside."""
    sides = [
        (bx - ax) * (y - ay) - (by - ay) * (x - ax)
        for (ax, ay), (bx, by) in pairwise([*corners, corners[0]])
    ]
    return max(min(sides), -max(sides))


@pytest.mark.needs("nodejs")
def test_a_block_has_lines_where_it_ends_or_bends(tmp_path: Path) -> None:
    view = {"turn": 0.7, "tilt": 0.6, "apart": 0}
    whole = [{"cells": [list(cell) for cell in Region.box(2, 2, 2)]}]
    halves = [{"cells": [c for c in whole[0]["cells"] if c[2] == z]} for z in (0, 1)]
    views = json.dumps([view, view | {"apart": 1}])
    code = f"""show({json.dumps([whole, halves])}.map((blocks) => {views}.map((view) => {{
  const faces = facesOf(blocks, view);
  return [faces.length, faces.flatMap(({{ rims }}) => rims).length];
}})))"""
    # Three sides of four faces, each with eight edges at its border; two halves are parted by four
    # more edges on two sides.
    assert run_module("solid", code, tmp_path) == [[[12, 24], [16, 40]], [[12, 32], [16, 40]]]
