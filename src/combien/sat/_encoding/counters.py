"""Cardinality constraints by merging unary counts: sequential counters and totalizers.

The *unary count* of some literals is a list of literals, the i-th of which is true if at least i
of them are; a single literal is its own count.  Two counts are merged with clauses that define
the count of both.  Merged one literal at a time this is Sinz's
sequential counter (2005), merged in pairs it is the totalizer of Bailleux and Boufkhad (2003).

Clauses *up* make the count at least the number of true literals, for upper bounds.  Clauses *down*
make it at most that number, for lower bounds.  With both, the literals determine the counts, so no
model is duplicated.  Counts are truncated where the bounds need no more.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from combien._base.records import dataclass
from combien.sat._cnf import Clause

__all__ = ["Bounds", "Size", "linear", "linear_size", "paired", "paired_size"]


@dataclass(frozen=True, slots=True)
class Size:
    """The size of a constraint: its auxiliary variables, clauses, and literals."""

    variables: int = 0
    clauses: int = 0
    literals: int = 0

    def __add__(self, other: Size) -> Size:
        return Size(
            self.variables + other.variables,
            self.clauses + other.clauses,
            self.literals + other.literals,
        )

    def times(self, number: int) -> Size:
        """Return the size of this number of equal constraints."""
        return Size(self.variables * number, self.clauses * number, self.literals * number)


@dataclass(frozen=True, slots=True)
class Bounds:
    """At least `low` and at most `high` true literals, and which clauses are needed.

    A `high` of None means no upper bound.
    """

    low: int
    high: int | None
    up: bool = True
    down: bool = True

    @property
    def most(self) -> int:
        """The largest count that matters."""
        return self.low if self.high is None else self.high


def linear(literals: Sequence[int], bounds: Bounds, first: int) -> Iterator[Clause]:
    """Generate a sequential counter; auxiliary variables begin at `first`.

    There must be at least two literals.
    """
    count: Sequence[int] = literals[:1]
    for literal in literals[1:-1]:
        result = _outputs(len(count) + 1, bounds, first)
        first += len(result)
        yield from _merged(count, (literal,), result, bounds)
        count = result
    yield from _bounded(count, literals[-1:], bounds)


def linear_size(number: int, bounds: Bounds) -> Size:
    """Return the size of `linear` for this number of literals."""
    size, count = Size(), 1
    for _ in range(number - 2):
        size += _merged_size(count, 1, bounds)
        count = min(count + 1, bounds.most)
    return size + _bounded_size(count, 1, bounds)


def paired(literals: Sequence[int], bounds: Bounds, first: int) -> Iterator[Clause]:
    """Generate a totalizer, which counts in pairs, pairs of pairs, and so on."""
    counts: list[Sequence[int]] = [(literal,) for literal in literals]
    while len(counts) > 2:
        merged = []
        for left, right in zip(counts[::2], counts[1::2], strict=False):
            result = _outputs(len(left) + len(right), bounds, first)
            first += len(result)
            yield from _merged(left, right, result, bounds)
            merged.append(result)
        counts = merged + counts[2 * len(merged) :]
    yield from _bounded(counts[0], counts[1], bounds)


def paired_size(number: int, bounds: Bounds) -> Size:
    """Return the size of `paired` for this number of literals."""
    size, counts = Size(), [1] * number
    while len(counts) > 2:
        merged = []
        for left, right in zip(counts[::2], counts[1::2], strict=False):
            size += _merged_size(left, right, bounds)
            merged.append(min(left + right, bounds.most))
        counts = merged + counts[2 * len(merged) :]
    return size + _bounded_size(counts[0], counts[1], bounds)


# One merge ----------------------------------------------------------------------------------------


def _outputs(number: int, bounds: Bounds, first: int) -> Sequence[int]:
    return range(first, first + min(number, bounds.most))


def _merged(
    left: Sequence[int], right: Sequence[int], result: Sequence[int], bounds: Bounds
) -> Iterator[Clause]:
    """Generate clauses that define `result` as the count of both, and forbid excess."""
    for i in range(len(left) + 1):
        for j in range(len(right) + 1):
            if bounds.up and 0 < i + j <= len(result):
                yield (*_none_of(left, i), *_none_of(right, j), result[i + j - 1])
            if bounds.down and i + j < len(result):
                yield (*left[i : i + 1], *right[j : j + 1], -result[i + j])
    yield from _too_many(left, right, bounds)


def _bounded(left: Sequence[int], right: Sequence[int], bounds: Bounds) -> Iterator[Clause]:
    """Generate clauses that keep the total count between the bounds."""
    yield from _too_many(left, right, bounds)
    for i in range(min(len(left), bounds.low - 1) + 1):
        if (j := bounds.low - 1 - i) <= len(right):
            yield (*left[i : i + 1], *right[j : j + 1])


def _too_many(left: Sequence[int], right: Sequence[int], bounds: Bounds) -> Iterator[Clause]:
    if bounds.high is not None:
        for i in range(min(len(left), bounds.high + 1) + 1):
            if (j := bounds.high + 1 - i) <= len(right):
                yield (*_none_of(left, i), *_none_of(right, j))


def _none_of(count: Sequence[int], number: int) -> Sequence[int]:
    """Return the literal that means fewer than `number`; nothing for 0."""
    return (-count[number - 1],) if number else ()


@lru_cache(maxsize=4096)
def _merged_size(left: int, right: int, bounds: Bounds) -> Size:
    # The size depends only on the sizes of the counts, so the clauses are generated and counted.
    result = _outputs(left + right, bounds, 1)
    return Size(variables=len(result)) + _counted(
        _merged(range(1, left + 1), range(1, right + 1), result, bounds)
    )


@lru_cache(maxsize=4096)
def _bounded_size(left: int, right: int, bounds: Bounds) -> Size:
    return _counted(_bounded(range(1, left + 1), range(1, right + 1), bounds))


def _counted(clauses: Iterator[Clause]) -> Size:
    number = literals = 0
    for clause in clauses:
        number += 1
        literals += len(clause)
    return Size(0, number, literals)
