"""Iterators that threads may share: each item goes to exactly one of them.

A generator cannot be shared: a thread that comes while another one is inside gets a raw
`ValueError`, and in CPython 3.11 `itertools.chain` may then free the generator while it runs.
`shared` puts a mutex around one.  Walks that find whole batches at once have a mutex of their own
and use `in_batches`, which costs nothing for an item.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator, Iterator
from functools import wraps
from itertools import chain
from typing import Generic, ParamSpec, Protocol, TypeVar

from combien.errors import InUse

__all__ = ["Mutex", "SharedIterator", "has_gil", "in_batches", "mutex", "shared"]

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)
P = ParamSpec("P")


class Mutex(Protocol):
    """What `mutex` makes: a context manager that one thread at a time is inside of."""

    def __enter__(self) -> None: ...

    def __exit__(self, *args: object) -> None: ...


def mutex() -> Mutex:
    """Return a mutex that serves threads in the order in which they came.

    Waiting can be interrupted by Ctrl-C.  Entering raises `InUse` where waiting would never end: in
    a thread that is inside already, and in the child of a fork when another thread was inside.
    """
    # The core takes a few milliseconds to load, and many modules have iterators.
    from combien._native import FairMutex

    return FairMutex()


class SharedIterator(Generic[T]):
    """The items of a generator, each for exactly one of the threads that ask.

    >>> numbers = SharedIterator(n * n for n in range(3))
    >>> next(numbers), list(numbers)
    (0, [1, 4])

    Raises `InUse` once the generator has ended by an error or Ctrl-C: it cannot go on, and a thread
    that did not see the error must not take that for the end.
    """

    __slots__ = ("_failure", "_items", "_mutex")

    def __init__(self, items: Generator[T, None, object]) -> None:
        self._items = items
        self._mutex = mutex()
        self._failure = ""

    def __iter__(self) -> Iterator[T]:
        return self

    def __next__(self) -> T:
        with self._mutex:
            if self._failure:
                raise InUse(f"this iterator has ended by an error before ({self._failure})")
            try:
                return next(self._items)
            except StopIteration:
                raise
            except BaseException as error:
                self._failure = f"{type(error).__name__}: {error}".removesuffix(": ")
                raise

    def close(self) -> None:
        """End the generator; there are no more items."""
        with self._mutex:
            self._items.close()


def shared(function: Callable[P, Generator[T, None, object]]) -> Callable[P, SharedIterator[T]]:
    """Make the iterators that a generator function returns ones that threads may share."""

    @wraps(function)
    def wrapped(*args: P.args, **kwargs: P.kwargs) -> SharedIterator[T]:
        return SharedIterator(function(*args, **kwargs))

    return wrapped


class Batched(Protocol[T_co]):
    """What finds its items in batches."""

    def __next__(self) -> T_co: ...

    def _next_batch(self) -> Iterator[T_co]:
        """Return the batch that has items left, or the next one; `StopIteration` at the end.

        Several threads may be given the same batch: a built-in iterator gives each item to one.
        """


class _Batches(Generic[T]):
    """The batches of a walk as an iterator.  It keeps nothing, so it can be shared and dropped."""

    __slots__ = ("_walk",)

    def __init__(self, walk: Batched[T]) -> None:
        self._walk = walk

    def __iter__(self) -> Iterator[Iterator[T]]:
        return self

    def __next__(self) -> Iterator[T]:
        return self._walk._next_batch()


def in_batches(walk: Batched[T]) -> Iterator[T]:
    """Return the items of a walk: a chain of its batches without a line of Python an item."""
    return chain.from_iterable(_Batches(walk))


def has_gil() -> bool:
    """Return whether built-in iterators are safe, as one thread at a time runs Python."""
    return bool(getattr(sys, "_is_gil_enabled", lambda: True)())
