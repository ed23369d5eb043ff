"""At most one of many literals, without counting: products, commanders, and binary numbers.

All three need about 2n or n log n short clauses for n literals, instead of n (n - 1) / 2.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from math import isqrt

from combien.sat._cnf import Clause
from combien.sat._encoding.counters import Bounds, Size

__all__ = [
    "FEW",
    "bitwise",
    "bitwise_size",
    "commander",
    "commander_size",
    "product",
    "product_size",
]

# Up to this number of literals, the pairwise encoding has the fewest clauses.
FEW = 4
GROUP = 3


def product(literals: Sequence[int], bounds: Bounds, first: int) -> Iterator[Clause]:
    """Arrange the literals in a grid with at most one row and one column in use.

    Chen, "A new SAT encoding of the at-most-one constraint" (2010).
    """
    waiting = [literals]
    while waiting:
        literals = waiting.pop()
        if len(literals) <= FEW:
            yield from _pairs(literals)
            continue
        across, down = _sides(len(literals))
        xs = range(first, first + across)
        ys = range(first + across, first + across + down)
        first += across + down
        for place, literal in enumerate(literals):
            yield (-literal, xs[place % across])
            yield (-literal, ys[place // across])
        waiting += [xs, ys]


def product_size(number: int, bounds: Bounds) -> Size:
    """Return the size of `product` for this number of literals."""
    size, waiting = Size(), [number]
    while waiting:
        number = waiting.pop()
        if number <= FEW:
            size += _pairs_size(number)
            continue
        across, down = _sides(number)
        size += Size(across + down, 2 * number, 4 * number)
        waiting += [across, down]
    return size


def _sides(number: int) -> tuple[int, int]:
    across = isqrt(number - 1) + 1
    return across, -(-number // across)


def commander(literals: Sequence[int], bounds: Bounds, first: int) -> Iterator[Clause]:
    """Give each group of three a commander, true if one of them is; then group the commanders.

    Klieber and Kwon, "Efficient CNF encoding for selecting 1 from N objects" (2007).
    """
    while len(literals) > FEW:
        commanders: list[int] = []
        for start in range(0, len(literals), GROUP):
            group = literals[start : start + GROUP]
            if len(group) == 1:
                commanders += group
                continue
            yield from _pairs(group)
            yield from ((-literal, first) for literal in group)
            yield (*group, -first)
            commanders.append(first)
            first += 1
        literals = commanders
    yield from _pairs(literals)


def commander_size(number: int, bounds: Bounds) -> Size:
    """Return the size of `commander` for this number of literals."""
    size = Size()
    while number > FEW:
        full, rest = divmod(number, GROUP)
        size += _group_size(GROUP).times(full)
        if rest > 1:
            size += _group_size(rest)
        number = full + (rest > 0)
    return size + _pairs_size(number)


def _group_size(number: int) -> Size:
    return Size(1, number + 1, 3 * number + 1) + _pairs_size(number)


def bitwise(literals: Sequence[int], bounds: Bounds, first: int) -> Iterator[Clause]:
    """Make each literal imply the binary digits of its number, so that two cannot be true.

    If no literal need be true, a bit is 0 unless some literal sets it, which keeps the number of
    models.  Frisch, Peugniez, Doggett and Nightingale, "Solving non-Boolean satisfiability problems
    with stochastic local search" (2001).
    """
    bits = _bits(len(literals))
    for number, literal in enumerate(literals):
        for bit in range(bits):
            yield (-literal, first + bit if number >> bit & 1 else -(first + bit))
    if not bounds.low:
        for bit in range(bits):
            setting = (value for number, value in enumerate(literals) if number >> bit & 1)
            yield (*setting, -(first + bit))


def bitwise_size(number: int, bounds: Bounds) -> Size:
    """Return the size of `bitwise` for this number of literals."""
    bits = _bits(number)
    size = Size(bits, number * bits, 2 * number * bits)
    if not bounds.low:
        size += Size(0, bits, bits + sum(_ones(number, bit) for bit in range(bits)))
    return size


def _bits(number: int) -> int:
    return (number - 1).bit_length()


def _ones(number: int, bit: int) -> int:
    """Return how many of the numbers from 0 to `number` - 1 have this bit."""
    whole, rest = divmod(number, 2 << bit)
    return (whole << bit) + max(0, rest - (1 << bit))


def _pairs(literals: Sequence[int]) -> Iterator[Clause]:
    return ((-one, -other) for one, other in combinations(literals, 2))


def _pairs_size(number: int) -> Size:
    pairs = number * (number - 1) // 2
    return Size(0, pairs, 2 * pairs)
