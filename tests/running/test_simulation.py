"""The simulated cluster of `bench/cluster.py`: what its coordinator must do, in virtual time."""

from __future__ import annotations

import pytest

from bench.cluster import PROBLEM, Tree, simulate
from combien.engines._places import Place
from combien.engines._search.splitting import split_off


@pytest.mark.parametrize("seed", range(3))
def test_a_simulated_tree_is_searched_in_pieces_of_any_size(seed: int) -> None:
    tree = Tree(1000, seed)
    assert tree.search(Place(), 1000) == (1000, None)
    for most in (1, 7, 400):
        waiting, visited = [Place()], 0
        while waiting:
            nodes, rest = tree.search(waiting.pop(), most)
            visited += nodes
            if rest is not None:
                kept, parts = split_off(tree.open_at, PROBLEM, rest)
                waiting += [kept, *parts]
        assert visited == 1000


def test_workers_are_busy_whatever_happens_to_them() -> None:
    """No node is lost or visited twice: that is checked by the simulation."""
    found = simulate(10, minutes=4)
    assert found.deaths > 2
    assert found.busy > 0.95
    # The limit of the tasks in a second is kept, but for those that find less than expected.
    assert found.tasks / found.seconds < 45
    assert found.seconds < 4 * 60 * 1.4


def test_many_workers_without_failures() -> None:
    found = simulate(12, minutes=4, calm=True)
    assert found.deaths == found.lost == 0
    assert found.busy > 0.9
    assert 240 <= found.seconds < 280
