"""The number of threads, and thread-safe iterators: each item goes to exactly one thread.

A generator is not thread-safe: if two threads use it at once, one of them gets a `ValueError`, and
in CPython 3.11 `itertools.chain` may then free the generator while it runs.  `shared` puts a mutex
around one.  Walks that find solutions in batches are `Batched`: they hold a mutex themselves, and a
`for` loop runs no Python code for each item.

A process that multiprocessing has started calls `begin_worker`, so that it does not outlive one
that was killed.
"""

from __future__ import annotations

import os
import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Iterator, Sequence
from functools import wraps
from itertools import chain
from signal import SIG_IGN, SIGINT, signal
from threading import Event, Thread
from typing import Generic, ParamSpec, Protocol, TypeVar

from combien._native import FairMutex
from combien.errors import InUse

# Counts are made by one thread for this number of seconds, unless threads are asked for.
ALONE_SECONDS = 1.0

T = TypeVar("T")
P = ParamSpec("P")


def default_threads() -> int:
    """Return the number of processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def begin_worker() -> None:
    """Prepare this process, which multiprocessing started, to be ended by its parent alone.

    Ctrl-C reaches every process of a terminal, and is left to the parent.  A parent that is killed
    cannot end its workers, and they wait for ever: each of them holds both ends of the queue of
    tasks.  A thread waits for the end of the pipe that only the parent holds, and ends the process
    in the middle of what it does.  Without a parent, only Ctrl-C is ignored.
    """
    from multiprocessing import connection, parent_process  # Start-up: only for workers.

    signal(SIGINT, SIG_IGN)
    parent = parent_process()
    if parent is None:
        return

    def watch() -> None:
        connection.wait([parent.sentinel])
        os._exit(1)

    Thread(target=watch, name="combien-parent", daemon=True).start()


def together(jobs: Sequence[Callable[[], object]], stop: Callable[[], object]) -> None:
    """Run jobs, each in a thread of its own, and wait until all have ended.

    The calling thread only waits, as an interrupt may arrive in it at any time.  After an
    interrupt, or an error in a job, `stop` is called, so that the jobs can end soon; the error is
    raised when all have ended, an interrupt before others.
    """
    errors: list[BaseException] = []
    # Not `Thread.join`: after Ctrl-C, Python 3.11 and 3.12 take a running thread for ended.
    ended = [Event() for _ in jobs]
    begun: list[int] = []
    closed = Event()

    def run(number: int) -> None:
        begun.append(number)
        try:
            if not closed.is_set():
                jobs[number]()
        except BaseException as error:
            errors.append(error)
            stop()
        finally:
            ended[number].set()

    waited = list(range(len(jobs)))
    try:
        for number in waited:
            Thread(target=run, args=(number,), daemon=True).start()
    except BaseException as error:  # Ctrl-C, or no more threads: those that run end first.
        errors.insert(0, error)
        closed.set()
        stop()
        # One that begins later finds it closed.
        waited = begun
    for number in waited:
        while not ended[number].is_set():
            try:
                ended[number].wait()
            except BaseException as error:  # Ctrl-C, as above.
                errors.insert(0, error)
                stop()
    if errors:
        raise errors[0]


class Mutex(Protocol):
    """A context manager that one thread at a time can enter."""

    def __enter__(self) -> None: ...

    def __exit__(self, *args: object) -> None: ...


def mutex() -> Mutex:
    """Return a mutex that serves threads in the order of their arrival.

    Waiting can be interrupted by Ctrl-C.  Entering raises `InUse` where waiting would deadlock: in
    a thread that holds the mutex, and in the child of a fork if another thread held it.
    """
    return FairMutex()


class SharedIterator(Generic[T]):
    """A thread-safe iterator over a generator.

    >>> numbers = SharedIterator(n * n for n in range(3))
    >>> next(numbers), list(numbers)
    (0, [1, 4])

    Raises `InUse` once the generator has failed with an error or Ctrl-C: it cannot continue, and a
    thread that did not see the error must not take it for the normal end.
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
                raise InUse(f"this iterator has already failed with an error ({self._failure})")
            try:
                return next(self._items)
            except StopIteration:
                raise
            except BaseException as error:
                self._failure = f"{type(error).__name__}: {error}".removesuffix(": ")
                raise

    def close(self) -> None:
        """Close the generator."""
        with self._mutex:
            self._items.close()


def shared(function: Callable[P, Generator[T, None, object]]) -> Callable[P, SharedIterator[T]]:
    """Decorate a generator function so that it returns thread-safe iterators."""

    @wraps(function)
    def wrapped(*args: P.args, **kwargs: P.kwargs) -> SharedIterator[T]:
        return SharedIterator(function(*args, **kwargs))

    return wrapped


class Batched(ABC, Generic[T]):
    """An iterator that finds its items in batches.  Threads may share it.

    A subclass sets `_mutex`.
    """

    _mutex: Mutex
    _stream: Iterator[T] = iter(())

    @property
    @abstractmethod
    def complete(self) -> bool:
        """Whether every item has been yielded."""

    @abstractmethod
    def _next_batch(self) -> Iterator[T]:
        """Return the batch that has items left, or the next one; raise `StopIteration` at the end.

        Several threads may get the same batch: a built-in iterator gives each item to one of them.
        """

    def __iter__(self) -> Iterator[T]:
        return in_batches(self) if has_gil() else self

    def __next__(self) -> T:
        while has_gil():
            for item in self._stream:
                return item
            if self.complete:
                raise StopIteration
            # It has not begun, or ended with an error, such as an interrupt; it can continue.
            self._stream = in_batches(self)
        while True:
            batch = self._next_batch()
            with self._mutex:
                for item in batch:
                    return item


class _Batches(Generic[T]):
    """An iterator over the batches of a walk.  It has no state, so threads can share it."""

    __slots__ = ("_walk",)

    def __init__(self, walk: Batched[T]) -> None:
        self._walk = walk

    def __iter__(self) -> Iterator[Iterator[T]]:
        return self

    def __next__(self) -> Iterator[T]:
        return self._walk._next_batch()


def batches(walk: Batched[T]) -> Iterator[Iterator[T]]:
    """Return an iterator over the batches of a walk, each to be used up before the next one."""
    return _Batches(walk)


def in_batches(walk: Batched[T]) -> Iterator[T]:
    """Return an iterator over the items of a walk, without running Python code for each item."""
    return chain.from_iterable(_Batches(walk))


def has_gil() -> bool:
    """Return whether built-in iterators are thread-safe: they are if there is a GIL."""
    return bool(getattr(sys, "_is_gil_enabled", lambda: True)())
