"""Tiles: their orientations, how often they are used, and values that are not tiles."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from typing import Any

import pytest

from combien import Region, Tile
from combien.errors import BadRegion, BadTiling
from combien.geometry._symmetry import Group, Symmetry
from tests.loops import refusals


def test_a_tile_is_its_cells_at_the_origin() -> None:
    trimmed = Tile("....\n..**\n....")
    assert trimmed.region == Region.box(2, 1)
    assert trimmed == Tile(Region.box(2, 1).shift(-5, 8)) == Tile("**")
    assert len(trimmed) == 2


def test_exactly_once_and_not_turned_by_default() -> None:
    tile = Tile("**\n*.")
    assert tile.times == (1, 1)
    assert tile.orientations == (tile.region,)
    assert tile.name == ""


def test_symmetries_of_the_plane_and_of_space() -> None:
    flat = Region.from_art("***.\n..**")
    solid = Region([(0, 0, 0), (1, 0, 0), (2, 0, 0), (2, 1, 0), (2, 1, 1)])
    counts = {
        kind: (
            len(Tile(flat, symmetries=kind).orientations),
            len(Tile(solid, symmetries=kind).orientations),
        )
        for kind in ("none", "rotations", "all")
    }
    assert counts == {"none": (1, 1), "rotations": (4, 24), "all": (8, 48)}
    half_turn = Group.generated_by(Symmetry.named("Rot180"))
    assert Tile(flat, symmetries=half_turn).orientations == (
        flat,
        Region.from_art("**..\n.***"),
    )
    assert Tile(Region.box(3), symmetries="all").orientations == (Region.box(3),)


@pytest.mark.parametrize(
    ("times", "bounds", "description"),
    [
        (1, (1, 1), "exactly 1"),
        (3, (3, 3), "exactly 3"),
        ((2, 2), (2, 2), "exactly 2"),
        ((0, 1), (0, 1), "at most 1"),
        ((0, 4), (0, 4), "at most 4"),
        ((1, 4), (1, 4), "1 to 4"),
        ((2, None), (2, None), "at least 2"),
        ((0, None), (0, None), "any number"),
        ("any", (0, None), "any number"),
    ],
)
def test_times(times: Any, bounds: tuple[int, int | None], description: str) -> None:
    tile = Tile("*", times=times, name="dot")
    assert tile.times == bounds
    assert repr(tile) == f"<Tile 'dot': 1 cell, 1 orientation, {description}>"


def test_tiles_are_values() -> None:
    tile = Tile("**\n*.", symmetries="rotations", times=(0, 3), name="corner")
    same = Tile("**\n*.\n", symmetries=Group.rotations(2), times=(0, 3), name="corner")
    assert tile == same
    assert hash(tile) == hash(same)
    assert pickle.loads(pickle.dumps(tile)) == tile
    assert tile != Tile("**\n*.", symmetries="rotations", times=(0, 3))
    assert tile != Tile("**\n*.", symmetries="all", times=(0, 3), name="corner")
    assert tile != Tile("**\n*.", symmetries="rotations", times=3, name="corner")
    assert tile != tile.region


WRONG: Any = None
REFUSALS: dict[str, tuple[Callable[[], object], str]] = {
    "empty": (lambda: Tile("..."), "an empty tile: draw at least one '*'"),
    "nothing": (lambda: Tile(WRONG), "a Region or a drawing, not a value of type NoneType"),
    "a mistyped group": (
        lambda: Tile("*", symmetries="rotation"),  # type: ignore[arg-type]
        "'none', 'rotations', 'all' or a Group; did you mean 'rotations'?",
    ),
    "no group": (lambda: Tile("*", symmetries=WRONG), "'none', 'rotations', 'all' or a Group"),
    "a list": (lambda: Tile("*", symmetries=[]), "'none', 'rotations', 'all' or a Group"),  # type: ignore[arg-type]
    "a solid group": (
        lambda: Tile("*", symmetries=Group.all(3)),
        "a tile of dimension 2 cannot be transformed by symmetries of dimension 3",
    ),
    "never": (lambda: Tile("*", times=0), "times must not be 0: omit the tile"),
    "at most never": (lambda: Tile("*", times=(0, 0)), "times must not be 0: omit the tile"),
    "negative": (lambda: Tile("*", times=-1), "needs 0 <= low <= high"),
    "swapped": (lambda: Tile("*", times=(3, 2)), "needs 0 <= low <= high"),
    "giant": (lambda: Tile("*", times=10**5000), "numbers below 2147483648"),
    "a boolean": (lambda: Tile("*", times=True), "a whole number, a pair such as (0, 1)"),
    "three": (lambda: Tile("*", times=(1, 2, 3)), "a whole number, a pair such as"),  # type: ignore[arg-type]
    "no least": (lambda: Tile("*", times=(None, 3)), "a whole number, a pair such as"),  # type: ignore[arg-type]
    "a mistyped any": (lambda: Tile("*", times="nay"), "or 'any'; did you mean 'any'?"),  # type: ignore[arg-type]
    "a name that is not text": (
        lambda: Tile("*", name=WRONG),
        "name: expected a string, not a value of type NoneType",
    ),
}

test_refusals = refusals(REFUSALS, BadTiling)


def test_dimensions_without_a_full_group_are_refused_by_the_group() -> None:
    with pytest.raises(BadRegion, match="for dimensions 1 to 6 only"):
        Tile(Region.box(*[2] * 7), symmetries="all")
