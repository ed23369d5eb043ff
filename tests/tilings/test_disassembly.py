"""Taking assemblies apart: the definition, known levels, limits and refusals."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import combien
from combien import Budget, OutOfBudget, Region
from combien.errors import BadTiling
from combien.geometry import HEXAGONS, PRISMS, TRIANGLES, torus
from combien.geometry._lattice import SQUARE, Lattice
from combien.tilings import PackingProblem, Tile, TilingProblem
from combien.tilings.disassembly import Move, Survey, disassemble, survey
from combien.tilings.disassembly._directions import directions
from tests.tilings.six_piece_burrs import NOTCHABLE, burr
from tests.tilings.taking_apart import check_against_the_definition, check_moves

Cells = list[tuple[int, ...]]


@st.composite
def assemblies(draw: st.DrawFn, lattice: Lattice, size: tuple[int, ...], most: int) -> list[Region]:
    """The cells of a box, each in one of a few pieces or in none."""
    cells = Region.box(*size, lattice=lattice).cells
    owners = draw(st.lists(st.integers(-1, most - 1), min_size=len(cells), max_size=len(cells)))
    groups = [
        [cell for cell, owner in zip(cells, owners, strict=True) if owner == number]
        for number in range(most)
    ]
    return [Region(group, lattice=lattice) for group in groups if group]


@given(assemblies(SQUARE, (4, 3), 4).filter(bool))
@settings(max_examples=40, deadline=None)
def test_squares_agree_with_the_definition(pieces: list[Region]) -> None:
    check_against_the_definition(pieces)


@given(assemblies(SQUARE, (3, 3, 2), 4).filter(bool))
@settings(max_examples=25, deadline=None)
def test_cubes_agree_with_the_definition(pieces: list[Region]) -> None:
    check_against_the_definition(pieces)


@pytest.mark.parametrize(
    ("lattice", "size"), [(TRIANGLES, (3, 2)), (HEXAGONS, (3, 3)), (PRISMS, (2, 2, 2))]
)
@given(data=st.data())
@settings(max_examples=10, deadline=None)
def test_other_lattices_agree_with_the_definition(
    data: st.DataObject, lattice: Lattice, size: tuple[int, ...]
) -> None:
    pieces = data.draw(assemblies(lattice, size, 3))
    if pieces:
        check_against_the_definition(pieces)


def test_directions_of_lattices() -> None:
    assert directions(SQUARE, (0, 0)) == ((1, 0), (0, 1))
    assert directions(SQUARE, (0, 0, 0, 0))[3] == (0, 0, 0, 1)
    assert directions(HEXAGONS, (0, 0, 0)) == ((1, 0, -1), (1, -1, 0), (0, 1, -1))
    assert directions(TRIANGLES, (1, 1, -1)) == ((2, 0, -2), (2, -2, 0), (0, 2, -2))
    assert len(directions(PRISMS, (1, 1, -1, 0))) == 4


def test_a_ball_in_a_closed_box_stays() -> None:
    box = Region.box(3, 3, 3) - Region.box(1, 1, 1).shift(1, 1, 1)
    pieces = [box, Region.box(1, 1, 1).shift(1, 1, 1)]
    found = disassemble(pieces)
    assert not found.comes_apart
    assert (found.level, found.notation) == ((), "-")
    assert str(found) == "does not come apart by translations"
    assert disassemble(pieces, groups={0: "box", 1: "box"}).comes_apart
    assert not disassemble(pieces, groups={0: "box", 1: "ball"}).comes_apart


def test_a_winding_way_out() -> None:
    """A ball leaves a corridor with two bends: a move for each straight part."""
    wall = Region.from_art("*****\n*...*\n*.*.*\n*.*..\n*****")
    found = disassemble([wall, Region([(1, 1)])])
    assert found.level == (4,)
    assert found.moves[-1] == Move((1,), (1, 0), None)
    assert [move.distance for move in found.moves if isinstance(move, Move)] == [2, 2, 2, None]
    assert found.states[-1] == ((0, 0), (2, 0))


def test_parts_and_steps() -> None:
    bars = [Region.box(3, 1).shift(0, y) for y in range(3)]
    found = disassemble(bars)
    assert found.level == (1, 1)
    assert [len(part.pieces) for part in found.parts] == [2, 1]
    assert found.total == len(list(found.steps())) == 2
    thorough = disassemble(bars, thorough=True)
    # Along x any set of bars moves, along y the upper or the lower ones; up to the opposite move.
    assert thorough.separations == 6 + 2
    assert thorough.ways == 8
    content = thorough.to_json()
    assert content["level"] == [1, 1]
    assert content["ways"] == "8"


# Six-piece burrs: the number of assemblies and of those that come apart, and the highest level.
# Philippe Dubois's (6.4) and Peter Marineau's (the Piston Puzzle, 9.3): forum of puzzle-place.com,
# "6-piece burrs", 2011.  Love's Dozen has an assembly of level 12, the only one of all six-piece
# burrs: Bill Cutler, "A computer analysis of all 6-piece burrs", 1994.  The 5/4 is named after its
# level.  Solid burrs need one move: Bill Cutler, "The six-piece burr", 1978.
BURRS = {
    "Philippe Dubois": ([120, 160, 256, 512, 880, 960], 2, 1, (6, 4)),
    "Piston Puzzle": ([88, 512, 768, 922, 1008, 1008], 10, 1, (9, 3)),
    "Love's Dozen": ([88, 512, 704, 960, 992, 1008], 154, 90, (12, 3)),
    "Artifactory 5/4": ([412, 480, 512, 704, 704, 960], 144, 1, (5, 4)),
    "Chinese Cross": ([1, 256, 824, 975, 928, 1024], 2, 2, (1,)),
    "Double Cross": ([1, 154, 256, 256, 1024, 1024], 1, 1, (1,)),
    "Diabolical Structure": ([1, 256, 256, 256, 928, 928], 1, 1, (1,)),
    "Hoffmann's burr": ([1, 188, 256, 960, 975, 1024], 2, 2, (1,)),
    "Yamato Block": ([1, 188, 824, 975, 1024, 1024], 2, 2, (1,)),
    "Tenyo burr": ([463, 564, 760, 909, 927, 1016], 1, 1, (1,)),
    "Six Way Set": ([52, 792, 911, 824, 975, 1024], 8, 6, (1,)),
}


def taken_apart(problem: PackingProblem) -> Survey:
    """The survey of the assemblies, up to rotations."""
    return survey(combien.solutions(problem, engine="bits", up_to="rotations"))


@pytest.mark.parametrize("name", BURRS)
def test_levels_of_six_piece_burrs(name: str) -> None:
    numbers, assembled, apart, level = BURRS[name]
    found = taken_apart(burr(numbers))
    assert (found.assemblies, found.apart) == (assembled, apart)
    assert found.highest is not None
    assert found.highest[: len(level)] == level
    assert found.unique == (apart == 1)


def test_longer_bars_have_another_level() -> None:
    """Computer's Choice Unique 10 (Bill Cutler) is 8 cubes long, and needs 10 moves."""
    numbers = [624, 702, 768, 883, 1015, 1024]
    for length, level in ((6, "5.2.1.1.1"), (8, "10.1.1.1.1")):
        assemblies = combien.solutions(burr(numbers, length=length), up_to="rotations")
        found = survey(assemblies)
        assert (found.assemblies, found.unique) == (7, True)
        assert ".".join(map(str, found.highest or ())) == level


def test_the_highest_level_of_a_six_piece_burr_is_unique() -> None:
    found = taken_apart(burr(BURRS["Love's Dozen"][0]))
    assert [number for level, number in found.levels.items() if level[0] == 12] == [1]
    assert str(found).startswith(
        "90 of 154 assemblies come apart by translations\n    1  12.3.1.1.1\n"
    )
    assert found.to_json()["unique"] is False
    # A counter of work, the same on every machine.
    assert found.searched == 1250


def test_all_solid_burrs_of_notchable_pieces() -> None:
    """Bill Cutler's 314 of 1978; the file of BurrTools has 1063 assemblies."""
    problem = burr(NOTCHABLE, times=(0, 6), solid=True)
    found = taken_apart(problem)
    assert (found.assemblies, found.apart) == (1063, 314)
    assert found.levels == {(1, 2, 1, 1, 1): 57, (1, 1, 1, 1, 1): 257}


def test_a_survey_ends_at_its_limit() -> None:
    bars = TilingProblem(Region.box(4, 4), [Tile("**", symmetries="all", times="any")])
    everything = survey(combien.solutions(bars))
    assert (everything.assemblies, everything.apart) == (36, 36)
    some = survey(combien.solutions(bars), limit=2)
    assert (some.assemblies, some.apart, some.unique) == (2, 2, False)
    assert survey([]).highest is None
    assert str(survey([])) == "0 of 0 assemblies come apart"


def test_budgets_are_kept() -> None:
    problem = burr(BURRS["Piston Puzzle"][0])
    assembly = next(
        one for one in combien.solutions(problem, engine="bits") if disassemble(one).comes_apart
    )
    complete = disassemble(assembly)
    assert complete.notation == "9.3.1.1.1"
    check_moves([placement.region for placement in assembly.placements], complete)
    reports: list[combien.Progress] = []
    with pytest.raises(OutOfBudget) as caught:
        disassemble(assembly, nodes=5, report=reports.append)
    assert caught.value.known["states"] > 5
    assert reports
    assert reports[-1].engine == "disassembly"
    with pytest.raises(OutOfBudget, match="seconds"):
        disassemble(assembly, seconds=0)
    with pytest.raises(OutOfBudget, match="GB"):
        disassemble(assembly, budget=Budget(bytes=100))
    assert disassemble(assembly, nodes=complete.searched) == complete


def test_refusals() -> None:
    one = Region.box(1, 1)
    for assembly, message in (
        ([], "1 to 64 pieces"),
        ([one] * 65, "1 to 64 pieces"),
        (5, "expected a tiling"),
        (one, "expected a tiling"),
        (["*"], "piece 0: expected a Region"),
        ([one, one], "piece 1 overlaps"),
        ([one, Region.box(1, 1, 1)], "piece 1 has a different lattice or dimension"),
        ([Region.box(7000, 1), one.shift(0, 1)], "longer than"),
        ([one, one.shift(7000, 0)], "cells apart"),
        ([Region.box(1, 1, 1, 1, 1), Region.box(1, 1, 1, 1, 1).shift(1, 0, 0, 0, 0)], "dimension"),
        ([torus(3, 3)], "not on"),
    ):
        with pytest.raises(BadTiling, match=message):
            disassemble(assembly)  # type: ignore[arg-type]
    with pytest.raises(BadTiling, match="groups"):
        disassemble([one], groups=[1])  # type: ignore[arg-type]
    with pytest.raises(BadTiling, match="assemblies"):
        survey(5)  # type: ignore[arg-type]
