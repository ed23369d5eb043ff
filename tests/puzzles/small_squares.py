"""Small Latin squares by brute force, computed once for all tests."""

from __future__ import annotations

from functools import cache
from itertools import permutations, product

__all__ = ["Lines", "latin_squares"]

Lines = tuple[tuple[int, ...], ...]


@cache
def latin_squares(size: int) -> list[Lines]:
    """Return all Latin squares of this size, at most 4."""
    return [
        lines
        for lines in product(permutations(range(1, size + 1)), repeat=size)
        if all(len(set(line)) == size for line in zip(*lines, strict=True))
    ]
