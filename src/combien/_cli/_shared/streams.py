"""Long files: written line by line, with a bar, and named only when they are complete."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from io import TextIOWrapper
from typing import BinaryIO, TextIO, cast

from combien._files import replacing
from combien._wording import printable_lines

__all__ = ["MOST_UNASKED", "stream_to", "write_lines"]

# What is written without being asked for, and how many lines lie between two looks at the bar.
MOST_UNASKED = 1_000_000_000
LINES_AT_ONCE = 5000


@contextmanager
def stream_to(output: str | None) -> Iterator[TextIO]:
    """Where lines are written to: the standard output, or a file, which is replaced at the end.

    Raises
    ------
    CannotWrite
        If the file cannot be written.
    """
    if output is None or output == "-":
        yield sys.stdout
        return
    with replacing(output) as stream:
        text = TextIOWrapper(cast(BinaryIO, stream), encoding="utf-8", newline="\n")
        try:
            yield text
            text.flush()
        finally:
            # What is left after an error is not written when the wrapper is forgotten.
            with suppress(OSError):
                text.detach()


def write_lines(lines: Iterable[str], stream: TextIO, *, total: int) -> None:
    """Writes all lines, and shows how far it is."""
    from itertools import islice

    from combien._cli._shared.progress import Bar
    from combien.engines._protocol import Progress

    lines, done = iter(lines), 0
    # Names stand in clauses too; a file holds them as they are, a terminal would act on them.
    seen = stream is sys.stdout and stream.isatty()
    with Bar() as bar:
        stream = bar.above(stream) if stream is sys.stdout else stream
        while chunk := list(islice(lines, LINES_AT_ONCE)):
            stream.writelines(map(printable_lines, chunk) if seen else chunk)
            done += len(chunk)
            bar(Progress("encode", min(1.0, done / max(total, 1)), {"lines": done}))
