"""The clues of webpbn files, taken out of the XML before it is parsed.

Nearly all elements of a file are counts, and a call for each from the XML parser takes longer than
solving the puzzle.  So a section `<clues type="...">` of plain lines and counts, as all programs
write them, is read here and replaced by an empty element that refers to it:

    <clues type="rows"><line><count>2</count><count color="red">1</count></line></clues>

Anything else in a section, such as entities or further elements, leaves it to the XML parser, and
so do comments and CDATA anywhere in the file, which could contain such a section.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TypeVar

__all__ = ["PlainClues"]

_HEAD = re.compile(rb'<clues type="(rows|columns)">')
_EMPTY_LINES = rb"</line>\s*(?:<line>\s*</line>\s*)*"
# What is before `</count>`: a count, perhaps after the end of a line and the beginning of another.
_COUNT = re.compile(
    rb"\s*(?:" + _EMPTY_LINES + rb"<line>\s*)?"
    rb'<count(?: color="([ #\w.-]+)")?>\s*(\d{1,5})\s*',
    re.ASCII,
)
_END = re.compile(rb"\s*" + _EMPTY_LINES)

T = TypeVar("T")


class PlainClues:
    """The plain sections of a file, and the content without them.

    >>> line = b"<line><count>2</count></line>"
    >>> plain = PlainClues(b'<clues type="rows">' + line + b"<line></line></clues>")
    >>> plain.content
    b'<clues type="rows" plain="0"></clues>'
    >>> plain.clues(0, block=lambda length, color: (length, color))
    [((2, None),), ()]

    `attribute` is the name of the attribute with the index of a section, which occurs nowhere else
    in the file.
    """

    def __init__(self, content: bytes) -> None:
        # Each section as the texts before `</count>` and after the last one, and their few kinds.
        self._sections: list[tuple[list[bytes], set[bytes]]] = []
        # By such a text: how many lines it begins, and the length and color of its count.
        self._counts: dict[bytes, tuple[int, int, str | None]] = {}
        self.content = content
        # The empty name, which no attribute has, while there are no sections.
        self.attribute = ""
        # UTF-16 has NUL bytes between the letters.
        if b"<!--" in content or b"<![" in content or b"\0" in content:
            return
        self.attribute = "plain"
        while self.attribute.encode() in content:
            self.attribute += "_"
        *parts, rest = content.split(b"</clues>")
        self.content = b"</clues>".join([*map(self._without_section, parts), rest])

    def clues(self, number: int, *, block: Callable[[int, str | None], T]) -> list[tuple[T, ...]]:
        """Return the clues of a section; `block` is called once for each kind of count."""
        (*texts, rest), kinds = self._sections[number]
        known = {}
        for text in kinds:
            begun, length, color = self._counts[text]
            known[text] = begun, block(length, color)
        clues: list[tuple[T, ...]] = []
        blocks: list[T] = []
        for begun, found in map(known.__getitem__, texts):
            if begun:
                clues.append(tuple(blocks))
                clues += [()] * (begun - 1)
                blocks = []
            blocks.append(found)
        clues.append(tuple(blocks))
        clues += [()] * rest.count(b"<line>")
        # The first one ends before the first line.
        return clues[1:]

    def _without_section(self, part: bytes) -> bytes:
        """Return a part of the file with an empty element instead of the section at its end."""
        begin = max(part.rfind(b"<clues"), 0)
        head = _HEAD.match(part, begin)
        if head is None:
            return part
        section = part[head.end() :].replace(b"<line/>", b"<line></line>")
        texts = (b"</line>" + section).split(b"</count>")
        kinds = {*texts[:-1]}
        if not _END.fullmatch(texts[-1]) or not all(
            map(self._is_count, kinds.difference(self._counts))
        ):
            return part
        self._sections.append((texts, kinds))
        # The following elements stay on their lines, for errors.
        ends = b"\n" * part.count(b"\n", begin)
        name, index = self.attribute.encode(), len(self._sections) - 1
        return b'%b<clues type="%b" %b="%d">%b' % (part[:begin], head[1], name, index, ends)

    def _is_count(self, text: bytes) -> bool:
        count = _COUNT.fullmatch(text)
        if count is None:
            return False
        color = None if count[1] is None else count[1].decode("ascii")
        self._counts[text] = text.count(b"<line>"), int(count[2]), color
        return True
