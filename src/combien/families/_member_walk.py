"""The sets of a family, one at a time, for any number of threads: each set goes to one of them."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence

from combien._threads import has_gil, mutex

__all__ = ["MemberWalk"]

SETS_A_BATCH = 512

# The next sets of a diagram, as numbers, up to a limit; empty at the end.
Batches = Callable[[int], Sequence[Sequence[int]]]


class MemberWalk:
    """An iterator through the sets of a diagram, whose numbers stand for these elements.

    >>> numbers = [[0], [0, 1]]
    >>> found = MemberWalk(lambda: lambda most: [numbers.pop(0)] if numbers else [], "ab")
    >>> [sorted(members) for members in found]
    [['a'], ['a', 'b']]

    `begin` begins a walk through the diagram.  After an interrupt, which may have lost a batch, it
    begins again and goes on behind the last set.
    """

    __slots__ = ("_batch", "_begin", "_elements", "_has_gil", "_left", "_mutex", "_passed", "_walk")

    def __init__(self, begin: Callable[[], Batches], elements: Sequence[Hashable]) -> None:
        self._begin = begin
        self._elements = elements
        self._mutex = mutex()
        self._has_gil = has_gil()
        self._walk: Batches | None = None
        self._batch: Sequence[Sequence[int]] = ()
        self._left: Iterator[Sequence[int]] = iter(())
        # The sets of the batches before.
        self._passed = 0

    def __iter__(self) -> Iterator[frozenset[Hashable]]:
        return self

    def __next__(self) -> frozenset[Hashable]:
        # A built-in iterator gives each item to one thread, where one at a time runs Python.
        members = next(self._left, None) if self._has_gil else None
        if members is None:
            with self._mutex:
                members = next(self._left, None)
                if members is None:
                    members = next(self._fetched())
        elements = self._elements
        return frozenset([elements[number] for number in members])

    def _fetched(self) -> Iterator[Sequence[int]]:
        """Return the next batch.  The mutex is held, and nothing is left of the last batch."""
        passed = self._passed + len(self._batch)
        walk, self._walk = self._walk, None
        if walk is None:
            walk, left = self._begin(), passed
            while left:
                left -= len(walk(min(left, SETS_A_BATCH)))
        batch = walk(SETS_A_BATCH)
        # Set together, so that no interrupt comes between.
        self._walk, self._batch, self._left, self._passed = walk, batch, iter(batch), passed
        if not batch:
            raise StopIteration
        return self._left
