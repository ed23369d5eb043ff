"""Moves of the pieces of an assembly, and taking it apart, as the page asks."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from combien import Region
from combien.geometry import HEXAGONS, TRIANGLES
from combien.tilings.disassembly import disassemble
from combien.web._apart import MOST_PIECES, moves_of
from tests.web.asking import Cells, error, events, the
from tests.web.test_statements import both

FAR = 8


def assembly(pieces: Sequence[Cells], lattice: str = "cubes") -> dict[str, Any]:
    return {"lattice": lattice, "pieces": list(pieces)}


def asked(pieces: Sequence[Cells], *ask: str, lattice: str = "cubes") -> dict[str, Any]:
    return {"v": 1, "id": 1, "ask": list(ask), "assembly": assembly(pieces, lattice)}


def farthest(
    regions: Sequence[Region], moving: frozenset[int], direction: tuple[int, ...]
) -> int | None:
    """The definition: how many steps these pieces go together; None if nothing stops them."""
    rest = {cell for number, one in enumerate(regions) if number not in moving for cell in one}
    for steps in range(1, FAR):
        vector = [steps * at for at in direction]
        if any(cell in rest for number in moving for cell in regions[number].shift(*vector)):
            return steps - 1
    return None


def scattered(data: st.DataObject, axes: int) -> list[Region]:
    """Pieces that do not overlap, of random cells of a small box."""
    owners = data.draw(
        st.dictionaries(st.tuples(*[st.integers(0, 2)] * axes), st.integers(0, 3), min_size=2)
    )
    numbers = sorted(set(owners.values()))
    return [Region([cell for cell, own in owners.items() if own == number]) for number in numbers]


@settings(max_examples=40, deadline=None)
@given(st.data(), st.sampled_from([2, 3]))
def test_moves_are_those_of_the_definition(data: st.DataObject, axes: int) -> None:
    regions = scattered(data, axes)
    moves = moves_of(regions)
    assert len({(move.pieces, move.direction) for move in moves}) == len(moves)
    everything = frozenset(range(len(regions)))
    steps: dict[tuple[int, ...], set[frozenset[int]]] = {}
    for move in moves:
        assert 2 * len(move.pieces) <= len(regions)
        moving = frozenset(move.pieces)
        assert farthest(regions, moving, move.direction) == move.distance
        opposite = tuple(-at for at in move.direction)
        steps.setdefault(move.direction, set()).add(moving)
        steps.setdefault(opposite, set()).add(everything - moving)
    # Each set that can move by a step is made of those of the list.
    units = [tuple(int(i == axis) for i in range(axes)) for axis in range(axes)]
    for direction in [*units, *(tuple(-at for at in unit) for unit in units)]:
        for size in range(1, len(regions)):
            for some in combinations(range(len(regions)), size):
                moving = frozenset(some)
                can = farthest(regions, moving, direction) != 0
                known = [one for one in steps.get(direction, ()) if one <= moving]
                assert can == (moving == frozenset().union(*known))


@settings(max_examples=30, deadline=None)
@given(st.data())
def test_a_first_separation_in_one_move_is_in_the_list(data: st.DataObject) -> None:
    regions = scattered(data, 3)
    if len(regions) == 1:
        return
    level = disassemble(regions).level
    out = any(move.distance is None for move in moves_of(regions))
    assert out == (bool(level) and level[0] == 1)
    assert bool(moves_of(regions)) or not level


@pytest.mark.parametrize("lattice", [HEXAGONS, TRIANGLES])
def test_moves_on_other_lattices_agree_with_the_search(lattice: Any) -> None:
    board = Region.box(3, 2, lattice=lattice)
    cells = list(board)
    for split in range(1, len(cells)):
        regions = [Region(cells[:split], lattice=lattice), Region(cells[split:], lattice=lattice)]
        level = disassemble(regions).level
        moves = moves_of(regions)
        assert any(move.distance is None for move in moves) == (bool(level) and level[0] == 1)
        assert bool(moves) or not level


def test_two_hooked_bars() -> None:
    # One is around the other, which goes to the right, or up.
    hooks = [[[0, 0], [1, 0], [2, 0], [0, 1]], [[1, 1], [2, 1], [3, 1], [3, 0]]]
    heard = events(asked(hooks, "moves", "apart", lattice="square"))
    moves = the("moves", heard)["moves"]
    assert {(*one["direction"], one["distance"]) for one in moves} == {(0, 1, None), (1, 0, None)}
    found = the("apart", heard)
    assert (found["comesApart"], found["level"], len(found["moves"])) == (True, "1", 1)


def test_what_does_not_move() -> None:
    ring = [cell for cell in map(list, Region.box(3, 3)) if cell != [1, 1]]
    heard = events(asked([ring, [[1, 1]]], "moves", "apart", lattice="square"))
    assert the("moves", heard)["moves"] == []
    assert the("apart", heard)["comesApart"] is False
    # In space, it goes up and down.
    deep = [[[*cell, 0] for cell in ring], [[1, 1, 0]]]
    moves = the("moves", events(asked(deep, "moves")))["moves"]
    assert [one["direction"] for one in moves] == [[0, 0, -1], [0, 0, 1]]


def test_a_single_piece_has_no_moves() -> None:
    heard = events(asked([[[0, 0, 0]]], "moves", "apart"))
    assert the("moves", heard)["moves"] == []
    assert the("apart", heard)["level"] == "-"


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ([], "assembly"),
        ({"lattice": "cubes"}, "assembly"),
        (assembly([[[0, 0, 0]]], "spheres"), "lattice"),
        (assembly([[[0, 0]]]), "cells"),
        (assembly([[[0, 0, 0]], [[0, 0, 0]]]), "assembly"),
        (assembly([[[0, 0, 0]], [[201, 0, 0]]]), "assembly"),
        (assembly([]), "assembly"),
    ],
)
def test_an_assembly_is_checked(given: Any, code: str) -> None:
    assert error({"v": 1, "id": 1, "ask": ["moves"], "assembly": given}) == code


def test_refusals_in_words() -> None:
    many = [[[number, 0, 0]] for number in range(MOST_PIECES + 1)]
    assert "de 1 à 64 pièces" in both(the("error", events(asked(many, "moves"))))
    assert error(asked([[[0, 0, 0]]], "count")) == "ask"
