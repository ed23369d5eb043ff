"""Drawing after a search: Ctrl-C ends it at once, `--seconds` count, and both name the file.

A search defers Ctrl-C to the end of its slice and looks at the clock between two slices.  A
renderer has no slices, and may be of another package: here, a signal and a timer interrupt it
wherever it is.  What the search found is written before.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from time import perf_counter

from combien._base.clock import GRACE, alarm, limit
from combien._cli._shared.guard import interrupting
from combien._cli._shared.progress import Spinner
from combien.engines._protocol import Progress, Reporter
from combien.errors import OutOfBudget

# In seconds: a search that used up the seconds of the command leaves this much to draw what it
# found, or half as much again.
LEAST = 1.0


def drawing(what: str) -> AbstractContextManager[Reporter]:
    """Return a context manager in which `what`, such as a file, is drawn; see `interruptible`.

    >>> try:
    ...     with drawing("board.svg"):
    ...         raise KeyboardInterrupt
    ... except KeyboardInterrupt as stop:
    ...     print(stop)
    interrupted while board.svg was drawn; it was not written
    """
    return interruptible(f"drawing {what}", f"while {what} was drawn; it was not written")


@contextmanager
def interruptible(doing: str, when: str) -> Iterator[Reporter]:
    """Context manager for work without slices; the value is a reporter.

    A terminal shows what the command is `doing`.  `when` describes it if it is interrupted.  Raises
    `OutOfBudget` if the seconds of the command end before.
    """
    seconds = limit()
    left = None if seconds is None else max(seconds.left, seconds / 2, LEAST)
    ended = f"the budget of {seconds or 0:g} seconds ended {when}: give more --seconds"
    begun = perf_counter()

    def report(progress: Progress) -> None:
        spinner.update(progress)
        # Systems without timers.
        if left is not None and perf_counter() > begun + left + GRACE:
            raise OutOfBudget(ended)

    try:
        with (
            interrupting(),
            alarm(left, lasting=True, message=ended),
            Spinner(doing, bar=True) as spinner,
        ):
            yield report
    except KeyboardInterrupt:
        raise KeyboardInterrupt(f"interrupted {when}") from None
