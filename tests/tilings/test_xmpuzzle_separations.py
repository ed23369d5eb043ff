"""Separations and weights in files of BurrTools: read, checked, compared and written back."""

from __future__ import annotations

import gzip
import warnings
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import combien
from combien import Region, Tile, TilingProblem
from combien.cover.formats import FormatWarning
from combien.errors import BadFormat
from combien.tilings import PackingProblem, Placement, Tiling, xmpuzzle
from combien.tilings._xmpuzzle_assemblies import separation_of
from combien.tilings.disassembly import disassemble, survey
from combien.tilings.xmpuzzle import StoredProblem, StoredSeparation
from tests.programs import BURRTOOLS, needs_burrtools

# A row of three cubes, of which the first one weighs more.
SHAPES = (
    '<voxel x="3" y="1" z="1" type="0">###</voxel>'
    '<voxel x="1" y="1" z="1" weight="5" type="0">#</voxel>'
    '<voxel x="1" y="1" z="1" type="0">#</voxel>'
)
USES = '<shape id="1" count="1"/><shape id="2" min="0" max="3"/>'
ASSEMBLY = "0 0 0 0 x 1 0 0 0 2 0 0 0"


def state(xs: str, ys: str = "0 0 0", zs: str = "0 0 0") -> str:
    return f"<state><dx>{xs}</dx><dy>{ys}</dy><dz>{zs}</dz></state>"


def separation(pieces: str, states: str, inside: str = "", kind: str = "") -> str:
    named = f' type="{kind}"' if kind else ""
    return f"<separation{named}><pieces>{pieces}</pieces>{states}{inside}</separation>"


REST = separation("0 2", state("0 1", "0 0", "0 0") + state("0 20001", "0 0", "0 0"), kind="left")
WHOLE = separation("0 2 3", state("0 1 2") + state("0 1 3") + state("0 1 3", "0 0 20000"), REST)


def file(inside: str) -> bytes:
    return (
        f'<puzzle version="2"><gridType type="0"/><shapes>{SHAPES}</shapes><problems>'
        f'<problem state="2" assemblies="1" solutions="1"><shapes>{USES}</shapes><result id="0"/>'
        f"<solutions><solution><assembly>{ASSEMBLY}</assembly>{inside}</solution></solutions>"
        "</problem></problems></puzzle>"
    ).encode()


def loaded(inside: str) -> StoredProblem:
    (found,) = xmpuzzle.load(file(inside)).problems.values()
    return found


def test_positions_are_read_and_written() -> None:
    found = loaded(WHOLE)
    assert found.weights == (5, 1)
    rest = StoredSeparation(1, (0, 1), (((0, 0, 0), (0, 0, 0)), ((0, 0, 0), (20000, 0, 0))))
    (stored,) = found.separations
    assert stored is not None
    assert (stored.moves, stored.level, stored.pieces) == (2, (2, 1), (0, 1, 2))
    assert stored.states[1] == ((0, 0, 0), (0, 0, 0), (1, 0, 0))
    assert (stored.left, stored.removed) == (rest, None)
    once = xmpuzzle.write(xmpuzzle.load(file(WHOLE)))
    again = xmpuzzle.load(once)
    (kept,) = again.problems.values()
    assert (kept.separations, kept.weights) == (found.separations, found.weights)
    assert xmpuzzle.write(again) == once


def test_numbers_of_positions_are_read_and_written() -> None:
    found = loaded("<separationInfo>4 2 0 0 3 0 0</separationInfo>")
    (stored,) = found.separations
    part = StoredSeparation(1), StoredSeparation(2)
    assert stored == StoredSeparation(3, left=part[0], removed=part[1])
    assert stored.level == (3, 1, 2)
    data = xmpuzzle.write(xmpuzzle.load(file("<separationInfo>4 2 0 0 3 0 0</separationInfo>")))
    (kept,) = xmpuzzle.load(data).problems.values()
    assert kept.separations == found.separations
    assert loaded("").separations == (None,)


@pytest.mark.parametrize(
    ("inside", "reason"),
    [
        ("<separationInfo>4 2 0 0 3 0</separationInfo>", "fewer numbers"),
        ("<separationInfo>2 0 0 0</separationInfo>", "more numbers"),
        ("<separationInfo></separationInfo>", "expected 1 to 400"),
        (f"<separationInfo>{'2 ' * 401}</separationInfo>", "expected 1 to 400"),
        ("<separationInfo>-1</separationInfo>", "expected 1 to 400"),
        ("<separationInfo>two</separationInfo>", "a whole number"),
        (separation("0 1 3", state("0 1 2") * 2), "pieces of the assembly"),
        (separation("0 0 3", state("0 1 2") * 2), "each once"),
        (separation("0", state("0", "0", "0") * 2), "expected 2 to 200 pieces"),
        (separation("0 2 3", state("0 1 2")), "two positions"),
        (separation("0 2 3", state("0 1 3") * 2), "does not begin with the assembly"),
        (separation("0 2", state("0 1", "0 0", "0 0") * 2), "does not begin"),
        (separation("0 2 3", state("0 1") * 2), "<dx> has 2 numbers for 3"),
        (separation("0 2 3", state("0 1 2") + state("0 1 1") + state("0 1 9")), "overlaps"),
        (WHOLE.replace("20001", "99999999"), "at most 1000000"),
        (WHOLE.replace(' type="left"', ""), 'type="left"'),
        (separation("0 2 3", state("0 1 2") * 2, REST + REST), "once each"),
    ],
    ids=range(17),
)
def test_refusals(inside: str, reason: str) -> None:
    with pytest.raises(BadFormat, match=r"line 1: .*" + reason):
        loaded(inside)


def test_parts_have_different_pieces() -> None:
    twin = REST.replace("left", "removed")
    with pytest.raises(BadFormat, match="none of the other part"):
        loaded(separation("0 2 3", state("0 1 2") * 2, REST + twin))
    with pytest.raises(BadFormat, match="of the whole"):
        same = separation("0 2 3", state("0 1 2") * 2, kind="left")
        loaded(separation("0 2 3", state("0 1 2") * 2, same))


@needs_burrtools
@pytest.mark.parametrize(
    ("name", "equal"),
    [("AlPackino", 1), ("PelikanBurr", 0), ("Prisgon", 1), ("SolidSixPieceBurrs", 314)],
)
def test_stored_levels_agree(name: str, equal: int) -> None:
    """The first separations are as short; the later ones depend on which of them is chosen."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", FormatWarning)
        file = xmpuzzle.load((BURRTOOLS / f"{name}.xmpuzzle").read_bytes())
    levels = []
    for problem in file.problems.values():
        for assembly, stored in zip(problem.stored, problem.separations, strict=True):
            assert stored is not None
            levels.append((stored.level, disassemble(assembly).level))
    assert all(theirs[0] == ours[0] for theirs, ours in levels)
    assert sum(theirs == ours for theirs, ours in levels) == equal
    again = xmpuzzle.load(xmpuzzle.write(file))
    for title, problem in file.problems.items():
        assert again.problems[title].separations == problem.separations
        assert again.problems[title].weights == problem.weights


def check_tree(tree: ElementTree.Element, before: dict[int, tuple[int, ...]]) -> None:
    """Check a separation as BurrTools reads it: pieces beyond 10,000 are removed."""
    pieces = [int(text) for text in (tree.findtext("pieces") or "").split()]
    assert tree.find("pieces").get("count") == str(len(pieces))  # type: ignore[union-attr]
    states = [
        list(zip(*([int(n) for n in one.text.split()] for one in state), strict=True))  # type: ignore[union-attr]
        for state in tree.findall("state")
    ]
    assert dict(zip(pieces, states[0], strict=True)) == before
    gone = [any(abs(number) > 10_000 for number in at) for at in states[-1]]
    assert 0 < sum(gone) < len(pieces)
    assert all(abs(number) < 10_000 for state in states[:-1] for at in state for number in at)
    last = dict(zip(pieces, states[-2], strict=True))
    sides = {
        name: [piece for piece, away in zip(pieces, gone, strict=True) if away == (name != "left")]
        for name in ("left", "removed")
    }
    for part in tree.findall("separation"):
        inside = sides.pop(part.get("type", ""))
        check_tree(part, {piece: last[piece] for piece in inside})
    # No separation of a single piece.
    assert all(len(inside) == 1 for inside in sides.values())


@pytest.mark.parametrize("rotations", [False, True])
def test_our_disassemblies_are_written_as_burrtools_reads_them(*, rotations: bool) -> None:
    data = (Path(__file__).parents[2] / "examples" / "piston.xmpuzzle").read_bytes()
    file = xmpuzzle.load(data)
    (name,) = file.problems
    problem = file.problems[name].problem
    assert isinstance(problem, PackingProblem)
    every = list(combien.solutions(problem, up_to="rotations"))
    found = {
        number: (assembly, disassemble(assembly, rotations=rotations))
        for number, assembly in enumerate(every, 1)
        if number in (1, 8)
    }
    stored = file.problems[name].with_found(found, survey(every[:8]), finished=False)
    written = xmpuzzle.write({name: stored}, comment="eight of ten")
    again = xmpuzzle.load(written)
    (back,) = again.problems.values()
    assert again.comment == "eight of ten"
    assert (back.assemblies, back.solutions, back.finished, back.numbers) == (8, 1, False, (1, 8))
    assert [str(one) for one in back.stored] == [str(every[0]), str(every[7])]
    stuck, levels = back.separations
    assert stuck is None
    assert levels is not None
    assert levels.level == found[8][1].level
    assert xmpuzzle.write(again) == written
    root = ElementTree.fromstring(gzip.decompress(written))
    _, tree = root.iter("solution")
    if found[8][1].rotations:
        assert tree.find("separation") is None
        assert tree.find("separationInfo") is not None
        return
    placed = (tree.findtext("assembly") or "").split()
    voxels = {at // 4: tuple(map(int, placed[at : at + 3])) for at in range(0, len(placed), 4)}
    check_tree(tree.find("separation"), voxels)  # type: ignore[arg-type]


CELLS = st.lists(st.tuples(*[st.integers(0, 2)] * 3), min_size=1, max_size=5, unique=True)


@given(st.lists(CELLS, min_size=2, max_size=4))
@settings(max_examples=40, deadline=None)
def test_random_disassemblies_come_back(shapes: list[list[tuple[int, ...]]]) -> None:
    taken: set[tuple[int, ...]] = set()
    tiles: list[Tile] = []
    placements: list[Placement] = []
    for cells in shapes:
        left = Region([cell for cell in cells if cell not in taken], dimension=3)
        if left:
            taken |= set(left)
            tile = Tile(left, symmetries="rotations", times=1)
            at = tile.orientations.index(left.at_origin())
            placements.append(Placement(len(tiles), tile, at, left))
            tiles.append(tile)
    board = Region(sorted(taken))
    problem, assembly = TilingProblem(board, tiles, name="random"), Tiling(board, placements)
    found = disassemble(assembly)
    empty = StoredProblem(problem, None, None, None, (), ())
    stored = empty.with_found({1: (assembly, found)}, survey([assembly]))
    (back,) = xmpuzzle.load(xmpuzzle.write({"random": stored})).problems.values()
    # The file has the tiles at the origin of the board.
    shift = list(board.low)
    homes = [
        [tuple(map(int.__sub__, cell, shift)) for cell in one.region] for one in assembly.placements
    ]
    assert [sorted(one.region) for one in back.stored[0].placements] == [
        sorted(one) for one in homes
    ]
    (separation,) = back.separations
    assert separation == separation_of(found)
    assert (separation.level if separation else ()) == (found.level if found.comes_apart else ())
