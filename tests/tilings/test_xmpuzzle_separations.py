"""Separations and weights in files of BurrTools: read, checked, compared and written back."""

from __future__ import annotations

import warnings

import pytest

from combien.cover.formats import FormatWarning
from combien.errors import BadFormat
from combien.tilings import xmpuzzle
from combien.tilings.disassembly import disassemble
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
