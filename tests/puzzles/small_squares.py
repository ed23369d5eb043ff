"""Latin squares by their definition, made once for all tests that need them."""

from __future__ import annotations

from functools import cache
from itertools import permutations, product

__all__ = ["Lines", "latin_squares"]

Lines = tuple[tuple[int, ...], ...]


@cache
def latin_squares(size: int) -> list[Lines]:
    """All squares whose lines and files hold each of 1 to `size` once; at most size 4."""
    return [
        lines
        for lines in product(permutations(range(1, size + 1)), repeat=size)
        if all(len(set(line)) == size for line in zip(*lines, strict=True))
    ]
