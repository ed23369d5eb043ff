"""The clauses of the tiling-by-SAT document: their models are the tilings."""

from __future__ import annotations

import json
import re
from itertools import product

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from combien import Region, Tile, TilingProblem, count, solutions
from combien.errors import BadInput, BadTiling
from combien.tilings.sat_document import TilingDocument, read_board, read_tile

L = "[[0,0],[0,1],[0,2],[1,2]]"
DOMINO = "[[0,0],[1,0]]"


def document(board: str, *tiles: str) -> TilingDocument:
    return TilingDocument(TilingProblem(read_board(board), [read_tile(tile) for tile in tiles]))


def lines(written: TilingDocument) -> list[str]:
    return [" ".join(map(written.literal, clause)) for clause in written]


def versions(tile: list[tuple[int, int]]) -> dict[int, set[tuple[int, int]]]:
    """The versions of a tile, by number: three turns to the right, the mirror image, its turns."""

    def home(cells: list[tuple[int, int]]) -> set[tuple[int, int]]:
        left, top = min(x for x, _ in cells), min(y for _, y in cells)
        return {(x - left, y - top) for x, y in cells}

    listed = []
    for cells in (tile, [(-x, y) for x, y in tile]):
        for _ in range(4):
            listed.append(home(cells))
            # With y down, the top becomes the right side after a turn to the right.
            cells = [(-y, x) for x, y in cells]
    return {number: cells for number, cells in enumerate(listed) if listed.index(cells) == number}


def by_definition(board: list[tuple[int, int]], tiles: list[list[tuple[int, int]]]) -> set[str]:
    """The clauses of the document, from cells with y down; versions as sets of names."""
    placed: dict[str, set[tuple[int, int]]] = {}
    for number, tile in enumerate(tiles):
        for version, turned in versions(tile).items():
            for x, y in product(range(-9, 9), repeat=2):
                cells_there = {(x + dx, y + dy) for dx, dy in turned}
                if cells_there <= set(board):
                    placed[f"P{8 * number + version}_{x}_{y}"] = cells_there
    found = {f"~{name} C_{x}_{y}" for name, cells in placed.items() for x, y in cells}
    for one, other in product(placed, repeat=2):
        if one < other and placed[one] & placed[other]:
            found.add(" ".join(sorted([f"~{one}", f"~{other}"])))
    for x, y in board:
        over = sorted(name for name, cells in placed.items() if (x, y) in cells)
        found |= {" ".join(over) or f"~C_{x}_{y}", f"C_{x}_{y}"}
    return found


def in_order(clause: str) -> str:
    return " ".join(sorted(clause.split())) if "C" not in clause else clause


boards = st.lists(st.text("#.", min_size=1, max_size=4), min_size=1, max_size=4)


@given(boards, st.lists(st.sampled_from([L, DOMINO, "[[5,-2]]", "[[0,0],[1,1]]"]), min_size=1))
@settings(max_examples=40)
def test_the_clauses_match_the_document(board: list[str], tiles: list[str]) -> None:
    assume(any("#" in line for line in board))
    tiles = list(dict.fromkeys(tiles))
    found = document("\n".join(board), *tiles)
    cells = [(x, y) for y, line in enumerate(board) for x, mark in enumerate(line) if mark == "#"]
    turned = [[tuple(pair) for pair in json.loads(tile)] for tile in tiles]
    assert set(map(in_order, lines(found))) == by_definition(cells, turned)
    clauses = list(found)
    assert (found.clause_count, found.literal_count) == (len(clauses), sum(map(len, clauses)))


def test_the_clauses_of_a_small_board() -> None:
    assert lines(document("###", DOMINO)) == [
        *("~P0_0_0 C_0_0", "~P0_0_0 C_1_0", "~P0_1_0 C_1_0", "~P0_1_0 C_2_0"),
        "~P0_0_0 ~P0_1_0",
        *("P0_0_0", "P0_0_0 P0_1_0", "P0_1_0"),
        *("C_0_0", "C_1_0", "C_2_0"),
    ]


def test_a_cell_that_nothing_covers_is_a_contradiction() -> None:
    """The original wrote no clause there, and such a board came out tiled."""
    written = lines(document("##.#", DOMINO))
    assert "~C_3_0" in written
    assert "C_3_0" in written


def test_every_corner_is_tried() -> None:
    """The original tried usable corners only, and missed this one."""
    corner = "[[1,0],[0,1],[1,1]]"
    found = document(".#\n##", corner)
    assert [name for name in map(found.name, range(1, 5)) if name.startswith("P")] == ["P0_0_0"]


def test_versions_of_several_tiles_are_numbered_on() -> None:
    found = document("####\n####", L, DOMINO)
    names = [found.name(variable) for variable in range(1, found.variable_count + 1)]
    assert len(set(names)) == len(names)
    numbers = {int(m[1]) for m in (re.match(r"P(\d+)_", name) for name in names) if m}
    # Four of the eight ways to turn the L are too high for this board.
    assert numbers == {1, 3, 5, 7} | {8, 9}


def test_versions_are_numbered_as_in_the_document() -> None:
    # Its examples, for the L that its program has: lying, with the foot below on the right.
    found = lines(document("#####\n" * 5, "[[0,0],[1,0],[2,0],[2,1]]"))
    for clause in ("~P0_2_1 C_3_1", "~P1_0_1 ~P2_1_1", "C_0_0"):
        assert in_order(clause) in map(in_order, found)
    assert "P0_0_0 P1_1_0" in lines(document("##\n.#", DOMINO))
    names = {name for clause in found for name in clause.split() if name.endswith("_0_0")}
    assert {f"P{number}_0_0" for number in range(8)} <= names
    for number, cells in {
        1: {(1, 0), (1, 1), (1, 2), (0, 2)},
        2: {(0, 0), (0, 1), (1, 1), (2, 1)},
        3: {(0, 0), (1, 0), (0, 1), (0, 2)},
        4: {(0, 0), (1, 0), (2, 0), (0, 1)},
    }.items():
        covered = {clause for clause in found if clause.startswith(f"~P{number}_0_0 C")}
        assert covered == {f"~P{number}_0_0 C_{x}_{y}" for x, y in cells}
    # Versions that look the same have the first number: the S has two, and two mirror images.
    s = document("###\n###\n###", "[[1,0],[2,0],[0,1],[1,1]]")
    numbers = {s.name(variable)[1] for variable in range(1, s.variable_count + 1)} - {"_"}
    assert numbers == {"0", "1", "4", "5"}


def test_models_are_tilings() -> None:
    sat = pytest.importorskip("pysat.solvers", reason="pip install python-sat")
    found = document("######\n######\n######\n######", L)
    tilings = set(solutions(found.tiling))
    assert len(tilings) == count(found.tiling) > 10
    with sat.Solver(name="cadical153", bootstrap_with=list(found)) as solver:
        read = [found.tiling.read(found.solution(model)) for model in solver.enum_models()]
    assert len(read) == len(tilings)
    assert set(read) == tilings


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "a tile is a list of coordinates, as"),
        ("[]", "a tile is a list of coordinates, as"),
        ("[[0,0],[0]]", "a tile is a list of coordinates, as"),
        ("[[0,0.5]]", "a tile is a list of coordinates, as"),
        ("[[0,true]]", "a tile is a list of coordinates, as"),
        ("{}", "a tile is a list of coordinates, as"),
        ("[" * 100_000, "a tile is a list of coordinates, as"),
        ("[[0,0],[1,0],[0,0]]", r"\[0, 0\] occurs twice in the tile"),
        (f"[[0,{10**9}]]", "coordinates are from -1000000 to 1000000, not"),
        (f"[[0,{'9' * 5000}]]", "a tile is a list of coordinates, as"),
        (str([[0, y] for y in range(10_001)]), "a tile of 10001 cells: the limit is 10000"),
    ],
)
def test_values_that_are_not_tiles_are_refused(text: str, message: str) -> None:
    with pytest.raises(BadTiling, match=message) as caught:
        read_tile(text)
    assert len(str(caught.value)) < 300


def test_refusals() -> None:
    with pytest.raises(BadTiling, match="a board without usable cells: draw at least one '#'"):
        read_board("...\n***")
    once = TilingProblem("**", [Tile("**")])
    with pytest.raises(BadTiling, match="lays a tile any number of times, not tile 0"):
        TilingDocument(once)
    cube = TilingProblem(Region.box(2, 1, 1), [Tile(Region.box(2, 1, 1), times="any")])
    with pytest.raises(BadTiling, match="is about flat boards of squares"):
        TilingDocument(cube)
    with pytest.raises(BadInput, match="contains variable 9, but there are 3"):
        document("##", DOMINO).solution([9])


def test_a_board_of_another_problem_has_its_corner() -> None:
    tiling = TilingProblem(Region.box(2, 2), [Tile("**", times="any")])
    found = TilingDocument(tiling, corner=(0, 1))
    assert [found.name(variable) for variable in range(1, 7)] == [
        *("P0_0_0", "P0_0_1"),
        *("C_0_0", "C_1_0", "C_0_1", "C_1_1"),
    ]
