"""Counts up to symmetry: against the orbits of listed solutions, and known ones by two engines."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import combien
from combien import Problem, Region, Solution, Symmetric, Tile, TilingProblem
from combien._questions import up_to
from combien.cover._oracle import all_solutions
from combien.cover._symmetry import ProblemGroup
from combien.cover._verify import fault
from combien.errors import BadInput, CannotAnswer, OutOfBudget
from combien.geometry._symmetry import Group, Symmetry
from combien.tilings import catalogue
from tests.merged_tiles import merge_equal_tiles
from tests.random_problems import problems
from tests.symmetric_problems import is_symmetry
from tests.tilings.pentominoes import DOMINO, pentominoes

box = Region.box
SCOTT = box(8, 8) - box(2, 2).shift(3, 3)
# This many solutions are listed quickly.
MOST = 300
HALF_TURN = Group.generated_by(Symmetry.named("Rot180"))


def listed_orbits(group: ProblemGroup) -> list[list[tuple[int, ...]]]:
    """The orbits by definition: all solutions, each together with its images."""
    found = sorted(tuple(solution) for solution in combien.solutions(group.problem, engine="dlx"))
    left = set(found)
    orbits = []
    for solution in found:
        if solution in left:
            orbit = {group.image(number, solution) for number in range(len(group))}
            assert orbit <= left
            left -= orbit
            orbits.append(sorted(orbit))
    return orbits


def listed_kinds(group: ProblemGroup) -> Counter[int]:
    """The number of orbits for each order of the stabilizer."""
    return Counter(len(group) // len(orbit) for orbit in listed_orbits(group))


def check_against_listing(model: Any, group: ProblemGroup, engine: str = "auto") -> None:
    """Compare the answers to all questions up to symmetry with the orbits of listed solutions."""
    orbits = listed_orbits(group)
    assert combien.count(model, up_to=group, engine=engine) == len(orbits)
    found = combien.orbits(model, up_to=group, engine=engine)
    assert (found.count, found.solutions) == (len(orbits), sum(map(len, orbits)))
    by_order: Counter[int] = Counter()
    for kind in found.kinds:
        by_order[len(kind.symmetries)] += kind.orbits
        # The size of an orbit is the index of its stabilizer.
        assert kind.orbits * len(group) == kind.solutions * len(kind.symmetries)
    assert by_order == listed_kinds(group)
    problem = group.problem
    least = list(combien.solutions(problem, up_to=group))
    assert sorted(least) == sorted(orbit[0] for orbit in orbits)
    symmetric = [orbit[0] for orbit in orbits if len(orbit) == 1]
    fixed = Symmetric(problem, group)
    assert sorted(combien.solutions(fixed)) == sorted(symmetric)
    assert all(not fault(problem, solution) for solution in combien.solutions(fixed))


# Tilings ---------------------------------------------------------------------------------------

DRAWINGS = ["*", "**", "*.\n**", "***", "**.\n.**", "***\n*.."]
TIMES: list[Any] = [1, 1, 2, 3, (0, 1), (0, 2), (1, 2), (1, 5), (2, None), "any", "any"]


@st.composite
def problems_of_tiles(draw: st.DrawFn) -> TilingProblem:
    """Boards with and without symmetry; tiles repeated, optional, one-sided, bounded."""
    board = draw(
        st.sampled_from(
            [
                box(3, 3),
                box(4, 2),
                box(5, 1),
                box(4, 3) - box(1, 1),
                box(3, 3) - box(1, 1).shift(1, 1),
            ]
        )
    )
    some = st.builds(
        Tile,
        st.sampled_from(DRAWINGS),
        symmetries=st.sampled_from(["none", "rotations", "all"]),
        times=st.sampled_from(TIMES),
    )
    tiles = draw(st.lists(some, min_size=1, max_size=3))
    if draw(st.booleans()):
        tiles.append(draw(st.sampled_from(tiles)))
    return TilingProblem(board, tiles)


@settings(max_examples=40)
@given(problems_of_tiles(), st.sampled_from(["all", "rotations"]))
def test_orbits_of_tilings_against_listing(problem: TilingProblem, up_to: str) -> None:
    assume(combien.count(problem) <= MOST)
    check_against_listing(problem, problem.symmetries(up_to=up_to))


@settings(max_examples=30)
@given(problems_of_tiles())
def test_equal_tiles_made_one_against_listing(problem: TilingProblem) -> None:
    assume(combien.count(problem) <= MOST)
    different = {
        frozenset((frozenset(p.tile.orientations), p.region) for p in tiling.placements)
        for tiling in combien.solutions(problem)
    }
    assert combien.count(merge_equal_tiles(problem)) == len(different)


def test_exchanging_equal_tiles() -> None:
    problem = TilingProblem(box(3, 1), [Tile("*"), Tile("*"), Tile("*")])
    placed = problem.placements
    swap = [*placed.of_tile(1), *placed.of_tile(0), *placed.of_tile(2)]
    turn = [*placed.of_tile(1), *placed.of_tile(2), *placed.of_tile(0)]
    assert combien.count(problem.problem(), up_to=[swap]) == 3
    assert combien.count(problem.problem(), up_to=[swap, turn]) == combien.count(
        merge_equal_tiles(problem)
    )
    # Here equal tiles are not exchanged: the six tilings are three pairs of mirror images.
    assert combien.count(problem, up_to="all") == 3


KNOWN: dict[str, tuple[Any, combien.UpTo, int, dict[int, int]]] = {
    "Scott": (lambda: TilingProblem(SCOTT, pentominoes()), "all", 65, {1: 65}),
    "pentominoes on 3x20": (
        lambda: TilingProblem(box(20, 3), pentominoes()),
        "all",
        2,
        {1: 2},
    ),
    "Soma, rotations": (
        lambda: TilingProblem(box(3, 3, 3), catalogue.soma()),
        "rotations",
        480,
        {1: 480},
    ),
    # The two screws are mirror images, so a reflection exchanges them.
    "Soma": (
        lambda: TilingProblem(box(3, 3, 3), catalogue.soma()),
        "all",
        240,
        {1: 240},
    ),
    "dominoes on 4x4": (lambda: TilingProblem(box(4, 4), [DOMINO]), "all", 9, {1: 2, 2: 3, 4: 4}),
    # By a search that places each domino together with its images, 5280 tilings are invariant under
    # a half-turn, 19664 under a reflection in a middle line, and 44 under a quarter-turn.
    "dominoes on 8x8": (
        lambda: TilingProblem(box(8, 8), [DOMINO]),
        "all",
        1629189,
        {1: 1618131, 2: 10826, 4: 232},
    ),
}

SLOW: dict[str, tuple[Any, int]] = {
    "pentominoes on 6x10": (lambda: TilingProblem(box(10, 6), pentominoes()), 2339),
    "pentominoes on 5x12": (lambda: TilingProblem(box(12, 5), pentominoes()), 1010),
    "pentominoes on 4x15": (lambda: TilingProblem(box(15, 4), pentominoes()), 368),
    "pentominoes on 8x8 without corners": (
        lambda: TilingProblem(box(8, 8) - Region([(0, 0), (0, 7), (7, 0), (7, 7)]), pentominoes()),
        2170,
    ),
    "solid pentominoes in 2x3x10": (
        lambda: TilingProblem(box(10, 3, 2), catalogue.solid_pentominoes()),
        12,
    ),
    "solid pentominoes in 2x5x6": (
        lambda: TilingProblem(box(6, 5, 2), catalogue.solid_pentominoes()),
        264,
    ),
    "solid pentominoes in 3x4x5": (
        lambda: TilingProblem(box(5, 4, 3), catalogue.solid_pentominoes()),
        3940,
    ),
}


@pytest.mark.parametrize("name", KNOWN)
def test_known_orbits(name: str) -> None:
    build, up_to, count, by_order = KNOWN[name]
    problem = build()
    engines = ["frontier"] if name == "dominoes on 8x8" else ["bits"]
    for engine in ["auto", *engines]:
        assert combien.count(problem, up_to=up_to, engine=engine) == count
    found = combien.orbits(problem, up_to=up_to)
    orders: Counter[int] = Counter()
    for kind in found.kinds:
        orders[len(kind.symmetries)] += kind.orbits
    assert orders == by_order
    assert found.count == count


@pytest.mark.slow
@pytest.mark.parametrize("name", SLOW)
@pytest.mark.parametrize("engine", ["bits", "dlx"])
def test_slow_orbits(name: str, engine: str) -> None:
    build, count = SLOW[name]
    found = combien.orbits(build(), engine=engine)
    # None of the solutions is symmetric.
    assert [(len(kind.symmetries), kind.orbits) for kind in found.kinds] == [(1, count)]


def test_dominoes_on_6x6_against_listing() -> None:
    problem = TilingProblem(box(6, 6), [DOMINO])
    group = problem.symmetries()
    assert len(listed_orbits(group)) == 930
    check_against_listing(problem, group, engine="frontier")


@pytest.mark.parametrize("nodes", [None, 1])
def test_invariant_solutions_are_counted_from_a_list(
    nodes: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    invariant: list[int | None] = []
    original = up_to._Counting._invariant

    def spy(self: up_to._Counting, steps: Any) -> int | None:
        invariant.append(original(self, steps))
        return invariant[-1]

    monkeypatch.setattr(up_to._Counting, "_invariant", spy)
    monkeypatch.setattr(up_to, "_MANY_PARTS", 0)
    if nodes is not None:
        monkeypatch.setattr(up_to, "_MOST_NODES", nodes)
    problem = TilingProblem(box(4, 4), [DOMINO])
    group = problem.symmetries()
    for engine in ("auto", "frontier"):
        invariant.clear()
        check_against_listing(problem, group, engine)
        # If the list is not complete, they are counted.
        listed = set(invariant)
        assert None in listed if nodes else {2, 6} <= listed
    # The nodes of the list count toward the budget, too.
    whole = combien.orbits(problem, up_to=group, engine="dlx").work["nodes"]
    with pytest.raises(OutOfBudget):
        combien.orbits(problem, up_to=group, engine="dlx", nodes=whole - 1)
    assert combien.orbits(problem, up_to=group, engine="dlx", nodes=whole).count == 9
    # If there are many, none are listed.
    monkeypatch.setattr(up_to, "_MOST_LISTED", 35)
    invariant.clear()
    assert combien.count(problem, up_to=group) == 9
    assert invariant == []
    monkeypatch.setattr(up_to, "_MOST_LISTED", 36)
    assert combien.count(problem, up_to=group) == 9
    assert invariant


def test_bounds_on_a_board_with_mirrors() -> None:
    # Placements that a mirror fixes have fewer images, so they count fewer times toward the bounds.
    tiles = [Tile("**", symmetries="all", times=(1, 6)), Tile("*", times=(2, None))]
    problem = TilingProblem(box(4, 3), tiles)
    check_against_listing(problem, problem.symmetries(), engine="dlx")
    large = TilingProblem(box(7, 7), [Tile("**", symmetries="all", times=(5, 24)), *tiles[1:]])
    # Known from another engine, in other formulations of the problem.
    for name, fixed in {"Rot180": 2084946, "Rot90": 1478}.items():
        group = Group.generated_by(Symmetry.named(name))
        found = combien.answer(Symmetric(large, group), engine="frontier")
        assert found.count == fixed
        # An order is given up in time even if its layers grow within a single step of many passes.
        assert found.work["transitions"] < 10**6
    assert combien.count(large, up_to="rotations") == (11945253467702 + 2084946 + 2 * 1478) // 4


# Any problem, and refusals ------------------------------------------------------------------------


@settings(max_examples=40)
@given(problems(colors=True, bounds=True), st.data())
def test_orbits_of_any_problem(problem: Problem, data: st.DataObject) -> None:
    # Two copies side by side can be exchanged, whatever the problem is.
    builder = Problem.builder()
    for copy in range(2):
        for item in problem.items:
            builder.item(
                (copy, item.name),
                secondary=not item.primary,
                bounds=(item.low, item.high) if item.primary else None,
            )
    for copy in range(2):
        for option in range(problem.option_count):
            builder.option(
                *(
                    combien.Colored((copy, e.item), e.color)
                    if isinstance(e, combien.Colored)
                    else (copy, e)
                    for e in problem.entries(option)
                )
            )
    both = builder.build()
    n = problem.option_count
    swap = [*range(n, 2 * n), *range(n)]
    if combien.count(both) <= MOST:
        check_against_listing(both, ProblemGroup.generated_by(both, swap))
    # A swap of two options is a symmetry when they have the same entries.
    if n >= 2:
        one, other = data.draw(st.permutations(range(n)))[:2]
        permutation = list(range(n))
        permutation[one], permutation[other] = other, one
        try:
            group = ProblemGroup.generated_by(problem, permutation)
        except BadInput:
            assert not is_symmetry(problem, permutation)
        else:
            found = all_solutions(problem)
            assert {group.image(1, s) for s in found} == set(found)
            check_against_listing(problem, group)


def test_least_solutions_from_a_position_and_shuffled() -> None:
    problem = TilingProblem(box(4, 4), [DOMINO])
    whole = list(combien.solutions(problem, up_to="all"))
    assert len(whole) == 9
    walk = combien.solutions(problem, up_to="all", limit=4)
    first = list(walk)
    assert first + list(combien.solutions(problem, up_to="all", resume=walk.position)) == whole
    assert {*combien.solutions(problem, up_to="all", seed=3)} == {*whole}
    assert combien.answer(problem, "solutions", up_to="all").count == 9
    assert combien.answer(problem, "count", up_to="all").count == 9


def test_symmetric_tilings_are_tilings() -> None:
    problem = TilingProblem(box(6, 6), [DOMINO])
    turning = Symmetric(problem, HALF_TURN)
    assert combien.count(turning) == sum(1 for _ in combien.solutions(turning))
    for tiling in combien.solutions(turning, limit=20):
        regions = {placement.region for placement in tiling.placements}
        turned = {r.moved(Symmetry.named("Rot180")).shift(5, 5) for r in regions}
        assert turned == regions
    assert "under 2 symmetries: Id, Rot180" in repr(turning)
    assert [symmetry.name for symmetry in turning.group] == ["Id", "Rot180"]
    # No solution of Scott's problem is invariant under all rotations.
    assert combien.solve(Symmetric(TilingProblem(SCOTT, pentominoes()), "rotations")) is None


def test_the_group_is_in_the_answer() -> None:
    problem = TilingProblem(box(3, 2), [DOMINO])
    assert (
        "up to 4 symmetries: Id, Rot180, VertRefl, HorizRefl"
        in combien.answer(problem, up_to="all").why
    )
    assert str(combien.orbits(problem)).splitlines() == [
        "orbits  solutions  stabilizer",
        "     1          2  2: HorizRefl",
        "     1          1  4: Rot180, VertRefl",
        "     2          3  up to 4 symmetries: Id, Rot180, VertRefl, HorizRefl",
    ]


def test_a_budget_is_for_all_counts_together() -> None:
    problem = TilingProblem(box(8, 8), [DOMINO])
    work = combien.orbits(problem, engine="frontier").work
    assert work["problems"] == 6
    enough = work["transitions"]
    assert combien.count(problem, up_to="all", engine="frontier", nodes=enough) == 1629189
    # Enough to count all solutions, with nothing left for the symmetric ones.
    whole = combien.answer(problem, engine="frontier").work["transitions"]
    with pytest.raises(OutOfBudget, match="after 1 problems: the budget of 0 nodes ended"):
        combien.orbits(problem, engine="frontier", nodes=whole)
    with pytest.raises(OutOfBudget, match="after 0 problems"):
        combien.count(problem, up_to="all", seconds=0)
    with pytest.raises(OutOfBudget, match="after 0 problems") as stop:
        combien.orbits(problem, engine="dlx", nodes=100)
    assert stop.value.known["nodes"] == 100
    assert "at_least" not in stop.value.known


REFUSED: dict[str, tuple[Any, Any, str]] = {
    "a word for a plain problem": (
        lambda: Problem.from_options(["a"]),
        "all",
        "defines no symmetries",
    ),
    "an unknown word": (lambda: TilingProblem("**", [DOMINO]), "al", "did you mean 'all'?"),
    "not a group": (lambda: TilingProblem("**", [DOMINO]), 7, "not of type int"),
    "another problem's group": (
        lambda: TilingProblem("**", [DOMINO]),
        TilingProblem("***", [DOMINO]).symmetries(),
        "belongs to another problem",
    ),
    "not a symmetry": (
        lambda: TilingProblem("**\n*.", [DOMINO]),
        HALF_TURN,
        "Rot180 is not a symmetry of this problem: it changes the board",
    ),
    "a one-sided tile": (
        lambda: TilingProblem(box(2, 2), [Tile("**\n*.", symmetries="none", times="any")]),
        HALF_TURN,
        "it changes the set of placements",
    ),
    "not a permutation": (
        lambda: Problem.from_options(["a", "b"]),
        [(0, 0)],
        "is not a permutation",
    ),
    "options that differ": (
        lambda: Problem.from_options(["a", "b", "bc"]),
        [(1, 0, 2)],
        "moves the options of item 'a' to those of no item",
    ),
    "bounds that differ": (
        lambda: Problem.from_options(["a", "b"], bounds={"a": (0, 1)}),
        [(1, 0)],
        "the same bounds",
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_refusals(name: str) -> None:
    build, up_to, message = REFUSED[name]
    for ask in (combien.count, combien.solutions):
        with pytest.raises(BadInput) as caught:
            ask(build(), up_to=up_to)
        assert message in str(caught.value)


def test_an_engine_that_cannot_count_up_to_symmetry() -> None:
    with pytest.raises(CannotAnswer, match="in a count up to symmetry"):
        combien.count(TilingProblem(box(4, 4), [DOMINO]), up_to="all", engine="fkt")


def test_solutions_of_a_plain_problem() -> None:
    square = Problem.from_options(["ab", "bc", "cd", "da"])
    assert list(combien.solutions(square, up_to=[(1, 2, 3, 0)])) == [Solution((0, 2))]
