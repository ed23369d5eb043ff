"""Symmetries against the definition and the tiling language; groups against their laws."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from itertools import permutations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from combien.errors import BadRegion
from combien.geometry._symmetry import Group, Symmetry
from tests.geometry.random_regions import all_signed, cells, symmetries
from tests.isometries import ON_A_FRAME
from tests.loops import refusals


def determinant(symmetry: Symmetry) -> int:
    """By Leibniz's formula, from the images of the unit vectors."""
    n = symmetry.dimension
    images = [symmetry(tuple(int(i == j) for i in range(n))) for j in range(n)]
    total = 0
    for order in permutations(range(n)):
        swaps = sum(order[i] > order[j] for j in range(n) for i in range(j))
        term = (-1) ** swaps
        for i, j in enumerate(order):
            term *= images[j][i]
        total += term
    return total


@pytest.mark.parametrize("name", ON_A_FRAME)
def test_named_symmetries_move_a_frame_as_the_language_says(name: str) -> None:
    w, h = 5, 3
    symmetry = Symmetry.named(name)
    images = {symmetry(cell) for cell in product(range(w), range(h))}
    left, bottom = min(x for x, _ in images), min(y for _, y in images)
    for x, y in product(range(w), range(h)):
        moved_x, moved_y = symmetry((x, y))
        assert (moved_x - left, moved_y - bottom) == ON_A_FRAME[name](x, y, w, h)


def test_the_named_ones_are_the_group_of_the_square() -> None:
    assert [symmetry.name for symmetry in Group.all(2)] == list(ON_A_FRAME)
    assert [symmetry.name for symmetry in Group.rotations(2)] == list(ON_A_FRAME)[:4]


@given(st.data(), st.integers(1, 4))
def test_composition_is_one_after_the_other(data: st.DataObject, dimension: int) -> None:
    a, b, c = (data.draw(symmetries(dimension)) for _ in range(3))
    cell = data.draw(cells(dimension))
    assert (a @ b)(cell) == a(b(cell))
    assert (a @ b) @ c == a @ (b @ c)


@given(st.data(), st.integers(1, 4))
def test_inverse_order_and_determinant(data: st.DataObject, dimension: int) -> None:
    a, b = (data.draw(symmetries(dimension)) for _ in range(2))
    identity = Symmetry.identity(dimension)
    assert a @ a.inverse == a.inverse @ a == identity
    power, steps = a, 1
    while power != identity:
        power, steps = power @ a, steps + 1
    assert a.order == steps
    assert a.determinant == determinant(a)
    assert (a @ b).determinant == a.determinant * b.determinant


def shifted(data: st.DataObject, period: int) -> Symmetry:
    """Any symmetry of the plane with a shift by half a period or not at all, a group."""
    vector = data.draw(st.tuples(*[st.sampled_from((0, period // 2))] * 2))
    return Symmetry(data.draw(symmetries(2)).axes, vector, period)


@given(st.data())
def test_shifted_symmetries_compose_up_to_the_period(data: st.DataObject) -> None:
    a, b, c = (shifted(data, 6) for _ in range(3))
    cell = data.draw(cells(2))
    vector = data.draw(cells(2))
    assert all((x - y) % 6 == 0 for x, y in zip((a @ b)(cell), a(b(cell)), strict=True))
    moved = tuple(map(int.__add__, cell, vector))
    assert a.turned(vector) == tuple(map(int.__sub__, a(moved), a(cell)))
    assert (a @ b) @ c == a @ (b @ c)
    identity = Symmetry.identity(2)
    assert a @ a.inverse == a.inverse @ a == identity
    power, steps = a, 1
    while power != identity:
        power, steps = power @ a, steps + 1
    assert a.order == steps
    group = Group.generated_by(a, b)
    assert all(one @ other in group for one in group for other in group)
    assert pickle.loads(pickle.dumps(group)) == group == Group(group)
    assert len({hash(one) for one in (a, Symmetry(a.axes, a.shift, a.period))}) == 1


def test_shifts() -> None:
    mirror = Symmetry((-1, 2), (6, -2), 4)
    assert (mirror.shift, mirror.period, mirror.name) == ((2, 2), 4, "VertRefl")
    assert repr(mirror) == "<Symmetry VertRefl + (2, 2) mod 4>"
    assert mirror != Symmetry((-1, 2)) == Symmetry((-1, 2), (4, -8), 4)
    with pytest.raises(BadRegion, match="periods 4 and 6 do not compose"):
        _ = mirror @ Symmetry((-1, 2), (2, 2), 6)
    with pytest.raises(BadRegion, match="periods 6 and 4 do not compose"):
        Group.generated_by(mirror, Symmetry((-1, 2), (2, 2), 6))
    for wrong in (((1, 0), 0), ((1,), 4), ((1, 0), -4), ((1, 0.5), 4), ([1, 0], 4), ((1, 0), "4")):
        with pytest.raises(BadRegion, match="a number for each axis, and a period > 0"):
            Symmetry((1, 2), *wrong)


def test_names() -> None:
    assert Symmetry((1,)).name == "(x)"
    assert Symmetry((3, -1, 2)).name == "(z, -x, y)"
    assert Symmetry((4, 3, -2, 1)).name == "(x4, x3, -x2, x1)"
    assert repr(Symmetry.named("Rot180")) == "<Symmetry Rot180>"


@pytest.mark.parametrize("dimension", range(1, 5))
def test_the_full_group_is_all_signed_permutations(dimension: int) -> None:
    assert set(Group.all(dimension)) == set(all_signed(dimension))
    rotations = [symmetry for symmetry in all_signed(dimension) if determinant(symmetry) == 1]
    assert set(Group.rotations(dimension)) == set(rotations)
    assert Group.all(dimension).without_reflections() == Group.rotations(dimension)


@pytest.mark.parametrize("most", [5, pytest.param(6, marks=pytest.mark.slow)])
def test_sizes(most: int) -> None:
    rotations, both = [1, 4, 24, 192, 1920, 23040], [2, 8, 48, 384, 3840, 46080]
    assert [len(Group.trivial(n)) for n in (1, 2, 3, 32)] == [1, 1, 1, 1]
    assert [len(Group.rotations(n)) for n in range(1, most + 1)] == rotations[:most]
    assert [len(Group.all(n)) for n in range(1, most + 1)] == both[:most]


@given(st.lists(symmetries(3), min_size=1, max_size=3))
def test_generated_sets_are_groups(generators: list[Symmetry]) -> None:
    group = Group.generated_by(*generators)
    assert set(generators) <= set(group)
    assert group.elements[0] == Symmetry.identity(3)
    assert len(set(group)) == len(group)
    assert 48 % len(group) == 0
    assert all(a.inverse in group and a @ b in group for a, b in product(group, repeat=2))
    determinants = [symmetry.determinant for symmetry in group]
    assert determinants == sorted(determinants, reverse=True)
    assert Group(group.elements) == group == Group.generated_by(*reversed(generators))
    assert Group.generated_by(*reversed(generators)).elements == group.elements
    assert pickle.loads(pickle.dumps(group)) == group
    assert hash(Group(reversed(group.elements))) == hash(group)


def test_the_smallest_group_is_generated() -> None:
    half_turn = Symmetry.named("Rot180")
    assert [symmetry.name for symmetry in Group.generated_by(half_turn)] == ["Id", "Rot180"]
    assert Symmetry.named("Rot90") not in Group.generated_by(half_turn)
    assert "Rot180" not in Group.generated_by(half_turn)
    assert Group.trivial(2) != Group.trivial(3)
    assert Group.trivial(2) != {Symmetry.identity(2)}


REFUSALS: dict[str, tuple[Callable[[], object], str]] = {
    "not a tuple": (lambda: Symmetry([2, 1]), "a tuple of signed axes"),  # type: ignore[arg-type]
    "a boolean": (lambda: Symmetry((True, 2)), "a tuple of signed axes"),
    "an axis twice": (lambda: Symmetry((1, 1)), "are 1 to 2, each once"),
    "an axis 0": (lambda: Symmetry((0, 1)), "are 1 to 2, each once"),
    "a giant axis": (lambda: Symmetry((10**5000,)), "are 1 to 1, each once"),
    "no axis": (lambda: Symmetry(()), "a whole number from 1 to 32"),
    "too many axes": (lambda: Symmetry.identity(10**12), "a whole number from 1 to 32"),
    "an unknown name": (lambda: Symmetry.named("Diag3Refl"), "did you mean 'Diag"),
    "a wild name": (lambda: Symmetry.named("\0" * 10**6), "the names are Id Rot90 Rot180"),
    "a list for a name": (lambda: Symmetry.named([]), "type list"),  # type: ignore[arg-type]
    "a cell of space": (lambda: Symmetry.identity(2)((1, 2, 3)), "cannot move a cell of dim"),
    "two dimensions": (lambda: Symmetry.identity(2) @ Symmetry.identity(3), "2 and 3 do not"),
    "nothing to generate": (lambda: Group.generated_by(), "give at least the identity"),
    "mixed generators": (
        lambda: Group.generated_by(Symmetry.identity(2), Symmetry.identity(3)),
        "all be of one dimension",
    ),
    "no symmetry": (lambda: Group([1]), "not of int"),  # type: ignore[list-item]
    "not closed": (
        lambda: Group([Symmetry.identity(2), Symmetry.named("Rot90")]),
        "2 symmetries that generate 4 are not a group: use Group.generated_by",
    ),
    "dimension 7": (lambda: Group.all(7), "46080 elements in dimension 6, and 645120 in the next"),
    "no dimension": (lambda: Group.rotations(0), "for dimensions 1 to 6 only"),
    "a list for a dimension": (
        lambda: Group.all([2]),  # type: ignore[arg-type]
        "for dimensions 1 to 6 only",
    ),
    "a group of a number": (
        lambda: Group(2),  # type: ignore[arg-type]
        "a group is made of symmetries, not of int",
    ),
    "a group of lists": (
        lambda: Group([[2, 1]]),  # type: ignore[list-item]
        "a group is made of symmetries, not of list",
    ),
    "a number that is moved": (
        lambda: Symmetry((2, 1))(3),  # type: ignore[arg-type]
        "a symmetry moves a cell, not a value of type int",
    ),
    "a giant group": (
        lambda: Group.generated_by(Symmetry((*range(2, 33), 1)), Symmetry((2, 1, *range(3, 33)))),
        "more than 46080 elements",
    ),
}

test_refusals = refusals(REFUSALS, BadRegion)


def test_only_symmetries_compose() -> None:
    with pytest.raises(TypeError):
        Symmetry.identity(2) @ (0, 1)  # type: ignore[operator]
