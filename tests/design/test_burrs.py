"""Pieces by rules, sets of pieces of a burr and shapes of assemblies, against slow definitions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import cache
from itertools import combinations_with_replacement, product
from pathlib import Path

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

import combien
from combien import PackingProblem, Region, Tile, TilingProblem
from combien.design import Burr, BurrSearch, assembly_shapes, burr_sets, cut_pieces
from combien.errors import BadFormat, BadInput, BadTiling
from combien.geometry import SPHERES
from combien.geometry._cell import Cell
from combien.geometry._lattice import SQUARE
from combien.tilings.disassembly import survey
from tests.tilings.six_piece_burrs import NOTCHABLE, piece
from tests.tilings.test_disassembly import BURRS

# The definition is slow.
NO_SHRINKING = (Phase.explicit, Phase.generate)
TURNS = SQUARE.rotations(3)
SIX = Burr.six()
# Two bars upon two others, across.
GRID = Burr(
    (
        *(Region.box(6, 2, 2).shift(0, y, 0) for y in (1, 3)),
        *(Region.box(2, 6, 2).shift(x, 0, 1) for x in (1, 3)),
    )
)


@cache
def pieces_of_six(*rules: str) -> dict[int, Tile]:
    return {int(tile.name): tile for tile in SIX.pieces(rules=rules)}


# Pieces -------------------------------------------------------------------------------------------


def test_the_pieces_of_the_six_piece_burr() -> None:
    """837 pieces in 2225 orientations (Cutler, 1994), of which 59 are notchable."""
    pieces = pieces_of_six()
    assert len(pieces) == 837
    bar = SIX.places[0].at_origin()
    own = (SIX.places[0] - SIX.shared).at_origin()
    fitting = [
        turned for tile in pieces.values() for turned in tile.orientations if own <= turned <= bar
    ]
    assert len(fitting) == 2225
    assert len(pieces_of_six("notchable")) == 59
    assert pieces_of_six("notchable").keys() >= {*NOTCHABLE}
    assert {number for numbers, *_ in BURRS.values() for number in numbers} <= pieces.keys()


def test_numbers_are_those_of_published_burrs() -> None:
    for number, tile in pieces_of_six("notchable").items():
        assert tile.region.canonical(TURNS) == piece(number).canonical(TURNS)


def symmetries(shape: Region) -> list[int]:
    """The determinants of the rotations and reflections that map a shape to itself."""
    group = shape.lattice.all(shape.dimension)
    own = shape.at_origin()
    return [one.determinant for one in group if shape.moved(one).at_origin() == own]


def is_left_by_cuts(shape: Region) -> bool:
    """Whether it is its box without all lines of cells, along an axis, that it does not meet."""
    box = {*product(*map(range, shape.size))}
    lines = [
        {cell for cell in box if all(cell[k] == start[k] for k in range(3) if k != axis)}
        for start in box
        for axis in range(3)
    ]
    cut = set().union(*(line for line in lines if line.isdisjoint(shape)))
    return box - cut == {*shape}


def has_an_inside_corner(shape: Region) -> bool:
    """Whether a missing cell is beside cells of the shape along all three axes."""
    steps = [[(x, 0, 0), (0, y, 0), (0, 0, z)] for x, y, z in product((-1, 1), repeat=3)]
    return any(
        cell not in shape and all(tuple(map(int.__add__, cell, step)) in shape for step in corner)
        for cell in product(*map(range, shape.size))
        for corner in steps
    )


def encloses_cells(shape: Region) -> bool:
    outside: set[Cell] = {(-1, -1, -1)}
    while True:
        more = {
            near
            for cell in outside
            for near in SQUARE.neighbors(cell)
            if near not in shape
            and all(-1 <= at <= high for at, high in zip(near, shape.size, strict=True))
        }
        if more <= outside:
            break
        outside |= more
    return any(
        cell not in shape and cell not in outside for cell in product(*map(range, shape.size))
    )


RULES: dict[str, Callable[[Region], bool]] = {
    "notchable": is_left_by_cuts,
    "millable": lambda shape: not has_an_inside_corner(shape),
    "symmetric": lambda shape: len(symmetries(shape)) > 1,
    "asymmetric": lambda shape: len(symmetries(shape)) == 1,
    "chiral": lambda shape: -1 not in symmetries(shape),
    "no-holes": lambda shape: not encloses_cells(shape),
}


@given(data=st.data())
@settings(max_examples=15, deadline=None)
def test_pieces_against_the_definition(data: st.DataObject) -> None:
    bar = Region.box(3, 3, 3) if data.draw(st.booleans()) else Region.box(4, 2, 2)
    order = data.draw(st.lists(st.sampled_from(bar.cells), max_size=6, unique=True))
    rules = data.draw(st.lists(st.sampled_from(sorted(RULES)), max_size=2))
    least = data.draw(st.integers(1, len(bar)))
    wanted: dict[Region, str] = {}
    for number in range(2 ** len(order)):
        left = bar - Region([c for bit, c in enumerate(order) if number >> bit & 1], dimension=3)
        shape = left.at_origin()
        if len(shape) >= least and shape.is_connected and all(RULES[rule](shape) for rule in rules):
            wanted.setdefault(shape.canonical(TURNS), str(number + 1))
    found = cut_pieces(bar, order, rules=rules, cells=(least, None))
    assert {tile.region.canonical(TURNS): tile.name for tile in found} == wanted
    assert len(found) == len(wanted)


def test_an_enclosed_cell() -> None:
    bar = Region.box(3, 3, 3)
    middle = [(1, 1, 1)]
    assert [tile.name for tile in cut_pieces(bar, middle, rules=["no-holes"])] == ["1"]
    assert [tile.name for tile in cut_pieces(bar, middle)] == ["1", "2"]


# Shapes of assemblies -----------------------------------------------------------------------------


def test_shapes_of_two_dominoes() -> None:
    """Two dominoes cover every tetromino but T."""
    dominoes = TilingProblem(Region.box(4, 4), [Tile("**", symmetries="all", times=2)])
    packings = list(combien.solutions(PackingProblem(dominoes, holes=12)))
    shapes = list(assembly_shapes(packings))
    assert len(shapes) == 4
    for tile in shapes:
        cells = {c for one in packings[int(tile.name) - 1].placements for c in one.region}
        assert Region(cells).at_origin() == tile.region
    assert len(list(assembly_shapes(packings, rules=["asymmetric"]))) == 1
    assert len(list(assembly_shapes(packings, disconnected=True))) > 4
    assert list(assembly_shapes(packings, cells=3)) == []


# Sets of pieces -----------------------------------------------------------------------------------

Facts = dict[tuple[str, ...], tuple[int, int, tuple[int, ...]]]


def by_definition(burr: Burr, pieces: list[Tile]) -> Facts:
    """The assemblies, solutions and the lowest level of all sets that have an assembly."""
    found = {}
    for chosen in combinations_with_replacement(pieces, len(burr.places)):
        tiles = [
            Tile(tile.region, symmetries="rotations", times=number)
            for tile, number in Counter(chosen).items()
        ]
        assemblies = list(combien.solutions(burr.problem(tiles), up_to="rotations"))
        if assemblies:
            taken = survey(assemblies)
            names = tuple(tile.name for tile in chosen)
            found[names] = taken.assemblies, taken.apart, min(taken.levels, default=())
    return found


def facts(found: BurrSearch) -> Facts:
    return {one.names: (one.assemblies, one.solutions, one.level) for one in found.sets}


@st.composite
def burrs_with_pieces(draw: st.DrawFn) -> tuple[Burr, list[Tile]]:
    """Bars that overlap anyhow, and pieces, each shared cell in one of them or in none."""
    bar = Region.box(*draw(st.sampled_from([(2, 1, 1), (3, 1, 1), (2, 2, 1), (3, 2, 1)])))
    turned = st.sampled_from(bar.orientations(TURNS))
    vectors = st.tuples(st.integers(0, 1), st.integers(0, 2), st.integers(0, 1))
    places = tuple(draw(turned).shift(*draw(vectors)) for _ in range(draw(st.integers(2, 3))))
    burr = Burr(places)
    shapes = [set(place) for place in places]
    for cell in burr.shared:
        owner = draw(st.sampled_from([*range(len(places)), *range(len(places)), None]))
        for number, shape in enumerate(shapes):
            if number != owner and len(shape) > 1:
                shape.discard(cell)
    regions = [Region(shape).canonical(TURNS) for shape in shapes]
    return burr, [Tile(one, name=str(n)) for n, one in enumerate(dict.fromkeys(regions))]


@given(burrs_with_pieces(), st.integers(0, 2))
@settings(max_examples=60, deadline=None, phases=NO_SHRINKING)
def test_sets_against_the_definition(given_: tuple[Burr, list[Tile]], few: int) -> None:
    burr, pieces = given_
    wanted = by_definition(burr, pieces)
    found = burr_sets(burr, pieces, solutions=(0, None), limit=None)
    assert found.complete
    assert [*facts(found).items()] == [*wanted.items()]
    cells = {tile.name: len(tile) for tile in pieces}
    some = burr_sets(
        burr, pieces, assemblies=(1, few + 1), holes=(0, few), times=few + 1, limit=None
    )
    assert facts(some) == {
        names: value
        for names, value in wanted.items()
        if value[0] <= few + 1
        and value[1] == 1
        and len(burr.board) - sum(cells[name] for name in names) <= few
        and max(Counter(names).values()) <= few + 1
    }
    climbed = burr_sets(burr, pieces, solutions=(0, None), seed=few, limit=1, nodes=50)
    assert facts(climbed).items() <= wanted.items()


def test_pieces_across_places() -> None:
    """Three dominoes side by side fill their rectangle in two ways, one of them across."""
    flat = Burr(tuple(Region.box(2, 1, 1).shift(0, y, 0) for y in range(3)))
    assert facts(burr_sets(flat, flat.pieces(), solutions=2)) == {("1", "1", "1"): (2, 2, (1, 1))}


def test_rotations_keep_the_shared_cells() -> None:
    """Two L-trominoes share half of a square, whose quarter turns are not those of the burr."""
    corner = Burr((Region.from_art("**\n*.", dimension=3), Region.from_art("**\n.*", dimension=3)))
    (found,) = burr_sets(corner, [Tile(Region.box(2, 1, 1))], solutions=2).sets
    assert found.assemblies == combien.count(found.problem(), up_to="rotations") == 2


@pytest.mark.slow
@given(st.lists(st.integers(70, 129), min_size=1, max_size=3, unique=True))
@settings(max_examples=20, deadline=None, phases=NO_SHRINKING)
def test_sets_of_a_grid_against_the_definition(numbers: list[int]) -> None:
    every = GRID.pieces()
    pieces = [every[number] for number in sorted(numbers)]
    found = burr_sets(GRID, pieces, solutions=(0, None), limit=None)
    assert facts(found) == by_definition(GRID, pieces)


@pytest.mark.slow
def test_all_solid_burrs_of_notchable_pieces() -> None:
    """Bill Cutler's 314 of 1978, which are 221 sets of his 25 pieces."""
    pieces = [pieces_of_six("notchable")[number] for number in NOTCHABLE]
    found = burr_sets(SIX, pieces, holes=0, solutions=(1, None), limit=None)
    assert found.complete
    assert len(found.sets) == 221
    assert sum(one.solutions for one in found.sets) == 314
    # Counters of work, the same on every machine.
    assert (found.tried, found.spent) == (760, 179525)
    assert not burr_sets(SIX, pieces, holes=0, level=2, solutions=(1, None)).sets


def test_a_set_is_a_problem() -> None:
    pieces = [pieces_of_six()[number] for number in (88, 512, 768, 922, 1008)]
    (found,) = burr_sets(SIX, pieces, level=(9, None), times=2).sets
    assert found.names == ("88", "512", "768", "922", "1008", "1008")
    assert (found.assemblies, found.solutions, found.level) == (10, 1, (9, 3, 1, 1, 1))
    assert combien.count(found.problem(), up_to="rotations") == 10
    one = Burr.six().problem([], holes=0)
    assert isinstance(one, TilingProblem)


def climb(**more: object) -> BurrSearch:
    pieces = [pieces_of_six()[number] for number in (154, 256, 568, 687, 928, 992, 1024)]
    return burr_sets(SIX, pieces, seed=1, **more)  # type: ignore[arg-type]


def test_a_seed_climbs() -> None:
    found = climb(level=(5, None))
    assert not found.complete
    (one,) = found.sets
    assert one.names == ("154", "568", "687", "992", "1024", "1024")
    taken = survey(combien.solutions(one.problem(), engine="bits", up_to="rotations"))
    assert (taken.assemblies, taken.apart, taken.highest) == (one.assemblies, 1, one.level)
    few = climb(level=(9, None), nodes=500)
    assert not few.sets
    assert few.spent < 2000


def test_a_seed_without_an_assembly() -> None:
    bars = [pieces_of_six()[1]]
    found = burr_sets(SIX, bars, seed=0)
    assert (found.sets, found.complete) == ((), True)


# Long searches ------------------------------------------------------------------------------------


def solid(**more: object) -> BurrSearch:
    pieces = [pieces_of_six("notchable")[number] for number in NOTCHABLE[::2]]
    return burr_sets(SIX, pieces, holes=0, solutions=(1, None), limit=None, **more)  # type: ignore[arg-type]


def test_a_search_is_continued(tmp_path: Path) -> None:
    whole, path = solid(), tmp_path / "run.db"
    some = solid(checkpoint=path, nodes=2000)
    assert not some.complete
    assert some.tried < whole.tried
    again = solid(checkpoint=path)
    assert again == whole == solid(checkpoint=path)
    with pytest.raises(BadInput, match=r"run\.db is the file of another run, with other pieces"):
        burr_sets(SIX, [pieces_of_six()[1]], holes=0, checkpoint=path)


def test_a_climb_is_continued(tmp_path: Path) -> None:
    path = tmp_path / "run.db"
    some = climb(solutions=(1, None), limit=2, checkpoint=path)
    again = climb(solutions=(1, None), limit=4, checkpoint=path)
    assert again.sets[:2] == some.sets
    assert again == climb(solutions=(1, None), limit=4)


def test_a_damaged_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "run.db"
    solid(checkpoint=path, nodes=2000)
    content = bytearray(path.read_bytes())
    at = content.rindex(b" 0,0,") if b" 0,0," in content else len(content) // 2
    content[at + 1] ^= 1
    path.write_bytes(content)
    with pytest.raises(BadFormat, match=r"run\.db"):
        solid(checkpoint=path)


# Refusals -----------------------------------------------------------------------------------------


def test_refusals() -> None:
    bar = Region.box(4, 2, 2)
    some = GRID.pieces()[:2]
    for call, message in (
        (lambda: cut_pieces(bar, [], rules=["notchible"]), "rule 'notchible': expected notchable"),
        (lambda: cut_pieces(bar, [(9, 9, 9)]), "expected cells of the bar"),
        (lambda: cut_pieces(Region.box(5, 2, 2), Region.box(5, 2, 2)), "20 cells have too many"),
        (lambda: cut_pieces(Region([], dimension=3), []), "at least one cell"),
        (lambda: cut_pieces(bar, [], cells=(3, 2)), r"cells=\(3, 2\): expected"),
        (lambda: cut_pieces(Region.box(2, 2), [], rules=["millable"]), "is for cubes only"),
        (lambda: list(assembly_shapes([1])), "assembly 1: expected a tiling"),  # type: ignore[list-item]
        (
            lambda: list(
                assembly_shapes([Region([(0, 0, 0)], lattice=SPHERES)], rules=["no-holes"])
            ),
            "no-holes is for squares and cubes only",
        ),
        (lambda: Burr.six(7), "length=7: expected an even number from 6 to 100"),
        (lambda: Burr((bar,)), "two or more regions of cubes"),
        (lambda: Burr((bar, Region.box(4, 2, 1))), "place 1 is not a rotation of place 0"),
        (lambda: burr_sets(GRID, ["bar"]), "piece 0: expected a Tile"),  # type: ignore[list-item]
        (lambda: burr_sets(GRID, [Tile(Region.box(7, 1, 1))]), "does not fit into the burr"),
        (lambda: burr_sets(GRID, [*some, Tile(some[0].region)]), "pieces 0 and 2 are equal up to"),
        (lambda: burr_sets(GRID, some, seed=1, limit=None), "has no end"),
        (lambda: burr_sets(GRID, some, level=(2, 1)), r"level=\(2, 1\): expected"),
        (lambda: burr_sets(GRID, some, solutions=10**5000), "at most 4096 bits"),
        (lambda: burr_sets(6, some), "burr"),  # type: ignore[arg-type]
    ):
        with pytest.raises(BadTiling, match=message):
            call()
