"""Partitions of 1, ..., t n into n arithmetic progressions with t terms."""

from __future__ import annotations

from bench.records.record import Record, whole
from combien.cover import Problem


def progressions(count: int, terms: int, most: int | None = None) -> Problem:
    """Return the problem; `most` is the largest common difference."""
    size = count * terms
    differences = range(1, min(most or size, (size - 1) // max(terms - 1, 1)) + 1)
    options = [
        range(first, first + (terms - 1) * step + 1, step)
        for step in differences
        for first in range(size - (terms - 1) * step)
    ]
    return Problem.from_indices(options, items=size)


def _record(name: str, terms: int) -> Record:
    title = f"partitions of 1..{terms}n into n arithmetic progressions with {terms} terms"
    return Record(name, title, whole(lambda n: progressions(n, terms)))


def _bounded(name: str, terms: int) -> Record:
    title = f"partitions of 1..{terms}n into n progressions of {terms} terms, differences up to n"
    return Record(name, title, whole(lambda n: progressions(n, terms, n)))


def _table(name: str, terms: int) -> Record:
    """Return a table by antidiagonals: partitions of 1..`terms` n, differences up to m."""

    def entry(index: int) -> Problem:
        diagonal = 1
        while index > diagonal:
            index -= diagonal
            diagonal += 1
        return progressions(index, terms, diagonal + 1 - index)

    title = f"partitions of 1..{terms}n into progressions of {terms} terms, differences up to m"
    return Record(name, title, whole(entry))


# The terms from a(1) on; a(0) = 1 has no cells to cover.
RECORDS = (
    _record(
        "A104430",
        4,
    ),
    _record(
        "A104431",
        5,
    ),
    _record(
        "A104433",
        7,
    ),
    _record(
        "A104434",
        8,
    ),
    Record(
        "A104442",
        "partitions of 1..tn into n arithmetic progressions with t > n terms",
        whole(lambda n: progressions(n, n + 1)),
    ),
    _bounded(
        "A337520",
        4,
    ),
    _table(
        "A360333",
        4,
    ),
    _table(
        "A360334",
        3,
    ),
    _table(
        "A360335",
        2,
    ),
)
