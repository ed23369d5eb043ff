"""The bar that shows how far a long question has come: on a terminal only, and not at once.

Most questions are answered before anybody wonders, so nothing is drawn, and the library that draws
is not even imported, in the first half second.
"""

from __future__ import annotations

import io
import sys
from collections.abc import Callable, Mapping
from time import perf_counter
from typing import TYPE_CHECKING, TextIO, cast

from combien.engines.protocol import Progress

if TYPE_CHECKING:
    from rich.progress import Progress as RichProgress

__all__ = ["Bar", "counters"]

PATIENCE = 0.5
BETWEEN_DRAWINGS = 0.1


class Bar:
    """A reporter for the engines; keeps the latest report, and draws it where someone looks on.

    `check` is called at each report and may raise, which ends the question.
    """

    def __init__(self, *, check: Callable[[], None] | None = None) -> None:
        self._check = check
        self._terminal = sys.stderr.isatty()
        self._begun = perf_counter()
        self._next_drawing = self._begun + PATIENCE
        self._drawn: RichProgress | None = None
        self.engine = ""
        self.work: Mapping[str, int] = {}

    def __call__(self, progress: Progress) -> None:
        """Takes a report."""
        self.engine = progress.engine
        self.work = progress.work
        if self._terminal and perf_counter() >= self._next_drawing:
            self._draw(progress)
            self._next_drawing = perf_counter() + BETWEEN_DRAWINGS
        if self._check is not None:
            self._check()

    @property
    def sentence(self) -> str:
        """Who answered, and what it took up to now."""
        work = counters(self.work) or "no work at all"
        return f"{self.engine or 'at once'}: {work}; {perf_counter() - self._begun:.3f} s"

    def clear(self) -> None:
        """Takes the bar away, before something else is written; it comes back if need be."""
        if self._drawn is not None:
            self._drawn.stop()
            self._drawn = None
        self._next_drawing = perf_counter() + PATIENCE

    def __enter__(self) -> Bar:
        return self

    def __exit__(self, *error: object) -> None:
        self.clear()

    def above(self, stream: TextIO) -> TextIO:
        """The stream, such that what is written to it does not run into the bar."""
        if self._terminal and stream.isatty():
            return cast(TextIO, _Above(self, stream))
        return stream

    def _draw(self, progress: Progress) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, TaskProgressColumn, TextColumn, TimeElapsedColumn
        from rich.progress import Progress as RichProgress

        if self._drawn is None:
            self._drawn = RichProgress(
                TextColumn("{task.description}"),
                BarColumn(),
                TaskProgressColumn(),
                TextColumn("{task.fields[counters]}"),
                TimeElapsedColumn(),
                console=Console(file=sys.stderr),
                auto_refresh=False,
                transient=True,
                redirect_stdout=False,
                redirect_stderr=False,
            )
            self._drawn.add_task(progress.engine, total=1.0, counters="")
            self._drawn.start()
        (task,) = self._drawn.tasks
        self._drawn.update(
            task.id,
            description=progress.engine,
            total=None if progress.fraction is None else 1.0,
            completed=progress.fraction or 0.0,
            counters=counters(progress.work),
            refresh=True,
        )


class _Above(io.TextIOBase):
    """A stream on whose terminal a bar may stand: takes the bar away before it writes."""

    def __init__(self, bar: Bar, stream: TextIO) -> None:
        self._bar = bar
        self._stream = stream

    def write(self, text: str) -> int:
        self._bar.clear()
        return self._stream.write(text)

    def flush(self) -> None:
        self._stream.flush()


def counters(work: Mapping[str, int]) -> str:
    """Counters in words.

    >>> counters({"nodes": 12345, "updates": 7})
    'nodes 12,345, updates 7'
    """
    return ", ".join(f"{name.replace('_', ' ')} {value:,}" for name, value in work.items())
