"""The ten subgroups of the group of the square, cosets and quotients, against their definitions."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from combien import Region, Tile
from combien.errors import BadRegion
from combien.geometry._symmetry import SQUARE_SUBGROUPS, Group, Symmetry, cosets, quotient
from tests.geometry.random_regions import all_signed, regions

SUBGROUPS = [Group.named(name) for name in SQUARE_SUBGROUPS]


def test_these_are_all_subgroups() -> None:
    # The definition: the sets of symmetries that hold the identity and are closed.
    eight = all_signed(2)
    closed = [
        frozenset(chosen)
        for size in range(1, 9)
        for chosen in combinations(eight, size)
        if {a @ b for a in chosen for b in chosen} == set(chosen)
    ]
    assert len(closed) == 10
    assert set(closed) == {frozenset(group) for group in SUBGROUPS}
    assert [group.name for group in SUBGROUPS] == list(SQUARE_SUBGROUPS)


def test_the_names() -> None:
    elements = {name: {one.name for one in Group.named(name)} for name in SQUARE_SUBGROUPS}
    assert elements["refl_hv"] == {"Id", "Rot180", "VertRefl", "HorizRefl"}
    assert elements["refl_12"] == {"Id", "Rot180", "Diag1Refl", "Diag2Refl"}
    assert elements["diag1"] == {"Id", "Diag1Refl"}
    assert Group.named("positive") == Group.rotations(2)
    assert Group.named("d4") == Group.all(2)
    assert Group.all(3).name == Group.trivial(3).name == ""
    for name in ("D4", "rot90", "", 3):
        with pytest.raises(BadRegion):
            Group.named(name)  # type: ignore[arg-type]


@pytest.mark.parametrize("group", SUBGROUPS, ids=SQUARE_SUBGROUPS)
def test_cosets_partition_the_group(group: Group) -> None:
    for subgroup in SUBGROUPS:
        if not set(subgroup) <= set(group):
            with pytest.raises(BadRegion, match="is not a subgroup"):
                quotient(group, subgroup)
            continue
        found = cosets(group, subgroup)
        assert sorted(map(len, found)) == [len(subgroup)] * (len(group) // len(subgroup))
        assert {one for coset in found for one in coset} == set(group)
        for coset in found:
            assert set(coset) == {coset[0] @ one for one in subgroup}
        assert group.quotient(subgroup) == tuple(coset[0] for coset in found)
    with pytest.raises(BadRegion, match="is not a subgroup"):
        group.quotient(Group.all(3))


@given(regions(2, least=1), st.sampled_from(SUBGROUPS))
def test_a_quotient_makes_each_orientation_once(region: Region, group: Group) -> None:
    tried = group.quotient(region.stabilizer(group))
    assert [region.moved(one).at_origin() for one in tried] == list(region.orientations(group))
    tile = Tile(region, symmetries=group)
    assert tile.quotient == tried
    assert len(tile.quotient) == len(tile.orientations)


def test_quotients_in_space() -> None:
    bar = Region.box(3, 1, 1)
    for group in (Group.rotations(3), Group.all(3)):
        stabilizer = bar.stabilizer(group)
        assert len(group.quotient(stabilizer)) == 3
        assert group.quotient(Group.trivial(3)) == group.elements
    assert Group.all(3).quotient(Group.rotations(3))[1].determinant == -1
    assert Symmetry.identity(3) in Group.all(3).quotient(Group.all(3))
