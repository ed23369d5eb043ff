"""Boards with cells that may stay empty and with colors: questions, files of BurrTools, links."""

from __future__ import annotations

import io
import json
from base64 import b64decode, b64encode
from collections.abc import Iterator, Sequence
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import combien
from combien import Paint, Region
from combien.tilings import PackingProblem, Tile, TilingProblem, xmpuzzle
from combien.web._reading import COLORS
from combien.web._solids import PAGE_COLORS
from tests.web.asking import Cells, error, events, kinds, question, the
from tests.web.modules import run_module
from tests.web.test_statements import both

Colored = frozenset[tuple[tuple[int, int], str]]


def board(cells: Cells, optional: Cells = [], colors: str = "") -> dict[str, Any]:  # noqa: B006
    more = {"colors": colors} if colors else {}
    return {"lattice": "square", "cells": cells, "optional": optional, **more}


def piece(cells: Cells, colors: str = "", **fields: Any) -> dict[str, Any]:
    more = {"colors": colors} if colors else {}
    return {"cells": cells, "times": "any", "symmetries": "rotations", **more, **fields}


def rotations(cells: Cells, colors: str) -> Iterator[Colored]:
    """A colored piece in its four positions, with its least coordinates at the origin."""
    marked = [(x, y, color) for (x, y), color in zip(cells, colors, strict=True)]
    for _ in range(4):
        marked = [(-y, x, color) for x, y, color in marked]
        left, low = min(x for x, _, _ in marked), min(y for _, y, _ in marked)
        yield frozenset(((x - left, y - low), color) for x, y, color in marked)


def packings(
    under: dict[tuple[int, int], str],
    optional: set[tuple[int, int]],
    pieces: Sequence[tuple[Cells, str]],
    allowed: set[str],
) -> int:
    """The definition: at the first cell that is left lies a piece whose colors fit, or nothing."""
    if not under:
        return 1
    first, *_ = sorted(under)
    rest = {cell: color for cell, color in under.items() if cell != first}
    found = packings(rest, optional, pieces, allowed) if first in optional else 0
    for cells, colors in pieces:
        for shape in set(rotations(cells, colors)):
            for (ax, ay), _ in shape:
                laid = {(x - ax + first[0], y - ay + first[1]): color for (x, y), color in shape}
                fits = all(
                    cell in under and ("." in (own, under[cell]) or own + under[cell] in allowed)
                    for cell, own in laid.items()
                )
                if fits:
                    left = {cell: color for cell, color in under.items() if cell not in laid}
                    found += packings(left, optional, pieces, allowed)
    return found


SIDES = [[x, y] for x in range(3) for y in range(3)]
MARKS = st.sampled_from(".ab")


@settings(max_examples=40, deadline=None)
@given(st.data())
def test_a_count_is_that_of_the_definition(data: st.DataObject) -> None:
    cells = data.draw(st.lists(st.sampled_from(SIDES), min_size=1, unique_by=tuple))
    optional = data.draw(st.lists(st.sampled_from(cells), unique_by=tuple))
    below = "".join(data.draw(MARKS) for _ in cells)
    own = "".join(data.draw(MARKS) for _ in range(5))
    allowed = data.draw(st.none() | st.lists(st.sampled_from(["aa", "ab", "ba", "bb"])))
    shapes = [([[0, 0], [1, 0]], own[:2]), ([[0, 0], [1, 0], [1, 1]], own[2:])]
    asked = question(
        "count",
        board=board(cells, optional, below),
        pieces=[piece(held, colors) for held, colors in shapes],
        **({} if allowed is None else {"allowed": allowed}),
    )
    heard = events(asked)
    # Without paint on a piece, the colors of the board mean nothing.
    expected = packings(
        {(x, y): color for (x, y), color in zip(cells, below, strict=True)},
        {(x, y) for x, y in optional},
        shapes,
        {"aa", "bb"} if allowed is None else set(allowed),
    )
    assert the("count", heard)["value"] == str(expected)


ROW = [[x, 0] for x in range(5)]
BAR = piece([[0, 0], [1, 0]], "ab")
LOOSE = board(ROW, [[0, 0], [4, 0]], "a....")


def test_every_question_about_a_packing() -> None:
    asked = ("first", "count", "upto", "heat", "next", "sample", "why", "export")
    heard = events(question(*asked, board=LOOSE, pieces=[BAR]))
    assert set(kinds(heard)) == {
        "problem",
        "first",
        "count",
        "heat",
        "next",
        "sample",
        "export",
    } | {"done"}
    # ab, then another bar either way: 2 ways; or the first cell stays empty: 2 x 2.
    assert [event["value"] for event in heard if event["event"] == "count"] == ["6", "6"]
    assert the("heat", heard)["total"] == "6"
    program = the("export", heard)
    assert program["cmb"] is None
    said = io.StringIO()
    with redirect_stdout(said):
        exec(program["python"], {})
    assert said.getvalue() == "6\n"


def test_pins_of_a_packing() -> None:
    pin = {"piece": 0, "cells": [[1, 0], [2, 0]]}
    heard = events(question("first", "count", board=LOOSE, pieces=[BAR], fixed=[pin]))
    # The bar at the pin and the one beyond it lie either way.
    assert the("count", heard)["value"] == "4"
    placements = the("first", heard)["placements"]
    assert placements[0] == {**pin, "pinned": True}
    assert len(placements) == 2
    # The color of the board does not allow it.
    wrong = [{"piece": 0, "cells": [[0, 0], [1, 0]]}]
    clash = board(ROW, [[4, 0]], "c....")
    assert (
        the("count", events(question("count", board=clash, pieces=[BAR], fixed=wrong)))["value"]
        == "0"
    )
    twice = question("count", board=LOOSE, pieces=[BAR | {"times": 0}], fixed=[pin])
    assert error(twice) == "fixed"


def test_what_is_not_asked_of_a_packing() -> None:
    for ask, words in (("trace", "recherche"), ("sequence", "une suite")):
        heard = events(question(ask, board=LOOSE, pieces=[BAR]))
        assert words in both(the("error", heard))


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"board": LOOSE | {"optional": [[5, 0]]}}, "cells"),
        ({"board": LOOSE | {"optional": "all"}}, "cells"),
        ({"board": LOOSE | {"optional": [[0, 0, 0]]}}, "cells"),
        ({"board": LOOSE | {"optional": [[[0], 0]]}}, "cells"),
        ({"board": LOOSE | {"colors": "a"}}, "colors"),
        ({"board": LOOSE | {"colors": "z...."}}, "colors"),
        ({"board": LOOSE | {"colors": ["a"] * 5}}, "colors"),
        ({"pieces": [BAR | {"colors": "abc"}]}, "colors"),
        ({"allowed": "ab"}, "allowed"),
        ({"allowed": ["abc"]}, "allowed"),
        ({"allowed": [["a", "b"]]}, "allowed"),
    ],
)
def test_rules_are_checked(changes: dict[str, Any], code: str) -> None:
    assert error(question("count", **({"board": LOOSE, "pieces": [BAR]} | changes))) == code


# Files ------------------------------------------------------------------------------------------

BOX = Region.box(3, 2, 1)


def opened(problem: PackingProblem) -> list[Any]:
    data = b64encode(xmpuzzle.write(problem)).decode()
    return events({"v": 1, "id": 1, "ask": ["open"], "file": data})


def packing(**rules: Any) -> PackingProblem:
    bar = Tile(Region.box(2, 1, 1), symmetries="rotations", times=(0, 3))
    return PackingProblem(TilingProblem(BOX, [bar]), **rules)


def test_a_packing_opens_and_is_written_again() -> None:
    problem = packing(
        optional=Region([(0, 0, 0), (2, 1, 0)]),
        paints={0: Paint(cells={(0, 0, 0): "#d55e00", (1, 0, 0): "#123456"})},
        colors={(1, 0, 0): "#0072b2", (2, 0, 0): "#123456"},
        allowed=[("#123456", "#123456"), ("#d55e00", "#0072b2")],
    )
    (drawn,) = the("opened", opened(problem))["problems"]
    # The colors of the page keep their letters.
    assert drawn["pieces"][0]["colors"] == "ac"
    assert sorted(drawn["board"]["optional"]) == [[0, 0, 0], [2, 1, 0]]
    assert sorted(drawn["board"]["colors"]) == list("....bc")
    assert drawn["allowed"] == ["ab", "cc"]
    asked = question(
        "count", "xmpuzzle", **{key: drawn[key] for key in ("board", "pieces", "allowed")}
    )
    heard = events(asked)
    assert the("count", heard)["value"] == str(combien.count(problem))
    (again,) = xmpuzzle.read(b64decode(the("xmpuzzle", heard)["data"])).values()
    assert isinstance(again, PackingProblem)
    assert combien.count(again) == combien.count(problem)
    assert set(again.paints[0].cells.values()) == {"#d55e00", "#009e73"}
    assert sorted(again.allowed or ()) == [("#009e73", "#009e73"), ("#d55e00", "#0072b2")]


def test_packings_that_the_page_does_not_draw() -> None:
    assert "limite le nombre" in both(the("error", opened(packing(holes=(0, 1)))))
    many = {cell: f"#00000{number}" for number, cell in enumerate(BOX)}
    crowded = packing(
        paints={0: Paint(cells={(at, 0, 0): f"#11000{at}" for at in range(2)})}, colors=many
    )
    assert len(many) + 2 == len(COLORS)
    assert the("opened", opened(crowded))["problems"]
    wide = Region.box(7, 1, 1)
    base = TilingProblem(wide, [Tile(Region.box(2, 1, 1), symmetries="rotations", times="any")])
    more = PackingProblem(
        base,
        paints={0: Paint(cells={(at, 0, 0): f"#11000{at}" for at in range(2)})},
        colors={cell: f"#00000{number}" for number, cell in enumerate(wide)},
    )
    assert "plus de 8 couleurs" in both(the("error", opened(more)))


@pytest.mark.needs("nodejs")
def test_the_page_has_the_same_colors(tmp_path: Path) -> None:
    assert run_module("svg", "show(INKS)", tmp_path) == {
        letter: color for color, letter in PAGE_COLORS.items()
    }
    assert run_module("state", "show(LETTERS)", tmp_path) == COLORS


# The modules of the page ------------------------------------------------------------------------


@pytest.mark.needs("nodejs")
def test_a_link_keeps_colors_and_cells_that_may_stay_empty(tmp_path: Path) -> None:
    code = """
const base = { ...blank(3, 2, "cubes", 2), cells: "12aA0" + "1".repeat(7) };
const piece = { name: "p", art: "*a|b*", times: 1, turn: "rotations" };
const state = { ...base, pieces: [piece], allowed: ["ab", "ba"] };
const flat = { ...blank(2, 1), cells: "2b", allowed: [] };
const asked = question(state, ["first"]);
const refused = [
  { allowed: ["abc"] }, { allowed: "ab" }, { allowed: Array(65).fill("aa") },
  { cells: "9".repeat(12) }, { pieces: [{ ...piece, art: "*z" }] },
  { pieces: [{ ...piece, art: "./." }] },
].map((changes) => {
  try { fromFragment(toFragment({ ...state, ...changes })); return false; } catch { return true; }
});
const links = [state, flat, blank(2, 2)].map(toFragment);
show([links[0].slice(0, 2), fromFragment(links[0]), state, fromDrawn(asked), asked, refused,
  fromFragment(links[1]), flat, links[2].slice(0, 2)])"""
    kind, back, state, drawn, asked, refused, flat, same, plain = run_module(
        "state", code, tmp_path
    )
    assert (kind, plain) == ("4.", "1.")
    assert back == state == drawn
    assert flat == same
    assert refused == [True] * len(refused)
    assert asked["board"]["colors"] == "..aa......."
    assert asked["pieces"][0]["colors"] == ".ab."
    assert len(asked["board"]["optional"]) == 2
    assert kinds(events({**asked, "id": 1}))[-1] == "done"


@pytest.mark.needs("nodejs")
def test_images_of_a_stroke_are_symmetries_of_the_box(tmp_path: Path) -> None:
    code = """
const moved = (images) => images.map((image) => box.map((at) => image(at, [3, 3, 3])));
show(Object.fromEntries(Object.entries(IMAGES).map(([key, images]) => [key, moved(images)])))"""
    box = [(i % 3, i // 3 % 3, i // 9) for i in range(27)]
    found = run_module("inks", f"const box = {json.dumps(box)};{code}", tmp_path)
    distances = {
        (a, b): sum((x - y) ** 2 for x, y in zip(a, b, strict=True)) for a in box for b in box
    }
    assert found["none"] == []
    for images in found.values():
        for image in images:
            goes = dict(zip(box, map(tuple, image), strict=True))
            assert sorted(goes.values()) == sorted(box)
            assert all(
                distances[goes[a], goes[b]] == distance for (a, b), distance in distances.items()
            )
