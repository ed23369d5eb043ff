"""Knuth's format: a line that names the items, then one line for each option, words in blanks.

    | Lines that begin with a bar are comments.
    a b 2|c 1:3|d | x y       primary items, c twice and d once to three times; then secondary ones
    a b x                     an option
    c d y:R |5                y gets color R, and the option costs 5

This is the input of his programs DLX1 (plain), DLX2 (colors), DLX3 (bounds) and DLX5 (costs)
(https://www-cs-faculty.stanford.edu/~knuth/programs.html); here a file may combine all of these.
Several costs of an option are added.  An option without a primary item is left out with a warning,
as in his programs.  Names of any length are read; his programs accept 8 characters, and 1 for a
color, so longer names are written in a short form, with a table at the head of the file that
restores them (see `name_table`).
"""

from __future__ import annotations

import re
import warnings
from array import array
from collections.abc import Hashable, Iterator, Sequence
from itertools import count, pairwise

from combien import _native
from combien.cover._elements import Colored
from combien.cover._problem import Problem, ProblemBuilder
from combien.cover.formats._names import NameTable, one_character, shortened, spelled, words
from combien.cover.formats._text import (
    MOST_ITEMS,
    MOST_LINE,
    FormatWarning,
    bad,
    checked,
    hint,
    natural,
    numbered,
    quoted,
    read_on,
    refuse,
    trimmed,
)
from combien.errors import BadFormat, BadProblem

_WORD = re.compile(r"\S+")

# The bytes that Knuth's programs keep of a name.
_LONGEST = 8


def read(text: str) -> Problem:
    """Read a problem from text in Knuth's format; names are strings.

    >>> read("a b | x\\na x:1\\nb x:1 |3").options[1].entries
    ('b', Colored('x', '1'))

    Names that were shortened or changed are restored from the table at the head of the file.
    Cost: about 20 nanoseconds per byte.
    """
    text = checked(text)
    every = numbered(text)
    builder, table = Problem.builder(), NameTable()
    number, first = _head(every, table)
    _read_items(builder, first, number)
    if not _read_plain(builder, text, number):
        _read_explained(builder, every)
    for index, color in ((builder.item_index, False), (builder.color_index, True)):
        names = table.restored(map(str, index), color=color)
        numbers = list(index.values())
        index.clear()
        index.update(zip(names, numbers, strict=True))
    return builder.build()


def _read_plain(builder: ProblemBuilder, text: str, head: int) -> bool:
    """Read the options of a well-formed text in the core; return False for any other text."""
    names = tuple(map(str, builder.item_index))
    reader = _native.dlx_reader(text, names, bytes(builder.primary), head, MOST_LINE)
    if reader is None or not read_on(reader):
        return False
    ends, entries = reader.options()
    builder._extend(ends, entries, reader.colors())
    builder.color_index.update(zip(reader.color_names(), count(1)))
    builder.costs = array("q", reader.costs())
    _warn_left_out(reader.left_out, reader.first_left_out)
    return True


def _read_explained(builder: ProblemBuilder, every: Iterator[tuple[int, str]]) -> None:
    """Read the options line by line; raise `BadFormat` with the place of the first error."""
    significant = (
        (number, line)
        for number, line in every
        if (stripped := line.lstrip()) and not stripped.startswith("|")
    )
    options = _Options(builder, significant)
    while True:
        try:
            builder.gather(options, strict=True)
            break
        except BadProblem as error:
            options.recover(error)
    if any(options.costs):
        builder.price(options.costs)
    if options.left_out:
        _warn_left_out(len(options.left_out), options.left_out[0])


def _warn_left_out(many: int, line: int) -> None:
    if not many:
        return
    who = f"{many} options are left out, which have"
    if many == 1:
        who = "an option is left out, which has"
    warnings.warn(
        f"{who} no primary item: see line {line}",
        FormatWarning,
        stacklevel=5,
    )


def lines(problem: Problem) -> Iterator[str]:
    """Return the lines of a problem in Knuth's format.

    >>> problem = Problem.from_options([["a b", "x"], [(3, 4)]], ["x"], costs=[0, 7])
    >>> import warnings
    >>> with warnings.catch_warnings(action="ignore"):
    ...     print("".join(lines(problem)), end="")
    | a_b stands for "a b"
    a_b 3,4 | x
    a_b x
    3,4 |7

    Raises `BadFormat` for costs that are negative or not whole, and if there is no primary item.
    """
    if not problem.primary_count:
        raise BadFormat(
            "the dlx format needs a primary item, as the line of items would otherwise look like a "
            "comment: write json"
        )
    features = {"maximization", "constant of the costs"}
    refuse(problem, by="dlx", features=features, instead="json, mps or lp")
    if problem.has_costs and any(problem.cost(o) < 0 for o in range(problem.option_count)):
        raise BadFormat("the dlx format has no negative costs: write json, or add to all costs")
    if any(not isinstance(problem.cost(o), int) for o in range(problem.option_count)):
        raise BadFormat("the dlx format has only whole costs: write json, mps or lp")
    names = shortened(words(problem.item_names, forbidden="|:"), most=_LONGEST)
    colors = _colors(problem)
    shades = dict(zip(colors, one_character(words(colors, forbidden="|:")), strict=True))
    table = [
        *_table(problem.item_names, names, color=False),
        *_table(colors, list(shades.values()), color=True),
    ]
    _warn(problem, list(shades.values()), len(table))
    return _written(problem, names, shades, table)


def _table(names: Sequence[Hashable], written: list[str], *, color: bool) -> Iterator[str]:
    """Yield the comments that restore the changed names.

    A string is restored exactly, another value as its text unless another name has this text.
    """
    texts = {name for name in names if isinstance(name, str)}
    short = set(written)
    for number, (name, word) in enumerate(zip(names, written, strict=True), 1):
        text = spelled(name, otherwise=f"#{number}")
        if text == word:
            continue
        if not isinstance(name, str):
            if text in texts or text in short:
                continue
            texts.add(text)
        yield NameTable.entry(word, text, color=color)


def _head(every: Iterator[tuple[int, str]], table: NameTable) -> tuple[int, str]:
    """Return the line that names the items, and its number; enter the comments before it."""
    for number, line in every:
        stripped = line.lstrip()
        if stripped and not stripped.startswith("|"):
            return number, line
        table.note(stripped)
    raise bad("no items: the first line that is not a comment names them", line=1)


def _read_items(builder: ProblemBuilder, line: str, number: int) -> None:
    secondary = False
    for match in _WORD.finditer(line):
        word, column = match.group(), match.start() + 1
        if word.startswith("|"):
            if secondary:
                raise bad(
                    "a second '|': one separates primary from secondary items",
                    line=number,
                    column=column,
                )
            secondary, word, column = True, word[1:], column + 1
            if not word:
                continue
        bounds = None
        *before, name = word.split("|")
        if before:
            bounds = _bounds(before, secondary, number, column)
        if not name or ":" in name:
            raise bad(
                f"expected the name of an item, without ':', not {quoted(word)}; bounds are "
                "written 2|name or 1:3|name",
                line=number,
                column=column,
            )
        if name in builder.item_index:
            raise bad(f"item {quoted(name)} is named twice", line=number, column=column)
        if len(builder.item_index) >= MOST_ITEMS:
            raise bad(f"more than {MOST_ITEMS} items", line=number, column=column)
        builder.item(name, secondary=secondary, bounds=bounds)


def _bounds(before: list[str], secondary: bool, line: int, column: int) -> tuple[int, int]:
    """Return the bounds before the bar in `2|name` or `1:3|name`."""
    if secondary:
        raise bad("only primary items have bounds", line=line, column=column)
    if len(before) > 1 or before[0].count(":") > 1:
        raise bad("bounds are written 2|name or 1:3|name", line=line, column=column)
    low, _, high = before[0].rpartition(":")
    most = natural(high, "an upper bound", most=2**31 - 1, line=line, column=column)
    least = most
    if ":" in before[0]:
        least = natural(low, "a lower bound", most=2**31 - 1, line=line, column=column)
    if not least <= most or not most:
        raise bad(
            f"bounds {least} to {most}: the upper one must be at least 1 and at least the lower",
            line=line,
            column=column,
        )
    return least, most


class _Options:
    """An iterator over the options of a file, with the number of the current line."""

    def __init__(self, builder: ProblemBuilder, significant: Iterator[tuple[int, str]]) -> None:
        self.costs = array("q")
        self.left_out: list[int] = []
        self._builder = builder
        self._known = builder.item_index.__contains__
        self._significant = significant
        self._number = 0
        self._line = ""

    def __iter__(self) -> _Options:
        return self

    def __next__(self) -> Sequence[Hashable]:
        for number, line in self._significant:
            self._number, self._line = number, line
            plain = line.split()
            if ":" not in line and "|" not in line and all(map(self._known, plain)):
                self.costs.append(0)
                return plain
            option = self._checked_option()
            if option:
                return option
        raise StopIteration

    def recover(self, error: BadProblem) -> None:
        """Continue after the builder rejected the latest option, or raise with its place."""
        self.costs.pop()
        if self._checked_option():
            raise bad(trimmed(str(error)), line=self._number) from error

    def _checked_option(self) -> list[Hashable]:
        """Return the option on this line, checked word by word; empty if it is to be left out."""
        builder, cost, any_primary = self._builder, 0, False
        option: list[Hashable] = []
        seen: set[str] = set()
        for match in _WORD.finditer(self._line):
            word, column = match.group(), match.start() + 1
            if word.startswith("|"):
                cost += natural(word[1:], "a cost", line=self._number, column=column)
                if cost >= 2**62:
                    raise self._bad("the costs of this option are too high", column)
                continue
            name, colon, color = word.partition(":")
            if name not in builder.item_index:
                raise self._bad(
                    f"{quoted(name)} is not an item of the first line"
                    f"{hint(name, builder.item_index)}",
                    column,
                )
            if name in seen:
                raise self._bad(f"item {quoted(name)} is twice in this option", column)
            seen.add(name)
            primary = bool(builder.primary[builder.item_index[name]])
            any_primary |= primary
            if not colon:
                option.append(name)
                continue
            if primary:
                raise self._bad(
                    f"item {quoted(name)} is primary: only secondary items have colors", column
                )
            if not color or ":" in color or "|" in color:
                raise self._bad(f"expected a color after {quoted(name)}:", column)
            option.append(Colored(name, color))
        if not any_primary:
            self.left_out.append(self._number)
            return []
        self.costs.append(cost)
        return option

    def _bad(self, message: str, column: int) -> BadFormat:
        return bad(message, line=self._number, column=column)


def _colors(problem: Problem) -> list[Hashable]:
    """Return the colors in order of first use."""
    if not problem.has_colors:
        return []
    entries = (e for o in range(problem.option_count) for e in problem.entries(o))
    return list(dict.fromkeys(e.color for e in entries if isinstance(e, Colored)))


def _warn(problem: Problem, colors: list[str], changed: int) -> None:
    """Warn about renamed items and about features that Knuth's programs cannot read."""
    notes = []
    if changed:
        notes.append(
            f"{changed} names are changed, as listed in the comments at the head of the file"
        )
    long = next((color for color in colors if len(color.encode()) > 1), "")
    if long:
        notes.append(f"Knuth's programs read colors of one character, not {quoted(long)}")
    if problem.has_bounds and problem.has_costs:
        notes.append("Knuth's DLX3 reads bounds and DLX5 costs, but no one of them reads both")
    for message in notes:
        warnings.warn(message, FormatWarning, stacklevel=4)


def _written(
    problem: Problem,
    names: list[str],
    shades: dict[Hashable, str],
    table: list[str],
) -> Iterator[str]:
    yield from (f"{comment}\n" for comment in table)
    sides: tuple[list[str], list[str]] = ([], [])
    for number, name in enumerate(names):
        low, high = problem.bounds(number)
        primary = problem.primary_flags[number]
        bounds = f"{low}:{high}|" if low != high else f"{high}|"
        sides[not primary].append((bounds if primary and (low, high) != (1, 1) else "") + name)
    yield " ".join([*sides[0], "|", *sides[1]] if sides[1] else sides[0]) + "\n"
    starts, entries, _ = problem.arrays()
    word_of = dict(zip(problem.item_names, names, strict=True)) if shades else {}
    for option, (begin, end) in enumerate(pairwise(starts)):
        if shades:
            line = " ".join(
                f"{word_of[e.item]}:{shades[e.color]}" if isinstance(e, Colored) else word_of[e]
                for e in problem.entries(option)
            )
        else:
            line = " ".join([names[item] for item in entries[begin:end]])
        cost = problem.cost(option)
        yield f"{line} |{cost}\n" if cost else line + "\n"
