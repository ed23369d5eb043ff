"""Short names for a program that limits their length, and the table that restores the long ones.

Knuth's programs read names of at most 8 bytes and colors of one.  A longer name is cut and gets a
number, and a comment at the head of the file records it:

    | room,1~1 stands for "room,10,door,9"
    | color r stands for "red"

Programs that skip comments can read the file; combien restores the names.
"""

from __future__ import annotations

import json
import re
from collections.abc import Container, Iterable, Sequence
from string import ascii_letters, digits, punctuation

__all__ = ["NameTable", "one_character", "shortened"]

_ENTRY = re.compile(r'\|\s*(color\s+)?(\S+) stands for ("[^"\\]*(?:\\.[^"\\]*)*")\s*')

# The characters for colors, in the order in which they are used.
_SHADES = [c for c in ascii_letters + digits + punctuation if c not in "|:"]


def shortened(words: Sequence[str], *, most: int) -> list[str]:
    """Return a distinct word of limited length in bytes for each word, in order.

    >>> shortened(["short", "room,10,door,9", "room,10,door,8"], most=8)
    ['short', 'room,1~1', 'room,1~2']

    Words that are short enough are unchanged.  `most` is at least 8.
    """
    taken = {word for word in words if len(word.encode()) <= most}
    tried: dict[str, int] = {}
    found = []
    for word in words:
        found.append(word if word in taken else _short(word, most, taken, tried))
    return found


def _short(word: str, most: int, taken: Container[str], tried: dict[str, int]) -> str:
    for length in range(1, most):
        stem = _cut(word, most - 1 - length)
        # Numbers of different lengths follow beginnings of different lengths, so none comes twice.
        key = f"{length}{stem}"
        number = tried.get(key, 10 ** (length - 1))
        while number < 10**length and f"{stem}~{number}" in taken:
            number += 1
        tried[key] = number + 1
        if number < 10**length:
            return f"{stem}~{number}"
    raise AssertionError("there are more names than numbers of seven digits")


def _cut(word: str, most: int) -> str:
    """Return the longest prefix that fits into a number of bytes."""
    return word.encode()[:most].decode(errors="ignore")


def one_character(words: Sequence[str]) -> list[str]:
    """Return a different character for each word; the words themselves if there are too many.

    >>> one_character(["red", "R", "rose", "blue"])
    ['r', 'R', 'a', 'b']

    A word of one character is unchanged; another one gets its first character if that is free.
    """
    taken = {word for word in words if len(word.encode()) == 1}
    if len(words) > len(taken) + sum(shade not in taken for shade in _SHADES):
        return list(words)
    free = iter(_SHADES)
    found = []
    for word in words:
        if len(word.encode()) == 1:
            found.append(word)
            continue
        shade = word[:1]
        if shade in taken or shade not in _SHADES:
            shade = next(shade for shade in free if shade not in taken)
        taken.add(shade)
        found.append(shade)
    return found


class NameTable:
    """The original names of the words of a file, for items and for colors.

    >>> table = NameTable()
    >>> table.note('| a_b stands for "a b"'), table.restored(["x", "a_b"])
    (None, ['x', 'a b'])
    >>> table.entry("r", "red", color=True)
    '| color r stands for "red"'
    """

    def __init__(self) -> None:
        self._items: dict[str, str] = {}
        self._colors: dict[str, str] = {}

    @staticmethod
    def entry(word: str, name: str, *, color: bool = False) -> str:
        """Return the comment for a word, which is ASCII and on one line for any name."""
        return f"| {'color ' * color}{word} stands for {json.dumps(name)}"

    def note(self, comment: str) -> None:
        """Enter the name of a comment, if it contains one."""
        found = _ENTRY.fullmatch(comment.strip())
        if found is None:
            return
        try:
            name = json.loads(found[3])
        except ValueError:
            return
        (self._colors if found[1] else self._items)[found[2]] = name

    def restored(self, words: Iterable[str], *, color: bool = False) -> list[str]:
        """Return the original names of the words, except where they would not be distinct."""
        known = self._colors if color else self._items
        words = list(words)
        names = [known.get(word, word) for word in words]
        count: dict[str, int] = {}
        for name in names:
            count[name] = count.get(name, 0) + 1
        # An unchanged word may equal the original name of another: then none is restored.
        found = [n if count[n] == 1 else w for n, w in zip(names, words, strict=True)]
        return found if len(set(found)) == len(found) else words
