"""Packings: holes, forced and forbidden placements, colors, against the definition."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from itertools import chain, permutations, product
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import combien
from combien import Packing, PackingProblem, Paint, Region, Solution, Tile, TilingProblem
from combien.cover._oracle import all_solutions
from combien.errors import BadTiling
from combien.tilings._paint import PlacedPaint
from combien.tilings._placement import Placement
from tests.loops import refusals
from tests.tilings.pentominoes import DOMINO, pentominoes

ROW = TilingProblem("****", [Tile("**", times="any", name="I")])
FIRST = (0, Region.box(2, 1))

# The definition -----------------------------------------------------------------------------------


def packings_by_hand(
    base: TilingProblem,
    *,
    holes: tuple[int, int],
    may: Region,
    forced: list[tuple[int, Region]],
    forbidden: list[tuple[int, Region]],
) -> int:
    """PlacedPaint at every set of placements, however silly."""
    all_placements = [(p.number, p.region) for p in base.placements]
    found = 0
    for chosen in product([False, True], repeat=len(all_placements)):
        laid = [p for p, wanted in zip(all_placements, chosen, strict=True) if wanted]
        cells = [cell for _, region in laid for cell in region]
        bare = [cell for cell in base.board if cell not in cells]
        uses = [sum(number == own for own, _ in laid) for number in range(len(base.tiles))]
        found += (
            len(cells) == len(set(cells))
            and holes[0] <= len(bare) <= holes[1]
            and all(cell in may for cell in bare)
            and all(wish in laid for wish in forced)
            and not any(wish in laid for wish in forbidden)
            and all(
                low <= used and (high is None or used <= high)
                for used, (low, high) in zip(uses, (t.times for t in base.tiles), strict=True)
            )
        )
    return found


@st.composite
def wished(draw: st.DrawFn) -> tuple[TilingProblem, dict[str, Any]]:
    """A small board, a tile or two, and constraints of every kind."""
    cells = draw(st.sets(st.tuples(st.integers(0, 2), st.integers(0, 1)), min_size=1, max_size=5))
    kinds = st.builds(
        Tile,
        st.sampled_from(["*", "**", "**\n*."]),
        symmetries=st.sampled_from(["none", "rotations"]),
        times=st.sampled_from([1, (0, 1), (0, 2), "any"]),
    )
    base = TilingProblem(Region(cells), draw(st.lists(kinds, min_size=1, max_size=2)))
    places = [(p.number, p.region) for p in base.placements][:10]
    forced = draw(st.lists(st.sampled_from(places), max_size=1)) if places else []
    forbidden = draw(st.lists(st.sampled_from(places), max_size=2)) if places else []
    low = draw(st.integers(0, 2))
    return base, {
        "holes": (low, low + draw(st.integers(0, 2))),
        "optional": Region(draw(st.sets(st.sampled_from(sorted(cells)))), dimension=2),
        "forced": forced,
        "forbidden": [wish for wish in forbidden if wish not in forced],
    }


@settings(max_examples=40)
@given(wished())
def test_counts_against_the_definition(case: tuple[TilingProblem, dict[str, Any]]) -> None:
    base, wishes = case
    assume(len(base.placements) <= 10)
    model = PackingProblem(base, **wishes)
    by_hand = packings_by_hand(
        base,
        holes=wishes["holes"],
        may=wishes["optional"],
        forced=wishes["forced"],
        forbidden=wishes["forbidden"],
    )
    assert combien.count(model) == by_hand
    found = [model.read(solution) for solution in all_solutions(model.problem())]
    assert len(set(found)) == by_hand
    for packing in found:
        assert packing.holes <= wishes["optional"]
        laid = [(p.number, p.region) for p in packing.placements]
        assert all(wish in laid for wish in wishes["forced"])
    assert (combien.explain(model).status == "solved") == bool(by_hand)


# Holes --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("holes", "optional", "expected"),
    [
        (0, None, 1),
        (1, None, 0),
        (2, None, 3),
        ("any", None, 5),
        ((0, 3), None, 4),
        ((3, None), None, 1),
        (None, None, 1),
        (None, Region([(0, 0), (1, 0)]), 2),
        (0, Region([(0, 0), (1, 0)]), 1),
        ((0, 0), Region([(0, 0), (1, 0)]), 1),
        (2, Region([(0, 0), (3, 0)]), 1),
        (2, Region(dimension=2), 0),
    ],
)
def test_holes(holes: Any, optional: Region | None, expected: int) -> None:
    assert combien.count(PackingProblem(ROW, holes=holes, optional=optional)) == expected


def test_matchings_of_a_chessboard_with_holes() -> None:
    # Dominoes and single cells on squares (OEIS A028420): 1, 7, 131, 10012, ...
    sizes = (1, 2, 3)
    boards = [TilingProblem(Region.box(size, size), [DOMINO]) for size in sizes]
    assert [combien.count(PackingProblem(board, holes="any")) for board in boards] == [1, 7, 131]
    square = TilingProblem(Region.box(4, 4), [DOMINO])
    assert combien.count(PackingProblem(square, holes="any")) == 10012
    assert combien.count(PackingProblem(square)) == combien.count(square) == 36


def test_twelve_pentominoes_leave_four_cells() -> None:
    # Scott's four cells of the chessboard, here as required holes.
    board = TilingProblem(Region.box(8, 8), pentominoes(fixed="F"))
    middle = Region.box(2, 2).shift(3, 3)
    found = combien.solve(PackingProblem(board, holes=4, optional=middle))
    assert found is not None
    assert found.holes == middle
    assert len(found) == 12


# Forced, forbidden, completed ---------------------------------------------------------------------


def test_forced_and_forbidden_placements() -> None:
    board = TilingProblem(Region.box(8, 8), [DOMINO])
    corner = (0, Region.box(2, 1))
    assert combien.count(PackingProblem(board, forced=[corner])) == 12988816 // 2
    assert combien.count(PackingProblem(board, forbidden=[corner])) == 12988816 // 2
    once = PackingProblem(board, forced=[corner])
    twice = once.complete([(0, Region.box(2, 1).shift(0, 1))])
    assert twice.forced == (corner, (0, Region.box(2, 1).shift(0, 1)))
    tiling = combien.solve(twice)
    assert tiling is not None
    assert {p.region for p in tiling.placements} >= {region for _, region in twice.forced}


def test_a_whole_tiling_completes_itself() -> None:
    board = TilingProblem(Region.box(4, 3), [DOMINO])
    tiling = combien.solve(board)
    assert tiling is not None
    assert combien.count(PackingProblem(board, forced=tiling)) == 1
    assert combien.count(PackingProblem(board, forced=tiling.placements[:2])) > 0
    packing = Packing(board.board, tiling.placements[:2])
    assert (
        PackingProblem(board, forced=packing).problem()
        == PackingProblem(board, forced=tiling.placements[:2]).problem()
    )
    assert packing != tiling
    assert hash(packing) == hash(Packing(board.board, packing.placements))


def test_completing_keeps_the_other_constraints() -> None:
    model = PackingProblem(ROW, holes=2, forbidden=[(0, Region.box(2, 1).shift(2, 0))])
    assert combien.count(model) == 2
    assert combien.count(model.complete([FIRST])) == 1
    assert combien.count(PackingProblem(ROW, holes=2).complete([FIRST]).complete([])) == 1


def test_why_it_cannot_be_completed() -> None:
    board = TilingProblem(Region.box(3, 2), [DOMINO])
    model = PackingProblem(board, forced=[(0, Region.box(1, 2).shift(1, 0)), (0, Region.box(1, 2))])
    assert combien.count(model) == 1
    found = combien.explain(PackingProblem(board, forced=[(0, Region.box(2, 1).shift(1, 0))]))
    assert found.status == "solved"
    found = combien.explain(PackingProblem(ROW, forced=[(0, Region.box(2, 1).shift(1, 0))]))
    assert (found.status, found.kind) == ("none", "dead")
    assert found.text == "No placement covers cell (0, 0) or cell (3, 0)."


def test_the_picture_shows_constraints() -> None:
    model = PackingProblem(ROW, forced=[FIRST], forbidden=[(0, Region.box(2, 1).shift(2, 0))])
    assert model.picture().ascii() == "IIxx"
    assert (
        repr(model) == "<PackingProblem: <TilingProblem: 4 cells, 1 tile>, 1 forced, 1 forbidden>"
    )
    assert repr(PackingProblem(ROW, holes=(0, 2))).endswith("1 tile>, 0 to 2 holes>")


def test_packings_are_values() -> None:
    model = PackingProblem(ROW, holes=2)
    packing = combien.solve(model)
    assert packing is not None
    assert str(packing) in ("..II", ".II.", "II..")
    assert pickle.loads(pickle.dumps(packing)) == packing
    assert combien.count(pickle.loads(pickle.dumps(model))) == 3
    assert repr(packing) == "<Packing: 1 placement and 2 holes>"


# Paint --------------------------------------------------------------------------------------------


def test_a_domino_of_two_colors_on_a_chessboard() -> None:
    board = Region.box(4, 4)
    colors = {cell: "bw"[sum(cell) % 2] for cell in board}
    square = TilingProblem(board, [DOMINO])
    paint = {0: Paint(cells={(0, 0): "b", (1, 0): "w"})}
    assert combien.count(PackingProblem(square, paints=paint, colors=colors)) == 36
    # Without the board's colors, each of the eight has two placements.
    assert combien.count(PackingProblem(square, paints=paint)) == 36 * 2**8
    black = {0: Paint(cells={(0, 0): "b", (1, 0): "b"})}
    assert combien.count(PackingProblem(square, paints=black, colors=colors)) == 0


def edges_by_hand(width: int, height: int, squares: list[str], border: str | None) -> int:
    """Every way to fill the board with squares that may be turned, top right bottom left."""
    cells = list(product(range(width), range(height)))
    turned = [{square[turn:] + square[:turn] for turn in range(4)} for square in squares]
    found = 0
    ways = (
        product(*(turned[number] for number in order)) for order in permutations(range(len(cells)))
    )
    for chosen in chain.from_iterable(ways):
        sides = dict(zip(cells, chosen, strict=True))
        found += all(
            (sides[beyond][opposite] if beyond in sides else border or own[side]) == own[side]
            for (x, y), own in sides.items()
            for side, opposite, beyond in (
                (0, 2, (x, y + 1)),
                (1, 3, (x + 1, y)),
                (2, 0, (x, y - 1)),
                (3, 1, (x - 1, y)),
            )
        )
    return found


@settings(max_examples=40)
@given(
    st.lists(st.text("rg", min_size=4, max_size=4), min_size=4, max_size=4),
    st.sampled_from([None, "r"]),
)
def test_squares_with_matching_edges(squares: list[str], border: str | None) -> None:
    tiles = [Tile("*", symmetries="rotations") for _ in squares]
    base = TilingProblem(Region.box(2, 2), tiles)
    paints = {number: Paint.sides(*square) for number, square in enumerate(squares)}
    model = PackingProblem(base, paints=paints, border=border)
    assert combien.count(model) == edges_by_hand(2, 2, squares, border)
    packing = combien.solve(model)
    if packing is not None:
        assert len(packing.paint) == 4
        assert all(isinstance(placed, PlacedPaint) for placed in packing.paint.values())


def test_dominoes_with_numbers_in_a_line() -> None:
    # The bars 0-1, 1-2, 2-0 are a cycle: three places to cut it, and two directions.
    line = Region.box(6, 1)
    bars = [
        Paint(edges={((0, 0), (-1, 0)): a, ((1, 0), (2, 0)): b})
        for a, b in ((0, 1), (1, 2), (2, 0))
    ]
    base = TilingProblem(line, [Tile("**", symmetries="rotations") for _ in bars])
    model = PackingProblem(base, paints=dict(enumerate(bars)))
    assert combien.count(model) == 6
    assert combien.count(PackingProblem(base, paints=dict(enumerate(bars)), border=0)) == 2


# Refusals -----------------------------------------------------------------------------------------

WRONG: Any = None
REFUSALS: dict[str, tuple[Callable[[], object], str]] = {
    "no problem": (lambda: PackingProblem(WRONG), "not a NoneType"),
    "negative holes": (lambda: PackingProblem(ROW, holes=-1), "holes: expected a whole number"),
    "no number of holes": (
        lambda: PackingProblem(ROW, holes="few"),  # type: ignore[arg-type]
        "or 'any'",
    ),
    "too many": (lambda: PackingProblem(ROW, holes=(3, 2)), "a pair such as (0, 3)"),
    "holes elsewhere": (
        lambda: PackingProblem(ROW, optional=Region([(9, 9)])),
        "optional: expected a Region of cells of the board",
    ),
    "no list": (lambda: PackingProblem(ROW, forced=WRONG), "forced placements are a list"),
    "no pair": (
        lambda: PackingProblem(ROW, forced=[WRONG]),
        "forced placement 0 is not a Placement",
    ),
    "no tile": (
        lambda: PackingProblem(ROW, forbidden=[(1, Region.box(2, 1))]),
        "forbidden placement 0 is of tile 1, and there are 1 tiles",
    ),
    "off the board": (
        lambda: PackingProblem(ROW, forced=[(0, Region.box(2, 1).shift(3, 0))]),
        "forced placement 0 (tile 0) is not on the board",
    ),
    "another region": (
        lambda: PackingProblem(ROW, forced=[(0, Region.box(3, 1))]),
        "tile 0 cannot lie like this",
    ),
    "on each other": (
        lambda: PackingProblem(ROW, forced=[FIRST, (0, Region.box(2, 1).shift(1, 0))]),
        "two forced placements cover cell (1, 0)",
    ),
    "forced and forbidden": (
        lambda: PackingProblem(ROW, forced=[FIRST], forbidden=[FIRST]),
        "tile 0 at (0, 0) is both forced and forbidden",
    ),
    "paint for no tile": (lambda: PackingProblem(ROW, paints={4: Paint()}), "paint for tile 4"),
    "paint that is not a Paint": (
        lambda: PackingProblem(ROW, paints={0: "red"}),  # type: ignore[dict-item]
        "the paint of tile 0 is a Paint(",
    ),
    "paint beside": (
        lambda: PackingProblem(ROW, paints={0: Paint(cells={(5, 5): "r"})}),
        "(5, 5) is not one of its cells",
    ),
    "an inner edge": (
        lambda: PackingProblem(ROW, paints={0: Paint(edges={((0, 0), (1, 0)): "r"})}),
        "is not one of its edges",
    ),
    "a far edge": (
        lambda: PackingProblem(ROW, paints={0: Paint(edges={((0, 0), (5, 0)): "r"})}),
        "is not one of its edges",
    ),
    "a color elsewhere": (
        lambda: PackingProblem(ROW, colors={(9, 9): "r"}),
        "which is not a cell of the board",
    ),
    "an unknown option": (
        lambda: PackingProblem(ROW).read(Solution([9])),
        "there is no option 9: there are 3",
    ),
    "covered twice": (
        lambda: Packing(Region.box(2, 1), [Placement(0, ROW.tiles[0], 0, Region.box(2, 1))] * 2),
        "cell (0, 0) is covered twice",
    ),
    "covered outside": (
        lambda: Packing(Region.box(1, 1), [Placement(0, ROW.tiles[0], 0, Region.box(2, 1))]),
        "no packing: cell (1, 0) is covered but not on the board",
    ),
    "no placements": (
        lambda: Packing(Region.box(2, 1), [None]),  # type: ignore[list-item]
        "placements: expected a Placement, not a value of type NoneType",
    ),
}

test_refused_constraints = refusals(REFUSALS, BadTiling)
