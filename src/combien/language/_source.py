"""Positions in a script: the source text, spans of it, and errors that show a span.

A `Span` is a source and two offsets; line and column are computed on demand, so the millions of
spans of a large script are cheap.  The source caches the offsets of its lines, so that many errors
or warnings need only one pass over the text.
"""

from __future__ import annotations

import unicodedata
from bisect import bisect_right
from dataclasses import dataclass

from combien._wording import printable
from combien.errors import BadScript

# The number of characters shown of a line, and of those before the caret.
EXCERPT = 96
BEFORE = 48


class Source:
    """A script's text and the name of its file.

    >>> source = Source("count dxl p", file="a.cmb")
    >>> raise source.fault("there is no engine 'dxl'", 6, 9)
    Traceback (most recent call last):
    ...
    combien.errors.BadScript: a.cmb, line 1, column 7: there is no engine 'dxl'
      count dxl p
            ^^^
    """

    __slots__ = ("_starts", "file", "text")

    def __init__(self, text: str, *, file: str = "") -> None:
        self.text = text
        self.file = file
        self._starts: list[int] = []

    def place(self, offset: int) -> tuple[int, int]:
        """Return the line and the column of an offset, both from 1."""
        starts = self._line_starts()
        line = bisect_right(starts, offset)
        return line, offset - starts[line - 1] + 1

    def fault(self, message: str, start: int, end: int) -> BadScript:
        """Return the error to raise about the text between two offsets."""
        line, column = self.place(start)
        return BadScript(
            _printable_lines(message),
            file=printable(self.file),
            line=line,
            column=column,
            length=end - start,
            excerpt=self._excerpt(line, column, end - start),
        )

    def offset(self, line: int, column: int) -> int:
        """Return the offset of a line and a column, the inverse of `place`."""
        return self._line_starts()[line - 1] + column - 1

    def _line_starts(self) -> list[int]:
        if not self._starts:
            starts = [0]
            found = self.text.find("\n")
            while found >= 0:
                starts.append(found + 1)
                found = self.text.find("\n", found + 1)
            self._starts = starts
        return self._starts

    def _excerpt(self, line: int, column: int, length: int) -> str:
        starts = self._line_starts()
        begin = starts[line - 1]
        end = starts[line] - 1 if line < len(starts) else len(self.text)
        left = begin
        if end - begin > EXCERPT:
            left = max(begin, begin + column - 1 - BEFORE)
        right = min(end, left + EXCERPT)
        head, tail = "..." if left > begin else "", "..." if right < end else ""
        caret = begin + column - 1 - left
        words = printable(self.text[left:right])
        before = len(head) + _columns(words[:caret])
        marks = "^" * max(1, _columns(words[caret : caret + length]))
        return f"  {head}{words}{tail}\n  {' ' * before}{marks}"


@dataclass(frozen=True, slots=True)
class Span:
    """A part of a source, from offset `start` to before offset `end`.

    >>> span = Span(Source("count dlx p"), 6, 9)
    >>> span.text, span.line, span.column, span.end_column
    ('dlx', 1, 7, 10)
    """

    source: Source
    start: int
    end: int

    @property
    def text(self) -> str:
        """The text of the span."""
        return self.source.text[self.start : self.end]

    @property
    def file(self) -> str:
        """The name of the file, or the empty string."""
        return self.source.file

    @property
    def line(self) -> int:
        """The line where it begins, from 1."""
        return self.source.place(self.start)[0]

    @property
    def column(self) -> int:
        """The column where it begins, from 1."""
        return self.source.place(self.start)[1]

    @property
    def end_column(self) -> int:
        """The column after its last character, on the line where it ends."""
        return self.source.place(self.end)[1]

    def fault(self, message: str) -> BadScript:
        """Return the error to raise for this span; `NOWHERE` gives the message alone."""
        if self is NOWHERE:
            return BadScript(_printable_lines(message))
        return self.source.fault(message, self.start, self.end)


# The span of nodes that were built by a program.
NOWHERE = Span(Source(""), 0, 0)


def _printable_lines(message: str) -> str:
    return "\n".join(map(printable, message.split("\n")))


def _columns(text: str) -> int:
    """Return the width of a text on a terminal; East Asian wide characters count twice."""
    widths = (2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)
    return sum(widths) - sum(unicodedata.category(c) == "Mn" for c in text)
