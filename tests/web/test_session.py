"""Questions of the page and the events that answer them."""

from __future__ import annotations

import json
import re
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import combien
from combien import Region
from combien.errors import Cancelled
from combien.tilings import Tile, TilingProblem
from combien.web import session
from combien.web._page import page_files
from combien.web._trace import trace_steps
from combien.web.session import Event, answer
from tests.tilings.pentominoes import DRAWINGS
from tests.web.asking import DOMINO, box, error, events, kinds, question, the

PENTOMINOES = [
    {
        "name": name,
        "cells": [
            [x, -y]
            for y, row in enumerate(art.splitlines())
            for x, mark in enumerate(row)
            if mark == "*"
        ],
    }
    for name, art in DRAWINGS.items()
]
MUTILATED = box(4, 4, without=[(0, 0), (3, 3)])


def test_problem_comes_first_with_its_size() -> None:
    heard = events(question("problem"))
    assert kinds(heard) == ["problem", "done"]
    assert the("problem", heard) | {"ms": 0} == {
        "id": 1,
        "event": "problem",
        "ms": 0,
        "items": 16,
        "options": 24,
        "deadCells": [],
        "uselessPieces": [],
    }


def test_first_covers_each_cell_once() -> None:
    placements = the("first", events(question("first")))["placements"]
    cells = [tuple(cell) for one in placements for cell in one["cells"]]
    assert sorted(cells) == [(x, y) for x in range(4) for y in range(4)]
    assert all(one["piece"] == 0 for one in placements)


@pytest.mark.parametrize(
    ("width", "height", "count"), [(4, 4, 36), (8, 8, 12_988_816), (1, 1, 0), (3, 3, 0)]
)
def test_count(width: int, height: int, count: int) -> None:
    found = the("count", events(question("count", board=box(width, height))))
    assert (found["value"], found["upTo"]) == (str(count), "none")


def test_count_is_exact_beyond_the_numbers_of_javascript() -> None:
    found = the("count", events(question("count", board=box(16, 16))))
    assert found["value"] == "2444888770250892795802079170816"


def test_pentominoes_on_3_by_20_up_to_symmetry() -> None:
    asked = question("count", "upto", board=box(20, 3), pieces=PENTOMINOES)
    every, shapes = (event for event in events(asked) if event["event"] == "count")
    assert (every["value"], every["upTo"]) == ("8", "none")
    assert (shapes["value"], shapes["upTo"]) == ("2", "all")


def test_next_lists_each_tiling_once() -> None:
    seen: set[str] = set()
    position = ""
    for number in range(37):
        found = the("next", events(question("next", position=position)))
        assert found["last"] == (number == 36)
        if not found["last"]:
            seen.add(json.dumps(found["placements"]))
        position = found["position"]
    assert len(seen) == 36


def test_heat_of_one_piece_is_certain_everywhere() -> None:
    heat = the("heat", events(question("heat")))
    assert heat["total"] == "36"
    (share,) = heat["shares"]
    assert share["piece"] == 0
    assert sorted(share["cells"]) == [[x, y, 1.0] for x in range(4) for y in range(4)]


def test_heat_gives_each_cell_to_one_piece() -> None:
    pieces = [DOMINO, {"name": "dot", "cells": [[0, 0]], "times": 1}]
    heat = the("heat", events(question("heat", board=box(3, 3), pieces=pieces)))
    total: dict[tuple[int, int], float] = {}
    for share in heat["shares"]:
        for x, y, part in share["cells"]:
            total[x, y] = total.get((x, y), 0) + part
    assert set(total) == {(x, y) for x in range(3) for y in range(3)}
    assert all(abs(part - 1) < 0.001 for part in total.values())


def test_sample_depends_on_the_seed_only() -> None:
    def sample(seed: int) -> str:
        asked = question("sample", seed=seed, board=box(6, 6))
        return json.dumps(the("sample", events(asked))["placements"])

    assert sample(5) == sample(5)
    assert len({sample(seed) for seed in range(8)}) > 1


def test_area_is_compared_before_any_search() -> None:
    # An exhaustive search takes thousands of nodes.
    asked = question("first", board=box(10, 6, without=[(0, 5)]), pieces=PENTOMINOES)
    heard = events(asked | {"budget": {"nodes": 1}})
    assert the("none", heard)["code"] == "arithmetic"


# Reasons ------------------------------------------------------------------------------------------


def test_reason_of_the_mutilated_board_is_its_coloring() -> None:
    none = the("none", events(question("first", board=MUTILATED)))
    assert none["code"] == "weights"
    assert "chessboard" in none["text"]
    assert [len(group["cells"]) for group in none["groups"]] == [6, 8]
    colored = [cell for group in none["groups"] for cell in group["cells"]]
    assert sorted(colored) == sorted(MUTILATED["cells"])


def test_dead_cell_is_marked_in_the_problem_and_in_the_reason() -> None:
    board = {"cells": [[0, 0], [1, 0], [3, 0], [5, 0]]}
    heard = events(question("first", board=board))
    assert the("problem", heard)["deadCells"] == [[3, 0], [5, 0]]
    none = the("none", heard)
    assert [3, 0] in [cell for group in none["groups"] for cell in group["cells"]]


def test_piece_that_fits_nowhere() -> None:
    long = {"name": "long", "cells": [[x, 0] for x in range(6)], "times": 1}
    heard = events(question("why", pieces=[DOMINO, long]))
    assert the("problem", heard)["uselessPieces"] == [1]
    assert the("none", heard)["pieces"] == [1]


def test_why_shows_a_tiling_if_there_is_one() -> None:
    assert kinds(events(question("why"))) == ["problem", "first", "done"]


# Pins --------------------------------------------------------------------------------------------


def pin(*cells: list[int], piece: int = 0) -> dict[str, Any]:
    return {"piece": piece, "cells": list(cells)}


def test_pins_are_in_each_answer_and_the_rest_is_counted() -> None:
    held = pin([0, 0], [1, 0])
    heard = events(question("first", "count", fixed=[held]))
    placements = the("first", heard)["placements"]
    assert [one for one in placements if one.get("pinned")] == [held | {"pinned": True}]
    cells = [tuple(cell) for one in placements for cell in one["cells"]]
    assert len(cells) == len(set(cells)) == 16
    # The corner is covered across or upright, as often one as the other.
    assert the("count", heard)["value"] == "18"


@given(st.sampled_from([(0, 0), (1, 0), (2, 1), (3, 3)]))
def test_the_pins_of_a_cell_share_all_tilings(cell: tuple[int, int]) -> None:
    x, y = cell
    nearby = [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]
    total = 0
    for i, j in nearby:
        if 0 <= i < 4 and 0 <= j < 4:
            asked = question("count", fixed=[pin([x, y], [i, j])])
            total += int(the("count", events(asked))["value"])
    assert total == 36


def test_board_full_of_pins() -> None:
    asked = question("first", "count", board=box(2, 1), fixed=[pin([0, 0], [1, 0])])
    heard = events(asked)
    assert kinds(heard) == ["first", "count", "done"]
    assert the("count", heard)["value"] == "1"


def test_board_full_of_pins_with_a_piece_left_over() -> None:
    pieces = [DOMINO, {"name": "dot", "cells": [[0, 0]], "times": 1}]
    asked = question("first", board=box(2, 1), pieces=pieces, fixed=[pin([0, 0], [1, 0])])
    assert the("none", events(asked))["code"] == "arithmetic"


def test_a_piece_that_is_used_zero_times_is_left_out() -> None:
    dot = {"name": "dot", "cells": [[0, 0]], "times": 0}
    asked = ("count", "first", "export", "sequence")
    heard = events(question(*asked, board=box(2, 2), pieces=[dot, DOMINO]))
    assert the("count", heard)["value"] == "2"
    assert {placement["piece"] for placement in the("first", heard)["placements"]} == {1}
    assert "dot" not in the("export", heard)["python"] + the("export", heard)["cmb"]
    assert the("terms", heard)["terms"][:3] == ["1", "2", "5"]


def test_no_pieces_left_for_the_rest() -> None:
    once = DOMINO | {"times": 1}
    asked = question("why", pieces=[once], fixed=[pin([0, 0], [1, 0])])
    assert the("none", events(asked))["code"] == "arithmetic"


# Other lattices ----------------------------------------------------------------------------------


def test_hexagons_and_triangles() -> None:
    six = [[1, 0, -1], [0, 1, -1], [-1, 1, 0], [-1, 0, 1], [0, -1, 1], [1, -1, 0]]
    pair = {"cells": [[0, 0, 0], [1, 0, -1]], "times": "any"}
    ring = question("count", board={"lattice": "hexagons", "cells": six}, pieces=[pair])
    assert the("count", events(ring))["value"] == "2"
    # A hexagon of six triangles around a corner, and two of them as a lozenge.
    around = [[1, 1, -1], [-1, 1, -1], [-1, 1, 1], [-1, -1, 1], [1, -1, 1], [1, -1, -1]]
    lozenge = {"cells": [[1, 1, -1], [-1, 1, -1]], "times": "any"}
    hexagon = question("count", board={"lattice": "triangles", "cells": around}, pieces=[lozenge])
    assert the("count", events(hexagon))["value"] == "2"


# Nonograms and sudokus ---------------------------------------------------------------------------

SUDOKU = "..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3.."


@pytest.mark.parametrize(
    ("rows", "columns", "status", "boards"),
    [
        ([[2], [1]], [[2], [1]], "unique", 1),
        ([[1], [1]], [[1], [1]], "several", 2),
        ([[1, 1], [1, 1], [1]], [[1], [3], [1]], "none", 0),
    ],
)
def test_nonogram(
    rows: list[list[int]], columns: list[list[int]], status: str, boards: int
) -> None:
    asked = question("solve", nonogram={"rows": rows, "columns": columns})
    found = the("nonogram", events(asked))
    assert (found["status"], len(found["boards"])) == (status, boards)


def test_clues_of_a_drawn_picture() -> None:
    heard = events(question("solve", nonogram={"picture": ["#.#", "###"]}))
    clues = the("clues", heard)
    assert (clues["rows"], clues["columns"]) == ([[1, 1], [3]], [[2], [1], [2]])
    assert the("nonogram", heard)["boards"] == [["#.#", "###"]]


def test_a_nonogram_in_a_file() -> None:
    def heard(name: str, text: str) -> list[Event]:
        return events(question("solve", nonogram={"file": {"name": name, "text": text}}))

    said = heard("a.non", "width 3\nheight 2\n\nrows\n1,1\n3\n\ncolumns\n2\n1\n2\n")
    assert the("clues", said)["rows"] == [[1, 1], [3]]
    assert the("nonogram", said)["boards"] == [["#.#", "###"]]
    assert the("clues", heard("a.txt", "#.#\n###\n"))["columns"] == [[2], [1], [2]]
    for name, text, message in (
        ("a.non", "what?", "no nonogram could be read: line 1"),
        ("a", "", "no nonogram could be read"),
        ("a.txt", "#" * 101, "a board has 1 to 100 rows and columns"),
        ("a.txt", "#r.\n", "this nonogram has colors"),
    ):
        assert the("error", heard(name, text))["text"].startswith(message), text
    code = error(question("solve", nonogram={"file": "a.non"}))
    assert code == "nonogram"


def test_clues_that_do_not_fit_are_a_verdict() -> None:
    asked = question("solve", nonogram={"rows": [[3]], "columns": [[1], [1]]})
    found = the("nonogram", events(asked))
    assert (found["status"], found["text"]) == ("none", "row 1: 3 needs 3 cells, and there are 2")
    assert found["reason"]["code"] == "clue-too-long"


def test_hints_lead_to_the_picture() -> None:
    puzzle = {"rows": [[3], [1], [3]], "columns": [[3], [1, 1], [1, 1]]}
    board = ["???"] * 3
    for _ in range(9):
        heard = events(question("hint", nonogram=puzzle | {"board": board}))
        if "hint" not in kinds(heard):
            break
        hint = the("hint", heard)
        assert hint["text"]
        lines = [list(line) for line in board]
        for y, x, color in hint["cells"]:
            assert lines[y][x] == "?"
            lines[y][x] = "#" if color == 1 else "."
        board = ["".join(line) for line in lines]
    assert board == ["###", "#..", "###"]


def test_a_hint_obeys_the_budget() -> None:
    puzzle = {"rows": [[1]] * 30, "columns": [[1]] * 30}
    heard = events(question("hint", nonogram=puzzle, budget={"nodes": 100}))
    assert the("stopped", heard)["code"] == "budget"


def test_sudoku() -> None:
    heard = events(question("solve", "hint", sudoku=SUDOKU))
    (line,) = the("sudoku", heard)["solutions"]
    assert all(given in (".", digit) for given, digit in zip(SUDOKU, line, strict=True))
    ((row, column, digit),) = the("hint", heard)["cells"]
    assert line[9 * row + column] == str(digit)


def test_sudoku_with_two_solutions_and_with_none() -> None:
    empty = the("sudoku", events(question("solve", sudoku="." * 81)))
    assert (empty["status"], len(empty["solutions"])) == ("several", 2)
    wrong = "12345678." + "........9" + 63 * "."
    assert the("sudoku", events(question("solve", sudoku=wrong)))["status"] == "none"


# Stopping ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("asked", ["count", "first", "heat", "upto", "sample"])
def test_budget_ends_a_question(asked: str) -> None:
    heard = events(
        question(asked, board=box(12, 5), pieces=PENTOMINOES, budget={"nodes": 2, "seconds": 60})
    )
    assert kinds(heard) == ["problem", "stopped", "done"]
    stopped = the("stopped", heard)
    assert stopped["code"] == "budget"
    assert stopped["atLeast"].isdigit()


@pytest.mark.parametrize("asked", ["count", "first", "heat", "upto", "next", "why"])
def test_cancelled_by_the_host(asked: str) -> None:
    heard: list[Event] = []

    def emit(event: Event) -> None:
        if event["event"] == "progress":
            raise Cancelled
        heard.append(event)

    # Too much work for one slice.
    board = box(9, 9) if asked == "heat" else box(15, 15, without=[(0, 0), (0, 1)])
    pieces = [{"name": "I", "cells": [[x, 0] for x in range(3)], "times": "any"}, PENTOMINOES[0]]
    answer(json.dumps(question(asked, board=board, pieces=pieces, budget={"seconds": 60})), emit)
    assert [event["event"] for event in heard][-1] == "done"
    if "stopped" in kinds(heard):
        assert the("stopped", heard)["code"] == "cancelled"


def test_cancelled_count() -> None:
    heard: list[Event] = []

    def emit(event: Event) -> None:
        if event["event"] == "progress":
            raise Cancelled
        heard.append(event)

    answer(json.dumps(question("count", board=box(20, 6), pieces=PENTOMINOES * 2)), emit)
    # A slow machine may still build the problem.
    assert kinds(heard)[-2:] == ["stopped", "done"]
    assert the("stopped", heard)["code"] == "cancelled"


# Wrong questions ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"v": 2}, "version"),
        ({"v": None}, "version"),
        ({"id": -1}, "id"),
        ({"id": "1"}, "id"),
        ({"id": True}, "id"),
        ({"ask": "count"}, "ask"),
        ({"ask": [1]}, "ask"),
        ({"ask": ["everything"]}, "ask"),
        ({"board": None}, "board"),
        ({"board": []}, "board"),
        ({"board": {"lattice": "quasicrystal", "cells": [[0, 0]]}}, "lattice"),
        ({"board": {"lattice": {}, "cells": [[0, 0]]}}, "lattice"),
        ({"board": {"cells": []}}, "cells"),
        ({"board": {"cells": [[0]]}}, "cells"),
        ({"board": {"cells": [[0, 0, 0]]}}, "cells"),
        ({"board": {"cells": [[0, 0.5]]}}, "cells"),
        ({"board": {"cells": [[0, True]]}}, "cells"),
        ({"board": {"cells": [[0, 10**30]]}}, "cells"),
        ({"board": {"cells": {"0": [0, 0]}}}, "cells"),
        ({"pieces": None}, "pieces"),
        ({"pieces": [[]]}, "pieces"),
        ({"pieces": [DOMINO] * 201}, "pieces"),
        ({"pieces": [DOMINO | {"cells": []}]}, "cells"),
        ({"pieces": [DOMINO | {"name": 7}]}, "pieces"),
        ({"pieces": [DOMINO | {"name": "x" * 41}]}, "pieces"),
        ({"pieces": [DOMINO | {"symmetries": "some"}]}, "pieces"),
        ({"pieces": [DOMINO | {"symmetries": []}]}, "pieces"),
        ({"pieces": [DOMINO | {"times": -1}]}, "pieces"),
        ({"pieces": [DOMINO | {"times": 10**9}]}, "pieces"),
        ({"pieces": [DOMINO | {"times": [3, 2]}]}, "pieces"),
        ({"pieces": [DOMINO | {"times": True}]}, "pieces"),
        ({"fixed": {}}, "fixed"),
        ({"fixed": [pin([0, 0], [1, 0], piece=1)]}, "fixed"),
        ({"fixed": [pin([0, 0], [1, 1])]}, "fixed"),
        ({"fixed": [pin([3, 0], [4, 0])]}, "fixed"),
        ({"fixed": [pin([0, 0], [1, 0]), pin([1, 0], [2, 0])]}, "fixed"),
        (
            {
                "pieces": [DOMINO | {"times": 1}],
                "fixed": [pin([0, 0], [1, 0]), pin([2, 0], [3, 0])],
            },
            "fixed",
        ),
        ({"budget": 5}, "budget"),
        ({"budget": {"hours": 1}}, "budget"),
        ({"budget": {"seconds": -1}}, "budget"),
        ({"budget": {"seconds": 1e9}}, "budget"),
        ({"budget": {"seconds": "5"}}, "budget"),
        ({"budget": {"nodes": 1.5}}, "budget"),
        ({"budget": {"nodes": -1}}, "budget"),
    ],
)
def test_wrong_question_of_a_board(fields: dict[str, Any], code: str) -> None:
    assert error(question("count") | fields) == code


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        (question("sample", seed="x"), "seed"),
        (question("next", position=3), "position"),
        (question("solve", sudoku="123"), "sudoku"),
        (question("solve", sudoku=["."] * 81), "sudoku"),
        (question("solve", sudoku="x" * 81), "sudoku"),
        (question("count", sudoku=SUDOKU), "ask"),
        (question("solve", nonogram=[]), "nonogram"),
        (question("solve", nonogram={"rows": [[1]]}), "nonogram"),
        (question("solve", nonogram={"rows": [[0]], "columns": [[1]]}), "nonogram"),
        (question("solve", nonogram={"rows": [[1]] * 101, "columns": [[1]]}), "nonogram"),
        (question("solve", nonogram={"rows": [[10**9]], "columns": [[1]]}), "nonogram"),
        (question("solve", nonogram={"picture": ["#" * 101]}), "nonogram"),
        (question("solve", nonogram={"picture": []}), "nonogram"),
        (question("count", nonogram={"picture": ["#"]}), "ask"),
    ],
)
def test_other_wrong_questions(asked: dict[str, Any], code: str) -> None:
    heard = events(asked)
    assert the("error", heard)["code"] == code


def test_position_of_another_problem_is_an_error() -> None:
    position = the("next", events(question("next")))["position"]
    heard = events(question("next", board=box(4, 3), position=position))
    assert kinds(heard) == ["problem", "error", "done"]
    assert kinds(events(question("next", position="nonsense"))) == ["problem", "error", "done"]


@pytest.mark.parametrize(
    "text", ["", "{", "[]", "null", "7", '{"v": 1e999}', "\ud800", b"\xff\xfe", "[" * 50_000]
)
def test_text_that_is_not_a_question(text: str | bytes) -> None:
    assert error(text) in ("not-json", "version")


def test_question_that_is_too_long() -> None:
    assert error(json.dumps(question("count", more="x" * 70_000))) == "too-long"


def test_deep_json_inside_a_question() -> None:
    deep = "[" * 20_000 + "]" * 20_000
    assert error('{"v": 1, "id": 1, "ask": ["count"], "board": ' + deep + "}") in (
        "board",
        "not-json",
    )


def test_number_with_very_many_digits() -> None:
    text = '{"v": 1, "id": ' + "9" * 10_000 + ', "ask": []}'
    assert error(text) in ("not-json", "id")


def test_largest_board_is_accepted_and_a_larger_one_is_refused() -> None:
    assert kinds(events(question("problem", board=box(64, 64)))) == ["problem", "done"]
    assert error(question("problem", board=box(64, 65))) == "cells"


def test_largest_board_under_a_small_budget() -> None:
    asked = question("first", "heat", board=box(64, 64), budget={"seconds": 0.2})
    assert set(kinds(events(asked))) <= {"problem", "first", "heat", "stopped", "error", "done"}


def test_building_is_within_the_budget() -> None:
    heard = events(question("first", budget={"seconds": 0}))
    assert kinds(heard) == ["stopped", "done"]
    stopped = the("stopped", heard)
    assert stopped["text"] == "no answer within 0 s"
    assert stopped["reason"] == {"code": "ended-seconds", "values": {"seconds": "0"}}


def test_building_can_be_cancelled(monkeypatch: pytest.MonkeyPatch) -> None:
    heard: list[Event] = []

    def emit(event: Event) -> None:
        if event["event"] == "progress":
            raise Cancelled
        heard.append(event)

    monkeypatch.setattr(session, "PROGRESS_SECONDS", 0)
    answer(json.dumps(question("problem", board=box(64, 64))), emit)
    assert kinds(heard) == ["stopped", "done"]


def test_trace_can_be_stopped() -> None:
    seen: list[int] = []

    def stop(events: int) -> None:
        seen.append(events)
        if len(seen) == 3:
            raise Cancelled

    with pytest.raises(Cancelled):
        trace_steps(
            TilingProblem(Region.box(8, 8), [Tile("**", symmetries="all", times="any")]), pause=stop
        )
    assert seen == [0, 1000, 2000]


def test_repeated_cells_are_refused() -> None:
    asked = question("count", board={"cells": [[0, 0], [1, 0], [0, 0]]})
    error = the("error", events(asked))
    assert (error["code"], "(0, 0) is given twice" in error["text"]) == ("BadRegion", True)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=10,
)


@given(
    st.sampled_from(["board", "pieces", "fixed", "budget", "ask", "nonogram", "sudoku", "seed"]),
    json_values,
)
def test_any_value_in_a_question_gets_an_answer(field: str, value: object) -> None:
    events(question("first", "problem") | {field: value})


# Exact cover of pairs: the oracle is a count by hand.
@given(st.sets(st.tuples(st.integers(0, 3), st.integers(0, 2)), min_size=1, max_size=8))
def test_count_agrees_with_the_definition(cells: set[tuple[int, int]]) -> None:
    drawn = [list(cell) for cell in sorted(cells)]
    heard = events(question("count", board={"cells": drawn}))
    pairs = [{a, b} for a, b in combinations(cells, 2) if abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1]
    expected = sum(
        set().union(*chosen) == cells for chosen in combinations(pairs, len(cells) // 2)
    ) * (len(cells) % 2 == 0)
    assert the("count", heard)["value"] == str(expected)


def test_names_of_the_errors_match_the_package() -> None:
    assert issubclass(Cancelled, combien.CombienError)


def test_a_board_with_too_many_placements_is_refused_before_they_are_built() -> None:
    board = [[x, y] for x in range(64) for y in range(64)]
    piece = {"cells": [[x, y] for x in range(16) for y in range(15)], "times": "any"}
    asked = {"v": 1, "id": 1, "ask": ["first"], "board": {"cells": board}, "pieces": 10 * [piece]}
    seen: list[Event] = []
    answer(json.dumps(asked, separators=(",", ":")), seen.append)
    assert [event.get("code") for event in seen] == ["too-large", None]


def test_the_tiling_of_the_gallery_is_one() -> None:
    text = page_files()["gallery.js"].decode()
    (rows,) = re.findall(r"const SOLVED = (\[.*?\]);", text)
    cells: dict[str, list[tuple[int, int]]] = {}
    for y, row in enumerate(json.loads(rows)):
        for x, letter in enumerate(row):
            cells.setdefault(letter, []).append((x, y))
    assert set(cells) == set(DRAWINGS)
    for letter, own in cells.items():
        tile = Tile(DRAWINGS[letter], symmetries="all")
        assert combien.count(TilingProblem(Region(own), [tile])) == 1, letter
