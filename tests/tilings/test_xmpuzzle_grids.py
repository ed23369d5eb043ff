"""Puzzles on all grids of BurrTools, with colors, several problems and stored assemblies."""

from __future__ import annotations

import gzip
import tracemalloc
from collections.abc import Hashable
from itertools import islice, permutations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import combien
from combien import Packing, PackingProblem, Paint, Region, Tile, TilingProblem
from combien.cover.formats import FormatWarning
from combien.errors import BadFormat, BadTiling
from combien.geometry import (
    PRISMS,
    RHOMBIC_TETRAHEDRA,
    SPHERES,
    SQUARE,
    TETRAHEDRA_OCTAHEDRA,
    Lattice,
    fixed,
)
from combien.tilings._xmpuzzle_shapes import GRIDS, turns
from combien.tilings.xmpuzzle import PuzzleFile, StoredProblem, load, read, write
from tests.programs import BURRTOOLS, needs_burrtools

Problems = TilingProblem | PackingProblem
SOLIDS: list[Lattice] = [SPHERES, RHOMBIC_TETRAHEDRA, TETRAHEDRA_OCTAHEDRA]
COLORS = ["#8034bb", "#000000", "#ffffff"]


def near(lattice: Lattice) -> list[tuple[int, ...]]:
    """The cells near the origin, on both sides of it."""
    return [lattice.along(cell, axis, -1) for cell in lattice.box((2, 2, 2)) for axis in range(3)]


@st.composite
def problems(draw: st.DrawFn) -> Problems:
    """Boards of solids with a tile or two, cells that may stay empty, and colors."""
    lattice = draw(st.sampled_from(SOLIDS))
    cells = st.sampled_from(near(lattice))
    regions = st.sets(cells, min_size=1, max_size=6).map(lambda c: Region(c, lattice=lattice))
    board = draw(regions)
    shapes = draw(st.lists(regions, min_size=1, max_size=2))
    tiles = [
        Tile(shape, symmetries=turns(shape), times=draw(st.sampled_from([1, 2, (0, 3)])), name=name)
        for shape, name in zip(shapes, ("a", "b <"), strict=False)
    ]
    base = TilingProblem(board, tiles, name="p")
    some = draw(st.sets(st.sampled_from(list(board))))
    color = st.sampled_from(COLORS)
    paints = {
        number: Paint(cells={draw(st.sampled_from(list(tile.region))): draw(color)})
        for number, tile in enumerate(tiles)
        if draw(st.integers(0, 1))
    }
    if not some and not paints:
        return base
    pairs = draw(st.none() | st.sets(st.tuples(color, color)))
    return PackingProblem(
        base,
        optional=Region(some, lattice=lattice) if some else None,
        holes="any" if some else 0,
        paints=paints,
        colors=draw(st.dictionaries(st.sampled_from(list(board)), color)) if paints else None,
        allowed=pairs,
    )


def at_home(problem: Problems) -> tuple[Hashable, ...]:
    """A problem up to the position of its board."""
    home = problem.board.lattice.home(problem.board.low)

    def moved(cell: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(map(int.__add__, cell, home))

    packing = problem if isinstance(problem, PackingProblem) else None
    paints = packing.paints if packing else {}
    colors = packing.colors if packing else {}
    allowed = packing.allowed if packing else None
    used = {color for paint in paints.values() for color in paint.cells.values()}
    together = {(a, b) for a in used for b in colors.values()}
    return (
        problem.board.at_origin(),
        problem.tiles,
        frozenset(map(moved, packing.may_be_holes)) if packing else frozenset(),
        frozenset((n, frozenset(paint.cells.items())) for n, paint in paints.items()),
        frozenset((moved(cell), color) for cell, color in colors.items()),
        frozenset(p for p in together if (p[0] == p[1] if allowed is None else p in allowed)),
    )


@settings(max_examples=25)
@given(problems())
def test_written_puzzles_are_read_back(problem: Problems) -> None:
    data = write(problem)
    (again,) = read(data).values()
    assert at_home(again) == at_home(problem)
    assert write(again) == data
    assert combien.count(again) == combien.count(problem)
    assert len(again.symmetries()) == len(problem.symmetries())


@settings(max_examples=15)
@given(st.data())
def test_several_problems_and_a_comment(data: st.DataObject) -> None:
    first = data.draw(problems())
    same = problems().filter(lambda p: p.board.lattice == first.board.lattice)
    asked = {"one": first, "two & three": data.draw(same), "four": first}
    file = load(write(asked, comment="made <here>\nfor fun"))
    assert file.comment == "made <here>\nfor fun"
    assert list(file.problems) == list(asked)
    for name, problem in asked.items():
        assert at_home(file.problems[name].problem) == at_home(problem)
    one = file.problems["one"]
    assert (one.assemblies, one.solutions, one.seconds, one.stored) == (None, None, None, ())


@st.composite
def solved(draw: st.DrawFn) -> Problems:
    """A board made of one or two pieces, turned and shifted, on any grid."""
    lattice: Lattice = draw(st.sampled_from([*SOLIDS, SQUARE, PRISMS]))
    some = near(lattice) if lattice != SQUARE else list(Region.box(3, 3, 2))
    shape = Region(draw(st.sets(st.sampled_from(some), min_size=1, max_size=5)), lattice=lattice)
    tile = Tile(shape, symmetries=turns(shape), times=(1, 3), name="piece")
    board = draw(st.sampled_from(tile.orientations))
    step = lattice.along(board.cells[0], draw(st.integers(0, 2)), draw(st.integers(-3, 3)))
    vector = tuple(map(int.__sub__, step, board.cells[0]))
    other = draw(st.sampled_from(tile.orientations)).shift(*vector)
    both = board | other if not board & other else board
    return TilingProblem(both, [tile], name="p")


@settings(max_examples=30)
@given(solved())
@pytest.mark.filterwarnings("ignore:.*are left out")
def test_assemblies_are_written_and_read(problem: Problems) -> None:
    found: Any = tuple(islice(combien.solutions(problem), 20))
    assert found
    one = StoredProblem(problem, len(found), None, 7, ((1, 3),), found)
    file = PuzzleFile("any", {"p": one}, "by hand")
    again = load(write(file))
    back = again.problems["p"]
    assert (again.comment, back.assemblies, back.solutions, back.seconds, back.groups) == (
        "by hand",
        len(found),
        None,
        7,
        ((1, 3),),
    )
    board, lattice = problem.board, problem.board.lattice
    assert len(back.stored) == len(found) or lattice == SPHERES
    # Prisms of one layer are read as triangles.
    if back.problem.board.lattice == lattice and len(back.stored) == len(found):
        vectors = {
            tuple(map(int.__sub__, a, b)) for a, b in zip(back.problem.board, board, strict=True)
        }
        (vector,) = vectors
        assert [{p.region for p in assembly.placements} for assembly in back.stored] == [
            {p.region.shift(*vector) for p in assembly.placements} for assembly in found
        ]
    assert write(again) == write(load(write(again)))


def test_lattices_are_not_mixed() -> None:
    cube, ball = Region.box(1, 1, 1), Region([(0, 0, 0)], lattice=SPHERES)
    asked: dict[str, Problems] = {
        "cube": TilingProblem(cube, [Tile(cube)]),
        "ball": TilingProblem(ball, [Tile(ball)]),
    }
    with pytest.raises(BadFormat, match="must all be of one lattice"):
        write(asked)
    with pytest.raises(BadFormat, match="at least one problem"):
        write({})
    (name,) = load(write({"a\0b": asked["ball"]}, comment="\ud800")).problems
    assert name == "a\N{REPLACEMENT CHARACTER}b"
    with pytest.raises(BadFormat, match="comment: expected a text"):
        write(asked["cube"], comment="x" * 1_000_001)


def test_most_holes_are_written() -> None:
    bar = Tile(Region.box(2, 1, 1), symmetries="rotations", times=(0, 3))
    base = TilingProblem(Region.box(5, 1, 1), [bar], name="p")
    problem = PackingProblem(base, optional=base.board, holes=(0, 3))
    (again,) = read(write(problem)).values()
    assert isinstance(again, PackingProblem)
    assert again.holes == (0, 3)
    assert combien.count(again) == combien.count(problem) == 7


# Rotations ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("grid", GRIDS, ids=lambda grid: grid.name)
def test_numbers_are_all_rotations_then_all_reflections(grid: Any) -> None:
    lattice = grid.lattice
    rotations = lattice.rotations(lattice.axes or 3)
    found = [grid.symmetry(number) for number in range(len(rotations))]
    assert set(found) == set(rotations)
    mirrors = {grid.symmetry(number) for number in range(len(found), 2 * len(found))}
    if lattice == SPHERES:
        assert mirrors == {None}
    else:
        assert mirrors == set(lattice.all(lattice.axes or 3)) - set(rotations)
    assert grid.symmetry(-1) is None


def test_pieces_of_spheres_turn_as_in_space() -> None:
    """Two pieces are the same if distances and handedness are, for some order of the spheres."""

    def seen(piece: Region) -> tuple[tuple[int, ...], int]:
        return min(
            (
                tuple(
                    sum((p - q) ** 2 for p, q in zip(a, b, strict=True))
                    for a in order
                    for b in order
                ),
                handed(order),
            )
            for order in permutations(piece.cells)
        )

    def handed(order: tuple[tuple[int, ...], ...]) -> int:
        (a, b, c), (d, e, f), (g, h, i) = (
            tuple(map(int.__sub__, cell, order[0])) for cell in order[1:]
        )
        volume = a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)
        return (volume > 0) - (volume < 0)

    pieces = list(fixed(4, lattice=SPHERES))
    ours = {piece: piece.canonical(turns(piece)) for piece in pieces}
    theirs = {piece: seen(piece) for piece in pieces}
    assert len(set(ours.values())) == len(set(theirs.values())) == 25
    assert len({(ours[piece], theirs[piece]) for piece in pieces}) == len(set(ours.values()))


# Small puzzles, with assemblies as BurrTools stores them ------------------------------------------


def puzzle(grid: int, shapes: str, problem: str, *, colors: str = "") -> bytes:
    return (
        f'<?xml version="1.0"?>\n<puzzle version="2"><gridType type="{grid}"/><colors>{colors}'
        f"</colors>\n<shapes>{shapes}</shapes>\n<problems>{problem}</problems></puzzle>"
    ).encode()


def stored(assembly: str) -> str:
    return f"<solutions><solution><assembly>{assembly}</assembly></solution></solutions>"


def asked(*uses: str, result: int, more: str = "", about: str = "") -> str:
    shapes = "".join(f"<shape {use}/>" for use in uses)
    return f'<problem {about}><shapes>{shapes}</shapes><result id="{result}"/>{more}</problem>'


def test_a_pyramid_of_four_spheres() -> None:
    """Two pairs of touching spheres, crosswise: three ways, one up to rotation."""
    pair = '<voxel x="2" y="2" z="1">#__#</voxel>'
    pyramid = '<voxel x="2" y="2" z="2">#__#_##_</voxel>'
    found = stored("0 0 0 0 1 0 1 2")
    about = 'assemblies="1" time="3"'
    file = load(
        puzzle(2, pair + pyramid, asked('id="0" count="2"', result=1, more=found, about=about))
    )
    (one,) = file.problems.values()
    assert (file.grid, one.assemblies, one.seconds) == ("spheres", 1, 3)
    assert combien.count(one.problem) == 3
    assert combien.count(one.problem, up_to="all") == 1
    (tiling,) = one.stored
    assert [sorted(p.region) for p in tiling.placements] == [
        [(0, 0, 0), (1, 1, 0)],
        [(0, 1, 1), (1, 0, 1)],
    ]


def test_a_rotation_of_spheres_off_the_lattice_is_completed() -> None:
    """Numbers above 23: flat pieces turned by 60 degrees in a triangular layer."""
    pair = '<voxel x="2" y="2" z="1">#__#</voxel>'
    pyramid = '<voxel x="2" y="2" z="2">#__#_##_</voxel>'
    problem = asked('id="0" count="2"', result=1, more=stored("0 0 0 0 1 0 1 28"))
    (one,) = load(puzzle(2, pair + pyramid, problem)).problems.values()
    assert len(one.stored[0].placements) == 2
    both = problem.replace("0 0 0 0 1 0 1 28", "0 0 0 77 1 0 1 28")
    with pytest.raises(BadFormat, match="do not keep the grid, and the pieces fit in 3 ways"):
        load(puzzle(2, pair + pyramid, both))


def test_many_rotations_off_the_lattice_are_refused() -> None:
    ball, row = '<voxel x="1" y="1" z="1">#</voxel>', "#_" * 500
    shapes = f'{ball}<voxel x="1000" y="1" z="1">{row}</voxel>'
    found = stored("0 0 0 99 " * 500)
    data = puzzle(2, shapes, asked('id="0" count="500"', result=1, more=found))
    with pytest.raises(BadFormat, match="line 4: more than 8 rotations do not keep the grid"):
        load(data)


def test_a_cube_of_two_halves() -> None:
    """A cube cut into 24, and two halves of it: the twelve cells with the smaller x or y."""
    cells = [cell for cell in RHOMBIC_TETRAHEDRA.box((1, 1, 1)) if cell[0] < cell[1]]
    half = Region(cells, lattice=RHOMBIC_TETRAHEDRA)
    cube = Region.box(1, 1, 1, lattice=RHOMBIC_TETRAHEDRA)
    assert len(half) == 12
    tile = Tile(half, symmetries="rotations", times=2, name="half")
    problem = TilingProblem(cube, [tile], name="cube")
    assert (combien.count(problem), combien.count(problem, up_to="all")) == (6, 1)
    text = gzip.decompress(write(problem)).decode()
    # The half-turn about z takes the voxel (0, 0, 0) to (4, 4, 0): number 10.
    there = text.replace("</problem>", f"{stored('0 0 0 0 4 4 0 10')}</problem>")
    (one,) = load(there.encode()).problems.values()
    assert set(one.stored[0].placements[0].region) | set(one.stored[0].placements[1].region) == set(
        one.problem.board
    )


def test_an_octahedron_of_eighths() -> None:
    eighth = Region([(1, 1, 1)], lattice=TETRAHEDRA_OCTAHEDRA)
    whole = Region(
        [cell for cell in TETRAHEDRA_OCTAHEDRA.box((1, 1, 1)) if cell[0] % 3],
        lattice=TETRAHEDRA_OCTAHEDRA,
    )
    pair = Region([(1, 1, 1), (-1, 1, 1)], lattice=TETRAHEDRA_OCTAHEDRA)
    singles = Tile(eighth, symmetries="rotations", times=8)
    pairs = Tile(pair, symmetries="rotations", times=4)
    assert (len(singles.orientations), len(pairs.orientations)) == (8, 12)
    assert combien.count(TilingProblem(whole, [singles])) == 1
    # Perfect matchings of the corners of a cube along its edges: nine, two up to rotation.
    matched = TilingProblem(whole, [pairs], name="octahedron")
    assert combien.count(matched) == 9
    assert combien.count(matched, up_to="all") == 2
    (again,) = read(write(matched)).values()
    assert combien.count(again, up_to="rotations") == 2


def test_prisms_turn_about_the_hot_spot() -> None:
    """A triangle that points up and one that points down make a lozenge."""
    shapes = '<voxel x="1" y="1" z="1">#</voxel><voxel x="2" y="1" z="2">##__</voxel>'
    problem = asked('id="0" count="2"', result=1, more=stored("0 0 0 0 1 0 0 3"))
    (one,) = load(puzzle(1, shapes, problem)).problems.values()
    assert one.problem.board.lattice == PRISMS
    assert [p.region.cells for p in one.stored[0].placements] == [
        ((1, 1, -1, 0),),
        ((1, 1, -3, 0),),
    ]


def test_colors_go_where_they_may() -> None:
    colors = '<color red="255" green="0" blue="0"/><color red="0" green="0" blue="255"/>'
    shapes = '<voxel x="2" y="1" z="1">#1#</voxel><voxel x="4" y="1" z="1">##2##1</voxel>'
    rules = '<bitmap><pair piece="0" result="0"/></bitmap>'
    counts = {}
    blue = rules.replace('result="0"', 'result="1"')
    for name, more in {"none": "<bitmap/>", "red": rules, "blue": blue}.items():
        data = puzzle(0, shapes, asked('id="0" count="2"', result=1, more=more), colors=colors)
        (problem,) = read(data).values()
        assert isinstance(problem, PackingProblem)
        counts[name] = combien.count(problem)
    # The red end of each bar is at its left or right: on no color, also on red, also on blue.
    assert counts == {"none": 1, "red": 2, "blue": 2}


def test_colors_with_equal_values_stay_different() -> None:
    colors = '<color red="1" green="2" blue="3"/>' * 2
    shapes = '<voxel x="1" y="1" z="1">#2</voxel><voxel x="1" y="1" z="1">#1</voxel>'
    (problem,) = read(
        puzzle(0, shapes, asked('id="0"', result=1, more="<bitmap/>"), colors=colors)
    ).values()
    assert isinstance(problem, PackingProblem)
    assert (set(problem.colors.values()), combien.count(problem)) == ({"#010203"}, 0)


def test_groups_and_unused_pieces() -> None:
    shapes = '<voxel x="1" y="1" z="1">#</voxel><voxel x="2" y="1" z="1">##</voxel>'
    uses = 'id="0" min="0" max="3" group="1"', 'id="1" count="0"', 'id="1" min="0" max="1"'
    problem = asked(*uses, result=1, more=stored("0 0 0 0 x 1 0 0 7 x"))
    (one,) = load(puzzle(0, shapes, problem)).problems.values()
    assert one.groups == ((1,), ())
    assert [p.number for p in one.stored[0].placements] == [0, 0]


def test_a_latin_1_comment_is_read() -> None:
    shapes = '<voxel x="1" y="1" z="1">#</voxel>'
    data = puzzle(0, shapes, asked('id="0"', result=0))
    data = data.replace(b"</puzzle>", "<comment>Götz</comment></puzzle>".encode("latin-1"))
    with pytest.warns(FormatWarning, match="not UTF-8"):
        assert load(data).comment == "Götz"


CUBES = '<voxel x="1" y="1" z="1">#</voxel><voxel x="2" y="1" z="1">##</voxel>'


@pytest.mark.parametrize(
    ("assembly", "message"),
    [
        ("0", "not one of 2 pieces"),
        ("0 0 0 0 1 0 0 0 0", "not one of 2 pieces"),
        ("0 0 0 0 x x", "has 1 numbers too many"),
        ("0 0 0 0 1 0 0 y", "number 4 of this assembly: expected `x` or four numbers"),
        ("0 0 0 0 x 1 0", "has 2 numbers too many"),
        ("0 0 0 0 0 0 0 0", "does not fit its problem: .*covered twice"),
        ("0 0 0 0 9 0 0 0", "does not fit its problem"),
        ("0 0 0 0 x", "does not fit its problem: no tiling: cell .* is not covered"),
        ("0 0 0 0", "number 4 of this assembly"),
        ("0 0 0 48 x", "there is no rotation 48 of cubes"),
    ],
)
def test_assemblies_that_do_not_fit(assembly: str, message: str) -> None:
    problem = asked('id="0" count="2"', result=1, more=stored(assembly))
    data = puzzle(0, CUBES, problem)
    with pytest.raises(BadFormat, match=f"line 4: .*{message}"):
        load(data)
    assert len(read(data)) == 1


def test_holes_of_stored_assemblies_are_checked() -> None:
    shapes = '<voxel x="1" y="1" z="1">#</voxel><voxel x="2" y="1" z="1">#+</voxel>'
    for place, fits in (("0", True), ("1", False)):
        data = puzzle(0, shapes, asked('id="0"', result=1, more=stored(f"{place} 0 0 0")))
        if fits:
            (packing,) = load(data).problems["problem 1"].stored
            assert isinstance(packing, Packing)
            assert list(packing.holes) == [(1, 0, 0)]
        else:
            with pytest.raises(BadFormat, match=r"leaves cell \(0, 0, 0\) empty"):
                load(data)


def test_bombs_are_refused_before_they_are_unpacked() -> None:
    """A million voxels that are there, or only announced; no time, and no memory for cells."""
    real = puzzle(0, f'<voxel x="100" y="100" z="100">{"#" * 10**6}</voxel>', asked(result=0))
    said = puzzle(0, '<voxel x="900" y="900" z="900">#</voxel>', asked(result=0))
    tracemalloc.start()
    for data in (real, gzip.compress(real), said):
        with pytest.raises(BadFormat, match=r"line 3: shape 0 of .* more than 500000 places"):
            read(data)
    assert tracemalloc.get_traced_memory()[1] < 20_000_000
    tracemalloc.stop()


def test_wrong_pairs_of_colors() -> None:
    base = TilingProblem("**", [Tile("**")])
    wrong: list[Any] = ["ab", 3, [("a",)], [("a", [])], ["ab"]]
    for allowed in wrong:
        with pytest.raises(BadTiling, match="allowed: expected pairs of colors"):
            PackingProblem(base, allowed=allowed)


# BurrTools' own examples, if installed ------------------------------------------------------------

# Assemblies that it keeps: all up to symmetry, or up to rotations.
EXAMPLES: dict[str, combien.UpTo] = {
    "AlPackino": "all",
    "BallRoom": "all",
    "CubeInCage": "all",
    "DiagonalCube": "all",
    "FourPieceTetrahedron": "all",
    "PelikanBurr": "all",
    "Prisgon": "all",
    "SolidSixPieceBurrs": "rotations",
}


@needs_burrtools
@pytest.mark.filterwarnings("ignore:.*not UTF-8")
@pytest.mark.parametrize("name", EXAMPLES)
def test_assemblies_match_the_count_of_burrtools(name: str) -> None:
    path = BURRTOOLS / f"{name}.xmpuzzle"
    for one in load(path.read_bytes()).problems.values():
        assert one.stored
        assert len(set(one.stored)) == len(one.stored)
        if name != "SolidSixPieceBurrs":  # 20 s.
            assert combien.count(one.problem, up_to=EXAMPLES[name]) == one.assemblies
