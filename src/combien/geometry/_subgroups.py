"""The ten subgroups of the group of the square, by name, and quotients of groups.

The names are from combine's module `D4` (El Sibaie and Filliatre, 2013).  A quotient says which
symmetries to try on something that has symmetries of its own, so that nothing is made twice.
"""

from __future__ import annotations

from functools import lru_cache

from combien._checks import did_you_mean
from combien.errors import BadRegion
from combien.geometry._symmetry import Group, Symmetry

__all__ = ["SQUARE_SUBGROUPS", "cosets", "quotient", "square_subgroup", "square_subgroup_name"]

# Each by its generators.
SQUARE_SUBGROUPS: dict[str, tuple[str, ...]] = {
    "id": ("Id",),
    "vert": ("VertRefl",),
    "horiz": ("HorizRefl",),
    "rot180": ("Rot180",),
    "diag1": ("Diag1Refl",),
    "diag2": ("Diag2Refl",),
    "positive": ("Rot90",),
    "refl_hv": ("VertRefl", "HorizRefl"),
    "refl_12": ("Diag1Refl", "Diag2Refl"),
    "d4": ("Rot90", "VertRefl"),
}


def square_subgroup(name: str) -> Group:
    """Return the subgroup of the group of the square with this name.

    >>> [len(square_subgroup(name)) for name in SQUARE_SUBGROUPS]
    [1, 2, 2, 2, 2, 2, 4, 4, 4, 8]
    >>> square_subgroup("rot90")
    Traceback (most recent call last):
    ...
    combien.errors.BadRegion: there is no group 'rot90'; did you mean 'rot180'?
    """
    if not isinstance(name, str):
        raise BadRegion(f"a group's name is a text, not of type {type(name).__name__}")
    if name not in SQUARE_SUBGROUPS:
        names = " ".join(SQUARE_SUBGROUPS)
        hint = did_you_mean(name[:40], SQUARE_SUBGROUPS) or f": the names are {names}"
        raise BadRegion(f"there is no group {name[:40]!r}{hint}")
    return Group.generated_by(*map(Symmetry.named, SQUARE_SUBGROUPS[name]))


def square_subgroup_name(group: Group) -> str:
    """Return the name of a group of symmetries of the square; empty for any other group.

    >>> square_subgroup_name(Group.rotations(2)), square_subgroup_name(Group.all(3))
    ('positive', '')
    """
    return _names().get(group, "")


def cosets(group: Group, subgroup: Group) -> tuple[tuple[Symmetry, ...], ...]:
    """Return the left cosets of a subgroup, each in the order of the group's elements.

    >>> half_turn = square_subgroup("rot180")
    >>> [[one.name for one in coset] for coset in cosets(Group.rotations(2), half_turn)]
    [['Id', 'Rot180'], ['Rot90', 'Rot270']]

    The coset of `g` is all `g @ h` with `h` in the subgroup, which is done first.
    Raises `BadRegion` when it is not a subgroup of the group.
    """
    if not isinstance(subgroup, Group) or not all(one in group for one in subgroup):
        raise BadRegion(f"{subgroup!r} is no subgroup of {group!r}")
    found: list[tuple[Symmetry, ...]] = []
    seen: set[Symmetry] = set()
    for one in group:
        if one in seen:
            continue
        coset = {one @ other for other in subgroup}
        found.append(tuple(other for other in group if other in coset))
        seen |= coset
    return tuple(found)


def quotient(group: Group, subgroup: Group) -> tuple[Symmetry, ...]:
    """Return one symmetry for each left coset of a subgroup, the first in the group's order.

    >>> [one.name for one in quotient(Group.all(2), square_subgroup("vert"))]
    ['Id', 'Rot90', 'Rot180', 'Rot270']

    With the stabiliser of a region as the subgroup, these are the symmetries to try: they make
    each of its orientations once.
    Raises `BadRegion` when it is not a subgroup of the group.
    """
    return tuple(coset[0] for coset in cosets(group, subgroup))


@lru_cache
def _names() -> dict[Group, str]:
    return {square_subgroup(name): name for name in SQUARE_SUBGROUPS}
