"""A thread-safe iterator over the sets of a family: each set goes to exactly one thread."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence

from combien._base.threads import has_gil, mutex

__all__ = ["MemberWalk"]

SETS_A_BATCH = 512

# A function that returns up to a number of further sets, as variable numbers; empty at the end.
Batches = Callable[[int], Sequence[Sequence[int]]]


class MemberWalk:
    """An iterator over the sets of a diagram, with these elements by variable number.

    >>> numbers = [[0], [0, 1]]
    >>> found = MemberWalk(lambda: lambda most: [numbers.pop(0)] if numbers else [], "ab")
    >>> [sorted(members) for members in found]
    [['a'], ['a', 'b']]

    `begin` starts an iteration of the diagram.  After an interrupt, which may have lost a batch, it
    is called again, and the sets already returned are skipped.
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
        # The number of sets in earlier batches.
        self._passed = 0

    def __iter__(self) -> Iterator[frozenset[Hashable]]:
        return self

    def __next__(self) -> frozenset[Hashable]:
        # With a GIL, a built-in iterator gives each item to exactly one thread.
        members = next(self._left, None) if self._has_gil else None
        if members is None:
            with self._mutex:
                members = next(self._left, None)
                if members is None:
                    members = next(self._fetched())
        elements = self._elements
        return frozenset([elements[number] for number in members])

    def _fetched(self) -> Iterator[Sequence[int]]:
        """Return the next batch.  The mutex is held, and the last batch is used up."""
        passed = self._passed + len(self._batch)
        walk, self._walk = self._walk, None
        if walk is None:
            walk, left = self._begin(), passed
            while left:
                left -= len(walk(min(left, SETS_A_BATCH)))
        batch = walk(SETS_A_BATCH)
        # Set in one statement, so that no interrupt comes between.
        self._walk, self._batch, self._left, self._passed = walk, batch, iter(batch), passed
        if not batch:
            raise StopIteration
        return self._left
