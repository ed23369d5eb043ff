"""Counts up to symmetry against the orbits of listed solutions, and known ones."""

from __future__ import annotations

import pytest

import combien
from combien import Region, TilingProblem
from tilings.pentominoes import DOMINO, pentominoes

SCOTT = Region.box(8, 8) - Region.box(2, 2).shift(3, 3)

KNOWN = {
    "Scott": (TilingProblem(SCOTT, pentominoes()), 65, {1: 65}),
    "pentominoes on 3x20": (TilingProblem(Region.box(20, 3), pentominoes()), 2, {1: 2}),
    "dominoes on 4x4": (
        TilingProblem(Region.box(4, 4), [DOMINO]),
        9,
        {1: 2, 2: 3, 4: 4},
    ),
}


@pytest.mark.parametrize("name", KNOWN)
def test_known_orbits(name: str) -> None:
    problem, count, by_order = KNOWN[name]
    assert combien.count(problem, up_to="all") == count
    found = combien.orbits(problem)
    orders: dict[int, int] = {}
    for kind in found.kinds:
        order = len(kind.symmetries)
        orders[order] = orders.get(order, 0) + kind.orbits
    assert orders == by_order
    assert found.count == count
    assert found.solutions == combien.count(problem)
