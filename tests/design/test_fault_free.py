"""Fault-free tilings: against a list of all tilings, and by inclusion and exclusion of lines."""

from __future__ import annotations

from functools import cache
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import combien
from combien import PackingProblem, Region, Tile, Tiling, TilingProblem
from combien.design import FaultFree
from combien.errors import BadTiling
from combien.geometry import HEXAGONS, torus
from combien.language import parse, problems
from combien.tilings import Packing, Paint, catalogue

DOMINO = Tile("**", symmetries="all", times="any")


def has_fault(tiling: Tiling | Packing) -> bool:
    """Whether a line between two cells of the board crosses no tile: the definition."""
    board = tiling.board
    return any(
        not any(p.region.low[axis] < place <= p.region.high[axis] for p in tiling.placements)
        for axis in range(board.dimension)
        for place in range(board.low[axis] + 1, board.high[axis] + 1)
    )


def by_definition(problem: TilingProblem) -> int:
    return sum(not has_fault(tiling) for tiling in combien.solutions(problem))


@cache
def dominoes(width: int, height: int) -> int:
    if width > height:
        return dominoes(height, width)
    return combien.count(TilingProblem(Region.box(width, height), [DOMINO]), engine="frontier")


def parts(length: int, cuts: int) -> list[int]:
    places = [0, *(place for place in range(1, length) if cuts >> place & 1), length]
    return [b - a for a, b in pairwise(places)]


def by_exclusion(width: int, height: int) -> int:
    """Sum over all sets of lines along which a tiling falls apart, with signs."""
    total = 0
    for columns in range(0, 2**width, 2):
        for rows in range(0, 2**height, 2):
            product = 1
            for w in parts(width, columns):
                for h in parts(height, rows):
                    product *= dominoes(w, h)
            total += (-1) ** (columns.bit_count() + rows.bit_count()) * product
    return total


@pytest.mark.parametrize(
    ("width", "height", "number"),
    [(1, 2, 1), (2, 2, 0), (4, 4, 0), (5, 6, 6), (6, 6, 0), (5, 8, 108), (6, 7, 124), (6, 8, 62)],
)
def test_dominoes(width: int, height: int, number: int) -> None:
    model = FaultFree(TilingProblem(Region.box(width, height), [DOMINO]))
    assert combien.count(model) == number == by_exclusion(width, height)
    assert combien.count(model, engine="dlx") == number


def test_which_rectangles() -> None:
    # Graham: those of even area with sides of at least 5, except 6 x 6 (and the domino itself).
    found = {
        (width, height)
        for width in range(1, 9)
        for height in range(width, 9)
        if width * height % 2 == 0
        and combien.exists(FaultFree(TilingProblem(Region.box(width, height), [DOMINO])))
    }
    assert found == {(1, 2), (5, 6), (5, 8), (6, 7), (6, 8), (7, 8), (8, 8)}


cells = st.sets(st.tuples(st.integers(0, 3), st.integers(0, 2)), min_size=1)
shapes = st.sampled_from(["*", "**", "***", "*.\n**", "**\n**", "*.*", "**.\n.**"])


@settings(max_examples=40)
@given(cells, st.lists(shapes, min_size=1, max_size=3, unique=True), st.booleans())
def test_against_the_definition(board: set[tuple[int, int]], drawn: list[str], once: bool) -> None:
    tiles = [Tile(art, symmetries="all", times=(0, 1) if once else "any") for art in drawn]
    problem = TilingProblem(Region(board), tiles)
    assert combien.count(FaultFree(problem)) == by_definition(problem)


@settings(max_examples=40, deadline=None)
@given(cells, st.lists(shapes, min_size=1, max_size=3, unique=True), st.data())
def test_packings_against_the_definition(
    board: set[tuple[int, int]], drawn: list[str], data: st.DataObject
) -> None:
    tiles = [Tile(art, symmetries="all", times="any") for art in drawn]
    region = Region(board)
    colored = data.draw(st.sets(st.sampled_from(region.cells), max_size=3))
    problem = PackingProblem(
        TilingProblem(region, tiles),
        holes=data.draw(st.sampled_from(["any", 1, 2, (0, 2)])),
        paints={0: Paint(cells={tiles[0].region.cells[0]: "red"})},
        colors=dict.fromkeys(colored, "red"),
    )
    model = FaultFree(problem)
    every = list(combien.solutions(problem))
    found = list(combien.solutions(model))
    assert set(found) == {packing for packing in every if not has_fault(packing)}
    assert combien.count(model) == len(found)
    assert combien.count(model, up_to="all") == count_orbits(model, found)


def count_orbits(model: FaultFree, found: list[Tiling | Packing]) -> int:
    """The number of classes of solutions under the symmetries, by their definition."""
    group = list(model.symmetries())
    every = list(combien.solutions(model.problem()))
    assert len(every) == len(found)
    return len({min(tuple(sorted(g.options[o] for o in one)) for g in group) for one in every})


def test_costs_and_forced_placements() -> None:
    base = TilingProblem(Region.box(6, 5), [DOMINO])
    every = list(combien.solutions(FaultFree(base)))
    for cells in ([(0, 0), (1, 0)], [(2, 2), (3, 2)]):
        model = FaultFree(PackingProblem(base, forced=[(0, Region(cells))]))
        wanted = [
            tiling for tiling in every if Region(cells) in [p.region for p in tiling.placements]
        ]
        assert combien.count(model) == len(wanted)
    (script,) = problems(
        parse(
            "problem p = constant 5x3 true [{**} ~sym ~cost 3, {***} ~sym ~cost 1, {*} ~times 1..4]"
        )
    ).values()
    assert isinstance(script, PackingProblem)
    model = FaultFree(script)
    costs = [
        sum({0: 3, 1: 1, 2: 0}[p.number] for p in tiling.placements)
        for tiling in combien.solutions(script)
        if not has_fault(tiling)
    ]
    assert combien.best(model)[0].cost == min(costs)


def test_solids() -> None:
    bar = Tile(Region.box(2, 1, 1), symmetries="rotations", times="any")
    for size in ((2, 2, 2), (3, 2, 2)):
        problem = TilingProblem(Region.box(*size), [bar, Tile(Region.box(1, 1, 1), times=(0, 2))])
        assert combien.count(FaultFree(problem)) == by_definition(problem)


def test_other_questions() -> None:
    problem = TilingProblem(Region.box(6, 5), [DOMINO], name="d")
    model = FaultFree(problem)
    assert combien.count(model, up_to="all") == 2
    tilings = list(combien.solutions(model))
    pieces = [frozenset(frozenset(p.region) for p in tiling.placements) for tiling in tilings]
    turned = [
        frozenset(frozenset((5 - x, 4 - y) for x, y in piece) for piece in one) for one in pieces
    ]
    orbits = {frozenset([one, other]) for one, other in zip(pieces, turned, strict=True)}
    assert combien.count(model, up_to="rotations") == len(orbits) == 4
    assert len(set(tilings)) == 6
    assert not any(map(has_fault, tilings))
    assert (model.name, model.tiles, len(model.lines)) == ("d", (DOMINO,), 9)
    assert model.placement(0) == problem.placements[0]
    assert model.kind(0) == 0


def test_pentominoes() -> None:
    problem = TilingProblem(Region.box(5, 5), catalogue.pentominoes(times=(0, 1)))
    assert combien.count(FaultFree(problem)) == by_definition(problem) > 0


def test_refusals() -> None:
    with pytest.raises(BadTiling, match="expected a TilingProblem or PackingProblem"):
        FaultFree(None)  # type: ignore[arg-type]
    bee = Tile(Region.from_art("*", lattice=HEXAGONS))
    with pytest.raises(BadTiling, match="squares and cubes, not for hexagons"):
        FaultFree(TilingProblem(Region.box(1, 1, lattice=HEXAGONS), [bee]))
    with pytest.raises(BadTiling, match="not for squares that wrap"):
        FaultFree(TilingProblem(torus(2, 2), [DOMINO]))
