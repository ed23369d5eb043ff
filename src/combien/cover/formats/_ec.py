"""The ec format: `p ec N`, then a line `s i j k` for an option with the items i, j and k of 1 to N.

    c Lines that begin with c are comments.
    p ec 4
    s 1 3
    s 2 4

It is as simple as DIMACS is for clauses, and has primary items only.  Items are read back as the
numbers 1 to N; other names are given in comments.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from combien import _native
from combien.cover._problem import Problem
from combien.cover.formats._names import spelled
from combien.cover.formats._text import (
    MOST_ITEMS,
    MOST_LINE,
    bad,
    checked,
    natural,
    numbered,
    quoted,
    read_on,
    refuse,
    trimmed,
)
from combien.errors import BadProblem


def read(text: str) -> Problem:
    """Read a problem from text in the ec format.

    >>> read("p ec 3\\ns 1 2\\ns 3").options[0].entries
    (1, 2)
    """
    text = checked(text)
    return _plain(text) or _explained(text)


def _plain(text: str) -> Problem | None:
    """Read a well-formed text in the core; return None for any other text."""
    reader = _native.ec_reader(text, MOST_ITEMS, MOST_LINE)
    if reader is None or not read_on(reader):
        return None
    builder = Problem.builder()
    builder._number_items(range(1, reader.item_count + 1), b"\1" * reader.item_count)
    builder._extend(*reader.options())
    return builder.build()


def _explained(text: str) -> Problem:
    """Read a text line by line; raise `BadFormat` with the place of the first error."""
    significant = _significant(text)
    number, line = next(significant, (1, ""))
    kind, *rest = line.split() or [""]
    if [kind, *rest[:1]] != ["p", "ec"]:
        raise bad("expected 'p ec N' first, N being the number of items", line=number)
    if len(rest) != 2:
        raise bad("expected 'p ec N', one number: all items are primary", line=number)
    items = natural(rest[1], "the number of items", most=MOST_ITEMS, line=number)
    builder = Problem.builder()
    builder._number_items(range(1, items + 1), b"\1" * items)
    options = _Options(items, significant)
    try:
        builder.gather(options, strict=True)
    except BadProblem as error:
        raise bad(trimmed(str(error)), line=options.number) from error
    return builder.build()


def lines(problem: Problem) -> Iterator[str]:
    """Return the lines of a problem in the ec format.

    >>> print("".join(lines(Problem.from_indices([[0, 2], [1]], items=3))), end="")
    c item 1 is 0
    c item 2 is 1
    c item 3 is 2
    p ec 3
    s 1 3
    s 2

    Raises `BadFormat` for secondary items, colors, bounds and costs.
    """
    refuse(problem, by="ec", features={"secondary items"}, instead="emc, dlx or json")
    refuse(problem, by="ec", features={"colors", "bounds", "costs"}, instead="dlx or json")
    return _written(problem)


def _written(problem: Problem) -> Iterator[str]:
    count = problem.item_count
    if problem.item_names != tuple(range(1, count + 1)):
        for number, name in enumerate(problem.item_names, 1):
            word = quoted(name) if isinstance(name, str) else spelled(name, otherwise="unnamed")
            yield f"c item {number} is {ascii(word)[1:-1] if not word.isprintable() else word}\n"
    yield f"p ec {count}\n"
    starts, entries, _ = problem.arrays()
    words = [str(number) for number in range(1, count + 1)]
    for begin, end in pairwise(starts):
        yield "s " + " ".join([words[item] for item in entries[begin:end]]) + "\n"


class _Options:
    """The options of a file, with the number of the current line."""

    def __init__(self, items: int, significant: Iterator[tuple[int, str]]) -> None:
        self.number = 0
        self._items = items
        self._significant = significant

    def __iter__(self) -> Iterator[list[int]]:
        for number, line in self._significant:
            self.number = number
            kind, *words = line.split()
            if kind != "s" or not words:
                self._refuse(kind, words)
            # Both tests are fast; `int` alone would also accept "1_000", "+1" and other scripts.
            if not (line.isascii() and "".join(words).isdigit()) or max(map(len, words)) > 19:
                self._numbers(words)
            option = [int(word) for word in words]
            if not 0 < min(option) <= max(option) <= self._items:
                self._numbers(words)
            yield option

    def _refuse(self, kind: str, words: list[str]) -> None:
        if kind == "p":
            raise bad("a second line 'p': one file holds one problem", line=self.number)
        if kind == "s" and not words:
            raise bad("an option without items: leave this line out", line=self.number)
        raise bad(
            f"a line begins with c (comment), p or s (option), not {quoted(kind)}",
            line=self.number,
        )

    def _numbers(self, words: list[str]) -> None:
        for word in words:
            item = natural(word, "an item's number", most=self._items, line=self.number)
            if not item:
                raise bad("item 0: items are numbered from 1", line=self.number)


def _significant(text: str) -> Iterator[tuple[int, str]]:
    """Yield the lines that are neither empty nor comments."""
    for number, line in numbered(text):
        first = line.split(maxsplit=1)[:1]
        if first and first[0][0] != "c":
            yield number, line
