"""How many of some literals are true, counted by merging: sequential counters and totalizers.

A part of the literals is stood for by its *count in unary*: literals of which the i-th says that at
least i of the part are true; a single literal is its own count.  Two parts are merged with clauses
that make the count of both from the two counts.  Merged one literal at a time this is Sinz's
sequential counter (2005), merged in pairs it is the totalizer of Bailleux and Boufkhad (2003).

Clauses *up* say that what is there is counted: they serve an upper bound.  Clauses *down* say that
what is counted is there: they serve a lower one.  With both, the counts are what the literals make
them, so that no model is doubled.  Counts are cut off where nobody asks further.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from combien.sat._cnf import Clause

__all__ = ["Bounds", "Size", "linear", "linear_size", "paired", "paired_size"]


@dataclass(frozen=True, slots=True)
class Size:
    """How much a constraint takes: auxiliary variables, clauses, literals in them."""

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
        """The size of so many constraints of this size."""
        return Size(self.variables * number, self.clauses * number, self.literals * number)


@dataclass(frozen=True, slots=True)
class Bounds:
    """At least `low` and at most `high`, and which clauses are asked for.

    No upper bound is a `high` of None.
    """

    low: int
    high: int | None
    up: bool = True
    down: bool = True

    @property
    def most(self) -> int:
        """How far counts need to go."""
        return self.low if self.high is None else self.high


def linear(literals: Sequence[int], bounds: Bounds, first: int) -> Iterator[Clause]:
    """The clauses that count from left to right; auxiliary variables begin at `first`.

    require: at least two literals
    """
    count: Sequence[int] = literals[:1]
    for literal in literals[1:-1]:
        result = _outputs(len(count) + 1, bounds, first)
        first += len(result)
        yield from _merged(count, (literal,), result, bounds)
        count = result
    yield from _bounded(count, literals[-1:], bounds)


def linear_size(number: int, bounds: Bounds) -> Size:
    """How much `linear` takes for so many literals."""
    size, count = Size(), 1
    for _ in range(number - 2):
        size += _merged_size(count, 1, bounds)
        count = min(count + 1, bounds.most)
    return size + _bounded_size(count, 1, bounds)


def paired(literals: Sequence[int], bounds: Bounds, first: int) -> Iterator[Clause]:
    """The clauses that count in pairs, pairs of pairs, and so on; else like `linear`."""
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
    """How much `paired` takes for so many literals."""
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
    """Clauses that make `result` the count of both, and forbid too many already here."""
    for i in range(len(left) + 1):
        for j in range(len(right) + 1):
            if bounds.up and 0 < i + j <= len(result):
                yield (*_none_of(left, i), *_none_of(right, j), result[i + j - 1])
            if bounds.down and i + j < len(result):
                yield (*left[i : i + 1], *right[j : j + 1], -result[i + j])
    yield from _too_many(left, right, bounds)


def _bounded(left: Sequence[int], right: Sequence[int], bounds: Bounds) -> Iterator[Clause]:
    """Clauses that hold the count of both, which is that of all, between the bounds."""
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
    """The literal that says that fewer than `number` are there; nothing for 0."""
    return (-count[number - 1],) if number else ()


@lru_cache(maxsize=4096)
def _merged_size(left: int, right: int, bounds: Bounds) -> Size:
    # The clauses are made and counted: a merge is as large as its counts, whatever it merges.
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
