"""Groups of problems: their laws, their subgroups, and counting with weights by the definition."""

from __future__ import annotations

from collections.abc import Hashable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from combien import Colored, Problem, Region, Tile, TilingProblem, orbits
from combien.cover._invariant import InvariantSolutions, Subgroups
from combien.cover._oracle import all_solutions
from combien.cover._symmetry import ProblemGroup, ProblemSymmetry
from combien.errors import BadProblem, CannotAnswer


def box_group(*size: int) -> ProblemGroup:
    """The group of a box to be covered with single cells."""
    dot = Tile(Region.box(*(1 for _ in size)), times="any")
    return TilingProblem(Region.box(*size), [dot]).symmetries()


@pytest.mark.parametrize(
    ("size", "order", "subgroups", "classes"),
    [((5, 1), 2, 2, 2), ((3, 2), 4, 5, 5), ((2, 2), 8, 10, 8), ((2, 2, 2), 48, 98, 33)],
)
def test_known_groups(size: tuple[int, ...], order: int, subgroups: int, classes: int) -> None:
    group = box_group(*size)
    kinds = Subgroups(group).classes()
    assert (len(group), len(kinds)) == (order, classes)
    assert sum(len(kind.members) for kind in kinds) == subgroups
    assert sum(number for _, number in Subgroups(group).cyclic()) == order


@pytest.mark.parametrize("sides", [9, 120])
def test_the_subgroups_of_a_polygon(sides: int) -> None:
    """For each divisor d: one of rotations, and d with reflections, of two classes if d is even."""
    turn = [*range(1, sides), 0]
    flip = [-place % sides for place in range(sides)]
    group = ProblemGroup.generated_by(Problem.from_options(["a"] * sides), turn, flip)
    kinds = Subgroups(group).classes()
    divisors = [d for d in range(1, sides + 1) if sides % d == 0]
    assert len(group) == 2 * sides
    assert sum(len(kind.members) for kind in kinds) == sum(1 + d for d in divisors)
    assert len(kinds) == sum(2 + (d % 2 == 0) for d in divisors)


@pytest.mark.slow
def test_the_cube_in_four_dimensions() -> None:
    """Its 272 matchings are of eight kinds."""
    domino = Tile(Region.box(2, 1, 1, 1), symmetries="all", times="any")
    found = orbits(TilingProblem(Region.box(2, 2, 2, 2), [domino]))
    assert (len(found.group), found.count, found.solutions) == (384, 8, 272)


def test_the_laws_of_a_group() -> None:
    group = box_group(2, 2, 2)
    count = range(len(group))
    for a in count:
        assert group.product(a, 0) == group.product(0, a) == a
        assert sorted(group.product(a, b) for b in count) == list(count)
        for b in count:
            product = group[group.product(a, b)].options
            assert product == tuple(group[a].options[o] for o in group[b].options)


@settings(max_examples=40)
@given(st.lists(st.permutations(range(4)), min_size=1, max_size=2))
def test_generated_groups_are_closed(permutations: list[list[int]]) -> None:
    group = ProblemGroup.generated_by(Problem.from_options(["a"] * 4), *permutations)
    elements = {symmetry.options for symmetry in group}
    assert {tuple(p) for p in permutations} <= elements
    assert {tuple(a[i] for i in b) for a in elements for b in elements} == elements
    generators = [group[number].options for number in group.generators]
    again = ProblemGroup.generated_by(group.problem, *generators)
    assert {symmetry.options for symmetry in again} == elements


@settings(max_examples=40)
@given(
    st.lists(st.integers(1, 3), min_size=1, max_size=4),
    st.integers(0, 5),
    st.integers(0, 5),
)
def test_weights_against_the_definition(weights: list[int], low: int, more: int) -> None:
    # Orbits of 1, 2 or 3 options, each of which has an item of its own and counts for "t".
    builder = Problem.builder()
    builder.item("t", bounds=(low, max(1, low + more)))
    turn: list[int] = []
    for weight in weights:
        first = len(turn)
        for place in range(weight):
            builder.item(first + place, bounds=(0, 1))
            builder.option("t", first + place)
            turn.append(first + (place + 1) % weight)
    problem = builder.build()
    wanted = [s for s in all_solutions(problem) if {turn[option] for option in s} == set(s)]
    fixed = InvariantSolutions(problem, [turn])
    if fixed.problem().option_count <= 14:
        found = [fixed.read(solution) for solution in all_solutions(fixed.problem())]
        assert sorted(found) == wanted
    assert sum(len(all_solutions(share)) for share in fixed.shares()) == len(wanted)


@pytest.mark.parametrize(
    ("one", "other", "wanted"),
    [
        (Colored("x", "red"), Colored("x", "red"), [(0, 1), (2, 3)]),
        (Colored("x", "red"), Colored("x", "blue"), [(2, 3)]),
        ("x", "x", [(2, 3)]),
    ],
    ids=["one color", "two colors", "no color"],
)
def test_exchanged_options_may_share_a_color(
    one: Hashable, other: Hashable, wanted: list[tuple[int, ...]]
) -> None:
    problem = Problem.from_options([["a", one], ["b", other], ["a"], ["b"]], "x")
    fixed = InvariantSolutions(problem, [[1, 0, 3, 2]])
    assert sorted(fixed.read(found) for found in all_solutions(fixed.problem())) == wanted


def test_refusals() -> None:
    problem = Problem.from_options(["a"] * 3)
    identity, turn = ProblemSymmetry("Id", (0, 1, 2)), ProblemSymmetry("turn", (1, 2, 0))
    with pytest.raises(BadProblem, match="are not closed"):
        ProblemGroup(problem, [identity, turn])
    with pytest.raises(BadProblem, match="the identity"):
        ProblemGroup(problem, [turn])
    with pytest.raises(BadProblem, match="two symmetries of a group are equal"):
        ProblemGroup(problem, [identity, identity])
    with pytest.raises(BadProblem, match="more than 50000 elements"):
        ten = [*range(1, 10), 0]
        swap = [1, 0, *range(2, 10)]
        ProblemGroup.generated_by(Problem.from_options(["a"] * 10), ten, swap)
    pairs = [[*range(k), k + 1, k, *range(k + 2, 14)] for k in range(0, 14, 2)]
    seven = ProblemGroup.generated_by(Problem.from_options(["a"] * 14), *pairs)
    with pytest.raises(CannotAnswer, match="128 symmetries has too many subgroups for a table"):
        Subgroups(seven).classes()
    four = [*range(1, 7), 0], [1, 0, *range(2, 7)]
    with pytest.raises(CannotAnswer, match="a group of 5040 symmetries is too large"):
        Subgroups(ProblemGroup.generated_by(Problem.from_options(["a"] * 7), *four))
