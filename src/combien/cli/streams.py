"""Long files: written line by line, with a bar, and named only when they are complete."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TextIO

from combien.errors import BadInput

__all__ = ["MOST_UNASKED", "stream_to", "write_lines"]

# What is written without being asked for, and how many lines lie between two looks at the bar.
MOST_UNASKED = 1_000_000_000
LINES_AT_ONCE = 5000


@contextmanager
def stream_to(output: str | None) -> Iterator[TextIO]:
    """Where lines are written to; a file gets its name when all is written."""
    if output is None:
        yield sys.stdout
        return
    # A device or a pipe is written to as it is.
    special = os.path.exists(output) and not os.path.isfile(output)
    unfinished = output if special else f"{output}.unfinished"
    try:
        stream = open(unfinished, "w", encoding="utf-8", newline="\n")  # noqa: SIM115
    except (OSError, ValueError) as error:
        raise BadInput(f"cannot write '{output}': {_reason(error)}") from None
    try:
        with stream:
            yield stream
        if not special:
            os.replace(unfinished, output)
    except BaseException as error:
        if not special:
            os.remove(unfinished)
        if isinstance(error, OSError) and not isinstance(error, BrokenPipeError):
            raise BadInput(f"cannot write '{output}': {_reason(error)}") from None
        raise


def _reason(error: Exception) -> str:
    return getattr(error, "strerror", None) or str(error)


def write_lines(lines: Iterable[str], stream: TextIO, *, total: int) -> None:
    """Writes all lines, and shows how far it is."""
    from itertools import islice

    from combien.cli.progress import Bar
    from combien.engines.protocol import Progress

    lines, done = iter(lines), 0
    with Bar() as bar:
        stream = bar.above(stream) if stream is sys.stdout else stream
        while chunk := list(islice(lines, LINES_AT_ONCE)):
            stream.writelines(chunk)
            done += len(chunk)
            bar(Progress("encode", min(1.0, done / max(total, 1)), {"lines": done}))
