"""Names as words, for formats that separate words by blanks, and solutions by names.

A name in a problem is any hashable value.  The word of a string is the string, and the word of a
tuple is its parts with commas, so the cell (3, 4) is `3,4`.  Forbidden characters become
underscores, and words that are then equal get a number.  A value without a text that is the same in
every run, such as a set, is written by its number, as files must be reproducible.

A solution is written by the names of its options, or in the way of Knuth's programs.
"""

from __future__ import annotations

import json
import re
from collections.abc import Container, Hashable, Iterable, Iterator, Sequence
from string import ascii_letters, digits, punctuation

from combien.cover._elements import Colored
from combien.cover._problem import Problem
from combien.errors import BadProblem

_DEEPEST = 20


def spelled(name: Hashable, *, otherwise: str = "", depth: int = 0) -> str:
    """Return a name as text, which may contain blanks; `otherwise` if its type has no stable text.

    >>> spelled((3, 4)), spelled(("r", (1, 2))), spelled(frozenset("ab"), otherwise="#5")
    ('3,4', 'r,1,2', '#5')
    """
    if isinstance(name, str):
        return str(name)
    if isinstance(name, Colored):
        return f"{spelled(name.item)}:{spelled(name.color)}"
    if isinstance(name, tuple) and depth < _DEEPEST:
        parts = [spelled(part, otherwise="\0", depth=depth + 1) for part in name]
        return otherwise if any("\0" in part for part in parts) else ",".join(parts)
    if isinstance(name, int) and name.bit_length() > 1000:
        return otherwise
    return str(name) if isinstance(name, (int, float, type(None))) else otherwise


def words(names: Sequence[Hashable], *, forbidden: str) -> list[str]:
    """Return a different word for each name, in order, without blanks and forbidden characters.

    >>> words(["a b", "a_b", (3, 4), "", "p|q"], forbidden="|:")
    ['a_b_2', 'a_b', '3,4', '_', 'p_q']

    A string that is a valid word is never changed.
    """
    found = [spelled(name, otherwise=f"#{number}") for number, name in enumerate(names, 1)]
    proper = [_proper(text, forbidden) for text in found]
    taken = {
        word
        for name, word in zip(names, proper, strict=True)
        if isinstance(name, str) and word == name
    }
    tried: dict[str, int] = {}
    for number, (name, word) in enumerate(zip(names, proper, strict=True)):
        if isinstance(name, str) and word == name:
            continue
        distinct = word
        while distinct in taken:
            tried[word] = tried.get(word, 1) + 1
            distinct = f"{word}_{tried[word]}"
        taken.add(distinct)
        proper[number] = distinct
    return proper


def _proper(text: str, forbidden: str) -> str:
    """Return the text with underscores in place of characters that a word must not have."""
    if text.isascii() and text.isalnum():
        return text
    return (
        "".join("_" if c.isspace() or not c.isprintable() or c in forbidden else c for c in text)
        or "_"
    )


# Solutions ----------------------------------------------------------------------------------------


def named(problem: Problem, solution: Iterable[int]) -> str:
    """Return the names of the chosen options in one line; without a name, the items of an option.

    >>> named(Problem.from_options({"left": "ab", "right": "c"}), [0, 1])
    'left; right'
    >>> named(Problem.from_options([["a", (3, 4)], ["c"]]), [0, 1])
    'a 3,4; c'
    """
    return "; ".join(_named(problem, option) for option in _checked(problem, solution))


def knuth_lines(problem: Problem, solution: Iterable[int]) -> Iterator[str]:
    """Yield the chosen options, one line each, as Knuth's programs print them.

    >>> list(knuth_lines(Problem.from_options(["ba", "dc"]), [0, 1]))
    [' b a', ' d c']

    Every item follows a blank.  His programs begin with the item that they branched on, go
    cyclically through the option, and add "(k of d)".  The solution does not contain the search; so
    here each option begins with its item of smallest number, and nothing is added.
    """
    for option in _checked(problem, solution):
        numbers = problem.indices(option)
        entries = problem.entries(option)
        first = numbers.index(min(numbers))
        yield "".join(f" {_entry(entry)}" for entry in entries[first:] + entries[:first])


def _named(problem: Problem, option: int) -> str:
    name, entries = problem.name(option), problem.entries(option)
    if name == entries:
        return " ".join(map(_entry, entries))
    return spelled(name, otherwise=f"option {option}")


def _entry(entry: object) -> str:
    if isinstance(entry, Colored):
        return f"{spelled(entry.item, otherwise='?')}:{spelled(entry.color, otherwise='?')}"
    return spelled(entry, otherwise="?")


def _checked(problem: Problem, solution: Iterable[int]) -> Iterator[int]:
    for option in solution:
        if not 0 <= option < problem.option_count:
            raise BadProblem(f"there is no option {option}: there are {problem.option_count}")
        yield option


# Short names --------------------------------------------------------------------------------------

# Knuth's programs read names of at most 8 bytes and colors of one.  A longer name is cut and gets a
# number, and a comment at the head of the file records it:
#
#     | room,1~1 stands for "room,10,door,9"
#     | color r stands for "red"
#
# Programs that skip comments can read the file; combien restores the names.


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
