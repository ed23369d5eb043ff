"""The puzzles of BurrTools: written and read, known counts, and malicious files."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import combien
from combien.cover.formats._xml_tree import parsed
from combien.errors import BadFormat
from combien.geometry._hexagons import TRIANGLES
from combien.geometry._prisms import PRISMS
from combien.geometry._region import Region
from combien.language import problems
from combien.tilings._packing_problem import PackingProblem
from combien.tilings._tile import Tile, Times
from combien.tilings._tiling import TilingProblem
from combien.tilings.classics import classic
from combien.tilings.xmpuzzle import read, write

SOMA = Path(__file__).parents[2] / "examples" / "soma.cmb"

spots = st.tuples(st.integers(0, 2), st.integers(0, 1), st.integers(0, 1))
regions = st.sets(spots, min_size=1, max_size=6).map(Region)
times = st.sampled_from([1, 2, (0, 1), (2, 5), (1, 12)])
names = st.sampled_from(["", "bar", "a <\"&'> b", "ü\n"])
tiles = st.builds(
    lambda region, often, name: Tile(
        region, symmetries="rotations", times=often, name=name.strip()
    ),
    regions,
    times,
    names,
)


def puzzle(
    spaces: str = '<voxel x="2" y="1" z="1" type="0">##</voxel>',
    problem: str = '<shapes><shape id="0"/></shapes><result id="0"/>',
    head: str = '<gridType type="0"/>',
) -> bytes:
    """A file with one problem."""
    return (
        f'<?xml version="1.0"?>\n<puzzle version="2">{head}\n<shapes>\n{spaces}\n</shapes>\n'
        f"<problems>\n<problem>{problem}</problem>\n</problems></puzzle>"
    ).encode()


@settings(max_examples=40)
@given(regions, st.lists(tiles, min_size=1, max_size=3))
def test_written_puzzles_are_read_back(board: Region, listed: list[Tile]) -> None:
    problem = TilingProblem(board.at_origin(), listed, name="p")
    data = write(problem)
    assert read(data) == {"p": problem}
    assert write(problem) == data
    assert read(gzip.decompress(data)) == {"p": problem}


@settings(max_examples=40)
@given(st.data())
def test_cells_that_may_stay_empty_are_read_back(data: st.DataObject) -> None:
    board = data.draw(regions).at_origin()
    some = data.draw(st.sets(st.sampled_from(list(board)), min_size=1))
    bar = Tile(Region.box(2, 1, 1), symmetries="rotations", times=(0, 3))
    wished = PackingProblem(
        TilingProblem(board, [bar], name="p"), optional=Region(some), holes="any"
    )
    (back,) = read(write(wished)).values()
    assert isinstance(back, PackingProblem)
    assert back.may_be_holes == wished.may_be_holes
    assert back.problem() == wished.problem()
    assert combien.count(back) == combien.count(wished)


def test_the_soma_cube() -> None:
    problem = problems(SOMA)["soma_cube"]
    (back,) = read(write(problem)).values()
    assert back == problem
    assert combien.count(back, engine="zdd") == 11520


def test_by_hand() -> None:
    """x runs fastest: the hook is along x, and its end is in the next line, y = 1."""
    text = '<voxel x="3" y="2" z="1" type="0" name="hook">###\n#__</voxel><voxel x="3" y="3" z="1">'
    data = puzzle(
        text + "####_####</voxel>",
        '<shapes><shape id="0" min="1" max="2"/></shapes><result id="1"/>',
    )
    (problem,) = read(data).values()
    assert isinstance(problem, TilingProblem)
    assert problem.tiles[0].region == Region([(0, 0, 0), (1, 0, 0), (2, 0, 0), (0, 1, 0)])
    assert (problem.tiles[0].times, problem.tiles[0].name) == ((1, 2), "hook")
    assert len(problem.tiles[0].orientations) == 24
    # A ring of eight has eight arcs of four, all of them hooks; each goes with the arc opposite.
    assert combien.count(problem) == 4


def test_copies_are_equal_and_unused_tiles_are_left_out() -> None:
    spaces = (
        '<voxel x="1" y="1" z="1">#</voxel><voxel x="3" y="1" z="1">###</voxel>'
        '<voxel x="2" y="1" z="1">##</voxel>'
    )
    shapes = '<shape id="0" count="3"/><shape id="1" count="0"/><shape id="2" min="0" max="1"/>'
    data = puzzle(spaces, f'<shapes>{shapes}</shapes><result id="1"/>')
    (problem,) = read(data).values()
    assert len(problem.tiles) == 2
    assert combien.count(problem) == 1


def test_holes_are_bounded() -> None:
    spaces = '<voxel x="2" y="1" z="1">##</voxel><voxel x="5" y="1" z="1">+++++</voxel>'
    asked = '<shapes><shape id="0" min="0" max="2"/></shapes><result id="1"/>'
    open_ended = puzzle(spaces, asked)
    bounded = open_ended.replace(b"<problem>", b'<problem maxHoles="1">')
    closed = open_ended.replace(b"<problem>", b'<problem maxHoles="0">')
    counts = [combien.count(next(iter(read(d).values()))) for d in (open_ended, bounded, closed)]
    assert counts == [8, 3, 0]


def test_names_of_problems() -> None:
    one = '<problem name="a"><shapes/><result id="0"/></problem>'
    data = puzzle().replace(b"<problems>", f"<problems>{one}{one}".encode())
    assert list(read(data)) == ["a", "a (2)", "problem 3"]


BAD = [
    (b"", "no element found"),
    (b"\x1f\x8bnonsense", "this compressed file is damaged"),
    (gzip.compress(puzzle())[:-9], "it is truncated"),
    (b"<puzzle", "line 1: not well-formed XML"),
    (b"<game/>", "expected <puzzle>, not <game>"),
    (puzzle().replace(b'version="2"', b'version="3"'), 'expected version="2" of the format'),
    (
        puzzle(head='<gridType type="2"/>'),
        r"line 4: shape 0, place 1: there is no cell of the grid of spheres at \(1, 0, 0\)",
    ),
    (
        puzzle(head='<gridType type="77"/>'),
        r"line 2: there is no grid of type 77: the types are 0 \(cubes\)",
    ),
    (puzzle(head=""), "expected one <gridType> in <puzzle>, not 0"),
    (puzzle('<voxel x="2" y="1" z="1">#</voxel>'), "has 2 places, and 1 are written"),
    (puzzle('<voxel x="1" y="1" z="1">##</voxel>'), "has 1 places, and 2 are written"),
    (puzzle('<voxel x="1" y="1" z="1">?</voxel>'), "place 0: expected '#', '[+]' or '_'"),
    (
        puzzle('<voxel x="1" y="1" z="1">#3</voxel>'),
        "line 4: shape 0, place 0 has color 3: the file lists 0",
    ),
    (puzzle('<voxel x="1" y="1">#</voxel>'), "line 4: <voxel> has no z"),
    (puzzle('<voxel x="-1" y="1" z="1">#</voxel>'), 'x="-1": expected a number from 0'),
    (puzzle('<voxel x="9999" y="9999" z="9999">#</voxel>'), "line 4: shape 0 .* of more than 1000"),
    (puzzle('<voxel x="100" y="100" z="100">#</voxel>'), "more than 500000 places"),
    (
        puzzle('<voxel x="100" y="100" z="50">#</voxel>' * 9),
        "line 4: shapes 0 to 8 have more than 4000000 places together",
    ),
    (puzzle('<voxel x="1" y="1" z="1" type="1">#</voxel>'), 'shape 0: expected type="0"'),
    (puzzle('<voxel x="1" y="1" z="1">_</voxel>'), "shape 0 is empty"),
    (puzzle('<voxel x="2" y="1" z="1">#+</voxel>'), "shape 0 has '[+]' places"),
    (puzzle(problem='<shapes><shape id="7"/></shapes><result id="0"/>'), "there is no shape 7"),
    (puzzle(problem="<shapes/>"), "expected one <result> in <problem>, not 0"),
    (
        puzzle(problem='<shapes><shape id="0" min="3" max="2"/></shapes><result id="0"/>'),
        "min=3 is more than max=2",
    ),
    (
        b'<!DOCTYPE a [<!ENTITY b "c">]><puzzle version="2">&b;</puzzle>',
        "line 1: document types and entities are not allowed",
    ),
    ('<?xml version="1.0" encoding="utf-16"?><!DOCTYPE a><a/>'.encode("utf-16"), "are not allowed"),
    (b'<?xml version="1.0" encoding="no-such"?><a/>', "not well-formed XML"),
    (b"<a>" * 100_000, "more than 64 elements inside one another"),
    (b"<a>" + b"<b/>" * 500_001 + b"</a>", "or 500000 in all"),
    (gzip.compress(bytes(64_000_001)), "more than 64 MB of XML"),
]


@pytest.mark.parametrize(("data", "message"), BAD, ids=range(len(BAD)))
def test_files_that_are_refused(data: bytes, message: str) -> None:
    with pytest.raises(BadFormat, match=message):
        read(data)


# Which encoding is assumed for other bytes than UTF-8 does not matter here.
@pytest.mark.filterwarnings("ignore:.*this is not UTF-8")
@given(st.binary(max_size=60))
def test_any_bytes_are_read_or_refused(noise: bytes) -> None:
    for data in (noise, gzip.compress(noise), puzzle().replace(b"##", noise)):
        try:
            read(data)
        except BadFormat as error:
            assert str(error)


def test_text_in_many_bits_is_joined_once() -> None:
    """Added bit by bit, ten megabytes would be copied a hundred thousand times: minutes."""
    root = parsed(b"<a>" + (b"x" * 99 + b"<b/>") * 100_000 + b"</a>")
    assert (len(root.text), len(root.children)) == (9_900_000, 100_000)


def test_an_entity_is_never_resolved(tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("secret", encoding="utf-8")
    text = f'<!DOCTYPE a [<!ENTITY b SYSTEM "{secret.as_uri()}">]><a>&b;</a>'
    with pytest.raises(BadFormat, match="entities are not allowed"):
        parsed(text.encode())


@pytest.mark.parametrize(
    ("problem", "message"),
    [
        (TilingProblem("**", [Tile("**")]), "tiles have all rotations, not tile 0"),
        (
            TilingProblem(Region.box(1), [Tile(Region.box(1))]),
            "prisms on triangles, spheres, rhombic tetrahedra",
        ),
        (
            PackingProblem(TilingProblem("**", [Tile("*", times="any")]), holes=1),
            "no other constraints",
        ),
    ],
)
def test_problems_that_cannot_be_written(problem: TilingProblem, message: str) -> None:
    with pytest.raises(BadFormat, match=message):
        write(problem)


def test_a_board_of_the_plane_is_one_layer() -> None:
    flat = TilingProblem("***\n***", [Tile("**\n*.", symmetries="all", times=2)])
    (solid,) = read(write(flat)).values()
    assert solid.board.dimension == 3
    assert combien.count(solid) == combien.count(flat) > 0


@given(st.sets(st.tuples(st.integers(-3, 3), st.integers(-3, 3), st.booleans()), min_size=1))
def test_triangles_are_read_back(places: set[tuple[int, int, bool]]) -> None:
    cells = [(2 * x + 1, 2 * y + 1, (1 if up else -1) - 2 * x - 2 * y - 2) for x, y, up in places]
    board = Region(cells, lattice=TRIANGLES)
    tile = Tile(board, symmetries="all", name="itself")
    (again,) = read(write(TilingProblem(board, [tile], name="p"))).values()
    assert isinstance(again, TilingProblem)
    assert again.board.at_origin() == board.at_origin()
    assert set(again.tiles[0].orientations) == set(tile.orientations)


@pytest.mark.parametrize("name", ["hexiamonds in 4x9", "hexiamonds in 3x12"])
def test_hexiamonds_are_counted_as_published(name: str) -> None:
    known = classic(name)
    (again,) = read(write(known.problem())).values()
    assert combien.count(again) == known.count


near = st.sampled_from(sorted(PRISMS.box((2, 2, 3))))
prisms = st.sets(near, min_size=1, max_size=8).map(lambda cells: Region(cells, lattice=PRISMS))


@settings(max_examples=40)
@given(prisms, prisms, times, names, st.data())
def test_prisms_are_read_back(
    board: Region, region: Region, often: Times, name: str, data: st.DataObject
) -> None:
    tile = Tile(region, symmetries="rotations", times=often, name=name.strip())
    problem = TilingProblem(board, [tile], name="p")
    some = data.draw(st.sets(st.sampled_from(list(board))))
    empty = Region(some, lattice=PRISMS)
    wished = PackingProblem(problem, optional=empty, holes="any") if empty else problem
    (again,) = read(write(wished)).values()
    flat = len({cell[-1] for cell in board}) == len({cell[-1] for cell in region}) == 1
    if flat:
        # A file of one layer is read as triangles of the plane.
        assert again.board.lattice == TRIANGLES
    else:
        base = again.base if isinstance(again, PackingProblem) else again
        # The least place of a board need not be at the origin of triangles.
        moved = TilingProblem(base.board.at_origin(), base.tiles, name=base.name)
        assert moved == TilingProblem(board.at_origin(), [tile], name="p")
        if empty:
            assert isinstance(again, PackingProblem)
            back = Region(again.may_be_holes, lattice=PRISMS)
            home = PRISMS.home(again.board.low)
            assert back.shift(*home) == empty.shift(*PRISMS.home(board.low))
        assert write(again) == write(wished)
    assert combien.count(again) == combien.count(wished)


def test_prisms_by_hand() -> None:
    """x runs fastest, then y, then z; in each layer the triangle at (0, 0) points up."""
    spaces = (
        '<voxel x="2" y="1" z="2">##_#</voxel><voxel x="2" y="2" z="2">##_###__</voxel>'
        '<voxel x="1" y="1" z="1">#</voxel>'
    )
    shapes = '<shape id="0"/><shape id="2" count="2"/>'
    asked = f'<shapes>{shapes}</shapes><result id="1"/>'
    (problem,) = read(puzzle(spaces, asked, head='<gridType type="1"/>')).values()
    assert isinstance(problem, TilingProblem)
    up, down, over = (1, 1, -1), (1, 1, -3), (1, 3, -3)
    board = [(*up, 0), (*down, 0), (*over, 0), (*up, 1), (*down, 1)]
    assert problem.board == Region(board, lattice=PRISMS)
    assert problem.tiles[0].region == Region([(*up, 0), (*down, 0), (*down, 1)], lattice=PRISMS)
    assert problem.tiles[0].symmetries == PRISMS.rotations(4)
    # The corner of three has four placements in the two lozenges, one above the other, and one
    # more around the third triangle of the lower layer; the other two are single cells.
    assert combien.count(problem) == 5


def test_the_empty_layer_of_a_file_makes_it_solid() -> None:
    space = '<voxel x="2" y="1" z="2" type="0">##__</voxel>'
    (problem,) = read(puzzle(space, head='<gridType type="1"/>')).values()
    assert problem.board == Region.from_art("**", lattice=PRISMS)
