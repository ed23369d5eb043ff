"""The sets that a definition looks at: all of them."""

from __future__ import annotations

from itertools import combinations


def sets_of(size: int) -> list[frozenset[int]]:
    """All sets of numbers below `size`."""
    return [frozenset(c) for k in range(size + 1) for c in combinations(range(size), k)]
