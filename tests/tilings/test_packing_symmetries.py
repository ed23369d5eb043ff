"""Packings up to symmetry: against orbits found by moving the cells of every packing."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import combien
from combien import Packing, PackingProblem, Paint, Region, Tile, TilingProblem
from combien._questions import up_to
from combien._questions.up_to import SymmetryName
from combien.errors import BadTiling, OutOfBudget
from combien.geometry import Group, Symmetry, torus
from combien.geometry._cell import Cell
from tests.tilings.pentominoes import DOMINO

box = Region.box
MOST = 400
Move = Callable[[Cell], Cell]
Seen = frozenset[Hashable]

# The definition -----------------------------------------------------------------------------------


def moves(board: Region) -> dict[str, Move]:
    """The symmetries of the plane that keep a board, by name."""
    found: dict[str, Move] = {}
    for symmetry in Group.all(2):
        image = board.moved(symmetry)
        vector = tuple(map(int.__sub__, board.low, image.low))
        if image.shift(*vector) == board:
            found[symmetry.name] = mover(symmetry, vector)
    return found


def mover(symmetry: Symmetry, vector: Cell) -> Move:
    return lambda cell: tuple(map(int.__add__, symmetry(cell), vector))


def seen(packing: Packing, move: Move) -> Seen:
    """A moved packing as it looks: tiles without numbers, and their colors."""
    paint = packing.paint
    pieces: list[Hashable] = []
    for placement in packing.placements:
        colors = paint.get(placement.region.cells[0])
        pieces.append(
            (
                placement.tile.times,
                frozenset(map(move, placement.region)),
                frozenset((move(cell), color) for cell, color in colors.cells) if colors else None,
                frozenset((move(a), move(b), color) for (a, b), color in colors.edges)
                if colors
                else None,
            )
        )
    return frozenset(pieces)


def orbits_by_hand(packings: Iterable[Packing], several: Iterable[Move]) -> int:
    given_moves = list(several)
    left = {seen(packing, tuple): packing for packing in packings}
    orbits = 0
    while left:
        _, packing = left.popitem()
        orbits += 1
        for move in given_moves:
            left.pop(seen(packing, move), None)
    return orbits


# Random packings ----------------------------------------------------------------------------------

BOARDS = [box(3, 3), box(4, 2), box(4, 3) - box(1, 1), box(3, 3) - box(1, 1).shift(1, 1), box(5, 1)]
SHAPES = ["*", "**", "*.\n**", "***", "**.\n.**", ".**\n**.", "***\n*.."]


@st.composite
def packings(draw: st.DrawFn) -> PackingProblem:
    """Boards with tiles of different shapes, holes, colors, forced and forbidden placements."""
    board = draw(st.sampled_from(BOARDS))
    shapes = draw(st.lists(st.sampled_from(SHAPES), min_size=1, max_size=3, unique=True))
    turns: Any = draw(st.sampled_from(["none", "rotations", "all"]))
    often: Any = draw(st.sampled_from([1, (0, 1), (0, 2), "any"]))
    tiles = [Tile(shape, symmetries=turns, times=often) for shape in shapes]
    # Tiles with the same orientations would differ in their number only.
    assume(len({frozenset(tile.orientations) for tile in tiles}) == len(tiles))
    base = TilingProblem(board, tiles)
    wishes: dict[str, Any] = {}
    coin: Any = st.booleans()
    if draw(coin):
        wishes["optional"] = Region(draw(st.sets(st.sampled_from(list(board)), min_size=1)))
    wishes["holes"] = draw(st.sampled_from(["any", (0, 2), 1, 2]))
    some = base.placements
    if some and draw(st.integers(0, 2)) == 0:
        wishes["forbidden"] = [draw(st.sampled_from(list(some)))]
    if draw(coin):
        wishes["colors"] = draw(
            st.dictionaries(st.sampled_from(list(board)), st.sampled_from("bw"))
        )
    if draw(coin):
        painted = draw(st.integers(0, len(tiles) - 1))
        cell = draw(st.sampled_from(list(tiles[painted].region)))
        beyond = [c for c in board.lattice.neighbors(cell) if c not in tiles[painted].region]
        edges = {(cell, beyond[0]): "r"} if beyond and draw(coin) else {}
        wishes["paints"] = {painted: Paint(cells={cell: draw(st.sampled_from("bw"))}, edges=edges)}
    return PackingProblem(base, **wishes)


@settings(max_examples=40)
@given(packings(), st.sampled_from(["all", "rotations"]))
def test_orbits_against_moved_packings(problem: PackingProblem, kind: SymmetryName) -> None:
    assume(combien.count(problem) <= MOST)
    group = problem.symmetries(up_to=kind)
    known = moves(problem.board)
    listed = list(combien.solutions(problem))
    whole = {seen(packing, tuple) for packing in listed}
    assert len(whole) == len(listed)
    own = [known[name] for name in group.names]
    for move in own:
        assert {seen(packing, move) for packing in listed} == whole
    assert combien.count(problem, up_to=kind) == orbits_by_hand(listed, own)
    assert len(list(combien.solutions(problem, up_to=kind))) == orbits_by_hand(listed, own)


@settings(max_examples=40)
@given(packings())
def test_no_symmetry_is_missed(problem: PackingProblem) -> None:
    """A motion that keeps the possible placements and their colors is in the group."""
    group, board = problem.symmetries(), problem.board
    listed: list[tuple[Packing, Cell | None]] = []
    for option in range(problem.problem().option_count):
        placement = problem.placement(option)
        if placement is None:
            hole = problem.may_be_holes[option - len(problem._sources)]
            listed.append((Packing(board, []), hole))
        else:
            paint = problem._placed.get(option)
            first = placement.region.cells[0]
            listed.append((Packing(board, [placement], {first: paint} if paint else {}), None))
    for name, move in moves(board).items():
        before = {(seen(p, tuple), hole) for p, hole in listed}
        after = {(seen(p, move), None if hole is None else move(hole)) for p, hole in listed}
        same = [other for other in group if other.points == points(board, move)]
        assert (before == after) == bool(same), name


def points(board: Region, move: Move) -> tuple[int, ...]:
    number = {cell: place for place, cell in enumerate(board)}
    return tuple(number[move(cell)] for cell in board)


# By hand ------------------------------------------------------------------------------------------


def test_holes_break_and_keep_symmetry() -> None:
    base = TilingProblem("*****", [Tile("**", times="any")])
    assert combien.count(PackingProblem(base, holes=1)) == 3
    assert combien.count(PackingProblem(base, holes=1), up_to="all") == 2
    left = PackingProblem(base, optional=Region([(0, 0)]))
    assert left.symmetries().names == ("Id",)
    both = PackingProblem(base, optional=Region([(0, 0), (4, 0)]))
    assert both.symmetries().names == ("Id", "Rot180")


def test_colors_of_the_board_break_symmetry() -> None:
    base = TilingProblem("**", [Tile("**", symmetries="all")])
    paint = {0: Paint(cells={(0, 0): "b", (1, 0): "w"})}
    assert combien.count(PackingProblem(base, paints=paint)) == 2
    assert combien.count(PackingProblem(base, paints=paint), up_to="all") == 1
    black = PackingProblem(base, paints=paint, colors={(0, 0): "b"})
    assert (combien.count(black), len(black.symmetries())) == (1, 1)


def test_twins_make_a_reflection_a_symmetry() -> None:
    s, z = Tile("**.\n.**", symmetries="rotations"), Tile(".**\n**.", symmetries="rotations")
    alone = PackingProblem(TilingProblem(box(4, 3), [s]), holes="any")
    twins = PackingProblem(TilingProblem(box(4, 3), [s, z]), holes="any")
    assert (len(alone.symmetries()), len(twins.symmetries())) == (2, 4)
    twice = Tile(".**\n**.", symmetries="rotations", times=(0, 2))
    assert len(PackingProblem(TilingProblem(box(4, 3), [s, twice]), holes="any").symmetries()) == 2


def test_painted_edges_move_with_their_cells() -> None:
    """Two half-painted squares in a row: what meets in the middle is of one color."""
    square = Tile("*", symmetries="all", times=2)
    paint = {0: Paint.sides("r", "g", "g", "g")}
    problem = PackingProblem(TilingProblem("**", [square]), paints=paint)
    assert combien.count(problem) == 10
    assert combien.count(problem, up_to="all") == orbits_by_hand(
        combien.solutions(problem), moves(problem.board).values()
    )


def test_a_torus_shifts_its_holes() -> None:
    base = TilingProblem(torus(4, 4), [Tile("**", symmetries="all", times="any")])
    problem = PackingProblem(base, holes=14)
    assert len(problem.symmetries()) == 128
    assert (combien.count(problem), combien.count(problem, up_to="all")) == (32, 1)


def test_one_box_of_dominoes_with_two_engines() -> None:
    problem = PackingProblem(TilingProblem(box(4, 4), [DOMINO]), holes=2)
    counts = {combien.count(problem, up_to="all", engine=engine) for engine in ("bits", "frontier")}
    listed = list(combien.solutions(problem))
    assert counts == {orbits_by_hand(listed, moves(problem.board).values())}


def test_pieces_used_several_times_are_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bounds on many tiles make many parts, so that the solutions are listed instead."""
    shapes = ["*", "**", "***", "*.\n**", "**.\n.**", "***\n*.."]
    tiles = [Tile(shape, symmetries="all", times=(0, 3)) for shape in shapes]
    problem = PackingProblem(TilingProblem(box(3, 3), tiles), holes=(0, 1))
    listed = list(combien.solutions(problem))
    by_hand = orbits_by_hand(listed, moves(problem.board).values())
    parts = combien.orbits(problem, engine="dlx")
    assert (parts.count, parts.solutions) == (by_hand, len(listed))
    monkeypatch.setattr(up_to, "_MANY_PARTS", 1)
    found = combien.orbits(problem, engine="dlx")
    assert found.kinds == parts.kinds
    assert found.work["problems"] < parts.work["problems"]
    assert combien.count(problem, up_to="all") == by_hand
    with pytest.raises(OutOfBudget, match="in a count up to symmetry"):
        combien.count(problem, up_to="all", engine="dlx", nodes=found.work["nodes"] // 2)
    # Where listing takes too long, the parts are counted after all.
    monkeypatch.setattr(up_to, "_MOST_NODES", 10)
    late = combien.orbits(problem, engine="dlx")
    assert late.kinds == parts.kinds
    assert late.work["problems"] == parts.work["problems"]


def test_a_group_must_preserve_the_packing() -> None:
    base = TilingProblem("***", [Tile("**")])
    problem = PackingProblem(base, optional=Region([(0, 0)]))
    with pytest.raises(BadTiling, match="Rot180 is not a symmetry of this problem"):
        problem.symmetries(up_to=Group.named("rot180"))
    with pytest.raises(BadTiling, match="up_to: expected"):
        problem.symmetries(up_to="al")
