"""Unique boards, sets of pieces, rectangles and as many pieces as fit: against slow definitions."""

from __future__ import annotations

from functools import cache
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import combien
from combien import OutOfBudget, PackingProblem, Region, Tile, TilingProblem
from combien.design import SetSearch, most_pieces, piece_sets, rectangle_packing, unique_boards
from combien.design._punctured import PuncturedBoard
from combien.errors import BadTiling, Disagreement
from combien.tilings import Paint, catalogue

L = Tile("*.\n**", symmetries="all", times=5, name="L")
PENTOMINOES = catalogue.pentominoes()
# Sets of four of these cover twenty cells.
NINE = PENTOMINOES[:9]


def holes_by_definition(problem: TilingProblem, holes: int) -> set[frozenset[tuple[int, ...]]]:
    """All sets of holes that leave exactly one tiling, by asking each."""
    return {
        frozenset(chosen)
        for chosen in combinations(problem.board, holes)
        if combien.count(TilingProblem(problem.board - Region(chosen), problem.tiles)) == 1
    }


def orbit(board: Region, holes: Region) -> set[frozenset[tuple[int, ...]]]:
    low = board.low
    found = set()
    for symmetry in board.lattice.all(2):
        image = board.moved(symmetry)
        if image.at_origin() == board.at_origin():
            vector = tuple(map(int.__sub__, low, image.low))
            found.add(frozenset(tuple(map(int.__add__, symmetry(c), vector)) for c in holes))
    return found


def test_a_board_that_only_seems_unique_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    tilings = PuncturedBoard.tilings
    monkeypatch.setattr(
        PuncturedBoard, "tilings", lambda *given, **asked: tilings(*given, **asked)[:1]
    )
    dominoes = TilingProblem(Region.box(4, 4), [Tile("**", symmetries="all", times=7)])
    with pytest.raises(Disagreement, match=r"tilings without .*: 1 as derived, but \d+ by"):
        unique_boards(dominoes, holes=2)


@pytest.mark.parametrize(
    ("board", "tile", "holes"),
    [
        (Region.box(4, 4), L, 1),
        (Region.box(4, 3), Tile("**", symmetries="all", times=5), 2),
        (Region.box(4, 3), Tile("***", symmetries="all", times=3), 3),
        (Region.from_art("***\n***\n**."), Tile("**", symmetries="none", times=3), 2),
    ],
)
def test_unique_boards_against_the_definition(board: Region, tile: Tile, holes: int) -> None:
    problem = TilingProblem(board, [tile])
    found = unique_boards(problem, holes=holes, limit=None)
    wanted = holes_by_definition(problem, holes)
    images = set()
    for one in found.boards:
        assert one.board | one.holes == board
        assert one.tiling.board == one.board
        # A tile that may not turn has the symmetries of the problem only.
        images |= orbit(board, one.holes) & wanted
    assert found.complete
    assert images == wanted
    assert found.fewest == 1


def test_a_seed() -> None:
    pieces = [tile for tile in PENTOMINOES if tile.name in "LPVWY"]
    problem = TilingProblem(Region.box(6, 5), pieces)
    found = unique_boards(problem, holes=5, seed=3, nodes=300_000)
    again = unique_boards(problem, holes=5, seed=3, nodes=300_000)
    assert found == again
    assert len(found.boards) == 1
    (one,) = found.boards
    assert combien.count(TilingProblem(one.board, pieces)) == 1
    assert found.spent <= 300_000


def test_a_budget_keeps_what_was_found() -> None:
    problem = TilingProblem(Region.box(8, 8), PENTOMINOES)
    found = unique_boards(problem, holes=4, seed=0, nodes=1000)
    assert (found.boards, found.complete) == ((), False)
    assert found.spent <= 1000
    reports: list[object] = []
    unique_boards(TilingProblem(Region.box(4, 4), [L]), holes=1, report=reports.append)
    assert len(reports) == 1


def test_refused_boards() -> None:
    problem = TilingProblem(Region.box(4, 4), [L])
    with pytest.raises(BadTiling, match="holes=2 leaves 14 cells, and the tiles cover 15"):
        unique_boards(problem, holes=2)
    with pytest.raises(BadTiling, match="the board has 16 cells"):
        unique_boards(problem, holes=16)


@cache
def sets_for_twenty_cells() -> SetSearch:
    return piece_sets(Region.box(5, 4), NINE, solutions=(1, None), limit=None)


def test_sets_against_the_definition() -> None:
    board = Region.box(5, 4)
    found = sets_for_twenty_cells()
    wanted = {}
    for chosen in combinations(NINE, 4):
        number = combien.count(TilingProblem(board, chosen))
        if number:
            wanted[tuple(tile.name for tile in chosen)] = number
    assert {one.names: one.solutions for one in found.sets} == wanted
    assert (found.tried, found.complete) == (126, True)
    fewest = min(wanted.values())
    few = piece_sets(board, NINE, solutions=(1, fewest), limit=None)
    assert {one.names for one in few.sets} == {n for n, s in wanted.items() if s == fewest}


def test_hardness() -> None:
    every = sets_for_twenty_cells().sets
    hard = sorted(one.hardness for one in every)[-3]
    found = piece_sets(
        Region.box(5, 4), NINE, solutions=(1, None), hardness=(hard, None), limit=None
    )
    assert {one.names for one in found.sets} == {one.names for one in every if one.hardness >= hard}


def test_sets_with_repeated_pieces() -> None:
    tiles = [Tile("**", times=3, name="I"), Tile("*", times=2, name="o")]
    found = piece_sets("****", tiles, solutions=(1, None), limit=None)
    assert {one.names: one.solutions for one in found.sets} == {("I", "I"): 1, ("I", "o", "o"): 3}


def test_sets_with_a_seed() -> None:
    found = piece_sets(Region.box(5, 5), PENTOMINOES, solutions=(1, 8), limit=3, seed=5)
    assert len({one.names for one in found.sets}) == 3
    assert found == piece_sets(Region.box(5, 5), PENTOMINOES, solutions=(1, 8), limit=3, seed=5)
    for one in found.sets:
        assert combien.count(TilingProblem(Region.box(5, 5), one.tiles)) == one.solutions
    with pytest.raises(BadTiling, match="no set of these pieces covers 16 cells"):
        piece_sets(Region.box(4, 4), PENTOMINOES)


sides = st.tuples(st.integers(1, 3), st.integers(1, 3))


@settings(max_examples=40)
@given(st.lists(sides, min_size=1, max_size=4), st.booleans())
def test_rectangles_against_the_definition(given: list[tuple[int, int]], rotate: bool) -> None:
    width, height = 4, 3

    def ways(left: tuple[tuple[int, int], ...], taken: frozenset[tuple[int, int]]) -> set[object]:
        if not left:
            return {frozenset()}
        (w, h), *rest = left
        found: set[object] = set()
        for a, b in {(w, h), (h, w)} if rotate else {(w, h)}:
            for x in range(width - a + 1):
                for y in range(height - b + 1):
                    cells = frozenset((x + i, y + j) for i in range(a) for j in range(b))
                    if not cells & taken:
                        for more in ways(tuple(rest), taken | cells):
                            found.add(frozenset([*more, cells]))  # type: ignore[misc]
        return found

    fits = all(h <= height or (rotate and w <= height) for w, h in given)
    if sum(w * h for w, h in given) > width * height or not fits:
        with pytest.raises(BadTiling):
            rectangle_packing(width, height, given, rotate=rotate)
        return
    problem = rectangle_packing(width, height, given, rotate=rotate)
    assert combien.count(problem) == len(ways(tuple(given), frozenset()))


def test_squared_rectangles() -> None:
    moron = [(side, side) for side in (18, 15, 14, 10, 9, 8, 7, 4, 1)]
    assert combien.count(rectangle_packing(33, 32, moron)) == 4
    with pytest.raises(BadTiling, match="a rectangle of 5x2 does not fit into 4x3"):
        rectangle_packing(4, 3, [(5, 2)])
    with pytest.raises(BadTiling, match="expected a width and a height from 1 to 1000"):
        rectangle_packing(4, 3, [(0, 2)])


def test_most_pieces_against_the_definition() -> None:
    board = Region.box(4, 3)
    tiles = [tile for tile in PENTOMINOES if tile.name in "LPUX"]
    most = 0
    for number in range(1, 4):
        for chosen in combinations(tiles, number):
            holes = len(board) - 5 * number
            if holes >= 0 and combien.exists(
                PackingProblem(TilingProblem(board, chosen), holes=holes)
            ):
                most = number
    (best,) = most_pieces(TilingProblem(board, tiles))
    assert best.cost == most == len(best.solution.placements) == 2
    bars = TilingProblem(board, [Tile("***\n***", times=9), Tile("****\n****", times=9)])
    assert most_pieces(bars, most="cells")[0].cost == 8
    assert most_pieces(bars, most="pieces")[0].cost == 1


@settings(max_examples=25, deadline=None)
@given(
    st.sets(st.tuples(st.integers(0, 3), st.integers(0, 2)), min_size=3),
    st.lists(st.sampled_from(["*", "**", "***", "*.\n**", "*.*"]), min_size=1, max_size=3),
    st.data(),
)
def test_most_pieces_keep_the_constraints(
    board: set[tuple[int, int]], drawn: list[str], data: st.DataObject
) -> None:
    region = Region(board)
    tiles = [Tile(art, symmetries="all", times=2) for art in drawn]
    may = data.draw(st.sets(st.sampled_from(region.cells)))
    colors = dict.fromkeys(data.draw(st.sets(st.sampled_from(region.cells), max_size=2)), "red")
    given: dict[str, object] = {
        "paints": {0: Paint(cells={tiles[0].region.cells[0]: "red"})},
        "colors": colors,
        "optional": Region(may, dimension=2),
    }
    problem = PackingProblem(TilingProblem(region, tiles), **given)  # type: ignore[arg-type]
    some = [Tile(art, symmetries="all", times=(0, 2)) for art in drawn]
    free = PackingProblem(TilingProblem(region, some), **given)  # type: ignore[arg-type]
    every = list(combien.solutions(free))
    found = most_pieces(problem)
    assert bool(found) == bool(every)
    if every:
        assert found[0].cost == max(len(packing.placements) for packing in every)
        (cells,) = most_pieces(problem, most="cells")
        assert cells.cost == len(region) - min(len(packing.holes) for packing in every)


def test_most_pieces_with_a_forced_one() -> None:
    bars = TilingProblem(Region.box(4, 1), [Tile("**", symmetries="all", times=9)])
    middle = [(0, Region([(1, 0), (2, 0)]))]
    assert most_pieces(PackingProblem(bars, forced=middle))[0].cost == 1
    assert most_pieces(PackingProblem(bars, holes=2))[0].cost == 2


def test_most_pieces_within_a_budget() -> None:
    problem = TilingProblem(Region.box(9, 8), catalogue.hexominoes())
    with pytest.raises(OutOfBudget) as stopped:
        most_pieces(problem, nodes=0)
    assert stopped.value.known.get("upper_bound", 12) >= 11
